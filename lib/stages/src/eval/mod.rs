//! How good answers are: questions with the places that answer them, and the usual figures of a ranked list. **Pure**; who asks and who prints is elsewhere.
//!
//! - [`Labelled`] is a line of such a file, [`judge`] compares a ranked list with it, [`Means`] sums up.
//! - [`fit`] refits the weights of the ranking, and says by cross-validation what that gains.
//!
//! nDCG is that of Järvelin and Kekäläinen ("Cumulated gain-based evaluation of IR techniques", 2002) with the grade itself as gain: a target earns at the first result that covers it, of several
//! at one place the greatest counts, and the ideal list has all targets first.

pub mod fit;

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::Error;

/// nDCG looks at so many results.
pub const DEPTH: usize = 10;
/// Recall is told at these numbers of results.
pub const RECALL_AT: [usize; 4] = [1, 5, 10, 50];
/// Recall is told at these budgets, in tokens.
pub const BUDGETS: [u64; 4] = [500, 1000, 2000, 4000];

/// A question and the places that answer it: one line of a file.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Labelled {
    /// The question.
    pub query: String,
    /// What answers it; empty if nothing does.
    pub relevant: Vec<Target>,
    /// More that answers it; the same as `relevant`.
    #[serde(default)]
    pub secondary: Vec<Target>,
    /// The kind of question.
    #[serde(default)]
    pub category: Option<String>,
    /// The tree that it asks: a folder's name.
    #[serde(default)]
    pub repo: Option<String>,
}

/// A place that answers a question.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(from = "Written")]
pub struct Target {
    /// The file, relative to the root.
    pub path: String,
    /// First and last line (1-based); all of the file if `None`.
    pub lines: Option<(u32, u32)>,
    /// How well it answers; 1 if nothing else is said.
    pub grade: f64,
}

/// A target as it may be written.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Path(String),
    Place { path: String, lines: Option<(u32, u32)>, start_line: Option<u32>, end_line: Option<u32>, grade: Option<f64> },
}

impl From<Written> for Target {
    fn from(written: Written) -> Target {
        match written {
            Written::Path(path) => Target { path, lines: None, grade: 1.0 },
            Written::Place { path, lines, start_line, end_line, grade } => {
                Target { path, lines: lines.or(start_line.map(|first| (first, end_line.unwrap_or(first)))), grade: grade.unwrap_or(1.0) }
            }
        }
    }
}

impl Labelled {
    /// Reads a file of questions; blank lines pass.
    pub fn parse(text: &str) -> Result<Vec<Labelled>, Error> {
        let mut all = Vec::new();
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            let labelled: Labelled = serde_json::from_str(line).map_err(|error| {
                let hint = r#"a line is {"query": "...", "relevant": ["src/a.rs", {"path": "b.rs", "lines": [1, 9], "grade": 2}]}"#;
                Error::usage("S19", format!("line {number} is no labelled question: {error}")).hint(hint)
            })?;
            all.push(labelled);
        }
        Ok(all)
    }

    /// Everything that answers it.
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        self.relevant.iter().chain(&self.secondary)
    }

    /// Share of the files that answer it among `places`; 1 if it has none.
    pub fn recall<'a>(&self, places: impl IntoIterator<Item = &'a Place>) -> f64 {
        let wanted: BTreeSet<&str> = self.targets().map(|target| target.path.as_str()).collect();
        let found: BTreeSet<&str> = places.into_iter().map(|place| place.path.as_str()).filter(|path| wanted.contains(path)).collect();
        if wanted.is_empty() { 1.0 } else { found.len() as f64 / wanted.len() as f64 }
    }
}

/// A result: a piece of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place {
    /// The file.
    pub path: String,
    /// First and last line.
    pub lines: (u32, u32),
    /// What it costs to read.
    pub tokens: u64,
}

impl Target {
    /// True if a result shows some of it.
    fn is_in(&self, place: &Place) -> bool {
        self.path == place.path && self.lines.is_none_or(|(first, last)| place.lines.0 <= last && first <= place.lines.1)
    }
}

/// The figures of one ranked list; all in 0..=1 but `tokens`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// nDCG of the first [`DEPTH`] results.
    pub ndcg: f64,
    /// 1 / the rank of the first result that answers; 0 if none does.
    pub reciprocal_rank: f64,
    /// Share of the files that answer among the first [`RECALL_AT`] results.
    pub recall: [f64; RECALL_AT.len()],
    /// Share of the files that answer in what fits each of [`BUDGETS`].
    pub recall_in: [f64; BUDGETS.len()],
    /// Of the first result in the right file: 1 if it shows a line that answers. `None` if no target has lines, or no result is in its file.
    pub shown: Option<f64>,
    /// Tokens read up to the first result that answers, itself included; all if none does.
    pub tokens: f64,
}

/// Compares a ranked list, best first, with what answers the question. A question that nothing answers wants no results.
pub fn judge(labelled: &Labelled, results: &[Place]) -> Figures {
    let mut figures = Figures::default();
    let targets: Vec<&Target> = labelled.targets().collect();
    let spent = |count: usize| results[..count].iter().map(|place| place.tokens).sum::<u64>() as f64;
    if targets.is_empty() {
        let right = f64::from(u8::from(results.is_empty()));
        return Figures { ndcg: right, reciprocal_rank: right, recall: [right; 4], tokens: spent(results.len()), ..figures };
    }
    let mut gains = [0f64; DEPTH];
    for target in &targets {
        if let Some(place) = results.iter().take(DEPTH).position(|place| target.is_in(place)) {
            gains[place] = gains[place].max(target.grade);
        }
    }
    let discounted = |gains: &[f64]| gains.iter().zip(2u32..).map(|(gain, place)| gain / f64::from(place).log2()).sum::<f64>();
    let mut ideal: Vec<f64> = targets.iter().map(|target| target.grade).collect();
    ideal.sort_by(|a, b| b.total_cmp(a));
    ideal.truncate(DEPTH);
    let greatest = discounted(&ideal);
    figures.ndcg = if greatest > 0.0 { discounted(&gains) / greatest } else { 0.0 };
    let first = results.iter().position(|place| targets.iter().any(|target| target.is_in(place)));
    figures.reciprocal_rank = first.map_or(0.0, |place| 1.0 / (place + 1) as f64);
    figures.tokens = spent(first.map_or(results.len(), |place| place + 1));
    figures.recall = RECALL_AT.map(|count| labelled.recall(results.iter().take(count)));
    let spans: Vec<&&Target> = targets.iter().filter(|target| target.lines.is_some()).collect();
    let right = results.iter().find(|place| spans.iter().any(|target| target.path == place.path));
    figures.shown = right.map(|place| f64::from(u8::from(spans.iter().any(|target| target.is_in(place)))));
    figures
}

/// Means of figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Means {
    /// How many were put together.
    pub count: usize,
    /// The means.
    pub figures: Figures,
}

impl Means {
    /// The means of `all`; zeros of nothing.
    pub fn of<'a>(all: impl IntoIterator<Item = &'a Figures>) -> Means {
        let all: Vec<&Figures> = all.into_iter().collect();
        let mean = |value: &dyn Fn(&Figures) -> f64| all.iter().map(|figures| value(figures)).sum::<f64>() / all.len().max(1) as f64;
        let shown: Vec<f64> = all.iter().filter_map(|figures| figures.shown).collect();
        let figures = Figures {
            ndcg: mean(&|figures| figures.ndcg),
            reciprocal_rank: mean(&|figures| figures.reciprocal_rank),
            recall: std::array::from_fn(|at| mean(&|figures| figures.recall[at])),
            recall_in: std::array::from_fn(|at| mean(&|figures| figures.recall_in[at])),
            shown: (!shown.is_empty()).then(|| shown.iter().sum::<f64>() / shown.len() as f64),
            tokens: mean(&|figures| figures.tokens),
        };
        Means { count: all.len(), figures }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
