//! `cw-mcp`: the agents' face. The Model Context Protocol on stdin and stdout: JSON-RPC, one message a line, and nothing else on stdout.
//!
//! - `tools` is the list of tools; `schema` says their parameters once, for the client and for the check.
//! - `wire` turns lines into messages and back, `server` speaks the protocol, `life` says when it is over. A tool's body runs on a thread of its own with a `call`
//!   at hand, and a bug in it is an answer, not a silence.
//! - `policy` says which folders may be looked at, `roots` what the client narrows that to; `trees` keeps their indexes open and fresh, by `work` behind the calls.
//! - `retrieval`, `symbols`, `related`, `files` and `indexes` are the bodies; `reply` is what they give, in pages by `page`.
//!
//! Nothing is indexed before a tool asks for it. It leaves out other transports, and everything that the stages do.

mod call;
mod files;
mod indexes;
mod life;
mod page;
mod policy;
mod related;
mod reply;
mod retrieval;
mod roots;
mod schema;
mod server;
mod symbols;
mod tools;
mod trees;
mod wire;
mod work;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{CommandFactory, Parser};

use crate::Done;
use crate::common::Work;
use crate::services::{Model, environment, services};

/// Serve the index to coding agents over MCP on stdin and stdout
#[derive(Parser, Debug)]
#[command(name = "cw-mcp", version, after_long_help = include_str!("../help/mcp.txt"))]
pub struct Args {
    /// Serve only trees below this folder. May be repeated [default: every folder of this user but / and the home folder itself]
    #[arg(long = "root", value_name = "DIR")]
    roots: Vec<PathBuf>,
    #[command(flatten)]
    work: Work,
}

/// The flags.
pub fn command() -> clap::Command {
    Args::command()
}

/// Runs the command.
pub fn run(words: Vec<OsString>) -> Done {
    let args = Args::try_parse_from(&words)?;
    let env = args.work.env()?;
    let policy = policy::Policy::new(&args.roots, env.clone())?;
    let services = services(&Model::default(), None, &environment)?;
    life::serve(server::Server::new(env, policy, services))
}
