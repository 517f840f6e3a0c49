//! Every test that needs the commands, in one binary: linking is what costs.

mod agents;
mod ancestors;
mod care;
mod cases;
mod docs;
mod edges;
mod eval;
mod examples;
mod export;
mod federation;
mod flags;
mod golden;
mod histories;
mod house;
mod laws;
mod mcp;
#[cfg(feature = "local")]
mod models;
mod names;
mod pipes;
mod places;
mod porcelain;
mod quality;
mod questions;
mod revisions;
mod screen;
mod screens;
mod services;
mod share;
mod slices;
#[path = "../lib/stages/tests/stub/mod.rs"]
mod stub;
#[allow(dead_code)]
mod support;
#[cfg(feature = "local")]
#[path = "../lib/stages/tests/tiny/mod.rs"]
mod tiny;
mod trees;
mod watch;
