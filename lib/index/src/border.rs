//! Where segments begin: a function of the sorted paths and text sizes alone, which is what makes an index independent of its history.

use cw_records::{Blob, RecordPath};

/// About every so many files a path begins a segment of itself. A power of two.
const EVERY: u16 = 512;
/// No segment has more files.
const FILES: u32 = 2048;
/// A segment with so much text takes no further file.
const TEXT: u64 = 32 << 20;

/// True for a path that begins a segment wherever it stands.
pub fn begins_segment(path: &RecordPath) -> bool {
    let hash = Blob::of(path.as_bytes());
    u16::from_le_bytes([hash.0[0], hash.0[1]]).is_multiple_of(EVERY)
}

/// Walks the sorted paths and says where a segment begins.
#[derive(Default)]
pub(crate) struct Borders {
    files: u32,
    text: u64,
}

impl Borders {
    /// Takes the next path, whose text has `text` bytes; true if it begins a new segment and another is open.
    pub(crate) fn is_border(&mut self, path: &RecordPath, text: u64) -> bool {
        let border = self.files > 0 && (begins_segment(path) || self.files >= FILES || self.text >= TEXT);
        if border {
            *self = Borders::default();
        }
        self.files += 1;
        self.text += text;
        border
    }
}
