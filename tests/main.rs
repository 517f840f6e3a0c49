//! Every test that needs the commands, in one binary: linking is what costs.

#[allow(dead_code)]
mod support;
