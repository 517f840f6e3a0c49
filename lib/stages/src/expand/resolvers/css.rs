//! CSS, SCSS, Sass and Less: `@import`, `@use`, `@forward`, beside the file or below the folders around it; partials (`_x.scss`), `_index.scss`, and files of
//! packages of the tree written `~name/x` or `name/x`.

use super::tree::{folders, join, name, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["css", "scss", "sass", "less", "stylus"], candidates };

const EXTENSIONS: [&str; 5] = ["scss", "sass", "less", "css", "styl"];

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let path = import.trim_start_matches('~').split(['?', '#']).next().unwrap_or_default();
    if path.contains(':') || path.starts_with("//") {
        return Ok(Vec::new());
    }
    if let Some(rest) = path.strip_prefix('/') {
        return Ok(folders(from).find_map(|folder| file(tree, &walk(folder, rest)?)).into_iter().collect());
    }
    let below = |folder: &str| ["", "src", "scss", "sass", "_sass", "styles", "src/styles"].iter().find_map(|place| file(tree, &walk(&join(folder, place), path)?));
    let found = walk(parent(from), path).and_then(|path| file(tree, &path)).or_else(|| folders(from).find_map(below));
    match found {
        Some(found) => Ok(vec![found]),
        None => Ok(super::of("javascript").map(|node| node.resolve(from, path, tree)).transpose()?.unwrap_or_default()),
    }
}

/// The file that a path without or with extension stands for.
fn file(tree: &Tree<'_>, path: &str) -> Option<String> {
    let (folder, last) = (parent(path), name(path));
    let whole = [path.to_owned(), join(folder, &format!("_{last}"))].into_iter().filter(|path| path.contains('.'));
    let added = EXTENSIONS.iter().flat_map(|extension| [format!("{path}.{extension}"), join(folder, &format!("_{last}.{extension}"))]);
    let index = EXTENSIONS.iter().flat_map(|extension| [join(path, &format!("_index.{extension}")), join(path, &format!("index.{extension}"))]);
    tree.first(whole.chain(added).chain(index))
}
