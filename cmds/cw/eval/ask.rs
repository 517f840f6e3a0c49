//! Asks one index many questions, and turns answers into places and features.

use cw_records::{Context, Record, RecordPath};
use cw_stages::eval::fit::Sample;
use cw_stages::eval::{Labelled, Place};
use cw_stages::evidence::Corpus;
use cw_stages::pipeline::{Ask, Asking, Snapshot};
use cw_stages::rerank::Kind;
use cw_stages::rerank::{FEATURES, Weights};
use cw_stages::{Env, pack};

use crate::exit::Failure;

/// Candidates that a fit looks at.
const CANDIDATES: usize = 100;

/// One index, ready to be asked.
pub(super) struct Asker<'a> {
    env: &'a Env,
    snapshot: &'a Snapshot,
    corpus: Corpus<'a>,
    weights: &'a Weights,
    limit: usize,
}

impl<'a> Asker<'a> {
    pub fn new(env: &'a Env, snapshot: &'a Snapshot, weights: &'a Weights, limit: usize) -> Asker<'a> {
        Asker { env, snapshot, corpus: Corpus::new(snapshot.lex()), weights, limit }
    }

    /// True if the index has this file.
    pub fn has(&self, path: &str) -> Result<bool, Failure> {
        Ok(self.corpus.find(&RecordPath::from(path))?.is_some())
    }

    /// A question, to be answered several times.
    pub fn ask(&self, query: &str) -> Asking<'a> {
        let ask = Ask { query: query.to_owned(), weights: self.weights.clone(), ..Ask::default() };
        Asking::new(self.env, self.snapshot, ask)
    }

    /// The answer as places: with a budget what `--tokens` prints as text, without one a piece a file.
    pub fn results(&self, asking: &mut Asking<'_>, tokens: Option<u64>) -> Result<Vec<Place>, Failure> {
        let limit = if tokens.is_some() { 0 } else { self.limit };
        let contexts = contexts(asking, limit, pack::Options { tokens, shares: Some(pack::SHARES), ..pack::Options::default() })?;
        let place = |context: Context| Place { path: context.path.display().into_owned(), lines: context.lines, tokens: context.tokens };
        Ok(contexts.into_iter().map(place).collect())
    }

    /// The candidates of a question with their features.
    pub fn sample(&self, asking: &mut Asking<'_>, one: &Labelled) -> Result<Sample, Failure> {
        let contexts = contexts(asking, CANDIDATES, pack::Options { explain: true, ..pack::Options::default() })?;
        let mut sample = Sample {
            group: one.repo.clone().unwrap_or_default(),
            kind: Kind::of(&cw_stages::terms::analyse(&one.query)),
            ideal: one.targets().map(|target| target.grade).collect(),
            ..Sample::default()
        };
        for context in contexts {
            let Some(features) = context.from.get("rerank").and_then(|entry| entry.get("features")) else { continue };
            sample.features.push(FEATURES.map(|name| features[name].as_f64().unwrap_or(0.0)));
            let path = context.path.display();
            let grades = one.targets().filter(|target| *target.path == *path).map(|target| target.grade);
            sample.grades.push(grades.fold(0.0, f64::max));
        }
        Ok(sample)
    }
}

fn contexts(asking: &mut Asking<'_>, limit: usize, pack: pack::Options) -> Result<Vec<Context>, Failure> {
    asking.again(limit, pack);
    let mut contexts = Vec::new();
    for record in asking.answer()? {
        if let Record::Context(context) = record? {
            contexts.push(context);
        }
    }
    Ok(contexts)
}
