//! Work on the index of one tree: a thread of its own that brings it up to date, and what those who wait for it see of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cw_index::Store;
use cw_records::Record;
use cw_stages::pipeline::{self, Build, Built};
use cw_stages::providers::Services;
use cw_stages::{Env, Error, Progress};

use super::reply::Stop;
use super::trees::{Tree, lock};
use crate::cw::plan::{Plan, is_first, is_stale_only, listing, plan};
use crate::exit::Failure;
use crate::locate::Place;
use crate::{consent, registry};

/// How long a server waits for the first build of another process.
const OTHERS: Duration = Duration::from_secs(3600);
/// How often it looks whether somebody still wants it.
const SLICE: Duration = Duration::from_secs(1);

/// Work on an index.
pub struct Work {
    /// True if there was no index before.
    pub first: bool,
    /// Its own stop.
    pub env: Env,
    /// When it began.
    pub start: Instant,
    done: AtomicU64,
    total: AtomicU64,
    changes: AtomicU64,
    /// Calls that wait for it.
    pub waiting: AtomicUsize,
    /// A call was told that it goes on behind: nobody stops it any more.
    pub behind: AtomicBool,
    /// What came of it, once it is over.
    pub outcome: Mutex<Option<Result<Looked, Error>>>,
}

/// What a look at a tree did.
#[derive(Clone, Debug, Default)]
pub struct Looked {
    /// What the pipeline did; nothing, if the last look was good enough.
    pub built: Built,
    /// Why the index may be older than the tree.
    pub stale: Option<String>,
}

impl Work {
    /// Files that were looked at, and files there are; the first is never more than the second.
    pub fn counts(&self) -> (u64, u64) {
        let done = self.done.load(Ordering::Relaxed);
        (done, self.total.load(Ordering::Relaxed).max(done))
    }

    /// Files that changed, as far as is known.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Starts to bring the index of `tree` up to date. When it is over, `tree` is told.
    pub fn start(tree: Arc<Tree>, env: &Env, services: Services) -> Result<Arc<Work>, Stop> {
        let first = Store::open(&tree.place.index).map_or(true, |store| is_first(&store));
        let work = Arc::new_cyclic(|work: &std::sync::Weak<Work>| {
            let work = work.clone();
            let env = env.clone().apart().with_progress(move |step| {
                let Some(work) = work.upgrade() else { return };
                match step {
                    Progress::Files(count) => {
                        work.done.store(0, Ordering::Relaxed);
                        work.total.store(count, Ordering::Relaxed);
                    }
                    Progress::File => _ = work.done.fetch_add(1, Ordering::Relaxed),
                }
            });
            let none = || AtomicU64::new(0);
            let (waiting, behind) = (AtomicUsize::new(0), AtomicBool::new(false));
            Work {
                first,
                env,
                start: Instant::now(),
                done: none(),
                total: none(),
                changes: none(),
                waiting,
                behind,
                outcome: Mutex::default(),
            }
        });
        let mine = work.clone();
        let body = move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| mine.bring_up(&tree.place, &services)));
            let outcome = outcome.unwrap_or_else(|_| Err(Error::system("C08", "a bug stopped the work on the index")));
            *lock(&mine.outcome) = Some(outcome.clone());
            tree.over(&mine, outcome);
        };
        let thread = std::thread::Builder::new().name("cw-index".into()).spawn(body);
        thread.map_err(|error| Stop::from(Error::system("S02", format!("cannot start threads: {error}"))))?;
        Ok(work)
    }

    /// Brings the index of a place up to date. One that is damaged is made anew, after what is damaged was moved away.
    fn bring_up(&self, place: &Place, services: &Services) -> Result<Looked, Error> {
        self.let_others_finish(place)?;
        let done = match self.bring_up_with(place, services, false) {
            Err(error) if error.code == "I04" => {
                Store::open(&place.index)?.set_aside(Duration::ZERO)?;
                self.bring_up_with(place, services, true)
            }
            done => done,
        };
        if let (Ok(looked), Some(root)) = (&done, &place.root) {
            registry::remember(root, &place.index, looked.built.is_changed());
        }
        done
    }

    /// Another process may be making the same index for the first time: then there is nothing to do but wait.
    fn let_others_finish(&self, place: &Place) -> Result<(), Error> {
        let Ok(store) = Store::open(&place.index) else { return Ok(()) };
        while is_first(&store) {
            self.env.check()?;
            match store.settle(SLICE) {
                Err(cw_index::Error::Locked { .. }) if self.start.elapsed() < OTHERS => {}
                other => return Ok(other?),
            }
        }
        Ok(())
    }

    fn bring_up_with(&self, place: &Place, services: &Services, anew: bool) -> Result<Looked, Error> {
        // Without somebody's agreement, words and names are brought up to date and nothing is sent.
        let recipients = consent::recipients(services);
        let agreed = recipients.is_empty()
            || listing(&self.env, place)
                .map_err(plain)?
                .is_some_and(|scan| consent::unknown(&recipients, &scan.root, &scan.made_with()).is_empty());
        let embedder = agreed.then(|| services.embedder.clone());
        // A service takes its time: words and names are there first.
        let words_first = self.first && embedder.as_ref().is_some_and(|embedder| embedder.is_costly());
        let mut sum = Built::default();
        for embedder in words_first.then_some(None).into_iter().chain([embedder]) {
            let (store, mut build) = match plan(&self.env, place, anew, embedder).map_err(plain)? {
                (store, Plan::Build(build)) => (store, build),
                (_, Plan::AsIs(why)) => return Ok(Looked { stale: Some(why), ..Looked::default() }),
            };
            if self.first {
                build.wait = SLICE;
            } else {
                build.hurry = true;
            }
            match self.build(&store, *build) {
                Ok(built) => {
                    sum.lex = built.lex.or(sum.lex);
                    sum.vec = built.vec.or(sum.vec);
                    (sum.files, sum.gone) = (sum.files.max(built.files), sum.gone.max(built.gone));
                }
                Err(error) if is_stale_only(&store, &error) => return Ok(Looked { built: sum, stale: Some(error.message) }),
                Err(error) => return Err(error),
            }
        }
        Ok(Looked { built: sum, stale: None })
    }

    fn build(&self, store: &Store, build: Build) -> Result<Built, Error> {
        pipeline::build(&self.env, store, build, |record| {
            if matches!(record, Record::File(_) | Record::Gone(_)) {
                self.changes.fetch_add(1, Ordering::Relaxed);
            }
        })
    }
}

fn plain(failure: Failure) -> Error {
    match failure {
        Failure::Error(error) => error,
        // Neither comes from a plan.
        Failure::Flags(_) | Failure::BrokenPipe | Failure::Left => Error::system("C04", "the reader left"),
    }
}
