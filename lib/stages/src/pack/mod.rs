//! Packs hits.
pub mod tokens;
