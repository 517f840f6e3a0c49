//! One slice of a listing, so that several workers can each take theirs. **Pure.**
//!
//! Files that belong into one segment stay together, and which slice they fall to is a function of the path that begins the segment. A file that is left out later may have been such a
//! path; then a segment has files of two slices, and the commit makes it anew.

use cw_index::begins_segment;
use cw_records::{Blob, RecordPath};

/// Slice `number` (from 1) of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Which one.
    pub number: u32,
    /// How many there are.
    pub of: u32,
}

/// Most slices.
const MOST: u32 = 1 << 20;

impl std::str::FromStr for Slice {
    type Err = String;

    fn from_str(text: &str) -> Result<Slice, String> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST => Ok(Slice { number, of }),
            _ => Err("not a slice such as 3/8".to_owned()),
        }
    }
}

impl Slice {
    /// Leaves of a sorted listing what belongs to this slice.
    pub(super) fn keep<T>(self, listing: &mut Vec<T>, path: impl Fn(&T) -> &RecordPath) {
        let mut mine = self.has(b"");
        listing.retain(|entry| {
            let path = path(entry);
            if begins_segment(path) {
                mine = self.has(path.as_bytes());
            }
            mine
        });
    }

    /// True if the segment that begins with `first` belongs to this slice.
    fn has(self, first: &[u8]) -> bool {
        // Other bits than those that begin a segment.
        let hash = Blob::of(first).0;
        u32::from_le_bytes([hash[8], hash[9], hash[10], hash[11]]) % self.of == self.number - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_share_out_a_listing_by_segments() {
        let paths: Vec<RecordPath> = (0..20_000).map(|number| RecordPath::from(format!("f{number:05}").as_str())).collect();
        let mut seen = Vec::new();
        for number in 1..=5 {
            let mut own = paths.clone();
            Slice { number, of: 5 }.keep(&mut own, |path| path);
            assert!(own.len() > 1000, "slice {number} has {}", own.len());
            // It begins, and goes on behind a gap, where a segment begins.
            for pair in own.windows(2) {
                let next = paths.binary_search(&pair[0]).unwrap() + 1;
                assert!(paths[next] == pair[1] || begins_segment(&pair[1]));
            }
            seen.extend(own);
        }
        seen.sort();
        assert_eq!(seen, paths);
    }

    #[test]
    fn a_slice_has_a_number_from_one() {
        assert_eq!("3/8".parse(), Ok(Slice { number: 3, of: 8 }));
        for bad in ["0/8", "9/8", "3", "3/", "-1/2", "a/b", "1/0", ""] {
            assert!(bad.parse::<Slice>().is_err(), "{bad}");
        }
    }
}
