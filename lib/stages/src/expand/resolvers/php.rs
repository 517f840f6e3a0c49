//! PHP: names by the `autoload` of every `composer.json` of the tree (PSR-4, PSR-0), else the file of the namespace that defines them; paths of `require` and
//! `include` beside the file or below the folders around it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::tree::{folders, nearest, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["php"], candidates };

/// Most files whose namespace is looked up for one import.
const LOOKED: usize = 32;
/// Most files of one package that are always loaded.
const FILES: usize = 64;

/// Prefixes of namespaces and their folders, the longest first.
#[derive(Default)]
struct Autoload {
    psr4: Vec<(String, String)>,
    psr0: Vec<(String, String)>,
    /// Functions of the files that are always loaded, in full and in lower case, and the file of each.
    functions: BTreeMap<String, String>,
}

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    if import.contains('/') || import.rsplit_once('.').is_some_and(|(_, end)| matches!(end, "php" | "inc" | "phtml" | "phps")) {
        let path = import.trim_start_matches('/');
        let has = |folder: &str| walk(folder, path).filter(|path| tree.has(path));
        let is_here = import.starts_with("./") || import.starts_with("../");
        return Ok(has(parent(from)).or_else(|| folders(from).filter(|_| !is_here).find_map(has)).into_iter().collect());
    }
    let name = import.trim().trim_start_matches('\\');
    let autoload = tree.memo(autoload)?;
    for (prefix, folder) in &autoload.psr4 {
        let Some(rest) = name.strip_prefix(prefix.as_str()).filter(|rest| !rest.is_empty()) else { continue };
        if let Some(found) = class(folder, rest, tree) {
            return Ok(vec![found]);
        }
    }
    for (prefix, folder) in &autoload.psr0 {
        let Some(rest) = name.strip_prefix(prefix.as_str()) else { continue };
        let found = class(folder, name, tree).or_else(|| class(folder, &format!("{prefix}{}", rest.replace('_', "\\")), tree));
        if let Some(found) = found.or_else(|| class(folder, &name.replace('_', "\\"), tree)) {
            return Ok(vec![found]);
        }
    }
    if let Some(file) = autoload.functions.get(&name.to_lowercase()) {
        return Ok(vec![file.clone()]);
    }
    // Functions and constants of other files, class maps.
    let (namespace, last) = name.rsplit_once('\\').unwrap_or(("", name));
    let inside: Vec<&str> = if namespace.is_empty() { Vec::new() } else { tree.defining(namespace, &["namespace"])? };
    let defining = tree.defining(last, &[])?.into_iter().filter(|path| inside.binary_search(path).is_ok()).take(LOOKED);
    Ok(nearest(from, defining.collect()).first().map(|path| (*path).to_owned()).into_iter().collect())
}

/// The file of the class `name` below `folder`.
fn class(folder: &str, name: &str, tree: &Tree<'_>) -> Option<String> {
    let path = walk(folder, &name.replace('\\', "/"))?;
    tree.first([format!("{path}.php"), format!("{path}.inc")])
}

fn autoload(tree: &Tree<'_>) -> Result<Autoload, Error> {
    let mut all = Autoload::default();
    for (path, text) in tree.manifests("composer.json")? {
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        for (part, standard) in [("autoload", "psr-4"), ("autoload-dev", "psr-4"), ("autoload", "psr-0"), ("autoload-dev", "psr-0")] {
            let prefixes = value.get(part).and_then(|part| part.get(standard)).and_then(Value::as_object);
            for (prefix, places) in prefixes.into_iter().flatten() {
                let places = match places {
                    Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
                    one => one.as_str().into_iter().collect::<Vec<_>>(),
                };
                let folders = places.into_iter().filter_map(|place| walk(parent(path), place));
                let into = if standard == "psr-4" { &mut all.psr4 } else { &mut all.psr0 };
                into.extend(folders.map(|folder| (prefix.clone(), folder)));
            }
        }
        for part in ["autoload", "autoload-dev"] {
            let files = value.get(part).and_then(|part| part.get("files")).and_then(Value::as_array);
            for file in files.into_iter().flatten().take(FILES).filter_map(|file| walk(parent(path), file.as_str()?)) {
                let Some(text) = tree.manifest(&file)? else { continue };
                let mut namespace = "";
                for line in text.lines().map(str::trim) {
                    if let Some(rest) = line.strip_prefix("namespace ") {
                        namespace = rest.trim_end_matches([';', '{', ' ']);
                    } else if let Some((name, _)) = line.strip_prefix("function ").and_then(|rest| rest.split_once('(')) {
                        let name = format!("{namespace}\\{}", name.trim().trim_start_matches('&'));
                        all.functions.entry(name.trim_start_matches('\\').to_lowercase()).or_insert_with(|| file.clone());
                    }
                }
            }
        }
    }
    for prefixes in [&mut all.psr4, &mut all.psr0] {
        prefixes.sort_by_key(|(prefix, _)| std::cmp::Reverse(prefix.len()));
    }
    Ok(all)
}
