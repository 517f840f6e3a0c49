//! Swift: an import names a module, which is the files of its target: the folder that `Package.swift` gives it, else `Sources/Name`, `Source/Name`, `src/Name` or
//! `Tests/Name`. Of a large module only the first files count.

use std::collections::BTreeMap;

use super::tree::{folders, join, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["swift"], candidates };

/// Most files of one module.
const FILES: usize = 512;

/// Targets and their folders.
struct Targets(BTreeMap<String, Vec<String>>);

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let module = import.split('.').next().unwrap_or_default();
    if module.is_empty() || module.contains('/') {
        return Ok(Vec::new());
    }
    let targets = tree.memo(targets)?;
    let known = targets.0.get(module).map(Vec::as_slice).unwrap_or_default();
    let shown = super::tree::nearest(from, known.iter().map(String::as_str).collect());
    let usual = folders(from).flat_map(|folder| ["Sources", "Source", "src", "Tests"].map(|place| join(folder, &format!("{place}/{module}"))));
    for folder in shown.into_iter().map(str::to_owned).chain(usual) {
        let files: Vec<String> = swift_below(&folder, tree).map(str::to_owned).collect();
        // A file sees what is in its own module without an import.
        if !files.is_empty() && !from.starts_with(&format!("{folder}/")) {
            return Ok(files);
        }
    }
    Ok(Vec::new())
}

fn swift_below<'t>(folder: &str, tree: &'t Tree<'_>) -> impl Iterator<Item = &'t str> {
    tree.files_below(folder, FILES * 4).filter(|path| path.ends_with(".swift")).take(FILES)
}

fn targets(tree: &Tree<'_>) -> Result<Targets, Error> {
    let mut targets: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in tree.manifests("Package.swift")? {
        for call in ["target(", "executableTarget(", "testTarget(", "macro(", "plugin(", "systemLibrary("] {
            for (at, _) in text.match_indices(&format!(".{call}")) {
                let inside = arguments(&text[at..]);
                let value = |key: &str| inside.split_once(key).and_then(|(_, rest)| rest.split('"').nth(1)).map(str::to_owned);
                let Some(name) = value("name:") else { continue };
                if let Some(folder) = value(" path:").or_else(|| value("\tpath:")).and_then(|place| walk(parent(path), &place)) {
                    targets.entry(name).or_default().push(folder);
                } else {
                    let usual = ["Sources", "Tests", "Source", "Plugins", "src"].map(|place| join(parent(path), &format!("{place}/{name}")));
                    targets.entry(name).or_default().extend(usual.into_iter().find(|folder| tree.has_folder(folder)));
                }
            }
        }
    }
    Ok(Targets(targets))
}

/// What stands between the first brackets of a text.
fn arguments(text: &str) -> &str {
    let Some(open) = text.find('(') else { return "" };
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().skip(open).take(16 << 10) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return &text[open + 1..at],
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    ""
}
