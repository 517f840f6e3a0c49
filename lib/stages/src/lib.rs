//! The eight stages as functions over streams of records: **scan chunk embed lex fuse rerank expand pack**.
//!
//! Pure means: same records, same options, same [`Env`] snapshot, same bytes out. No stage touches argv, stdout, the environment or HOME,
//! and no stage imports another; only `pipeline` names two of them.

mod barrier;
mod env;
mod error;
mod filter;
mod intake;
mod known;
mod shown;
mod snapshot;
mod thread;
mod vector;

pub mod classes;
pub mod eval;
pub mod evidence;
pub mod lookup;
pub mod providers;
pub mod terms;

pub mod chunk;
pub mod config;
pub mod embed;
pub mod expand;
pub mod export;
pub mod fuse;
pub mod lex;
pub mod pack;
pub mod pipeline;
pub mod rerank;
pub mod scan;

use barrier::{alone, barrier, degrade, is_alone, leave_out, tell};
pub use env::{Clock, Env, Progress, Running};
pub use error::{Error, Exit};
pub use filter::{Content, Filter};
pub use thread::in_order_map;
pub use vector::numbers;

/// What flows between stages: all records of a stream, header and end included. A fatal error is the last item.
pub type Stream<'a> = Box<dyn Iterator<Item = Result<cw_records::Record, Error>> + Send + 'a>;

/// The version that goes into `via` and into messages.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The word that a stage adds to `via`.
pub fn via(stage: &str) -> String {
    format!("cw-{stage} {VERSION}")
}
