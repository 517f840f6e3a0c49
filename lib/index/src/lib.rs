#![doc = include_str!("../FORMAT.md")]

mod border;
mod care;
mod checked;
mod codec;
mod deed;
mod dictionary;
mod draft;
mod durable;
mod error;
mod frame;
mod lex;
mod lock;
mod manifest;
mod part;
mod paths;
mod postings;
mod revisions;
pub mod share;
mod slices;
mod store;
mod vec;
mod verify;
mod writer;

pub use border::begins_segment;
pub use care::free_space;
#[cfg(feature = "mutants")]
pub use deed::set_mutant;
pub use draft::{Base, Mark};
pub use error::Error;
pub use lex::{
    ChunkRow, Field, FileMeta, FileRow, FileTerms, LexChunk, LexFile, LexSegment, LexTotals, Place, Spelling, encode as encode_lex,
};
pub use manifest::{FORMAT, Manifest, SegmentInfo};
pub use part::{Part, Segment};
pub use slices::Sliced;
pub use store::{FOLDER, Store, vec_name};
pub use vec::{Kept, Row, VecChunk, VecChunkRow, VecFile, VecFileRow, VecSegment, encode as encode_vec};
pub use verify::Finding;
pub use writer::{Begin, Change, Commit, Entry, Made, Maker, Merge, PartWriter};
