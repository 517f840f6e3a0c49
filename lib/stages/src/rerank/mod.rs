//! Orders hits by all the evidence there is. **Barrier**: a permutation of its input, cut at the limit.
//!
//! Rules (the default): a file earns a weighted sum of features, see `rules.rs`; its hits follow its best one. First the best hit of each file, files best first,
//! then the further hits of those files: a list of places to look at and the material to fill a budget with, in one order.
//! Without rules hits stay in the order of their scores. Where nothing speaks for any file, nothing is the answer.
//!
//! It looks up in the index what a hit lacks (a file found by its vector has words too), so the order is one function of query, index and candidates, whoever found them.

mod cutoff;
mod definer;
mod documents;
mod judge;
mod rules;
mod title;
mod weights;

use std::collections::{BTreeMap, HashMap};

use cw_records::{Fault, Hit, Order, RecordPath, Vector, evidence, round};
use serde_json::json;

use crate::evidence::{Corpus, Vectors};
use crate::providers::embedded::{self, Model};
use crate::terms::{Query, Scratch, analyse, tokens};
use crate::{Env, Error, Stream};
use documents::Documents;

pub use cutoff::{Cutoff, LowConfidence};
pub use judge::{Judging, judge};
pub use rules::FEATURES;
pub use weights::{COUNT, Kind, Weights};

/// How to order.
#[derive(Clone, Debug)]
pub struct Options {
    /// Files at most.
    pub limit: usize,
    /// Hits a file at most.
    pub per_file: usize,
    /// Add each feature to the hits' evidence.
    pub explain: bool,
    /// Keep the order of the scores.
    pub plain: bool,
    /// What each feature is worth.
    pub weights: Weights,
    /// What to give when nothing speaks for any file; nothing, if it is not said.
    pub low: Option<LowConfidence>,
}

impl Default for Options {
    fn default() -> Options {
        Options { limit: 20, per_file: 3, explain: false, plain: false, weights: Weights::default(), low: None }
    }
}

/// What rules look things up in.
#[derive(Clone, Copy)]
pub struct Index<'a> {
    /// Words, names and texts.
    pub corpus: &'a Corpus<'a>,
    /// Vectors, if the index has them.
    pub vectors: Option<&'a Vectors<'a>>,
}

/// What a file gains that defines the name that is asked for: more than everything that is only likely.
const DEFINED: f64 = 1.0;

/// What is said of an answer that convinces nobody.
const NEAREST: &str = "nothing answers the question well; what follows is the nearest";

/// Share of the way to the best score that each further hit of a file keeps.
const DECAY: f64 = 0.5;

/// Orders the hits of `input`.
pub fn rerank<'a>(_env: &'a Env, input: Stream<'a>, index: Option<Index<'a>>, options: Options) -> Stream<'a> {
    crate::barrier(input, "rerank", false, move |header, hits, end| {
        if header.order == Order::Path {
            let what = "cannot rerank hits in order 'path'".to_owned();
            return Err(cw_records::Error::Order { what, hint: "start with cw-lex find" }.into());
        }
        header.order = Order::Score;
        let query = header.query.clone().unwrap_or_default();
        let files = hits.iter().map(|hit| &hit.path).collect::<std::collections::BTreeSet<_>>().len();
        let ordered = match &index {
            Some(index) if !options.plain => {
                let asked = analyse(&query);
                let vector = question_vector(index, header.vector.as_ref(), &asked)?;
                let (ordered, is_nearest) = by_rules(index, &asked, vector, hits, &options)?;
                if is_nearest && options.low == Some(LowConfidence::Warn) {
                    crate::tell(end, Fault::note("S35", None, NEAREST));
                } else if !ordered.is_empty() && is_unknown_name(index.corpus, &asked)? {
                    let name = query.trim();
                    crate::tell(end, Fault::note("S35", None, format!("no file has '{name}'; what follows is the nearest")));
                }
                ordered
            }
            _ => {
                // Nobody reorders it by arrival.
                let mut hits = hits;
                hits.sort_by(|x, y| (&x.path, x.bytes).cmp(&(&y.path, y.bytes)));
                by_score(hits, &options)
            }
        };
        if !ordered.is_empty() {
            crate::leave_out(end, files.saturating_sub(options.limit));
        }
        Ok(ordered)
    })
}

/// The question's vector in the space of the index's vectors: the one that travels in the header, or of the embedded model; none if those are of another model that nobody
/// asked.
fn question_vector(index: &Index<'_>, given: Option<&Vector>, query: &Query) -> Result<Option<Vec<f32>>, Error> {
    let Some(vectors) = index.vectors else { return Ok(None) };
    let is_of = |model: &str| cw_index::vec_name(model) == vectors.part().manifest.part;
    match given {
        Some(vector) if is_of(&vector.model) => {
            let unusable = |what: String| Error::usage("S10", format!("the vector of the question is not usable: {what}"));
            crate::vector::floats(vector, vector.dims as usize).map(Some).map_err(unusable)
        }
        _ if is_of(Model::NAME) => Ok(Some(embedded::embed(&query.sense))),
        _ => Ok(None),
    }
}

/// Hits of one file with what each is worth within it.
type Group = Vec<(f64, Hit)>;

/// Hits by their scores; what has the same score stays in the order that it came in.
fn by_score(hits: Vec<Hit>, options: &Options) -> Vec<Hit> {
    let mut files: Vec<Group> = Vec::new();
    let mut places: HashMap<RecordPath, usize> = HashMap::new();
    for hit in hits {
        let place = *places.entry(hit.path.clone()).or_insert_with(|| {
            files.push(Group::new());
            files.len() - 1
        });
        files[place].push((hit.score, hit));
    }
    let scored = files.into_iter().map(|group| {
        let best = group.iter().map(|(score, _)| *score).fold(f64::MIN, f64::max);
        (best, group, None)
    });
    order(scored.collect(), options)
}

/// The hits by rules; true if nothing speaks for them and what is left is only the nearest.
fn by_rules(
    index: &Index<'_>,
    query: &Query,
    vector: Option<Vec<f32>>,
    hits: Vec<Hit>,
    options: &Options,
) -> Result<(Vec<Hit>, bool), Error> {
    let corpus = index.corpus;
    let mut files: BTreeMap<u32, Group> = BTreeMap::new();
    let mut strangers: BTreeMap<RecordPath, Group> = BTreeMap::new();
    for hit in hits {
        match corpus.find(&hit.path)? {
            Some(file) => files.entry(file).or_default().push((0.0, hit)),
            None => strangers.entry(hit.path.clone()).or_default().push((hit.score, hit)),
        }
    }
    let rules = rules::Rules::new(index, query, vector)?;
    if query.is_verbatim() {
        files.retain(|file, _| rules.has_quoted(*file));
        strangers.clear();
    }
    let hopeless = rules.is_hopeless()?;
    let is_nearest = hopeless && !matches!(options.low, None | Some(LowConfidence::Empty)) && !files.is_empty();
    if hopeless && !is_nearest {
        files.clear();
    }
    let numbers: Vec<u32> = files.keys().copied().collect();
    let kind = Kind::of(query);
    let title = title::title(query);
    // Its vector did not come along; the embedded model makes it here.
    let title = title.as_ref().map(|title| rules::Rules::new(index, title, question_vector(index, None, title)?)).transpose()?;
    let mut scored = Vec::new();
    let (mut definers, mut pointed) = (Vec::new(), Vec::new());
    let mut documents = Documents::default();
    for ((file, mut group), features) in files.into_iter().zip(rules.features(&numbers)?) {
        for (worth, hit) in &mut group {
            *worth = rules.chunk(file, hit.bytes.0)?;
        }
        let mention = rules.mention(file);
        let mut score = options.weights.score(&features, kind);
        if let Some(title) = &title {
            score = title::mixed(title, score, file, &options.weights)?;
        }
        let score = score + mention;
        let shown = options.explain.then(|| {
            let named = FEATURES.iter().zip(features).map(|(name, value)| ((*name).to_owned(), json!(round(value.into()))));
            let pointed = (mention > 0.0).then(|| ("mention".to_owned(), json!(round(mention))));
            named.chain(pointed).collect::<serde_json::Map<_, _>>()
        });
        if mention < POINTED && rules.is_document(file)? {
            let promoted = options.weights.score(&rules::promote(&features), kind);
            documents.add(&rules, file, &features, promoted, scored.len())?;
        } else {
            documents.beside(&features, mention);
        }
        definers.push(definer::Definer::of(&features));
        pointed.push(rules.pointed(file));
        scored.push((score, group, shown));
    }
    if query.symbol || query.defined.is_some() {
        definer::Definer::first(&definers, rules.asked()).for_each(|place| scored[place].0 += DEFINED);
    }
    documents.place(&mut scored, kind);
    // A path says which file is meant: nothing that is only likely stands above it.
    let best = scored.iter().zip(&pointed).filter(|(_, path)| path.is_none()).map(|(file, _)| file.0).fold(0.0, f64::max);
    for (file, path) in scored.iter_mut().zip(&pointed) {
        file.0 = path.map_or(file.0, |path| file.0.max(best + path * POINTED));
    }
    // What the index does not know cannot be judged; it comes last.
    scored.extend(strangers.into_values().map(|group| (0.0, group, None)));
    // Whoever found them, in whatever order: equal files by path, equal hits by place.
    scored.iter_mut().for_each(|(_, group, _)| group.sort_by_key(|(_, hit)| hit.bytes));
    scored.sort_by(|(_, x, _), (_, y, _)| x[0].1.path.cmp(&y[0].1.path));
    let one = Options { limit: options.limit.min(1), per_file: 1, ..options.clone() };
    let mut ordered = order(scored, if is_nearest { &one } else { options });
    ordered.iter_mut().filter(|_| is_nearest).for_each(crate::alone);
    ordered.iter_mut().try_for_each(|hit| complete(corpus, hit))?;
    Ok((ordered, is_nearest))
}

/// True for a question that is one name of several words, if no file defines it, nothing is called so and no text has it.
fn is_unknown_name(corpus: &Corpus<'_>, query: &Query) -> Result<bool, Error> {
    let name = query.text.trim();
    let is_name = query.symbol && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if !is_name || !corpus.names(query)?.files.is_empty() || !corpus.mentions(query)?.is_empty() {
        return Ok(false);
    }
    // The whole name is a term of its own beside its words.
    let whole = name.trim_matches('_').to_ascii_lowercase();
    let mut words = 0;
    let mut is_term = false;
    tokens(name, &mut Scratch::default(), &mut |term| {
        words += 1;
        is_term |= term == whole;
    });
    if words < 2 || !is_term {
        return Ok(false);
    }
    let plain = |text: &str| text.to_ascii_lowercase().replace(['_', '-'], "");
    for (_, file) in corpus.path_matches(query)?.named() {
        let path = corpus.path(file)?;
        let file = String::from_utf8_lossy(path.name()).into_owned();
        if plain(file.split('.').next().unwrap_or_default()) == plain(&whole) {
            return Ok(false);
        }
    }
    Ok(corpus.having(&[whole].into())?.is_empty())
}

/// Fills in what a finder did not know: a VEC part has no languages and no names.
fn complete(corpus: &Corpus<'_>, hit: &mut Hit) -> Result<(), Error> {
    if hit.kind.is_some() {
        return Ok(());
    }
    let Some(file) = corpus.find(&hit.path)? else { return Ok(()) };
    let Some(chunk) = corpus.chunk_at(file, hit.bytes.0)? else { return Ok(()) };
    if let Some(found) = corpus.hits(file, &[chunk])?.pop().filter(|found| found.id == hit.id) {
        (hit.lang, hit.kind, hit.symbol, hit.breadcrumb) = (found.lang, found.kind, found.symbol, found.breadcrumb);
    }
    Ok(())
}

/// How far above all others a file that the question points at stands, for each place in the list of its paths.
const POINTED: f64 = 0.1;

type Scored = (f64, Group, Option<serde_json::Map<String, serde_json::Value>>);

/// Files and their hits by what they are worth; what is equal stays in its order.
fn order(mut files: Vec<Scored>, options: &Options) -> Vec<Hit> {
    for (_, group, _) in &mut files {
        group.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        group.truncate(options.per_file.max(1));
    }
    files.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
    files.truncate(options.limit);
    let lowest = files.last().map_or(0.0, |(score, ..)| *score);
    let mut first = Vec::new();
    let mut further = Vec::new();
    for (score, group, shown) in files {
        let best = group[0].0;
        for (place, (worth, mut hit)) in group.into_iter().enumerate() {
            let share = if best > 0.0 { (worth / best).clamp(0.0, 1.0) } else { 0.0 };
            let own = if place == 0 { score } else { score.min(lowest) * share * DECAY.powi(place as i32) };
            hit.score = round(own);
            hit.from.insert("rerank".into(), evidence(own, 0));
            if let (0, Some(shown), Some(serde_json::Value::Object(entry))) = (place, &shown, hit.from.get_mut("rerank")) {
                entry.insert("features".into(), shown.clone().into());
            }
            if place == 0 { first.push(hit) } else { further.push((score * share * DECAY.powi(place as i32), hit)) }
        }
    }
    further.sort_by(|(a, x), (b, y)| b.total_cmp(a).then_with(|| (&x.path, x.bytes).cmp(&(&y.path, y.bytes))));
    let mut floor = lowest;
    let further = further.into_iter().map(|(_, mut hit)| {
        // The list stays in the order of its scores.
        floor = floor.min(hit.score);
        hit.score = round(floor);
        hit
    });
    let mut all: Vec<Hit> = first.into_iter().chain(further).collect();
    for (hit, rank) in all.iter_mut().zip(1..) {
        hit.rank = rank;
        let score = hit.score;
        if let Some(serde_json::Value::Object(entry)) = hit.from.get_mut("rerank") {
            entry.insert("score".into(), json!(score));
            entry.insert("rank".into(), json!(rank));
        }
    }
    all
}
