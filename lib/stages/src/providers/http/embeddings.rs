//! Embeddings of every server that speaks as OpenAI does: `{model, input: [...]}` in, `data: [{index, embedding}]` out. **Effects**: the network, the clock.
//!
//! Texts go in batches, several at once, at the pace the service can keep. A batch that is refused is halved until the one text that is at fault stands alone, so one
//! bad text fails alone; a text that is too long is split at lines and pooled. Every loop has an end: tries, pauses and splits are counted.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use cw_records::Chunk;
use serde_json::{Map, Value, json};

use super::Service;
use super::exchange::{Line, Patience, Session, Stop};
use super::reply;
use crate::Env;
use crate::providers::split::{cut, estimate, halves, pool};
use crate::providers::{Came, Embedder, Identity, Trouble, Wish, head_of, text_of};

/// How a service is asked to write numbers. Both are understood, whatever was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// A list.
    Float,
    /// Base64 of 32-bit floats.
    Base64,
}

/// An embedder behind HTTP.
pub struct Embeddings {
    line: Line,
    identity: Identity,
    encoding: Option<Encoding>,
    query_prefix: String,
    document_prefix: String,
    batch: usize,
    batch_tokens: usize,
    input_tokens: usize,
}

impl Embeddings {
    /// The model `name` of `service`, with the usual sizes: 32 texts and 100,000 tokens a request, 8,192 tokens a text.
    pub fn new(service: Service, name: &str) -> Embeddings {
        let identity = Identity { provider: "http", name: name.to_owned(), ..Identity::default() };
        Embeddings {
            line: Line::new(service, format!("model '{name}'")),
            identity,
            encoding: None,
            query_prefix: String::new(),
            document_prefix: String::new(),
            batch: 32,
            batch_tokens: 100_000,
            input_tokens: 8192,
        }
    }

    /// Asks for vectors of so many numbers. Without, the field is not sent.
    pub fn with_dims(mut self, dims: Option<u32>) -> Embeddings {
        self.identity.dims = dims;
        self
    }

    /// Asks for this encoding. Without, the field is not sent.
    pub fn with_encoding(mut self, encoding: Option<Encoding>) -> Embeddings {
        self.encoding = encoding;
        self
    }

    /// What stands before every question and every chunk. Vectors made with other prefixes are other vectors.
    pub fn with_prefixes(mut self, query: &str, document: &str) -> Embeddings {
        for (name, prefix) in [("query_prefix", query), ("document_prefix", document)] {
            if !prefix.is_empty() {
                self.identity.shaped_by.insert(name.into(), prefix.into());
            }
        }
        (self.query_prefix, self.document_prefix) = (query.to_owned(), document.to_owned());
        self
    }

    /// What tells two states of a model of one name apart.
    pub fn with_revision(mut self, revision: Option<&str>) -> Embeddings {
        if let Some(revision) = revision {
            self.identity.shaped_by.insert("revision".into(), revision.into());
        }
        self
    }

    /// Texts and tokens of one request, and tokens of one text, at most.
    pub fn with_sizes(mut self, batch: usize, batch_tokens: usize, input_tokens: usize) -> Embeddings {
        (self.batch, self.batch_tokens, self.input_tokens) = (batch.max(1), batch_tokens.max(1), input_tokens.max(16));
        self
    }

    fn head(&self, chunk: &Chunk) -> String {
        head_of(&self.document_prefix, chunk)
    }

    /// Tokens of one text by [`estimate`], a twentieth aside for what the guess does not see.
    fn room(&self) -> usize {
        self.input_tokens - self.input_tokens / 20
    }

    /// The pieces of one text: each begins with its head.
    fn cut(&self, owner: usize, head: &str, body: &str) -> Vec<Piece> {
        let (head, bodies) = cut(head, body, self.room(), &estimate);
        bodies.into_iter().map(|body| Piece { owner, head: head.to_owned(), body: body.to_owned() }).collect()
    }

    fn run(
        &self,
        env: &Env,
        texts: &[(String, String)],
        dims: Option<usize>,
        patience: Patience,
        came: Came<'_>,
    ) -> Vec<Result<Vec<f32>, Trouble>> {
        let cut = texts.iter().enumerate().flat_map(|(owner, (head, body))| self.cut(owner, head, body));
        let mut batches: VecDeque<Vec<Piece>> = VecDeque::new();
        let mut tokens = 0;
        let mut pieces = vec![0; texts.len()];
        for piece in cut {
            pieces[piece.owner] += 1;
            let more = piece.estimate();
            match batches.back_mut().filter(|batch| batch.len() < self.batch && tokens + more <= self.batch_tokens) {
                Some(batch) => batch.push(piece),
                None => {
                    tokens = 0;
                    batches.push_back(vec![piece]);
                }
            }
            tokens += more;
        }
        let workers = self.line.service().concurrency.clamp(1, batches.len().max(1));
        let call = Call { embeddings: self, session: Session::new(&self.line, env, patience), dims };
        let (batches, done) = (Mutex::new(batches), Mutex::new(Vec::new()));
        let work = || {
            loop {
                let Some(batch) = lock(&batches).pop_front() else { break };
                let found = call.batch(batch);
                came(whole(&pieces, &found));
                lock(&done).extend(found);
            }
        };
        if workers == 1 {
            work();
        } else {
            std::thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
        }
        gather(texts.len(), done.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One text to be sent: all of an input, or a part of it.
#[derive(Clone)]
struct Piece {
    owner: usize,
    head: String,
    body: String,
}

impl Piece {
    fn text(&self) -> String {
        format!("{}{}", self.head, self.body)
    }

    fn estimate(&self) -> usize {
        estimate(&self.head) + estimate(&self.body)
    }
}

/// Vectors of pieces, with the lengths of their texts.
type Weighted = Vec<(usize, Vec<f32>)>;
type Found = (Piece, Result<Vec<f32>, Trouble>);

/// The vectors of the texts that came as a whole. `pieces`: how many each was cut into before anything was sent.
fn whole(pieces: &[usize], found: &[Found]) -> Vec<(usize, Vec<f32>)> {
    let is_whole = |piece: &Piece| pieces[piece.owner] == 1 && found.iter().filter(|(other, _)| other.owner == piece.owner).count() == 1;
    let came = found.iter().filter_map(|(piece, vector)| Some((piece, vector.as_ref().ok()?)));
    came.filter(|(piece, _)| is_whole(piece)).map(|(piece, vector)| (piece.owner, pool(&[(piece.body.len(), vector.clone())]))).collect()
}

/// The vector of each owner from those of its pieces. One piece without a vector is a text without one; a text without pieces is blank and has zeros, of no length yet.
fn gather(count: usize, mut found: Vec<Found>) -> Vec<Result<Vec<f32>, Trouble>> {
    let mut owners: Vec<Result<Weighted, Trouble>> = (0..count).map(|_| Ok(Vec::new())).collect();
    // Sums of floats depend on order, and replies come in any: longer pieces first, then by text.
    found.sort_by(|(a, _), (b, _)| (b.body.len(), &b.body).cmp(&(a.body.len(), &a.body)));
    for (piece, vector) in found {
        let owner = &mut owners[piece.owner];
        match (owner.as_mut(), vector) {
            (Ok(pieces), Ok(vector)) => pieces.push((piece.body.len(), vector)),
            (Ok(_), Err(trouble)) => *owner = Err(trouble),
            (Err(_), _) => {}
        }
    }
    owners.into_iter().map(|owner| owner.map(|pieces| pool(&pieces))).collect()
}

/// One call of [`Embeddings::run`].
struct Call<'a> {
    embeddings: &'a Embeddings,
    session: Session<'a>,
    dims: Option<usize>,
}

impl Call<'_> {
    /// A vector or a reason for each piece, or for the pieces it was split into.
    fn batch(&self, batch: Vec<Piece>) -> Vec<Found> {
        let mut left = vec![batch];
        let mut done = Vec::new();
        while let Some(mut batch) = left.pop() {
            let texts: Vec<String> = batch.iter().map(Piece::text).collect();
            match self.ask(&texts) {
                Ok(vectors) => done.extend(batch.into_iter().zip(vectors.into_iter().map(Ok))),
                Err(Stop::Refused { .. }) if batch.len() > 1 => {
                    let second = batch.split_off(batch.len() / 2);
                    left.extend([second, batch]);
                }
                Err(Stop::Refused { long, why }) => {
                    let Some(piece) = batch.pop() else { continue };
                    let smaller = halves(&piece.body).filter(|_| long);
                    match smaller {
                        Some((first, second)) => {
                            let part = |body: &str| vec![Piece { body: body.to_owned(), ..piece.clone() }];
                            left.extend([second, first].into_iter().filter(|body| !body.trim().is_empty()).map(part));
                        }
                        None => {
                            let trouble =
                                if self.is_alive() { Trouble::Refused(why) } else { self.session.break_off(Trouble::Settings(why)) };
                            done.push((piece, Err(trouble)));
                        }
                    }
                }
                Err(Stop::Trouble(trouble)) => done.extend(batch.into_iter().map(|piece| (piece, Err(trouble.clone())))),
            }
        }
        done
    }

    /// True if the service embeds anything with these settings: then a refusal is about the text.
    fn is_alive(&self) -> bool {
        self.session.has_succeeded() || self.ask(&["text".to_owned()]).is_ok()
    }

    fn ask(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, Stop> {
        let seed = texts.first().map_or("", String::as_str);
        self.session.ask(&self.embeddings.body(texts), seed, |body| reply::vectors(body, texts.len(), self.dims))
    }
}

impl Embeddings {
    fn body(&self, texts: &[String]) -> String {
        let mut body = Map::new();
        body.insert("model".into(), self.identity.name.clone().into());
        body.insert("input".into(), json!(texts));
        if let Some(dims) = self.identity.dims {
            body.insert("dimensions".into(), dims.into());
        }
        match self.encoding {
            Some(Encoding::Float) => drop(body.insert("encoding_format".into(), "float".into())),
            Some(Encoding::Base64) => drop(body.insert("encoding_format".into(), "base64".into())),
            None => {}
        }
        Value::Object(body).to_string()
    }
}

impl Embedder for Embeddings {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn sends_to(&self) -> Option<String> {
        self.line.sends_to()
    }

    fn is_costly(&self) -> bool {
        true
    }

    fn window(&self) -> usize {
        (self.batch * self.line.service().concurrency * 4).clamp(64, 4096)
    }

    fn input(&self, chunk: &Chunk) -> String {
        let text = text_of(chunk);
        if text.trim().is_empty() { String::new() } else { self.head(chunk) + text }
    }

    fn chunks(&self, env: &Env, chunks: &[&Chunk], wish: Wish) -> Vec<Result<Vec<f32>, Trouble>> {
        self.chunks_as_they_come(env, chunks, wish, &drop)
    }

    fn chunks_as_they_come(&self, env: &Env, chunks: &[&Chunk], wish: Wish, came: Came<'_>) -> Vec<Result<Vec<f32>, Trouble>> {
        let texts: Vec<(String, String)> = chunks.iter().map(|chunk| (self.head(chunk), text_of(chunk).to_owned())).collect();
        let service = self.line.service();
        let patience = if wish.hurry { Patience::of_a_question(service, env) } else { Patience::of_a_build(service) };
        self.run(env, &texts, wish.dims.or(self.identity.dims).map(|dims| dims as usize), patience, came)
    }

    fn query(&self, env: &Env, text: &str, dims: Option<u32>) -> Result<Vec<f32>, Trouble> {
        let texts = [(self.query_prefix.clone(), text.to_owned())];
        let dims = dims.or(self.identity.dims).map(|dims| dims as usize);
        self.run(env, &texts, dims, Patience::of_a_question(self.line.service(), env), &drop).pop().unwrap_or(Ok(Vec::new()))
    }
}
