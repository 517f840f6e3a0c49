//! The weights of the rules: one set for questions, one for names, one for reports. Questions: fitted (listwise softmax, L2 0.001, rounded) on two kinds of labelled queries at once, half the
//! loss each: questions that describe code, and subjects of commits with the files they changed, which do not echo file names. All from repositories that no held-out
//! figure is taken on. Both kinds still echo the code's own words and want one language: for questions that avoid the words the two cosines then got 1.4 times their fitted
//! weight and the language half of it, which costs those nothing to speak of. Reports: fitted on 300
//! reports of SWE-bench Lite, from the set for questions on, and rounded. `cw eval --fit` fits others.

use serde_json::{Map, Value, json};

use super::rules::FEATURES;
use crate::Error;
use crate::terms::Query;

/// How many features there are.
pub const COUNT: usize = FEATURES.len();

/// The greatest that `loglen` comes to: a file of 160,000 characters.
const LONGEST: f32 = 12.0;

/// The kinds of questions that have weights of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// A sentence or some words.
    #[default]
    Question,
    /// One name.
    Name,
    /// A report of several lines, with code or output in it.
    Report,
}

impl Kind {
    /// The kind of a question.
    pub fn of(query: &Query) -> Kind {
        match (query.symbol, query.report) {
            (true, _) => Kind::Name,
            (_, true) => Kind::Report,
            _ => Kind::Question,
        }
    }
}

/// A weight for each of [`FEATURES`], in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// For questions.
    pub question: [f32; COUNT],
    /// For names.
    pub name: [f32; COUNT],
    /// For reports.
    pub report: [f32; COUNT],
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            question: [1.45, 1.15, 1.4, 2.5, 2.4, 0.55, 0.3, 0.85, 0.15, 0.55, 0.0, 1.85, 1.4, 2.9, 0.7, 1.2, 1.3, 1.1],
            name: [1.8, 1.14, 1.7, 1.0, 1.83, 1.29, 1.14, 0.0, 0.8, 1.71, 0.51, 0.01, 0.8, 2.38, 1.55, 1.12, 0.0, 0.0],
            report: [2.1, 1.5, 1.9, 1.9, 2.3, 0.7, 0.0, 0.75, 0.15, 0.35, 0.0, 1.85, 0.4, 3.8, 0.65, 1.4, 1.4, 1.2],
        }
    }
}

impl Weights {
    /// From `{"question": {"FEATURE": number, ...}, "name": {...}}`; what is not named keeps its weight.
    pub fn parse(text: &str) -> Result<Weights, Error> {
        let wrong = |what: String| {
            let hint = format!("{{\"question\": {{\"{}\": 1.0}}, \"name\": {{}}}}, as cw eval --fit writes it", FEATURES[0]);
            Error::usage("S18", format!("cannot use the weights: {what}")).hint(hint)
        };
        let object: Map<String, Value> = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let mut weights = Weights::default();
        for (set, values) in &object {
            let own = match set.as_str() {
                "question" => &mut weights.question,
                "name" => &mut weights.name,
                "report" => &mut weights.report,
                other => return Err(wrong(format!("'{other}' is none of 'question', 'name' and 'report'"))),
            };
            for (feature, value) in values.as_object().ok_or_else(|| wrong(format!("'{set}' is no object")))? {
                let place = FEATURES.iter().position(|name| name == feature).ok_or_else(|| wrong(format!("no feature '{feature}'")))?;
                let number = value.as_f64().filter(|number| number.abs() <= 1000.0);
                own[place] = number.ok_or_else(|| wrong(format!("'{feature}' is no number in -1000..=1000")))? as f32;
            }
        }
        Ok(weights)
    }

    /// What [`Weights::parse`] reads, rounded to hundredths.
    pub fn to_json(&self) -> Value {
        let set = |own: &[f32; COUNT]| -> Map<String, Value> {
            let rounded = own.iter().map(|weight| json!((f64::from(*weight) * 100.0).round() / 100.0));
            FEATURES.iter().map(|name| (*name).to_owned()).zip(rounded).collect()
        };
        json!({ "question": set(&self.question), "name": set(&self.name), "report": set(&self.report) })
    }

    /// The set for a kind of query.
    pub fn of(&self, kind: Kind) -> &[f32; COUNT] {
        match kind {
            Kind::Question => &self.question,
            Kind::Name => &self.name,
            Kind::Report => &self.report,
        }
    }

    /// The weighted sum of `features`, divided by the greatest sum there can be: in 0..=1 but for the gate.
    pub(super) fn score(&self, features: &[f32; COUNT], kind: Kind) -> f64 {
        let weights = self.of(kind);
        let scale = |name: &str| if name == "loglen" { LONGEST } else { 1.0 };
        let greatest: f32 = weights.iter().zip(FEATURES).map(|(weight, name)| weight.max(0.0) * scale(name)).sum();
        let sum: f32 = weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
        f64::from(sum / greatest.max(f32::MIN_POSITIVE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_and_written() {
        let shipped = Weights::default();
        assert_eq!(Weights::parse(&shipped.to_json().to_string()).unwrap(), shipped);
        let one = Weights::parse(r#"{"name": {"prim": -2}}"#).unwrap();
        assert_eq!(one.name[FEATURES.iter().position(|name| *name == "prim").unwrap()], -2.0);
        assert_eq!(one.question, shipped.question);
        for (text, what) in [
            ("[]", "invalid type"),
            (r#"{"names": {}}"#, "'names' is none of"),
            (r#"{"name": 1}"#, "'name' is no object"),
            (r#"{"name": {"primm": 1}}"#, "no feature 'primm'"),
            (r#"{"name": {"prim": "1"}}"#, "'prim' is no number"),
            (r#"{"name": {"prim": 1e9}}"#, "'prim' is no number"),
        ] {
            let error = Weights::parse(text).unwrap_err();
            assert!(error.code == "S18" && error.message.contains(what), "{text}: {error}");
        }
    }
}
