//! Asks a LEX segment. Every answer is checked against the tables; bytes that contradict each other are damage (I04), never a panic.

use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use cw_records::{Blob, RecordPath};
use fst::automaton::{Automaton, Str};
use fst::{IntoStreamer, Map, Streamer};

use super::near::Near;
use super::{CHUNK_ROW, ChunkMeta, FILE_ROW, Field, Head, KIND, LexChunk, LexFile, LexTotals, NO_WORD, SECTIONS};
use crate::checked::Checked;
use crate::codec::{Dictionary, decode, expand, take_varint};
use crate::frame::{Frame, u16_at, u32_at, u64_at};
use crate::{Error, paths, postings};

/// Most bytes of a dictionary.
const DICTIONARY: usize = 64 << 10;

/// Similar names that are enough.
const SIMILAR: usize = 50;

/// The row of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileRow {
    /// Hash of the bytes on disk.
    pub blob: Blob,
    /// Bytes on disk.
    pub size: u64,
    /// Bytes of decoded text.
    pub text: u32,
    /// Number of its first chunk in the segment.
    pub first_chunk: u32,
    /// How many chunks it has.
    pub chunks: u32,
    /// Terms in all bodies, and in all symbols.
    pub body: u32,
    /// Terms in all symbols.
    pub symbols: u32,
    /// Terms in its stem.
    pub stem: u16,
    /// Terms in its directories.
    pub directories: u16,
    /// The class that the stage gave it.
    pub class: u8,
    lang: u16,
    at: u64,
    packed: u32,
    notes: u32,
}

/// The row of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkRow {
    /// Number of its file in the segment.
    pub file: u32,
    /// Half-open byte range in the file's text.
    pub bytes: (u32, u32),
    /// First and last line.
    pub lines: (u32, u32),
    /// Terms in its body.
    pub body: u16,
    /// Terms in its symbols.
    pub symbols: u8,
    /// Terms in its breadcrumb.
    pub breadcrumb: u8,
    kind: u16,
}

/// Where a definition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Number of the file in the segment.
    pub file: u32,
    /// Number of the chunk within the file.
    pub chunk: u32,
    /// Number of the definition within the chunk.
    pub definition: u32,
    kind: u16,
}

/// One spelling of a name, and where it is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The name letter for letter; `None` if only the definitions themselves can tell.
    pub name: Option<String>,
    /// Its definitions, in order.
    pub places: Vec<Place>,
}

/// What is known of a file beyond its row and text.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FileMeta {
    /// Encoding on disk, if not UTF-8.
    pub encoding: Option<String>,
    /// What it imports, as written.
    pub imports: Vec<String>,
    /// Its chunks.
    pub chunks: Vec<LexChunk>,
}

/// An open LEX segment.
pub struct LexSegment {
    frame: Frame,
    file_rows: Range<usize>,
    chunk_rows: Range<usize>,
    head: Head,
    dictionary: OnceLock<Dictionary>,
    folder: Vec<u8>,
    first: OnceLock<RecordPath>,
}

impl LexSegment {
    /// Opens a segment file and checks its frame and tables.
    pub fn open(path: &Path) -> Result<LexSegment, Error> {
        LexSegment::open_checked(path, &Checked::default())
    }

    /// The same, but what is among `checked` is believed to be right.
    pub(crate) fn open_checked(path: &Path, checked: &Checked) -> Result<LexSegment, Error> {
        let frame = Frame::open(path, KIND, &SECTIONS, checked)?;
        let head: Head = decode(frame.section("HEAD")?).map_err(|what| Error::damaged(path, format!("section 'HEAD': {what}")))?;
        let (file_rows, chunk_rows) = (frame.place("FILES")?, frame.place("CHUNKS")?);
        let (dictionary, first) = (OnceLock::new(), OnceLock::new());
        let segment = LexSegment { frame, file_rows, chunk_rows, head, dictionary, folder: Vec::new(), first };
        let (files, chunks) = (segment.files() as usize, segment.chunks() as usize);
        if segment.file_rows.len() != files * FILE_ROW || segment.chunk_rows.len() != chunks * CHUNK_ROW {
            return Err(segment.damage("a table has another length than 'HEAD' says"));
        }
        let mut next = 0;
        for number in 0..segment.files() {
            let row = segment.file(number)?;
            if row.first_chunk != next || row.chunks as usize > chunks - next as usize {
                return Err(segment.damage("the files do not share out the chunks"));
            }
            next += row.chunks;
        }
        if next as usize != chunks || segment.map("PATHS")?.len() != files {
            return Err(segment.damage("the files do not share out the chunks"));
        }
        Ok(segment)
    }

    /// Sums over the segment.
    pub fn totals(&self) -> &LexTotals {
        &self.head.totals
    }

    /// How many files.
    pub fn files(&self) -> u32 {
        self.head.totals.files
    }

    /// How many chunks.
    pub fn chunks(&self) -> u32 {
        self.head.totals.chunks
    }

    /// Its paths are those of a tree below `folder`, with a slash at its end.
    pub(crate) fn put_below(&mut self, folder: &[u8]) {
        self.folder = folder.to_vec();
        self.first = OnceLock::new();
    }

    pub(crate) fn frame(&self) -> &Frame {
        &self.frame
    }

    pub(crate) fn damage(&self, what: impl Into<String>) -> Error {
        Error::damaged(self.frame.path(), what)
    }

    pub(super) fn map(&self, section: &str) -> Result<Map<&[u8]>, Error> {
        Map::new(self.frame.section(section)?).map_err(|error| self.damage(format!("section '{section}': {error}")))
    }

    /// The row of file `number`.
    pub fn file(&self, number: u32) -> Result<FileRow, Error> {
        let rows = &self.frame.bytes()[self.file_rows.clone()];
        let start = number as usize * FILE_ROW;
        let row = rows.get(start..start + FILE_ROW).ok_or_else(|| self.damage(format!("no file number {number}")))?;
        let mut blob = [0; 16];
        blob.copy_from_slice(&row[..16]);
        Ok(FileRow {
            blob: Blob(blob),
            size: u64_at(row, 16),
            at: u64_at(row, 24),
            packed: u32_at(row, 32),
            text: u32_at(row, 36),
            notes: u32_at(row, 40),
            first_chunk: u32_at(row, 44),
            chunks: u32_at(row, 48),
            body: u32_at(row, 52),
            symbols: u32_at(row, 56),
            stem: u16_at(row, 60),
            directories: u16_at(row, 62),
            lang: u16_at(row, 64),
            class: row[66],
        })
    }

    /// The row of chunk `number` of the segment.
    pub fn chunk(&self, number: u32) -> Result<ChunkRow, Error> {
        let rows = &self.frame.bytes()[self.chunk_rows.clone()];
        let start = number as usize * CHUNK_ROW;
        let row = rows.get(start..start + CHUNK_ROW).ok_or_else(|| self.damage(format!("no chunk number {number}")))?;
        Ok(ChunkRow {
            bytes: (u32_at(row, 0), u32_at(row, 4)),
            lines: (u32_at(row, 8), u32_at(row, 12)),
            file: u16_at(row, 16).into(),
            body: u16_at(row, 18),
            symbols: row[20],
            breadcrumb: row[21],
            kind: u16_at(row, 22),
        })
    }

    fn word(&self, number: u16) -> Option<&str> {
        self.head.words.get(usize::from(number)).map(String::as_str)
    }

    /// The language word of a file.
    pub fn lang(&self, row: &FileRow) -> Option<&str> {
        if row.lang == NO_WORD { None } else { self.word(row.lang) }
    }

    /// The kind word of a chunk.
    pub fn kind(&self, row: &ChunkRow) -> &str {
        self.word(row.kind).unwrap_or("lines")
    }

    /// The path of file `number`.
    pub fn path(&self, number: u32) -> Result<RecordPath, Error> {
        paths::key(&self.map("PATHS")?, &self.folder, number).ok_or_else(|| self.damage(format!("no path for file number {number}")))
    }

    /// The path of its first file, kept once it was read: look-ups by path compare it again and again.
    pub(crate) fn first_path(&self) -> Result<&RecordPath, Error> {
        match self.first.get() {
            Some(first) => Ok(first),
            None => self.path(0).map(|path| self.first.get_or_init(|| path)),
        }
    }

    /// The number of the file with this path.
    pub fn find(&self, path: &RecordPath) -> Result<Option<u32>, Error> {
        Ok(paths::number(&self.map("PATHS")?, &self.folder, path))
    }

    /// All paths, in order.
    pub fn paths(&self) -> Result<Vec<RecordPath>, Error> {
        Ok(paths::keys(&self.map("PATHS")?, &self.folder))
    }

    /// The kind word of a definition.
    pub fn kind_of(&self, place: &Place) -> &str {
        self.word(place.kind).unwrap_or_default()
    }

    /// What is known of file `number`, its chunks included.
    pub fn meta(&self, number: u32) -> Result<FileMeta, Error> {
        Ok(self.content(number)?.1)
    }

    /// The text of file `number`.
    pub fn text(&self, number: u32) -> Result<String, Error> {
        let row = self.file(number)?;
        self.split(&row, self.unpack(&row)?).map(|(text, _)| text)
    }

    /// The text of file `number`, and what is known of it.
    pub fn content(&self, number: u32) -> Result<(String, FileMeta), Error> {
        let row = self.file(number)?;
        let (text, notes) = self.split(&row, self.unpack(&row)?)?;
        type Wire = (Option<String>, Vec<String>, Vec<ChunkMeta>);
        let (encoding, imports, metas): Wire = decode(&notes).map_err(|what| self.damage(format!("notes of a file: {what}")))?;
        if metas.len() != row.chunks as usize {
            return Err(self.damage("the notes of a file have another number of chunks"));
        }
        let mut chunks = Vec::with_capacity(metas.len());
        for (place, meta) in (row.first_chunk..).zip(metas) {
            let chunk = self.chunk(place)?;
            chunks.push(LexChunk {
                bytes: chunk.bytes,
                lines: chunk.lines,
                kind: self.kind(&chunk).to_owned(),
                symbol: meta.symbol,
                breadcrumb: meta.breadcrumb,
                context: meta.context,
                view: meta.view,
                defs: meta.definitions.into_iter().map(Into::into).collect(),
            });
        }
        Ok((text, FileMeta { encoding, imports, chunks }))
    }

    fn split(&self, row: &FileRow, mut content: Vec<u8>) -> Result<(String, Vec<u8>), Error> {
        let notes = content.split_off(row.text as usize);
        let text = String::from_utf8(content).map_err(|_| self.damage("a text is not UTF-8"))?;
        Ok((text, notes))
    }

    fn dictionary(&self) -> Result<&Dictionary, Error> {
        if let Some(dictionary) = self.dictionary.get() {
            return Ok(dictionary);
        }
        let packed = self.frame.section("DICT")?;
        let content = if packed.is_empty() { Ok(Vec::new()) } else { expand(packed, DICTIONARY, &Dictionary::new(&[])) };
        let content = content.map_err(|what| self.damage(format!("section 'DICT': {what}")))?;
        Ok(self.dictionary.get_or_init(|| Dictionary::new(&content)))
    }

    fn unpack(&self, row: &FileRow) -> Result<Vec<u8>, Error> {
        let data = self.frame.section_unchecked("TEXT")?;
        let start = usize::try_from(row.at).ok();
        let frame = start.and_then(|start| data.get(start..start.checked_add(row.packed as usize)?));
        let frame = frame.ok_or_else(|| self.damage("section 'TEXT' is too short"))?;
        let length = row.text as usize + row.notes as usize;
        let content = expand(frame, length, self.dictionary()?).map_err(|what| self.damage(format!("section 'TEXT': {what}")))?;
        if content.len() == length { Ok(content) } else { Err(self.damage("a text is shorter than its table says")) }
    }

    /// File `number` as it went in, to go into another segment.
    pub fn restore(&self, number: u32) -> Result<LexFile, Error> {
        let row = self.file(number)?;
        let (text, meta) = self.content(number)?;
        Ok(LexFile {
            path: self.path(number)?,
            lang: self.lang(&row).map(str::to_owned),
            blob: row.blob,
            size: row.size,
            encoding: meta.encoding,
            class: row.class,
            text,
            imports: meta.imports,
            chunks: meta.chunks,
        })
    }

    /// Calls `each` with (document, frequency) for every posting of `term` in `field`.
    pub fn postings(&self, field: Field, term: &str, each: impl FnMut(u32, u32)) -> Result<(), Error> {
        let mut key = vec![field.byte()];
        key.extend_from_slice(term.as_bytes());
        let Some(value) = self.map("TERMS")?.get(&key) else { return Ok(()) };
        let limit = if field.is_chunk() { self.chunks() } else { self.files() };
        postings::walk(value, self.frame.section("POSTINGS")?, limit, each)
            .ok_or_else(|| self.damage(format!("postings of '{term}' make no list")))
    }

    /// Terms of `field` that begin with `prefix`, in order.
    pub fn terms(&self, field: Field, prefix: &str) -> Result<Vec<String>, Error> {
        let start = format!("{}{prefix}", char::from(field.byte()));
        let map = self.map("TERMS")?;
        let mut stream = map.search(Str::new(&start).starts_with()).into_stream();
        let mut found = Vec::new();
        while let Some((key, _)) = stream.next() {
            found.push(String::from_utf8_lossy(&key[1..]).into_owned());
        }
        Ok(found)
    }

    /// The names (lower case) that differ from `lower` in at most `letters` of them (three at most), at most 50 in order.
    pub fn similar(&self, lower: &str, letters: u8) -> Result<Vec<String>, Error> {
        let map = self.map("SYMBOLS")?;
        let (mut stream, mut names) = (map.search(Near::new(lower, letters)).into_stream(), Vec::new());
        while let Some((name, _)) = stream.next().filter(|_| names.len() < SIMILAR) {
            names.extend(std::str::from_utf8(name).map(str::to_owned));
        }
        Ok(names)
    }

    /// Where a name (lower case) is defined, by spelling.
    pub fn definitions(&self, lower: &str) -> Result<Vec<Spelling>, Error> {
        let Some(at) = self.map("SYMBOLS")?.get(lower) else { return Ok(Vec::new()) };
        let references = self.frame.section("SYMREFS")?;
        let read = || -> Option<Vec<Spelling>> {
            let mut rest = references.get(usize::try_from(at).ok()?..)?;
            let mut spellings = Vec::new();
            for _ in 0..take_varint(&mut rest)? {
                let capitals = take_varint(&mut rest)?;
                let mut places = Vec::new();
                for _ in 0..take_varint(&mut rest)? {
                    let mut number = || u32::try_from(take_varint(&mut rest)?).ok();
                    let place = Place { file: number()?, chunk: number()?, definition: number()?, kind: number()?.try_into().ok()? };
                    if place.file >= self.files() {
                        return None;
                    }
                    places.push(place);
                }
                let upper = |(at, letter): (usize, char)| if capitals >> at & 1 == 1 { letter.to_ascii_uppercase() } else { letter };
                let name = (capitals != u64::MAX && lower.len() < 64).then(|| lower.chars().enumerate().map(upper).collect());
                spellings.push(Spelling { name, places });
            }
            Some(spellings)
        };
        read().ok_or_else(|| self.damage("section 'SYMREFS' contradicts itself"))
    }
}
