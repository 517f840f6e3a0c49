//! The files of a model, read with a bound, and one hash over all of them. A missing file says what it would say if it were there, where there is a usual.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::config::Config;
use super::unusable;
use super::weights::Weights;
use crate::Error;

/// What a model is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// It makes vectors.
    Embed,
    /// It judges how well a text answers a question.
    Judge,
}

/// How the vector of a text comes from those of its tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pooling {
    /// The first token's.
    First,
    /// The mean of all.
    Mean,
}

/// A folder whose files could be read.
pub(super) struct Folder {
    pub path: PathBuf,
    /// Its last part, as the model's name.
    pub name: String,
    pub config: Config,
    pub pooling: Pooling,
    pub tokenizer: Vec<u8>,
    pub weights: Weights,
    /// Tokens of a text, at most, with the special ones.
    pub room: usize,
    /// Texts that stand before a question and before a document.
    pub prompts: (String, String),
    /// Subtracted from every vector.
    pub centring: Option<Vec<f32>>,
    /// True if texts are in lower case before they become tokens.
    pub is_lower: bool,
    /// Over the small files.
    hasher: blake3::Hasher,
}

/// Bytes of a file of settings, and of a tokenizer, at most.
const SETTINGS: u64 = 4 << 20;
const TOKENIZER: u64 = 128 << 20;

/// Tokens of one text, whatever a model allows: attention takes their square. Longer ones are split.
const TOKENS: usize = 2048;

impl Folder {
    /// Reads the small files and maps the weights.
    pub fn open(path: &Path) -> Result<Folder, Error> {
        let path = path.canonicalize().map_err(|error| unusable(path, error))?;
        let mut hasher = blake3::Hasher::new();
        let mut read = |name: &str, most: u64| {
            let bytes = bytes(&path.join(name), most)?;
            // An absent file is not an empty one.
            hasher.update(name.as_bytes()).update(&bytes.as_ref().map_or(u64::MAX, |bytes| bytes.len() as u64).to_le_bytes());
            hasher.update(bytes.as_deref().unwrap_or_default());
            Ok::<_, Error>(bytes)
        };
        let config = read("config.json", SETTINGS)?;
        let tokenizer = read("tokenizer.json", TOKENIZER)?;
        let modules = read("modules.json", SETTINGS)?;
        let pooling = read(POOLING, SETTINGS)?;
        let sentences = read(SENTENCES, SETTINGS)?;
        let prompts = read(PROMPTS, SETTINGS)?;
        let centring = read(CENTRING, SETTINGS)?;
        let at = |name: &str| path.join(name);
        let missing = |name: &str| unusable(&at(name), "there is no such file");
        let config = object(&at("config.json"), config.ok_or_else(|| missing("config.json"))?)?;
        let config = Config::read(&config).map_err(|what| unusable(&at("config.json"), what))?;
        if let Some(modules) = modules {
            known_modules(&modules).map_err(|what| unusable(&at("modules.json"), what))?;
        }
        let pooling = match pooling {
            Some(bytes) => pooling_of(&object(&at(POOLING), bytes)?).map_err(|what| unusable(&at(POOLING), what))?,
            None => Pooling::Mean,
        };
        let (mut room, mut is_lower) = (config.room().min(TOKENS), false);
        if let Some(bytes) = sentences {
            let sentences = object(&at(SENTENCES), bytes)?;
            is_lower = sentences.get("do_lower_case").is_some_and(|lower| *lower == true);
            let most = sentences.get("max_seq_length").and_then(Value::as_u64);
            room = room.min(most.map_or(TOKENS, |most| usize::try_from(most).unwrap_or(TOKENS)));
        }
        if room < 8 {
            let file = if config.room() < 8 { "config.json" } else { SENTENCES };
            return Err(unusable(&at(file), format_args!("a text may have {room} tokens, which is too few")));
        }
        let prompts = match prompts {
            Some(bytes) => prompts_of(&object(&at(PROMPTS), bytes)?),
            None => Default::default(),
        };
        let centring = centring.map(|bytes| numbers(&bytes, config.hidden).map_err(|what| unusable(&at(CENTRING), what))).transpose()?;
        let tokenizer = tokenizer.ok_or_else(|| missing("tokenizer.json"))?;
        let weights = Weights::open(&at("model.safetensors"))?;
        let name = path.file_name().map_or_else(|| "model".into(), |name| name.to_string_lossy().into_owned());
        Ok(Folder { name, config, pooling, tokenizer, weights, room, prompts, centring, is_lower, hasher, path })
    }

    /// One hash of all files that shape what it gives.
    pub fn hash(&self) -> blake3::Hash {
        self.hasher.clone().update(self.weights.bytes()).finalize()
    }
}

const POOLING: &str = "1_Pooling/config.json";
const SENTENCES: &str = "sentence_bert_config.json";
const PROMPTS: &str = "config_sentence_transformers.json";
const CENTRING: &str = "centring.json";

/// A file of no more than `most` bytes; `None` if it is not there.
fn bytes(file: &Path, most: u64) -> Result<Option<Vec<u8>>, Error> {
    use std::io::{ErrorKind, Read};
    let opened = match std::fs::metadata(file) {
        // Nothing else is opened: a pipe would wait for ever.
        Ok(meta) if !meta.is_file() => return Err(unusable(file, "it is no file")),
        Ok(_) => std::fs::File::open(file),
        Err(error) => Err(error),
    };
    let opened = match opened {
        Ok(opened) => opened,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
        Err(error) => return Err(unusable(file, error)),
    };
    let mut bytes = Vec::new();
    opened.take(most + 1).read_to_end(&mut bytes).map_err(|error| unusable(file, error))?;
    if bytes.len() as u64 > most {
        return Err(unusable(file, format_args!("it has more than {most} bytes")));
    }
    Ok(Some(bytes))
}

fn object(file: &Path, bytes: Vec<u8>) -> Result<Map<String, Value>, Error> {
    serde_json::from_slice(&bytes).map_err(|error| unusable(file, format_args!("it is no JSON object: {error}")))
}

/// A transformer, its pooling and a length of 1 are all that is known here.
fn known_modules(bytes: &[u8]) -> Result<(), String> {
    let list: Vec<Map<String, Value>> = serde_json::from_slice(bytes).map_err(|error| format!("it is no list of modules: {error}"))?;
    for module in list {
        let kind = module.get("type").and_then(Value::as_str).unwrap_or_default();
        if !["Transformer", "Pooling", "Normalize"].contains(&kind.rsplit('.').next().unwrap_or_default()) {
            return Err(format!("the module {} is not known here", Value::from(kind)));
        }
    }
    Ok(())
}

fn pooling_of(object: &Map<String, Value>) -> Result<Pooling, String> {
    let by_name = object.get("pooling_mode").and_then(Value::as_str).map(|name| vec![name.to_owned()]);
    let told = by_name.unwrap_or_else(|| {
        let on = object.iter().filter(|(name, value)| name.starts_with("pooling_mode_") && **value == true);
        on.map(|(name, _)| name["pooling_mode_".len()..].to_owned()).collect()
    });
    match told.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["cls_token" | "cls"] => Ok(Pooling::First),
        ["mean_tokens" | "mean"] => Ok(Pooling::Mean),
        [] => Err("it says no way of pooling; known: cls_token, mean_tokens".into()),
        ref others => Err(format!("it pools by {}; known: cls_token, mean_tokens", others.join(" and "))),
    }
}

/// What a model wants before a question, and before a document.
fn prompts_of(object: &Map<String, Value>) -> (String, String) {
    let of = |names: &[&str]| {
        let prompts = object.get("prompts").and_then(Value::as_object);
        let found = names.iter().find_map(|name| prompts?.get(*name)?.as_str());
        found.unwrap_or_default().to_owned()
    };
    (of(&["query"]), of(&["document", "passage"]))
}

fn numbers(bytes: &[u8], count: usize) -> Result<Vec<f32>, String> {
    let numbers: Vec<f32> = serde_json::from_slice(bytes).map_err(|error| format!("it is no list of numbers: {error}"))?;
    match numbers.len() == count && numbers.iter().all(|number| number.is_finite()) {
        true => Ok(numbers),
        false => Err(format!("it has {} numbers, not {count} that are finite", numbers.len())),
    }
}
