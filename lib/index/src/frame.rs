//! The frame of every segment: magic, kind, version, table of sections, sums. See `FORMAT.md`, Frame.
//!
//! It knows nothing of what a section holds. Reading never trusts a number from the file: every range is checked before it is used.

use std::fs::{File, Metadata};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use cw_records::Blob;
use memmap2::Mmap;
use xxhash_rust::xxh3::xxh3_64;

use crate::checked::Checked;
use crate::{Error, deed, durable};

const MAGIC: &[u8; 4] = b"CWSG";
const HEAD: usize = 16;
const ENTRY: usize = 32;
const ALIGN: usize = 64;
/// Version of both kinds, written and read.
pub(crate) const VERSION: u16 = 1;

/// Lays out sections behind a frame. The bytes are a function of the arguments.
pub(crate) fn assemble(kind: &[u8; 4], sections: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let table_end = HEAD + ENTRY * sections.len();
    let mut offset = (table_end + 8).next_multiple_of(ALIGN);
    let mut bytes = Vec::with_capacity(offset + sections.iter().map(|(_, data)| data.len() + ALIGN).sum::<usize>());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(kind);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&[0, 0]);
    bytes.extend_from_slice(&(sections.len() as u32).to_le_bytes());
    for (name, data) in sections {
        let mut padded = [0; 8];
        padded[..name.len()].copy_from_slice(name.as_bytes());
        bytes.extend_from_slice(&padded);
        for number in [offset as u64, data.len() as u64, xxh3_64(data)] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        offset = (offset + data.len()).next_multiple_of(ALIGN);
    }
    bytes.extend_from_slice(&xxh3_64(&bytes).to_le_bytes());
    for (_, data) in sections {
        bytes.resize(bytes.len().next_multiple_of(ALIGN), 0);
        bytes.extend_from_slice(data);
    }
    bytes
}

struct Section {
    name: [u8; 8],
    start: usize,
    end: usize,
    sum: u64,
    checked: OnceLock<bool>,
}

/// An open segment. Cheap to read from many threads.
pub(crate) struct Frame {
    path: PathBuf,
    map: Mmap,
    sections: Vec<Section>,
    meta: Metadata,
}

impl Frame {
    /// Maps the file and checks its frame: kind, version, table, length. The sums of its sections are believed if it is among `checked`.
    pub(crate) fn open(path: &Path, kind: &[u8; 4], known: &[&str], checked: &Checked) -> Result<Frame, Error> {
        let file = durable::again(|| File::open(path)).map_err(|error| Error::system(path, "open", &error))?;
        let meta = file.metadata().map_err(|error| Error::system(path, "look at", &error))?;
        if meta.is_dir() {
            return Err(Error::damaged(path, "it is a folder"));
        }
        // SAFETY: segments are written once and never changed in place; only an outsider that truncates the file could break the map.
        let map = unsafe { Mmap::map(&file) }.map_err(|error| Error::system(path, "map", &error))?;
        let sections = parse(&map, kind, known).map_err(|problem| match problem {
            Problem::Damage(what) => Error::damaged(path, what),
            Problem::Version(found) => Error::Version { path: path.to_owned(), found },
        })?;
        if checked.knows(path, &meta) {
            for section in &sections {
                let _ = section.checked.set(true);
            }
        }
        Ok(Frame { path: path.to_owned(), map, sections, meta })
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What the file system said of the file when it was opened.
    pub(crate) fn meta(&self) -> &Metadata {
        &self.meta
    }

    /// All bytes of the file.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.map
    }

    fn find(&self, name: &str) -> Result<&Section, Error> {
        let is_it =
            |section: &&Section| section.name.starts_with(name.as_bytes()) && section.name.get(name.len()).is_none_or(|next| *next == 0);
        let found = self.sections.iter().find(is_it);
        found.ok_or_else(|| Error::damaged(&self.path, format!("section '{name}' is missing")))
    }

    /// A section whose sum was checked (once).
    pub(crate) fn section(&self, name: &str) -> Result<&[u8], Error> {
        let section = self.find(name)?;
        let data = &self.map[section.start..section.end];
        if *section.checked.get_or_init(|| deed::is_sum(data, section.sum)) {
            Ok(data)
        } else {
            Err(Error::damaged(&self.path, format!("checksum of section '{name}' differs")))
        }
    }

    /// Where a section is among the bytes of the file, for what is read row by row; its sum was checked (once).
    pub(crate) fn place(&self, name: &str) -> Result<Range<usize>, Error> {
        self.section(name)?;
        let section = self.find(name)?;
        Ok(section.start..section.end)
    }

    /// A section that checks itself piece by piece.
    pub(crate) fn section_unchecked(&self, name: &str) -> Result<&[u8], Error> {
        let section = self.find(name)?;
        Ok(&self.map[section.start..section.end])
    }

    /// The hash of all bytes, which is the segment's name.
    pub(crate) fn digest(&self) -> Blob {
        Blob::of(&self.map)
    }
}

enum Problem {
    Damage(String),
    Version(String),
}

fn trim(name: &[u8; 8]) -> &[u8] {
    let end = name.iter().position(|byte| *byte == 0).unwrap_or(8);
    &name[..end]
}

fn parse(bytes: &[u8], kind: &[u8; 4], known: &[&str]) -> Result<Vec<Section>, Problem> {
    let damage = |what: &str| Problem::Damage(what.to_owned());
    if bytes.len() < HEAD + 8 || &bytes[..4] != MAGIC {
        return Err(damage("it is not a segment"));
    }
    let count = u32_at(bytes, 12) as usize;
    let table_end = count.checked_mul(ENTRY).and_then(|size| size.checked_add(HEAD)).filter(|end| end + 8 <= bytes.len());
    let table_end = table_end.ok_or_else(|| damage("its table of sections is cut"))?;
    if xxh3_64(&bytes[..table_end]) != u64_at(bytes, table_end) {
        return Err(damage("checksum of the frame differs"));
    }
    let version = u16::from_le_bytes([bytes[8], bytes[9]]);
    if &bytes[4..8] != kind {
        return Err(damage(&format!("kind '{}' instead of '{}'", bytes[4..8].escape_ascii(), kind.escape_ascii())));
    }
    if version != VERSION {
        return Err(Problem::Version(format!("segment version {version}, this build reads {VERSION}")));
    }
    let mut sections = Vec::with_capacity(count);
    let (mut before, mut expected) = (table_end + 8, (table_end + 8).next_multiple_of(ALIGN) as u64);
    for entry in bytes[HEAD..table_end].chunks_exact(ENTRY) {
        let mut name = [0; 8];
        name.copy_from_slice(&entry[..8]);
        let (start, length) = (u64_at(entry, 8), u64_at(entry, 16));
        let end = start.checked_add(length).filter(|end| start == expected && *end <= bytes.len() as u64);
        let end = end.ok_or_else(|| damage(&format!("section '{}' lies outside the file", trim(&name).escape_ascii())))?;
        if bytes[before..start as usize].iter().any(|byte| *byte != 0) {
            return Err(damage("the bytes between its sections are not zero"));
        }
        (before, expected) = (end as usize, end.next_multiple_of(ALIGN as u64));
        let word = trim(&name);
        if !word.first().is_some_and(u8::is_ascii_lowercase) && !known.iter().any(|name| name.as_bytes() == word) {
            return Err(Problem::Version(format!("section '{}' is unknown to this build", word.escape_ascii())));
        }
        sections.push(Section { name, start: start as usize, end: end as usize, sum: u64_at(entry, 24), checked: OnceLock::new() });
    }
    if sections.last().map_or(table_end + 8, |section| section.end) != bytes.len() {
        return Err(damage("its length is not what the frame says"));
    }
    Ok(sections)
}

/// Little-endian number at `at`, which must be in range.
#[inline]
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(number)
}

/// Little-endian number at `at`, which must be in range.
#[inline]
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}

/// Little-endian number at `at`, which must be in range.
#[inline]
pub(crate) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}
