//! HCL: the `source` of a module is a folder beside; its files are what is meant.

use super::tree::{parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["hcl"], candidates };

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    if !import.starts_with("./") && !import.starts_with("../") {
        return Ok(Vec::new());
    }
    let Some(folder) = walk(parent(from), import.split('?').next().unwrap_or_default()) else { return Ok(Vec::new()) };
    if tree.has(&folder) {
        return Ok(vec![folder]);
    }
    let files = tree.files_in(&folder).into_iter().filter(|path| path.ends_with(".tf") || path.ends_with(".hcl"));
    Ok(files.map(str::to_owned).collect())
}
