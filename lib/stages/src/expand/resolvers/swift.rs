//! Swift: an import names a module, which is the files of its target: the folder that `Package.swift` gives it, else `Sources/Name`, `Tests/Name` or the like; the
//! folder that is called as a target of an Xcode project around it. Of a large module only the first files count.
//!
//! Left out: what a project is generated from (XcodeGen, Tuist), and modules whose folder is called otherwise.

use std::collections::BTreeMap;

use super::tree::{extension, folders, join, nearest, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["swift"], candidates };

/// Most files of one module.
const FILES: usize = 512;
/// Where the folder of a target stands below that of its package.
const PLACES: [&str; 6] = ["Sources", "Tests", "Source", "Plugins", "src", ""];

/// Targets and their folders.
struct Targets(BTreeMap<String, Vec<String>>);

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let module = import.split('.').next().unwrap_or_default();
    if module.is_empty() || module.contains('/') {
        return Ok(Vec::new());
    }
    let targets = tree.memo(targets)?;
    let known = targets.0.get(module).map(Vec::as_slice).unwrap_or_default();
    let shown = nearest(from, known.iter().map(String::as_str).collect());
    // Where a package says what its targets are, a folder of that name is none: `Sources/SwiftUI` is what a library has for SwiftUI.
    let open = folders(from).filter(|folder| !tree.has(&join(folder, "Package.swift")));
    let usual = open.flat_map(|folder| ["Sources", "Source", "src", "Tests"].map(|place| join(folder, &format!("{place}/{module}"))));
    for folder in shown.into_iter().map(str::to_owned).chain(usual) {
        // A file sees what is in its own module without an import; the examples of a documentation are not in it.
        if from.strip_prefix(&folder).is_some_and(|rest| rest.starts_with('/') && !rest.contains(".docc/")) {
            return Ok(Vec::new());
        }
        let files = files_of(&folder, tree);
        if !files.is_empty() {
            return Ok(files);
        }
    }
    Ok(Vec::new())
}

/// The files of the module in `folder`: Swift, else the headers of C.
fn files_of(folder: &str, tree: &Tree<'_>) -> Vec<String> {
    let below = |word: &str| -> Vec<String> {
        let files = tree.files_below(folder, FILES * 4).filter(|path| extension(path) == word && !path.contains(".docc/"));
        files.take(FILES).map(str::to_owned).collect()
    };
    let swift = below("swift");
    if swift.is_empty() { below("h") } else { swift }
}

fn targets(tree: &Tree<'_>) -> Result<Targets, Error> {
    let mut targets: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in tree.manifests("Package.swift")? {
        // Also what a package calls its own ways of making one: `.rxTarget(name: "RxSwift")`.
        for call in ["arget(", ".macro(", ".plugin(", ".systemLibrary("] {
            for (at, _) in text.match_indices(call) {
                let inside = arguments(&text[at..]);
                let value = |key: &str| inside.split_once(key).and_then(|(_, rest)| rest.trim_start().strip_prefix('"')?.split('"').next());
                let Some(name) = value("name:") else { continue };
                let shown = [" path:", "\tpath:", "\npath:"].iter().find_map(|key| value(key)).and_then(|place| walk(parent(path), place));
                let usual = || PLACES.map(|place| join(parent(path), &join(place, name))).into_iter().find(|folder| tree.has_folder(folder));
                targets.entry(name.to_owned()).or_default().extend(shown.or_else(usual));
            }
        }
    }
    for (path, text) in tree.manifests("project.pbxproj")? {
        let base = parent(parent(path));
        for (at, _) in text.match_indices("isa = PBXNativeTarget;") {
            let inside = text[at..].split("};").next().unwrap_or_default();
            let name = inside.lines().find_map(|line| line.trim().strip_prefix("name = ")).unwrap_or_default();
            let name = name.trim_end_matches(';').trim_matches('"');
            let is_own = |folder: &&str| base.is_empty() || folder.strip_prefix(base).is_some_and(|rest| rest.starts_with('/'));
            let named = tree.folders_ending(name).into_iter().filter(is_own).filter(|folder| !files_of(folder, tree).is_empty()).collect();
            // The module is called so with `_` for what no name may have.
            let module = name.replace(|char: char| !char.is_alphanumeric(), "_");
            targets.entry(module).or_default().extend(nearest(path, named).first().map(|folder| (*folder).to_owned()));
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
