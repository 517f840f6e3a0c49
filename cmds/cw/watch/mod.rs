//! `cw watch`: keeps an index up to date while its tree changes. A loop: something happened, it is quiet again, the same build as `cw index`.
//!
//! What happened is never believed, only that something did: each round looks at the whole tree by stat. So an event that is lost, doubled or out of order costs a look, and never
//! makes a wrong index. Left out: revisions, which do not change.

mod alarm;
mod eyes;
mod signals;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use cw_stages::{Env, Error, Exit, scan};
use serde_json::json;

use self::alarm::{Bell, Wake};
use self::eyes::Eyes;
use super::index;
use super::plan::{Plan, plan};
use crate::Done;
use crate::common::{Wait, Where, Work};
use crate::exit::{Failure, output, say, visible};
use crate::flow::{Talk, human};
use crate::locate::{self, Place};
use crate::services::{Model, environment, services};

/// Flags of `cw watch`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The tree [default: the project that the current folder is in]
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Look every so many seconds instead of being told by the system, as network folders need it
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    poll: Option<u64>,
    /// Print a JSON object a line: one when it watches, and one for each refresh that changed the index
    #[arg(long)]
    jsonl: bool,
    /// Do it without asking: watch a folder as wide as a home folder, send code to the service
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    model: Model,
    #[command(flatten)]
    wait: Wait,
    #[command(flatten)]
    place: Where,
}

/// It is quiet when nothing happened for so long.
const QUIET: Duration = Duration::from_millis(100);
/// A tree that is never quiet is looked at all the same.
const LONG: Duration = Duration::from_secs(2);
/// Between two looks there is so many times what one takes, and no more than the longest.
const REST: u32 = 4;
const LONGEST: Duration = Duration::from_secs(10);
/// How often the tree is looked at if the system cannot tell; and how soon again after something failed.
const POLL: Duration = Duration::from_secs(5);

/// The code of it.
const SHORT: &str = "C25";

/// Runs `cw watch`, until SIGINT or SIGTERM.
pub fn run(args: Args, work: &Work) -> Done {
    // Before any thread is there, so that all of them leave the signals alone.
    let held = signals::hold();
    let (bell, alarm) = alarm::alarm();
    let env = work.env()?;
    let (stopped, own) = (env.clone(), bell.clone());
    held.then(move || {
        stopped.cancel();
        own.stop();
    });
    match watch(&args, work, &env, bell, &alarm) {
        Err(Failure::Error(error)) if error.code == "S09" => Ok(Exit::Done),
        other => other.map(|()| Exit::Done),
    }
}

fn watch(args: &Args, work: &Work, env: &Env, bell: Bell, alarm: &alarm::Alarm) -> Result<(), Failure> {
    let place = locate::place(args.path.as_deref(), args.place.index.as_deref())?;
    let mut watcher = Watcher { args, work, env, talk: Talk::new("cw", work).once(), place, eyes: None, is_first: true };
    if args.poll.is_none() {
        match Eyes::new(bell, &watcher.place.index) {
            Ok(eyes) => watcher.eyes = Some(eyes),
            Err(why) => watcher.close_eyes(&why),
        }
    }
    watcher.mend(work)?;
    let mut said = None;
    loop {
        alarm.set();
        let start = Instant::now();
        let done = watcher.look();
        let pause = (start.elapsed() * REST).min(LONGEST);
        let mut most = if watcher.eyes.is_some() { None } else { Some(args.poll.map_or(POLL, Duration::from_secs)) };
        match done {
            Ok(()) => said = None,
            Err(Failure::Error(error)) if watcher.goes_on_after(&error) => {
                if said.as_ref() != Some(&error.message) && error.code != "I02" {
                    said = Some(error.message.clone());
                    Failure::Error(error).report("cw");
                }
                most = Some(most.unwrap_or(POLL).min(POLL));
            }
            Err(failure) => return Err(failure),
        }
        if alarm.wait(pause, most, QUIET, LONG) == Wake::Stop {
            return Ok(());
        }
    }
}

struct Watcher<'a> {
    args: &'a Args,
    work: &'a Work,
    env: &'a Env,
    talk: Talk,
    place: Place,
    /// What tells of changes; nothing if the tree is looked at by the clock.
    eyes: Option<Eyes>,
    is_first: bool,
}

impl Watcher<'_> {
    /// What `cw index` does: asks who has to be asked, moves damage away, makes what is missing.
    fn mend(&self, work: &Work) -> Result<(), Failure> {
        let args = index::Args {
            path: self.args.path.clone(),
            slice: None,
            rev: None,
            rebuild: false,
            yes: self.args.yes,
            json: false,
            tree: Default::default(),
            size: Default::default(),
            model: self.args.model.clone(),
            wait: self.args.wait.clone(),
            place: self.args.place.clone(),
        };
        index::run(args, work, self.env).map(drop)
    }

    /// True for what passes, or what somebody may mend meanwhile: a file of settings that is half written, a full disk, another writer.
    fn goes_on_after(&self, error: &Error) -> bool {
        let is_here = self.place.root.as_ref().is_some_and(|root| root.is_dir());
        error.code != "S09" && is_here && (!self.is_first || error.code == "I02")
    }

    /// One look at the tree, and what follows from it.
    fn look(&mut self) -> Result<(), Failure> {
        match self.refresh() {
            Err(Failure::Error(error)) if error.exit == Exit::Index => {
                self.mend(&Work { quiet: true, ..self.work.clone() })?;
                self.refresh()
            }
            done => done,
        }
    }

    fn refresh(&mut self) -> Result<(), Failure> {
        let start = Instant::now();
        // Before anything is opened: what would be made anew is the index of a tree that somebody took away.
        if let Some(root) = self.place.root.as_ref().filter(|root| !root.is_dir()) {
            let error = Error::usage("C24", format!("there is nothing to watch: '{}' is not here any more", root.display()));
            return Err(error.hint("if it was moved, watch it there: cw watch PATH").into());
        }
        let services = services(&self.args.model, None, &environment)?;
        let (store, build) = match plan(self.env, &self.place, false, Some(services.embedder.clone()))? {
            (store, Plan::Build(build)) => (store, build),
            (_, Plan::AsIs(why)) => {
                let error = Error::usage("C24", format!("there is nothing to watch: {why}"));
                return Err(error.hint("name the tree: cw watch PATH").into());
            }
        };
        index::agree(self.env, &services, &build.scan, self.args.yes)?;
        // Watched first, looked at then: what happens in between is told.
        if let Some(eyes) = &mut self.eyes
            && let Err(why) = eyes.turn(scan::places(self.env, &build.scan)?)
        {
            self.close_eyes(&why);
        }
        let outcome = index::bring_up(self.env, &store, *build, self.work, &self.talk)?;
        let built = &outcome.built;
        let changed = built.is_changed();
        if !changed && !self.is_first {
            return Ok(());
        }
        let seconds = start.elapsed().as_secs_f64();
        if self.args.jsonl {
            let lex = store.need_lex()?;
            let object = json!({
                "type": "refresh", "index": store.folder().to_string_lossy(), "generation": lex.generation.to_string(), "changed": changed,
                "files": lex.manifest.files, "chunks": lex.manifest.chunks, "read": built.files, "gone": built.gone, "losses": outcome.losses,
                "seconds": (seconds * 1000.0).round() / 1000.0,
            });
            human(|out| writeln!(out, "{object}").map_err(output))?;
        }
        if !self.work.quiet && self.is_first {
            let how = if self.eyes.is_some() { "watching" } else { "looking at" };
            say(format_args!("cw: {how} '{}'; Ctrl-C ends it", visible(&self.place.root.clone().unwrap_or_default().to_string_lossy())));
        }
        if !self.work.quiet && changed {
            say(format_args!("cw: {} files read, {} gone ({seconds:.2} s)", built.files, built.gone));
        }
        self.is_first = false;
        Ok(())
    }

    /// From now on the tree is looked at by the clock.
    fn close_eyes(&mut self, why: &str) {
        self.eyes = None;
        if !self.work.quiet {
            say(format_args!("cw: note: {}: {}; the tree is looked at every {} s instead", SHORT, visible(why), POLL.as_secs()));
            say(format_args!("  hint: raise fs.inotify.max_user_watches with sysctl, or choose the pace: cw watch --poll SECONDS"));
        }
    }
}
