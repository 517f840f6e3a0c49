//! The `fst` of paths, shared by the kinds: path -> number, where numbers count the sorted paths.

use cw_records::RecordPath;
use fst::{Map, Streamer};

/// The path with this number, below `folder` (empty, or with a slash at its end).
pub(crate) fn key(map: &Map<&[u8]>, folder: &[u8], number: u32) -> Option<RecordPath> {
    // Values ascend with the keys, which is what the look-up needs.
    map.as_fst().get_key(number.into()).map(|key| RecordPath::from_bytes([folder, &key].concat()))
}

/// The number of a path below `folder`.
pub(crate) fn number(map: &Map<&[u8]>, folder: &[u8], path: &RecordPath) -> Option<u32> {
    map.get(path.as_bytes().strip_prefix(folder)?).and_then(|number| u32::try_from(number).ok())
}

/// True if the paths count from 0 to `files`, and there are no more.
pub(crate) fn counts(map: &Map<&[u8]>, files: u32) -> bool {
    let (mut stream, mut next) = (map.stream(), 0);
    while let Some((_, number)) = stream.next() {
        if number != next || next >= u64::from(files) {
            return false;
        }
        next += 1;
    }
    next == u64::from(files)
}

/// All paths in order, below `folder`.
pub(crate) fn keys(map: &Map<&[u8]>, folder: &[u8]) -> Vec<RecordPath> {
    let mut keys = Vec::with_capacity(map.len());
    let mut stream = map.stream();
    while let Some((key, _)) = stream.next() {
        keys.push(RecordPath::from_bytes([folder, key].concat()));
    }
    keys
}
