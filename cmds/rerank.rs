//! `cw-rerank`: orders hits by all the evidence there is.

use std::ffi::OsString;

use clap::{CommandFactory, Parser, ValueEnum};
use cw_stages::evidence::{Corpus, Vectors};
use cw_stages::{pipeline, rerank};

use crate::common::{Input, Ranking, Where, Work};
use crate::exit::name;
use crate::flow::{Talk, head, stdin, stdout};
use crate::{Done, locate};

/// Order hits by all the evidence there is: the best hit of each file first, then their further hits
#[derive(Parser, Debug)]
#[command(name = "cw-rerank", version, after_long_help = include_str!("help/rerank.txt"))]
pub struct Args {
    /// Who judges
    #[arg(long, value_enum, default_value_t = Provider::Rules)]
    provider: Provider,
    /// Most files
    #[arg(short, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    k: u32,
    /// Most hits of one file
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    per_file: u32,
    /// Put the features of each file on its first hit
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    ranking: Ranking,
    #[command(flatten)]
    place: Where,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    work: Work,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq)]
enum Provider {
    /// Rules over words, vectors, names and paths, looked up in the index
    Rules,
    /// Nobody: hits stay in the order of their scores
    None,
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
    let plain = args.provider == Provider::None;
    let weights = args.ranking.weights()?;
    let options = rerank::Options { limit: args.k as usize, per_file: args.per_file as usize, explain: args.explain, plain, weights };
    let (header, stream) = head(stdin(&talk, args.input.keep_going))?;
    if plain {
        return stdout(rerank::rerank(&env, stream, None, options), &talk, true);
    }
    let store = locate::to_read(args.place.index.as_deref(), header.index())?;
    let snapshot = pipeline::Snapshot::open(&store)?;
    let corpus = Corpus::new(snapshot.lex());
    let vectors = snapshot.vec().map(Vectors::new);
    let index = rerank::Index { corpus: &corpus, vectors: vectors.as_ref() };
    stdout(rerank::rerank(&env, stream, Some(index), options), &talk, true)
}
