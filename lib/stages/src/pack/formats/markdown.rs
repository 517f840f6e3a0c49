//! Markdown: a heading with the place, a line with the names, the code in a fence that is longer than any run of backticks in it.

use std::io::Write;

use cw_records::Context;

use super::{Form, Rendered, Style, document, lines};
use crate::pack::show;
use crate::{Error, Stream};

pub(super) struct Markdown;

impl Form for Markdown {
    fn counted(&self, context: &Context, style: Style) -> String {
        let mut out = format!("### {}\n", code(&show::place(context)));
        let (label, remarks) = (show::label(context), show::remarks(context));
        let label = if label.is_empty() { label } else { code(&label) };
        let remarks = if remarks.is_empty() { remarks } else { code(&remarks) };
        let about = [label, remarks].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        if !about.is_empty() {
            out.push_str(&about);
            out.push('\n');
        }
        let body = self.body(&context.text, show::numbers(context), style);
        let fence = "`".repeat((longest_run(&body) + 1).max(3));
        let lang = context.lang.as_deref().filter(|lang| lang.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+#._-".contains(&byte)));
        for part in [&fence, lang.unwrap_or_default(), "\n", &body, &fence, "\n"] {
            out.push_str(part);
        }
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

/// Length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

/// `text`, one line of it, as a code span that it cannot close.
fn code(text: &str) -> String {
    let ticks = "`".repeat(longest_run(text) + 1);
    let gap = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{ticks}{gap}{text}{gap}{ticks}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_cannot_close_what_holds_them() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("`a``b"), "``` `a``b ```");
        let context = Context { text: "````\nx".into(), lines: (1, 2), lang: Some("a b".into()), ..Context::default() };
        assert_eq!(Markdown.counted(&context, Style::default()), "### `:1-2`\n`````\n````\nx\n`````\n");
    }
}
