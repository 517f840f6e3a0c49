//! Models behind HTTP, from outside: what is sent and to whom, what happens when a service is down, slow, or another one, and that no key shows anywhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::stub::{self, Reply, Stub};
use crate::support::tree::case;
use crate::support::{Case, assert_same, bytes_of};

const KEY: &str = "sk-TESTKEY-0123456789abcdef";

/// Settings for a service, and no patience.
fn settings(stub: &Stub) -> String {
    format!(
        "export EMBEDDINGS_BASE_URL={} EMBEDDINGS_MODEL=m EMBEDDINGS_RETRY_BASE_DELAY_MS=1 EMBEDDINGS_RETRY_INTERVAL_INCREMENT_MS=1 EMBEDDINGS_MAX_CONCURRENCY=2;",
        stub.url("/v1/embeddings")
    )
}

/// A service that works while the switch is on.
fn switched() -> (Stub, Arc<AtomicBool>) {
    let on = Arc::new(AtomicBool::new(true));
    let own = on.clone();
    let stub = Stub::new(move |request| match own.load(Ordering::SeqCst) {
        true => Reply::Json(stub::good(&request.texts())),
        false => Reply::status(500, json!({ "error": { "message": "out of memory" } })),
    });
    (stub, on)
}

#[test]
fn a_service_on_this_machine_needs_no_consent() {
    let (case, stub) = (case(), Stub::embedding());
    let set = settings(&stub);
    case.sh(&format!("{set} cw index -q . --index ../i")).exits(0);
    assert!(stub.count() > 0);
    assert!(case.beside("i/vec/http-m/manifest.json").exists());
    assert!(!case.beside("home/.local/state/contextweaver/consent.json").exists(), "nothing was agreed to");
    case.sh("cw verify -q --index ../i").exits(0);
    // No credential went out, and no blank text.
    let sent = stub.texts();
    assert!(sent.iter().all(|text| !text.contains("abc123")));
    // A second run asks nothing; a question asks once.
    let before = stub.count();
    case.sh(&format!("{set} cw index -q . --index ../i")).exits(0);
    assert_eq!(stub.count(), before);
    case.sh(&format!("{set} cw query --index ../i where do we retry")).exits(0);
    assert_eq!(stub.count(), before + 1);
    assert_eq!(stub.texts().last().unwrap(), "where do we retry");
    // Names and words ask nobody.
    case.sh(&format!("{set} cw definition --index ../i retry && cw list-files --index ../i && cw stats --index ../i")).exits(0);
    assert_eq!(stub.count(), before + 1);
    // A lookup brings words up to date and still asks nobody.
    case.write("src/more.rs", "fn more_and_more() {}\n");
    case.sh(&format!("{set} cw definition --index ../i more_and_more")).exits(0);
    assert_eq!(stub.count(), before + 1);
    case.sh(&format!("{set} cw query --index ../i more_and_more --jsonl")).exits(0);
    assert_eq!(stub.count(), before + 3);
}

/// The same bytes by the pipe, in one process, and through vectors that travel in records.
#[test]
fn pipe_and_process_agree() {
    let (case, stub) = (case(), Stub::embedding());
    let set = settings(&stub);
    case.sh(&format!("{set} cw index -q . --index ../i")).exits(0);
    case.sh(&format!("{set} cw-scan -q . | cw-chunk | cw-lex add --index ../j | cw-embed add --index ../j > /dev/null")).exits(0);
    assert_same(&case.beside("i"), &case.beside("j"), "pipe");
    case.sh(&format!("{set} cw-scan -q . | cw-chunk | cw-embed --dtype f32 > ../vectors")).exits(0);
    // Whoever stores them asks no service.
    let before = stub.count();
    case.sh("cw-lex add --index ../k < ../vectors | cw-embed add --index ../k > /dev/null").exits(0);
    assert_eq!(stub.count(), before);
    assert_same(&case.beside("i"), &case.beside("k"), "vectors in records");
    for query in ["where do we retry", "cart total", "connection pool"] {
        let pipe = format!(
            "{set} cw-lex find --index ../i '{query}' | cw-embed find | cw-fuse | cw-rerank | cw-expand | cw-pack --tokens 600 --format json"
        );
        let before = stub.count();
        let pipe = case.sh(&pipe).exits(0);
        assert_eq!(stub.count(), before + 1, "the vector of the question travels");
        let query = case.sh(&format!("{set} cw query --no-refresh --index ../i '{query}' --tokens 600 --format json")).exits(0);
        assert_eq!(pipe.out(), query.out());
    }
}

/// Down while building: words are complete, what is missing is said, exit 1; the next run goes on and asks for nothing twice.
#[test]
fn a_service_that_is_down_while_building() {
    let (case, (stub, on)) = (case(), switched());
    let set = settings(&stub);
    on.store(false, Ordering::SeqCst);
    let ran = case.sh(&format!("{set} cw index . --index ../i")).exits(1).says("S30").says("out of memory");
    assert!(ran.err().contains("have no vectors yet") && ran.err().contains("hint:"), "{}", ran.err());
    assert!(stub.count() < 40, "{}", stub.count());
    let answer = case.sh(&format!("{set} cw query --index ../i HTTPSConnectionPool2 --jsonl"));
    assert!(answer.out().contains("app/pool.py"), "{}{}", answer.out(), answer.err());
    on.store(true, Ordering::SeqCst);
    case.sh(&format!("{set} cw index -q . --index ../i")).exits(0);
    case.sh(&format!("{set} cw index -q . --index ../j")).exits(0);
    assert_same(&case.beside("i"), &case.beside("j"), "after the service came back");
    let stats: Value = serde_json::from_str(&case.sh(&format!("{set} cw stats --json --index ../i")).exits(0).out()).unwrap();
    assert_eq!((&stats["vec"]["model"], &stats["vec"]["dims"]), (&json!("http-m"), &json!(stub::DIMS)));
}

/// Down in the middle: what came is kept.
#[test]
fn a_service_that_dies_half_way() {
    let case = many();
    let dead = Arc::new(AtomicBool::new(true));
    let own = dead.clone();
    let stub = Stub::new(move |request| match request.turn >= 40 && own.load(Ordering::SeqCst) {
        true => Reply::Drop,
        false => Reply::Json(stub::good(&request.texts())),
    });
    let set = format!("{} export EMBEDDINGS_BATCH_SIZE=4;", settings(&stub));
    case.sh(&format!("{set} cw index . --index ../i")).exits(1).says("S30");
    let stats: Value = serde_json::from_str(&case.sh(&format!("{set} cw stats --json --index ../i")).out()).unwrap();
    assert!(stats["diagnostics"].to_string().contains("have no vectors"), "{stats}");
    dead.store(false, Ordering::SeqCst);
    case.sh(&format!("{set} cw index -q . --index ../i")).exits(0);
    let other = Stub::embedding();
    case.sh(&format!("{} cw index -q . --index ../j", settings(&other))).exits(0);
    assert_same(&case.beside("i"), &case.beside("j"), "after it came back");
    // Only what was under way when it died, and the probe, was sent again.
    let again = stub.texts().len() as i64 - other.texts().len() as i64;
    assert!((0..=4 * 2 * 10).contains(&again), "{again}");
}

/// A tree with a few hundred chunks.
fn many() -> Case {
    let case = Case::new();
    for n in 0..120 {
        let body: String =
            (0..12).map(|k| format!("def f_{n}_{k}(value):\n    return value * {n} + {k}  # {}\n\n", "pad ".repeat(30))).collect();
        case.write(format!("m/f{n}.py"), body);
    }
    case
}

/// Killed without a word: the next run goes on, and pays only for what was under way.
#[test]
fn a_build_that_is_killed_goes_on() {
    let case = many();
    let stub = Stub::new(|request| Reply::Late(Duration::from_millis(10), Box::new(Reply::Json(stub::good(&request.texts())))));
    let set = format!("{} export EMBEDDINGS_BATCH_SIZE=4 EMBEDDINGS_MAX_CONCURRENCY=1;", settings(&stub));
    let line = format!(
        "{set} cw index -q . --index ../i & p=$!; n=0
        until [ \"$(stat -c %s ../i/vec/http-m/rows 2>/dev/null || echo 0)\" -gt 2000 ] || [ $n = 2000 ]; do sleep 0.01; n=$((n+1)); done
        kill -9 $p; wait $p"
    );
    case.sh(&line).exits(137);
    let first = stub.texts().len();
    // What is in the file, of 36 bytes each.
    assert!(first > 2000 / 36, "{first}");
    case.sh(&format!("{set} cw index -q . --index ../i")).exits(0);
    let other = Stub::embedding();
    case.sh(&format!("{} cw index -q . --index ../j", settings(&other))).exits(0);
    assert_same(&case.beside("i"), &case.beside("j"), "after a kill");
    let again = stub.texts().len() as i64 - other.texts().len() as i64;
    // One request of four, and the one that asks how many numbers there are.
    assert!((0..=5).contains(&again), "{again} texts were sent twice");
}

/// Down while asking: the answer by words, at once, and it says so.
#[test]
fn a_service_that_is_down_while_asking() {
    let (case, (stub, on)) = (case(), switched());
    let set = settings(&stub);
    case.sh(&format!("{set} cw index -q . --index ../i")).exits(0);
    on.store(false, Ordering::SeqCst);
    let ran = case.sh(&format!("{set} cw query --index ../i HTTPSConnectionPool2 --format json")).exits(0).says("S33");
    let answer: Value = serde_json::from_str(&ran.out()).unwrap();
    assert!(answer["results"][0]["path"] == "app/pool.py" && answer["faults"][0]["code"] == "S33", "{answer}");
    let ran = case.sh(&format!("{set} cw-lex find --index ../i retry | cw-embed find | cw-fuse | cw-rerank")).exits(0);
    assert_eq!(ran.records().last().unwrap()["degraded"], json!(["embed"]));
    // What changed meanwhile is found by its words, and gets its vector later.
    case.write("src/fresh.rs", "fn fresh_and_new() {}\n");
    let ran = case.sh(&format!("{set} cw query --index ../i fresh_and_new --jsonl")).exits(0).says("S30");
    assert!(ran.out().contains("src/fresh.rs"));
    on.store(true, Ordering::SeqCst);
    case.sh(&format!("{set} cw query -q --index ../i fresh_and_new; cw index -q . --index ../i; cw index -q . --index ../j")).exits(0);
    assert_same(&case.beside("i"), &case.beside("j"), "after it came back");
}

/// Another model is another part; one never answers for the other.
#[test]
fn models_do_not_mix() {
    let (case, stub) = (case(), Stub::embedding());
    let set = settings(&stub);
    case.sh(&format!("{set} cw index -q . --index ../i")).exits(0);
    for line in [
        "cw-embed find --index ../i --model other retry",
        "cw query --no-refresh --index ../i --model other retry",
        "cw-embed find --index ../i --provider embedded retry",
        "cw-embed find --index ../i --dims 4 retry",
    ] {
        let ran = case.sh(&format!("{set} {line}")).exits(3).says("I05").says("'http-m'");
        assert!(
            ran.err().contains("'http-other'") || ran.err().contains("'cw-static-2'") || ran.err().contains("'http-m-4'"),
            "{}",
            ran.err()
        );
    }
    let before = bytes_of(&case.beside("i/vec/http-m"));
    case.sh(&format!("{set} cw index -q . --index ../i --model other; cw index -q . --index ../i --provider embedded")).exits(0);
    assert!(bytes_of(&case.beside("i/vec/http-m")) == before);
    for model in ["http-m", "http-other", "cw-static-2"] {
        assert!(case.beside(&format!("i/vec/{model}/manifest.json")).exists(), "{model}");
    }
    case.sh(&format!("{set} cw gc -q --index ../i")).exits(0);
    assert!(case.beside("i/vec/http-other").exists(), "nobody asked for that");
    case.sh(&format!("{set} cw gc --other-models --index ../i")).exits(0).says("http-other");
    assert!(
        case.beside("i/vec/http-m").exists() && !case.beside("i/vec/http-other").exists() && !case.beside("i/vec/cw-static-2").exists()
    );
    // A model that changes its size under the same name is refused; the old part stays.
    let wide = Stub::new(|request| {
        let items: Vec<Value> =
            request.texts().iter().enumerate().map(|(index, _)| json!({ "index": index, "embedding": [1, 2, 3] })).collect();
        Reply::Json(json!({ "data": items }))
    });
    case.write("src/late.rs", "fn late() {}\n");
    let before = bytes_of(&case.beside("i/vec"));
    let set = settings(&wide);
    case.sh(&format!("{set} cw index . --index ../i")).exits(3).says("I05").says("3 numbers").says("--rebuild");
    assert!(bytes_of(&case.beside("i/vec")) == before);
    case.sh(&format!("{set} cw query --no-refresh --index ../i retry")).exits(3).says("I05").says("3 numbers");
    case.sh(&format!("{set} cw index -q . --index ../i --rebuild && cw query -q --index ../i retry > /dev/null")).exits(0);
}

/// Code leaves the machine only after somebody agreed, for that origin and that scope.
#[test]
fn consent_comes_first() {
    let case = case();
    let away = |host: &str| {
        format!(
            "export EMBEDDINGS_BASE_URL=https://{host}.invalid/v1 EMBEDDINGS_MODEL=m EMBEDDINGS_NETWORK_RETRIES=0 EMBEDDINGS_RETRY_BASE_DELAY_MS=1;"
        )
    };
    let (one, two) = (away("one"), away("two"));
    for line in [
        "cw index . --index ../i",
        "cw query --index ../i retry",
        "cw-scan -q . | cw-chunk | cw-embed add --index ../i",
        "cw-scan -q . | cw-chunk | cw-embed",
    ] {
        let ran = case.sh(&format!("{one} {line}")).exits(2).says("C33").says("https://one.invalid").says("--yes");
        assert!(!ran.out().contains("vector"));
    }
    assert!(!case.beside("i").exists(), "refused before anything was done");
    assert!(!case.beside("home/.local").exists());
    // Agreed: it goes on, and since nobody is there, words only.
    case.sh(&format!("{one} cw index . --yes --index ../i")).exits(1).says("is sent to https://one.invalid").says("S30");
    let book = case.beside("home/.local/state/contextweaver/consent.json");
    assert!(std::fs::read_to_string(&book).unwrap().contains("https://one.invalid"));
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&book).unwrap().permissions()) & 0o777, 0o600);
    // That is remembered, for this scope and this origin.
    case.sh(&format!("{one} cw index . --index ../i")).exits(1).says("S30");
    case.sh(&format!("{one} cw-scan -q . | cw-chunk | cw-embed add --index ../i > /dev/null")).exits(1).says("S30");
    case.sh(&format!("{two} cw index . --index ../i")).exits(2).says("C33").says("https://two.invalid");
    case.sh(&format!("{one} cw index . --index ../i --include-secrets --rebuild")).exits(2).says("C33");
    case.sh(&format!("{one} cw-scan -q --include-secrets . | cw-chunk | cw-embed add --index ../i")).exits(2).says("C33");
    case.sh(&format!("mkdir ../other; cp src/*.rs ../other; {one} cw index ../other --index ../k")).exits(2).says("C33");
    case.sh(&format!("export RERANK_BASE_URL=https://judge.invalid/v1 RERANK_MODEL=r; {one} cw query --index ../i retry"))
        .exits(2)
        .says("https://judge.invalid");
    // A book that was tampered with is no consent.
    std::fs::write(&book, "{\"version\":1}").unwrap();
    case.sh(&format!("{one} cw index . --index ../i")).exits(2).says("C33");
}

/// F11: no key in what is said, in the index, in the list of processes.
#[test]
fn keys_do_not_show() {
    let case = case();
    let stub = Stub::new(|request| {
        let given = request.headers.get("authorization").cloned().unwrap_or_default();
        match request.turn % 3 {
            _ if !given.ends_with(KEY) => Reply::status(401, json!({ "error": { "message": "no key" } })),
            0 => Reply::status(500, json!({ "error": { "message": format!("failed with {given} and x=queryword") } })),
            _ => Reply::Late(Duration::from_millis(30), Box::new(Reply::Json(stub::good(&request.texts())))),
        }
    });
    std::fs::write(case.beside("key"), format!("{KEY}\n")).unwrap();
    let address = stub.url("/v1/embeddings?x=queryword");
    let set =
        format!("export EMBEDDINGS_BASE_URL='{address}' EMBEDDINGS_MODEL=m EMBEDDINGS_RETRY_BASE_DELAY_MS=1 EMBEDDINGS_BATCH_SIZE=4;");
    // A key file that others can read is not used.
    case.sh(&format!("chmod 644 ../key; {set} export EMBEDDINGS_API_KEY_FILE=../key; cw index . --index ../i")).exits(2).says("C31");
    let line = format!(
        "chmod 600 ../key; {set} export EMBEDDINGS_API_KEY_FILE=../key; cw index . --verbose --index ../i & p=$!
        sleep 0.1; cat /proc/$p/cmdline; wait $p; cw query --verbose --explain --index ../i retry; cw stats --json --index ../i
        EMBEDDINGS_API_KEY=$(cat ../key) cw-scan -q . | cw-chunk | cw-embed --verbose"
    );
    let good = case.sh(&line).exits(0);
    let bad =
        case.sh(&format!("{set} export EMBEDDINGS_API_KEY=$(cat ../key)-wrong; cw index . --verbose --index ../j")).exits(1).says("401");
    for said in [good.out(), good.err(), bad.out(), bad.err()] {
        assert!(!said.contains("TESTKEY") && !said.contains("queryword"), "{said}");
    }
    for folder in ["i", "j", "home"] {
        for (path, bytes) in bytes_of(&case.beside(folder)) {
            let holds = |word: &str| bytes.windows(word.len()).any(|window| window == word.as_bytes());
            assert!(!holds("TESTKEY") && !holds("queryword"), "{}", path.display());
        }
    }
    let rows = std::fs::read(case.beside("i/vec/http-m/rows")).unwrap();
    assert!(!rows.windows(7).any(|window| window == b"TESTKEY"));
}

/// A tree's own files say nothing about services.
#[test]
fn a_tree_names_no_service() {
    let (case, stub) = (case(), Stub::embedding());
    let address = stub.url("/v1/embeddings");
    case.write(".env", format!("EMBEDDINGS_BASE_URL={address}\nEMBEDDINGS_MODEL=m\n"));
    case.sh("cw index -q . --index ../i; cw query -q --index ../i retry").exits(0);
    case.write("cwconfig.json", format!("{{\"EMBEDDINGS_BASE_URL\":\"{address}\"}}"));
    case.sh("cw index -q . --index ../i").exits(2);
    assert_eq!(stub.count(), 0);
}

/// A user's file does, but its keys only if nobody else can read it.
#[test]
fn a_users_file_names_a_service() {
    use std::os::unix::fs::PermissionsExt;
    let (case, stub) = (case(), Stub::embedding());
    let file = case.beside("home/.contextweaver/.env");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, format!("export EMBEDDINGS_BASE_URL='{}'\nEMBEDDINGS_MODEL=m\nEMBEDDINGS_API_KEY={KEY}\n", stub.url("/v1")))
        .unwrap();
    for (mode, known) in [(0o644, false), (0o600, true)] {
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        let ran = case.sh(&format!("cw index . --index ../{mode}")).exits(0);
        assert_eq!(ran.err().contains("C31"), !known, "{}", ran.err());
        assert!(!ran.err().contains("TESTKEY"));
        assert!(case.beside(&format!("{mode}/vec/http-m/manifest.json")).exists());
        assert_eq!(stub.requests().last().unwrap().headers.get("authorization").is_some_and(|value| value.contains(KEY)), known);
    }
    // The environment is over it.
    let before = stub.count();
    case.sh("EMBEDDINGS_PROVIDER=embedded cw index -q . --index ../e").exits(0);
    assert_eq!(stub.count(), before);
}

#[test]
fn addresses_are_checked() {
    let case = case();
    for address in
        ["http://169.254.169.254/latest", "http://api.example.org/v1", "file:///etc/passwd", "https://me:word@api.example.org/v1"]
    {
        let ran =
            case.sh(&format!("EMBEDDINGS_BASE_URL='{address}' EMBEDDINGS_MODEL=m cw index . --yes --index ../i")).exits(2).says("S32");
        assert!(!ran.err().contains("word@"));
    }
    case.sh("cw index . --provider http --index ../i").exits(2).says("C30").says("EMBEDDINGS_MODEL");
}

/// The judge has the last word over the first hits; one that is down leaves the order that it was given.
#[test]
fn a_reranker_judges_or_is_left_out() {
    let case = case();
    case.sh("cw index -q . --index ../i; cw-lex find --index ../i 'value return connection retry' | cw-embed find | cw-fuse > ../hits")
        .exits(0);
    let judge = |logits: bool| {
        Stub::new(move |request| {
            let texts = request.texts();
            let score = |text: &String| match (text.contains("getUserByID"), logits) {
                (true, false) => 0.9,
                (false, false) => 0.3,
                (true, true) => 4.0,
                (false, true) => -4.0,
            };
            let mut items: Vec<Value> = texts
                .iter()
                .enumerate()
                .map(|(index, text)| json!({ "index": index, "relevance_score": score(text), "score": score(text) }))
                .collect();
            items.reverse();
            Reply::Json(match request.path.as_str() {
                "/rerank" => json!(items),
                "/voyage" => json!({ "data": items }),
                "/dashscope" => json!({ "output": { "results": items } }),
                _ => json!({ "results": items }),
            })
        })
    };
    let run = |stub: &Stub, path: &str, more: &str| {
        let address = stub.url(path);
        case.sh(&format!("RERANK_BASE_URL={address} RERANK_MODEL=r RERANK_RETRY_BASE_DELAY_MS=1 {more} < ../hits"))
    };
    for (path, format, logits) in [
        ("/v1/rerank", "jina", false),
        ("/rerank", "tei", true),
        ("/voyage", "voyage", false),
        ("/dashscope", "dashscope", true),
        ("/v1/rerank", "jina", true),
    ] {
        let stub = judge(logits);
        let ran = run(&stub, path, &format!("RERANK_FORMAT={format} cw-rerank --provider http --index ../i")).exits(0);
        let hits: Vec<Value> = ran.records().into_iter().filter(|record| record["type"] == "hit").collect();
        assert_eq!(hits[0]["path"], "app/pool.py", "{format}");
        assert!(hits.iter().all(|hit| (0.0..=1.0).contains(&hit["score"].as_f64().unwrap())));
        assert!(hits.windows(2).all(|pair| pair[0]["score"].as_f64() >= pair[1]["score"].as_f64()), "{hits:?}");
        // The cut works on either scale: 0.9 and 0.3 are too far apart, and so are logits of 4 and -4. Two are safe above the floor.
        let judged = hits.iter().filter(|hit| hit["score"].as_f64().unwrap() > 0.25).count();
        assert_eq!((hits.len(), judged), if logits { (1, 1) } else { (2, 2) }, "{format}: {hits:?}");
        let body = &stub.requests()[0].body;
        assert_eq!(
            (body.get("query").or(body.pointer("/input/query")).unwrap(), stub.count()),
            (&json!("value return connection retry"), 1)
        );
        let all =
            run(&stub, path, &format!("RERANK_FORMAT={format} cw-rerank --provider http --no-cut-off -k 100 --per-file 100 --index ../i"))
                .exits(0);
        let before = std::fs::read_to_string(case.beside("hits")).unwrap().lines().filter(|line| line.contains("\"type\":\"hit\"")).count();
        assert_eq!(all.records().iter().filter(|record| record["type"] == "hit").count(), before, "nothing is lost");
    }
    // Dead, or talking nonsense: the order stays.
    for stub in [
        Stub::new(|_| Reply::status(500, json!({}))),
        Stub::new(|_| Reply::Drop),
        Stub::new(|_| Reply::Json(json!({ "results": [] }))),
        Stub::new(|_| Reply::status(401, json!({}))),
    ] {
        let ran = run(&stub, "/v1/rerank", "cw-rerank --provider http -k 100 --per-file 100 --index ../i").exits(0).says("S34");
        let ids = |text: &str| -> Vec<Value> {
            text.lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap())
                .filter(|record| record["type"] == "hit")
                .map(|hit| hit["id"].clone())
                .collect()
        };
        assert_eq!(ids(&ran.out()), ids(&std::fs::read_to_string(case.beside("hits")).unwrap()));
        assert_eq!(ran.records().last().unwrap()["degraded"], json!(["rerank"]));
        assert!(stub.count() <= 2);
    }
    // In one process: rules first, then the judge.
    let stub = judge(false);
    let address = stub.url("/v1/rerank");
    let ran = case
        .sh(&format!("RERANK_BASE_URL={address} RERANK_MODEL=r cw query -q --index ../i --jsonl 'value return connection retry'"))
        .exits(0);
    assert_eq!(ran.records()[0]["path"], "app/pool.py");
    assert_eq!(stub.count(), 1);
}

/// A service that was down when the index was made leaves an index of words, and every way of asking answers from it.
#[test]
fn a_first_index_without_its_service_answers_by_words() {
    for url in ["http://127.0.0.1:9/v1".to_owned(), Stub::new(|_| Reply::status(200, json!("rubbish"))).url("/v1/embeddings")] {
        let case = case();
        let set =
            format!("export EMBEDDINGS_BASE_URL={url} EMBEDDINGS_MODEL=m EMBEDDINGS_NETWORK_RETRIES=0 EMBEDDINGS_RETRY_BASE_DELAY_MS=1;");
        case.sh(&format!("{set} cw index -q")).exits(1);
        let ran = case.sh(&format!("{set} cw query where do we retry --no-refresh --json")).exits(0).says("S33");
        assert!(ran.out().contains("retry") && ran.out().contains("\"status\":\"ok\""), "{}", ran.out());
        let ran = case
            .sh(&format!("{set} cw-lex find retry | cw-embed find | cw-fuse | cw-rerank | cw-pack --format jsonl"))
            .exits(0)
            .says("S33");
        assert_eq!(ran.records().last().unwrap()["degraded"], json!(["embed"]));
        // A question to vectors alone has no answer.
        case.sh(&format!("{set} cw-embed find retry")).exits(3).says("I06");
        // With vectors of another model nothing is mixed.
        case.sh(&format!("cw index -q; {set} cw query retry --no-refresh"))
            .exits(3)
            .says("I05: the index has vectors of 'cw-static-2', not of 'http-m'");
    }
}

/// A reranker that scores only some of what it was given takes nothing away, and the answer says that it is not all judged.
#[test]
fn what_a_reranker_leaves_out_stays() {
    let stub = Stub::new(|_| Reply::Json(json!({ "results": [{ "index": 1, "relevance_score": 0.9 }] })));
    let case = case();
    let set = format!("export RERANK_BASE_URL={} RERANK_MODEL=m;", stub.url("/v1/rerank"));
    case.sh("cw index -q").exits(0);
    let all = case.sh("cw query retry --jsonl").exits(0).records().len();
    let ran = case.sh(&format!("{set} cw query retry --jsonl")).exits(0).says("hits have no score of the service");
    assert!(all > 1 && ran.records().len() == all, "{all}\n{}", ran.out());
    // What an answer had to do without stands in it.
    let down = "export EMBEDDINGS_BASE_URL=http://127.0.0.1:9/v1 EMBEDDINGS_MODEL=m EMBEDDINGS_NETWORK_RETRIES=0;";
    let ran = case.sh(&format!("{down} cw query retry --json")).exits(0);
    assert_eq!(ran.records()[0]["degraded"], json!(["embed"]), "{}", ran.out());
    assert!(case.sh("cw query retry --json").exits(0).records()[0].get("degraded").is_none());
}

/// Whatever numbers a reranker counts in, its order holds; one that says the same of all changes nothing and hides nothing.
#[test]
fn the_scale_of_a_reranker_does_not_matter() {
    let case = case();
    case.sh("cw index -q; cw-lex find 'value return connection retry' | cw-embed find | cw-fuse | cw-rerank > ../hits").exits(0);
    let paths = |ran: &crate::support::Ran| -> Vec<String> {
        let mut all: Vec<String> =
            ran.records().iter().filter(|record| record["type"] == "hit").map(|hit| hit["path"].as_str().unwrap().to_owned()).collect();
        all.dedup();
        all
    };
    let run = |score: fn(f64) -> f64, flags: &str| {
        let stub = Stub::new(move |request| {
            // The last is the best.
            let items: Vec<Value> =
                (0..request.texts().len()).map(|place| json!({ "index": place, "relevance_score": score(place as f64) })).collect();
            Reply::Json(json!({ "results": items }))
        });
        let url = stub.url("/v1/rerank");
        case.sh(&format!("RERANK_BASE_URL={url} RERANK_MODEL=r cw-rerank --provider http --top-n 10 -k 100 --per-file 1 {flags} < ../hits"))
            .exits(0)
    };
    let wanted = paths(&run(|place| place / 1000.0, "--no-cut-off"));
    assert!(wanted.len() > 3, "{wanted:?}");
    let scores: [fn(f64) -> f64; 4] = [|place| 80.0 + place, |place| 1e20 * (place + 1.0), |place| 15.0 + place, |place| place - 1e6];
    for score in scores {
        assert_eq!(paths(&run(score, "--no-cut-off")), wanted);
    }
    let before: Vec<String> = {
        let ran = case.sh("cw-rerank --provider none -k 100 --per-file 1 < ../hits").exits(0);
        paths(&ran)
    };
    let scores: [fn(f64) -> f64; 3] = [|_| 0.5, |_| 0.0, |_| 1e-9];
    for score in scores {
        assert_eq!(paths(&run(score, "--no-cut-off")), before);
    }
    let scores: [fn(f64) -> f64; 3] = [|_| 0.0, |_| 1e-9, |place| -5.0 - place / 100.0];
    for score in scores {
        let ran = run(score, "").says("S34: the service gives all hits nearly the same low score");
        assert_eq!(paths(&ran).len(), before.len());
    }
}

/// A service is paid once for a text, however often the build is killed: what came is kept as it comes, not only when much of it is there.
#[test]
fn a_build_that_is_killed_again_and_again_comes_to_an_end() {
    let case = crate::support::Case::new();
    for n in 0..30 {
        case.write(format!("f{n}.py"), format!("def f{n}(value):\n    return value * {n}\n"));
    }
    // So many requests are answered; then none is, until there are more.
    let left = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let own = left.clone();
    let stub = Stub::new(move |request| match own.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)) {
        Ok(_) => Reply::Json(stub::good(&request.texts())),
        Err(_) => Reply::Late(Duration::from_secs(600), Box::new(Reply::Drop)),
    });
    let set = format!("{} export EMBEDDINGS_BATCH_SIZE=2 EMBEDDINGS_MAX_CONCURRENCY=1;", settings(&stub));
    for (round, signal) in [libc::SIGKILL, libc::SIGTERM, libc::SIGKILL].into_iter().enumerate() {
        // One asks how many numbers there are.
        left.store(5, Ordering::SeqCst);
        let before = stub.count();
        let mut child = case.command(&format!("{set} exec cw index -q . --index ../i")).spawn().unwrap();
        let start = std::time::Instant::now();
        while stub.count() < before + 6 {
            assert!(start.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none(), "round {round}");
            std::thread::sleep(Duration::from_millis(10));
        }
        // SAFETY: a signal to a process of this test that nobody waited for yet.
        unsafe { libc::kill(child.id() as libc::pid_t, signal) };
        child.wait().unwrap();
        let rows = std::fs::metadata(case.beside("i/vec/http-m/rows")).unwrap().len();
        assert_eq!(rows, 8 + 8 * (round as u64 + 1) * (16 + 4 + stub::DIMS as u64 + 8), "round {round}");
    }
    left.store(usize::MAX, Ordering::SeqCst);
    case.sh(&format!("{set} cw index -q . --index ../i")).exits(0);
    let other = Stub::embedding();
    case.sh(&format!("{} cw index -q . --index ../j", settings(&other))).exits(0);
    assert_same(&case.beside("i"), &case.beside("j"), "after three kills");
}
