//! The first line of a report, asked as a question of its own: it says in few words what the rest says in many.

use super::rules::Rules;
use super::{Index, Kind, Weights};
use crate::Error;
use crate::providers::embedded::{self, Model};
use crate::terms::{Query, analyse};

/// What the title counts, and the report the rest.
const SHARE: f64 = 0.3;
/// Words of a line that is one.
const WORDS: std::ops::RangeInclusive<usize> = 2..=40;

/// The title of a report, read.
pub(super) struct Title<'a> {
    index: &'a Index<'a>,
    query: Query,
}

/// Its rules.
pub(super) struct Ready<'a>(Rules<'a>);

impl<'a> Title<'a> {
    /// The title of `query`, if that is a report and has one.
    pub(super) fn of(index: &'a Index<'a>, query: &Query) -> Result<Option<Title<'a>>, Error> {
        let line = query.text.lines().map(str::trim).find(|line| !line.is_empty()).filter(|_| query.report);
        let line = line.map(|line| line.trim_start_matches('#').trim()).filter(|line| WORDS.contains(&line.split_whitespace().count()));
        Ok(line.map(|line| Title { index, query: analyse(line) }))
    }

    /// Makes its rules ready; its vector is of the embedded model or none.
    pub(super) fn rules(&'a self) -> Result<Ready<'a>, Error> {
        let is_embedded = self.index.vectors.is_some_and(|vectors| vectors.part().manifest.part == cw_index::vec_name(Model::NAME));
        let vector = is_embedded.then(|| embedded::embed(&self.query.sense));
        Rules::new(self.index, &self.query, vector).map(Ready)
    }
}

impl Ready<'_> {
    /// The score of a file with its share for the title.
    pub(super) fn mixed(&self, score: f64, file: u32, weights: &Weights) -> Result<f64, Error> {
        let features = self.0.features(&[file])?;
        let own = features.first().map_or(0.0, |features| weights.score(features, Kind::of(self.0.query)));
        Ok(score * (1.0 - SHARE) + own * SHARE)
    }
}
