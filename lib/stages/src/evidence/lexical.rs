//! BM25F over chunks and over whole files, term at a time.
//!
//! `score = sum over terms of qtf x idf x tf / (k1 + tf)`, where `tf = sum over fields of weight x tf / (1 - b + b x length / average)` and
//! `idf = ln(1 + (N - df + 0.5) / (df + 0.5))` (Robertson, Zaragoza and Taylor, "Simple BM25 extension to multiple weighted fields", 2004). A chunk has the stem and the folders of its file.

use cw_index::{Field, LexTotals};

use super::Corpus;
use crate::Error;

const K1: f32 = 1.5;
/// Only chunks among the best so many add to a file's sum of its best three.
const TOP: usize = 600;

/// Weight and length normalisation of a field.
struct Weight(f32, f32);

const CHUNK: [Weight; 5] = [Weight(1.0, 0.75), Weight(3.0, 0.5), Weight(1.0, 0.5), Weight(4.0, 0.3), Weight(1.0, 0.3)];
const FILE: [Weight; 5] = [Weight(1.0, 0.75), Weight(5.0, 0.75), Weight(0.0, 0.0), Weight(20.0, 0.3), Weight(5.0, 0.3)];

/// BM25F scores of everything that has a term of the query; zero elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    /// By chunk.
    pub chunk: Vec<f32>,
    /// By file, from the whole file as one document.
    pub file: Vec<f32>,
    /// By file, its best chunk.
    pub best_chunk: Vec<f32>,
    /// By file, the mean of its best three chunks (missing ones count as zero), from the best 600 chunks only.
    pub best_three: Vec<f32>,
    /// By file: the greatest share of the query's idf that one chunk has.
    pub chunk_share: Vec<f32>,
    /// By file: the share of the query's idf that the file has.
    pub file_share: Vec<f32>,
    /// Terms of the query that occur at all.
    pub known_terms: u32,
}

/// The LEX part as BM25F sees it.
pub struct Lexical<'a> {
    corpus: &'a Corpus<'a>,
    totals: LexTotals,
}

impl<'a> Lexical<'a> {
    /// Sums up the lengths of `corpus`.
    pub fn new(corpus: &'a Corpus<'a>) -> Lexical<'a> {
        let mut totals = LexTotals::default();
        corpus.part.segments.iter().for_each(|segment| totals.add(segment.totals()));
        Lexical { corpus, totals }
    }

    fn average(&self, field: usize, documents: u32) -> f32 {
        (self.totals.lengths[field] as f32 / documents.max(1) as f32).max(1.0)
    }

    /// Scores everything for `terms` (term, times in the query).
    pub fn scores(&self, terms: &[(String, u32)]) -> Result<Scores, Error> {
        let (files, chunks) = (self.corpus.files, self.corpus.chunks);
        let mut scores = Scores { chunk: vec![0.0; chunks as usize], file: vec![0.0; files as usize], ..Scores::default() };
        let mut shares = (vec![0f32; chunks as usize], vec![0f32; files as usize]);
        let mut total = 0.0;
        let (averages, mut touched) = (self.averages(), Touches::new(chunks, files));
        for (term, times) in terms {
            let (in_chunks, in_files) = self.term(term, &averages, &mut touched)?;
            scores.known_terms += u32::from(!in_chunks.is_empty() || !in_files.is_empty());
            // A word's weight is the same for both shares: how rare it is among files.
            let weight = idf(in_files.len().max(usize::from(!in_chunks.is_empty())), files);
            total += weight;
            in_chunks.iter().for_each(|(chunk, _)| shares.0[*chunk as usize] += weight);
            in_files.iter().for_each(|(file, _)| shares.1[*file as usize] += weight);
            add(&mut scores.chunk, in_chunks, *times, chunks);
            add(&mut scores.file, in_files, *times, files);
        }
        let total = total.max(f32::MIN_POSITIVE);
        scores.file_share = shares.1.into_iter().map(|share| share / total).collect();
        scores.chunk_share = self.greatest_by_file(&shares.0)?.into_iter().map(|share| share / total).collect();
        (scores.best_chunk, scores.best_three) = self.by_file(&scores.chunk)?;
        Ok(scores)
    }

    fn averages(&self) -> Averages {
        let (files, chunks) = (self.corpus.files, self.corpus.chunks);
        Averages {
            chunk: [0, 1, 2].map(|field| self.average(field, chunks)),
            file: [0, 1, 2, 3, 4].map(|field| self.average(field, files)),
        }
    }

    /// What one term is in chunks and in files: its frequency there, weighted by field and freed of length.
    fn term(&self, term: &str, averages: &Averages, touched: &mut Touches) -> Result<(Frequencies, Frequencies), Error> {
        for (segment, file_base, chunk_base) in self.corpus.segments() {
            for (at, field) in [Field::Body, Field::Symbols, Field::Breadcrumb].into_iter().enumerate() {
                let Weight(weight, b) = CHUNK[at];
                let mut broken = None;
                segment.postings(field, term, |document, tf| match segment.chunk(document) {
                    Ok(row) => {
                        let length = f32::from([row.body, row.symbols.into(), row.breadcrumb.into()][at]);
                        let tf = tf as f32;
                        touched.chunk.add(chunk_base + document, weight * tf / (1.0 - b + b * length / averages.chunk[at]));
                        if at < 2 {
                            touched.raw[at].add(file_base + row.file, tf);
                        }
                    }
                    Err(error) => broken = Some(error),
                })?;
                if let Some(error) = broken {
                    return Err(error.into());
                }
            }
            for (at, field) in [(3, Field::Stem), (4, Field::Directories)] {
                let mut found = Vec::new();
                segment.postings(field, term, |document, tf| found.push((document, tf)))?;
                for (document, tf) in found {
                    let row = segment.file(document)?;
                    let length = f32::from(if at == 3 { row.stem } else { row.directories });
                    let Weight(weight, b) = FILE[at];
                    let saturated = tf as f32 / (1.0 - b + b * length / averages.file[at]);
                    touched.file.add(file_base + document, weight * saturated);
                    for chunk in row.first_chunk..row.first_chunk + row.chunks {
                        touched.chunk.add(chunk_base + chunk, CHUNK[at].0 * saturated);
                    }
                }
            }
        }
        for (at, raw) in touched.raw.iter_mut().enumerate() {
            let Weight(weight, b) = FILE[at];
            for (file, tf) in raw.drain() {
                let row = self.corpus.file_row(file)?;
                let length = [row.body, row.symbols][at] as f32;
                touched.file.add(file, weight * tf / (1.0 - b + b * length / averages.file[at]));
            }
        }
        Ok((touched.chunk.drain(), touched.file.drain()))
    }

    /// Every term of the index in order, with what it is worth in each chunk that has it: the sum over the terms of a question, each times how often it is there, is the chunk's score.
    pub fn weights(&self, mut take: impl FnMut(&str, &[(u32, f32)])) -> Result<(), Error> {
        let mut terms = std::collections::BTreeSet::new();
        for (segment, ..) in self.corpus.segments() {
            for field in [Field::Body, Field::Symbols, Field::Breadcrumb, Field::Stem, Field::Directories] {
                terms.extend(segment.terms(field, "")?);
            }
        }
        let (averages, mut touched) = (self.averages(), Touches::new(self.corpus.chunks, self.corpus.files));
        for term in terms {
            let (mut found, _) = self.term(&term, &averages, &mut touched)?;
            let idf = idf(found.len(), self.corpus.chunks);
            found.iter_mut().for_each(|(_, tf)| *tf = idf * *tf / (K1 + *tf));
            found.sort_by_key(|(chunk, _)| *chunk);
            if !found.is_empty() {
                take(&term, &found);
            }
        }
        Ok(())
    }

    /// For each file: the greatest of its chunks' values.
    fn greatest_by_file(&self, chunk: &[f32]) -> Result<Vec<f32>, Error> {
        let mut greatest = vec![0f32; self.corpus.files as usize];
        for (segment, file_base, chunk_base) in self.corpus.segments() {
            for file in 0..segment.files() {
                let row = segment.file(file)?;
                let start = (chunk_base + row.first_chunk) as usize;
                let values = &chunk[start..start + row.chunks as usize];
                greatest[(file_base + file) as usize] = values.iter().copied().fold(0.0, f32::max);
            }
        }
        Ok(greatest)
    }

    /// For each file: the score of its best chunk, and the mean of its best three.
    fn by_file(&self, chunk: &[f32]) -> Result<(Vec<f32>, Vec<f32>), Error> {
        let greatest = self.greatest_by_file(chunk)?;
        let mut three = vec![0f32; greatest.len()];
        let mut taken = vec![0u8; greatest.len()];
        for number in super::best(chunk, TOP, 0.0) {
            let file = self.corpus.chunk(number)?.file as usize;
            if taken[file] < 3 {
                taken[file] += 1;
                three[file] += chunk[number as usize] / 3.0;
            }
        }
        Ok((greatest, three))
    }
}

fn idf(df: usize, documents: u32) -> f32 {
    let df = df as f32;
    (1.0 + (documents as f32 - df + 0.5) / (df + 0.5)).ln()
}

fn add(scores: &mut [f32], found: Vec<(u32, f32)>, times: u32, documents: u32) {
    let idf = idf(found.len(), documents);
    for (document, tf) in found {
        scores[document as usize] += times as f32 * idf * tf / (K1 + tf);
    }
}

/// Documents with a number each.
type Frequencies = Vec<(u32, f32)>;

/// Average lengths of the fields.
struct Averages {
    chunk: [f32; 3],
    file: [f32; 5],
}

/// What one term adds up to.
struct Touches {
    chunk: Touched,
    file: Touched,
    raw: [Touched; 2],
}

impl Touches {
    fn new(chunks: u32, files: u32) -> Touches {
        Touches { chunk: Touched::new(chunks), file: Touched::new(files), raw: [Touched::new(files), Touched::new(files)] }
    }
}

/// Sums by document of which only few are touched.
struct Touched {
    sums: Vec<f32>,
    order: Vec<u32>,
}

impl Touched {
    fn new(documents: u32) -> Touched {
        Touched { sums: vec![0.0; documents as usize], order: Vec::new() }
    }

    fn add(&mut self, document: u32, value: f32) {
        let sum = &mut self.sums[document as usize];
        if *sum == 0.0 {
            self.order.push(document);
        }
        *sum += value;
    }

    /// Takes everything out; the sums are zero again.
    fn drain(&mut self) -> Vec<(u32, f32)> {
        let sums = &mut self.sums;
        self.order.drain(..).map(|document| (document, std::mem::take(&mut sums[document as usize]))).collect()
    }
}
