//! `cw-chunk`: cuts files into chunks.

use std::ffi::OsString;

use clap::{CommandFactory, Parser};
use cw_stages::chunk;
use cw_stages::config::Settings;

use crate::common::{Input, Work};
use crate::exit::name;
use crate::flow::{Talk, head, stdin, stdout};
use crate::{Done, settings};

/// Cut files into chunks that tile them, along the syntax where it is known
#[derive(Parser, Debug)]
#[command(name = "cw-chunk", version, after_long_help = include_str!("help/chunk.txt"))]
pub struct Args {
    #[command(flatten)]
    size: Size,
    /// Print what each file defines (`defs` of the file), and no chunks; such a stream cannot be stored
    #[arg(long)]
    outline: bool,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    work: Work,
}

/// How large chunks are.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Size {
    /// Most characters of a chunk, white space not counted [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(50..=100_000))]
    max_chars: Option<u32>,
    /// Smaller chunks are joined to a neighbour [default: 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    min_chars: Option<u32>,
    /// Lines of the chunk before that an embedder is shown before each chunk; the texts of chunks never overlap [default: 0]
    #[arg(long, value_name = "LINES", value_parser = clap::value_parser!(u32).range(0..=1000))]
    overlap: Option<u32>,
}

impl Size {
    /// As options of the stage, over what the settings say.
    pub fn options(&self, settings: &Settings) -> chunk::Options {
        let number = |flag: Option<u32>, key: &str| flag.map_or(settings.get(key).0 as usize, |flag| flag as usize);
        let max_chars = number(self.max_chars, "chunk.maxSize");
        let overlap = self.overlap.unwrap_or(0) as usize;
        chunk::Options { max_chars, min_chars: number(self.min_chars, "chunk.minSize").min(max_chars), overlap }
    }
}

/// The flags.
pub fn command() -> clap::Command {
    Args::command()
}

/// Runs the command.
pub fn run(words: Vec<OsString>) -> Done {
    let args = Args::try_parse_from(&words)?;
    let talk = Talk::new(&name(&words), &args.work);
    let env = args.work.env()?;
    let (header, input) = head(stdin(&talk, args.input.keep_going))?;
    let settings = settings::of_project(&env, header.root().as_deref(), args.work.quiet)?;
    let size = args.size.options(&settings);
    let stream = if args.outline { chunk::outline(&env, input, size) } else { chunk::chunk(&env, input, size) };
    stdout(stream, &talk, false)
}
