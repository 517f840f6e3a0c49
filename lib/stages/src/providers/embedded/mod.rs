//! The embedded provider: a static model that is compiled in (one vector a token, see `data/MODEL.md`), and the exact scan over stored rows. **Pure**; needs no set-up, no
//! network and no file.

mod model;
mod scan;
mod wordpiece;

pub use model::{Model, Worker, normalise, quantise};
pub use scan::dot_rows;

use std::borrow::Cow;
use std::sync::LazyLock;

use cw_records::{Chunk, RecordPath};
use rayon::prelude::*;

use super::{Identity, Trouble, Wish, text_of};
use crate::Env;

/// The vector of a question: `Model::dims()` numbers of length 1, or zeros if no word is known.
pub fn embed(text: &str) -> Vec<f32> {
    Model::embedded().embed(text)
}

/// The vector of a chunk with the words of its path.
pub fn embed_chunk(text: &str, path: &RecordPath) -> Vec<f32> {
    Model::embedded().embed_chunk(text, path)
}

/// Share of the words of `text` that the model knows whole, not in pieces: what its vector is worth. Zero without words.
pub fn known_share(text: &str) -> f32 {
    let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.chars().count() > 1).collect();
    let whole = words.iter().filter(|word| Model::embedded().tokens(word).len() == 1).count();
    whole as f32 / words.len().max(1) as f32
}

/// The text of a chunk, behind its context if somebody gave it one.
fn told(chunk: &Chunk) -> Cow<'_, str> {
    let text = text_of(chunk);
    chunk.context.as_ref().map_or(Cow::Borrowed(text), |context| Cow::Owned(format!("{context}\n{text}")))
}

/// The model as a provider.
pub struct Embedded;

static IDENTITY: LazyLock<Identity> =
    LazyLock::new(|| Identity { provider: "embedded", name: Model::NAME.into(), dims: Some(Model::dims() as u32), ..Identity::default() });

impl super::Embedder for Embedded {
    fn identity(&self) -> &Identity {
        &IDENTITY
    }

    fn input(&self, chunk: &Chunk) -> String {
        format!("{}\n{}", chunk.path.display(), told(chunk))
    }

    fn chunks(&self, env: &Env, chunks: &[&Chunk], _: Wish) -> Vec<Result<Vec<f32>, Trouble>> {
        env.pool().install(|| chunks.par_iter().map(|chunk| Ok(embed_chunk(&told(chunk), &chunk.path))).collect())
    }

    /// The question without its idle words, foreign ones in English.
    fn query(&self, _: &Env, text: &str, _: Option<u32>) -> Result<Vec<f32>, Trouble> {
        Ok(embed(&crate::terms::analyse(text).sense))
    }
}
