//! Whether code may leave the machine, asked of the person behind the client.

use serde_json::{Value, json};

use super::client::Client;
use super::{case, tree};
use crate::support::Case;

/// A service that is not on this machine, and not there at all.
const AWAY: &[(&str, &str)] = &[
    ("EMBEDDINGS_BASE_URL", "https://away.invalid/v1"),
    ("EMBEDDINGS_MODEL", "m"),
    ("EMBEDDINGS_NETWORK_RETRIES", "0"),
    ("EMBEDDINGS_RETRY_BASE_DELAY_MS", "1"),
    ("EMBEDDINGS_QUESTION_TIMEOUT_MS", "200"),
];

fn question(case: &Case) -> Value {
    json!({ "repo_path": tree(case), "information_request": "where do we retry a failed request" })
}

/// A client whose person answers so.
fn client(case: &Case, says: Value) -> Client {
    let mut client = Client::with(case, &[], AWAY);
    client.replies.insert("elicitation/create".into(), says);
    client.initialize_with(json!({ "elicitation": {} }));
    client
}

#[test]
fn a_client_that_cannot_ask_gets_the_command() {
    let case = case();
    let mut client = Client::with(&case, &[], AWAY);
    client.initialize();
    let refused = client.status("codebase-retrieval", question(&case));
    assert_eq!(refused["status"], "authorization_required");
    let authorization = &refused["authorization"];
    assert_eq!((&authorization["reason"], &authorization["cli_executable"]), (&json!("elicitation_unsupported"), &json!("cw")));
    assert_eq!(
        (&authorization["cli_args"], &authorization["recipients"]),
        (&json!(["index", tree(&case)]), &json!(["https://away.invalid"]))
    );
    assert_eq!(authorization["cli_command"], format!("cw index '{}'", tree(&case)));
    assert!(!case.tree().join(".cw").exists());
    // Names and words ask nobody.
    assert_eq!(client.status("find-references", json!({ "repo_path": tree(&case), "symbol": "retry_request" }))["total"], 3);
    // Who agreed elsewhere is not asked again; the service is not there, so it is words only.
    case.sh("export EMBEDDINGS_BASE_URL=https://away.invalid/v1 EMBEDDINGS_MODEL=m EMBEDDINGS_NETWORK_RETRIES=0 EMBEDDINGS_RETRY_BASE_DELAY_MS=1; cw index --yes -q")
        .exits(1);
    let answer = client.status("codebase-retrieval", question(&case));
    assert_eq!((&answer["status"], &answer["results"][0]["path"]), (&json!("ok"), &json!("src/retry.rs")), "{answer}");
    assert!(answer["warnings"].to_string().contains("S33"), "{answer}");
}

#[test]
fn a_person_says_no() {
    for (says, reason) in [
        (json!({ "result": { "action": "decline" } }), "elicitation_declined"),
        (json!({ "result": { "action": "cancel" } }), "elicitation_cancelled"),
        (json!({ "result": { "action": "accept", "content": { "approve": false } } }), "approval_false"),
        (json!({ "result": { "action": "accept", "content": { "approve": "yes" } } }), "invalid_elicitation_response"),
        (json!({ "result": { "action": "accept" } }), "invalid_elicitation_response"),
        (json!({ "error": { "code": -32603, "message": "no window" } }), "elicitation_failed"),
    ] {
        let case = case();
        let mut client = client(&case, says);
        let refused = client.status("codebase-retrieval", question(&case));
        assert_eq!((&refused["status"], &refused["authorization"]["reason"]), (&json!("declined"), &json!(reason)), "{refused}");
        assert!(!case.tree().join(".cw").exists());
        // It is no answer for ever.
        client.status("codebase-retrieval", question(&case));
        assert_eq!(client.asked.len(), 2);
    }
}

#[test]
fn a_person_says_yes_once_for_all_that_wait() {
    let case = case();
    let mut client = client(&case, json!({ "result": { "action": "accept", "content": { "approve": true } } }));
    let params = json!({ "name": "codebase-retrieval", "arguments": question(&case) });
    let calls: Vec<Value> = (100..104).map(|id| json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })).collect();
    client.raw(&calls.iter().map(Value::to_string).collect::<Vec<_>>().join("\n"));
    let mut answered = Vec::new();
    while answered.len() < 4 {
        let message = client.answer_to_any();
        assert_eq!(message["result"]["structuredContent"]["results"][0]["path"], "src/retry.rs", "{message}");
        answered.push(message["id"].as_u64().unwrap());
    }
    answered.sort_unstable();
    assert_eq!(answered, [100, 101, 102, 103]);
    assert_eq!(client.asked.len(), 1, "one form for all");
    let form = &client.asked[0]["params"];
    for part in ["src/", "https://away.invalid", "model m", "files      4", ".rs(2)", tree(&case).as_str()] {
        assert!(form["message"].as_str().unwrap().contains(part), "{part}: {form}");
    }
    assert_eq!(
        (&form["requestedSchema"]["required"], &form["requestedSchema"]["properties"]["approve"]["default"]),
        (&json!(["approve"]), &json!(false))
    );
    // It is remembered, for other servers too.
    let book = std::fs::read_to_string(case.beside("home/.local/state/contextweaver/consent.json")).unwrap();
    assert!(book.contains("https://away.invalid"));
    let mut other = Client::with(&case, &[], AWAY);
    other.initialize();
    assert_eq!(other.status("codebase-retrieval", question(&case))["status"], "ok");
}

/// A call that is cancelled while a person is being asked leaves the question to the next.
#[test]
fn a_question_that_is_cancelled() {
    let case = case();
    let mut client = client(&case, json!({ "result": { "action": "accept", "content": { "approve": true } } }));
    let params = json!({ "name": "codebase-retrieval", "arguments": question(&case) });
    client.send(&json!({ "jsonrpc": "2.0", "id": 100, "method": "tools/call", "params": params }));
    let asked = client.receive();
    assert_eq!(asked["method"], "elicitation/create");
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 100 } }));
    assert_eq!(client.status("codebase-retrieval", question(&case))["status"], "ok");
    assert_eq!(client.asked.len(), 1, "asked anew");
}
