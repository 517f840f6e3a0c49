//! An example that is not run is a rumour: `examples/`, the shell blocks of README.md and of the pages, and the examples in every help run here.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::Case;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A small project in three languages, and a model of no sense where the pages say that one is.
fn demo() -> Case {
    let case = Case::with(&[
        (
            "src/retry.rs",
            "/// Calls `work` until it succeeds: where do we retry.\npub fn retry(mut work: impl FnMut() -> bool) {\n    while !work() {}\n}\n",
        ),
        (
            "src/cache.rs",
            "//! Least recently used cache.\npub struct Cache(Vec<String>);\nimpl Cache {\n    /// Evict the oldest entry when full.\n    pub fn evict(&mut self) {\n        self.0.remove(0);\n    }\n}\n",
        ),
        (
            "web/fetch.ts",
            "import { retry } from './retry';\n\nexport function fetchAll(urls: string[]) {\n  return retry(() => urls.map(fetch));\n}\n",
        ),
        ("web/retry.ts", "export function retry<T>(work: () => T): T {\n  return work();\n}\n"),
        ("test_cache.py", "def test_cache():\n    assert cache\n"),
        ("README.md", "# Demo\n\nRetry and cache.\n"),
    ]);
    #[cfg(feature = "local")]
    crate::tiny::write(&case.beside("home/models/all-MiniLM-L6-v2"), "bert", false);
    case
}

/// The shell lines of the blocks marked `sh`.
fn blocks(markdown: &str) -> Vec<String> {
    let blocks = markdown.split("\n```sh\n").skip(1);
    blocks.map(|block| block.split("\n```").next().unwrap().to_owned()).collect()
}

/// True if the other programs that `line` calls are here, and what this build has to have for it.
fn is_runnable(line: &str) -> bool {
    let has = |name: &str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    (cfg!(feature = "local") || !line.contains("/models/"))
        && ["jq", "python3"].iter().all(|name| !line.contains(&format!("{name} ")) || has(name))
}

/// Copies what a question about this project needs.
fn own_source() -> Case {
    let case = Case::new();
    let mut folders: Vec<PathBuf> = vec!["lib/index".into(), "lib/records".into(), "cmds".into()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let place = folder.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(place);
            } else {
                case.write(place.to_str().unwrap(), std::fs::read(entry.path()).unwrap());
            }
        }
    }
    case
}

#[test]
fn readme_runs() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let blocks = blocks(&readme);
    assert!(blocks.len() > 4);
    let case = own_source();
    for block in &blocks {
        let line = block.replace("cargo run --release --quiet --bin cw --", "cw");
        assert!(!line.contains("cargo"), "a block that builds is marked console: {line}");
        if is_runnable(&line) {
            let ran = case.sh(&format!("set -e\n{line}")).exits(0);
            assert!(!ran.out().is_empty() || line.contains("/dev/null"), "{line}\nsays nothing");
        }
    }
    // What the first block promises.
    let first = blocks[0].replace("cargo run --release --quiet --bin cw --", "cw");
    let answer = case.sh(&first).exits(0).out();
    assert!(answer.contains("lib/index/src/border.rs"), "{answer}");
}

#[test]
fn pages_run() {
    for page in ["cmds/help/pipeline.md", "cmds/help/errors.md"] {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        let case = demo();
        for block in blocks(&text).iter().filter(|block| is_runnable(block)) {
            case.sh(&format!("set -e\n{block}")).exits(0);
        }
    }
}

/// The lines below `Examples:` in a help text; `#` begins a remark.
#[test]
fn helps_run() {
    let mut texts: Vec<PathBuf> = std::fs::read_dir(root().join("cmds/help")).unwrap().map(|entry| entry.unwrap().path()).collect();
    texts.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    texts.sort();
    for path in texts {
        let text = std::fs::read_to_string(&path).unwrap();
        let examples = text.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("{} has no examples", path.display()));
        let case = demo();
        case.sh("cw index --quiet").exits(0);
        let lines = examples.lines().take_while(|line| line.starts_with("  ")).map(str::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.starts_with('#')).collect();
        assert!(!lines.is_empty(), "{} has no examples", path.display());
        for line in lines.into_iter().filter(|line| is_runnable(line)) {
            let ran = case.sh(line);
            assert!(ran.code() == 0, "{}: {line}\nexit {}\n{}", path.display(), ran.code(), ran.err());
        }
    }
}

/// Runs an example in the demo tree.
fn example(name: &str) -> Option<String> {
    let path = root().join("examples").join(name);
    let case = demo();
    is_runnable(&std::fs::read_to_string(&path).unwrap()).then(|| case.sh(&format!("sh {}", path.display())).exits(0).out())
}

#[test]
fn example_01_index_and_ask() {
    let out = example("01-index-and-ask.sh").unwrap();
    assert!(out.starts_with("{\"type\":\"end\""), "{out}");
    assert!(out.lines().nth(1).unwrap().contains("retry"), "{out}");
}

#[test]
fn example_02_only_words() {
    let out = example("02-only-words.sh").unwrap();
    assert!(out.starts_with("src/cache.rs:1-8"), "{out}");
}

#[test]
fn example_03_jq_in_the_middle() {
    if let Some(out) = example("03-jq-in-the-middle.sh") {
        assert_eq!(out.lines().next(), Some("src/cache.rs"), "{out}");
        assert!(!out.contains("test_cache.py"), "{out}");
    }
}

#[test]
fn example_04_own_reranker() {
    let path = root().join("examples/04-own-reranker.py");
    let case = demo();
    case.sh("cw index --quiet").exits(0);
    let line = format!("cw-lex find 'retry cache' | cw-embed find | cw-fuse | python3 {} | cw-pack --format jsonl", path.display());
    if is_runnable(&line) {
        let ran = case.sh(&line).exits(0);
        let first = ran.records().into_iter().find(|record| record["type"] == "context").unwrap();
        assert!(!first["path"].as_str().unwrap().contains('/'), "{first}");
        // A stream that was cut stays cut.
        case.sh(&format!("cw-lex find retry | sed '$d' | python3 {} | cw-pack", path.display())).exits(2).says("R03");
    }
}

#[test]
fn example_05_ci_precompute() {
    let out = example("05-ci-precompute.sh").unwrap();
    assert!(out.starts_with("same bytes\n"), "{out}");
    assert!(out.contains("retry"), "{out}");
}

#[test]
fn example_06_time() {
    let out = example("06-time.sh").unwrap();
    assert_eq!(out.lines().filter(|line| line.ends_with(" ms")).count(), 4, "{out}");
    assert!(out.contains("chunks,"), "{out}");
}

#[test]
fn example_gnu_parallel() {
    let out = example("gnu-parallel.sh").unwrap();
    assert!(out.starts_with("skipped") || out.starts_with("same bytes\n") && out.contains("retry"), "{out}");
}

/// What an executor of Spark runs: without an environment, and for a partition without elements.
#[test]
fn example_spark_worker() {
    let case = demo();
    let worker = format!("env -i sh {} $(command -v cw) . ../sliced", root().join("examples/spark/worker.sh").display());
    assert!(case.feed(&worker, b"").exits(0).out().is_empty());
    let receipts = case.feed(&worker, b"2/2\n1/2\n").exits(0).out();
    assert_eq!(receipts.lines().count(), 4, "{receipts}");
    let killed = case.feed(&format!("{worker} ../trap"), b"1/2\n");
    assert!(killed.code() != 0 && killed.out().is_empty(), "{}", killed.out());
    case.feed("cw commit -q --index ../sliced", receipts.as_bytes()).exits(0);
    assert!(case.sh("cw query 'evict the oldest' --index ../sliced --no-refresh").exits(0).out().contains("src/cache.rs"));
}

/// The commands of the two jobs of a file for CI, but for the one that installs.
fn jobs(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("examples").join(name)).unwrap();
    let jobs = ["\n  precompute:\n", "\nprecompute:\n", "\n  ask:\n", "\nask:\n"];
    let mut starts: Vec<usize> = jobs.iter().filter_map(|job| text.find(job)).collect();
    starts.push(text.len());
    let job = |text: &str| {
        let lines = text.lines().map(str::trim).map(|line| line.strip_prefix("- ").unwrap_or(line));
        lines.filter(|line| line.starts_with("cw ")).collect::<Vec<_>>().join("\n")
    };
    starts.windows(2).map(|pair| job(&text[pair[0]..pair[1]])).collect()
}

/// Main precomputes twice; another clone with a change pulls that and reads only what differs.
#[test]
fn examples_07_and_08_precompute_and_ask() {
    for name in ["07-github-actions.yml", "08-gitlab-ci.yml"] {
        let jobs = jobs(name);
        assert!(jobs.len() == 2 && jobs.iter().all(|job| job.lines().count() > 1), "{name}: {jobs:?}");
        let case = demo();
        let git = "git -c user.name=a -c user.email=a@b";
        case.sh(&format!("git init -qb main; git add -A; {git} commit -qm 'first'")).exits(0);
        let settings = "set -e; export CW_SHARE=../share GITHUB_SHA=1a2b CI_COMMIT_SHA=1a2b BASE=1a2b CI_MERGE_REQUEST_DIFF_BASE_SHA=1a2b CI_MERGE_REQUEST_TITLE='evict the oldest entry'";
        let ran = case.sh(&format!("{settings}\n{}", jobs[0])).exits(0);
        assert_eq!(ran.out(), "no index to begin with\n", "{name}");
        let ran = case.sh(&format!("{settings}\nrm -r .cw\n{}", jobs[0])).exits(0).says("4 were there");
        assert_eq!(ran.out(), "", "{name}");
        let change =
            format!("git clone -q . ../clone; cd ../clone; echo '# new' > new.py; git add -A; {git} commit -qm 'evict the oldest entry'");
        let ran = case.sh(&format!("{settings}\n{change}\n{}\nls .cw", jobs[1])).exits(0).says("'1a2b' is in");
        assert!(ran.out().contains("src/cache.rs"), "{name}: {}", ran.out());
    }
}

#[test]
fn example_in_process() {
    let case = demo();
    let example = Path::new(env!("CARGO_BIN_EXE_cw")).with_file_name("examples").join("in_process");
    // Built by cargo test, unless it was told to build one target.
    if example.exists() {
        let out = case.sh(&format!("'{}' . 'where do we retry'", example.display())).exits(0).out();
        assert!(out.contains("src/retry.rs:1"), "{out}");
    }
}
