//! Kind LEX: terms, texts and symbols of a range of files. `build` makes the bytes, `read` asks them.
//!
//! It does not know what a word is: terms come ready from the stage.

mod build;
mod near;
mod read;
mod verify;

pub use build::{FileTerms, LexChunk, LexFile, encode};
pub use read::{ChunkRow, FileMeta, FileRow, LexSegment, Place, Spelling};

use cw_records::Definition;
use serde::{Deserialize, Serialize};

pub(crate) const KIND: &[u8; 4] = b"LEX ";
pub(crate) const SECTIONS: [&str; 10] = ["HEAD", "PATHS", "FILES", "CHUNKS", "DICT", "TEXT", "TERMS", "POSTINGS", "SYMBOLS", "SYMREFS"];
pub(crate) const FILE_ROW: usize = 72;
pub(crate) const CHUNK_ROW: usize = 24;
/// Word number that means no language.
pub(crate) const NO_WORD: u16 = u16::MAX;

/// What a term stands in. Documents of the first three are chunks, of the last two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The text of a chunk.
    Body,
    /// Names of the definitions that begin in a chunk.
    Symbols,
    /// Names around a chunk.
    Breadcrumb,
    /// The file's name without extension.
    Stem,
    /// The last folders of its path.
    Directories,
}

impl Field {
    /// All fields, in the order of [`LexTotals::lengths`].
    pub const ALL: [Field; 5] = [Field::Body, Field::Symbols, Field::Breadcrumb, Field::Stem, Field::Directories];

    pub(crate) fn byte(self) -> u8 {
        match self {
            Field::Body => b'b',
            Field::Symbols => b's',
            Field::Breadcrumb => b'c',
            Field::Stem => b'p',
            Field::Directories => b'd',
        }
    }

    /// True if its documents are chunks, false if they are files.
    pub fn is_chunk(self) -> bool {
        matches!(self, Field::Body | Field::Symbols | Field::Breadcrumb)
    }
}

/// Sums over a segment, or over all segments of a part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LexTotals {
    /// Files.
    pub files: u32,
    /// Chunks.
    pub chunks: u32,
    /// Sum of the lengths (terms) of each field, in the order of [`Field::ALL`].
    pub lengths: [u64; 5],
    /// Bytes of decoded text.
    pub text: u64,
}

impl LexTotals {
    /// Adds another's sums.
    pub fn add(&mut self, other: &LexTotals) {
        self.files += other.files;
        self.chunks += other.chunks;
        self.text += other.text;
        for (mine, theirs) in self.lengths.iter_mut().zip(other.lengths) {
            *mine += theirs;
        }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) totals: LexTotals,
    pub(crate) words: Vec<String>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct ChunkMeta {
    pub(crate) symbol: Option<String>,
    pub(crate) breadcrumb: Vec<String>,
    pub(crate) context: Option<String>,
    pub(crate) view: Option<String>,
    pub(crate) definitions: Vec<DefinitionMeta>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct DefinitionMeta(String, String, u32, u32, Option<String>);

impl From<&Definition> for DefinitionMeta {
    fn from(definition: &Definition) -> DefinitionMeta {
        let Definition { name, kind, lines, container } = definition.clone();
        DefinitionMeta(name, kind, lines.0, lines.1, container)
    }
}

impl From<DefinitionMeta> for Definition {
    fn from(meta: DefinitionMeta) -> Definition {
        Definition { name: meta.0, kind: meta.1, lines: (meta.2, meta.3), container: meta.4 }
    }
}
