//! R: `source("x.R")` beside the file or below a folder around it.

use super::tree::{folders, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["r"], candidates };

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    // Without an extension it is a package.
    if !import.contains('.') || import.starts_with('/') || import.contains(':') {
        return Ok(Vec::new());
    }
    let has = |folder: &str| walk(folder, import).filter(|path| tree.has(path));
    Ok(has(parent(from)).or_else(|| folders(from).find_map(has)).into_iter().collect())
}
