//! Models from a folder, from outside: how one is set, that another model is another part, and what is said of a folder that cannot be used.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use serde_json::Value;

use crate::support::tree::case;
use crate::support::{Case, assert_same};
use crate::tiny;

/// A tree, and beside it the encoder `m` and the cross-encoder `judge`.
fn with_models() -> Case {
    let case = case();
    tiny::write(&case.beside("m"), "bert", false);
    tiny::write(&case.beside("judge"), "roberta", true);
    case
}

const LOCAL: &str = "export EMBEDDINGS_PROVIDER=local EMBEDDINGS_MODEL=../m;";

/// The one part of the index whose name begins so.
fn part(index: &Path, begins: &str) -> String {
    let names = std::fs::read_dir(index.join("vec")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let found: Vec<String> = names.filter(|name| name.starts_with(begins)).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

/// Which file each name of a folder stands for, to see that none was written again.
fn nodes(folder: &Path) -> BTreeMap<String, u64> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.metadata().unwrap().ino())).collect()
}

#[test]
fn a_model_is_set_by_init() {
    let case = with_models();
    let env = case.beside("home/.contextweaver/.env");
    let ran = case.sh("cw init --model ../m").exits(0).says("vectors of 32 numbers").says("nothing leaves this machine");
    assert!(ran.out().trim().ends_with(".contextweaver/.env"), "{}", ran.out());
    let folder = case.beside("m").canonicalize().unwrap();
    let text = std::fs::read_to_string(&env).unwrap();
    assert!(text.contains(&format!("\nEMBEDDINGS_PROVIDER=local\nEMBEDDINGS_MODEL='{}'\n", folder.display())), "{text}");
    assert!(text.contains("# RERANK_TOP_N=20"), "the other lines stay");
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&env).unwrap().permissions()) & 0o777, 0o600);
    case.sh("cw index -q . --index ../i").exits(0);
    assert!(part(&case.beside("i"), "local-").starts_with("local-m-32-"));
    let answer = case.sh("cw query --index ../i where do we retry --jsonl").exits(0).out();
    assert!(answer.contains("src/retry.rs"), "{answer}");
    assert!(!case.beside("home/.local/state/contextweaver/consent.json").exists(), "nobody is asked");
    let listed: Value = serde_json::from_str(&case.sh("cw config list --json").exits(0).out()).unwrap();
    assert_eq!((&listed["EMBEDDINGS_PROVIDER"]["value"], &listed["EMBEDDINGS_PROVIDER"]["from"]), (&"local".into(), &".env".into()));
    // A cross-encoder is the other one; a second encoder takes the place of the first.
    case.sh("cw init -q --model ../judge").exits(0);
    std::fs::rename(case.beside("m"), case.beside("it's")).unwrap();
    case.sh("cw init -q --model \"../it's\"").exits(0);
    let text = std::fs::read_to_string(&env).unwrap();
    assert_eq!((text.matches("\nEMBEDDINGS_MODEL=").count(), text.matches("\nRERANK_PROVIDER=local\n").count()), (1, 1), "{text}");
    // Moved and renamed: the same bytes under another name are another part, so that names tell the truth.
    case.sh("cw index -q . --index ../i").exits(0);
    let answer = case.sh("cw query --index ../i where do we retry --jsonl --explain").exits(0).out();
    assert!(answer.contains("\"judge\""), "{answer}");
    // What cannot be used changes nothing.
    std::fs::remove_file(case.beside("judge/tokenizer.json")).unwrap();
    case.sh("cw init --model ../judge").exits(2).says("S37").says("tokenizer.json").says("hint:");
    case.sh("cw init --model ../nowhere").exits(2).says("S37").says("nowhere");
    assert_eq!(std::fs::read_to_string(&env).unwrap(), text);
}

#[test]
fn pipe_and_process_agree() {
    let case = with_models();
    case.sh(&format!("{LOCAL} cw index -q . --index ../i --threads 1")).exits(0);
    case.sh(&format!("{LOCAL} cw-scan -q . | cw-chunk | cw-lex add --index ../j | cw-embed add --index ../j > /dev/null")).exits(0);
    assert_same(&case.beside("i"), &case.beside("j"), "pipe");
    for query in ["where do we retry", "cart total"] {
        let pipe = format!(
            "{LOCAL} cw-lex find --index ../i '{query}' | cw-embed find | cw-fuse | cw-rerank | cw-expand | cw-pack --tokens 600 --format json"
        );
        let query = format!("{LOCAL} cw query --no-refresh --index ../i '{query}' --tokens 600 --format json");
        assert_eq!(case.sh(&pipe).exits(0).out(), case.sh(&query).exits(0).out());
    }
    // By a cross-encoder, with logits as evidence.
    let judged = "cw-lex find --index ../i 'where do we retry' | cw-rerank --provider local --model ../judge --no-cut-off -k 3";
    let records = case.sh(judged).exits(0).records();
    let hits: Vec<&Value> = records.iter().filter(|record| record["type"] == "hit").collect();
    assert!(!hits.is_empty() && hits.iter().all(|hit| hit["from"]["judge"]["score"].is_f64()), "{records:?}");
    let scores: Vec<f64> = hits.iter().map(|hit| hit["from"]["judge"]["score"].as_f64().unwrap()).collect();
    assert!(scores.windows(2).all(|pair| pair[0] >= pair[1]) && scores.first() > scores.last(), "{scores:?}");
}

/// From one model to another and back: nothing is embedded again, and one never answers for the other.
#[test]
fn switching_models_embeds_nothing_again() {
    let case = with_models();
    case.sh("cw index -q . --index ../i").exits(0);
    let embedded = nodes(&case.beside("i/vec/cw-static-2"));
    case.sh(&format!("{LOCAL} cw index -q . --index ../i")).exits(0);
    let name = part(&case.beside("i"), "local-");
    let local = nodes(&case.beside("i/vec").join(&name));
    case.sh("cw index -q . --index ../i").exits(0);
    case.sh(&format!("{LOCAL} cw index -q . --index ../i")).exits(0);
    assert_eq!((nodes(&case.beside("i/vec/cw-static-2")), nodes(&case.beside("i/vec").join(&name))), (embedded, local));
    case.sh(&format!("{LOCAL} cw verify -q --index ../i")).exits(0);
    // An index of one model, asked with another.
    for (set, index, line) in [
        ("", "k", "cw-embed find --index ../k retry"),
        ("", "k", "cw query --no-refresh --index ../k retry"),
        (LOCAL, "j", "cw-embed find --index ../j retry"),
        (LOCAL, "j", "cw query --no-refresh --index ../j retry"),
    ] {
        let made = if index == "k" { LOCAL } else { "" };
        case.sh(&format!("{made} cw index -q . --index ../{index}")).exits(0);
        case.sh(&format!("{set} {line}")).exits(3).says("I05").says(&name).says("cw-static-2");
    }
    // Other weights under the same name are another model.
    let weights = case.beside("m/model.safetensors");
    let mut bytes = std::fs::read(&weights).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&weights, bytes).unwrap();
    case.sh(&format!("{LOCAL} cw query --no-refresh --index ../k retry")).exits(3).says("I05").says(&name);
}

#[test]
fn what_is_wrong_is_named() {
    let case = with_models();
    for (line, said) in [
        ("cw query --provider local retry", "EMBEDDINGS_MODEL"),
        ("cw query --provider local --model ../judge retry", "judges"),
        ("cw query --provider local --model ../m --dims 7 retry", "have 32 numbers, not 7"),
        ("cw query --provider local --model ../nowhere retry", "nowhere"),
        ("cw query --provider embedded --model ../m retry", "--provider local"),
        ("EMBEDDINGS_PROVIDER=cloud cw query retry", "embedded, http or local"),
        ("RERANK_PROVIDER=local cw query retry", "RERANK_MODEL"),
        ("RERANK_PROVIDER=local RERANK_MODEL=../m cw query retry", "judges nothing"),
    ] {
        let ran = case.sh(line).exits(2).says(said);
        assert!(ran.err().contains("S37") || ran.err().contains("C30"), "{}", ran.err());
    }
    assert!(!case.tree().join(".cw/lex").exists(), "refused before anything was done");
}
