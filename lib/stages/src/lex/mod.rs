//! Lexical search: what a text is cut into, what a path is, what a question asks. Pure functions so far; the stage that ranks comes on top.
//!
//! [`tokens`] cuts texts into terms, [`interner`] counts them for the index, [`classes`] says what kind of file a path names, [`query`] reads a
//! question.

pub mod classes;
mod intent;
pub mod interner;

pub mod query;
pub mod tokens;
mod words;
