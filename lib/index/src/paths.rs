//! The `fst` of paths, shared by the kinds: path -> number, where numbers count the sorted paths.

use cw_records::RecordPath;
use fst::{Map, Streamer};

/// The path with this number.
pub(crate) fn key(map: &Map<&[u8]>, number: u32) -> Option<RecordPath> {
    // Values ascend with the keys, which is what the look-up needs.
    map.as_fst().get_key(number.into()).map(RecordPath::from_bytes)
}

/// All paths in order.
pub(crate) fn keys(map: &Map<&[u8]>) -> Vec<RecordPath> {
    let mut keys = Vec::with_capacity(map.len());
    let mut stream = map.stream();
    while let Some((key, _)) = stream.next() {
        keys.push(RecordPath::from_bytes(key));
    }
    keys
}
