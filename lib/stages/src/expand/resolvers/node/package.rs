//! `package.json` and workspaces: which packages a file can name, and which file an entry of a package stands for.
//!
//! Entries mostly name what is built, which is seldom in the index: what it was built from stands in `src`, or in the same place with another extension.

use std::collections::BTreeMap;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use serde_json::Value;

use super::super::Tree;
use super::super::tree::{folders, join, name, parent, walk};
use super::{file, json};
use crate::Error;

/// Folders that hold what is built.
const BUILT: [&str; 16] =
    ["dist", "build", "lib", "out", "es", "esm", "cjs", "umd", "node", "types", "typings", "module", "browser", "output", "bundles", "source"];
/// How `exports` says what is meant; the first known wins.
const CONDITIONS: [&str; 12] =
    ["source", "development", "import", "module", "default", "node", "require", "browser", "types", "svelte", "production", "bun"];
/// Most targets of one entry, and how deep conditions are followed.
const TARGETS: usize = 32;
const DEEP: usize = 8;

/// A package of the tree.
struct Package {
    folder: String,
    manifest: Value,
}

/// All packages, and which folders belong to workspaces.
#[derive(Default)]
struct Packages {
    by_name: BTreeMap<String, Vec<Package>>,
    /// Root of a workspace and the folders of its packages.
    workspaces: Vec<(String, GlobSet)>,
}

fn packages(tree: &Tree<'_>) -> Result<std::rc::Rc<Packages>, Error> {
    tree.memo(|tree| {
        let mut all = Packages::default();
        for (path, text) in tree.manifests("package.json")? {
            let folder = parent(path);
            let manifest = json::parse(&text).unwrap_or_default();
            let globs = manifest.get("workspaces").map(|value| value.get("packages").unwrap_or(value)).and_then(Value::as_array);
            if let Some(globs) = globs {
                all.workspaces.extend(workspace(folder, globs.iter().filter_map(Value::as_str)));
            }
            if let Some(name) = manifest.get("name").and_then(Value::as_str).map(str::to_owned) {
                all.by_name.entry(name).or_default().push(Package { folder: folder.to_owned(), manifest });
            }
        }
        for (path, text) in tree.manifests("lerna.json")? {
            let globs = json::parse(&text).unwrap_or_default();
            let globs = globs.get("packages").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
            all.workspaces.extend(workspace(parent(path), globs));
        }
        for (path, text) in tree.manifests("pnpm-workspace.yaml")? {
            let globs = super::super::yaml::list(&text, "packages");
            all.workspaces.extend(workspace(parent(path), globs.iter().map(String::as_str)));
        }
        Ok(all)
    })
}

/// The folders that some globs of a workspace name.
fn workspace<'g>(root: &str, globs: impl Iterator<Item = &'g str>) -> Option<(String, GlobSet)> {
    let mut set = GlobSetBuilder::new();
    for glob in globs.take(TARGETS * 8).filter(|glob| !glob.starts_with('!')) {
        let glob = walk(root, glob.trim_end_matches('/'))?;
        if let Ok(glob) = GlobBuilder::new(&glob).literal_separator(true).build() {
            set.add(glob);
        }
    }
    Some((root.to_owned(), set.build().ok()?))
}

impl Packages {
    /// The package that `from` means by `name`: of its workspace, around it, or one that the package around it has by its path. Where the tree has no
    /// workspace, any.
    fn find(&self, from: &str, name: &str, tree: &Tree<'_>) -> Result<Option<&Package>, Error> {
        let Some(packages) = self.by_name.get(name) else { return Ok(None) };
        let within = |folder: &str| folder.is_empty() || parent(from) == folder || from.starts_with(&format!("{folder}/"));
        if let Some(around) = packages.iter().filter(|package| within(&package.folder)).max_by_key(|package| package.folder.len()) {
            return Ok(Some(around));
        }
        let governing = self.workspaces.iter().filter(|(root, _)| within(root)).max_by_key(|(root, _)| root.len());
        let member = packages.iter().find(|package| governing.is_none_or(|(_, members)| members.is_match(&package.folder)));
        if member.is_some() {
            return Ok(member);
        }
        for folder in folders(from) {
            let Some(text) = tree.manifest(&join(folder, "package.json"))? else { continue };
            let manifest = json::parse(&text).unwrap_or_default();
            let version = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]
                .iter()
                .find_map(|kind| manifest.get(*kind)?.get(name)?.as_str().map(str::to_owned));
            let local = version.as_deref().and_then(|version| {
                ["file:", "link:", "portal:", "workspace:"].iter().find_map(|protocol| version.strip_prefix(protocol)).map(str::to_owned)
            });
            if let Some(path) = local {
                let meant = walk(folder, &path);
                return Ok(packages.iter().find(|package| Some(&package.folder) == meant.as_ref()).or(packages.first()));
            }
        }
        Ok(None)
    }
}

/// The file of `import`, which begins with the name of a package of this tree.
pub(super) fn named(from: &str, import: &str, tree: &Tree<'_>) -> Result<Option<String>, Error> {
    let slashes = if import.starts_with('@') { 2 } else { 1 };
    let mut parts = import.splitn(slashes + 1, '/');
    let name = parts.by_ref().take(slashes).collect::<Vec<_>>().join("/");
    let below = parts.next().filter(|below| !below.is_empty());
    let packages = packages(tree)?;
    let Some(Package { folder, manifest }) = packages.find(from, &name, tree)? else { return Ok(None) };
    let Some(below) = below else { return Ok(first(folder, &main(manifest), tree)) };
    let mut entries = Vec::new();
    choose(manifest.get("exports").unwrap_or(&Value::Null), &format!("./{below}"), &mut entries);
    entries.extend([below.to_owned(), format!("src/{below}"), format!("lib/{below}"), format!("source/{below}")]);
    Ok(first(folder, &entries, tree))
}

/// The file of a folder that has a `package.json` of its own.
pub(super) fn folder(folder: &str, tree: &Tree<'_>) -> Result<Option<String>, Error> {
    let text = tree.manifest(&join(folder, "package.json"))?;
    Ok(text.and_then(|text| first(folder, &main(&json::parse(&text).unwrap_or_default()), tree)))
}

/// What a package is by its own name, the best first.
fn main(manifest: &Value) -> Vec<String> {
    let keys = ["source", "module", "main", "types", "typings"];
    let mut entries: Vec<String> = keys.iter().filter_map(|key| manifest.get(*key)?.as_str().map(str::to_owned)).collect();
    choose(manifest.get("exports").unwrap_or(&Value::Null), ".", &mut entries);
    entries.extend(["src", "", "lib", "source", "src/main", "src/lib"].map(str::to_owned));
    entries
}

/// The file of `#x` by the `imports` of the package around `from`.
pub(super) fn own(from: &str, import: &str, tree: &Tree<'_>) -> Result<Option<String>, Error> {
    for folder in folders(from) {
        let Some(text) = tree.manifest(&join(folder, "package.json"))? else { continue };
        let mut entries = Vec::new();
        let manifest = json::parse(&text).unwrap_or_default();
        choose(manifest.get("imports").unwrap_or(&Value::Null), import, &mut entries);
        return Ok(first(folder, &entries, tree));
    }
    Ok(None)
}

/// The file that a path below `dist` or the like was built from.
pub(super) fn before_built(path: &str, tree: &Tree<'_>) -> Option<String> {
    let at = path.split('/').position(|part| matches!(part, "dist" | "build" | "out"))?;
    let start: usize = path.split('/').take(at).map(|part| part.len() + 1).sum();
    let (folder, entry) = path.split_at(start);
    first(folder.trim_end_matches('/'), &[entry.to_owned()], tree)
}

/// The first entry that is a file of the package in `folder`, as it is or as it was before it was built.
fn first(folder: &str, entries: &[String], tree: &Tree<'_>) -> Option<String> {
    entries.iter().flat_map(|entry| sources(entry)).find_map(|entry| {
        let path = walk(folder, &entry)?;
        // Nothing of the root is meant by an entry that leads nowhere, and none leads out of its package.
        let inside = folder.is_empty() || path == folder || path.starts_with(&format!("{folder}/"));
        inside.then(|| file(tree, &path, false)).flatten()
    })
}

/// The places where what `entry` names may stand.
fn sources(entry: &str) -> Vec<String> {
    let plain = entry.strip_prefix("./").unwrap_or(entry);
    let mut places = vec![plain.to_owned()];
    let unbuilt = ["d.ts", "d.mts", "d.cts", "mjs", "cjs", "jsx", "js"].iter().find_map(|built| plain.strip_suffix(&format!(".{built}")));
    places.extend(unbuilt.map(str::to_owned));
    let mut rest = unbuilt.unwrap_or(plain);
    while let Some(below) = rest.split_once('/').filter(|(first, _)| BUILT.contains(first)).map(|(_, below)| below) {
        let below = below.strip_prefix("src/").unwrap_or(below);
        places.extend([format!("src/{below}"), below.to_owned()]);
        if name(below) == "index" || name(below).starts_with("index.") {
            places.push(join("src", parent(below)));
        }
        rest = below;
    }
    places
}

/// The targets that `exports` or `imports` has for `key`, in the order in which they are tried.
fn choose(map: &Value, key: &str, targets: &mut Vec<String>) {
    match map {
        Value::Object(entries) if entries.keys().any(|entry| entry.starts_with(['.', '#'])) => {
            if let Some(value) = entries.get(key) {
                return leaves(value, "", targets, DEEP);
            }
            let mut best: Option<(usize, &Value, &str)> = None;
            for (entry, value) in entries {
                let inside = match entry.split_once('*') {
                    Some((before, after)) => key.strip_prefix(before).and_then(|rest| rest.strip_suffix(after)).map(|inside| (before.len(), inside)),
                    None if entry.ends_with('/') => key.strip_prefix(entry.as_str()).map(|inside| (entry.len(), inside)),
                    None => None,
                };
                if let Some((length, inside)) = inside.filter(|(length, _)| best.is_none_or(|(best, ..)| *length > best)) {
                    best = Some((length, value, inside));
                }
            }
            if let Some((_, value, inside)) = best {
                leaves(value, inside, targets, DEEP);
            }
        }
        value if key == "." => leaves(value, "", targets, DEEP),
        _ => {}
    }
}

/// The paths in an entry, those of better conditions first; `*` becomes `inside`.
fn leaves(value: &Value, inside: &str, targets: &mut Vec<String>, deep: usize) {
    if targets.len() >= TARGETS || deep == 0 {
        return;
    }
    match value {
        Value::String(path) if path.ends_with('/') => targets.push(format!("{path}{inside}")),
        Value::String(path) => targets.push(path.replace('*', inside)),
        Value::Array(values) => values.iter().for_each(|value| leaves(value, inside, targets, deep - 1)),
        Value::Object(conditions) => {
            let known = CONDITIONS.iter().filter_map(|key| conditions.get(*key));
            let others = conditions.iter().filter(|(key, _)| !CONDITIONS.contains(&key.as_str())).map(|(_, value)| value);
            known.chain(others).for_each(|value| leaves(value, inside, targets, deep - 1));
        }
        _ => {}
    }
}
