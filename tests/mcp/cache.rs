//! Answers that were given before are right after every change.

use serde_json::{Value, json};

use super::client::Client;
use super::{case, tree};

/// The law: whatever was asked and changed before, a server answers as one that was just started. Each question is asked twice, so that the second answer comes from the cache.
#[test]
fn an_old_answer_is_the_new_one() {
    let case = case();
    let repo = tree(&case);
    let questions = [
        json!({ "information_request": "where do we retry a failed request" }),
        json!({ "information_request": "zebra  crossing", "max_files": 3 }),
        json!({ "information_request": "zebra crossing", "max_files": 2 }),
        json!({ "information_request": "keeps orders", "output_format": "json", "language": ["python"] }),
    ];
    let ask = |client: &mut Client, question: &Value| {
        let mut arguments = question.clone();
        arguments["repo_path"] = repo.clone().into();
        let answer = client.call("codebase-retrieval", arguments);
        assert_eq!(answer["isError"], false, "{answer}");
        answer
    };
    let mut long = Client::ready(&case, &[]);
    let mut different = std::collections::BTreeSet::new();
    for round in 0..8 {
        match round % 4 {
            0 => case.write(
                format!("src/zebra_{round}.rs"),
                format!("/// A zebra crossing, number {round}.\nfn zebra_crossing_{round}() {{}}\n"),
            ),
            1 => case.write("src/retry.rs", format!("/// Retries a request that failed, {round} times.\npub fn retry_request() {{}}\n")),
            2 => std::fs::remove_file(case.tree().join(format!("src/zebra_{}.rs", round - 2))).unwrap(),
            // Back to what it was: the same generation as before is the same answer.
            _ => case.write(
                format!("src/zebra_{}.rs", round - 3),
                format!("/// A zebra crossing, number {}.\nfn zebra_crossing_{}() {{}}\n", round - 3, round - 3),
            ),
        }
        // Half of the changes are taken in by another process.
        if round % 2 == 0 {
            long.status("index-folder", json!({ "path": repo }));
        } else {
            case.sh("cw index -q").exits(0);
        }
        let mut new = Client::ready(&case, &[]);
        for question in &questions {
            let wanted = ask(&mut new, question);
            assert_eq!(ask(&mut long, question), wanted, "round {round}: {question}");
            assert_eq!(ask(&mut long, question), wanted, "round {round}, again: {question}");
            different.insert(wanted.to_string());
        }
    }
    assert!(different.len() > 12, "the changes change answers: {}", different.len());
}
