#![doc = include_str!("../RECORDS.md")]

mod error;
mod extra;
mod hash;
mod path;
mod read;
mod receipt;
mod record;
mod write;

pub use error::Error;
pub use extra::Extra;
pub use hash::{Blob, chunk_id};
pub use path::RecordPath;
pub use read::Reader;
pub use receipt::Receipt;
pub use record::{
    Chunk, Context, Definition, End, Fault, File, Gone, Header, Hit, Level, Numbers, Order, Record, Scope, Skip, Vector, evidence, round,
};
pub use write::{Counts, Writer};

/// The version of `RECORDS.md` that this crate writes, and the newest that it reads.
pub const VERSION: u32 = 1;

/// Longest line that is read, in bytes (rule 10).
pub const LINE_MAX: usize = 64 << 20;
