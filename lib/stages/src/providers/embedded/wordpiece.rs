//! Text to token ids, exactly as the model was trained. **Pure**; one pass over the text, no copy of it.
//!
//! The order is that of the model's `tokenizer.json`: spaces at case changes, then NFKD, accents off, lower case, words of `[a-z]` with
//! each digit alone, then greedy WordPiece. All steps but the first look at one character at a time, so they run as one scan. Checked
//! against the `tokenizers` package. Left out: `[UNK]` and `[PAD]` written in the text are plain words here, not special tokens.

use fst::raw::{CompiledAddr, Fst, Output};
use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Words with more letters than this are [`UNKNOWN`].
pub const MAX_LETTERS: usize = 40;

/// The id of a word that has no pieces.
pub const UNKNOWN: u16 = 1;

/// The id of the digit 0; the others follow.
const DIGIT_0: u16 = 2;

/// The vocabulary, as a transducer from token bytes to id.
pub(super) struct Vocabulary {
    fst: Fst<&'static [u8]>,
    /// Where words begin, and where pieces that continue a word begin (behind `##`), with the value gathered so far.
    starts: [(CompiledAddr, Output); 2],
}

impl Vocabulary {
    /// Opens a transducer; `None` if it is none.
    pub(super) fn open(bytes: &'static [u8]) -> Option<Vocabulary> {
        let fst = Fst::new(bytes).ok()?;
        let (mut node, mut value) = (fst.root(), Output::zero());
        let root = node.addr();
        for byte in *b"##" {
            let step = node.transition(node.find_input(byte)?);
            (node, value) = (fst.node(step.addr), value.cat(step.out));
        }
        let next = node.addr();
        Some(Vocabulary { fst, starts: [(root, Output::zero()), (next, value)] })
    }

    /// Longest piece that `word` begins with: its length and id.
    fn longest(&self, word: &[u8], start: (CompiledAddr, Output)) -> Option<(usize, u16)> {
        let (mut node, mut value) = (self.fst.node(start.0), start.1);
        let mut best = None;
        for (at, byte) in word.iter().enumerate() {
            let Some(input) = node.find_input(*byte) else { break };
            let step = node.transition(input);
            (node, value) = (self.fst.node(step.addr), value.cat(step.out));
            if node.is_final() {
                best = u16::try_from(value.cat(node.final_output()).value()).ok().map(|id| (at + 1, id));
            }
        }
        best
    }

    /// The pieces of a word of `[a-z]`, appended to `ids`.
    pub(super) fn pieces(&self, word: &[u8], ids: &mut Vec<u16>) {
        let before = ids.len();
        let mut rest = if word.len() > MAX_LETTERS { &[] } else { word };
        let mut start = self.starts[0];
        while !rest.is_empty() {
            let Some((length, id)) = self.longest(rest, start) else {
                ids.truncate(before);
                break;
            };
            ids.push(id);
            rest = &rest[length..];
            start = self.starts[1];
        }
        if ids.len() == before {
            ids.push(UNKNOWN);
        }
    }
}

/// Most letters of a word that is remembered, and most of its pieces.
const KEY: usize = 16;
const PIECES: usize = 7;
/// Slots of the memory, a power of two; 256 KB in all.
const SLOTS: usize = 1 << 13;

#[derive(Clone, Copy)]
struct Slot {
    key: u128,
    ids: [u16; PIECES],
    count: u16,
}

/// The reusable state of one worker: remembers the pieces of words. A new word takes the place of an old one, so it never grows.
pub(super) struct Memo {
    slots: Vec<Slot>,
    ids: Vec<u16>,
}

impl Memo {
    pub(super) fn new() -> Memo {
        Memo { slots: vec![Slot { key: 0, ids: [0; PIECES], count: 0 }; SLOTS], ids: Vec::new() }
    }

    /// Gives the ids of a word of `[a-z]` to `emit`.
    #[inline]
    fn word(&mut self, vocabulary: &Vocabulary, word: &[u8], emit: &mut impl FnMut(u16)) {
        if word.len() > KEY {
            self.ids.clear();
            vocabulary.pieces(word, &mut self.ids);
            self.ids.iter().for_each(|id| emit(*id));
            return;
        }
        let mut key = [0; KEY];
        key[..word.len()].copy_from_slice(word);
        let key = u128::from_le_bytes(key);
        let mixed = ((key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (key >> 64) as u64).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let slot = &mut self.slots[(mixed >> 48) as usize % SLOTS];
        if slot.key != key {
            self.ids.clear();
            vocabulary.pieces(word, &mut self.ids);
            if self.ids.len() > PIECES {
                self.ids.iter().for_each(|id| emit(*id));
                return;
            }
            slot.key = key;
            slot.ids[..self.ids.len()].copy_from_slice(&self.ids);
            slot.count = self.ids.len() as u16;
        }
        slot.ids[..usize::from(slot.count)].iter().for_each(|id| emit(*id));
    }
}

/// What a byte of ASCII is to the scan.
const OTHER: u8 = 0;
const LOWER: u8 = 1;
const UPPER: u8 = 2;
const DIGIT: u8 = 3;
const WIDE: u8 = 4;

const CLASS: [u8; 256] = {
    let mut table = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' => LOWER,
            b'A'..=b'Z' => UPPER,
            b'0'..=b'9' => DIGIT,
            0x80.. => WIDE,
            _ => OTHER,
        };
        byte += 1;
    }
    table
};

/// The word under way: its first letters, and how many there are.
struct Word {
    letters: [u8; MAX_LETTERS + 1],
    count: usize,
}

impl Word {
    #[inline]
    fn push(&mut self, letter: u8) {
        if self.count <= MAX_LETTERS {
            self.letters[self.count] = letter;
            self.count += 1;
        }
    }
}

/// Gives the ids of `text` to `emit`, in order.
pub(super) fn tokens(vocabulary: &Vocabulary, memo: &mut Memo, text: &str, emit: &mut impl FnMut(u16)) {
    let bytes = text.as_bytes();
    let mut word = Word { letters: [0; MAX_LETTERS + 1], count: 0 };
    let (mut at, mut before) = (0, OTHER);
    while at < bytes.len() {
        let class = CLASS[usize::from(bytes[at])];
        let ends = match class {
            LOWER => false,
            UPPER => {
                let next = bytes.get(at + 1).map_or(OTHER, |byte| CLASS[usize::from(*byte)]);
                matches!(before, LOWER | DIGIT) || (before == UPPER && next == LOWER)
            }
            WIDE => false,
            _ => true,
        };
        if ends && word.count > 0 {
            memo.word(vocabulary, &word.letters[..word.count], emit);
            word.count = 0;
        }
        before = class;
        if class == WIDE {
            let Some(wide) = text[at..].chars().next() else { break };
            at += wide.len_utf8();
            decompose_compatible(wide, |part| {
                if is_combining_mark(part) {
                    return;
                }
                for letter in part.to_lowercase() {
                    if letter.is_ascii_lowercase() {
                        word.push(letter as u8);
                        continue;
                    }
                    if word.count > 0 {
                        memo.word(vocabulary, &word.letters[..word.count], emit);
                        word.count = 0;
                    }
                    if let Some(digit) = letter.to_digit(10) {
                        emit(DIGIT_0 + digit as u16);
                    }
                }
            });
            continue;
        }
        match class {
            LOWER | UPPER => word.push(bytes[at] | 0x20),
            DIGIT => emit(DIGIT_0 + u16::from(bytes[at] - b'0')),
            _ => {}
        }
        at += 1;
    }
    if word.count > 0 {
        memo.word(vocabulary, &word.letters[..word.count], emit);
    }
}
