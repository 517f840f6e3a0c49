//! Zig: `@import` and `@embedFile` of a file beside, and of a module by the name that a `build.zig` has for a file. `std` is that of the tree, where it has one.

use std::collections::BTreeMap;

use super::tree::{folders, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["zig"], candidates };

/// By name: the `build.zig`'s folder and the file.
struct Modules(BTreeMap<String, Vec<(String, String)>>);

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    if import.contains('.') {
        return Ok(walk(parent(from), import).into_iter().collect());
    }
    if import == "std" {
        return Ok(vec!["lib/std/std.zig".to_owned()]);
    }
    let modules = tree.memo(modules)?;
    let known = modules.0.get(import).map(Vec::as_slice).unwrap_or_default();
    let found = folders(from).find_map(|folder| known.iter().find(|(build, _)| build == folder));
    Ok(found.map(|(_, file)| file.clone()).into_iter().collect())
}

fn modules(tree: &Tree<'_>) -> Result<Modules, Error> {
    let mut modules: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (path, text) in tree.manifests("build.zig")? {
        let folder = parent(path);
        let quoted = |text: &str| text.split('"').nth(1).map(str::to_owned);
        // Modules that are kept in variables: `const x = b.createModule(.{ .root_source_file = b.path("p") })`.
        let mut variables: BTreeMap<&str, String> = BTreeMap::new();
        for call in ["createModule(", "addModule("] {
            for (at, _) in text.match_indices(call) {
                let variable = text[..at].rsplit(['\n', ';']).next().unwrap_or_default().trim().strip_prefix("const ");
                let variable = variable.and_then(|line| line.split([' ', ':', '=']).next());
                if let (Some(variable), Some(file)) = (variable, root_file(&text[at..])) {
                    variables.insert(variable, file);
                }
            }
        }
        for call in ["addModule(", "addAnonymousImport(", "addAnonymousModule("] {
            for (at, _) in text.match_indices(call) {
                if let (Some(name), Some(file)) = (quoted(&text[at..]), root_file(&text[at..]).and_then(|file| walk(folder, &file))) {
                    modules.entry(name).or_default().push((folder.to_owned(), file));
                }
            }
        }
        for (at, call) in text.match_indices("addImport(") {
            let words = text[at + call.len()..].split(')').next().unwrap_or_default();
            let Some((name, variable)) = words.split_once(',') else { continue };
            let file = variables.get(variable.trim()).and_then(|file| walk(folder, file));
            if let (Some(name), Some(file)) = (quoted(name), file) {
                modules.entry(name).or_default().push((folder.to_owned(), file));
            }
        }
        for (at, call) in text.match_indices(".name = \"") {
            let rest = &text[at + call.len()..];
            let Some((name, rest)) = rest.split_once('"') else { continue };
            let variable = rest.trim_start_matches([',', ' ', '\n']).strip_prefix(".module = ").and_then(|rest| rest.split([' ', ',', '}']).next());
            if let Some(file) = variable.and_then(|variable| walk(folder, variables.get(variable)?)) {
                modules.entry(name.to_owned()).or_default().push((folder.to_owned(), file));
            }
        }
    }
    Ok(Modules(modules))
}

/// The root file of the module whose making begins with `text`.
fn root_file(text: &str) -> Option<String> {
    let call = text.split(';').next().unwrap_or_default();
    let rest = ["root_source_file", "source_file"].iter().find_map(|key| call.split_once(key))?.1;
    let file = rest.split('"').nth(1)?;
    file.ends_with(".zig").then(|| file.to_owned())
}
