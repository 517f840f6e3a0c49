//! Plain text, for people and for pipes.

use std::io::Write;

use cw_records::Context;

use super::{Form, Rendered, Style, coloured, document, lines};
use crate::pack::show;
use crate::{Error, Stream};

pub(super) struct Text;

impl Form for Text {
    fn counted(&self, context: &Context, style: Style) -> String {
        let mut out = coloured(&show::place(context), "35", style);
        for part in [show::label(context), show::remarks(context)].iter().filter(|part| !part.is_empty()) {
            out.push(' ');
            out.push_str(part);
        }
        out.push('\n');
        out.push_str(&self.body(&context.text, show::numbers(context), style));
        out
    }

    fn body(&self, text: &str, range: Option<(u32, u32)>, style: Style) -> String {
        lines(text, range, style)
    }

    fn between(&self) -> Option<&'static str> {
        Some("\n")
    }

    fn write(&self, stream: Stream<'_>, style: Style, out: &mut dyn Write) -> Result<Rendered, Error> {
        document(self, stream, style, out)
    }
}
