//! `cw`: the porcelain. It composes the stages in one process, keeps the index fresh, and speaks to people. `cw STAGE` is `cw-STAGE`; called by a stage's name, it is that stage.

mod agents;
mod answer;
mod care;
mod config;
mod coverage;
mod doctor;
mod eval;
mod export;
pub(crate) mod index;
mod init;
mod ink;
mod list;
mod lookup;
mod outline;
mod picker;
pub(crate) mod plan;
mod programs;
pub(crate) mod prompt;
mod query;
pub(crate) mod related;
mod screen;
mod share;
mod skills;
mod slices;
pub(crate) mod stats;
mod trees;
mod watch;
mod wizard;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};

use crate::common::{Wait, Where, Work};
use crate::exit::{name, output};
use crate::{Done, STAGES, docs};

/// Find the code that answers a question, and pack it for a reader with a token budget
#[derive(Parser, Debug)]
#[command(name = "cw", version, after_long_help = include_str!("../help/cw.txt"), subcommand_required = true, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
    #[command(flatten)]
    work: Work,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Answer a question from a tree; its index is built on first use and kept fresh
    #[command(visible_alias = "search", after_long_help = include_str!("../help/query.txt"))]
    Query(query::Args),
    /// Build the index of a tree, or bring it up to date
    #[command(after_long_help = include_str!("../help/index.txt"))]
    Index(index::Args),
    /// Publish what several workers made with cw index --slice
    #[command(after_long_help = include_str!("../help/commit.txt"))]
    Commit(slices::Commit),
    /// Keep the index up to date while the tree changes
    #[command(after_long_help = include_str!("../help/watch.txt"))]
    Watch(watch::Args),
    /// Say how good the answers are on labelled questions
    #[command(after_long_help = include_str!("../help/eval.txt"))]
    Eval(eval::Args),
    /// Show where a name is defined
    #[command(after_long_help = include_str!("../help/definition.txt"))]
    Definition(lookup::Definition),
    /// List every line with a name as a whole word
    #[command(after_long_help = include_str!("../help/references.txt"))]
    References(lookup::Uses),
    /// List what files define
    #[command(after_long_help = include_str!("../help/symbols.txt"))]
    Symbols(lookup::Outline),
    /// Show what a file defines, as a tree
    #[command(after_long_help = include_str!("../help/outline.txt"))]
    Outline(outline::Args),
    /// Say what a vague request names, and what of the tree bears on it
    #[command(after_long_help = include_str!("../help/prompt-context.txt"))]
    PromptContext(prompt::Args),
    /// Show what stands around a place: neighbours, siblings, imports, importers, calls
    #[command(after_long_help = include_str!("../help/related.txt"))]
    Related(related::Args),
    /// List the files of the index
    #[command(after_long_help = include_str!("../help/list-files.txt"))]
    ListFiles(lookup::Files),
    /// Say what an index holds and how it is
    #[command(after_long_help = include_str!("../help/stats.txt"))]
    Stats(stats::Args),
    /// Write the chunks of an index with their vectors, for other engines
    #[command(after_long_help = include_str!("../help/export.txt"))]
    Export(export::Args),
    /// Show the settings, or change those of a project
    #[command(after_long_help = include_str!("../help/config.txt"))]
    Config(config::Args),
    /// Write a file with every setting, as remarks, for this user; with a model, set it
    #[command(after_long_help = include_str!("../help/init.txt"))]
    Init(init::UserArgs),
    /// Write a cwconfig.json to begin with
    #[command(after_long_help = include_str!("../help/init-project.txt"))]
    InitProject(init::ProjectArgs),
    /// Write the skills that come with cw, for agents that read skills
    #[command(after_long_help = include_str!("../help/install-skills.txt"))]
    InstallSkills(skills::Args),
    /// Tell a coding agent about cw-mcp, in the files that it reads
    #[command(after_long_help = include_str!("../help/install-agent.txt"))]
    InstallAgent(agents::Args),
    /// Check every byte of an index; changes nothing
    #[command(after_long_help = include_str!("../help/verify.txt"))]
    Verify {
        /// Check sums only, decode nothing
        #[arg(long)]
        quick: bool,
        #[command(flatten)]
        place: Where,
    },
    /// Delete what no manifest names: left-overs of writers that were killed
    #[command(after_long_help = include_str!("../help/gc.txt"))]
    Gc {
        /// Also delete the vectors of all models but the one that is set (EMBEDDINGS_MODEL, else the embedded one)
        #[arg(long)]
        other_models: bool,
        #[command(flatten)]
        wait: Wait,
        #[command(flatten)]
        place: Where,
    },
    /// List the indexes of this user
    #[command(after_long_help = include_str!("../help/list.txt"))]
    List {
        /// Print a JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Take an index off the list; it stays where it is
    #[command(after_long_help = include_str!("../help/forget.txt"))]
    Forget(list::Forget),
    /// Delete the index of a tree
    #[command(after_long_help = include_str!("../help/clean.txt"))]
    Clean(list::Clean),
    /// Show the format of an index and whether this build reads it
    #[command(after_long_help = include_str!("../help/migrate.txt"))]
    Migrate(doctor::Migrate),
    /// Say what is wrong with the installation or the index, and what mends it
    #[command(after_long_help = include_str!("../help/doctor.txt"))]
    Doctor(doctor::Args),
    /// Send the index to a share, where others pull it from
    #[command(after_long_help = include_str!("../help/push.txt"))]
    Push(share::Push),
    /// Fetch an index that somebody pushed; only what is missing moves, and all of it is checked
    #[command(after_long_help = include_str!("../help/pull.txt"))]
    Pull(share::Pull),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the man pages and completions below a folder
    #[command(hide = true)]
    Regenerate {
        /// The folder
        folder: PathBuf,
    },
}

/// The flags.
pub fn command() -> clap::Command {
    let mut command = Args::command();
    for stage in STAGES {
        let about = (stage.command)().get_about().map(ToString::to_string).unwrap_or_default();
        let long = format!("{about}. The same as cw-{}", stage.word);
        command = command.subcommand(clap::Command::new(stage.word).about(long).disable_help_flag(true));
    }
    command
}

/// Runs the command.
pub fn run(mut words: Vec<OsString>) -> Done {
    let called = name(&words);
    if let Some(stage) = STAGES.iter().find(|stage| called.strip_prefix("cw-") == Some(stage.word)) {
        return (stage.run)(words);
    }
    if words.len() == 3 && words[1] == "help" {
        words = vec![words.remove(0), words.remove(1), "--help".into()];
    }
    if let Some(stage) = STAGES.iter().find(|stage| words.get(1).is_some_and(|word| word == stage.word)) {
        words.remove(0);
        words[0] = format!("cw-{}", stage.word).into();
        return (stage.run)(words);
    }
    // As in older systems; elsewhere -v is --verbose.
    if words.len() == 2 && words[1] == "-v" {
        words[1] = "--version".into();
    }
    let mut args = {
        use clap::FromArgMatches;
        let matches = command().try_get_matches_from(&words)?;
        Args::from_arg_matches(&matches)?
    };
    args.work.hear(std::env::var("LOG_LEVEL").ok().as_deref());
    match args.verb {
        Verb::Query(query) => query::run(query, &args.work),
        Verb::Index(index) => index::run(index, &args.work, &args.work.env()?),
        Verb::Commit(commit) => slices::commit(&commit, &args.work),
        Verb::Watch(watch) => watch::run(watch, &args.work),
        Verb::Eval(eval) => eval::run(eval, &args.work),
        Verb::Definition(given) => lookup::definition(given, &args.work),
        Verb::References(given) => lookup::references(given, &args.work),
        Verb::Symbols(given) => lookup::symbols(given, &args.work),
        Verb::Outline(given) => outline::run(given, &args.work),
        Verb::PromptContext(given) => prompt::run(given, &args.work),
        Verb::Related(given) => related::run(given, &args.work),
        Verb::ListFiles(given) => lookup::files(given, &args.work),
        Verb::Stats(stats) => stats::run(stats, &args.work),
        Verb::Export(given) => export::run(given, &args.work),
        Verb::Config(config) => config::run(config, &args.work),
        Verb::Init(given) => init::user(given, &args.work),
        Verb::InitProject(given) => init::project(given),
        Verb::InstallSkills(given) => skills::run(given),
        Verb::InstallAgent(given) => agents::run(given, &args.work),
        Verb::Verify { quick, place } => care::verify(quick, place.index.as_deref(), &args.work),
        Verb::Gc { other_models, wait, place } => care::gc(other_models, wait.duration(), place.index.as_deref(), &args.work),
        Verb::List { json } => list::list(json),
        Verb::Forget(forget) => list::forget(&forget, &args.work),
        Verb::Clean(clean) => list::clean(&clean, &args.work),
        Verb::Migrate(migrate) => doctor::migrate(migrate, &args.work),
        Verb::Doctor(doctor) => doctor::run(&doctor, &args.work),
        Verb::Push(push) => share::push(push, &args.work),
        Verb::Pull(pull) => share::pull(pull, &args.work),
        Verb::Completions { shell } => {
            let text = docs::completion(shell, docs::whole(), "cw");
            crate::flow::human(|out| out.write_all(&text).map_err(output))?;
            Ok(cw_stages::Exit::Done)
        }
        Verb::Regenerate { folder } => docs::write(&folder).map(|()| cw_stages::Exit::Done).map_err(output),
    }
}

/// True if a person watches stderr.
fn is_watched(work: &Work) -> bool {
    !work.quiet && std::io::stderr().is_terminal()
}
