//! Java, Kotlin, Scala and Groovy: `a.b.C` is a file whose path ends in `a/b/C.java`, wherever the sources are, else the file of package `a.b` that defines `C`;
//! `a.b.*` is a folder that ends in `a/b`. Scala also finds what it names from inside of its own package.
//!
//! A member or a nested class is in the file of its class; a Kotlin function at the top may be in any file of its package.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::tree::{extension, name, nearest};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["java", "kotlin", "scala", "groovy"], candidates };

const EXTENSIONS: [&str; 6] = ["java", "kt", "scala", "kts", "groovy", "sc"];
const DEPTH: usize = 32;
const TYPES: [&str; 9] = ["class", "object", "trait", "interface", "enum", "record", "annotation", "type", "alias"];
/// Most files whose package is looked up for one import, and most of a text that is looked at.
const LOOKED: usize = 64;
/// Files of one package are enough from here on.
const FILES: usize = 512;
const HEAD: usize = 16 << 10;

/// The packages of files.
#[derive(Default)]
struct Known(RefCell<HashMap<String, Rc<str>>>);

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let words = import.split('.').map(|part| part.trim().trim_matches('`')).filter(|part| !part.is_empty() && *part != "_root_");
    let parts: Vec<&str> = words.take(DEPTH).collect();
    let all = matches!(parts.last(), Some(&("*" | "_" | "given")));
    let parts = if all { &parts[..parts.len() - 1] } else { &parts[..] };
    if parts.is_empty() || parts.iter().any(|part| part.contains('/')) {
        return Ok(Vec::new());
    }
    if parts.len() > 1 || all {
        let found = named(from, parts, 1, all, tree)?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    if extension(from) == "scala" {
        let own = package(from, tree)?;
        let own: Vec<&str> = own.split('.').filter(|part| !part.is_empty()).collect();
        for count in (1..=own.len()).rev() {
            let found = named(from, &[&own[..count], parts].concat(), count, all, tree)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
    }
    Ok(Vec::new())
}

/// The files of a name in full, of which more than the first `least` words must count.
fn named(from: &str, parts: &[&str], least: usize, all: bool, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    if all {
        let found = in_package(from, parts, all, tree)?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    for count in (least + 1..=parts.len()).rev() {
        let path = parts[..count].join("/");
        let (around, word) = (parts[..count - 1].join("."), parts[count - 1]);
        let mut classes = nearest(from, EXTENSIONS.iter().flat_map(|extension| tree.ending(&format!("{path}.{extension}"))).collect());
        if classes.len() > 1 {
            // A folder deep in another package may end in the same words, and a file of that name may only add to the class of another module.
            let defining = tree.defining(word, &TYPES)?;
            classes.sort_by_key(|found| !defining.contains(found));
            for found in classes.iter().take(LOOKED) {
                if *package(found, tree)? == around {
                    return Ok(vec![(*found).to_owned()]);
                }
            }
        }
        if let Some(found) = classes.first() {
            return Ok(vec![(*found).to_owned()]);
        }
        // What has something in it is a type.
        let kinds = if count == parts.len() { &[][..] } else { &TYPES };
        let mut defining = nearest(from, tree.defining(word, kinds)?);
        defining.retain(|path| EXTENSIONS.contains(&extension(path)));
        for path in defining.into_iter().take(LOOKED) {
            if *package(path, tree)? == around {
                return Ok(vec![path.to_owned()]);
            }
        }
        // Scala imports packages too; of another language a name that nobody defines is in some file of its package.
        let is_package = extension(from) == "scala" && count == parts.len();
        if !all && (is_package || count + 1 == parts.len()) {
            let found = in_package(from, &parts[..count], is_package, tree)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
    }
    Ok(Vec::new())
}

/// The files of a package: in folders that end in all of its words, or in the last of them, as Kotlin has it, where the files say so. `all` of its folders count,
/// those of tests last, and of files of one name the nearest; else the nearest folder.
fn in_package(from: &str, parts: &[&str], all: bool, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let whole = parts.join(".");
    let mut looked = 0;
    for start in 0..parts.len() {
        let (mut found, mut tests, mut names) = (Vec::new(), Vec::new(), HashSet::new());
        for folder in nearest(from, tree.folders_ending(&parts[start..].join("/"))) {
            let files: Vec<&str> = tree.files_in(folder).into_iter().filter(|path| is_wanted(path, all)).collect();
            let Some(first) = files.first() else { continue };
            looked += 1;
            if looked > LOOKED || found.len() + tests.len() > FILES {
                break;
            }
            let said = package(first, tree)?;
            if *said == whole || said.is_empty() && start == 0 {
                let is_test = folder.split('/').any(|part| matches!(part, "test" | "tests" | "androidTest"));
                let files = files.into_iter().filter(|path| names.insert(name(path)));
                if is_test { &mut tests } else { &mut found }.extend(files.map(str::to_owned));
                if !all {
                    break;
                }
            }
        }
        found.append(&mut tests);
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// True for what may define a name that no file is called by, or anything at all.
fn is_wanted(path: &str, all: bool) -> bool {
    let extension = extension(path);
    EXTENSIONS.contains(&extension) && (all || extension != "java")
}

/// The package that a file says it is in; empty if it says none. Scala may say it in several lines.
fn package(path: &str, tree: &Tree<'_>) -> Result<Rc<str>, Error> {
    let known = tree.memo(|_| Ok(Known::default()))?;
    if let Some(package) = known.0.borrow().get(path) {
        return Ok(package.clone());
    }
    let text = tree.text(path)?.unwrap_or_default();
    let mut words: Vec<&str> = Vec::new();
    let mut read = 0;
    // A package object may stand behind imports and comments.
    let is_object = name(path) == "package.scala";
    for line in text.lines().map(str::trim) {
        read += line.len() + 1;
        let Some(rest) = line.strip_prefix("package ").map(str::trim_start) else {
            if read > HEAD || !words.is_empty() && !line.is_empty() && !is_object {
                break;
            }
            continue;
        };
        // What is in a package object is in the package of that name.
        let object = rest.strip_prefix("object ");
        let rest = object.unwrap_or(rest);
        let end = rest.find(|char: char| !(char.is_alphanumeric() || matches!(char, '.' | '_' | '`'))).unwrap_or(rest.len());
        words.push(&rest[..end]);
        if object.is_some() {
            break;
        }
    }
    let package: Rc<str> = words.join(".").replace('`', "").into();
    known.0.borrow_mut().insert(path.to_owned(), package.clone());
    Ok(package)
}
