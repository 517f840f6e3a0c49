//! Labels of classes that C++ does not have (`public slots:`, `PRIVATE_UNLESS_TESTED:`), and blocks with a macro for a head (`LIB_TRY {`), which are
//! blanked for the parser. What they stand for is not asked.

use super::macros::is_macro;
use super::source::{Scan, Word};

impl Scan<'_> {
    /// The label of a part of a class. What the language does not know goes.
    pub fn label(&mut self, word: Word, after: usize) -> Option<usize> {
        let name = self.name(word);
        let is_label = |scan: &Self, colon: usize| scan.byte(colon) == b':' && scan.byte(colon + 1) != b':';
        if matches!(name, b"public" | b"private" | b"protected") {
            // `public slots:`
            let colon = self.next(self.word_end(after));
            if colon > after && is_label(self, colon) {
                self.blank(after, colon);
            }
            return is_label(self, colon).then_some(colon + 1);
        }
        let ends = self.next(after + 1) >= self.line_end(after);
        if is_label(self, after) && (name == b"signals" || (is_macro(name) && ends)) {
            self.blank(word.from, after + 1);
            return Some(after + 1);
        }
        None
    }

    /// `TRY {` and `CATCH(...) {`: blocks.
    pub fn attempt(&mut self, at: usize) -> Option<usize> {
        let word = self.word(at);
        let name = self.name(word);
        let open = self.next(word.end);
        let is_attempt = is_macro(name) && (name.ends_with(b"TRY") || (name.ends_with(b"CATCH") && word.end > word.to));
        if !is_attempt || self.byte(open) != b'{' {
            return None;
        }
        self.blank(word.from, word.end);
        Some(open)
    }
}
