//! `cw query`: answers a question. Builds the index on first use, refreshes it by stat, then asks it.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use cw_records::Record;
use cw_stages::pipeline::{Ask, Asking};
use cw_stages::{Exit, Stream};

use super::answer::{self, Wish};
use crate::Done;
use crate::common::{Ranking, Scope, Where, Work, Yes};
use crate::exit::{Failure, output, say};
use crate::flow::{Talk, asked, human};
use crate::pack::{Budget, Format, show};
use crate::services::{Judge, Model};

/// Flags of `cw query`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The question; from stdin if there is none, or if it is '-'. A pasted stack trace is read for its message and its frames
    #[arg(value_name = "TEXT")]
    text: Vec<String>,
    /// The question (the name of the agents' tool)
    #[arg(long, value_name = "TEXT", conflicts_with = "text")]
    information_request: Option<String>,
    /// Words to look for beside it
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    technical_terms: Vec<String>,
    /// Most results, each from another file
    #[arg(short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    k: Option<u32>,
    #[command(flatten)]
    budget: Budget,
    /// How the answer is written [default: text]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// One JSON object
    #[arg(long, conflicts_with_all = ["format", "jsonl"])]
    json: bool,
    /// One JSON object a result, best first
    #[arg(long, conflicts_with = "format")]
    jsonl: bool,
    /// Answer from the index as it is
    #[arg(long)]
    no_refresh: bool,
    /// The tree to ask [default: the project that the current folder is in]
    #[arg(long, visible_alias = "repo-path", value_name = "PATH")]
    repo: Option<PathBuf>,
    /// Ask a revision of git instead of what is on disk: a branch, a tag, a commit
    #[arg(long, value_name = "REV")]
    rev: Option<String>,
    /// What answers may come from
    #[arg(long, value_enum, default_value_t = Content::All)]
    content: Content,
    #[command(flatten)]
    ranking: Ranking,
    #[command(flatten)]
    scope: Scope,
    #[command(flatten)]
    model: Model,
    /// Who judges in the end [default: http if RERANK_BASE_URL is set, else rules]
    #[arg(long, value_enum)]
    reranker: Option<Judge>,
    #[command(flatten)]
    yes: Yes,
    #[command(flatten)]
    place: Where,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Content {
    /// Every file
    All,
    /// Code, tests among it
    Code,
    /// Documents: prose, readmes, change logs
    Docs,
    /// Configuration, build files, CI workflows, data
    Config,
}

impl Content {
    fn kind(self) -> Option<cw_stages::Content> {
        match self {
            Content::All => None,
            Content::Code => Some(cw_stages::Content::Code),
            Content::Docs => Some(cw_stages::Content::Docs),
            Content::Config => Some(cw_stages::Content::Config),
        }
    }
}

/// Runs `cw query`.
pub fn run(args: Args, work: &Work) -> Done {
    let query = question(&args)?;
    let format = match (args.json, args.jsonl) {
        (true, _) => Format::Json,
        (_, true) => Format::Jsonl,
        _ => args.format.unwrap_or_default(),
    };
    let filter = args.scope.filter()?.content(args.content.kind());
    let weights = args.ranking.weights()?;
    let env = work.env()?;
    let talk = Talk::new("cw", work);
    let wish = Wish {
        repo: args.repo.as_deref(),
        index: args.place.index.as_deref(),
        rev: args.rev.as_deref(),
        refresh: !args.no_refresh,
        model: &args.model,
        reranker: args.reranker,
        yes: args.yes.yes,
    };
    let snapshot = answer::snapshot(&env, &wish, work, &talk)?;
    let options = args.budget.options(format);
    let ask = Ask {
        query,
        filter,
        limit: args.k.unwrap_or(0) as usize,
        pack: options,
        explain: args.budget.explain(),
        weights,
        ..Ask::default()
    };
    let asking = Asking::new(&env, &snapshot, ask);
    let wordless = asking.is_wordless();
    let answer = asking.answer()?;
    let exit = if format == Format::Jsonl { lines(answer, &talk)? } else { show(answer, &talk, &options)? };
    // What the tree could not give is missing from the answer too.
    let exit = if talk.losses() > 0 { exit.max(Exit::Nothing) } else { exit };
    if exit == Exit::Nothing && talk.losses() == 0 && !work.quiet {
        let files = snapshot.lex().manifest.files;
        say(match (files, wordless) {
            (0, _) => format_args!("cw: the index has no files (cw scan --explain FILE says why one is left out)"),
            (_, true) => {
                format_args!("cw: nothing relevant found: the question has no word, and signs are not indexed (grep -F finds them)")
            }
            _ => format_args!("cw: nothing relevant found"),
        });
    }
    Ok(exit)
}

/// One line a result: the contexts of the stream, without header and end.
fn lines(answer: Stream<'_>, talk: &Talk) -> Result<Exit, Failure> {
    let mut found = false;
    let mut lost = false;
    human(|out: &mut dyn Write| {
        let mut out = out;
        for item in answer {
            let record = item?;
            talk.see(&record);
            match &record {
                Record::Context(_) => {
                    found = true;
                    record.print(&mut out).and_then(|()| out.write_all(b"\n")).map_err(output)?;
                }
                Record::Fault(fault) => lost |= fault.level == cw_records::Level::Loss,
                _ => {}
            }
        }
        Ok(())
    })?;
    Ok(if found && !lost { Exit::Done } else { Exit::Nothing })
}

fn question(args: &Args) -> Result<String, Failure> {
    let alone = args.information_request.is_none() && args.technical_terms.is_empty();
    let mut words = asked(args.text.clone(), alone)?;
    words.extend(args.information_request.iter().chain(&args.technical_terms).cloned());
    crate::flow::question(&words)
}
