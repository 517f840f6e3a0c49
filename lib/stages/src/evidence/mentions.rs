//! Files and pieces that a question points at by a path, perhaps with a line, or by a folder. What it points at by words that mean what they say is in `literals`.

use std::collections::BTreeMap;

use cw_index::Field;
use cw_records::RecordPath;

use super::{Corpus, literals};
use crate::Error;
use crate::classes::Class;
use crate::terms::{PathRef, Query, Scratch, stem_terms, tokens};

/// Paths of a question that are looked up.
const PATHS: usize = 24;
/// More files of one name than this are not pointed at by it.
const VAGUE: usize = 3;

/// What points at a file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mention {
    /// As many as there are paths for the first of them, down to 1 for the last: the innermost frame of a trace comes first. Half of one less if many files fit; a half for a folder.
    pub path: f32,
    /// It is that file and hardly another.
    pub clear: bool,
    /// Share of the quoted texts that the file has, letter for letter; less for words that were not quoted.
    pub quoted: f32,
    /// The chunk (number through all segments) that has the line or the text.
    pub chunk: Option<u32>,
}

/// The files that `query` points at.
pub(super) fn mentions(corpus: &Corpus<'_>, query: &Query) -> Result<BTreeMap<u32, Mention>, Error> {
    let mut found = BTreeMap::new();
    for list in [&query.maybe, &query.paths] {
        for (place, path) in list.iter().take(PATHS).enumerate() {
            point(corpus, query, path, (list.len().min(PATHS) - place) as f32, &mut found)?;
        }
    }
    if found.is_empty() {
        for (place, path) in query.distant.iter().take(PATHS).enumerate() {
            point(corpus, query, path, (query.distant.len().min(PATHS) - place) as f32, &mut found)?;
        }
    }
    literals::add(corpus, query, &mut found)?;
    Ok(found)
}

/// Adds the files that `path` points at.
fn point(corpus: &Corpus<'_>, query: &Query, path: &PathRef, worth: f32, found: &mut BTreeMap<u32, Mention>) -> Result<(), Error> {
    let mut files = by_path(corpus, &path.path)?;
    // Who reports has a `models.py` and a `conf.py` of his own.
    if query.report && path.line.is_none() && !path.path.contains('/') {
        let is_code = |file: u32| Ok::<_, Error>(Class(corpus.file_row(file)?.class).is_primary());
        if !matches!(files.as_slice(), [(one, _)] if is_code(*one)?) {
            files.clear();
        }
    }
    let shared = files.iter().map(|(_, shared)| *shared).max().unwrap_or_default();
    let best: Vec<u32> = files.into_iter().filter(|(_, other)| *other == shared).map(|(file, _)| file).collect();
    for file in &best {
        let mention: &mut Mention = found.entry(*file).or_default();
        if mention.path == 0.0 {
            let vague = best.len() > VAGUE;
            (mention.path, mention.clear) = (worth - if vague { 0.5 } else { 0.0 }, !vague);
            mention.chunk = at_line(corpus, *file, path)?;
        }
    }
    // In a report a word with a slash is mostly that.
    if best.is_empty() && !query.report {
        for file in below(corpus, &path.path)? {
            let mention = found.entry(file).or_default();
            mention.path = mention.path.max(0.5);
        }
    }
    Ok(())
}

/// Files whose path ends like `wanted`, with how many components they share at the end. One shared name is enough only if `wanted` is a bare name, or the whole path of the file, or relative and
/// no other file has that name: a build may know a file by other folders.
fn by_path(corpus: &Corpus<'_>, wanted: &str) -> Result<Vec<(u32, usize)>, Error> {
    let parts: Vec<&str> = wanted.split('/').filter(|part| !part.is_empty()).collect();
    let Some(name) = parts.last() else { return Ok(Vec::new()) };
    let terms = stem_terms(&RecordPath::from(*name));
    let Some(longest) = terms.iter().max_by_key(|term| term.len()) else { return Ok(Vec::new()) };
    let (mut found, mut alike) = (Vec::new(), Vec::new());
    for (segment, base, _) in corpus.segments() {
        let mut files = Vec::new();
        segment.postings(Field::Stem, longest, |file, _| files.push(file))?;
        for file in files {
            let path = segment.path(file)?;
            let path = path.display();
            let own: Vec<&str> = path.split('/').collect();
            let shared = own.iter().rev().zip(parts.iter().rev()).take_while(|(a, b)| a == b).count();
            if shared >= 2 || shared == 1 && (parts.len() == 1 || own.len() == 1) {
                found.push((base + file, shared));
            } else if shared == 1 && !wanted.starts_with('/') && !wanted.contains(' ') {
                alike.push((base + file, shared));
            }
        }
    }
    Ok(if found.is_empty() && alike.len() == 1 { alike } else { found })
}

/// The files below a folder that `wanted` names, from the root on or from another folder. One name alone is a folder only with a slash at its end.
fn below(corpus: &Corpus<'_>, wanted: &str) -> Result<Vec<u32>, Error> {
    let name = wanted.trim_matches('/');
    if name.is_empty() || !wanted.trim_start_matches('/').contains('/') {
        return Ok(Vec::new());
    }
    // Most words with a slash between them are no folder, and to look at every path takes long.
    let last = name.rsplit('/').next().unwrap_or(name);
    let mut known = false;
    let (mut scratch, mut terms) = (Scratch::default(), Vec::new());
    tokens(last, &mut scratch, &mut |term| terms.push(term.to_owned()));
    for (term, (segment, ..)) in terms.iter().flat_map(|term| corpus.segments().map(move |segment| (term, segment))) {
        segment.postings(Field::Directories, term, |_, _| known = true)?;
    }
    if !known && !terms.is_empty() {
        return Ok(Vec::new());
    }
    let (head, inside) = (format!("{name}/"), format!("/{name}/"));
    let mut found = Vec::new();
    for (segment, base, _) in corpus.segments() {
        for (path, file) in segment.paths()?.iter().zip(base..) {
            let path = path.display();
            if path.starts_with(&head) || path.contains(&inside) {
                found.push(file);
            }
        }
    }
    Ok(found)
}

/// The chunk of `file` that has the line.
fn at_line(corpus: &Corpus<'_>, file: u32, path: &PathRef) -> Result<Option<u32>, Error> {
    let Some(line) = path.line else { return Ok(None) };
    let chunks: Vec<u32> = corpus.chunks_of(file)?.collect();
    let content = corpus.content(file)?;
    let place = content.1.chunks.iter().position(|chunk| chunk.lines.0 <= line && line <= chunk.lines.1);
    Ok(place.and_then(|place| chunks.get(place).copied()))
}
