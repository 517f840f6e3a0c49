//! Go: a module's prefix is in a `go.mod` of the index, or in a `replace` that leads to a folder; a package is the files of its folder, tests left out. Relative
//! imports and `vendor` are followed; without a `go.mod` nothing else resolves.

use std::collections::BTreeMap;

use super::tree::{folders, join, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["go"], candidates };

/// Module names and their folders, those nearest to the root first.
#[derive(Default)]
struct Modules(BTreeMap<String, Vec<String>>);

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    if import.starts_with("./") || import.starts_with("../") {
        return Ok(walk(parent(from), import).map(|folder| package(&folder, tree)).unwrap_or_default());
    }
    let modules = tree.memo(modules)?;
    // The longest prefix that is a module.
    let mut prefix = import;
    loop {
        if let Some(known) = modules.0.get(prefix) {
            let around = known.iter().find(|module| folders(from).any(|folder| folder == module.as_str()));
            let rest = import[prefix.len()..].trim_start_matches('/');
            // A module of this name that has no such package is another one.
            let found = around.into_iter().chain(known).map(|module| package(&join(module, rest), tree)).find(|files| !files.is_empty());
            return Ok(found.unwrap_or_default());
        }
        let Some((shorter, _)) = prefix.rsplit_once('/') else { break };
        prefix = shorter;
    }
    let vendored = folders(from).map(|folder| package(&join(folder, &format!("vendor/{import}")), tree)).find(|files| !files.is_empty());
    Ok(vendored.unwrap_or_default())
}

/// The files of the package in a folder.
fn package(folder: &str, tree: &Tree<'_>) -> Vec<String> {
    let files = tree.files_in(folder).into_iter();
    files.filter(|path| path.ends_with(".go") && !path.ends_with("_test.go")).map(str::to_owned).collect()
}

fn modules(tree: &Tree<'_>) -> Result<Modules, Error> {
    let mut modules = Modules::default();
    let files = [tree.manifests("go.mod")?, tree.manifests("go.work")?].concat();
    for (path, text) in &files {
        let mut block = "";
        for line in text.lines() {
            let line = line.split("//").next().unwrap_or_default().trim();
            let (word, rest) = if block.is_empty() { line.split_once([' ', '\t']).unwrap_or((line, "")) } else { (block, line) };
            let rest = rest.trim();
            match (word, rest) {
                (_, ")") => block = "",
                (word, "(") => block = word,
                ("module", name) if !name.is_empty() => modules.add(name.trim_matches('"'), parent(path)),
                ("replace", rule) => {
                    let Some((name, target)) = rule.split_once("=>") else { continue };
                    let target = target.trim().trim_matches('"');
                    let name = name.split_whitespace().next().unwrap_or_default().trim_matches('"');
                    if let Some(folder) = walk(parent(path), target).filter(|_| target.starts_with('.') && !name.is_empty()) {
                        modules.add(name, &folder);
                    }
                }
                _ => {}
            }
        }
    }
    Ok(modules)
}

impl Modules {
    fn add(&mut self, name: &str, folder: &str) {
        let folders = self.0.entry(name.to_owned()).or_default();
        if !folders.iter().any(|known| known == folder) {
            folders.push(folder.to_owned());
        }
    }
}
