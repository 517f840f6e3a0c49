//! The roots that a client has: they narrow what this server looks at, and are asked for once, and again when the client says that they changed.

use std::path::PathBuf;
use std::time::Duration;

use rmcp::{Peer, RoleServer};
use tokio::sync::Mutex;

use super::reply::{Reply, Stop};

/// How long a client may take to say them.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a client said, if it was asked.
#[derive(Default)]
pub struct Roots(Mutex<Option<Said>>);

/// The folders; `None` if it has none.
type Said = Option<Vec<PathBuf>>;

impl Roots {
    /// They changed: the next call asks again.
    pub async fn forget(&self) {
        *self.0.lock().await = None;
    }

    #[expect(deprecated, reason = "a later protocol has no roots; clients of today do")]
    /// The folders, free of links; `None` if the client has no roots, as one without an open folder. One that has some and does not say which, or none that can be used, gets
    /// nothing to see.
    pub async fn of(&self, client: &Peer<RoleServer>) -> Result<Said, Stop> {
        let has_roots = client.peer_info().is_some_and(|info| info.capabilities.roots.is_some());
        if !has_roots {
            return Ok(None);
        }
        let mut known = self.0.lock().await;
        if let Some(said) = &*known {
            return Ok(said.clone());
        }
        let refuse = |why: &str| Reply::refusal("bad_path", format!("the client's roots cannot be used: {why}"), None);
        let listed = tokio::time::timeout(PATIENCE, client.list_roots()).await.map_err(|_| refuse("it does not say which"))?;
        let listed = listed.map_err(|error| refuse(&error.to_string()))?.roots;
        let mut folders = Vec::new();
        for root in &listed {
            let url = url::Url::parse(&root.uri).map_err(|_| refuse("one is no URI"))?;
            if url.scheme() == "file" {
                let path = url.to_file_path().map_err(|()| refuse("one is no path"))?;
                folders.extend(path.canonicalize().ok().filter(|path| path.is_dir()));
            }
        }
        if folders.is_empty() && !listed.is_empty() {
            return Err(refuse("none is a folder of this machine"));
        }
        Ok(known.insert(Some(folders).filter(|folders| !folders.is_empty())).clone())
    }
}
