//! What a worker of a distributed build hands over instead of an index. Nothing here reads, writes or decides.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Extra;

/// See `RECORDS.md`, receipt.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Receipt {
    /// The part that the segments belong to: `lex` or `vec/<model>`.
    pub part: String,
    /// Format of the index.
    pub format: u32,
    /// Which slice it is, and of how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slice: Option<(u32, u32)>,
    /// Options that shaped the segments, by stage.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub made_with: Map<String, Value>,
    /// The segments, as in a manifest (cw-index(5)).
    pub segments: Vec<Value>,
    /// Files in all segments.
    pub files: u64,
    /// Chunks in all segments.
    pub chunks: u64,
    /// Bytes of decoded text in all segments.
    pub text: u64,
    /// Records that were read, header and end included.
    pub records: u64,
    /// Skips among them.
    pub skips: u64,
    /// Things that are missing: faults of level `loss` that came in, and those that were made here.
    pub losses: u64,
    /// Commands that the stream went through, oldest first.
    #[serde(default)]
    pub via: Vec<String>,
    /// Fields that nobody here knows.
    #[serde(flatten)]
    pub extra: Extra,
}
