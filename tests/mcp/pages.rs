//! Lists and answers in pages, under a cap: cases E11, I6; and the indexes of a user.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::client::Client;
use super::{case, tree};
use crate::support::Case;

/// All items of a list, page by page, and how many pages there were.
fn pages(client: &mut Client, tool: &str, arguments: &Value, name: &str) -> (Vec<Value>, usize) {
    let (mut all, mut count, mut arguments) = (Vec::new(), 0, arguments.clone());
    loop {
        let result = client.call(tool, arguments.clone());
        let page = &result["structuredContent"];
        let bytes = result["content"][0]["text"].as_str().unwrap().len().max(page.to_string().len());
        assert!(bytes < 70_000, "{tool}: {bytes}");
        count += 1;
        all.extend(page[name].as_array().unwrap().iter().cloned());
        match page.get("next_cursor") {
            Some(cursor) => arguments["cursor"] = cursor.clone(),
            None => {
                assert_eq!(page["truncated"], false);
                assert_eq!(page["total"], all.len());
                return (all, count);
            }
        }
        assert_eq!(page["truncated"], true);
        assert!(count < 200);
    }
}

/// Cases E11, I6: what does not fit is said, counted, and to be had.
#[test]
fn every_list_has_pages() {
    let case = Case::new();
    for file in 0..900 {
        let name = format!("a/rather/long/folder/name/to/fill/the/reply/quickly/number_{file}.py");
        case.write(name, format!("def marker_token(value_{file}):\n    return value_{file}\n"));
    }
    let mut client = Client::ready(&case, &[]);
    let repo = tree(&case);
    for (tool, arguments, name) in [
        ("list-files", json!({ "repo_path": repo, "max_results": 1000 }), "files"),
        ("find-references", json!({ "repo_path": repo, "symbol": "marker_token", "max_results": 200 }), "references"),
        ("list-symbols", json!({ "repo_path": repo, "max_results": 500 }), "symbols"),
    ] {
        let (all, count) = pages(&mut client, tool, &arguments, name);
        assert_eq!((all.len(), all.iter().map(Value::to_string).collect::<BTreeSet<_>>().len()), (900, 900), "{tool}");
        assert!(count > 1, "{tool}: {count}");
    }
    let (all, count) = pages(
        &mut client,
        "get-symbol-definition",
        &json!({ "repo_path": repo, "symbol": "marker_token", "max_results": 20 }),
        "definitions",
    );
    assert_eq!((all.len(), count), (900, 45));
    // A cursor is for the list that gave it.
    let first = client.status("list-files", json!({ "repo_path": repo, "max_results": 2 }));
    let cursor = &first["next_cursor"];
    let next = client.status("list-files", json!({ "repo_path": repo, "max_results": 2, "cursor": cursor }));
    assert_ne!(first["files"], next["files"]);
    assert_eq!(client.status("list-files", json!({ "repo_path": repo, "max_results": 3, "cursor": cursor }))["status"], "bad_argument");
    assert_eq!(client.status("list-symbols", json!({ "repo_path": repo, "cursor": cursor }))["status"], "bad_argument");
    // After a change the list goes on, and says so.
    case.write("z.py", "def later():\n    pass\n");
    client.status("index-folder", json!({ "path": repo }));
    let next = client.status("list-files", json!({ "repo_path": repo, "max_results": 2, "cursor": cursor }));
    assert!(next["warnings"][0].as_str().unwrap().contains("changed"), "{next}");
}

/// The pages of a ranked answer have other files each, the best first.
#[test]
fn an_answer_has_pages() {
    let case = Case::new();
    for file in 0..12 {
        let body: String = (0..20).map(|line| format!("    handle_order({file}, {line});\n")).collect();
        case.write(format!("src/order_{file}.rs"), format!("/// Handles order {file}.\npub fn order_{file}() {{\n{body}}}\n"));
    }
    let mut client = Client::ready(&case, &[]);
    let mut arguments = json!({ "repo_path": tree(&case), "information_request": "handle order", "max_files": 5 });
    let (mut seen, mut count) = (BTreeSet::new(), 0);
    loop {
        let page = client.status("codebase-retrieval", arguments.clone());
        count += 1;
        let paths: BTreeSet<String> =
            page["results"].as_array().unwrap().iter().map(|result| result["path"].as_str().unwrap().to_owned()).collect();
        assert!(paths.len() <= 5 && paths.is_disjoint(&seen), "{paths:?} {seen:?}");
        seen.extend(paths);
        let Some(cursor) = page.get("next_cursor") else { break };
        arguments["cursor"] = cursor.clone();
    }
    assert_eq!((seen.len(), count), (12, 3));
}

/// A line that no budget of the question has room for is passed over: what stands behind it is to be had.
#[test]
fn a_long_line_does_not_end_the_pages() {
    let case = Case::new();
    for file in 0..6 {
        let body = if file % 2 == 0 { "handle_order(1); ".repeat(200) } else { "handle_order(1);\n".repeat(9) };
        case.write(format!("src/order_{file}.md"), format!("{body}\n"));
    }
    let mut client = Client::ready(&case, &[]);
    let mut arguments = json!({ "repo_path": tree(&case), "information_request": "handle order", "max_tokens": 400 });
    let (mut seen, mut count) = (BTreeSet::new(), 0);
    loop {
        let page = client.status("codebase-retrieval", arguments.clone());
        count += 1;
        seen.extend(page["results"].as_array().unwrap().iter().map(|result| result["path"].as_str().unwrap().to_owned()));
        let Some(cursor) = page.get("next_cursor") else { break };
        assert!(count < 10, "{page}");
        arguments["cursor"] = cursor.clone();
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["src/order_1.md", "src/order_3.md", "src/order_5.md"]);
}

/// A scope that no file is in is said, not taken for a question without an answer.
#[test]
fn a_scope_without_files_is_said() {
    let case = case();
    let mut client = Client::ready(&case, &[]);
    for scope in [json!({ "include_globs": ["nosuch/**"] }), json!({ "exclude_globs": ["**"] })] {
        let mut arguments = json!({ "repo_path": tree(&case), "information_request": "evict" });
        arguments.as_object_mut().unwrap().extend(scope.as_object().unwrap().clone());
        let answer = client.status("codebase-retrieval", arguments);
        assert!(answer["warnings"].to_string().contains("no file of the index is within"), "{answer}");
    }
}

#[test]
fn modes_and_low_confidence() {
    let case = Case::new();
    for file in 0..30 {
        case.write(format!("src/order_{file}.rs"), format!("/// Handles order {file}.\npub fn order_{file}() {{}}\n"));
    }
    let mut client = Client::ready(&case, &[]);
    let mut ask = |request: &str, more: Value| {
        let mut arguments = json!({ "repo_path": tree(&case), "information_request": request });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        client.status("codebase-retrieval", arguments)
    };
    let files = |answer: &Value| {
        answer["results"].as_array().unwrap().iter().map(|result| result["path"].to_string()).collect::<BTreeSet<_>>().len()
    };
    for (mode, wanted) in [("quick", 10), ("balanced", 20), ("deep", 30)] {
        assert_eq!(files(&ask("handle order", json!({ "mode": mode }))), wanted, "{mode}");
    }
    assert_eq!(files(&ask("handle order", json!({ "mode": "quick", "max_files": 7 }))), 7);
    let noise = "please bake a chocolate cake with strawberries";
    for (behaviour, results, warned) in [
        (Value::Null, 0, false),
        (json!("return_empty"), 0, false),
        (json!("return_top1"), 1, false),
        (json!("return_with_warning"), 1, true),
    ] {
        let answer = ask(noise, json!({ "low_confidence_behavior": behaviour }));
        assert_eq!(answer["status"], if results == 0 { "nothing_relevant" } else { "ok" }, "{behaviour}: {answer}");
        assert_eq!(files(&answer), results, "{behaviour}: {answer}");
        assert_eq!(answer["warnings"].to_string().contains("S35"), warned, "{behaviour}: {answer}");
    }
}

/// The best alone is one piece, with nothing that stands around it.
#[test]
fn the_nearest_alone_is_one_piece() {
    let body: String = (0..90).map(|line| format!("    let value_{line} = compute(value_{line}, {line});\n")).collect();
    let case = Case::with(&[("src/long.rs", &format!("fn first() {{\n{body}}}\n\nfn second() {{\n{body}}}\n"))]);
    let mut client = Client::ready(&case, &[]);
    for (behaviour, results) in [("return_empty", 0), ("return_top1", 1), ("return_with_warning", 1)] {
        let noise = "please bake a chocolate cake with strawberries";
        let answer = client.status(
            "codebase-retrieval",
            json!({ "repo_path": tree(&case), "information_request": noise, "low_confidence_behavior": behaviour }),
        );
        let pieces = answer["results"].as_array().unwrap();
        assert_eq!(pieces.len(), results, "{behaviour}: {answer}");
        // Its neighbours would be one piece with it.
        assert!(pieces.iter().all(|piece| piece["last_line"] == 31), "{behaviour}: {answer}");
    }
}

#[test]
fn indexes_are_listed_and_forgotten() {
    let case = case();
    case.write("other/a.rs", "fn a() {}\n");
    let (repo, other) = (tree(&case), format!("{}/other", tree(&case)));
    let mut client = Client::ready(&case, &[]);
    assert_eq!(client.status("list-indexes", json!({}))["status"], "not_found");
    client.status("index-folder", json!({ "path": repo }));
    // One that another command made is known too.
    case.sh("cw index other").exits(0);
    let listed = client.status("list-indexes", json!({}));
    let known: Vec<_> = listed["indexes"].as_array().unwrap().iter().map(|known| (known["root"].clone(), known["state"].clone())).collect();
    assert_eq!(known, [(json!(repo), json!("ready")), (json!(other), json!("ready"))]);
    assert_eq!(listed["indexes"][0]["files"], 5);
    let page = client.status("list-indexes", json!({ "max_results": 1 }));
    assert_eq!((&page["total"], &page["truncated"]), (&json!(2), &json!(true)));
    // A server sees those below its roots only.
    let mut narrow = Client::ready(&case, &["--root", &other]);
    assert_eq!(narrow.status("list-indexes", json!({}))["total"], 1);
    let gone = client.status("forget-index", json!({ "path": repo }));
    assert!(gone["bytes"].as_u64().unwrap() > 100, "{gone}");
    assert!(!case.tree().join(".cw").exists() && case.tree().join("README.md").exists());
    assert_eq!(client.status("list-indexes", json!({}))["total"], 1);
    assert_eq!(client.status("forget-index", json!({ "path": repo }))["status"], "not_indexed");
    // The tree itself goes: what is left of it can be forgotten.
    std::fs::remove_dir_all(&other).unwrap();
    assert_eq!(client.status("list-indexes", json!({}))["indexes"][0]["state"], "tree_gone");
    assert_eq!(client.status("forget-index", json!({ "path": other }))["status"], "ok");
    assert_eq!(client.status("list-indexes", json!({}))["status"], "not_found");
    // What a user keeps in the folder stays.
    client.status("index-folder", json!({ "path": repo }));
    case.write(".cw/notes.txt", "mine\n");
    client.status("forget-index", json!({ "path": repo }));
    assert_eq!(std::fs::read_dir(case.tree().join(".cw")).unwrap().count(), 1);
    assert_eq!(client.status("stats", json!({ "repo_path": repo }))["status"], "not_indexed");
}
