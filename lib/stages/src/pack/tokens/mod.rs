//! Exact token counts in the encodings `o200k_base` and `cl100k_base`, without start-up cost.
//!
//! A text is split into pieces by a fixed pattern (`split`), and each piece is merged from bytes to tokens by rank (`merge`). The
//! counts equal those of tiktoken's `encode_ordinary`: special tokens such as `<|endoftext|>` are ordinary text. The vocabularies are
//! committed finite-state maps that are opened in place: no table is built, nothing is decompressed.
//!
//! It leaves out what counting does not need: the tokens themselves, decoding, other encodings.

mod merge;
mod split;

use std::collections::HashMap;

use merge::{Scratch, Vocabulary};

/// Which vocabulary counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Encoding {
    /// `o200k_base`: GPT-4o and later.
    #[default]
    O200k,
    /// `cl100k_base`: GPT-4, GPT-3.5, `text-embedding-3`.
    Cl100k,
}

impl Encoding {
    /// The name that people know it by.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::O200k => "o200k_base",
            Encoding::Cl100k => "cl100k_base",
        }
    }
}

/// Most different pieces that one count remembers, so that a hostile text does not fill the memory.
const REMEMBERED: usize = 1 << 16;

/// The exact number of tokens of `text`.
pub fn count(encoding: Encoding, text: &str) -> u64 {
    count_up_to(encoding, text, u64::MAX).unwrap_or(u64::MAX)
}

/// The exact number of tokens of `text`, or `None` as soon as it is known to be above `limit`.
pub fn count_up_to(encoding: Encoding, text: &str, limit: u64) -> Option<u64> {
    let vocabulary = Vocabulary::of(encoding);
    let mut scratch = Scratch::default();
    let mut known: HashMap<&str, u64> = HashMap::new();
    let mut sum = 0;
    for piece in split::pieces(encoding, text) {
        let bytes = piece.as_bytes();
        sum += if bytes.len() == 1 || vocabulary.rank(bytes).is_some() {
            1
        } else if let Some(tokens) = known.get(piece) {
            *tokens
        } else {
            let tokens = scratch.merge(vocabulary, bytes);
            if known.len() < REMEMBERED {
                known.insert(piece, tokens);
            }
            tokens
        };
        if sum > limit {
            return None;
        }
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_counts() {
        for encoding in [Encoding::O200k, Encoding::Cl100k] {
            assert_eq!(count(encoding, ""), 0);
            assert_eq!(count(encoding, "hello world"), 2);
            assert!(count(encoding, "<|endoftext|>") > 1, "special tokens are ordinary text");
        }
    }

    #[test]
    fn a_limit_is_exact() {
        let text = "fn main() { let unusual_identifier = 12345; }\n".repeat(20);
        let exact = count(Encoding::O200k, &text);
        assert_eq!(count_up_to(Encoding::O200k, &text, exact), Some(exact));
        assert_eq!(count_up_to(Encoding::O200k, &text, exact - 1), None);
        assert_eq!(count_up_to(Encoding::O200k, "", 0), Some(0));
    }
}
