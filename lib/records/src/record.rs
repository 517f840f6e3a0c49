//! The record types, field by field as in `RECORDS.md`. Nothing here reads, writes or decides.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::extra::{Extra, Fields};
use crate::{Blob, Receipt, RecordPath};

/// One line of a stream.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// First record of a stream.
    Header(Header),
    /// A file of the tree.
    File(File),
    /// A file that left the tree.
    Gone(Gone),
    /// A piece of the last file.
    Chunk(Chunk),
    /// A candidate answer.
    Hit(Hit),
    /// A packed piece of an answer.
    Context(Context),
    /// Something went wrong for one item.
    Fault(Fault),
    /// A file was left out on purpose.
    Skip(Skip),
    /// What a worker of a distributed build made.
    Receipt(Receipt),
    /// Last record of a stream.
    End(End),
    /// A type that nobody here knows: the line as it came, without its LF.
    Other(String),
}

/// What sorts the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Ascending bytes of the path.
    Path,
    /// Best first.
    Score,
    /// Nothing.
    #[default]
    None,
}

/// What a building stream covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// The whole listing: what is not in it is not in the tree.
    All,
    /// Only what differs from an index; `gone` removes.
    Changes,
    /// One slice of a distributed build.
    Part,
}

/// See `RECORDS.md`, header.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Header {
    /// Version of the records.
    pub v: u32,
    /// What sorts the stream.
    #[serde(default)]
    pub order: Order,
    /// Building: what the stream covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// Of scope `part`: which slice it is, from 1, and of how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slice: Option<(u32, u32)>,
    /// Asking: the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root_b64: Option<String>,
    /// Name of the repository, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index_b64: Option<String>,
    /// Asking: the question's vector, where making it costs more than carrying it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vector: Option<Vector>,
    /// Building: the options that shaped the stream, by stage.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub made_with: Map<String, Value>,
    /// Commands that the stream went through, oldest first.
    #[serde(default)]
    pub via: Vec<String>,
    /// Fields that nobody here knows.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Header {
    /// A header of the present version.
    pub fn new(order: Order) -> Header {
        Header { v: crate::VERSION, order, ..Header::default() }
    }

    /// The folder that paths are relative to.
    pub fn root(&self) -> Option<std::path::PathBuf> {
        crate::path::choose(self.root.clone(), self.root_b64.clone()).ok().flatten().map(|path| path.to_os())
    }

    /// Sets the folder that paths are relative to.
    pub fn set_root(&mut self, root: &std::path::Path) {
        (self.root, self.root_b64) = split(&RecordPath::from_os(root));
    }

    /// The index folder of an asking stream.
    pub fn index(&self) -> Option<std::path::PathBuf> {
        crate::path::choose(self.index.clone(), self.index_b64.clone()).ok().flatten().map(|path| path.to_os())
    }

    /// Sets the index folder of an asking stream.
    pub fn set_index(&mut self, index: &std::path::Path) {
        (self.index, self.index_b64) = split(&RecordPath::from_os(index));
    }
}

fn split(path: &RecordPath) -> (Option<String>, Option<String>) {
    match path.as_str() {
        Some(text) => (Some(text.to_owned()), None),
        None => (None, Some(path.to_base64())),
    }
}

/// See `RECORDS.md`, file.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct File {
    /// Where it is.
    #[serde(flatten)]
    pub path: RecordPath,
    /// Language word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// Bytes on disk.
    pub size: u64,
    /// Milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mtime: Option<i64>,
    /// Hash of the bytes on disk.
    pub blob: Blob,
    /// WHATWG name of the encoding on disk, lower case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Decoded text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What the file imports, as written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub imports: Vec<String>,
    /// Fields that nobody here knows.
    #[serde(flatten)]
    pub extra: Extra,
}

/// See `RECORDS.md`, gone.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Gone {
    /// Where it was.
    #[serde(flatten)]
    pub path: RecordPath,
    /// Fields that nobody here knows.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A definition that begins in a chunk.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Definition {
    /// Its name, as written.
    pub name: String,
    /// `function`, `class` ... as in the kinds of chunks.
    pub kind: String,
    /// Lines of the whole definition, first and last.
    pub lines: (u32, u32),
    /// Name of the definition around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub container: Option<String>,
}

impl Definition {
    /// True for the kinds `member` (a value of an enum, a constructor of a data type), `key` (of a file of data) and `assignment` (of a name in lower case, by a
    /// module of Python): parts of something larger, which lists name and which say little of what the text around them is about.
    pub fn is_part(&self) -> bool {
        Self::is_part_kind(&self.kind)
    }

    /// The same of a kind.
    pub fn is_part_kind(kind: &str) -> bool {
        matches!(kind, "member" | "key" | "assignment")
    }

    /// The last part of the name of a module or a type that has several, which is what code says that imports it: `C` of `A.B.C`, `A::B::C` and `A\\B\\C`.
    pub fn last_part(&self) -> Option<&str> {
        Self::last_part_of(&self.name, &self.kind)
    }

    /// The same of a name and a kind.
    pub fn last_part_of<'a>(name: &'a str, kind: &str) -> Option<&'a str> {
        let named = matches!(
            kind,
            "module" | "namespace" | "package" | "class" | "struct" | "interface" | "protocol" | "trait" | "extension" | "object"
        );
        let word = |letter: char| letter.is_alphanumeric() || letter == '_';
        if !named || !name.chars().all(|letter| word(letter) || matches!(letter, '.' | ':' | '\\')) {
            return None;
        }
        let at = name.rfind(|letter| !word(letter))?;
        name.get(at + 1..).filter(|last| at > 0 && last.starts_with(|first: char| first.is_alphabetic() || first == '_'))
    }
}

/// See `RECORDS.md`, chunk.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Chunk {
    /// Hash of place and content, see [`crate::chunk_id`].
    pub id: Blob,
    /// Hash of the text.
    pub blob: Blob,
    /// The file.
    #[serde(flatten)]
    pub path: RecordPath,
    /// Language word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// Half-open byte range in the decoded text.
    pub bytes: (u64, u64),
    /// First and last line, 1-based.
    pub lines: (u32, u32),
    /// What it mainly is.
    pub kind: String,
    /// Name of the one definition that it holds or is a piece of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// Names of the definitions around it, outermost first, itself last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breadcrumb: Vec<String>,
    /// The text.
    pub text: String,
    /// What an embedder should see before the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// What is indexed and shown instead of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// Definitions that begin here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defs: Vec<Definition>,
    /// Its embedding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vector: Option<Vector>,
    /// Fields that nobody here knows.
    #[serde(flatten)]
    pub extra: Extra,
}

/// The embedding of a chunk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Vector {
    /// Identity of the model.
    pub model: String,
    /// Numbers in the vector.
    pub dims: u32,
    /// Type of the numbers.
    pub dtype: Numbers,
    /// With `i8`: value = integer x scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<f32>,
    /// Base64 of the little-endian numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// Or the numbers themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<f32>>,
}

/// Type of the numbers of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Numbers {
    /// 32-bit floats.
    F32,
    /// 16-bit floats.
    F16,
    /// Bytes with one scale a vector.
    I8,
}

/// See `RECORDS.md`, hit.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Hit {
    /// Id of the chunk.
    pub id: Blob,
    /// The file.
    #[serde(flatten)]
    pub path: RecordPath,
    /// Language word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// Half-open byte range in the decoded text.
    pub bytes: (u64, u64),
    /// First and last line, 1-based.
    pub lines: (u32, u32),
    /// What the chunk mainly is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Name of the definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// Names around it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breadcrumb: Vec<String>,
    /// Score of the last stage; greater is better. Rounded, see [`round`].
    pub score: f64,
    /// 1-based place in the list of the last stage.
    pub rank: u32,
    /// Evidence by source.
    #[serde(default)]
    pub from: Map<String, Value>,
    /// Fields that nobody here knows.
    #[serde(flatten)]
    pub extra: Extra,
}

/// See `RECORDS.md`, context.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Context {
    /// The file.
    #[serde(flatten)]
    pub path: RecordPath,
    /// Language word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// Half-open byte range in the decoded text.
    pub bytes: (u64, u64),
    /// First and last line, 1-based.
    pub lines: (u32, u32),
    /// Name of the definition of the best hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// Names around it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breadcrumb: Vec<String>,
    /// Score of the best hit in it.
    pub score: f64,
    /// 1-based place.
    pub rank: u32,
    /// Exact token count of the text.
    pub tokens: u64,
    /// The text.
    pub text: String,
    /// The text is not what stands at `bytes` but the views of the chunks there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub view: bool,
    /// Ids of the hits in it.
    #[serde(default)]
    pub hits: Vec<Blob>,
    /// Evidence of the best hit, when asked for.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub from: Map<String, Value>,
    /// Fields that nobody here knows.
    #[serde(flatten)]
    pub extra: Extra,
}

/// How bad a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Something is missing from the result; the exit code becomes 1.
    #[default]
    Loss,
    /// A fallback was used; nothing is missing.
    Note,
}

/// See `RECORDS.md`, fault.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Fault {
    /// How bad it is.
    pub level: Level,
    /// Stable code, such as `S03`.
    pub code: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_b64: Option<String>,
    /// What failed, for people.
    pub message: String,
    /// Fields that nobody here knows.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Fault {
    /// Something is missing.
    pub fn loss(code: &str, path: Option<&RecordPath>, message: impl Into<String>) -> Fault {
        let (text, b64) = path.map(split).unwrap_or_default();
        Fault { level: Level::Loss, code: code.into(), path: text, path_b64: b64, message: message.into(), extra: Extra::default() }
    }

    /// A fallback was used.
    pub fn note(code: &str, path: Option<&RecordPath>, message: impl Into<String>) -> Fault {
        Fault { level: Level::Note, ..Fault::loss(code, path, message) }
    }

    /// The item, if the fault is about one.
    pub fn path(&self) -> Option<RecordPath> {
        crate::path::choose(self.path.clone(), self.path_b64.clone()).ok().flatten()
    }
}

/// See `RECORDS.md`, skip.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Skip {
    /// Where it is.
    #[serde(flatten)]
    pub path: RecordPath,
    /// One word of the list in `RECORDS.md`.
    pub reason: String,
    /// Fields that nobody here knows.
    #[serde(flatten)]
    pub extra: Extra,
}

/// See `RECORDS.md`, end.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct End {
    /// Records of the stream, header and end included.
    #[serde(default)]
    pub records: u64,
    /// How many of them are faults.
    #[serde(default)]
    pub faults: u64,
    /// How many of them are skips.
    #[serde(default)]
    pub skips: u64,
    /// Hash of the whole listing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<Blob>,
    /// Fields that nobody here knows.
    #[serde(flatten)]
    pub extra: Extra,
}

/// `score` rounded to 6 decimals and kept finite (rule 9): what a record may carry.
pub fn round(score: f64) -> f64 {
    if score.is_finite() { (score * 1e6).round() / 1e6 + 0.0 } else { 0.0 }
}

/// One entry of a hit's `from`: the score and the rank of a source.
pub fn evidence(score: f64, rank: u32) -> Value {
    serde_json::json!({ "score": round(score), "rank": rank })
}

#[derive(Deserialize)]
struct Kind<'a> {
    #[serde(rename = "type", borrow)]
    kind: std::borrow::Cow<'a, str>,
}

#[derive(Serialize)]
struct Tagged<'a, T> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    body: &'a T,
}

/// What is wrong with a line, in one place: the parser's own line is always the first.
fn told(error: serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line 1 column ") {
        Some((what, column)) => format!("{what}, at column {column}"),
        None => text,
    }
}

/// The body of a line that has fields without a value: it is read without them.
fn body_of<T: serde::de::DeserializeOwned>(line: &str) -> Option<T> {
    let fields = Fields::of(line);
    let odd = fields.odd();
    if odd.is_empty() { None } else { serde_json::from_str(&fields.without(&odd)).ok() }
}

macro_rules! types {
    ($($word:literal => $variant:ident),*) => {
        impl Record {
            /// Reads one line, without its LF. The error is a sentence about the line.
            pub fn parse(line: &str) -> Result<Record, String> {
                // A list would do for a record whose fields come in order.
                if !line.trim_start().starts_with('{') {
                    return Err("it is no JSON object".to_owned());
                }
                let kind: Kind<'_> = serde_json::from_str(line).map_err(told)?;
                match &*kind.kind {
                    $($word => {
                        let (mut body, odd): ($variant, bool) = match serde_json::from_str(line) {
                            Ok(body) => (body, false),
                            Err(error) => (body_of(line).ok_or_else(|| told(error))?, true),
                        };
                        body.extra.shift_remove("type");
                        if odd || !body.extra.is_empty() {
                            let fields = Fields::of(line);
                            body.extra.read(&fields, &if odd { fields.odd() } else { Vec::new() });
                        }
                        Ok(Record::$variant(body))
                    })*
                    _ => Ok(Record::Other(line.to_owned())),
                }
            }

            /// Writes one line, without its LF.
            pub fn print(&self, out: &mut impl std::io::Write) -> std::io::Result<()> {
                match self {
                    $(Record::$variant(body) => serde_json::to_writer(out, &Tagged { kind: $word, body }).map_err(Into::into),)*
                    Record::Other(line) => out.write_all(line.as_bytes()),
                }
            }

            /// The word in `type`; of an unknown type, the empty string.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Record::$variant(_) => $word,)*
                    Record::Other(_) => "",
                }
            }
        }

        $(impl From<$variant> for Record {
            fn from(body: $variant) -> Record {
                Record::$variant(body)
            }
        })*
    };
}

types! {
    "header" => Header, "file" => File, "gone" => Gone, "chunk" => Chunk, "hit" => Hit, "context" => Context,
    "fault" => Fault, "skip" => Skip, "receipt" => Receipt, "end" => End
}

impl Record {
    /// The path of a record that stands in the path order of a building stream: `file`, `gone`, `skip`, `chunk`.
    pub fn path(&self) -> Option<&RecordPath> {
        match self {
            Record::File(file) => Some(&file.path),
            Record::Gone(gone) => Some(&gone.path),
            Record::Skip(skip) => Some(&skip.path),
            Record::Chunk(chunk) => Some(&chunk.path),
            _ => None,
        }
    }
}
