//! A reranker outside has the last word: it judges the first hits of the list with their texts. **Barrier.** A reranker that cannot be asked leaves the list as it came, and
//! that is said.

use std::collections::BTreeMap;

use cw_records::{Fault, Hit, Order, RecordPath, round};
use serde_json::json;

use super::cutoff::{Cutoff, LowConfidence, probabilities};
use super::{Options, by_score, complete};
use crate::evidence::Corpus;
use crate::providers::Reranker;
use crate::{Env, Error, Stream};

/// How to judge.
#[derive(Clone, Debug)]
pub struct Judging {
    /// Hits that are judged; the others follow them.
    pub top: usize,
    /// Characters of a text that are sent.
    pub chars: usize,
    /// Where the list ends.
    pub cutoff: Option<Cutoff>,
    /// Files at most, hits a file at most.
    pub options: Options,
}

impl Default for Judging {
    fn default() -> Judging {
        Judging { top: 20, chars: 4000, cutoff: Some(Cutoff::default()), options: Options::default() }
    }
}

/// Orders the hits of `input` by what `reranker` says of the first of them.
pub fn judge<'a>(env: &'a Env, input: Stream<'a>, corpus: &'a Corpus<'a>, reranker: &'a dyn Reranker, judging: Judging) -> Stream<'a> {
    crate::barrier(input, "rerank", false, move |header, hits, end| {
        if header.order != Order::Score {
            return Err(Error::wrong_order("rerank", header.order));
        }
        let query = header.query.clone().unwrap_or_default();
        let files = |hits: &[Hit]| hits.iter().map(|hit| &hit.path).collect::<std::collections::BTreeSet<_>>().len();
        let before = files(&hits);
        let count = judging.top.min(hits.len());
        let mut hits = hits;
        hits[..count].iter_mut().try_for_each(|hit| complete(corpus, hit))?;
        let texts = hits[..count].iter().map(|hit| text(corpus, hit, judging.chars)).collect::<Result<Vec<_>, _>>()?;
        let verdict = if count == 0 { Ok(Vec::new()) } else { reranker.judge(env, &query, &texts) };
        env.check()?;
        let ordered = match verdict {
            Ok(scores) => judged(hits, &scores, &judging, end),
            Err(trouble) => {
                crate::degrade(end, "rerank");
                let mut fault = Fault::note("S34", None, format!("the order is the one before: {}", trouble.message()));
                fault.extra.insert("hint".into(), trouble.hint().into());
                crate::tell(end, fault);
                first(hits, &judging.options)
            }
        };
        crate::leave_out(end, before.saturating_sub(files(&ordered)));
        Ok(ordered)
    })
}

/// What a reranker reads of a hit: where it stands, and its text, cut at the end.
fn text(corpus: &Corpus<'_>, hit: &Hit, chars: usize) -> Result<String, Error> {
    let place = std::iter::once(&*hit.path.display()).chain(hit.breadcrumb.iter().map(String::as_str)).collect::<Vec<_>>().join(" > ");
    let Some(file) = corpus.find(&hit.path)? else { return Ok(place) };
    let (segment, local) = corpus.file(file);
    let (text, notes) = segment.content(local)?;
    let chunk = notes.chunks.iter().find(|chunk| u64::from(chunk.bytes.0) == hit.bytes.0);
    let view = chunk.and_then(|chunk| chunk.view.as_deref());
    let own = usize::try_from(hit.bytes.0).ok().zip(usize::try_from(hit.bytes.1).ok()).and_then(|(start, end)| text.get(start..end));
    let body = view.or(own).unwrap_or_default();
    let end = body.char_indices().nth(chars).map_or(body.len(), |(end, _)| end);
    Ok(format!("{place}\n{}", &body[..end]))
}

/// The judged hits by their scores, brought to the scale of probabilities, then those without a score in the order that they had: a cut-off keeps of these what was sent,
/// since nobody judged it to be far from the best.
fn judged(mut hits: Vec<Hit>, scores: &[Option<f64>], judging: &Judging, end: &mut cw_records::End) -> Vec<Hit> {
    let likely = probabilities(scores);
    let lowest = likely.iter().flatten().copied().fold(1.0, f64::min);
    let mut rest = Vec::new();
    let mut best = Vec::new();
    let mut unjudged = 0;
    for (place, mut hit) in hits.drain(..).enumerate() {
        match (likely.get(place).copied().flatten(), scores.get(place).copied().flatten()) {
            (Some(likely), Some(raw)) => {
                hit.score = round(likely);
                hit.from.insert("judge".into(), json!({ "score": round(raw) }));
                best.push((raw, hit));
            }
            _ => {
                unjudged += usize::from(place < scores.len());
                rest.push(hit);
            }
        }
    }
    if unjudged > 0 {
        let message = format!("{unjudged} of {} hits have no score of the service; they stand behind the others", scores.len());
        crate::tell(end, Fault::note("S34", None, message));
    }
    // By what the service said: on the scale of probabilities great scores are all one.
    best.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut best: Vec<Hit> = best.into_iter().map(|(_, hit)| hit).collect();
    let mut is_low = false;
    let all = best.len() + rest.len();
    for (place, hit) in rest.iter_mut().enumerate() {
        // Below all that was judged, and in the order that they had.
        hit.score = round(lowest * (all - place) as f64 / (all + 1) as f64 / 2.0);
    }
    match &judging.cutoff {
        Some(cutoff) if cutoff.is_blind(&best.iter().map(|hit| hit.score).collect::<Vec<_>>()) => {
            let what = "the service gives all hits nearly the same low score, so none is left out";
            crate::tell(end, Fault::note("S34", None, what));
            best.extend(rest);
        }
        Some(cutoff) if !best.is_empty() => {
            let (keep, low) = cutoff.keep(&best.iter().map(|hit| hit.score).collect::<Vec<_>>());
            best.truncate(keep);
            // Those that were sent come before those that were not.
            best.extend(rest.into_iter().take(if low { 0 } else { unjudged }));
            is_low = low;
            if low && cutoff.low == LowConfidence::Warn {
                crate::tell(end, Fault::note("S35", None, super::NEAREST));
            }
        }
        _ => best.extend(rest),
    }
    let mut ordered = by_score(best, &judging.options);
    ordered.iter_mut().filter(|_| is_low).for_each(crate::alone);
    ordered
}

/// The list as it is, no more than the limits allow.
fn first(hits: Vec<Hit>, options: &Options) -> Vec<Hit> {
    let mut files: BTreeMap<RecordPath, usize> = BTreeMap::new();
    let mut kept = Vec::new();
    for mut hit in hits {
        let room = files.len() < options.limit || files.contains_key(&hit.path);
        let count = files.get(&hit.path).copied().unwrap_or(0);
        if room && count < options.per_file.max(1) {
            files.insert(hit.path.clone(), count + 1);
            hit.rank = kept.len() as u32 + 1;
            kept.push(hit);
        }
    }
    kept
}
