//! Models of no sense and a few kilobytes, written anew by each test: their weights are a function of the tensor's name, so that `reference.py` makes the same ones.

#![allow(dead_code)]

use std::path::Path;

use serde_json::{Map, Value, json};

pub const HIDDEN: usize = 32;
pub const INNER: usize = 48;
pub const LAYERS: usize = 2;
pub const HEADS: usize = 4;
pub const POSITIONS: usize = 72;

/// The words of the tokenizer: special ones, letters and digits at the beginning and within a word, signs.
pub fn words() -> Vec<String> {
    let letters: Vec<char> = ('a'..='z').chain('0'..='9').collect();
    let mut words: Vec<String> = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"].map(String::from).into();
    words.extend(letters.iter().map(char::to_string));
    words.extend(letters.iter().map(|letter| format!("##{letter}")));
    words.extend("_(){}[];:.,=<>&/+-*!?\"'".chars().map(String::from));
    words
}

fn tokenizer(second: u32) -> Value {
    let vocabulary: Map<String, Value> = words().into_iter().zip(0u32..).map(|(word, number)| (word, number.into())).collect();
    let special = |id: u32, name: &str| json!({ "id": id, "content": name, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true });
    let sign = |name: &str, kind: u32| json!({ "SpecialToken": { "id": name, "type_id": kind } });
    let text = |name: &str, kind: u32| json!({ "Sequence": { "id": name, "type_id": kind } });
    json!({
        "version": "1.0",
        // As many folders have it: for another use.
        "truncation": { "direction": "Right", "max_length": 12, "strategy": "LongestFirst", "stride": 0 },
        "padding": { "strategy": { "Fixed": 12 }, "direction": "Right", "pad_to_multiple_of": null, "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]" },
        "added_tokens": [special(0, "[PAD]"), special(1, "[UNK]"), special(2, "[CLS]"), special(3, "[SEP]"), special(4, "[MASK]")],
        "normalizer": { "type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true },
        "pre_tokenizer": { "type": "BertPreTokenizer" },
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [sign("[CLS]", 0), text("A", 0), sign("[SEP]", 0)],
            "pair": [sign("[CLS]", 0), text("A", 0), sign("[SEP]", 0), text("B", second), sign("[SEP]", second)],
            "special_tokens": {
                "[CLS]": { "id": "[CLS]", "ids": [2], "tokens": ["[CLS]"] },
                "[SEP]": { "id": "[SEP]", "ids": [3], "tokens": ["[SEP]"] },
            },
        },
        "decoder": null,
        "model": { "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": vocabulary },
    })
}

/// What `config.json` says of a family.
pub fn config(family: &str, judges: bool) -> Map<String, Value> {
    let vocabulary = words().len();
    let mut config = match family {
        "distilbert" => json!({
            "dim": HIDDEN, "hidden_dim": INNER, "n_layers": LAYERS, "n_heads": HEADS, "activation": "gelu", "sinusoidal_pos_embds": false, "pad_token_id": 0,
        }),
        _ => json!({
            "hidden_size": HIDDEN, "intermediate_size": INNER, "num_hidden_layers": LAYERS, "num_attention_heads": HEADS, "hidden_act": "gelu",
            "layer_norm_eps": 1e-5, "type_vocab_size": if family == "bert" { 2 } else { 1 }, "pad_token_id": if family == "bert" { 0 } else { 1 },
            "position_embedding_type": "absolute", "relative_attention_num_buckets": 32,
        }),
    };
    let object = config.as_object_mut().unwrap();
    object.insert("model_type".into(), family.into());
    object.insert("vocab_size".into(), vocabulary.into());
    object.insert("max_position_embeddings".into(), POSITIONS.into());
    let end = if judges { "ForSequenceClassification" } else { "Model" };
    object.insert("architectures".into(), json!([format!("Tiny{end}")]));
    if judges {
        object.insert("id2label".into(), json!({ "0": "LABEL_0" }));
    }
    object.clone()
}

/// Names and shapes of all tensors.
pub fn tensors(family: &str, judges: bool) -> Vec<(String, Vec<usize>)> {
    let mut tensors: Vec<(String, Vec<usize>)> = Vec::new();
    let prefix = if judges { format!("{family}.") } else { String::new() };
    let mut linear = |name: String, inputs: usize, outputs: usize| {
        tensors.push((format!("{name}.weight"), vec![outputs, inputs]));
        tensors.push((format!("{name}.bias"), vec![outputs]));
    };
    let distil = family == "distilbert";
    let names: [&str; 8] = match family {
        "distilbert" => [
            "attention.q_lin",
            "attention.k_lin",
            "attention.v_lin",
            "attention.out_lin",
            "sa_layer_norm",
            "ffn.lin1",
            "ffn.lin2",
            "output_layer_norm",
        ],
        "mpnet" => [
            "attention.attn.q",
            "attention.attn.k",
            "attention.attn.v",
            "attention.attn.o",
            "attention.LayerNorm",
            "intermediate.dense",
            "output.dense",
            "output.LayerNorm",
        ],
        _ => [
            "attention.self.query",
            "attention.self.key",
            "attention.self.value",
            "attention.output.dense",
            "attention.output.LayerNorm",
            "intermediate.dense",
            "output.dense",
            "output.LayerNorm",
        ],
    };
    for layer in 0..LAYERS {
        let folder = if distil { "transformer" } else { "encoder" };
        let name = |place: usize| format!("{prefix}{folder}.layer.{layer}.{}", names[place]);
        (0..4).for_each(|place| linear(name(place), HIDDEN, HIDDEN));
        linear(name(5), HIDDEN, INNER);
        linear(name(6), INNER, HIDDEN);
    }
    if judges {
        match family {
            "bert" => {
                linear("bert.pooler.dense".into(), HIDDEN, HIDDEN);
                linear("classifier".into(), HIDDEN, 1);
            }
            "distilbert" => {
                linear("pre_classifier".into(), HIDDEN, HIDDEN);
                linear("classifier".into(), HIDDEN, 1);
            }
            _ => {
                linear("classifier.dense".into(), HIDDEN, HIDDEN);
                linear("classifier.out_proj".into(), HIDDEN, 1);
            }
        }
    }
    let mut norm = |name: String| {
        tensors.push((format!("{name}.weight"), vec![HIDDEN]));
        tensors.push((format!("{name}.bias"), vec![HIDDEN]));
    };
    norm(format!("{prefix}embeddings.LayerNorm"));
    for layer in 0..LAYERS {
        let folder = if distil { "transformer" } else { "encoder" };
        [4, 7].into_iter().for_each(|place| norm(format!("{prefix}{folder}.layer.{layer}.{}", names[place])));
    }
    let mut table = |name: &str, rows: usize, columns: usize| tensors.push((format!("{prefix}{name}"), vec![rows, columns]));
    table("embeddings.word_embeddings.weight", words().len(), HIDDEN);
    table("embeddings.position_embeddings.weight", POSITIONS, HIDDEN);
    match family {
        "bert" => table("embeddings.token_type_embeddings.weight", 2, HIDDEN),
        "roberta" => table("embeddings.token_type_embeddings.weight", 1, HIDDEN),
        "mpnet" => table("encoder.relative_attention_bias.weight", 32, HEADS),
        _ => {}
    }
    tensors
}

/// The numbers of a tensor: between -0.5 and 0.5 by its name, around 1 for what scales.
pub fn numbers(name: &str, count: usize) -> Vec<f32> {
    let mut state = name.bytes().fold(2_166_136_261u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619));
    let scales = name.ends_with("weight") && (name.contains("LayerNorm") || name.contains("layer_norm"));
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 16_777_216.0 - 0.5
    };
    (0..count).map(|_| if scales { 1.0 + next() } else { next() }).collect()
}

/// How the weights of a file are stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Width {
    F32,
    F16,
    Bf16,
}

impl Width {
    fn bytes(self, number: f32) -> Vec<u8> {
        let bits = number.to_bits();
        match self {
            Width::F32 => bits.to_le_bytes().to_vec(),
            Width::Bf16 => ((bits >> 16) as u16).to_le_bytes().to_vec(),
            // Cut, not rounded; nothing here is so small or so large that it is not a normal half.
            Width::F16 => {
                let exponent = ((bits >> 23) & 0xff) as i32 - 112;
                let half = if exponent <= 0 { 0 } else { ((exponent as u32) << 10) | ((bits >> 13) & 0x3ff) };
                ((half | (bits >> 16 & 0x8000)) as u16).to_le_bytes().to_vec()
            }
        }
    }

    fn name(self) -> &'static str {
        match self {
            Width::F32 => "F32",
            Width::F16 => "F16",
            Width::Bf16 => "BF16",
        }
    }
}

/// A safetensors file: its length, its table, its numbers.
pub fn safetensors(tensors: &[(String, Vec<usize>)], width: Width) -> Vec<u8> {
    let (mut table, mut data) = (Map::new(), Vec::new());
    for (name, shape) in tensors {
        let start = data.len();
        numbers(name, shape.iter().product()).iter().for_each(|number| data.extend(width.bytes(*number)));
        table.insert(name.clone(), json!({ "dtype": width.name(), "shape": shape, "data_offsets": [start, data.len()] }));
    }
    let mut table = Value::Object(table).to_string();
    table.extend(std::iter::repeat_n(' ', table.len().next_multiple_of(8) - table.len()));
    [&(table.len() as u64).to_le_bytes()[..], table.as_bytes(), &data].concat()
}

/// Writes a model: an encoder that takes means, or a cross-encoder.
pub fn write(folder: &Path, family: &str, judges: bool) {
    std::fs::create_dir_all(folder).unwrap();
    let put = |name: &str, value: &Value| std::fs::write(folder.join(name), value.to_string()).unwrap();
    put("config.json", &config(family, judges).into());
    put("tokenizer.json", &tokenizer(u32::from(family == "bert")));
    std::fs::write(folder.join("model.safetensors"), safetensors(&tensors(family, judges), Width::F32)).unwrap();
}
