//! Packs a trained table into the form that is compiled in: `cargo run -p cw-stages --example model -- MODEL_DIR [OUT_DIR]`.
//!
//! Reads `model.safetensors` (`embeddings` i8 [rows, dims], `scales` f32 [rows]) and `vocab.txt` (one token a line, its id is the line
//! number from 0). Writes `cw-static-2.bin` (layout in `embed/model.rs`) and `cw-static-2.fst` (token bytes to id).

use std::error::Error;
use std::path::PathBuf;

use safetensors::{Dtype, SafeTensors};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let from = arguments.next().ok_or("usage: model MODEL_DIR [OUT_DIR]")?;
    let to = arguments.next().unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data"));

    let file = std::fs::read(from.join("model.safetensors"))?;
    let tensors = SafeTensors::deserialize(&file)?;
    let (rows, scales) = (tensors.tensor("embeddings")?, tensors.tensor("scales")?);
    let [count, dims] = *rows.shape() else { return Err("embeddings: not a table".into()) };
    if rows.dtype() != Dtype::I8 || scales.dtype() != Dtype::F32 || scales.shape() != [count] {
        return Err("want embeddings i8 [rows, dims] and scales f32 [rows]".into());
    }
    let mut table = Vec::with_capacity(16 + rows.data().len() + scales.data().len());
    table.extend_from_slice(b"cwstatic");
    table.extend_from_slice(&u32::try_from(count)?.to_le_bytes());
    table.extend_from_slice(&u32::try_from(dims)?.to_le_bytes());
    table.extend_from_slice(rows.data());
    table.extend_from_slice(scales.data()); // safetensors is little-endian
    std::fs::write(to.join("cw-static-2.bin"), table)?;

    let vocabulary = std::fs::read_to_string(from.join("vocab.txt"))?;
    let mut tokens: Vec<(&str, u64)> = vocabulary.lines().zip(0..).collect();
    if tokens.len() != count {
        return Err(format!("{} tokens for {count} rows", tokens.len()).into());
    }
    tokens.sort_unstable();
    std::fs::write(to.join("cw-static-2.fst"), fst::Map::from_iter(tokens)?.into_fst().into_inner())?;
    Ok(())
}
