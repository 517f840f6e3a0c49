//! Rust: `mod:x`, `crate::`, `self::`, `super::`, names of the module, and crates of the workspace. Both layouts, `a.rs` and `a/mod.rs`.
//!
//! Left out: `#[path]`, `[lib] path`, binaries under `src/bin` as roots of their own.

use super::tree::{folders, join, name, parent};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["rust"], candidates };

const DEPTH: usize = 32;

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    if let Some(module) = import.strip_prefix("mod:") {
        let module = module.trim_start_matches("r#");
        // A file may be the root of its own crate (a test, a binary): then its modules stand beside it.
        return Ok([inside(from), parent(from).to_owned()].iter().find_map(|folder| file(tree, &join(folder, module))).into_iter().collect());
    }
    let parts: Vec<&str> = import.split("::").map(|part| part.trim().trim_start_matches("r#")).collect();
    let mut parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty() && *part != "*").take(DEPTH).collect();
    let Some(first) = parts.first().copied() else { return Ok(Vec::new()) };
    let found = match first {
        "crate" => {
            let root = root(from, tree);
            let folder = root.as_deref().map_or_else(|| inside(from), |root| parent(root).to_owned());
            longest(tree, &folder, &parts[1..]).or(root)
        }
        "self" | "super" => {
            let mut folder = inside(from);
            while let Some(word @ ("self" | "super")) = parts.first().copied() {
                if word == "super" {
                    folder = parent(&folder).to_owned();
                }
                parts.remove(0);
            }
            longest(tree, &folder, &parts).or_else(|| file(tree, &folder)).or_else(|| root_in(&folder, from, tree))
        }
        "std" | "core" | "alloc" => None,
        _ => match longest(tree, &inside(from), &parts) {
            Some(path) => Some(path),
            None => named(from, first, tree)?.map(|root| longest(tree, parent(&root), &parts[1..]).unwrap_or(root)),
        },
    };
    Ok(found.into_iter().collect())
}

/// The folder where the submodules of a file are.
fn inside(path: &str) -> String {
    match name(path) {
        "mod.rs" | "lib.rs" | "main.rs" => parent(path).to_owned(),
        _ => path.strip_suffix(".rs").unwrap_or(path).to_owned(),
    }
}

/// The file of the module whose path without extension is `module`.
fn file(tree: &Tree<'_>, module: &str) -> Option<String> {
    tree.first([format!("{module}.rs"), join(module, "mod.rs")])
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
fn root(from: &str, tree: &Tree<'_>) -> Option<String> {
    folders(from).find_map(|folder| root_in(folder, from, tree))
}

/// The root file of a crate of this workspace: by the name of its folder, else by the name in its manifest.
fn named(from: &str, krate: &str, tree: &Tree<'_>) -> Result<Option<String>, Error> {
    let is_it = |path: &&str| name(parent(parent(path))).replace('-', "_") == krate;
    let by_folder: Vec<&str> = tree.ending("src/lib.rs").into_iter().filter(is_it).collect();
    if let Some(path) = super::tree::nearest(from, by_folder).first() {
        return Ok(Some((*path).to_owned()));
    }
    let names = tree.packages("Cargo.toml", package)?;
    Ok(names.get(krate).and_then(|folder| tree.first([join(folder, "src/lib.rs"), join(folder, "lib.rs")])))
}

/// The name of the package of a `Cargo.toml`, as code writes it.
fn package(text: &str) -> Option<String> {
    let inside = text.lines().map(str::trim).skip_while(|line| *line != "[package]").skip(1).take_while(|line| !line.starts_with('['));
    let values = inside.filter_map(|line| line.split_once('=')).filter(|(key, _)| key.trim() == "name");
    values.map(|(_, value)| value.trim().split(['"', '\'']).nth(1).unwrap_or_default().replace('-', "_")).find(|name| !name.is_empty())
}
