//! Where a list of judged hits ends. **Pure.** It works on probabilities; logits are brought to that scale first, so a cut means the same whoever judges.

/// Scores as probabilities: as they are if all lie in 0..=1, else through the logistic function, since they are logits.
pub fn probabilities(scores: &[Option<f64>]) -> Vec<Option<f64>> {
    let are_logits = scores.iter().flatten().any(|score| !(0.0..=1.0).contains(score));
    scores.iter().map(|score| score.map(|score| if are_logits { 1.0 / (1.0 + (-score).exp()) } else { score })).collect()
}

/// What to do when even the best is bad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LowConfidence {
    /// Keep the best alone.
    #[default]
    Top1,
    /// Keep nothing.
    Empty,
    /// Keep the best alone, and say so.
    Warn,
}

/// Which scores are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Cutoff {
    /// A hit below is not convincing, however bad the others are.
    pub floor: f64,
    /// A hit has at least this share of the best.
    pub ratio: f64,
    /// A hit is at most so far below the best.
    pub delta: f64,
    /// So many hits need the floor only.
    pub harbour: usize,
    /// What to do when the best is below the floor.
    pub low: LowConfidence,
}

impl Default for Cutoff {
    fn default() -> Cutoff {
        Cutoff { floor: 0.25, ratio: 0.5, delta: 0.4, harbour: 2, low: LowConfidence::Top1 }
    }
}

/// Scores that lie nearer together tell nothing apart.
const APART: f64 = 0.01;

impl Cutoff {
    /// True if `scores` (probabilities, best first) are all low and all alike, as those of a reranker that failed: nothing is to be concluded from them.
    pub fn is_blind(&self, scores: &[f64]) -> bool {
        let [best, .., worst] = scores else { return false };
        self.low == LowConfidence::Top1 && *best < self.floor && best - worst < APART
    }

    /// How many of `scores` (probabilities, best first) are kept, and whether even the best is below the floor.
    pub fn keep(&self, scores: &[f64]) -> (usize, bool) {
        let Some(best) = scores.first().copied() else { return (0, false) };
        if best < self.floor {
            return (usize::from(self.low != LowConfidence::Empty), true);
        }
        let threshold = self.floor.max(best * self.ratio).max(best - self.delta);
        let kept =
            scores.iter().enumerate().take_while(|(place, score)| **score >= if *place < self.harbour { self.floor } else { threshold });
        (kept.count(), false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_scale() {
        let given = [Some(0.2), None, Some(1.0)];
        assert_eq!(probabilities(&given), given);
        let logits = probabilities(&[Some(0.0), Some(-3.0), None, Some(4.0)]);
        assert_eq!(logits[0], Some(0.5));
        assert!(logits[1].unwrap() < 0.05 && logits[3].unwrap() > 0.98 && logits[2].is_none());
        assert_eq!(probabilities(&[Some(-1e4), Some(1e4)]), [Some(0.0), Some(1.0)]);
    }

    #[test]
    fn where_the_list_ends() {
        let cutoff = Cutoff::default();
        for (scores, want) in [
            (&[][..], (0, false)),
            (&[0.9, 0.85, 0.8], (3, false)),
            // The share of the best.
            (&[0.6, 0.5, 0.31, 0.29], (3, false)),
            // The distance from the best, which guards where the share does not.
            (&[1.0, 0.9, 0.61, 0.59], (3, false)),
            // Two are safe above the floor, none below it.
            (&[1.0, 0.3, 0.3], (2, false)),
            (&[1.0, 0.2, 0.2], (1, false)),
            (&[0.2, 0.1], (1, true)),
        ] {
            assert_eq!(cutoff.keep(scores), want, "{scores:?}");
        }
        assert!(cutoff.is_blind(&[0.0, 0.0]) && cutoff.is_blind(&[0.0067, 0.0061]));
        assert!(!cutoff.is_blind(&[0.2, 0.1]) && !cutoff.is_blind(&[0.1]) && !cutoff.is_blind(&[0.5, 0.5]));
        assert_eq!(Cutoff { low: LowConfidence::Empty, ..cutoff.clone() }.keep(&[0.2]), (0, true));
        assert_eq!(Cutoff { low: LowConfidence::Warn, ..cutoff }.keep(&[0.2, 0.1]), (1, true));
    }
}
