//! Lists in brackets that C++ reads wrongly: those of macros that hold a type and a literal, those of constructors with a macro before the name, and those
//! of parameters with a macro before the type or behind the name. See `macros.rs`.

use super::macros::{BEFORE, OTHER, TYPES, is_macro};
use super::source::{Scan, is_word};

impl Scan<'_> {
    /// `ABSL_FLAG(bool, name, false, "help");`: a type and a literal in one list are neither the arguments of a call nor the parameters of a function.
    pub fn setting(&mut self, at: usize) -> Option<usize> {
        let mut word = self.word(at);
        if word.end == word.to && is_macro(self.name(word)) && self.byte(word.to) == b'(' {
            word.end = self.list_end(word.to)?;
        }
        if word.end == word.to || self.byte(self.next(word.end)) != b';' {
            return None;
        }
        let open = word.to + memchr::memchr(b'(', &self.bytes[word.to..word.end])?;
        let (mut has_type, mut has_literal) = (false, false);
        let mut from = open + 1;
        while from < word.end {
            let (mut depth, mut to) = (0usize, from);
            while to + 1 < word.end && (depth > 0 || self.bytes[to] != b',') {
                match self.bytes[to] {
                    b'(' | b'[' | b'<' | b'{' => depth += 1,
                    b')' | b']' | b'>' | b'}' => depth = depth.saturating_sub(1),
                    b'"' | b'\'' => {
                        to = self.string(to).min(word.end - 1);
                        continue;
                    }
                    _ => {}
                }
                to += 1;
            }
            let argument = self.bytes[from..to].trim_ascii();
            let first = argument.split(|byte| !is_word(*byte)).next().unwrap_or_default();
            has_literal |= argument.first().is_some_and(|byte| byte.is_ascii_digit() || matches!(byte, b'"' | b'\'' | b'-' | b'{'))
                || matches!(first, b"true" | b"false" | b"nullptr");
            has_type |= argument.iter().all(|byte| is_word(*byte) || matches!(byte, b':' | b'<' | b'>' | b',' | b'*' | b'&' | b' '))
                && argument.split(|byte| !is_word(*byte)).any(|name| TYPES.contains(&name) || name.ends_with(b"_t"));
            from = to + 1;
        }
        (has_type && has_literal).then(|| {
            self.blank(word.from, word.end);
            word.end
        })
    }

    /// The end of the brackets that begin at `at`, in which values may stand in braces.
    fn list_end(&self, at: usize) -> Option<usize> {
        const FAR: usize = 2000;
        let (mut depth, mut place) = (0usize, at);
        while place < self.bytes.len().min(at + FAR) {
            match self.bytes[place] {
                b'(' | b'{' => depth += 1,
                b')' | b'}' => depth = depth.saturating_sub(1),
                b'"' | b'\'' => {
                    place = self.string(place);
                    continue;
                }
                b';' | b'#' => return None,
                _ => {}
            }
            place += 1;
            if depth == 0 {
                return Some(place);
            }
        }
        None
    }

    /// `f(IN HANDLE a, T&& b CAPTURED_BY(this))`: the macro at `at` before the type or behind the name of a parameter goes. Where it ends, if it is one.
    pub fn parameter(&mut self, at: usize) -> Option<usize> {
        let to = self.word_end(at);
        if !is_macro(&self.bytes[at..to]) {
            return None;
        }
        if self.byte(to) != b'(' {
            // A type and a name are left.
            let kind = self.next(to);
            let own = self.stars(self.next(self.word_end(kind)));
            let ends = is_word(self.byte(own)) && matches!(self.byte(self.next(self.word_end(own))), b',' | b')' | b'[');
            let east = matches!(&self.bytes[kind..self.word_end(kind)], b"const" | b"volatile");
            return (kind > to && is_word(self.byte(kind)) && !east && own > self.word_end(kind) && ends).then(|| {
                self.blank(at, to);
                to
            });
        }
        let word = self.word(at);
        let before = self.bytes[..at].trim_ascii_end();
        let name = before.iter().rposition(|byte| !is_word(*byte)).map_or(before, |place| &before[place + 1..]);
        let is_name = name.first().is_some_and(|byte| byte.is_ascii_lowercase())
            && before.len() < at
            && ![&TYPES[..], &BEFORE[..], &OTHER[..]].iter().any(|words| words.contains(&name));
        let before = before[..before.len() - name.len()].trim_ascii_end();
        let has_type = before.last().is_some_and(|byte| is_word(*byte) || matches!(byte, b'&' | b'*' | b'>'));
        let ends = matches!(self.byte(self.next(word.end)), b',' | b')' | b'=');
        (word.end > word.to && is_name && has_type && ends).then(|| {
            self.blank(word.from, word.end);
            word.end
        })
    }

    /// True if the brackets at `at` are followed by what a constructor sets, so that no type stands before its name.
    pub fn constructs(&self, at: usize) -> bool {
        let Some(end) = (self.byte(at) == b'(').then(|| self.brackets(at)).flatten() else { return false };
        let next = self.next(end);
        let next = if self.starts(next, b"noexcept") { self.next(self.word(next).end) } else { next };
        self.byte(next) == b':' && self.byte(next + 1) != b':'
    }
}
