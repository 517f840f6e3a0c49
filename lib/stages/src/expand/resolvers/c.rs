//! C, C++ and Objective-C: a quoted include beside the file, then below the folders around it and their `include` and `src`, then by a unique end of the path.
//! A header brings the source beside it that has its name, because there the definitions are.

use super::tree::{clear_nearest, folders, join, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["c", "cpp", "objc", "cuda"], candidates };

const SOURCES: [&str; 6] = ["c", "cc", "cpp", "cxx", "m", "mm"];

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let angle = import.strip_prefix('<').map(|rest| rest.trim_end_matches('>'));
    let path = angle.unwrap_or(import).trim();
    if path.starts_with('/') {
        return Ok(Vec::new());
    }
    let beside = if angle.is_some() { None } else { walk(parent(from), path).filter(|path| tree.has(path)) };
    let below = |folder: &str| {
        let places = [join(folder, "include"), folder.to_owned(), join(folder, "src")];
        tree.first(places.iter().filter_map(|place| walk(place, path)))
    };
    let end = || walk("", path).and_then(|path| clear_nearest(from, tree.ending(&path)).map(str::to_owned));
    let Some(header) = beside.or_else(|| folders(from).find_map(below)).or_else(end) else { return Ok(Vec::new()) };
    let stem = header.rsplit_once('.').map_or(header.as_str(), |(stem, _)| stem).to_owned();
    let sources = SOURCES.iter().map(|extension| format!("{stem}.{extension}"));
    Ok(std::iter::once(header).chain(sources).collect())
}
