//! `cw-embed add`: stores a vector for each chunk and each file in a VEC part, and passes everything on. **Streams**; holds the texts of one window and the rows of one
//! segment.
//!
//! Chunks that bring a vector keep it, so that vectors which somebody else computed are stored as they are; the others are embedded here. A file of which a vector cannot
//! be had is left out of the part, and that is said: whoever compares the part with the tree finds what is missing, and the next run makes it. What a costly model gave
//! is kept at once, so that a run that is killed pays for nothing twice.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use cw_index::{Begin, Change, Commit, Entry, Kept, Made, Merge, Part, PartWriter, Row, Store, VecChunk, VecFile, VecSegment, vec_name};
use cw_records::{Blob, Chunk, End, Fault, File, Header, Record, RecordPath, Scope, Vector};
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use crate::intake::{Ready, Seen, Sink, tee};
use crate::providers::embedded::{Model, quantise};
use crate::providers::{Embedder, Trouble, Wish};
use crate::vector::row;
use crate::{Env, Error, Stream};

/// How to add.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How the writer begins.
    pub begin: Begin,
    /// Do not use what was kept of a costly model: it may be another one by the same name.
    pub forget: bool,
    /// Somebody waits: what cannot be embedded soon is left for the next run.
    pub hurry: bool,
}

/// Bytes of text that are held until they are embedded.
const WINDOW: usize = 16 << 20;

/// When a part is whole, so many bytes of kept rows stay: they only save what comes back from another branch.
const KEEP: u64 = 256 << 20;

/// Adds the chunks of `input` to the VEC part of their model; those without a vector get one from `embedder`. What the commit did goes to `done`.
pub fn add<'a>(
    env: &'a Env,
    input: Stream<'a>,
    store: &'a Store,
    embedder: &'a dyn Embedder,
    options: Options,
    done: impl Fn(Commit) + Send + 'a,
) -> Stream<'a> {
    tee(input, "embed", Adding { env, store, embedder, options, done, round: Round::default() })
}

/// Publishes the files that `writer` goes on from, as they are; segments whose borders are not those of the whole are made anew.
pub(crate) fn publish(env: &Env, writer: PartWriter<VecSegment>, tree: Option<Blob>) -> Result<Commit, Error> {
    let made_with = writer.old().map(|old| old.manifest.made_with.clone()).unwrap_or_default();
    let dims = made_with.get("embed").and_then(|made| made.get("dims")?.as_u64()).and_then(|dims| u32::try_from(dims).ok());
    let dims = dims.ok_or_else(|| Error::usage("S13", "a receipt of vectors does not say how many numbers they have"))?;
    writer.merge(false, made_with)?.commit(tree, &mut |entries, old| make(env, dims, entries, old))
}

struct Adding<'a, D> {
    env: &'a Env,
    store: &'a Store,
    embedder: &'a dyn Embedder,
    options: Options,
    done: D,
    round: Round,
}

/// What belongs to one stream.
#[derive(Default)]
struct Round {
    /// Known from the first chunk on, which says what model the stream has.
    state: Option<State>,
    /// Files that wait for their vectors, with what left between them.
    window: Vec<Ready>,
    /// Chunks and bytes in it that have to be embedded.
    held: (usize, usize),
    all: bool,
    /// It is a slice: it gives a receipt and publishes nothing.
    part: bool,
    made_with: Map<String, Value>,
    /// Files without vectors.
    missing: u64,
    /// Why.
    trouble: Option<Trouble>,
    faults: Vec<Fault>,
}

struct State {
    model: String,
    dims: u32,
    merge: Merge<VecSegment, VecFile>,
    kept: Option<Kept>,
}

impl<D: Fn(Commit) + Send> Adding<'_, D> {
    /// Opens the part of the first chunk's vector, else of the embedder. `Err` in it: the embedder cannot say what it makes.
    fn open(&mut self, vector: Option<&Vector>) -> Result<Result<State, Trouble>, Error> {
        let model = vector.map_or_else(|| self.embedder.identity().part(), |vector| vector.model.clone());
        let writer = if self.round.part { self.store.slice_vec(&model)? } else { self.store.write_vec(&model, self.options.begin)? };
        let old = writer.old().filter(|old| old.manifest.chunks > 0);
        let there =
            old.and_then(|old| old.manifest.made_with.get("embed")?.get("dims")?.as_u64()).and_then(|dims| u32::try_from(dims).ok());
        let dims = match (vector, self.embedder.identity().dims, there) {
            (Some(vector), ..) => vector.dims,
            (None, Some(dims), _) | (None, None, Some(dims)) => dims,
            // A service shows with its first vector how many numbers it gives.
            (None, None, None) => match self.embedder.query(self.env, "text", None) {
                Ok(probe) => probe.len() as u32,
                Err(trouble) => return Ok(Err(trouble)),
            },
        };
        if model == Model::NAME && dims != Model::dims() as u32 {
            let message = format!("vectors of '{model}' have {} dims, not {dims}", Model::dims());
            return Err(Error::usage("S10", message).hint("give vectors of another model another name"));
        }
        let made_with = &mut self.round.made_with;
        made_with.insert("embed".into(), json!({ "model": model, "dims": dims }));
        if let (false, Some(old)) = (self.round.all, writer.old())
            && old.manifest.made_with != *made_with
        {
            let print = |options: &Map<String, Value>| serde_json::to_string(options).unwrap_or_default();
            let (theirs, ours) = (print(&old.manifest.made_with), print(made_with));
            return Err(cw_index::Error::Options { part: old.folder.clone(), theirs, ours }.into());
        }
        let merge = writer.merge(self.round.all, made_with.clone())?;
        // What was kept is one writer's.
        let keeps = self.embedder.is_costly() && vector.is_none() && !self.round.part;
        let mut kept = if keeps { Some(merge.kept(dims)?) } else { None };
        if let (true, Some(kept)) = (self.options.forget && !merge.is_resumed(), &mut kept) {
            kept.clear()?;
        }
        Ok(Ok(State { model, dims, merge, kept }))
    }

    /// Embeds what waits and hands it on.
    fn flush(&mut self) -> Result<(), Error> {
        let window = std::mem::take(&mut self.round.window);
        self.round.held = (0, 0);
        let chunks = || window.iter().filter_map(|ready| if let Ready::File(_, chunks) = ready { Some(chunks) } else { None }).flatten();
        let first = chunks().next().map(|chunk| chunk.vector.clone());
        if let (None, None, Some(vector)) = (&self.round.state, &self.round.trouble, first) {
            match self.open(vector.as_ref())? {
                Ok(state) => self.round.state = Some(state),
                Err(trouble) => self.round.trouble = Some(trouble),
            }
        }
        let Some(state) = &mut self.round.state else {
            return self.without_part(window);
        };
        let own = self.embedder.identity().part();
        chunks().try_for_each(|chunk| check(&own, state, chunk))?;
        let lacking: Vec<&Chunk> = chunks().filter(|chunk| chunk.vector.is_none()).collect();
        let wish = Wish { dims: Some(state.dims), hurry: self.options.hurry };
        let mut rows = embed(self.env, self.embedder, state, lacking, wish, &mut self.round.trouble)?.into_iter();
        for ready in window {
            let change = match ready {
                Ready::Gone(path) => Change { path, file: None },
                Ready::File(file, chunks) => {
                    let made = make_file(*file, chunks, state.dims, &mut rows, &mut self.round.faults)?;
                    match made {
                        Ok((file, text)) => Change { path: file.path.clone(), file: Some((file, text)) },
                        Err(path) => {
                            self.round.missing += 1;
                            Change { path, file: None }
                        }
                    }
                }
            };
            state.merge.push(change, &mut |entries, old| make(self.env, state.dims, entries, old))?;
        }
        Ok(())
    }

    /// The first files of a stream may have no chunks, so nobody knows yet what part they belong to; and a part that cannot be opened lacks all files.
    fn without_part(&mut self, window: Vec<Ready>) -> Result<(), Error> {
        if self.round.trouble.is_none() {
            self.round.window = window;
        } else {
            self.round.missing += window.iter().filter(|ready| matches!(ready, Ready::File(..))).count() as u64;
        }
        Ok(())
    }
}

/// A stream is of one model.
fn check(own: &str, state: &State, chunk: &Chunk) -> Result<(), Error> {
    let (model, dims) = chunk.vector.as_ref().map_or((own, state.dims), |vector| (&vector.model, vector.dims));
    if model != state.model || dims != state.dims {
        let message = format!("chunks of two models in one stream: '{}' ({} dims) and '{model}' ({dims} dims)", state.model, state.dims);
        return Err(Error::index("I05", message).hint("give each model a stream of its own"));
    }
    Ok(())
}

/// A row of each chunk, from what was kept or from the embedder. After its first trouble that is about more than one text, the embedder is not asked again.
fn embed(
    env: &Env,
    embedder: &dyn Embedder,
    state: &mut State,
    chunks: Vec<&Chunk>,
    wish: Wish,
    trouble: &mut Option<Trouble>,
) -> Result<Vec<Result<Row, Trouble>>, Error> {
    let dims = state.dims as usize;
    let quantised = |vector: Vec<f32>| {
        let (mut bytes, scale) = quantise(&vector);
        // A blank text has no vector; its row is zeros.
        bytes.resize(dims, 0);
        Row { bytes, scale }
    };
    let Some(kept) = &mut state.kept else {
        let found = embedder.chunks(env, &chunks, wish).into_iter();
        return Ok(found.map(|vector| vector.map(quantised)).collect());
    };
    let keys: Vec<Blob> = chunks.iter().map(|chunk| Blob::of(embedder.input(chunk).as_bytes())).collect();
    let mut rows: HashMap<Blob, Result<Row, Trouble>> = HashMap::new();
    let (mut asked, mut asking) = (Vec::new(), Vec::new());
    for (key, chunk) in keys.iter().zip(chunks) {
        if rows.contains_key(key) {
            continue;
        }
        match (kept.get(key)?, &*trouble) {
            (Some(row), _) => drop(rows.insert(*key, Ok(row))),
            (None, Some(trouble)) => drop(rows.insert(*key, Err(trouble.clone()))),
            (None, None) => {
                rows.insert(*key, Err(Trouble::Cancelled));
                asked.push(*key);
                asking.push(chunk);
            }
        }
    }
    let keeping = Mutex::new((kept, Ok(())));
    // At once: whoever kills this pays for nothing twice.
    let came = |came: Vec<(usize, Vec<f32>)>| {
        let (kept, done) = &mut *keeping.lock().unwrap_or_else(PoisonError::into_inner);
        let rows: Vec<(Blob, Row)> = came.into_iter().map(|(place, vector)| (asked[place], quantised(vector))).collect();
        if done.is_ok() && !rows.is_empty() {
            *done = kept.put(&rows);
        }
    };
    let found = if asking.is_empty() { Vec::new() } else { embedder.chunks_as_they_come(env, &asking, wish, &came) };
    let (kept, done) = keeping.into_inner().unwrap_or_else(PoisonError::into_inner);
    done?;
    let mut fresh = Vec::new();
    for (key, vector) in asked.iter().copied().zip(found) {
        match &vector {
            Ok(_) | Err(Trouble::Refused(_)) => {}
            Err(Trouble::Cancelled) => env.check()?,
            Err(Trouble::Dims { want, got }) => {
                let message = format!("model '{}' gives vectors of {got} numbers now, the index has vectors of {want}", state.model);
                return Err(
                    Error::index("I05", message).hint("if it is another model by the same name, make the part anew: cw index --rebuild")
                );
            }
            Err(other) => drop(trouble.get_or_insert_with(|| other.clone())),
        }
        let row = vector.map(quantised);
        fresh.extend(row.iter().filter(|_| !kept.has(&key)).map(|row| (key, row.clone())));
        rows.insert(key, row);
    }
    kept.put(&fresh)?;
    Ok(keys.iter().filter_map(|key| rows.get(key).cloned()).collect())
}

/// A file with its rows, and the bytes of its text; its path alone if one of its chunks has none. A text that the embedder refuses has zeros, which are near nothing.
#[allow(clippy::type_complexity)]
fn make_file(
    file: File,
    chunks: Vec<Chunk>,
    dims: u32,
    rows: &mut impl Iterator<Item = Result<Row, Trouble>>,
    faults: &mut Vec<Fault>,
) -> Result<Result<(VecFile, u64), RecordPath>, Error> {
    let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let (mut sum, mut text, mut lines) = (Vec::new(), 0, 0);
    let mut made = Vec::with_capacity(chunks.len());
    let mut is_whole = true;
    for chunk in chunks {
        let row = match &chunk.vector {
            Some(vector) => row(vector, dims as usize).map(|(bytes, scale)| Row { bytes, scale }).map_err(|what| {
                let message = format!("vector of a chunk of '{}' is not usable: {what}", chunk.path.display());
                Error::usage("S10", message).hint("cw-records(5) says what a vector is")
            })?,
            None => match rows.next() {
                Some(Ok(row)) => row,
                Some(Err(Trouble::Refused(why))) => {
                    let message = format!("lines {}-{} have no vector: {why}", chunk.lines.0, chunk.lines.1);
                    faults.push(Fault::note("S31", Some(&chunk.path), message));
                    Row { bytes: vec![0; dims as usize], scale: 0.0 }
                }
                _ => {
                    is_whole = false;
                    continue;
                }
            },
        };
        // What is stored is what is summed, so that a vector counts the same whoever computed it. The sum takes its room when a vector proved to have so many numbers.
        sum.resize(row.bytes.len(), 0f32);
        sum.iter_mut().zip(&row.bytes).for_each(|(sum, byte)| *sum += f32::from(*byte) * row.scale);
        let ends_inside = !chunk.text.ends_with('\n');
        (text, lines) = (chunk.bytes.1, chunk.lines.1);
        made.push(VecChunk { blob: chunk.blob, start: narrow(chunk.bytes.0), line: chunk.lines.0, ends_inside, row });
    }
    if !is_whole {
        return Ok(Err(file.path));
    }
    // In the order of the chunks: sums of floats depend on order.
    let length = sum.iter().map(|float| float * float).sum::<f32>().sqrt();
    Ok(Ok((VecFile { path: file.path, blob: file.blob, text: narrow(text), lines, length, chunks: made }, text)))
}

impl<D: Fn(Commit) + Send> Sink for Adding<'_, D> {
    fn begin(&mut self, header: &Header) -> Result<(), Error> {
        let scope = header.scope;
        self.round = Round {
            all: scope == Some(Scope::All),
            part: scope == Some(Scope::Part),
            made_with: header.made_with.clone(),
            ..Round::default()
        };
        Ok(())
    }

    fn take(&mut self, ready: Ready) -> Result<(), Error> {
        self.env.check()?;
        if let Ready::File(_, chunks) = &ready {
            self.round.held.0 += chunks.len();
            self.round.held.1 += chunks.iter().map(|chunk| chunk.text.len()).sum::<usize>();
        }
        self.round.window.push(ready);
        let (chunks, bytes) = self.round.held;
        if chunks >= self.embedder.window() || bytes >= WINDOW { self.flush() } else { Ok(()) }
    }

    fn commit(&mut self, end: &End, seen: &Seen) -> Result<Vec<Record>, Error> {
        self.flush()?;
        if let (None, None) = (&self.round.state, &self.round.trouble) {
            // A tree without text: an empty part, so that it is known to have been looked at.
            match self.open(None)? {
                Ok(state) => self.round.state = Some(state),
                Err(trouble) => self.round.trouble = Some(trouble),
            }
            self.flush()?;
        }
        let env = self.env;
        if let Some(State { dims, merge, .. }) = &mut self.round.state {
            merge.finish(&mut |entries, old| make(env, *dims, entries, old))?;
        }
        let mut round = std::mem::take(&mut self.round);
        let mut slice = None;
        if let (true, Some(State { model, dims, merge, .. })) = (round.part, round.state.take_if(|_| round.part)) {
            slice = Some((vec_name(&model), merge.slice(&mut |entries, old| make(env, dims, entries, old))?));
        }
        if let Some(State { dims, merge, kept, .. }) = round.state.take() {
            // A part that lacks files does not cover the listing.
            let tree = end.tree.filter(|_| round.missing == 0);
            (self.done)(merge.commit(tree, &mut |entries, old| make(env, dims, entries, old))?);
            if let Some(kept) = kept {
                kept.trim(KEEP)?;
            }
        }
        if round.missing > 0 {
            let trouble = round.trouble.unwrap_or(Trouble::Down("no vectors came".into()));
            let message = format!("{} files have no vectors yet and are found by words only: {}", round.missing, trouble.message());
            // Whoever asks gets an answer by words now; whoever builds did not get all that was to be built.
            let mut fault = if self.options.hurry { Fault::note("S30", None, message) } else { Fault::loss("S30", None, message) };
            fault.extra.insert("hint".into(), trouble.hint().into());
            round.faults.push(fault);
        }
        let receipt = slice.map(|(part, sliced)| seen.receipt(part, round.made_with, sliced, &round.faults));
        Ok(round.faults.into_iter().map(Record::from).chain(receipt.map(Record::from)).collect())
    }
}

impl<D> Drop for Adding<'_, D> {
    /// Who is cancelled may come again: what is finished stays.
    fn drop(&mut self) {
        if let (Some(state), Err(_)) = (self.round.state.take(), self.env.check()) {
            let _ = state.merge.leave();
        }
    }
}

fn make(env: &Env, dims: u32, entries: Vec<Entry<VecFile>>, old: Option<&Part<VecSegment>>) -> Result<Made, Error> {
    env.check()?;
    env.pool().install(|| {
        let files: Result<Vec<VecFile>, Error> = entries
            .into_par_iter()
            .map(|entry| match (entry, old) {
                (Entry::New(file), _) => Ok(file),
                (Entry::Kept { segment, file }, Some(old)) => Ok(old.segments[segment].restore(file)?),
                (Entry::Kept { .. }, None) => Err(Error::index("I04", "the old part is gone")),
            })
            .collect();
        let files = files?;
        let chunks = files.iter().map(|file| file.chunks.len() as u32).sum();
        Ok(Made { bytes: cw_index::encode_vec(dims, &files), chunks })
    })
}
