//! Rust: `mod:x`, `path:x.rs` (of `#[path]` and `include!`), `crate::`, `self::`, `super::`, names of the module, and crates of the tree by the name that the
//! nearest `Cargo.toml` has for them. Both layouts, `a.rs` and `a/mod.rs`.
//!
//! Left out: what macros make; packages of a registry, also where the tree has one of the same name and the manifest does not mean it.

mod cargo;

use super::tree::{folders, join, name, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["rust"], candidates };

const DEPTH: usize = 32;

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    if let Some(path) = import.strip_prefix("path:") {
        return Ok(walk(parent(from), path).into_iter().collect());
    }
    let inside = inside(from, tree);
    if let Some(module) = import.strip_prefix("mod:") {
        let module = module.replace("r#", "");
        // `#[path]` may have put the file anywhere: then its modules stand beside it.
        return Ok([inside.as_str(), parent(from)].iter().find_map(|folder| file(tree, &join(folder, &module))).into_iter().collect());
    }
    let words = import.split("::").map(|part| part.trim().trim_start_matches("r#"));
    let mut parts: Vec<&str> = words.filter(|part| !part.is_empty() && *part != "*").take(DEPTH).collect();
    let Some(first) = parts.first().copied() else { return Ok(Vec::new()) };
    let found = match first {
        "crate" | "$crate" => {
            let root = root(from, tree)?;
            let folder = root.as_deref().map_or_else(|| inside.clone(), |root| parent(root).to_owned());
            longest(tree, &folder, &parts[1..]).or(root)
        }
        "self" | "super" => {
            let mut folder = inside;
            while let Some(word @ ("self" | "super")) = parts.first().copied() {
                if word == "super" {
                    folder = parent(&folder).to_owned();
                }
                parts.remove(0);
            }
            longest(tree, &folder, &parts).or_else(|| file(tree, &folder)).or_else(|| root_in(&folder, from, tree))
        }
        "std" | "core" | "alloc" | "proc_macro" | "test" => None,
        _ => match longest(tree, &inside, &parts).filter(|_| !import.starts_with("::")) {
            Some(path) => Some(path),
            None => cargo::library(from, first, tree)?.map(|root| longest(tree, parent(&root), &parts[1..]).unwrap_or(root)),
        },
    };
    Ok(found.into_iter().collect())
}

/// True for a file that is the root of a crate by where it stands: a test, a benchmark, an example, a binary.
fn is_root(path: &str, tree: &Tree<'_>) -> bool {
    let folder = parent(path);
    let around = parent(folder);
    match name(folder) {
        "tests" | "benches" | "examples" => tree.has(&join(around, "Cargo.toml")),
        "bin" => name(around) == "src" || tree.has(&join(around, "Cargo.toml")),
        _ => name(path) == "build.rs" && tree.has(&join(folder, "Cargo.toml")),
    }
}

/// The folder where the submodules of a file are.
fn inside(path: &str, tree: &Tree<'_>) -> String {
    match name(path) {
        "mod.rs" | "lib.rs" | "main.rs" => parent(path).to_owned(),
        _ if is_root(path, tree) => parent(path).to_owned(),
        _ => path.strip_suffix(".rs").unwrap_or(path).to_owned(),
    }
}

/// The file of the module whose path without extension is `module`.
fn file(tree: &Tree<'_>, module: &str) -> Option<String> {
    if module.is_empty() { None } else { tree.first([format!("{module}.rs"), join(module, "mod.rs")]) }
}

/// The file of the longest beginning of `parts` that is a module; the rest are items in it.
fn longest(tree: &Tree<'_>, folder: &str, parts: &[&str]) -> Option<String> {
    (1..=parts.len()).rev().find_map(|count| file(tree, &join(folder, &parts[..count].join("/"))))
}

fn root_in(folder: &str, from: &str, tree: &Tree<'_>) -> Option<String> {
    let (lib, main) = (join(folder, "lib.rs"), join(folder, "main.rs"));
    if from == main { Some(main) } else { tree.first([lib, main]) }
}

/// The root file of the crate around a file.
fn root(from: &str, tree: &Tree<'_>) -> Result<Option<String>, Error> {
    if is_root(from, tree) {
        return Ok(Some(from.to_owned()));
    }
    for folder in folders(from) {
        if let Some(root) = root_in(folder, from, tree) {
            return Ok(Some(root));
        }
        if tree.has(&join(folder, "Cargo.toml")) {
            return cargo::root(folder, tree);
        }
    }
    Ok(None)
}
