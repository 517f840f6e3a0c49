//! `tsconfig.json` and `jsconfig.json`: `paths`, `baseUrl`, `extends`, `references`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use serde_json::Value;

use super::super::Tree;
use super::super::tree::{folders, join, parent, walk};
use super::{file, json, package};
use crate::Error;

/// Most configurations that one extends or refers to, one after another.
const STEPS: usize = 8;
/// Most patterns of one configuration, and most targets of a pattern.
const PATTERNS: usize = 1000;
const TARGETS: usize = 16;

/// What a configuration says of names.
#[derive(Clone, Default)]
struct Config {
    /// The folder below which bare names are looked for.
    base: Option<String>,
    /// Patterns with at most one `*`, and the paths that they stand for.
    paths: Vec<(String, Vec<String>)>,
    /// Other configurations that may be meant for the file.
    references: Vec<String>,
}

#[derive(Default)]
struct Configs(RefCell<HashMap<String, Rc<Config>>>);

/// The file that the configurations around `from` map `import` to.
pub(super) fn mapped(from: &str, import: &str, tree: &Tree<'_>) -> Result<Option<String>, Error> {
    for folder in folders(from) {
        for name in ["tsconfig.json", "jsconfig.json", "tsconfig.base.json"] {
            let path = join(folder, name);
            if !tree.has(&path) {
                continue;
            }
            let config = config(&path, tree, STEPS)?;
            if let Some(found) = look(&config, import, tree) {
                return Ok(Some(found));
            }
            for other in config.references.iter().take(STEPS) {
                let other = self::config(other, tree, STEPS)?;
                if let Some(found) = look(&other, import, tree) {
                    return Ok(Some(found));
                }
            }
        }
    }
    Ok(None)
}

fn look(config: &Config, import: &str, tree: &Tree<'_>) -> Option<String> {
    let mut matches: Vec<(usize, &[String], &str)> = Vec::new();
    for (pattern, targets) in &config.paths {
        match pattern.split_once('*') {
            None if pattern == import => matches.push((usize::MAX, targets, "")),
            Some((before, after)) => {
                let inside = import.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
                matches.extend(inside.map(|inside| (before.len(), targets.as_slice(), inside)));
            }
            None => {}
        }
    }
    // The longest prefix is the pattern's.
    matches.sort_by_key(|(length, ..)| std::cmp::Reverse(*length));
    let mut targets = matches.iter().flat_map(|(_, targets, inside)| targets.iter().map(|target| target.replacen('*', inside, 1)));
    let found = targets.find_map(|target| file(tree, &walk("", &target)?, false));
    found.or_else(|| file(tree, &walk(config.base.as_deref()?, import)?, false))
}

fn config(path: &str, tree: &Tree<'_>, steps: usize) -> Result<Rc<Config>, Error> {
    let known = tree.memo(|_| Ok(Configs::default()))?;
    if let Some(config) = known.0.borrow().get(path) {
        return Ok(config.clone());
    }
    let value = tree.manifest(path)?.and_then(|text| json::parse(&text)).unwrap_or_default();
    let folder = parent(path);
    let mut config = Config::default();
    let extends = match value.get("extends") {
        Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
        one => one.and_then(Value::as_str).into_iter().collect::<Vec<_>>(),
    };
    for other in extends.into_iter().take(STEPS).filter(|_| steps > 0) {
        let file = if other.starts_with('.') {
            walk(folder, other).and_then(|path| tree.first([path.clone(), format!("{path}.json"), join(&path, "tsconfig.json")]))
        } else {
            package::named(path, other, tree)?
        };
        if let Some(file) = file.filter(|file| file != path) {
            let above = self::config(&file, tree, steps - 1)?;
            config.base = above.base.clone().or(config.base);
            if !above.paths.is_empty() {
                config.paths = above.paths.clone();
            }
        }
    }
    let options = value.get("compilerOptions").unwrap_or(&Value::Null);
    if let Some(base) = options.get("baseUrl").and_then(Value::as_str) {
        config.base = walk(folder, base);
    }
    if let Some(paths) = options.get("paths").and_then(Value::as_object) {
        let base = config.base.clone().unwrap_or_else(|| folder.to_owned());
        config.paths = paths
            .iter()
            .take(PATTERNS)
            .map(|(pattern, targets)| {
                let targets = targets.as_array().into_iter().flatten().take(TARGETS).filter_map(|target| walk(&base, target.as_str()?));
                (pattern.clone(), targets.collect())
            })
            .collect();
    }
    let references = value.get("references").and_then(Value::as_array).into_iter().flatten();
    config.references = references
        .take(STEPS)
        .filter_map(|reference| walk(folder, reference.get("path")?.as_str()?))
        .filter_map(|path| tree.first([path.clone(), join(&path, "tsconfig.json")]))
        .collect();
    let config = Rc::new(config);
    known.0.borrow_mut().insert(path.to_owned(), config.clone());
    Ok(config)
}
