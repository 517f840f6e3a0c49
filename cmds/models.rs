//! Models from a folder: opened for whoever asks, and written into the user's settings by `cw init --model`. A build without the feature `local` says that it has none.

use std::path::Path;
use std::sync::Arc;

#[cfg(feature = "local")]
use cw_stages::providers::local;
use cw_stages::providers::{Embedder, Reranker};
use cw_stages::{Env, Error};

use crate::exit::Failure;

/// What a model in a folder was found to be, and the settings that ask for it.
pub struct Found {
    /// A line for people.
    pub line: String,
    /// What the settings begin with: `EMBEDDINGS` or `RERANK`.
    pub prefix: &'static str,
}

/// The encoder in `folder`. It has the size that it has.
#[cfg(feature = "local")]
pub fn encoder(folder: &Path, dims: Option<u32>, query: Option<String>, document: Option<String>) -> Result<Arc<dyn Embedder>, Failure> {
    let encoder = local::Encoder::open(folder, local::Prefixes { query, document })?;
    let own = encoder.identity().dims;
    if let Some(told) = dims.filter(|told| Some(*told) != own) {
        let message = format!("the vectors of '{}' have {} numbers, not {told}", folder.display(), own.unwrap_or_default());
        return Err(Error::usage("C30", message).hint("leave --dims out").into());
    }
    Ok(Arc::new(encoder))
}

/// The cross-encoder in `folder`.
#[cfg(feature = "local")]
pub fn judge(folder: &Path) -> Result<Arc<dyn Reranker>, Failure> {
    Ok(Arc::new(local::CrossEncoder::open(folder)?))
}

/// Tries the model in `folder` on a text.
#[cfg(feature = "local")]
pub fn look(env: &Env, folder: &Path) -> Result<Found, Failure> {
    let unusable = |trouble: cw_stages::providers::Trouble| Failure::from(Error::usage("S37", trouble.message()).hint(trouble.hint()));
    Ok(match local::task(folder)? {
        local::Task::Embed => {
            let encoder = encoder(folder, None, None, None)?;
            let dims = encoder.query(env, "where is the lock taken", None).map_err(unusable)?.len();
            Found { line: format!("it makes vectors of {dims} numbers"), prefix: "EMBEDDINGS" }
        }
        local::Task::Judge => {
            let judge = judge(folder)?;
            judge.judge(env, "where is the lock taken", &["fn lock(&self) {}".to_owned()]).map_err(unusable)?;
            Found { line: "it judges hits".to_owned(), prefix: "RERANK" }
        }
    })
}

#[cfg(not(feature = "local"))]
mod without {
    use super::*;

    fn none<T>() -> Result<T, Failure> {
        Err(Error::usage("C30", "this build reads no models from folders").hint("build it with --features local").into())
    }

    /// C30.
    pub fn encoder(_: &Path, _: Option<u32>, _: Option<String>, _: Option<String>) -> Result<Arc<dyn Embedder>, Failure> {
        none()
    }

    /// C30.
    pub fn judge(_: &Path) -> Result<Arc<dyn Reranker>, Failure> {
        none()
    }

    /// C30.
    pub fn look(_: &Env, _: &Path) -> Result<Found, Failure> {
        none()
    }
}

#[cfg(not(feature = "local"))]
pub use without::{encoder, judge, look};
