//! Requests that begin with the kind of file they want: "which spec file covers the cart", "docs: carts", "the action that runs the linter", "ruff configuration". **Pure.**
//!
//! As in `intent.rs` a topic alone is no request: "resolve dependencies" and "how are eslint rules loaded" ask for code.

use super::intent::{Intent, VERBS};

/// Tools that a project has a file for, and words for what is in it.
const TOOLS: &[&str] = &[
    "appveyor",
    "babel",
    "black",
    "bundler",
    "cargo",
    "checkstyle",
    "circleci",
    "clang",
    "clippy",
    "cmake",
    "codecov",
    "codeql",
    "commitlint",
    "composer",
    "credo",
    "dependabot",
    "detekt",
    "dialyzer",
    "docker",
    "editorconfig",
    "eslint",
    "flake8",
    "gitlab",
    "golangci",
    "goreleaser",
    "gradle",
    "husky",
    "isort",
    "jenkins",
    "jest",
    "ktlint",
    "lerna",
    "maven",
    "mypy",
    "npm",
    "nx",
    "phpcs",
    "phpstan",
    "phpunit",
    "pnpm",
    "poetry",
    "prettier",
    "psalm",
    "pylint",
    "pyright",
    "pytest",
    "readthedocs",
    "renovate",
    "rollup",
    "rubocop",
    "ruff",
    "rustfmt",
    "sbt",
    "scalafmt",
    "setuptools",
    "spotless",
    "stylelint",
    "swiftformat",
    "swiftlint",
    "tox",
    "travis",
    "tsconfig",
    "turbo",
    "typescript",
    "vitest",
    "webpack",
    "yarn",
];
const SET: &[&str] = &["config", "configuration", "configured", "configure", "options", "rules", "settings", "setup"];
/// Whose dependencies a manifest has.
const WHOSE: &[&str] = &[
    "bundler",
    "cargo",
    "composer",
    "crate",
    "dev",
    "development",
    "gem",
    "go",
    "gradle",
    "java",
    "maven",
    "mix",
    "module",
    "node",
    "npm",
    "package",
    "php",
    "pip",
    "project",
    "python",
    "ruby",
    "runtime",
    "rust",
    "workspace",
];
/// What a test does, and what a document does.
const TESTING: &[&str] = &["assert", "check", "cover", "ensur", "exercis", "prov", "test", "verif"];
const TELLING: &[&str] = &["cover", "describ", "document", "explain", "introduc", "say", "talk", "tell"];
const RUNNING: &[&str] = &["build", "check", "deploy", "lint", "publish", "releas", "run", "test", "upload"];
/// Most words of a request for the file of a tool.
const OF_A_TOOL: usize = 6;

/// True if a word begins as one of `stems`.
fn begins(word: &str, stems: &[&str]) -> bool {
    stems.iter().any(|stem| word.starts_with(stem))
}

/// The intent of what is asked for by its kind of file first: "which spec file covers the cart", "docs: carts", "the action that runs the linter".
pub(super) fn by_kind(words: &[&str]) -> Option<Intent> {
    let asks = matches!(words.first(), Some(&("which" | "what")));
    let head = words.get(1..3.min(words.len())).unwrap_or_default();
    let is_any = |list: &[&str], of: &[&str]| list.iter().any(|word| of.contains(word));
    if asks && is_any(head, &["test", "tests", "spec", "specs", "suite"]) && words[2..].iter().any(|word| begins(word, TESTING)) {
        return Some(Intent::Tests);
    }
    if asks
        && is_any(head, &["doc", "docs", "document", "documents", "page", "guide", "chapter", "section", "tutorial", "readme"])
        && words[2..].iter().any(|word| begins(word, TELLING))
    {
        return Some(Intent::Docs);
    }
    match words {
        ["test" | "tests", does, _, ..] if does.ends_with("ing") && begins(does, TESTING) => Some(Intent::Tests),
        ["where" | "how", "do" | "does" | "did", "we" | "they" | "you" | "it", "test", _, ..]
        | ["where", "are", .., "tests" | "specs"]
        | ["existing" | "related", "tests" | "specs", ..] => Some(Intent::Tests),
        [
            "what",
            "do" | "does",
            "the",
            "doc" | "docs" | "documentation" | "manual" | "guide" | "readme",
            "say" | "tell" | "recommend",
            ..,
        ]
        | ["docs" | "documentation", _, ..]
            if words.len() > 2
                && !matches!(words[1], "generator" | "builder" | "parser" | "theme" | "comments" | "strings" | "site" | "tests") =>
        {
            Some(Intent::Docs)
        }
        ["how" | "what" | "where", "do" | "does", "the", "doc" | "docs" | "documentation" | "manual" | "guide" | "readme", does, ..]
            if begins(does, TELLING) =>
        {
            Some(Intent::Docs)
        }
        [.., "documented"]
        | [.., "documented", "anywhere" | "somewhere"]
        | ["explanation" | "description", "of", .., "docs" | "documentation" | "manual" | "guide"] => Some(Intent::Docs),
        ["sample" | "samples" | "example" | "examples" | "demo", "for" | "of" | "with" | "using" | "showing" | "that", ..] => {
            Some(Intent::Examples)
        }
        ["the", "action" | "workflow" | "job" | "pipeline", "that" | "which", does, ..]
        | ["action" | "workflow" | "job" | "pipeline", "that" | "which", does, ..]
        | ["which", "action" | "workflow" | "job" | "pipeline", does, ..]
            if begins(does, RUNNING) =>
        {
            Some(Intent::Config)
        }
        ["github", "actions" | "action", _, ..]
        | ["ci", "job" | "workflow" | "pipeline" | "step", _, ..]
        | ["continuous", "integration", _, ..]
        | ["where" | "how", "is", "ci", "set", "up", ..]
        | ["npm" | "yarn" | "pnpm", "script" | "scripts", _, ..]
        | [.., "docker" | "container", "image", "definition"]
        | ["npm" | "yarn" | "pnpm", "package", "definition" | "manifest", ..]
        | ["cargo" | "npm" | "yarn" | "pnpm" | "go", "workspace" | "workspaces", "members" | "packages" | "definition"]
        | ["root" | "main", "cmakelists" | "makefile" | "manifest" | "gemfile" | "dockerfile"]
        | ["top", "level", "cmake" | "make" | "gradle" | "maven" | "cargo", "file" | "manifest"] => Some(Intent::Config),
        ["yaml" | "yml", "of", "the", .., "workflow" | "pipeline" | "action"] => Some(Intent::Config),
        [whose, "dependencies"] | [_, whose, "dependencies"] if WHOSE.contains(whose) => Some(Intent::Config),
        ["dependencies", "of" | "in", "the" | "this" | "our", whose]
        | ["which", "dependencies", "does", "the" | "this" | "our", whose, ..]
            if WHOSE.contains(whose) =>
        {
            Some(Intent::Config)
        }
        ["build" | "which" | "where" | "the", .., "docker" | "container", "image"] | ["git" | "commit", "hooks" | "hook", _, ..] => {
            Some(Intent::Config)
        }
        _ => {
            let asks_why = matches!(words.first(), Some(&("how" | "why" | "when")));
            let of_a_tool = words.len() <= OF_A_TOOL && is_any(words, TOOLS) && is_any(words, SET);
            (of_a_tool && !asks_why && !words.iter().any(|word| begins(word, VERBS))).then_some(Intent::Config)
        }
    }
}
