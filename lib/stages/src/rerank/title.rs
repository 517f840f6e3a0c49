//! The first line of a report, asked as a question of its own: it says in few words what the rest says in many.

use super::rules::Rules;
use super::{Kind, Weights};
use crate::Error;
use crate::terms::{Query, analyse};

/// What the title counts, and the report the rest.
const SHARE: f64 = 0.3;
/// Words of a line that is one.
const WORDS: std::ops::RangeInclusive<usize> = 2..=40;

/// The title of `query`, if that is a report and has one.
pub(super) fn title(query: &Query) -> Option<Query> {
    let line = query.text.lines().map(str::trim).find(|line| !line.is_empty()).filter(|_| query.report)?;
    let line = line.trim_start_matches('#').trim();
    WORDS.contains(&line.split_whitespace().count()).then(|| analyse(line))
}

/// The score of a file with its share for the title, whose rules these are.
pub(super) fn mixed(title: &Rules<'_>, score: f64, file: u32, weights: &Weights) -> Result<f64, Error> {
    let features = title.features(&[file])?;
    let own = features.first().map_or(0.0, |features| weights.score(features, Kind::of(title.query)));
    Ok(score * (1.0 - SHARE) + own * SHARE)
}
