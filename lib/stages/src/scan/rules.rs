//! Ignore files: what one line means, and which line of which file decides. Knows nothing of the disk.
//!
//! A file's rules hold below the folder it lies in; later lines win over earlier ones, deeper files over higher ones.

use std::sync::Arc;

use super::wild;

/// One line of an ignore file.
#[derive(Debug)]
pub struct Pattern {
    /// The line, as written.
    pub line: String,
    /// Its number.
    pub number: u32,
    /// It begins with `!`: it takes back.
    pub negated: bool,
    text: Vec<u8>,
    folders_only: bool,
    names_only: bool,
    /// So many bytes come before the first wildcard.
    fixed: usize,
    /// A `*` and then no other wildcard.
    suffix: bool,
}

impl Pattern {
    fn parse(line: &[u8], number: u32) -> Pattern {
        let (negated, mut text) = match line {
            [b'!', rest @ ..] => (true, rest),
            all => (false, all),
        };
        let folders_only = text.last() == Some(&b'/');
        if folders_only {
            text = &text[..text.len() - 1];
        }
        let names_only = !text.contains(&b'/');
        let plain = |bytes: &[u8]| bytes.iter().position(|byte| wild::is_special(*byte)).unwrap_or(bytes.len());
        let suffix = text.first() == Some(&b'*') && plain(&text[1..]) == text.len() - 1;
        let mut fixed = plain(text);
        if !names_only && text.first() == Some(&b'/') {
            text = &text[1..];
            fixed -= 1;
        }
        let line = String::from_utf8_lossy(line).into_owned();
        Pattern { line, number, negated, text: text.to_vec(), folders_only, names_only, fixed, suffix }
    }

    /// `path` is relative to the folder of the ignore file.
    fn holds(&self, path: &[u8], name: &[u8], folder: bool, fold: bool) -> bool {
        if self.folders_only && !folder {
            return false;
        }
        let same = |left: &[u8], right: &[u8]| if fold { left.eq_ignore_ascii_case(right) } else { left == right };
        let text = &self.text[..];
        if self.names_only {
            if self.fixed == text.len() {
                same(text, name)
            } else if self.suffix {
                name.len() >= text.len() - 1 && same(&text[1..], &name[name.len() + 1 - text.len()..])
            } else {
                wild::matches(text, name, false, fold)
            }
        } else if self.fixed > path.len() || !same(&text[..self.fixed], &path[..self.fixed]) {
            false
        } else {
            let (text, path) = (&text[self.fixed..], &path[self.fixed..]);
            (text.is_empty() && path.is_empty()) || wild::matches(text, path, true, fold)
        }
    }
}

/// One ignore file.
#[derive(Debug)]
pub struct List {
    /// Its path, for people.
    pub source: String,
    patterns: Vec<Pattern>,
    fold: bool,
}

impl List {
    /// Reads the bytes of an ignore file. `fold`: case does not matter (`core.ignoreCase`).
    pub fn parse(source: String, bytes: &[u8], fold: bool) -> List {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut patterns = Vec::new();
        for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            // Git reads lines as C strings.
            let line = trim(line.split(|byte| *byte == 0).next().unwrap_or_default());
            if !line.is_empty() && line[0] != b'#' {
                patterns.push(Pattern::parse(line, number));
            }
        }
        List { source, patterns, fold }
    }

    /// From patterns with the lines that they stand in.
    pub fn of(source: String, patterns: &[(u32, String)], fold: bool) -> List {
        let patterns = patterns.iter().map(|(number, pattern)| Pattern::parse(trim(pattern.as_bytes()), *number)).collect();
        List { source, patterns, fold }
    }

    /// True if a line holds for the file `path`, which is relative to the folder of the list, or for a folder that it lies in.
    pub fn covers(&self, path: &[u8]) -> bool {
        let ends = path.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(end, _)| (end, true)).chain([(path.len(), false)]);
        let mut parts = ends.map(|(end, folder)| (&path[..end], folder));
        parts.any(|(path, folder)| self.find(path, path.rsplit(|byte| *byte == b'/').next().unwrap_or(path), folder).is_some())
    }

    /// True if no line says anything.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    fn find(&self, path: &[u8], name: &[u8], folder: bool) -> Option<&Pattern> {
        self.patterns.iter().rev().find(|pattern| pattern.holds(path, name, folder, self.fold))
    }
}

/// Takes spaces off the end unless a backslash holds them.
fn trim(line: &[u8]) -> &[u8] {
    let (mut place, mut end) = (0, None);
    while place < line.len() {
        match line[place] {
            b' ' => {
                end.get_or_insert(place);
            }
            b'\\' => {
                place += 1;
                if place == line.len() {
                    return line;
                }
                end = None;
            }
            _ => end = None,
        }
        place += 1;
    }
    &line[..end.unwrap_or(line.len())]
}

/// The ignore files that hold in a folder, nearest first.
#[derive(Clone, Debug, Default)]
pub struct Chain(Option<Arc<Node>>);

#[derive(Debug)]
struct Node {
    above: Chain,
    /// Length of the absolute path of the folder, its slash included.
    base: usize,
    list: List,
}

impl Chain {
    /// This chain and, nearer than it, `list` in the folder whose absolute path (with its slash) has `base` bytes.
    pub fn with(&self, base: usize, list: List) -> Chain {
        if list.is_empty() { self.clone() } else { Chain(Some(Arc::new(Node { above: self.clone(), base, list }))) }
    }

    /// The line that decides about the absolute path `path`, if one does.
    pub fn find(&self, path: &[u8], folder: bool) -> Option<(&List, &Pattern)> {
        let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
        let mut chain = self;
        while let Some(node) = &chain.0 {
            // A file's rules hold below its folder, not for the folder itself.
            let inside = path.get(node.base..).filter(|inside| !inside.is_empty());
            if let Some(pattern) = inside.and_then(|inside| node.list.find(inside, name, folder)) {
                return Some((&node.list, pattern));
            }
            chain = &node.above;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_git_reads_them() {
        let list = List::parse("x".into(), b"\xef\xbb\xbf# no\n\n  \na \nb\\ \r\n\\#c\n!d\n", false);
        let read: Vec<_> = list.patterns.iter().map(|pattern| (pattern.line.as_str(), pattern.number, pattern.negated)).collect();
        assert_eq!(read, [("a", 4, false), ("b\\ ", 5, false), ("\\#c", 6, false), ("!d", 7, true)]);
    }
}
