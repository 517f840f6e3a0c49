//! Paths as they travel: bytes, never lossy (rule 4). Relative, with `/`, on every system.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::Error as _;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A path relative to the root, as bytes. Orders by bytes. Flattened into its record as `path` or `path_b64`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct RecordPath(Vec<u8>);

impl RecordPath {
    /// From raw bytes, as the system gave them.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> RecordPath {
        RecordPath(bytes.into())
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The path as text, if it is UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }

    /// For eyes only: bad bytes become U+FFFD.
    pub fn display(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }

    /// The bytes in base64, for `path_b64`.
    pub fn to_base64(&self) -> String {
        STANDARD.encode(&self.0)
    }

    /// The last component.
    pub fn name(&self) -> &[u8] {
        self.0.rsplit(|byte| *byte == b'/').next().unwrap_or(&self.0)
    }

    /// True if the path stays below its root: relative, not empty, no empty, `.` or `..` component, no NUL. A stream or an index that
    /// names anything else is hostile or broken.
    pub fn is_confined(&self) -> bool {
        !self.0.is_empty() && !self.0.contains(&0) && self.0.split(|byte| *byte == b'/').all(|part| !matches!(part, b"" | b"." | b".."))
    }

    /// As a path of this system. On Unix every byte is kept; elsewhere bytes that are not UTF-8 cannot occur in names.
    pub fn to_os(&self) -> std::path::PathBuf {
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt;
            std::path::PathBuf::from(std::ffi::OsStr::from_bytes(&self.0))
        }
        #[cfg(not(unix))]
        {
            std::path::PathBuf::from(self.display().into_owned())
        }
    }

    /// From a relative path of this system.
    pub fn from_os(path: &std::path::Path) -> RecordPath {
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt;
            RecordPath(path.as_os_str().as_bytes().to_vec())
        }
        #[cfg(not(unix))]
        {
            RecordPath(path.to_string_lossy().replace('\\', "/").into_bytes())
        }
    }
}

impl From<&str> for RecordPath {
    fn from(text: &str) -> RecordPath {
        RecordPath(text.as_bytes().to_vec())
    }
}

impl fmt::Debug for RecordPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.display())
    }
}

/// Writes `name` or `name_b64`.
pub(crate) fn entry<M: SerializeMap>(map: &mut M, names: (&'static str, &'static str), path: &RecordPath) -> Result<(), M::Error> {
    match path.as_str() {
        Some(text) => map.serialize_entry(names.0, text),
        None => map.serialize_entry(names.1, &path.to_base64()),
    }
}

impl Serialize for RecordPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        entry(&mut map, ("path", "path_b64"), self)?;
        map.end()
    }
}

#[derive(Deserialize)]
struct Wire {
    path: Option<String>,
    path_b64: Option<String>,
}

/// One of `name` and `name_b64`; the error is a sentence.
pub(crate) fn choose(text: Option<String>, b64: Option<String>) -> Result<Option<RecordPath>, &'static str> {
    match (text, b64) {
        (Some(text), None) => Ok(Some(RecordPath(text.into_bytes()))),
        (None, Some(b64)) => STANDARD.decode(b64).map(|bytes| Some(RecordPath(bytes))).map_err(|_| "'path_b64' is not base64"),
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err("both 'path' and 'path_b64'"),
    }
}

impl<'de> Deserialize<'de> for RecordPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RecordPath, D::Error> {
        let wire = Wire::deserialize(deserializer)?;
        choose(wire.path, wire.path_b64).and_then(|path| path.ok_or("missing field 'path'")).map_err(D::Error::custom)
    }
}
