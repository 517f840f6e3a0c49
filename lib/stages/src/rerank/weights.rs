//! The weights of the rules: one for questions, one for names. Fitted on labelled queries (listwise softmax) over repositories that no test uses; the weights of the file's
//! name are halved for questions, because people who know a file's name do not ask for it.

use super::rules::FEATURES;

/// By feature, in the order of [`FEATURES`].
const QUESTION: [f32; 16] = [1.01, 1.2, 1.43, 1.96, 2.59, 0.88, -0.05, 1.09, 0.34, 0.25, 0.4, 1.0, 0.85, 3.4, 1.13, 1.73];
const NAME: [f32; 16] = [1.8, 1.14, 1.7, 1.0, 1.83, 1.29, 1.14, 0.0, 0.8, 1.71, 0.51, 0.01, 0.8, 2.38, 1.55, 1.12];

/// The greatest that `loglen` comes to: a file of 160,000 characters.
const LONGEST: f32 = 12.0;

/// The weighted sum of `features`, divided by the greatest sum there can be: in 0..=1 but for the gate.
pub(super) fn score(features: &[f32; 16], symbol: bool) -> f64 {
    let weights = if symbol { &NAME } else { &QUESTION };
    let scale = |name: &str| if name == "loglen" { LONGEST } else { 1.0 };
    let greatest: f32 = weights.iter().zip(FEATURES).map(|(weight, name)| weight.max(0.0) * scale(name)).sum();
    let sum: f32 = weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
    f64::from(sum / greatest)
}
