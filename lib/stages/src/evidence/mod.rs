//! What an index says about a query, as numbers for every file and chunk. Shared by the stages that search (`lex`, `embed`) and the one that orders (`rerank`), so
//! that the ranking is one function of (query, index), whoever calls it.
//!
//! It decides nothing: no limits, no order, no weights of a ranking.

mod dense;
mod lexical;
mod literals;
mod mentions;
mod names;
mod paths;
mod remembered;

pub use dense::{Dense, Vectors};
pub use lexical::{Lexical, Scores};
pub use mentions::Mention;
pub use names::Names;
pub use paths::{PathMatch, PathMatches};

use cw_index::{ChunkRow, Field, FileMeta, FileRow, LexSegment, Part};
use cw_records::{Blob, Hit, RecordPath, chunk_id};

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use crate::Error;
use crate::terms::Query;
use remembered::Remembered;

/// A snapshot of the LEX part with its files and chunks numbered through all segments.
pub struct Corpus<'a> {
    /// The part.
    pub part: &'a Part<LexSegment>,
    file_base: Vec<u32>,
    chunk_base: Vec<u32>,
    /// Files in all segments.
    pub files: u32,
    /// Chunks in all segments.
    pub chunks: u32,
    // What finds and what orders ask the same of one question.
    scores: Remembered<Vec<(String, u32)>, Scores>,
    names: Remembered<Query, Names>,
    paths: Remembered<Query, PathMatches>,
    mentions: Remembered<Query, BTreeMap<u32, Mention>>,
    contents: Mutex<Contents>,
}

/// Text and notes of a file.
type Content = Arc<(String, FileMeta)>;

/// Files that were unpacked, by number.
#[derive(Default)]
struct Contents {
    files: HashMap<u32, Content>,
    bytes: usize,
}

/// Bytes of text that stay unpacked.
const UNPACKED: usize = 16 << 20;

impl<'a> Corpus<'a> {
    /// Numbers the files and chunks of `part`.
    pub fn new(part: &'a Part<LexSegment>) -> Corpus<'a> {
        let (mut files, mut chunks) = (0, 0);
        let (mut file_base, mut chunk_base) = (Vec::new(), Vec::new());
        for segment in &part.segments {
            file_base.push(files);
            chunk_base.push(chunks);
            files += segment.files();
            chunks += segment.chunks();
        }
        let (scores, names, paths, mentions, contents) = Default::default();
        Corpus { part, file_base, chunk_base, files, chunks, scores, names, paths, mentions, contents }
    }

    /// BM25F scores for `terms` (term, times in the query).
    pub fn scores(&self, terms: &[(String, u32)]) -> Result<Arc<Scores>, Error> {
        self.scores.get(&terms.to_vec(), || Lexical::new(self).scores(terms))
    }

    /// The files that define what `query` names.
    pub fn names(&self, query: &Query) -> Result<Arc<Names>, Error> {
        self.names.get(query, || Names::new(self, query))
    }

    /// The files whose path shares something with `query`.
    pub fn path_matches(&self, query: &Query) -> Result<Arc<PathMatches>, Error> {
        self.paths.get(query, || PathMatches::new(self, query))
    }

    /// The files that `query` points at.
    pub fn mentions(&self, query: &Query) -> Result<Arc<BTreeMap<u32, Mention>>, Error> {
        self.mentions.get(query, || mentions::mentions(self, query))
    }

    /// Segments with the numbers of their first file and first chunk.
    pub fn segments(&self) -> impl Iterator<Item = (&'a LexSegment, u32, u32)> {
        self.part.segments.iter().zip(&self.file_base).zip(&self.chunk_base).map(|((segment, file), chunk)| (segment, *file, *chunk))
    }

    fn locate(&self, bases: &[u32], number: u32) -> (usize, u32) {
        let place = bases.partition_point(|base| *base <= number).saturating_sub(1);
        (place, number - bases[place])
    }

    /// The segment of a file, and the file's number in it.
    pub fn file(&self, number: u32) -> (&'a LexSegment, u32) {
        let (place, local) = self.locate(&self.file_base, number);
        (&self.part.segments[place], local)
    }

    /// The row of a file.
    pub fn file_row(&self, number: u32) -> Result<FileRow, Error> {
        let (segment, local) = self.file(number);
        Ok(segment.file(local)?)
    }

    /// The path of a file.
    pub fn path(&self, number: u32) -> Result<RecordPath, Error> {
        let (segment, local) = self.file(number);
        Ok(segment.path(local)?)
    }

    /// The number of the file with this path.
    pub fn find(&self, path: &RecordPath) -> Result<Option<u32>, Error> {
        Ok(self.part.find(path)?.map(|(place, local)| self.file_base[place] + local))
    }

    /// The row of a chunk; its `file` is numbered through all segments.
    pub fn chunk(&self, number: u32) -> Result<ChunkRow, Error> {
        let (place, local) = self.locate(&self.chunk_base, number);
        let mut row = self.part.segments[place].chunk(local)?;
        row.file += self.file_base[place];
        Ok(row)
    }

    /// Numbers of the chunks of a file.
    pub fn chunks_of(&self, file: u32) -> Result<std::ops::Range<u32>, Error> {
        let (place, local) = self.locate(&self.file_base, file);
        let row = self.part.segments[place].file(local)?;
        let first = self.chunk_base[place] + row.first_chunk;
        Ok(first..first + row.chunks)
    }

    /// Text and notes of a file. Several look at the files of one question; the last ones stay unpacked.
    fn content(&self, file: u32) -> Result<Content, Error> {
        let lock = || self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(content) = lock().files.get(&file) {
            return Ok(content.clone());
        }
        let (segment, local) = self.file(file);
        let content = Arc::new(segment.content(local)?);
        let mut kept = lock();
        if kept.bytes + content.0.len() > UNPACKED {
            *kept = Contents::default();
        }
        kept.bytes += content.0.len();
        kept.files.insert(file, content.clone());
        Ok(content)
    }

    /// Hits for some chunks (numbers) of one file, without score and rank; the file is unpacked once.
    pub fn hits(&self, file: u32, chunks: &[u32]) -> Result<Vec<Hit>, Error> {
        let (segment, local) = self.file(file);
        let row = segment.file(local)?;
        let content = self.content(file)?;
        let (text, meta) = &*content;
        let path = segment.path(local)?;
        let first = self.chunks_of(file)?.start;
        let mut hits = Vec::with_capacity(chunks.len());
        for number in chunks {
            let chunk = meta.chunks.get((number - first) as usize);
            let piece = chunk.and_then(|chunk| text.get(chunk.bytes.0 as usize..chunk.bytes.1 as usize));
            let (Some(chunk), Some(piece)) = (chunk, piece) else {
                return Err(Error::index("I04", format!("the chunks of '{}' do not fit its text", path.display())));
            };
            hits.push(Hit {
                id: chunk_id(&path, chunk.bytes.0.into(), &Blob::of(piece.as_bytes())),
                path: path.clone(),
                lang: segment.lang(&row).map(str::to_owned),
                bytes: (chunk.bytes.0.into(), chunk.bytes.1.into()),
                lines: chunk.lines,
                kind: Some(chunk.kind.clone()),
                symbol: chunk.symbol.clone(),
                breadcrumb: chunk.breadcrumb.clone(),
                ..Hit::default()
            });
        }
        Ok(hits)
    }

    /// As [`Corpus::hits`], but without what stands in the packed text: language, kind and names. None if `vectors` have the file in another state, or not at all.
    pub fn bare_hits(&self, file: u32, chunks: &[u32], vectors: &Vectors<'_>) -> Result<Option<Vec<Hit>>, Error> {
        let (path, first) = (self.path(file)?, self.chunks_of(file)?.start);
        let Some(found) = vectors.part().find(&path)? else { return Ok(None) };
        let segment = &vectors.part().segments[found.0];
        let row = segment.file(found.1)?;
        if row.blob != self.file_row(file)?.blob {
            return Ok(None);
        }
        let mut hits = Vec::with_capacity(chunks.len());
        for number in chunks {
            let (chunk, place) = (self.chunk(*number)?, number - first);
            let Some(twin) = (place < row.chunks).then(|| segment.chunk(row.first_chunk + place)).transpose()? else { return Ok(None) };
            if twin.start != chunk.bytes.0 {
                return Ok(None);
            }
            let bytes = (chunk.bytes.0.into(), chunk.bytes.1.into());
            let id = chunk_id(&path, bytes.0, &twin.blob);
            hits.push(Hit { id, path: path.clone(), bytes, lines: chunk.lines, ..Hit::default() });
        }
        Ok(Some(hits))
    }

    /// Files whose texts have every one of `terms`; all files if there are none.
    pub fn having(&self, terms: &BTreeSet<String>) -> Result<Vec<u32>, Error> {
        self.common(terms, |segment, chunk| Ok(segment.chunk(chunk)?.file), |_, file| Ok(file))
    }

    /// Files with a chunk that has every one of `terms`; all files if there are none.
    pub fn having_together(&self, terms: &BTreeSet<String>) -> Result<Vec<u32>, Error> {
        self.common(terms, |_, chunk| Ok(chunk), |segment, chunk| Ok(segment.chunk(chunk)?.file))
    }

    /// Files of what all `terms` have in common: `of` says what a chunk stands for, `file` which file that is. Both keep the order.
    fn common(
        &self,
        terms: &BTreeSet<String>,
        of: impl Fn(&LexSegment, u32) -> Result<u32, Error>,
        file: impl Fn(&LexSegment, u32) -> Result<u32, Error>,
    ) -> Result<Vec<u32>, Error> {
        if terms.is_empty() {
            return Ok((0..self.files).collect());
        }
        let mut all = Vec::new();
        for (segment, base, _) in self.segments() {
            let mut common: Option<Vec<u32>> = None;
            for term in terms {
                let mut chunks = Vec::new();
                segment.postings(Field::Body, term, |chunk, _| chunks.push(chunk))?;
                let mut having = chunks.into_iter().map(|chunk| of(segment, chunk)).collect::<Result<Vec<u32>, Error>>()?;
                having.dedup();
                if let Some(before) = common.take() {
                    having.retain(|one| before.binary_search(one).is_ok());
                }
                let none = having.is_empty();
                common = Some(having);
                if none {
                    break;
                }
            }
            for one in common.into_iter().flatten() {
                all.push(base + file(segment, one)?);
            }
        }
        all.dedup();
        Ok(all)
    }

    /// The chunk of `file` that begins at byte `start`.
    pub fn chunk_at(&self, file: u32, start: u64) -> Result<Option<u32>, Error> {
        for number in self.chunks_of(file)? {
            if u64::from(self.chunk(number)?.bytes.0) == start {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }
}

/// Numbers of the greatest scores above `floor`, best first, at most `count`; ties go to the smaller number, which is the smaller path.
pub fn best(scores: &[f32], count: usize, floor: f32) -> Vec<u32> {
    let mut order: Vec<u32> = (0..scores.len() as u32).filter(|number| scores[*number as usize] > floor).collect();
    let by_score = |a: &u32, b: &u32| scores[*b as usize].total_cmp(&scores[*a as usize]).then(a.cmp(b));
    if order.len() > count && count > 0 {
        order.select_nth_unstable_by(count - 1, by_score);
    }
    order.truncate(count);
    order.sort_unstable_by(by_score);
    order
}
