//! What a tool gives: text for a model, an object for a program, and one word for how it went.

use cw_records::RecordPath;
use cw_stages::Error;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};

use super::trees::Ready;
use crate::exit::{Failure, visible};

/// An answer, or a reason why there is none.
#[derive(Clone, Debug)]
pub struct Reply {
    texts: Vec<String>,
    structured: Map<String, Value>,
    is_error: bool,
}

/// Why a body stopped early.
pub type Stop = Box<Reply>;

impl Reply {
    /// An answer with this word, text and fields.
    pub fn new(status: &str, text: impl Into<String>, fields: Value) -> Reply {
        let mut structured = Map::from_iter([("status".to_owned(), Value::from(status))]);
        if let Value::Object(fields) = fields {
            structured.extend(fields);
        }
        Reply { texts: vec![text.into()], structured, is_error: false }
    }

    /// The word for how it went.
    pub fn status(&self) -> &str {
        self.structured.get("status").and_then(Value::as_str).unwrap_or_default()
    }

    /// True if there is no answer.
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// Adds a field.
    pub fn insert(&mut self, name: &str, value: Value) {
        self.structured.insert(name.to_owned(), value);
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.texts.first().map_or("", String::as_str)
    }

    /// The object as text.
    pub fn object(&self) -> String {
        Value::Object(self.structured.clone()).to_string()
    }

    /// The same with other texts.
    pub fn texts(mut self, texts: Vec<String>) -> Reply {
        self.texts = texts;
        self
    }

    /// No answer, for a reason that the caller can act on.
    pub fn refusal(status: &str, message: impl AsRef<str>, hint: Option<&str>) -> Stop {
        let message = visible(message.as_ref());
        let hint = hint.map(visible);
        let text = format!("{status}: {message}{}", hint.as_ref().map(|hint| format!("\nhint: {hint}")).unwrap_or_default());
        let mut reply = Reply::new(status, text, json!({ "message": message }));
        if let Some(hint) = hint {
            reply.structured.insert("hint".into(), hint.into());
        }
        reply.is_error = true;
        Box::new(reply)
    }

    /// A first build goes on behind, and nothing of it can be asked yet.
    pub fn indexing((done, total): (u64, u64)) -> Reply {
        let message = format!("the index is being built: {done} of {total} files. Ask again in a while; until then, search by other means");
        Reply::new("indexing", format!("indexing: {message}"), json!({ "message": message, "indexing": { "done": done, "total": total } }))
    }

    /// An answer from an index: says how fresh it is, and what else there is to say. `found` is the word for it if all is well.
    pub fn answer(ready: &Ready, found: &str, text: String, mut fields: Map<String, Value>, mut warnings: Vec<String>) -> Reply {
        if let Some((root, part)) = &ready.part {
            let (root, part) = (visible(&root.display().to_string()), path_text(part));
            warnings.push(format!("paths are relative to '{root}', the project; the answer is limited to '{part}' in it"));
        }
        let status = match (&ready.indexing, &ready.looked.stale) {
            (Some((done, total)), _) => {
                fields.insert("indexing".into(), json!({ "done": done, "total": total }));
                let there = ready.snapshot.lex().manifest.files;
                warnings
                    .push(format!("the index is being built: this is from {there} of {total} files; ask again in a while for the rest"));
                "indexing"
            }
            (None, Some(why)) => {
                warnings.push(format!("the answer is from the index as it was: {}", visible(why)));
                if found == "ok" { "stale" } else { found }
            }
            (None, None) => found,
        };
        let text = with_warnings(text, &mut fields, warnings);
        Reply::new(status, text, fields.into())
    }

    /// An argument that cannot be used.
    pub fn bad_argument(message: impl AsRef<str>) -> Stop {
        Reply::refusal("bad_argument", message, None)
    }

    /// What the protocol sends.
    pub fn result(self) -> CallToolResult {
        let content = self.texts.into_iter().map(ContentBlock::text).collect();
        let mut result = if self.is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
        result.structured_content = Some(Value::Object(self.structured));
        result
    }
}

/// Adds warnings to the fields and below the text.
pub fn with_warnings(mut text: String, fields: &mut Map<String, Value>, warnings: Vec<String>) -> String {
    for warning in &warnings {
        text.push_str(&format!("\nnote: {warning}"));
    }
    if !warnings.is_empty() {
        fields.insert("warnings".into(), warnings.into());
    }
    text
}

/// The word for an error of the library.
fn status(error: &Error) -> &'static str {
    match error.code {
        "C02" | "C05" => "bad_argument",
        "C06" => "bad_path",
        "C33" => "authorization_required",
        "I01" | "I06" | "I10" => "not_indexed",
        "I02" | "I12" => "busy",
        "I03" | "I04" | "I05" | "I11" => "bad_index",
        "S09" => "cancelled",
        "C08" => "bug",
        _ => "refused_by_system",
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        let mut reply = Reply::refusal(status(&error), format!("{}: {}", error.code, error.message), error.hint.as_deref());
        reply.structured.insert("code".into(), error.code.into());
        reply
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        match failure {
            Failure::Error(error) => error.into(),
            Failure::Flags(error) => Reply::bad_argument(error.to_string()),
            Failure::BrokenPipe | Failure::Left => Reply::refusal("cancelled", "the reader left", None),
        }
    }
}

impl From<cw_index::Error> for Stop {
    fn from(error: cw_index::Error) -> Stop {
        Error::from(error).into()
    }
}

/// The fields that name a file: `path`, and `path_b64` if the path is not UTF-8.
pub fn path_fields(path: &RecordPath) -> Map<String, Value> {
    let mut fields = Map::from_iter([("path".to_owned(), Value::from(path.display()))]);
    if path.as_str().is_none() {
        fields.insert("path_b64".into(), path.to_base64().into());
    }
    fields
}

/// `path` for a line of text, as every command writes it.
pub fn path_text(path: &RecordPath) -> String {
    cw_stages::pack::shown_path(path)
}

/// The path that an argument names: as it stands, or as lists write odd names, in double quotes.
pub fn path_named(text: &str) -> RecordPath {
    let written = cw_stages::pack::read_path(text).filter(|(_, rest)| rest.is_empty());
    written.map_or_else(|| RecordPath::from(text), |(path, _)| path)
}
