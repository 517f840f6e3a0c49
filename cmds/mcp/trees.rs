//! The trees that this server was asked about: their indexes, built on first use, looked at again by stat when the last look is old, and kept open in between.
//!
//! Work on an index is done by a thread of its own, one a tree. Calls wait for it, not for ever: a first build that takes longer goes on behind them, and a
//! refresh that takes longer lets the old index answer. When every call that waits for it is cancelled, the work stops.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cw_index::Store;
use cw_records::Blob;
use cw_stages::pipeline::{self, Built, Snapshot};
use cw_stages::providers::Services;
use cw_stages::{Env, Error, Progress};
use serde_json::json;

use super::reply::{Reply, Stop};
use super::server::Call;
use crate::consent;
use crate::cw::index::{Plan, is_stale_only, listing, plan};
use crate::exit::Failure;
use crate::locate::{self, Place};

/// How long a look at a tree is good for.
const FRESH: Duration = Duration::from_secs(5);
/// How long a call waits for a first build, and for a refresh.
const FIRST: Duration = Duration::from_secs(20);
const REFRESH: Duration = Duration::from_secs(10);
/// How long a call waits for a build that has taken longer already.
const AGAIN: Duration = Duration::from_secs(1);
/// How often a waiting call reports and looks whether it is cancelled.
const TICK: Duration = Duration::from_millis(100);
/// Trees that are kept open.
const OPEN: usize = 32;

/// All trees.
pub struct Trees {
    env: Env,
    services: Services,
    known: Mutex<HashMap<PathBuf, Arc<Tree>>>,
}

/// One tree.
struct Tree {
    place: Place,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    work: Option<Arc<Work>>,
    looked: Option<Instant>,
    stale: Option<String>,
    open: Option<(Blob, Arc<Snapshot>)>,
}

/// Work on an index.
struct Work {
    first: bool,
    env: Env,
    start: Instant,
    done: AtomicU64,
    total: AtomicU64,
    waiting: AtomicUsize,
    /// A call was told that it goes on behind: nobody stops it any more.
    behind: AtomicBool,
    outcome: Mutex<Option<Result<Looked, Error>>>,
}

/// What a look at a tree did.
#[derive(Clone, Debug, Default)]
pub struct Looked {
    /// What the pipeline did; nothing, if the last look was good enough.
    pub built: Built,
    /// Why the index may be older than the tree.
    pub stale: Option<String>,
}

/// An index that is ready to be asked.
pub struct Ready {
    /// The index.
    pub snapshot: Arc<Snapshot>,
    /// What was done to make it ready.
    pub looked: Looked,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Trees {
    /// None yet.
    pub fn new(env: Env, services: Services) -> Trees {
        Trees { env, services, known: Mutex::default() }
    }

    /// Refuses if the code of `root` would leave the machine for a question, and nobody agreed to that.
    pub fn authorize(&self, root: &Path) -> Result<(), Stop> {
        let recipients = consent::recipients(&self.services);
        let tree = self.tree(root)?;
        if recipients.is_empty() {
            return Ok(());
        }
        match listing(&self.env, &tree.place)? {
            Some(scan) => {
                let unknown = consent::unknown(&recipients, &scan.root, &scan.made_with());
                if unknown.is_empty() { Ok(()) } else { Err(consent::refusal(&unknown, &scan.root).into()) }
            }
            None => Ok(()),
        }
    }

    fn tree(&self, root: &Path) -> Result<Arc<Tree>, Stop> {
        let mut known = lock(&self.known);
        if let Some(tree) = known.get(root) {
            return Ok(tree.clone());
        }
        if known.len() >= OPEN {
            known.retain(|_, tree| lock(&tree.state).work.is_some());
        }
        let place = locate::place(Some(root), None)?;
        let tree = Arc::new(Tree { place, state: Mutex::default(), changed: Condvar::new() });
        known.insert(root.to_owned(), tree.clone());
        Ok(tree)
    }

    /// The index folder of `root`, which may not exist.
    pub fn index_of(&self, root: &Path) -> Result<PathBuf, Stop> {
        Ok(self.tree(root)?.place.index.clone())
    }

    /// The index of `root`, fresh. With `force`, the tree is looked at now.
    pub fn ready(&self, call: &Call, root: &Path, force: bool) -> Result<Ready, Stop> {
        let tree = self.tree(root)?;
        for last in [false, true] {
            let looked = self.look(&tree, call, force || last)?;
            match tree.open(&self.services) {
                Ok(snapshot) => return Ok(Ready { snapshot, looked }),
                // It went away since the last look.
                Err(error) if !last && matches!(error.code, "I01" | "I06") => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(Reply::refusal("not_indexed", "the index goes away while it is asked", None))
    }

    /// Looks at the tree, if the last look is old, and waits until it is done.
    fn look(&self, tree: &Arc<Tree>, call: &Call, force: bool) -> Result<Looked, Stop> {
        let mut state = lock(&tree.state);
        let work = match &state.work {
            Some(work) => work.clone(),
            None if !force && state.looked.is_some_and(|looked| looked.elapsed() < FRESH) => {
                return Ok(Looked { stale: state.stale.clone(), ..Looked::default() });
            }
            None => {
                let work = start(tree.clone(), self.env.clone(), self.services.clone())?;
                state.work = Some(work.clone());
                work
            }
        };
        work.waiting.fetch_add(1, Ordering::Relaxed);
        let limit = if work.first { FIRST } else { REFRESH };
        let until = (work.start + limit).max(Instant::now() + AGAIN);
        loop {
            if let Some(outcome) = lock(&work.outcome).clone() {
                let others = outcome.as_ref().is_err_and(|error| error.code == "S09") && call.env.check().is_ok();
                if !others {
                    return outcome.map_err(Stop::from);
                }
                // Those who wanted it are gone; this call does not.
                drop(state);
                return self.look(tree, call, true);
            }
            let (done, total) = (work.done.load(Ordering::Relaxed), work.total.load(Ordering::Relaxed));
            call.progress(done, total);
            if let Err(error) = call.env.check() {
                if work.waiting.fetch_sub(1, Ordering::Relaxed) == 1 && !work.behind.load(Ordering::Relaxed) {
                    work.env.cancel();
                }
                return Err(error.into());
            }
            if Instant::now() >= until {
                work.behind.store(true, Ordering::Relaxed);
                if !work.first {
                    return Ok(Looked { stale: Some("the index is being brought up to date".into()), ..Looked::default() });
                }
                return Err(Box::new(indexing(done, total)));
            }
            state = tree.changed.wait_timeout(state, TICK).map_or_else(|poisoned| poisoned.into_inner().0, |(state, _)| state);
        }
    }
}

/// A first build goes on behind.
fn indexing(done: u64, total: u64) -> Reply {
    let message = format!("the index is being built: {done} of {total} files. Ask again in a while; until then, search by other means");
    Reply::new("indexing", format!("indexing: {message}"), json!({ "message": message, "indexing": { "done": done, "total": total } }))
}

impl Tree {
    /// The index, opened; the one from before, if nothing changed since.
    fn open(&self, services: &Services) -> Result<Arc<Snapshot>, Error> {
        let store = Store::open(&self.place.index)?;
        let generation = generation(&store, services);
        let mut state = lock(&self.state);
        if let Some((of, snapshot)) = &state.open
            && *of == generation
        {
            return Ok(snapshot.clone());
        }
        state.open = None;
        let snapshot = Arc::new(Snapshot::open(&store, services.clone())?);
        state.open = Some((generation, snapshot.clone()));
        Ok(snapshot)
    }
}

/// A hash of the manifests: another one, whoever wrote the index, means another index.
fn generation(store: &Store, services: &Services) -> Blob {
    let part = |name: &str| std::fs::read(store.folder().join(name).join("manifest.json")).unwrap_or_default();
    let mut bytes = part("lex");
    bytes.push(0);
    bytes.extend(part(&cw_index::vec_name(&services.embedder.identity().part())));
    Blob::of(&bytes)
}

/// Starts to bring the index of `tree` up to date, on a thread of its own.
fn start(tree: Arc<Tree>, env: Env, services: Services) -> Result<Arc<Work>, Stop> {
    let first = !matches!(Store::open(&tree.place.index).map(|store| store.lex()), Ok(Ok(Some(_))));
    let work = Arc::new_cyclic(|work: &std::sync::Weak<Work>| {
        let work = work.clone();
        let env = env.apart().with_progress(move |step| {
            let Some(work) = work.upgrade() else { return };
            match step {
                Progress::Files(count) => work.total.store(count, Ordering::Relaxed),
                Progress::File => _ = work.done.fetch_add(1, Ordering::Relaxed),
            }
        });
        let (done, total, waiting) = (AtomicU64::new(0), AtomicU64::new(0), AtomicUsize::new(0));
        Work { first, env, start: Instant::now(), done, total, waiting, behind: AtomicBool::new(false), outcome: Mutex::default() }
    });
    let (mine, began) = (work.clone(), Instant::now());
    let body = move || {
        let outcome = catch_unwind(AssertUnwindSafe(|| bring_up(&mine.env, &tree.place, &services)));
        let outcome = outcome.unwrap_or_else(|_| Err(Error::system("C08", "a bug stopped the work on the index")));
        let mut state = lock(&tree.state);
        state.work = None;
        // A failure is tried again by the next call.
        state.looked = outcome.is_ok().then_some(began);
        state.stale = outcome.as_ref().ok().and_then(|looked| looked.stale.clone());
        *lock(&mine.outcome) = Some(outcome);
        tree.changed.notify_all();
    };
    let thread = std::thread::Builder::new().name("cw-index".into()).spawn(body);
    thread.map_err(|error| Stop::from(Error::system("S02", format!("cannot start threads: {error}"))))?;
    Ok(work)
}

/// Brings the index of a place up to date. One that is damaged is made anew, after what is damaged was moved away.
fn bring_up(env: &Env, place: &Place, services: &Services) -> Result<Looked, Error> {
    match bring_up_with(env, place, services, false) {
        Err(error) if error.code == "I04" => {
            Store::open(&place.index)?.set_aside(Duration::ZERO)?;
            bring_up_with(env, place, services, true)
        }
        done => done,
    }
}

fn bring_up_with(env: &Env, place: &Place, services: &Services, anew: bool) -> Result<Looked, Error> {
    // Without somebody's agreement, words and names are brought up to date and nothing is sent.
    let recipients = consent::recipients(services);
    let agreed = recipients.is_empty()
        || listing(env, place).map_err(plain)?.is_some_and(|scan| consent::unknown(&recipients, &scan.root, &scan.made_with()).is_empty());
    let (store, build) = match plan(env, place, anew, agreed.then(|| services.embedder.clone())).map_err(plain)? {
        (store, Plan::Build(build)) => (store, build),
        (_, Plan::AsIs(why)) => return Ok(Looked { stale: Some(why), ..Looked::default() }),
    };
    match pipeline::build(env, &store, *build, |_| {}) {
        Ok(built) => Ok(Looked { built, stale: None }),
        Err(error) if is_stale_only(&store, &error) => Ok(Looked { stale: Some(error.message), ..Looked::default() }),
        Err(error) => Err(error),
    }
}

fn plain(failure: Failure) -> Error {
    match failure {
        Failure::Error(error) => error,
        // Neither comes from a plan.
        Failure::Flags(_) | Failure::BrokenPipe => Error::system("C04", "the reader left"),
    }
}
