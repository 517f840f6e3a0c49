//! What people and programs read: one file a format. A new one is a file here, a variant of [`Format`] and a line in `form`. **Streams**,
//! but JSON, which is one object.

mod json;
mod jsonl;
mod markdown;
mod text;
mod xml;

use std::io::Write;

use cw_records::{Context, Level, Record};

use crate::{Error, Stream};

/// How the answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Format {
    /// For people and pipes: a line `path:first-last names`, then the code, and an empty line between two. The range tells how many lines
    /// follow, or `[view of N lines]` does, so contents cannot forge a heading for a reader who counts.
    #[default]
    Text,
    /// Headings and fenced code; no content can close its fence.
    Markdown,
    /// An element a context, contents escaped.
    Xml,
    /// One object: `query`, `results`, `faults`, `truncated`.
    Json,
    /// The records themselves.
    Jsonl,
}

impl Format {
    pub(super) fn form(self) -> &'static dyn Form {
        match self {
            Format::Text => &text::Text,
            Format::Markdown => &markdown::Markdown,
            Format::Xml => &xml::Xml,
            Format::Json => &json::Json,
            Format::Jsonl => &jsonl::Jsonl,
        }
    }
}

/// How text and markdown look. The default is what a pipe gets: the contents as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Style {
    /// ANSI colours, and all of `terminal`. Not part of a budget.
    pub colour: bool,
    /// A right-aligned number before each line of code.
    pub line_numbers: bool,
    /// A terminal shows it: control characters and bidirectional controls in contents are spelled out, a CR before LF is not shown. In
    /// paths and names they are spelled out always.
    pub terminal: bool,
}

impl Style {
    /// The same without colours, which is what a budget counts.
    pub(super) fn plain(self) -> Style {
        Style { colour: false, terminal: self.colour || self.terminal, ..self }
    }
}

/// What `render` wrote and saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Rendered {
    /// Contexts written.
    pub contexts: u64,
    /// Faults of level loss that passed.
    pub losses: u64,
    /// Hits that the budget left out.
    pub left_out: u64,
}

impl Rendered {
    /// Notes one record.
    fn see(&mut self, record: &Record) {
        match record {
            Record::Context(_) => self.contexts += 1,
            Record::Fault(fault) => self.losses += u64::from(fault.level == Level::Loss),
            Record::End(end) => self.left_out += end.extra.get("left_out").and_then(|value| value.as_u64()).unwrap_or(0),
            _ => {}
        }
    }
}

/// A way to write contexts.
pub(super) trait Form: Sync {
    /// What a budget counts of one context.
    fn counted(&self, context: &Context, style: Style) -> String;

    /// What it counts of a text alone, without what stands around it; `lines` are those that it stands on, if it does.
    fn body(&self, text: &str, lines: Option<(u32, u32)>, style: Style) -> String;

    /// What stands between two contexts that are counted as one text; `None` if each is counted alone.
    fn between(&self) -> Option<&'static str>;

    /// Writes the records.
    fn write(&self, stream: Stream<'_>, style: Style, out: &mut dyn Write) -> Result<Rendered, Error>;
}

/// Writes the records that [`pack`](super::pack()) gave to `out`, which should be buffered. Faults are not printed but in JSON and records.
pub fn render(stream: Stream<'_>, format: Format, style: Style, out: &mut dyn Write) -> Result<Rendered, Error> {
    let rendered = format.form().write(stream, style, out)?;
    out.flush().map_err(refused)?;
    Ok(rendered)
}

fn refused(error: std::io::Error) -> Error {
    cw_records::Error::Io(error).into()
}

/// Writes contexts as they come, with what `form` has between two.
fn document(form: &dyn Form, stream: Stream<'_>, style: Style, out: &mut dyn Write) -> Result<Rendered, Error> {
    let mut rendered = Rendered::default();
    for record in stream {
        let record = record?;
        if let Record::Context(context) = &record {
            let between = form.between().filter(|_| rendered.contexts > 0).unwrap_or_default();
            let segment = form.counted(context, style);
            out.write_all(between.as_bytes()).and_then(|()| out.write_all(segment.as_bytes())).map_err(refused)?;
        }
        rendered.see(&record);
    }
    Ok(rendered)
}

/// `text` as lines that end with LF, with numbers and spelled out as the style says.
fn lines(text: &str, range: Option<(u32, u32)>, style: Style) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    let terminal = style.colour || style.terminal;
    if !terminal && !style.line_numbers {
        out.push_str(text);
        if !text.is_empty() && !text.ends_with('\n') {
            out.push('\n');
        }
        return out;
    }
    let (first, last) = range.unwrap_or_default();
    let width = last.to_string().len();
    for (line, number) in text.split_inclusive('\n').zip(u64::from(first)..) {
        let line = line.strip_suffix('\n').unwrap_or(line);
        if style.line_numbers && range.is_some() {
            let gap = if line.is_empty() { "" } else { "  " };
            let number = format!("{number:>width$}");
            out.push_str(&coloured(&number, "32", style));
            out.push_str(gap);
        }
        match terminal {
            true => out.push_str(&crate::shown::visible(line.strip_suffix('\r').unwrap_or(line))),
            false => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// `text` in an ANSI colour, if the style has colours.
fn coloured(text: &str, colour: &str, style: Style) -> String {
    if style.colour { format!("\u{1b}[{colour}m{text}\u{1b}[0m") } else { text.to_owned() }
}
