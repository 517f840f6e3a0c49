//! What the body of a tool has at hand: its own stop, the client's ear, the folders it may look at, their indexes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cw_stages::Env;
use tokio::sync::mpsc::UnboundedSender;

use super::reply::Stop;
use super::server::Shared;
use super::trees::{Ready, Trees, Wish};
use crate::consent;
use crate::cw::plan::listing;

/// A call under way.
pub struct Call {
    /// Threads, and this call's own stop.
    pub env: Env,
    shared: Arc<Shared>,
    /// What the client limits this server to.
    roots: Option<Vec<PathBuf>>,
    progress: Option<UnboundedSender<(u64, u64)>>,
    last: AtomicU64,
}

impl Call {
    /// A call that tells `progress` how far it is.
    pub fn new(shared: Arc<Shared>, env: Env, roots: Option<Vec<PathBuf>>, progress: Option<UnboundedSender<(u64, u64)>>) -> Call {
        Call { env, shared, roots, progress, last: AtomicU64::new(0) }
    }

    /// Tells the client how far the work is, if it asked and there is news: the numbers it gets only grow.
    pub fn progress(&self, done: u64, total: u64) {
        if let Some(progress) = self.progress.as_ref().filter(|_| self.last.fetch_max(done, Ordering::Relaxed) < done) {
            let _ = progress.send((done, total));
        }
    }

    /// The folder that an argument names.
    pub fn folder(&self, text: &str) -> Result<PathBuf, Stop> {
        self.shared.policy.admit(text, self.roots.as_deref())
    }

    /// True if the tree at `root` may be looked at.
    pub fn may_see(&self, root: &Path) -> bool {
        self.shared.policy.allows(root, self.roots.as_deref())
    }

    /// Refuses if the code of `root` would leave the machine for a question, and nobody agreed to that.
    pub fn authorize(&self, root: &Path) -> Result<(), Stop> {
        let recipients = consent::recipients(&self.trees().services);
        if recipients.is_empty() {
            return Ok(());
        }
        let Some(scan) = listing(&self.env, &self.trees().tree(root)?.place)? else { return Ok(()) };
        let unknown = consent::unknown(&recipients, &scan.root, &scan.made_with());
        if unknown.is_empty() { Ok(()) } else { Err(consent::refusal(&unknown, &scan.root).into()) }
    }

    /// The index of a tree, as fresh as can be had in time.
    pub fn ready(&self, root: &Path, wish: Wish) -> Result<Ready, Stop> {
        self.shared.trees.ready(self, root, wish)
    }

    /// The same, of the tree that the argument `repo_path` names.
    pub fn asked(&self, arguments: &super::schema::Arguments) -> Result<Ready, Stop> {
        self.ready(&self.folder(arguments.path("repo_path"))?, Wish::Ask)
    }

    /// All trees.
    pub fn trees(&self) -> &Trees {
        &self.shared.trees
    }
}
