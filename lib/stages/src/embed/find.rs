//! `cw-embed find`: candidates by the query's vector. Forwards the hits it is given and adds its own before the `end`. **Streams** those, **barrier** over the index.
//!
//! A model that cannot be asked adds nothing, and that is said: the hits that were found by words are an answer. Where asking the model costs something, the vector travels
//! in the header, so that nobody after this asks again.

use cw_index::{Part, Store, VecSegment, vec_name};
use cw_records::{Fault, Hit, Order, Record, RecordPath, chunk_id, evidence, round};

use crate::evidence::{Dense, Vectors, best};
use crate::filter::Filter;
use crate::known::whole;
use crate::providers::{Embedder, Trouble, other_model};
use crate::vector::{Format, record};
use crate::{Env, Error, Stream};

/// How to find.
#[derive(Clone, Debug)]
pub struct Options {
    /// Files at most.
    pub limit: usize,
    /// Chunks a file at most.
    pub per_file: usize,
    /// Only files that it lets through. A VEC part knows no languages: see [`Filter::by_path`].
    pub filter: Filter,
}

impl Default for Options {
    fn default() -> Options {
        Options { limit: 100, per_file: 3, filter: Filter::default() }
    }
}

/// The part of `store` that `model` made; `None` if no model made one. Errors: I05 if only other models are there.
pub fn part_of(store: &Store, model: &str) -> Result<Option<Part<VecSegment>>, Error> {
    let there = store.models()?;
    match whole(store.vec(model))? {
        None if !there.is_empty() => Err(other_model(model, &there)),
        part => Ok(part),
    }
}

/// Passes `input` on and says that the index has no vectors of `model` yet: the answer is by words.
pub fn without(input: Stream<'_>, model: String) -> Stream<'_> {
    Box::new(input.flat_map(move |item| match item {
        Ok(Record::End(mut end)) => {
            crate::degrade(&mut end, "embed");
            let fault = Fault::note("S33", None, format!("the answer is by words only: the index has no vectors of '{model}' yet"));
            vec![Ok(fault.into()), Ok(end.into())]
        }
        other => vec![other],
    }))
}

/// Passes `input` on and adds the hits for the query in its header. `vectors` must be of the embedder's model.
pub fn find<'a>(env: &'a Env, input: Stream<'a>, vectors: &'a Vectors<'a>, embedder: &'a dyn Embedder, options: Options) -> Stream<'a> {
    let mut query = None;
    let mut failed = false;
    Box::new(input.flat_map(move |item| {
        if failed {
            return Vec::new();
        }
        let added = match item {
            Ok(Record::Header(mut header)) => {
                header.order = Order::None;
                header.via.push(crate::via("embed"));
                match header.query.as_deref().map(|text| vector(env, vectors, embedder, text)).transpose() {
                    Ok(found) => {
                        if let (Some(Ok(vector)), true) = (&found, embedder.is_costly()) {
                            header.vector = Some(record(&embedder.identity().part(), vector.clone(), Format::F32));
                        }
                        query = found;
                        Ok(vec![header.into()])
                    }
                    Err(error) => Err(error),
                }
            }
            Ok(Record::End(mut end)) => match &query {
                Some(Ok(vector)) => {
                    hits(vectors, vector, &options).map(|hits| hits.into_iter().map(Record::from).chain([end.into()]).collect())
                }
                Some(Err(trouble)) => {
                    let mut fault = Fault::note("S33", None, format!("the answer is by words only: {}", trouble.message()));
                    fault.extra.insert("hint".into(), trouble.hint().into());
                    crate::degrade(&mut end, "embed");
                    Ok(vec![fault.into(), end.into()])
                }
                None => Err(Error::usage("S11", "the stream has no query")
                    .hint("begin with cw-lex find \"...\", or give the query to cw-embed find")),
            },
            Ok(record) => Ok(vec![record]),
            Err(error) => Err(error),
        };
        match added {
            Ok(records) => records.into_iter().map(Ok).collect(),
            Err(error) => {
                failed = true;
                vec![Err(error)]
            }
        }
    }))
}

/// The vector of the question, or why there is none. Errors: I05 if the model is not the one that made `part`.
fn vector(env: &Env, vectors: &Vectors<'_>, embedder: &dyn Embedder, text: &str) -> Result<Result<Vec<f32>, Trouble>, Error> {
    let model = embedder.identity().part();
    if vec_name(&model) != vectors.part().manifest.part {
        return Err(other_model(&model, &[vectors.part().manifest.part.trim_start_matches("vec/").to_owned()]));
    }
    let dims = vectors.part().segments.first().map(VecSegment::dims);
    match embedder.query(env, text, dims) {
        Err(Trouble::Dims { want, got }) => {
            let message = format!("model '{model}' gives vectors of {got} numbers now, the index has vectors of {want}");
            Err(Error::index("I05", message).hint("if it is another model by the same name, make the part anew: cw index --rebuild"))
        }
        Err(Trouble::Cancelled) => env.check().map(|()| Err(Trouble::Cancelled)),
        found => Ok(found),
    }
}

fn hits(vectors: &Vectors<'_>, vector: &[f32], options: &Options) -> Result<Vec<Hit>, Error> {
    if vector.iter().all(|float| *float == 0.0) {
        return Ok(Vec::new());
    }
    let dense = vectors.scan(vector)?;
    let (any, mut left) = crate::filter::rooms(options.limit);
    let (mut found, mut others) = (Vec::new(), Vec::new());
    // Places within the scope: what lies outside takes no room.
    let mut place = 0;
    for file in best(&dense.best_chunk, dense.best_chunk.len(), 0.0) {
        let path = path_of(&dense, file)?;
        if !options.filter.allows_path(&path) {
            continue;
        }
        let is_primary = crate::classes::classify(&path, None).is_primary();
        if place < any || (is_primary && left > 0) {
            left -= usize::from(is_primary && left > 0);
            found.push((file, path));
        } else if others.len() < options.limit {
            others.push((file, path));
        }
        place += 1;
        if (place >= any && left == 0 && found.len() + others.len() >= options.limit) || found.len() >= options.limit {
            break;
        }
    }
    let room = options.limit - found.len().min(options.limit);
    found.extend(others.into_iter().take(room));
    let mut hits = Vec::new();
    for (file, path) in found {
        hits.extend(chunks(&dense, file, &path, options.per_file)?);
    }
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| (&a.path, a.bytes).cmp(&(&b.path, b.bytes))));
    for (hit, rank) in hits.iter_mut().zip(1..) {
        hit.rank = rank;
        hit.from.insert("vec".into(), evidence(hit.score, rank));
    }
    Ok(hits)
}

fn locate<'a>(dense: &Dense<'a>, file: u32) -> Option<(&'a VecSegment, u32, u32)> {
    dense.segments().take_while(|(_, base, _)| *base <= file).last()
}

fn path_of(dense: &Dense<'_>, file: u32) -> Result<RecordPath, Error> {
    let (segment, base, _) = locate(dense, file).ok_or_else(|| Error::index("I04", "a vector has no file"))?;
    Ok(segment.path(file - base)?)
}

/// Hits for the best chunks of one file.
fn chunks(dense: &Dense<'_>, file: u32, path: &RecordPath, count: usize) -> Result<Vec<Hit>, Error> {
    let (segment, file_base, chunk_base) = locate(dense, file).ok_or_else(|| Error::index("I04", "a vector has no file"))?;
    let row = segment.file(file - file_base)?;
    let start = chunk_base + row.first_chunk;
    let own = &dense.chunk[start as usize..][..row.chunks as usize];
    let mut hits = Vec::new();
    for place in best(own, count, 0.0) {
        let blob = segment.chunk(row.first_chunk + place)?.blob;
        let [bytes, lines] = segment.span(&row, place)?;
        hits.push(Hit {
            id: chunk_id(path, bytes.0.into(), &blob),
            path: path.clone(),
            bytes: (bytes.0.into(), bytes.1.into()),
            lines,
            score: round(own[place as usize].into()),
            ..Hit::default()
        });
    }
    Ok(hits)
}
