//! Keys that are almost a text: an automaton over a finite-state map, for slips of the pen. A key's every step keeps one row of the edit distance, so nothing is built first.
//!
//! Letters are bytes here: a letter outside of ASCII counts as the bytes of it that differ. It holds a few bytes and streams.

use fst::Automaton;

/// Most letters of difference that can be asked for.
const MOST: usize = 3;

/// Takes the keys whose Levenshtein distance to a text is small.
pub(super) struct Near<'a> {
    text: &'a [u8],
    letters: u8,
}

/// Bytes of the key that were read, and the distances of them to the beginnings of the text that are about as long: the one of `read + i - MOST` bytes at `i`.
/// Distances above the bound say so and no more.
#[derive(Clone)]
pub(super) struct Row {
    read: usize,
    distances: [u8; 2 * MOST + 1],
}

impl<'a> Near<'a> {
    /// Keys that differ from `text` in at most `letters` of its bytes, and never in more than three.
    pub(super) fn new(text: &'a str, letters: u8) -> Self {
        Near { text: text.as_bytes(), letters: letters.min(MOST as u8) }
    }

    /// The beginning of the text that place `i` of a row after `read` bytes speaks of, by its length.
    fn length(&self, read: usize, i: usize) -> Option<usize> {
        (read + i).checked_sub(MOST).filter(|length| *length <= self.text.len())
    }
}

impl Automaton for Near<'_> {
    type State = Row;

    fn start(&self) -> Row {
        let distances = std::array::from_fn(|i| self.length(0, i).map_or(u8::MAX, |length| length as u8));
        Row { read: 0, distances }
    }

    fn is_match(&self, row: &Row) -> bool {
        (0..row.distances.len()).any(|i| self.length(row.read, i) == Some(self.text.len()) && row.distances[i] <= self.letters)
    }

    fn can_match(&self, row: &Row) -> bool {
        row.distances.iter().any(|distance| *distance <= self.letters)
    }

    fn accept(&self, row: &Row, byte: u8) -> Row {
        let (read, old) = (row.read + 1, &row.distances);
        let mut distances = [u8::MAX; 2 * MOST + 1];
        for i in 0..distances.len() {
            let Some(length) = self.length(read, i) else { continue };
            let changed = match length.checked_sub(1) {
                Some(last) => old[i].saturating_add(u8::from(self.text[last] != byte)),
                None => u8::MAX,
            };
            let added = old.get(i + 1).map_or(u8::MAX, |distance| distance.saturating_add(1));
            let missing = if i == 0 { u8::MAX } else { distances[i - 1].saturating_add(1) };
            distances[i] = changed.min(added).min(missing);
        }
        Row { read, distances }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The whole table.
    fn distance(a: &[u8], b: &[u8]) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.iter().enumerate() {
            let mut diagonal = std::mem::replace(&mut row[0], i + 1);
            for (j, y) in b.iter().enumerate() {
                let best = (diagonal + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
                diagonal = std::mem::replace(&mut row[j + 1], best);
            }
        }
        row[b.len()]
    }

    #[test]
    fn what_it_takes_is_what_the_whole_table_says() {
        let mut seed = 7_u64;
        let mut dice = move |sides: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % sides
        };
        let mut taken = [0; 2];
        for _ in 0..20_000 {
            let mut word = |most: u64| -> String { (0..dice(most)).map(|_| char::from(b'a' + dice(3) as u8)).collect() };
            let (text, key) = (word(9), word(9));
            for letters in 0..=3 {
                let near = Near::new(&text, letters);
                let (mut row, mut is_open) = (near.start(), true);
                for byte in key.bytes() {
                    is_open &= near.can_match(&row);
                    row = near.accept(&row, byte);
                }
                let is_near = distance(key.as_bytes(), text.as_bytes()) <= usize::from(letters);
                assert_eq!(near.is_match(&row), is_near, "{key:?} {text:?} {letters}");
                assert!(is_open || !is_near, "{key:?} {text:?} {letters}");
                taken[usize::from(is_near)] += 1;
            }
        }
        assert!(taken.iter().all(|count| *count > 1000), "{taken:?}");
    }
}
