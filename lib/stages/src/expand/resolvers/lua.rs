//! Lua: `require "a.b"` is `a/b.lua` or `a/b/init.lua` below `lua`, `src` or `lib` of a folder around the file, or below that folder itself, else below a folder that a
//! script at the root puts into `package.path`, else by a clear end of the path.

use super::tree::{clear_nearest, folders, join, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["lua", "fennel"], candidates };

/// Most folders of `package.path`.
const FOLDERS: usize = 64;

/// The folders that modules are looked for in: `package.path = "code/?.lua;" .. package.path`.
struct Roots(Vec<String>);

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let is_path = import.ends_with(".lua") || import.contains('/');
    let path = if is_path { import.trim_end_matches(".lua").to_owned() } else { import.replace('.', "/") };
    let ends = [format!("{path}.lua"), format!("{path}/init.lua"), format!("{path}.luau"), format!("{path}.fnl")];
    let has = |folder: &str| ends.iter().find_map(|end| walk(folder, end).filter(|path| tree.has(path)));
    let below = |folder: &str| ["lua", "", "src", "lib"].iter().find_map(|place| has(&join(folder, place)));
    let found = if is_path { has(parent(from)) } else { None };
    let mut found = found.or_else(|| folders(from).find_map(below));
    if found.is_none() {
        found = tree.memo(roots)?.0.iter().find_map(|folder| has(folder));
    }
    let clear = || ends.iter().filter(|_| path.contains('/')).find_map(|end| clear_nearest(from, tree.ending(end))).map(str::to_owned);
    Ok(found.or_else(clear).into_iter().collect())
}

fn roots(tree: &Tree<'_>) -> Result<Roots, Error> {
    let mut roots: Vec<String> = Vec::new();
    let scripts = tree.files_in("").into_iter().filter(|path| path.ends_with(".lua") || path.ends_with(".busted"));
    for path in scripts.take(FOLDERS) {
        let text = tree.manifest(path)?.unwrap_or_default();
        for (at, _) in text.match_indices("/?.lua") {
            let folder = text[..at].rsplit(['"', '\'', ';', '[', '\n']).next().unwrap_or_default();
            roots.extend(walk("", folder).filter(|folder| !roots.contains(folder) && tree.has_folder(folder)));
        }
    }
    roots.truncate(FOLDERS);
    Ok(Roots(roots))
}
