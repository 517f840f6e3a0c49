//! Forms of questions, from outside: what is quoted, pasted, pointed at, or no question at all.

use crate::support::Case;

fn case() -> Case {
    Case::with(&[
        (
            "src/net/retry.rs",
            "//! Retries.\n\nuse std::time::Duration;\n\n/// Waits longer after each failure.\npub fn backoff(attempt: u32) -> Duration {\n    Duration::from_secs(1 << attempt)\n}\n\npub fn give_up() -> ! {\n    panic!(\"connection reset by peer\")\n}\n",
        ),
        (
            "src/net/client.rs",
            "/// A client that opens a connection and resets it.\npub struct Client;\n\nimpl Client {\n    pub fn connect(&self) {}\n    pub fn reset(&self) {}\n}\n",
        ),
        ("src/lock.rs", "/// Takes the lock of the folder.\npub fn acquire() {\n    todo()\n}\n"),
        ("docs/guide.md", "# Guide\n\nHow to open a connection and reset it.\n"),
        ("config/server.toml", "[connection]\nreset = true\n"),
    ])
}

fn paths(case: &Case, line: &str, stdin: &str) -> Vec<String> {
    case.feed(line, stdin.as_bytes()).exits(0).records().iter().map(|record| record["path"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn signs_are_no_question_and_no_error() {
    let case = case();
    case.sh("cw index -q").exits(0);
    for signs in ["??", "->", "?.", "!!", "=>", "&&", "...", "::", "{}", "😀", "🚀🚀", "—"] {
        let ran = case.sh(&format!("cw query --jsonl -- '{signs}'")).exits(1).says("the question has no word");
        assert_eq!(ran.out(), "", "{signs}");
    }
    for empty in ["''", "'  '"] {
        case.sh(&format!("cw query {empty}")).exits(2).says("C05: the question is empty");
    }
    case.sh("cw query 'best recipe for chocolate cake'").exits(1).says("nothing relevant found");
}

#[test]
fn quoted_words_mean_what_they_say() {
    let case = case();
    let found = case.sh("cw query --jsonl -q 'who says \"connection reset by peer\"'").exits(0).records();
    assert_eq!(found[0]["path"], "src/net/retry.rs");
    assert!(found[0]["text"].as_str().unwrap().contains("connection reset by peer"), "{}", found[0]);
    // A message as it was printed needs no quotes.
    let found = case.sh("cw query --jsonl -q 'Connection reset by peer'").exits(0).records();
    assert!(found[0]["path"] == "src/net/retry.rs" && found[0]["text"].as_str().unwrap().contains("reset by peer"), "{}", found[0]);
    // A change log repeats what was wished for, and is no place to go to.
    case.write("CHANGELOG.md", "# Changes\n\n* open a connection lazily when the client starts\n");
    case.write("src/lazy.rs", "/// Opens the connection when it is needed: the client starts without one.\npub fn open_lazily() {}\n");
    assert_eq!(paths(&case, "cw query --jsonl -q 'open a connection lazily when the client starts'", "")[0], "src/lazy.rs");
    // Words that stand nowhere like this change nothing.
    assert_eq!(paths(&case, "cw query --jsonl -q '\"reset connection\" of the client'", "")[0], "src/net/client.rs");
    // Nothing but quoted words: what does not have them does not answer.
    let files = paths(&case, "cw query --jsonl -q '\"connection reset by peer\"'", "");
    assert!(
        files.iter().all(|path| std::fs::read_to_string(case.tree().join(path)).unwrap().contains("connection reset by peer")),
        "{files:?}"
    );
    assert!(!files.is_empty());
    case.sh("cw query --jsonl -q '\"peer by reset connection\"'").exits(1);
    assert_eq!(paths(&case, "cw query --jsonl -q '\"src/lock.rs\"'", "")[0], "src/lock.rs");
}

#[test]
fn a_path_is_that_file_and_a_line_that_piece() {
    let case = case();
    for path in [
        "src/lock.rs",
        "./src/lock.rs",
        "lock.rs",
        "lock.rs:2",
        "/home/me/project/src/lock.rs:2",
        "what does src/lock.rs do with a connection",
    ] {
        assert_eq!(paths(&case, &format!("cw query --jsonl -q '{path}'"), "")[0], "src/lock.rs", "{path}");
    }
    let long: String =
        (0..80).map(|number| format!("/// Number {number}.\npub fn f_{number}(x: u32) -> u32 {{\n    x + {number}\n}}\n")).collect();
    case.write("src/long.rs", long);
    let found = case.sh("cw query --jsonl -q 'long.rs:170'").exits(0).records();
    let lines = (found[0]["lines"][0].as_u64().unwrap(), found[0]["lines"][1].as_u64().unwrap());
    assert!(found[0]["path"] == "src/long.rs" && lines.0 <= 170 && 170 <= lines.1, "{lines:?}");
    // A library's file of the same name is another.
    let found = case.sh("cw query --jsonl --explain -q 'connection in /usr/lib/python3/net/lock.rs'").exits(0).records();
    assert!(found.iter().all(|record| record["from"]["rerank"]["features"]["mention"].is_null()), "{found:?}");
}

#[test]
fn a_trace_leads_to_its_innermost_frame() {
    let case = case();
    let trace = "thread 'main' panicked at src/net/retry.rs:11:5:\nconnection reset by peer\nstack backtrace:\n   0: std::panicking::begin_panic\n   1: app::net::retry::give_up\n             at ./src/net/retry.rs:11:5\n   2: app::lock::acquire\n             at ./src/lock.rs:3:5\n";
    assert_eq!(paths(&case, "cw query - --jsonl -q", trace)[..2], ["src/net/retry.rs", "src/lock.rs"]);
    let trace = "Traceback (most recent call last):\n  File \"/app/src/lock.rs\", line 2, in acquire\n    todo()\n  File \"/app/src/net/client.rs\", line 5, in connect\nOSError: reset\n";
    assert_eq!(paths(&case, "cw query --jsonl -q", trace)[..2], ["src/net/client.rs", "src/lock.rs"]);
}

#[test]
fn content_limits_what_answers() {
    let case = case();
    let only = |kind: &str| paths(&case, &format!("cw query --content {kind} --jsonl -q 'reset the connection'"), "");
    assert_eq!(only("docs"), ["docs/guide.md"]);
    assert_eq!(only("config"), ["config/server.toml"]);
    assert!(only("code").iter().all(|path| path.ends_with(".rs")) && only("code").len() >= 2);
    assert!(only("all").len() >= 4);
}

/// A tree in which names of files are names of other things too, and what is asked for stands in more files than are looked at first.
fn crowd() -> Case {
    let case = case();
    for number in 0..60 {
        case.write(
            format!("deps/lib/part{number:02}.c"),
            format!("int part{number}(void) {{\n    int result = C_ERROR;\n    return result;\n}}\n"),
        );
    }
    case.write("src/state.c", "/* States. */\nint connect_all(void) {\n    if (!ready) return C_ERR;\n    log(\"unknown command '%s', with args beginning with: %s\", name, rest);\n    return C_OK;\n}\n");
    case.write(
        "src/connector.rs",
        "//! Connectors.\n\npub fn first() {}\n\npub fn second() {\n    let limit = 10;\n    println!(\"{limit}\");\n}\n",
    );
    case.write("src/routes.rs", "/// Not the file.\npub fn connector() {}\npub fn setup() {}\npub struct Layer;\npub fn cut() {}\n");
    case.write("app.gemspec", "Gem::Specification.new do |spec|\n  spec.name = 'app'\nend\n");
    case.write("setup.cfg", "[metadata]\nname = app\n");
    case.write("src/app.rs", "/// The app.\npub fn app() {}\n");
    case.write("docs/layer.md", "# Layers\n\nOne above the other.\n");
    case.write("tests/unit/first.tcl", "test first {\n}\n");
    case.write("purchase.py", "# 采购订单自动审批流程\ndef approve(order):\n    return 1\n");
    case.write("src/Console/ModelMake.php", "<?php\nclass ModelMake {\n    protected $name = 'make:model';\n}\n");
    case.write("src/Model.php", "<?php\nclass Model {\n    public function make() {}\n}\n");
    case.sh("cw index -q").exits(0);
    case
}

#[test]
fn the_name_of_a_file_is_that_file() {
    let case = crowd();
    for (question, want) in [
        ("src/connector.rs:6", "src/connector.rs"),
        ("app.gemspec", "app.gemspec"),
        ("setup.cfg:2", "setup.cfg"),
        ("docs/layer.md", "docs/layer.md"),
        ("tests/unit", "tests/unit/first.tcl"),
        ("tests/unit/", "tests/unit/first.tcl"),
        ("C:\\\\work\\\\app\\\\src\\\\connector.rs:6", "src/connector.rs"),
        ("https://example.com/o/app/blob/main/src/connector.rs#L6", "src/connector.rs"),
        ("App/connector.rs:6", "src/connector.rs"),
    ] {
        assert_eq!(paths(&case, &format!("cw query --jsonl -q --no-refresh '{question}'"), "")[0], want, "{question}");
    }
    for place in [
        "src/connector.rs:6",
        "src/connector.rs:5-8",
        "src/connector.rs#L6",
        "src/connector.rs(6,3): error",
        "src/connector.rs: line 6: no",
    ] {
        let found = case.sh(&format!("cw query --jsonl -q --no-refresh '{place}'")).exits(0).records();
        assert!(found[0]["text"].as_str().unwrap().contains("let limit"), "{place}: {}", found[0]);
    }
}

#[test]
fn what_is_meant_letter_for_letter_is_found_behind_any_number_of_others() {
    let case = crowd();
    for (question, want) in [
        ("\"return C_ERR;\"", "src/state.c"),
        ("\"C_OK\"", "src/state.c"),
        ("\"审批流程\"", "purchase.py"),
        ("\"审批\"", "purchase.py"),
        ("\"->\"", "src/net/retry.rs"),
        ("make:model", "src/Console/ModelMake.php"),
        ("ERR unknown command \"test\", with args beginning with: \"first\"", "src/state.c"),
        ("conector", "src/routes.rs"),
        ("where is connector defined", "src/routes.rs"),
    ] {
        let ran = case.feed(&format!("cw query --jsonl -q --no-refresh '{question}'"), b"");
        let first = ran.records().first().map_or(String::new(), |record| record["path"].as_str().unwrap().to_owned());
        assert_eq!(first, want, "{question}");
    }
    let pasted = "     */\n    let limit = 10;\n    println!(\"{limit}\");\n}\n";
    assert_eq!(paths(&case, "cw query --jsonl -q --no-refresh -", pasted)[0], "src/connector.rs");
}

#[test]
fn a_trace_through_the_packaged_tree_leads_into_it() {
    let case = crowd();
    let text = "thread 'main' panicked at /home/u/.cargo/registry/src/index.crates.io-1/app-1.0.0/src/connector.rs:6:9:\nno limit\nstack backtrace:\n   0: core::panicking::panic\n";
    assert_eq!(paths(&case, "cw query --jsonl -q --no-refresh -", text)[0], "src/connector.rs");
}

#[test]
fn a_name_that_no_file_has_is_said_to_be_unknown() {
    let case = case();
    case.sh("cw index -q").exits(0);
    case.sh("cw query connectionRetryTable").exits(0).says("S35: no file has 'connectionRetryTable'; what follows is the nearest");
    for known in ["give_up", "acquire", "Duration", "how is a connection reset with connectionRetryTable"] {
        assert!(!case.sh(&format!("cw query '{known}'")).exits(0).err().contains("S35"), "{known}");
    }
}

#[test]
fn code_stands_before_what_speaks_of_it() {
    let talk = "The retry logic waits between attempts. Retry logic is here, and pagination, too.\n".repeat(20);
    let rows: String = (0..300).map(|row| format!("{row},pagination of page {row}\n")).collect();
    let case = Case::with(&[
        ("README.md", &*format!("# Shop\n\n{talk}")),
        (
            "retry.py",
            "import time\n\n\ndef with_retry(call, attempts):\n    for attempt in range(attempts):\n        time.sleep(attempt)\n",
        ),
        ("test_retry.py", "from retry import with_retry\n\n\ndef test_it():\n    assert with_retry(print, 1)\n"),
        ("retry.d.ts", "export declare function withRetry(call: () => void): void;\n"),
        ("seed.csv", &*rows),
        ("paginate.py", "def paginate(items, page, size):\n    return items[page * size : (page + 1) * size]\n"),
        ("docs/deploy.md", "# Deployment\n\nRoll out to the cluster with blue and green stages; roll back by the last tag.\n"),
    ]);
    case.sh("cw index -q").exits(0);
    let first = |question: &str| paths(&case, &format!("cw query --jsonl '{question}'"), "").remove(0);
    assert_eq!(first("retry logic implementation"), "retry.py");
    assert_eq!(first("how does retry work"), "retry.py");
    assert_eq!(first("pagination"), "paginate.py");
    // Where no code comes near, the document does.
    assert_eq!(first("roll out to the cluster with blue and green stages"), "docs/deploy.md");
}

#[test]
fn a_report_names_much_that_it_is_not_about() {
    let case = crowd();
    for folder in ["blog", "shop", "wiki"] {
        case.write(format!("examples/{folder}/settings.py"), "DEBUG = True\nNAME = 'x'\n");
    }
    case.write("tests/project/manage.py", "# Runs the project.\nprint('manage')\n");
    case.write(
        "src/ledger.py",
        "class Ledger:\n    def close_month(self):\n        \"\"\"Closes the month and carries the balance over.\"\"\"\n        return 0\n",
    );
    case.sh("cw index -q").exits(0);
    let report = "Balance is lost in the ledger\n\nWhen the month is closed the balance is not carried over to the next one.\nMy settings.py:\n\n```\nDEBUG = True\n```\nand then python manage.py run\n";
    assert_eq!(paths(&case, "cw query - --jsonl", report)[0], "src/ledger.py");
    // A line that is named is meant.
    let asked =
        "Please explain this to me\nsrc/routes.rs:2\nI do not see why the ledger closes the month there and carries the balance over.\n";
    assert_eq!(paths(&case, "cw query - --jsonl", asked)[0], "src/routes.rs");
}
