//! What is generated is what is committed, and what is said of errors is what the code says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::{self, Case};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn man_pages_and_completions_are_what_the_flags_and_specs_make() {
    let folder = tempfile::tempdir().unwrap();
    cw::docs::write(folder.path()).unwrap();
    for name in ["man", "completions"] {
        let (made, committed) = (support::bytes_of(&folder.path().join(name)), support::bytes_of(&root().join(name)));
        let names = |files: &BTreeMap<_, _>| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&made), names(&committed), "{name}/: run cargo regen, and delete what is no longer made");
        let stale: Vec<_> = made.iter().filter(|(path, bytes)| committed[*path] != **bytes).map(|(path, _)| path).collect();
        assert!(stale.is_empty(), "{name}/ is not what the flags and specs make: {stale:?}; run cargo regen");
    }
}

/// The codes in the sources of the program, without its tests.
fn codes() -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for path in support::sources(root()).into_iter().filter(|path| !support::is_test(path)) {
        let text = std::fs::read_to_string(path).unwrap();
        let quoted = text.match_indices('"').filter_map(|(at, _)| text.get(at + 1..at + 5));
        codes.extend(quoted.filter(|code| is_code(code)).map(|code| code[..3].to_owned()));
    }
    codes
}

fn is_code(code: &str) -> bool {
    let bytes = code.as_bytes();
    b"RISC".contains(&bytes[0]) && bytes[1].is_ascii_digit() && bytes[2].is_ascii_digit() && bytes[3] == b'"'
}

#[test]
fn every_error_code_is_in_the_catalogue_once() {
    let catalogue = std::fs::read_to_string(root().join("cmds/help/errors.md")).unwrap();
    let rows: Vec<String> = catalogue
        .lines()
        .filter_map(|line| line.strip_prefix("| "))
        .filter_map(|row| row.split(' ').next())
        .filter(|code| code.len() == 3 && is_code(&format!("{code}\"")))
        .map(str::to_owned)
        .collect();
    let once: BTreeSet<String> = rows.iter().cloned().collect();
    assert_eq!(rows.len(), once.len(), "cmds/help/errors.md names a code twice");
    assert_eq!(once, codes(), "cmds/help/errors.md (left) and the sources (right) have other codes");
}

/// `cw` and those of its commands that are no stages.
const VERBS: [&str; 21] = [
    "cw",
    "cw commit",
    "cw query",
    "cw index",
    "cw watch",
    "cw eval",
    "cw definition",
    "cw references",
    "cw symbols",
    "cw related",
    "cw list-files",
    "cw stats",
    "cw verify",
    "cw gc",
    "cw list",
    "cw forget",
    "cw clean",
    "cw migrate",
    "cw doctor",
    "cw push",
    "cw pull",
];

#[test]
fn every_help_shows_examples_and_exit_codes() {
    let case = Case::new();
    let words = cw::STAGES.iter().map(|stage| format!("cw-{}", stage.word));
    for command in words.chain(VERBS.map(str::to_owned)) {
        let help = case.sh(&format!("{command} --help")).exits(0).out();
        for heading in ["\nExamples:\n", "\nExit status:\n", "\nSee also:\n"] {
            assert!(help.contains(heading), "{command} --help lacks {heading:?}");
        }
    }
}

/// Pages point only to pages that are there.
#[test]
fn pages_name_pages_that_exist() {
    for (path, bytes) in support::bytes_of(&root().join("man")) {
        let page = String::from_utf8(bytes).unwrap().replace("\\-", "-").replace("\\fB", "").replace("\\fR", "");
        for (at, _) in page.match_indices('(') {
            let name: String = page[..at].chars().rev().take_while(|letter| letter.is_ascii_lowercase() || *letter == '-').collect();
            let name: String = name.chars().rev().collect();
            let section = page[at + 1..].split(')').next().unwrap();
            if name.starts_with("cw") && matches!(section, "1" | "5" | "7") {
                let target = root().join(format!("man/{name}.{section}"));
                assert!(target.exists(), "{} names {name}({section})", path.display());
            }
        }
    }
}
