//! What a server writes down, and what it tells its client.

use serde_json::{Value, json};

use super::client::Client;
use super::{case, tree};
use crate::support::Case;

fn logs(case: &Case) -> String {
    let folder = case.beside("home/.local/state/contextweaver/logs");
    let mut all = String::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&path).unwrap().permissions()) & 0o777, 0o600);
        all += &std::fs::read_to_string(path).unwrap();
    }
    all
}

#[test]
fn the_log_has_calls_and_no_code() {
    let case = case();
    let key = [("EMBEDDINGS_API_KEY", "sk-TESTKEY-0123456789")];
    let mut client = Client::with(&case, &[], &key);
    client.initialize();
    client.status("codebase-retrieval", json!({ "repo_path": tree(&case), "information_request": "secretquestion about backoff" }));
    client.status("list-files", json!({ "repo_path": "/etc" }));
    client.end();
    let said = logs(&case);
    for part in [" INFO ", " WARN ", "codebase-retrieval '", "' ok ", "list-files '/etc' bad_path ", "starts", &tree(&case)] {
        assert!(said.contains(part), "{part}: {said}");
    }
    for part in ["secretquestion", "backoff", "TESTKEY"] {
        assert!(!said.contains(part), "{part}: {said}");
    }
    for (level, lines) in [("off", false), ("error", false), ("warn", false), ("debug", true)] {
        let case = super::case();
        let mut client = Client::with(&case, &[], &[("LOG_LEVEL", level)]);
        client.initialize();
        client.status("list-files", json!({ "repo_path": tree(&case) }));
        client.end();
        assert_eq!(!logs(&case).is_empty(), lines, "{level}");
    }
    // A folder that cannot be made stops nothing.
    std::fs::write(case.beside("file"), "").unwrap();
    let mut client = Client::with(&case, &[], &[("XDG_STATE_HOME", case.beside("file").to_str().unwrap())]);
    client.initialize();
    assert_eq!(client.status("list-files", json!({ "repo_path": tree(&case) }))["total"], 4);
}

#[test]
fn a_client_that_wants_it_is_told() {
    let case = case();
    let mut client = Client::ready(&case, &[]);
    let index = json!({ "path": tree(&case) });
    client.status("index-folder", index.clone());
    assert_eq!(client.told, Vec::<Value>::new(), "nobody asked for it");
    case.write("src/a.rs", "fn a() {}\n");
    client.ask("logging/setLevel", json!({ "level": "info" }));
    client.status("index-folder", index.clone());
    assert_eq!(client.told.len(), 1, "{:?}", client.told);
    let told = &client.told[0];
    assert_eq!((&told["method"], &told["params"]["level"]), (&json!("notifications/message"), &json!("info")));
    assert!(told["params"]["data"].as_str().unwrap().contains("1 files read"), "{told}");
    case.write("src/b.rs", "fn b() {}\n");
    client.ask("logging/setLevel", json!({ "level": "error" }));
    client.status("index-folder", index);
    assert_eq!(client.told.len(), 1);
}
