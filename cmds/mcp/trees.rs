//! The trees that this server was asked about: their indexes, built on first use, looked at again by stat when the last look is old, and kept open in between.
//!
//! Work on an index is done behind the calls, once for all that wait for it. No call waits for ever: during a first build it gets what is there already, and
//! where a refresh has much to do, the index as it was. When every call that waits is cancelled, the work stops.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cw_index::Store;
use cw_records::{Blob, RecordPath};
use cw_stages::pipeline::Snapshot;
use cw_stages::providers::Services;
use cw_stages::{Env, Error};

use super::cache::Cache;
use super::call::Call;
use super::reply::{Reply, Stop};
use super::work::{Looked, Work};
use crate::locate::{self, Place};

/// A look at a tree is good for so many times as long as it took, and for so long at most.
const WORTH: u32 = 20;
const FRESH: Duration = Duration::from_secs(30);
/// How long a call waits for a first build, and for a refresh.
const FIRST: Duration = Duration::from_secs(4);
const REFRESH: Duration = Duration::from_secs(10);
/// A refresh of so many files is not waited for.
const CHANGES: u64 = 200;
/// How long a call waits for work that has taken longer already.
const AGAIN: Duration = Duration::from_millis(300);
/// How often a waiting call reports and looks whether it is cancelled.
const TICK: Duration = Duration::from_millis(100);
/// Trees that are kept open.
const OPEN: usize = 32;

/// All trees.
pub struct Trees {
    env: Env,
    /// Who embeds and judges.
    pub services: Services,
    known: Mutex<HashMap<PathBuf, Arc<Tree>>>,
}

/// One tree.
pub struct Tree {
    /// Where its index is.
    pub place: Place,
    /// Answers that were given.
    pub cache: Cache,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    work: Option<Arc<Work>>,
    /// When the tree was looked at, and how long that is good for.
    looked: Option<(Instant, Duration)>,
    stale: Option<String>,
    open: Option<(Blob, Arc<Snapshot>)>,
}

/// An index that is ready to be asked.
pub struct Ready {
    /// The index.
    pub snapshot: Arc<Snapshot>,
    /// What was done to make it ready.
    pub looked: Looked,
    /// Files that are in it, and files there will be, while it is built for the first time.
    pub indexing: Option<(u64, u64)>,
    /// Names the state of both parts; none while they are built for the first time.
    pub generation: Option<Blob>,
    /// The project's root, and the folder in it that was asked about, if that is not all of it.
    pub part: Option<(PathBuf, RecordPath)>,
}

impl Ready {
    /// The folder that answers are limited to.
    pub fn below(&self) -> Option<RecordPath> {
        self.part.as_ref().map(|(_, part)| part.clone())
    }
}

/// What a call waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// An index to ask, not too old.
    Ask,
    /// That everything is done, for so long.
    Whole(Duration),
}

/// What came of waiting.
enum Seen {
    Done(Looked),
    Behind(Arc<Work>),
}

/// Takes a lock, whoever panicked with it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Trees {
    /// None yet.
    pub fn new(env: Env, services: Services) -> Trees {
        Trees { env, services, known: Mutex::default() }
    }

    /// Names who embeds and judges.
    pub fn configuration(&self) -> String {
        let Services { embedder, plain, reranker, top } = &self.services;
        let usual = if *plain { "none" } else { "rules" };
        format!("{} {} {top}", embedder.identity().part(), reranker.as_ref().map_or(usual, |reranker| reranker.name()))
    }

    /// The tree at `root`.
    pub fn tree(&self, root: &Path) -> Result<Arc<Tree>, Stop> {
        let mut known = lock(&self.known);
        if let Some(tree) = known.get(root) {
            return Ok(tree.clone());
        }
        if known.len() >= OPEN {
            known.retain(|_, tree| lock(&tree.state).work.is_some());
        }
        let place = locate::place(Some(root), None)?;
        let tree = Arc::new(Tree { place, cache: Cache::default(), state: Mutex::default(), changed: Condvar::new() });
        known.insert(root.to_owned(), tree.clone());
        Ok(tree)
    }

    /// Stops all work on the tree at `root`, and knows nothing of it any more.
    pub fn drop_tree(&self, root: &Path) {
        let Some(tree) = lock(&self.known).remove(root) else { return };
        let mut state = lock(&tree.state);
        while let Some(work) = &state.work {
            work.env.cancel();
            state = tree.changed.wait_timeout(state, TICK).map_or_else(|poisoned| poisoned.into_inner().0, |(state, _)| state);
        }
    }

    /// The index of `root`, fresh, or as much of it as can be had in time.
    pub fn ready(&self, call: &Call, root: &Path, wish: Wish) -> Result<Ready, Stop> {
        let tree = self.tree(root)?;
        for last in [false, true] {
            let seen = self.look(&tree, call, wish, last)?;
            let (looked, indexing) = match seen {
                Seen::Done(looked) => (looked, None),
                Seen::Behind(work) if work.first => (Looked::default(), Some(work.counts())),
                Seen::Behind(_) => (Looked { stale: Some("the index is being brought up to date".into()), ..Looked::default() }, None),
            };
            call.tell_of(root, &looked, indexing);
            let opened = if indexing.is_some() { tree.so_far(&self.services) } else { tree.open(&self.services) };
            match opened {
                Ok((generation, snapshot)) => return Ok(Ready { snapshot, looked, indexing, generation, part: None }),
                // It went away since the last look.
                Err(error) if !last && matches!(error.code, "I01" | "I06") => {}
                Err(_) if indexing.is_some() => return Err(Box::new(Reply::indexing(indexing.unwrap_or_default()))),
                Err(error) => return Err(error.into()),
            }
        }
        Err(Reply::refusal("not_indexed", "the index goes away while it is asked", None))
    }

    /// Looks at the tree, if the last look is old or `again` says so, and waits until it is done, or long enough.
    fn look(&self, tree: &Arc<Tree>, call: &Call, wish: Wish, again: bool) -> Result<Seen, Stop> {
        let mut state = lock(&tree.state);
        let work = match &state.work {
            Some(work) => work.clone(),
            None if wish == Wish::Ask && !again && state.looked.is_some_and(|(at, good)| at.elapsed() < good) => {
                return Ok(Seen::Done(Looked { stale: state.stale.clone(), ..Looked::default() }));
            }
            None => {
                let work = Work::start(tree.clone(), &self.env, self.services.clone())?;
                state.work = Some(work.clone());
                work
            }
        };
        work.waiting.fetch_add(1, Ordering::Relaxed);
        let until = match wish {
            Wish::Whole(patience) => Instant::now() + patience,
            Wish::Ask => (work.start + if work.first { FIRST } else { REFRESH }).max(Instant::now() + AGAIN),
        };
        loop {
            if let Some(outcome) = lock(&work.outcome).clone() {
                let others = outcome.as_ref().is_err_and(|error| error.code == "S09") && call.env.check().is_ok();
                if !others {
                    return outcome.map(Seen::Done).map_err(Stop::from);
                }
                // Those who wanted it are gone; this call does not.
                drop(state);
                return self.look(tree, call, wish, true);
            }
            let (done, total) = work.counts();
            call.progress(done, total);
            if let Err(error) = call.env.check() {
                if work.waiting.fetch_sub(1, Ordering::Relaxed) == 1 && !work.behind.load(Ordering::Relaxed) {
                    work.env.cancel();
                }
                return Err(error.into());
            }
            let much = wish == Wish::Ask && !work.first && work.changes() >= CHANGES;
            if much || Instant::now() >= until {
                work.behind.store(true, Ordering::Relaxed);
                return Ok(Seen::Behind(work));
            }
            state = tree.changed.wait_timeout(state, TICK).map_or_else(|poisoned| poisoned.into_inner().0, |(state, _)| state);
        }
    }
}

impl Tree {
    /// Takes in what came of the work.
    pub fn over(&self, work: &Work, outcome: Result<Looked, Error>) {
        let mut state = lock(&self.state);
        state.work = None;
        // A failure is tried again by the next call.
        state.looked = outcome.is_ok().then(|| (work.start, (work.start.elapsed() * WORTH).min(FRESH)));
        state.stale = outcome.ok().and_then(|looked| looked.stale);
        self.changed.notify_all();
    }

    /// The index, opened; the one from before, if nothing changed since, whoever wrote it.
    fn open(&self, services: &Services) -> Result<(Option<Blob>, Arc<Snapshot>), Error> {
        let store = Store::open(&self.place.index)?;
        let generation = generation(&store, services);
        let mut state = lock(&self.state);
        if let Some((of, snapshot)) = &state.open
            && *of == generation
        {
            return Ok((Some(generation), snapshot.clone()));
        }
        state.open = None;
        let snapshot = Arc::new(Snapshot::open(&store, services.clone())?);
        state.open = Some((generation, snapshot.clone()));
        Ok((Some(generation), snapshot))
    }

    /// What is there of the index while it is built for the first time.
    fn so_far(&self, services: &Services) -> Result<(Option<Blob>, Arc<Snapshot>), Error> {
        let store = Store::open(&self.place.index)?;
        Ok((None, Arc::new(Snapshot::so_far(&store, services.clone())?)))
    }
}

/// A hash of the manifests: another one means another index.
fn generation(store: &Store, services: &Services) -> Blob {
    let part = |name: &str| std::fs::read(store.folder().join(name).join("manifest.json")).unwrap_or_default();
    let mut bytes = part("lex");
    bytes.push(0);
    bytes.extend(part(&cw_index::vec_name(&services.embedder.identity().part())));
    Blob::of(&bytes)
}
