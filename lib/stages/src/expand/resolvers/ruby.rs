//! Ruby: `./x` (of `require_relative`) beside the file, else from the root, where programs are started; `a/b` below `lib` of a folder around the file or of a gem of the tree, or below the folders of tests.
//!
//! Left out: constants that are loaded by their name alone.

use super::tree::{folders, join, nearest, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["ruby", "erb", "haml", "slim"], candidates };

/// Folders that are loaded from, below a folder around the file.
const PLACES: [&str; 7] = ["lib", "", "test", "spec", "app", "src", "features"];

/// The `lib` of each gem.
struct Gems(Vec<String>);

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let file = |path: &str| tree.first([format!("{path}.rb"), path.to_owned()]);
    if import.starts_with('/') || import.ends_with('/') {
        return Ok(Vec::new());
    }
    if import.starts_with("./") || import.starts_with("../") {
        return Ok([parent(from), ""].iter().find_map(|folder| file(&walk(folder, import)?)).into_iter().collect());
    }
    // What is beside the file is loaded by a bare name only where the folder itself is loaded from.
    let below = |folder: &str| PLACES.iter().find_map(|place| file(&walk(&join(folder, place), import)?));
    if let Some(found) = folders(from).find_map(below) {
        return Ok(vec![found]);
    }
    let gems = tree.memo(|tree| Ok(Gems(tree.manifests_with("gemspec")?.iter().map(|(path, _)| join(parent(path), "lib")).collect())))?;
    let gems = nearest(from, gems.0.iter().map(String::as_str).collect());
    Ok(gems.into_iter().find_map(|folder| file(&walk(folder, import)?)).into_iter().collect())
}
