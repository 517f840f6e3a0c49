//! `cw-rerank`: orders hits by all the evidence there is.

use std::ffi::OsString;

use clap::{CommandFactory, Parser, ValueEnum};
use cw_records::Order;
use cw_stages::evidence::{Corpus, Vectors};
use cw_stages::providers::embedded::Model;
use cw_stages::{Error, pipeline, rerank};

use crate::common::{Input, Ranking, Where, Work, Yes};
use crate::exit::name;
use crate::flow::{Talk, each, stdin, stdout, write};
use crate::services::{self, Judge};
use crate::{Done, consent, locate};

/// Order hits by all the evidence there is: the best hit of each file first, then their further hits
#[derive(Parser, Debug)]
#[command(name = "cw-rerank", version, after_long_help = include_str!("help/rerank.txt"))]
pub struct Args {
    /// Who judges [default: http if RERANK_BASE_URL is set, else rules]
    #[arg(long, value_enum)]
    provider: Option<Judge>,
    /// The model of the service [default: RERANK_MODEL]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Hits that the service is given [default: RERANK_TOP_N, else 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    top_n: Option<u32>,
    /// What to keep of what a service judged when even the best is bad
    #[arg(long, value_enum, default_value_t = Low::Top1)]
    low_confidence: Low,
    /// Keep what a service judged to be far from the best
    #[arg(long)]
    no_cut_off: bool,
    /// Most files
    #[arg(short, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
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
    yes: Yes,
    #[command(flatten)]
    place: Where,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    work: Work,
}

/// What is given when nothing convinces.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq)]
pub enum Low {
    /// The best alone
    #[value(alias = "return_top1")]
    Top1,
    /// Nothing
    #[value(alias = "return_empty")]
    Empty,
    /// The best alone, and a note
    #[value(alias = "return_with_warning")]
    Warn,
}

impl Low {
    /// As an option of the stage.
    pub fn low(self) -> rerank::LowConfidence {
        match self {
            Low::Top1 => rerank::LowConfidence::Top1,
            Low::Empty => rerank::LowConfidence::Empty,
            Low::Warn => rerank::LowConfidence::Warn,
        }
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
    let plain = services::judge(args.provider, &services::environment)? == Judge::None;
    let reranker = services::reranker(args.provider, args.model.as_deref(), &services::environment)?;
    let weights = args.ranking.weights()?;
    let (limit, per_file) = (args.k as usize, args.per_file as usize);
    let options = rerank::Options { limit, per_file, explain: args.explain, plain, weights, low: None };
    let input = stdin(&talk, args.input.keep_going);
    if plain {
        return stdout(rerank::rerank(&env, input, None, options), &talk, true);
    }
    each(input, |header, stream| {
        if header.query.is_none() && header.order != Order::Path {
            let error = Error::usage("S11", "the stream has no question, so nothing can be judged");
            return Err(error.hint("begin with cw-lex find \"...\", and let its header through; --provider none keeps the order").into());
        }
        let store = locate::to_read(args.place.index.as_deref(), header.index())?;
        let part = store.need_lex()?;
        let corpus = Corpus::new(&part);
        if let Some(reranker) = &reranker {
            if let Some(recipient) = consent::Recipient::of_reranker(&**reranker) {
                let root = pipeline::stamps_root(&store).unwrap_or_default();
                consent::for_index(&[recipient], &root, &part.manifest.made_with, args.yes.yes)?;
            }
            let low = args.low_confidence.low();
            let cutoff = (!args.no_cut_off).then(|| rerank::Cutoff { low, ..Default::default() });
            let top = services::top_n(args.top_n, &services::environment)?;
            let judging = rerank::Judging { top, cutoff, options: options.clone(), ..Default::default() };
            return write(rerank::judge(&env, stream, &corpus, &**reranker, judging), &talk);
        }
        let model = header.vector.as_ref().map_or(Model::NAME, |vector| &vector.model);
        let vec = store.vec(model)?;
        let vectors = vec.as_ref().map(|vec| Vectors::new(&env, vec));
        let index = rerank::Index { corpus: &corpus, vectors: vectors.as_ref() };
        write(rerank::rerank(&env, stream, Some(index), options.clone()), &talk)
    })
}
