//! The files of the index, looked up one by one and kept for as long as one expansion takes.

use std::collections::HashMap;
use std::rc::Rc;

use cw_index::{FileMeta, LexChunk, LexSegment, Part};
use cw_records::RecordPath;

use crate::Error;

/// A file: numbers of its segment and within it. In the order of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct FileAt {
    pub segment: u32,
    pub file: u32,
}

/// A chunk: its file and its number within the file. In the order of paths, then of starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place {
    pub file: FileAt,
    pub chunk: u32,
}

/// Looks up and remembers.
pub(super) struct Files<'a> {
    part: &'a Part<LexSegment>,
    metas: HashMap<FileAt, Rc<FileMeta>>,
    texts: HashMap<FileAt, Rc<str>>,
}

impl<'a> Files<'a> {
    pub fn new(part: &'a Part<LexSegment>) -> Files<'a> {
        Files { part, metas: HashMap::new(), texts: HashMap::new() }
    }

    /// The snapshot.
    pub fn part(&self) -> &'a Part<LexSegment> {
        self.part
    }

    /// The segment of a file.
    pub fn segment(&self, at: FileAt) -> Result<&'a LexSegment, Error> {
        self.part.segments.get(at.segment as usize).ok_or_else(|| self.damage("no such segment"))
    }

    fn damage(&self, what: &str) -> Error {
        cw_index::Error::Damaged { path: self.part.folder.clone(), what: what.to_owned() }.into()
    }

    /// The file with this path. Segments are in path order, so only one can have it.
    pub fn find(&self, path: &RecordPath) -> Result<Option<FileAt>, Error> {
        Ok(self.part.find(path)?.map(|(segment, file)| FileAt { segment: segment as u32, file }))
    }

    /// The chunk of the index that has exactly this place.
    pub fn locate(&self, path: &RecordPath, bytes: (u64, u64)) -> Result<Option<Place>, Error> {
        let Some(file) = self.find(path)? else { return Ok(None) };
        let segment = self.segment(file)?;
        let row = segment.file(file.file)?;
        let (mut low, mut high) = (0, row.chunks);
        while low < high {
            let middle = low + (high - low) / 2;
            let chunk = segment.chunk(row.first_chunk + middle)?.bytes;
            match u64::from(chunk.0).cmp(&bytes.0) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Ok((u64::from(chunk.1) == bytes.1).then_some(Place { file, chunk: middle })),
            }
        }
        Ok(None)
    }

    /// How many chunks a file has.
    pub fn chunks(&self, at: FileAt) -> Result<u32, Error> {
        Ok(self.segment(at)?.file(at.file)?.chunks)
    }

    /// The path of a file.
    pub fn path(&self, at: FileAt) -> Result<RecordPath, Error> {
        Ok(self.segment(at)?.path(at.file)?)
    }

    /// The language word of a file.
    pub fn lang(&self, at: FileAt) -> Result<Option<String>, Error> {
        let segment = self.segment(at)?;
        Ok(segment.lang(&segment.file(at.file)?).map(str::to_owned))
    }

    /// What is known of a file.
    pub fn meta(&mut self, at: FileAt) -> Result<Rc<FileMeta>, Error> {
        if let Some(meta) = self.metas.get(&at) {
            return Ok(meta.clone());
        }
        let meta = Rc::new(self.segment(at)?.meta(at.file)?);
        self.metas.insert(at, meta.clone());
        Ok(meta)
    }

    /// The text of a file.
    pub fn text(&mut self, at: FileAt) -> Result<Rc<str>, Error> {
        if let Some(text) = self.texts.get(&at) {
            return Ok(text.clone());
        }
        let text: Rc<str> = self.segment(at)?.text(at.file)?.into();
        self.texts.insert(at, text.clone());
        Ok(text)
    }

    /// A chunk of a file whose `meta` is at hand.
    pub fn chunk<'m>(&self, meta: &'m FileMeta, place: Place) -> Result<&'m LexChunk, Error> {
        meta.chunks.get(place.chunk as usize).ok_or_else(|| self.damage("no such chunk"))
    }

    /// The text of a chunk.
    pub fn slice<'t>(&self, text: &'t str, bytes: (u32, u32)) -> Result<&'t str, Error> {
        text.get(bytes.0 as usize..bytes.1 as usize).ok_or_else(|| self.damage("a chunk is not within its text"))
    }
}
