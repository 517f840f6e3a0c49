//! Fits the weights of the ranking to labelled questions, and says by cross-validation what that gains. **Pure**, deterministic.
//!
//! Listwise softmax (ListNet, Cao et al., "Learning to rank: from pairwise approach to listwise approach", 2007): for each question the probability that its files take under
//! `exp(weights · features)` should be on those that answer it. The loss is convex; the pull (L2) is towards the weights that one starts from, so that few questions move little. Fitted by Adam
//! (Kingma and Ba, 2015). Questions, names and reports have weights of their own.

use crate::rerank::{COUNT, Kind, Weights};

/// Steps of the fit.
const STEPS: usize = 300;
/// The length of the first steps; it falls to nothing.
const RATE: f64 = 0.05;
/// Parts of the cross-validation.
pub const FOLDS: usize = 4;

/// A question with its candidates.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// What is held out together: the tree, or the question.
    pub group: String,
    /// What kind of question it is: each has weights of its own.
    pub kind: Kind,
    /// The features of each candidate, in the order of the ranking.
    pub features: Vec<[f64; COUNT]>,
    /// The grade of each candidate; 0 if it does not answer.
    pub grades: Vec<f64>,
    /// The grades of all that answers, found or not.
    pub ideal: Vec<f64>,
}

impl Sample {
    /// nDCG of its candidates under `weights`. A question that nothing answers wants no candidates.
    pub fn ndcg(&self, weights: &Weights) -> f64 {
        if self.ideal.is_empty() {
            return f64::from(u8::from(self.features.is_empty()));
        }
        let weights = weights.of(self.kind);
        let mut scored: Vec<(f64, f64)> = self.features.iter().zip(&self.grades).map(|(row, grade)| (dot(row, weights), *grade)).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let discounted = |gains: &mut dyn Iterator<Item = f64>| {
            gains.take(super::DEPTH).zip(2u32..).map(|(gain, place)| gain / f64::from(place).log2()).sum::<f64>()
        };
        let mut ideal = self.ideal.clone();
        ideal.sort_by(|a, b| b.total_cmp(a));
        let greatest = discounted(&mut ideal.into_iter());
        if greatest > 0.0 { discounted(&mut scored.into_iter().map(|(_, grade)| grade)) / greatest } else { 0.0 }
    }
}

fn dot(row: &[f64; COUNT], weights: &[f32; COUNT]) -> f64 {
    row.iter().zip(weights).map(|(feature, weight)| feature * f64::from(*weight)).sum()
}

/// What a fit came to.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights, from all samples.
    pub weights: Weights,
    /// Mean nDCG of the weights that one started from.
    pub before: f64,
    /// Mean nDCG of the fitted weights on what they were fitted to: too good.
    pub fitted: f64,
    /// Mean nDCG of weights on samples that they were not fitted to: what to expect.
    pub validated: f64,
    /// How many groups were held out in turn.
    pub groups: usize,
}

/// Fits weights to `samples`, from `start`, with a pull towards it of `l2`. The means are over groups.
pub fn fit(samples: &[Sample], start: &Weights, l2: f64) -> Fit {
    let mut groups: Vec<&str> = samples.iter().map(|sample| sample.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    let fold = |sample: &Sample| groups.binary_search(&sample.group.as_str()).unwrap_or(0) % FOLDS;
    let mean = |of: &dyn Fn(&Sample) -> f64| {
        let by_group = groups.iter().map(|group| {
            let own: Vec<f64> = samples.iter().filter(|sample| sample.group == *group).map(of).collect();
            own.iter().sum::<f64>() / own.len().max(1) as f64
        });
        by_group.sum::<f64>() / groups.len().max(1) as f64
    };
    let held_out: Vec<Weights> = (0..FOLDS).map(|out| learn(samples.iter().filter(|sample| fold(sample) != out), start, l2)).collect();
    let weights = learn(samples.iter(), start, l2);
    Fit {
        before: mean(&|sample| sample.ndcg(start)),
        fitted: mean(&|sample| sample.ndcg(&weights)),
        validated: mean(&|sample| sample.ndcg(&held_out[fold(sample)])),
        groups: groups.len(),
        weights,
    }
}

fn learn<'a>(samples: impl Iterator<Item = &'a Sample>, start: &Weights, l2: f64) -> Weights {
    let samples: Vec<&Sample> = samples.collect();
    let of = |kind: Kind| {
        let own: Vec<&Sample> = samples.iter().copied().filter(|sample| sample.kind == kind).collect();
        descend(&own, start.of(kind), l2)
    };
    Weights { question: of(Kind::Question), name: of(Kind::Name), report: of(Kind::Report) }
}

/// Adam on the loss of `samples`.
fn descend(samples: &[&Sample], start: &[f32; COUNT], l2: f64) -> [f32; COUNT] {
    let usable: Vec<&&Sample> = samples.iter().filter(|sample| sample.grades.iter().any(|grade| *grade > 0.0)).collect();
    if usable.is_empty() {
        return *start;
    }
    let mut weights = *start;
    let (mut first, mut second) = ([0f64; COUNT], [0f64; COUNT]);
    for step in 1..=STEPS {
        let mut slope = [0f64; COUNT];
        for sample in &usable {
            add_slope(sample, &weights, &mut slope);
        }
        let rate = RATE * (1.0 - step as f64 / (STEPS + 1) as f64);
        for at in 0..COUNT {
            let own = slope[at] / usable.len() as f64 + 2.0 * l2 * f64::from(weights[at] - start[at]);
            first[at] = 0.9 * first[at] + 0.1 * own;
            second[at] = 0.999 * second[at] + 0.001 * own * own;
            let (mean, spread) = (first[at] / (1.0 - 0.9f64.powi(step as i32)), second[at] / (1.0 - 0.999f64.powi(step as i32)));
            weights[at] -= (rate * mean / (spread.sqrt() + 1e-8)) as f32;
        }
    }
    weights
}

/// Adds the slope of the loss of one question: `sum of features x (probability - share of the grades)`.
fn add_slope(sample: &Sample, weights: &[f32; COUNT], slope: &mut [f64; COUNT]) {
    let scores: Vec<f64> = sample.features.iter().map(|row| dot(row, weights)).collect();
    let most = scores.iter().copied().fold(f64::MIN, f64::max);
    let powers: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
    let (total, grades) = (powers.iter().sum::<f64>(), sample.grades.iter().sum::<f64>());
    for ((row, power), grade) in sample.features.iter().zip(powers).zip(&sample.grades) {
        let error = power / total - grade / grades;
        row.iter().zip(slope.iter_mut()).for_each(|(feature, slope)| *slope += error * feature);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Questions whose answer is the candidate with the second feature, while the first misleads.
    fn samples(count: usize) -> Vec<Sample> {
        let row = |first: f64, second: f64| std::array::from_fn(|at| [first, second].get(at).copied().unwrap_or(0.0));
        (0..count)
            .map(|number| Sample {
                group: format!("{}", number % 5),
                kind: if number % 2 == 1 { Kind::Name } else { Kind::Question },
                features: vec![row(1.0, 0.0), row(0.9, 1.0), row(0.2, 0.1)],
                grades: vec![0.0, 1.0, 0.0],
                ideal: vec![1.0],
            })
            .collect()
    }

    #[test]
    fn a_fit_learns_what_tells_the_answer() {
        let mut start = Weights::default();
        (start.question, start.name) = ([0.0; COUNT], [0.0; COUNT]);
        (start.question[0], start.name[0]) = (1.0, 1.0);
        let done = fit(&samples(40), &start, 1e-3);
        assert!(done.before < 0.7 && done.validated > 0.99 && done.fitted > 0.99, "{done:?}");
        assert!(done.weights.question[1] > 0.5 && done.weights.name[1] > 0.5);
        assert_eq!(done.groups, 5);
        // A strong pull changes nothing.
        let pulled = fit(&samples(40), &start, 1e6);
        assert!((pulled.weights.question[1]).abs() < 0.05, "{:?}", pulled.weights);
    }

    #[test]
    fn what_nothing_answers_wants_nothing() {
        let nothing = Sample::default();
        assert_eq!(nothing.ndcg(&Weights::default()), 1.0);
        let something = Sample { ideal: Vec::new(), grades: vec![0.0; 3], ..samples(1).remove(0) };
        assert_eq!(something.ndcg(&Weights::default()), 0.0);
    }

    #[test]
    fn without_answers_nothing_is_learnt() {
        let mut all = samples(8);
        all.iter_mut().for_each(|sample| sample.grades = vec![0.0; 3]);
        let done = fit(&all, &Weights::default(), 1e-3);
        assert_eq!(done.weights, Weights::default());
        assert_eq!((done.before, done.validated), (0.0, 0.0));
        assert_eq!(fit(&[], &Weights::default(), 1e-3).weights, Weights::default());
    }
}
