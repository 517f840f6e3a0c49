//! The indexes of this user, so that they can be listed and forgotten: in the state folder a small file for each, named by the place of its index. One file each, since many
//! processes remember at once. Only a help for people: what cannot be read or written here stops nothing.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use cw_index::{LexSegment, Part, Store};
use cw_records::{Blob, RecordPath};
use serde::{Deserialize, Serialize};

use crate::state;

/// An index that was made on this machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Known {
    version: u32,
    /// The root of its tree.
    pub root: RecordPath,
    /// The index folder.
    pub index: RecordPath,
    /// When it was last changed, in seconds since 1970.
    pub updated: u64,
}

impl Known {
    /// True if its tree is there.
    pub fn has_tree(&self) -> bool {
        self.root.to_os().is_dir()
    }

    /// Its words; none if its first build was stopped.
    pub fn lex(&self) -> Result<Option<Part<LexSegment>>, cw_index::Error> {
        Store::open(&self.index.to_os())?.lex()
    }
}

fn folder() -> Option<PathBuf> {
    Some(state::folder()?.join("indexes"))
}

fn file_of(index: &Path) -> Option<PathBuf> {
    Some(folder()?.join(format!("{}.json", Blob::of(RecordPath::from_os(index).as_bytes()))))
}

fn read(file: &Path) -> Option<Known> {
    serde_json::from_slice(&std::fs::read(file).ok()?).ok().filter(|known: &Known| known.version == 1)
}

/// Remembers the index of the tree at `root`; with `changed`, that it was changed now.
pub fn remember(root: &Path, index: &Path, changed: bool) {
    let Some(file) = file_of(index) else { return };
    let (root, index) = (RecordPath::from_os(root), RecordPath::from_os(index));
    if !changed && read(&file).is_some_and(|old| old.root == root) {
        return;
    }
    let updated = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let known = Known { version: 1, root, index, updated };
    let _ = state::write(&file, &serde_json::to_vec(&known).unwrap_or_default());
}

/// All of them, by root. Those whose index is gone are among them.
pub fn all() -> Vec<Known> {
    let entries = folder().and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let mut all: Vec<Known> = entries.filter_map(|entry| read(&entry.path())).collect();
    all.sort_by(|left, right| (&left.root, &left.index).cmp(&(&right.root, &right.index)));
    all
}

/// Forgets the index in this folder. True if it was known.
pub fn forget(index: &Path) -> bool {
    file_of(index).is_some_and(|file| std::fs::remove_file(file).is_ok())
}
