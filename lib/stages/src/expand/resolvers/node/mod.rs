//! TypeScript and JavaScript, also in Vue, Svelte and Astro components: relative files with and without extension, `index` files, folders with a `package.json`, `.js` that means
//! `.ts`, `paths` and `baseUrl` of `tsconfig.json`, `#x` of `package.json`, packages of the workspace with their `exports`, and `@/` or `~/` as the
//! nearest `src`.
//!
//! Left out: `node_modules`, aliases of bundlers.

mod config;
mod json;
mod package;

use super::tree::{extension, folders, join, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver =
    Resolver { languages: &["typescript", "tsx", "javascript", "vue", "svelte", "astro"], candidates };

const EXTENSIONS: [&str; 13] = ["ts", "tsx", "d.ts", "js", "jsx", "mts", "cts", "mjs", "cjs", "vue", "svelte", "astro", "json"];

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    // What a bundler is told stands before `!` and after `?`.
    let import = import.rsplit('!').next().unwrap_or_default().split('?').next().unwrap_or_default();
    let is_relative = matches!(import, "." | "..") || import.starts_with("./") || import.starts_with("../");
    let found = if is_relative {
        match walk(parent(from), import) {
            Some(path) => match file(tree, &path, import.ends_with('/') || import.ends_with('.')) {
                Some(found) => Some(found),
                None => package::folder(&path, tree)?.or_else(|| package::before_built(&path, tree)),
            },
            None => None,
        }
    } else if import.starts_with('/') || import.contains(':') {
        None
    } else if import.starts_with('#') {
        match package::own(from, import, tree)? {
            Some(found) => Some(found),
            None => config::mapped(from, import, tree)?,
        }
    } else if let Some(found) = config::mapped(from, import, tree)? {
        Some(found)
    } else if let Some(rest) = import.strip_prefix("@/").or_else(|| import.strip_prefix("~/")) {
        let source = |folder: &str| file(tree, &walk(&join(folder, "src"), rest).filter(|path| !path.is_empty())?, false);
        let root = |folder: &str| {
            let is_root = tree.has(&join(folder, "package.json"));
            is_root.then(|| file(tree, &walk(folder, rest).filter(|path| !path.is_empty())?, false)).flatten()
        };
        folders(from).find_map(source).or_else(|| folders(from).find_map(root))
    } else if let Some(rest) = import.strip_prefix("$lib/") {
        folders(from).find_map(|folder| file(tree, &walk(&join(folder, "src/lib"), rest)?, false))
    } else {
        package::named(from, import, tree)?
    };
    Ok(found.into_iter().collect())
}

/// The file that a path without or with extension stands for.
fn file(tree: &Tree<'_>, path: &str, folder_only: bool) -> Option<String> {
    if !folder_only && !path.is_empty() {
        // A compiler that is told of `a.js` looks at `a.ts` first.
        let other: &[&str] = match extension(path) {
            "js" => &["ts", "tsx", "d.ts", "jsx"],
            "jsx" => &["tsx"],
            "mjs" => &["mts", "d.mts"],
            "cjs" => &["cts", "d.cts"],
            _ => &[],
        };
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        let meant = other.iter().map(|extension| format!("{stem}.{extension}"));
        let added = EXTENSIONS.iter().map(|extension| format!("{path}.{extension}"));
        if let Some(found) = tree.first(std::iter::once(path.to_owned()).chain(meant).chain(added)) {
            return Some(found);
        }
    }
    tree.first(EXTENSIONS.iter().map(|extension| join(path, &format!("index.{extension}"))))
}
