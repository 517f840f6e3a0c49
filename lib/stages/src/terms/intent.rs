//! Whether a question asks for tests, documents, examples or configuration instead of code. **Pure.**
//!
//! Only a request form counts ("tests for", "the docs on", "an example of", "the config file"), never a topic noun alone: "how are tests
//! collected" and "parse the config file" ask for code. So a phrase counts if it ends the question or a preposition follows, and no verb of
//! doing stands before it. Left out: other languages than English.

/// What a question asks for, where it is not code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intent {
    /// Tests of something.
    Tests,
    /// Documents about something.
    Docs,
    /// Examples of use.
    Examples,
    /// Configuration, build and CI files.
    Config,
}

/// What may follow the phrase.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// A preposition or a relative clause must follow.
    Of,
    /// That, or the question ends.
    OfOrEnd,
}

/// The phrases: words with one blank between them.
const PHRASES: &[(Intent, After, &[&str])] = &[
    (Intent::Tests, After::Of, &["tests", "specs", "test", "spec", "fixtures", "test coverage", "test data", "mocks"]),
    (
        Intent::Tests,
        After::OfOrEnd,
        &[
            "unit tests",
            "unit test",
            "integration tests",
            "integration test",
            "regression tests",
            "regression test",
            "e2e tests",
            "end to end tests",
            "test suite",
            "test file",
            "test files",
            "test cases",
            "test case",
        ],
    ),
    (Intent::Docs, After::Of, &["docs", "doc", "guide", "tutorial", "manual", "readme", "changelog", "man page", "how to"]),
    (
        Intent::Docs,
        After::OfOrEnd,
        &[
            "documentation",
            "user guide",
            "design document",
            "release notes",
            "man page",
            "api docs",
            "doc page",
            "how to contribute",
            "contributing guide",
            "contributing guidelines",
            "contribution guidelines",
            "migration guide",
            "upgrade guide",
            "code of conduct",
            "security policy",
            "frequently asked questions",
            "installation instructions",
        ],
    ),
    (Intent::Examples, After::Of, &["example", "examples", "sample", "samples", "demo"]),
    (
        Intent::Examples,
        After::OfOrEnd,
        &["example code", "sample code", "example app", "sample app", "usage example", "usage examples", "code example"],
    ),
    (
        Intent::Config,
        After::OfOrEnd,
        &[
            "config file",
            "config files",
            "configuration file",
            "configuration files",
            "ci workflow",
            "ci workflows",
            "ci config",
            "ci configuration",
            "ci pipeline",
            "ci job",
            "github workflow",
            "github workflows",
            "github actions",
            "github action",
            "github actions workflow",
            "dockerfile",
            "docker compose file",
            "makefile",
            "build config",
            "build configuration",
            "lint config",
            "linter config",
            "package manifest",
            "lockfile",
        ],
    ),
];

/// Words that make a request of what stands before them.
const LINKS: &[&str] = &["for", "of", "about", "on", "covering", "that", "which", "with", "where", "showing", "using", "in"];

/// Beginnings of verbs that make the phrase the object of code: "code that generates documentation for structs".
const VERBS: &[&str] = &[
    "add", "apply", "appli", "build", "cach", "check", "collect", "compil", "creat", "detect", "discover", "display", "emit", "execut",
    "extract", "filter", "format", "generat", "handl", "ignor", "inject", "insert", "invok", "load", "merg", "open", "output", "pars",
    "print", "produc", "process", "read", "register", "render", "resolv", "run", "sav", "schedul", "serializ", "skip", "stor", "updat",
    "valid", "watch", "writ",
];

/// Words before `test` or `tests` that make it a verb, or part of something else.
const NOT_BEFORE: &[&str] = &["that", "which", "it", "to", "code", "function", "method", "helper", "we", "and", "also", "hit"];

/// The intent of a question, given as its words in lower case.
pub(super) fn intent(words: &[&str]) -> Option<Intent> {
    match (words.first(), words.last()) {
        (Some(&"where"), Some(&"tested")) => return Some(Intent::Tests),
        (Some(&("where" | "is")), Some(&"documented")) => return Some(Intent::Docs),
        _ => {}
    }
    // The earliest phrase is the head of the question; of those that begin together, the longest.
    (0..words.len()).find_map(|at| {
        let mut best: Option<(usize, Intent)> = None;
        for (intent, after, phrases) in PHRASES {
            for phrase in *phrases {
                let length = phrase.split(' ').count();
                let here = words.get(at..at + length).is_some_and(|here| here.iter().copied().eq(phrase.split(' ')));
                if here
                    && best.is_none_or(|(longest, _)| length > longest)
                    && follows(words, at..at + length, *intent, *after)
                    && !is_object(words, at, *intent, phrase)
                {
                    best = Some((length, *intent));
                }
            }
        }
        best.map(|(_, intent)| intent)
    })
}

/// True if the words around the phrase make it a request.
fn follows(words: &[&str], phrase: std::ops::Range<usize>, intent: Intent, after: After) -> bool {
    let asked = intent == Intent::Config && words[..phrase.start].last().is_some_and(|word| matches!(*word, "which" | "what"));
    match words.get(phrase.end) {
        // "guide to" asks; "tests to run" does not.
        Some(&"to") => intent == Intent::Docs,
        Some(word) => asked || LINKS.contains(word),
        None => after == After::OfOrEnd,
    }
}

/// True if something before the phrase acts on it, or the phrase is no noun.
fn is_object(words: &[&str], at: usize, intent: Intent, phrase: &str) -> bool {
    let before = &words[..at];
    let acts = |word: &&str| VERBS.iter().any(|verb| word.starts_with(verb));
    // "test for" and "spec for" are nouns only behind an article or an adjective.
    let bare = matches!(phrase, "test" | "spec") && !before.last().is_some_and(|word| matches!(*word, "a" | "the" | "any" | "existing"));
    bare || before.iter().any(acts) || (intent == Intent::Tests && before.last().is_some_and(|word| NOT_BEFORE.contains(word)))
}
