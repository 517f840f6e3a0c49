//! Every test that needs the commands, in one binary: linking is what costs.

mod docs;
mod examples;
mod house;
#[allow(dead_code)]
mod support;
