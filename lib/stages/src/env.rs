//! The one door to effects that a stage has: threads, cancellation, progress, and what the environment would have said.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use crate::Error;
use crate::config::Settings;

/// Time, for stages that wait for others. It decides when something is tried again, never what comes out.
pub trait Clock: Send + Sync {
    /// Time since some moment.
    fn now(&self) -> Duration;

    /// Waits.
    fn sleep(&self, time: Duration);

    /// What a calendar says, for dates that others write; `None` if nobody knows.
    fn calendar(&self) -> Option<SystemTime> {
        None
    }
}

/// The clock of this machine; what its calendar says is for whoever has one to say.
pub struct Running {
    start: Instant,
    calendar: Option<fn() -> SystemTime>,
}

impl Running {
    /// Begins now.
    pub fn new(calendar: Option<fn() -> SystemTime>) -> Running {
        Running { start: Instant::now(), calendar }
    }
}

impl Clock for Running {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn calendar(&self) -> Option<SystemTime> {
        self.calendar.map(|calendar| calendar())
    }

    fn sleep(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// Longest sleep between two looks whether the work is cancelled.
const NAP: Duration = Duration::from_millis(50);

/// A step of work, for a progress bar. Never decides anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The listing is known: so many files will be looked at.
    Files(u64),
    /// One file went through.
    File,
}

/// What a stage may use of the world. Cheap to clone.
#[derive(Clone)]
pub struct Env {
    pool: Arc<rayon::ThreadPool>,
    cancel: Arc<AtomicBool>,
    progress: Arc<dyn Fn(Progress) + Send + Sync>,
    clock: Arc<dyn Clock>,
    /// The user's home folder, for git's global excludes.
    pub home: Option<PathBuf>,
    /// `$XDG_CONFIG_HOME`, if set.
    pub config_home: Option<PathBuf>,
    /// Git's settings of the whole system, if they count.
    pub system_git_config: Option<PathBuf>,
    /// The file that stands for git's settings of the user, if one was named; an empty name means none.
    pub global_git_config: Option<PathBuf>,
    /// Git's settings of this process, name and value; they are over those of all files.
    pub git_settings: Vec<(String, String)>,
    /// What the environment and the user's file of settings say; a project's file is read where its tree is.
    pub settings: Settings,
}

impl Env {
    /// An environment with `threads` workers (at least one), no home, no progress.
    pub fn new(threads: usize) -> Result<Env, Error> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.max(1))
            .thread_name(|number| format!("cw-{number}"))
            .build()
            .map_err(|error| Error::system("S02", format!("cannot start threads: {error}")))?;
        Ok(Env {
            pool: Arc::new(pool),
            cancel: Arc::default(),
            progress: Arc::new(|_| {}),
            clock: Arc::new(Running::new(None)),
            home: None,
            config_home: None,
            system_git_config: None,
            global_git_config: None,
            git_settings: Vec::new(),
            settings: Settings::default(),
        })
    }

    /// Waits by `clock`.
    pub fn with_clock(mut self, clock: impl Clock + 'static) -> Env {
        self.clock = Arc::new(clock);
        self
    }

    /// The clock.
    pub fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// Waits, but not after the work was cancelled.
    pub fn sleep(&self, time: Duration) -> Result<(), Error> {
        let until = self.clock.now() + time;
        loop {
            self.check()?;
            match until.checked_sub(self.clock.now()) {
                Some(left) if !left.is_zero() => self.clock.sleep(left.min(NAP)),
                _ => return Ok(()),
            }
        }
    }

    /// Reports steps to `progress`.
    pub fn with_progress(mut self, progress: impl Fn(Progress) + Send + Sync + 'static) -> Env {
        self.progress = Arc::new(progress);
        self
    }

    /// The same workers with a stop of its own: to cancel it stops nobody else.
    pub fn apart(mut self) -> Env {
        self.cancel = Arc::default();
        self
    }

    /// The workers.
    pub fn pool(&self) -> &rayon::ThreadPool {
        &self.pool
    }

    /// Tells the caller about a step.
    pub fn progress(&self, step: Progress) {
        (self.progress)(step);
    }

    /// Asks the running work to stop soon.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// `Err` once the work should stop.
    pub fn check(&self) -> Result<(), Error> {
        if self.cancel.load(Ordering::Relaxed) { Err(Error::system("S09", "cancelled")) } else { Ok(()) }
    }
}
