//! `cw-mcp`: the agents' face. The Model Context Protocol on stdin and stdout: JSON-RPC, one message a line, and nothing else on stdout.
//!
//! - `tools` is the list of tools; `schema` says their parameters once, for the client and for the check.
//! - `http` is the other transport. `ask` asks the person behind the client, `cache` keeps answers, `log` writes down what was done.
//! - `wire` turns lines into messages and back, `server` speaks the protocol, `life` says when it is over. A tool's body runs on a thread of its own with a `call`
//!   at hand, and a bug in it is an answer, not a silence.
//! - `policy` says which folders may be looked at, `roots` what the client narrows that to; `trees` keeps their indexes open and fresh, by `work` behind the calls.
//! - `retrieval`, `prompt`, `symbols`, `related`, `files` and `indexes` are the bodies; `reply` is what they give, in pages by `page`.
//!
//! Nothing is indexed before a tool asks for it. It leaves out everything that the stages do.

mod ask;
mod cache;
mod call;
mod files;
mod http;
mod indexes;
mod life;
mod log;
mod page;
mod policy;
mod prompt;
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

use crate::common::Work;
use crate::services::{Model, environment, services};
use crate::{Done, settings};

/// Serve the index to coding agents over MCP on stdin and stdout
#[derive(Parser, Debug)]
#[command(name = "cw-mcp", version, after_long_help = include_str!("../help/mcp.txt"))]
pub struct Args {
    /// Serve only trees below this folder. May be repeated [default: every folder of this user but / and the home folder itself]
    #[arg(long = "root", value_name = "DIR")]
    roots: Vec<PathBuf>,
    /// Serve over HTTP, at HOST:PORT or at a port of this machine, instead of on stdin; needs CW_MCP_TOKEN, which every request must carry
    #[arg(long, value_name = "ADDRESS")]
    http: Option<String>,
    /// Read the token from this file, which nobody else can read
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<PathBuf>,
    /// Answer web pages of this origin, such as http://localhost:3000; others are refused. May be repeated
    #[arg(long = "origin", value_name = "URL", requires = "http")]
    origins: Vec<String>,
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
    let log = log::Log::new(settings::variable("LOG_LEVEL").as_deref());
    log.line(log::Level::Info, format_args!("cw-mcp {} starts", env!("CARGO_PKG_VERSION")));
    let server = server::Server::new(env, policy, services, log);
    match &args.http {
        Some(address) => http::serve(server, address, args.token_file.as_deref(), &args.origins),
        None => life::serve(server),
    }
}
