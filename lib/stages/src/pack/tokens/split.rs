//! Splits a text into the pieces that tokens never cross: the patterns of the two encodings, matched by hand.
//!
//! The patterns, first alternative that matches wins, repetitions are greedy and give back:
//!
//! ```text
//! o200k_base   P?U*L+C? | P?U+L*C? | N{1,3} | ' '?S+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+
//! cl100k_base  C | P?A+ | N{1,3} | ' '?S+[\r\n]* | \s+$ | \s*[\r\n] | \s+(?!\S) | \s
//!   P = [^\r\n\p{L}\p{N}]   U = [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]   L = [\p{Ll}\p{Lm}\p{Lo}\p{M}]   A = \p{L}
//!   N = \p{N}   S = [^\s\p{L}\p{N}]   C = (?i:'s|'t|'re|'ve|'m|'ll|'d)
//! ```
//!
//! It takes time linear in the text: no pattern engine, no backtracking over what was seen.

use unicode_general_category::{GeneralCategory as Category, get_general_category};

use super::Encoding;

/// What the patterns can tell apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Lu, Lt.
    Upper,
    /// Ll.
    Lower,
    /// Lm, Lo: in both letter classes of `o200k_base`.
    Letter,
    /// M: in both letter classes of `o200k_base`, and a symbol too.
    Mark,
    /// N.
    Number,
    /// CR and LF.
    Newline,
    /// Other white space.
    Space,
    /// All the rest.
    Symbol,
    /// No character: the end of the text.
    End,
}

use Class::*;

const ASCII: [Class; 128] = {
    let mut table = [Symbol; 128];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = match byte as u8 {
            b'A'..=b'Z' => Upper,
            b'a'..=b'z' => Lower,
            b'0'..=b'9' => Number,
            b'\r' | b'\n' => Newline,
            b' ' | b'\t' | 0x0b | 0x0c => Space,
            _ => Symbol,
        };
        byte += 1;
    }
    table
};

fn class_of(character: char) -> Class {
    if character.is_whitespace() {
        return Space;
    }
    match get_general_category(character) {
        Category::UppercaseLetter | Category::TitlecaseLetter => Upper,
        Category::LowercaseLetter => Lower,
        Category::ModifierLetter | Category::OtherLetter => Letter,
        Category::NonspacingMark | Category::SpacingMark | Category::EnclosingMark => Mark,
        Category::DecimalNumber | Category::LetterNumber | Category::OtherNumber => Number,
        _ => Symbol,
    }
}

/// Class and length of the character at `place`, which is a character border.
#[inline(always)]
fn at(text: &str, place: usize) -> (Class, usize) {
    match text.as_bytes().get(place) {
        None => (End, 0),
        Some(byte) if byte.is_ascii() => (ASCII[usize::from(*byte)], 1),
        Some(_) => text[place..].chars().next().map_or((End, 0), |character| (class_of(character), character.len_utf8())),
    }
}

/// End of the run of characters of `classes` that begins at `place`.
#[inline(always)]
fn run(text: &str, mut place: usize, classes: impl Fn(Class) -> bool) -> usize {
    loop {
        let (class, length) = at(text, place);
        if !classes(class) {
            return place;
        }
        place += length;
    }
}

/// The pieces of `text`; joined they are the text.
pub(super) fn pieces(encoding: Encoding, mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        if text.is_empty() {
            return None;
        }
        let length = match encoding {
            Encoding::O200k => o200k(text),
            Encoding::Cl100k => cl100k(text),
        };
        let (piece, rest) = text.split_at(length);
        text = rest;
        Some(piece)
    })
}

fn o200k(text: &str) -> usize {
    let (class, length) = at(text, 0);
    let end = match class {
        Upper | Lower | Letter => word(text, 0).0,
        Number => return number(text),
        Newline => return space(text, Encoding::O200k),
        // A mark may stand before a word or be one: the first alternative is tried both ways before the second.
        Mark => match word(text, length) {
            (end, true) => end,
            _ => word(text, 0).0,
        },
        Space | Symbol | End => word(text, length).0,
    };
    match end {
        0 => symbols_or_space(text, Encoding::O200k),
        end => end + contraction(&text.as_bytes()[end..]),
    }
}

/// End of the letters of a word that begins at `from`, 0 if none does; true if the first alternative (`U*L+`) matched.
fn word(text: &str, from: usize) -> (usize, bool) {
    let mut end = from;
    let mut both = 0;
    loop {
        match at(text, end) {
            (Upper, length) => end += length,
            (Letter | Mark, length) => {
                end += length;
                both = end;
            }
            (Lower, length) => return (run(text, end + length, |class| matches!(class, Lower | Letter | Mark)), true),
            _ => break,
        }
    }
    match both {
        // U* gave back what L+ needs: the last character that is in both classes.
        1.. => (both, true),
        _ if end > from => (end, false),
        _ => (0, false),
    }
}

fn cl100k(text: &str) -> usize {
    let (class, length) = at(text, 0);
    let letters = |from| run(text, from, |class| matches!(class, Upper | Lower | Letter));
    match class {
        Upper | Lower | Letter => return letters(length),
        Number => return number(text),
        Newline => return space(text, Encoding::Cl100k),
        Mark | Space | Symbol | End => {}
    }
    let short = contraction(text.as_bytes());
    if short > 0 {
        return short;
    }
    let end = letters(length);
    if end > length { end } else { symbols_or_space(text, Encoding::Cl100k) }
}

/// Up to three digits.
fn number(text: &str) -> usize {
    let mut end = 0;
    for _ in 0..3 {
        match at(text, end) {
            (Number, length) => end += length,
            _ => break,
        }
    }
    end
}

/// A run of symbols, with a blank before it and line ends (`o200k_base`: slashes too) after it; else white space.
fn symbols_or_space(text: &str, encoding: Encoding) -> usize {
    let blank = usize::from(text.starts_with(' '));
    let mut end = run(text, blank, |class| matches!(class, Symbol | Mark));
    if end == blank {
        return space(text, encoding);
    }
    let slash = encoding == Encoding::O200k;
    while let Some(byte) = text.as_bytes().get(end)
        && (matches!(byte, b'\r' | b'\n') || slash && *byte == b'/')
    {
        end += 1;
    }
    end
}

/// White space: up to its last line end, else all but the last character before something else. In `cl100k_base`, a run that ends the
/// text is one piece.
fn space(text: &str, encoding: Encoding) -> usize {
    let (mut end, mut last, mut newline) = (0, 0, 0);
    loop {
        let (class, length) = at(text, end);
        if !matches!(class, Space | Newline) {
            break;
        }
        last = end;
        end += length;
        if class == Newline {
            newline = end;
        }
    }
    let whole = end == text.len();
    match newline {
        1.. if !(whole && encoding == Encoding::Cl100k) => newline,
        _ if whole || last == 0 => end,
        _ => last,
    }
}

/// Length of `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll` or `'d` at the begin of `bytes`, 0 if there is none. In both cases of letters, and the
/// long s folds to s.
fn contraction(bytes: &[u8]) -> usize {
    match bytes {
        [b'\'', b's' | b'S' | b't' | b'T' | b'm' | b'M' | b'd' | b'D', ..] => 2,
        [b'\'', b'r' | b'R' | b'v' | b'V', b'e' | b'E', ..] | [b'\'', b'l' | b'L', b'l' | b'L', ..] | [b'\'', 0xc5, 0xbf, ..] => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(encoding: Encoding, text: &str) -> Vec<&str> {
        pieces(encoding, text).collect()
    }

    #[test]
    fn o200k_gives_back() {
        assert_eq!(split(Encoding::O200k, "ABC中DE fooBar's"), ["ABC中", "DE", " foo", "Bar's"]);
        assert_eq!(split(Encoding::O200k, "\u{301}ABC"), ["\u{301}", "ABC"]);
        assert_eq!(split(Encoding::O200k, "a//\n/b\t\tc  "), ["a", "//\n/", "b", "\t", "\tc", "  "]);
        assert_eq!(split(Encoding::O200k, " \n \u{85}\n  x 12345"), [" \n \u{85}\n", " ", " x", " ", "123", "45"]);
    }

    #[test]
    fn cl100k_ends_with_space() {
        assert_eq!(split(Encoding::Cl100k, "x'SARE'\u{17f}\n "), ["x", "'S", "ARE", "'\u{17f}", "\n "]);
        assert_eq!(split(Encoding::Cl100k, "fooBar =>\n\n  y"), ["fooBar", " =>\n\n", " ", " y"]);
    }
}
