//! The forward pass: tokens in, one vector a token out. **Pure**, one thread. Families differ in names, in where positions begin, and MPNet in a bias by distance.

use super::config::{Config, Family};
use super::kernels::{Matrix, layer_norm, product, softmax};
use super::weights::{Floats, Weights};
use crate::Error;

/// Names of what a layer has: query, key, value, output and norm of attention, both products and norm of what follows.
type Names = [&'static str; 8];

const BERT: Names = [
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "attention.output.LayerNorm",
    "intermediate.dense",
    "output.dense",
    "output.LayerNorm",
];
const DISTILBERT: Names = [
    "attention.q_lin",
    "attention.k_lin",
    "attention.v_lin",
    "attention.out_lin",
    "sa_layer_norm",
    "ffn.lin1",
    "ffn.lin2",
    "output_layer_norm",
];
const MPNET: Names = [
    "attention.attn.q",
    "attention.attn.k",
    "attention.attn.v",
    "attention.attn.o",
    "attention.LayerNorm",
    "intermediate.dense",
    "output.dense",
    "output.LayerNorm",
];

/// Prefixes that names have, by what saved the weights.
const PREFIXES: &[&str] = &["", "bert.", "roberta.", "distilbert.", "mpnet."];

/// A product with a matrix, and a bias.
pub(super) struct Linear {
    weight: Floats,
    bias: Floats,
}

impl Linear {
    /// `NAME.weight` and `NAME.bias`, from `inputs` to `outputs` numbers.
    pub fn open(weights: &Weights, name: &str, inputs: usize, outputs: usize) -> Result<Linear, Error> {
        let weight = weights.tensor(&format!("{name}.weight"), &[outputs, inputs])?;
        Ok(Linear { weight, bias: weights.tensor(&format!("{name}.bias"), &[outputs])? })
    }

    /// For each row of `input`, a row of `output`.
    pub fn apply(&self, input: &[f32], output: &mut Vec<f32>) {
        let outputs = self.bias.len();
        let inputs = self.weight.len() / outputs;
        let rows = input.len() / inputs;
        output.clear();
        (0..rows).for_each(|_| output.extend_from_slice(&self.bias));
        let left = Matrix { numbers: input, rows, columns: inputs, down: inputs, right: 1 };
        let right = Matrix { numbers: &self.weight, rows: inputs, columns: outputs, down: 1, right: inputs };
        product(output, outputs, left, right, 1.0, 1.0);
    }
}

struct Norm {
    weight: Floats,
    bias: Floats,
    epsilon: f32,
}

impl Norm {
    fn open(weights: &Weights, name: &str, config: &Config) -> Result<Norm, Error> {
        // Older files name them so.
        let old = weights.has(&format!("{name}.gamma"));
        let (weight, bias) = if old { ("gamma", "beta") } else { ("weight", "bias") };
        let of = |part: &str| weights.tensor(&format!("{name}.{part}"), &[config.hidden]);
        Ok(Norm { weight: of(weight)?, bias: of(bias)?, epsilon: config.epsilon })
    }

    fn apply(&self, numbers: &mut [f32]) {
        layer_norm(numbers, &self.weight, &self.bias, self.epsilon);
    }
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    output: Linear,
    attention_norm: Norm,
    up: Linear,
    down: Linear,
    norm: Norm,
}

/// An encoder of tokens.
pub(super) struct Transformer {
    config: Config,
    words: Floats,
    positions: Floats,
    types: Option<Floats>,
    /// A bias for each bucket of distances and each head.
    distances: Option<Floats>,
    norm: Norm,
    layers: Vec<Layer>,
}

impl Transformer {
    /// Finds all tensors. Their shapes are those of `config`.
    pub fn open(weights: &Weights, config: &Config) -> Result<Transformer, Error> {
        const WORDS: &str = "embeddings.word_embeddings.weight";
        let prefix = PREFIXES.iter().find(|prefix| weights.has(&format!("{prefix}{WORDS}")));
        let prefix = prefix.ok_or_else(|| weights.unusable(format_args!("it has no tensor '{WORDS}'")))?;
        let hidden = config.hidden;
        let (folder, names) = match config.family {
            Family::Bert | Family::Roberta => ("encoder", BERT),
            Family::DistilBert => ("transformer", DISTILBERT),
            Family::Mpnet => ("encoder", MPNET),
        };
        let tensor = |name: &str, rows: usize, columns: usize| weights.tensor(&format!("{prefix}{name}"), &[rows, columns]);
        let layer = |number: usize| {
            let name = |place: usize| format!("{prefix}{folder}.layer.{number}.{}", names[place]);
            let linear = |place: usize, inputs: usize, outputs: usize| Linear::open(weights, &name(place), inputs, outputs);
            Ok::<Layer, Error>(Layer {
                query: linear(0, hidden, hidden)?,
                key: linear(1, hidden, hidden)?,
                value: linear(2, hidden, hidden)?,
                output: linear(3, hidden, hidden)?,
                attention_norm: Norm::open(weights, &name(4), config)?,
                up: linear(5, hidden, config.inner)?,
                down: linear(6, config.inner, hidden)?,
                norm: Norm::open(weights, &name(7), config)?,
            })
        };
        let types = (config.types > 0).then(|| tensor("embeddings.token_type_embeddings.weight", config.types, hidden));
        let distances = (config.buckets > 0).then(|| tensor("encoder.relative_attention_bias.weight", config.buckets, config.heads));
        Ok(Transformer {
            config: config.clone(),
            words: tensor(WORDS, config.vocabulary, hidden)?,
            positions: tensor("embeddings.position_embeddings.weight", config.positions, hidden)?,
            types: types.transpose()?,
            distances: distances.transpose()?,
            norm: Norm::open(weights, &format!("{prefix}embeddings.LayerNorm"), config)?,
            layers: (0..config.layers).map(layer).collect::<Result<_, _>>()?,
        })
    }

    /// A vector of `hidden` numbers for each token. `tokens` are pairs of a token and its type; no more than the model has positions.
    pub fn run(&self, tokens: &[(u32, u32)]) -> Result<Vec<f32>, String> {
        let Config { hidden, heads, .. } = self.config;
        let (count, each) = (tokens.len(), hidden / heads);
        if count == 0 {
            return Ok(Vec::new());
        }
        let mut state = self.embed(tokens)?;
        let buckets = buckets(self.config.buckets, count);
        let (mut query, mut key, mut value) = (Vec::new(), Vec::new(), Vec::new());
        let (mut mixed, mut inner) = (vec![0.0; count * hidden], Vec::new());
        let mut shares = vec![0.0; count * count];
        for layer in &self.layers {
            layer.query.apply(&state, &mut query);
            layer.key.apply(&state, &mut key);
            layer.value.apply(&state, &mut value);
            for head in 0..heads {
                let from = head * each;
                let part = |numbers| Matrix { numbers, rows: count, columns: each, down: hidden, right: 1 };
                let keys = Matrix { rows: each, columns: count, down: 1, right: hidden, ..part(&key[from..]) };
                let bias = self.distances.as_deref().map(|table| buckets.iter().map(|bucket| table[bucket * heads + head]));
                shares.fill(0.0);
                if let Some(bias) = bias {
                    let bias: Vec<f32> = bias.collect();
                    for (from, row) in shares.chunks_exact_mut(count).enumerate() {
                        row.copy_from_slice(&bias[count - 1 - from..][..count]);
                    }
                }
                product(&mut shares, count, part(&query[from..]), keys, 1.0 / (each as f32).sqrt(), 1.0);
                softmax(&mut shares, count);
                let weights = Matrix { numbers: &shares, rows: count, columns: count, down: count, right: 1 };
                product(&mut mixed[from..], hidden, weights, part(&value[from..]), 1.0, 0.0);
            }
            layer.output.apply(&mixed, &mut inner);
            add(&mut state, &inner);
            layer.attention_norm.apply(&mut state);
            layer.up.apply(&state, &mut inner);
            self.config.activation.apply(&mut inner);
            layer.down.apply(&inner, &mut value);
            add(&mut state, &value);
            layer.norm.apply(&mut state);
        }
        Ok(state)
    }

    /// Words, positions and types, summed.
    fn embed(&self, tokens: &[(u32, u32)]) -> Result<Vec<f32>, String> {
        let Config { hidden, vocabulary, first_position, .. } = self.config;
        let row =
            |table: &'_ Floats, number: usize| -> Option<Vec<f32>> { Some(table.get(number * hidden..(number + 1) * hidden)?.to_vec()) };
        let mut state = Vec::with_capacity(tokens.len() * hidden);
        for (place, (token, kind)) in tokens.iter().enumerate() {
            let no_word = || format!("its tokenizer gives the token {token}, and it has {vocabulary} words");
            let mut sum = row(&self.words, *token as usize).ok_or_else(no_word)?;
            add(&mut sum, &row(&self.positions, first_position + place).ok_or_else(|| format!("it has no position {place}"))?);
            if let Some(types) = &self.types {
                // A model with one type has no use for what the tokenizer says.
                let kind = if self.config.types == 1 { 0 } else { *kind as usize };
                add(&mut sum, &row(types, kind).ok_or_else(|| format!("its tokenizer gives a token the type {kind}"))?);
            }
            state.extend(sum);
        }
        self.norm.apply(&mut state);
        Ok(state)
    }
}

fn add(to: &mut [f32], numbers: &[f32]) {
    to.iter_mut().zip(numbers).for_each(|(to, number)| *to += number);
}

/// Distances up to this have buckets of their own; farther ones share the last.
const FARTHEST: f32 = 128.0;

/// The bucket of each distance, from the farthest back to the farthest ahead of `count` tokens; empty without buckets.
fn buckets(buckets: usize, count: usize) -> Vec<usize> {
    let (half, exact) = (buckets / 2, buckets / 4);
    let bucket = |place: usize| {
        let distance = place.abs_diff(count - 1);
        let far = || {
            let share = (distance as f32 / exact as f32).ln() / (FARTHEST / exact as f32).ln();
            (exact + (share * (half - exact) as f32) as usize).min(half - 1)
        };
        let own = if distance < exact { distance } else { far() };
        if place >= count { own + half } else { own }
    };
    if buckets == 0 { Vec::new() } else { (0..2 * count - 1).map(bucket).collect() }
}
