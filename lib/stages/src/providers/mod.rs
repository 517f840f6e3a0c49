//! Who makes vectors and who judges hits. A room: one file or folder a provider. Stages see the two traits and nothing of who is behind them.
//!
//! A provider says who it is ([`Identity`]): that names the part of the index that its vectors live in, so vectors of two models never meet. Left out: storage, and what
//! a vector or a score is used for.

pub mod embedded;
pub mod http;
#[cfg(feature = "local")]
pub mod local;
mod split;

use std::sync::Arc;

use cw_records::{Blob, Chunk};
use serde_json::{Map, Value};

use crate::{Env, Error};

/// Who made a vector. Two vectors may be compared only if their identities have the same [`Identity::part`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Identity {
    /// `embedded`, `http`, `local`.
    pub provider: &'static str,
    /// The model's name, as its maker or its service says.
    pub name: String,
    /// Numbers in a vector, if that was asked for or is known from the model itself; a service's own size shows with its first vector.
    pub dims: Option<u32>,
    /// Everything else that shapes vectors, by name: a revision, a hash of weights, prefixes.
    pub shaped_by: Map<String, Value>,
}

impl Identity {
    /// The name of its part of an index, and what its vectors carry as `model`: `PROVIDER-NAME[-DIMS][-HASH]`, the hash being of what else shapes vectors. The embedded
    /// model's name is enough.
    pub fn part(&self) -> String {
        if self.provider == "embedded" {
            return self.name.clone();
        }
        let mut part = format!("{}-{}", self.provider, self.name);
        if let Some(dims) = self.dims {
            part.push_str(&format!("-{dims}"));
        }
        if !self.shaped_by.is_empty() {
            let shape = Value::Object(self.shaped_by.clone()).to_string();
            part.push_str(&format!("-{}", &Blob::of(shape.as_bytes()).to_string()[..8]));
        }
        part
    }
}

/// The text of a chunk that is embedded and judged: its view, if the text encodes something else.
pub fn text_of(chunk: &Chunk) -> &str {
    chunk.view.as_deref().unwrap_or(&chunk.text)
}

/// What stands before the text of a chunk for a reader of prose: its `context`, else its path and breadcrumb.
pub fn context_of(chunk: &Chunk) -> String {
    chunk.context.clone().unwrap_or_else(|| {
        let crumbs = chunk.breadcrumb.iter().map(String::as_str);
        std::iter::once(&*chunk.path.display()).chain(crumbs).collect::<Vec<_>>().join(" > ")
    })
}

/// What stands before the text of a chunk when it is embedded: a prefix, and the context on a line of its own.
fn head_of(prefix: &str, chunk: &Chunk) -> String {
    let context = context_of(chunk);
    let context = context.trim();
    let end = if context.is_empty() { "" } else { "\n" };
    format!("{prefix}{context}{end}")
}

/// Why there is no vector or no score. The message names the service and never holds a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It cannot be reached, is overloaded, or answers with something else than an answer. Another time it may work.
    Down(String),
    /// It works, but not with these settings: a wrong key, model or address.
    Settings(String),
    /// It works, but refuses this one text.
    Refused(String),
    /// Its vectors have another size than those that are there: it is another model by the same name.
    Dims {
        /// Numbers of the vectors that are there.
        want: usize,
        /// Numbers of its own.
        got: usize,
    },
    /// The work was cancelled.
    Cancelled,
}

impl Trouble {
    /// What happened.
    pub fn message(&self) -> String {
        match self {
            Trouble::Down(message) | Trouble::Settings(message) | Trouble::Refused(message) => message.clone(),
            Trouble::Dims { want, got } => format!("its vectors have {got} numbers, not {want}"),
            Trouble::Cancelled => "cancelled".into(),
        }
    }

    /// The way out.
    pub fn hint(&self) -> &'static str {
        match self {
            Trouble::Down(_) => "run the same command again when the service answers: what is there is kept",
            Trouble::Settings(_) | Trouble::Dims { .. } => "correct the settings of the service, then run the same command again",
            Trouble::Refused(_) | Trouble::Cancelled => "nothing to do: it is still found by its words",
        }
    }
}

/// How vectors are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// The size that they must have, if that is known: others are trouble.
    pub dims: Option<u32>,
    /// Somebody waits for an answer: better none than late.
    pub hurry: bool,
}

/// Who is told of vectors that came, with the places of their chunks.
pub type Came<'a> = &'a (dyn Fn(Vec<(usize, Vec<f32>)>) + Sync);

/// Makes vectors. Each is of length 1, or all zeros for a text that nobody can say anything of.
pub trait Embedder: Send + Sync {
    /// Who it is.
    fn identity(&self) -> &Identity;

    /// Where texts are sent: the origin of a service on another machine. `None` if nothing leaves this one.
    fn sends_to(&self) -> Option<String> {
        None
    }

    /// True if a vector costs more than to keep it: then whoever asks for many keeps those that it has.
    fn is_costly(&self) -> bool {
        false
    }

    /// Chunks that are worth asking for at once.
    fn window(&self) -> usize {
        1024
    }

    /// What is embedded of a chunk, as one text: chunks with the same input have the same vector.
    fn input(&self, chunk: &Chunk) -> String;

    /// A vector for each chunk, in order; empty for one that is blank.
    fn chunks(&self, env: &Env, chunks: &[&Chunk], wish: Wish) -> Vec<Result<Vec<f32>, Trouble>>;

    /// The same, and what came is handed to `came` at once, with the places of its chunks, so that it can be kept before the rest comes. Some may come at the end only.
    fn chunks_as_they_come(&self, env: &Env, chunks: &[&Chunk], wish: Wish, came: Came<'_>) -> Vec<Result<Vec<f32>, Trouble>> {
        let _ = came;
        self.chunks(env, chunks, wish)
    }

    /// The vector of a question; empty if it is blank. Somebody always waits for it.
    fn query(&self, env: &Env, text: &str, dims: Option<u32>) -> Result<Vec<f32>, Trouble>;
}

/// Judges how well texts answer a question.
pub trait Reranker: Send + Sync {
    /// Its name, for people.
    fn name(&self) -> &str;

    /// Where texts are sent, as [`Embedder::sends_to`].
    fn sends_to(&self) -> Option<String> {
        None
    }

    /// A score for each text, in order; greater is better, `None` for a text that got none. All are on one scale: 0 to 1, or any numbers (logits).
    fn judge(&self, env: &Env, query: &str, texts: &[String]) -> Result<Vec<Option<f64>>, Trouble>;
}

/// Who embeds and who judges.
#[derive(Clone)]
pub struct Services {
    /// Makes the vectors.
    pub embedder: Arc<dyn Embedder>,
    /// Nobody judges, rules neither: hits stay in the order of their scores.
    pub plain: bool,
    /// Judges after the rules, if there is one.
    pub reranker: Option<Arc<dyn Reranker>>,
    /// Hits that the reranker is given.
    pub top: usize,
}

impl Default for Services {
    /// The embedded model, and rules alone: nothing leaves the machine.
    fn default() -> Services {
        Services { embedder: Arc::new(embedded::Embedded), plain: false, reranker: None, top: 20 }
    }
}

/// I05: an index whose vectors are of other models than the one that asks.
pub fn other_model(wanted: &str, there: &[String]) -> Error {
    let message = if there.is_empty() {
        format!("the index has no vectors of '{wanted}'")
    } else {
        format!("the index has vectors of '{}', not of '{wanted}'", there.join("', '"))
    };
    Error::index("I05", message).hint("ask with the model it was made with (--provider, --model), or make the other part too: cw index")
}
