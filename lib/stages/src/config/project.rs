//! `cwconfig.json`: what a project says of itself. Strict, since a slip that nobody sees leaves files out.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::{SETTINGS, nearest};
use crate::Error;

/// The name of the file, at a project's root.
pub const FILE: &str = "cwconfig.json";

/// Patterns as of ignore files, each with the line of the file that it stands in.
pub type Patterns = Vec<(u32, String)>;

/// What a `cwconfig.json` says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Project {
    /// Only files that one of these matches, or that lie below a folder that does; `None`: all.
    pub include: Option<Patterns>,
    /// Not what one of these matches.
    pub ignore: Patterns,
    /// Settings with a number, by key.
    pub numbers: Vec<(String, f64)>,
}

impl Project {
    /// Reads the bytes of the file.
    pub fn parse(bytes: &[u8]) -> Result<Project, Error> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|_| bad("it is not UTF-8"))?;
        let top: Value = serde_json::from_str(text).map_err(|error| bad(&format!("it is not JSON: {error}")))?;
        serde_json::from_str::<Once>(text).map_err(|error| bad(&error.to_string()))?;
        let mut project = Project::default();
        for (name, value) in object("the whole", &top)? {
            // Editors look for a schema there.
            if name == "$schema" {
                continue;
            }
            check(name, &["indexing", "chunk", "search", "$schema"])?;
            for (inner, value) in object(name, value)? {
                let key = format!("{name}.{inner}");
                let known = SETTINGS.iter().map(|setting| setting.key).chain(["indexing.includePatterns", "indexing.ignorePatterns"]);
                check(&key, &known.collect::<Vec<_>>())?;
                match &*key {
                    "indexing.includePatterns" => project.include = Some(patterns(&key, value, text)?),
                    "indexing.ignorePatterns" => project.ignore = patterns(&key, value, text)?,
                    _ => project
                        .numbers
                        .push((key.clone(), value.as_f64().ok_or_else(|| bad(&format!("'{key}' is {value}, which is not a number")))?)),
                }
            }
        }
        // As they will hold: what is out of range is brought into it.
        let held = |key: &str, number: f64| {
            SETTINGS.iter().find(|setting| setting.key == key).map_or(number, |setting| number.clamp(setting.bounds.0, setting.bounds.1))
        };
        let said = |key: &str| project.numbers.iter().find(|(name, _)| name == key).map(|(_, number)| held(key, *number));
        if let (Some(least), Some(most)) = (said("chunk.minSize"), said("chunk.maxSize"))
            && least > most
        {
            return Err(bad(&format!("'chunk.minSize' is {least}, more than 'chunk.maxSize', which is {most}")));
        }
        Ok(project)
    }
}

/// Any JSON in which no object has a name twice: all but the last would be lost without a word.
struct Once;

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Once, D::Error> {
        deserializer.deserialize_any(Once)
    }
}

impl<'de> Visitor<'de> for Once {
    type Value = Once;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Once, A::Error> {
        let mut names = BTreeSet::new();
        while let Some((name, Once)) = map.next_entry::<String, Once>()? {
            if !names.insert(name.clone()) {
                return Err(A::Error::custom(format_args!("'{name}' is there twice")));
            }
        }
        Ok(Once)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Once, A::Error> {
        while list.next_element::<Once>()?.is_some() {}
        Ok(Once)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_str<E>(self, _: &str) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_unit<E>(self) -> Result<Once, E> {
        Ok(Once)
    }
}

fn bad(why: &str) -> Error {
    Error::usage("S22", format!("'{FILE}' cannot be used: {why}")).hint("correct the file; cw config validate looks at it again")
}

fn object<'a>(name: &str, value: &'a Value) -> Result<&'a Map<String, Value>, Error> {
    value.as_object().ok_or_else(|| bad(&format!("{name} is not an object")))
}

/// That `name` is one of `known`.
fn check(name: &str, known: &[&str]) -> Result<(), Error> {
    if known.contains(&name) {
        return Ok(());
    }
    let near = nearest(name, known.iter().copied())
        .map_or_else(|| format!("known are {}", known.join(", ")), |near| format!("did you mean '{near}'?"));
    Err(bad(&format!("'{name}' is not known; {near}")))
}

fn patterns(key: &str, value: &Value, text: &str) -> Result<Patterns, Error> {
    let wrong = || bad(&format!("'{key}' is not a list of texts"));
    let mut all = Patterns::new();
    for item in value.as_array().ok_or_else(wrong)? {
        let pattern = item.as_str().ok_or_else(wrong)?;
        if pattern.starts_with('!') {
            return Err(bad(&format!("'{pattern}' in '{key}' takes back; only .cwignore can")));
        }
        let written = item.to_string();
        let line = text.lines().position(|line| line.contains(&written)).map_or(0, |place| place as u32 + 1);
        all.push((line, pattern.to_owned()));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named() {
        for (text, wanted) in [
            ("[1]", "the whole is not an object"),
            ("{", "it is not JSON"),
            (r#"{"indexng": {}}"#, "did you mean 'indexing'?"),
            (r#"{"indexing": {"ignorePattern": []}}"#, "did you mean 'indexing.ignorePatterns'?"),
            (r#"{"indexing": {"ignorePatterns": "x"}}"#, "is not a list of texts"),
            (r#"{"indexing": {"ignorePatterns": ["!x"]}}"#, "takes back"),
            (r#"{"indexing": []}"#, "indexing is not an object"),
            (r#"{"chunk": {"maxSize": "big"}}"#, "is not a number"),
            (r#"{"embeddings": {"url": "http://x"}}"#, "is not known"),
            (r#"{"search": {"wLex": 0.5}, "search": {"wVec": 0.5}}"#, "'search' is there twice"),
            (r#"{"chunk": {"maxSize": 100, "maxSize": 200}}"#, "'maxSize' is there twice"),
            (r#"{"chunk": {"maxSize": 100, "minSize": 200}}"#, "'chunk.minSize' is 200, more than 'chunk.maxSize'"),
        ] {
            let error = Project::parse(text.as_bytes()).unwrap_err();
            assert!(error.message.contains(wanted), "{text}: {}", error.message);
        }
    }

    #[test]
    fn patterns_know_their_lines() {
        let text = "{\n \"indexing\": {\n  \"includePatterns\": [\"src/\"],\n  \"ignorePatterns\": [\n   \"gen/\",\n   \"*.log\"\n]}}";
        let project = Project::parse(text.as_bytes()).unwrap();
        assert_eq!(project.include, Some(vec![(3, "src/".into())]));
        assert_eq!(project.ignore, [(5, "gen/".to_owned()), (6, "*.log".to_owned())]);
        assert_eq!(Project::parse(b"{}").unwrap(), Project::default());
    }
}
