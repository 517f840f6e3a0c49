//! The parameters of a tool, said once: from here come the schema that a client sees and the check of what it sends. Only what every client understands is in a
//! schema: one type each, no unions, no null, no references, always `properties`.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::reply::{Reply, Stop};

/// Most characters of a text.
const LONGEST: usize = 20_000;
/// Most characters of an item of a list.
const LONGEST_ITEM: usize = 1_000;

/// What a parameter takes.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A text that is not blank.
    Text,
    /// So many texts at most, none of them blank.
    Texts(usize),
    /// The same; one text with commas is taken for several, since models write that.
    Words(usize),
    /// A whole number in a range, and what is meant if there is none.
    Whole(u64, u64, Option<u64>),
    /// One of these words; the first if there is none.
    Choice(&'static [&'static str]),
    /// One of these words, or none.
    OneOf(&'static [&'static str]),
    /// Yes or no; no if there is none.
    Flag,
}

/// A parameter.
#[derive(Clone, Copy)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it means, for a model.
    pub about: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// True if it must be there.
    pub required: bool,
}

/// A parameter that must be there.
pub const fn must(name: &'static str, kind: Kind, about: &'static str) -> Param {
    Param { name, about, kind, required: true }
}

/// A parameter that may be left out.
pub const fn may(name: &'static str, kind: Kind, about: &'static str) -> Param {
    Param { name, about, kind, required: false }
}

impl Param {
    fn schema(&self) -> Value {
        let mut schema = match self.kind {
            Kind::Text => json!({ "type": "string", "minLength": 1, "maxLength": LONGEST }),
            Kind::Texts(most) | Kind::Words(most) => {
                json!({ "type": "array", "items": { "type": "string", "minLength": 1, "maxLength": LONGEST_ITEM }, "maxItems": most })
            }
            Kind::Whole(least, most, None) => json!({ "type": "integer", "minimum": least, "maximum": most }),
            Kind::Whole(least, most, Some(usual)) => json!({ "type": "integer", "minimum": least, "maximum": most, "default": usual }),
            Kind::OneOf(words) => json!({ "type": "string", "enum": words }),
            Kind::Choice(words) => json!({ "type": "string", "enum": words, "default": words[0] }),
            Kind::Flag => json!({ "type": "boolean", "default": false }),
        };
        schema["description"] = self.about.into();
        schema
    }

    fn check(&self, value: &Value) -> Result<Value, Stop> {
        let name = self.name;
        let wrong = |what: String| Reply::bad_argument(format!("'{name}' must be {what}"));
        match self.kind {
            Kind::Text => {
                let text = value.as_str().ok_or_else(|| wrong("a string".into()))?;
                not_blank(name, text, LONGEST)?;
                Ok(value.clone())
            }
            Kind::Texts(most) => {
                let items = value.as_array().ok_or_else(|| wrong("an array of strings".into()))?;
                if items.len() > most {
                    return Err(wrong(format!("at most {most} strings, not {}", items.len())));
                }
                for item in items {
                    let text = item.as_str().ok_or_else(|| wrong("an array of strings".into()))?;
                    not_blank(name, text, LONGEST_ITEM)?;
                }
                Ok(value.clone())
            }
            Kind::Words(most) => {
                let words = value.as_str().map(|text| text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect::<Vec<_>>());
                let list = words.filter(|words| !words.is_empty()).map_or_else(|| value.clone(), Value::from);
                Param { kind: Kind::Texts(most), ..*self }.check(&list)
            }
            Kind::Whole(least, most, _) => {
                // Some clients write whole numbers as 10.0.
                let float =
                    || value.as_f64().filter(|number| number.fract() == 0.0 && (0.0..1e15).contains(number)).map(|number| number as u64);
                let number = value.as_u64().or_else(float).filter(|number| (least..=most).contains(number));
                number.map(Value::from).ok_or_else(|| wrong(format!("a whole number from {least} to {most}, not {}", shown(value))))
            }
            Kind::Choice(words) | Kind::OneOf(words) => {
                let known = value.as_str().is_some_and(|word| words.contains(&word));
                if known { Ok(value.clone()) } else { Err(wrong(format!("one of {}, not {}", words.join(", "), shown(value)))) }
            }
            Kind::Flag => value.as_bool().map(Value::from).ok_or_else(|| wrong("true or false".into())),
        }
    }

    fn usual(&self) -> Option<Value> {
        match self.kind {
            Kind::Whole(_, _, usual) => usual.map(Value::from),
            Kind::Choice(words) => Some(words[0].into()),
            Kind::Flag => Some(false.into()),
            Kind::Text | Kind::Texts(_) | Kind::Words(_) | Kind::OneOf(_) => None,
        }
    }
}

fn not_blank(name: &str, text: &str, longest: usize) -> Result<(), Stop> {
    if text.trim().is_empty() {
        return Err(Reply::bad_argument(format!("'{name}' must not be blank")));
    }
    let length = text.chars().count();
    if length > longest {
        return Err(Reply::bad_argument(format!("'{name}' must have at most {longest} characters, not {length}")));
    }
    Ok(())
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() > 60 { format!("{}...", text.chars().take(60).collect::<String>()) } else { text }
}

/// The schema of an object with these parameters.
pub fn input(params: &[Param]) -> Arc<Map<String, Value>> {
    let properties: Map<String, Value> = params.iter().map(|param| (param.name.to_owned(), param.schema())).collect();
    let required: Vec<&str> = params.iter().filter(|param| param.required).map(|param| param.name).collect();
    Arc::new(object(properties, &required))
}

fn object(properties: Map<String, Value>, required: &[&str]) -> Map<String, Value> {
    let mut schema = Map::new();
    schema.insert("type".into(), "object".into());
    schema.insert("properties".into(), properties.into());
    schema.insert("required".into(), required.into());
    schema.insert("additionalProperties".into(), false.into());
    schema
}

/// The schema of an object in an answer, from `name:type` words; `?` after a name says that it may be missing, and `[]` after a type that it is an array.
/// Types are `string`, `integer`, `number`, `boolean`, or a word that `parts` explains.
pub fn output(words: &str, parts: &[(&str, Value)]) -> Map<String, Value> {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for word in words.split_whitespace() {
        let (name, kind) = word.split_once(':').unwrap_or((word, "string"));
        let (item, many) = kind.strip_suffix("[]").map_or((kind, false), |item| (item, true));
        let one = parts.iter().find(|(part, _)| *part == item).map_or_else(|| json!({ "type": item }), |(_, schema)| schema.clone());
        let name = name.strip_suffix('?').unwrap_or_else(|| {
            required.push(name);
            name
        });
        properties.insert(name.to_owned(), if many { json!({ "type": "array", "items": one }) } else { one });
    }
    object(properties, &required)
}

/// Checked arguments, with the usual values where none was given.
#[derive(Debug)]
pub struct Arguments(Map<String, Value>);

impl Arguments {
    /// Checks `given` against `params`. Null is the same as nothing.
    pub fn check(params: &[Param], given: Map<String, Value>) -> Result<Arguments, Stop> {
        if let Some(name) = given.keys().find(|name| !params.iter().any(|param| param.name == *name)) {
            let known: Vec<&str> = params.iter().map(|param| param.name).collect();
            let name: String = name.chars().take(60).collect();
            return Err(Reply::bad_argument(format!("there is no parameter '{name}'; there are {}", known.join(", "))));
        }
        let mut checked = Map::new();
        for param in params {
            let value = match given.get(param.name).filter(|value| !value.is_null()) {
                Some(value) => Some(param.check(value)?),
                None if param.required => return Err(Reply::bad_argument(format!("'{}' is missing", param.name))),
                None => param.usual(),
            };
            if let Some(value) = value {
                checked.insert(param.name.to_owned(), value);
            }
        }
        Ok(Arguments(checked))
    }

    /// The others.
    pub fn without(&self, name: &str) -> Arguments {
        Arguments(self.0.iter().filter(|(key, _)| *key != name).map(|(key, value)| (key.clone(), value.clone())).collect())
    }

    /// All of them as one text.
    pub fn print(&self) -> String {
        Value::Object(self.0.clone()).to_string()
    }

    /// A text, trimmed.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str).map(str::trim)
    }

    /// A path, as it was given.
    pub fn path(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// A text that must be there.
    pub fn need(&self, name: &str) -> &str {
        self.text(name).unwrap_or_default()
    }

    /// Texts, trimmed.
    pub fn texts(&self, name: &str) -> Vec<String> {
        let items = self.0.get(name).and_then(Value::as_array).into_iter().flatten();
        items.filter_map(Value::as_str).map(|item| item.trim().to_owned()).collect()
    }

    /// A number.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.0.get(name).and_then(Value::as_u64)
    }

    /// A number that has a usual value.
    pub fn count(&self, name: &str) -> usize {
        self.number(name).unwrap_or_default() as usize
    }

    /// Yes or no.
    pub fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or_default()
    }
}
