//! How good answers are, as a golden file: questions about the sources of crates that this project depends on and so has, with the files that answer them.
//!
//! `tests/quality/crates.jsonl` has the questions, `tests/quality/crates.golden` what came of them: the figures, and for each question the rank of the first right file and what stood before it.
//! A change of the ranking shows there as a diff. `CW_BLESS=1 cargo test -p cw --test all quality` writes it anew; look at the difference before you commit it. An update of one of the crates changes
//! it too. Half of the questions avoid the words of the file that answers them.
//!
//! `tests/quality/hard.jsonl` is more of the kind, about repositories that are not here: `tests/quality/README.md` says how to ask them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::support::Case;

/// The crates that are asked about.
const CRATES: [&str; 12] = [
    "clap_builder",
    "csv",
    "csv-core",
    "fst",
    "globset",
    "ignore",
    "indicatif",
    "memmap2",
    "rayon-core",
    "serde_json",
    "tempfile",
    "walkdir",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/quality")
}

/// Where cargo has the sources of each crate.
fn sources() -> BTreeMap<String, PathBuf> {
    // Crates of other platforms are not downloaded.
    let version = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let place = |package: &Value| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        (package["name"].as_str().unwrap().to_owned(), manifest.parent().unwrap().to_owned())
    };
    packages.map(place).filter(|(name, _)| CRATES.contains(&name.as_str())).collect()
}

/// Copies what people write of a crate: code, documents, manifest.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else if path.extension().is_some_and(|extension| ["rs", "md", "toml"].iter().any(|known| extension == *known)) {
            std::fs::copy(&path, &to).unwrap();
        }
    }
}

/// A tree with one folder a crate.
fn tree() -> Case {
    let case = Case::new();
    let sources = sources();
    assert_eq!(sources.keys().map(String::as_str).collect::<Vec<_>>(), CRATES, "the crates that questions are about have changed");
    for (name, from) in sources {
        copy(&from, &case.tree().join(&name));
        let _ = std::fs::remove_file(case.tree().join(name).join("Cargo.toml.orig"));
    }
    case
}

/// The run as lines: what changes is what is seen.
fn golden(run: &Value, labels: &[Value]) -> String {
    let mut text = String::new();
    let figures = |figures: &Value| {
        let names = [
            "ndcg_10",
            "mrr",
            "recall_1",
            "recall_5",
            "recall_10",
            "recall_500_tokens",
            "recall_1000_tokens",
            "recall_2000_tokens",
            "recall_4000_tokens",
        ];
        names.map(|name| format!("{name} {:.3}", figures[name].as_f64().unwrap())).join("  ")
    };
    let categories = run["categories"].as_object().unwrap().iter().map(|(name, own)| (name.as_str(), own));
    for (name, own) in categories.chain([("all", &run["all"])]) {
        text.push_str(&format!("{name:<13} {:>3}  {}\n", own["questions"], figures(own)));
    }
    let mut queries: Vec<&Value> = run["queries"].as_array().unwrap().iter().collect();
    queries.sort_by_key(|row| labels.iter().position(|label| label["query"] == row["query"]));
    let mut category = "";
    for row in queries {
        let own = row["category"].as_str().unwrap();
        if std::mem::replace(&mut category, own) != own {
            text.push_str(&format!("\n{own}\n"));
        }
        let reciprocal = row["mrr"].as_f64().unwrap();
        let rank = if reciprocal > 0.0 { format!("{:.0}", 1.0 / reciprocal) } else { "-".into() };
        let first = row["first"][0].as_str().unwrap_or("nothing");
        let before = if rank == "1" { String::new() } else { format!("  [{first}]") };
        text.push_str(&format!("{rank:>3} {:.3}  {}{before}\n", row["ndcg_10"].as_f64().unwrap(), row["query"].as_str().unwrap()));
    }
    text
}

#[test]
fn quality() {
    let questions = std::fs::read_to_string(folder().join("crates.jsonl")).unwrap();
    let labels: Vec<Value> = questions.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(labels.len() >= 120, "{} questions", labels.len());
    let case = tree();
    std::fs::write(case.beside("questions.jsonl"), questions).unwrap();
    // A file that is said to answer and is not there would be exit 1.
    let run: Value = serde_json::from_str(&case.sh("cw eval ../questions.jsonl -q --json").exits(0).out()).unwrap();
    let came = golden(&run, &labels);
    let path = folder().join("crates.golden");
    if std::env::var_os("CW_BLESS").is_some() {
        return std::fs::write(path, came).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    let changed = |from: &str, other: &str, mark: &str| -> Vec<String> {
        from.lines().filter(|line| !other.lines().any(|same| same == *line)).map(|line| format!("{mark} {line}")).collect()
    };
    let lines = [changed(&expected, &came, "-"), changed(&came, &expected, "+")].concat();
    assert!(expected == came, "answers have changed; if for the better: CW_BLESS=1\n{}", lines.join("\n"));
}
