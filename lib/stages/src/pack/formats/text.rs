//! Plain text, for people and for pipes.

use std::borrow::Cow;
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
        lines(&set_apart(text), range, style)
    }

    fn between(&self) -> Option<&'static str> {
        Some("\n")
    }

    fn write(&self, stream: Stream<'_>, style: Style, out: &mut dyn Write) -> Result<Rendered, Error> {
        document(self, stream, style, out)
    }
}

/// `text` with a blank before each line that could be taken for a heading: one that reads like it, after an empty line. A heading never begins with a blank.
fn set_apart(text: &str) -> Cow<'_, str> {
    let mut after_empty = false;
    let mut is_forged = |line: &str| std::mem::replace(&mut after_empty, line.trim().is_empty()) && is_heading(line.trim_end());
    let forged: Vec<bool> = text.split_inclusive('\n').map(&mut is_forged).collect();
    if !forged.contains(&true) {
        return Cow::Borrowed(text);
    }
    text.split_inclusive('\n').zip(forged).flat_map(|(line, forged)| [if forged { " " } else { "" }, line]).collect::<String>().into()
}

/// True for `path:first-last`, and for that with names behind it.
fn is_heading(line: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_range = |range: &str| range.split_once('-').is_some_and(|(first, last)| is_number(first) && is_number(last));
    // A path may have blanks and colons in it.
    let ends = line.match_indices(':').map(|(at, _)| &line[at + 1..]);
    !line.starts_with(char::is_whitespace)
        && !line.starts_with(':')
        && ends.into_iter().any(|rest| is_range(rest.split(' ').next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_no_headings() {
        for (text, want) in [
            ("a story\n\nsrc/auth.py:10-12 check\ndef f():\n", "a story\n\n src/auth.py:10-12 check\ndef f():\n"),
            ("\na b/c:1-2\nx\n", "\n a b/c:1-2\nx\n"),
            ("x\na:1-2\n", "x\na:1-2\n"),
            ("x\n\n{ a: 1 }\n", "x\n\n{ a: 1 }\n"),
            ("x\r\n\r\na:1-2\r\n", "x\r\n\r\n a:1-2\r\n"),
        ] {
            assert_eq!(set_apart(text), want);
        }
    }
}
