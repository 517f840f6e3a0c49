//! Macros that C, C++, CUDA and Objective-C can only read after expansion, put out of the parser's way. Only words that nobody can take for
//! anything else go: names in capitals where no name can stand (`API int f(void);`, `FIELDS` alone on its line, `void f() LOCKS(a) {`),
//! a word before the keyword of a type (`local int f(a)`), and labels of classes that the language does not have (`public slots:`,
//! `PRIVATE_UNLESS_TESTED:`). A macro that stands for a type becomes `int`. Before that, `conditions.rs` chooses a branch where only one can be read.
//!
//! Nothing moves: what goes becomes blanks. Definitions of macros and conditions stay as they are.

use std::borrow::Cow;

use super::conditions;
use super::heads;
use super::source::{Scan, is_word};

/// The text that is parsed.
pub(super) fn without_macros(text: &str) -> Cow<'_, str> {
    let chosen = conditions::first_branches(text);
    let mut scan = Scan::new(&chosen);
    heads::blank(&mut scan);
    let mut at = 0;
    while at < scan.bytes.len() {
        at = scan.statement(at).max(at + 1);
    }
    match scan.text() {
        Some(plain) => Cow::Owned(plain),
        None => chosen,
    }
}

/// Words that stand before a type and are none.
pub(super) const BEFORE: [&[u8]; 12] = [
    b"static",
    b"extern",
    b"inline",
    b"virtual",
    b"explicit",
    b"constexpr",
    b"friend",
    b"typedef",
    b"const",
    b"volatile",
    b"mutable",
    b"register",
];
/// Words of the types that the language has; several of them are one type.
pub(super) const TYPES: [&[u8]; 16] = [
    b"void",
    b"int",
    b"char",
    b"short",
    b"long",
    b"unsigned",
    b"signed",
    b"float",
    b"double",
    b"bool",
    b"_Bool",
    b"auto",
    b"size_t",
    b"struct",
    b"enum",
    b"union",
];
/// Words that begin what is no declaration, or one that has no macro in it.
pub(super) const OTHER: [&[u8]; 24] = [
    b"return",
    b"if",
    b"else",
    b"for",
    b"while",
    b"do",
    b"switch",
    b"case",
    b"default",
    b"goto",
    b"break",
    b"continue",
    b"using",
    b"delete",
    b"throw",
    b"new",
    b"namespace",
    b"try",
    b"catch",
    b"co_return",
    b"co_await",
    b"co_yield",
    b"asm",
    b"sizeof",
];
/// Macros of Objective-C that make the head of an `enum`.
const ENUMS: [&[u8]; 7] = [b"NS_ENUM", b"NS_OPTIONS", b"NS_CLOSED_ENUM", b"NS_ERROR_ENUM", b"CF_ENUM", b"CF_OPTIONS", b"CF_CLOSED_ENUM"];

/// A name in capitals of some length, or one such as `__host__`.
pub(super) fn is_macro(name: &[u8]) -> bool {
    if name.len() > 4 && name.starts_with(b"__") && !name.iter().any(u8::is_ascii_uppercase) {
        return (name.ends_with(b"__") && name != b"__attribute__" && name != b"__extension__" && name != b"__asm__")
            || name == b"__forceinline";
    }
    name.len() > 1 && name.iter().any(u8::is_ascii_uppercase) && !name.iter().any(|byte| byte.is_ascii_lowercase() || *byte >= 0x80)
}

impl Scan<'_> {
    /// A directive that begins at `at`, without the comments between its lines: to the parser one ends it.
    fn directive(&mut self, at: usize) -> usize {
        let end = self.line_end(at);
        let mut place = at;
        while let Some(open) = memchr::memmem::find(&self.bytes[place..end], b"/*").map(|open| place + open) {
            let Some(close) = memchr::memmem::find(&self.bytes[open + 2..end], b"*/").map(|close| open + close + 4) else { break };
            let last = memchr::memchr(b'\n', &self.bytes[close..end]).is_none_or(|line| close + line + 1 == end);
            let mut from = open;
            while !last && from < close {
                // What goes on on the next line still does.
                let line = memchr::memchr(b'\n', &self.bytes[from..close]).map_or(close, |line| from + line);
                self.blank(from, if line < close && self.bytes[..line].ends_with(b"\\") { line - 1 } else { line });
                from = line + 1;
            }
            place = close;
        }
        end
    }

    /// Looks at one statement, or the head of a definition, and says where the next may begin.
    fn statement(&mut self, at: usize) -> usize {
        let mut at = self.next(at);
        if at >= self.bytes.len() {
            return at;
        }
        match self.bytes[at] {
            b'#' => return self.directive(at),
            b'{' | b'}' | b';' => return at + 1,
            b'@' => {
                // Most heads of Objective-C end with their line.
                let word = &self.bytes[at + 1..self.word_end(at + 1)];
                let ends = matches!(word, b"property" | b"class" | b"import" | b"synthesize" | b"dynamic");
                return if ends { self.rest(at, at) } else { self.line_end(at) };
            }
            byte if !is_word(byte) => return self.rest(at, at), // Methods of Objective-C are among these.
            _ => {}
        }
        if let Some(end) = self.alone(at).or_else(|| self.enumeration(at)).or_else(|| self.attempt(at)).or_else(|| self.setting(at)) {
            return end;
        }
        // What was there: a type, a name.
        let (mut has_type, mut has_name) = (false, false);
        let from = at;
        loop {
            if !is_word(self.byte(at)) || self.byte(at).is_ascii_digit() {
                return self.rest(at, from);
            }
            let word = self.word(at);
            let name = self.name(word);
            let after = self.next(word.to);
            let next = self.next(word.end);
            if OTHER.contains(&name) {
                return self.rest(word.to, at);
            }
            if let Some(end) = self.label(word, after) {
                return end;
            }
            if name == b"template" && self.byte(after) == b'<' {
                at = self.next(self.angles(after));
                continue;
            }
            if matches!(
                name,
                b"class" | b"struct" | b"union" | b"enum" | b"operator" | b"__attribute__" | b"__declspec" | b"alignas" | b"extern"
            ) {
                let plain = matches!(name, b"__attribute__" | b"__declspec" | b"alignas");
                let named = matches!(name, b"class" | b"struct" | b"union" | b"enum");
                if name == b"operator" || (named && !is_word(self.byte(after))) {
                    return self.rest(word.to, from);
                }
                has_type |= named;
                at = if plain { next } else { after };
                if name == b"extern" && self.byte(at) == b'"' {
                    at = self.next(self.string(at));
                }
                if named {
                    at = self.next(self.word_end(at));
                    if matches!(self.byte(at), b':' | b'{') || self.starts(at, b"final") {
                        return self.rest(at, from);
                    }
                    at = self.stars(at);
                }
                continue;
            }
            if BEFORE.contains(&name) {
                at = self.stars(after);
                continue;
            }
            if TYPES.contains(&name) {
                has_type = true;
                at = self.stars(after);
                continue;
            }
            let called = word.end > word.to;
            let follows = is_word(self.byte(next)) && !self.byte(next).is_ascii_digit();
            if !has_name && is_macro(name) && follows {
                // In front of a type, between that and the name, or itself the type.
                let then = self.word(next);
                let behind = self.next(self.qualified(then.to));
                let other = then.end > then.to && is_macro(self.name(then)) && is_word(self.byte(self.next(then.end)));
                let pointer = self.byte(behind) == b'(' && self.byte(self.next(behind + 1)) == b'*';
                let last = !pointer && !other && matches!(self.byte(behind), b'(' | b';' | b'=' | b',' | b'[' | b':');
                let known = BEFORE.contains(&self.name(then)) || TYPES.contains(&self.name(then)) || is_macro(self.name(then));
                let keyword = known && self.name(then).iter().all(|byte| !byte.is_ascii_uppercase());
                // `T const *p`, `T const p`: nothing but a name is left behind it.
                let east = matches!(self.name(then), b"const" | b"volatile") && !has_type && {
                    let own = self.stars(behind);
                    own > behind || matches!(self.byte(self.next(self.word_end(own))), b';' | b'=' | b',' | b'[' | b'{')
                };
                let is_type = (last && !has_type && !keyword && !self.constructs(behind)) || east;
                if !is_type || name.starts_with(b"__") {
                    self.blank(word.from, word.end);
                    at = next;
                    continue;
                }
                if called {
                    self.replace(word.from, word.end, b"int");
                }
                has_type = true;
                at = next;
                continue;
            }
            if follows && !called && !has_type {
                let then = self.word(next);
                if TYPES.contains(&self.name(then)) && name != b"typename" && name != b"decltype" {
                    self.blank(word.from, word.to);
                    at = next;
                    continue;
                }
            }
            if called && (!is_macro(name) || !has_name) {
                return self.rest(word.to, from);
            }
            if has_name && is_macro(name) && matches!(self.byte(next), b';' | b'=' | b'{') {
                self.blank(word.from, word.end);
                return self.rest(next, from);
            }
            (has_name, has_type) = (has_type, true);
            at = self.stars(next);
            if self.starts(at, b"::") || self.byte(at) == b'<' {
                return self.rest(at, from);
            }
        }
    }

    /// The end of a name that may go on at `at`, as `std::vector<int>` does behind `std`.
    fn qualified(&self, mut at: usize) -> usize {
        while self.starts(at, b"::") {
            at = self.word_end(self.next(at + 2));
            if self.byte(at) == b'<' {
                at = self.angles(at);
            }
        }
        at
    }

    /// A macro that is all of its line, where a statement may begin.
    fn alone(&mut self, at: usize) -> Option<usize> {
        let word = self.word(at);
        if !is_macro(self.name(word)) {
            return None;
        }
        let line = self.bytes[word.end..].iter().take_while(|byte| **byte != b'\n');
        let is_last = line.clone().all(u8::is_ascii_whitespace) || self.next(word.end) >= self.line_end(word.end);
        let next = self.next(word.end);
        let byte = self.byte(next);
        let begins = is_word(byte)
            || matches!(byte, b'#' | b'}' | b'~' | b'@' | 0)
            || self.starts(next, b"[[")
            || self.starts(next, b"- (")
            || self.starts(next, b"+ (");
        if !is_last || !begins {
            return None;
        }
        let called = is_word(byte) && !byte.is_ascii_digit() && !TYPES.contains(&self.name(self.word(next))) && {
            let then = self.word(next);
            then.end > then.to && !is_macro(self.name(then))
        };
        match called {
            true if word.end == word.to => self.replace(word.from, word.end, b"int"),
            _ => self.blank(word.from, word.end),
        }
        Some(next)
    }

    /// `typedef NS_ENUM(Type, Name) {` becomes `enum Name {`.
    fn enumeration(&mut self, at: usize) -> Option<usize> {
        let typedef = self.starts(at, b"typedef");
        let from = if typedef { self.next(at + 7) } else { at };
        let word = self.word(from);
        if !ENUMS.contains(&self.name(word)) || self.byte(self.next(word.end)) != b'{' {
            return None;
        }
        let comma = word.to + memchr::memchr(b',', &self.bytes[word.to..word.end])?;
        let name = self.next(comma + 1);
        let end = self.word_end(name);
        if typedef {
            self.blank(at, from);
        }
        self.replace(word.from, name, b"enum");
        self.blank(end, word.end);
        Some(word.end)
    }

    /// What stands behind the head of a statement: to its end, without the macros behind brackets.
    fn rest(&mut self, mut at: usize, from: usize) -> usize {
        // In brackets nothing is looked at.
        let mut depth = 0usize;
        let is_method = matches!(self.byte(from), b'-' | b'+' | b'@');
        let mut closed = false;
        while at < self.bytes.len() {
            match self.bytes[at] {
                b'(' | b'[' => {
                    if self.bytes[at] == b'(' && !closed {
                        self.call(at);
                    }
                    depth += 1;
                }
                b')' | b']' => {
                    depth = depth.saturating_sub(1);
                    closed = depth == 0;
                }
                // `f(a&)`: types as arguments of a macro.
                b'&' if depth > 0 && matches!(self.byte(self.next(at + 1)), b')' | b',') => self.blank(at, at + 1),
                // A value follows, or the next of a list.
                b'=' => closed = false,
                b',' if depth == 0 => closed = false,
                b';' | b'{' | b'}' => return at + 1,
                b'#' if self.bytes[..at].iter().rev().take_while(|byte| **byte != b'\n').all(u8::is_ascii_whitespace) => return at,
                b'"' => {
                    at = self.string(at);
                    continue;
                }
                b'\'' if at == 0 || !is_word(self.bytes[at - 1]) => {
                    at = self.string(at);
                    continue;
                }
                b'/' if matches!(self.byte(at + 1), b'/' | b'*') => {
                    at = self.next(at);
                    continue;
                }
                byte if is_word(byte) => {
                    if depth > 0 || !(closed || is_method) {
                        at = self.parameter(at).unwrap_or_else(|| self.word_end(at));
                        continue;
                    }
                    let word = self.word(at);
                    let name = self.name(word);
                    let next = self.next(word.end);
                    let ends = matches!(self.byte(next), b';' | b'{' | b'=') || is_word(self.byte(next)) || self.starts(next, b"->");
                    // `@property (assign) BOOL flag;`: what stands right before the name is the type.
                    let own = self.word(next);
                    let after = self.next(own.to);
                    let is_type = self.byte(from) == b'@'
                        && is_word(self.byte(next))
                        && !is_macro(self.name(own))
                        && (matches!(self.byte(after), b';' | b',') || is_word(self.byte(after)) && is_macro(self.name(self.word(after))));
                    if is_macro(name) && !name.starts_with(b"__attribute") && ends && !is_type {
                        self.blank(word.from, word.end);
                    }
                    at = if word.end > word.to && is_macro(name) { word.end } else { word.to };
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// `(WINAPI *name)(`, `(PASCAL FAR *name)(`: the macros of a call.
    fn call(&mut self, at: usize) {
        let from = self.next(at + 1);
        let (mut to, mut star) = (from, from);
        while is_word(self.byte(star)) {
            to = self.word_end(star);
            if !is_macro(&self.bytes[star..to]) {
                return;
            }
            star = self.next(to);
        }
        if self.byte(star) != b'*' || to == from {
            return;
        }
        let own = self.next(star + 1);
        let close = self.next(self.word_end(own));
        if own > star && is_word(self.byte(own)) && self.byte(close) == b')' && self.byte(self.next(close + 1)) == b'(' {
            self.blank(from, to);
        }
    }
}

#[cfg(test)]
#[path = "macros_tests.rs"]
mod tests;
