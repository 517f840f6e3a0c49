//! XML: an element for each context, with the place and the names as attributes and the code as its text. Contents are escaped, so that none can close its element or begin
//! another. There is no element around all: a budget counts the whole, and a cut never leaves one open.

use std::io::Write;

use cw_records::Context;

use super::{Form, Rendered, Style, document, lines};
use crate::pack::show;
use crate::{Error, Stream};

pub(super) struct Xml;

impl Form for Xml {
    fn counted(&self, context: &Context, style: Style) -> String {
        let mut out = String::from("<context");
        let (label, remarks) = (show::label(context), show::remarks(context));
        let path = crate::shown::shown_path(&context.path);
        let range = format!("{}-{}", context.lines.0, context.lines.1);
        for (name, value) in [
            ("path", path.as_str()),
            ("lines", &range),
            ("lang", context.lang.as_deref().unwrap_or_default()),
            ("names", &label),
            ("remarks", &remarks),
        ] {
            if !value.is_empty() {
                out.push_str(&format!(" {name}=\"{}\"", escaped(value)));
            }
        }
        out.push_str(">\n");
        out.push_str(&self.body(&context.text, show::numbers(context), style));
        out.push_str("</context>\n");
        out
    }

    fn body(&self, text: &str, range: Option<(u32, u32)>, style: Style) -> String {
        escaped(&lines(text, range, style))
    }

    fn between(&self) -> Option<&'static str> {
        Some("")
    }

    fn write(&self, stream: Stream<'_>, style: Style, out: &mut dyn Write) -> Result<Rendered, Error> {
        document(self, stream, style, out)
    }
}

/// `text` as XML has it: what marks up is escaped, and what no XML may have becomes the sign for a letter that is lost.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // A parser would make a line end of it.
            '\r' => out.push_str("&#13;"),
            '\t' | '\n' => out.push(letter),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_cannot_close_what_holds_them() {
        let text = "</context>\r\n<context path=\"x\">\n&amp;\u{1}".into();
        let context = Context { path: "a\"<b".into(), text, lines: (1, 3), ..Context::default() };
        let out = Xml.counted(&context, Style::default());
        let want = "<context path=\"a&quot;&lt;b\" lines=\"1-3\">\n&lt;/context&gt;&#13;\n&lt;context path=&quot;x&quot;&gt;\n&amp;amp;\u{fffd}\n</context>\n";
        assert_eq!(out, want);
    }
}
