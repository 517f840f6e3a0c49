//! Cuts what is too large for one chunk: at the best border within reach, borders first, then any line, then inside a line.

use super::Options;
use super::lines::Lines;

/// A line where a chunk may begin, and how bad that is.
pub(super) type Border = (usize, usize);

/// Lines inside `(from, to)` where pieces begin, so that every piece fits if its lines do. `borders` ascend.
pub(super) fn split(lines: &Lines<'_>, from: usize, to: usize, borders: &[Border], options: &Options) -> Vec<usize> {
    let mut cuts = Vec::new();
    let mut at = from;
    let mut next = 0;
    while at < to && !lines.fits(at, to, options) && at + 1 < to {
        let mut high = lines.reach(at, options).min(to - 1);
        let low = lines.after(at, options.max_chars * 35 / 100).clamp(at + 1, high);
        // Near the end: leave enough for the last piece.
        let rest = lines.size(at, to);
        if rest < options.max_chars * 135 / 100 {
            high = high.min(lines.after(at, rest - rest * 3 / 10)).max(low);
        }
        while next < borders.len() && borders[next].0 < low {
            next += 1;
        }
        let within = borders[next..].iter().take_while(|(line, _)| *line <= high);
        let best = within.min_by_key(|(line, cost)| (*cost, usize::MAX - line)).map(|(line, _)| *line);
        let cut = best.or_else(|| (low..=high).min_by_key(|line| (lines.cost(*line), usize::MAX - line))).unwrap_or(high);
        cuts.push(cut);
        at = cut;
    }
    cuts
}

/// Byte ranges that tile `[from, to)`, none longer than the cap by much, cut on character borders and after a separator where one is near.
pub(super) fn cut_inside(text: &str, from: usize, to: usize, options: &Options) -> Vec<(usize, usize)> {
    const NEAR: usize = 128;
    let mut pieces = Vec::new();
    let mut at = from;
    while to - at > options.cap() + NEAR {
        let mut cut = at + options.cap();
        let near = &text.as_bytes()[cut.saturating_sub(NEAR).max(at)..cut];
        if let Some(place) = near.iter().rposition(|byte| matches!(byte, b' ' | b';' | b',' | b'}' | b'>')) {
            cut = cut - near.len() + place + 1;
        }
        while !text.is_char_boundary(cut) {
            cut += 1;
        }
        pieces.push((at, cut));
        at = cut;
    }
    pieces.push((at, to));
    pieces
}
