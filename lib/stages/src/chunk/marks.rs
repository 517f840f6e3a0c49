//! Languages that are read line by line, without a grammar. Why each is here:
//!
//! * YAML, TOML, JSON, INI: only the upper keys matter, and a tree of every scalar of a megabyte of data would cost more than all else. Those of the first two levels
//!   are definitions, at most 200 a file, and none of those that are in lists.
//! * Makefile, Dockerfile, CMake (in `builds.rs`): rules, stages and functions begin at the beginning of a line.
//! * SQL: dialects differ so much that a grammar is in error on half of them, while statements begin on a line of their own in all.
//! * Those in `keywords.rs`: there is no grammar that is kept up, or none that links, and a keyword with a name after it is how a definition
//!   begins.
//!
//! A definition ends where the next one of its level begins, or earlier where the line that closes it can be seen. What is inside of
//! definitions is not looked at.

use std::collections::BTreeSet;

use super::Options;
use super::builds;
use super::keywords;
use super::lines::Lines;
use super::outline::Outline;
use super::sections::{self, Mark};
use super::shell;
use super::sql;

/// Deepest level.
const DEEP: usize = 4;
/// Longest name of a key.
const SHORT: usize = 48;
/// Most keys of one file that are definitions.
const KEYS: usize = 200;

type Reader = fn(&mut Marks<'_, '_>);

const READERS: &[(&str, Reader)] = &[
    ("cmake", builds::cmake),
    ("dockerfile", builds::dockerfile),
    ("ini", tables),
    ("json", json),
    ("makefile", builds::makefile),
    ("sql", sql::read),
    ("toml", tables),
    ("yaml", yaml),
];

/// Words of the languages that are read here.
pub(super) fn languages() -> impl Iterator<Item = &'static str> {
    READERS.iter().map(|(word, _)| *word).chain(keywords::languages())
}

/// The outline of a text in `lang`; `None` if that is not read here.
pub(super) fn outline(lang: &str, lines: &Lines<'_>, options: &Options) -> Option<Outline> {
    let mut marks = Marks::new(lines);
    if let Some((_, read)) = READERS.iter().find(|(word, _)| *word == lang) {
        read(&mut marks);
    } else {
        keywords::read(&mut marks, lang)?;
    }
    let data = matches!(lang, "ini" | "json" | "toml" | "yaml");
    // Stable: of one line, what begins or ends there comes first.
    marks.marks.append(&mut marks.keys);
    marks.marks.sort_by_key(|mark| mark.line);
    let outline = sections::outline(lines, marks.marks, &[], if data { "lines" } else { "code" }, options);
    Some(Outline { imports: marks.imports.imports, ..outline })
}

/// The functions of a shell script that the grammar of its language cannot read.
pub(super) fn shell(lines: &Lines<'_>, options: &Options) -> Outline {
    let mut marks = Marks::new(lines);
    shell::read(&mut marks);
    sections::outline(lines, marks.marks, &[], "code", options)
}

/// What a reader fills.
pub(super) struct Marks<'m, 't> {
    pub lines: &'m Lines<'t>,
    marks: Vec<Mark>,
    /// Keys that hold one value; they are no marks to cut at.
    keys: Vec<Mark>,
    /// How many keys may be definitions yet.
    room: usize,
    pub imports: Outline,
    pub comments: &'static [&'static str],
    /// Indents of what is open, with kinds.
    pub open: Vec<(isize, &'static str)>,
}

impl<'m, 't> Marks<'m, 't> {
    fn new(lines: &'m Lines<'t>) -> Marks<'m, 't> {
        Marks { lines, marks: Vec::new(), keys: Vec::new(), room: KEYS, imports: Outline::default(), comments: &["#"], open: Vec::new() }
    }

    /// A line without its end, and its indent.
    pub fn line(&self, line: usize) -> (&'t str, isize) {
        let text = self.lines.text[self.lines.start(line)..self.lines.start(line + 1)].trim_end();
        let body = text.trim_start();
        (body, (text.len() - body.len()) as isize)
    }

    /// Something begins on `line`, with the comments before it.
    pub fn begin(&mut self, line: usize, level: usize, kind: &'static str, name: &str, hidden: bool) {
        let mut start = line;
        let least = self.marks.last().map_or(0, |mark| mark.line + 1);
        while start > least && self.comments.iter().any(|mark| self.line(start - 1).0.starts_with(mark)) {
            start -= 1;
        }
        let name: String = name.chars().take(200).collect();
        self.marks.push(Mark { start, line, level: level.min(DEEP), name, kind, hidden, part: false });
    }

    /// A key that holds something over several lines; one too many, or of a list, is in breadcrumbs only.
    fn holder(&mut self, line: usize, level: usize, name: &str, is_listed: bool) {
        let hidden = is_listed || self.room == 0;
        self.room -= usize::from(!hidden);
        self.begin(line, level, "key", name, hidden);
    }

    /// A key that holds one value.
    fn key(&mut self, line: usize, level: usize, name: &str) {
        let name = name.trim_matches(['"', '\'']);
        let is_name =
            !name.is_empty() && name.len() <= SHORT && !name.contains(['{', '[', '(', '<', '>', '$', '"', '\\', '=', ',', '/', ':']);
        if is_name && level <= 2 && self.room > 0 {
            self.room -= 1;
            self.keys.push(Mark { start: line, line, level, name: name.to_owned(), kind: "key", hidden: false, part: true });
        }
    }

    /// What is open on `level` and deeper ends before `line`.
    pub fn end(&mut self, line: usize, level: usize) {
        let last = self.marks.last();
        if last.is_some_and(|mark| mark.line < line && mark.level >= level.min(DEEP) && !(mark.name.is_empty() && mark.level == level)) {
            let mut start = line;
            let least = self.marks.last().map_or(0, |mark| mark.line + 1);
            while start > least && self.comments.iter().any(|mark| self.line(start - 1).0.starts_with(mark)) {
                start -= 1;
            }
            self.marks.push(Mark { start, line, level: level.min(DEEP), name: String::new(), kind: "", hidden: false, part: false });
        }
    }

    /// The level of something at `indent`: what is open there or deeper is so no longer.
    pub fn level(&mut self, indent: isize) -> usize {
        while self.open.last().is_some_and(|open| open.0 >= indent) {
            self.open.pop();
        }
        self.open.len() + 1
    }
}

/// The name at the beginning of a text.
pub(super) fn name(text: &str) -> &str {
    let text = text.trim_start_matches([' ', '\t', '(', '"', '\'', '\\']);
    let end = text.find(|char: char| !(char.is_alphanumeric() || "_.:$!?'*/<>=+-@#%".contains(char))).unwrap_or(text.len());
    text[..end].trim_end_matches([':', '=', '.', '"', '\''])
}

/// `[table]`s of TOML and INI, and the keys in them.
fn tables(marks: &mut Marks<'_, '_>) {
    marks.comments = &["#", ";"];
    let (mut quoted, mut depth, mut is_in, mut is_listed) = (None, 0usize, false, false);
    let mut lists: BTreeSet<&str> = BTreeSet::new();
    for line in 0..marks.lines.len() {
        let (body, indent) = marks.line(line);
        // Strings over several lines hide what looks like a table.
        if let Some(quote) = quoted {
            quoted = (!body.contains(quote)).then_some(quote);
            continue;
        }
        quoted = ["\"\"\"", "'''"].into_iter().find(|quote| body.matches(quote).count() % 2 == 1);
        let inside = body.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(name, _)| name.trim_matches(['[', ' ']));
        if let Some(name) = inside.filter(|name| depth == 0 && !name.is_empty() && !name.contains([',', '=']) && body.len() < 200) {
            let short = if name.chars().count() <= SHORT { name } else { "" };
            // Of a list of tables the first stands for all.
            is_listed = body.starts_with("[[") && !lists.insert(short);
            is_in = true;
            if short.is_empty() {
                marks.end(line, 1)
            } else {
                marks.holder(line, 1, short, is_listed)
            }
            continue;
        }
        let value = body.split_once(['=', ':']).filter(|_| !body.starts_with(['#', ';', '!', '[', '{']));
        if let Some((key, value)) =
            value.filter(|(key, value)| depth == 0 && !is_listed && !value.starts_with(['=', ':']) && !key.trim().contains(' '))
            && (indent == 0 || is_in)
        {
            marks.key(line, 1 + usize::from(is_in), key.trim());
            // A value over several lines has no keys of ours.
            let count = |sign: char| value.matches(sign).count();
            depth = count('[').saturating_sub(count(']'));
        } else if depth > 0 {
            depth = (depth + body.matches('[').count()).saturating_sub(body.matches(']').count());
        }
    }
}

/// Keys of YAML that hold something over several lines.
fn yaml(marks: &mut Marks<'_, '_>) {
    // Indent of a key whose block of text is being passed, and of the list that is.
    let (mut block, mut list): (Option<isize>, Option<isize>) = (None, None);
    for line in 0..marks.lines.len() {
        let (body, indent) = marks.line(line);
        if body.is_empty() || body.starts_with('#') {
            continue;
        }
        if block.take_if(|key| indent <= *key).is_none() && block.is_some() {
            continue;
        }
        let is_item = body.starts_with("- ") || body == "-";
        if list.is_none_or(|list| indent < list || indent == list && !is_item) {
            list = is_item.then_some(indent);
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
            marks.holder(line, level, key, list.is_some());
            marks.open.push((indent, "key"));
        } else {
            marks.end(line, level);
            if list.is_none() && (level == 1) == (indent == 0) {
                marks.key(line, level, key);
            }
        }
    }
}

/// Keys of JSON that hold objects and lists, where each has a line of its own.
fn json(marks: &mut Marks<'_, '_>) {
    marks.comments = &["//"];
    let mut depth = 0usize;
    let mut comment = false;
    // Depth of the list around, if there is one: what is in it is data.
    let mut list: Option<usize> = None;
    for line in 0..marks.lines.len() {
        let (body, _) = marks.line(line);
        let (at, is_listed) = (depth, list.is_some());
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
                sign @ (b'{' | b'[') => {
                    if sign == b'[' && list.is_none() {
                        list = Some(depth);
                    }
                    depth += 1;
                }
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    list.take_if(|list| depth <= *list);
                }
                b'/' if bytes[place..].starts_with(b"//") => break,
                b'/' if bytes[place..].starts_with(b"/*") => comment = true,
                _ => {}
            }
            place += 1;
        }
        if let Some(key) = key.filter(|_| (1..=2).contains(&at)) {
            // A list of thousands of keys on the second level says nothing; those that fit end in their parent anyway.
            if depth > at && !key.is_empty() && key.chars().count() <= SHORT {
                marks.holder(line, at, key, is_listed);
            } else {
                marks.end(line, at);
                if !is_listed {
                    marks.key(line, at, key);
                }
            }
        }
    }
}
