//! The laws: what holds for every tree, however an index came to be and whoever asks it. Pipe = in-process, history leaves no trace,
//! a file's chunks tile it, lists keep their order, budgets hold.

use std::collections::{BTreeMap, BTreeSet};

use cw_records::{Blob, End, Header, Hit, Order, Record, evidence};
use cw_stages::pack::tokens::{Encoding, count};
use cw_stages::{Env, Stream, fuse, rerank};
use proptest::prelude::*;
use serde_json::Value;

use crate::support::tree::{case, plant, polyglot};
use crate::support::{Case, assert_same, bytes_of};

/// The building pipe into `index`, with `flags` for the scan.
fn build(index: &str, flags: &str) -> String {
    format!("cw-scan -q . {flags} | cw-chunk | cw-lex add --index {index} | cw-embed add --index {index} >/dev/null")
}

fn index(case: &Case, name: &str) {
    case.sh(&format!("cw index -q . --index ../{name}")).exits(0);
}

/// A case with the tree and the index that the porcelain makes of it.
fn indexed() -> Case {
    let case = case();
    index(&case, "j");
    case
}

#[test]
fn a_pipe_and_the_porcelain_build_the_same_bytes() {
    let case = indexed();
    case.sh(&build("../i", "")).exits(0);
    assert_same(&case.beside("i"), &case.beside("j"), "pipe");
    let segments = bytes_of(&case.beside("j").join("lex")).into_keys().filter(|path| path.extension().is_some_and(|end| end == "seg"));
    assert_eq!(segments.count(), 3, "the tree is meant to have several segments");
    for threads in [1, 8] {
        let line = build(&format!("../i{threads}"), "").replace("cw-chunk", &format!("cw-chunk --threads {threads}"));
        case.sh(&line.replace(" add", &format!(" add --threads {threads}"))).exits(0);
        assert_same(&case.beside(&format!("i{threads}")), &case.beside("j"), "threads of the pipe");
        case.sh(&format!("cw index -q . --threads {threads} --index ../j{threads}")).exits(0);
        assert_same(&case.beside(&format!("j{threads}")), &case.beside("j"), "threads of the porcelain");
    }
    // A part that stood alone catches up with the other.
    case.sh("cw-scan -q . | cw-chunk | cw-lex add --index ../l >/dev/null").exits(0);
    index(&case, "l");
    assert_same(&case.beside("l"), &case.beside("j"), "lex first");
    case.sh("cw-scan -q . | cw-chunk | cw-embed add --index ../v | cw-lex add --index ../v >/dev/null").exits(0);
    assert_same(&case.beside("v"), &case.beside("j"), "embed before lex");
}

#[test]
fn a_place_a_locale_and_an_order_of_creation_leave_no_trace() {
    let case = indexed();
    let other = Case::new();
    let entries = polyglot();
    plant(&other, entries.iter().rev());
    other.sh("find . -exec touch -d @86400 {} +").exits(0);
    for (name, settings) in [("tz", "TZ=Asia/Kathmandu LC_ALL=tr_TR.UTF-8"), ("c", "TZ=America/Caracas LC_ALL=C LANG=C")] {
        other.sh(&format!("export {settings}; cw index -q . --index ../{name}")).exits(0);
        assert_same(&other.beside(name), &case.beside("j"), settings);
    }
    // An index that lies in the tree is not part of it.
    other.sh("cw index -q").exits(0);
    assert_same(&other.tree().join(".cw"), &case.beside("j"), "inside");
    other.sh("cw index -q").exits(0);
    assert_same(&other.tree().join(".cw"), &case.beside("j"), "inside, again");
}

#[test]
fn histories_leave_no_trace() {
    let case = indexed();
    index(&case, "i");
    let there_and_back = [
        ("edit", "cp src/retry.rs ../kept; echo 'fn more() {}' >> src/retry.rs", "cp ../kept src/retry.rs"),
        ("add", "mkdir new; echo 'def added(): pass' > new/a.py", "rm -r new"),
        ("delete", "mv lib ../lib", "mv ../lib lib"),
        ("rename", "mv app/pool.py app/aaa.py", "mv app/aaa.py app/pool.py"),
        ("rename a folder", "mv web zzz", "mv zzz web"),
        ("file becomes folder", "mv README.md ../kept; mkdir README.md; echo x > README.md/x.md", "rm -r README.md; mv ../kept README.md"),
        ("becomes binary", "cp srv/server.go ../kept; printf '\\0\\0' > srv/server.go", "cp ../kept srv/server.go"),
        ("ignored", "echo '*.py' > .gitignore", "rm .gitignore"),
        ("border goes", "mv gen ../gen", "mv ../gen gen"),
        ("touched", "find . -type f -exec touch {} +", "find . -type f -exec touch -d @1000 {} +"),
    ];
    for (what, there, back) in there_and_back {
        case.sh(there).exits(0);
        index(&case, "i");
        case.sh("rm -rf ../fresh").exits(0);
        index(&case, "fresh");
        assert_same(&case.beside("i"), &case.beside("fresh"), what);
        case.sh(back).exits(0);
        index(&case, "i");
        assert_same(&case.beside("i"), &case.beside("j"), &format!("{what}, and back"));
    }
    // The same without the cache of the scan.
    case.sh(
        "rm ../i/lex/stamps; echo 'fn more() {}' >> src/retry.rs; cw index -q . --index ../i; rm ../i/lex/stamps; cp ../j/format ../kept",
    );
    index(&case, "k");
    assert_same(&case.beside("i"), &case.beside("k"), "without stamps");
}

#[test]
fn a_pipe_of_changes_catches_up() {
    let case = case();
    case.sh(&build("../i", "")).exits(0);
    let before = bytes_of(&case.beside("i"));
    let changes = case.sh("cw-scan -q . --since ../i").exits(0).records();
    assert_eq!(changes[0]["scope"], "changes");
    assert!(changes.iter().all(|record| !matches!(record["type"].as_str(), Some("file" | "gone"))), "nothing changed: {changes:?}");
    case.sh(&build("../i", "--since ../i")).exits(0);
    assert_eq!(bytes_of(&case.beside("i")), before, "no changes are no change");

    case.sh("rm -r lib; mv web/cart.ts web/basket.ts; echo '// end' >> src/main.rs; mkdir z; echo 'def z(): pass' > z/z.py; rm -r gen")
        .exits(0);
    let changes = case.sh("cw-scan -q . --since ../i").exits(0).records();
    let of = |kind: &str| changes.iter().filter(|record| record["type"] == kind).filter_map(|r| r["path"].as_str()).collect::<Vec<_>>();
    assert_eq!(of("file"), ["src/main.rs", "web/basket.ts", "z/z.py"]);
    let gone = of("gone");
    assert_eq!(gone.len(), 5, "{gone:?}");
    case.sh(&build("../i", "--since ../i")).exits(0);
    index(&case, "j");
    assert_same(&case.beside("i"), &case.beside("j"), "changes");

    // One part may lag; a pipe of changes brings what either lacks.
    case.sh("echo 'def late(): pass' > late.py; cw-scan -q . --since ../i | cw-chunk | cw-lex add --index ../i >/dev/null").exits(0);
    case.sh(&build("../i", "--since ../i")).exits(0);
    index(&case, "j");
    assert_same(&case.beside("i"), &case.beside("j"), "one part lagged");
}

#[test]
fn adding_twice_is_adding_once() {
    let case = indexed();
    case.sh("cw-scan -q . | cw-chunk > ../stream").exits(0);
    for _ in 0..2 {
        case.sh("cat ../stream | cw-lex add --index ../i | cw-embed add --index ../i >/dev/null").exits(0);
        assert_same(&case.beside("i"), &case.beside("j"), "add");
    }
    // What passes through is what came in, but for `via`.
    let once = case.sh("cw-lex add --index ../i < ../stream | cw-embed add --index ../i").exits(0);
    let bare = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(bare(&once.out()), bare(&std::fs::read_to_string(case.beside("stream")).unwrap()));
}

pub const QUERIES: &[&str] = &[
    "where do we retry with backoff",
    "RetryPolicy",
    "getUserByID",
    "get_user_by_id",
    "https connection pool",
    "app/pool.py",
    "server.go",
    "\"how often a call is tried again\"",
    "采购订单",
    "解析pdf",
    "Größe des Lagers",
    "the of and",
    "a.b::<T>() \\d+( AND OR NOT *",
    "part_1_29",
    "recieve conection",
    "zzqqxx",
    "fn main() {\n    let policy = RetryPolicy { limit: 3 };\n}",
];

pub fn quoted(query: &str) -> String {
    format!("'{}'", query.replace('\'', "'\\''"))
}

/// The asking pipe up to `cw-rerank`.
fn ask(query: &str, rerank: &str) -> String {
    format!("cw-lex find --index ../j -- {} | cw-embed find | cw-fuse | cw-rerank {rerank}", quoted(query))
}

#[test]
fn a_pipe_and_the_porcelain_answer_the_same_bytes() {
    let case = indexed();
    let mut answered = 0;
    for query in QUERIES {
        let budgets = if answered < 2 { &["--tokens 2000", "--chars 3000", "--tokens 300 --chars 900"][..] } else { &["--tokens 2000"] };
        let formats = if answered < 2 { &["text", "markdown", "json", "jsonl --explain"][..] } else { &["text"] };
        for budget in budgets {
            for format in formats {
                let pack = format!("cw-pack {budget} --format {format}");
                let pipe = case.sh(&format!("{} | cw-expand --index ../j | {pack} --index ../j", ask(query, "")));
                // Records of the porcelain come without header and end.
                let flags = if *format == "jsonl --explain" { "--jsonl --explain".to_owned() } else { format!("--format {format}") };
                let direct = case.sh(&format!("cw query --index ../j --no-refresh {budget} {flags} -- {}", quoted(query)));
                assert_eq!(pipe.code(), direct.code(), "{query}: {}{}", pipe.err(), direct.err());
                if format.starts_with("jsonl") {
                    let explain = case.sh(&format!("{} | cw-expand | {pack} | grep '^{{\"type\":\"context\"'", ask(query, "--explain")));
                    assert_eq!(explain.out(), direct.out(), "{query} as {format} with {budget}");
                } else {
                    assert_eq!(pipe.out(), direct.out(), "{query} as {format} with {budget}");
                }
                if matches!(*format, "text" | "markdown") {
                    let limit = if budget.starts_with("--tokens 300") { 300 } else { 2000 };
                    if budget.contains("tokens") {
                        let tokens = count(Encoding::O200k, &direct.out());
                        assert!(tokens <= limit, "{query}: {tokens} tokens");
                    }
                    if budget.contains("chars") {
                        assert!(direct.out().chars().count() <= 3000, "{query}");
                    }
                }
                answered += usize::from(direct.code() == 0);
            }
        }
        // Without a budget: places, one a file.
        let pipe = case.sh(&format!("{} | cw-pack", ask(query, "-k 10 --per-file 1")));
        let direct = case.sh(&format!("cw query --index ../j --no-refresh -- {}", quoted(query)));
        assert_eq!(pipe.out(), direct.out(), "{query}");
        assert_eq!(pipe.code(), direct.code(), "{query}");
    }
    assert!(answered >= QUERIES.len() - 2, "only {answered} answers");
}

/// With nobody to judge, the order is that of the fused scores, and their weights decide it.
#[test]
fn without_a_judge_the_porcelain_keeps_the_order_of_the_scores() {
    let case = indexed();
    let direct = |settings: &str, flags: &str, query: &str| {
        case.sh(&format!("{settings} cw query --index ../j --no-refresh {flags} -- {}", quoted(query))).out()
    };
    let (mut unlike_rules, mut weighed) = (0, 0);
    for query in QUERIES {
        let judged = ask(query, "-k 10 --per-file 1 --provider none");
        let pipe = |fuse: &str| case.sh(&format!("{} | cw-pack", judged.replace("cw-fuse", fuse))).out();
        let fused = pipe("cw-fuse");
        assert_eq!(direct("", "--reranker none", query), fused, "{query}");
        assert_eq!(direct("RERANK_PROVIDER=none", "", query), fused, "{query}");
        unlike_rules += usize::from(direct("", "", query) != fused);
        let (words, sense) = (pipe("cw-fuse --weight lex=1 --weight vec=0"), pipe("cw-fuse --weight lex=0 --weight vec=1"));
        assert_eq!(direct("CW_SEARCH_WLEX=1", "--reranker none", query), words, "{query}");
        assert_eq!(direct("CW_SEARCH_WVEC=1", "--reranker none", query), sense, "{query}");
        weighed += usize::from(words != sense);
        // As cw-config(1) says, rules weigh the evidence themselves.
        assert_eq!(direct("CW_SEARCH_WLEX=1", "", query), direct("", "", query), "{query}");
        let packed = format!("{} | cw-expand | cw-pack --tokens 2000", ask(query, "--provider none"));
        assert_eq!(direct("", "--reranker none --tokens 2000", query), case.sh(&packed).out(), "{query}");
    }
    assert!(unlike_rules > 2 && weighed > 2, "{unlike_rules} {weighed}");
}

#[test]
fn a_larger_budget_loses_nothing_and_no_budget_is_passed() {
    let case = indexed();
    for query in ["retry", "part value step", "cart total"] {
        case.sh(&format!("{} | cw-expand > ../hits", ask(query, ""))).exits(0);
        for unit in ["tokens", "chars"] {
            let mut seen = BTreeSet::new();
            for budget in [20, 60, 150, 400, 1000, 3000, 20_000] {
                let ran = case.sh(&format!("cw-pack --{unit} {budget} --format jsonl < ../hits"));
                let contexts: Vec<Value> = ran.records().into_iter().filter(|record| record["type"] == "context").collect();
                let ids = |context: &Value| {
                    context["hits"].as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned()).collect::<Vec<_>>()
                };
                let now: BTreeSet<String> = contexts.iter().flat_map(ids).collect();
                assert!(now.is_superset(&seen), "{query}: {budget} {unit} lose {:?}", seen.difference(&now));
                let texts: Vec<&str> = contexts.iter().map(|context| context["text"].as_str().unwrap()).collect();
                let size: u64 = match unit {
                    "tokens" => texts.iter().map(|text| count(Encoding::O200k, text)).sum(),
                    _ => texts.iter().map(|text| text.chars().count() as u64).sum(),
                };
                assert!(size <= budget, "{query}: {size} {unit} in {budget}");
                for context in &contexts {
                    assert_eq!(context["tokens"], count(Encoding::O200k, context["text"].as_str().unwrap()));
                }
                seen = now;
            }
            assert!(seen.len() > 3, "{query}: {seen:?}");
        }
    }
}

#[test]
fn chunks_tile_their_files() {
    let case = case();
    for flags in ["", "--max-chars 50 --min-chars 0", "--max-chars 137 --threads 3"] {
        let records = case.sh(&format!("cw-scan -q . | cw-chunk {flags}")).exits(0).records();
        let mut texts: BTreeMap<Vec<u8>, String> = BTreeMap::new();
        let name = |record: &Value| match (&record["path"], &record["path_b64"]) {
            (Value::String(path), Value::Null) => path.clone().into_bytes(),
            (Value::Null, Value::String(path)) => {
                assert_eq!(path, "em/oLnB5");
                b"zo\xe8.py".to_vec()
            }
            other => panic!("one path, not {other:?}"),
        };
        for record in &records {
            if record["type"] == "file" {
                assert!(record.get("text").is_none());
                assert!(texts.insert(name(record), String::new()).is_none(), "twice: {record}");
            }
            if record["type"] == "chunk" {
                let text = texts.get_mut(&name(record)).unwrap();
                let (start, end) = (record["bytes"][0].as_u64().unwrap() as usize, record["bytes"][1].as_u64().unwrap() as usize);
                let own = record["text"].as_str().unwrap();
                assert_eq!(start, text.len(), "{record}");
                assert_eq!(end - start, own.len(), "{record}");
                assert!(!own.is_empty());
                assert_eq!(record["blob"], Blob::of(own.as_bytes()).to_string());
                let line = text.matches('\n').count() as u64 + 1;
                let last = line + own.strip_suffix('\n').unwrap_or(own).matches('\n').count() as u64;
                assert_eq!(record["lines"], serde_json::json!([line, last]), "{record}");
                text.push_str(own);
            }
        }
        for entry in polyglot() {
            let shown = String::from_utf8_lossy(&entry.name).into_owned();
            assert_eq!(texts.remove(&entry.name), entry.text, "{shown} {flags}");
        }
        assert!(texts.is_empty(), "{texts:?}");
    }
}

#[test]
fn chunks_of_a_file_depend_on_that_file_alone() {
    let case = case();
    let of = |line: &str, path: &str| -> Vec<Value> {
        case.sh(line).exits(0).records().into_iter().filter(|record| record["type"] == "chunk" && record["path"] == path).collect()
    };
    for path in ["src/retry.rs", "README.md", "wide.py"] {
        let among = of("cw-scan -q . | cw-chunk", path);
        assert!(!among.is_empty());
        assert_eq!(among, of(&format!("cw-scan -q . {path} | cw-chunk --threads 1"), path));
    }
}

#[test]
fn every_chunk_gets_one_vector() {
    let case = indexed();
    for flags in ["", "--dtype f32", "--vector-format array"] {
        let records = case.sh(&format!("cw-scan -q . | cw-chunk | cw-embed {flags}")).exits(0).records();
        let chunks: Vec<&Value> = records.iter().filter(|record| record["type"] == "chunk").collect();
        assert!(chunks.len() > 20, "{}", chunks.len());
        for chunk in chunks {
            let vector = &chunk["vector"];
            let dims = vector["dims"].as_u64().unwrap() as usize;
            assert_eq!(dims, cw_stages::providers::embedded::Model::dims());
            assert_eq!(vector["model"], cw_stages::providers::embedded::Model::NAME);
            match vector["values"].as_array() {
                Some(values) => assert_eq!((values.len(), vector["dtype"].as_str()), (dims, Some("f32"))),
                None => {
                    let width = if vector["dtype"] == "i8" { 1 } else { 4 };
                    let length = (dims * width).div_ceil(3) * 4;
                    assert_eq!(vector["data"].as_str().unwrap().len(), length, "{vector}");
                }
            }
        }
        // Vectors that travelled are stored like those that were made on the spot.
        let line = format!("cw-scan -q . | cw-chunk | cw-embed {flags} | cw-lex add --index ../i | cw-embed add --index ../i >/dev/null");
        case.sh(&format!("rm -rf ../i; {line}")).exits(0);
        assert_same(&case.beside("i"), &case.beside("j"), &format!("cw-embed {flags}"));
    }
}

fn env() -> Env {
    Env::new(1).unwrap()
}

fn stream<'a>(query: &str, hits: Vec<Hit>) -> Stream<'a> {
    let mut header = Header::new(Order::Score);
    header.query = Some(query.to_owned());
    let hits = hits.into_iter().map(Record::from);
    Box::new(std::iter::once(header.into()).chain(hits).chain([End::default().into()]).map(Ok).collect::<Vec<_>>().into_iter())
}

fn hits_of(stream: Stream<'_>) -> Vec<Hit> {
    stream
        .filter_map(|item| match item.unwrap() {
            Record::Hit(hit) => Some(hit),
            _ => None,
        })
        .collect()
}

/// Hit number `n`: ten files of a few chunks.
fn hit(n: u8, source: &str, score: f64, rank: u32) -> Hit {
    let path = format!("src/{}.rs", n % 10);
    let start = u64::from(n / 10) * 100;
    let id = Blob::of(format!("{path}{start}").as_bytes());
    let mut hit = Hit { id, path: path.as_str().into(), bytes: (start, start + 100), lines: (1, 1), score, rank, ..Hit::default() };
    hit.from.insert(source.into(), evidence(score, rank));
    hit
}

prop_compose! {
    /// Ranked lists of distinct hits, as finders give them: best first.
    fn list(source: &'static str)(numbers in proptest::collection::btree_set(0u8..40, 0..20), step in 1u32..5, seed in 0u64..1000) -> Vec<Hit> {
        let mut numbers: Vec<u8> = numbers.into_iter().collect();
        numbers.sort_by_key(|n| Blob::of(&[*n, seed as u8]).0);
        let ranked = numbers.into_iter().zip(1u32..);
        ranked.map(|(n, rank)| hit(n, source, 100.0 - f64::from(rank / step), rank)).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fuse_does_not_look_at_arrival(lex in list("lex"), vec in list("vec"), other in list("mine"), seed in 0u64..1000, sum in any::<bool>()) {
        let method = if sum { fuse::Method::Sum } else { fuse::Method::Rrf };
        let options = fuse::Options { method, ..fuse::Options::default() };
        let all: Vec<Hit> = lex.into_iter().chain(vec).chain(other).collect();
        let mut shuffled = all.clone();
        shuffled.sort_by_key(|hit| Blob::of(format!("{:?}{seed}", (hit.id, hit.from.keys().next())).as_bytes()).0);
        let env = env();
        let fused = hits_of(fuse::fuse(&env, stream("a b", all.clone()), options.clone()));
        prop_assert_eq!(&fused, &hits_of(fuse::fuse(&env, stream("a b", shuffled), options.clone())));
        let ids = |hits: &[Hit]| hits.iter().map(|hit| hit.id).collect::<BTreeSet<_>>();
        prop_assert_eq!(ids(&fused), ids(&all));
        prop_assert_eq!(ids(&fused).len(), fused.len());
        prop_assert!(fused.windows(2).all(|two| two[0].score >= two[1].score));
        prop_assert!(fused.iter().zip(1..).all(|(hit, rank)| hit.rank == rank));
        // Fusing what is fused changes nothing.
        prop_assert_eq!(&fused, &hits_of(fuse::fuse(&env, stream("a b", fused.clone()), options)));
    }

    #[test]
    fn fuse_keeps_the_order_of_one_list(list in list("lex"), bare in any::<bool>()) {
        let mut list = list;
        if bare {
            list.iter_mut().for_each(|hit| hit.from.clear());
        }
        let fused = hits_of(fuse::fuse(&env(), stream("a", list.clone()), fuse::Options::default()));
        let ids = |hits: &[Hit]| hits.iter().map(|hit| hit.id).collect::<Vec<_>>();
        prop_assert_eq!(ids(&fused), ids(&list));
    }

    #[test]
    fn rerank_is_a_permutation_cut_at_its_limits(list in list("lex"), limit in 1usize..12, per_file in 1usize..4) {
        let options = rerank::Options { limit, per_file, plain: true, ..Default::default() };
        let env = env();
        let done = hits_of(rerank::rerank(&env, stream("a", list.clone()), None, options.clone()));
        let mut files: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        let known: BTreeMap<Blob, &Hit> = list.iter().map(|hit| (hit.id, hit)).collect();
        for hit in &done {
            prop_assert_eq!(&known[&hit.id].path, &hit.path);
            *files.entry(hit.path.as_bytes().to_vec()).or_default() += 1;
        }
        prop_assert!(files.len() <= limit);
        prop_assert!(files.values().all(|count| *count <= per_file));
        let distinct: BTreeSet<Blob> = done.iter().map(|hit| hit.id).collect();
        prop_assert_eq!(distinct.len(), done.len());
        let all: BTreeSet<&[u8]> = list.iter().map(|hit| hit.path.as_bytes()).collect();
        prop_assert_eq!(files.len(), all.len().min(limit));
        prop_assert!(done.windows(2).all(|two| two[0].score >= two[1].score));
        let mut shuffled = list.clone();
        shuffled.reverse();
        prop_assert_eq!(done, hits_of(rerank::rerank(&env, stream("a", shuffled), None, options)));
    }
}

#[test]
fn rules_rerank_a_permutation_and_nobody_reorders_it_by_arrival() {
    let case = indexed();
    case.sh("cw-lex find --index ../j 'part value step retry' | cw-embed find | cw-fuse > ../fused").exits(0);
    let fused = case.sh("cat ../fused").records();
    let id = |record: &Value| record["id"].as_str().map(str::to_owned);
    let known: BTreeSet<String> = fused.iter().filter_map(id).collect();
    let all = case.sh("cw-rerank -k 10000 --per-file 100 < ../fused").exits(0);
    let ordered: Vec<String> = all.records().iter().filter_map(id).collect();
    assert_eq!(ordered.iter().cloned().collect::<BTreeSet<_>>(), known);
    assert_eq!(ordered.len(), known.len());
    case.sh("(head -n 1 ../fused; grep '\"type\":\"hit\"' ../fused | sort -r; tail -n 1 ../fused) > ../shuffled").exits(0);
    assert_eq!(case.sh("cw-rerank -k 10000 --per-file 100 < ../shuffled").exits(0).out(), all.out());
    let cut = case.sh("cw-rerank -k 3 --per-file 2 < ../fused").exits(0).records();
    let files: BTreeSet<&str> = cut.iter().filter_map(|record| record["path"].as_str()).collect();
    assert_eq!(files.len(), 3);
    // Expanding keeps what it was given, in its order.
    let expanded: Vec<String> =
        case.sh("cw-rerank < ../fused > ../best; cw-expand < ../best").exits(0).records().iter().filter_map(id).collect();
    let best: Vec<String> = case.sh("cat ../best").records().iter().filter_map(id).collect();
    let kept: Vec<&String> = expanded.iter().filter(|id| best.contains(id)).collect();
    assert_eq!(kept, best.iter().collect::<Vec<_>>());
}
