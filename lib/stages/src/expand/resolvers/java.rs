//! Java, Kotlin and Scala: `a.b.C` is a file whose path ends in `a/b/C.java`, wherever the sources are; `a.b.*` is a folder that ends in `a/b`.
//!
//! A member or a nested class is in the file of its class; a Kotlin function at the top may be in any file of its package.

use super::tree::nearest;
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["java", "kotlin", "scala", "groovy"], candidates };

const EXTENSIONS: [&str; 5] = ["java", "kt", "scala", "kts", "groovy"];
const DEPTH: usize = 32;

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let parts: Vec<&str> = import.split('.').map(str::trim).filter(|part| !part.is_empty()).take(DEPTH).collect();
    let all = matches!(parts.last(), Some(&("*" | "_")));
    let parts = if all { &parts[..parts.len() - 1] } else { &parts[..] };
    if parts.len() < 2 || parts.iter().any(|part| part.contains('/')) {
        return Ok(Vec::new());
    }
    for count in (2..=parts.len()).rev() {
        let path = parts[..count].join("/");
        let classes = EXTENSIONS.iter().flat_map(|extension| tree.ending(&format!("{path}.{extension}"))).collect();
        if let Some(found) = nearest(from, classes).first() {
            return Ok(vec![(*found).to_owned()]);
        }
        // The package itself: for `*`, and for a name that no file is called by.
        if count + usize::from(!all) == parts.len() {
            let packages = nearest(from, tree.folders_ending(&path));
            let files = packages.into_iter().map(|folder| in_package(folder, all, tree)).find(|files| !files.is_empty());
            if let Some(files) = files {
                return Ok(files);
            }
        }
    }
    Ok(Vec::new())
}

fn in_package(folder: &str, all: bool, tree: &Tree<'_>) -> Vec<String> {
    let wanted = |path: &&str| {
        let extension = path.rsplit('.').next().unwrap_or_default();
        EXTENSIONS.contains(&extension) && (all || extension != "java")
    };
    tree.files_in(folder).into_iter().filter(wanted).map(str::to_owned).collect()
}
