//! The stat cache: what the last scan found behind which (size, times, inode), so that an unchanged file is not read again.
//!
//! Local and disposable: bad bytes are an empty cache. It decides nothing but what to look at again. A file that changed so shortly before it was
//! looked at that the clock could not have told is not trusted (git calls such an entry racy).

use cw_records::{Blob, RecordPath};

use super::disk::Meta;
use super::skip::Reason;

const MAGIC: &[u8; 12] = b"cw-stamps 1\n";

/// What a file turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Text, with the hash of its bytes.
    Blob(Blob),
    /// Left out.
    Skip(Reason),
}

/// What was seen of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    size: u64,
    mtime: i64,
    ctime: i64,
    inode: u64,
    /// When it was looked at, in nanoseconds since 1970.
    taken: i64,
    outcome: Outcome,
}

impl Stamp {
    /// What `outcome` was found behind `meta`, which was asked for after `taken`.
    pub fn new(meta: &Meta, taken: i64, outcome: Outcome) -> Stamp {
        Stamp { size: meta.size, mtime: meta.mtime, ctime: meta.ctime, inode: meta.inode, taken, outcome }
    }

    /// What lies behind `meta`, if that is certain.
    pub fn outcome(&self, meta: &Meta) -> Option<Outcome> {
        let same = (self.size, self.mtime, self.ctime, self.inode) == (meta.size, meta.mtime, meta.ctime, meta.inode);
        // Whole seconds come from a file system that keeps no finer time. No program can set ctime.
        let doubt = if self.ctime % 1_000_000_000 == 0 { 2_000_000_000 } else { 50_000_000 };
        (same && self.ctime.saturating_add(doubt) < self.taken).then_some(self.outcome)
    }
}

/// The stat cache of one tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamps {
    /// The options that it holds for.
    key: u8,
    /// Ascending by path.
    entries: Vec<(RecordPath, Stamp)>,
    changed: bool,
}

impl Stamps {
    /// Reads what [`Stamps::encode`] wrote; anything else is an empty cache.
    pub fn decode(bytes: &[u8]) -> Stamps {
        read(bytes).unwrap_or_default()
    }

    /// The bytes to keep. The same cache gives the same bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(64 + self.entries.len() * 96);
        out.extend(MAGIC);
        out.push(self.key);
        for (path, stamp) in &self.entries {
            out.extend((path.as_bytes().len() as u32).to_le_bytes());
            out.extend(path.as_bytes());
            for number in [stamp.size, stamp.mtime as u64, stamp.ctime as u64, stamp.inode, stamp.taken as u64] {
                out.extend(number.to_le_bytes());
            }
            match stamp.outcome {
                Outcome::Blob(blob) => {
                    out.push(0);
                    out.extend(blob.0);
                }
                Outcome::Skip(reason) => out.push(reason.code()),
            }
        }
        out.extend(Blob::of(&out).0);
        out
    }

    /// True if a scan changed it since it was read: it is worth writing.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// Forgets everything unless it was made with the same `key`.
    pub(super) fn ready(&mut self, key: u8) {
        if self.key != key {
            *self = Stamps { key, entries: Vec::new(), changed: true };
        }
    }

    /// What was seen of `path`.
    pub(super) fn get(&self, path: &RecordPath) -> Option<&Stamp> {
        let place = self.entries.binary_search_by(|(known, _)| known.cmp(path)).ok()?;
        Some(&self.entries[place].1)
    }

    /// Takes what a finished scan saw, ascending by path. `whole`: what it did not see is not there.
    pub(super) fn update(&mut self, mut seen: Vec<(RecordPath, Stamp)>, whole: bool) {
        if !whole {
            let names: std::collections::BTreeSet<RecordPath> = seen.iter().map(|(path, _)| path.clone()).collect();
            seen.extend(self.entries.iter().filter(|(path, _)| !names.contains(path)).cloned());
            seen.sort_unstable_by(|left, right| left.0.cmp(&right.0));
        }
        if seen != self.entries {
            self.entries = seen;
            self.changed = true;
        }
    }
}

fn read(bytes: &[u8]) -> Option<Stamps> {
    let (body, sum) = bytes.split_last_chunk::<16>()?;
    if *sum != Blob::of(body).0 {
        return None;
    }
    let mut rest = body.strip_prefix(MAGIC)?;
    let mut take = |length: usize| -> Option<&[u8]> {
        let (head, tail) = rest.split_at_checked(length)?;
        rest = tail;
        Some(head)
    };
    let key = take(1)?[0];
    let mut entries: Vec<(RecordPath, Stamp)> = Vec::new();
    while let Some(length) = take(4) {
        let length = u32::from_le_bytes(length.try_into().ok()?) as usize;
        let path = RecordPath::from_bytes(take(length)?);
        let mut number = || Some(u64::from_le_bytes(take(8)?.try_into().ok()?));
        let (size, mtime, ctime, inode, taken) = (number()?, number()? as i64, number()? as i64, number()?, number()? as i64);
        let outcome = match take(1)?[0] {
            0 => Outcome::Blob(Blob(take(16)?.try_into().ok()?)),
            code => Outcome::Skip(Reason::from_code(code)?),
        };
        entries.push((path, Stamp { size, mtime, ctime, inode, taken, outcome }));
    }
    entries.is_sorted_by(|left, right| left.0 < right.0).then_some(Stamps { key, entries, changed: false })
}

#[cfg(test)]
mod tests {
    use super::super::disk::Kind;
    use super::*;

    fn meta() -> Meta {
        Meta { kind: Kind::File, size: 3, mtime: 5, ctime: 1_000_000_007, inode: 9 }
    }

    #[test]
    fn encode_then_decode_and_no_damage_is_an_error() {
        let mut stamps = Stamps::default();
        let seen = vec![
            (RecordPath::from("a"), Stamp::new(&meta(), 8, Outcome::Blob(Blob::of(b"x")))),
            (RecordPath::from_bytes(*b"z\xe8"), Stamp::new(&meta(), 8, Outcome::Skip(Reason::Binary))),
        ];
        stamps.update(seen, true);
        assert!(stamps.is_changed());
        let bytes = stamps.encode();
        let again = Stamps::decode(&bytes);
        assert_eq!(again.entries, stamps.entries);
        assert!(!again.is_changed());
        for place in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[place] ^= 1;
            assert!(Stamps::decode(&broken).entries.is_empty());
            assert!(Stamps::decode(&bytes[..place]).entries.is_empty());
        }
    }

    #[test]
    fn what_changed_just_now_is_not_trusted() {
        let outcome = Outcome::Blob(Blob::of(b"x"));
        assert_eq!(Stamp::new(&meta(), 1_040_000_000, outcome).outcome(&meta()), None);
        assert_eq!(Stamp::new(&meta(), 1_060_000_000, outcome).outcome(&meta()), Some(outcome));
        assert_eq!(Stamp::new(&meta(), 1_060_000_000, outcome).outcome(&Meta { inode: 1, ..meta() }), None);
        let coarse = Meta { ctime: 1_000_000_000, ..meta() };
        assert_eq!(Stamp::new(&coarse, 2_900_000_000, outcome).outcome(&coarse), None);
    }
}
