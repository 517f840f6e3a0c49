//! `cw-mcp`: the agents' face.

use std::ffi::OsString;

use clap::{CommandFactory, Parser};

use crate::Done;
use crate::common::Work;

/// Serve the index to coding agents over MCP on stdin and stdout
#[derive(Parser, Debug)]
#[command(name = "cw-mcp", version, after_long_help = include_str!("help/mcp.txt"))]
pub struct Args {
    #[command(flatten)]
    work: Work,
}

/// The flags.
pub fn command() -> clap::Command {
    Args::command()
}

/// Runs the command.
pub fn run(words: Vec<OsString>) -> Done {
    let _args = Args::try_parse_from(&words)?;
    Ok(cw_stages::Exit::Done)
}
