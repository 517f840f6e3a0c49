//! What leaves an index for other engines, and what is told of its limits.

use serde_json::Value;

use crate::support::tree::{case, polyglot};
use crate::support::{Case, assert_same};

#[test]
fn what_was_exported_gives_the_same_index() {
    let case = case();
    // Files of the tree that cannot be read by everybody are a loss of the scan, not of the export.
    let first = case.sh("cw index -q");
    assert!(first.code() <= 1, "{}", first.err());
    let line = "cw export | cw-lex add --index ../copy | cw-embed add --index ../copy > ../stream";
    case.sh(line).exits(0);
    assert_same(&case.tree().join(".cw"), &case.beside("copy"), "an export that was added");
    let stream = std::fs::read_to_string(case.beside("stream")).unwrap();
    let records: Vec<Value> = stream.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let chunks: Vec<&Value> = records.iter().filter(|record| record["type"] == "chunk").collect();
    assert!(chunks.len() >= polyglot().len() / 2 && chunks.iter().all(|chunk| chunk["vector"]["data"].is_string()));
    let cut = case.sh("cw export | head -c 3000 | cw-lex add --index ../cut");
    assert_eq!(cut.code(), 2, "{}", cut.err());
}

#[test]
fn an_export_is_a_table_too() {
    let case = Case::with(&[("a.py", "def first():\n    return \"one, two\"\n"), ("b.md", "# Head\n\nText.\n")]);
    case.sh("cw export").exits(3).says("I01");
    case.sh("cw index -q").exits(0);
    let csv = case.sh("cw export --format csv").exits(0).out();
    let mut table = csv.lines();
    assert_eq!(table.next(), Some("id,path,lang,first,last,start,end,kind,symbol,breadcrumb,text,vector"));
    assert!(csv.contains(",a.py,python,1,2,0,") && csv.contains("\"\"one, two\"\"") && csv.contains(",b.md,markdown,"), "{csv}");
    let last = csv.trim_end().rsplit(',').next().unwrap();
    let numbers: Vec<f32> = last.split(' ').map(|number| number.parse().unwrap()).collect();
    let length: f32 = numbers.iter().map(|number| number * number).sum();
    assert!((length - 1.0).abs() < 0.01, "{length}");
    let bare = case.sh("cw export --no-vectors").exits(0).out();
    assert!(!bare.contains("\"vector\"") && bare.contains("\"type\":\"end\""), "{bare}");
}

/// What an engine adds up is our own score: the sum of a chunk's weights over the terms of a question.
#[test]
fn exported_weights_add_up_to_the_scores_of_find() {
    let case = case();
    case.sh("cw index -q").code();
    case.sh("cw export --format pg-copy --out ../pg && cw export --format opensearch-bulk --out ../os").exits(0);
    let postings = std::fs::read_to_string(case.beside("pg").join("posting.copy")).unwrap();
    let bulk = std::fs::read_to_string(case.beside("os").join("bulk.ndjson")).unwrap();
    let documents: Vec<Value> = bulk.lines().skip(1).step_by(2).map(|line| serde_json::from_str(line).unwrap()).collect();
    let ids: Vec<Value> = bulk.lines().step_by(2).map(|line| serde_json::from_str(line).unwrap()).collect();
    for question in ["retry with backoff", "connection pool", "total of the cart", "part value step value"] {
        let hits = case.sh(&format!("cw-lex find '{question}'")).exits(0).records();
        let hits: Vec<&Value> = hits.iter().filter(|record| record["type"] == "hit").take(10).collect();
        assert!(!hits.is_empty());
        let asked: Value = serde_json::from_str(&case.sh(&format!("cw export --question '{question}'")).exits(0).out()).unwrap();
        assert!(asked["vector"].as_array().is_some_and(|vector| vector.len() > 8));
        for hit in hits {
            let id = hit["id"].as_str().unwrap();
            let own = postings.lines().map(|line| line.split('\t').collect::<Vec<_>>()).filter(|row| row[1] == id);
            let sum: f64 = own.map(|row| asked["terms"][row[0]].as_f64().unwrap_or(0.0) * row[2].parse::<f64>().unwrap()).sum();
            let want = hit["score"].as_f64().unwrap();
            assert!((sum - want).abs() < 1e-4, "{question}: {id} adds up to {sum}, not {want}");
            let place = ids.iter().position(|action| action["index"]["_id"] == id).unwrap();
            let weights = documents[place]["weights"].as_object().unwrap();
            let features = asked["features"].as_object().unwrap().iter();
            let sum: f64 =
                features.map(|(name, times)| times.as_f64().unwrap() * weights.get(name).and_then(Value::as_f64).unwrap_or(0.0)).sum();
            assert!((sum - want).abs() < 1e-4, "{question}: {id} adds up to {sum}, not {want}");
        }
    }
    assert!(documents.iter().all(|document| !document["weights"].as_object().unwrap().is_empty()));
    case.sh("cw export --format pg-copy --out ../again && diff -r ../pg ../again").exits(0);
    case.sh("cw export --format pg-copy").exits(2);
}

#[test]
fn coverage_says_what_is_missing_and_why() {
    let case = Case::with(&[("a.py", "def first():\n    pass\n"), ("note.txt", "words\n"), ("old.py", "x = 1\n")]);
    case.write("blob.bin", b"\0\x01\x02\0");
    case.sh("cw index -q").exits(0);
    let coverage = || -> Value {
        let out = case.sh("cw stats --coverage --json").exits(0).out();
        serde_json::from_str::<Value>(&out).unwrap()["coverage"].clone()
    };
    let whole = coverage();
    assert_eq!((whole["files"].as_u64(), whole["with_vectors"].as_u64(), whole["with_definitions"].as_u64()), (Some(3), Some(3), Some(1)));
    assert_eq!((whole["tree"]["current"].as_u64(), whole["tree"]["left_out"]["binary"].as_u64()), (Some(3), Some(1)));
    assert_eq!(whole["tree"]["share"].as_f64(), Some(0.75));
    case.write("a.py", "def second():\n    pass\n");
    case.write("new.py", "y = 2\n");
    case.sh("rm old.py").exits(0);
    let tree = &coverage()["tree"];
    let counts = ["current", "changed", "new", "gone", "listed"].map(|name| tree[name].as_u64().unwrap());
    assert_eq!(counts, [1, 1, 1, 1, 4], "{tree}");
    assert!(case.sh("cw stats --coverage").exits(0).out().contains("coverage.tree.left_out.binary 1"));
}
