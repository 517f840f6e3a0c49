//! What of a hit is shown if all of it is more than its share of the budget: the lines that have most of the question's words, and as many after
//! them (at the end of the hit, before them) as the share allows. A larger share shows the same lines and more.

use std::collections::HashMap;

use super::select::Candidate;
use crate::terms::{Scratch, analyse, tokens};

/// Lines that are looked at together.
const WINDOW: usize = 8;

/// Finds the lines of a hit that answer best.
pub(super) struct Excerpts {
    words: HashMap<String, usize>,
    scratch: Scratch,
}

impl Excerpts {
    /// For the words of `query`.
    pub fn of(query: &str) -> Excerpts {
        let words = analyse(query).terms.into_iter().map(|(term, _)| term).zip(0..).collect();
        Excerpts { words, scratch: Scratch::default() }
    }

    /// `whole`, or the most lines of it that `fits` accepts, but one at least.
    pub fn of_hit(&mut self, whole: &Candidate, fits: impl Fn(&Candidate) -> bool) -> Candidate {
        let lines: Vec<&str> = whole.text().split_inclusive('\n').collect();
        let start = self.start(&lines);
        let shown = |count: usize| whole.narrowed(start.min(lines.len() - count)..(start + count).min(lines.len()));
        let (mut least, mut most) = (1, lines.len());
        while least < most {
            let middle = least + (most - least).div_ceil(2);
            if fits(&shown(middle)) { least = middle } else { most = middle - 1 }
        }
        shown(least)
    }

    /// The first line of the first window that has the most words.
    fn start(&mut self, lines: &[&str]) -> usize {
        let mut found: Vec<Vec<usize>> = Vec::with_capacity(lines.len());
        for line in lines {
            let mut words = Vec::new();
            tokens(line, &mut self.scratch, &mut |term| words.extend(self.words.get(term)));
            found.push(words);
        }
        let (mut counts, mut distinct) = (vec![0u32; self.words.len()], 0);
        let (mut best, mut start) = (0, 0);
        for (last, words) in found.iter().enumerate() {
            for word in words {
                distinct += u32::from(counts[*word] == 0);
                counts[*word] += 1;
            }
            if let Some(gone) = last.checked_sub(WINDOW) {
                for word in &found[gone] {
                    counts[*word] -= 1;
                    distinct -= u32::from(counts[*word] == 0);
                }
            }
            if distinct > best {
                // The window begins at its first line with one of the words, or at the first line of all.
                let from = (last + 1).saturating_sub(WINDOW);
                (best, start) = (distinct, if from == 0 { 0 } else { (from..=last).find(|line| !found[*line].is_empty()).unwrap_or(from) });
            }
        }
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_with_the_most_words_is_found() {
        let mut excerpts = Excerpts::of("retry after the timeout");
        let lines = |text: &'static str| text.split_inclusive('\n').collect::<Vec<_>>();
        assert_eq!(excerpts.start(&lines("a\nretry\nb\n")), 0);
        let far = "x\nretry\n\n\n\n\n\n\n\n\n\n\n\n\nlet a\nretries(timeout)\nb\n";
        assert_eq!(excerpts.start(&lines(far)), 15);
        assert_eq!(excerpts.start(&lines("nothing\nof it\n")), 0);
        assert_eq!(Excerpts::of("").start(&lines("a\nb\n")), 0);
    }
}
