//! The text of a language like C as far as its words, strings, comments and brackets go, and a copy in which some of it is blank.

/// A text, and what becomes of it.
pub(super) struct Scan<'t> {
    pub bytes: &'t [u8],
    out: Option<Vec<u8>>,
}

/// Longest part of a statement that is looked at.
const FAR: usize = 2000;

/// A word of a statement, with what stands in brackets behind it.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub from: usize,
    pub to: usize,
    /// End of the brackets, if it has some.
    pub end: usize,
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

impl<'t> Scan<'t> {
    pub fn new(text: &'t str) -> Scan<'t> {
        Scan { bytes: text.as_bytes(), out: None }
    }

    /// What became of the text, if anything did.
    pub fn text(self) -> Option<String> {
        // Only ASCII was written, and only over whole characters.
        self.out.and_then(|out| String::from_utf8(out).ok())
    }

    pub fn blank(&mut self, from: usize, to: usize) {
        let out = self.out.get_or_insert_with(|| self.bytes.to_vec());
        out[from..to].iter_mut().filter(|byte| !byte.is_ascii_whitespace()).for_each(|byte| *byte = b' ');
    }

    /// Puts a word in the place of a longer one and what follows that.
    pub fn replace(&mut self, from: usize, to: usize, by: &[u8]) {
        self.blank(from, to);
        if let Some(place) =
            self.out.as_mut().and_then(|out| out.get_mut(from..(from + by.len()).min(to))).filter(|place| place.len() == by.len())
        {
            place.copy_from_slice(by);
        }
    }

    pub fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or_default()
    }

    pub fn starts(&self, at: usize, with: &[u8]) -> bool {
        self.bytes.get(at..).is_some_and(|rest| rest.starts_with(with))
    }

    /// The next byte that is neither white space nor in a comment.
    pub fn next(&self, mut at: usize) -> usize {
        loop {
            match self.byte(at) {
                byte if byte.is_ascii_whitespace() => at += 1,
                b'\\' if matches!(self.byte(at + 1), b'\n' | b'\r') => at += 2,
                b'/' if self.byte(at + 1) == b'/' => at = self.line_end(at),
                b'/' if self.byte(at + 1) == b'*' => {
                    at = memchr::memmem::find(&self.bytes[at + 2..], b"*/").map_or(self.bytes.len(), |place| at + place + 4);
                }
                _ => return at.min(self.bytes.len()),
            }
        }
    }

    /// The end of a line, and of those that a backslash adds to it.
    pub fn line_end(&self, mut at: usize) -> usize {
        loop {
            let Some(place) = memchr::memchr(b'\n', &self.bytes[at..]) else { return self.bytes.len() };
            at += place + 1;
            let before = self.bytes[..at - 1].strip_suffix(b"\r").unwrap_or(&self.bytes[..at - 1]);
            if !before.ends_with(b"\\") {
                return at;
            }
        }
    }

    /// The same of a directive, and of a comment that begins in it.
    pub fn directive_end(&self, at: usize) -> usize {
        let end = self.line_end(at);
        match memchr::memmem::rfind(&self.bytes[at..end], b"/*") {
            Some(open) if memchr::memmem::find(&self.bytes[at + open..end], b"*/").is_none() => {
                let close = memchr::memmem::find(&self.bytes[end..], b"*/").map_or(self.bytes.len(), |close| end + close + 2);
                self.line_end(close)
            }
            _ => end,
        }
    }

    /// The end of a string or character that begins at `at`.
    pub fn string(&self, at: usize) -> usize {
        let quote = self.byte(at);
        if quote == b'"' && at > 0 && self.byte(at - 1) == b'R' {
            let open = self.bytes[at + 1..].iter().take(20).position(|byte| *byte == b'(');
            if let Some(open) = open {
                let mut close = vec![b')'];
                close.extend_from_slice(&self.bytes[at + 1..at + 1 + open]);
                close.push(b'"');
                return memchr::memmem::find(&self.bytes[at..], &close).map_or(self.bytes.len(), |place| at + place + close.len());
            }
        }
        let mut end = at + 1;
        while end < self.bytes.len() {
            match self.bytes[end] {
                b'\\' => end += 1,
                b'\n' => return end,
                byte if byte == quote => return end + 1,
                _ => {}
            }
            end += 1;
        }
        self.bytes.len()
    }

    pub fn word_end(&self, at: usize) -> usize {
        self.bytes[at..].iter().position(|byte| !is_word(*byte)).map_or(self.bytes.len(), |place| at + place)
    }

    /// The end of the brackets that begin at `at`, if they are not too long.
    pub fn brackets(&self, at: usize) -> Option<usize> {
        let (mut depth, mut place) = (0usize, at);
        while place < self.bytes.len().min(at + FAR) {
            match self.bytes[place] {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'"' | b'\'' => {
                    place = self.string(place);
                    continue;
                }
                b'/' if matches!(self.byte(place + 1), b'/' | b'*') => {
                    place = self.next(place);
                    continue;
                }
                b'{' | b'}' | b';' | b'#' => return None,
                _ => {}
            }
            place += 1;
            if depth == 0 {
                return Some(place);
            }
        }
        None
    }

    pub fn word(&self, from: usize) -> Word {
        let to = self.word_end(from);
        // White space before a bracket is for functions; macros have it too, at times.
        let open = to + self.bytes[to..].iter().take_while(|byte| **byte == b' ').count();
        let end = if self.byte(open) == b'(' { self.brackets(open).unwrap_or(to) } else { to };
        Word { from, to, end }
    }

    pub fn name(&self, word: Word) -> &'t [u8] {
        &self.bytes[word.from..word.to]
    }

    /// After `*`, `&` and white space.
    pub fn stars(&self, mut at: usize) -> usize {
        while matches!(self.byte(at), b'*' | b'&') {
            at = self.next(at + 1);
        }
        at
    }

    /// The end of angle brackets, or where they begin if they have no end.
    pub fn angles(&self, at: usize) -> usize {
        let (mut depth, mut place) = (0usize, at);
        while place < self.bytes.len().min(at + FAR) {
            match self.bytes[place] {
                b'<' => depth += 1,
                b'>' => depth -= 1,
                b'(' => place = self.brackets(place).map_or(place, |end| end - 1),
                b'"' | b'\'' => place = self.string(place) - 1,
                b'{' | b'}' | b';' => return at + 1,
                _ => {}
            }
            place += 1;
            if depth == 0 {
                return place;
            }
        }
        at + 1
    }
}
