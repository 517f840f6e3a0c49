//! `cw eval` from outside: figures of known lists, labels that are lost, two runs compared, weights fitted and used.

use crate::support::Case;

fn case() -> Case {
    Case::with(&[
        ("src/retry.rs", "/// Waits longer after each failure.\npub fn backoff(attempt: u32) -> u64 {\n    1 << attempt\n}\n"),
        ("src/lock.rs", "/// Takes the lock of the folder.\npub fn acquire() {\n    todo()\n}\n"),
        ("src/cache.rs", "/// Drops the oldest entry.\npub fn evict(keep: usize) -> usize {\n    keep\n}\n"),
        ("docs/guide.md", "# Guide\n\nHow to configure the cache.\n"),
    ])
}

const QUESTIONS: &str = r#"{"query": "where is the lock taken", "relevant": [{"path": "src/lock.rs", "lines": [1, 4]}], "category": "semantic"}
{"query": "evict", "relevant": ["src/cache.rs"], "category": "symbol"}

{"query": "wait longer after a failure", "relevant": ["src/retry.rs"], "category": "semantic"}
"#;

#[test]
fn eval_tells_the_figures() {
    let case = case();
    std::fs::write(case.beside("q.jsonl"), QUESTIONS).unwrap();
    let text = case.sh("cw eval ../q.jsonl -q").exits(0).out();
    let row =
        |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(row("semantic")[..4], ["semantic", "2", "1.000", "1.000"]);
    assert_eq!(row("symbol")[..4], ["symbol", "1", "1.000", "1.000"]);
    assert_eq!(row("all").last().unwrap(), "1.000", "{text}");
    let run: serde_json::Value = serde_json::from_str(&case.sh("cw eval ../q.jsonl -q --json").exits(0).out()).unwrap();
    assert_eq!((&run["all"]["questions"], &run["all"]["ndcg_10"]), (&3.into(), &1.0.into()));
    assert_eq!(run["queries"][0]["first"][0], "src/lock.rs:1-4");
    assert_eq!(run["queries"][0]["recall_500_tokens"], 1.0);
    let table = case.sh("cw eval ../q.jsonl -q --format csv").exits(0).out();
    assert!(table.starts_with("repo,category,query,ndcg_10,mrr,recall_1,"), "{table}");
    assert_eq!(table.lines().count(), 4);
}

#[test]
fn eval_says_which_labels_are_lost() {
    let case = case();
    std::fs::write(case.beside("q.jsonl"), "{\"query\": \"lock\", \"relevant\": [\"src/gone.rs\"]}\n").unwrap();
    case.sh("cw eval ../q.jsonl -q").exits(1).says("'src/gone.rs' is said to answer, but is not in the index");
    std::fs::write(case.beside("q.jsonl"), "\n").unwrap();
    case.sh("cw eval ../q.jsonl").exits(2).says("C05");
    std::fs::write(case.beside("q.jsonl"), "{\"query\": \"lock\"}\n").unwrap();
    case.sh("cw eval ../q.jsonl").exits(2).says("S19: line 1 is no labelled question");
    case.sh("cw eval ../none.jsonl").exits(4).says("C03: cannot read '../none.jsonl'");
}

#[test]
fn eval_asks_several_trees_and_compares_runs() {
    let case = Case::with(&[("a/x.rs", "pub fn retry() {}\n"), ("b/y.rs", "pub fn retry() {}\n"), ("b/z.rs", "pub fn other() {}\n")]);
    let lines = "{\"query\": \"retry\", \"relevant\": [\"x.rs\"], \"repo\": \"a\"}\n{\"query\": \"retry\", \"relevant\": [\"y.rs\"], \"repo\": \"b\"}\n";
    std::fs::write(case.beside("q.jsonl"), lines).unwrap();
    let before = case.sh("cw eval ../q.jsonl --repo . --index ../ix -q --json").exits(0).out();
    std::fs::write(case.beside("before.json"), &before).unwrap();
    assert!(case.beside("ix").join("a/lex/manifest.json").exists() && !case.tree().join("a/.cw").exists());
    let text = case.sh("cw eval ../q.jsonl --repo . --index ../ix -q --against ../before.json").exits(0).out();
    assert!(text.contains("2 questions of both, nDCG@10 +0.0000 a question; 0 better, 0 worse, 2 the same"), "{text}");
    std::fs::write(case.beside("worse.json"), "{\"queries\": [{\"query\": \"retry\", \"repo\": \"a\", \"ndcg_10\": 0.5}]}").unwrap();
    let text = case.sh("cw eval ../q.jsonl --repo . --index ../ix -q --against ../worse.json").exits(0).out();
    assert!(text.contains("1 better, 0 worse, 0 the same") && text.contains("+0.500  0.500 to 1.000  a: retry"), "{text}");
    std::fs::write(case.beside("worse.json"), "[]").unwrap();
    case.sh("cw eval ../q.jsonl --repo . --index ../ix -q --against ../worse.json").exits(2).says("S19");
}

#[test]
fn eval_fits_weights_that_query_uses() {
    let case = case();
    std::fs::write(case.beside("q.jsonl"), QUESTIONS).unwrap();
    case.sh("cw eval ../q.jsonl --fit ../w.json > /dev/null").exits(0).says("by cross-validation");
    let weights: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(case.beside("w.json")).unwrap()).unwrap();
    assert!(weights["question"]["prim"].is_number() && weights["name"]["loglen"].is_number());
    case.sh("cw query 'where is the lock taken' --weights ../w.json --jsonl -q").exits(0);
    // Weights decide: with nothing but the length of a file, the longest is first.
    let all = weights["question"].as_object().unwrap().keys().map(|name| format!("\"{name}\": {}", u8::from(name == "loglen")));
    std::fs::write(case.beside("w.json"), format!("{{\"question\": {{{}}}}}", all.collect::<Vec<_>>().join(", "))).unwrap();
    let first =
        case.sh("cw query 'drops the oldest entry of the lock' --weights ../w.json --jsonl -q").exits(0).records()[0]["path"].clone();
    assert_eq!(first, "src/retry.rs");
    case.sh("cw lex find evict | cw fuse | cw rerank --weights ../w.json > /dev/null").exits(0);
    std::fs::write(case.beside("w.json"), "{\"question\": {\"primm\": 1}}").unwrap();
    case.sh("cw query lock --weights ../w.json").exits(2).says("S18: cannot use the weights: no feature 'primm'");
}
