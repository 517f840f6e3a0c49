//! `cw-lex`: `add` stores what files say, `find` finds files by it.

use std::ffi::OsString;

use clap::{CommandFactory, Parser, Subcommand};
use cw_index::Begin;
use cw_records::Scope;
use cw_stages::evidence::Corpus;
use cw_stages::terms::analyse;
use cw_stages::{lex, pipeline};

use crate::common::{self, Input, Wait, Where, Work};
use crate::exit::name;
use crate::flow::{Talk, stdin, stdout};
use crate::{Done, locate};

/// Store the words of chunks, or find chunks by words
#[derive(Parser, Debug)]
#[command(name = "cw-lex", version, after_long_help = include_str!("help/lex.txt"))]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
    #[command(flatten)]
    work: Work,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Store files and their words in the index, and pass all records on
    Add {
        #[command(flatten)]
        place: Where,
        #[command(flatten)]
        wait: Wait,
        #[command(flatten)]
        input: Input,
    },
    /// Start a stream: hits for a question, by words, names and paths
    Find {
        /// The question; with --literal the text, with --regex the pattern
        #[arg(value_name = "QUERY", required = true, num_args = 1.., allow_hyphen_values = false)]
        query: Vec<String>,
        /// What stands there letter for letter
        #[arg(long, group = "exact")]
        literal: bool,
        /// What a regular expression matches; ^ and $ are the ends of a line, (?i) is any case
        #[arg(long, group = "exact")]
        regex: bool,
        /// With --literal or --regex every match of every file, in the order of the paths, as they are found
        #[arg(long, requires = "exact", conflicts_with = "k")]
        all: bool,
        /// Most files
        #[arg(short, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        k: u32,
        #[command(flatten)]
        scope: common::Scope,
        #[command(flatten)]
        place: Where,
    },
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
    match args.verb {
        Verb::Add { place, wait, input } => {
            let (head, stream) = crate::flow::head(stdin(&talk, input.keep_going))?;
            let store = locate::to_write(place.index.as_deref(), head.root())?;
            let options = lex::AddOptions { begin: Begin { wait: wait.duration(), ..Begin::default() } };
            let done = crate::flow::store(lex::add(&env, stream, &store, options, |_| {}), &talk)?;
            // A slice publishes nothing, and a revision is not what is on disk.
            if let (Some(root), Some(Scope::All | Scope::Changes), None) = (head.root(), head.scope, head.extra.get("rev")) {
                pipeline::remember_root(&store, &root);
            }
            Ok(done)
        }
        Verb::Find { query, literal, regex, all, k, scope, place } => {
            let query = crate::flow::question(&query)?;
            let store = locate::to_read(place.index.as_deref(), None)?;
            let part = store.need_lex()?;
            let corpus = Corpus::new(&part);
            let mut header = cw_records::Header::new(cw_records::Order::Score);
            header.set_index(store.folder());
            let options = lex::FindOptions {
                limit: k as usize,
                filter: scope.filter(locate::remembered(store.folder()).as_deref())?,
                ..Default::default()
            };
            if literal || regex {
                let wanted = if literal { lex::Wanted::literal(&query) } else { lex::Wanted::regex(&query) }?;
                let options = lex::ExactOptions { all, limit: options.limit, per_file: options.per_file, filter: options.filter };
                return stdout(lex::exact(&env, &corpus, wanted, header, &options)?, &talk, true);
            }
            let stream = lex::find(&env, &corpus, &analyse(&query), header, &options, None)?;
            stdout(stream, &talk, true)
        }
    }
}
