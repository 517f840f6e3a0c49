//! `cw-expand`: adds what stands around the hits.

use std::ffi::OsString;

use clap::{CommandFactory, Parser};
use cw_stages::expand;

use crate::common::{Input, Scope, Where, Work};
use crate::exit::name;
use crate::flow::{Talk, each, stdin, write};
use crate::{Done, locate};

/// Add to the best hits what stands around them: neighbours, siblings, imported and importing files, uses
#[derive(Parser, Debug)]
#[command(name = "cw-expand", version, after_long_help = include_str!("help/expand.txt"))]
pub struct Args {
    /// E1: so many chunks before and after a hit; 0 turns it off
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=20))]
    neighbours: u32,
    /// E2: so many chunks with the same container; 0 turns it off
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=20))]
    breadcrumb: u32,
    /// E3: so many imported files a hit; 0 turns it off
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=20))]
    imports: u32,
    /// E4: so many files a hit that import its file; 0 turns it off
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=20))]
    importers: u32,
    /// E5: so many uses of each name that a hit defines; 0 turns it off
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=20))]
    call_sites: u32,
    /// E3 and E4: so many chunks of an imported or importing file
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    chunks_per_import: u32,
    /// Expand only so many of the best hits
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=1000))]
    seeds: u32,
    /// Add at most so many hits
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    limit: u32,
    #[command(flatten)]
    scope: Scope,
    #[command(flatten)]
    place: Where,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    work: Work,
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
    let options = expand::Options {
        neighbours: args.neighbours,
        breadcrumb: args.breadcrumb,
        imports: args.imports,
        chunks_per_import: args.chunks_per_import,
        importers: args.importers,
        call_sites: args.call_sites,
        limit: args.limit,
        seeds: args.seeds,
        ..expand::Options::default()
    };
    each(stdin(&talk, args.input.keep_going), |header, stream| {
        let store = locate::to_read(args.place.index.as_deref(), header.index())?;
        let (part, filter) = (store.need_lex()?, args.scope.filter(locate::remembered(store.folder()).as_deref())?);
        write(expand::within(&env, stream, &part, options, filter), &talk)
    })
}
