//! `cw query`: answers a question. Builds the index on first use, refreshes it by stat, then asks it.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use cw_records::{Context, Record};
use cw_stages::pipeline::{self, Ask, Asking, Snapshot};
use cw_stages::{Env, Error, Exit, Stream, pack};
use serde_json::json;

use super::answer::{self, Opened, Wish};
use super::picker::{self, Asked};
use super::plan::{emptiness, listing, outside};
use super::programs::{edit, paged};
use super::screen::{Look, Roots, Screen, on_disk};
use super::trees::{self, Tree};
use crate::Done;
use crate::common::{Ranking, Scope, Work, Yes};
use crate::exit::{Failure, output, say};
use crate::flow::{Talk, asked, human};
use crate::locate;
use crate::pack::{Budget, Format, show};
use crate::rerank::Low;
use crate::services::{Judge, Model};

/// Flags of `cw query`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The question; from stdin if there is none, or if it is '-'. A pasted stack trace is read for its message and its frames
    #[arg(value_name = "TEXT")]
    text: Vec<String>,
    /// The question, as in older systems and in the agents' tool: the answer is packed, within 48,000 characters if no budget is given
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
    /// One JSON object: what --format json writes, with the status of the answer before it; a failure is one, too
    #[arg(long, conflicts_with_all = ["format", "jsonl"])]
    json: bool,
    /// One JSON object a result, best first
    #[arg(long, conflicts_with = "format")]
    jsonl: bool,
    /// Pick a place on the terminal, with its text beside the list; its path:line is printed
    #[arg(short, long, conflicts_with_all = ["json", "jsonl", "format", "tokens", "chars", "information_request", "open"])]
    interactive: bool,
    /// Answer from the index as it is
    #[arg(long)]
    no_refresh: bool,
    /// The tree to ask: a folder, or an address that git can fetch from; with name= before it, its paths begin with that. May be repeated: then all are ranked as one [default: the project that the current folder is in]
    #[arg(long, visible_alias = "repo-path", value_name = "PATH")]
    repo: Vec<OsString>,
    /// Also the trees that this file lists: a folder or an address a line
    #[arg(long, value_name = "FILE")]
    workspace: Option<PathBuf>,
    /// Ask a revision of git instead of what is on disk: a branch, a tag, a commit
    #[arg(long, value_name = "REV")]
    rev: Option<String>,
    /// What answers may come from
    #[arg(long, value_enum, default_value_t = Content::All)]
    content: Content,
    /// How far to look
    #[arg(long, value_enum, default_value_t = Mode::Balanced)]
    mode: Mode,
    /// What to give when nothing convinces [default: nothing; of what a service judged the best]
    #[arg(long, value_enum)]
    low_confidence: Option<Low>,
    #[command(flatten)]
    ranking: Ranking,
    #[command(flatten)]
    scope: Scope,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    model: Model,
    /// Who judges in the end [default: http if RERANK_BASE_URL is set, else rules]
    #[arg(long, value_enum)]
    reranker: Option<Judge>,
    #[command(flatten)]
    yes: Yes,
    /// The index folder; one that lies elsewhere is of the tree that it was last built from. May be repeated: then all are ranked as one, as they are; with name= before it, its paths begin with that, with = alone they stay as they are [default: the nearest .cw upwards]
    #[arg(long, value_name = "DIR", env = "CW_INDEX")]
    index: Vec<OsString>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Mode {
    /// Half the candidates, half the files; of what stands around a hit only its own file
    Quick,
    /// As usual
    Balanced,
    /// Twice the candidates, half as many files again; also who imports and who calls
    Deep,
}

impl Mode {
    fn mode(self) -> pipeline::Mode {
        match self {
            Mode::Quick => pipeline::Mode::Quick,
            Mode::Balanced => pipeline::Mode::Balanced,
            Mode::Deep => pipeline::Mode::Deep,
        }
    }
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

/// Runs `cw query`. With `--json` a failure is an object too.
pub fn run(args: Args, work: &Work) -> Done {
    let json = args.json;
    let done = ask(args, work);
    if let (true, Err(Failure::Error(error))) = (json, &done) {
        let status = match error.code {
            "I01" => "not_indexed",
            "C05" => "bad_query",
            _ => "error",
        };
        let object = json!({ "status": status, "code": error.code, "message": error.message, "hint": error.hint });
        human(|out| writeln!(out, "{object}").map_err(output))?;
    }
    done
}

fn ask(mut args: Args, work: &Work) -> Done {
    let mut repos = std::mem::take(&mut args.repo);
    if let Some(file) = &args.workspace {
        repos.extend(trees::listed(file)?);
    }
    // Addresses behind a question that is one word of the command line are trees; in a question of many words they are words.
    if args.text.len() > 1 && args.text[1..].iter().all(|word| trees::is_address(word)) {
        repos.extend(args.text.drain(1..).map(Into::into));
    }
    let query = if args.interactive {
        picker::able()?;
        [&args.text[..], &args.technical_terms].concat().join(" ")
    } else {
        question(&args)?
    };
    let indexes = if args.index.len() > 1 { trees::indexes(&args.index) } else { Vec::new() };
    if !indexes.is_empty() && (!repos.is_empty() || args.rev.is_some()) {
        let error = Error::usage("C43", "several indexes are asked as they are");
        return Err(error.hint("leave --repo and --rev out; cw index --rev makes an index of a revision").into());
    }
    let trees = trees::trees(&repos, !args.no_refresh, work.quiet)?;
    let index = args.index.first().map(|word| trees::index(word));
    if args.rev.is_some() && trees.iter().any(|tree| tree.rev.is_some()) {
        let error = Error::usage("C43", "--rev is not for an address: what is fetched of it is its HEAD");
        return Err(error.hint("clone it, and name the folder").into());
    }
    let format = match (args.json, args.jsonl) {
        (true, _) => Format::Json,
        (_, true) => Format::Jsonl,
        _ => args.format.unwrap_or_default(),
    };
    // Paths of several trees begin with their names.
    let root = match (trees.len(), indexes.len()) {
        (0 | 1, 0) => locate::place(trees.first().map(|tree| tree.path.as_path()), index)?.root,
        _ => None,
    };
    let filter = args.scope.filter(root.as_deref())?.content(args.content.kind());
    let weights = args.ranking.weights()?;
    let mut env = work.env()?;
    let talk = Talk::new("cw", work);
    let wish = Wish {
        repo: None,
        index,
        rev: args.rev.as_deref(),
        refresh: !args.no_refresh,
        model: &args.model,
        reranker: args.reranker,
        yes: args.yes.yes,
    };
    let Opened { snapshot, refreshed } = match &*indexes {
        [] => answer::of_trees(&mut env, &trees, &wish, work, &talk)?,
        several => answer::of_indexes(&env, several, &wish, work, &talk)?,
    };
    let mut options = args.budget.options(format);
    if args.information_request.is_some() && !args.budget.is_set() {
        options.chars = Some(env.settings.get("search.maxTotalChars").0 as u64);
    }
    let roots = if indexes.is_empty() { roots(&trees, index, &args)? } else { beside(&indexes) };
    let mut screen = Screen::new(&args.look, &query, roots.clone());
    if format == Format::Text {
        options.style.colour = args.look.colour();
    }
    let usual = if args.interactive { PICKED } else { 0 };
    let (limit, explain, mode) = (args.k.unwrap_or(usual) as usize, args.budget.explain(), args.mode.mode());
    let low = args.low_confidence.map(Low::low);
    let ask = Ask { query, filter, limit, mode, low, pack: options, explain, weights };
    if args.interactive {
        let mut answer = |query: &str| found(&env, &snapshot, Ask { query: query.to_owned(), ..ask.clone() });
        let services = snapshot.services();
        let is_costly = services.embedder.is_costly() || services.reranker.is_some();
        return picker::run(Asked { query: ask.query.clone(), answer: &mut answer, is_costly, look: &args.look, roots: &roots });
    }
    let (scope, signs) = (ask.filter.clone(), !ask.query.chars().any(char::is_alphanumeric));
    let asking = Asking::new(&env, &snapshot, ask);
    let wordless = asking.is_wordless();
    let answer = asking.answer()?;
    let is_list = format == Format::Text && options.tokens.is_none() && options.chars.is_none();
    let exit = match format {
        Format::Jsonl => lines(answer, &talk)?,
        Format::Json if args.json => {
            let nothing = || match (snapshot.lex().manifest.files, wordless) {
                (0, _) => Ok("no_files"),
                (_, true) => Ok("no_words"),
                _ => outside(&scope, &snapshot).map(|outside| if outside.is_some() { "no_files_in_scope" } else { "nothing_relevant" }),
            };
            object(answer, &talk, &options, &nothing, refreshed)?
        }
        Format::Text if args.look.open => open(answer, &talk, &roots, &mut screen)?,
        Format::Text if is_list && args.look.is_screen() => on_screen(answer, &talk, &mut screen, !args.look.no_pager)?,
        _ => show(answer, &talk, &options)?,
    };
    // What the tree could not give is missing from the answer too.
    let exit = if talk.losses() > 0 { exit.max(Exit::Nothing) } else { exit };
    if exit == Exit::Nothing && talk.losses() == 0 && !work.quiet {
        let what = match (snapshot.lex().manifest.files, wordless) {
            (0, _) => {
                let place = locate::place(trees.first().map(|tree| tree.path.as_path()), index)?;
                emptiness(
                    &env,
                    listing(&env, &place.at(args.rev.as_deref()))?
                        .as_ref()
                        .filter(|_| args.rev.is_none() && trees.len() < 2 && indexes.is_empty()),
                )
            }
            (_, true) => {
                let why = if signs { "signs are not indexed" } else { "neither single signs and digits nor endless words are indexed" };
                format!("nothing relevant found: the question has no word, and {why} (cw-lex find --literal finds them)")
            }
            _ => outside(&scope, &snapshot)?.unwrap_or_else(|| "nothing relevant found".to_owned()),
        };
        say(format_args!("cw: {what}"));
    }
    Ok(exit)
}

/// Results to pick from, if nobody says.
const PICKED: u32 = 30;

/// The results of one question, and what there is to say of them.
fn found(env: &Env, snapshot: &Snapshot, ask: Ask) -> Result<(Vec<Context>, String), Failure> {
    let asking = Asking::new(env, snapshot, ask);
    let (mut results, mut note) = (Vec::new(), String::new());
    for record in asking.answer()? {
        match record? {
            Record::Context(context) => results.push(context),
            Record::Fault(fault) if note.is_empty() => note = format!("{}: {}", fault.code, fault.message),
            _ => {}
        }
    }
    if results.is_empty() && note.is_empty() {
        note = "nothing relevant found".to_owned();
    }
    Ok((results, note))
}

/// Where the files of the answer are on disk. A revision is not.
fn roots(trees: &[Tree], index: Option<&Path>, args: &Args) -> Result<Roots, Failure> {
    if args.rev.is_some() {
        return Ok(Roots::new());
    }
    if trees.is_empty() {
        let root = locate::place(None, index)?.root;
        return Ok(root.into_iter().map(|root| (String::new(), root)).collect());
    }
    let before = |tree: &Tree| if trees.len() > 1 { format!("{}/", tree.name) } else { String::new() };
    let here = trees.iter().filter(|tree| tree.rev.is_none());
    Ok(here.map(|tree| (before(tree), tree.path.canonicalize().unwrap_or_else(|_| tree.path.clone()))).collect())
}

/// The same for indexes: the trees that they were built from, as far as those are here.
fn beside(indexes: &[Tree]) -> Roots {
    let before = |index: &Tree| if index.name.is_empty() { String::new() } else { format!("{}/", index.name) };
    let root = |index: &Tree| Some((before(index), locate::place(None, Some(&index.path)).ok()?.root.filter(|root| root.is_dir())?));
    indexes.iter().filter_map(root).collect()
}

/// The contexts of a stream, to `each`; its faults are said.
fn contexts(answer: Stream<'_>, talk: &Talk, mut each: impl FnMut(&Record, &Context) -> Result<(), Failure>) -> Result<Exit, Failure> {
    let (mut found, mut lost) = (false, false);
    for item in answer {
        let record = item?;
        talk.see(&record);
        match &record {
            Record::Context(context) => {
                found = true;
                each(&record, context)?;
            }
            Record::Fault(fault) => lost |= fault.level == cw_records::Level::Loss,
            _ => {}
        }
    }
    Ok(if found && !lost { Exit::Done } else { Exit::Nothing })
}

/// The answer on a screen, perhaps by a pager. One that is empty needs none.
fn on_screen(answer: Stream<'_>, talk: &Talk, screen: &mut Screen, pager: bool) -> Result<Exit, Failure> {
    let mut results = Vec::new();
    let exit = contexts(answer, talk, |_, context| {
        results.push(context.clone());
        Ok(())
    })?;
    if !results.is_empty() {
        paged(pager, |out| results.iter().try_for_each(|context| screen.write(out, context)))?;
    }
    Ok(exit)
}

/// Opens the best result in an editor.
fn open(answer: Stream<'_>, talk: &Talk, roots: &Roots, screen: &mut Screen) -> Result<Exit, Failure> {
    let mut best = None;
    let exit = contexts(answer, talk, |_, context| {
        best.get_or_insert_with(|| context.clone());
        Ok(())
    })?;
    if let Some(context) = best {
        let file = on_disk(roots, &context.path).ok_or_else(|| {
            let path = crate::exit::visible(&context.path.display());
            Error::usage("C45", format!("'{path}' is not on disk, so it cannot be opened")).hint("without --open its text is shown")
        })?;
        edit(&file, screen.line_of(&context), None)?;
    }
    Ok(exit)
}

/// Says why there is no answer; looked up only if there is none.
type Nothing<'a> = &'a dyn Fn() -> Result<&'static str, Failure>;

/// One object, with what the answer is worth before it.
fn object(answer: Stream<'_>, talk: &Talk, options: &pack::Options, nothing: Nothing<'_>, refreshed: bool) -> Result<Exit, Failure> {
    let mut records = Vec::new();
    let mut too_small = false;
    for item in answer {
        let record = item?;
        talk.see(&record);
        too_small |= matches!(&record, Record::Fault(fault) if fault.code == "S08");
        records.push(Ok(record));
    }
    let mut text = Vec::new();
    let rendered = pack::render(Box::new(records.into_iter()), options.format, options.style, &mut text)?;
    let status = match rendered.contexts {
        0 if too_small => "budget_too_small",
        0 => nothing()?,
        _ => "ok",
    };
    let head = format!("{{\"status\":\"{status}\",\"refreshed\":{refreshed},");
    human(|out| out.write_all(head.as_bytes()).and_then(|()| out.write_all(text.get(1..).unwrap_or_default())).map_err(output))?;
    Ok(if rendered.contexts == 0 || rendered.losses > 0 { Exit::Nothing } else { Exit::Done })
}

/// One line a result: the contexts of the stream, without header and end.
fn lines(answer: Stream<'_>, talk: &Talk) -> Result<Exit, Failure> {
    let mut exit = Exit::Nothing;
    human(|mut out: &mut dyn Write| {
        exit = contexts(answer, talk, |record, _| record.print(&mut out).and_then(|()| out.write_all(b"\n")).map_err(output))?;
        Ok(())
    })?;
    Ok(exit)
}

fn question(args: &Args) -> Result<String, Failure> {
    let alone = args.information_request.is_none() && args.technical_terms.is_empty();
    let mut words = asked(args.text.clone(), alone)?;
    words.extend(args.information_request.iter().chain(&args.technical_terms).cloned());
    crate::flow::question(&words)
}
