//! Nix: paths beside the file; a folder is its `default.nix`.

use super::tree::{join, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["nix"], candidates };

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    if !import.starts_with("./") && !import.starts_with("../") {
        return Ok(Vec::new());
    }
    let found = walk(parent(from), import).and_then(|path| tree.first([path.clone(), join(&path, "default.nix")]));
    Ok(found.into_iter().collect())
}
