//! What files define.

use std::collections::BTreeSet;

use cw_records::{Definition, RecordPath};

use super::{List, allowed, gather};
use crate::evidence::Corpus;
use crate::{Env, Error, Filter};

/// A definition and its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Symbol {
    /// The file.
    pub path: RecordPath,
    /// Its language word.
    pub lang: Option<String>,
    /// The definition.
    pub definition: Definition,
}

/// Which definitions to list.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// Of these files.
    pub filter: Filter,
    /// Of these kinds (`function`, `class` ...) in any case; of all, if there is none.
    pub kinds: Vec<String>,
    /// At most so many.
    pub limit: usize,
}

/// The definitions of an index, in the order of paths and lines.
pub fn symbols(env: &Env, corpus: &Corpus<'_>, options: &Symbols) -> Result<List<Symbol>, Error> {
    gather(env, allowed(corpus, &options.filter)?, options.limit, |number| {
        let (segment, local) = corpus.file(number);
        let row = segment.file(local)?;
        let lang = segment.lang(&row).map(str::to_owned);
        let path = segment.path(local)?;
        let (mut items, mut total) = (Vec::new(), 0);
        for definition in segment.meta(local)?.chunks.into_iter().flat_map(|chunk| chunk.defs) {
            if !options.kinds.is_empty() && !options.kinds.iter().any(|kind| kind.eq_ignore_ascii_case(&definition.kind)) {
                continue;
            }
            total += 1;
            if items.len() < options.limit {
                items.push(Symbol { path: path.clone(), lang: lang.clone(), definition });
            }
        }
        Ok((items, total))
    })
}

/// The kinds of all definitions of an index.
pub fn kinds(env: &Env, corpus: &Corpus<'_>) -> Result<BTreeSet<String>, Error> {
    let found = gather(env, (0..corpus.files).collect(), usize::MAX, |number| {
        let (segment, local) = corpus.file(number);
        let definitions = segment.meta(local)?.chunks.into_iter().flat_map(|chunk| chunk.defs);
        let kinds: BTreeSet<String> = definitions.map(|definition| definition.kind).collect();
        Ok((kinds.into_iter().collect(), 0))
    })?;
    Ok(found.items.into_iter().collect())
}
