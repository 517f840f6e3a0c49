//! Merges ranked lists into one. **Barrier**: reads all hits before it writes the first.
//!
//! A hit may come from several sources. Scores of different sources cannot be compared, ranks can, so by default a hit earns `weight / (k + rank)` from
//! each source that found it (reciprocal rank fusion; Cormack, Clarke and Büttcher, 2009), and the sums are sorted. Ties go to the smaller path, then the
//! smaller offset, so that the result never depends on arrival.
//!
//! This stage does not read text, open the index or call a provider. If it ever needs to, it has become `rerank`.
//!
//! Law: permuting the input changes nothing; one list stays in its order (`tests/laws.rs`).

use std::collections::BTreeMap;

use cw_records::{Blob, Header, Hit, Order, evidence, round};
use serde_json::{Map, Value};

use crate::{Env, Stream};

/// How the lists are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// By ranks.
    #[default]
    Rrf,
    /// By scores, each divided by the greatest of its source.
    Sum,
}

/// How to fuse.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How the lists are put together.
    pub method: Method,
    /// The `k` of reciprocal rank fusion; 20 if zero.
    pub k: u32,
    /// Weights by source; those that are not named get their default for the kind of query.
    pub weights: BTreeMap<String, f64>,
    /// Hits at most; all, if it is not said.
    pub limit: Option<usize>,
    /// Keep what each source earned for the hit.
    pub explain: bool,
}

/// Weight of a source, if none was asked for: a name is found by its letters, a question by its sense.
fn weight(options: &Options, source: &str, symbol: bool) -> f64 {
    let standard = match (source, symbol) {
        ("lex", false) | ("vec", true) => 0.4,
        ("lex", true) | ("vec", false) => 0.6,
        _ => 0.5,
    };
    options.weights.get(source).copied().unwrap_or(standard)
}

/// Sources of `from` that are lists to be fused, rather than the work of a later stage.
fn is_source(name: &str) -> bool {
    !matches!(name, "fuse" | "rerank" | "expand")
}

/// Fuses the hits of all streams in `input` by the evidence in their `from`; a hit without any counts as found by its own score and rank.
pub fn fuse<'a>(_env: &'a Env, input: Stream<'a>, options: Options) -> Stream<'a> {
    crate::barrier(input, "fuse", true, move |header, hits, end| {
        if header.order == Order::Path {
            let what = "cannot fuse hits in order 'path'".to_owned();
            return Err(cw_records::Error::Order { what, hint: "start with cw-lex find" }.into());
        }
        header.order = Order::Score;
        let (hits, left_out) = merge(header, hits, &options);
        crate::leave_out(end, left_out);
        Ok(hits)
    })
}

fn merge(header: &Header, hits: Vec<Hit>, options: &Options) -> (Vec<Hit>, usize) {
    let symbol = header.query.as_deref().is_some_and(|query| !query.trim().contains(char::is_whitespace));
    let mut merged: BTreeMap<Blob, Hit> = BTreeMap::new();
    for mut hit in hits {
        if !hit.from.keys().any(|name| is_source(name)) {
            hit.from.insert("x".into(), evidence(hit.score, hit.rank));
        }
        match merged.entry(hit.id) {
            std::collections::btree_map::Entry::Vacant(place) => {
                place.insert(hit);
            }
            std::collections::btree_map::Entry::Occupied(mut place) => unite(place.get_mut(), hit),
        }
    }
    let mut greatest: BTreeMap<String, f64> = BTreeMap::new();
    for (name, value) in merged.values().flat_map(|hit| &hit.from) {
        let best = greatest.entry(name.clone()).or_default();
        *best = best.max(number(value, "score"));
    }
    let k = f64::from(if options.k == 0 { 20 } else { options.k });
    let mut all: Vec<(f64, Map<String, Value>, Hit)> = merged
        .into_values()
        .map(|hit| {
            // Sources in the order of their names: sums of floats depend on order.
            let sources: BTreeMap<&String, &Value> = hit.from.iter().filter(|(name, _)| is_source(name)).collect();
            let earned = sources.into_iter().map(|(name, value)| {
                let worth = match options.method {
                    Method::Rrf => 1.0 / (k + number(value, "rank").max(1.0)),
                    Method::Sum => number(value, "score") / greatest[name].max(f64::MIN_POSITIVE),
                };
                (name, weight(options, name, symbol) * worth)
            });
            let earned: Vec<(&String, f64)> = earned.collect();
            let sum = earned.iter().map(|(_, earned)| earned).sum::<f64>();
            let shown = earned.into_iter().filter(|_| options.explain).map(|(name, earned)| (name.clone(), round(earned).into()));
            (sum, shown.collect(), hit)
        })
        .collect();
    all.sort_by(|(a, _, x), (b, _, y)| b.total_cmp(a).then_with(|| (&x.path, x.bytes).cmp(&(&y.path, y.bytes))));
    let left_out = options.limit.map_or(0, |limit| all.len().saturating_sub(limit));
    all.truncate(all.len() - left_out);
    let ranked = all.into_iter().zip(1..).map(|((score, earned, mut hit), rank)| {
        (hit.score, hit.rank) = (round(score), rank);
        let mut said = evidence(score, rank);
        if options.explain {
            said["earned"] = earned.into();
        }
        hit.from.insert("fuse".into(), said);
        sort_sources(&mut hit);
        hit
    });
    (ranked.collect(), left_out)
}

fn number(value: &Value, field: &str) -> f64 {
    value.get(field).and_then(Value::as_f64).filter(|number| number.is_finite()).unwrap_or(0.0)
}

fn print(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The same hit from another list: what either lacks comes from the other, the better rank of a source wins, and nothing depends on which came first.
fn unite(mine: &mut Hit, other: Hit) {
    mine.lang = mine.lang.take().max(other.lang);
    mine.kind = mine.kind.take().max(other.kind);
    mine.symbol = mine.symbol.take().max(other.symbol);
    if mine.breadcrumb < other.breadcrumb {
        mine.breadcrumb = other.breadcrumb;
    }
    for (name, value) in other.from {
        let better = mine.from.get(&name).is_none_or(|own| {
            let (own_rank, rank) = (number(own, "rank"), number(&value, "rank"));
            rank < own_rank || rank == own_rank && print(&value) > print(own)
        });
        if better {
            mine.from.insert(name, value);
        }
    }
    for (name, value) in other.extra {
        if mine.extra.get(&name).is_none_or(|own| print(own) < print(&value)) {
            mine.extra.insert(name, value);
        }
    }
}

/// Names in the order of the alphabet, so that the same evidence prints the same bytes.
fn sort_sources(hit: &mut Hit) {
    hit.from.sort_keys();
    hit.extra.sort_keys();
}
