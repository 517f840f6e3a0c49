//! `cw-lex find --literal` and `--regex`: every place where a text or a pattern stands. **Streams** with [`Options::all`], batch by batch in the order of the paths; else a **barrier** over the matches.
//!
//! Exact and complete: the posting lists only say which files cannot have a text, and the rest are read. What is looked at is the decoded text, or the views of a file
//! that has some. It leaves out ranking by worth: a hit's score is the number of its matches.

use std::collections::BTreeSet;
use std::sync::Arc;

use cw_records::{End, Header, Hit, Order, Record, evidence};
use rayon::prelude::*;
use regex::{Regex, RegexBuilder};
use serde_json::{Value, json};

use crate::evidence::Corpus;
use crate::filter::Filter;
use crate::lookup::lines_of_view;
use crate::terms::whole_terms;
use crate::{Env, Error, Stream};

/// Files that are read at once.
const BATCH: usize = 256;
/// Bytes that a pattern may take once it is compiled.
const COMPILED: usize = 4 << 20;

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// As it was asked.
    text: String,
    pattern: Regex,
    /// Terms that a file with a match has.
    terms: BTreeSet<String>,
}

impl Wanted {
    /// A text, letter for letter.
    pub fn literal(text: &str) -> Result<Wanted, Error> {
        Ok(Wanted { text: text.to_owned(), terms: whole_terms(text), ..Wanted::regex(&regex::escape(text))? })
    }

    /// A pattern as the `regex` crate has it; `^` and `$` are the ends of a line.
    pub fn regex(pattern: &str) -> Result<Wanted, Error> {
        let built = RegexBuilder::new(pattern).multi_line(true).crlf(true).size_limit(COMPILED).build();
        let pattern = built.map_err(|error| {
            // The last line says what; those before show where, over several lines.
            let why = error.to_string().lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
            Error::usage("S36", format!("'{pattern}' is no pattern: {why}")).hint("--literal looks for it letter for letter")
        })?;
        Ok(Wanted { text: pattern.as_str().to_owned(), pattern, terms: BTreeSet::new() })
    }
}

/// How to find.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// All of them in the order of the paths; else the files with the most.
    pub all: bool,
    /// Files at most, unless all are wanted.
    pub limit: usize,
    /// Chunks a file at most, unless all are wanted.
    pub per_file: usize,
    /// Only files that it lets through.
    pub filter: Filter,
}

/// Starts an asking stream: a header with what was asked, a hit for each chunk in which a match begins, an end.
pub fn exact<'a>(env: &'a Env, corpus: &'a Corpus<'a>, wanted: Wanted, mut header: Header, options: &Options) -> Result<Stream<'a>, Error> {
    header.query = Some(wanted.text.clone());
    header.via.push(crate::via("lex"));
    header.order = if options.all { Order::None } else { Order::Score };
    let mut files = corpus.having(&wanted.terms)?;
    if let Some(pass) = options.filter.mask(corpus)? {
        files.retain(|file| pass[*file as usize]);
    }
    let wanted = Arc::new(wanted);
    let mut batches = files.chunks(BATCH).map(<[u32]>::to_vec).collect::<Vec<_>>().into_iter();
    let found = std::iter::from_fn(move || {
        let batch = batches.next()?;
        let look = || batch.par_iter().map(|file| look(corpus, *file, &wanted)).collect::<Result<Vec<_>, _>>();
        Some(env.check().and_then(|()| env.pool().install(look)))
    });
    if options.all {
        let mut rank = 0;
        let hits = found.flat_map(move |batch| {
            let items: Vec<Result<Record, Error>> = match batch {
                Ok(files) => files.into_iter().flatten().map(|hit| Ok(ranked(hit, &mut rank).into())).collect(),
                Err(error) => vec![Err(error)],
            };
            items
        });
        let end = End::default();
        return Ok(Box::new(std::iter::once(Ok(header.into())).chain(hits).chain([Ok(end.into())])));
    }
    let mut files: Vec<Vec<Hit>> = Vec::new();
    for batch in found {
        files.extend(batch?.into_iter().filter(|hits| !hits.is_empty()));
    }
    for hits in &mut files {
        hits.sort_by(by_score);
    }
    files.sort_by(|a, b| by_score(&a[0], &b[0]));
    let mut end = End::default();
    crate::leave_out(&mut end, files.len().saturating_sub(options.limit));
    let mut hits: Vec<Hit> = files.into_iter().take(options.limit).flat_map(|hits| hits.into_iter().take(options.per_file)).collect();
    hits.sort_by(by_score);
    let mut rank = 0;
    let hits: Vec<Record> = hits.into_iter().map(|hit| ranked(hit, &mut rank).into()).collect();
    Ok(Box::new(std::iter::once(header.into()).chain(hits).chain([end.into()]).map(Ok)))
}

fn by_score(a: &Hit, b: &Hit) -> std::cmp::Ordering {
    b.score.total_cmp(&a.score).then_with(|| (&a.path, a.bytes).cmp(&(&b.path, b.bytes)))
}

/// The hit with its place in the list, beside its matches.
fn ranked(mut hit: Hit, rank: &mut u32) -> Hit {
    *rank += 1;
    hit.rank = *rank;
    let mut said = evidence(hit.score, hit.rank);
    said["matches"] = hit.from.shift_remove("lex").unwrap_or_default();
    hit.from.insert("lex".into(), said);
    hit
}

/// The hits of one file, each with its matches: line, and where the text is that of the file, column (in characters) and bytes.
fn look(corpus: &Corpus<'_>, file: u32, wanted: &Wanted) -> Result<Vec<Hit>, Error> {
    let (segment, local) = corpus.file(file);
    let (text, meta) = segment.content(local)?;
    let mut found: Vec<(usize, Vec<Value>)> = Vec::new();
    let mut add = |chunk: usize, value: Value| match found.last_mut().filter(|(last, _)| *last == chunk) {
        Some((_, values)) => values.push(value),
        None => found.push((chunk, vec![value])),
    };
    if meta.chunks.iter().any(|chunk| chunk.view.is_some()) {
        for (place, chunk) in meta.chunks.iter().enumerate() {
            let raw = text.get(chunk.bytes.0 as usize..chunk.bytes.1 as usize).unwrap_or_default();
            let seen = chunk.view.as_deref().unwrap_or(raw);
            // The lines of a view are not those of the file.
            let mut lines = None;
            for found in wanted.pattern.find_iter(seen) {
                let at = memchr::memchr_iter(b'\n', &seen.as_bytes()[..found.start()]).count();
                let line = match &chunk.view {
                    Some(view) => *lines.get_or_insert_with(|| lines_of_view(raw, chunk.lines.0, view)).get(at).unwrap_or(&chunk.lines.0),
                    None => chunk.lines.0 + at as u32,
                };
                add(place, json!({ "line": line }));
            }
        }
    } else {
        let (mut line, mut counted) = (1, 0);
        for found in wanted.pattern.find_iter(&text) {
            // An empty match at the end is in no chunk.
            let at = found.start();
            let place = meta.chunks.partition_point(|chunk| chunk.bytes.1 as usize <= at);
            if place == meta.chunks.len() {
                break;
            }
            line += memchr::memchr_iter(b'\n', &text.as_bytes()[counted..at]).count();
            counted = at;
            let start = memchr::memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |end| end + 1);
            let column = text[start..at].chars().count() + 1;
            add(place, json!({ "line": line, "column": column, "bytes": [at, found.end()] }));
        }
    }
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let first = corpus.chunks_of(file)?.start;
    let chunks: Vec<u32> = found.iter().map(|(place, _)| first + *place as u32).collect();
    let mut hits = corpus.hits(file, &chunks)?;
    for (hit, (_, values)) in hits.iter_mut().zip(found) {
        hit.score = values.len() as f64;
        hit.from.insert("lex".into(), values.into());
    }
    Ok(hits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_is_looked_for_letter_for_letter() {
        let wanted = Wanted::literal("if getUser == no").unwrap();
        assert_eq!(wanted.terms.iter().map(String::as_str).collect::<Vec<_>>(), ["get", "getuser", "user"]);
        assert!(wanted.pattern.is_match("xif getUser == none"));
        assert!(Wanted::regex("(").is_err_and(|error| error.code == "S36" && error.message.contains("unclosed group")));
    }
}
