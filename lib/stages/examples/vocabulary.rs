//! Writes the vocabularies that `pack::tokens` counts with, from the ranks in tiktoken-rs:
//! `cargo run -p cw-stages --example vocabulary`. A test holds the committed files against [`build`].

/// The encodings, by the name of their file in `data`.
pub const NAMES: [&str; 2] = ["o200k", "cl100k"];

/// The finite-state map of token bytes to ranks.
pub fn build(name: &str) -> Vec<u8> {
    let reference = match name {
        "o200k" => tiktoken_rs::o200k_base_singleton(),
        _ => tiktoken_rs::cl100k_base_singleton(),
    };
    // Ordinary ranks have no gap; the special ones come after one.
    let mut tokens: Vec<(Vec<u8>, u64)> =
        (0..).map_while(|rank| reference.decode_bytes(&[rank]).ok().map(|token| (token, u64::from(rank)))).collect();
    tokens.sort();
    let map = fst::Map::from_iter(tokens).expect("tokens are sorted and unique");
    map.into_fst().into_inner()
}

#[allow(dead_code, reason = "the test takes this file as a module")]
fn main() -> std::io::Result<()> {
    for name in NAMES {
        std::fs::write(format!("{}/data/{name}.fst", env!("CARGO_MANIFEST_DIR")), build(name))?;
    }
    Ok(())
}
