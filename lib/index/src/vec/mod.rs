//! Kind VEC: one row of signed bytes a chunk, with its scale. `build` makes the bytes, `read` asks them.
//!
//! It does not know how a vector came to be, nor how vectors are compared.

mod build;
mod kept;
mod read;

pub use build::{Row, VecChunk, VecFile, encode};
pub use kept::Kept;
pub use read::{VecChunkRow, VecFileRow, VecSegment};

use serde::{Deserialize, Serialize};

pub(crate) const KIND: &[u8; 4] = b"VEC ";
pub(crate) const SECTIONS: [&str; 6] = ["HEAD", "PATHS", "FILES", "CHUNKS", "ROWS", "SCALES"];
pub(crate) const FILE_ROW: usize = 36;
pub(crate) const CHUNK_ROW: usize = 24;

/// Set in a chunk's first line if the chunk ends inside a line.
pub(crate) const INSIDE: u32 = 1 << 31;

#[derive(Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) files: u32,
    pub(crate) chunks: u32,
    pub(crate) dims: u32,
}
