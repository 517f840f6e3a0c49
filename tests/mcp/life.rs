//! How a server lives: floods, nonsense, first builds, other processes, and its end. Cases I1, I2, I4, I5, I9, I10.

use std::io::Read;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::client::Client;
use super::{case, tree};
use crate::support::Case;

/// Case I9: every request is answered once, whatever comes in between.
#[test]
fn nonsense_holds_up_nobody() {
    let case = case();
    let mut client = Client::ready(&case, &[]);
    let deep = |id: u64| {
        let nested = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"stats","arguments":{{"repo_path":{nested}}}}}}}"#)
    };
    let long = format!(r#"{{"jsonrpc":"2.0","id":902,"method":"ping","params":{{"x":"{}"}}}}"#, "y".repeat(5_000_000));
    let ping = |id: u64| json!({ "jsonrpc": "2.0", "id": id, "method": "ping" }).to_string();
    let lines = [
        "garbage".to_owned(),
        "{\"jsonrpc\":\"2.0\",".into(),
        "\u{0}\u{1}\u{feff}".into(),
        deep(900),
        ping(901),
        long,
        format!("[{},{}]", ping(903), ping(904)),
        json!({ "jsonrpc": "2.0", "id": 905, "method": "tools/call", "params": { "name": 7 } }).to_string(),
        json!({ "jsonrpc": "2.0", "id": 906, "method": "tools/call" }).to_string(),
        json!({ "jsonrpc": "2.0", "method": "tools/call", "params": { "name": "stats" } }).to_string(),
        json!({ "jsonrpc": "2.0", "method": "notifications/unheard" }).to_string(),
        json!({ "jsonrpc": "2.0", "id": 77, "result": {} }).to_string(),
        json!({ "jsonrpc": "2.0", "id": "a", "method": "ping" }).to_string(),
        json!({ "jsonrpc": "2.0", "id": 907, "method": "foo/bar", "params": [1, 2] }).to_string(),
        ping(908),
    ];
    for line in &lines {
        client.raw(line);
    }
    let mut ids: Vec<Value> = (0..10).map(|_| client.receive()["id"].clone()).collect();
    ids.sort_by_key(Value::to_string);
    let wanted: Vec<Value> = std::iter::once(json!("a")).chain((900..909).map(Value::from)).collect();
    assert_eq!(ids, wanted);
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
}

/// A writer of the LEX part of an index that never finishes; held until dropped.
struct Hold(#[allow(dead_code)] std::fs::File);

impl Hold {
    fn of(case: &Case) -> Hold {
        let lock = case.tree().join(".cw/lex/lock");
        let file = std::fs::OpenOptions::new().create(true).truncate(false).write(true).open(lock).unwrap();
        // SAFETY: a system call on a file that is open.
        assert_eq!(unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) }, 0);
        Hold(file)
    }
}

/// Case I2: while an index is built for the first time, by whomever, questions are answered from what is there, and afterwards from all of it.
#[test]
fn a_first_build_blocks_no_answer() {
    let case = case();
    let repo = tree(&case);
    case.sh("cw index").exits(0);
    // As it is when the build of another process has come this far.
    let manifest = case.tree().join(".cw/lex/manifest.json");
    let whole = std::fs::read(&manifest).unwrap();
    std::fs::remove_file(&manifest).unwrap();
    let read: Value = serde_json::from_slice(&whole).unwrap();
    let draft =
        json!({ "format": read["format"], "part": "lex", "made_with": read["made_with"], "anew": false, "segments": read["segments"] })
            .to_string();
    let open = draft.strip_suffix('}').unwrap();
    let check = cw_records::Blob::of(open.as_bytes());
    std::fs::write(manifest.with_file_name("draft.json"), format!("{open},\"check\":\"{check}\"}}\n")).unwrap();
    let hold = Hold::of(&case);
    let mut client = Client::ready(&case, &[]);
    let question = json!({ "repo_path": repo, "information_request": "where do we retry a failed request" });
    let found = client.status("codebase-retrieval", question.clone());
    assert_eq!((&found["status"], &found["results"][0]["path"]), (&json!("indexing"), &json!("src/retry.rs")), "{found}");
    assert!(found["indexing"]["done"].is_u64() && found["indexing"]["total"].is_u64(), "{found}");
    let found = client.status("find-references", json!({ "repo_path": repo, "symbol": "retry_request" }));
    assert_eq!((&found["status"], &found["total"]), (&json!("indexing"), &json!(3)));
    // The other one finishes.
    std::fs::write(&manifest, whole).unwrap();
    drop(hold);
    assert_eq!(client.status("index-folder", json!({ "path": repo }))["status"], "ok");
    assert_eq!(client.status("codebase-retrieval", question)["status"], "ok");
}

/// Case I5: many servers share one index, and start on none together.
#[test]
fn many_servers_on_one_tree() {
    let case = case();
    let repo = tree(&case);
    let mut clients: Vec<Client> = (0..4).map(|_| Client::ready(&case, &["--threads", "1"])).collect();
    let params = json!({ "name": "codebase-retrieval", "arguments": { "repo_path": repo, "information_request": "where do we retry a failed request" } });
    for client in &mut clients {
        client.send(&json!({ "jsonrpc": "2.0", "id": 500, "method": "tools/call", "params": params }));
    }
    for client in &mut clients {
        let answer = client.answer_to(500);
        assert_eq!(answer["result"]["structuredContent"]["results"][0]["path"], "src/retry.rs", "{answer}");
    }
    let alone = case.sh("cw verify --quiet; cw index --index ../alone --quiet").exits(0);
    assert_eq!(alone.out(), "");
    crate::support::assert_same(&case.tree().join(".cw"), &case.beside("alone"), "one index");
}

/// Case I10: what another process indexed is in the next answer.
#[test]
fn another_process_indexes() {
    let case = case();
    let repo = tree(&case);
    let mut client = Client::ready(&case, &[]);
    assert_eq!(client.status("find-references", json!({ "repo_path": repo, "symbol": "zebra_crossing" }))["total"], 0);
    case.write("src/zebra.rs", "fn zebra_crossing() {}\n");
    case.sh("cw index").exits(0);
    assert_eq!(client.status("find-references", json!({ "repo_path": repo, "symbol": "zebra_crossing" }))["total"], 1);
}

/// Much that changed at once is taken in behind the answers, which say so until it is.
#[test]
fn a_large_change_is_taken_in() {
    let case = case();
    let mut client = Client::ready(&case, &["--threads", "1"]);
    let symbol = json!({ "repo_path": tree(&case), "symbol": "late_arrival" });
    assert_eq!(client.status("find-references", symbol.clone())["total"], 0);
    for file in 0..400 {
        case.write(format!("late/file_{file}.py"), format!("def late_arrival():\n    return {file}\n"));
    }
    let start = std::time::Instant::now();
    loop {
        let found = client.status("find-references", symbol.clone());
        match (found["status"].as_str().unwrap(), found["total"].as_u64().unwrap()) {
            // The answer of a look that was good enough, or of an index that is being brought up to date, which may be done just before it is read.
            ("not_found", 0) | ("stale", 400) => {}
            ("ok", 400) => break,
            _ => panic!("a part of a change: {found}"),
        }
        assert!(start.elapsed() < std::time::Duration::from_secs(60), "{found}");
    }
}

/// Case I4: a server whose parent is gone ends, although nobody closes its stdin.
#[test]
fn it_ends_with_its_parent() {
    let case = case();
    let line = format!("exec 3<&0; '{}' <&3 & sleep 0.5; kill -9 $$", env!("CARGO_BIN_EXE_cw-mcp"));
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).env("HOME", case.beside("home")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut shell = command.spawn().unwrap();
    let (stdin, mut stdout) = (shell.stdin.take(), shell.stdout.take().unwrap());
    let mut said = String::new();
    // The end of what both could write is the end of both.
    stdout.read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
    assert!(!shell.wait().unwrap().success());
    drop(stdin);
}

/// Cases I1, I14: whatever the environment says and whatever is in the files, every line is JSON-RPC in UTF-8.
#[test]
fn stdout_is_pure() {
    let case = case();
    case.write("src/latin.py", b"def caf\xe9():\n    s = \"caf\xe9 retry\"\n    return s\n");
    case.write(std::path::Path::new(std::ffi::OsStr::from_bytes(b"src/zo\xe8.py")), "def zoe_retry(): pass\n");
    case.write("src/wide.py", format!("# retry\nx = \"{}\"\n", "\u{2550}\u{1f680}\u{6f22}".repeat(4000)));
    case.write("src/control.py", "# retry \u{1b}[2J\u{7} \u{2028} x\ndef control(): pass\n");
    let noise = [("RUST_LOG", "trace"), ("RUST_BACKTRACE", "full"), ("DEBUG", "*"), ("NODE_ENV", "dev"), ("LOG_LEVEL", "debug")];
    let mut client = Client::with(&case, &[], &noise);
    client.initialize();
    for (tool, more) in [
        ("codebase-retrieval", json!({ "information_request": "retry", "max_total_chars": 2000 })),
        ("codebase-retrieval", json!({ "information_request": "retry", "max_total_chars": 2001, "output_format": "both" })),
        ("find-references", json!({ "symbol": "retry" })),
        ("get-symbol-definition", json!({ "symbol": "zoe_retry" })),
        ("list-files", json!({})),
        ("find-related", json!({ "path": "src/wide.py" })),
        ("stats", json!({})),
    ] {
        let mut arguments = more;
        arguments["repo_path"] = tree(&case).into();
        let object = client.status(tool, arguments);
        assert!(matches!(object["status"].as_str(), Some("ok" | "not_found")), "{tool}: {object}");
    }
    assert_eq!(
        client.status("list-files", json!({ "repo_path": tree(&case), "glob": "src/zo*" }))["files"][0]["path_b64"],
        "c3JjL3pv6C5weQ=="
    );
}

/// A request without a line end is one too, and is answered before the end.
#[test]
fn the_last_line_counts() {
    let case = case();
    let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } } });
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let input = format!("{hello}\n{ready}\n{}", json!({ "jsonrpc": "2.0", "id": 2, "method": "ping" }));
    let ids: Vec<_> = case.feed("cw-mcp", input.as_bytes()).exits(0).records().iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(ids, [1, 2]);
}
