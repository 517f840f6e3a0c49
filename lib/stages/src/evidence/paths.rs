//! How well the names of files and folders match the query. Only files that share a term with it are looked at; the dictionaries find them.

use std::collections::BTreeSet;

use cw_index::Field;

use super::Corpus;
use crate::Error;
use crate::terms::{Query, stem_terms};

/// Shortest prefix that counts as a match.
const PREFIX: usize = 3;
/// Least idf of a word, so that no word is worthless.
const FLOOR: f32 = 0.05;

/// Evidence from one path; all in 0..=1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PathMatch {
    /// Share of the query's idf that equals, or shares a prefix with, a term of the stem.
    pub prefix: f32,
    /// Share of the query's idf that equals a term of the last folders.
    pub directories: f32,
    /// Share of the stem's terms that the query matches.
    pub coverage: f32,
    /// 1 if every term of the stem is in the query.
    pub full: f32,
}

/// Evidence from all paths.
#[derive(Clone, Debug, Default)]
pub struct PathMatches {
    words: Vec<String>,
    prefix: Vec<f32>,
    directories: Vec<f32>,
}

impl PathMatches {
    /// Looks the words of `query` up in the names of files and folders.
    pub fn new(corpus: &Corpus<'_>, query: &Query) -> Result<PathMatches, Error> {
        let words: Vec<String> = query.stems.to_vec();
        let mut idf = Vec::with_capacity(words.len());
        let (mut stems, mut folders): (Vec<Vec<u32>>, Vec<Vec<u32>>) = Default::default();
        for word in &words {
            let (mut by_stem, mut by_folder, mut by_text) = (Vec::new(), Vec::new(), 0u32);
            for (segment, base, _) in corpus.segments() {
                let mut terms: BTreeSet<String> = BTreeSet::from([word.clone()]);
                if word.len() >= PREFIX {
                    terms.extend(segment.terms(Field::Stem, word)?);
                    terms.extend((PREFIX..word.len()).filter(|end| word.is_char_boundary(*end)).map(|end| word[..end].to_owned()));
                }
                for term in terms {
                    segment.postings(Field::Stem, &term, |file, _| by_stem.push(base + file))?;
                }
                segment.postings(Field::Directories, word, |file, _| by_folder.push(base + file))?;
                let mut chunks = Vec::new();
                segment.postings(Field::Body, word, |chunk, _| chunks.push(chunk))?;
                // Chunks come in order, those of one file together.
                let mut last = None;
                for chunk in chunks {
                    let file = segment.chunk(chunk)?.file;
                    by_text += u32::from(last.replace(file) != Some(file));
                }
            }
            by_stem.sort_unstable();
            by_stem.dedup();
            let df = by_text as f32;
            let is_known = df > 0.0 || !by_stem.is_empty() || !by_folder.is_empty();
            idf.push(if !is_known && !word.is_ascii() && !query.translated.is_empty() {
                // Its translation speaks for it.
                0.0
            } else if df == 0.0 {
                f32::NAN
            } else {
                (1.0 + (corpus.files as f32 - df + 0.5) / (df + 0.5)).ln().max(FLOOR)
            });
            stems.push(by_stem);
            folders.push(by_folder);
        }
        fill_unknown(&mut idf);
        let total: f32 = idf.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        let none = vec![0.0; corpus.files as usize];
        let mut matches = PathMatches { words, prefix: none.clone(), directories: none };
        for (at, weight) in idf.iter().enumerate() {
            stems[at].iter().for_each(|file| matches.prefix[*file as usize] += weight / total);
            folders[at].iter().for_each(|file| matches.directories[*file as usize] += weight / total);
        }
        Ok(matches)
    }

    /// The files whose name shares something with the query, with the share.
    pub fn named(&self) -> impl Iterator<Item = (f32, u32)> {
        self.prefix.iter().copied().zip(0..).filter(|(share, _)| *share > 0.0)
    }

    /// True if no path shares anything with the query.
    pub fn is_empty(&self) -> bool {
        self.prefix.iter().chain(&self.directories).all(|share| *share == 0.0)
    }

    /// The evidence from the path of `file`.
    pub fn of(&self, corpus: &Corpus<'_>, file: u32) -> Result<PathMatch, Error> {
        let (prefix, directories) = (self.prefix[file as usize], self.directories[file as usize]);
        let mut found = PathMatch { prefix, directories, ..PathMatch::default() };
        if prefix > 0.0 {
            let parts = stem_terms(&corpus.path(file)?);
            let simple: Vec<&String> = parts.iter().filter(|part| !part.contains('_')).collect();
            let near = simple.iter().filter(|part| self.words.iter().any(|word| is_near(word, part))).count();
            let equal = simple.iter().filter(|part| self.words.contains(part)).count();
            found.coverage = near as f32 / simple.len().max(1) as f32;
            found.full = if !simple.is_empty() && equal == simple.len() { 1.0 } else { 0.0 };
        }
        Ok(found)
    }
}

/// Equal, or one a prefix (of at least three letters) of the other.
fn is_near(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    a == b || short.len() >= PREFIX && long.starts_with(short)
}

/// Words that the corpus lacks get the median of the others.
fn fill_unknown(idf: &mut [f32]) {
    let mut known: Vec<f32> = idf.iter().copied().filter(|value| !value.is_nan()).collect();
    known.sort_by(f32::total_cmp);
    let median = known.get(known.len() / 2).copied().unwrap_or(1.0);
    idf.iter_mut().filter(|value| value.is_nan()).for_each(|value| *value = median);
}
