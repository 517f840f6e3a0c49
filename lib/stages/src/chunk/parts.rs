//! Scripts in pages and components (HTML, Vue, Svelte, Astro). Only the borders of scripts and styles are looked for, with one pass over
//! the text: the grammars of HTML and Svelte take a time that grows with the square of the depth. A script is then read in place, so that
//! bytes and lines are those of the host.

use std::ops::Range;

use super::lines::Lines;
use super::outline::{Outline, Unit, What};
use super::{Options, parse, syntax, table};

/// Most scripts of one file that are read; more are left as they are.
const MOST: usize = 64;

/// A part that is not markup.
struct Part {
    kind: &'static str,
    /// Where its tag begins, and where its closing tag does.
    whole: Range<usize>,
    /// What is between them.
    body: Range<usize>,
    /// Language word; `None` if it is not read.
    lang: Option<&'static str>,
}

/// Markup, scripts and styles of a text in order; `None` if `lang` has no such parts.
pub(super) fn outline(lang: &str, lines: &Lines<'_>, options: &Options) -> Option<Outline> {
    if !matches!(lang, "html" | "vue" | "svelte" | "astro") {
        return None;
    }
    let mut outline = Outline::default();
    let markup = if lang == "html" { "markup" } else { "template" };
    loose(&mut outline, 0, markup);
    // Next line that no part has.
    let mut free = 0;
    let mut scripts = 0;
    for part in parts(lang, lines.text) {
        let first = lines.of(part.whole.start);
        if first >= free && lines.is_first(first, part.whole.start) {
            loose(&mut outline, first, part.kind);
        }
        if let Some(grammar) = part.lang.and_then(table::grammar).filter(|_| scripts < MOST) {
            scripts += 1;
            let tree = parse::parse_part(grammar, lines, lines.text, Some(part.body.clone()));
            if let Some(script) = tree.ok().and_then(|tree| syntax::outline(grammar, &tree, lines, options).ok()) {
                append(&mut outline, script, lines.of(part.body.start));
            }
        }
        free = lines.of(part.whole.end.min(lines.text.len().saturating_sub(1))) + 1;
        if free < lines.len() {
            loose(&mut outline, free, markup);
        }
    }
    Some(outline)
}

/// A unit that is no definition; an empty one before it is replaced.
fn loose(outline: &mut Outline, line: usize, kind: &'static str) {
    let unit = Unit { line, at: None, what: What::Loose(kind) };
    match outline.units.last_mut() {
        Some(last) if last.line == line => *last = unit,
        Some(last) if last.line > line => {}
        _ => outline.units.push(unit),
    }
}

/// Adds the outline of a script whose text begins on line `first`.
fn append(outline: &mut Outline, mut script: Outline, first: usize) {
    let before = outline.defs.len();
    for def in &mut script.defs {
        def.parent = def.parent.map(|parent| parent + before);
    }
    outline.defs.append(&mut script.defs);
    for unit in script.units {
        let line = unit.line.max(first);
        if outline.units.last().is_none_or(|last| last.line < line) {
            outline.units.push(Unit { line, at: unit.at.map(|at| at + before), what: unit.what });
        }
    }
    script.imports.iter().for_each(|word| outline.import(word));
}

/// The scripts and styles of a text.
fn parts(lang: &str, text: &str) -> Vec<Part> {
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    let mut at = 0;
    // The head of an Astro component.
    if lang == "astro" && text.starts_with("---") {
        let body = text.find('\n').map_or(text.len(), |end| end + 1);
        let Some(end) = memchr::memmem::find(&bytes[body - 1..], b"\n---").map(|place| body + place) else { return parts };
        parts.push(Part { kind: "script", whole: 0..end, body: body..end, lang: Some("typescript") });
        at = end + 3;
    }
    while let Some(place) = memchr::memchr(b'<', &bytes[at..]) {
        let start = at + place;
        at = start + 1;
        if bytes[start..].starts_with(b"<!--") {
            match memchr::memmem::find(&bytes[start + 4..], b"-->") {
                Some(end) => at = start + 4 + end,
                None => break,
            }
            continue;
        }
        let named = |name: &str| {
            let next = bytes.get(start + 1 + name.len());
            let same = bytes.get(start + 1..start + 1 + name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()));
            same && next.is_some_and(|next| next.is_ascii_whitespace() || matches!(next, b'>' | b'/'))
        };
        let Some(kind) = ["script", "style"].into_iter().find(|name| named(name)) else { continue };
        let Some(tag) = tag_end(bytes, start) else { break };
        at = tag;
        if bytes[..tag].ends_with(b"/>") {
            continue;
        }
        let Some(end) = closing(bytes, tag, kind) else { break };
        let lang = if kind == "script" { script(lang, &text[start..tag]) } else { None };
        parts.push(Part { kind, whole: start..end, body: tag..end, lang });
        at = end + 2;
    }
    parts
}

/// The byte after the `>` of the tag that begins at `start`; quoted values may hold one.
fn tag_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut quote = None;
    for (place, byte) in bytes.iter().enumerate().skip(start) {
        match (quote, byte) {
            (None, b'>') => return Some(place + 1),
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
    }
    None
}

/// Where `</kind` stands from `at` on.
fn closing(bytes: &[u8], at: usize, kind: &str) -> Option<usize> {
    memchr::memmem::find_iter(&bytes[at..], b"</")
        .map(|place| at + place)
        .find(|place| bytes.get(place + 2..place + 2 + kind.len()).is_some_and(|word| word.eq_ignore_ascii_case(kind.as_bytes())))
}

/// The language of a script by its tag.
fn script(host: &str, tag: &str) -> Option<&'static str> {
    let attribute = |name: &str| {
        let mut rest = tag;
        loop {
            let place = rest.find(name)?;
            let before = rest[..place].chars().next_back();
            rest = &rest[place + name.len()..];
            if let Some(value) = rest.trim_start().strip_prefix('=').filter(|_| before.is_some_and(char::is_whitespace)) {
                let value = value.trim_start().trim_start_matches(['"', '\'']);
                return Some(value.split(['"', '\'', '>', ' ']).next().unwrap_or_default().to_ascii_lowercase());
            }
        }
    };
    match attribute("lang").as_deref() {
        Some("ts" | "typescript") => return Some("typescript"),
        Some("tsx") => return Some("tsx"),
        Some("js" | "jsx" | "javascript") => return Some("javascript"),
        Some(_) => return None,
        None => {}
    }
    match attribute("type").as_deref() {
        Some("text/typescript" | "text/x-typescript") => Some("typescript"),
        None if host == "astro" => Some("typescript"),
        None | Some("" | "module") => Some("javascript"),
        Some(kind) if kind.contains("javascript") || kind.contains("ecmascript") || kind.contains("babel") || kind.contains("jsx") => {
            Some("javascript")
        }
        Some(_) => None,
    }
}
