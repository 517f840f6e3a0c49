//! `tokenizer.json`: texts to tokens, no more than a model takes. **Pure.**

use std::panic::{AssertUnwindSafe, catch_unwind};

use tokenizers::{EncodeInput, Encoding, Tokenizer, TruncationDirection, TruncationParams, TruncationStrategy};

/// Tokens of a text and their types, and whether all of them fitted.
pub(super) struct Cut {
    pub tokens: Vec<(u32, u32)>,
    pub is_whole: bool,
}

/// A tokenizer.
pub(super) struct Tokens(Tokenizer);

impl Tokens {
    /// Reads a tokenizer that gives at most `room` tokens. What the file says of padding and lengths is for other uses.
    pub fn open(bytes: &[u8], room: usize) -> Result<Tokens, String> {
        let mut tokenizer = guarded(|| Tokenizer::from_bytes(bytes))?;
        tokenizer.with_padding(None);
        let (strategy, direction) = (TruncationStrategy::LongestFirst, TruncationDirection::Right);
        let truncation = TruncationParams { max_length: room, strategy, stride: 0, direction };
        tokenizer.with_truncation(Some(truncation)).map_err(|error| error.to_string())?;
        Ok(Tokens(tokenizer))
    }

    /// With the special tokens; cut at the end if there are too many. Of a pair, the longer one is cut.
    pub fn of<'a>(&self, text: impl Into<EncodeInput<'a>> + Send) -> Result<Cut, String> {
        let encoding = self.encode(text, true)?;
        let tokens = encoding.get_ids().iter().copied().zip(encoding.get_type_ids().iter().copied()).collect();
        Ok(Cut { tokens, is_whole: encoding.get_overflowing().is_empty() })
    }

    /// How many tokens a text has, without special ones; none if it cannot be said, which [`Tokens::of`] then says.
    pub fn count(&self, text: &str) -> usize {
        let all = |encoding: Encoding| encoding.len() + encoding.get_overflowing().iter().map(Encoding::len).sum::<usize>();
        self.encode(text, false).map(all).unwrap_or_default()
    }

    /// Special tokens around a text.
    pub fn around(&self) -> Result<usize, String> {
        Ok(self.encode("", true)?.len())
    }

    fn encode<'a>(&self, text: impl Into<EncodeInput<'a>> + Send, special: bool) -> Result<Encoding, String> {
        guarded(|| self.0.encode_fast(text, special))
    }
}

/// What the library says, and what it would panic with: a file decides what it does.
fn guarded<T>(work: impl FnOnce() -> tokenizers::Result<T>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(_) => Err("it makes the tokenizer fail".into()),
    }
}
