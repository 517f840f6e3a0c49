//! Elixir: `alias`, `import`, `use` and `require` name a module, which is in the file that defines it. `__MODULE__` is the first module of the file. `Code.require_file` names
//! a file.

use super::tree::{nearest, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["elixir"], candidates };

const KINDS: [&str; 2] = ["module", "protocol"];

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    if import.ends_with(".exs") || import.ends_with(".ex") {
        return Ok([parent(from), ""].iter().find_map(|folder| walk(folder, import).filter(|path| tree.has(path))).into_iter().collect());
    }
    let mut module = import.trim().to_owned();
    if let Some(rest) = module.strip_prefix("__MODULE__") {
        let text = tree.text(from)?.unwrap_or_default();
        let own = text.lines().find_map(|line| line.trim_start().strip_prefix("defmodule ")?.split_whitespace().next());
        module = format!("{}{rest}", own.unwrap_or_default());
    }
    // A module within another is called by the words of both, and defined by the last.
    if let Some(found) = nearest(from, tree.defining(&module, &KINDS)?).first() {
        return Ok(vec![(*found).to_owned()]);
    }
    let mut around = module.as_str();
    while let Some((rest, inner)) = around.rsplit_once('.').filter(|(rest, _)| rest.contains('.')) {
        let inside = tree.defining(inner, &KINDS)?;
        if let Some(found) = nearest(from, tree.defining(rest, &KINDS)?).into_iter().find(|path| inside.contains(path)) {
            return Ok(vec![found.to_owned()]);
        }
        around = rest;
    }
    Ok(Vec::new())
}
