//! Cosines of the query's vector with every chunk's and every file's: an exact scan of signed bytes, where they lie in the mapped file.

use std::ops::Deref;
use std::sync::Arc;

use cw_index::{Part, VecSegment};
use rayon::prelude::*;

use super::Corpus;
use super::remembered::Remembered;
use crate::providers::embedded::{dot_rows, quantise};
use crate::{Env, Error};

/// A snapshot of the VEC part, to be scanned.
pub struct Vectors<'a> {
    part: &'a Part<VecSegment>,
    env: &'a Env,
    // What finds and what orders scan for the same question.
    last: Remembered<Vec<f32>, Cosines>,
}

impl<'a> Vectors<'a> {
    /// The vectors of `part`, to be scanned on the threads of `env`.
    pub fn new(env: &'a Env, part: &'a Part<VecSegment>) -> Vectors<'a> {
        Vectors { part, env, last: Remembered::default() }
    }

    /// The part.
    pub fn part(&self) -> &'a Part<VecSegment> {
        self.part
    }

    /// Scans for `query`, a normalised vector of the part's dims. A query of zeros has cosine 0 with everything.
    pub fn scan(&self, query: &[f32]) -> Result<Dense<'a>, Error> {
        let cosines = self.last.get(&query.to_vec(), || self.env.pool().install(|| Cosines::new(self.part, query)))?;
        Ok(Dense { part: self.part, cosines })
    }
}

/// Cosines over a VEC part, with the part.
pub struct Dense<'a> {
    part: &'a Part<VecSegment>,
    cosines: Arc<Cosines>,
}

impl Deref for Dense<'_> {
    type Target = Cosines;

    fn deref(&self) -> &Cosines {
        &self.cosines
    }
}

/// Cosines over a VEC part, numbered as that part numbers its files and chunks.
#[derive(Default)]
pub struct Cosines {
    /// By chunk.
    pub chunk: Vec<f32>,
    /// By file: its best chunk; -1 for a file without chunks.
    pub best_chunk: Vec<f32>,
    /// By file: the file's own vector.
    pub file: Vec<f32>,
    bases: Vec<(u32, u32)>,
}

impl Cosines {
    fn new(part: &Part<VecSegment>, query: &[f32]) -> Result<Cosines, Error> {
        let (bytes, scale) = quantise(query);
        let each = part.segments.par_iter().map(|segment| Cosines::of(segment, &bytes, scale));
        let mut dense = Cosines::default();
        for own in each.collect::<Result<Vec<_>, Error>>()? {
            dense.bases.push((dense.file.len() as u32, dense.chunk.len() as u32));
            dense.chunk.extend(own.chunk);
            dense.best_chunk.extend(own.best_chunk);
            dense.file.extend(own.file);
        }
        Ok(dense)
    }

    /// Those of one segment.
    fn of(segment: &VecSegment, query: &[i8], scale: f32) -> Result<Cosines, Error> {
        if segment.dims() as usize != query.len() {
            let message = format!("vectors have {} dims, the query has {}", segment.dims(), query.len());
            return Err(Error::index("I05", message).hint("rebuild it: cw index --rebuild"));
        }
        let mut dense = Cosines::default();
        let mut dots = vec![0; segment.chunks() as usize];
        dot_rows(query, segment.rows()?, query.len(), &mut dots);
        dense.chunk.extend(dots.into_iter().zip(segment.scales()?).map(|(dot, own)| dot as f32 * scale * own));
        for number in 0..segment.files() {
            let row = segment.file(number)?;
            let own = &dense.chunk[row.first_chunk as usize..][..row.chunks as usize];
            dense.best_chunk.push(own.iter().copied().fold(-1.0, f32::max));
            // The dot with the normalised sum of the chunks' vectors.
            let sum: f32 = own.iter().sum();
            dense.file.push(if row.length > 0.0 { sum / row.length } else { 0.0 });
        }
        Ok(dense)
    }
}

impl<'a> Dense<'a> {
    /// Segments with the numbers of their first file and first chunk.
    pub fn segments(&self) -> impl Iterator<Item = (&'a VecSegment, u32, u32)> {
        self.part.segments.iter().zip(&self.bases).map(|(segment, (file, chunk))| (segment, *file, *chunk))
    }

    /// For each file of `corpus`, its number here. The parts may describe different trees for a while.
    pub fn align(&self, corpus: &Corpus<'_>) -> Result<Vec<Option<u32>>, Error> {
        let same_tree = corpus.part.manifest.tree.is_some() && corpus.part.manifest.tree == self.part.manifest.tree;
        if same_tree && corpus.files as usize == self.file.len() {
            return Ok((0..corpus.files).map(Some).collect());
        }
        let mut mine = self.part.files()?.into_iter().zip(0..).peekable();
        let mut aligned = Vec::with_capacity(corpus.files as usize);
        for (path, blob) in corpus.part.files()? {
            while mine.next_if(|((other, _), _)| *other < path).is_some() {}
            let here = mine.next_if(|((other, _), _)| *other == path);
            aligned.push(here.filter(|((_, other), _)| *other == blob).map(|(_, number)| number));
        }
        Ok(aligned)
    }

    /// The first chunk of a file here.
    pub fn first_chunk(&self, file: u32) -> Result<u32, Error> {
        let place = self.bases.partition_point(|(base, _)| *base <= file).saturating_sub(1);
        let (file_base, chunk_base) = self.bases[place];
        Ok(chunk_base + self.part.segments[place].file(file - file_base)?.first_chunk)
    }
}
