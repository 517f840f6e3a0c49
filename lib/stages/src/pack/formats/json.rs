//! One JSON object: `query`, `results` (contexts), `faults`, `truncated`, and `degraded` if something was done without. **Barrier.** Characters that act on a terminal are escaped, as JSON
//! allows; the value is the same.

use std::io::Write;

use cw_records::{Context, Fault, Record};
use serde::Serialize;
use serde_json::Value;

use super::{Form, Rendered, Style, refused};
use crate::{Error, Stream};

pub(super) struct Json;

#[derive(Serialize, Default)]
struct Answer {
    query: Option<String>,
    results: Vec<Context>,
    faults: Vec<Fault>,
    /// The budget left hits out, or cut one.
    truncated: bool,
    /// Commands that had to do without something.
    #[serde(skip_serializing_if = "Option::is_none")]
    degraded: Option<Value>,
}

impl Form for Json {
    fn counted(&self, context: &Context, _: Style) -> String {
        context.text.clone()
    }

    fn body(&self, text: &str, _: Option<(u32, u32)>, _: Style) -> String {
        text.to_owned()
    }

    fn between(&self) -> Option<&'static str> {
        None
    }

    fn write(&self, stream: Stream<'_>, _: Style, out: &mut dyn Write) -> Result<Rendered, Error> {
        let mut rendered = Rendered::default();
        let mut answer = Answer::default();
        for record in stream {
            let record = record?;
            rendered.see(&record);
            match record {
                Record::Header(header) => answer.query = header.query,
                Record::Context(context) => {
                    answer.truncated |= context.extra.contains_key("truncated");
                    answer.results.push(context);
                }
                Record::Fault(fault) => answer.faults.push(fault),
                Record::End(end) => answer.degraded = end.extra.get("degraded").cloned().or(answer.degraded),
                _ => {}
            }
        }
        answer.truncated |= rendered.left_out > 0;
        let text = serde_json::to_string(&answer).map_err(|error| refused(error.into()))?;
        out.write_all(safe(&text).as_bytes()).and_then(|()| out.write_all(b"\n")).map_err(refused)?;
        Ok(rendered)
    }
}

/// JSON text in which nothing acts. What acts can only stand in its strings, and all of it is in the basic plane.
fn safe(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match crate::shown::acts(character) {
            true => out.push_str(&format!("\\u{:04x}", u32::from(character))),
            false => out.push(character),
        }
    }
    out
}
