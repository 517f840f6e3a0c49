//! Flags of single stages that no other suite is about: exact finding, what a fusion is made of, overlap, the pace at which a service is asked.

use serde_json::{Value, json};

use crate::stub::Stub;
use crate::support::{Case, Ran, bytes_of};

fn case() -> Case {
    let case = Case::with(&[
        ("a/one.rs", "fn retry() {\n    log(\"try again, in a moment\");\n    retryAll(); retry();\n}\n"),
        ("b/two.py", "def go():\r\n    retry()\r\n\r\n# Retry it\r\n"),
        ("c/three.txt", "na\u{ef}ve retry\nnothing\n"),
        (
            "d/four.ipynb",
            "{\"cells\":[{\"cell_type\":\"code\",\"source\":[\"def cell():\\n\",\"    return 'retry \\\"x\\\"'\\n\"]}],\"metadata\":{},\"nbformat\":4,\"nbformat_minor\":5}\n",
        ),
    ]);
    case.sh("cw index -q").exits(0);
    case
}

/// `path:line:column` of every match.
fn places(ran: Ran) -> Vec<String> {
    let mut all = Vec::new();
    for hit in ran.records().into_iter().filter(|record| record["type"] == "hit") {
        let matches = hit["from"]["lex"]["matches"].as_array().unwrap().clone();
        assert_eq!(hit["score"], json!(matches.len() as f64));
        all.extend(matches.iter().map(|found| format!("{}:{}:{}", hit["path"].as_str().unwrap(), found["line"], found["column"])));
    }
    all
}

#[test]
fn exact_finding_is_complete() {
    let case = case();
    let find = |words: &str| places(case.sh(&format!("cw-lex find --all {words}")).exits(0));
    // Also inside of words, in the order of the paths, as grep -o -b has them.
    assert_eq!(
        find("--literal retry"),
        ["a/one.rs:1:4", "a/one.rs:3:5", "a/one.rs:3:17", "b/two.py:2:5", "c/three.txt:1:7", "d/four.ipynb:1:null"]
    );
    assert_eq!(find("--literal 'try again, in a mom'"), ["a/one.rs:2:10"]);
    assert_eq!(find("--literal 'etry();'"), ["a/one.rs:3:18"]);
    assert_eq!(find("--literal 'retry \"x\"'"), ["d/four.ipynb:1:null"]);
    assert_eq!(find("--regex '^    retry\\w*\\(\\)$'"), ["b/two.py:2:5"].map(|place| place.replace(":5", ":1")));
    assert_eq!(find("--regex '(?i)retry' --lang python"), ["b/two.py:2:5", "b/two.py:4:3"]);
    assert_eq!(find("--regex '\u{ef}\\w+' --path c"), ["c/three.txt:1:3"]);
    case.sh("cw-lex find --all --literal 'retry);'").exits(1);
    let stream = case.sh("cw-lex find --all --literal 'nothing'").exits(0).records();
    assert_eq!((&stream[0]["order"], &stream[0]["query"]), (&json!("none"), &json!("nothing")));
    assert_eq!(stream[1]["from"]["lex"], json!({ "score": 1.0, "rank": 1, "matches": [{ "line": 2, "column": 1, "bytes": [13, 20] }] }));
    assert!(stream[2].get("left_out").is_none());
    // The best files only, and it says that there are more.
    let stream = case.sh("cw-lex find --literal retry -k 1").exits(0).records();
    assert_eq!((stream.len(), &stream[1]["path"], &stream[1]["score"]), (3, &json!("a/one.rs"), &json!(3.0)));
    assert_eq!(stream[2]["left_out"], 3);
    assert_eq!(case.sh("cw-lex find --all --literal naïve | cw-fuse | cw-pack").exits(0).out().lines().next(), Some("c/three.txt:1-2"));
    case.sh("cw-lex find --regex 'a('").exits(2).says("S36: 'a(' is no pattern: unclosed group");
    for wrong in ["--all retry", "--all --regex retry -k 3", "--literal --regex retry"] {
        case.sh(&format!("cw-lex find {wrong}")).exits(2).says("error:");
    }
}

#[test]
fn a_fusion_says_what_it_is_made_of() {
    let case = case();
    let plain = case.sh("cw-lex find retry | cw-embed find | cw-fuse").exits(0).records();
    let explained = case.sh("cw-lex find retry | cw-embed find | cw-fuse --explain").exits(0).records();
    assert_eq!(plain.len(), explained.len());
    for (plain, mut explained) in plain.into_iter().zip(explained).filter(|(plain, _)| plain["type"] == "hit") {
        let earned = explained["from"]["fuse"].as_object_mut().unwrap().shift_remove("earned").unwrap();
        assert_eq!(plain, explained);
        let sources: Vec<&String> = earned.as_object().unwrap().keys().collect();
        let known: Vec<&String> = plain["from"].as_object().unwrap().keys().filter(|name| *name != "fuse").collect();
        assert_eq!(sources, known);
        let sum: f64 = earned.as_object().unwrap().values().filter_map(Value::as_f64).sum();
        assert!((sum - plain["score"].as_f64().unwrap()).abs() < 0.000_01, "{plain} {earned}");
    }
}

#[test]
fn overlap_is_in_the_context_only() {
    let text: String = (0..40).map(|number| format!("def name_{number}():\n    return {number}\n\n\n")).collect();
    let case = Case::with(&[("a.py", &text)]);
    let cut = |flags: &str| case.sh(&format!("cw-scan . | cw-chunk --max-chars 200 {flags}")).exits(0);
    assert_eq!(cut("").bytes(), cut("--overlap 0").bytes());
    let chunks = |flags: &str| cut(flags).records().into_iter().filter(|record| record["type"] == "chunk").collect::<Vec<_>>();
    let (plain, lapped) = (chunks(""), chunks("--overlap 4"));
    assert!(plain.len() > 3 && plain.iter().all(|chunk| chunk.get("context").is_none()));
    assert!(lapped[0].get("context").is_none());
    for place in 1..lapped.len() {
        let before: Vec<&str> = plain[place - 1]["text"].as_str().unwrap().lines().collect();
        let context = lapped[place]["context"].as_str().unwrap();
        assert!(context.starts_with("a.py") && context.ends_with(&format!("\n{}", before[before.len() - 4..].join("\n"))), "{context}");
    }
    let mut bare = lapped.clone();
    bare.iter_mut().for_each(|chunk| _ = chunk.as_object_mut().unwrap().shift_remove("context"));
    assert_eq!(bare, plain);
    // An index keeps it, as it keeps the other options, and vectors see it.
    case.sh("cw index -q --overlap 2 --index ../lapped && cw index -q --index ../plain && cw index -q --index ../lapped").exits(0);
    case.sh("cw index --overlap 3 --index ../lapped").exits(3).says("I05").says("\"overlap\":2");
    case.write("a.py", format!("{text}def more():\n    pass\n"));
    case.sh("cw query more --index ../lapped -q --jsonl && cw index -q --index ../plain").exits(0);
    let (lapped, plain) = (bytes_of(&case.beside("lapped/vec")), bytes_of(&case.beside("plain/vec")));
    assert_ne!(lapped, plain);
    case.sh("cw verify -q --index ../lapped && cw index --rebuild -q --overlap 2 --index ../anew").exits(0);
    assert_eq!(bytes_of(&case.beside("lapped")), bytes_of(&case.beside("anew")));
}

#[test]
fn flags_say_how_fast_a_service_is_asked() {
    let case = Case::new();
    for number in 0..6 {
        case.write(format!("{number}.py"), format!("def go_{number}():\n    return {number}\n"));
    }
    let stub = Stub::embedding();
    let set = format!("export EMBEDDINGS_BASE_URL={} EMBEDDINGS_MODEL=m EMBEDDINGS_BATCH_SIZE=3;", stub.url("/v1/embeddings"));
    let asked = |line: &str| {
        let before = stub.count();
        case.sh(&format!("{set} {line} > /dev/null")).exits(0);
        stub.count() - before
    };
    assert_eq!(asked("cw-scan . | cw-chunk | cw-embed"), 2);
    assert_eq!(asked("cw-scan . | cw-chunk | cw-embed --batch 2 --concurrency 1"), 3);
    let add = |batch: u32| {
        asked(&format!("cw-scan . | cw-chunk | cw-lex add --index ../{batch} | cw-embed add --batch {batch} --index ../{batch}"))
    };
    assert_eq!(add(1) - add(6), 5);
    case.sh("cw-scan . | cw-chunk | cw-embed --batch 0").exits(2);
    case.sh("cw-scan . | cw-chunk | cw-embed --concurrency 65").exits(2);
}
