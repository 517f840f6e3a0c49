//! The one mutable truth of a part. Small: nothing in it grows with the number of files but one entry a segment. See `FORMAT.md`, Manifest.

use std::path::Path;

use cw_records::{Blob, RecordPath};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Error, durable};

/// The format that this build writes and reads.
pub const FORMAT: u32 = 1;
const CHECK: &str = ",\"check\":\"";

/// What a part consists of.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Manifest {
    format: u32,
    /// `lex` or `vec/<model>`.
    pub part: String,
    /// Options that shaped the part, by stage.
    pub made_with: Map<String, Value>,
    /// Hash of the listing that the part covers, if its stream told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<Blob>,
    /// Files in all segments.
    pub files: u64,
    /// Chunks in all segments.
    pub chunks: u64,
    /// Bytes of decoded text in all segments.
    pub text: u64,
    /// The segments, in path order.
    pub segments: Vec<SegmentInfo>,
}

/// One segment of a part.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct SegmentInfo {
    /// Hash of its bytes.
    pub name: Blob,
    #[serde(flatten)]
    first: First,
    /// Files in it.
    pub files: u32,
    /// Chunks in it.
    pub chunks: u32,
    /// Length of the file.
    pub bytes: u64,
}

#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
struct First {
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_b64: Option<String>,
}

impl SegmentInfo {
    pub(crate) fn new(name: Blob, first: &RecordPath, files: u32, chunks: u32, bytes: u64) -> SegmentInfo {
        let first = match first.as_str() {
            Some(text) => First { first: Some(text.to_owned()), first_b64: None },
            None => First { first: None, first_b64: Some(first.to_base64()) },
        };
        SegmentInfo { name, first, files, chunks, bytes }
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        format!("{}.seg", self.name)
    }
}

impl Manifest {
    /// The name of its file.
    pub(crate) const FILE: &str = "manifest.json";

    pub(crate) fn new(part: &str) -> Manifest {
        Manifest { format: FORMAT, part: part.to_owned(), ..Manifest::default() }
    }

    /// What people chose of `made_with`: without the numbers of how the build that made it reads files.
    pub(crate) fn options(&self) -> Map<String, Value> {
        let mut options = self.made_with.clone();
        for made in options.values_mut().filter_map(Value::as_object_mut) {
            made.shift_remove("version");
        }
        options
    }

    /// The line as it is on disk, and its check.
    pub(crate) fn print(&self) -> (String, Blob) {
        seal(self)
    }

    /// Reads the manifest of the part in `folder`; `None` if there is none. Also the check, which names the generation.
    pub(crate) fn read(folder: &Path) -> Result<Option<(Manifest, Blob)>, Error> {
        let path = folder.join(Manifest::FILE);
        let Some(bytes) = bytes_of(&path)? else { return Ok(None) };
        Manifest::parse(&path, bytes).map(Some)
    }

    /// Reads the bytes of the manifest at `path`.
    pub(crate) fn parse(path: &Path, bytes: Vec<u8>) -> Result<(Manifest, Blob), Error> {
        let (manifest, check): (Manifest, Blob) = unseal(bytes).map_err(|what| Error::damaged(path, what))?;
        if manifest.format != FORMAT {
            let found = format!("format {}, this build reads {FORMAT}", manifest.format);
            return Err(Error::Version { path: path.to_owned(), found });
        }
        Ok((manifest, check))
    }
}

/// One line of JSON whose last field is the hash of all that stands before it, and that hash.
pub(crate) fn seal(value: &impl Serialize) -> (String, Blob) {
    // Serialising our own plain structs into memory cannot fail.
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.pop();
    let check = Blob::of(line.as_bytes());
    line.push_str(&format!("{CHECK}{check}\"}}\n"));
    (line, check)
}

/// What was sealed, and its hash; else what is wrong with it.
pub(crate) fn unseal<T: DeserializeOwned>(bytes: Vec<u8>) -> Result<(T, Blob), String> {
    let line = String::from_utf8(bytes).map_err(|_| "it is not UTF-8")?;
    let end = line.rfind(CHECK).ok_or("it has no check")?;
    let tail = line[end + CHECK.len()..].strip_suffix("\"}\n").and_then(|check| check.parse::<Blob>().ok());
    let check = tail.ok_or("it has no check")?;
    if Blob::of(&line.as_bytes()[..end]) != check {
        return Err("its check differs".into());
    }
    let value = serde_json::from_str(&format!("{}}}", &line[..end])).map_err(|error| error.to_string())?;
    Ok((value, check))
}

/// Reads what was sealed in the file at `path`, and its hash; `None` if there is no such file.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<(T, Blob)>, Error> {
    let Some(bytes) = bytes_of(path)? else { return Ok(None) };
    unseal(bytes).map(Some).map_err(|what| Error::damaged(path, what))
}

/// `None` if there is no such file.
fn bytes_of(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match durable::again(|| std::fs::read(path)) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::unread(path, &error)),
    }
}
