//! The model that is compiled in: static token vectors, so an embedding is a weighted sum of table rows. **Pure.**
//!
//! What it is made of and how it may be used is in `data/MODEL.md`. Opening it costs nothing: both files are part of the program and are
//! read in place. The sum runs in ascending token id and in f32 without fused steps, so a vector is the same on every machine and for any
//! number of threads. Left out: batches (callers map over chunks) and storage (callers [`quantise`]).

use std::cell::RefCell;
use std::sync::LazyLock;

use cw_records::RecordPath;

use super::wordpiece::{Memo, Vocabulary, tokens};

static TABLE: &[u8] = include_bytes!("../../../data/cw-static-2.bin");
static TOKENS: &[u8] = include_bytes!("../../../data/cw-static-2.fst");

/// Rows and components of the table, and the bytes before the first row.
const ROWS: usize = 32_000;
const DIMS: usize = 128;
const HEAD: usize = 16;
const _: () = assert!(TABLE_LEN == HEAD + ROWS * (DIMS + 4));
const TABLE_LEN: usize = include_bytes!("../../../data/cw-static-2.bin").len();

/// Share of the path in the vector of a chunk.
const PATH_SHARE: f32 = 0.3;
/// Components of a path that count, from its end.
const PATH_PARTS: usize = 3;

/// The embedded model.
pub struct Model {
    vocabulary: Vocabulary,
}

static MODEL: LazyLock<Model> = LazyLock::new(|| Model {
    // A build whose own data is broken cannot run; a test opens it.
    vocabulary: Vocabulary::open(TOKENS).expect("the embedded vocabulary is a transducer"),
});

impl Model {
    /// The name that vectors and indexes carry.
    pub const NAME: &'static str = "cw-static-2";

    /// The one model of this build.
    pub fn embedded() -> &'static Model {
        &MODEL
    }

    /// Components of a vector: 128.
    pub const fn dims() -> usize {
        DIMS
    }

    /// The token ids of a text, in order.
    pub fn tokens(&self, text: &str) -> Vec<u16> {
        let mut ids = Vec::new();
        tokens(&self.vocabulary, &mut Memo::new(), text, &mut |id| ids.push(id));
        ids
    }

    /// The vector of a text: [`Worker::embed`] with a state kept for each thread.
    pub fn embed(&self, text: &str) -> Vec<f32> {
        with_embedder(|embedder| embedder.embed(text))
    }

    /// The vector of a chunk: [`Worker::embed_chunk`] with a state kept for each thread.
    pub fn embed_chunk(&self, text: &str, path: &RecordPath) -> Vec<f32> {
        with_embedder(|embedder| embedder.embed_chunk(text, path))
    }

    /// The components of a row, and its scale.
    fn row(&self, id: u16) -> (&'static [u8], f32) {
        let id = usize::from(id);
        let scale = HEAD + ROWS * DIMS + id * 4;
        let scale = [TABLE[scale], TABLE[scale + 1], TABLE[scale + 2], TABLE[scale + 3]];
        (&TABLE[HEAD + id * DIMS..][..DIMS], f32::from_le_bytes(scale))
    }
}

fn with_embedder<T>(use_it: impl FnOnce(&mut Worker) -> T) -> T {
    thread_local! {
        static EMBEDDER: RefCell<Worker> = RefCell::new(Worker::new());
    }
    EMBEDDER.with_borrow_mut(use_it)
}

/// The reusable state of one worker: a memory of words and the counters, about 400 KB. It changes speed only, never a vector.
pub struct Worker {
    model: &'static Model,
    memo: Memo,
    counts: Vec<u32>,
    seen: Vec<u16>,
    weights: Vec<f32>,
}

impl Default for Worker {
    fn default() -> Worker {
        Worker::new()
    }
}

impl Worker {
    /// A state for the embedded model.
    pub fn new() -> Worker {
        let weights = (0..256).map(log_weight).collect();
        Worker { model: Model::embedded(), memo: Memo::new(), counts: vec![0; ROWS], seen: Vec::new(), weights }
    }

    /// `norm(sum over distinct tokens of ln(1 + tf) * E[token])`: [`Model::dims`] components of length 1, or zeros if the text has no token.
    pub fn embed(&mut self, text: &str) -> Vec<f32> {
        let mut sum = vec![0.0; DIMS];
        self.add(text, |count, weights| weights.get(count as usize).copied().unwrap_or_else(|| log_weight(count)), &mut sum);
        normalise(&mut sum);
        sum
    }

    /// `norm(norm(body) + 0.3 * norm(mean of E over the path words))`, path words from the last three components of `path`, without the
    /// extension of the last. A side without a token adds nothing.
    pub fn embed_chunk(&mut self, text: &str, path: &RecordPath) -> Vec<f32> {
        let mut vector = self.embed(text);
        let words = path_words(path);
        let mut side = vec![0.0; DIMS];
        self.add(&words, |count, _| count as f32, &mut side);
        normalise(&mut side);
        for (component, add) in vector.iter_mut().zip(side) {
            *component += PATH_SHARE * add;
        }
        normalise(&mut vector);
        vector
    }

    /// Adds `weight(tf) * E[token]` over the distinct tokens of `text`, in ascending id.
    fn add(&mut self, text: &str, weight: impl Fn(u32, &[f32]) -> f32, sum: &mut [f32]) {
        let Worker { model, memo, counts, seen, weights } = self;
        tokens(&model.vocabulary, memo, text, &mut |id| {
            let count = &mut counts[usize::from(id)];
            if *count == 0 {
                seen.push(id);
            }
            *count = count.saturating_add(1);
        });
        seen.sort_unstable();
        for id in seen.drain(..) {
            let count = std::mem::take(&mut counts[usize::from(id)]);
            let (row, scale) = model.row(id);
            let factor = weight(count, weights) * scale;
            for (component, byte) in sum.iter_mut().zip(row) {
                *component += factor * f32::from(*byte as i8);
            }
        }
    }
}

/// `ln(1 + tf)`, rounded to f32 only at the end, so that the last bit of a system's logarithm does not show.
fn log_weight(count: u32) -> f32 {
    (1.0 + f64::from(count)).ln() as f32
}

/// The last components of a path, without the extension.
fn path_words(path: &RecordPath) -> String {
    let text = path.display();
    let parts: Vec<&str> = text.rsplitn(PATH_PARTS + 1, '/').take(PATH_PARTS).collect();
    let mut words = String::with_capacity(text.len());
    for part in parts.iter().skip(1).rev() {
        words.push_str(part);
        words.push(' ');
    }
    let name = parts.first().copied().unwrap_or_default();
    words.push_str(name.rfind('.').filter(|dot| *dot > 0).map_or(name, |dot| &name[..dot]));
    words
}

/// Makes the length 1; zeros, and what has no finite length, become zeros.
pub fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|component| f64::from(*component).powi(2)).sum::<f64>().sqrt();
    let factor = if length.is_finite() && length > 0.0 { 1.0 / length } else { 0.0 };
    for component in vector {
        *component = if factor == 0.0 { 0.0 } else { (f64::from(*component) * factor) as f32 };
    }
}

/// A row as integers and one scale, component = integer x scale: scale = largest magnitude / 127, halves rounded away from zero. Zeros, and
/// rows with a component that is not finite, give zeros and scale 0.
pub fn quantise(vector: &[f32]) -> (Vec<i8>, f32) {
    let largest =
        vector.iter().fold(0.0_f32, |most, component| if component.is_finite() { most.max(component.abs()) } else { f32::INFINITY });
    let scale = largest / 127.0;
    if !scale.is_normal() {
        return (vec![0; vector.len()], 0.0);
    }
    // A cast saturates, so the result stays within i8 whatever the division rounds to.
    (vector.iter().map(|component| (component / scale).round() as i8).collect(), scale)
}
