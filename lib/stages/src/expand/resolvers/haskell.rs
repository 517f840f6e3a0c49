//! Haskell: `A.B` is `A/B.hs` below one of the `hs-source-dirs` of the package around the file, else below those of the other packages of the tree, else by a clear
//! end of the path.

use std::collections::{BTreeMap, HashSet};

use super::tree::{clear_nearest, folders, join, name, nearest, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["haskell"], candidates };

const EXTENSIONS: [&str; 7] = ["hs", "lhs", "hsc", "chs", "x", "y", "hs-boot"];

/// The folders of packages, and where their modules are; and all of the latter.
struct Packages {
    by_folder: BTreeMap<String, Vec<String>>,
    sources: HashSet<String>,
}

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let is_module = import.split('.').all(|part| part.starts_with(char::is_uppercase) && !part.contains('/'));
    if !is_module {
        return Ok(Vec::new());
    }
    let path = import.replace('.', "/");
    let file = |folder: &str| tree.first(EXTENSIONS.iter().map(|extension| format!("{}.{extension}", join(folder, &path))));
    let packages = tree.memo(packages)?;
    for folder in folders(from) {
        let own = packages.by_folder.get(folder).map(Vec::as_slice).unwrap_or_default();
        // The part of the package that the file is in comes first.
        let (near, far): (Vec<&String>, Vec<&String>) = own.iter().partition(|source| folders(from).any(|folder| folder == source.as_str()));
        if let Some(found) = near.iter().chain(&far).find_map(|source| file(source)) {
            return Ok(vec![found]);
        }
    }
    if let Some(found) = folders(from).find_map(|folder| file(folder).or_else(|| file(&join(folder, "src")))) {
        return Ok(vec![found]);
    }
    if !import.contains('.') {
        return Ok(Vec::new());
    }
    let mut ends = EXTENSIONS.iter().flat_map(|extension| tree.ending(&format!("{path}.{extension}"))).collect::<Vec<_>>();
    ends.retain(|found| !is_kept_by_a_test(found, from));
    let root = |found: &str| found.rsplit_once(&path).map(|(root, _)| packages.sources.contains(root.trim_end_matches('/')));
    let sourced = ends.iter().copied().filter(|found| root(found) == Some(true)).collect();
    let found = nearest(from, sourced).first().copied().or_else(|| clear_nearest(from, ends));
    Ok(found.map(str::to_owned).into_iter().collect())
}

/// True for a file of a package that the tests of another one work on, seen from outside of these tests.
fn is_kept_by_a_test(found: &str, from: &str) -> bool {
    let test = folders(found).filter(|folder| matches!(name(folder), "test" | "tests" | "fixtures")).last();
    test.is_some_and(|test| !from.strip_prefix(test).is_some_and(|rest| rest.starts_with('/')))
}

fn packages(tree: &Tree<'_>) -> Result<Packages, Error> {
    let mut all = Packages { by_folder: BTreeMap::new(), sources: HashSet::new() };
    let files = [tree.manifests_with("cabal")?, tree.manifests("package.yaml")?].concat();
    for (path, text) in &files {
        let folder = parent(path);
        let mut sources = Vec::new();
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let trimmed = line.trim();
            let key = trimmed.split(':').next().unwrap_or_default();
            if !key.eq_ignore_ascii_case("hs-source-dirs") && !key.eq_ignore_ascii_case("source-dirs") {
                continue;
            }
            let mut words = trimmed[key.len()..].trim_start_matches(':').to_owned();
            // The list may go on in the next lines, further in.
            let indent = |line: &str| line.len() - line.trim_start().len();
            while let Some(next) = lines.next_if(|next| !next.contains(':') && indent(next) > indent(line) && !next.trim().is_empty()) {
                words.push(' ');
                words.push_str(next);
            }
            let words = words.split([' ', ',', '\t', '[', ']', '"', '\'']).filter(|word| !word.is_empty() && *word != "-");
            sources.extend(words.filter_map(|word| walk(folder, word)));
        }
        sources.push(folder.to_owned());
        all.sources.extend(sources.iter().cloned());
        all.by_folder.entry(folder.to_owned()).or_default().append(&mut sources);
    }
    Ok(all)
}
