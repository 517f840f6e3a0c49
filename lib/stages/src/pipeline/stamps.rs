//! The stamps of a tree as a file beside the index: a cache of this machine, which decides nothing but what is looked at again.

use std::path::{Path, PathBuf};

use cw_index::Store;
use cw_records::RecordPath;

use crate::scan;

/// The file of stamps: the root that they are about in a line of its own (base64), then the stamps.
pub(super) fn frame(root: &Path, stamps: &scan::Stamps) -> Vec<u8> {
    let mut bytes = RecordPath::from_os(root).to_base64().into_bytes();
    bytes.push(b'\n');
    bytes.extend_from_slice(&stamps.encode());
    bytes
}

pub(super) fn read(store: &Store, root: &Path) -> scan::Stamps {
    match (stamps_root(store), store.stamps()) {
        (Some(of), Some(bytes)) if of == root => {
            let start = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| end + 1);
            scan::Stamps::decode(&bytes[start..])
        }
        _ => scan::Stamps::decode(&[]),
    }
}

/// The root of the tree that `store` was last brought up to date with on this machine.
pub fn stamps_root(store: &Store) -> Option<PathBuf> {
    use base64::Engine;
    let bytes = store.stamps()?;
    let line = bytes.split(|byte| *byte == b'\n').next()?;
    let root = base64::engine::general_purpose::STANDARD.decode(line).ok()?;
    Some(RecordPath::from_bytes(root).to_os())
}

/// Lets `store` remember the root that a stream named, so that its tree is known as that of a build is. Only a cache: an index that cannot keep it is the same index.
pub fn remember_root(store: &Store, root: &Path) {
    if stamps_root(store).as_deref() != Some(root) {
        let _ = store.set_stamps(&frame(root, &scan::Stamps::decode(&[])));
    }
}
