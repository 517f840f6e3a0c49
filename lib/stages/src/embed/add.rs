//! `cw-embed add`: stores a vector for each chunk and each file in a VEC part, and passes everything on. **Streams**; holds the texts of one segment.
//!
//! Chunks that bring a vector keep it, so that vectors which somebody else computed are stored as they are; the others are embedded here.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cw_index::{Change, Commit, Entry, Made, Merge, Part, Row, Store, VecChunk, VecFile, VecSegment};
use cw_records::{Blob, Chunk, End, Header, Numbers, RecordPath, Scope, Vector};
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use crate::intake::{Ready, Sink, tee};
use crate::providers::embedded::{self, Model, normalise, quantise};
use crate::{Env, Error, Stream};

/// How to add.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How long to wait for another writer.
    pub wait: Duration,
    /// Do not look at the old part.
    pub rebuild: bool,
}

/// Adds the chunks of `input` to the VEC part of their model. What the commit did goes to `done`.
pub fn add<'a>(env: &'a Env, input: Stream<'a>, store: &'a Store, options: Options, done: impl Fn(Commit) + Send + 'a) -> Stream<'a> {
    let sink = Adding { env, store, options, done, state: None, early: Vec::new(), all: false, made_with: Map::new() };
    tee(input, "embed", sink)
}

/// A file on its way into a segment.
struct Source {
    path: RecordPath,
    blob: Blob,
    chunks: Vec<Chunk>,
}

struct State {
    model: String,
    dims: u32,
    merge: Merge<VecSegment, Source>,
}

struct Adding<'a, D> {
    env: &'a Env,
    store: &'a Store,
    options: Options,
    done: D,
    /// Known from the first chunk on, which says what model the stream has.
    state: Option<State>,
    early: Vec<Change<Source>>,
    all: bool,
    made_with: Map<String, Value>,
}

impl<D: Fn(Commit) + Send> Adding<'_, D> {
    fn open(&mut self, vector: Option<&Vector>) -> Result<(), Error> {
        let (model, dims) = match vector {
            Some(vector) => (vector.model.clone(), vector.dims),
            None => (Model::NAME.to_owned(), Model::dims() as u32),
        };
        if model == Model::NAME && dims != Model::dims() as u32 {
            let message = format!("vectors of '{model}' have {} dims, not {dims}", Model::dims());
            return Err(Error::usage("S10", message).hint("give vectors of another model another name"));
        }
        let writer = self.store.write_vec(&model, self.options.wait, self.options.rebuild)?;
        self.made_with.insert("embed".into(), json!({ "model": model, "dims": dims }));
        if let (false, Some(old)) = (self.all, writer.old())
            && old.manifest.made_with != self.made_with
        {
            let print = |options: &Map<String, Value>| serde_json::to_string(options).unwrap_or_default();
            let (theirs, ours) = (print(&old.manifest.made_with), print(&self.made_with));
            return Err(cw_index::Error::Options { part: old.folder.clone(), theirs, ours }.into());
        }
        self.state = Some(State { model, dims, merge: writer.merge(self.all)? });
        for change in std::mem::take(&mut self.early) {
            self.push(change)?;
        }
        Ok(())
    }

    fn push(&mut self, change: Change<Source>) -> Result<(), Error> {
        let env = self.env;
        match &mut self.state {
            Some(state) => {
                let dims = state.dims;
                state.merge.push(change, &mut |entries, old| make(env, dims, entries, old))
            }
            None => {
                self.early.push(change);
                Ok(())
            }
        }
    }

    fn check(&self, chunk: &Chunk) -> Result<(), Error> {
        let Some(state) = &self.state else { return Ok(()) };
        let (model, dims) = chunk.vector.as_ref().map_or((Model::NAME, Model::dims() as u32), |vector| (&vector.model, vector.dims));
        if model != state.model || dims != state.dims {
            let message =
                format!("chunks of two models in one stream: '{}' ({} dims) and '{model}' ({dims} dims)", state.model, state.dims);
            return Err(Error::index("I05", message).hint("give each model a stream of its own"));
        }
        Ok(())
    }
}

impl<D: Fn(Commit) + Send> Sink for Adding<'_, D> {
    fn begin(&mut self, header: &Header) -> Result<(), Error> {
        self.all = header.scope == Some(Scope::All);
        self.made_with = header.made_with.clone();
        (self.state, self.early) = (None, Vec::new());
        Ok(())
    }

    fn take(&mut self, ready: Ready) -> Result<(), Error> {
        let change = match ready {
            Ready::Gone(path) => Change { path, file: None },
            Ready::File(file, chunks) => {
                if let (Some(chunk), None) = (chunks.first(), &self.state) {
                    self.open(chunk.vector.as_ref())?;
                }
                chunks.iter().try_for_each(|chunk| self.check(chunk))?;
                let text = chunks.last().map_or(0, |chunk| chunk.bytes.1);
                let source = Source { path: file.path.clone(), blob: file.blob, chunks };
                Change { path: file.path, file: Some((source, text)) }
            }
        };
        self.push(change)
    }

    fn commit(&mut self, end: &End) -> Result<(), Error> {
        if self.state.is_none() {
            self.open(None)?;
        }
        let env = self.env;
        if let Some(State { dims, merge, .. }) = self.state.take() {
            let made_with = std::mem::take(&mut self.made_with);
            (self.done)(merge.commit(made_with, end.tree, &mut |entries, old| make(env, dims, entries, old))?);
        }
        Ok(())
    }
}

fn make(env: &Env, dims: u32, entries: Vec<Entry<Source>>, old: Option<&Part<VecSegment>>) -> Result<Made, Error> {
    env.check()?;
    env.pool().install(|| {
        let files: Result<Vec<VecFile>, Error> = entries
            .into_par_iter()
            .map(|entry| match (entry, old) {
                (Entry::New(source), _) => embed(source, dims as usize),
                (Entry::Kept { segment, file }, Some(old)) => Ok(old.segments[segment].restore(file)?),
                (Entry::Kept { .. }, None) => Err(Error::index("I04", "the old part is gone")),
            })
            .collect();
        let files = files?;
        let chunks = files.iter().map(|file| file.chunks.len() as u32).sum();
        Ok(Made { bytes: cw_index::encode_vec(dims, &files), chunks })
    })
}

/// The vectors of a file's chunks, and of the file: the normalised sum of its chunks'.
fn embed(source: Source, dims: usize) -> Result<VecFile, Error> {
    let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let (mut sum, mut text, mut lines) = (Vec::new(), 0, 0);
    let mut chunks = Vec::with_capacity(source.chunks.len());
    for chunk in source.chunks {
        let (bytes, scale) = match &chunk.vector {
            Some(vector) => row(vector, dims).map_err(|what| {
                let message = format!("vector of a chunk of '{}' is not usable: {what}", chunk.path.display());
                Error::usage("S10", message).hint("cw-records(5) says what a vector is")
            })?,
            None => quantise(&embedded::embed_chunk(chunk.view.as_deref().unwrap_or(&chunk.text), &chunk.path)),
        };
        // What is stored is what is summed, so that a vector counts the same whoever computed it. The sum takes its room when a vector proved to have so many numbers.
        sum.resize(dims, 0f32);
        sum.iter_mut().zip(&bytes).for_each(|(sum, byte)| *sum += f32::from(*byte) * scale);
        let ends_inside = !chunk.text.ends_with('\n');
        (text, lines) = (narrow(chunk.bytes.1), chunk.lines.1);
        chunks.push(VecChunk {
            blob: chunk.blob,
            start: narrow(chunk.bytes.0),
            line: chunk.lines.0,
            ends_inside,
            row: Row { bytes, scale },
        });
    }
    // In the order of the chunks: sums of floats depend on order.
    let length = sum.iter().map(|float| float * float).sum::<f32>().sqrt();
    Ok(VecFile { path: source.path, blob: source.blob, text, lines, length, chunks })
}

/// How far from 1 the length of a normalised vector may be after its numbers were rounded to bytes.
const ROUNDED: f32 = 0.02;

/// A vector as it is stored. One that came normalised and rounded is stored as it is: doing that twice would not give the same bytes.
fn row(vector: &Vector, dims: usize) -> Result<(Vec<i8>, f32), String> {
    let floats = floats(vector, dims)?;
    if let (Numbers::I8, Some(scale), Some(data)) = (vector.dtype, vector.scale, &vector.data) {
        let bytes: Vec<i8> = STANDARD.decode(data).unwrap_or_default().into_iter().map(|byte| byte as i8).collect();
        let length = bytes.iter().map(|byte| (f32::from(*byte) * scale).powi(2)).sum::<f32>().sqrt();
        if scale > 0.0 && (length - 1.0).abs() < ROUNDED {
            return Ok((bytes, scale));
        }
    }
    Ok(quantise(&floats))
}

/// The numbers of a vector, normalised.
fn floats(vector: &Vector, dims: usize) -> Result<Vec<f32>, String> {
    let mut floats = match (&vector.values, &vector.data) {
        (Some(values), None) => values.clone(),
        (None, Some(data)) => {
            let bytes = STANDARD.decode(data).map_err(|_| "its data is not base64".to_owned())?;
            match vector.dtype {
                Numbers::F32 => bytes.chunks(4).map(|four| four.try_into().map_or(f32::NAN, f32::from_le_bytes)).collect(),
                Numbers::I8 => {
                    let scale = vector.scale.filter(|scale| *scale >= 0.0).ok_or("it has dtype i8 and no scale, or a negative one")?;
                    bytes.iter().map(|byte| f32::from(*byte as i8) * scale).collect()
                }
                Numbers::F16 => bytes.chunks(2).map(|two| two.try_into().map_or(f32::NAN, |two| half(u16::from_le_bytes(two)))).collect(),
            }
        }
        _ => return Err("it needs 'data' or 'values', one of the two".into()),
    };
    if floats.is_empty() {
        return Err("it has no numbers".into());
    }
    if floats.len() != dims {
        return Err(format!("it has {} numbers, not {dims}", floats.len()));
    }
    if floats.iter().any(|float| !float.is_finite()) {
        return Err("it has a number that is not finite".into());
    }
    normalise(&mut floats);
    Ok(floats)
}

/// An IEEE 754 half as a float.
fn half(bits: u16) -> f32 {
    let (sign, exponent, fraction) = (u32::from(bits >> 15) << 31, u32::from(bits >> 10 & 31), u32::from(bits & 1023));
    match exponent {
        0 => f32::from_bits(sign | (fraction as f32 * 2f32.powi(-24)).to_bits()),
        31 => f32::NAN,
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves() {
        for (bits, value) in
            [(0, 0.0), (0x3c00, 1.0), (0xc000, -2.0), (0x3555, 0.333_251_95), (1, 2f32.powi(-24)), (0x03ff, 1023.0 * 2f32.powi(-24))]
        {
            assert_eq!(half(bits), value);
        }
        assert!(half(0x7c00).is_nan());
    }

    #[test]
    fn vectors_of_others_are_checked() {
        let vector = |dtype, scale, data: Option<&[u8]>, values| Vector {
            model: "m".into(),
            dims: 2,
            dtype,
            scale,
            data: data.map(|data| STANDARD.encode(data)),
            values,
        };
        let good = [
            vector(Numbers::F32, None, None, Some(vec![3.0, 4.0])),
            vector(Numbers::I8, Some(0.5), Some(&[3, 4]), None),
            vector(Numbers::F16, None, Some(&[0x00, 0x42, 0x00, 0x44]), None),
            vector(Numbers::F32, None, Some(&[0, 0, 64, 64, 0, 0, 128, 64]), None),
        ];
        for vector in good {
            assert_eq!(floats(&vector, 2).unwrap(), [0.6, 0.8]);
        }
        let bad = [
            vector(Numbers::F32, None, None, None),
            vector(Numbers::F32, None, None, Some(vec![1.0])),
            vector(Numbers::F32, None, None, Some(vec![f32::NAN, 1.0])),
            vector(Numbers::I8, None, Some(&[3, 4]), None),
            vector(Numbers::F32, None, Some(&[0, 0, 64, 64, 0, 0, 128]), None),
            vector(Numbers::F32, None, Some(&[0, 0]), Some(vec![1.0, 1.0])),
        ];
        for vector in bad {
            assert!(floats(&vector, 2).is_err(), "{vector:?}");
        }
    }
}
