//! `cw-mcp` over pipes: raw JSON-RPC lines in, lines out.

mod ask;
mod cache;
mod client;
mod http;
mod life;
mod log;
mod pages;
mod paths;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::Case;
use client::Client;

fn case() -> Case {
    Case::with(&[
        (
            "src/retry.rs",
            "/// Retries a request that failed, and waits longer each time.\npub fn retry_request(times: u32) -> u32 {\n    let backoff = times * 2;\n    backoff\n}\n",
        ),
        ("src/main.rs", "use retry::retry_request;\n\nfn main() {\n    retry_request(3);\n    // retry_requests is another word\n}\n"),
        (
            "app/store.py",
            "class Store:\n    \"\"\"Keeps orders.\"\"\"\n\n    def save(self, order):\n        return order\n\n\ndef store():\n    return Store()\n",
        ),
        ("README.md", "# Shop\n\nA shop that keeps orders.\n"),
    ])
}

fn tree(case: &Case) -> String {
    case.tree().to_str().unwrap().to_owned()
}

/// What no schema may hold, because some client refuses it.
fn check_schema(schema: &Value, closed: bool, place: &str) {
    let Some(object) = schema.as_object() else { panic!("{place}: {schema}") };
    for word in ["anyOf", "oneOf", "allOf", "not", "$ref", "$defs", "definitions", "nullable", "if", "patternProperties"] {
        assert!(!object.contains_key(word), "{place} has {word}");
    }
    let kind = object["type"].as_str().unwrap_or_else(|| panic!("{place}: no plain type: {schema}"));
    match kind {
        "object" => {
            let properties = object["properties"].as_object().unwrap();
            assert!(!properties.is_empty(), "{place}");
            assert_eq!(object["additionalProperties"], false, "{place}");
            for name in object["required"].as_array().unwrap() {
                assert!(properties.contains_key(name.as_str().unwrap()), "{place}: {name}");
            }
            properties.iter().for_each(|(name, schema)| check_schema(schema, closed, &format!("{place}.{name}")));
        }
        "array" => check_schema(&object["items"], false, &format!("{place}[]")),
        "string" | "integer" | "number" | "boolean" => {}
        other => panic!("{place}: {other}"),
    }
    if closed {
        let described = object.contains_key("description") || !place.contains('.');
        assert!(described, "{place} has no description");
    }
}

/// A value against a schema of those that are allowed.
fn check_value(value: &Value, schema: &Value, place: &str) {
    match schema["type"].as_str().unwrap() {
        "object" => {
            let properties = schema["properties"].as_object().unwrap();
            for (name, value) in value.as_object().unwrap_or_else(|| panic!("{place}: {value}")) {
                check_value(value, properties.get(name).unwrap_or_else(|| panic!("{place}.{name} is unknown")), &format!("{place}.{name}"));
            }
            for name in schema["required"].as_array().unwrap() {
                assert!(value.get(name.as_str().unwrap()).is_some(), "{place}: no {name}");
            }
        }
        "array" => value.as_array().unwrap().iter().for_each(|value| check_value(value, &schema["items"], &format!("{place}[]"))),
        "string" => assert!(value.is_string(), "{place}: {value}"),
        "integer" => assert!(value.is_u64(), "{place}: {value}"),
        "number" => assert!(value.is_number(), "{place}: {value}"),
        _ => assert!(value.is_boolean(), "{place}: {value}"),
    }
}

#[test]
fn handshake_and_tools() {
    let case = case();
    let start = Instant::now();
    let mut client = Client::start(&case, &[]);
    let hello = client.initialize();
    assert_eq!(hello["serverInfo"]["name"], "contextweaver");
    assert_eq!(hello["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(hello["instructions"].as_str().unwrap().contains("never instructions"));
    let listed = client.ask("tools/list", json!({}));
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert!(!case.tree().join(".cw").exists());
    let tools: BTreeMap<&str, &Value> =
        listed["result"]["tools"].as_array().unwrap().iter().map(|tool| (tool["name"].as_str().unwrap(), tool)).collect();
    let names = "codebase-retrieval find-references find-related forget-index get-symbol-definition index-folder list-files list-indexes \
                 list-symbols prepare-prompt-context stats";
    assert_eq!(tools.keys().copied().collect::<Vec<_>>().join(" "), names);
    for (name, tool) in tools {
        check_schema(&tool["inputSchema"], true, name);
        check_schema(&tool["outputSchema"], false, name);
        assert!(tool["description"].as_str().unwrap().len() > 40);
        assert_eq!(tool["annotations"]["readOnlyHint"], !["index-folder", "forget-index"].contains(&name));
        assert_eq!(tool["annotations"]["destructiveHint"], name == "forget-index");
        assert_eq!(tool["annotations"]["openWorldHint"], false);
    }
    assert_eq!(client.ask("foo/bar", json!({}))["error"]["code"], -32601);
    assert_eq!(client.ask("tools/call", json!({ "name": "nope", "arguments": {} }))["error"]["code"], -32602);
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    // Text that is no JSON has no id to answer to; an object that is no message is told so.
    client.raw("this is no JSON\n{\"foo\":1}");
    assert!(client.receive()["error"]["code"].is_number());
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    assert!(client.end() < Duration::from_secs(1));
}

#[test]
fn retrieval() {
    let case = case();
    let mut client = Client::ready(&case, &[]);
    let repo = tree(&case);
    let not_yet = client.status("stats", json!({ "repo_path": repo }));
    assert_eq!(not_yet["status"], "not_indexed");
    let found =
        client.status("codebase-retrieval", json!({ "repo_path": repo, "information_request": "where do we retry a failed request" }));
    assert_eq!(found["status"], "ok");
    assert_eq!(found["results"][0]["path"], "src/retry.rs");
    assert!(found["results"][0]["text"].as_str().unwrap().contains("backoff"));
    // The tree changes; within seconds of the last look the answer may be older, and index-folder looks at once.
    case.write("src/zebra.rs", "fn zebra_crossing() {}\n");
    assert_eq!(client.status("index-folder", json!({ "path": repo }))["changed"], true);
    let ask = |request: &str, more: Value| {
        let mut arguments = json!({ "repo_path": repo, "information_request": request });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        arguments
    };
    let zebra = client.status("codebase-retrieval", ask("zebra crossing", json!({})));
    assert_eq!(zebra["results"][0]["path"], "src/zebra.rs");
    assert_eq!(client.status("codebase-retrieval", ask("qqxxzzy", json!({})))["status"], "nothing_relevant");
    let paths = |object: &Value| -> Vec<String> {
        object["results"].as_array().unwrap().iter().map(|result| result["path"].as_str().unwrap().to_owned()).collect()
    };
    for more in [
        json!({ "include_globs": ["*.py"] }),
        json!({ "include_globs": ["app"] }),
        json!({ "exclude_globs": ["src/**", "*.md"] }),
        json!({ "language": ["py"] }),
        json!({ "language": ["Python"], "max_segments_per_file": 1 }),
    ] {
        let found = client.status("codebase-retrieval", ask("orders retry request", more.clone()));
        assert!(paths(&found).iter().all(|path| path == "app/store.py") && !paths(&found).is_empty(), "{more}: {found}");
    }
    let one = client.status("codebase-retrieval", ask("orders retry request shop", json!({ "max_files": 1 })));
    assert_eq!(paths(&one).iter().collect::<std::collections::BTreeSet<_>>().len(), 1);
    let other = client.status("codebase-retrieval", ask("orders", json!({ "language": ["cobol"] })));
    assert!(other["warnings"][0].as_str().unwrap().contains("cobol"));
    let debug = client.status("codebase-retrieval", ask("retry", json!({ "return_debug": true })));
    assert!(debug["debug"]["chunks"].as_u64().unwrap() > 0 && debug["results"][0]["evidence"][0]["source"].is_string());
    let both = client.call("codebase-retrieval", ask("retry", json!({ "output_format": "both" })));
    let texts = both["content"].as_array().unwrap();
    assert_eq!(texts.len(), 2);
    let object: Value = serde_json::from_str(texts[1]["text"].as_str().unwrap()).unwrap();
    assert_eq!(object, both["structuredContent"]);
    let json = client.call("codebase-retrieval", ask("retry", json!({ "output_format": "json" })));
    assert_eq!(serde_json::from_str::<Value>(json["content"][0]["text"].as_str().unwrap()).unwrap(), json["structuredContent"]);
}

#[test]
fn budgets_hold_for_both_forms() {
    let case = Case::new();
    for file in 0..30 {
        let body: String = (0..60).map(|line| format!("    let value_{line} = handle(\"{file}\", {line}); // order\n")).collect();
        case.write(format!("src/order_{file}.rs"), format!("/// Handles order {file}.\npub fn order_{file}() {{\n{body}}}\n"));
    }
    let mut client = Client::ready(&case, &[]);
    for (format, budget) in [("markdown", 200u64), ("markdown", 3000), ("json", 1000), ("both", 4000), ("both", 250)] {
        let arguments = json!({ "repo_path": tree(&case), "information_request": "handle order", "max_tokens": budget, "output_format": format, "max_total_chars": 9000 });
        let result = client.call("codebase-retrieval", arguments);
        let texts: Vec<&str> = result["content"].as_array().unwrap().iter().map(|item| item["text"].as_str().unwrap()).collect();
        let count = |text: &str| cw_stages::pack::tokens::count(cw_stages::pack::Encoding::O200k, text);
        let object = result["structuredContent"].to_string();
        assert!(texts.iter().map(|text| count(text)).sum::<u64>() <= budget, "{format} {budget}");
        assert!(texts.iter().map(|text| text.chars().count()).sum::<usize>() <= 9000, "{format} {budget}");
        assert!(count(&object) <= budget, "{format} {budget}");
        assert_eq!(result["structuredContent"]["truncated"], true, "{object}");
    }
}

#[test]
fn names_and_files() {
    let case = case();
    let mut client = Client::ready(&case, &[]);
    let repo = tree(&case);
    let found = client.status("get-symbol-definition", json!({ "repo_path": repo, "symbol": "retry_request" }));
    assert_eq!((&found["total"], &found["definitions"][0]["path"]), (&json!(1), &json!("src/retry.rs")));
    assert!(found["definitions"][0]["text"].as_str().unwrap().ends_with("    backoff\n}\n"));
    let found = client.status("get-symbol-definition", json!({ "repo_path": repo, "symbol": "store" }));
    let names: Vec<_> =
        found["definitions"].as_array().unwrap().iter().map(|found| (found["name"].clone(), found["exact"].clone())).collect();
    assert_eq!(names, [(json!("store"), json!(true)), (json!("Store"), json!(false))]);
    let found = client.status("get-symbol-definition", json!({ "repo_path": repo, "symbol": "Store.save" }));
    assert_eq!((&found["definitions"][0]["name"], &found["definitions"][0]["first_line"]), (&json!("save"), &json!(4)));
    assert_eq!(client.status("get-symbol-definition", json!({ "repo_path": repo, "symbol": "nothing_here" }))["status"], "not_found");
    let found = client.status("find-references", json!({ "repo_path": repo, "symbol": "retry_request" }));
    let places: Vec<_> = found["references"]
        .as_array()
        .unwrap()
        .iter()
        .map(|place| format!("{}:{}", place["path"].as_str().unwrap(), place["line"]))
        .collect();
    assert_eq!(places, ["src/main.rs:1", "src/main.rs:4", "src/retry.rs:2"]);
    assert_eq!((&found["total"], &found["truncated"], &found["references"][2]["is_definition"]), (&json!(3), &json!(false), &json!(true)));
    let found = client
        .status("find-references", json!({ "repo_path": repo, "symbol": "retry_request", "exclude_definition": true, "max_results": 1 }));
    assert_eq!((&found["total"], &found["truncated"], found["references"].as_array().unwrap().len()), (&json!(2), &json!(true), 1));
    let found = client.status("list-symbols", json!({ "repo_path": repo, "path_filter": "app", "kind_filter": "class, function" }));
    let names: Vec<_> = found["symbols"].as_array().unwrap().iter().map(|symbol| symbol["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Store", "store"]);
    let found = client.status("list-files", json!({ "repo_path": repo, "max_results": 2.0 }));
    assert_eq!((&found["total"], &found["truncated"], found["files"].as_array().unwrap().len()), (&json!(4), &json!(true), 2));
    let found = client.status("list-files", json!({ "repo_path": repo, "glob": "*.rs", "language": null }));
    assert_eq!(found["total"], 2);
    assert_eq!(client.status("stats", json!({ "repo_path": repo }))["files"], 4);
}

#[test]
fn related_places() {
    let case = case();
    let mut client = Client::ready(&case, &[]);
    let repo = tree(&case);
    let found = client.status("find-related", json!({ "repo_path": repo, "path": "src/retry.rs", "line": 2 }));
    let places: Vec<_> = found["related"]
        .as_array()
        .unwrap()
        .iter()
        .map(|place| format!("{} {}", place["path"].as_str().unwrap(), place["relation"].as_str().unwrap()))
        .collect();
    assert_eq!(places, ["src/main.rs importer"], "that it also calls is no better");
    assert_eq!((&found["total"], &found["truncated"], &found["status"]), (&json!(1), &json!(false), &json!("ok")));
    assert!(found["related"][0]["text"].as_str().unwrap().contains("retry_request(3)"));
    let whole = format!("{repo}/src/main.rs");
    let found =
        client.status("find-related", json!({ "repo_path": repo, "path": whole, "line": 4, "relations": ["import"], "max_results": 1 }));
    assert_eq!((&found["related"][0]["path"], &found["related"][0]["relation"]), (&json!("src/retry.rs"), &json!("import")));
    for (path, line) in [("src/retry.rs", 99), ("src/none.rs", 1), ("../../etc/passwd", 1)] {
        assert_eq!(client.status("find-related", json!({ "repo_path": repo, "path": path, "line": line }))["status"], "not_found");
    }
    for bad in [json!({ "relations": ["friend"] }), json!({ "line": 0 }), json!({ "max_each": 21 })] {
        let mut arguments = json!({ "repo_path": repo, "path": "src/retry.rs" });
        arguments.as_object_mut().unwrap().extend(bad.as_object().unwrap().clone());
        assert_eq!(client.status("find-related", arguments)["status"], "bad_argument");
    }
}

#[test]
fn answers_keep_their_schema() {
    let case = case();
    let mut client = Client::ready(&case, &[]);
    let repo = tree(&case);
    let listed = client.ask("tools/list", json!({}));
    for tool in listed["result"]["tools"].as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        let mut good = json!({});
        for required in tool["inputSchema"]["required"].as_array().unwrap() {
            good[required.as_str().unwrap()] =
                if required.as_str().unwrap().contains("path") { repo.clone().into() } else { "store".into() };
        }
        if name == "codebase-retrieval" {
            good["return_debug"] = true.into();
        }
        for arguments in [good.clone(), json!({})] {
            let result = client.call(name, arguments);
            check_value(&result["structuredContent"], &tool["outputSchema"], name);
        }
    }
}

#[test]
fn bad_arguments_are_told() {
    let case = case();
    let mut client = Client::ready(&case, &[]);
    let repo = tree(&case);
    let good = json!({ "repo_path": repo, "information_request": "orders" });
    for (name, value, says) in [
        ("information_request", json!(" \t"), "blank"),
        ("information_request", json!(7), "string"),
        ("information_request", json!("x".repeat(30_000)), "characters"),
        ("technical_terms", json!("a"), "array"),
        ("technical_terms", json!([""]), "blank"),
        ("include_globs", json!(vec!["a"; 21]), "at most 20"),
        ("include_globs", json!(["!a"]), "!"),
        ("exclude_globs", json!(["a["]), "glob"),
        ("language", json!([1]), "strings"),
        ("max_files", json!(0), "1 to 50"),
        ("max_files", json!(51), "1 to 50"),
        ("max_files", json!(1.5), "whole"),
        ("max_files", json!("10"), "whole"),
        ("max_tokens", json!(199), "200 to 60000"),
        ("max_total_chars", json!(80_001), "2000 to 80000"),
        ("max_segments_per_file", json!(-1), "1 to 5"),
        ("output_format", json!("xml"), "markdown, json, both"),
        ("mode", json!("slow"), "balanced, quick, deep"),
        ("low_confidence_behavior", json!("x"), "return_top1, return_empty"),
        ("cursor", json!("x"), "next_cursor"),
        ("return_debug", json!("yes"), "true or false"),
        ("no_such", json!(1), "no parameter 'no_such'"),
    ] {
        let mut arguments = good.clone();
        arguments[name] = value;
        let object = client.status("codebase-retrieval", arguments);
        assert_eq!(object["status"], "bad_argument", "{name}");
        assert!(object["message"].as_str().unwrap().contains(says), "{name}: {object}");
    }
    assert!(
        client.status("codebase-retrieval", json!({ "repo_path": repo }))["message"]
            .as_str()
            .unwrap()
            .contains("'information_request' is missing")
    );
    assert_eq!(client.status("codebase-retrieval", good)["status"], "ok");
}

#[test]
fn folders_that_are_refused() {
    let case = case();
    case.write("inner/a.rs", "fn a() {}\n");
    std::fs::create_dir(case.beside("other")).unwrap();
    std::os::unix::fs::symlink(case.beside("other"), case.tree().join("inner/link")).unwrap();
    let home = case.beside("home");
    let mut client = Client::ready(&case, &[]);
    let file = case.tree().join("README.md");
    let gone = case.tree().join("gone");
    for (path, says) in [
        (".", "not absolute"),
        ("../..", "not absolute"),
        ("nonexist", "not absolute"),
        ("~/x", "'~'"),
        ("C:\\x", "Windows"),
        ("\\\\server\\x", "Windows"),
        ("/", "too wide"),
        (home.to_str().unwrap(), "too wide"),
        (home.parent().unwrap().to_str().unwrap(), "too wide"),
        (gone.to_str().unwrap(), "does not exist"),
        (file.to_str().unwrap(), "not a folder"),
        ("/a\0b", "NUL"),
    ] {
        for tool in ["list-files", "stats"] {
            let object = client.status(tool, json!({ "repo_path": path }));
            assert_eq!(object["status"], "bad_path", "{path}");
            assert!(object["message"].as_str().unwrap().contains(says), "{path}: {object}");
        }
    }
    assert_eq!(client.status("list-files", json!({ "repo_path": "" }))["status"], "bad_argument");
    let inner = case.tree().join("inner");
    let mut client = Client::ready(&case, &["--root", inner.to_str().unwrap()]);
    for path in
        ["/etc", "/no/such", case.tree().to_str().unwrap(), inner.join("link").to_str().unwrap(), inner.join("..").to_str().unwrap()]
    {
        let object = client.status("list-files", json!({ "repo_path": path }));
        assert!(object["message"].as_str().unwrap().contains("outside"), "{path}: {object}");
    }
    assert_eq!(client.status("list-files", json!({ "repo_path": inner }))["total"], 1);
}

#[test]
fn a_burst_is_answered_whole() {
    let case = case();
    let mut client = Client::ready(&case, &[]);
    let mut burst = String::new();
    for id in 100..150 {
        let (tool, request) = if id % 2 == 0 { ("codebase-retrieval", "information_request") } else { ("find-references", "symbol") };
        let mut arguments = json!({ "repo_path": tree(&case) });
        arguments[request] = "order".into();
        burst += &format!(
            "{}\n",
            json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": tool, "arguments": arguments } })
        );
    }
    client.raw(burst.trim_end());
    let mut ids: Vec<u64> = (0..50)
        .map(|_| client.receive())
        .map(|answer| {
            assert_eq!(answer["result"]["isError"], false, "{answer}");
            answer["id"].as_u64().unwrap()
        })
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, (100..150).collect::<Vec<_>>());
}

#[test]
fn progress_grows_and_the_end_is_quick() {
    let case = Case::new();
    for file in 0..400 {
        case.write(format!("src/file_{file}.py"), format!("def number_{file}(value):\n    return value + {file}\n"));
    }
    let mut client = Client::ready(&case, &["--threads", "1"]);
    let arguments = json!({ "path": tree(&case) });
    client.send(&json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": { "name": "index-folder", "arguments": arguments, "_meta": { "progressToken": 0 } } }));
    let mut last = 0.0;
    loop {
        let message = client.receive();
        if message["id"] == 7 {
            assert_eq!(message["result"]["structuredContent"]["files"], 400);
            break;
        }
        assert_eq!((&message["method"], &message["params"]["progressToken"]), (&json!("notifications/progress"), &json!(0)));
        let progress = message["params"]["progress"].as_f64().unwrap();
        assert!(progress > last && progress <= message["params"]["total"].as_f64().unwrap_or(progress), "{message}");
        last = progress;
    }
    // A call that is cancelled at once is not answered, and holds up nobody.
    let params = json!({ "name": "codebase-retrieval", "arguments": { "repo_path": tree(&case), "information_request": "number" } });
    client.raw(&format!(
        "{}\n{}",
        json!({ "jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": params }),
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 8 } })
    ));
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    assert!(client.end() < Duration::from_secs(1));
}

#[test]
fn an_end_of_stdin_ends_it() {
    let case = case();
    assert!(Client::start(&case, &[]).end() < Duration::from_secs(1));
    // What was asked before the end is answered.
    let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } } });
    let list = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "list-files", "arguments": { "repo_path": tree(&case) } } });
    let input = format!("{hello}\n{}\n{list}\n", json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let ran = case.feed("cw mcp", input.as_bytes()).exits(0);
    assert_eq!(ran.records().len(), 2);
    assert_eq!(ran.err(), "");
    case.sh("cw-mcp --root nowhere").exits(2).says("nowhere");
    case.feed("cw-mcp | true", input.as_bytes()).exits(0);
}

#[test]
fn an_index_that_was_cut_off_or_damaged_is_made_anew() {
    let case = case();
    let repo = tree(&case);
    let vec = cw_index::vec_name(cw_stages::providers::embedded::Model::NAME);
    for (part, damage) in [("lex", None), (vec.as_str(), None), ("lex", Some("{}")), ("lex", Some(""))] {
        Client::ready(&case, &[]).status("index-folder", json!({ "path": repo }));
        let manifest = case.tree().join(".cw").join(part).join("manifest.json");
        match damage {
            Some(bytes) => std::fs::write(&manifest, bytes).unwrap(),
            None => std::fs::remove_file(&manifest).unwrap(),
        }
        if damage.is_none() {
            assert!(case.sh("cw query retry").exits(0).out().contains("retry_request"));
            std::fs::remove_file(&manifest).unwrap();
        }
        let found = Client::ready(&case, &[]).status("find-references", json!({ "repo_path": repo, "symbol": "retry_request" }));
        assert_eq!((&found["status"], &found["total"]), (&json!("ok"), &json!(3)), "{part} {damage:?}");
    }
}

#[test]
fn the_porcelain_answers_the_same() {
    let case = case();
    assert!(case.sh("cw definition Store.save").exits(0).out().starts_with("app/store.py:4-5 Store > save\n    def save"));
    assert_eq!(case.sh("cw references retry_request").exits(0).out().lines().count(), 3);
    let cut = case.sh("cw references retry_request --limit 1 --json").exits(0);
    assert_eq!((&cut.records()[0]["total"], &cut.records()[0]["truncated"]), (&json!(3), &json!(true)));
    assert_eq!(case.sh("cw symbols --path app --kind class,function --jsonl").exits(0).records().len(), 2);
    assert_eq!(case.sh("cw list-files --lang rust").exits(0).out(), "src/main.rs\nsrc/retry.rs\n");
    case.sh("cw definition nothing_here").exits(1);
}
