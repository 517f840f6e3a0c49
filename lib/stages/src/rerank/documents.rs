//! Where documents stand among code. Code answers most questions, and documents that speak of it have its words: so they have a line of their own, and few places in the list.

use std::collections::BTreeSet;

use super::rules::{Rules, feature, wanted};
use super::{COUNT, Kind, Scored};
use crate::Error;
use crate::classes::Class;

/// Where the best three documents stand: if one, were it code, had at least this share of the best code's score, then below so many files of code.
const BELOW: [&[(f64, usize)]; 3] = [&[(1.05, 2), (0.9, 3), (0.7, 5)], &[(0.9, 4), (0.7, 6)], &[(0.7, 7)]];
/// With this share a document stands where it would if it were code, even above all of it; what is about the project, or configuration and data, needs the second.
const FIRST: [f64; 2] = [1.3, 1.5];

/// Where no code has more than the first share of the words of the document that has most, that one stands before all, and with the second behind one file of code.
const SPOKEN: [f32; 2] = [0.5, 0.8];

/// The documents among the scored files, and what they stand beside.
#[derive(Default)]
pub(super) struct Documents {
    all: Vec<Document>,
    /// The greatest share of the words that code has.
    code: f32,
}

/// What a document were worth as code, and the share of the best code's score that it needs to stand before all of it.
struct Document {
    promoted: f64,
    place: usize,
    first: f64,
    /// It has most of the question's words, and may say the answer.
    speaks: bool,
}

impl Documents {
    /// Adds `file`, which is at `place` of the scored ones.
    pub(super) fn add(&mut self, rules: &Rules<'_>, file: u32, features: &[f32; COUNT], promoted: f64, place: usize) -> Result<(), Error> {
        let first = if rules.wants_code() { f64::INFINITY } else { FIRST[usize::from(!rules.is_prose(file)?)] };
        let speaks = feature(features, "bmf_max") >= 1.0 && rules.may_speak(file)?;
        self.all.push(Document { promoted, place, first, speaks });
        Ok(())
    }

    /// Looks at a file that is none. What is pointed at, or defines what is named, is what is asked for.
    pub(super) fn beside(&mut self, features: &[f32; COUNT], mention: f64) {
        let is_meant = mention > 0.0 || feature(features, "def_exact") > 0.0;
        self.code = self.code.max(if is_meant { 1.0 } else { feature(features, "bmf_max") });
    }

    /// Gives them their places among the code: the best three where they would stand if they were code, but below some of it, as [`BELOW`] says; none before all code unless
    /// no code comes near. For a name none is raised.
    pub(super) fn place(self, scored: &mut [Scored], kind: Kind) {
        let Documents { mut all, code: most } = self;
        all.sort_by(|a, b| b.promoted.total_cmp(&a.promoted).then(a.place.cmp(&b.place)));
        let places: BTreeSet<usize> = all.iter().map(|document| document.place).collect();
        let mut code: Vec<f64> = (0..scored.len()).filter(|place| !places.contains(place)).map(|place| scored[place].0).collect();
        code.sort_by(|a, b| b.total_cmp(a));
        let Some(best) = code.first().copied() else { return };
        let is_name = kind == Kind::Name;
        for (number, Document { promoted, place, first, speaks }) in all.into_iter().enumerate() {
            let own = &mut scored[place].0;
            if speaks && most <= SPOKEN[1] && kind == Kind::Question {
                *own = if most <= SPOKEN[0] { promoted.max(best + 1e-6) } else { best - 1e-6 };
                continue;
            }
            if promoted >= best * first {
                *own = if is_name { *own } else { promoted };
                continue;
            }
            let rules = BELOW.get(number).filter(|_| !is_name).copied().unwrap_or_default();
            // Just below what it must not pass: the score's last decimal, and in order among themselves.
            let below = |files: usize| code.get(files - 1).or(code.last()).map_or(promoted, |score| score - 1e-6 * (number + 1) as f64);
            *own = match rules.iter().find(|(share, _)| promoted >= best * share) {
                Some((_, files)) => promoted.min(below(*files)),
                None => own.min(below(1)),
            };
        }
    }
}

impl Rules<'_> {
    /// True if a file is a document or a configuration file, which code outweighs, unless the question asks for such.
    pub(super) fn is_document(&self, file: u32) -> Result<bool, Error> {
        let class = Class(self.corpus.file_row(file)?.class);
        let is_wanted = self.query.intent.is_some_and(|intent| class.has(wanted(intent)));
        Ok(class.has(Class(Class::DOCS.0 | Class::CONFIG.0 | Class::META.0)) && !is_wanted)
    }

    /// True if the question says that it wants code.
    pub(super) fn wants_code(&self) -> bool {
        self.query.terms.iter().any(|(term, _)| matches!(term.as_str(), "implement" | "code" | "function" | "method" | "class"))
    }

    /// True for a document that may stand before code if it has more of the question's words: nothing about the project, and no change log, which has the words of whoever
    /// wished for something.
    pub(super) fn may_speak(&self, file: u32) -> Result<bool, Error> {
        let path = self.corpus.path(file)?;
        let logs = [&b"change"[..], b"news", b"history", b"release"];
        let is_log =
            path.as_bytes().to_ascii_lowercase().split(|byte| *byte == b'/').any(|part| logs.iter().any(|log| part.starts_with(log)));
        Ok(self.is_prose(file)? && !is_log && !self.wants_code() && self.query.intent.is_none())
    }

    /// True for a document that is not about the project itself, nor configuration or data.
    pub(super) fn is_prose(&self, file: u32) -> Result<bool, Error> {
        let class = Class(self.corpus.file_row(file)?.class);
        Ok(class.has(Class::DOCS) && !class.has(Class(Class::CONFIG.0 | Class::META.0)))
    }
}
