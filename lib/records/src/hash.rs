//! The two names of content: `blob` (content only, the cache key) and `id` (place and content, the join key of the whole house).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::RecordPath;

/// BLAKE3 cut to 128 bits; 32 lower-case hex digits in a record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Blob(pub [u8; 16]);

impl Blob {
    /// The hash of `bytes`.
    pub fn of(bytes: &[u8]) -> Blob {
        Blob::cut(&blake3::hash(bytes))
    }

    /// The first 128 bits of a finished BLAKE3 hash.
    pub fn cut(hash: &blake3::Hash) -> Blob {
        let mut cut = [0; 16];
        cut.copy_from_slice(&hash.as_bytes()[..16]);
        Blob(cut)
    }
}

/// The id of a chunk: hash of its path, its first byte and the hash of its text. Stable as long as place and content are.
pub fn chunk_id(path: &RecordPath, start: u64, blob: &Blob) -> Blob {
    let mut hasher = blake3::Hasher::new();
    hasher.update(path.as_bytes());
    hasher.update(&[0]);
    hasher.update(&start.to_le_bytes());
    hasher.update(&blob.0);
    Blob::cut(&hasher.finalize())
}

impl fmt::Display for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Blob {
    type Err = String;

    fn from_str(text: &str) -> Result<Blob, String> {
        let bytes = text.as_bytes();
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'a'..=b'f' => Some(byte - b'a' + 10),
            _ => None,
        };
        let mut blob = [0; 16];
        if bytes.len() != 32 {
            return Err(format!("'{text}' is not 32 hex digits"));
        }
        for (place, pair) in blob.iter_mut().zip(bytes.chunks_exact(2)) {
            match (digit(pair[0]), digit(pair[1])) {
                (Some(high), Some(low)) => *place = high << 4 | low,
                _ => return Err(format!("'{text}' is not 32 lower-case hex digits")),
            }
        }
        Ok(Blob(blob))
    }
}

impl Serialize for Blob {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Blob, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
