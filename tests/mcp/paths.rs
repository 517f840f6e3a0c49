//! Which folders a client may name: cases B3, I11.

use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use super::client::Client;
use crate::support::Case;

/// A server below `tree/inner`, with links that lead out of it.
fn confined() -> (Case, Client) {
    let case = Case::with(&[
        ("inner/a.rs", "fn a() {}\n"),
        ("inner/sub/b.rs", "fn b() {}\n"),
        ("inner-2/c.rs", "fn c() {}\n"),
        ("x.rs", "fn x() {}\n"),
    ]);
    let inner = case.tree().join("inner");
    for (from, to) in
        [("/etc", "etc"), ("..", "up"), ("../inner-2", "twin"), ("/", "top"), ("sub", "good"), ("loop", "loop"), ("/nowhere", "dangling")]
    {
        symlink(from, inner.join(to)).unwrap();
    }
    let client = Client::ready(&case, &["--root", inner.to_str().unwrap()]);
    (case, client)
}

/// Cases B3, I11: nothing but folders below the roots is looked at, however it is spelled, and every refusal says why.
#[test]
fn hostile_paths_are_refused() {
    let (case, mut client) = confined();
    let root = case.tree().join("inner").to_str().unwrap().to_owned();
    let tree = case.tree().to_str().unwrap().to_owned();
    let long = format!("{root}/{}", "d/".repeat(3000));
    let name = format!("{root}/{}", "n".repeat(300));
    let hostile: Vec<String> = [
        "",
        " ",
        "\t\n",
        ".",
        "..",
        "../..",
        "./",
        "inner",
        "sub",
        "~",
        "~/x",
        "~root",
        "$HOME",
        "${HOME}",
        "`pwd`",
        "$(pwd)",
        "%2e%2e",
        "/",
        "//",
        "///",
        "/.",
        "/..",
        "/../..",
        "/etc",
        "/etc/",
        "/etc/passwd",
        "//etc",
        "/proc/self/root",
        "/proc/self/cwd",
        "/dev/fd",
        "/dev/null",
        "/root",
        "/no/such",
        "C:\\x",
        "C:/x",
        "c:",
        "\\\\server\\share",
        "\\etc",
        "file:///etc",
        "file://localhost/etc",
        "http://example.org/",
        "-rf",
        "--root",
        "/a\0b",
        "nul\0",
        "\u{202e}/etc",
        "/etc\n",
        "/etc ",
    ]
    .into_iter()
    .map(str::to_owned)
    .chain(
        [
            "..",
            "../",
            "../..",
            "../inner-2",
            "../x.rs",
            "etc",
            "etc/..",
            "up",
            "up/x.rs",
            "up/inner-2",
            "twin",
            "top",
            "top/etc",
            "loop",
            "dangling",
            "a.rs",
            "a.rs/",
            "a.rs/..",
            "sub/../..",
            "sub/../../inner-2",
            "good/../up",
            "%2e%2e",
            "..%2f",
            "no",
        ]
        .map(|end| format!("{root}/{end}")),
    )
    .chain([tree.clone(), format!("{tree}/inner-2"), format!("{root}-2"), format!("{root}x"), format!("{root}\\..\\.."), long, name])
    .collect();
    assert!(hostile.len() > 70);
    for path in &hostile {
        for (tool, argument) in [("list-files", "repo_path"), ("stats", "repo_path"), ("index-folder", "path"), ("forget-index", "path")] {
            let object = client.status(tool, json!({ argument: path }));
            let status = object["status"].as_str().unwrap();
            assert!(matches!(status, "bad_path" | "bad_argument"), "{tool} {path:?}: {object}");
            assert!(object["message"].as_str().unwrap().len() > 8, "{tool} {path:?}: {object}");
        }
    }
    assert!(!case.tree().join("inner-2/.cw").exists() && !case.tree().join(".cw").exists());
    for (path, files) in [
        (root.clone(), 2),
        (format!("{root}/"), 2),
        (format!("{root}/."), 2),
        (format!("{root}/sub/.."), 2),
        (format!("{root}//sub"), 1),
        (format!("{root}/good"), 1),
    ] {
        assert_eq!(client.status("list-files", json!({ "repo_path": path }))["total"], files, "{path}");
    }
    // A link out of the tree is no file of it.
    let all = client.status("list-files", json!({ "repo_path": root }));
    assert!(all["files"].as_array().unwrap().iter().all(|file| !file["path"].as_str().unwrap().contains("etc")), "{all}");
}

fn roots(list: &[String]) -> Value {
    let roots: Vec<Value> = list.iter().map(|uri| json!({ "uri": uri })).collect();
    json!({ "result": { "roots": roots } })
}

/// Roots of the client narrow what the server looks at, and never widen it.
#[test]
fn the_clients_roots_only_narrow() {
    let (case, _) = confined();
    let inner = case.tree().join("inner");
    let uri = |path: &std::path::Path| format!("file://{}", path.to_str().unwrap());
    let (sub, twin) = (inner.join("sub"), case.tree().join("inner-2"));
    let start = |list: Value| {
        let mut client = Client::start(&case, &["--root", inner.to_str().unwrap()]);
        client.replies.insert("roots/list".into(), list);
        client.initialize_with(json!({ "roots": { "listChanged": true } }));
        client
    };
    let of = |client: &mut Client, path: &std::path::Path| {
        client.status("list-files", json!({ "repo_path": path }))["status"].as_str().unwrap().to_owned()
    };
    let mut client = start(roots(&[uri(&sub), uri(&twin), "https://example.org/".into(), uri(&inner.join("gone"))]));
    assert_eq!(of(&mut client, &sub), "ok");
    assert_eq!((of(&mut client, &inner), of(&mut client, &twin)), ("bad_path".into(), "bad_path".into()));
    assert_eq!(client.asked.iter().filter(|asked| asked["method"] == "roots/list").count(), 1, "asked once");
    // They change.
    client.replies.insert("roots/list".into(), roots(&[uri(&inner)]));
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/roots/list_changed" }));
    assert_eq!(of(&mut client, &inner), "ok");
    // One that has none, as an editor without an open folder, is limited by those of the server only.
    let mut client = start(roots(&[]));
    assert_eq!((of(&mut client, &sub), of(&mut client, &twin)), ("ok".into(), "bad_path".into()));
    assert_eq!(client.asked.len(), 1, "asked once");
    // A client that has roots that cannot be used gets nothing to see.
    for list in [roots(&["no uri".into()]), roots(&["https://example.org/".into()]), json!({ "error": { "code": -1, "message": "no" } })] {
        let mut client = start(list);
        assert_eq!(of(&mut client, &sub), "bad_path");
    }
}

/// A folder of a project is asked of the project's index, as on the command line, and no other index is made in it.
#[test]
fn a_part_of_a_project() {
    let case = Case::with(&[
        ("src/a.rs", "pub fn alpha() {}\n"),
        ("src/deep/b.rs", "pub fn alpha_deep() {\n    alpha();\n}\n"),
        ("other/c.rs", "pub fn alpha_other() {}\n"),
        ("srcs.rs", "pub fn alpha_none() {}\n"),
        (".git/HEAD", "ref: refs/heads/main\n"),
    ]);
    let mut client = Client::ready(&case, &[]);
    let part = case.tree().join("src");
    let paths = |found: &Value, list: &str| -> Vec<String> {
        found[list].as_array().unwrap().iter().map(|item| item["path"].as_str().unwrap().to_owned()).collect()
    };
    let found = client.status("list-files", json!({ "repo_path": part }));
    assert_eq!(paths(&found, "files"), ["src/a.rs", "src/deep/b.rs"]);
    assert!(found["warnings"][0].as_str().unwrap().contains("limited to 'src'"), "{found}");
    let found = client.status("codebase-retrieval", json!({ "repo_path": part, "information_request": "alpha" }));
    assert!(paths(&found, "results").iter().all(|path| path.starts_with("src/")), "{found}");
    let found = client.status("find-references", json!({ "repo_path": part, "symbol": "alpha" }));
    assert_eq!(paths(&found, "references"), ["src/a.rs", "src/deep/b.rs"]);
    let found = client.status("list-symbols", json!({ "repo_path": part.join("deep"), "kind_filter": "bogus" }));
    assert!(found["warnings"].to_string().contains("nothing is of the kind 'bogus'"), "{found}");
    // Another part is another question; a definition may stand anywhere; a place may be named from either folder.
    assert_eq!(client.status("list-files", json!({ "repo_path": case.tree() }))["total"], 4);
    assert_eq!(client.status("get-symbol-definition", json!({ "repo_path": part, "symbol": "alpha_other" }))["total"], 1);
    for path in ["src/deep/b.rs", "deep/b.rs"] {
        let found = client.status("find-related", json!({ "repo_path": part, "path": path, "line": 2 }));
        assert!(found.get("message").is_none(), "{found}");
    }
    let found = client.status("index-folder", json!({ "path": part }));
    assert!(found["files"] == 4 && found["warnings"].to_string().contains("whose index this is"), "{found}");
    assert!(case.tree().join(".cw").exists() && !part.join(".cw").exists() && !part.join("deep/.cw").exists());
    // A server that may not look above looks at the folder alone.
    let mut client = Client::ready(&case, &["--root", part.to_str().unwrap()]);
    assert_eq!(paths(&client.status("list-files", json!({ "repo_path": part })), "files"), ["a.rs", "deep/b.rs"]);
}
