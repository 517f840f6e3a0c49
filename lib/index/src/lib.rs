#![doc = include_str!("../FORMAT.md")]

mod border;
mod care;
mod codec;
mod dictionary;
mod durable;
mod error;
mod frame;
mod lex;
mod lock;
mod manifest;
mod part;
mod paths;
mod postings;
pub mod share;
mod store;
mod vec;
mod verify;
mod writer;

pub use care::free_space;
pub use error::Error;
pub use lex::{
    ChunkRow, Field, FileMeta, FileRow, FileTerms, LexChunk, LexFile, LexSegment, LexTotals, Place, Spelling, encode as encode_lex,
};
pub use manifest::{FORMAT, Manifest, SegmentInfo};
pub use part::{Part, Segment};
pub use store::{FOLDER, Finding, Store, vec_name};
pub use vec::{Kept, Row, VecChunk, VecChunkRow, VecFile, VecFileRow, VecSegment, encode as encode_vec};
pub use writer::{Change, Commit, Entry, Made, Maker, Merge, PartWriter};
