//! Languages that are read line by line, without a grammar. Why each is here:
//!
//! * YAML, TOML, JSON, INI: only the upper keys matter, and a tree of every scalar of a megabyte of data would cost more than all else.
//! * Makefile, Dockerfile, CMake: rules, stages and functions begin at the beginning of a line.
//! * SQL: dialects differ so much that a grammar is in error on half of them, while statements begin on a line of their own in all.
//! * Perl, Julia, OCaml and those in [`RULES`]: the grammar is large (5 to 13 MB of tables), slow on bad input, or there is none, and a
//!   keyword with a name after it is how a definition begins.
//!
//! A definition ends where the next one of its level begins, or earlier where the line that closes it can be seen. What is inside of
//! definitions is not looked at.

use super::Options;
use super::imports;
use super::lines::Lines;
use super::outline::Outline;
use super::sections::{self, Mark};

/// How a language without a grammar is read.
struct Rules {
    word: &'static str,
    /// What begins a comment.
    comments: &'static [&'static str],
    /// Words that may stand before a keyword.
    before: &'static [&'static str],
    /// Keyword and kind.
    heads: &'static [(&'static str, &'static str)],
    /// How a line that closes a definition begins, at the indent of the definition. None: any line at that indent.
    ends: &'static [&'static str],
    /// Keywords of imports.
    imports: &'static [&'static str],
}

#[rustfmt::skip]
const RULES: &[Rules] = &[
    Rules { word: "clojure", comments: &[";"], before: &[], ends: &[], imports: &[],
        heads: &[("(defn", "function"), ("(defn-", "function"), ("(defmacro", "macro"), ("(def", "constant"), ("(defmulti", "function"), ("(defmethod", "method"),
            ("(defprotocol", "protocol"), ("(defrecord", "record"), ("(deftype", "type"), ("(deftest", "test")] },
    Rules { word: "elisp", comments: &[";"], before: &[], ends: &[], imports: &[],
        heads: &[("(defun", "function"), ("(defmacro", "macro"), ("(defvar", "variable"), ("(defcustom", "variable"), ("(defconst", "constant"), ("(cl-defun", "function"),
            ("(defsubst", "function"), ("(define-minor-mode", "function"), ("(cl-defmethod", "method"), ("(cl-defstruct", "struct")] },
    Rules { word: "fish", comments: &["#"], before: &[], ends: &["end"], imports: &["source"], heads: &[("function", "function")] },
    Rules { word: "fsharp", comments: &["//"], before: &["rec", "inline", "private", "internal", "mutable"], ends: &[], imports: &["open"],
        heads: &[("let", "function"), ("type", "type"), ("module", "module"), ("and", "type"), ("exception", "exception")] },
    Rules { word: "gdscript", comments: &["#", "@"], before: &["static"], ends: &[], imports: &[],
        heads: &[("func", "function"), ("class", "class"), ("const", "constant"), ("enum", "enum"), ("signal", "signal")] },
    Rules { word: "graphql", comments: &["#", "\""], before: &["extend"], ends: &["}"], imports: &[],
        heads: &[("type", "type"), ("interface", "interface"), ("input", "type"), ("enum", "enum"), ("union", "union"), ("scalar", "type"), ("query", "query"),
            ("mutation", "mutation"), ("subscription", "subscription"), ("fragment", "fragment"), ("directive", "directive")] },
    Rules { word: "groovy", comments: &["//", "/*", "*", "@"], before: &["private", "public", "protected", "static", "final", "abstract"], ends: &["}"], imports: &["import"],
        heads: &[("class", "class"), ("interface", "interface"), ("trait", "trait"), ("enum", "enum"), ("def", "function"), ("void", "function"), ("task", "function")] },
    Rules { word: "julia", comments: &["#", "\"\"\"", "@inline"], before: &["mutable", "abstract", "primitive", "@inline", "@noinline", "Base.@kwdef", "@kwdef"], ends: &["end"],
        imports: &["using", "import"], heads: &[("function", "function"), ("macro", "macro"), ("struct", "struct"), ("type", "type"), ("module", "module"), ("baremodule", "module"),
            ("const", "constant")] },
    Rules { word: "lisp", comments: &[";"], before: &[], ends: &[], imports: &[],
        heads: &[("(defun", "function"), ("(defmacro", "macro"), ("(defvar", "variable"), ("(defparameter", "variable"), ("(defconstant", "constant"), ("(defclass", "class"),
            ("(defmethod", "method"), ("(defgeneric", "function"), ("(defstruct", "struct"), ("(deftype", "type")] },
    Rules { word: "nim", comments: &["#"], before: &[], ends: &[], imports: &["import", "include", "from"],
        heads: &[("proc", "function"), ("func", "function"), ("method", "method"), ("iterator", "function"), ("template", "macro"), ("macro", "macro"), ("converter", "function")] },
    Rules { word: "ocaml", comments: &["(*", "[@"], before: &["rec", "nonrec", "type", "mutable", "virtual"], ends: &[], imports: &["open", "include"],
        heads: &[("let", "function"), ("and", "function"), ("type", "type"), ("module", "module"), ("class", "class"), ("exception", "exception"), ("val", "function"),
            ("external", "function")] },
    Rules { word: "perl", comments: &["#", "=pod", "=head"], before: &["my", "async"], ends: &["}"], imports: &["use", "require"],
        heads: &[("sub", "function"), ("package", "module"), ("method", "method"), ("class", "class")] },
    Rules { word: "powershell", comments: &["#", "["], before: &[], ends: &["}"], imports: &[".", "Import-Module"],
        heads: &[("function", "function"), ("Function", "function"), ("filter", "function"), ("class", "class"), ("enum", "enum")] },
    Rules { word: "prisma", comments: &["//"], before: &[], ends: &["}"], imports: &[], heads: &[("model", "model"), ("enum", "enum"), ("type", "type"), ("view", "view")] },
    Rules { word: "racket", comments: &[";"], before: &[], ends: &[], imports: &[],
        heads: &[("(define", "function"), ("(define-syntax", "macro"), ("(define-syntax-rule", "macro"), ("(struct", "struct"), ("(define-struct", "struct")] },
    Rules { word: "scheme", comments: &[";"], before: &[], ends: &[], imports: &[],
        heads: &[("(define", "function"), ("(define-syntax", "macro"), ("(define-record-type", "record"), ("(define-public", "function")] },
    Rules { word: "solidity", comments: &["//", "/*", "*"], before: &["abstract"], ends: &["}"], imports: &["import"],
        heads: &[("contract", "contract"), ("interface", "interface"), ("library", "library"), ("function", "function"), ("modifier", "function"), ("event", "event"),
            ("struct", "struct"), ("enum", "enum"), ("error", "error")] },
    Rules { word: "tcl", comments: &["#"], before: &[], ends: &["}"], imports: &["source"], heads: &[("proc", "function"), ("namespace eval", "namespace")] },
    Rules { word: "thrift", comments: &["//", "/*", "*", "#"], before: &[], ends: &["}"], imports: &["include"],
        heads: &[("struct", "struct"), ("service", "service"), ("enum", "enum"), ("union", "union"), ("exception", "exception"), ("typedef", "type")] },
    Rules { word: "vim", comments: &["\""], before: &[], ends: &["endfunction", "endfunc", "enddef", "endf"], imports: &["source", "runtime"],
        heads: &[("function", "function"), ("function!", "function"), ("func", "function"), ("func!", "function"), ("fu!", "function"), ("def", "function"), ("command!", "command")] },
];

/// Kinds that have members worth a look.
const CONTAINERS: [&str; 9] = ["module", "class", "contract", "interface", "library", "namespace", "trait", "object", "protocol"];

/// Deepest level.
const DEEP: usize = 4;
/// Longest name of a key.
const SHORT: usize = 48;

type Reader = fn(&mut Marks<'_, '_>);

const READERS: &[(&str, Reader)] = &[
    ("cmake", cmake),
    ("dockerfile", dockerfile),
    ("ini", tables),
    ("json", json),
    ("makefile", makefile),
    ("sql", sql),
    ("toml", tables),
    ("yaml", yaml),
];

/// Words of the languages that are read here.
pub(super) fn languages() -> impl Iterator<Item = &'static str> {
    READERS.iter().map(|(word, _)| *word).chain(RULES.iter().map(|rules| rules.word))
}

/// The outline of a text in `lang`; `None` if that is not read here.
pub(super) fn outline(lang: &str, lines: &Lines<'_>, options: &Options) -> Option<Outline> {
    let mut marks = Marks { lines, marks: Vec::new(), imports: Outline::default(), comments: &["#"], open: Vec::new() };
    if let Some((_, read)) = READERS.iter().find(|(word, _)| *word == lang) {
        read(&mut marks);
    } else {
        by_rules(&mut marks, RULES.iter().find(|rules| rules.word == lang)?);
    }
    let data = matches!(lang, "ini" | "json" | "toml" | "yaml");
    let outline = sections::outline(lines, marks.marks, &[], if data { "lines" } else { "code" }, options);
    Some(Outline { imports: marks.imports.imports, ..outline })
}

/// What a reader fills.
struct Marks<'m, 't> {
    lines: &'m Lines<'t>,
    marks: Vec<Mark>,
    imports: Outline,
    comments: &'static [&'static str],
    /// Indents of what is open, with kinds.
    open: Vec<(isize, &'static str)>,
}

impl<'t> Marks<'_, 't> {
    /// A line without its end, and its indent.
    fn line(&self, line: usize) -> (&'t str, isize) {
        let text = self.lines.text[self.lines.start(line)..self.lines.start(line + 1)].trim_end();
        let body = text.trim_start();
        (body, (text.len() - body.len()) as isize)
    }

    /// Something begins on `line`, with the comments before it.
    fn begin(&mut self, line: usize, level: usize, kind: &'static str, name: &str, hidden: bool) {
        let mut start = line;
        let least = self.marks.last().map_or(0, |mark| mark.line + 1);
        while start > least && self.comments.iter().any(|mark| self.line(start - 1).0.starts_with(mark)) {
            start -= 1;
        }
        let name: String = name.chars().take(200).collect();
        self.marks.push(Mark { start, line, level: level.min(DEEP), name, kind, hidden });
    }

    /// What is open on `level` and deeper ends before `line`.
    fn end(&mut self, line: usize, level: usize) {
        let last = self.marks.last();
        if last.is_some_and(|mark| mark.line < line && mark.level >= level.min(DEEP) && !(mark.name.is_empty() && mark.level == level)) {
            let mut start = line;
            let least = self.marks.last().map_or(0, |mark| mark.line + 1);
            while start > least && self.comments.iter().any(|mark| self.line(start - 1).0.starts_with(mark)) {
                start -= 1;
            }
            self.marks.push(Mark { start, line, level: level.min(DEEP), name: String::new(), kind: "", hidden: false });
        }
    }

    /// The level of something at `indent`: what is open there or deeper is so no longer.
    fn level(&mut self, indent: isize) -> usize {
        while self.open.last().is_some_and(|open| open.0 >= indent) {
            self.open.pop();
        }
        self.open.len() + 1
    }
}

/// The name at the beginning of a text.
fn name(text: &str) -> &str {
    let text = text.trim_start_matches([' ', '\t', '(', '"', '\'', '\\']);
    let end = text.find(|char: char| !(char.is_alphanumeric() || "_.:$!?'*/<>=+-@#%".contains(char))).unwrap_or(text.len());
    text[..end].trim_end_matches([':', '=', '.', '"', '\''])
}

fn by_rules(marks: &mut Marks<'_, '_>, rules: &'static Rules) {
    marks.comments = rules.comments;
    let mut close = None;
    for line in 0..marks.lines.len() {
        if let Some(level) = close.take() {
            marks.end(line, level);
        }
        let (body, indent) = marks.line(line);
        if body.is_empty()
            || rules.comments.iter().any(|mark| body.starts_with(mark)) && !rules.before.iter().any(|word| body.starts_with(word))
        {
            continue;
        }
        // A closing line ends what began at its indent.
        let open = marks.open.last().copied();
        if open.is_some_and(|open| open.0 == indent) && rules.ends.iter().any(|end| body.starts_with(end)) {
            close = Some(marks.level(indent));
            continue;
        }
        let mut rest = body;
        let (first, head) = loop {
            let (word, after) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
            let head = rules
                .heads
                .iter()
                .find(|(head, _)| *head == word || rest.strip_prefix(head).is_some_and(|tail| head.contains(' ') && tail.starts_with(' ')));
            match head {
                Some((head, kind)) => {
                    rest = rest[head.len()..].trim_start();
                    // `let rec f`, `module type S`
                    while let Some((_, after)) = rest.split_once(' ').filter(|(word, _)| rules.before.contains(word)) {
                        rest = after.trim_start();
                    }
                    break (*head, Some(*kind));
                }
                None if rules.before.contains(&word) => rest = after.trim_start(),
                None => break (word, None),
            }
        };
        if rules.imports.contains(&first) && indent == 0 {
            let text = body[first.len()..].trim();
            if text.starts_with(['"', '\'']) {
                imports::add(&mut marks.imports, "strings", text);
            } else {
                marks.imports.import(text.split_whitespace().next().unwrap_or_default().trim_end_matches([';', ':', ',']));
            }
        }
        let whole = name(rest);
        match head {
            Some(kind) if whole.chars().any(char::is_alphanumeric) => {
                // What has no line that closes it goes to the next of its kind, whatever stands below it.
                let flat = kind == "module" && !body.ends_with('{');
                let at = if flat && !rules.ends.is_empty() { -1 } else { indent };
                let level = marks.level(at);
                let inside = marks.open.last().is_none_or(|open| CONTAINERS.contains(&open.1));
                // `let x = 1 in` is no definition of a module.
                if !inside || (level == 1 && indent > 0) || body.ends_with(" in") {
                    continue;
                }
                let kind = if kind == "function" && marks.open.last().is_some_and(|open| open.1 == "class" || open.1 == "contract") {
                    "method"
                } else {
                    kind
                };
                marks.begin(line, level, kind, whole, false);
                let closed =
                    kind == "constant" || body.ends_with(';') || (body.ends_with('}') && body.contains('{')) || body.ends_with(" end");
                if !rules.ends.is_empty() && closed && !flat {
                    close = Some(level);
                } else {
                    marks.open.push((at, kind));
                }
            }
            _ if rules.ends.is_empty() && open.is_some_and(|open| open.0 >= indent) && !body.starts_with(['}', ')', ']', '|']) => {
                let level = marks.level(indent);
                marks.end(line, level);
            }
            _ => {}
        }
    }
}

/// `[table]`s of TOML and INI.
fn tables(marks: &mut Marks<'_, '_>) {
    marks.comments = &["#", ";"];
    let mut quoted = None;
    for line in 0..marks.lines.len() {
        let (body, _) = marks.line(line);
        // Strings over several lines hide what looks like a table.
        if let Some(quote) = quoted {
            quoted = (!body.contains(quote)).then_some(quote);
            continue;
        }
        quoted = ["\"\"\"", "'''"].into_iter().find(|quote| body.matches(quote).count() % 2 == 1);
        let inside = body.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(name, _)| name.trim_matches(['[', ' ']));
        if let Some(name) = inside.filter(|name| !name.is_empty() && !name.contains([',', '=']) && body.len() < 200) {
            let short = if name.chars().count() <= SHORT { name } else { "" };
            if short.is_empty() { marks.end(line, 1) } else { marks.begin(line, 1, "table", short, true) }
        }
    }
}

/// Keys of YAML that hold something over several lines.
fn yaml(marks: &mut Marks<'_, '_>) {
    // Indent of a key whose block of text is being passed.
    let mut block: Option<isize> = None;
    for line in 0..marks.lines.len() {
        let (body, indent) = marks.line(line);
        if body.is_empty() || body.starts_with('#') {
            continue;
        }
        if block.take_if(|key| indent <= *key).is_none() && block.is_some() {
            continue;
        }
        if indent == 0 && (body == "---" || body.starts_with("--- ") || body == "...") {
            marks.open.clear();
            marks.end(line, 1);
            continue;
        }
        let (key, value) = match body.split_once(": ") {
            Some((key, value)) => (key, value.trim()),
            None => match body.strip_suffix(':') {
                Some(key) => (key, ""),
                None => continue,
            },
        };
        let value = value.split(" #").next().unwrap_or_default().trim();
        let text = value.starts_with(['|', '>']);
        if text {
            block = Some(indent);
        }
        if body.starts_with("- ") {
            continue;
        }
        let key = key.trim_matches(['"', '\'']);
        let level = marks.level(indent);
        if level > 2 {
            continue;
        }
        let holds = value.is_empty() || text || value.starts_with('&');
        if holds && !key.is_empty() && key.chars().count() <= SHORT && !key.contains(['{', '[', ',']) {
            marks.begin(line, level, "key", key, true);
            marks.open.push((indent, "key"));
        } else {
            marks.end(line, level);
        }
    }
}

/// Keys of JSON that hold objects and lists, where each has a line of its own.
fn json(marks: &mut Marks<'_, '_>) {
    marks.comments = &["//"];
    let mut depth = 0usize;
    let mut comment = false;
    for line in 0..marks.lines.len() {
        let (body, _) = marks.line(line);
        let at = depth;
        // One pass over the line, strings passed over.
        let bytes = body.as_bytes();
        let (mut place, mut key) = (0, None);
        while place < bytes.len() {
            if comment {
                comment = !bytes[place..].starts_with(b"*/");
                place += 1;
                continue;
            }
            match bytes[place] {
                b'"' => {
                    let from = place + 1;
                    place = from;
                    while place < bytes.len() && bytes[place] != b'"' {
                        place += if bytes[place] == b'\\' { 2 } else { 1 };
                    }
                    if from == 1 && body[place.min(bytes.len())..].trim_start_matches('"').trim_start().starts_with(':') {
                        key = body.get(from..place);
                    }
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                b'/' if bytes[place..].starts_with(b"//") => break,
                b'/' if bytes[place..].starts_with(b"/*") => comment = true,
                _ => {}
            }
            place += 1;
        }
        if let Some(key) = key.filter(|_| (1..=2).contains(&at)) {
            // A list of thousands of keys on the second level says nothing; those that fit end in their parent anyway.
            if depth > at && !key.is_empty() && key.chars().count() <= SHORT {
                marks.begin(line, at, "key", key, true);
            } else {
                marks.end(line, at);
            }
        }
    }
}

/// Rules with their recipes, and macros.
fn makefile(marks: &mut Marks<'_, '_>) {
    let (mut joined, mut define) = (false, false);
    for line in 0..marks.lines.len() {
        let (body, _) = marks.line(line);
        let raw = &marks.lines.text[marks.lines.start(line)..marks.lines.start(line + 1)];
        let goes_on = std::mem::replace(&mut joined, body.ends_with('\\'));
        if define {
            define = !body.starts_with("endef");
            continue;
        }
        if goes_on || body.is_empty() || body.starts_with('#') || raw.starts_with('\t') {
            continue;
        }
        if let Some(rest) = body.strip_prefix("define ") {
            marks.begin(line, 1, "macro", name(rest), false);
            define = true;
            continue;
        }
        for word in ["include ", "-include ", "sinclude "] {
            if let Some(rest) = body.strip_prefix(word) {
                rest.split_whitespace().filter(|file| !file.contains('$')).for_each(|file| marks.imports.import(file));
            }
        }
        let target =
            body.find(':').filter(|place| !body[..*place].contains('=') && !body[*place + 1..].trim_start_matches(':').starts_with('='));
        match target.map(|place| body[..place].split_whitespace().next().unwrap_or_default()) {
            Some(target) if !target.is_empty() && !target.starts_with('.') && !raw.starts_with(' ') => {
                marks.begin(line, 1, "target", target, false);
            }
            _ if ["if", "else", "endif"].iter().any(|word| body.starts_with(word)) => {}
            _ => marks.end(line, 1),
        }
    }
}

/// Stages.
fn dockerfile(marks: &mut Marks<'_, '_>) {
    let mut joined = false;
    for line in 0..marks.lines.len() {
        let (body, _) = marks.line(line);
        if std::mem::replace(&mut joined, body.ends_with('\\')) || !body.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("from ")) {
            continue;
        }
        let words: Vec<&str> = body.split_whitespace().skip(1).filter(|word| !word.starts_with("--")).collect();
        let stage = match words[..] {
            [image, word, stage, ..] if word.eq_ignore_ascii_case("as") => {
                marks.imports.import(image);
                stage
            }
            [image, ..] => image,
            [] => continue,
        };
        marks.begin(line, 1, "stage", stage, false);
    }
}

/// Functions, macros and targets.
fn cmake(marks: &mut Marks<'_, '_>) {
    let mut inside = false;
    let mut close = false;
    for line in 0..marks.lines.len() {
        if std::mem::take(&mut close) {
            marks.end(line, 1);
        }
        let (body, indent) = marks.line(line);
        let Some((command, rest)) = body.split_once('(').filter(|_| !body.starts_with('#')) else { continue };
        let command = command.trim().to_ascii_lowercase();
        if command == "endfunction" || command == "endmacro" {
            (inside, close) = (false, true);
        }
        if inside || close {
            continue;
        }
        let first = rest.split([' ', ')', '\t']).next().unwrap_or_default().trim_matches('"');
        let kind = match &*command {
            "function" => "function",
            "macro" => "macro",
            "project" => "project",
            "add_executable" | "add_library" | "add_custom_target" => "target",
            "include" | "add_subdirectory" => {
                marks.imports.import(first);
                ""
            }
            _ => "",
        };
        inside = matches!(kind, "function" | "macro");
        if !kind.is_empty() && !first.is_empty() {
            marks.begin(line, 1, kind, first, false);
        } else if indent == 0 {
            marks.end(line, 1);
        }
    }
}

/// Statements; those that create something have its name.
fn sql(marks: &mut Marks<'_, '_>) {
    const KINDS: [&str; 17] = [
        "table",
        "view",
        "function",
        "procedure",
        "trigger",
        "index",
        "type",
        "schema",
        "sequence",
        "database",
        "policy",
        "domain",
        "package",
        "aggregate",
        "proc",
        "event",
        "macro",
    ];
    const STATEMENTS: [&str; 24] = [
        "select",
        "insert",
        "update",
        "delete",
        "alter",
        "drop",
        "grant",
        "revoke",
        "set",
        "with",
        "comment",
        "truncate",
        "copy",
        "use",
        "go",
        "delimiter",
        "merge",
        "call",
        "analyze",
        "begin;",
        "commit;",
        "explain",
        "create",
        "do",
    ];
    marks.comments = &["--", "#"];
    // The tag of the `$tag$` that is open; in a comment; in a routine whose body is between BEGIN and END.
    let (mut dollar, mut comment): (Option<String>, bool) = (None, false);
    for line in 0..marks.lines.len() {
        let (body, indent) = marks.line(line);
        if comment || body.starts_with("/*") {
            comment = !body.contains("*/");
            continue;
        }
        let hidden = dollar.is_some();
        let mut rest = body.split("--").next().unwrap_or_default();
        while let Some(place) = rest.find('$') {
            let tail = &rest[place..];
            let tag = tail[1..]
                .find('$')
                .map(|end| &tail[..end + 2])
                .filter(|tag| tag[1..tag.len() - 1].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'));
            let Some(tag) = tag else {
                rest = &tail[1..];
                continue;
            };
            match &dollar {
                Some(open) if open == tag => dollar = None,
                Some(_) => {
                    rest = &tail[1..];
                    continue;
                }
                None => dollar = Some(tag.to_owned()),
            }
            rest = &tail[tag.len()..];
        }
        if hidden || indent > 0 {
            continue;
        }
        let lower = |word: &str| word.to_ascii_lowercase();
        let mut words = body.split_whitespace();
        let first = lower(words.next().unwrap_or_default());
        if !STATEMENTS.contains(&first.as_str()) {
            continue;
        }
        let kind = if first == "create" {
            words.by_ref().take(8).find_map(|word| KINDS.into_iter().find(|kind| *kind == lower(word)))
        } else {
            None
        };
        const SKIP: [&str; 6] = ["if", "not", "exists", "concurrently", "body", "only"];
        let named = words.find(|word| !SKIP.contains(&lower(word).as_str())).map(|word| word.split(['(', ';']).next().unwrap_or_default());
        let named = named.and_then(|name| name.rsplit('.').next()).map(|name| name.trim_matches(['"', '`', '[', ']', '\'']));
        match (kind, named) {
            (Some(kind), Some(name)) if !name.is_empty() => {
                marks.begin(line, 1, if kind == "proc" { "procedure" } else { kind }, name, false);
            }
            _ => marks.end(line, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(lang: &str, text: &str) -> (Vec<String>, Vec<String>) {
        let outline = outline(lang, &Lines::new(text), &Options { max_chars: 20, min_chars: 1 }).expect("a reader");
        let names =
            outline.defs.iter().enumerate().map(|(at, def)| {
                format!("{} {} {}-{}", def.kind, outline.breadcrumb(Some(at)).join("/"), def.lines.0 + 1, def.lines.1 + 1)
            });
        (names.collect(), outline.imports.clone())
    }

    #[test]
    fn every_reader_finds_its_marks() {
        let cases: &[(&str, &str, &[&str], &[&str])] = &[
            (
                "yaml",
                "name: x\n# Doc\non:\n  push:\n    a: 1\njobs:\n  build:\n    run: |\n      evil:\n        x: 1\n  test:\n    - a: 1\nlast: 1\n---\ntwo:\n  b: 1\n",
                &["key on 3-5", "key on/push 4-5", "key jobs 6-12", "key jobs/build 7-10", "key jobs/test 11-12", "key two 15-16"],
                &[],
            ),
            ("toml", "a = 1\n[b]\nc = \"\"\"\n[no]\n\"\"\"\n\n# Doc\n[[d.e]]\nf = [\n  1,\n]\n", &["table b 2-5", "table d.e 8-11"], &[]),
            ("ini", "; Doc\n[core]\na = 1\n[remote \"x\"]\n", &["table core 2-3", "table remote \"x\" 4-4"], &[]),
            (
                "json",
                "{\n  \"a\": 1,\n  \"b\": {\n    \"c}\": [\n      1\n    ],\n    \"d\": 2\n  },\n  \"e\": \"{[\"\n}\n",
                &["key b 3-8", "key b/c} 4-6"],
                &[],
            ),
            (
                "makefile",
                "include a.mk\nCC := gcc\n.PHONY: all\n# Doc\nall: a.o b.o\n\tcc $^\n\nX = 1\n%.o: %.c\n\tcc\ndefine twice\nall: no\nendef\n",
                &["target all 5-6", "target %.o 9-10", "macro twice 11-13"],
                &["a.mk"],
            ),
            (
                "dockerfile",
                "ARG V\nFROM rust:1 AS build\nRUN a \\\n  from b\nfrom debian\n",
                &["stage build 2-4", "stage debian 5-5"],
                &["rust:1"],
            ),
            (
                "cmake",
                "project(shop)\nset(A 1)\n# Doc\nfunction(add_it name)\n  set(B 2)\nendfunction()\nadd_library(shop a.c\n  b.c)\ninclude(x.cmake)\n",
                &["project shop 1-1", "function add_it 4-6", "target shop 7-8"],
                &["x.cmake"],
            ),
            (
                "sql",
                "-- Doc\nCREATE TABLE IF NOT EXISTS shop.orders (\n  id INT\n);\nSELECT 1;\ncreate or replace function \"f\"() returns int as $$\nselect 1;\n$$ language sql;\nCREATE PROCEDURE tidy()\nBEGIN\n  SELECT 1;\nEND;\nCREATE UNIQUE INDEX i ON orders (id);\n",
                &["table orders 2-4", "function f 6-8", "procedure tidy 9-12", "index i 13-13"],
                &[],
            ),
            (
                "perl",
                "use Foo::Bar qw(a);\npackage Shop::Cart;\n# Doc\nsub add {\n  my $x = sub { 1 };\n}\nour $x = 1;\nsub one { 1 }\npackage main;\n",
                &["module Shop::Cart 2-8", "function Shop::Cart/add 4-6", "function Shop::Cart/one 8-8", "module main 9-9"],
                &["Foo::Bar"],
            ),
            (
                "julia",
                "module Shop\nusing Dates\nstruct Cart\n  n::Int\nend\n# Doc\nfunction add(x)\n  function inner()\n  end\nend\nconst LIMIT = 3\nend\n",
                &["module Shop 1-12", "struct Shop/Cart 3-5", "function Shop/add 7-10", "constant Shop/LIMIT 11-11"],
                &["Dates"],
            ),
            (
                "ocaml",
                "open Base\n(* Doc *)\nlet rec add x =\n  let y = 1 in\n  x + y\n\nmodule Cart = struct\n  type t = int\n  let make () =\n    1\nend\nlet () = run ()\nlet last = 1\n",
                &["function add 3-5", "module Cart 7-10", "type Cart/t 8-8", "function Cart/make 9-10", "function last 13-13"],
                &["Base"],
            ),
            (
                "clojure",
                "(ns a)\n; Doc\n(defn add [x]\n  (def no 1))\n(println 1)\n(defmethod area :a [x] 1)\n",
                &["function add 3-4", "method area 6-6"],
                &[],
            ),
            (
                "solidity",
                "import \"./a.sol\";\ncontract Shop is B {\n    // Doc\n    function buy(uint a) public {\n        x();\n    }\n    event Sold(uint a);\n}\n",
                &["contract Shop 2-8", "method Shop/buy 4-6", "event Shop/Sold 7-7"],
                &["./a.sol"],
            ),
            (
                "graphql",
                "\"Doc\"\ntype A {\n  b: Int\n}\nextend type B { c: Int }\nscalar D\n",
                &["type A 2-4", "type B 5-5", "type D 6-6"],
                &[],
            ),
            ("powershell", "function Get-It {\n  1\n}\nGet-It\n", &["function Get-It 1-3"], &[]),
        ];
        for (lang, text, names, imports) in cases {
            let (found, words) = found(lang, text);
            assert_eq!(
                (found, words),
                (names.iter().map(|name| (*name).to_owned()).collect(), imports.iter().map(|word| (*word).to_owned()).collect()),
                "{lang}"
            );
        }
    }
}
