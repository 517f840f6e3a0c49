//! The features of a file for a query. All are in 0..=1 (divided by the greatest over all files of the index), but for `loglen`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{COUNT, Index};
use crate::Error;
use crate::classes::Class;
use crate::evidence::{Corpus, Dense, Mention, Names, PathMatches, Scores, best};
use crate::providers::embedded;
use crate::terms::{Intent, Query};

/// The features, in the order of the weights.
///
/// `bmf_max`, `bmf_top3`, `ff`: BM25F of the best chunk, of the best three, of the whole file. `de_max`, `de_file`: cosine of the best chunk (from the median up), of the file.
/// `def_exact`: it defines a name of the query. `stem_full`: all words of its name are in the query. `compound`: adjacent words of the query make a name it defines.
/// `loglen`: ln(1 + bytes). `defrx`: it defines the name letter for letter. `pfx_i`, `dirq_i`: idf share of the query in the file's name, in its folders. `cov_pfx`: share of its
/// name that the query matches. `prim`: primary code. `diragg`: its folder holds many of the best files. `lang`: its language is one the project is written in.
/// `chunk_share`, `file_share`: idf share of the query that its best chunk, and that the whole file has.
pub const FEATURES: [&str; 18] = [
    "bmf_max",
    "bmf_top3",
    "ff",
    "de_max",
    "de_file",
    "def_exact",
    "stem_full",
    "compound",
    "loglen",
    "defrx",
    "pfx_i",
    "dirq_i",
    "cov_pfx",
    "prim",
    "diragg",
    "lang",
    "chunk_share",
    "file_share",
];

/// Files whose folders are compared.
const NEAR: usize = 30;
/// A cosine that speaks for a file without any word in common.
const NEAR_ENOUGH: f32 = 0.45;
/// For other models than the embedded one, whose cosines begin anywhere: so far above the median a file speaks for itself.
const STANDS_OUT: f32 = 0.1;
/// Between the greatest cosine and the median there is at least so much, with the embedded model, where the question is about some files and not about others.
const SPAN: f32 = 0.3;
/// Share of the query's idf that one file has, plus the greatest cosine: less is noise. Of 200 questions that have nothing to do with the code asked 74 % have less or no word
/// at all, of 576 about it none.
const ENOUGH: f32 = 0.42;
/// The same: less than this cosine and this BM25F of the best chunk is noise, too. Of 81 requests about anything else that were still answered 36 have less, of 284 about the code one.
const FAR: f32 = 0.36;
const THIN: f32 = 4.5;
/// That is not judged of fewer files.
const FEW: u32 = 30;
/// What the head of a file keeps of its worth.
const HEAD: f32 = 0.75;
/// What a chunk gains by defining a name of a sentence.
const NAMED: f32 = 0.3;
/// What a test, a document or an example gains, in best chunks, if the question asks for one: more than a name that fits.
const ASKED_FOR: f32 = 2.0;
/// Share of the question's idf from which on a word in a file's name counts in full.
const CARRIED: f32 = 0.15;
/// What it is worth that a report points at a file, at most.
const REPORTED: f64 = 0.2;
/// A language with this share of the primary code counts in full.
const SHARE: f32 = 0.1;

/// Everything that features are made of, for one query.
pub(super) struct Rules<'a> {
    pub(super) corpus: &'a Corpus<'a>,
    pub(super) query: &'a Query,
    scores: Arc<Scores>,
    greatest: [f32; 4],
    dense: Option<(Dense<'a>, Vec<Option<u32>>)>,
    median: f32,
    dense_greatest: [f32; 2],
    names: Arc<Names>,
    paths: Arc<PathMatches>,
    mentions: Arc<BTreeMap<u32, Mention>>,
    /// What the file is pointed at with that is pointed at first.
    most: f64,
    folders: BTreeMap<Vec<u8>, f32>,
    shares: BTreeMap<String, f32>,
    lenient: bool,
    is_embedded: bool,
}

fn greatest(scores: &[f32]) -> f32 {
    scores.iter().copied().fold(0.0, f32::max)
}

/// The median, of an even number the mean of both in the middle; 0 of less than three. Changes the order.
fn median(values: &mut [f32]) -> f32 {
    if values.len() < 3 {
        return 0.0;
    }
    let (odd, middle) = (values.len() % 2 == 1, values.len() / 2);
    let (below, upper, _) = values.select_nth_unstable_by(middle, f32::total_cmp);
    if odd { *upper } else { (*upper + below.iter().copied().fold(f32::MIN, f32::max)) / 2.0 }
}

fn ratio(value: f32, greatest: f32) -> f32 {
    if greatest > 0.0 { value / greatest } else { 0.0 }
}

fn folder(path: &[u8]) -> &[u8] {
    path.iter().rposition(|byte| *byte == b'/').map_or(b"", |place| &path[..place])
}

impl<'a> Rules<'a> {
    /// `vector` is the question's, in the space of the index's vectors; `None` if there is none.
    pub(super) fn new(index: &Index<'a>, query: &'a Query, vector: Option<Vec<f32>>) -> Result<Rules<'a>, Error> {
        let corpus = index.corpus;
        let scores = corpus.scores(&query.terms)?;
        let vector = vector.unwrap_or_default();
        let dense = match index.vectors {
            Some(vectors) if vector.iter().any(|float| *float != 0.0) => {
                let dense = vectors.scan(&vector)?;
                let aligned = dense.align(corpus)?;
                Some((dense, aligned))
            }
            _ => None,
        };
        let mut best_chunks: Vec<f32> = dense.iter().flat_map(|(dense, _)| dense.best_chunk.iter().copied()).collect();
        let best_of_all = best_chunks.iter().copied().reduce(f32::max).unwrap_or(0.0);
        let median = median(&mut best_chunks);
        let dense_greatest = [best_of_all, dense.as_ref().map_or(0.0, |(dense, _)| greatest(&dense.file))];
        let mut rules = Rules {
            corpus,
            query,
            greatest: [
                greatest(&scores.best_chunk),
                greatest(&scores.best_three),
                greatest(&scores.file),
                dense.as_ref().map_or(0.0, |(dense, _)| greatest(&dense.chunk)),
            ],
            names: corpus.names(query)?,
            paths: corpus.path_matches(query)?,
            mentions: corpus.mentions(query)?,
            most: 0.0,
            folders: BTreeMap::new(),
            shares: BTreeMap::new(),
            lenient: false,
            is_embedded: index.vectors.is_none_or(|vectors| vectors.part().manifest.part == cw_index::vec_name(embedded::Model::NAME)),
            scores,
            dense,
            median,
            dense_greatest,
        };
        rules.most = rules.mentions.values().map(|mention| mention.path.into()).fold(0.0, f64::max);
        rules.languages()?;
        rules.neighbourhoods()?;
        Ok(rules)
    }

    /// True if nothing speaks for any file. Something does if the question points at a file, or names what one defines or is called; if a word of it or a part of a path occurs,
    /// unless so little of it occurs in any one file, and its vector is so far from everything, that both together are not enough; and without any such word if its vector is near
    /// something, and is not made of pieces of words.
    pub(super) fn is_hopeless(&self) -> Result<bool, Error> {
        if !self.names.files.is_empty() || !self.mentions.is_empty() || !self.is_weak() {
            return Ok(false);
        }
        for (_, file) in self.paths.named() {
            if self.paths.of(self.corpus, file)?.full > 0.0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_weak(&self) -> bool {
        let sense = self.dense_greatest[0];
        if self.scores.known_terms == 0 && self.paths.is_empty() {
            return !if self.is_embedded {
                sense >= NEAR_ENOUGH && embedded::known_share(&self.query.sense) >= 0.5
            } else {
                sense - self.median >= STANDS_OUT
            };
        }
        // Shares of a translated question say little, because most of its pairs of characters occur nowhere; so do those of a few files, where every word is common.
        let judged = self.is_embedded && self.dense.is_some() && self.query.translated.is_empty() && self.corpus.files >= FEW;
        judged && (greatest(&self.scores.file_share) + sense < ENOUGH || sense < FAR && self.greatest[0] < THIN)
    }

    /// Shares of the languages in the primary code. A project that is nearly all tests or examples has those for its primary code.
    fn languages(&mut self) -> Result<(), Error> {
        let (mut by_lang, mut primary, mut code): (BTreeMap<&str, u64>, u64, u64) = Default::default();
        let aside = Class(Class::DOCS.0 | Class::CONFIG.0 | Class::META.0);
        for (segment, ..) in self.corpus.segments() {
            // Files of one language stand together.
            let (mut last, mut sum) = ("", 0);
            for file in 0..segment.files() {
                let row = segment.file(file)?;
                let class = Class(row.class);
                code += if class.has(aside) { 0 } else { row.text.into() };
                if class.is_primary() {
                    primary += u64::from(row.text);
                    let lang = segment.lang(&row).unwrap_or_default();
                    if lang != last {
                        *by_lang.entry(std::mem::replace(&mut last, lang)).or_default() += std::mem::take(&mut sum);
                    }
                    sum += u64::from(row.text);
                }
            }
            *by_lang.entry(last).or_default() += sum;
        }
        self.lenient = primary * 10 < code;
        let shares = by_lang.into_iter().map(|(lang, text)| (lang.to_owned(), text as f32 / primary.max(1) as f32));
        self.shares = shares.collect();
        Ok(())
    }

    /// What the best files add up to, by folder.
    fn neighbourhoods(&mut self) -> Result<(), Error> {
        let mut sums: BTreeMap<Vec<u8>, f32> = BTreeMap::new();
        for file in best(&self.scores.best_three, NEAR, 0.0) {
            if Class(self.corpus.file_row(file)?.class).is_primary() {
                let path = self.corpus.path(file)?;
                *sums.entry(folder(path.as_bytes()).to_vec()).or_default() += self.scores.best_three[file as usize];
            }
        }
        let most = sums.values().copied().fold(0.0, f32::max);
        self.folders = sums.into_iter().map(|(folder, sum)| (folder, ratio(sum, most))).collect();
        Ok(())
    }

    /// What the question's pointing at a file is worth: a path or quoted words outweigh everything that is only likely.
    pub(super) fn mention(&self, file: u32) -> f64 {
        let Some(mention) = self.mentions.get(&file) else { return 0.0 };
        let worth = f64::from(mention.path + mention.quoted);
        // A report names much that it is not about; but what it has pasted is from there, and a line that it names beside no trace is meant.
        let is_meant = mention.quoted > 1.0 || mention.path > 0.0 && mention.chunk.is_some() && !self.query.traced;
        if self.query.report && !is_meant { REPORTED * (worth / self.most.max(1.0)).min(1.0) } else { worth }
    }

    /// The place of the path that says that this file is meant, if one does.
    pub(super) fn pointed(&self, file: u32) -> Option<f64> {
        self.mentions.get(&file).filter(|mention| mention.clear && !self.query.report).map(|mention| mention.path.into())
    }

    /// True if a file has all that the question quotes, letter for letter.
    pub(super) fn has_quoted(&self, file: u32) -> bool {
        self.mentions.get(&file).is_some_and(|mention| mention.quoted >= 1.0)
    }

    /// Features of each of `files`.
    pub(super) fn features(&self, files: &[u32]) -> Result<Vec<[f32; COUNT]>, Error> {
        files.iter().map(|file| self.of(*file)).collect()
    }

    fn of(&self, file: u32) -> Result<[f32; COUNT], Error> {
        let at = file as usize;
        let (segment, local) = self.corpus.file(file);
        let row = segment.file(local)?;
        let path = segment.path(local)?;
        let (mut de_max, mut de_file) = (0.0, 0.0);
        if let Some((dense, aligned)) = &self.dense
            && let Some(own) = aligned[at]
        {
            // In a tree of a few files on one subject all cosines are near each other, and their differences say little.
            let least = if self.is_embedded { SPAN } else { 1e-6 };
            let span = (self.dense_greatest[0] - self.median).max(least);
            de_max = ((dense.best_chunk[own as usize] - self.median) / span).clamp(0.0, 1.0);
            de_file = ratio(dense.file[own as usize], self.dense_greatest[1]).max(0.0);
        }
        let named = self.names.files.get(&file).copied().unwrap_or_default();
        let mut by_path = self.paths.of(self.corpus, file)?;
        if self.query.symbol && self.names_file(path.name()) {
            by_path.full = 1.0;
        }
        if !self.query.symbol && self.corpus.files >= FEW {
            // One common word that is a whole name says as much as it is of the question. In a few files every word is common.
            let carried = (by_path.prefix / CARRIED).min(1.0);
            (by_path.full, by_path.coverage) = (by_path.full * carried, by_path.coverage * carried);
        }
        let class = Class(row.class);
        let aside = Class(Class::DOCS.0 | Class::CONFIG.0 | Class::META.0 | Class::VENDOR.0);
        let mut primary = f32::from(u8::from(class.is_primary() || self.lenient && !class.has(aside)));
        let share = segment.lang(&row).and_then(|lang| self.shares.get(lang)).copied().unwrap_or(0.0);
        let mut lang = (share / SHARE).min(1.0);
        let mut gate = 0.0;
        if let Some(intent) = self.query.intent
            && class.has(wanted(intent))
        {
            (primary, lang, gate) = (1.0, 1.0, if intent == Intent::Config { 1.0 } else { ASKED_FOR });
        }
        Ok([
            ratio(self.scores.best_chunk[at], self.greatest[0]) + gate,
            ratio(self.scores.best_three[at], self.greatest[1]),
            ratio(self.scores.file[at], self.greatest[2]),
            de_max,
            de_file,
            named.exact,
            by_path.full,
            named.compound,
            (1.0 + row.text as f32).ln(),
            named.literal,
            by_path.prefix,
            by_path.directories,
            by_path.coverage,
            primary,
            self.folders.get(folder(path.as_bytes())).copied().unwrap_or(0.0),
            lang,
            self.scores.chunk_share[at],
            self.scores.file_share[at],
        ])
    }

    /// The name that is asked for: the whole question if something is called so, else its last part.
    pub(super) fn asked(&self) -> Option<&str> {
        self.query.whole().filter(|_| self.names.whole).or(self.query.names.first().map(String::as_str))
    }

    /// A name that is the file's name, but for case, `_`, `-` and a plural s.
    fn names_file(&self, name: &[u8]) -> bool {
        let plain = |text: &str| text.to_lowercase().replace(['_', '-'], "").trim_end_matches('s').to_owned();
        let name = String::from_utf8_lossy(name);
        let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
        self.asked().is_some_and(|wanted| !wanted.is_empty() && plain(wanted) == plain(stem))
    }

    /// What a chunk is worth within its file: words and sense in equal parts; for a name, the chunk that defines it, and a little more for one that defines a name of a sentence; what the question
    /// points at before all. The head of a source file (licence, imports) has many of its words and answers little.
    pub(super) fn chunk(&self, file: u32, start: u64) -> Result<f64, Error> {
        let Some(number) = self.corpus.chunk_at(file, start)? else { return Ok(0.0) };
        let mut worth = ratio(self.scores.chunk[number as usize], self.greatest[0]);
        if let Some((dense, aligned)) = &self.dense
            && let Some(own) = aligned[file as usize]
        {
            let place = number - self.corpus.chunks_of(file)?.start;
            let cosine = dense.chunk.get((dense.first_chunk(own)? + place) as usize).copied().unwrap_or(0.0);
            worth += ratio(cosine.max(0.0), self.greatest[3]);
        }
        if self.is_head(file, number)? {
            worth *= HEAD;
        }
        if self.names.files.get(&file).and_then(|named| named.chunk) == Some(number) {
            worth += if self.query.symbol || self.query.defined.is_some() { 2.0 } else { NAMED };
        }
        if self.mentions.get(&file).and_then(|mention| mention.chunk) == Some(number) {
            worth += 4.0;
        }
        Ok(worth.into())
    }

    /// True for the first chunk of a source file of several, if it defines nothing.
    fn is_head(&self, file: u32, number: u32) -> Result<bool, Error> {
        let chunks = self.corpus.chunks_of(file)?;
        if chunks.start != number || chunks.len() < 2 {
            return Ok(false);
        }
        let row = self.corpus.chunk(number)?;
        let prose = Class(Class::DOCS.0 | Class::CONFIG.0 | Class::META.0);
        Ok(row.symbols == 0 && row.breadcrumb == 0 && !Class(self.corpus.file_row(file)?.class).has(prose))
    }
}

/// One of the features, by its name.
pub(super) fn feature(features: &[f32; COUNT], wanted: &str) -> f32 {
    FEATURES.iter().position(|name| *name == wanted).map_or(0.0, |place| features[place])
}

/// The features of a document as if it were primary code.
pub(super) fn promote(features: &[f32; COUNT]) -> [f32; COUNT] {
    let mut promoted = *features;
    for (name, value) in FEATURES.iter().zip(&mut promoted) {
        if matches!(*name, "prim" | "lang") {
            *value = 1.0;
        }
    }
    promoted
}

pub(super) fn wanted(intent: Intent) -> Class {
    match intent {
        Intent::Tests => Class::TEST,
        Intent::Docs => Class(Class::DOCS.0 | Class::META.0),
        Intent::Examples => Class::EXAMPLE,
        Intent::Config => Class::CONFIG,
    }
}
