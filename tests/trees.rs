//! Several trees asked as one, and repositories at an address.

use serde_json::Value;

use crate::support::Case;

/// Two trees beside each other, in a folder that is a tree too.
fn shelf() -> Case {
    let case = Case::new();
    for (path, text) in [
        (
            "left/src/cache.rs",
            "//! Least recently used.\npub struct Cache(Vec<String>);\nimpl Cache {\n    /// Evict the oldest entry when full.\n    pub fn evict(&mut self) {\n        self.0.remove(0);\n    }\n}\n",
        ),
        (
            "left/src/retry.rs",
            "/// Calls `work` until it succeeds.\npub fn retry(mut work: impl FnMut() -> bool) {\n    while !work() {}\n}\n",
        ),
        ("left/README.md", "# Left\n\nA cache.\n"),
        (
            "right/web/store.ts",
            "import { open } from './open';\n\n/** Evicts entries of the store by age. */\nexport function evictByAge(store: Map<string, number>, age: number) {\n  for (const [key, time] of store) if (time > age) store.delete(key);\n}\n",
        ),
        ("right/web/open.ts", "export function open() {\n  return new Map();\n}\n"),
        ("right/web/retry.ts", "export function retry<T>(work: () => T): T {\n  return work();\n}\n"),
    ] {
        case.write(path, text);
    }
    case
}

fn places(case: &Case, line: &str) -> Vec<String> {
    let records = case.sh(line).exits(0).records();
    records.iter().map(|one| format!("{}:{}", one["path"].as_str().unwrap(), one["lines"][0])).collect()
}

/// One ranking, as one index over the folder that holds them would give it.
#[test]
fn several_trees_are_ranked_as_one() {
    let case = shelf();
    for question in ["evict the oldest entry", "retry", "open the store", "who calls work until it succeeds", "evictByAge"] {
        let joined = places(&case, &format!("cw query '{question}' --repo left --repo right --jsonl"));
        let whole = places(&case, &format!("cw query '{question}' --repo . --index ../whole --jsonl"));
        assert_eq!(joined, whole, "{question}");
        assert_eq!(joined, places(&case, &format!("cw query '{question}' --repo right --repo ./left/. --jsonl")), "{question}");
    }
    assert!(case.tree().join("left/.cw").exists() && case.tree().join("right/.cw").exists());
    // Statistics are those of all: a word that is rare in one tree and common in the other is common.
    let packed = case.sh("cw query 'evict entries' --repo left --repo right --tokens 500").exits(0).out();
    assert!(packed.contains("left/src/cache.rs:") && packed.contains("right/web/store.ts:"), "{packed}");
    let only = places(&case, "cw query evict --repo left --repo right --path right --jsonl");
    assert!(only.iter().all(|place| place.starts_with("right/")) && !only.is_empty(), "{only:?}");
    // An import leads on within its tree.
    let around = case.sh("cw query evictByAge --repo left --repo right --chars 2000 --json").exits(0).out();
    assert!(around.contains("right/web/open.ts"), "{around}");
    // Each is brought up to date.
    case.write("right/web/fresh.ts", "/** Freshly written. */\nexport const freshness = 1;\n");
    assert_eq!(places(&case, "cw query freshness --repo left --repo right --jsonl")[0], "right/web/fresh.ts:1");
}

#[test]
fn trees_have_names() {
    let case = shelf();
    case.sh("mkdir -p x && cp -r left x/ && rm -rf x/left/.cw").exits(0);
    let out = case.sh("cw query 'evict the oldest' --repo left --repo x/left --repo web=right --repo left --jsonl").exits(0).out();
    assert!(
        out.contains("\"left/src/cache.rs\"") && out.contains("\"left-2/src/cache.rs\"") && out.contains("\"web/web/store.ts\""),
        "{out}"
    );
    // A folder whose name is no UTF-8.
    let out = case
        .sh("odd=\"$(printf 'zo\\350')\" && mkdir \"$odd\" && cp -r left/src \"$odd\" && cw query evict --repo \"$odd\" --jsonl")
        .exits(0)
        .out();
    assert!(out.contains("\"src/cache.rs\""), "{out}");
    case.write("work/space", "# trees\n../left\nweb = ../right # the face\n");
    let out = case.sh("cd work && cw query evict --workspace space --jsonl").exits(0).out();
    assert!(out.contains("\"left/src/cache.rs\"") && out.contains("\"web/web/store.ts\""), "{out}");
    case.write("work/empty", "# none\n");
    case.sh("cw query evict --workspace work/empty").exits(2).says("C43");
    case.sh("cw query evict --repo left --repo right --index ../i").exits(2).says("C43");
    case.sh("cw query evict --repo left --repo nowhere").exits(2).says("S04");
}

#[test]
fn an_address_is_fetched_once_and_runs_nothing() {
    let case = shelf();
    let git = "git -c user.name=n -c user.email=e@x -c init.defaultBranch=main";
    case.sh(&format!(
        "cd left && echo '*.rs filter=evil' > .gitattributes && {git} init -q . && {git} add . && {git} commit -qm one && printf '#!/bin/sh\\ntouch ../ran\\n' > .git/hooks/post-checkout && chmod +x .git/hooks/post-checkout"
    ))
    .exits(0);
    case.sh("git config --global filter.evil.smudge 'touch ran; cat'").exits(0);
    let address = format!("file://{}", case.tree().join("left").display());
    let ran = case.sh(&format!("cw query 'evict the oldest entry' {address} --jsonl")).exits(0);
    let first: Value = serde_json::from_str(ran.out().lines().next().unwrap()).unwrap();
    assert_eq!(first["path"], "src/cache.rs");
    assert!(!case.tree().join("ran").exists() && !case.tree().join("left/ran").exists());
    let modes = case.sh("stat -c %a $HOME/.cache/contextweaver/repositories $HOME/.cache/contextweaver/repositories/*").exits(0).out();
    assert!(modes.lines().all(|mode| mode == "700"), "{modes}");
    // With another tree the path says which.
    let out = case.sh(&format!("cw query evict --repo {address} --repo right --jsonl")).exits(0).out();
    assert!(out.contains("\"left/src/cache.rs\"") && out.contains("\"right/web/store.ts\""), "{out}");
    // What was fetched is good for an hour, and then fetched anew.
    case.sh(&format!("cd left && echo 'pub fn newcomer() {{}}' > src/new.rs && {git} add . && {git} commit -qm two")).exits(0);
    case.sh(&format!("cw query newcomer {address} --jsonl")).exits(1);
    case.sh("touch -d '2 hours ago' $HOME/.cache/contextweaver/repositories/*/fetched").exits(0);
    case.sh(&format!("cw query newcomer {address} --no-refresh --jsonl")).exits(1);
    assert!(case.sh(&format!("cw query newcomer {address} --jsonl")).exits(0).out().contains("src/new.rs"));
    // One that is gone answers from what there is.
    case.sh("touch -d '2 hours ago' $HOME/.cache/contextweaver/repositories/*/fetched && mv left away").exits(0);
    case.sh(&format!("cw query newcomer {address} --jsonl")).exits(0).says("from what was fetched before");
    case.sh("cw query evict file:///nowhere/at/all").exits(4).says("C44");
    case.sh("cw query evict ssh://-oProxyCommand=x/p@y").exits(2).says("C43");
    case.sh("cw query evict ssh://me@-oProxyCommand=x/p").exits(2).says("C43");
    // What is fetched is the HEAD, so another revision is not answered from it.
    case.sh(&format!("cw query evict {address} --rev v1")).exits(2).says("C43");
    // An address within a question is a word of it.
    case.sh(&format!("cw query -q where is the oldest entry evicted https://example.invalid/x --repo {address}")).exits(0);
    for odd in ["http://example.org/x", "ext::sh -c touch", "https://-oProxyCommand=touch/x", "ssh://-oProxyCommand=touch%20ran/x"] {
        case.sh(&format!("cw query evict --repo '{odd}'")).exits(2);
    }
    let said = case.sh("cw query evict --repo 'ssh://me:hunter2@-x/y'").exits(2).err();
    assert!(!said.contains("hunter2"), "{said}");
}
