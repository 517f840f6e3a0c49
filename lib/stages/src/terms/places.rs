//! What looks like a path in a question, with the line behind it as tools write one. **Pure**: whether there is such a file, only an index can tell.
//!
//! Left out: paths with blanks, but for a question that is nothing else.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::shown::{quoted_path, read_path, shown_path};

/// Paths of one question, and things that may be paths.
const MOST: usize = 256;
const MAYBE: usize = 8;
/// Longest thing that may be a path.
const LONG: usize = 200;

/// A path that a question mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathRef {
    /// The path with `/`, as written but without a leading `./`.
    pub path: String,
    /// The line behind it (`a.rs:10`, `a.rs:10:4`), from 1.
    pub line: Option<u32>,
}

/// What a question says of places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// What is written like a path.
    pub paths: Vec<PathRef>,
    /// What is one only if there is such a file or folder: `rack.gemspec`, `.mailmap:3`, `tests/unit`, `Makefile`.
    pub maybe: Vec<PathRef>,
}

/// Extensions that make `name.ext` a file rather than a member of something.
const EXTENSIONS: &[&str] = &[
    "adoc", "bash", "c", "cc", "cfg", "cjs", "clj", "cljs", "cmake", "cpp", "cs", "css", "csv", "cxx", "dart", "erl", "ex", "exs", "go",
    "gradle", "groovy", "h", "hh", "hpp", "hrl", "hs", "html", "ini", "ipynb", "java", "jl", "js", "json", "jsx", "kt", "kts", "lock",
    "lua", "m", "md", "mdx", "mjs", "ml", "mli", "mm", "mts", "nim", "nix", "php", "pl", "pm", "proto", "ps1", "psm1", "py", "pyi", "pyx",
    "r", "rb", "rs", "rst", "sass", "scala", "scss", "sh", "sol", "sql", "svelte", "swift", "tf", "toml", "ts", "tsx", "txt", "vim", "vue",
    "xml", "yaml", "yml", "zig", "zsh",
];

/// Files without an extension that have lines.
const BARE: &[&str] = &["makefile", "gnumakefile", "dockerfile", "rakefile", "gemfile", "justfile"];

/// A file with a line as compilers, hosts of code and people write it: `a.ts(30,5)`, `A.java:[12,3]`, `a.c#L10-L20`, `a.c:10-20`, `a.sh: line 7`, `"a.py", line 3`, `a.php on line 9`,
/// `"a.ml", lines 5-7`, `a.hs:(2,5)-(4,1)`, `a.rb:12:in 'b'`, `a.R#30`, `[string "a.lua"]:6`, `{file,"a.erl"},{line,4}`, `file=a.ts,line=12`.
static LINE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let file = r#"(?P<file>[^\s"'`()\[\]{}<>,;|]*[./\\][^\s"'`()\[\]{}<>,;|:#]*)"#;
    let line = [
        r"\((\d+)(?:[,:]\s?\d+)?\)",
        r":\[(\d+)(?:,\d+)?\]",
        r":\((\d+),\d+\)",
        r"#L(\d+)(?:-L?\d+)?",
        r":(\d+)[-\u{2013}]\d+",
        r":(\d+):in\b",
        r#""\]:(\d+)"#,
        r#""\},\s?\{line,\s?(\d+)\}"#,
        r",line=(\d+)",
        r#"["']?(?:[:,]\s?|\s)(?:on )?(?:lines?|Zeile|ligne) (\d+)"#,
        r"\s+(\d+):\d+\b",
    ];
    let line = format!("(?:{})", line.join("|"));
    Regex::new(&format!("{file}{line}")).ok()
});

/// The text with every line of a file behind a colon.
fn with_lines(text: &str) -> String {
    let Some(pattern) = LINE.as_ref() else { return text.to_owned() };
    let place = |found: &Captures<'_>| {
        let line = (2..found.len()).find_map(|group| found.get(group)).map_or("", |line| line.as_str());
        format!("{}:{line} ", &found["file"])
    };
    pattern.replace_all(text, place).into_owned()
}

/// What looks like a path in `text`.
pub(super) fn places(text: &str) -> Places {
    let separator = |letter: char| {
        letter.is_whitespace() || matches!(letter, '"' | '\'' | '`' | '(' | ')' | '<' | '>' | '[' | ']' | '{' | '}' | ',' | ';' | '|')
    };
    let mut all = Places::default();
    // Who includes the file with the error comes behind it.
    let (behind, first): (Vec<&str>, Vec<&str>) = text.split_inclusive('\n').partition(|line| line.starts_with("In file included from "));
    for token in with_lines(&[first, behind].concat().concat()).split(separator) {
        let token = token.trim_end_matches(['.', ':', '!', '?']);
        let Some((place, is_path)) = place(token) else { continue };
        let (list, most) = if is_path { (&mut all.paths, MOST) } else { (&mut all.maybe, MAYBE) };
        if list.len() < most && !list.contains(&place) {
            list.push(place);
        }
    }
    // A question may be a name alone, with anything in it.
    let whole = text.trim();
    if whole.len() <= LONG && !whole.contains('\n') {
        let (path, line) = split_line(whole);
        let place = PathRef { path: path.trim_start_matches("./").to_owned(), line };
        let is_one =
            !path.contains(char::is_whitespace) && all.paths.is_empty() || path.contains('/') && path.contains(char::is_whitespace);
        if is_one && path.chars().any(char::is_alphanumeric) && !all.maybe.iter().chain(&all.paths).any(|other| *other == place) {
            all.maybe.insert(0, place);
        }
    }
    all
}

/// A question that is nothing but an odd path as lists write it, in double quotes, perhaps with lines. A plain one in quotes is a text that is looked for.
pub(super) fn odd_place(text: &str) -> Option<PathRef> {
    let (path, rest) = read_path(text.trim())?;
    let line = rest.strip_prefix(':').and_then(|rest| rest.split([':', '-']).next()?.parse().ok());
    let is_odd = shown_path(&path) == quoted_path(&path) && (rest.is_empty() || line.is_some());
    is_odd.then(|| PathRef { path: path.display().into_owned(), line })
}

/// The place that `token` is, and whether it is written like one.
fn place(token: &str) -> Option<(PathRef, bool)> {
    let (path, line) = split_line(token);
    // `file=a.ts`, and what a server puts behind a name.
    let path = path.rsplit_once('=').filter(|(key, _)| key.chars().all(char::is_alphanumeric)).map_or(path, |(_, path)| path);
    let path = path.split_once('?').filter(|(path, _)| has_extension(path)).map_or(path, |(path, _)| path);
    let path = match path.split_once("://") {
        // What a browser or a host of code has an address for: the host is no folder.
        Some((_, rest)) => &rest[rest.find('/')?..],
        // The library of a Dart package.
        None => path.strip_prefix("package:").and_then(|path| path.split_once('/')).map_or(path, |(_, path)| path),
    };
    let path = path.strip_prefix('/').filter(|path| path.as_bytes().get(1) == Some(&b':')).unwrap_or(path);
    // `a.R#30`: an issue of `owner/name#30` has no extension.
    let numbered = path.rsplit_once('#').filter(|(path, _)| has_extension(path));
    let numbered = numbered.and_then(|(path, line)| Some((path, line.parse::<u32>().ok()?)));
    let (path, line) = numbered.map_or((path, line), |(path, number)| (path, line.or(Some(number))));
    let bytes = path.as_bytes();
    let drive = bytes.len() > 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' && matches!(bytes[2], b'\\' | b'/');
    let path = if drive { &path[2..] } else { path };
    if !path.contains(char::is_alphanumeric) || path.len() > LONG || path.contains(':') {
        return None;
    }
    let path = path.replace('\\', "/");
    let path = path.trim_start_matches("./");
    let name = path.rsplit('/').next()?;
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let known = has_extension(name);
    let folders = path.trim_end_matches('/').matches('/').count();
    let spelled = !extension.is_empty() && folders > 0 && extension.len() <= 10 && extension.chars().all(char::is_alphanumeric);
    let address = token.contains("://");
    let is_path = known && (!address || line.is_some()) || !address && (spelled || folders >= 2 || (path.ends_with('/') && path.len() > 1));
    let may_be = !address && path.contains(['.', '/']) || line.is_some() && BARE.contains(&path.to_ascii_lowercase().as_str());
    (is_path || may_be).then(|| (PathRef { path: path.to_owned(), line }, is_path))
}

/// True for a name with an extension that makes it a file.
fn has_extension(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    !stem.is_empty() && EXTENSIONS.binary_search(&extension.to_ascii_lowercase().as_str()).is_ok()
}

/// Takes `:line` or `:line:column` off.
fn split_line(token: &str) -> (&str, Option<u32>) {
    let number = |text: &str| text.parse::<u32>().ok().filter(|line| *line > 0);
    let Some((before, last)) = token.rsplit_once(':') else { return (token, None) };
    let Some(last) = number(last) else { return (token, None) };
    match before.rsplit_once(':').and_then(|(path, line)| Some((path, number(line)?))) {
        Some((path, line)) => (path, Some(line)),
        None => (before, Some(last)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(path: &str, line: impl Into<Option<u32>>) -> PathRef {
        PathRef { path: path.into(), line: line.into() }
    }

    #[test]
    fn paths_with_lines_as_tools_write_them() {
        for (text, want) in [
            ("see src/a/b.rs:10:4, please", vec![path("src/a/b.rs", 10)]),
            ("in `lib\\x.py` or ./c.go?", vec![path("lib/x.py", None), path("c.go", None)]),
            ("File \"app/main.py\", line 3", vec![path("app/main.py", 3)]),
            ("src/t.c:130-140", vec![path("src/t.c", 130)]),
            ("src/t.c#L130-L140", vec![path("src/t.c", 130)]),
            ("https://github.com/o/r/blob/main/src/t.c#L130", vec![path("/o/r/blob/main/src/t.c", 130)]),
            ("_parse@http://localhost:5173/src/core/parse.ts:30:5", vec![path("/src/core/parse.ts", 30)]),
            ("e: file:///home/u/Tx.kt:150:5 Unresolved", vec![path("/home/u/Tx.kt", 150)]),
            ("src/p.ts(30,5): error TS2345: no", vec![path("src/p.ts", 30)]),
            ("[ERROR] /a/X.java:[1226,20] cannot find", vec![path("/a/X.java", 1226)]),
            ("./lib/h.bash: line 100: foo: command not found", vec![path("lib/h.bash", 100)]),
            ("Uncaught Error in /x/Model.php on line 705", vec![path("/x/Model.php", 705)]),
            ("src/t.c line 130", vec![path("src/t.c", 130)]),
            ("   at A.B() in C:\\src\\A.cs:line 3510", vec![path("/src/A.cs", 3510)]),
            ("/home/u/parse.ts\n  30:5  error  'x' is never used", vec![path("/home/u/parse.ts", 30)]),
            ("C:\\Users\\u\\redis\\src\\t.c:130", vec![path("/Users/u/redis/src/t.c", 130)]),
            ("#0 A.f (package:dio/src/dio_mixin.dart:520:7)", vec![path("src/dio_mixin.dart", 520)]),
            ("at run (http://localhost:5173/packages/run.ts?t=17:120:5)", vec![path("/packages/run.ts", 120)]),
            ("at async run (file:///C:/code/src/run.ts:120:5)", vec![path("/code/src/run.ts", 120)]),
            ("File \"src/gen.ml\", lines 50-52, characters 1-5", vec![path("src/gen.ml", 50)]),
            ("test/u.rb:120:in 'block (3 levels) in <top>': x", vec![path("test/u.rb", 120)]),
            ("4: across(x) at R/across.R#300", vec![path("R/across.R", 300)]),
            ("src/S.hs:(200,5)-(204,10): Non-exhaustive patterns", vec![path("src/S.hs", 200)]),
            ("[{file,\"lib/conn.ex\"},{line,440}]", vec![path("lib/conn.ex", 440)]),
            ("lua [string \"lazy/runner.lua\"]:60: x", vec![path("lazy/runner.lua", 60)]),
            ("::error file=src/run.ts,line=120,col=5::boom", vec![path("src/run.ts", 120)]),
            ("In file included from src/z.c:45:\nsrc/s.h:12:5: error: x", vec![path("src/s.h", 12), path("src/z.c", 45)]),
            ("read/write and/or client.send", vec![]),
            ("a/b/c", vec![path("a/b/c", None)]),
            ("src/", vec![path("src/", None)]),
            ("https://example.com/a.html std::io::Read e.g. 1.5", vec![]),
            ("x:0 :1 / ./ ..", vec![]),
            ("/* a comment */ a //= b", vec![]),
        ] {
            assert_eq!(places(text).paths, want, "{text:?}");
        }
    }

    #[test]
    fn what_may_be_a_path() {
        for (text, want) in [
            ("rack.gemspec", vec![path("rack.gemspec", None)]),
            (".mailmap:45", vec![path(".mailmap", 45)]),
            ("tests/unit", vec![path("tests/unit", None)]),
            ("src/Makefile:20", vec![path("src/Makefile", 20)]),
            ("Makefile", vec![path("Makefile", None)]),
            ("make[1]: *** [Makefile:120: all] Error 2", vec![path("Makefile", 120)]),
            ("owner/name#30", vec![path("owner/name#30", None)]),
            ("Tests/Test Plans/x.plan:3", vec![path("Tests/Test Plans/x.plan", 3), path("Tests/Test", None), path("Plans/x.plan", 3)]),
            ("what does client.send do", vec![path("client.send", None)]),
            ("std::io::Read", vec![path("std::io::Read", None)]),
            ("where is the retry", vec![]),
            ("src/a.rs", vec![path("src/a.rs", None)]),
            ("", vec![]),
        ] {
            let found = places(text);
            let all: Vec<PathRef> = found.maybe.into_iter().chain(found.paths).collect();
            assert_eq!(all, want, "{text:?}");
        }
    }
}
