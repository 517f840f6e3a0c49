//! Zig: `@import` and `@embedFile` of a file beside, and of a module by the name that a `build.zig` has for a file. `std` is that of the tree, where it has one.

use std::collections::BTreeMap;

use super::tree::{folders, nearest, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["zig"], candidates };

/// What the build files say of modules.
struct Modules {
    /// By name: the `build.zig`'s folder and the file.
    known: BTreeMap<String, Vec<(String, String)>>,
    /// What packages offer to others by name.
    offered: BTreeMap<String, Vec<String>>,
}

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    if import.contains('.') {
        return Ok(walk(parent(from), import).into_iter().collect());
    }
    if import == "std" {
        return Ok(vec!["lib/std/std.zig".to_owned()]);
    }
    let modules = tree.memo(modules)?;
    let known = modules.known.get(import).map(Vec::as_slice).unwrap_or_default();
    let found = folders(from).find_map(|folder| known.iter().find(|(build, _)| build == folder)).map(|(_, file)| file);
    // A build may be told in other files; then the only package that offers the name is meant.
    let offered = modules.offered.get(import).filter(|files| files.len() == 1).and_then(|files| files.first());
    Ok(found.or(offered).cloned().into_iter().collect())
}

fn modules(tree: &Tree<'_>) -> Result<Modules, Error> {
    let builds = tree.manifests("build.zig")?;
    let mut offered: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in &builds {
        for (at, _) in text.match_indices("addModule(") {
            if let (Some(name), Some(file)) = (quoted(&text[at..]), root_file(parent(path), &text[at..], text)) {
                offered.entry(name.to_owned()).or_default().push(file);
            }
        }
    }
    let mut known: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (path, text) in &builds {
        let folder = parent(path);
        // Modules that are kept in variables: `const x = b.createModule(.{ .root_source_file = b.path("p") })`, `const y = dep.module("y")`.
        let mut variables: BTreeMap<&str, String> = BTreeMap::new();
        for call in ["createModule(", "addModule(", ".module("] {
            for (at, _) in text.match_indices(call) {
                let variable = text[..at].rsplit(['\n', ';']).next().unwrap_or_default().trim().strip_prefix("const ");
                let Some(variable) = variable.and_then(|line| line.split([' ', ':', '=']).next()) else { continue };
                let file = match call {
                    ".module(" => quoted(&text[at..]).and_then(|name| nearest(path, offered.get(name)?.iter().map(String::as_str).collect()).first().map(|file| (*file).to_owned())),
                    _ => root_file(folder, &text[at..], text),
                };
                if let Some(file) = file {
                    variables.insert(variable, file);
                }
            }
        }
        // Also one that is a field of another: `options.vsr_module`.
        let kept = |word: &str| variables.get(word.trim().rsplit('.').next()?).cloned();
        let mut add = |name: Option<&str>, file: Option<String>| {
            if let (Some(name), Some(file)) = (name, file) {
                known.entry(name.to_owned()).or_default().push((folder.to_owned(), file));
            }
        };
        for call in ["addModule(", "addAnonymousImport(", "addAnonymousModule("] {
            for (at, _) in text.match_indices(call) {
                add(quoted(&text[at..]), root_file(folder, &text[at..], text));
            }
        }
        for (at, call) in text.match_indices("addImport(") {
            let words = text[at + call.len()..].split(')').next().unwrap_or_default();
            let Some((name, variable)) = words.split_once(',') else { continue };
            add(quoted(name), kept(variable));
        }
        for (at, _) in text.match_indices(".name = \"") {
            let rest = text[at..].splitn(3, '"').nth(2).unwrap_or_default();
            let Some(module) = rest.trim_start_matches([',', ' ', '\n']).strip_prefix(".module = ") else { continue };
            let made = module.strip_prefix("b.createModule(").and_then(|call| root_file(folder, call, text));
            add(quoted(&text[at..]), made.or_else(|| kept(module.split([' ', ',', '}', '\n']).next()?)));
        }
    }
    Ok(Modules { known, offered })
}

/// The first string of a text.
fn quoted(text: &str) -> Option<&str> {
    text.split('"').nth(1)
}

/// The root file of the module whose making begins with `text`, in the `build.zig` that is `whole` and stands in `folder`.
fn root_file(folder: &str, text: &str, whole: &str) -> Option<String> {
    let call = text.split(';').next().unwrap_or_default();
    let rest = ["root_source_file", "source_file"].iter().find_map(|key| call.split_once(key))?.1;
    let (before, rest) = rest.split_once('"')?;
    let end = rest.split('"').next()?;
    // `b.path(folder ++ "/x.zig")`
    let start = match before.trim_end().strip_suffix("++").map(|before| before.trim_end().rsplit(['(', ' ']).next().unwrap_or_default()) {
        Some(constant) => whole.split_once(&format!("const {constant} = \""))?.1.split('"').next()?,
        None => "",
    };
    walk(folder, &format!("{start}{end}")).filter(|file| file.ends_with(".zig"))
}
