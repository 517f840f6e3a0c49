//! The architecture as a test: what DESIGN says in words, this says in paths.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support;

/// Source files of more than 400 lines, tests aside. May only shrink.
const KNOWN: &[&str] = &["lib/records/src/record.rs"];

/// What may lie at the top.
const TOP: &[&str] = &[
    ".cargo",
    ".ci",
    ".gitattributes",
    ".gitignore",
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "README.md",
    "cmds",
    "completions",
    "examples",
    "lib",
    "man",
    "rustfmt.toml",
    "tests",
];

/// What each floor may depend on.
const RECORDS: &[&str] = &["base64", "blake3", "serde", "serde_json"];
const INDEX: &[&str] =
    &["bincode", "bitpacking", "blake3", "cw-records", "fs2", "fst", "memmap2", "rayon", "serde", "serde_json", "xxhash-rust", "zstd"];
const STAGES: &[&str] = &[
    "base64",
    "blake3",
    "chardetng",
    "cw-index",
    "cw-records",
    "encoding_rs",
    "fst",
    "gix",
    "globset",
    "ignore",
    "matrixmultiply",
    "memchr",
    "memmap2",
    "multiversion",
    "rayon",
    "regex",
    "reqwest",
    "rust-stemmers",
    "rustix",
    "rustls",
    "safetensors",
    "serde",
    "serde_json",
    "tokenizers",
    "toml",
    "unicode-general-category",
    "unicode-normalization",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Path of a source below the root, with `/`.
fn short(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/")
}

/// The files that git tracks; `None` outside of a checkout (a packed crate).
fn tracked() -> Option<Vec<PathBuf>> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output().ok().filter(|output| output.status.success())?;
    let names = String::from_utf8(output.stdout).ok()?;
    Some(names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect())
}

#[test]
fn house_has_the_same_words_on_every_floor() {
    let mut missing = Vec::new();
    for word in cw::STAGES.iter().map(|stage| stage.word) {
        let mut places = vec![format!("cmds/bin/cw-{word}.rs"), format!("man/cw-{word}.1"), format!("cmds/help/{word}.txt")];
        if word != "mcp" {
            places.push(format!("lib/stages/src/{word}/mod.rs"));
        }
        let room = root().join(format!("cmds/{word}.rs")).exists() || root().join(format!("cmds/{word}/mod.rs")).exists();
        if !room {
            places.push(format!("cmds/{word}.rs"));
        }
        missing.extend(places.into_iter().filter(|place| !root().join(place).exists()));
    }
    assert!(missing.is_empty(), "a word lacks its place: {missing:?}");
}

#[test]
fn house_lets_no_stage_import_another() {
    let words: Vec<&str> = cw::STAGES.iter().map(|stage| stage.word).filter(|word| *word != "mcp").collect();
    for path in support::sources(root()) {
        let place = short(&path);
        let Some(own) = words.iter().find(|word| place.starts_with(&format!("lib/stages/src/{word}/"))) else { continue };
        let text = std::fs::read_to_string(&path).unwrap();
        for other in words.iter().filter(|word| *word != own) {
            assert!(!text.contains(&format!("crate::{other}::")), "{place} imports the stage {other}; only pipeline.rs may name two");
        }
        assert!(!text.contains("crate::pipeline"), "{place} imports the pipeline, which imports it");
    }
}

#[test]
fn house_keeps_effects_out_of_lib() {
    for path in support::sources(root()).into_iter().filter(|path| !support::is_test(path)) {
        let place = short(&path);
        if !place.starts_with("lib/") || place.ends_with("/build.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        // Tests at the end of a file may do what they like.
        let text = text.split("#[cfg(test)]").next().unwrap();
        for banned in ["println!", "eprintln!", "std::env", "process::exit", "stdin()", "stdout()", "SystemTime::now", "anyhow"] {
            // The clock says which stamps are too young to be trusted, and nothing else.
            let clock = banned == "SystemTime::now" && place == "lib/stages/src/scan/read.rs";
            assert!(clock || !text.contains(banned), "{place} has {banned}; effects come in through Env");
        }
    }
}

#[test]
fn house_knows_what_each_floor_depends_on() {
    for (name, allowed) in [("records", RECORDS), ("index", INDEX), ("stages", STAGES)] {
        let text = std::fs::read_to_string(root().join(format!("lib/{name}/Cargo.toml"))).unwrap();
        let table = text.split("[dependencies]\n").nth(1).unwrap().split("\n[").next().unwrap();
        for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let dependency = line.split(['.', ' ', '=']).next().unwrap();
            let grammar = name == "stages" && dependency.starts_with("tree-sitter");
            assert!(grammar || allowed.contains(&dependency), "lib/{name} depends on {dependency}, which is not on its list here");
        }
    }
}

#[test]
fn house_keeps_files_small() {
    let mut long = BTreeSet::new();
    for path in support::sources(root()) {
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 800, "{} has {lines} lines; cut it in two", short(&path));
        if lines > 400 && !support::is_test(&path) {
            long.insert(short(&path));
        }
    }
    let known: BTreeSet<String> = KNOWN.iter().map(|name| (*name).to_owned()).collect();
    let new: Vec<_> = long.difference(&known).collect();
    assert!(new.is_empty(), "more than 400 lines, and not on the list: {new:?}");
    let shrunk: Vec<_> = known.difference(&long).collect();
    assert!(shrunk.is_empty(), "no longer more than 400 lines, so take it off the list: {shrunk:?}");
    assert!(KNOWN.is_sorted());
}

#[test]
fn house_lists_every_test() {
    let main = std::fs::read_to_string(root().join("tests/main.rs")).unwrap();
    for entry in std::fs::read_dir(root().join("tests")).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        if path.extension().is_some_and(|extension| extension == "rs") && stem != "main" {
            assert!(main.contains(&format!("mod {stem};")), "tests/{stem}.rs is not in tests/main.rs, so it never runs");
        }
    }
}

#[test]
fn house_has_a_tidy_top() {
    for path in tracked().unwrap_or_default() {
        let top = path.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
        assert!(TOP.contains(&top.as_str()), "'{top}' is new at the top");
    }
}

#[test]
fn house_names_its_large_files() {
    let decisions = std::fs::read_to_string(root().join("lib/DECISIONS.md")).unwrap();
    for path in tracked().unwrap_or_default() {
        let large = std::fs::metadata(root().join(&path)).is_ok_and(|meta| meta.len() > 1_000_000);
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(!large || decisions.contains(&name), "{} is over 1 MB and lib/DECISIONS.md does not say why", path.display());
    }
}

/// The page for those who change something names only files that are there.
#[test]
fn house_page_names_files_that_exist() {
    let page = std::fs::read_to_string(root().join("lib/README.md")).unwrap();
    for name in page.split('`').skip(1).step_by(2).filter(|name| name.contains('/') && !name.contains(['<', ' ', '*', '{'])) {
        assert!(root().join(name.trim_end_matches('/')).exists(), "lib/README.md names '{name}'");
    }
}

/// The list of languages is a promise, so it has to be complete.
#[test]
fn house_names_its_languages() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap().to_lowercase();
    for entry in std::fs::read_dir(root().join("lib/stages/languages")).unwrap() {
        let word = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        let name = match &*word {
            "cpp" => "c++",
            "csharp" => "c#",
            "objc" => "objective-c",
            "ocaml_interface" => "ocaml",
            other => other,
        };
        assert!(readme.contains(name), "README.md does not name {word} among the languages with syntax");
    }
}
