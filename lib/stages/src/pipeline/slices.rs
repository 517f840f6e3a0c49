//! A build by several workers: each makes a slice and gives receipts; one commit publishes what all of them made. A slice **streams**, the commit is a barrier.
//!
//! It leaves out who starts the workers, and where their receipts travel.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use cw_index::{Commit, FORMAT, SegmentInfo, Store};
use cw_records::{Blob, Receipt, Record};
use serde_json::{Map, Value};

use super::Build;
use crate::{Env, Error, chunk, embed, lex, scan};

/// Makes the slice `options.scan.slice` of a tree and gives its receipts, one a part. Every other record that is no chunk goes by `see`. Nothing is published, and nobody is locked out.
pub fn slice(env: &Env, store: &Store, options: Build, mut see: impl FnMut(&Record)) -> Result<Vec<Receipt>, Error> {
    let stream = chunk::chunk(env, scan::scan(env, options.scan)?, options.chunk);
    let stream = lex::add(env, stream, store, lex::AddOptions::default(), |_| {});
    let stream = match &options.embedder {
        Some(embedder) => embed::add(env, stream, store, &**embedder, embed::AddOptions::default(), |_| {}),
        None => stream,
    };
    let mut receipts = Vec::new();
    for item in stream {
        match item? {
            Record::Chunk(_) => {}
            Record::Receipt(receipt) => receipts.push(receipt),
            record => see(&record),
        }
    }
    Ok(receipts)
}

/// What a commit of slices published.
#[derive(Clone, Debug, Default)]
pub struct Published {
    /// Each part, with what its commit did.
    pub parts: Vec<(String, Commit)>,
    /// Files of the LEX part.
    pub files: u64,
    /// Chunks of the LEX part.
    pub chunks: u64,
    /// Things that workers could not take in.
    pub losses: u64,
    /// Hash of the listing of all files.
    pub tree: Blob,
}

/// Refuses receipts of which none is of words: there is nothing to publish.
pub fn are_receipts(receipts: &[Receipt]) -> Result<(), Error> {
    if receipts.iter().any(|receipt| receipt.part == "lex") {
        return Ok(());
    }
    Err(Error::usage("S13", "there is no receipt of the part 'lex'").hint("give what the workers printed: cw commit --receipts -"))
}

/// Publishes the segments of `receipts`, in any order; those that came twice count once. The result has the bytes of an index that one process made of the same files. Nothing is
/// published if a slice is missing, two of them contradict each other, or the listing is not `tree`, if that is known.
pub fn commit(env: &Env, store: &Store, receipts: Vec<Receipt>, tree: Option<Blob>, wait: Duration) -> Result<Published, Error> {
    are_receipts(&receipts)?;
    let mut published = Published::default();
    let mut parts: BTreeMap<String, Vec<Receipt>> = BTreeMap::new();
    for receipt in receipts {
        parts.entry(receipt.part.clone()).or_default().push(receipt);
    }
    let words = Whole::of("lex", parts.remove("lex").unwrap_or_default())?;
    let others = parts.into_iter().map(|(part, receipts)| Ok((Whole::of(&part, receipts)?, part))).collect::<Result<Vec<_>, Error>>()?;
    published.losses = words.losses + others.iter().map(|(whole, _)| whole.losses).sum::<u64>();
    let (sum, of) = (words.counts, words.slices);
    let writer = store.adopt_lex(words.made_with, words.segments, wait)?;
    let files = writer.files()?;
    published.tree = scan::tree_of(files.iter().map(|(path, blob)| (path, blob)));
    (published.files, published.chunks) = sum;
    let fit = others.iter().all(|(whole, _)| whole.slices == of) && tree.is_none_or(|tree| tree == published.tree);
    if !fit {
        drop(writer);
        store.disown("lex", wait)?;
        let message = match tree.filter(|tree| *tree != published.tree) {
            Some(tree) => format!("the receipts are of the listing {}, not {tree}", published.tree),
            None => "the parts have receipts of other slices".to_owned(),
        };
        return Err(Error::usage("S13", message).hint("give the receipts of all workers; nothing was published"));
    }
    published.parts.push(("lex".into(), lex::publish(env, writer, published.tree)?));
    for (whole, part) in others {
        let writer = store.adopt_vec(&part, whole.made_with, whole.segments, wait)?;
        // A part that lacks files does not cover the listing.
        let tree = (writer.files()? == files).then_some(published.tree);
        published.parts.push((part, embed::publish(env, writer, tree)?));
    }
    store.clear_slices()?;
    Ok(published)
}

/// What the receipts of one part say together.
struct Whole {
    made_with: Map<String, Value>,
    segments: Vec<SegmentInfo>,
    slices: Option<u32>,
    counts: (u64, u64),
    losses: u64,
}

impl Whole {
    fn of(part: &str, receipts: Vec<Receipt>) -> Result<Whole, Error> {
        let refuse =
            |what: String| Error::usage("S13", what).hint("nothing was published; run the workers again over a tree that stands still");
        let mut whole = Whole {
            made_with: receipts.first().map(|receipt| receipt.made_with.clone()).unwrap_or_default(),
            segments: Vec::new(),
            slices: receipts.first().and_then(|receipt| receipt.slice).map(|(_, of)| of),
            counts: (0, 0),
            losses: 0,
        };
        let mut slices: BTreeMap<u32, Vec<Value>> = BTreeMap::new();
        let mut names = BTreeSet::new();
        for receipt in receipts {
            if receipt.format != FORMAT {
                return Err(Error::index("I03", format!("a receipt is of format {}, this build reads {FORMAT}", receipt.format)));
            }
            if receipt.made_with != whole.made_with {
                let print = |options: &Map<String, Value>| serde_json::to_string(options).unwrap_or_default();
                let (one, other) = (print(&whole.made_with), print(&receipt.made_with));
                return Err(Error::index("I05", format!("receipts of '{part}' were made with different options: {one} and {other}")));
            }
            match (receipt.slice, whole.slices) {
                (None, None) => {}
                (Some((number, of)), Some(all)) if of == all && (1..=of).contains(&number) => match slices.get(&number) {
                    // A task that was run twice.
                    Some(before) if *before == receipt.segments => continue,
                    Some(_) => return Err(refuse(format!("slice {number}/{of} of '{part}' is there twice, with different segments"))),
                    None => drop(slices.insert(number, receipt.segments.clone())),
                },
                _ => return Err(refuse(format!("receipts of '{part}' are of different partitions"))),
            }
            whole.losses += receipt.losses;
            for segment in receipt.segments {
                let info: SegmentInfo = serde_json::from_value(segment)
                    .map_err(|error| Error::usage("S13", format!("a segment in a receipt of '{part}' cannot be read: {error}")))?;
                if names.insert(info.name) {
                    whole.counts.0 += u64::from(info.files);
                    whole.counts.1 += u64::from(info.chunks);
                    whole.segments.push(info);
                }
            }
        }
        let missing: Vec<String> = (1..=whole.slices.unwrap_or(0))
            .filter(|number| !slices.contains_key(number))
            .take(8)
            .map(|number| number.to_string())
            .collect();
        if !missing.is_empty() {
            let of = whole.slices.unwrap_or(0);
            return Err(refuse(format!("'{part}' lacks slice {} of {of}", missing.join(", "))));
        }
        // The order of a draft is of no account, but its bytes are.
        whole.segments.sort_by_key(|info| info.name);
        Ok(whole)
    }
}
