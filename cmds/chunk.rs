//! `cw-chunk`: cuts files into chunks.

use std::ffi::OsString;

use clap::{CommandFactory, Parser};
use cw_stages::chunk;

use crate::Done;
use crate::common::{Input, Work};
use crate::exit::name;
use crate::flow::{Talk, stdin, stdout};

/// Cut files into chunks that tile them, along the syntax where it is known
#[derive(Parser, Debug)]
#[command(name = "cw-chunk", version, after_long_help = include_str!("help/chunk.txt"))]
pub struct Args {
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    work: Work,
}

/// How large chunks are.
#[derive(clap::Args, Clone, Debug)]
pub struct Size {
    /// Most characters of a chunk, white space not counted
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(50..=100_000))]
    max_chars: u32,
    /// Smaller chunks are joined to a neighbour
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    min_chars: u32,
}

impl Size {
    /// As options of the stage.
    pub fn options(&self) -> chunk::Options {
        chunk::Options { max_chars: self.max_chars as usize, min_chars: self.min_chars.min(self.max_chars) as usize }
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
    let stream = chunk::chunk(&env, stdin(&talk, args.input.keep_going), args.size.options());
    stdout(stream, &talk, false)
}
