//! Scores by a cross-encoder: it reads the question and a text together, and gives one number, a logit. As many texts at once as there are threads.

use std::path::Path;

use rayon::prelude::*;

use super::config::Family;
use super::folder::{Folder, Task};
use super::kernels::Activation;
use super::tokens::Tokens;
use super::transformer::{Linear, Transformer};
use super::unusable;
use crate::providers::{Reranker, Trouble};
use crate::{Env, Error};

/// A cross-encoder from a folder.
pub struct CrossEncoder {
    name: String,
    tokens: Tokens,
    transformer: Transformer,
    hidden: usize,
    /// From the first token's vector.
    dense: Linear,
    between: Between,
    /// To the one number.
    last: Linear,
}

#[derive(Clone, Copy)]
enum Between {
    Tanh,
    Relu,
}

impl CrossEncoder {
    /// Opens the model in `folder`.
    pub fn open(folder: &Path) -> Result<CrossEncoder, Error> {
        let folder = Folder::open(folder)?;
        if folder.config.task != Task::Judge {
            return Err(unusable(&folder.path, "it makes vectors and judges nothing").hint("cw-embed --provider local"));
        }
        let (weights, hidden) = (&folder.weights, folder.config.hidden);
        let transformer = Transformer::open(weights, &folder.config)?;
        let (dense, last, between) = match folder.config.family {
            Family::Bert => ("bert.pooler.dense", "classifier", Between::Tanh),
            Family::Roberta | Family::Mpnet => ("classifier.dense", "classifier.out_proj", Between::Tanh),
            Family::DistilBert => ("pre_classifier", "classifier", Between::Relu),
        };
        let (dense, last) = (Linear::open(weights, dense, hidden, hidden)?, Linear::open(weights, last, hidden, 1)?);
        let tokens = Tokens::open(&folder.tokenizer, folder.room);
        let tokens = tokens.map_err(|what| unusable(&folder.path.join("tokenizer.json"), what))?;
        Ok(CrossEncoder { name: folder.name, tokens, transformer, hidden, dense, between, last })
    }

    fn score(&self, query: &str, text: &str) -> Result<f64, Trouble> {
        let broken = |what: String| Trouble::Settings(format!("the model '{}' gives no score: {what}", self.name));
        let tokens = self.tokens.of((query, text)).map_err(broken)?.tokens;
        let states = self.transformer.run(&tokens).map_err(broken)?;
        let first = states.get(..self.hidden).ok_or_else(|| broken("its tokenizer gives no token".into()))?;
        let (mut inner, mut score) = (Vec::new(), Vec::new());
        self.dense.apply(first, &mut inner);
        match self.between {
            Between::Tanh => inner.iter_mut().for_each(|number| *number = number.tanh()),
            Between::Relu => Activation::Relu.apply(&mut inner),
        }
        self.last.apply(&inner, &mut score);
        let score = score.first().copied().filter(|score| score.is_finite());
        score.map(f64::from).ok_or_else(|| broken("its numbers are not finite".into()))
    }
}

impl Reranker for CrossEncoder {
    fn name(&self) -> &str {
        &self.name
    }

    /// Logits.
    fn judge(&self, env: &Env, query: &str, texts: &[String]) -> Result<Vec<Option<f64>>, Trouble> {
        let one = |text: &String| {
            env.check().map_err(|_| Trouble::Cancelled)?;
            self.score(query, text).map(Some)
        };
        env.pool().install(|| texts.par_iter().with_max_len(1).map(one).collect())
    }
}
