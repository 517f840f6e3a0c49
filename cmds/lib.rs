//! The commands: argv in, stage called, bytes out. Each `run` is one command; the binaries under `bin/` only name theirs.

mod common;
mod consent;
mod exit;
mod flow;
mod locate;
mod models;
mod put;
mod registry;
mod services;
mod settings;
mod state;

pub mod chunk;
pub mod cw;
pub mod docs;
pub mod embed;
pub mod expand;
pub mod fuse;
pub mod lex;
pub mod mcp;
pub mod pack;
pub mod rerank;
pub mod scan;

use std::ffi::OsString;
use std::process::ExitCode;

pub use exit::Failure;

/// How a command ends when it does not fail.
pub type Done = Result<cw_stages::Exit, Failure>;

/// A command: its words, its name first.
pub type Run = fn(Vec<OsString>) -> Done;

/// One stage command.
pub struct Stage {
    /// The word of the stage: `scan` is `cw-scan` and `cw scan`.
    pub word: &'static str,
    /// Runs it.
    pub run: Run,
    /// Its flags, for help, man page and completions.
    pub command: fn() -> clap::Command,
}

macro_rules! stages {
    ($($word:ident),*) => {
        /// The eight stages in pipe order, and the agents' face.
        pub const STAGES: &[Stage] = &[$(Stage { word: stringify!($word), run: $word::run, command: $word::command }),*];
    };
}

stages!(scan, chunk, lex, embed, fuse, rerank, expand, pack, mcp);

/// A mapped file became shorter than its map, or its disk failed. Writers of ours never do that, so nothing that was read is worth more than an end with a reason.
#[cfg(unix)]
extern "C" fn cut_under_us(_: libc::c_int) {
    const WHY: &[u8] = b"cw: I04: damaged file: a segment of the index was cut, or cannot be read, while it was in use\n  hint: cw verify names it; cw index makes it anew\n";
    // SAFETY: both calls may be made in a signal handler, and the text is static.
    unsafe {
        libc::write(2, WHY.as_ptr().cast(), WHY.len());
        libc::_exit(3);
    }
}

/// Runs a command with this process's words and turns its end into an exit code. What fails is said once, on stderr.
pub fn main(run: Run) -> ExitCode {
    #[cfg(unix)]
    // SAFETY: setting a signal's disposition to ignore, before any thread exists. A file that would grow over a limit is then an error to report.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
        libc::signal(libc::SIGBUS, cut_under_us as extern "C" fn(libc::c_int) as libc::sighandler_t);
    }
    #[cfg(feature = "mutants")]
    cw_index::set_mutant(&std::env::var("CW_MUTANT").unwrap_or_default());
    if std::env::var_os("CW_INDEX").is_some_and(|value| value.is_empty()) {
        // SAFETY: before any thread exists. Set to nothing means not set.
        unsafe { std::env::remove_var("CW_INDEX") };
    }
    std::panic::set_hook(Box::new(|panic| exit::say(format_args!("cw: bug: {panic}"))));
    let words: Vec<OsString> = std::env::args_os().collect();
    let name = exit::name(&words);
    match run(words) {
        Ok(exit) => ExitCode::from(exit as u8),
        Err(failure) => failure.report(&name),
    }
}
