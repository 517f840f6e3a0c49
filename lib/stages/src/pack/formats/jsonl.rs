//! The records themselves: header, contexts, end, and what passed through.

use std::io::Write;

use cw_records::{Context, Writer};

use super::json::Json;
use super::{Form, Rendered, Style, refused};
use crate::{Error, Stream};

pub(super) struct Jsonl;

impl Form for Jsonl {
    fn counted(&self, context: &Context, style: Style) -> String {
        Json.counted(context, style)
    }

    fn body(&self, text: &str, lines: Option<(u32, u32)>, style: Style) -> String {
        Json.body(text, lines, style)
    }

    fn between(&self) -> Option<&'static str> {
        Json.between()
    }

    fn write(&self, stream: Stream<'_>, _: Style, out: &mut dyn Write) -> Result<Rendered, Error> {
        let mut rendered = Rendered::default();
        let mut writer = Writer::new(out);
        for record in stream {
            let record = record?;
            rendered.see(&record);
            writer.write(record).map_err(refused)?;
        }
        Ok(rendered)
    }
}
