//! Dart: relative files, and `package:name/x.dart` as `lib/x.dart` of the package whose `pubspec.yaml` has that name.

use std::collections::BTreeMap;

use super::tree::{folders, join, nearest, parent, walk};
use super::{Resolver, Tree, yaml};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["dart"], candidates };

/// The folders of the packages of a name.
struct Packages(BTreeMap<String, Vec<String>>);

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let Some(rest) = import.strip_prefix("package:") else {
        let is_file = !import.contains(':') && import.contains('.') && !import.starts_with('/');
        return Ok(walk(parent(from), import).filter(|_| is_file).into_iter().collect());
    };
    let Some((name, path)) = rest.split_once('/') else { return Ok(Vec::new()) };
    let packages = tree.memo(|tree| {
        let mut packages: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (path, text) in tree.manifests("pubspec.yaml")? {
            if let Some(name) = yaml::value(&text, "name") {
                packages.entry(name).or_default().push(parent(path).to_owned());
            }
        }
        Ok(Packages(packages))
    })?;
    let known = packages.0.get(name).map(Vec::as_slice).unwrap_or_default();
    // Of packages of one name the one around the file is meant.
    let around = folders(from).find_map(|folder| known.iter().find(|package| package.as_str() == folder)).map(String::as_str);
    let others = nearest(from, known.iter().map(String::as_str).collect());
    Ok(around.into_iter().chain(others).filter_map(|folder| walk(&join(folder, "lib"), path)).collect())
}
