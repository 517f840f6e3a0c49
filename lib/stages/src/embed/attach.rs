//! Plain `cw-embed`: attaches a vector to each chunk. **Streams.**

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cw_records::{Chunk, Numbers, Record, Vector};

use crate::providers::embedded::{self, Model, quantise};
use crate::{Env, Error, Stream, in_order_map};

/// How the numbers of a vector are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Base64 of bytes with one scale; what the index stores.
    I8,
    /// Base64 of 32-bit floats.
    F32,
    /// A JSON array of numbers.
    Array,
}

/// Attaches the embedded model's vector to each chunk that has none.
pub fn attach<'a>(env: &'a Env, input: Stream<'a>, format: Format) -> Stream<'a> {
    let weight = |item: &Result<Record, Error>| match item {
        Ok(Record::Chunk(chunk)) => chunk.text.len(),
        _ => 0,
    };
    Box::new(in_order_map(env, input, weight, move |item| {
        item.map(|mut record| {
            match &mut record {
                Record::Chunk(chunk) if chunk.vector.is_none() => chunk.vector = Some(vector(chunk, format)),
                Record::Header(header) => header.via.push(crate::via("embed")),
                _ => {}
            }
            record
        })
    }))
}

fn vector(chunk: &Chunk, format: Format) -> Vector {
    let floats = embedded::embed_chunk(chunk.view.as_deref().unwrap_or(&chunk.text), &chunk.path);
    let (dtype, scale, data, values) = match format {
        Format::I8 => {
            let (bytes, scale) = quantise(&floats);
            let bytes: Vec<u8> = bytes.iter().map(|byte| *byte as u8).collect();
            (Numbers::I8, Some(scale), Some(STANDARD.encode(bytes)), None)
        }
        Format::F32 => {
            let bytes: Vec<u8> = floats.iter().flat_map(|float| float.to_le_bytes()).collect();
            (Numbers::F32, None, Some(STANDARD.encode(bytes)), None)
        }
        Format::Array => (Numbers::F32, None, None, Some(floats)),
    };
    Vector { model: Model::NAME.into(), dims: Model::dims() as u32, dtype, scale, data, values }
}
