//! The weights of the rules: one set for questions, one for names. Questions: fitted (listwise softmax, L2 0.001, rounded) on two kinds of labelled queries at once, half the
//! loss each: questions that describe code, and subjects of commits with the files they changed, which do not echo file names. All from repositories that no held-out
//! figure is taken on.

use super::rules::FEATURES;

/// By feature, in the order of [`FEATURES`].
const QUESTION: [f32; 18] = [1.45, 1.15, 1.4, 1.8, 1.7, 0.55, 0.3, 0.85, 0.15, 0.55, 0.0, 1.85, 1.4, 2.9, 0.7, 2.3, 1.3, 1.1];
const NAME: [f32; 18] = [1.8, 1.14, 1.7, 1.0, 1.83, 1.29, 1.14, 0.0, 0.8, 1.71, 0.51, 0.01, 0.8, 2.38, 1.55, 1.12, 0.0, 0.0];

/// The greatest that `loglen` comes to: a file of 160,000 characters.
const LONGEST: f32 = 12.0;

/// The weighted sum of `features`, divided by the greatest sum there can be: in 0..=1 but for the gate.
pub(super) fn score(features: &[f32; 18], symbol: bool) -> f64 {
    let weights = if symbol { &NAME } else { &QUESTION };
    let scale = |name: &str| if name == "loglen" { LONGEST } else { 1.0 };
    let greatest: f32 = weights.iter().zip(FEATURES).map(|(weight, name)| weight.max(0.0) * scale(name)).sum();
    let sum: f32 = weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
    f64::from(sum / greatest)
}
