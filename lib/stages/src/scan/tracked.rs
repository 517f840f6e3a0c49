//! Reads git's index: which paths are tracked. Only names; a damaged or unknown index reads as empty, since it only ever adds files.

use std::path::Path;

/// Tracked paths, ascending, relative to the top of the work tree.
#[derive(Debug, Default)]
pub struct Tracked {
    paths: Vec<Vec<u8>>,
    /// Most of it is in another file.
    pub is_split: bool,
}

impl Tracked {
    /// From the bytes of `.git/index`, versions 2 to 4. `hash` is the length of an object name: 20 or 32.
    pub fn parse(bytes: &[u8], hash: usize) -> Tracked {
        let (paths, is_split) = read(bytes, hash).unwrap_or_default();
        Tracked { is_split, ..Tracked::of(paths) }
    }

    /// From an index that is split in two, and the file that it shares with others beside it.
    pub fn with_shared(index: &Path, hash: usize) -> Option<Tracked> {
        let kind = if hash == 32 { gix::hash::Kind::Sha256 } else { gix::hash::Kind::Sha1 };
        let file = gix::index::File::at(index, kind, true, gix::index::decode::Options::default()).ok()?;
        let entries = file.entries().iter().filter(|entry| entry.mode != gix::index::entry::Mode::DIR);
        Some(Tracked::of(entries.map(|entry| entry.path(&file).to_vec()).collect()))
    }

    fn of(mut paths: Vec<Vec<u8>>) -> Tracked {
        if !paths.is_sorted() {
            paths.sort_unstable();
        }
        paths.dedup();
        Tracked { paths, is_split: false }
    }

    /// True if `path` is tracked.
    pub fn has(&self, path: &[u8]) -> bool {
        self.paths.binary_search_by(|tracked| tracked[..].cmp(path)).is_ok()
    }

    /// True if `folder` is a tracked submodule, or something below it is tracked.
    pub fn has_below(&self, folder: &[u8]) -> bool {
        self.has(folder) || !self.below(folder).is_empty()
    }

    /// The names in `folder` that are tracked, or lead to what is.
    pub fn names(&self, folder: &[u8]) -> Vec<Vec<u8>> {
        let mut names: Vec<Vec<u8>> = Vec::new();
        let skip = if folder.is_empty() { 0 } else { folder.len() + 1 };
        for path in self.below(folder) {
            let name = path[skip..].split(|byte| *byte == b'/').next().unwrap_or_default();
            if names.last().is_none_or(|last| last != name) {
                names.push(name.to_vec());
            }
        }
        names
    }

    fn below(&self, folder: &[u8]) -> &[Vec<u8>] {
        if folder.is_empty() {
            return &self.paths;
        }
        // A folder's paths stand together: right after everything that sorts before "folder/".
        let before = |path: &Vec<u8>| path[..].cmp(&[folder, b"/"].concat()[..]).is_lt();
        let first = self.paths.partition_point(before);
        let inside = |path: &Vec<u8>| path.starts_with(folder) && path.get(folder.len()) == Some(&b'/');
        let length = self.paths[first..].partition_point(inside);
        &self.paths[first..first + length]
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// The paths, and whether the index is split.
fn read(bytes: &[u8], hash: usize) -> Option<(Vec<Vec<u8>>, bool)> {
    let version = number(bytes, 4)?;
    if bytes.get(..4)? != b"DIRC" || !(2..=4).contains(&version) {
        return None;
    }
    let count = number(bytes, 8)? as usize;
    // No entry is shorter than its fixed part.
    let mut paths: Vec<Vec<u8>> = Vec::with_capacity(count.min(bytes.len() / (42 + hash)));
    let mut at = 12;
    for _ in 0..count {
        let start = at;
        let mode = number(bytes, start + 24)?;
        let flags = u16::from_be_bytes(bytes.get(start + 40 + hash..start + 42 + hash)?.try_into().ok()?);
        at = start + 42 + hash;
        if version >= 3 && flags & 0x4000 != 0 {
            at += 2;
        }
        let mut path = Vec::new();
        if version == 4 {
            let last = paths.last().map(Vec::as_slice).unwrap_or_default();
            let kept = last.len().checked_sub(varint(bytes, &mut at)?)?;
            path.extend_from_slice(&last[..kept]);
        }
        let rest = bytes.get(at..)?;
        let length = memchr::memchr(0, rest)?;
        path.extend_from_slice(&rest[..length]);
        at += length + 1;
        if version < 4 {
            at = start + (at - 1 - start + 8) / 8 * 8;
        }
        // A sparse index has entries for whole folders ("name/"): nothing of them is on disk.
        if mode & 0o170000 == 0o040000 && version < 4 {
            continue;
        }
        paths.push(path);
    }
    paths.retain(|path| path.last() != Some(&b'/'));
    let mut is_split = false;
    // Extensions, up to the sum at the end.
    while let Some(length) = number(bytes, at + 4).filter(|_| at + 8 + hash <= bytes.len()) {
        is_split |= bytes[at..].starts_with(b"link");
        at = at.checked_add(8)?.checked_add(length as usize)?;
    }
    Some((paths, is_split))
}

fn varint(bytes: &[u8], at: &mut usize) -> Option<usize> {
    let mut value = 0usize;
    loop {
        let byte = *bytes.get(*at)?;
        *at += 1;
        value = value.checked_mul(128)?.checked_add(usize::from(byte & 127))?;
        if byte & 128 == 0 {
            return Some(value);
        }
        value = value.checked_add(1)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(path: &str) -> Vec<u8> {
        let mut entry = vec![0; 24];
        entry.extend(0o100644u32.to_be_bytes());
        entry.extend([0; 12 + 20]);
        entry.extend((path.len() as u16).to_be_bytes());
        entry.extend(path.as_bytes());
        entry.extend(vec![0; 8 - entry.len() % 8]);
        entry
    }

    fn index() -> Vec<u8> {
        let mut bytes = b"DIRC\0\0\0\x02\0\0\0\x04".to_vec();
        for path in ["a", "b-c", "b/x/y", "b/z"] {
            bytes.extend(entry(path));
        }
        bytes
    }

    #[test]
    fn names_and_folders() {
        let tracked = Tracked::parse(&index(), 20);
        assert!(tracked.has(b"b/x/y") && !tracked.has(b"b") && tracked.has_below(b"b") && !tracked.has_below(b"c"));
        assert_eq!(tracked.names(b"b"), [b"x", b"z"]);
        assert_eq!(tracked.names(b""), [&b"a"[..], b"b-c", b"b"]);
    }

    #[test]
    fn damage_reads_as_empty() {
        let whole = index();
        for length in 0..whole.len() {
            let _ = Tracked::parse(&whole[..length], 20);
            let mut broken = whole.clone();
            broken[length] ^= 0xff;
            let _ = Tracked::parse(&broken, 20);
        }
        assert!(!Tracked::parse(b"DIRC\0\0\0\x09\0\0\0\x00", 20).has_below(b""));
    }
}
