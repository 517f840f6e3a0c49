//! Go: the module's prefix is in a `go.mod` of the index; a package is the files of its folder, tests left out. Without a `go.mod` nothing resolves.

use super::tree::join;
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["go"], candidates };

fn candidates(_from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let modules = tree.packages("go.mod", module)?;
    // The longest prefix that is a module.
    let mut prefix = import;
    let (folder, rest) = loop {
        if let Some(folder) = modules.get(prefix) {
            break (folder, import[prefix.len()..].trim_start_matches('/'));
        }
        let Some((shorter, _)) = prefix.rsplit_once('/') else { return Ok(Vec::new()) };
        prefix = shorter;
    };
    let files = tree.files_in(&join(folder, rest));
    Ok(files.into_iter().filter(|path| path.ends_with(".go") && !path.ends_with("_test.go")).map(str::to_owned).collect())
}

/// The module that a `go.mod` names.
fn module(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("module "))?;
    let name = line.split("//").next().unwrap_or_default().trim().trim_matches('"');
    (!name.is_empty()).then(|| name.to_owned())
}
