//! The lines of a text with their sizes, and where a text without syntax is best cut. No trees here.

use super::Options;

/// Line starts and sizes of a text. Lines count from 0 here; only records count from 1.
pub(super) struct Lines<'t> {
    pub text: &'t str,
    /// Start of every line, then the end of the text.
    starts: Vec<usize>,
    /// Characters that are not white space before every line, then all of them.
    sizes: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub fn new(text: &'t str) -> Lines<'t> {
        let (mut starts, mut sizes) = (vec![0], vec![0]);
        let mut size = 0;
        // ASCII is nearly everything, and needs no decoding.
        let is_ascii = text.is_ascii();
        for end in memchr::memchr_iter(b'\n', text.as_bytes()).map(|place| place + 1).chain([text.len()]) {
            let start = starts[starts.len() - 1];
            if start < end {
                let line = &text[start..end];
                size += match is_ascii || line.is_ascii() {
                    true => line.as_bytes().chunks(128).map(|part| usize::from(inked(part))).sum(),
                    false => line.chars().filter(|char| !char.is_whitespace()).count(),
                };
                starts.push(end);
                sizes.push(size);
            }
        }
        Lines { text, starts, sizes }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// First byte of a line; of the line after the last, the end of the text.
    pub fn start(&self, line: usize) -> usize {
        self.starts[line.min(self.len())]
    }

    /// The line that `byte` is on.
    pub fn of(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1).min(self.len().saturating_sub(1))
    }

    /// Characters that are not white space in the lines `[from, to)`.
    pub fn size(&self, from: usize, to: usize) -> usize {
        self.sizes[to.min(self.len())].saturating_sub(self.sizes[from.min(self.len())])
    }

    /// True if the lines `[from, to)` may be one chunk.
    pub fn fits(&self, from: usize, to: usize, options: &Options) -> bool {
        self.size(from, to) <= options.max_chars && self.start(to).saturating_sub(self.start(from)) <= options.cap()
    }

    /// True if nothing but white space stands before `byte` on its line.
    pub fn is_first(&self, line: usize, byte: usize) -> bool {
        self.text.as_bytes()[self.start(line).min(byte)..byte].iter().all(u8::is_ascii_whitespace)
    }

    /// True if the line is blank; there is a blank line before the first.
    pub fn is_blank(&self, line: usize) -> bool {
        self.size(line, line + 1) == 0
    }

    /// True if a blank line, or the border of the text, is before the line.
    pub fn after_blank(&self, line: usize) -> bool {
        line == 0 || self.is_blank(line - 1)
    }

    /// How bad it is to begin a chunk on this line, by looks alone: deep lines, closing lines and blank lines are bad.
    pub fn cost(&self, line: usize) -> usize {
        let text = &self.text[self.start(line)..self.start(line + 1)];
        let body = text.trim_start();
        if body.is_empty() {
            return 1000;
        }
        let indent: usize = text[..text.len() - body.len()].bytes().map(|byte| if byte == b'\t' { 4 } else { 1 }).sum();
        let closes =
            body.starts_with(['}', ')', ']', '>']) || body.starts_with("</") || body.starts_with("end") || body.starts_with("else");
        indent.min(60) * 4 + usize::from(!self.after_blank(line)) * 6 + usize::from(closes) * 500
    }

    /// Largest line that ends a chunk from `from` on, at least one line on.
    pub fn reach(&self, from: usize, options: &Options) -> usize {
        let by_size = self.sizes.partition_point(|size| *size <= self.sizes[from] + options.max_chars) - 1;
        let by_bytes = self.starts.partition_point(|start| *start <= self.starts[from] + options.cap()) - 1;
        by_size.min(by_bytes).clamp(from + 1, self.len().max(from + 1))
    }

    /// First line after `from` with at least `size` characters before it.
    pub fn after(&self, from: usize, size: usize) -> usize {
        self.sizes.partition_point(|all| *all < self.sizes[from.min(self.len())] + size).clamp(from, self.len())
    }
}

/// How many bytes of at most 255 ASCII ones are not white space.
fn inked(bytes: &[u8]) -> u8 {
    bytes.iter().map(|byte| u8::from(*byte != b' ' && byte.wrapping_sub(b'\t') > b'\r' - b'\t')).sum()
}
