//! Every test that needs the commands, in one binary: linking is what costs.

mod cases;
mod golden;
mod laws;
mod pipes;
#[allow(dead_code)]
mod support;
