//! `cw-pack`: packs hits for a reader with a budget.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::num::NonZeroU32;

use clap::{CommandFactory, Parser, ValueEnum};
use cw_records::{Context, Header, Order, Record};
use cw_stages::{Error, Exit, Stream, pack, pipeline};

use crate::common::{Input, Where, Work};
use crate::exit::{Failure, name, output};
use crate::flow::{Talk, head, human, stdin};
use crate::{Done, locate};

/// Pack hits into what a reader can take: chunks, adjacent ones joined, long ones cut to their share, best first
#[derive(Parser, Debug)]
#[command(name = "cw-pack", version, after_long_help = include_str!("help/pack.txt"))]
pub struct Args {
    #[command(flatten)]
    budget: Budget,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    place: Where,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    work: Work,
}

/// What a reader can take.
#[derive(clap::Args, Clone, Debug)]
pub struct Budget {
    /// Never print more tokens than this, counted exactly; of json and jsonl only the texts count
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    tokens: Option<u64>,
    /// Never print more characters than this; of json and jsonl only the texts count
    #[arg(long, visible_alias = "max-total-chars", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    chars: Option<u64>,
    /// No piece takes more than one of so many shares of the budget: a longer one is cut to the lines that answer best; 1 cuts nothing
    #[arg(long, value_name = "N", default_value_t = pack::SHARES)]
    shares: NonZeroU32,
    /// What counts tokens
    #[arg(long, value_enum, default_value_t = Encoding::O200k)]
    encoding: Encoding,
    /// Most pieces of one file, adjacent hits being one piece [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    segments_per_file: Option<u32>,
    /// Show the evidence for each result: in brackets, or in json and jsonl as 'from'
    #[arg(long)]
    explain: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default)]
enum Encoding {
    /// o200k_base: GPT-4o and later; close to other current models
    #[default]
    O200k,
    /// cl100k_base: GPT-4
    Cl100k,
}

/// How an answer is written.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Default)]
pub enum Format {
    /// path:lines and the code, for people and prompts
    #[default]
    Text,
    /// Headings and fenced code
    Markdown,
    /// An element a piece, with its code escaped
    Xml,
    /// One object
    Json,
    /// Records
    Jsonl,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { tokens: None, chars: None, shares: pack::SHARES, encoding: Encoding::O200k, segments_per_file: None, explain: false }
    }
}

impl Budget {
    /// True if there is one.
    pub fn is_set(&self) -> bool {
        self.tokens.is_some() || self.chars.is_some()
    }

    /// True if evidence was asked for.
    pub fn explain(&self) -> bool {
        self.explain
    }

    /// As options of the stage.
    pub fn options(&self, format: Format) -> pack::Options {
        pack::Options {
            tokens: self.tokens,
            chars: self.chars,
            shares: Some(self.shares).filter(|shares| shares.get() > 1),
            encoding: match self.encoding {
                Encoding::O200k => pack::Encoding::O200k,
                Encoding::Cl100k => pack::Encoding::Cl100k,
            },
            per_file: self.segments_per_file.map(|number| number as usize),
            explain: self.explain,
            format: match format {
                Format::Text => pack::Format::Text,
                Format::Markdown => pack::Format::Markdown,
                Format::Xml => pack::Format::Xml,
                Format::Json => pack::Format::Json,
                Format::Jsonl => pack::Format::Jsonl,
            },
            style: style(format),
        }
    }
}

/// How stdout wants it: colours and line numbers for a person, contents as they are for a pipe.
pub fn style(format: Format) -> pack::Style {
    let terminal = matches!(format, Format::Text | Format::Markdown) && std::io::stdout().is_terminal();
    let text = terminal && format == Format::Text;
    let plain =
        std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    pack::Style { colour: text && !plain, line_numbers: text, terminal }
}

/// The flags.
pub fn command() -> clap::Command {
    Args::command()
}

/// Writes what `pack` gave in its format, and says its faults.
pub fn show(stream: Stream<'_>, talk: &Talk, options: &pack::Options) -> Result<Exit, Failure> {
    let listener = talk.clone();
    let stream: Stream<'_> = Box::new(stream.inspect(move |item| {
        if let Ok(record) = item {
            listener.see(record);
        }
    }));
    let mut rendered = pack::Rendered::default();
    human(|out| {
        let mut out = Output { out, refused: None };
        let done = pack::render(stream, options.format, options.style, &mut out);
        rendered = done.map_err(|error| out.refused.map_or(Failure::Error(error), output))?;
        Ok(())
    })?;
    Ok(if rendered.contexts == 0 || rendered.losses > 0 { Exit::Nothing } else { Exit::Done })
}

/// Contexts as a whole answer, rendered.
pub fn rendered(contexts: impl IntoIterator<Item = Context>, format: pack::Format, style: pack::Style) -> Result<String, Error> {
    let header: Record = Header::new(Order::Score).into();
    let records = std::iter::once(header).chain(contexts.into_iter().map(Record::from)).chain([pipeline::end()]);
    let stream: Stream<'_> = Box::new(records.map(Ok).collect::<Vec<_>>().into_iter());
    let mut out = Vec::new();
    pack::render(stream, format, style, &mut out)?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// A writer that remembers why it could not write, so that it is told apart from what the stage says.
struct Output<'a> {
    out: &'a mut dyn Write,
    refused: Option<std::io::Error>,
}

impl Output<'_> {
    fn keep<T>(&mut self, done: std::io::Result<T>) -> std::io::Result<T> {
        done.map_err(|error| {
            let kind = error.kind();
            if kind != std::io::ErrorKind::Interrupted {
                self.refused = Some(error);
            }
            kind.into()
        })
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let done = self.out.write(bytes);
        self.keep(done)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let done = self.out.flush();
        self.keep(done)
    }
}

/// Runs the command.
pub fn run(words: Vec<OsString>) -> Done {
    let args = Args::try_parse_from(&words)?;
    let talk = Talk::new(&name(&words), &args.work);
    let env = args.work.env()?;
    let (header, stream) = head(stdin(&talk, args.input.keep_going))?;
    let part = locate::to_read(args.place.index.as_deref(), header.index())?.need_lex()?;
    let texts = pipeline::Texts(&part);
    let options = args.budget.options(args.format);
    show(pack::pack(&env, stream, &texts, options), &talk, &options)
}
