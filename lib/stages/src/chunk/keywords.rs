//! Languages whose definitions are a keyword and a name at the beginning of a line. A row of [`RULES`] adds one.

use super::imports;
use super::marks::{Marks, name};

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
        heads: &[("(ns", "module"), ("(defn", "function"), ("(defn-", "function"), ("(defmacro", "macro"), ("(def", "constant"), ("(defmulti", "function"), ("(defmethod", "method"),
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
    Rules { word: "lisp", comments: &[";"], before: &[], ends: &[], imports: &[],
        heads: &[("(defun", "function"), ("(defmacro", "macro"), ("(defvar", "variable"), ("(defparameter", "variable"), ("(defconstant", "constant"), ("(defclass", "class"),
            ("(defmethod", "method"), ("(defgeneric", "function"), ("(defstruct", "struct"), ("(deftype", "type")] },
    Rules { word: "nim", comments: &["#"], before: &[], ends: &[], imports: &["import", "include", "from"],
        heads: &[("proc", "function"), ("func", "function"), ("method", "method"), ("iterator", "function"), ("template", "macro"), ("macro", "macro"), ("converter", "function")] },
    Rules { word: "ocamllex", comments: &["(*"], before: &["rec", "shortest"], ends: &[], imports: &["open"],
        heads: &[("rule", "function"), ("and", "function"), ("let", "function"), ("type", "type"), ("exception", "exception")] },
    Rules { word: "perl", comments: &["#", "=pod", "=head"], before: &["my", "async"], ends: &["}"], imports: &["use", "require"],
        heads: &[("sub", "function"), ("package", "module"), ("method", "method"), ("class", "class"), ("use constant", "constant")] },
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

/// Languages whose functions are often inside of blocks that are no definitions, or of other functions.
const NESTED: [&str; 1] = ["powershell"];
/// Scopes before a name of PowerShell.
const SCOPES: [&str; 4] = ["global", "script", "local", "private"];

/// Kinds that have members worth a look.
const CONTAINERS: [&str; 9] = ["module", "class", "contract", "interface", "library", "namespace", "trait", "object", "protocol"];

/// Words of the languages that are read here.
pub(super) fn languages() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rules| rules.word)
}

/// Marks the lines of a text in `lang`; `None` if that is not read here.
pub(super) fn read(marks: &mut Marks<'_, '_>, lang: &str) -> Option<()> {
    by_rules(marks, RULES.iter().find(|rules| rules.word == lang)?);
    Some(())
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
                imports::add(&mut marks.imports, "strings", &imports::Site { text, before: "", modules: &[] });
            } else {
                marks.imports.import(text.split_whitespace().next().unwrap_or_default().trim_end_matches([';', ':', ',']));
            }
        }
        // `function script:f`: the scope of a function of PowerShell.
        let whole = name(rest);
        let scope = whole
            .split_once(':')
            .filter(|(scope, _)| rules.word == "powershell" && SCOPES.iter().any(|known| known.eq_ignore_ascii_case(scope)));
        let whole = scope.map_or(whole, |(_, own)| own);
        match head {
            Some(kind) if whole.chars().any(char::is_alphanumeric) => {
                // What has no line that closes it goes to the next of its kind, whatever stands below it.
                let flat = kind == "module" && !body.ends_with('{');
                let at = if flat && !rules.ends.is_empty() { -1 } else { indent };
                let level = marks.level(at);
                let inside = marks.open.last().is_none_or(|open| CONTAINERS.contains(&open.1));
                // `let x = 1 in` is no definition of a module.
                let nested = NESTED.contains(&rules.word);
                if !nested && (!inside || (level == 1 && indent > 0)) || body.ends_with(" in") {
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
