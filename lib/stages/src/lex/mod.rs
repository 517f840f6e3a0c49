//! Lexical search.
