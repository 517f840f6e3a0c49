//! What the body of a tool has at hand: its own stop, the client's ear, the folders it may look at, their indexes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cw_records::RecordPath;
use cw_stages::Env;
use tokio::sync::mpsc::UnboundedSender;

use super::ask::{Asking, Outcome};
use super::log::Level;
use super::reply::Stop;
use super::server::Shared;
use super::trees::{Ready, Trees, Wish};
use super::work::Looked;
use crate::locate;

/// What a body has to tell while it works.
pub enum Event {
    /// Files that are done, and files there are.
    Progress(u64, u64),
    /// A line for the client's log.
    Log(Level, String),
    /// A question to the person behind the client, and where the answer goes.
    Ask(String, std::sync::mpsc::Sender<Outcome>),
}

/// What is known of the client of a call.
pub struct Client {
    /// What it limits this server to.
    pub roots: Option<Vec<PathBuf>>,
    /// It can show a form.
    pub can_ask: bool,
    /// Where events go.
    pub events: UnboundedSender<Event>,
}

/// A call under way.
pub struct Call {
    /// Threads, and this call's own stop.
    pub env: Env,
    shared: Arc<Shared>,
    client: Client,
    last: AtomicU64,
}

impl Call {
    /// A call of `client`.
    pub fn new(shared: Arc<Shared>, env: Env, client: Client) -> Call {
        Call { env, shared, client, last: AtomicU64::new(0) }
    }

    /// Tells the client something.
    pub fn tell(&self, event: Event) {
        let _ = self.client.events.send(event);
    }

    /// Tells how far the work is, if there is news: the numbers only grow.
    pub fn progress(&self, done: u64, total: u64) {
        if self.last.fetch_max(done, Ordering::Relaxed) < done {
            self.tell(Event::Progress(done, total));
        }
    }

    /// Tells what a look at a tree came to.
    pub fn tell_of(&self, root: &Path, looked: &Looked, indexing: Option<(u64, u64)>) {
        let Looked { built, stale } = looked;
        let root = root.display();
        let (level, text) = match (indexing, stale) {
            (Some((done, total)), _) => (Level::Info, format!("the index of '{root}' is being built: {done} of {total} files")),
            (None, Some(why)) => (Level::Warn, format!("the index of '{root}' is asked as it is: {why}")),
            (None, None) if built.is_changed() => {
                (Level::Info, format!("the index of '{root}' is up to date: {} files read, {} gone", built.files, built.gone))
            }
            (None, None) => return,
        };
        self.shared.log.line(level, format_args!("{text}"));
        self.tell(Event::Log(level, text));
    }

    /// True if the person behind the client can be asked.
    pub fn can_ask(&self) -> bool {
        self.client.can_ask
    }

    /// The questions that people are being asked.
    pub fn asking(&self) -> &Asking {
        &self.shared.asking
    }

    /// The folder that an argument names.
    pub fn folder(&self, text: &str) -> Result<PathBuf, Stop> {
        self.shared.policy.admit(text, self.client.roots.as_deref())
    }

    /// True if the tree at `root` may be looked at.
    pub fn may_see(&self, root: &Path) -> bool {
        self.shared.policy.allows(root, self.client.roots.as_deref())
    }

    /// The index of a tree, as fresh as can be had in time.
    pub fn ready(&self, root: &Path, wish: Wish) -> Result<Ready, Stop> {
        self.shared.trees.ready(self, root, wish)
    }

    /// The project of the folder that an argument names, as on the command line: what is asked about a part of a project is asked of the project's index.
    pub fn project(&self, text: &str) -> Result<(PathBuf, Option<RecordPath>), Stop> {
        let folder = self.folder(text)?;
        let root = locate::project(&folder);
        let part = folder.strip_prefix(&root).ok().filter(|part| !part.as_os_str().is_empty()).map(RecordPath::from_os);
        let may = |root: &Path| root.to_str().is_some_and(|root| self.folder(root).is_ok());
        Ok(if part.is_some() && may(&root) { (root, part) } else { (folder, None) })
    }

    /// The same index, of the project that the argument `repo_path` is in.
    pub fn asked(&self, arguments: &super::schema::Arguments) -> Result<Ready, Stop> {
        let (root, part) = self.project(arguments.path("repo_path"))?;
        Ok(Ready { part: part.map(|part| (root.clone(), part)), ..self.ready(&root, Wish::Ask)? })
    }

    /// All trees.
    pub fn trees(&self) -> &Trees {
        &self.shared.trees
    }
}
