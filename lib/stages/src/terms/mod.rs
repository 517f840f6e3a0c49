//! Words of texts, names, paths and questions: one tokeniser for what is stored and for what is asked. Shared by the stages that store, find and order. **Pure.**

mod foreign;
mod intent;
mod interner;
mod kinds;
mod places;
mod query;
mod technical;
mod tokens;
mod trace;
mod words;

pub use interner::{Interner, TermId, term_counts};
pub use places::PathRef;
pub use query::{Intent, QUOTED, Query, analyse};
pub use technical::{language, technical_terms};
pub use tokens::{Scratch, query_tokens, tokens, whole_terms};
pub(crate) use words::is_cjk;

use cw_records::RecordPath;

/// How many of a path's last folders are words.
const FOLDERS: usize = 3;

/// The text of a file's name without its extension; a name that begins with a dot keeps what follows.
pub fn stem_text(path: &RecordPath) -> String {
    let name = String::from_utf8_lossy(path.name()).into_owned();
    let name = name.trim_start_matches('.');
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

/// The text of the last three folders of a path.
pub fn directory_text(path: &RecordPath) -> String {
    let text = path.display();
    let folders: Vec<&str> = text.split('/').rev().skip(1).take(FOLDERS).collect();
    folders.join("\n")
}

/// The distinct terms of a file's name without its extension.
pub fn stem_terms(path: &RecordPath) -> Vec<String> {
    let mut terms = Vec::new();
    tokens(&stem_text(path), &mut Scratch::default(), &mut |term| terms.push(term.to_owned()));
    terms.sort_unstable();
    terms.dedup();
    terms
}
