//! Reads a question: what it names, what it is about, what kind of answer it wants. **Pure**; every text is a question, none is an error.
//!
//! Left out: spelling, synonyms, intents in other languages than English, and anything that needs the index.

use std::sync::LazyLock;

use regex::Regex;

use super::foreign::{Foreign, foreign};
use super::intent;
use super::places::{PathRef, Places, odd_place, places};
use super::tokens::{content, is_stop, terms};
use super::trace::{Trace, trace};
use super::words::{Form, Piece};

pub use super::intent::Intent;

/// Compounds and names beyond this many come from pasted text, and are left out.
const MOST: usize = 256;

/// A question, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The question as it came.
    pub text: String,
    /// What is embedded: the question with its foreign words in English; without any, the question.
    pub sense: String,
    /// The English of its Chinese, Japanese and Korean words, in order.
    pub translated: Vec<String>,
    /// One thing without white space: a name, not a sentence. Foreign words with an English side are a sentence, because such scripts have no spaces.
    pub symbol: bool,
    /// What it names, in its case: of a symbol, the last part behind `::`, `\`, `->`, `.`, `#` or `/` (and the stem of a file name); of a sentence,
    /// words of mixed case, with `_`, or capitalised (not the first word).
    pub names: Vec<String>,
    /// Terms for the index with how often each occurs, in order; as [`query_tokens`](super::tokens::query_tokens). If there is a translation, then
    /// the question's own terms count twice, and those of the translation follow, once.
    pub terms: Vec<(String, u32)>,
    /// The distinct stemmed parts of the content words, without wholes: for matching against names of files and folders.
    pub stems: Vec<String>,
    /// Two and three neighbours among the content words, in lower case, joined without and with `_`.
    pub compounds: Vec<String>,
    /// The kind of file it asks for, if it asks for one.
    pub intent: Option<Intent>,
    /// The pieces in double quotes.
    pub literal: Vec<String>,
    /// What looks like a path in it.
    pub paths: Vec<PathRef>,
    /// What is a path only if there is such a file or folder.
    pub maybe: Vec<PathRef>,
    /// Places of a trace below folders of dependencies: they count if nothing else does, because the tree may be that dependency.
    pub distant: Vec<PathRef>,
    /// It asks where this is defined, and for nothing else.
    pub defined: Option<String>,
    /// A report: several lines of which some are prose, with code, output and traces among them. What it names is mostly the project of who reports, and it wants the code
    /// that is to blame.
    pub report: bool,
    /// It has the frames of a trace.
    pub traced: bool,
}

/// Characters of a quoted text that is looked for letter for letter.
pub const QUOTED: std::ops::RangeInclusive<usize> = 2..=200;

impl Query {
    /// The name that it asks for, if that has signs in it: some languages have names such as `New-State`, `one!`, `print.data_frame` and `#private`.
    pub fn whole(&self) -> Option<&str> {
        let asked = self.defined.as_deref().or(self.symbol.then_some(self.text.as_str()))?;
        let asked = asked.trim().trim_end_matches("()");
        (!asked.is_empty() && !self.names.iter().any(|name| name == asked)).then_some(asked)
    }

    /// True if it is nothing but words in double quotes: they are looked for, not what they are about. A quoted path is that file.
    pub fn is_verbatim(&self) -> bool {
        let signs = |letter: char| letter.is_whitespace() || matches!(letter, '"' | '\u{201c}' | '\u{201d}');
        let [one] = self.literal.as_slice() else { return false };
        self.paths.is_empty() && QUOTED.contains(&one.chars().count()) && self.text.trim_matches(signs) == one.trim_matches(signs)
    }
}

/// Reads a question. A pasted trace (Python, JavaScript, Java, Go, Rust, C#, Ruby, PHP) is read for what it says and for where it went.
pub fn analyse(query: &str) -> Query {
    // Colours of a terminal come along when its lines are copied.
    let plain = COLOUR.as_ref().filter(|_| query.contains('\u{1b}')).map(|colour| colour.replace_all(query, ""));
    let plain = plain.as_deref().unwrap_or(query);
    if let Some(place) = odd_place(plain) {
        let words = place.path.replace(|letter: char| letter.is_control() || letter == '"', " ");
        let read = analyse_words(&words);
        return Query { text: query.to_owned(), paths: vec![place], maybe: Vec::new(), literal: Vec::new(), symbol: false, ..read };
    }
    let report = is_report(plain);
    let read = match trace(plain, report) {
        Some(trace) => analyse_trace(trace),
        None => analyse_words(plain),
    };
    let intent = read.intent.filter(|_| !report);
    Query { text: query.to_owned(), report, intent, ..read }
}

/// True for several lines of which some are sentences: at their begin, mostly of plain words, and no comments of code.
fn is_report(text: &str) -> bool {
    const LINES: usize = 3;
    const WORDS: usize = 10;
    const SENTENCE: usize = 5;
    let is_word = |word: &&str| {
        let word = word.trim_matches(|letter: char| letter.is_ascii_punctuation());
        !word.is_empty() && word.chars().all(|letter| letter.is_alphabetic() || matches!(letter, '-' | '\'' | '\u{2019}'))
    };
    let prose = text.lines().map(|line| {
        let words = line.split_whitespace().count();
        let is_code = line.starts_with([' ', '\t', '/', '*', '#', '>', '|', '"', '\'', '<', ';']) || line.starts_with("--");
        let plain = line.split_whitespace().filter(is_word).count();
        if !is_code && words >= SENTENCE && plain * 10 >= words * 7 { words } else { 0 }
    });
    text.lines().filter(|line| !line.trim().is_empty()).take(LINES).count() == LINES && prose.sum::<usize>() >= WORDS
}

static COLOUR: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("\u{1b}\\[[0-9;:]*[A-Za-z]").ok());

/// A pasted failure: its message and its functions are what is asked, the places of its frames are paths.
fn analyse_trace(trace: Trace) -> Query {
    let mut read = analyse_words(&trace.question());
    // The message may say where it came from, which is the innermost place.
    let said = read.paths.into_iter().filter(|place| place.line.is_some() && !trace.places.contains(place));
    read.paths = said.chain(trace.places.iter().cloned()).collect();
    (read.maybe, read.distant) = (Vec::new(), trace.distant);
    for function in &trace.functions {
        if let Some(name) = identifiers(function).last() {
            push(&mut read.names, name);
        }
    }
    (read.symbol, read.intent, read.traced) = (false, None, true);
    read
}

fn analyse_words(query: &str) -> Query {
    let trimmed = query.trim();
    let mut symbol = !trimmed.is_empty() && !trimmed.contains(char::is_whitespace);
    let pieces = content(query);
    let mut read = Query { text: query.to_owned(), terms: super::tokens::query_tokens(query), ..Query::default() };
    terms(&pieces, &mut |form, term| {
        if form == Form::Part && !read.stems.iter().any(|stem| stem == term) && read.stems.len() < MOST {
            read.stems.push(term.to_owned());
        }
    });
    Places { paths: read.paths, maybe: read.maybe } = places(query);
    let foreign = foreign(query);
    symbol = symbol && (!read.paths.is_empty() || foreign.as_ref().is_none_or(|foreign| foreign.words.is_empty()));
    read.symbol = symbol;
    read.names = if symbol { symbol_names(trimmed, &read.paths) } else { sentence_names(query, &pieces) };
    let asked = DEFINED.as_ref().and_then(|pattern| pattern.captures(trimmed));
    read.defined = asked.and_then(|asked| asked.iter().skip(1).flatten().next().map(|name| name.as_str().to_owned()));
    if let Some(name) = read.defined.as_deref().and_then(|name| identifiers(name).pop()) {
        read.names.retain(|other| other != name);
        read.names.insert(0, name.to_owned());
    }
    read.compounds = compounds(&pieces);
    match foreign {
        Some(foreign) => read.translate(foreign),
        None => read.sense = query.to_owned(),
    }
    read.literal = quoted(query);
    let lower = query.to_lowercase();
    let words: Vec<&str> = lower.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty()).collect();
    read.intent = if symbol && words.len() < 2 && !matches!(words.first(), Some(&"dockerfile" | &"makefile")) {
        None
    } else {
        intent::intent(&words)
    };
    read
}

impl Query {
    /// Adds what the English of its foreign words says. The literal terms count twice: a comment in the words of the question says more than one in their translation.
    fn translate(&mut self, foreign: Foreign) {
        if !foreign.words.is_empty() {
            self.terms.iter_mut().for_each(|(_, times)| *times = times.saturating_mul(2));
            let english = foreign.words.join(" ");
            terms(&content(&english), &mut |form, term| {
                if !self.terms.iter().any(|(have, _)| have == term) {
                    self.terms.push((term.to_owned(), 1));
                }
                if form == Form::Part {
                    push(&mut self.stems, term);
                }
            });
            for compound in compounds(&content(&foreign.first)) {
                push(&mut self.compounds, &compound);
            }
        }
        (self.sense, self.translated) = (foreign.sense, foreign.words);
    }
}

/// The identifiers and words of `text`.
pub(super) fn identifiers(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    super::words::scan(text, &mut |piece| {
        if let Piece::Word(word) = piece {
            all.push(word);
        }
    });
    all
}

fn push(list: &mut Vec<String>, item: &str) {
    if !item.is_empty() && list.len() < MOST && !list.iter().any(|have| have == item) {
        list.push(item.to_owned());
    }
}

/// Questions for a definition. A kind of thing (`struct client`) makes one only before what is written like a name.
static DEFINED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let [name, spelled] =
        [r"[`'\x22]?([\w$:.]*\w[!?]?)(?:\(\))?[`'\x22]?", r"[`'\x22]?(\w*(?:[a-z][A-Z]|[A-Za-z]_|_[A-Za-z]|\d)\w*[!?]?)(?:\(\))?[`'\x22]?"];
    let kind = "class|struct|enum|trait|interface|protocol|function|func|fn|def|method|macro|module|constant|const|typedef|type";
    Regex::new(&format!(
        r"(?i)^(?:(?:show me |find |go ?to |where(?: is|'s) )?(?:the )?definition of {name}|where(?: is|'s) (?:the )?(?:(?:{kind}) )?{name} (?:defined|declared)|{name} definition|(?-i:(?:{kind}) {spelled}))\??$"
    ))
    .ok()
});

fn symbol_names(text: &str, paths: &[PathRef]) -> Vec<String> {
    let mut names = Vec::new();
    for PathRef { path, .. } in paths {
        let name = path.rsplit('/').next().unwrap_or_default();
        push(&mut names, name.rfind('.').filter(|dot| *dot > 0).map_or(name, |dot| &name[..dot]));
    }
    // `->` and `::` separate as `>` and `:` do; generic arguments and call brackets are no part of the name.
    let last = text.split(['\\', '>', ':', '.', '#', '/']).map(identifiers).rfind(|words| !words.is_empty());
    if let Some(word) = last.as_deref().and_then(<[&str]>::first)
        && paths.is_empty()
    {
        push(&mut names, word);
    }
    names
}

/// True for words that only a name is written like: `aB`, `a_b`, `AB`, `AbC`.
fn is_name(word: &str) -> bool {
    let pairs = || word.chars().zip(word.chars().skip(1));
    word.trim_matches('_').contains('_')
        || word.starts_with("__")
        || pairs().any(|(a, b)| b.is_uppercase() && (a.is_lowercase() || a.is_uppercase()))
}

fn sentence_names(text: &str, pieces: &[Piece]) -> Vec<String> {
    let first = identifiers(text).first().copied();
    let mut names = Vec::new();
    let words = || pieces.iter().filter_map(|piece| if let Piece::Word(word) = piece { Some(*word) } else { None });
    words().filter(|word| is_name(word)).for_each(|word| push(&mut names, word));
    words()
        .filter(|word| word.chars().count() > 3 && word.starts_with(char::is_uppercase) && Some(*word) != first && !is_stop(word))
        .for_each(|word| push(&mut names, word));
    names
}

fn compounds(pieces: &[Piece]) -> Vec<String> {
    let words: Vec<String> = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Word(word) | Piece::Term(word) => word.to_lowercase(),
        })
        .take(MOST)
        .collect();
    let mut all = Vec::new();
    for at in 0..words.len() {
        for length in 2..=3 {
            if let Some(run) = words.get(at..at + length) {
                push(&mut all, &run.concat());
                push(&mut all, &run.join("_"));
            }
        }
    }
    all
}

fn quoted(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['"', '\u{201c}']) {
        let open = rest[start..].chars().next().map_or(1, char::len_utf8);
        let body = &rest[start + open..];
        let Some(end) = body.find(['"', '\u{201d}']) else { break };
        push(&mut all, &body[..end]);
        let close = body[end..].chars().next().map_or(1, char::len_utf8);
        rest = &body[end + close..];
    }
    all
}

#[cfg(test)]
#[path = "query_tests.rs"]
mod tests;
