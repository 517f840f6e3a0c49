//! Makes names and contents fit to be looked at: what could move a cursor, write a clipboard or turn the order of letters is spelled out.

use std::fmt::Write;

use cw_records::{Context, RecordPath};

/// True for characters that act instead of showing: C0 (but not tab), DEL, C1, line and paragraph separators, bidirectional controls.
pub(super) fn acts(character: char) -> bool {
    (character.is_control() && character != '\t')
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn spell(out: &mut String, character: char) {
    // Writing to a String does not fail.
    let _ = match character {
        '\n' => write!(out, "\\n"),
        '\t' => write!(out, "\\t"),
        '\r' => write!(out, "\\r"),
        '\0'..='\u{ff}' => write!(out, "\\x{:02x}", u32::from(character)),
        _ => write!(out, "\\u{{{:x}}}", u32::from(character)),
    };
}

/// `line` with what acts on a terminal instead of showing spelled out: control characters but tabs, and those that turn the order of letters.
pub fn visible(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for character in line.chars() {
        if acts(character) { spell(&mut out, character) } else { out.push(character) }
    }
    out
}

/// A path for people: as it is, or in double quotes with what acts, quotes, backslashes and bytes that are not UTF-8 spelled out.
pub fn shown_path(path: &RecordPath) -> String {
    let plain = path.as_str().filter(|text| !text.starts_with('"') && !text.chars().any(|character| acts(character) || character == '\t'));
    if let Some(text) = plain {
        return text.to_owned();
    }
    let mut out = String::from("\"");
    for part in path.as_bytes().utf8_chunks() {
        for character in part.valid().chars() {
            match character {
                '"' | '\\' => out.extend(['\\', character]),
                _ if acts(character) || character == '\t' => spell(&mut out, character),
                _ => out.push(character),
            }
        }
        for byte in part.invalid() {
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out.push('"');
    out
}

/// A path as the subject of a message: in single quotes, unless it has its own.
pub(super) fn subject(of: &RecordPath) -> String {
    let text = shown_path(of);
    if text.starts_with('"') { text } else { format!("'{text}'") }
}

/// What stands above the text of a context: where it is, the names around it, and what a reader should know besides.
pub fn heading(context: &Context) -> (String, String, String) {
    (place(context), label(context), remarks(context))
}

/// `path:first-last`.
pub(super) fn place(context: &Context) -> String {
    format!("{}:{}-{}", shown_path(&context.path), context.lines.0, context.lines.1)
}

/// The lines that the text of a context stands on. That of a view stands nowhere.
pub(super) fn numbers(context: &Context) -> Option<(u32, u32)> {
    (!context.view).then_some(context.lines)
}

/// The names around a context, or its symbol; empty if it has none.
pub(super) fn label(context: &Context) -> String {
    let names = if context.breadcrumb.is_empty() { context.symbol.as_slice() } else { &context.breadcrumb };
    visible(&names.join(" > ").replace('\t', " "))
}

/// What a reader should know besides: that it was cut, and the evidence where it was asked for.
pub(super) fn remarks(context: &Context) -> String {
    let mut remarks = Vec::new();
    if context.view {
        let lines = context.text.lines().count();
        remarks.push(format!("view of {lines} line{}", if lines == 1 { "" } else { "s" }));
    }
    if context.extra.contains_key(super::select::TRUNCATED) {
        remarks.push("cut to fit".to_owned());
    }
    if !context.from.is_empty() {
        remarks.push(format!("score {}", context.score));
    }
    for (source, evidence) in &context.from {
        let mut remark = visible(source).replace('\t', " ");
        for (key, value) in evidence.as_object().into_iter().flatten().filter(|(key, _)| matches!(key.as_str(), "score" | "rank" | "rule"))
        {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let mark = if key == "rank" { "#" } else { "" };
            let _ = write!(remark, " {mark}{}", visible(&value).replace('\t', " "));
        }
        remarks.push(remark);
    }
    if remarks.is_empty() { String::new() } else { format!("[{}]", remarks.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts_after_it() {
        assert_eq!(visible("a\u{1b}]52;c;x\u{7}\u{9b}\u{202e}\tb"), "a\\x1b]52;c;x\\x07\\x9b\\u{202e}\tb");
        assert_eq!(shown_path(&RecordPath::from("src/a b.rs")), "src/a b.rs");
        assert_eq!(shown_path(&RecordPath::from("a\n\"b")), "\"a\\n\\\"b\"");
        assert_eq!(shown_path(&RecordPath::from_bytes(*b"caf\xe9")), "\"caf\\xe9\"");
        assert_eq!(subject(&RecordPath::from("a")), "'a'");
    }
}
