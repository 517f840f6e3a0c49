//! What happens at the joints: a stage dies, a reader leaves, two write at once, a stream is cut, foreign or hostile.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::tree::{borders, case, plant, polyglot};
use crate::support::{Case, Ran, assert_same, bytes_of};

/// A tree of three small files in two segments.
fn small() -> Case {
    let case = Case::with(&[("a.rs", "fn a() {}\n"), ("b.md", "# b\n\ntext\n")]);
    case.write(&borders(1)[0], "def c():\n    pass\n");
    case
}

/// Its stream, from `cw-scan | cw-chunk`.
fn stream(case: &Case) -> Vec<u8> {
    case.sh("cw-scan -q . | cw-chunk").exits(0).bytes().to_vec()
}

/// The lines of a stream, each with its LF.
fn lines(stream: &[u8]) -> Vec<&[u8]> {
    stream.split_inclusive(|byte| *byte == b'\n').collect()
}

fn quiet(ran: Ran) -> Ran {
    assert!(!ran.err().contains("panic") && !ran.err().contains("bug"), "{}", ran.err());
    ran
}

/// The index holds nothing that could be taken for one.
fn assert_nothing(index: &Path) {
    let left: Vec<_> = bytes_of(index).into_keys().filter(|path| !path.ends_with("lock") && path.components().count() > 1).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_cut_stream_never_commits() {
    let case = small();
    let whole = stream(&case);
    case.feed("cw-lex add --index ../i | cw-embed add --index ../i >/dev/null", &whole).exits(0);
    case.write("a.rs", "fn changed() {}\n");
    case.sh("rm b.md");
    let other = stream(&case);
    let before = bytes_of(&case.beside("i"));
    let lines = lines(&other);
    assert!(lines.len() >= 6);
    for cut in 0..lines.len() {
        let part = lines[..cut].concat();
        for add in ["cw-lex add", "cw-embed add"] {
            case.feed(&format!("{add} --index ../i >/dev/null"), &part).exits(2).says("R03");
            assert_eq!(bytes_of(&case.beside("i")), before, "{add}: the index changed after a cut at record {cut}");
            case.feed(&format!("{add} --index ../fresh >/dev/null"), &part).exits(2).says("R03");
            assert_nothing(&case.beside("fresh"));
        }
        // Every reader of records sees the cut, and says nothing of what it cannot know.
        for reader in ["cw-chunk", "cw-embed", "cw-fuse", "cw-rerank --provider none"] {
            quiet(case.feed(reader, &part).exits(2).says("R03"));
        }
    }
    // Within a line, too.
    for cut in [10, other.len() / 2, other.len() - 2] {
        for add in ["cw-lex add", "cw-embed add"] {
            quiet(case.feed(&format!("{add} --index ../i >/dev/null"), &other[..cut]).exits(2));
            assert_eq!(bytes_of(&case.beside("i")), before, "{add}: the index changed after a cut at byte {cut}");
        }
    }
    case.sh("cw query --index ../fresh --no-refresh x").exits(3).says("I06");
    // The whole stream is still welcome.
    case.feed("cw-lex add --index ../i | cw-embed add --index ../i >/dev/null", &other).exits(0);
    case.sh("cw verify -q --index ../i").exits(0);
}

#[test]
fn a_cut_asking_stream_is_no_answer() {
    let case = case();
    case.sh("cw index -q . --index ../i").exits(0);
    let hits = case.sh("cw-lex find --index ../i retry").exits(0).bytes().to_vec();
    let lines = lines(&hits);
    for cut in 0..lines.len() {
        for reader in ["cw-embed find", "cw-fuse", "cw-rerank", "cw-expand", "cw-pack --tokens 500"] {
            let ran = quiet(case.feed(&format!("{reader} > ../out"), &lines[..cut].concat()).exits(2).says("R03"));
            assert!(!ran.err().is_empty());
            let out = std::fs::read_to_string(case.beside("out")).unwrap();
            assert!(!out.contains("\"type\":\"end\""), "{reader} ended a cut stream: {out}");
        }
    }
}

#[test]
fn a_reader_may_leave() {
    let case = case();
    case.sh(
        "cw index -q . --index ../i; cw-scan -q . | cw-chunk > ../stream; cw-lex find --index ../i -k 100 'value return def' > ../hits",
    )
    .exits(0);
    for producer in [
        "cw-scan -q .",
        "cw-chunk < ../stream",
        "cw-embed --vector-format array < ../stream",
        "cw-lex find --index ../i 'value return def'",
        "cw-embed find --index ../i 'value return def'",
        "cw-fuse < ../hits",
        "cw-rerank -k 100 --per-file 100 < ../hits",
        "cw-expand < ../hits",
        "cw-pack < ../hits",
        "cw query --index ../i --no-refresh --tokens 20000 'value return def'",
        "cw query --index ../i --no-refresh --jsonl 'value return def'",
        "cw stats --index ../i",
        "cw symbols --index ../i --no-refresh --format csv",
        "cw references --index ../i --no-refresh --format csv value",
        "cw export --index ../i --format csv",
        "cw --help",
        "cw completions bash",
    ] {
        for reader in ["head -n 1", "true"] {
            let ran = quiet(case.sh(&format!("{{ {producer}; echo $? >&2; }} | {reader}")));
            assert!(matches!(ran.err().as_str(), "0\n" | "141\n"), "{producer} | {reader}: {}", ran.err());
        }
    }
}

/// Storing is what an `add` is for; passing on comes second. Exit 0 means stored.
#[test]
fn an_add_whose_reader_left_stores_all_the_same() {
    let case = case();
    for n in 0..40 {
        case.write(format!("more/f{n}.py"), format!("def f{n}(value):\n    return value * {n}\n\n").repeat(60));
    }
    case.sh("cw index -q . --index ../j").exits(0);
    let line = "cw-scan -q . | cw-chunk | { cw-lex add --index ../i; echo $? >&2; } | true";
    assert_eq!(case.sh(line).err(), "0\n");
    let line = "cw-scan -q . | cw-chunk | { cw-embed add --index ../i; echo $? >&2; } | true";
    assert_eq!(case.sh(line).err(), "0\n");
    assert_same(&case.beside("i"), &case.beside("j"), "reader left");
}

#[test]
fn a_full_disk_is_said_and_is_exit_4() {
    let case = case();
    case.sh("cw index -q . --index ../i; cw-scan -q . | cw-chunk > ../stream; cw-lex find --index ../i retry > ../hits").exits(0);
    for producer in [
        "cw-scan -q .",
        "cw-chunk < ../stream",
        "cw-embed < ../stream",
        "cw-lex find --index ../i retry",
        "cw-embed find --index ../i retry",
        "cw-fuse < ../hits",
        "cw-rerank < ../hits",
        "cw-expand < ../hits",
        "cw-pack < ../hits",
        "cw-pack --tokens 500 --format json < ../hits",
        "cw query --index ../i --no-refresh retry",
        "cw query --index ../i --no-refresh --jsonl retry",
        "cw stats --index ../i",
        "cw stats --json --index ../i",
        "cw stats --format csv --index ../i",
        "cw completions bash",
        "cw --help",
        "cw-lex add --index ../k < ../stream",
        "cw-embed add --index ../k < ../stream",
    ] {
        let ran = quiet(case.sh(&format!("{producer} >/dev/full")).exits(4));
        if producer != "cw --help" {
            assert_eq!(ran.err().lines().count(), 1, "{producer}: {}", ran.err());
            assert!(ran.err().contains(": C04: cannot write the output: No space left"), "{producer}: {}", ran.err());
        }
    }
    case.sh("cw verify -q --index ../i").exits(0);
    case.sh("cw verify -q --index ../k").exits(0);
}

/// A file that may not grow (as on a full disk) leaves the old index, and nothing half written.
#[test]
fn an_index_that_may_not_grow_stays_as_it_was() {
    let case = small();
    case.sh("cw index -q . --index ../i").exits(0);
    let before = bytes_of(&case.beside("i"));
    let noise: String = (0..40_000u32).map(|n| format!("w{:x}\n", n.wrapping_mul(2_654_435_761))).collect();
    case.write("big.py", noise);
    let ran = quiet(case.sh("ulimit -f 64; cw index -q . --index ../i").exits(4).says("I07"));
    assert!(ran.err().contains("/i/"), "{}", ran.err());
    assert_eq!(bytes_of(&case.beside("i")), before);
    case.sh("cw query -q --no-refresh --index ../i text").exits(0);
    case.sh("cw verify -q --index ../i").exits(0);
}

#[test]
fn without_stderr_or_stdout_nobody_panics() {
    let case = case();
    for (line, code) in [
        ("cw-scan . 2>&- >/dev/null", 0),
        ("cw index . --index ../i 2>&-", 0),
        ("cw query --index ../i --path nowhere x 2>&- >/dev/null", 1),
        ("cw query --index ../none --no-refresh x 2>&-", 3),
        ("cw-chunk </dev/null 2>&-", 2),
        ("cw-scan . 2>/dev/full >/dev/null", 0),
        ("cw query --index ../i retry >/dev/null 2>/dev/full", 0),
        ("cw --help >/dev/full 2>../told; grep -q C04 ../told", 0),
        ("cw --jsom 2>/dev/full", 4),
        ("cw-chunk <&- >/dev/null", 2),
        ("cw query --index ../i <&- >/dev/null", 2),
    ] {
        quiet(case.sh(line).exits(code));
    }
}

#[test]
fn a_killed_producer_does_not_look_like_one_that_finished() {
    let case = case();
    case.sh("cw-scan -q . > ../files").exits(0);
    for add in ["cw-lex add", "cw-embed add"] {
        // All of the listing but its end goes in; then the chunker is killed.
        let line = format!(
            "rm -f ../in ../out; mkfifo ../in ../out; {add} --index ../i < ../out > /dev/null & add=$!
            cw-chunk < ../in > ../out & chunk=$!
            exec 3> ../in; sed '$d' ../files >&3; sleep 0.1; kill -9 $chunk; exec 3>&-; wait $add"
        );
        quiet(case.sh(&line).exits(2).says("R03"));
        assert_nothing(&case.beside("i"));
    }
    // A killed writer leaves a part that the next one can write, and no rubbish.
    let line = "rm -f ../in; mkfifo ../in; cw-lex add --index ../i < ../in > /dev/null & add=$!
        exec 3> ../in; cw-chunk < ../files | sed '$d' >&3; sleep 0.1; kill -9 $add; exec 3>&-; wait $add";
    case.sh(line).exits(137);
    case.sh("cw-chunk < ../files | cw-lex add --index ../i | cw-embed add --index ../i > /dev/null").exits(0);
    case.sh("cw index -q . --index ../j").exits(0);
    assert_same(&case.beside("i"), &case.beside("j"), "after a kill");
}

/// Starts an add that waits for the rest of its stream with the lock in its hand, does `meanwhile`, lets it finish.
fn with_writer(case: &Case, meanwhile: &str) -> Ran {
    case.sh(&format!(
        "mkfifo ../in; cw-lex add --index ../i < ../in > /dev/null & first=$!
        exec 3> ../in; head -n 1 ../stream >&3; n=0
        until [ -s ../i/lex/lock ] || [ $n = 500 ]; do sleep 0.02; n=$((n+1)); done
        {meanwhile}
        tail -n +2 ../stream >&3; exec 3>&-; wait $first; echo first $?; {{ wait $second; }} 2>/dev/null; echo second $?; echo holder $first"
    ))
}

#[test]
fn the_second_writer_is_told_who_writes() {
    let case = case();
    case.sh("cw-scan -q . | cw-chunk > ../stream").exits(0);
    let ran = with_writer(
        &case,
        "cw-lex add --index ../i < ../stream >/dev/null; echo refused $?
        cw index -q . --index ../i; echo index $?
        cw query -q --index ../i --repo . retry; echo query $?",
    );
    assert!(ran.out().starts_with("refused 4\nindex 4\nquery 4\nfirst 0\n"), "{}{}", ran.out(), ran.err());
    let out = ran.out();
    let holder = out.lines().last().unwrap().replace("holder", "is being written by process");
    assert_eq!(ran.err().matches(&holder).count(), 3, "{}", ran.err());
    assert_eq!(ran.err().matches(": I02: ").count(), 3, "{}", ran.err());
    case.sh("cw index -q . --index ../i; cw verify -q --index ../i; cw index -q . --index ../j").exits(0);
    assert_same(&case.beside("i"), &case.beside("j"), "after a refusal");
}

#[test]
fn the_second_writer_waits_if_asked_to() {
    let case = case();
    case.sh("cw-scan -q . | cw-chunk > ../stream").exits(0);
    let ran = with_writer(&case, "cw index -q . --wait 60 --index ../i & second=$!; sleep 0.2");
    assert!(ran.out().starts_with("first 0\nsecond 0\n"), "{}{}", ran.out(), ran.err());
    case.sh("cw verify -q --index ../i; cw index -q . --index ../j").exits(0);
    assert_same(&case.beside("i"), &case.beside("j"), "after waiting");
}

/// Whoever asks while somebody writes gets the answer of the last whole index, and is told so.
#[test]
fn a_reader_does_not_wait_for_a_writer() {
    let case = case();
    case.sh("cw index -q . --index ../i; cw query -q --index ../i --no-refresh retry > ../before; echo 'fn new_retry() {}' > src/new.rs")
        .exits(0);
    case.sh("cw-scan -q . | cw-chunk > ../stream").exits(0);
    let ran = with_writer(&case, "cw query --index ../i retry > ../during; echo query $?");
    assert!(ran.out().starts_with("query 0\nfirst 0\n"), "{}{}", ran.out(), ran.err());
    assert!(ran.err().contains("the answer is from the index as it is"), "{}", ran.err());
    case.sh("cmp ../before ../during").exits(0);
    case.sh("cw query -q --index ../i new_retry | grep src/new.rs").exits(0);
}

#[test]
fn streams_may_follow_each_other() {
    let case = small();
    let first = stream(&case);
    case.write("a.rs", "fn other() {}\n");
    let second = stream(&case);
    case.sh("cw index -q . --index ../j").exits(0);
    let both = [first.clone(), second.clone()].concat();
    case.feed("cw-lex add --index ../i | cw-embed add --index ../i > ../out", &both).exits(0);
    assert_same(&case.beside("i"), &case.beside("j"), "the last whole listing holds");
    let out = std::fs::read(case.beside("out")).unwrap();
    assert_eq!(lines(&out).len(), lines(&both).len());
    // What came whole before a cut is stored; the cut one is not.
    let cut = [second.clone(), first[..first.len() / 2].to_vec()].concat();
    case.feed("cw-lex add --index ../k >/dev/null", &cut).exits(2);
    case.feed("cw-embed add --index ../k >/dev/null", &cut).exits(2);
    assert_same(&case.beside("k"), &case.beside("j"), "the whole one before the cut");
    // Two headers without an end between them are a cut.
    let torn = [lines(&first)[..2].concat(), second].concat();
    case.feed("cw-lex add --index ../n >/dev/null", &torn).exits(2).says("R03");
    // An answer is packed from one stream.
    case.sh("cw-lex find --index ../j text > ../a").exits(0);
    case.sh("cat ../a ../a | cw-pack").exits(2).says("R05");
}

#[test]
fn bad_lines_stop_the_stream_or_become_faults() {
    let case = small();
    let whole = stream(&case);
    let lines = lines(&whole);
    for (bad, what) in [
        (&b"{\"path\":\n"[..], "line 3 is not a record"),
        (b"[1,2]\n", "line 3 is not a record"),
        (b"null\n", "line 3 is not a record"),
        (b"{\"type\":\"file\",\"size\":1}\n", "missing field"),
        (b"{\"type\":\"gone\",\"path\":\"a\",\"path\":\"b\"}\n", "duplicate field"),
        (b"{\"type\":\"gone\",\"path\":\"a\",\"path_b64\":\"YQ==\"}\n", "both"),
        (b"{\"type\":\"gone\",\"path_b64\":\"?\"}\n", "base64"),
        (b"{\"type\":\"skip\",\"path\":\"\xff\",\"reason\":\"x\"}\n", "UTF-8"),
        (b"{\"type\":7}\n", "line 3 is not a record"),
    ] {
        let stream = [&lines[..2].concat(), bad, &lines[2..].concat()].concat();
        case.feed("cw-lex add --index ../i >/dev/null", &stream).exits(2).says("cw-lex: R01: ").says(what);
        assert_nothing(&case.beside("i"));
        let ran = case.feed("cw-chunk --keep-going", &stream).exits(1).says("R01").says(what);
        let records = ran.records();
        assert_eq!(records.len(), lines.len() + 1);
        assert_eq!((&records[2]["type"], &records[2]["code"], &records[2]["level"]), (&json!("fault"), &json!("R01"), &json!("loss")));
        assert_eq!(records.last().unwrap()["faults"], 1);
    }
    let long = format!("{{\"type\":\"x_long\",\"text\":\"{}\"}}\n", "x".repeat(65 << 20));
    let stream = [&lines[..2].concat(), long.as_bytes(), &lines[2..].concat()].concat();
    case.feed("cw-chunk >/dev/null", &stream).exits(2).says("R06");
    case.feed("cw-chunk --keep-going >/dev/null", &stream).exits(1).says("R06");
    // Byte order mark, CR LF and blank lines are no trouble.
    let mut odd = b"\xef\xbb\xbf\r\n\n".to_vec();
    lines.iter().for_each(|line| odd.extend([&line[..line.len() - 1], b"\r\n \n"].concat()));
    let plain = case.feed("cw-chunk", &whole).exits(0);
    assert_eq!(case.feed("cw-chunk", &odd).exits(0).out(), plain.out());
    // A stream of a later version, and one without a header.
    case.feed("cw-chunk", b"{\"type\":\"header\",\"v\":2}\n{\"type\":\"end\"}\n").exits(2).says("R04");
    case.feed("cw-chunk --keep-going", &lines[1..].concat()).exits(2).says("R02");
}

#[test]
fn what_nobody_knows_passes_through() {
    let case = case();
    case.sh("cw index -q . --index ../i; cw-scan -q . > ../files").exits(0);
    let foreign = r#"{"type":"x_note", "n":1e3,  "deep":{"b":[null,1.50],"a":"é"}}"#;
    for filter in ["cw-chunk", "cw-embed", "cw-chunk | cw-lex add --index ../k", "cw-chunk | cw-embed add --index ../k"] {
        case.sh(&format!("sed '2i {foreign}' ../files | {filter} > ../out")).exits(0);
        case.sh(&format!("grep -qxF '{foreign}' ../out")).exits(0);
    }
    case.sh("cw-lex find --index ../i retry | sed 's/\"type\":\"hit\",/&\"x_mine\":[1],/; 1s/\"v\":1,/&\"x_head\":{},/' > ../hits")
        .exits(0);
    for filter in ["cw-embed find", "cw-fuse", "cw-rerank", "cw-expand", "cw-pack --format jsonl"] {
        case.sh(&format!("sed '2i {foreign}' ../hits | {filter} > ../out")).exits(0);
        case.sh(&format!("grep -qxF '{foreign}' ../out && head -n 1 ../out | grep -q '\"x_head\":{{}}'")).exits(0);
        if !filter.starts_with("cw-pack") {
            case.sh("grep '\"type\":\"hit\"' ../out | grep -q '\"x_mine\":\\[1\\]'").exits(0);
        }
    }
}

#[test]
fn an_outline_has_definitions_and_no_chunks() {
    let case = small();
    case.write("src/shape.rs", "pub struct Shape;\nimpl Shape {\n    pub fn area(&self) -> u32 {\n        4\n    }\n}\n");
    let records = case.sh("cw-scan . | cw-chunk --outline").exits(0).records();
    assert!(records.iter().all(|record| record["type"] != "chunk"));
    let file = records.iter().find(|record| record["path"] == "src/shape.rs").unwrap();
    assert!(file.get("text").is_none());
    let defs = file["defs"].as_array().unwrap().iter().map(|def| (def["name"].as_str().unwrap(), def["lines"][0].as_u64().unwrap()));
    assert_eq!(defs.collect::<Vec<_>>(), [("Shape", 1), ("area", 3)]);
    // It has no texts, so it is no tree to be stored.
    let ran = case.sh("cw-scan . | cw-chunk --outline | cw-lex add --index ../outline").exits(2);
    assert!(ran.err().contains("does not list a tree"), "{}", ran.err());
}

#[test]
fn streams_of_the_wrong_kind_are_refused() {
    let case = small();
    let whole = stream(&case);
    let mut reversed: Vec<&[u8]> = lines(&whole);
    let last = reversed.len() - 1;
    reversed[1..last].rotate_left(2);
    for add in ["cw-lex add --index ../i", "cw-embed add --index ../i"] {
        let refused = |line: &str, stdin: &[u8], code: &str| {
            quiet(case.feed(&format!("{line} >/dev/null"), stdin).exits(2).says(code));
            assert_nothing(&case.beside("i"));
        };
        refused(add, &reversed.concat(), "R05");
        refused(&format!("cw-scan -q . | {add}"), b"", "S12");
        // A chunk whose file is another, a hole, an overlap.
        refused(add, &[lines(&whole)[..1].concat(), lines(&whole)[2..].concat()].concat(), "S12");
        let text = String::from_utf8(whole.clone()).unwrap();
        refused(add, text.replace("\"bytes\":[0,10]", "\"bytes\":[1,11]").as_bytes(), "S12");
        refused(add, text.replace("\"bytes\":[0,10]", "\"bytes\":[0,18446744073709551615]").as_bytes(), "S12");
        let gone = text.replacen("\"scope\":\"all\"", "\"scope\":\"part\"", 1).replacen(
            "{\"type\":\"end\"",
            "{\"type\":\"gone\",\"path\":\"zz\"}\n{\"type\":\"end\"",
            1,
        );
        refused(add, gone.as_bytes(), "S13");
        refused(add, text.replacen("\"scope\":\"all\",", "", 1).as_bytes(), "R05");
        refused(add, text.replacen("\"order\":\"path\"", "\"order\":\"score\"", 1).as_bytes(), "R05");
        refused(add, b"", "R03");
    }
    case.sh("cw index -q . --index ../j; cw-lex find --index ../j text > ../hits").exits(0);
    for stage in ["cw-fuse", "cw-rerank", "cw-pack"] {
        let refused = format!("sed '1s/\"order\":\"score\"/\"order\":\"path\",\"scope\":\"all\"/' ../hits | {stage}");
        quiet(case.sh(&refused).exits(2).says("R05"));
    }
    for stage in ["cw-embed find", "cw-fuse", "cw-rerank", "cw-expand", "cw-pack"] {
        quiet(case.sh(&format!("cw-scan -q . | {stage} --index ../j").replace("cw-fuse --index ../j", "cw-fuse")).exits(2));
        quiet(case.sh(&format!("{stage} </dev/null")).exits(2).says("R03"));
    }
    case.sh("cw-lex find --index ../j text | cw-lex add --index ../k").exits(2).says("R05");
    case.sh("cw-lex find --index ../j text | cw-pack --format jsonl | cw-pack").exits(2).says("R05");
    case.sh("cw-lex find --index ../j text | cw-chunk").exits(0);
}

#[test]
fn vectors_that_are_none_are_refused() {
    let case = small();
    let whole = String::from_utf8(stream(&case)).unwrap();
    case.sh("cw index -q . --index ../i").exits(0);
    let before = bytes_of(&case.beside("i"));
    // Each vector goes on the first chunk; the others have one that is fit.
    for (bad, code) in [
        (json!({"model": "m", "dims": 2, "dtype": "f32", "values": [1.0, 0.0, 0.0]}), "S10"),
        (json!({"model": "m", "dims": 2, "dtype": "f32", "values": []}), "S10"),
        (json!({"model": "m", "dims": 2, "dtype": "f32", "data": "AADAfwAAgD8="}), "S10"),
        (json!({"model": "m", "dims": 2, "dtype": "f32", "data": "?"}), "S10"),
        (json!({"model": "m", "dims": 2, "dtype": "f32", "data": "AACAPw=="}), "S10"),
        (json!({"model": "m", "dims": 2, "dtype": "i8", "data": "AQI="}), "S10"),
        (json!({"model": "m", "dims": 2, "dtype": "f32"}), "S10"),
        (json!({"model": "m", "dims": 2, "dtype": "f32", "values": [1.0, 0.0], "data": "AACAPw=="}), "S10"),
        (json!({"model": "m", "dims": 2, "dtype": "f64", "values": [1.0, 0.0]}), "R01"),
        (json!({"model": "m", "dims": -2, "dtype": "f32", "values": [1.0, 0.0]}), "R01"),
        (json!({"model": "m", "dims": 4_000_000_000u32, "dtype": "f32", "values": [1.0, 0.0]}), "I05"),
        (json!({"model": "n", "dims": 2, "dtype": "f32", "values": [1.0, 0.0]}), "I05"),
        (json!({"model": "m", "dims": 3, "dtype": "f32", "values": [1.0, 0.0, 0.0]}), "I05"),
    ] {
        let fit = json!({"model": "m", "dims": 2, "dtype": "f32", "values": [1.0, 0.0]});
        let mut first = true;
        let with = whole.lines().map(|line| {
            let mut record: Value = serde_json::from_str(line).unwrap();
            if record["type"] == "chunk" {
                record["vector"] = if std::mem::take(&mut first) { bad.clone() } else { fit.clone() };
            }
            format!("{record}\n")
        });
        let with: String = with.collect();
        let ran = quiet(case.feed("cw-embed add --index ../i >/dev/null", with.as_bytes()));
        assert!(matches!(ran.code(), 2 | 3), "{bad}: {} {}", ran.code(), ran.err());
        assert!(ran.err().contains(code), "{bad}: {}", ran.err());
        let after: Vec<_> = bytes_of(&case.beside("i")).into_iter().filter(|(path, _)| !path.ends_with("lock")).collect();
        let before: Vec<_> = before.clone().into_iter().filter(|(path, _)| !path.ends_with("lock")).collect();
        assert_eq!(after, before, "{bad}");
    }
    // One chunk has a vector that does not fit, alone, and asks for a great deal.
    let alone = r#"{"type":"header","v":1,"order":"path","scope":"all"}
{"type":"file","path":"a","size":1,"blob":"00000000000000000000000000000000"}
{"type":"chunk","id":"00000000000000000000000000000000","blob":"00000000000000000000000000000000","path":"a","bytes":[0,1],"lines":[1,1],"kind":"lines","text":"a","vector":DIMS}
{"type":"end"}
"#;
    for vector in
        [r#"{"model":"../../x","dims":4294967295,"dtype":"f32","values":[1]}"#, r#"{"model":"../../x","dims":0,"dtype":"f32","values":[]}"#]
    {
        quiet(
            case.feed("(ulimit -v 4000000; cw-embed add --index ../n >/dev/null)", alone.replace("DIMS", vector).as_bytes())
                .exits(2)
                .says("S10"),
        );
        assert_nothing(&case.beside("n"));
    }
    // A model's name is no path.
    let fit = alone.replace("DIMS", r#"{"model":"../../x","dims":2,"dtype":"f32","values":[3,4]}"#);
    case.feed("cw-embed add --index ../n >/dev/null", fit.as_bytes()).exits(0);
    assert!(!case.beside("x").exists() && !case.beside("n").join("x").exists());
    // What is there is right; words are missing.
    assert_eq!(case.sh("cw verify -q --index ../n").exits(3).out(), "I06: index has no part '../n/lex'\n");
}

#[test]
fn paths_that_leave_the_tree_are_refused() {
    let case = case();
    case.sh("cw index -q . --index ../i").exits(0);
    let before = bytes_of(&case.beside("i"));
    for path in ["../x", "/etc/passwd", "a/../../x", "a//b", "./a", "a/.", "..", "", "a\u{0}b", "a/"] {
        for kind in [json!({"type": "file", "path": path, "size": 0, "blob": "0".repeat(32)}), json!({"type": "gone", "path": path})] {
            let made = json!({"chunk": {"max_chars": 1000, "min_chars": 50, "version": cw_stages::chunk::VERSION}});
            let header = json!({"type": "header", "v": 1, "order": "path", "scope": "changes", "made_with": made});
            let stream = format!("{header}\n{kind}\n{{\"type\":\"end\"}}\n");
            for add in ["cw-lex add", "cw-embed add"] {
                quiet(case.feed(&format!("{add} --index ../i >/dev/null"), stream.as_bytes()).exits(2).says("S14"));
                assert_eq!(bytes_of(&case.beside("i")), before, "{add} {path:?}");
            }
        }
        let stream = format!(
            "{}\n{}\n{{\"type\":\"end\"}}\n",
            json!({"type": "header", "v": 1, "order": "score", "query": "root", "index": case.beside("i")}),
            json!({"type": "hit", "id": "0".repeat(32), "path": path, "bytes": [0, 10], "lines": [1, 1], "score": 1.0, "rank": 1}),
        );
        for stage in ["cw-pack", "cw-pack --tokens 500", "cw-rerank | cw-pack", "cw-expand | cw-pack --tokens 500"] {
            let ran = quiet(case.feed(stage, stream.as_bytes()).exits(1).says("S07"));
            assert!(!ran.out().contains("root"), "{stage} {path:?}: {}", ran.out());
        }
    }
    // A place that the file does not have, and one within a letter.
    for bytes in [json!([0, 1_000_000]), json!([5, 3]), json!([6, 9]), json!([0, u64::MAX])] {
        let stream = format!(
            "{}\n{}\n{{\"type\":\"end\"}}\n",
            json!({"type": "header", "v": 1, "order": "score", "query": "wide", "index": case.beside("i")}),
            json!({"type": "hit", "id": "0".repeat(32), "path": "wide.py", "bytes": bytes, "lines": [1, 1], "score": 1.0, "rank": 1}),
        );
        for stage in ["cw-pack", "cw-rerank | cw-pack", "cw-expand | cw-pack --tokens 500"] {
            quiet(case.feed(stage, stream.as_bytes()).exits(1).says("S07"));
        }
    }
    // Links and folders that changed between two looks are no way out either.
    case.sh(
        "rm -r src; ln -s /etc src; cw index -q --index ../i; cw query -q --index ../i passwd; cw-scan -q . | grep -c '\"path\":\"src/'",
    )
    .exits(1);
}

#[test]
fn an_order_of_planting_is_no_matter_to_a_pipe() {
    let (one, two) = (case(), Case::new());
    plant(&two, polyglot().iter().rev());
    let bare = |case: &Case| {
        let ran = case.sh("cw-scan -q . | cw-chunk | cw-embed").exits(0);
        ran.out().lines().skip(1).map(|line| line.split("\"mtime\":").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(bare(&one), bare(&two));
}

/// An index apart from its tree: a flag gives it to another tree and says so; a setting does not.
#[test]
fn an_index_of_another_tree() {
    let case = Case::with(&[("one/a.py", "def one(): pass\n"), ("two/b.py", "def two(): pass\n")]);
    case.sh("cw index -q one --index ../i").exits(0);
    case.sh("CW_INDEX=../i cw index two").exits(3).says("I05").says("--rebuild");
    case.sh("cw index two --index ../i").exits(0).says("it is replaced");
    let ran = case.sh("cw list-files --index ../i").exits(0);
    assert!(ran.out().contains("b.py") && !ran.out().contains("a.py"), "{}", ran.out());
}

/// Streams that follow each other: each is stored at its end, all are of one tree; and each that asks is answered from its own index.
#[test]
fn streams_that_follow_each_other() {
    let case = crate::support::Case::with(&[
        ("t/a.py", "def alpha():\n    return 1\n"),
        ("t/b.py", "def beta():\n    return 2\n"),
        ("u/z.py", "def zeta():\n    return 3\n"),
    ]);
    case.sh("for n in t u; do (cd $n && cw-scan -q . | cw-chunk > ../$n.stream && cw index -q); done").exits(0);
    // What is whole is stored, what is cut is not, and that is what is said.
    case.sh("(cat t.stream; head -n 2 t.stream) | cw-lex add --index ../i").exits(2).says("Nothing of this stream was committed");
    case.sh("cw-lex add --index ../j < t.stream").exits(0);
    assert_same(&case.beside("i"), &case.beside("j"), "the stream before the cut");
    case.sh("(head -n 2 t.stream; cat t.stream) | cw-lex add --index ../k").exits(2);
    case.sh("cw list-files --no-refresh --index ../k").exits(3);
    // Another tree does not take the place of the first.
    for add in ["cw-lex add", "cw-embed add"] {
        for index in ["", "--index ../i"] {
            case.sh(&format!("cat t.stream u.stream | {add} {index}")).exits(3).says("I05: a stream of the tree").says("follows one of");
        }
    }
    let files = case.sh("cw list-files --no-refresh --index t/.cw; cw list-files --no-refresh --index u/.cw").exits(0).out();
    assert_eq!(files, "a.py\nb.py\nz.py\n");
    // Asked of two indexes.
    case.sh("(cd t && cw-lex find alpha) > q1; (cd u && cw-lex find zeta) > q2").exits(0);
    for stage in ["cw-embed find", "cw-embed find | cw-rerank", "cw-expand"] {
        let one = |name: &str| case.sh(&format!("cat {name} | {stage}")).exits(0).out();
        assert_eq!(case.sh(&format!("cat q1 q2 | {stage}")).exits(0).out(), one("q1") + &one("q2"), "{stage}");
        assert_eq!(case.sh(&format!("cat q2 q1 | {stage}")).exits(0).out(), one("q2") + &one("q1"), "{stage}");
    }
    case.sh("printf '' | cw-embed find").exits(2).says("R03");
}

/// An index without its words is not whole.
#[test]
fn what_nobody_can_ask_is_not_whole() {
    let case = case();
    case.sh("cw index -q . --index ../i; cw verify --index ../i").exits(0).says("is whole");
    let ran = case.sh("rm -r ../i/lex; cw verify --index ../i").exits(3);
    assert!(ran.out().starts_with("I06: ") && !ran.err().contains("is whole"), "{}{}", ran.out(), ran.err());
    case.sh("rm -r ../i/vec; cw verify --index ../i").exits(3);
}
