//! An index travels: pushed to a folder or a service, pulled elsewhere, checked on the way, and only what is missing moves.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use cw_records::Blob;
use serde_json::Value;

use crate::stub::{Reply, Request, Stub};
use crate::support::{Case, assert_same, bytes_of};

fn small() -> Case {
    Case::with(&[("a.py", "def alpha():\n    return retry()\n"), ("sub/b.rs", "/// Calls again.\nfn retry() {}\n")])
}

/// A tree of several segments.
fn wide() -> Case {
    let case = Case::new();
    (0..900).for_each(|number| case.write(format!("src/m{number:04}.py"), format!("def name{number}():\n    return {number}\n")));
    case
}

/// A store that speaks HTTP as FORMAT.md, Share, wants it.
type Files = Arc<Mutex<HashMap<String, Vec<u8>>>>;

fn serve(files: &Files, request: &Request) -> Reply {
    let mut files = files.lock().unwrap();
    let tag = |bytes: &Vec<u8>| format!("\"{}\"", Blob::of(bytes));
    let there = files.get(&request.path);
    match request.method.as_str() {
        "PUT" => {
            let wanted = request.headers.get("if-match");
            let holds = match (wanted, request.headers.get("if-none-match")) {
                (Some(wanted), None) => there.is_some_and(|bytes| tag(bytes) == *wanted),
                (None, Some(star)) => star == "*" && there.is_none(),
                _ => return Reply::Full(400, Vec::new(), b"no condition".to_vec()),
            };
            if holds {
                files.insert(request.path.clone(), request.bytes.clone());
            }
            Reply::Full(if holds { 201 } else { 412 }, Vec::new(), Vec::new())
        }
        _ => match there {
            Some(bytes) => Reply::Full(200, Vec::new(), bytes.clone()).with("etag", &tag(bytes)),
            None => Reply::Full(404, Vec::new(), vec![b'x'; 100_000]),
        },
    }
}

fn store(files: &Files) -> Stub {
    let files = files.clone();
    Stub::new(move |request| serve(&files, request))
}

fn number(record: &Value, name: &str) -> u64 {
    record[name].as_u64().unwrap_or_else(|| panic!("{name}: {record}"))
}

#[test]
fn a_ref_has_a_name_and_a_share_a_folder() {
    let case = small();
    case.sh("cw index -q").exits(0);
    for odd in ["--ref=", "--ref=' '", "--ref \"$(printf 'a\\nb')\""] {
        case.sh(&format!("cw push ../share {odd}")).exits(2).says("C19");
        case.sh(&format!("mkdir -p ../share; cw pull ../share {odd}")).exits(2).says("C19");
    }
    for tree in [".", "$PWD", "sub/..", ".cw", ".cw/lex"] {
        case.sh(&format!("cw push {tree} --ref main")).exits(2).says("C16");
    }
    case.sh("test ! -e cas && test ! -e refs && cw push -q share --ref main").exits(0);
}

#[test]
fn an_index_travels_through_a_folder() {
    let case = small();
    case.sh("cw index -q && cw push ../share --ref main").exits(0).says("sent");
    // Elsewhere, by copies of the share, without the tree.
    // A repository that is not checked out is no empty tree.
    case.sh("mkdir ../unchecked && cd ../unchecked && git init -q . && cw pull -q ../share --ref main && cw query -q 'who calls again' --jsonl -k 1 && cw query -q 'who calls again'").exits(0);
    case.sh("cp -r ../share ../copy && mkdir ../other && cd ../other && cw pull -q ../copy").exits(0);
    assert_same(&case.tree().join(".cw"), &case.beside("other/.cw"), "pulled and pushed");
    case.sh("cd ../other && cw query 'who calls again' --jsonl -k 1").exits(0).says("its tree is not here");
    let ran = case
        .sh("cw pull -q ../copy --ref main --index ../apart; rm -rf ../copy; cw query -q 'who calls again' --jsonl -k 1 --index ../apart");
    assert_eq!(ran.exits(0).records()[0]["path"], "sub/b.rs");
    // What is shared is for others, what was pulled for its owner.
    let out = case.sh("umask 022; cw push -q ../open --ref main; stat -c %a ../open/refs/main.json; find ../other/.cw/lex -name '*.seg' | xargs stat -c %a").exits(0).out();
    assert_eq!(out, "644\n600\n");
    // With the tree at hand, what was pulled is the beginning, and only what differs is read.
    case.write("c.py", "def beta(): pass\n");
    let ran = case
        .sh("cp -r a.py sub c.py ../other; cd ../other; cw index --json; cw index -q ../tree; diff -r -x stamps .cw ../tree/.cw")
        .exits(0);
    assert_eq!(number(&ran.records()[0], "read"), 1);
}

#[test]
fn only_what_is_missing_moves() {
    let case = wide();
    let line = "set -e; cw index -q; cw push --json ../share --ref main; mkdir ../other; (cd ../other; cw pull --json ../share)";
    let first = case.sh(line).exits(0).records();
    assert!(number(&first[0], "sent") >= 6 && number(&first[0], "kept") == 0, "{first:?}");
    case.write("src/m0007.py", "def other():\n    return 7\n");
    let line = "set -e; cw index -q; cw push --json ../share --ref main --ref more; cw push --json ../share --ref main; cd ../other; cw pull --json ../share; cw pull --json ../share; cw verify -q";
    let then = case.sh(line).exits(0).records();
    // One segment and the manifest of each part.
    assert_eq!(
        (number(&then[0], "sent"), number(&then[1], "sent"), number(&then[2], "fetched"), number(&then[3], "fetched")),
        (4, 0, 2, 0)
    );
    assert!(number(&then[2], "bytes") * 2 < number(&first[1], "bytes"), "{then:?}");
    assert_eq!(
        (then[0]["moved"].as_array().unwrap().len(), &then[1]["moved"], &then[3]["changed"]),
        (2, &Value::Array(vec![]), &Value::Bool(false))
    );
    assert_same(&case.tree().join(".cw"), &case.beside("other/.cw"), "pulled twice and made");
}

#[test]
fn an_index_travels_over_http() {
    let (case, files) = (small(), Files::default());
    let stub = store(&files);
    let address = stub.url("/team/cw/?sig=s3cr3t");
    let key = "CW_SHARE_API_KEY=k3y-of-the-share";
    case.sh(&format!("cw index -q && {key} cw push '{address}' --ref 'feature/ü x' --ref main")).exits(0).says("sent");
    let ran = case
        .sh(&format!("mkdir ../other; cd ../other; {key} CW_SHARE='{address}' cw pull --ref nothing --ref 'feature/ü x' --json"))
        .exits(0);
    assert_eq!((number(&ran.records()[0], "fetched"), ran.records()[0]["ref"].as_str()), (2, Some("feature/ü x")));
    assert_same(&case.tree().join(".cw"), &case.beside("other/.cw"), "pulled and pushed");
    for request in stub.requests() {
        let path = &request.path;
        assert!(path.starts_with("/team/cw/") && path.ends_with("?sig=s3cr3t") && path.is_ascii() && !path.contains('%'), "{path}");
        assert_eq!(request.headers.get("authorization").map(String::as_str), Some("Bearer k3y-of-the-share"));
    }
    // A second push sends nothing; what is asked for by a digest is that or nothing.
    let before = stub.count();
    let ran = case.sh(&format!("{key} cw push '{address}' --ref main --json")).exits(0);
    let digest = ran.records()[0]["digest"].as_str().unwrap().to_owned();
    assert!(stub.requests()[before..].iter().all(|request| request.method != "PUT"));
    case.sh(&format!("cw pull -q '{address}' --ref main --digest {digest} --index ../pinned")).exits(0);
    case.sh(&format!("cw pull -q '{address}' --ref main --digest 0{} --index ../wrong", &digest[..31])).exits(3).says("I09");
    // No key and no query of the address is ever said.
    let ran = case
        .sh("CW_SHARE_NETWORK_RETRIES=0 CW_SHARE_API_KEY=k3y-of-the-share cw pull 'http://127.0.0.1:1/x?sig=s3cr3t'")
        .exits(4)
        .says("C18");
    assert!(!ran.err().contains("s3cr3t") && !ran.err().contains("k3y"), "{}", ran.err());
    case.sh("cw pull http://share.example.org/cw").exits(2).says("S32");
    case.sh("cw pull s3://bucket/cw").exits(2).says("C16");
    case.sh("cw push ../share").exits(2).says("C19");
}

/// A share that fails, stops in the middle and is moved by somebody else.
#[test]
fn trouble_on_the_way_loses_nothing() {
    let (case, files) = (small(), Files::default());
    case.sh("cw index -q && cp -r .cw ../before").exits(0);
    let flaky = {
        let files = files.clone();
        Stub::new(move |request| match request.turn % 3 {
            0 => Reply::Drop,
            1 => Reply::Full(503, Vec::new(), b"busy".to_vec()),
            _ => serve(&files, request),
        })
    };
    let patient = "CW_SHARE_RETRY_BASE_DELAY_MS=1 CW_SHARE_RETRY_INTERVAL_INCREMENT_MS=1";
    case.sh(&format!("{patient} cw push -q '{}' --ref main", flaky.url("/"))).exits(0);
    case.write("c.py", "def beta(): pass\n");
    // A ref that moves between the look and the swap.
    let moving = {
        let files = files.clone();
        Stub::new(move |request| {
            let reply = serve(&files, request);
            if request.method == "GET" && request.path == "/refs/main.json" {
                files.lock().unwrap().insert("/refs/main.json".into(), format!("{{}}{}", request.turn).into_bytes());
            }
            reply
        })
    };
    let kept = files.lock().unwrap()["/refs/main.json"].clone();
    case.sh(&format!("cw index -q; cw push -q '{}' --ref main", moving.url(""))).exits(4).says("C17");
    files.lock().unwrap().insert("/refs/main.json".into(), kept);
    let whole = store(&files);
    case.sh(&format!("cw push -q '{}' --ref main", whole.url("/"))).exits(0);
    // A pull that breaks off after each number of replies leaves the old index; the next one goes on.
    case.sh("mkdir ../other && cp -r ../before ../other/.cw").exits(0);
    for replies in 1..6 {
        let files = files.clone();
        let breaking = Stub::new(move |request| match serve(&files, request) {
            _ if request.turn > replies => Reply::Drop,
            Reply::Full(200, _, bytes) if request.turn == replies => Reply::Cut(bytes, 20),
            reply => reply,
        });
        let ran = case.sh(&format!("cd ../other; CW_SHARE_NETWORK_RETRIES=0 cw pull -q '{}'", breaking.url("/")));
        if ran.code() == 0 {
            assert!(replies > 3);
            break;
        }
        ran.exits(4).says("C18");
        case.sh("cd ../other; cw verify -q; cw query -q alpha --no-refresh").exits(0);
        assert_eq!(
            std::fs::read(case.beside("other/.cw/lex/manifest.json")).unwrap(),
            std::fs::read(case.beside("before/lex/manifest.json")).unwrap()
        );
    }
    case.sh(&format!("cd ../other; cw pull -q '{}'", whole.url("/"))).exits(0);
    assert_same(&case.tree().join(".cw"), &case.beside("other/.cw"), "pulled after interruptions");
}

/// Bytes that are not what names them, and manifests of another model.
#[test]
fn what_was_changed_on_the_way_is_refused() {
    let case = small();
    case.sh("cw index -q && cw push -q ../share --ref main && mkdir ../other && cp -r .cw ../other && cd ../other && rm -r .cw/vec && echo x > x && cw index -q && cp -r .cw ../kept")
        .exits(0);
    let before = bytes_of(&case.beside("other/.cw"));
    let share = bytes_of(&case.beside("share"));
    let refuse = |what: &str| {
        case.sh("cd ../other; rm -r .cw; cp -r ../kept .cw; cw pull -q ../share").exits(3).says("I09");
        // Whole segments that came before the bad bytes may lie there for the next pull; no manifest names them.
        let now = bytes_of(&case.beside("other/.cw"));
        assert!(before.iter().all(|(path, bytes)| now.get(path) == Some(bytes)), "{what}");
    };
    for (path, bytes) in share.iter().filter(|(path, _)| !path.ends_with("lock")) {
        let whole = case.beside("share").join(path);
        let mut flipped = bytes.clone();
        flipped[bytes.len() / 2] ^= 1;
        for (what, bytes) in [("flipped", flipped), ("longer", [bytes, &b"x"[..]].concat())] {
            std::fs::write(&whole, bytes).unwrap();
            refuse(&format!("{} {what}", path.display()));
        }
        std::fs::write(&whole, bytes).unwrap();
    }
    // Sealed as it should be, but its vectors are called another model's.
    let seal = |line: &str| {
        let body = line.split(",\"check\"").next().unwrap();
        format!("{body},\"check\":\"{}\"}}\n", Blob::of(body.as_bytes()))
    };
    let place = |line: &str| {
        let name = Blob::of(line.as_bytes()).to_string();
        let path = Path::new("cas").join(&name[..2]).join(&name);
        std::fs::create_dir_all(case.beside("share").join(&path).parent().unwrap()).unwrap();
        std::fs::write(case.beside("share").join(path), line).unwrap();
        name
    };
    let main = String::from_utf8(share[Path::new("refs/main.json")].clone()).unwrap();
    let vec = std::fs::read_to_string(case.tree().join(".cw/vec/cw-static-2/manifest.json")).unwrap();
    let name = Blob::of(vec.as_bytes()).to_string();
    for (from, to) in
        [("\"model\":\"cw-static-2\"", "\"model\":\"cw-static-9\""), ("vec/cw-static-2", "vec/cw-static-9"), ("\"files\":2", "\"files\":3")]
    {
        let other = seal(&vec.replacen(from, to, 1));
        let line = main.replace(&name, &place(&other)).replace(&format!("\"bytes\":{}", vec.len()), &format!("\"bytes\":{}", other.len()));
        std::fs::write(case.beside("share/refs/main.json"), seal(&line)).unwrap();
        refuse(to);
    }
    std::fs::write(case.beside("share/refs/main.json"), main).unwrap();
    // Damage here is moved away, never overwritten; other options are another index.
    let segment = before.keys().find(|path| path.starts_with("lex") && path.extension().is_some_and(|end| end == "seg")).unwrap();
    case.sh(&format!("cd ../other; cw pull -q ../share; f=$(ls .cw/lex/*.seg); echo x >> $f; cw pull ../share; test -e .cw/damaged/$(basename $f) && cw verify -q && test {} != $f", segment.display()))
        .exits(0)
        .says("1 segments fetched");
    case.sh("cd ../other; cw index -q --rebuild --max-chars 500; cw pull -q ../share").exits(3).says("I05");
}

#[test]
fn revisions_travel() {
    let case = small();
    let line = "set -e; git init -q -b main; git add -A; git -c user.name=a -c user.email=a@b commit -qm x; git tag v1; echo 'def beta(): pass' > c.py
        cw index -q; cw index -q --rev v1; cw push -q ../share; cw push -q ../share --rev v1; git clone -q . ../other 2>/dev/null; cd ../other
        cw pull ../share; cw pull --json ../share --rev v1; cw query -q --rev v1 --no-refresh alpha | head -1; diff -r -x stamps .cw/refs ../tree/.cw/refs
        cw pull --rev v1 --ref main ../share";
    let ran = case.sh(line).exits(3).says("I08");
    assert!(ran.err().contains("'main' is in") && ran.out().contains("a.py:1"), "{}{}", ran.out(), ran.err());
}
