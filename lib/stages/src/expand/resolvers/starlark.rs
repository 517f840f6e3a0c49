//! Starlark: `load("//pkg:file.bzl")`, `load(":file.bzl")`, and labels of the tree's own repository by its name.

use super::tree::{folders, join, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["starlark"], candidates };

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    if let Some(name) = import.strip_prefix(':') {
        return Ok(walk(parent(from), name).into_iter().collect());
    }
    let Some((repository, label)) = import.split_once("//") else {
        return Ok(walk(parent(from), import).filter(|_| import.ends_with(".bzl")).into_iter().collect());
    };
    let (package, name) = label.split_once(':').unwrap_or_else(|| label.rsplit_once('/').unwrap_or(("", label)));
    for folder in folders(from) {
        let marks = ["MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel", "BUCK"].map(|mark| join(folder, mark));
        if !folder.is_empty() && !marks.iter().any(|mark| tree.has(mark)) {
            continue;
        }
        if !matches!(repository, "" | "@" | "@@") {
            let own = repository.trim_start_matches('@');
            let said = |text: Option<String>| text.is_some_and(|text| text.contains(&format!("\"{own}\"")) && names(&text, own));
            let mut is_own = false;
            for mark in &marks {
                is_own |= said(tree.manifest(mark)?);
            }
            if !is_own {
                continue;
            }
        }
        if let Some(found) = walk(&join(folder, package), name).filter(|path| tree.has(path)) {
            return Ok(vec![found]);
        }
    }
    Ok(Vec::new())
}

/// True if a `MODULE.bazel` or `WORKSPACE` calls its own repository so.
fn names(text: &str, own: &str) -> bool {
    ["module(", "workspace("].iter().any(|call| {
        let inside = text.split_once(call).map_or("", |(_, rest)| rest.split(')').next().unwrap_or_default());
        inside.contains(&format!("name = \"{own}\"")) || inside.contains(&format!("repo_name = \"{own}\""))
    })
}
