//! Byte-pair merging by rank, over a vocabulary that lies ready in the binary.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::LazyLock;

use fst::raw::Fst;

use super::Encoding;

/// No such token.
const NONE: u64 = u64::MAX;

/// Longest piece that is merged by scanning; a longer one takes a heap.
const SHORT: usize = 96;

/// Tokens (as bytes) to ranks, opened in place.
pub(super) struct Vocabulary(Fst<&'static [u8]>);

impl Vocabulary {
    /// The vocabulary of `encoding`. The first call reads a header, no more.
    pub(super) fn of(encoding: Encoding) -> &'static Vocabulary {
        static O200K: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::open(include_bytes!("../../../data/o200k.fst")));
        static CL100K: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::open(include_bytes!("../../../data/cl100k.fst")));
        match encoding {
            Encoding::O200k => &O200K,
            Encoding::Cl100k => &CL100K,
        }
    }

    fn open(bytes: &'static [u8]) -> Vocabulary {
        Vocabulary(Fst::new(bytes).expect("the vocabulary in the binary is whole"))
    }

    /// The rank of a token.
    #[inline]
    pub(super) fn rank(&self, token: &[u8]) -> Option<u64> {
        self.0.get(token).map(|output| output.value())
    }

    fn rank_or_none(&self, token: &[u8]) -> u64 {
        self.rank(token).unwrap_or(NONE)
    }
}

/// Memory that is used again from piece to piece.
#[derive(Default)]
pub(super) struct Scratch {
    parts: Vec<(usize, u64)>,
}

impl Scratch {
    /// How many tokens `piece` (two bytes or more) becomes.
    pub(super) fn merge(&mut self, vocabulary: &Vocabulary, piece: &[u8]) -> u64 {
        if piece.len() <= SHORT { self.scan(vocabulary, piece) } else { long(vocabulary, piece) }
    }

    /// Quadratic in the length, with a very small factor. A part is its begin and the rank of its merge with the next part.
    fn scan(&mut self, vocabulary: &Vocabulary, piece: &[u8]) -> u64 {
        let parts = &mut self.parts;
        parts.clear();
        parts.extend(piece.windows(2).enumerate().map(|(start, pair)| (start, vocabulary.rank_or_none(pair))));
        parts.extend([(piece.len() - 1, NONE), (piece.len(), NONE)]);
        loop {
            let lowest = parts.iter().enumerate().min_by_key(|(place, (_, rank))| (*rank, *place)).map(|(place, (_, rank))| (place, *rank));
            let Some((place, rank)) = lowest else { break };
            if rank == NONE {
                break;
            }
            parts.remove(place + 1);
            for changed in place.saturating_sub(1)..=place {
                let end = parts.get(changed + 2).map(|part| part.0);
                parts[changed].1 = end.map_or(NONE, |end| vocabulary.rank_or_none(&piece[parts[changed].0..end]));
            }
        }
        parts.len() as u64 - 1
    }
}

/// n log n in the length. Parts are a linked list over the places of the piece; what is stale in the heap is known by its rank.
fn long(vocabulary: &Vocabulary, piece: &[u8]) -> u64 {
    struct Part {
        before: usize,
        end: usize,
        rank: u64,
    }
    let length = piece.len();
    let mut parts: Vec<Part> = (0..length).map(|place| Part { before: place.wrapping_sub(1), end: place + 1, rank: NONE }).collect();
    let mut heap = BinaryHeap::new();
    let mut tokens = length as u64;
    for (place, pair) in piece.windows(2).enumerate() {
        if let Some(rank) = vocabulary.rank(pair) {
            parts[place].rank = rank;
            heap.push(Reverse((rank, place)));
        }
    }
    while let Some(Reverse((rank, left))) = heap.pop() {
        if parts[left].rank != rank {
            continue;
        }
        let right = parts[left].end;
        let end = parts[right].end;
        parts[right].rank = NONE;
        parts[left].end = end;
        tokens -= 1;
        if end < length {
            parts[end].before = left;
        }
        let before = parts[left].before;
        for changed in [left, before] {
            if changed >= length {
                continue;
            }
            let next = parts[changed].end;
            parts[changed].rank = if next < length { vocabulary.rank_or_none(&piece[changed..parts[next].end]) } else { NONE };
            if parts[changed].rank != NONE {
                heap.push(Reverse((parts[changed].rank, changed)));
            }
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_agree() {
        let vocabulary = Vocabulary::of(Encoding::O200k);
        for piece in ["abcabcab", "aaaaaaaaaaaaaaaa", "xqzjkvwxqzjkvw", "\u{1F600}\u{301}\u{4e2d}", "=-=-=-=======---"] {
            assert_eq!(Scratch::default().scan(vocabulary, piece.as_bytes()), long(vocabulary, piece.as_bytes()), "{piece}");
        }
    }
}
