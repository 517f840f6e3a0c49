//! Finds the words of a text, and cuts a word into the terms that it is found by. **Pure**; no allocation while scanning.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Words with more bytes are data, not names, and give no term.
const MAX_WORD: usize = 256;
/// Terms with more bytes are left out; the parts of such a name still find it.
const MAX_TERM: usize = 128;
/// Digits of a bare number that is a term: two for error codes, twenty for identifiers of 64 bits.
const NUMBER: std::ops::RangeInclusive<usize> = 2..=20;
/// Letters of a part that is stemmed.
const STEMMED: usize = 4;

/// What the scan finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// An identifier or a word: a letter or `_`, then letters, marks, digits and `_`.
    Word(&'a str),
    /// A bare number, or two characters (one, if there is no more) of a script that has no spaces. A term as it is.
    Term(&'a str),
}

const OTHER: u8 = 0;
const LETTER: u8 = 1;
const DIGIT: u8 = 2;
const WIDE: u8 = 3;

const CLASS: [u8; 256] = {
    let mut table = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => LETTER,
            b'0'..=b'9' => DIGIT,
            0x80.. => WIDE,
            _ => OTHER,
        };
        byte += 1;
    }
    table
};

/// Han, kana, bopomofo and hangul.
pub(crate) fn is_cjk(letter: char) -> bool {
    matches!(letter, '\u{1100}'..='\u{11ff}' | '\u{3005}' | '\u{3007}' | '\u{3041}'..='\u{30fa}' | '\u{30fc}'..='\u{318f}' | '\u{31a0}'..='\u{31bf}'
        | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
}

/// The end of the word that goes on at `at`.
fn word_end(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(at) {
        match CLASS[usize::from(*byte)] {
            LETTER | DIGIT => at += 1,
            WIDE => match text[at..].chars().next() {
                Some(wide) if !is_cjk(wide) && (wide.is_alphanumeric() || is_combining_mark(wide)) => at += wide.len_utf8(),
                _ => break,
            },
            _ => break,
        }
    }
    at
}

/// Gives the pieces of `text` to `found`, in order.
pub(super) fn scan<'a>(text: &'a str, found: &mut impl FnMut(Piece<'a>)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let start = at;
        match CLASS[usize::from(*byte)] {
            LETTER => {
                at = word_end(text, at + 1);
                found(Piece::Word(&text[start..at]));
            }
            DIGIT => {
                at += bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                if NUMBER.contains(&(at - start)) {
                    found(Piece::Term(&text[start..at]));
                }
            }
            WIDE => {
                let Some(wide) = text[at..].chars().next() else { break };
                at += wide.len_utf8();
                if is_cjk(wide) {
                    at = pairs(text, start, at, found);
                } else if wide.is_alphabetic() {
                    at = word_end(text, at);
                    found(Piece::Word(&text[start..at]));
                }
            }
            _ => at += 1,
        }
    }
}

/// Gives each two neighbours of the run at `start`, whose first character ends at `at`, to `found`; the end of the run.
fn pairs<'a>(text: &'a str, start: usize, mut at: usize, found: &mut impl FnMut(Piece<'a>)) -> usize {
    let mut before = start;
    while let Some(next) = text[at..].chars().next().filter(|next| is_cjk(*next)) {
        let end = at + next.len_utf8();
        found(Piece::Term(&text[before..end]));
        (before, at) = (at, end);
    }
    if before == start {
        found(Piece::Term(&text[start..at]));
    }
    at
}

/// Which part of a word a term is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One part, lower case and stemmed.
    Part,
    /// All parts together, in lower case and not stemmed.
    Whole,
}

/// The end of the camel-case part that begins at `at`: `[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+`, for every script. Letters without
/// case, and marks, count as lower case.
fn part_end(letters: &[char], at: usize) -> usize {
    let run = |from: usize, is: fn(char) -> bool| from + letters[from..].iter().take_while(|letter| is(**letter)).count();
    let upper = char::is_uppercase;
    let digit = char::is_numeric;
    let lower = |letter: char| !letter.is_uppercase() && !letter.is_numeric();
    if digit(letters[at]) {
        return run(at, digit);
    }
    let end = run(at, upper);
    let followed = letters.get(end).is_some_and(|letter| lower(*letter));
    match end - at {
        0 | 1 if followed => run(end, lower),
        2.. if followed => end - 1,
        _ => end,
    }
}

/// Gives the terms of a word to `emit`: its parts (split at `_` and at case changes; lower case; ASCII parts of four letters or more are stemmed).
/// If there is more than one part, then the whole in lower case, the whole without `_`, and that without the digits at its end: so
/// `get_user_by_id` and `getUserByID` share `getuserbyid`, and `HTTPSConnectionPool2` is found by `httpsconnectionpool`.
pub(super) fn expand(word: &str, stemmer: &Stemmer, emit: &mut dyn FnMut(Form, &str)) {
    if word.len() > MAX_WORD {
        return;
    }
    let word: Cow<str> = if word.is_ascii() { Cow::Borrowed(word) } else { Cow::Owned(word.nfkc().collect()) };
    let letters: Vec<char> = word.chars().collect();
    let inside = |letter: char| letter.is_alphanumeric() || is_combining_mark(letter);
    let (mut joined, mut parts, mut named, mut at) = (String::new(), 0_usize, 0, 0);
    let mut trimmed = 0;
    while at < letters.len() {
        if !inside(letters[at]) {
            at += 1;
            continue;
        }
        let rest = &letters[at..];
        let segment = &rest[..rest.iter().position(|letter| !inside(*letter)).unwrap_or(rest.len())];
        let length = part_end(segment, 0);
        at += length;
        let before = joined.len();
        joined.extend(segment[..length].iter().flat_map(|letter| letter.to_lowercase()));
        let part = &joined[before..];
        parts += 1;
        if !segment[0].is_numeric() {
            (named, trimmed) = (parts, joined.len());
        }
        if part.len() >= STEMMED && part.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            emit_short(Form::Part, &stemmer.stem(part), emit);
        } else {
            emit_short(Form::Part, part, emit);
        }
    }
    if parts < 2 {
        return;
    }
    let whole = word.trim_matches('_').to_lowercase();
    emit_short(Form::Whole, &whole, emit);
    if whole != joined {
        emit_short(Form::Whole, &joined, emit);
    }
    if named >= 2 && trimmed < joined.len() {
        emit_short(Form::Whole, &joined[..trimmed], emit);
    }
}

fn emit_short(form: Form, term: &str, emit: &mut dyn FnMut(Form, &str)) {
    if !term.is_empty() && term.len() <= MAX_TERM {
        emit(form, term);
    }
}

/// The stemmer of every part.
pub(super) fn stemmer() -> Stemmer {
    Stemmer::create(Algorithm::English)
}
