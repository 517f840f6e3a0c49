//! Questions and what is read from them.

use super::*;
use proptest::prelude::*;

#[test]
fn names() {
    for (query, symbol, want) in [
        ("HttpClient", true, &["HttpClient"][..]),
        ("std::collections::HashMap", true, &["HashMap"]),
        ("Vec<T>::push", true, &["push"]),
        ("App\\Models\\User", true, &["User"]),
        ("ptr->next()", true, &["next"]),
        ("Array#map!", true, &["map"]),
        ("obj.method.", true, &["method"]),
        ("src/http/retry.rs", true, &["retry"]),
        ("retry.rs:10", true, &["retry"]),
        ("  retry  ", true, &["retry"]),
        ("", false, &[]),
        ("::", true, &[]),
        ("where is HttpClient built", false, &["HttpClient"]),
        ("How does get_user_by_id work with Redis", false, &["get_user_by_id", "Redis"]),
        ("Redis pool", false, &[]),
        ("parse URL of the request", false, &["URL"]),
        ("the getX of __init__", false, &["getX", "__init__"]),
    ] {
        let read = analyse(query);
        assert_eq!((read.symbol, read.names.iter().map(String::as_str).collect::<Vec<_>>()), (symbol, want.to_vec()), "{query:?}");
    }
}

#[test]
fn intents() {
    use Intent::{Config, Docs, Examples, Tests};
    for (query, want) in [
        ("tests for the router", Some(Tests)),
        ("unit tests of the parser", Some(Tests)),
        ("where are the integration tests", Some(Tests)),
        ("the test for empty input", Some(Tests)),
        ("where is the retry logic tested", Some(Tests)),
        ("specs for user login", Some(Tests)),
        ("test cases covering overflow", Some(Tests)),
        ("the docs for middleware", Some(Docs)),
        ("documentation of the cache", Some(Docs)),
        ("where is the timeout option documented", Some(Docs)),
        ("guide to writing plugins", Some(Docs)),
        ("contributing guidelines", Some(Docs)),
        ("migration guide for version 3", Some(Docs)),
        ("frequently asked questions", Some(Docs)),
        ("run the migration guide check", None),
        ("example of a custom extractor", Some(Examples)),
        ("show me examples for streaming", Some(Examples)),
        ("websocket example code", Some(Examples)),
        ("CI workflow", Some(Config)),
        ("the Dockerfile", Some(Config)),
        ("Dockerfile", Some(Config)),
        ("which config file sets the line width", Some(Config)),
        ("the config file for eslint", Some(Config)),
        ("github actions workflow for releases", Some(Config)),
        // Without a preposition.
        ("the hash tests", Some(Tests)),
        ("where are the router specs", Some(Tests)),
        ("which tests cover upload", Some(Tests)),
        ("how is the retry loop tested", Some(Tests)),
        ("test that an empty body is refused", Some(Tests)),
        ("plugin docs", Some(Docs)),
        ("explain sessions (docs)", Some(Docs)),
        ("read about digest authentication", Some(Docs)),
        ("where is paging described in the docs", Some(Docs)),
        ("the page about rate limits", Some(Docs)),
        ("deployment guide", Some(Docs)),
        ("token refresh example", Some(Examples)),
        ("how do I use projects? an example", Some(Examples)),
        ("minimal example: a chat server", Some(Examples)),
        ("ruff configuration", Some(Config)),
        ("eslint settings", Some(Config)),
        ("release workflow", Some(Config)),
        ("where is the release workflow configured", Some(Config)),
        ("docker image for the worker", Some(Config)),
        ("gem dependencies", Some(Config)),
        // The kind of file first.
        ("which spec file covers the cart", Some(Tests)),
        ("test asserting that keys are ordered", Some(Tests)),
        ("where do we test the export", Some(Tests)),
        ("existing tests around change path", Some(Tests)),
        ("where are the assembly state tests", Some(Tests)),
        ("which document describes the min-height", Some(Docs)),
        ("what do the docs say about groups", Some(Docs)),
        ("read up on releasing", Some(Docs)),
        ("docs: argument splitting", Some(Docs)),
        ("where is the margin documented", Some(Docs)),
        ("decision records docs page", Some(Docs)),
        ("code sample: spinners", Some(Examples)),
        ("window demo", Some(Examples)),
        ("show how to draw a table with an example", Some(Examples)),
        ("editorconfig options", Some(Config)),
        ("which eslint rules do we use", Some(Config)),
        ("where do we configure editorconfig", Some(Config)),
        ("the action that runs the linter", Some(Config)),
        ("yaml of the apidiff workflow", Some(Config)),
        ("workspace dependencies", Some(Config)),
        ("build the site docker image", Some(Config)),
        ("git hooks before a commit", Some(Config)),
        ("github actions: documentation", Some(Config)),
        ("CI job build and deploy", Some(Config)),
        ("where is CI set up for release", Some(Config)),
        ("npm script watch", Some(Config)),
        ("cargo workspace members", Some(Config)),
        ("root CMakeLists", Some(Config)),
        ("docker container image definition", Some(Config)),
        ("explanation of how to create a store in the documentation", Some(Docs)),
        ("is the app folder documented anywhere", Some(Docs)),
        ("how do the docs explain themes", Some(Docs)),
        ("how are eslint rules loaded", None),
        ("npm package resolver", None),
        ("how does the pipeline definition get parsed", None),
        ("where is the workflow definition", None),
        ("resolve dependencies", None),
        ("circular dependencies", None),
        ("load the prettier config of a folder", None),
        ("documentation comments", None),
        ("which test runner is started", None),
        ("the job that is run next", None),
        // Topics, not requests.
        ("how does the runner find its tests", None),
        ("why is there a warning in my tests", None),
        ("order workflow", None),
        ("how are settings", None),
        ("where are the user settings written to disk", None),
        ("file system for tests of callers", None),
        ("what is the best example", None),
        ("the manual mode of the gearbox switches off", None),
        ("how are tests collected", None),
        ("test runner", None),
        ("how does it select tests to run", None),
        // A noun that looks like a verb: errs towards code.
        ("load balancer examples in the sidebar", None),
        ("run tests for a changed file", None),
        ("code that tests for null", None),
        ("function which generates documentation for structs", None),
        ("where does it parse the config file", None),
        ("load configuration files", None),
        ("doc comment parser", None),
        ("example", None),
        ("tests", None),
        ("documentation builder", None),
        ("mock server", None),
        ("sample rate of the tracer", None),
        ("config", None),
        ("test", None),
        ("", None),
    ] {
        assert_eq!(analyse(query).intent, want, "{query:?}");
    }
}

#[test]
fn literals() {
    assert_eq!(analyse("find \"connection reset\" and \u{201c}no such\u{201d} \"\" \"open").literal, ["connection reset", "no such"]);
}

#[test]
fn definitions_that_are_asked_for() {
    for (query, want) in [
        ("where is isMatchingConstructor defined", Some("isMatchingConstructor")),
        ("Where is `retry()` defined?", Some("retry")),
        ("definition of d2s", Some("d2s")),
        ("show me the definition of Cache.get", Some("get")),
        ("struct clientReply", Some("clientReply")),
        ("function _intersection", Some("_intersection")),
        ("EncodingCharacters definition", Some("EncodingCharacters")),
        ("where is the struct Client declared", Some("Client")),
        ("class loader", None),
        ("where is the retry logic defined", None),
        ("definition of done in the docs", None),
        ("type checker", None),
    ] {
        let read = analyse(query);
        assert_eq!(read.defined.is_some().then(|| read.names[0].as_str()), want, "{query:?}");
    }
}

#[test]
fn a_trace_is_its_message_and_its_frames() {
    let read = analyse(
        "ValueError: bad cart\n    at Cart.total (/app/src/cart.js:10:5)\n    at node:internal/main:1:1\n    at main (/app/src/main.js:3:1)\n",
    );
    assert_eq!(
        read.paths,
        [PathRef { path: "/app/src/cart.js".into(), line: Some(10) }, PathRef { path: "/app/src/main.js".into(), line: Some(3) }]
    );
    assert_eq!(read.stems, ["valu", "error", "bad", "cart", "total", "main"]);
    assert!(read.names.iter().any(|name| name == "total") && !read.symbol);
}

#[test]
fn terms_stems_and_compounds() {
    let read = analyse("where is the rate limiter for HTTPRequests");
    assert_eq!(read.stems, ["rate", "limit", "http", "request"]);
    assert_eq!(
        read.terms.iter().map(|(term, _)| term.as_str()).collect::<Vec<_>>(),
        ["rate", "limit", "limiter", "http", "request", "httprequests"]
    );
    assert_eq!(
        read.compounds,
        [
            "ratelimiter",
            "rate_limiter",
            "ratelimiterhttprequests",
            "rate_limiter_httprequests",
            "limiterhttprequests",
            "limiter_httprequests"
        ]
    );
    assert_eq!(analyse("\u{9f98}\u{9f98}").stems, ["\u{9f98}\u{9f98}"]);
    assert_eq!(analyse("error 404").stems, ["error", "404"]);
}

/// The terms with their times, in one line.
fn line(read: &Query) -> String {
    read.terms.iter().map(|(term, times)| format!("{term}:{times}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn foreign_words_are_said_in_english() {
    let read = analyse("解析pdf的页面");
    assert_eq!(line(&read), "解析:2 pdf:2 的页:2 页面:2 pars:1 parser:1 page:1");
    assert_eq!((read.sense.as_str(), read.symbol), ("parse parser pdf page", false));
    assert_eq!(read.translated, ["parse", "parser", "page"]);
    assert_eq!(read.stems, ["解析", "pdf", "的页", "页面", "pars", "parser", "page"]);
    assert!(read.compounds.iter().any(|compound| compound == "pdf_page"));
    // What it says itself is not said again.
    assert_eq!(line(&analyse("retry 重试")), "retri:2 重试:2");
    // A path stays a path, a name a name.
    assert!(analyse("项目/核心/a.py").symbol && analyse("龘龘").symbol);
    assert_eq!(line(&analyse("龘龘龘")), "龘龘:2");
}

#[test]
fn other_questions_stay_as_they_are() {
    for question in ["", "where is the rate limiter for HTTPRequests", "getUserById", "src/a.rs:3", "Größe des Lagers", "поиск"] {
        let read = analyse(question);
        assert_eq!((read.sense.as_str(), read.translated.len()), (question, 0));
        assert_eq!(read.terms, super::super::tokens::query_tokens(question));
    }
}

#[test]
fn several_lines_with_sentences_are_a_report() {
    for (text, want) in [
        ("Cart loses its total\n\nWhen I add a second item to the cart the total is zero.\n\n```\ncart.add(a)\n```\n", true),
        (
            "Crash on save\nI get this every time I save a file:\n  File \"/app/models.py\", line 3, in save\nValueError: boom and nothing else\n",
            true,
        ),
        ("where is the total of a cart worked out when a second item is added to it", false),
        ("fn total(cart: &Cart) -> u32 {\n    // adds up what all the items in the cart cost\n    cart.items().sum()\n}\n", false),
        ("Traceback (most recent call last):\n  File \"/app/a.py\", line 3, in save\n    x()\nValueError: boom\n", false),
        ("def total(cart):\n    \"\"\"Adds up what all the items in the cart cost.\"\"\"\n    return sum(cart)\n", false),
        ("cart\ntotal\nitems\n", false),
    ] {
        assert_eq!(analyse(text).report, want, "{text}");
    }
    // All of it is asked, and the code of who reports is no request for tests.
    let read = analyse(
        "Cart loses its total\n\nWhere are the tests that should have seen this one.\n\nOne.\nTwo.\nThree.\nFour.\nFive.\nSix.\n\n  File \"/app/models.py\", line 3, in save\n  File \"/app/shop/cart.py\", line 9, in total\nValueError: zebra\n",
    );
    assert!(read.report && read.intent.is_none() && line(&read).contains("zebra"));
    assert_eq!(read.paths[0].path, "/app/shop/cart.py");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn every_text_is_a_question(text in "\\PC{0,80}|[a-zA-Z0-9_:./\"\\\\ \n\t<>-]{0,80}") {
        let read = analyse(&text);
        prop_assert_eq!(&read.text, &text);
        // An odd path in quotes has the words of the path.
        if text.is_ascii() && odd_place(&text).is_none() {
            prop_assert_eq!(&read.sense, &text);
            prop_assert_eq!(&read.terms, &super::super::tokens::query_tokens(&text));
        }
        prop_assert_eq!(read, analyse(&text));
    }
}
