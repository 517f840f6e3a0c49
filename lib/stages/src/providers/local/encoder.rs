//! Vectors by a transformer: the tokens' vectors pooled, centred if the folder says so, of length 1. **Streams** by windows; as many texts at once as there are threads.

use std::path::Path;
use std::time::Duration;

use cw_records::Chunk;
use rayon::prelude::*;

use super::folder::{Folder, Pooling, Task};
use super::tokens::Tokens;
use super::transformer::Transformer;
use super::unusable;
use crate::providers::embedded::normalise;
use crate::providers::split::{cut, pool};
use crate::providers::{Embedder, Identity, Trouble, Wish, head_of, text_of};
use crate::{Env, Error};

/// How long whoever waits for an answer waits for the vectors of what changed.
const QUESTION: Duration = Duration::from_secs(10);

/// What stands before each text, where it is not to be what the folder says.
#[derive(Clone, Debug, Default)]
pub struct Prefixes {
    /// Before a question.
    pub query: Option<String>,
    /// Before a chunk.
    pub document: Option<String>,
}

/// An encoder from a folder.
pub struct Encoder {
    identity: Identity,
    tokens: Tokens,
    transformer: Transformer,
    pooling: Pooling,
    centring: Option<Vec<f32>>,
    is_lower: bool,
    query_prefix: String,
    document_prefix: String,
    hidden: usize,
    /// Tokens of a text without the special ones.
    room: usize,
}

impl Encoder {
    /// Opens the model in `folder`: its settings, its tokenizer, and its weights where they lie.
    pub fn open(folder: &Path, prefixes: Prefixes) -> Result<Encoder, Error> {
        let folder = Folder::open(folder)?;
        if folder.config.task != Task::Embed {
            return Err(unusable(&folder.path, "it judges pairs of texts and makes no vectors").hint("cw-rerank --provider local"));
        }
        let transformer = Transformer::open(&folder.weights, &folder.config)?;
        let no_tokens = |what: String| unusable(&folder.path.join("tokenizer.json"), what);
        let tokens = Tokens::open(&folder.tokenizer, folder.room).map_err(no_tokens)?;
        let around = tokens.around().map_err(no_tokens)?;
        let room = folder.room.checked_sub(around).filter(|room| *room > 0);
        let room =
            room.ok_or_else(|| no_tokens(format!("it puts {around} tokens around each text, and there is room for {}", folder.room)))?;
        let hash = folder.hash();
        let query_prefix = prefixes.query.unwrap_or(folder.prompts.0);
        let document_prefix = prefixes.document.unwrap_or(folder.prompts.1);
        let hidden = folder.config.hidden;
        let mut identity = Identity { provider: "local", name: folder.name, dims: Some(hidden as u32), ..Identity::default() };
        identity.shaped_by.insert("hash".into(), hash.to_hex().as_str().into());
        identity.shaped_by.insert("query_prefix".into(), query_prefix.as_str().into());
        identity.shaped_by.insert("document_prefix".into(), document_prefix.as_str().into());
        let (pooling, centring, is_lower) = (folder.pooling, folder.centring, folder.is_lower);
        Ok(Encoder { identity, tokens, transformer, pooling, centring, is_lower, query_prefix, document_prefix, hidden, room })
    }

    /// The vector of one text, of length 1; empty if it is blank. A text that is too long is split at lines, each piece with its head, and pooled by length.
    fn vector(&self, head: &str, body: &str) -> Result<Vec<f32>, Trouble> {
        if body.trim().is_empty() {
            return Ok(Vec::new());
        }
        let broken = |what: String| Trouble::Settings(format!("the model '{}' gives no vector: {what}", self.identity.name));
        let tokens = |head: &str, body: &str| {
            let text = format!("{head}{body}");
            self.tokens.of(if self.is_lower { text.to_lowercase() } else { text }).map_err(broken)
        };
        let whole = tokens(head, body)?;
        if whole.is_whole {
            return self.pooled(&whole.tokens).map_err(broken);
        }
        let (head, bodies) = cut(head, body, self.room, &|text| self.tokens.count(text));
        let mut vectors = Vec::new();
        for body in bodies {
            vectors.push((body.len(), self.pooled(&tokens(head, body)?.tokens).map_err(broken)?));
        }
        Ok(pool(&vectors))
    }

    fn pooled(&self, tokens: &[(u32, u32)]) -> Result<Vec<f32>, String> {
        let states = self.transformer.run(tokens)?;
        let mut vector = match self.pooling {
            Pooling::First => states.get(..self.hidden).ok_or("its tokenizer gives no token")?.to_vec(),
            Pooling::Mean => {
                let mut sum = vec![0.0; self.hidden];
                for state in states.chunks_exact(self.hidden) {
                    sum.iter_mut().zip(state).for_each(|(sum, number)| *sum += number);
                }
                let count = tokens.len().max(1) as f32;
                sum.iter_mut().for_each(|number| *number /= count);
                sum
            }
        };
        if !vector.iter().all(|number| number.is_finite()) {
            return Err("its numbers are not finite".into());
        }
        if let Some(centring) = &self.centring {
            // Where it is subtracted, all vectors have length 1.
            normalise(&mut vector);
            vector.iter_mut().zip(centring).for_each(|(number, centre)| *number -= centre);
        }
        normalise(&mut vector);
        Ok(vector)
    }
}

impl Embedder for Encoder {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn is_costly(&self) -> bool {
        true
    }

    /// Few, so that a build that is killed loses little.
    fn window(&self) -> usize {
        256
    }

    fn input(&self, chunk: &Chunk) -> String {
        let text = text_of(chunk);
        if text.trim().is_empty() { String::new() } else { head_of(&self.document_prefix, chunk) + text }
    }

    fn chunks(&self, env: &Env, chunks: &[&Chunk], wish: Wish) -> Vec<Result<Vec<f32>, Trouble>> {
        let until = env.clock().now() + QUESTION;
        // The longest first, so that no thread is left with a long one at the end.
        let mut order: Vec<usize> = (0..chunks.len()).collect();
        order.sort_by_key(|place| std::cmp::Reverse(text_of(chunks[*place]).len()));
        let one = |place: &usize| {
            let chunk = chunks[*place];
            let found = if env.check().is_err() {
                Err(Trouble::Cancelled)
            } else if wish.hurry && env.clock().now() >= until {
                Err(Trouble::Down(format!(
                    "the model '{}' needs more than the {} s that a question waits",
                    self.identity.name,
                    QUESTION.as_secs()
                )))
            } else {
                self.vector(&head_of(&self.document_prefix, chunk), text_of(chunk))
            };
            (*place, found)
        };
        let mut found: Vec<_> = env.pool().install(|| order.par_iter().with_max_len(1).map(one).collect());
        found.sort_by_key(|(place, _)| *place);
        found.into_iter().map(|(_, vector)| vector).collect()
    }

    fn query(&self, _: &Env, text: &str, _: Option<u32>) -> Result<Vec<f32>, Trouble> {
        self.vector(&self.query_prefix, text)
    }
}
