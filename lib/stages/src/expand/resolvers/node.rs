//! TypeScript and JavaScript: relative files with and without extension, `index` files, `.js` that means `.ts`, `@/` as the nearest `src`, and
//! packages of the workspace by the name in their `package.json`.
//!
//! Left out: `paths` and `baseUrl` of `tsconfig.json`, patterns in `exports`, `node_modules`.

use serde_json::Value;

use super::tree::{folders, join, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver =
    Resolver { languages: &["typescript", "tsx", "javascript", "vue", "svelte", "astro"], candidates };

const EXTENSIONS: [&str; 12] = ["ts", "tsx", "js", "jsx", "mts", "cts", "mjs", "cjs", "vue", "svelte", "astro", "d.ts"];

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let import = import.split(['?', '!']).next().unwrap_or_default();
    let relative = matches!(import, "." | "..") || import.starts_with("./") || import.starts_with("../");
    let found = if relative {
        walk(parent(from), import).and_then(|path| file(tree, &path, import.ends_with('/')))
    } else if let Some(rest) = import.strip_prefix("@/").or_else(|| import.strip_prefix("~/")) {
        folders(from).find_map(|folder| file(tree, &walk(&join(folder, "src"), rest).filter(|path| !path.is_empty())?, false))
    } else if import.starts_with('/') || import.contains(':') {
        None
    } else {
        package(import, tree)?
    };
    Ok(found.into_iter().collect())
}

/// The file that a path without or with extension stands for.
fn file(tree: &Tree<'_>, path: &str, folder_only: bool) -> Option<String> {
    if !folder_only && !path.is_empty() {
        let other: &[&str] = match path.rsplit_once('.') {
            Some((_, "js")) => &["ts", "tsx", "jsx"],
            Some((_, "jsx")) => &["tsx"],
            Some((_, "mjs")) => &["mts"],
            Some((_, "cjs")) => &["cts"],
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

/// A file of a package of this workspace.
fn package(import: &str, tree: &Tree<'_>) -> Result<Option<String>, Error> {
    let slashes = if import.starts_with('@') { 2 } else { 1 };
    let parts: Vec<&str> = import.splitn(slashes + 1, '/').collect();
    let name = parts[..parts.len().min(slashes)].join("/");
    let packages = tree.packages("package.json", |text| Some(serde_json::from_str::<Value>(text).ok()?.get("name")?.as_str()?.to_owned()))?;
    let Some(folder) = packages.get(&name) else { return Ok(None) };
    let manifest = tree.text(&join(folder, "package.json"))?.and_then(|text| serde_json::from_str::<Value>(&text).ok()).unwrap_or_default();
    let mut entries = Vec::new();
    if let Some(below) = parts.get(slashes) {
        entries.extend(manifest.get("exports").and_then(|exports| exports.get(format!("./{below}"))).and_then(entry));
        entries.extend([(*below).to_owned(), format!("src/{below}")]);
    } else {
        entries.extend(["source", "types", "module", "main"].iter().filter_map(|key| manifest.get(*key)?.as_str().map(str::to_owned)));
        entries.extend(manifest.get("exports").and_then(|exports| entry(exports.get(".").unwrap_or(exports))));
        entries.extend(["src".to_owned(), String::new(), "lib".to_owned()]);
    }
    // What is built is seldom in the index: what it was built from stands in `src`.
    let sources = |entry: &String| {
        let plain = entry.trim_start_matches("./");
        let built = ["dist/", "build/", "lib/", "out/"].iter().find_map(|built| plain.strip_prefix(built));
        [Some(plain.to_owned()), built.map(|rest| format!("src/{}", rest.replace(".d.ts", ".js")))]
    };
    let found = entries.iter().flat_map(sources).flatten().find_map(|entry| file(tree, &walk(folder, &entry)?, false));
    Ok(found.filter(|path| folder.is_empty() || path.starts_with(&format!("{folder}/"))))
}

/// The first path that an entry of `exports` names, whatever the conditions.
fn entry(exports: &Value) -> Option<String> {
    let mut value = exports;
    for _ in 0..8 {
        match value {
            Value::String(path) => return Some(path.clone()),
            Value::Object(conditions) => {
                let known = ["source", "import", "default", "require", "types"].iter().find_map(|key| conditions.get(*key));
                value = known?;
            }
            _ => return None,
        }
    }
    None
}
