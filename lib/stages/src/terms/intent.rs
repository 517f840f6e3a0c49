//! Whether a question asks for tests, documents, examples or configuration instead of code. **Pure.**
//!
//! Only a request form counts ("tests for", "the docs on", "an example of", "the config file", "upload docs"), never a topic noun alone: "how are tests
//! collected" and "parse the config file" ask for code. So a phrase counts if it ends the question or a preposition follows, and no verb of
//! doing stands before it; and a noun alone ends only a short question that does not ask how or why. Left out: other languages than English.

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
    /// That, or a short question ends that does not ask how or why.
    OfOrShort,
    /// A question of so many words at most ends, or a preposition follows in one.
    Brief(usize),
    /// Anything.
    Any,
}

/// The phrases: words with one blank between them.
const PHRASES: &[(Intent, After, &[&str])] = &[
    (Intent::Tests, After::OfOrShort, &["tests", "specs"]),
    (Intent::Tests, After::Of, &["test", "spec", "fixtures", "test coverage", "test data", "mocks"]),
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
    (Intent::Docs, After::OfOrShort, &["docs", "guide", "tutorial", "manual"]),
    (Intent::Docs, After::Of, &["doc", "readme", "changelog", "man page", "how to", "the page", "page", "chapter", "section"]),
    (
        Intent::Docs,
        After::Any,
        &[
            "in the docs",
            "in the documentation",
            "in the manual",
            "in the readme",
            "in the guide",
            "read about",
            "read up on",
            "learn about",
            "learn more about",
        ],
    ),
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
            "docs page",
            "documentation page",
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
    (Intent::Examples, After::OfOrShort, &["example", "examples"]),
    (Intent::Examples, After::Of, &["sample", "samples", "demo"]),
    (Intent::Examples, After::Brief(4), &["demo", "demos", "sample", "samples"]),
    (Intent::Examples, After::Any, &["with an example", "code sample", "code samples", "example program", "sample program"]),
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
            "workspace manifest",
            "project metadata",
            "package metadata",
            "project dependencies",
            "package dependencies",
            "module dependencies",
            "gem dependencies",
            "docker image",
            "container image",
            "git hooks",
            "commit hooks",
            "docker services",
            "docker compose",
            "compose file",
            "build file",
            "pre-commit hooks",
            "pre-commit hook",
            "npm script",
            "npm scripts",
            "package script",
            "package scripts",
        ],
    ),
    (Intent::Config, After::Brief(4), &["config", "configuration", "settings"]),
];

/// What a workflow is about that a service runs, and not the program.
const WORKFLOWS: &[&str] = &[
    "ci",
    "github",
    "gitlab",
    "actions",
    "action",
    "release",
    "releases",
    "build",
    "builds",
    "test",
    "tests",
    "lint",
    "deploy",
    "publish",
    "nightly",
    "docs",
    "documentation",
    "docker",
    "coverage",
    "benchmark",
    "codeql",
    "dependabot",
];

/// Adjectives that make a request of an example, whatever follows.
const ADJECTIVES: &[&str] = &["runnable", "minimal", "complete", "working", "small", "simple", "full", "basic", "quick", "short"];

/// Most words of a short question.
const SHORT: usize = 8;

/// Words that make a request of what stands before them.
const LINKS: &[&str] = &[
    "for",
    "of",
    "about",
    "on",
    "around",
    "covering",
    "describing",
    "explaining",
    "asserting",
    "checking",
    "exercising",
    "verifying",
    "related",
    "that",
    "which",
    "with",
    "where",
    "showing",
    "using",
    "in",
];

/// Beginnings of verbs that make the phrase the object of code: "code that generates documentation for structs".
pub(super) const VERBS: &[&str] = &[
    "add", "apply", "appli", "build", "cach", "check", "collect", "compil", "creat", "detect", "discover", "display", "emit", "execut",
    "extract", "filter", "format", "generat", "handl", "ignor", "inject", "insert", "invok", "load", "merg", "open", "output", "pars",
    "print", "produc", "process", "read", "register", "render", "resolv", "run", "sav", "schedul", "serializ", "skip", "stor", "updat",
    "valid", "watch", "writ",
];

/// Words before `test` or `tests` that make it a verb, or part of something else.
const NOT_BEFORE: &[&str] = &["that", "which", "it", "to", "code", "function", "method", "helper", "we", "and", "also", "hit"];

/// The intent of a question, given as its words in lower case.
pub(super) fn intent(words: &[&str]) -> Option<Intent> {
    match words {
        ["where" | "how", .., "tested"]
        | ["which" | "what", "test" | "tests", "cover" | "covers" | "check" | "checks" | "exercise", ..] => {
            return Some(Intent::Tests);
        }
        ["test", "that", ..] if words.len() > 3 => return Some(Intent::Tests),
        ["where" | "how" | "is", .., "documented"] | ["read", "about", ..] => return Some(Intent::Docs),
        [adjective, "example" | "examples", _, ..] if ADJECTIVES.contains(adjective) => return Some(Intent::Examples),
        [.., "workflow" | "workflows"] | ["where" | "which", .., "workflow" | "workflows", "configured" | "defined"]
            if words.iter().any(|word| WORKFLOWS.contains(word)) =>
        {
            return Some(Intent::Config);
        }
        ["where", .., "hooks" | "docker" | "compose" | "services", "configured"] => return Some(Intent::Config),
        _ => {}
    }
    if let Some(intent) = super::kinds::by_kind(words) {
        return Some(intent);
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
    match (words.get(phrase.end), after) {
        (_, After::Any) => true,
        (_, After::Brief(most)) if words.len() > most || words.len() < 2 => false,
        // "guide to" asks; "tests to run" does not.
        (Some(&"to"), _) => intent == Intent::Docs,
        (Some(word), _) => asked || LINKS.contains(word),
        (None, After::OfOrEnd) => true,
        (None, After::OfOrShort | After::Brief(_)) => {
            let asks_for = words[..phrase.start].last().is_some_and(|word| matches!(*word, "an" | "with"));
            let is_short = (2..=SHORT).contains(&words.len());
            is_short && (asks_for || !matches!(words[0], "how" | "why" | "when" | "what" | "does" | "do" | "can" | "is" | "are"))
        }
        (None, After::Of) => false,
    }
}

/// True if something before the phrase acts on it, or the phrase is no noun.
fn is_object(words: &[&str], at: usize, intent: Intent, phrase: &str) -> bool {
    let before = &words[..at];
    let acts = |word: &&str| VERBS.iter().any(|verb| word.starts_with(verb));
    // "test for" and "spec for" are nouns only behind an article or an adjective.
    let bare = matches!(phrase, "test" | "spec") && !before.last().is_some_and(|word| matches!(*word, "a" | "the" | "any" | "existing"));
    // What is for tests is no test.
    let serves = matches!(before, [.., other, "for"] if !matches!(*other, "look" | "looking" | "search" | "searching"));
    bare || serves || before.iter().any(acts) || (intent == Intent::Tests && before.last().is_some_and(|word| NOT_BEFORE.contains(word)))
}
