//! HTML: `src` of scripts and `href` of links, beside the page or from a root of the site (a folder around, or `public` and `static` in one); what the scripts
//! of the page import is resolved as JavaScript.

use super::tree::{folders, join, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["html"], candidates };

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let path = import.split(['?', '#']).next().unwrap_or_default();
    if path.is_empty() || path.contains(':') || path.starts_with("//") || path.contains("{{") {
        return Ok(Vec::new());
    }
    let has = |folder: &str, path: &str| walk(folder, path).filter(|path| tree.has(path));
    let found = match path.strip_prefix('/') {
        Some(path) => folders(from).find_map(|folder| ["", "public", "static", "src"].iter().find_map(|root| has(&join(folder, root), path))),
        None => has(parent(from), path),
    };
    match found {
        Some(found) => Ok(vec![found]),
        None => Ok(super::of("javascript").map(|node| node.resolve(from, import, tree)).transpose()?.unwrap_or_default()),
    }
}
