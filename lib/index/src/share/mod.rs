//! Pushing an index to a share and pulling it back: see `FORMAT.md`, Share. A barrier: nothing is published before all of it is there and checked.
//!
//! It knows the layout, what has to move and what has to be checked, and not how bytes are carried: that is a [`Remote`]'s. Left out: collecting what no ref names any more.

mod folder;
mod pull;
mod push;

pub use folder::Folder;
pub use pull::{Offer, Pulled, look};
pub use push::{Pushed, push};

use cw_records::Blob;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::store::safe_name;

/// Carries the bytes of a share. Paths are relative to it, made here, and hold nothing that would have to be escaped.
pub trait Remote {
    /// What can go wrong on the way.
    type Error: From<Error>;

    /// The length of a file; `None` if it is not there.
    fn length(&self, path: &str) -> Result<Option<u64>, Self::Error>;

    /// The bytes of a file, at most `limit`, and a tag of its state; `None` if it is not there.
    fn read(&self, path: &str, limit: u64) -> Result<Option<(Vec<u8>, String)>, Self::Error>;

    /// Makes a file that never changes. One that somebody made meanwhile is as good.
    fn create(&self, path: &str, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Changes a file if it still is as it was `seen` (`None`: it was not there). False if it is not.
    fn swap(&self, path: &str, seen: Option<&str>, bytes: &[u8]) -> Result<bool, Self::Error>;
}

/// Version of the layout of shares.
const SHARE: u32 = 1;
/// Most bytes of a ref.
const REF: u64 = 64 << 10;
/// Most bytes of a manifest.
const MANIFEST: u64 = 64 << 20;
/// Most bytes of a segment.
const SEGMENT: u64 = 1 << 30;

/// What a ref says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Ref {
    share: u32,
    format: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    rev: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    parts: Vec<RefPart>,
}

/// A part of the index that a ref is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct RefPart {
    part: String,
    manifest: Blob,
    bytes: u64,
}

/// Where the bytes with this hash are.
fn cas(name: &Blob) -> String {
    let name = name.to_string();
    format!("cas/{}/{name}", &name[..2])
}

/// Where the ref `name` is.
fn ref_path(name: &str) -> String {
    let parts: Vec<String> = name.split('/').map(safe_name).collect();
    format!("refs/{}.json", parts.join("/"))
}
