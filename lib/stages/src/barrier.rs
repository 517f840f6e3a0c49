//! The frame of a stage that must see all hits before it writes one: `fuse` and `rerank`. Holds the hits of its input.

use cw_records::{End, Fault, Header, Hit, Record};

use crate::{Error, Stream};

/// Collects the hits of each stream in `input`, hands them to `work` with the header, and writes header, hits, end. What is not a hit goes round, before the hits. With
/// `join`, streams one after the other that ask the same of the same index are one: the first header and the last end stand for all.
pub fn barrier<'a>(
    mut input: Stream<'a>,
    stage: &'static str,
    join: bool,
    mut work: impl FnMut(&mut Header, Vec<Hit>, &mut End) -> Result<Vec<Hit>, Error> + Send + 'a,
) -> Stream<'a> {
    let mut ready = Vec::new().into_iter();
    let (mut open, mut next) = (Some(()), None);
    Box::new(std::iter::from_fn(move || {
        loop {
            if let Some(record) = ready.next() {
                return Some(Ok(record));
            }
            open?;
            match collect(&mut input, join, &mut next) {
                Ok(None) => return None,
                Ok(Some((mut header, mut round, hits, mut end))) => {
                    header.via.push(crate::via(stage));
                    match work(&mut header, hits, &mut end) {
                        Ok(done) => {
                            round.extend(told(&mut end));
                            let records = std::iter::once(header.into()).chain(round).chain(done.into_iter().map(Into::into));
                            ready = records.chain([end.into()]).collect::<Vec<Record>>().into_iter();
                        }
                        Err(error) => {
                            open = None;
                            return Some(Err(error));
                        }
                    }
                }
                Err(error) => {
                    open = None;
                    return Some(Err(error));
                }
            }
        }
    }))
}

type Collected = (Header, Vec<Record>, Vec<Hit>, End);

/// True if hits of both streams may stand in one list. What is not said fits anything.
fn belong(one: &Header, other: &Header) -> bool {
    let fit = |one: Option<&str>, other: Option<&str>| one.is_none() || other.is_none() || one == other;
    fit(one.query.as_deref(), other.query.as_deref()) && (one.index().is_none() || other.index().is_none() || one.index() == other.index())
}

/// The next stream of `input`, or with `join` all that belong to it. `next` is the header behind those.
fn collect(input: &mut Stream<'_>, join: bool, next: &mut Option<Header>) -> Result<Option<Collected>, Error> {
    let mut head: Option<Header> = next.take();
    let (mut round, mut hits, mut last) = (Vec::new(), Vec::new(), None);
    for item in input {
        match item? {
            Record::Header(header) if head.as_ref().is_some_and(|head| !belong(head, &header)) => {
                *next = Some(header);
                break;
            }
            Record::Header(header) => {
                head.get_or_insert(header);
            }
            Record::Hit(hit) => hits.push(hit),
            Record::End(end) => {
                last = Some(end);
                if !join {
                    break;
                }
            }
            other => round.push(other),
        }
    }
    Ok(head.zip(last).map(|(header, end)| (header, round, hits, end)))
}

/// Adds to what the stream's `end` says a limit left out.
pub fn leave_out(end: &mut End, count: usize) {
    if count > 0 {
        let before = end.extra.get(LEFT_OUT).and_then(serde_json::Value::as_u64).unwrap_or(0);
        end.extra.insert(LEFT_OUT.into(), (before + count as u64).into());
    }
}

/// Says of a hit that it is all there is of an answer that convinces nobody: nothing is added around it.
pub fn alone(hit: &mut Hit) {
    if let Some(serde_json::Value::Object(entry)) = hit.from.get_mut("rerank") {
        entry.insert(ALONE.into(), true.into());
    }
}

/// True if that was said of the hit.
pub fn is_alone(hit: &Hit) -> bool {
    hit.from.get("rerank").is_some_and(|entry| entry[ALONE] == true)
}

/// Says in the stream's `end` that the command `word` had to do without something.
pub fn degrade(end: &mut End, word: &str) {
    let words = end.extra.entry("degraded").or_insert_with(|| serde_json::Value::Array(Vec::new()));
    if let Some(words) = words.as_array_mut().filter(|words| !words.iter().any(|other| other == word)) {
        words.push(word.into());
    }
}

/// Puts a fault into the stream, before its hits: it waits in the `end` until the stream is written.
pub fn tell(end: &mut End, fault: Fault) {
    let told = end.extra.entry(TOLD).or_insert_with(|| serde_json::Value::Array(Vec::new()));
    if let (Some(told), Ok(fault)) = (told.as_array_mut(), serde_json::to_value(fault)) {
        told.push(fault);
    }
}

fn told(end: &mut End) -> Vec<Record> {
    let told = end.extra.shift_remove(TOLD).and_then(|told| serde_json::from_value::<Vec<Fault>>(told).ok());
    told.unwrap_or_default().into_iter().map(Record::from).collect()
}

const TOLD: &str = "told";
const LEFT_OUT: &str = "left_out";
const ALONE: &str = "alone";
