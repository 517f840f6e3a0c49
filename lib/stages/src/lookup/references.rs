//! Where a name stands, as a whole word: every line of every indexed file. The posting lists say which files to read, so the answer is that of a search through
//! all texts, without reading them all.

use std::collections::BTreeSet;

use cw_index::{FileMeta, LexChunk};
use cw_records::RecordPath;

use super::{List, allowed, gather, lines_of_view};
use crate::evidence::Corpus;
use crate::terms::{Scratch, tokens};
use crate::{Env, Error, Filter};

/// Most characters of a line that is shown.
const SHOWN: usize = 240;

/// A line with the name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reference {
    /// The file.
    pub path: RecordPath,
    /// 1-based line.
    pub line: u32,
    /// 1-based column of the first in the line, in characters.
    pub column: u32,
    /// Names around it.
    pub breadcrumb: Vec<String>,
    /// True where the name is defined.
    pub is_definition: bool,
    /// The line without the blanks around it; of a long line, what is around the name.
    pub text: String,
}

/// What to look for.
#[derive(Clone, Debug, Default)]
pub struct References {
    /// In these files.
    pub filter: Filter,
    /// Leave out lines that define the name.
    pub exclude_definition: bool,
    /// At most so many.
    pub limit: usize,
}

/// The lines with `symbol` as a whole word, in the order of paths and lines.
pub fn references(env: &Env, corpus: &Corpus<'_>, symbol: &str, options: &References) -> Result<List<Reference>, Error> {
    let mut terms = BTreeSet::new();
    tokens(symbol, &mut Scratch::default(), &mut |term| {
        terms.insert(term.to_owned());
    });
    let mut files = corpus.having(&terms)?;
    if !options.filter.is_open() {
        let allowed: BTreeSet<u32> = allowed(corpus, &options.filter)?.into_iter().collect();
        files.retain(|file| allowed.contains(file));
    }
    gather(env, files, options.limit, |number| {
        let (segment, local) = corpus.file(number);
        let (text, meta) = segment.content(local)?;
        let path = segment.path(local)?;
        let mut found = look(&text, &meta, symbol);
        mark(&mut found, &meta, symbol);
        if options.exclude_definition {
            found.retain(|reference| !reference.is_definition);
        }
        let total = found.len();
        found.truncate(options.limit);
        found.iter_mut().for_each(|reference| reference.path = path.clone());
        Ok((found, total))
    })
}

fn look(text: &str, meta: &FileMeta, symbol: &str) -> Vec<Reference> {
    let mut found = Vec::new();
    let views = meta.chunks.iter().any(|chunk| chunk.view.is_some());
    if !views {
        lines_with(text, symbol, 1, &mut |line, column, at, shown| {
            let place = meta.chunks.partition_point(|chunk| chunk.bytes.1 as usize <= at);
            let breadcrumb = meta.chunks.get(place).map(|chunk| chunk.breadcrumb.clone()).unwrap_or_default();
            found.push(Reference { line, column, breadcrumb, text: shown, ..Reference::default() });
        });
        return found;
    }
    for chunk in &meta.chunks {
        let LexChunk { bytes, lines, view, breadcrumb, .. } = chunk;
        let raw = text.get(bytes.0 as usize..bytes.1 as usize).unwrap_or_default();
        let seen = view.as_deref().unwrap_or(raw);
        // The lines of a view are not those of the file.
        let mut places = None;
        lines_with(seen, symbol, 1, &mut |line, column, _, shown| {
            let line = match view {
                Some(view) => {
                    places.get_or_insert_with(|| lines_of_view(raw, lines.0, view)).get(line as usize - 1).copied().unwrap_or(lines.0)
                }
                None => lines.0 + line - 1,
            };
            found.push(Reference { line, column, breadcrumb: breadcrumb.clone(), text: shown, ..Reference::default() });
        });
    }
    found
}

/// Calls `each` with line, column, byte and what is shown for every line that has `symbol` as a whole word.
fn lines_with(text: &str, symbol: &str, first: u32, each: &mut dyn FnMut(u32, u32, usize, String)) {
    let bytes = text.as_bytes();
    let (mut line, mut counted, mut from) = (first, 0, 0);
    let finder = memchr::memmem::Finder::new(symbol);
    if symbol.is_empty() {
        return;
    }
    while let Some(offset) = bytes.get(from..).and_then(|rest| finder.find(rest)) {
        let at = from + offset;
        if !is_whole(text, at, symbol) {
            from = at + text[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        }
        line += memchr::memchr_iter(b'\n', &bytes[counted..at]).count() as u32;
        counted = at;
        let start = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1);
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(text.len(), |end| at + end);
        let column = text[start..at].chars().count() as u32 + 1;
        each(line, column, at, show(&text[start..end.max(at + symbol.len())], at - start));
        from = end.max(at + symbol.len());
    }
}

fn is_whole(text: &str, at: usize, symbol: &str) -> bool {
    let is_word = |letter: Option<char>| letter.is_some_and(|letter| letter == '_' || letter.is_alphanumeric() && !is_unspaced(letter));
    let before = text[..at].chars().next_back();
    let after = text[at + symbol.len()..].chars().next();
    let (begun, goes_on) = (is_word(symbol.chars().next()) && is_word(before), is_word(symbol.chars().next_back()) && is_word(after));
    !begun && !goes_on
}

/// Han, kana and hangul: no spaces, so that a name beside them is whole.
fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}')
}

fn show(line: &str, at: usize) -> String {
    let trimmed = line.trim();
    if trimmed.chars().count() <= SHOWN {
        return trimmed.to_owned();
    }
    let before: Vec<char> = line[..at].chars().rev().take(SHOWN / 2).collect();
    let after = line[at..].chars().take(SHOWN - before.len());
    before.iter().rev().copied().chain(after).collect::<String>().trim().to_owned()
}

/// Marks the lines that define the name: of each definition the first with the name that is no comment or attribute.
fn mark(found: &mut [Reference], meta: &FileMeta, symbol: &str) {
    for definition in meta.chunks.iter().flat_map(|chunk| &chunk.defs).filter(|definition| definition.name == symbol) {
        let inside = |reference: &Reference| (definition.lines.0..=definition.lines.1).contains(&reference.line);
        let plain = |reference: &Reference| {
            let text = reference.text.as_str();
            text.starts_with("#define") || !["//", "/*", "*", "#", "--", "@", "\"\"\""].iter().any(|mark| text.starts_with(mark))
        };
        let place = found.iter().position(|reference| inside(reference) && plain(reference)).or_else(|| found.iter().position(inside));
        if let Some(place) = place {
            found[place].is_definition = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, symbol: &str) -> Vec<(u32, u32, String)> {
        let mut found = Vec::new();
        lines_with(text, symbol, 1, &mut |line, column, _, shown| found.push((line, column, shown)));
        found
    }

    #[test]
    fn whole_words_once_a_line() {
        let text = "foo(foo)\n food\n  xfoo foo_ \n\n  a.foo = \u{e9}foo;\u{65e5}foo\u{672c}\nfoo";
        let found: Vec<(u32, u32)> = all(text, "foo").into_iter().map(|(line, column, _)| (line, column)).collect();
        assert_eq!(found, [(1, 1), (5, 5), (6, 1)]);
        assert_eq!(all("a +++ b", "++"), [(1, 3, "a +++ b".to_owned())]);
        assert_eq!(all("x\u{e9}", "\u{e9}"), []);
        assert_eq!(all("", "a"), []);
        assert_eq!(all("a", ""), []);
    }

    #[test]
    fn long_lines_show_the_name() {
        let line = format!("{} name {}", "\u{e9}".repeat(500), "y ".repeat(500));
        let shown = &all(&line, "name")[0].2;
        assert!(shown.contains("name") && shown.chars().count() <= SHOWN);
    }
}
