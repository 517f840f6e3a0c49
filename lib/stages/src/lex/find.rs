//! `cw-lex find`: candidates by words, names and paths. **Barrier** over the index, not over its input.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use cw_records::{End, Header, Hit, Order, evidence, round};

use crate::evidence::{Corpus, Names, Scores, Vectors, best};
use crate::filter::Filter;
use crate::terms::Query;
use crate::{Env, Error, Stream};

/// How to find.
#[derive(Clone, Debug)]
pub struct Options {
    /// Files at most.
    pub limit: usize,
    /// Chunks a file at most.
    pub per_file: usize,
    /// Only files that it lets through.
    pub filter: Filter,
}

impl Default for Options {
    fn default() -> Options {
        Options { limit: 100, per_file: 3, filter: Filter::default() }
    }
}

/// Files that define a name of the query, at most.
const NAMED: usize = 60;
/// Files whose name matches, at most.
const BY_PATH: usize = 20;

/// Starts an asking stream: a header with the query, hits by words best first, an end. With the `vectors` of the same files their texts stay packed, and what is said in
/// them (language, kind, names) is missing until the ranking completes what it keeps.
pub fn find<'a>(
    env: &'a Env,
    corpus: &Corpus<'_>,
    query: &Query,
    mut header: Header,
    options: &Options,
    vectors: Option<&Vectors<'_>>,
) -> Result<Stream<'a>, Error> {
    header.order = Order::Score;
    header.query = Some(query.text.clone());
    header.via.push(crate::via("lex"));
    let (hits, left_out) = hits(env, corpus, query, options, vectors)?;
    let mut end = End::default();
    crate::leave_out(&mut end, left_out);
    let records = std::iter::once(header.into()).chain(hits.into_iter().map(Into::into)).chain([end.into()]);
    Ok(Box::new(records.map(Ok)))
}

/// The hits, and how many files with a word of the query the limit left out.
fn hits(
    env: &Env,
    corpus: &Corpus<'_>,
    query: &Query,
    options: &Options,
    vectors: Option<&Vectors<'_>>,
) -> Result<(Vec<Hit>, usize), Error> {
    let scores = corpus.scores(&query.terms)?;
    let names = corpus.names(query)?;
    let pass = options.filter.mask(corpus)?;
    let mentions = corpus.mentions(query)?;
    let files = candidates(corpus, query, &scores, &names, pass.as_deref(), options.limit)?;
    let matching =
        (0..).zip(&scores.best_chunk).filter(|(file, score)| **score > 0.0 && pass.as_ref().is_none_or(|pass| pass[*file as usize]));
    let left_out = matching.count().saturating_sub(files.len());
    // Unpacking the texts is most of the work.
    let of_file = |file: u32| -> Result<Vec<Hit>, Error> {
        let mut chunks: Vec<u32> = corpus.chunks_of(file)?.filter(|chunk| scores.chunk[*chunk as usize] > 0.0).collect();
        chunks.sort_by(|a, b| scores.chunk[*b as usize].total_cmp(&scores.chunk[*a as usize]).then(a.cmp(b)));
        chunks.truncate(options.per_file);
        let named = names.files.get(&file).and_then(|named| named.chunk);
        let mentioned = mentions.get(&file).and_then(|mention| mention.chunk);
        for chunk in named.into_iter().chain(mentioned) {
            if !chunks.contains(&chunk) {
                chunks.push(chunk);
            }
        }
        // A file that is mentioned and has no word of the question is shown from its beginning.
        if chunks.is_empty() && mentions.contains_key(&file) {
            chunks.extend(corpus.chunks_of(file)?.next());
        }
        let bare = vectors.map(|vectors| corpus.bare_hits(file, &chunks, vectors)).transpose()?.flatten();
        let mut hits = bare.map_or_else(|| corpus.hits(file, &chunks), Ok)?;
        for (chunk, hit) in chunks.iter().zip(&mut hits) {
            hit.score = round(scores.chunk[*chunk as usize].into());
        }
        Ok(hits)
    };
    let by_file = env.pool().install(|| files.into_par_iter().map(of_file).collect::<Result<Vec<_>, Error>>())?;
    let mut hits: Vec<Hit> = by_file.into_iter().flatten().collect();
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| (&a.path, a.bytes).cmp(&(&b.path, b.bytes))));
    for (hit, rank) in hits.iter_mut().zip(1..) {
        hit.rank = rank;
        hit.from.insert("lex".into(), evidence(hit.score, rank));
    }
    Ok((hits, left_out))
}

/// Files worth a closer look: by best chunk and by whole file, with room of their own for primary code, by definition and by path, and those that the question points at.
fn candidates(
    corpus: &Corpus<'_>,
    query: &Query,
    scores: &Scores,
    names: &Names,
    pass: Option<&[bool]>,
    limit: usize,
) -> Result<Vec<u32>, Error> {
    let allowed = |file: u32| pass.is_none_or(|pass| pass[file as usize]);
    let mut found: BTreeSet<u32> = names.files.keys().copied().filter(|file| allowed(*file)).take(NAMED).collect();
    let mentions = corpus.mentions(query)?;
    found.extend(mentions.keys().copied().filter(|file| allowed(*file)));
    let (any, primary) = crate::filter::rooms(limit);
    for list in [&scores.best_chunk, &scores.file] {
        let masked: Vec<f32> = (0..).zip(list).map(|(file, score)| if allowed(file) { *score } else { 0.0 }).collect();
        // Mostly a few of the best are enough; to put all in order takes long where there are many.
        for count in [limit.saturating_mul(8), masked.len()] {
            let mut left = primary;
            for (place, file) in best(&masked, count, 0.0).into_iter().enumerate() {
                let is_primary = crate::classes::Class(corpus.file_row(file)?.class).is_primary();
                if place < any || (is_primary && left > 0) {
                    found.insert(file);
                    left -= usize::from(is_primary && left > 0);
                }
                if place >= any && left == 0 {
                    break;
                }
            }
            if left == 0 {
                break;
            }
        }
    }
    let masked: Vec<f32> = (0..).zip(&scores.best_chunk).map(|(file, score)| if allowed(file) { *score } else { 0.0 }).collect();
    let mut more = best(&masked, limit, 0.0).into_iter();
    while found.len() < limit {
        let Some(file) = more.next() else { break };
        found.insert(file);
    }
    let mut by_path: Vec<(f32, u32)> = corpus.path_matches(query)?.named().filter(|(_, file)| allowed(*file)).collect();
    by_path.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found.extend(by_path.into_iter().take(BY_PATH).map(|(_, file)| file));
    let mut ordered: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for file in found {
        let named = names.files.get(&file).map_or(0.0, |named| named.exact);
        let mentioned = mentions.get(&file).map_or(0.0, |mention| mention.path + mention.quoted);
        // What the question points at is never left out.
        let key = scores.best_chunk[file as usize] + scores.file[file as usize] + named + mentioned * 1e6;
        ordered.insert((!key.to_bits(), file), file);
    }
    Ok(ordered.into_values().take(limit).collect())
}
