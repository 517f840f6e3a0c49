//! The files of an index.

use std::collections::BTreeMap;

use cw_records::RecordPath;

use super::{List, allowed};
use crate::evidence::Corpus;
use crate::{Error, Filter};

/// What the index knows of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileInfo {
    /// Where it is.
    pub path: RecordPath,
    /// Its language word.
    pub lang: Option<String>,
    /// Bytes on disk.
    pub size: u64,
    /// Lines.
    pub lines: u32,
}

/// The files that pass `filter`, in path order.
pub fn files(corpus: &Corpus<'_>, filter: &Filter, limit: usize) -> Result<List<FileInfo>, Error> {
    let numbers = allowed(corpus, filter)?;
    let mut items = Vec::new();
    for number in numbers.iter().take(limit) {
        let (segment, local) = corpus.file(*number);
        let row = segment.file(local)?;
        let lines = match row.chunks {
            0 => 0,
            chunks => segment.chunk(row.first_chunk + chunks - 1)?.lines.1,
        };
        items.push(FileInfo { path: segment.path(local)?, lang: segment.lang(&row).map(str::to_owned), size: row.size, lines });
    }
    Ok(List { items, total: numbers.len(), files: numbers.len() })
}

/// The languages of an index, with the number of their files.
pub fn languages(corpus: &Corpus<'_>) -> Result<BTreeMap<String, u64>, Error> {
    let mut counts = BTreeMap::new();
    for (segment, ..) in corpus.segments() {
        for number in 0..segment.files() {
            let row = segment.file(number)?;
            if let Some(lang) = segment.lang(&row) {
                match counts.get_mut(lang) {
                    Some(count) => *count += 1,
                    None => _ = counts.insert(lang.to_owned(), 1),
                }
            }
        }
    }
    Ok(counts)
}
