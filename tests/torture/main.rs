//! The torture suite: an index that is killed, starved, cut and fought over is always the old one or the new one, and the next command makes it whole.
//!
//! `CW_TORTURE=full` goes through everything that `quick`, which every test run does, takes samples of. Each test says on stderr what it counted (`--nocapture` shows it).
//! What a machine does not have (strace, mounts) is said and left out.

// What was counted is said where nobody's output is disturbed.
#![allow(clippy::print_stderr)]

mod changes;
mod cost;
mod crowd;
mod damage;
mod kills;
mod lab;
mod limits;
mod power;
#[path = "../support/mod.rs"]
#[allow(dead_code)]
mod support;
mod teeth;
mod threats;
mod trace;
