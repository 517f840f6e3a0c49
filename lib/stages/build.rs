//! Turns `languages/*.toml` into a table.
fn main() {}
