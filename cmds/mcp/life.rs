//! How long the server lives: until its client closes stdin, stops reading, or is gone.

use std::time::Duration;

use cw_stages::{Error, Exit};
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;

use super::server::Server;
use super::wire::wire;
use crate::Done;
use crate::exit::Failure;

/// How long answers may take that are under way when stdin ends.
const LAST: Duration = Duration::from_millis(700);
/// How long what was answered may take to be written.
const WRITING: Duration = Duration::from_millis(200);
/// How often it looks whether its parent is still there.
const WATCH: Duration = Duration::from_millis(300);
/// Threads for the bodies of tools: one each. With more of them, a body goes to a new one whenever the last one that is through has not come to rest yet, and each keeps what it needs for itself.
pub const THREADS: usize = super::server::BODIES;

/// Serves stdin and stdout.
pub fn serve(server: Server) -> Done {
    let no_threads = |error: std::io::Error| Error::system("S02", format!("cannot start threads: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().max_blocking_threads(THREADS).build().map_err(no_threads)?;
    let (wire, ends) = wire(std::io::stdin(), std::io::stdout()).map_err(no_threads)?;
    let over = ends.over.clone();
    let ended = runtime.block_on(async {
        let service = async {
            match server.serve(wire).await {
                Ok(running) => running.waiting().await.map(|_| ()).map_err(|error| error.to_string()),
                Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::TransportError { .. }) => Ok(()),
                Err(error) => Err(error.to_string()),
            }
        };
        let over = async {
            over.notified().await;
            tokio::time::sleep(LAST).await;
        };
        tokio::select! {
            ended = service => ended,
            () = over => Ok(()),
            () = orphaned() => Ok(()),
        }
    });
    // What still runs is not waited for: an index is changed wholly or not at all.
    runtime.shutdown_background();
    ends.flush(WRITING);
    ended.map(|()| Exit::Done).map_err(|message| Failure::Error(Error::usage("C07", format!("the client does not speak MCP: {message}"))))
}

/// Waits until the process that started this one is gone: a client that is killed may leave a stdin that nobody closes.
async fn orphaned() {
    #[cfg(unix)]
    {
        let parent = std::os::unix::process::parent_id();
        while std::os::unix::process::parent_id() == parent {
            tokio::time::sleep(WATCH).await;
        }
    }
    #[cfg(not(unix))]
    std::future::pending::<()>().await;
}
