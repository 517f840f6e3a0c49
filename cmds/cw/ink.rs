//! Colours of a terminal: which one a stretch of code has, and letters that carry theirs until they are written. **Pure.**
//!
//! Only what 16 colours have, and of these only the ones that can be read on a dark and on a light ground: no yellow, blue, black or white.

use cw_stages::chunk::Ink;
use cw_stages::pack;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns of a tab.
const TAB: usize = 4;
/// A word of the question.
pub const MARK: &str = "1;31";
/// A path.
pub const PATH: &str = "35";
/// The number of a line.
pub const NUMBER: &str = "32";

/// A letter and its colour; none if that is empty.
pub type Letter = (char, &'static str);

/// `text` in a colour, if colours are wanted.
pub fn paint(text: &str, colour: &str, wanted: bool) -> String {
    if wanted && !colour.is_empty() { format!("\u{1b}[{colour}m{text}\u{1b}[0m") } else { text.to_owned() }
}

fn colour(ink: Ink) -> &'static str {
    match ink {
        Ink::Plain => "",
        Ink::Comment => "2",
        Ink::String => "32",
        Ink::Constant | Ink::Type => "36",
        Ink::Keyword => "35",
        Ink::Function => "1",
    }
}

/// The letters of a line as a terminal may have them: what acts is spelled out, tabs are spaces. `inks` has one for each byte, or none.
pub fn letters(line: &str, inks: &[Ink]) -> Vec<Letter> {
    let mut out = Vec::with_capacity(line.len());
    let mut column = 0;
    for (at, letter) in line.char_indices() {
        let colour = inks.get(at).map_or("", |ink| colour(*ink));
        if letter == '\t' {
            let spaces = TAB - column % TAB;
            out.extend(std::iter::repeat_n((' ', colour), spaces));
            column += spaces;
        } else if letter.is_ascii_graphic() || letter == ' ' {
            out.push((letter, colour));
            column += 1;
        } else {
            for shown in pack::visible(letter.encode_utf8(&mut [0; 4])).chars() {
                out.push((shown, colour));
                column += shown.width().unwrap_or(0);
            }
        }
    }
    out
}

/// Cuts a line at `columns` (0: not at all).
pub fn cut(letters: &mut Vec<Letter>, columns: usize) {
    let text: String = letters.iter().map(|(letter, _)| letter).collect();
    let kept = fit(&text, columns);
    if kept != text {
        letters.truncate(kept.chars().count() - 1);
        letters.push(('\u{2026}', ""));
    }
}

/// The letters as text, with their colours if these are wanted.
pub fn written(letters: &[Letter], wanted: bool) -> String {
    let mut out = String::with_capacity(letters.len());
    for stretch in letters.chunk_by(|(_, a), (_, b)| a == b) {
        let text: String = stretch.iter().map(|(letter, _)| letter).collect();
        out.push_str(&paint(&text, stretch[0].1, wanted));
    }
    out
}

/// `text` within `columns` (0: all of it); what was cut is an ellipsis.
pub fn fit(text: &str, columns: usize) -> String {
    if columns == 0 || text.width() <= columns {
        return text.to_owned();
    }
    let mut room = columns - 1;
    let kept = text.chars().take_while(|letter| {
        let width = letter.width().unwrap_or(0);
        let fits = width <= room;
        room = room.saturating_sub(if fits { width } else { room });
        fits
    });
    let mut out: String = kept.collect();
    out.push('\u{2026}');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_their_columns() {
        for (text, columns, want) in [
            ("abc", 0, "abc"),
            ("abc", 3, "abc"),
            ("abcd", 3, "ab\u{2026}"),
            ("漢字かな", 8, "漢字かな"),
            ("漢字かな", 7, "漢字か\u{2026}"),
            ("漢字かな", 6, "漢字\u{2026}"),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}\u{2026}"),
            ("漢", 1, "\u{2026}"),
        ] {
            assert_eq!(fit(text, columns), want, "{text} {columns}");
            assert!(columns == 0 || fit(text, columns).width() <= columns);
            let mut all = letters(text, &[]);
            cut(&mut all, columns);
            assert_eq!(written(&all, true), want);
        }
    }

    #[test]
    fn letters_keep_their_colours_and_nothing_acts() {
        let inks = [Ink::Keyword, Ink::Keyword, Ink::Plain, Ink::String, Ink::String];
        let all = letters("if\t\u{1b}x", &inks);
        assert_eq!(written(&all, true), "\u{1b}[35mif\u{1b}[0m  \u{1b}[32m\\x1bx\u{1b}[0m");
        assert_eq!(written(&all, false), "if  \\x1bx");
        assert_eq!(written(&letters("\ta\tb", &[]), true), "    a   b");
    }
}
