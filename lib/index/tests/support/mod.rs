//! Small segments for tests: files whose words are their text, and a writer for them.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use cw_index::{Begin, Change, Commit, Entry, Error, FileTerms, LexChunk, LexFile, LexSegment, Made, Part, Store};
use cw_records::{Blob, Definition};
use serde_json::Map;

pub const NOW: Duration = Duration::ZERO;

pub fn lex_file(path: &str, text: &str) -> LexFile {
    let mut chunks = Vec::new();
    let (mut at, mut line) = (0, 1);
    for piece in text.split_inclusive('\n') {
        let end = at + piece.len() as u32;
        let name = piece.trim().to_owned();
        let defs = vec![Definition { name: name.clone(), kind: "function".into(), lines: (line, line), container: None }];
        let symbol = Some(name.clone());
        chunks.push(LexChunk {
            bytes: (at, end),
            lines: (line, line),
            kind: "function".into(),
            symbol,
            breadcrumb: vec!["top".into(), name],
            defs,
            ..Default::default()
        });
        (at, line) = (end, line + 1);
    }
    LexFile {
        path: path.into(),
        lang: Some("rust".into()),
        blob: Blob::of(text.as_bytes()),
        size: text.len() as u64,
        class: 3,
        text: text.into(),
        imports: vec!["std".into()],
        chunks,
        ..Default::default()
    }
}

pub fn terms(file: &LexFile) -> FileTerms {
    let mut out = FileTerms::default();
    let mut list = |text: &str| {
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        for word in text.split_whitespace() {
            let number = out.words.iter().position(|other| **other == *word).unwrap_or_else(|| {
                out.words.push(word.into());
                out.words.len() - 1
            });
            *counts.entry(number as u32).or_default() += 1;
        }
        counts.into_iter().collect::<Vec<_>>()
    };
    let mut chunks = Vec::new();
    for chunk in &file.chunks {
        let text = &file.text[chunk.bytes.0 as usize..chunk.bytes.1 as usize];
        chunks.push([list(text), list(chunk.symbol.as_deref().unwrap_or("")), list("top")]);
    }
    let stem = list(file.path.as_str().unwrap().rsplit('/').next().unwrap());
    let directories = list("dir");
    out.chunks = chunks;
    out.stem = stem;
    out.directories = directories;
    out
}

pub fn make(entries: Vec<Entry<LexFile>>, old: Option<&Part<LexSegment>>) -> Result<Made, Error> {
    let mut files = Vec::new();
    for entry in entries {
        let file = match entry {
            Entry::New(file) => file,
            Entry::Kept { segment, file } => old.unwrap().segments[segment].restore(file)?,
        };
        let terms = terms(&file);
        files.push((file, terms));
    }
    let chunks = files.iter().map(|(file, _)| file.chunks.len() as u32).sum();
    Ok(Made { bytes: cw_index::encode_lex(&files), chunks })
}

pub fn apply(store: &Store, all: bool, changes: &[(String, Option<String>)]) -> Commit {
    let mut merge = store.write_lex(Begin::default()).unwrap().merge(all, Map::new()).unwrap();
    for (path, text) in changes {
        let file = text.as_ref().map(|text| (lex_file(path, text), text.len() as u64));
        merge.push(Change { path: path.as_str().into(), file }, &mut make).unwrap();
    }
    merge.commit(None, &mut make).unwrap()
}

pub fn bytes_of(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        all.insert(entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap());
    }
    all
}

pub fn tree(count: usize) -> BTreeMap<String, String> {
    (0..count).map(|at| (format!("src/file{at:04}.rs"), format!("alpha beta{at}\ngamma {at}\n"))).collect()
}

pub fn listed(tree: &BTreeMap<String, String>) -> Vec<(String, Option<String>)> {
    tree.iter().map(|(path, text)| (path.clone(), Some(text.clone()))).collect()
}
