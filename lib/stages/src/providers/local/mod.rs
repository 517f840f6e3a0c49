//! Models of the BERT family from a folder: encoders that make vectors, and cross-encoders that judge. **Effects**: reads the files of the folder; nothing leaves the machine.
//!
//! A folder is what sentence-transformers writes: `config.json`, `tokenizer.json`, `model.safetensors`, and perhaps `modules.json`, `1_Pooling/config.json`,
//! `sentence_bert_config.json`, `config_sentence_transformers.json`; and `centring.json`, a list of numbers that are subtracted from every vector. What it asks for that is
//! not known here is refused (S37) with the file and the value, since a vector that is nearly right is wrong. No number of a file is trusted: every tensor has the shape that
//! the configuration says, or the folder is refused.
//!
//! One text is one task on one thread, without padding, so a vector depends on its text alone, never on its neighbours or on the number of threads. Left out: training,
//! other architectures, weights in several files, downloads.

mod config;
mod encoder;
mod folder;
mod judge;
mod kernels;
mod tokens;
mod transformer;
mod weights;

pub use encoder::{Encoder, Prefixes};
pub use folder::Task;
pub use judge::CrossEncoder;

use std::path::Path;

use crate::Error;

/// What the model in `folder` is for.
pub fn task(folder: &Path) -> Result<Task, Error> {
    Ok(folder::Folder::open(folder)?.config.task)
}

/// S37: a model's folder cannot be used.
fn unusable(file: &Path, what: impl std::fmt::Display) -> Error {
    Error::usage("S37", format!("cannot use the model: '{}': {what}", file.display()))
        .hint("cw-pipeline(7), Models from a folder, says what is read and which models are known")
}
