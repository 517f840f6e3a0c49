//! Settings that are no flags: what they are called, what they may be, and where a value came from.
//!
//! Values come from the environment, from the project's `cwconfig.json` and from the user's `.env`, in this order; a flag is over all of them. Who reads
//! the environment and the files is not decided here, but for the one file that belongs to a tree: a scan reads that itself, from the disk or from the revision.
//! No address and no key is ever taken from a project's file: whoever can write to a repository must not choose where its code is sent.

mod project;

use std::collections::BTreeMap;

use crate::Error;

pub use project::{FILE, Patterns, Project};

/// Where a value came from, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// A variable of the environment.
    Environment,
    /// `cwconfig.json` of the project.
    Project,
    /// The user's `.env`.
    User,
    /// Nobody said anything.
    Default,
}

impl Origin {
    /// For people.
    pub fn word(self) -> &'static str {
        match self {
            Origin::Environment => "environment",
            Origin::Project => FILE,
            Origin::User => ".env",
            Origin::Default => "default",
        }
    }
}

/// One setting with a number.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its key in `cwconfig.json`, with a dot for the object it stands in.
    pub key: &'static str,
    /// Its variable in the environment and in `.env`.
    pub variable: &'static str,
    /// Least and most; what is outside is brought to the nearest, and said.
    pub bounds: (f64, f64),
    /// What holds when nobody says anything.
    pub default: f64,
    /// False: rounded to a whole number.
    pub fraction: bool,
    /// What it does.
    pub what: &'static str,
}

const fn whole(key: &'static str, variable: &'static str, bounds: (f64, f64), default: f64, what: &'static str) -> Setting {
    Setting { key, variable, bounds, default, fraction: false, what }
}

/// The settings with a number. One table: what is not in it is not known.
pub const SETTINGS: &[Setting] = &[
    whole("indexing.maxFileSize", "CW_MAX_FILE_SIZE", (1.0, 1_073_741_824.0), 1_048_576.0, "larger files are left out (bytes)"),
    whole("chunk.maxSize", "CW_CHUNK_MAX_SIZE", (50.0, 100_000.0), 1000.0, "most characters of a chunk; as --max-chars"),
    whole("chunk.minSize", "CW_CHUNK_MIN_SIZE", (0.0, 10_000.0), 50.0, "smaller chunks are joined; as --min-chars"),
    whole("search.vectorTopK", "CW_SEARCH_VECTOR_TOP_K", (40.0, 200.0), 80.0, "files that are found by vectors, before ranking"),
    Setting {
        fraction: true,
        ..whole("search.wVec", "CW_SEARCH_WVEC", (0.0, 1.0), 0.6, "weight of what is found by vectors; as cw-fuse --weight vec=")
    },
    Setting {
        fraction: true,
        ..whole("search.wLex", "CW_SEARCH_WLEX", (0.0, 1.0), 0.4, "weight of what is found by words; as cw-fuse --weight lex=")
    },
    whole("search.rerankTopN", "CW_SEARCH_RERANK_TOP_N", (5.0, 20.0), 10.0, "files of an answer; as -k"),
    whole("search.smartMaxK", "CW_SEARCH_SMART_MAX_K", (5.0, 15.0), 15.0, "at most so many, whatever rerankTopN says"),
    whole(
        "search.importFilesPerSeed",
        "CW_SEARCH_IMPORT_FILES_PER_SEED",
        (0.0, 5.0),
        3.0,
        "imported files that are added for a hit; as cw-expand --imports",
    ),
    whole(
        "search.maxTotalChars",
        "CW_SEARCH_MAX_TOTAL_CHARS",
        (20_000.0, 80_000.0),
        48_000.0,
        "budget of --information-request; as --chars",
    ),
];

/// Names of older systems that are accepted and do nothing here, with the reason.
pub const WITHOUT_EFFECT: &[(&str, &str)] = &[
    ("CW_CHUNK_OVERLAP", "chunks tile a file; nothing overlaps"),
    ("EMBEDDINGS_WINDOW_SIZE", "texts are embedded as they come; EMBEDDINGS_BATCH_SIZE says how many at once"),
];

/// The variable with patterns that are ignored in every tree, separated by commas.
pub const IGNORE_PATTERNS: &str = "IGNORE_PATTERNS";

/// Values that were said, by key.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    values: BTreeMap<&'static str, (f64, Origin)>,
    /// Patterns of [`IGNORE_PATTERNS`].
    pub ignore: Vec<String>,
}

impl Settings {
    /// The value of `key` and where it came from.
    pub fn get(&self, key: &str) -> (f64, Origin) {
        let setting = SETTINGS.iter().find(|setting| setting.key == key);
        self.values.get(key).copied().unwrap_or((setting.map_or(0.0, |setting| setting.default), Origin::Default))
    }

    /// The value of `key` as a whole number, if somebody said one.
    pub fn said(&self, key: &str) -> Option<u64> {
        Some(self.get(key)).filter(|(_, origin)| *origin != Origin::Default).map(|(value, _)| value as u64)
    }

    /// Weights of the lists of words and of vectors, if somebody said one: the other is what is left of 1.
    pub fn weights(&self) -> Option<(f64, f64)> {
        let said = |key: &str| Some(self.get(key)).filter(|(_, origin)| *origin != Origin::Default).map(|(value, _)| value);
        let rest = |weight: f64| ((1.0 - weight) * 1e6).round() / 1e6;
        match (said("search.wLex"), said("search.wVec")) {
            (None, None) => None,
            (Some(lex), None) => Some((lex, rest(lex))),
            (None, Some(vec)) => Some((rest(vec), vec)),
            (Some(lex), Some(vec)) => Some((lex, vec)),
        }
    }

    /// What holds for `key`, for people: as [`Settings::get`], but that one weight that was said says the other.
    pub fn holds(&self, key: &str) -> (f64, Origin) {
        let origin = self.get("search.wLex").1.min(self.get("search.wVec").1);
        match (key, self.weights()) {
            ("search.wLex", Some((lex, _))) => (lex, origin),
            ("search.wVec", Some((_, vec))) => (vec, origin),
            _ => self.get(key),
        }
    }

    /// Takes `value` for `setting` unless something stronger was said. What was said of it if it had to be changed.
    pub fn take(&mut self, setting: &Setting, value: f64, origin: Origin) -> Option<String> {
        let (least, most) = setting.bounds;
        let bounded = if setting.fraction { value.clamp(least, most) } else { value.clamp(least, most).round() };
        let held = self.values.get(setting.key);
        if held.is_none_or(|(_, before)| origin <= *before) {
            self.values.insert(setting.key, (bounded, origin));
        }
        let why = if (least..=most).contains(&value) { "no whole number".to_owned() } else { format!("not within {least} to {most}") };
        (bounded != value).then(|| format!("{} ({}) is {value}, which is {why}; {bounded} is used", setting.key, origin.word()))
    }

    /// Takes a variable of the environment or a line of `.env`. Names of others are passed over; blank is not said. `Err`: it is ours and makes no sense.
    pub fn take_variable(&mut self, name: &str, text: &str, origin: Origin) -> Result<Option<String>, Error> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        if name == IGNORE_PATTERNS {
            if self.ignore.is_empty() {
                self.ignore = text.split(',').map(str::trim).filter(|pattern| !pattern.is_empty()).map(str::to_owned).collect();
            }
            return Ok(None);
        }
        let Some(setting) = SETTINGS.iter().find(|setting| setting.variable == name) else { return Ok(None) };
        let value: f64 = text.trim().parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(|| {
            Error::usage("S22", format!("{name} is '{text}', which is not a number"))
                .hint(format!("a number from {} to {}, or nothing", setting.bounds.0, setting.bounds.1))
        })?;
        Ok(self.take(setting, value, origin))
    }

    /// Takes what a project says. Its notes are those of [`Settings::take`].
    pub fn take_project(&mut self, project: &Project) -> Vec<String> {
        let known = |key: &str| SETTINGS.iter().find(|setting| setting.key == key);
        let given = project.numbers.iter().filter_map(|(key, value)| Some((known(key)?, *value)));
        given.filter_map(|(setting, value)| self.take(setting, value, Origin::Project)).collect()
    }
}

/// The name among `known` that is nearest to `name`, if one is near.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |other: &str| {
        let (left, right): (Vec<char>, Vec<char>) = (name.to_lowercase().chars().collect(), other.to_lowercase().chars().collect());
        let mut row: Vec<usize> = (0..=right.len()).collect();
        for (place, letter) in left.iter().enumerate() {
            let mut before = std::mem::replace(&mut row[0], place + 1);
            for (column, other) in right.iter().enumerate() {
                let here = row[column + 1];
                row[column + 1] = (before + usize::from(letter != other)).min(here + 1).min(row[column] + 1);
                before = here;
            }
        }
        row[right.len()]
    };
    known.map(|other| (distance(other), other)).min().filter(|(far, other)| *far * 2 <= other.len().max(2)).map(|(_, other)| other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_wins_and_what_is_out_of_range_is_said() {
        let mut settings = Settings::default();
        assert_eq!(settings.get("chunk.maxSize"), (1000.0, Origin::Default));
        assert_eq!(settings.take_variable("CW_CHUNK_MAX_SIZE", "800", Origin::Environment).unwrap(), None);
        let project = Project::parse(br#"{"chunk": {"maxSize": 20, "minSize": 30}}"#).unwrap();
        assert_eq!(settings.take_project(&project).len(), 1);
        settings.take_variable("CW_CHUNK_MIN_SIZE", "10", Origin::User).unwrap();
        assert_eq!(settings.get("chunk.maxSize"), (800.0, Origin::Environment));
        assert_eq!(settings.get("chunk.minSize"), (30.0, Origin::Project));
        let said = settings.take_variable("CW_CHUNK_MAX_SIZE", "9", Origin::Environment).unwrap().unwrap();
        assert!(said.contains("is 9, which is not within 50 to 100000; 50 is used"), "{said}");
        assert_eq!(settings.take_variable("CW_CHUNK_MAX_SIZE", "many", Origin::Environment).unwrap_err().code, "S22");
        assert_eq!(settings.take_variable("PATH", "/bin", Origin::Environment).unwrap(), None);
        settings.take_variable(IGNORE_PATTERNS, "a, b/,,", Origin::User).unwrap();
        assert_eq!(settings.ignore, ["a", "b/"]);
    }

    #[test]
    fn one_weight_says_the_other() {
        let mut settings = Settings::default();
        assert_eq!(settings.weights(), None);
        settings.take_variable("CW_SEARCH_WVEC", "0.3", Origin::Environment).unwrap();
        assert_eq!(settings.weights(), Some((0.7, 0.3)));
        assert_eq!(settings.holds("search.wLex"), (0.7, Origin::Environment));
        let said = settings.take_variable("CW_SEARCH_WLEX", "2", Origin::Environment).unwrap().unwrap();
        assert!(said.contains("1 is used"), "{said}");
        assert_eq!(settings.weights(), Some((1.0, 0.3)));
    }

    #[test]
    fn near_names() {
        assert_eq!(nearest("ignorePattern", ["includePatterns", "ignorePatterns"].into_iter()), Some("ignorePatterns"));
        assert_eq!(nearest("colour", ["includePatterns"].into_iter()), None);
    }
}
