//! `cw-fuse`: merges ranked lists.

use std::collections::BTreeMap;
use std::ffi::OsString;

use clap::{CommandFactory, Parser, ValueEnum};
use cw_stages::fuse;

use crate::Done;
use crate::common::{Input, Work};
use crate::exit::name;
use crate::flow::{Talk, stdin, stdout};

/// Merge ranked lists of hits into one
#[derive(Parser, Debug)]
#[command(name = "cw-fuse", version, after_long_help = include_str!("help/fuse.txt"))]
pub struct Args {
    /// How lists are put together
    #[arg(long, value_enum, default_value_t = Method::Rrf)]
    method: Method,
    /// The k of reciprocal rank fusion
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    k: u32,
    /// Weight of a source, such as lex=0.4. May be repeated
    #[arg(long = "weight", value_name = "SOURCE=W", value_parser = weight)]
    weights: Vec<(String, f64)>,
    /// Most hits [default: all]
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Keep what each source earned for a hit, in 'from'
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    work: Work,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Method {
    /// By ranks: weight / (k + rank)
    Rrf,
    /// By scores, each divided by the greatest of its source
    Sum,
}

fn weight(text: &str) -> Result<(String, f64), String> {
    let (source, number) = text.split_once('=').ok_or("not SOURCE=W, such as lex=0.4")?;
    let number: f64 = number.parse().map_err(|_| format!("'{number}' is not a number"))?;
    if !(0.0..=1000.0).contains(&number) {
        return Err(format!("'{number}' is not between 0 and 1000"));
    }
    if source.trim().is_empty() {
        return Err("no source is named before '='; lex and vec are the usual ones".to_owned());
    }
    Ok((source.to_owned(), number))
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
    let method = match args.method {
        Method::Rrf => fuse::Method::Rrf,
        Method::Sum => fuse::Method::Sum,
    };
    let weights: BTreeMap<String, f64> = args.weights.into_iter().collect();
    let options = fuse::Options { method, k: args.k, weights, limit: args.limit, explain: args.explain };
    stdout(fuse::fuse(&env, stdin(&talk, args.input.keep_going), options), &talk, true)
}
