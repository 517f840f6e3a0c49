//! `cw doctor` and `cw migrate`: what is wrong with the installation and with an index, each with the command that mends it. Both change nothing unless told to; nothing is sent.
//!
//! They ask those who know: `verify` for damage, `stats` for what parts lack, a listing for what changed. Left out: whether a service answers.

use std::path::{Path, PathBuf};

use cw_index::Store;
use cw_records::Record;
use cw_stages::{Env, Error, Exit, pipeline, scan};
use serde_json::json;

use super::{index, plan, share, stats};
use crate::common::{Wait, Where, Work};
use crate::consent::{Recipient, recipients};
use crate::exit::{Failure, output, say, visible};
use crate::flow::human;
use crate::locate::{self, Place};
use crate::services::{Model, environment, services};
use crate::{Done, STAGES, registry, settings};

/// Flags of `cw doctor`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The tree [default: the project that the current folder is in]
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// The same, as other commands have it
    #[arg(long, hide = true, value_name = "PATH", conflicts_with = "path")]
    repo: Option<PathBuf>,
    /// Print a JSON object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: Where,
}

/// Flags of `cw migrate`.
#[derive(clap::Args, Debug)]
pub struct Migrate {
    /// The tree [default: the project that the current folder is in]
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// The same, as other commands have it
    #[arg(long, hide = true, value_name = "PATH", conflicts_with = "path")]
    repo: Option<PathBuf>,
    /// Make the index anew in the format of this build; what cannot be read is moved to damaged/
    #[arg(long)]
    reset: bool,
    /// Do it without asking, as cw index does
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    wait: Wait,
    #[command(flatten)]
    place: Where,
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Ok,
    /// Nothing to mend, or not now.
    Note,
    /// Something does not work as it should.
    Trouble,
}

/// One thing that was looked at.
struct Finding {
    about: &'static str,
    level: Level,
    message: String,
    hint: Option<String>,
}

#[derive(Default)]
struct Report(Vec<Finding>);

impl Report {
    fn ok(&mut self, about: &'static str, message: impl Into<String>) {
        self.0.push(Finding { about, level: Level::Ok, message: message.into(), hint: None });
    }

    fn note(&mut self, about: &'static str, message: impl Into<String>, hint: &str) {
        self.0.push(Finding { about, level: Level::Note, message: message.into(), hint: Some(hint.into()) });
    }

    fn trouble(&mut self, about: &'static str, message: impl Into<String>, hint: impl Into<String>) {
        self.0.push(Finding { about, level: Level::Trouble, message: message.into(), hint: Some(hint.into()) });
    }

    fn failure(&mut self, about: &'static str, failure: Failure) {
        if let Failure::Error(error) = failure {
            let hint = error.hint.unwrap_or_else(|| "cw-errors(7)".into());
            self.trouble(about, format!("{}: {}", error.code, error.message), hint);
        }
    }
}

/// So many bytes should be free whatever the index needs.
const ROOM: u64 = 64 << 20;

/// Runs `cw doctor`.
pub fn run(args: &Args, work: &Work) -> Done {
    let mut report = Report::default();
    installation(&mut report);
    let env = work.env()?;
    let place = locate::place(args.path.as_deref().or(args.repo.as_deref()), args.place.index.as_deref())?;
    let model = asked(&mut report, &env, &place);
    let store = match Store::open(&place.index) {
        Ok(store) => Some(store),
        Err(cw_index::Error::Missing(folder)) => {
            report.note("index", format!("there is none in '{}' yet", folder.display()), "cw index, or the first question makes it");
            None
        }
        Err(error) => {
            report.failure("index", error.into());
            None
        }
    };
    if let Some(store) = &store {
        whole(&mut report, store, model.as_deref());
    }
    if let Some(root) = place.root.as_deref().filter(|root| root.is_dir()) {
        if let Err(failure) = tree(&mut report, &env, &place, store.as_ref(), root) {
            report.failure("tree", failure);
        }
    } else if store.is_some() {
        report.note("tree", "it is not here; the index answers as it is", "cw index PATH --index DIR, where it is");
    }
    room(&mut report, &place, store.as_ref());
    let gone = registry::all().iter().filter(|known| !known.index.to_os().join("format").exists()).count();
    if gone > 0 {
        report.note("list", format!("{gone} indexes on the list are not there any more"), "cw list shows them, cw forget takes one off");
    }
    print(&report, args.json)?;
    Ok(if report.0.iter().any(|finding| finding.level == Level::Trouble) { Exit::Index } else { Exit::Done })
}

fn print(report: &Report, json: bool) -> Result<(), Failure> {
    let word = |level: Level| match level {
        Level::Ok => "ok",
        Level::Note => "note",
        Level::Trouble => "trouble",
    };
    human(|out| {
        for finding in &report.0 {
            let Finding { about, message, hint, .. } = finding;
            let level = word(finding.level);
            if json {
                let object = json!({ "about": about, "level": level, "message": message, "hint": hint });
                writeln!(out, "{object}").map_err(output)?;
                continue;
            }
            writeln!(out, "{level:<8} {about}: {}", visible(message)).map_err(output)?;
            if let Some(hint) = hint {
                writeln!(out, "           hint: {}", visible(hint)).map_err(output)?;
            }
        }
        Ok(())
    })
}

/// The commands beside this one.
fn installation(report: &mut Report) {
    let own = std::env::current_exe().unwrap_or_default();
    let folder = own.parent().unwrap_or(Path::new("."));
    let there = |stage: &&crate::Stage| folder.join(format!("cw-{}{}", stage.word, std::env::consts::EXE_SUFFIX)).exists();
    let missing: Vec<String> = STAGES.iter().filter(|stage| !there(stage)).map(|stage| format!("cw-{}", stage.word)).collect();
    let version = format!("cw {} in '{}'", env!("CARGO_PKG_VERSION"), folder.display());
    if missing.is_empty() {
        report.ok("installation", version);
    } else {
        let hint = "links to cw by these names will do; cw STAGE is the same";
        report.note("installation", format!("{version}, without {}", missing.join(", ")), hint);
    }
}

/// Settings, and who is asked. Keys are not shown. The part of the model that embeds.
fn asked(report: &mut Report, env: &Env, place: &Place) -> Option<String> {
    let mut model = None;
    match settings::of_project(env, place.root.as_deref(), true) {
        Ok(_) => report.ok("settings", "they make sense (cw config list shows them)"),
        Err(failure) => report.failure("settings", failure),
    }
    match services(&Model::default(), None, &environment) {
        Ok(services) => {
            let judge = services.reranker.as_ref().map_or("rules".to_owned(), |reranker| reranker.name().to_owned());
            let to: Vec<String> = recipients(&services).into_iter().map(|Recipient { origin, .. }| origin).collect();
            let to = if to.is_empty() { "nothing leaves this machine".to_owned() } else { format!("texts go to {}", to.join(" and ")) };
            let keys = ["EMBEDDINGS", "RERANK"].map(|prefix| (prefix, ["_API_KEY", "_API_KEY_FILE"]));
            let set = keys.iter().filter(|(prefix, names)| names.iter().any(|name| environment(&format!("{prefix}{name}")).is_some()));
            let keys: Vec<&str> = set.map(|(prefix, _)| *prefix).collect();
            let keys = if keys.is_empty() { String::new() } else { format!("; a key is set for {}", keys.join(" and ")) };
            let part = services.embedder.identity().part();
            report.ok("services", format!("'{part}' embeds, '{judge}' orders; {to}{keys}"));
            model = Some(part);
        }
        Err(failure) => report.failure("services", failure),
    }
    if let Some(target) = environment("CW_SHARE") {
        match share::check(&target, env) {
            Ok(()) => report.ok("share", "CW_SHARE can be asked"),
            Err(failure) => report.failure("share", failure),
        }
    }
    model
}

/// The index and those of its revisions: format, damage, what parts lack, who writes.
fn whole(report: &mut Report, store: &Store, model: Option<&str>) {
    let before = report.0.len();
    let look = |report: &mut Report| -> Result<(), Failure> {
        for (part, who) in store.writers()? {
            report.note("lock", format!("'{}' is being written by {who}", part.display()), "wait; a lock dies with its process");
        }
        for finding in store.verify(true)? {
            report.trouble("damage", format!("{}: {}", finding.error.code(), finding.error), finding.error.hint());
        }
        if report.0[before..].iter().all(|finding| finding.level != Level::Trouble) {
            let (_, troubles) = stats::gather(store)?;
            troubles.into_iter().for_each(|(what, how)| report.trouble("index", what, how));
            if let Some(model) = model.filter(|model| matches!(store.vec(model), Ok(None))) {
                report.note("index", format!("it has no vectors of '{model}', which is set"), "cw index makes them");
            }
        }
        let aside = store.moved_aside()?;
        if !aside.is_empty() {
            let hint = "look at them, and delete that folder when nobody needs it";
            report.note("damage", format!("{} files were moved to '{}'", aside.len(), store.folder().join("damaged").display()), hint);
        }
        Ok(())
    };
    if let Err(failure) = look(report) {
        report.failure("index", failure);
    }
    if settings::others_read(store.folder()) {
        report.note("index", "others can read it, and it holds the texts", "chmod -R go= on its folder, if they should not");
    }
    if report.0.len() == before {
        report.ok("index", format!("'{}' is whole; cw verify looks at every byte", store.folder().display()));
    }
}

/// What changed since the index was made, and whether the system can tell of changes.
fn tree(report: &mut Report, env: &Env, place: &Place, store: Option<&Store>, root: &Path) -> Result<(), Failure> {
    let Some(listing) = plan::listing(env, place)? else {
        report.note("tree", "the listing of the index was given from outside", "whoever gave it brings the index up to date");
        return Ok(());
    };
    if let Some(store) = store
        && let Some(known) = pipeline::known(store, None)?
    {
        let options = scan::Options { text: false, known: Some(known), ..listing.clone() };
        let mut changed = 0;
        for item in scan::scan(env, options)? {
            changed += u64::from(matches!(item?, Record::File(_) | Record::Gone(_)));
        }
        match changed {
            0 => report.ok("tree", format!("the index is that of '{}' as it is now", root.display())),
            _ => report.note("tree", format!("{changed} files changed since the index was made"), "cw index, or the next question"),
        }
    }
    let folders = scan::places(env, &listing)?.folders.len() as u64;
    let limit = std::fs::read_to_string("/proc/sys/fs/inotify/max_user_watches").ok().and_then(|text| text.trim().parse::<u64>().ok());
    if let Some(limit) = limit.filter(|limit| *limit < folders) {
        let hint = format!("sysctl fs.inotify.max_user_watches={}, or cw watch --poll SECONDS", folders.next_power_of_two() * 2);
        report.note("watch", format!("the system watches {limit} folders, and the tree has {folders}"), &hint);
    }
    Ok(())
}

fn room(report: &mut Report, place: &Place, store: Option<&Store>) {
    let lex = store.and_then(|store| store.lex().ok().flatten());
    let needed = lex.map_or(0, |lex| lex.manifest.segments.iter().map(|segment| segment.bytes).sum::<u64>()) * 2 + ROOM;
    match cw_index::free_space(&place.index) {
        Some(free) if free < needed => {
            let message = format!("{} MiB are free; {} MiB may be needed", free >> 20, needed >> 20);
            report.trouble("disk", message, "make room, or put the index elsewhere: --index DIR");
        }
        Some(free) => report.ok("disk", format!("{} MiB are free", free >> 20)),
        None => {}
    }
}

/// Runs `cw migrate`.
pub fn migrate(args: Migrate, work: &Work) -> Done {
    let place = locate::place(args.path.as_deref().or(args.repo.as_deref()), args.place.index.as_deref())?;
    if args.reset {
        let args = index::Args {
            path: args.path.or(args.repo),
            slice: None,
            rev: None,
            rebuild: true,
            yes: args.yes,
            json: false,
            tree: Default::default(),
            size: Default::default(),
            model: Default::default(),
            wait: args.wait,
            place: args.place,
        };
        return index::run(args, work, &work.env()?);
    }
    let store = Store::open(&place.index).map_err(|error| match error {
        cw_index::Error::Missing(_) => Failure::from(error),
        other => Error::from(other).hint("cw migrate --reset makes it anew in the format of this build").into(),
    })?;
    let findings = store.verify(true)?;
    human(|out| {
        writeln!(out, "'{}': format {}", visible(&store.folder().to_string_lossy()), cw_index::FORMAT).map_err(output)?;
        findings.iter().try_for_each(|finding| writeln!(out, "{}: {}", finding.error.code(), finding.error).map_err(output))
    })?;
    if findings.is_empty() {
        say(format_args!("cw: this build reads it; there is nothing to migrate"));
        return Ok(Exit::Done);
    }
    say(format_args!("  hint: cw index mends what is damaged; cw migrate --reset makes all anew"));
    Ok(Exit::Index)
}
