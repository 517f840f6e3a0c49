//! How names and texts are written for people: what could move a cursor, write a clipboard or turn the order of letters is spelled out. And what is written so is read back.

use std::fmt::Write;
use std::str::Chars;

use cw_records::RecordPath;

/// True for characters that act instead of showing: C0 (but not tab), DEL, C1, line and paragraph separators, bidirectional controls.
pub(crate) fn acts(character: char) -> bool {
    (character.is_control() && character != '\t')
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn spell(out: &mut String, character: char) {
    // Writing to a String does not fail.
    let _ = match character {
        '\n' => write!(out, "\\n"),
        '\t' => write!(out, "\\t"),
        '\r' => write!(out, "\\r"),
        '\0'..='\u{7f}' => write!(out, "\\x{:02x}", u32::from(character)),
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

/// A path for people: as it is, or in double quotes with what acts, quotes, backslashes and bytes that are not UTF-8 spelled out. So is one that reads like a path with a line behind
/// it, or has a blank at an end. [`read_path`] is the way back.
pub fn shown_path(path: &RecordPath) -> String {
    if let Some(text) = path.as_str().filter(|text| is_plain(text)) {
        return text.to_owned();
    }
    quoted_path(path)
}

/// A path in double quotes, as [`shown_path`] writes an odd one: it means that file or folder and nothing else.
pub fn quoted_path(path: &RecordPath) -> String {
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

/// True for a path that nobody takes for something else.
fn is_plain(path: &str) -> bool {
    let has_line = path.as_bytes().windows(2).any(|pair| pair[0] == b':' && pair[1].is_ascii_digit());
    let has_ends = path.starts_with(['"', ' ']) || path.ends_with(' ');
    !has_line && !has_ends && !path.chars().any(|character| acts(character) || character == '\t')
}

/// The path that [`shown_path`] writes in double quotes as the beginning of `text`, and what follows it; `None` if there is none.
pub fn read_path(text: &str) -> Option<(RecordPath, &str)> {
    let mut rest = text.strip_prefix('"')?.chars();
    let mut bytes = Vec::new();
    loop {
        match rest.next()? {
            '"' => break,
            '\\' => escaped(&mut rest, &mut bytes)?,
            character if acts(character) || character == '\t' => return None,
            character => bytes.extend(character.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    let left: usize = rest.map(char::len_utf8).sum();
    (!bytes.is_empty()).then(|| (RecordPath::from_bytes(bytes), &text[text.len() - left..]))
}

/// What stands behind a backslash, as bytes.
fn escaped(rest: &mut Chars<'_>, bytes: &mut Vec<u8>) -> Option<()> {
    let number = |digits: &str| u32::from_str_radix(digits, 16).ok();
    match rest.next()? {
        'n' => bytes.push(b'\n'),
        't' => bytes.push(b'\t'),
        'r' => bytes.push(b'\r'),
        sign @ ('"' | '\\') => bytes.push(sign as u8),
        'x' => bytes.push(number(&[rest.next()?, rest.next()?].iter().collect::<String>())? as u8),
        'u' if rest.next()? == '{' => {
            let digits: String = rest.by_ref().take_while(|character| *character != '}').collect();
            bytes.extend(char::from_u32(number(&digits)?)?.encode_utf8(&mut [0; 4]).bytes());
        }
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts_after_it() {
        assert_eq!(visible("a\u{1b}]52;c;x\u{7}\u{9b}\u{202e}\tb"), "a\\x1b]52;c;x\\x07\\u{9b}\\u{202e}\tb");
        assert_eq!(shown_path(&RecordPath::from("src/a b.rs")), "src/a b.rs");
        assert_eq!(shown_path(&RecordPath::from("a\n\"b")), "\"a\\n\\\"b\"");
        assert_eq!(shown_path(&RecordPath::from_bytes(*b"caf\xe9")), "\"caf\\xe9\"");
        assert_eq!(shown_path(&RecordPath::from("README.md:1-2 fake")), "\"README.md:1-2 fake\"");
    }

    #[test]
    fn what_is_shown_is_read_back() {
        for odd in [
            &b"zo\xe8.py"[..],
            b"a\nb.py",
            b"tab\there",
            b"\"q\"\\.rs",
            b"x:1-2 y",
            b" a ",
            "\u{9b}\u{202e}\u{feff}".as_bytes(),
            b"\x9b",
            b"\x7f",
        ] {
            let path = RecordPath::from_bytes(odd);
            let shown = shown_path(&path);
            assert!(!shown.chars().any(acts), "{shown}");
            assert_eq!(read_path(&format!("{shown}:3")), Some((path, ":3")), "{shown}");
        }
        for none in ["a.rs", "\"", "\"\"", "\"a", "\"\\q\"", "\"\\xzz\"", "\"\\u{110000}\""] {
            assert_eq!(read_path(none), None, "{none}");
        }
    }
}
