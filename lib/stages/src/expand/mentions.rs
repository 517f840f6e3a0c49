//! Which chunks have a name in their text, by the posting lists: no text is read. Shared by E4 and E5.

use std::collections::BTreeSet;

use cw_index::{Field, LexSegment, Part};

use super::files::{FileAt, Place};
use crate::Error;
use crate::terms::{Scratch, tokens};

/// The chunks that have every term of `name`, in the order of places, at most `most`. The words of a name may stand apart in them.
pub(super) fn chunks(part: &Part<LexSegment>, name: &str, most: usize) -> Result<Vec<Place>, Error> {
    let mut terms = BTreeSet::new();
    tokens(name, &mut Scratch::default(), &mut |term| {
        terms.insert(term.to_owned());
    });
    let mut found = Vec::new();
    for (segment, number) in part.segments.iter().zip(0..) {
        let mut having: Option<Vec<u32>> = None;
        for term in &terms {
            let mut chunks = Vec::new();
            segment.postings(Field::Body, term, |chunk, _| chunks.push(chunk))?;
            having = Some(match having {
                None => chunks,
                Some(before) => before.into_iter().filter(|chunk| chunks.binary_search(chunk).is_ok()).collect(),
            });
            if having.as_ref().is_some_and(Vec::is_empty) {
                break;
            }
        }
        for chunk in having.into_iter().flatten() {
            if found.len() >= most {
                return Ok(found);
            }
            let file = segment.chunk(chunk)?.file;
            let first = segment.file(file)?.first_chunk;
            found.push(Place { file: FileAt { segment: number, file }, chunk: chunk.saturating_sub(first) });
        }
    }
    Ok(found)
}

/// How a text has `name` as a whole word: `None` not at all, `Some(true)` at least once as a call.
pub(super) fn as_call(text: &str, name: &str) -> Option<bool> {
    let is_part = |char: char| char.is_alphanumeric() || matches!(char, '_' | '$');
    let mut found = None;
    for (at, _) in text.match_indices(name) {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        if before.chars().next_back().is_some_and(is_part) || after.chars().next().is_some_and(is_part) {
            continue;
        }
        if after.trim_start_matches([' ', '!', '?']).starts_with(['(', '{']) || after.starts_with("::<") || after.starts_with('<') {
            return Some(true);
        }
        found = Some(false);
    }
    found
}

/// How many leading folders two paths share.
pub(super) fn shared(a: &[u8], b: &[u8]) -> usize {
    let folders = |path: &[u8]| path.iter().filter(|byte| **byte == b'/').count();
    let (a_parts, b_parts) = (a.split(|byte| *byte == b'/'), b.split(|byte| *byte == b'/'));
    a_parts.zip(b_parts).take(folders(a).min(folders(b))).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_words() {
        for (text, want) in [
            ("run()", Some(true)),
            ("x.run (1)", Some(true)),
            ("run::<T>()", Some(true)),
            ("run!(a)", Some(true)),
            ("use a::run;", Some(false)),
            ("rerun() run_all()", None),
            ("run; run()", Some(true)),
            ("", None),
        ] {
            assert_eq!(as_call(text, "run"), want, "{text}");
        }
    }

    #[test]
    fn folders_in_common() {
        for (a, b, want) in [("a/b/c", "a/b/d", 2), ("a/b", "a/b/c", 1), ("x", "y", 0), ("x", "x", 0), ("ab/c", "a/c", 0)] {
            assert_eq!(shared(a.as_bytes(), b.as_bytes()), want, "{a} {b}");
        }
    }
}
