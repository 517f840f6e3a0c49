//! What an index knows without ranking: its files, what they define, and where a name stands. Complete answers in a stated order, each with the total,
//! so that a limit never looks like the end.
//!
//! It leaves out questions in words (the stages answer those), writing, and every form of output.

mod definitions;
mod files;
mod qualified;
mod references;
mod symbols;
mod views;

pub use definitions::{Found, definitions};
pub use files::{FileInfo, files, languages};
pub use qualified::{Qualified, qualified};
pub use references::{Reference, References, references};
pub use symbols::{Symbol, Symbols, kinds, symbols};
pub(crate) use views::lines_of_view;

use crate::Filter;
use crate::evidence::Corpus;
use crate::{Env, Error};
use rayon::prelude::*;

/// At most so many of what was asked for, and how many there are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List<T> {
    /// The first, in order.
    pub items: Vec<T>,
    /// How many there are.
    pub total: usize,
    /// In how many files they are.
    pub files: usize,
}

impl<T> List<T> {
    /// True if there are more than are here.
    pub fn is_cut(&self) -> bool {
        self.items.len() < self.total
    }
}

/// Looks at files on the workers of `env`, in order. `look` gives what it found in a file, `limit` items at most, and how many there are.
fn gather<T: Send>(
    env: &Env,
    files: Vec<u32>,
    limit: usize,
    look: impl Fn(u32) -> Result<(Vec<T>, usize), Error> + Sync,
) -> Result<List<T>, Error> {
    let mut all = List { items: Vec::new(), total: 0, files: 0 };
    for batch in files.chunks(512) {
        env.check()?;
        let found: Result<Vec<_>, Error> = env.pool().install(|| batch.par_iter().map(|file| look(*file)).collect());
        for (items, total) in found? {
            all.total += total;
            all.files += usize::from(total > 0);
            let room = limit.saturating_sub(all.items.len());
            all.items.extend(items.into_iter().take(room));
        }
    }
    Ok(all)
}

/// Numbers of the files that pass `filter`.
fn allowed(corpus: &Corpus<'_>, filter: &Filter) -> Result<Vec<u32>, Error> {
    Ok(match filter.mask(corpus)? {
        None => (0..corpus.files).collect(),
        Some(mask) => (0..).zip(mask).filter(|(_, passes)| *passes).map(|(number, _)| number).collect(),
    })
}

/// Lines `first` to `last` (1-based) of `text`, with their ends.
fn lines_of(text: &str, first: u32, last: u32) -> &str {
    let mut ends = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
    let start = if first <= 1 { 0 } else { ends.nth(first as usize - 2).unwrap_or(text.len()) };
    let more = last.saturating_sub(first.max(1)) as usize;
    let end = ends.nth(more).unwrap_or(text.len());
    &text[start..end.max(start)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        for (first, last, want) in [(1, 1, "a\n"), (2, 3, "b\nc"), (3, 3, "c"), (3, 9, "c"), (7, 9, ""), (1, 3, "a\nb\nc"), (0, 0, "a\n")] {
            assert_eq!(lines_of("a\nb\nc", first, last), want, "{first} {last}");
        }
    }
}
