//! Terms as numbers, for whoever counts them. **Pure.** One interner a worker; numbers are given in order of first appearance.
//!
//! Stemming costs far more than looking up, so the interner remembers which terms a word gives. That memory is bounded; the terms
//! themselves stay, because their numbers are in use. Left out: merging the numbers of two interners, which is the segment builder's.

use rust_stemmers::Stemmer;

use super::words::{Piece, expand, scan, stemmer};

/// The number of a term in one [`Interner`].
pub type TermId = u32;

/// Words that are remembered, and their bytes, before the memory starts anew.
const WORDS: usize = 1 << 16;
const WORD_BYTES: usize = 4 << 20;

/// Strings in one buffer, found by an open hash table.
struct Table {
    text: String,
    /// Where a string ends, and its hash. It begins where the one before ends.
    entries: Vec<(usize, u32)>,
    /// Number of an entry + 1, or 0. A power of two, at most half full.
    slots: Vec<u32>,
}

impl Table {
    fn new() -> Table {
        Table { text: String::new(), entries: Vec::new(), slots: vec![0; 1 << 10] }
    }

    fn clear(&mut self) {
        self.text.clear();
        self.entries.clear();
        self.slots.fill(0);
    }

    fn get(&self, number: u32) -> &str {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.entries[number - 1].0 };
        &self.text[start..self.entries[number].0]
    }

    /// The number of `key`, and whether it is new.
    #[inline]
    fn intern(&mut self, key: &str) -> (u32, bool) {
        let hash = hash(key.as_bytes());
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.slots[at] {
                0 => break,
                found if self.entries[found as usize - 1].1 == hash && self.get(found - 1) == key => return (found - 1, false),
                _ => at = (at + 1) & mask,
            }
        }
        self.text.push_str(key);
        self.entries.push((self.text.len(), hash));
        let number = self.entries.len() as u32;
        self.slots[at] = number;
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
        (number - 1, true)
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        self.slots = vec![0; mask + 1];
        for ((_, hash), number) in self.entries.iter().zip(1..) {
            let mut at = *hash as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = number;
        }
    }
}

/// A fast hash for short keys; no defence against chosen ones beyond the bound on what is remembered.
#[inline]
fn hash(bytes: &[u8]) -> u32 {
    const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut state = bytes.len() as u64;
    let mut eights = bytes.chunks_exact(8);
    for eight in &mut eights {
        let mut word = [0; 8];
        word.copy_from_slice(eight);
        state = (state.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(PRIME);
    }
    let rest = eights.remainder().iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    state = (state.rotate_left(23) ^ rest).wrapping_mul(PRIME);
    (state ^ state >> 29).wrapping_mul(PRIME).wrapping_shr(32) as u32
}

/// Terms and their numbers.
pub struct Interner {
    terms: Table,
    words: Table,
    /// The terms of word `n` are `ids[ends[n - 1]..ends[n]]`.
    ends: Vec<u32>,
    ids: Vec<TermId>,
    counts: Vec<u32>,
    stemmer: Stemmer,
}

impl Default for Interner {
    fn default() -> Interner {
        Interner::new()
    }
}

impl Interner {
    /// Empty.
    pub fn new() -> Interner {
        Interner { terms: Table::new(), words: Table::new(), ends: Vec::new(), ids: Vec::new(), counts: Vec::new(), stemmer: stemmer() }
    }

    /// How many terms there are; their numbers are `0..len()`.
    pub fn len(&self) -> usize {
        self.terms.entries.len()
    }

    /// True before the first term.
    pub fn is_empty(&self) -> bool {
        self.terms.entries.is_empty()
    }

    /// The term with this number; empty if there is none.
    pub fn term(&self, id: TermId) -> &str {
        if (id as usize) < self.len() { self.terms.get(id) } else { "" }
    }

    /// The number of `term`, which is taken as it is.
    pub fn intern(&mut self, term: &str) -> TermId {
        self.terms.intern(term).0
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.forget_words();
        self.terms.clear();
        self.counts.clear();
    }

    fn forget_words(&mut self) {
        self.words.clear();
        self.ends.clear();
        self.ids.clear();
    }

    /// The terms of a piece: a range of `self.ids`, or one number.
    #[inline]
    fn piece(&mut self, piece: Piece) -> Result<std::ops::Range<usize>, TermId> {
        let word = match piece {
            Piece::Term(term) => return Err(self.terms.intern(term).0),
            Piece::Word(word) => word,
        };
        if self.ends.len() >= WORDS || self.words.text.len() >= WORD_BYTES {
            self.forget_words();
        }
        let (number, new) = self.words.intern(word);
        if new {
            let (terms, ids) = (&mut self.terms, &mut self.ids);
            expand(word, &self.stemmer, &mut |_, term| ids.push(terms.intern(term).0));
            self.ends.push(self.ids.len() as u32);
        }
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        Ok(start..self.ends[number] as usize)
    }

    /// Gives the terms of `text` to `emit`, in order.
    pub(super) fn each(&mut self, text: &str, emit: &mut dyn FnMut(&str)) {
        scan(text, &mut |piece| match self.piece(piece) {
            Ok(range) => self.ids[range].iter().for_each(|id| emit(self.terms.get(*id))),
            Err(id) => emit(self.terms.get(id)),
        });
    }
}

/// The terms of `text` with how often each occurs, by ascending number, and the sum of the counts (the length of the text in BM25). Terms are
/// those of [`tokens`](super::tokens::tokens).
pub fn term_counts(text: &str, interner: &mut Interner) -> (Vec<(TermId, u32)>, u32) {
    let (mut seen, mut total) = (Vec::new(), 0_u32);
    scan(text, &mut |piece| {
        let found = interner.piece(piece);
        interner.counts.resize(interner.terms.entries.len(), 0);
        let (single, ids) = match found {
            Ok(range) => (None, &interner.ids[range]),
            Err(id) => (Some(id), &[][..]),
        };
        for id in ids.iter().copied().chain(single) {
            let count = &mut interner.counts[id as usize];
            if *count == 0 {
                seen.push((id, 0));
            }
            *count = count.saturating_add(1);
            total = total.saturating_add(1);
        }
    });
    seen.sort_unstable();
    for (id, count) in &mut seen {
        *count = std::mem::take(&mut interner.counts[*id as usize]);
    }
    (seen, total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_the_tokens() {
        let text = "fn getUser(user_id) { user_id + 404 } // \u{65e5}\u{672c}\u{8a9e} user";
        let mut interner = Interner::new();
        interner.intern("first");
        for _ in 0..2 {
            let (counts, total) = term_counts(text, &mut interner);
            assert!(counts.is_sorted());
            assert_eq!(total, counts.iter().map(|(_, count)| count).sum::<u32>());
            let mut want = std::collections::BTreeMap::<String, u32>::new();
            Interner::new().each(text, &mut |term| *want.entry(term.into()).or_default() += 1);
            let got = counts.iter().map(|(id, count)| (interner.term(*id).to_owned(), *count)).collect();
            assert_eq!(want, got);
            assert_eq!(want["user"], 4);
        }
        assert_eq!(interner.term(u32::MAX), "");
    }

    #[test]
    fn many_words_do_not_grow_the_memory_and_keep_the_numbers() {
        let mut interner = Interner::new();
        let text: String = (0..3 * WORDS).map(|n| format!("w{n:x}q ")).collect();
        let first = term_counts(&text, &mut interner);
        assert!(interner.words.entries.len() <= WORDS && interner.ends.len() <= WORDS);
        assert_eq!(term_counts(&text, &mut interner), first);
        interner.clear();
        assert!(interner.is_empty());
        assert_eq!(term_counts("a1", &mut interner), (vec![(0, 1), (1, 1), (2, 1)], 3));
    }
}
