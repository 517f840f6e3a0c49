//! The commands of `cw` that compose what the stages know: outlines, what a request says.

use serde_json::Value;

use crate::support::Case;

const CACHE: &str = "//! Least recently used.\npub struct Cache(Vec<String>);\n\nimpl Cache {\n    /// Evict the oldest entry when full.\n    pub fn evict(&mut self) {\n        fn inner() {}\n        self.0.remove(0);\n    }\n}\n\nmod deep {\n    pub fn put() {}\n}\n";

fn shop() -> Case {
    Case::with(&[
        ("src/cache.rs", CACHE),
        ("src/retry.rs", "/// Calls `work` until it succeeds.\npub fn retry(mut work: impl FnMut() -> bool) {\n    while !work() {}\n}\n"),
        ("src/pool.py", "class DatabasePool:\n    def connect(self):\n        return self.open_connection()\n"),
        ("README.md", "# Shop\n\nText.\n\n## Cache\n\nIt evicts the oldest entry.\n\n## Retry\n\nText.\n"),
    ])
}

#[test]
fn what_stood_in_the_way_once() {
    let case = Case::with(&[("build", "#!/bin/sh -e\nfoo() {\n  :\n}\n"), ("a.py", "def a():\n    pass\n")]);
    assert!(case.sh("cw outline build").exits(0).out().contains("function foo"));
    case.sh("cw index -q --threads 2000").exits(2).says("--threads");
    // The line end of `format` says nothing.
    case.sh("set -e; cw index -q; printf 'cw-index 1' > .cw/format; cw verify -q").exits(0);
    let ran = case.sh("f=$(printf 'b\\033[2J.py'); : > \"$f\"; cw-scan --explain \"$f\"").exits(0);
    assert!(!ran.out().contains('\u{1b}'), "{:?}", ran.out());
}

/// A10: a name that is not UTF-8 is printed spelled out, and taken as it is.
#[test]
fn names_that_are_not_utf_8() {
    let case = Case::with(&[("b.py", "import os\n\ndef other():\n    return zoe()\n")]);
    let ran = case.sh("set -e; f=$(printf 'zo\\350.py'); printf 'def zoe():\\n    pass\\n' > \"$f\"; cw index -q; cw outline \"$f\"; cw symbols --path 'zo*'; cw list-files");
    let out = ran.exits(0).out();
    assert!(out.contains("1-2 function zoe") && out.matches("\"zo\\xe8.py\"").count() >= 2 && !out.contains('\u{fffd}'), "{out}");
    let ran = case.sh("f=$(printf 'zo\\350.py'); cw related \"$f:1\"");
    assert!(!ran.err().contains("error"), "{}", ran.err());
}

#[test]
fn outline_is_a_tree_and_needs_no_index() {
    let case = shop();
    let text = case.sh("cw outline src/cache.rs").exits(0).out();
    let want = "src/cache.rs\n  2-2 struct Cache\n  6-9 method evict in Cache\n    7-7 function inner\n  12-14 module deep\n    13-13 function put\n";
    assert_eq!(text, want, "{text}");
    assert!(!case.tree().join(".cw").exists());
    // From a folder below, by its path there; the root is that of the project.
    case.write("cwconfig.json", "{}");
    assert_eq!(case.sh("cd src && cw outline cache.rs").exits(0).out(), want);
    let whole: Value = serde_json::from_str(&case.sh("cw outline README.md --json").exits(0).out()).unwrap();
    assert_eq!((whole["path"].as_str(), whole["total"].as_u64()), (Some("README.md"), Some(3)));
    let inner: Vec<_> = whole["definitions"][0]["definitions"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
    assert_eq!(inner, ["Cache", "Retry"]);
    let csv = case.sh("cw outline src/pool.py --format csv").exits(0).out();
    assert_eq!(
        csv,
        "path,first,last,depth,kind,name,container\nsrc/pool.py,1,3,0,class,DatabasePool,\nsrc/pool.py,2,3,1,method,connect,DatabasePool\n"
    );
    let rows = case.sh("cw outline src/pool.py --jsonl").exits(0).records();
    assert_eq!((rows.len(), rows[1]["depth"].as_u64()), (2, Some(1)));
}

#[test]
fn outline_of_what_is_gone_comes_from_the_index() {
    let case = shop();
    case.sh("cw outline gone.rs").exits(2).says("C40: 'gone.rs' is neither on disk nor in the index");
    let before = case.sh("cw index -q && cw outline src/cache.rs").exits(0).out();
    assert_eq!(case.sh("rm src/cache.rs && cw outline src/cache.rs").exits(0).out(), before);
    case.write("note.txt", "words only\n");
    case.sh("cw outline note.txt").exits(1).says("defines nothing that is known");
    case.write("blob.bin", b"\0\0\0\x01");
    case.sh("cw outline blob.bin").exits(2).says("C40: 'blob.bin' has no outline: binary");
    // What is ignored can be named.
    case.write(".gitignore", "made.py\n");
    case.write("made.py", "def made():\n    pass\n");
    assert!(case.sh("cw outline made.py").exits(0).out().contains("function made"));
}

#[test]
fn lists_are_tables_too() {
    let case = shop();
    let csv = case.sh("cw symbols --format csv --lang python").exits(0).out();
    assert_eq!(
        csv,
        "path,first,last,kind,name,container\nsrc/pool.py,1,3,class,DatabasePool,\nsrc/pool.py,2,3,method,connect,DatabasePool\n"
    );
    let csv = case.sh("cw references evict --format csv").exits(0).out();
    assert!(csv.starts_with("path,line,column,is_definition,breadcrumb,text\nsrc/cache.rs,6,12,true,"), "{csv}");
    assert!(case.sh("cw list-files --format csv").exits(0).out().starts_with("path,lang,size,lines\nREADME.md,markdown,"));
    assert_eq!(
        case.sh("cw definition retry --format csv").exits(0).out(),
        "path,first,last,kind,name,breadcrumb\nsrc/retry.rs,2,4,function,retry,retry\nREADME.md,9,11,section,Retry,Shop > Retry\n"
    );
    case.sh("cw symbols --json --format csv").exits(2);
}

#[test]
fn a_request_is_read_in_any_language() {
    let case = shop();
    let ran = case.sh("cw prompt-context '把`evict`改成异步，见src/cache.rs，数据库连接也要看' --symbols DatabasePool --json").exits(0);
    let whole: Value = serde_json::from_str(&ran.out()).unwrap();
    assert_eq!(whole["language"], "zh");
    assert_eq!(whole["technicalTerms"], serde_json::json!(["evict", "src/cache.rs", "DatabasePool"]));
    assert!(whole["english"].as_array().unwrap().iter().any(|word| word == "database"), "{whole}");
    assert_eq!(whole["retrieval"]["status"], "ok");
    assert_eq!(whole["retrieval"]["topPaths"][0], "src/cache.rs");
    let first = &whole["retrieval"]["evidence"][0];
    assert!(first["text"].as_str().unwrap().contains("fn evict") && first["startLine"].is_u64() && first["score"].is_f64(), "{first}");
    // The same as text has the evidence too, and stays within the budget.
    let text = case.sh("cw prompt-context 'how does `evict` work' --tokens 120").exits(0).out();
    assert!(text.starts_with("language: en\nterms: evict\nevidence: "), "{text}");
    assert!(text.contains("pub fn evict"), "{text}");
    let tokens = cw_stages::pack::tokens::count(cw_stages::pack::Encoding::O200k, &text);
    assert!(tokens <= 120, "{tokens}\n{text}");
}

#[test]
fn a_request_is_read_even_if_nothing_can_be_asked() {
    let case = shop();
    case.sh("printf '  ' | cw prompt-context -").exits(2).says("C05");
    let ran = case.sh("cw prompt-context 'zyzzyva quux grault' --json").exits(1);
    let whole: Value = serde_json::from_str(&ran.out()).unwrap();
    assert_eq!((whole["retrieval"]["status"].as_str(), whole["retrieval"]["evidence"].as_array().map(Vec::len)), (Some("ok"), Some(0)));
    let ran = case.sh("cw prompt-context 'fix RetryPolicy' --json --no-refresh --index nowhere").exits(3).says("I01");
    let whole: Value = serde_json::from_str(&ran.out()).unwrap();
    assert_eq!((whole["retrieval"]["status"].as_str(), whole["technicalTerms"][0].as_str()), (Some("error"), Some("RetryPolicy")));
    assert!(whole["retrieval"]["error"].as_str().unwrap().starts_with("I01: "));
}

/// Nothing is never ambiguous for a program.
#[test]
fn json_says_why_there_is_nothing() {
    let case = shop();
    let status = |line: &str, code: i32| -> Value { serde_json::from_str(&case.sh(line).exits(code).out()).unwrap() };
    let missing = status("cw query evict --json --no-refresh", 3);
    assert_eq!((missing["status"].as_str(), missing["code"].as_str()), (Some("not_indexed"), Some("I01")));
    let found = status("cw query 'evict the oldest entry' --json", 0);
    assert_eq!(
        (found["status"].as_str(), found["refreshed"].as_bool(), found["query"].as_str()),
        (Some("ok"), Some(true), Some("evict the oldest entry"))
    );
    assert_eq!(found["results"][0]["path"], "src/cache.rs");
    let stale = status("cw query 'evict the oldest entry' --json --no-refresh", 0);
    assert_eq!((stale["status"].as_str(), stale["refreshed"].as_bool()), (Some("ok"), Some(false)));
    for (line, want) in [
        ("cw query 'zyzzyva quux grault' --json", "nothing_relevant"),
        ("cw query '!!! ???' --json", "no_words"),
        ("cw query 'evict the oldest entry' --json --tokens 1", "budget_too_small"),
        ("mkdir ../none && cw query evict --repo ../none --json", "no_files"),
        ("cw query evict --lang cobol --json", "no_files_in_scope"),
        ("cw query evict --path nowhere --json", "no_files_in_scope"),
    ] {
        assert_eq!(status(line, 1)["status"], want, "{line}");
    }
    case.sh("cw query evict --lang cobol").exits(1).says("no file is in the language 'cobol'; there are");
    case.sh("cw query evict --path nowhere").exits(1).says("no file of the index is within --path, --lang and --content");
    for lang in ["rust", "Rust", "rs", ".rs"] {
        assert_eq!(status(&format!("cw query evict --lang {lang} --json"), 0)["results"][0]["path"], "src/cache.rs");
    }
    let bad = status("printf ' ' | cw query - --json", 2);
    assert_eq!((bad["status"].as_str(), bad["code"].as_str()), (Some("bad_query"), Some("C05")));
}
