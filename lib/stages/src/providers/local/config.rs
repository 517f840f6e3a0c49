//! `config.json`: which transformer it is, and its sizes. **Pure.** A size that no model has is refused before anything is made of it.

use serde_json::{Map, Value};

use super::folder::Task;
use super::kernels::Activation;

/// Transformers that differ in names, in positions, and in their heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Bert,
    /// Also XLM-RoBERTa and CamemBERT.
    Roberta,
    DistilBert,
    Mpnet,
}

/// What `config.json` says, checked.
#[derive(Clone, Debug)]
pub(super) struct Config {
    pub family: Family,
    pub task: Task,
    pub vocabulary: usize,
    pub hidden: usize,
    pub layers: usize,
    pub heads: usize,
    pub inner: usize,
    pub positions: usize,
    /// Where positions begin: families that number them behind the padding begin later.
    pub first_position: usize,
    pub types: usize,
    /// Buckets of relative positions; zero without.
    pub buckets: usize,
    pub activation: Activation,
    pub epsilon: f32,
}

impl Config {
    /// Tokens that a text may have with the special ones.
    pub fn room(&self) -> usize {
        self.positions.saturating_sub(self.first_position)
    }

    /// Reads what `object` says; `Err` quotes what is not known here.
    pub fn read(object: &Map<String, Value>) -> Result<Config, String> {
        let family = match object.get("model_type").and_then(Value::as_str) {
            Some("bert") => Family::Bert,
            Some("roberta" | "xlm-roberta" | "camembert") => Family::Roberta,
            Some("distilbert") => Family::DistilBert,
            Some("mpnet") => Family::Mpnet,
            _ => return Err(unknown(object, "model_type", "bert, roberta, xlm-roberta, camembert, distilbert and mpnet")),
        };
        if object.get("position_embedding_type").is_some_and(|kind| kind != "absolute" && !kind.is_null()) {
            return Err(unknown(object, "position_embedding_type", "absolute"));
        }
        for name in ["is_decoder", "add_cross_attention", "sinusoidal_pos_embds"] {
            if object.get(name).is_some_and(|value| value == true) {
                return Err(unknown(object, name, "false"));
            }
        }
        let distil = family == Family::DistilBert;
        let name = |usual: &'static str, other: &'static str| if distil { other } else { usual };
        let activation = name("hidden_act", "activation");
        let activation = object
            .get(activation)
            .map_or(Some(Activation::Gelu), |value| Activation::by_name(value.as_str()?))
            .ok_or_else(|| unknown(object, activation, "gelu, gelu_new, gelu_pytorch_tanh and relu"))?;
        let number = |name: &str, usual: Option<u64>, most: u64| number(object, name, usual, most);
        let hidden = number(name("hidden_size", "dim"), None, 1 << 14)?;
        let heads = number(name("num_attention_heads", "n_heads"), None, 1 << 10)?;
        if hidden % heads != 0 {
            return Err(format!("{hidden} numbers of a token cannot be shared by {heads} heads"));
        }
        let usual = if family == Family::Roberta { 1e-5 } else { 1e-12 };
        let epsilon = object.get("layer_norm_eps").map_or(Some(usual), Value::as_f64).filter(|epsilon| *epsilon > 0.0 && *epsilon < 1.0);
        let is_behind_padding = matches!(family, Family::Roberta | Family::Mpnet);
        let padding = object.get("pad_token_id").map_or(Some(1), Value::as_u64).filter(|padding| *padding < 1 << 10);
        let padding = padding.ok_or_else(|| unknown(object, "pad_token_id", "the number of a token"))?;
        Ok(Config {
            family,
            task: task(object)?,
            vocabulary: number("vocab_size", None, 1 << 22)?,
            hidden,
            layers: number(name("num_hidden_layers", "n_layers"), None, 1 << 8)?,
            heads,
            inner: number(name("intermediate_size", "hidden_dim"), None, 1 << 16)?,
            positions: number("max_position_embeddings", None, 1 << 17)?,
            first_position: if is_behind_padding { padding as usize + 1 } else { 0 },
            types: match family {
                Family::Bert => number("type_vocab_size", Some(2), 1 << 10)?,
                Family::Roberta => number("type_vocab_size", Some(1), 1 << 10)?,
                Family::DistilBert | Family::Mpnet => 0,
            },
            buckets: match family {
                // Two directions, and near and far in each.
                Family::Mpnet if number("relative_attention_num_buckets", Some(32), 256)? < 4 => {
                    return Err(unknown(object, "relative_attention_num_buckets", "a number from 4 to 256"));
                }
                Family::Mpnet => number("relative_attention_num_buckets", Some(32), 256)?,
                _ => 0,
            },
            activation,
            epsilon: epsilon.ok_or_else(|| unknown(object, "layer_norm_eps", "a number between 0 and 1"))? as f32,
        })
    }
}

fn task(object: &Map<String, Value>) -> Result<Task, String> {
    let architectures = object.get("architectures").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    if !architectures.iter().filter_map(Value::as_str).any(|name| name.ends_with("ForSequenceClassification")) {
        return Ok(Task::Embed);
    }
    let labels = object.get("id2label").and_then(Value::as_object).map(|labels| labels.len() as u64);
    match labels.or_else(|| object.get("num_labels")?.as_u64()).unwrap_or(2) {
        1 => Ok(Task::Judge),
        labels => Err(format!("it sorts texts into {labels} kinds; a cross-encoder has one label")),
    }
}

fn unknown(object: &Map<String, Value>, name: &str, known: &str) -> String {
    match object.get(name) {
        Some(value) => format!("\"{name}\" is {}; known: {known}", beginning(value)),
        None => format!("it has no \"{name}\"; known: {known}"),
    }
}

/// A value as JSON, not longer than a line.
fn beginning(value: &Value) -> String {
    let text = value.to_string();
    let end = text.char_indices().nth(60).map_or(text.len(), |(end, _)| end);
    text[..end].to_owned()
}

fn number(object: &Map<String, Value>, name: &str, usual: Option<u64>, most: u64) -> Result<usize, String> {
    let found = match object.get(name) {
        Some(value) => value.as_u64(),
        None => usual,
    };
    let within = found.filter(|number| (1..=most).contains(number)).and_then(|number| usize::try_from(number).ok());
    within.ok_or_else(|| unknown(object, name, &format!("a number from 1 to {most}")))
}
