//! Files and pieces that a question points at: by a path, perhaps with a line, and by words in double quotes, which mean what they say.

use std::collections::BTreeMap;

use cw_index::Field;
use cw_records::RecordPath;

use super::{Corpus, Lexical, best};
use crate::Error;
use crate::classes::Class;
use crate::terms::{PathRef, QUOTED, Query, analyse, stem_terms};

/// Paths of a question that are looked up.
const PATHS: usize = 24;
/// Quoted texts that are looked up.
const MOST: usize = 4;
/// Words of a question that may stand somewhere as a whole, and what that is worth.
const WORDS: std::ops::RangeInclusive<usize> = 3..=20;
const VERBATIM: f32 = 0.25;
/// Files that are read for a quoted text.
const READ: usize = 40;
/// What points at a file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mention {
    /// As many as there are paths for the first of them, down to 1 for the last: the innermost frame of a trace comes first. Half of one less if many files fit.
    pub path: f32,
    /// Share of the quoted texts that the file has, letter for letter; a quarter if the whole question stands in it, without quotes.
    pub quoted: f32,
    /// The chunk (number through all segments) that has the line or the text.
    pub chunk: Option<u32>,
}

/// The files that `query` points at.
pub(super) fn mentions(corpus: &Corpus<'_>, query: &Query) -> Result<BTreeMap<u32, Mention>, Error> {
    let mut found: BTreeMap<u32, Mention> = BTreeMap::new();
    for (place, path) in query.paths.iter().take(PATHS).enumerate() {
        let files = by_path(corpus, &path.path)?;
        let worth = files.iter().map(|(_, shared)| *shared).max().unwrap_or_default();
        let best: Vec<u32> = files.into_iter().filter(|(_, shared)| *shared == worth).map(|(file, _)| file).collect();
        for file in &best {
            let mention = found.entry(*file).or_default();
            if mention.path == 0.0 {
                let vague = if best.len() > 3 { 0.5 } else { 0.0 };
                mention.path = (query.paths.len().min(PATHS) - place) as f32 - vague;
                mention.chunk = at_line(corpus, *file, path)?;
            }
        }
    }
    let quoted: Vec<&String> = query.literal.iter().filter(|text| QUOTED.contains(&text.chars().count())).take(MOST).collect();
    for text in &quoted {
        let terms: Vec<(String, u32)> = analyse(text).stems.into_iter().map(|stem| (stem, 1)).collect();
        if terms.is_empty() {
            continue;
        }
        let scores = Lexical::new(corpus).scores(&terms)?;
        for (file, chunk) in by_text(corpus, &scores.file_share, 0.999, |whole| whole.find(text.as_str()))? {
            let mention = found.entry(file).or_default();
            mention.quoted += 1.0 / quoted.len() as f32;
            mention.chunk = mention.chunk.or(Some(chunk));
        }
    }
    // A message of an error is often asked as it was printed, without quotes. A chunk that has all of it has the greatest share of the words. A change log says what was wished for
    // in the words of who wished it, and answers nothing.
    let whole = query.text.trim().to_ascii_lowercase();
    let is_short = WORDS.contains(&whole.split_whitespace().count()) && QUOTED.contains(&whole.chars().count());
    if quoted.is_empty() && query.paths.is_empty() && is_short {
        let scores = corpus.scores(&query.terms)?;
        let floor = scores.file_share.iter().copied().fold(0.0, f32::max) * 0.999;
        for (file, chunk) in by_text(corpus, &scores.chunk_share, floor, |text| text.to_ascii_lowercase().find(&whole))? {
            if !Class(corpus.file_row(file)?.class).has(Class::META) {
                found.insert(file, Mention { quoted: VERBATIM, chunk: Some(chunk), ..Mention::default() });
            }
        }
    }
    Ok(found)
}

/// Files whose path ends like `wanted`, with how many components they share at the end. One shared name is enough only if `wanted` is a bare name, or the whole path of the file.
fn by_path(corpus: &Corpus<'_>, wanted: &str) -> Result<Vec<(u32, usize)>, Error> {
    let parts: Vec<&str> = wanted.split('/').filter(|part| !part.is_empty()).collect();
    let Some(name) = parts.last() else { return Ok(Vec::new()) };
    let terms = stem_terms(&RecordPath::from(*name));
    let Some(longest) = terms.iter().max_by_key(|term| term.len()) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for (segment, base, _) in corpus.segments() {
        let mut files = Vec::new();
        segment.postings(Field::Stem, longest, |file, _| files.push(file))?;
        for file in files {
            let path = segment.path(file)?;
            let path = path.display();
            let own: Vec<&str> = path.split('/').collect();
            let shared = own.iter().rev().zip(parts.iter().rev()).take_while(|(a, b)| a == b).count();
            if shared >= 2 || shared == 1 && (parts.len() == 1 || own.len() == 1) {
                found.push((base + file, shared));
            }
        }
    }
    Ok(found)
}

/// The chunk of `file` that has the line.
fn at_line(corpus: &Corpus<'_>, file: u32, path: &PathRef) -> Result<Option<u32>, Error> {
    let Some(line) = path.line else { return Ok(None) };
    let chunks: Vec<u32> = corpus.chunks_of(file)?.collect();
    let content = corpus.content(file)?;
    let place = content.1.chunks.iter().position(|chunk| chunk.lines.0 <= line && line <= chunk.lines.1);
    Ok(place.and_then(|place| chunks.get(place).copied()))
}

/// Files in whose text `find` finds something, with the chunk where it stands. Only the best by `shares`, of those above `floor`, are read.
fn by_text(corpus: &Corpus<'_>, shares: &[f32], floor: f32, find: impl Fn(&str) -> Option<usize>) -> Result<Vec<(u32, u32)>, Error> {
    let mut found = Vec::new();
    for file in best(shares, READ, floor) {
        let content = corpus.content(file)?;
        let (text, meta) = &*content;
        let Some(at) = find(text) else { continue };
        let place = meta.chunks.iter().position(|chunk| (chunk.bytes.0 as usize..chunk.bytes.1 as usize).contains(&at));
        found.extend(place.and_then(|place| Some((file, corpus.chunks_of(file).ok()?.nth(place)?))));
    }
    Ok(found)
}
