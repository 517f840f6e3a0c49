//! Fields that nobody here knows: they stay on their record, byte for byte (rule 3). Numbers of any size, names that come twice, blanks and depth are kept as they were written,
//! while whoever looks a field up finds its value. It leaves out the order among known and unknown fields: unknown ones come last.

use std::fmt;
use std::ops::{Deref, DerefMut};

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// The fields, by name. What was read keeps its bytes until it is changed.
#[derive(Clone, Debug, Default)]
pub struct Extra {
    fields: Map<String, Value>,
    /// Fields whose bytes are not those of their value, in the order of the line; a name may come twice.
    written: Vec<(String, Box<RawValue>)>,
}

impl Extra {
    /// Takes in what `line` says of these fields, and of fields that have no value that a program could look at (`odd`).
    pub(crate) fn read(&mut self, line: &Fields<'_>, odd: &[&str]) {
        if self.fields.is_empty() && odd.is_empty() {
            return;
        }
        let ours = line.0.iter().filter(|(name, _)| self.fields.contains_key(name.as_str()) || odd.contains(&name.as_str()));
        let ours: Vec<_> = ours.collect();
        let is_twice = |name: &str| ours.iter().filter(|(other, _)| other == name).count() > 1;
        let print = |value: &Value| serde_json::to_string(value).unwrap_or_default();
        let differs = |name: &str, raw: &RawValue| self.fields.get(name).is_none_or(|value| print(value) != raw.get());
        let written = ours.iter().filter(|(name, raw)| is_twice(name) || differs(name, raw));
        self.written = written.map(|(name, raw)| (name.clone(), (*raw).to_owned())).collect();
    }

    /// True if the field still has the value that was read.
    fn is_unchanged(&self, name: &str) -> bool {
        let last = self.written.iter().rev().find(|(other, _)| other == name);
        let value = last.and_then(|(_, raw)| serde_json::from_str::<Value>(raw.get()).ok());
        value.is_some() && value.as_ref() == self.fields.get(name)
    }
}

impl Deref for Extra {
    type Target = Map<String, Value>;

    fn deref(&self) -> &Map<String, Value> {
        &self.fields
    }
}

impl DerefMut for Extra {
    fn deref_mut(&mut self) -> &mut Map<String, Value> {
        &mut self.fields
    }
}

impl IntoIterator for Extra {
    type Item = (String, Value);
    type IntoIter = serde_json::map::IntoIter;

    fn into_iter(self) -> serde_json::map::IntoIter {
        self.fields.into_iter()
    }
}

impl PartialEq for Extra {
    fn eq(&self, other: &Extra) -> bool {
        let raw = |extra: &Extra| -> Vec<(String, String)> {
            extra.written.iter().map(|(name, raw)| (name.clone(), raw.get().to_owned())).collect()
        };
        self.fields == other.fields && raw(self) == raw(other)
    }
}

impl Serialize for Extra {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in &self.fields {
            if self.written.iter().any(|(other, _)| other == name) && self.is_unchanged(name) {
                for (_, raw) in self.written.iter().filter(|(other, _)| other == name) {
                    map.serialize_entry(name, raw)?;
                }
            } else {
                map.serialize_entry(name, value)?;
            }
        }
        let has_no_value = |name: &String| self.written.iter().any(|(other, raw)| other == name && is_odd(raw));
        for (name, raw) in self.written.iter().filter(|(name, _)| !self.fields.contains_key(name) && has_no_value(name)) {
            map.serialize_entry(name, raw)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Extra {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Extra, D::Error> {
        Ok(Extra { fields: Map::deserialize(deserializer)?, written: Vec::new() })
    }
}

fn is_odd(raw: &RawValue) -> bool {
    serde_json::from_str::<Value>(raw.get()).is_err()
}

/// The fields of a line, as they are written.
pub(crate) struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Fields<'a> {
    /// Those of `line`; none if it is no object.
    pub(crate) fn of(line: &'a str) -> Fields<'a> {
        serde_json::from_str(line).unwrap_or(Fields(Vec::new()))
    }

    /// Names of the fields that are well written, and have no value that a program could look at: a number without end, a depth without end.
    pub(crate) fn odd(&self) -> Vec<&str> {
        self.0.iter().filter(|(_, raw)| is_odd(raw)).map(|(name, _)| name.as_str()).collect()
    }

    /// The line without some fields.
    pub(crate) fn without(&self, names: &[&str]) -> String {
        let rest = self.0.iter().filter(|(name, _)| !names.contains(&name.as_str()));
        let rest: Vec<String> = rest.map(|(name, raw)| format!("{}:{}", Value::from(name.as_str()), raw.get())).collect();
        format!("{{{}}}", rest.join(","))
    }
}

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields<'de>, D::Error> {
        struct Lines;
        impl<'de> Visitor<'de> for Lines {
            type Value = Fields<'de>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Lines)
    }
}
