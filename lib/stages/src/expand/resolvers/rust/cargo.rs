//! `Cargo.toml`: the root files of packages, and what a package calls those that it depends on.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;

use super::super::Tree;
use super::super::tree::{folders, join, name, parent, walk};
use crate::Error;

/// A `Cargo.toml`.
struct Manifest {
    /// The package's name as code writes it; none for a workspace alone.
    package: Option<String>,
    /// The name of its library, where it is another.
    library: Option<String>,
    /// The root file of its library, where it is not `src/lib.rs`.
    path: Option<String>,
    /// By the name in code: the package that is meant (as code writes it), and the folder if there is one.
    dependencies: BTreeMap<String, (String, Option<String>)>,
    /// The same, for what members take from here.
    shared: BTreeMap<String, (String, Option<String>)>,
}

/// By folder.
struct Manifests(BTreeMap<String, Manifest>);

fn code(name: &str) -> String {
    name.replace('-', "_")
}

fn manifests(tree: &Tree<'_>) -> Result<Rc<Manifests>, Error> {
    tree.memo(|tree| {
        let mut all = BTreeMap::new();
        for (path, text) in tree.manifests("Cargo.toml")? {
            let folder = parent(path);
            let value: Value = toml::from_str(&text).unwrap_or_default();
            let text = |pointer: &str| value.pointer(pointer).and_then(Value::as_str);
            let mut manifest = Manifest {
                package: text("/package/name").map(code),
                library: text("/lib/name").map(code),
                path: text("/lib/path").and_then(|path| walk(folder, path)),
                dependencies: BTreeMap::new(),
                shared: BTreeMap::new(),
            };
            depends(&mut manifest.shared, folder, value.pointer("/workspace/dependencies"));
            for kind in ["dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies"] {
                depends(&mut manifest.dependencies, folder, value.get(kind));
                for target in value.get("target").and_then(Value::as_object).into_iter().flat_map(|targets| targets.values()) {
                    depends(&mut manifest.dependencies, folder, target.get(kind));
                }
            }
            all.insert(folder.to_owned(), manifest);
        }
        Ok(Manifests(all))
    })
}

fn depends(into: &mut BTreeMap<String, (String, Option<String>)>, folder: &str, table: Option<&Value>) {
    for (name, value) in table.and_then(Value::as_object).into_iter().flatten() {
        let package = value.get("package").and_then(Value::as_str).unwrap_or(name);
        let path = value.get("path").and_then(Value::as_str).and_then(|path| walk(folder, path));
        into.insert(code(name), (code(package), path));
    }
}

impl Manifests {
    /// The root file of the library of the package in `folder`.
    fn library(&self, folder: &str, tree: &Tree<'_>) -> Option<String> {
        let named = self.0.get(folder).and_then(|manifest| manifest.path.clone());
        tree.first(named.into_iter().chain([join(folder, "src/lib.rs"), join(folder, "lib.rs")]))
    }
}

/// The root file of the package in `folder`: its library, else its binary.
pub(super) fn root(folder: &str, tree: &Tree<'_>) -> Result<Option<String>, Error> {
    Ok(manifests(tree)?.library(folder, tree).or_else(|| tree.first([join(folder, "src/main.rs"), join(folder, "main.rs")])))
}

/// The root file of the library that `from` calls `krate`.
pub(super) fn library(from: &str, krate: &str, tree: &Tree<'_>) -> Result<Option<String>, Error> {
    let all = manifests(tree)?;
    let around = folders(from).find_map(|folder| Some((folder, all.0.get(folder).filter(|manifest| manifest.package.is_some())?)));
    let Some((folder, own)) = around else {
        // Without a manifest the folder of a library says its name.
        let is_it = |path: &&str| code(name(parent(parent(path)))) == krate && !tree.has(&join(parent(parent(path)), "Cargo.toml"));
        let libraries = tree.ending("src/lib.rs").into_iter().filter(is_it).collect();
        return Ok(super::super::tree::nearest(from, libraries).first().map(|path| (*path).to_owned()));
    };
    if own.library.as_deref().or(own.package.as_deref()) == Some(krate) {
        return Ok(all.library(folder, tree));
    }
    // The name in code is that of the dependency, else that of its library.
    let renamed = || {
        own.dependencies.iter().find(|(_, (package, path))| {
            let folder = path.clone().or_else(|| all.0.iter().find(|(_, other)| other.package.as_ref() == Some(package)).map(|(folder, _)| folder.clone()));
            folder.and_then(|folder| all.0.get(&folder)).is_some_and(|other| other.library.as_deref() == Some(krate))
        })
    };
    let Some((key, (package, path))) = own.dependencies.get_key_value(krate).or_else(renamed) else { return Ok(None) };
    let shared = folders(from).filter_map(|folder| all.0.get(folder)).find_map(|manifest| manifest.shared.get(key));
    let (package, path) = match (path, shared) {
        (Some(path), _) => (package, Some(path)),
        (None, Some((package, path))) => (package, path.as_ref()),
        (None, None) => (package, None),
    };
    if let Some(path) = path {
        return Ok(all.library(path, tree));
    }
    // A version alone may still mean a member, as `[patch]` and publishing have it.
    let members: Vec<&str> = all.0.iter().filter(|(_, other)| other.package.as_ref() == Some(package)).map(|(folder, _)| folder.as_str()).collect();
    Ok(super::super::tree::nearest(from, members).first().and_then(|folder| all.library(folder, tree)))
}
