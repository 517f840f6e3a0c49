//! Asks a VEC segment. Rows are read where they lie, in the mapped file.

use std::path::Path;
use std::sync::OnceLock;

use cw_records::{Blob, RecordPath};
use fst::Map;

use super::{CHUNK_ROW, FILE_ROW, Head, INSIDE, KIND, Row, SECTIONS, VecChunk, VecFile};
use crate::checked::Checked;
use crate::codec::decode;
use crate::frame::{Frame, u32_at};
use crate::{Error, dictionary, paths};

/// The row of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VecFileRow {
    /// Hash of the bytes on disk.
    pub blob: Blob,
    /// Number of its first chunk in the segment.
    pub first_chunk: u32,
    /// How many chunks it has.
    pub chunks: u32,
    /// Bytes of its text.
    pub text: u32,
    /// Last line of its last chunk.
    pub lines: u32,
    /// Length of the sum of its chunks' vectors.
    pub length: f32,
}

/// The row of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VecChunkRow {
    /// Hash of the chunk's text.
    pub blob: Blob,
    /// Where it begins in the file's text; it ends where the next one begins.
    pub start: u32,
    /// First line.
    pub line: u32,
    /// True if it ends inside a line.
    pub ends_inside: bool,
}

/// An open VEC segment.
pub struct VecSegment {
    frame: Frame,
    head: Head,
    folder: Vec<u8>,
    first: OnceLock<RecordPath>,
}

impl VecSegment {
    /// Opens a segment file and checks its frame and tables.
    pub fn open(path: &Path) -> Result<VecSegment, Error> {
        VecSegment::open_checked(path, &Checked::default())
    }

    /// The same, but what is among `checked` is believed to be right.
    pub(crate) fn open_checked(path: &Path, checked: &Checked) -> Result<VecSegment, Error> {
        let frame = Frame::open(path, KIND, &SECTIONS, checked)?;
        let head: Head = decode(frame.section("HEAD")?).map_err(|what| Error::damaged(path, format!("section 'HEAD': {what}")))?;
        let segment = VecSegment { frame, head, folder: Vec::new(), first: OnceLock::new() };
        let (files, chunks, dims) = (segment.head.files as usize, segment.head.chunks as usize, segment.head.dims as usize);
        let sizes = [("FILES", files, FILE_ROW), ("CHUNKS", chunks, CHUNK_ROW), ("ROWS", chunks, dims), ("SCALES", chunks, 4)];
        for (section, count, size) in sizes {
            if Some(segment.frame.section(section)?.len()) != count.checked_mul(size) {
                return Err(segment.damage(format!("section '{section}' has another length than 'HEAD' says")));
            }
        }
        let mut next = 0;
        for number in 0..segment.head.files {
            let row = segment.file(number)?;
            if row.first_chunk != next || row.chunks as usize > chunks - next as usize {
                return Err(segment.damage("the files do not share out the chunks"));
            }
            next += row.chunks;
        }
        if next as usize != chunks || segment.map()?.len() != files {
            return Err(segment.damage("the files do not share out the chunks"));
        }
        Ok(segment)
    }

    fn damage(&self, what: impl Into<String>) -> Error {
        Error::damaged(self.frame.path(), what)
    }

    /// Its paths are those of a tree below `folder`, with a slash at its end.
    pub(crate) fn put_below(&mut self, folder: &[u8]) {
        self.folder = folder.to_vec();
        self.first = OnceLock::new();
    }

    pub(crate) fn frame(&self) -> &Frame {
        &self.frame
    }

    /// How many files.
    pub fn files(&self) -> u32 {
        self.head.files
    }

    /// How many chunks.
    pub fn chunks(&self) -> u32 {
        self.head.chunks
    }

    /// Numbers in a vector.
    pub fn dims(&self) -> u32 {
        self.head.dims
    }

    fn map(&self) -> Result<Map<&[u8]>, Error> {
        Map::new(self.frame.section("PATHS")?).map_err(|error| self.damage(format!("section 'PATHS': {error}")))
    }

    /// The row of file `number`.
    pub fn file(&self, number: u32) -> Result<VecFileRow, Error> {
        let start = number as usize * FILE_ROW;
        let row = self.frame.section("FILES")?.get(start..start + FILE_ROW);
        let row = row.ok_or_else(|| self.damage(format!("no file number {number}")))?;
        let mut blob = [0; 16];
        blob.copy_from_slice(&row[..16]);
        Ok(VecFileRow {
            blob: Blob(blob),
            first_chunk: u32_at(row, 16),
            chunks: u32_at(row, 20),
            text: u32_at(row, 24),
            lines: u32_at(row, 28),
            length: f32::from_bits(u32_at(row, 32)),
        })
    }

    /// The row of chunk `number` of the segment.
    pub fn chunk(&self, number: u32) -> Result<VecChunkRow, Error> {
        let start = number as usize * CHUNK_ROW;
        let row = self.frame.section("CHUNKS")?.get(start..start + CHUNK_ROW);
        let row = row.ok_or_else(|| self.damage(format!("no chunk number {number}")))?;
        let mut blob = [0; 16];
        blob.copy_from_slice(&row[..16]);
        let line = u32_at(row, 20);
        Ok(VecChunkRow { blob: Blob(blob), start: u32_at(row, 16), line: line & !INSIDE, ends_inside: line & INSIDE != 0 })
    }

    /// The path of file `number`.
    pub fn path(&self, number: u32) -> Result<RecordPath, Error> {
        paths::key(&self.map()?, &self.folder, number).ok_or_else(|| self.damage(format!("no path for file number {number}")))
    }

    pub(crate) fn first_path(&self) -> Result<&RecordPath, Error> {
        match self.first.get() {
            Some(first) => Ok(first),
            None => self.path(0).map(|path| self.first.get_or_init(|| path)),
        }
    }

    /// The number of the file with this path.
    pub fn find(&self, path: &RecordPath) -> Result<Option<u32>, Error> {
        Ok(paths::number(&self.map()?, &self.folder, path))
    }

    /// All paths, in order.
    pub fn paths(&self) -> Result<Vec<RecordPath>, Error> {
        Ok(paths::keys(&self.map()?, &self.folder))
    }

    /// The file of chunk `number`.
    pub fn file_of(&self, number: u32) -> Result<u32, Error> {
        let (mut low, mut high) = (0, self.files());
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            if self.file(middle)?.first_chunk <= number { low = middle } else { high = middle }
        }
        // Files without chunks share their first chunk with the next file; the last of them in a run is the owner.
        Ok(low)
    }

    /// Bytes [start, end) and lines [first, last] of chunk `place` of a file.
    pub fn span(&self, file: &VecFileRow, place: u32) -> Result<[(u32, u32); 2], Error> {
        let chunk = self.chunk(file.first_chunk + place)?;
        let end = if place + 1 < file.chunks { Some(self.chunk(file.first_chunk + place + 1)?) } else { None };
        let last = |next: u32| if chunk.ends_inside { next } else { next.saturating_sub(1) };
        let (end, last) = end.map_or((file.text, file.lines), |next| (next.start, last(next.line).max(chunk.line)));
        Ok([(chunk.start, end), (chunk.line, last)])
    }

    /// All rows of the chunks, `dims` bytes each.
    pub fn rows(&self) -> Result<&[i8], Error> {
        Ok(signed(self.frame.section("ROWS")?))
    }

    /// The scales of all rows of the chunks.
    pub fn scales(&self) -> Result<impl Iterator<Item = f32>, Error> {
        Ok(self.frame.section("SCALES")?.chunks_exact(4).map(|bytes| f32::from_bits(u32_at(bytes, 0))))
    }

    /// The scale of chunk `number`'s row.
    pub fn scale(&self, number: u32) -> Result<f32, Error> {
        self.float("SCALES", number)
    }

    fn float(&self, section: &str, number: u32) -> Result<f32, Error> {
        let data = self.frame.section(section)?;
        let start = number as usize * 4;
        if start + 4 > data.len() {
            return Err(self.damage(format!("no row number {number}")));
        }
        Ok(f32::from_bits(u32_at(data, start)))
    }

    /// File `number` as it went in, to go into another segment.
    pub fn restore(&self, number: u32) -> Result<VecFile, Error> {
        let dims = self.dims() as usize;
        let row = self.file(number)?;
        let of = |rows: &[i8], at: u32, scale: f32| Row { bytes: rows[at as usize * dims..][..dims].to_vec(), scale };
        let mut chunks = Vec::with_capacity(row.chunks as usize);
        for at in row.first_chunk..row.first_chunk + row.chunks {
            let chunk = self.chunk(at)?;
            let vector = of(self.rows()?, at, self.scale(at)?);
            let (start, line, ends_inside) = (chunk.start, chunk.line, chunk.ends_inside);
            chunks.push(VecChunk { blob: chunk.blob, start, line, ends_inside, row: vector });
        }
        Ok(VecFile { path: self.path(number)?, blob: row.blob, text: row.text, lines: row.lines, length: row.length, chunks })
    }

    /// Checks every byte.
    pub(crate) fn verify(&self, quick: bool) -> Result<(), Error> {
        SECTIONS.iter().try_for_each(|section| self.frame.section(section).map(|_| ()))?;
        if quick {
            return Ok(());
        }
        dictionary::check(&self.map()?).map_err(|what| self.damage(format!("section 'PATHS': {what}")))?;
        if paths::counts(&self.map()?, self.files()) { Ok(()) } else { Err(self.damage("section 'PATHS' does not count the files")) }
    }
}

/// The same bytes as signed ones.
fn signed(bytes: &[u8]) -> &[i8] {
    // SAFETY: u8 and i8 have the same size and alignment, and every bit pattern is valid for both.
    unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) }
}
