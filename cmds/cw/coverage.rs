//! `cw stats --coverage`: what of a tree an answer can know of. Lists the tree again, reads what it has to, changes nothing.

use std::collections::BTreeMap;

use cw_index::Store;
use cw_records::Record;
use cw_stages::{Env, pipeline, scan};
use serde_json::{Value, json};

use super::plan::listing;
use crate::exit::Failure;
use crate::locate::Place;

/// Files of the index by what is known of them, and of the tree those that are missing, with the reason.
pub fn gather(env: &Env, place: &Place, store: &Store, model: &str) -> Result<Value, Failure> {
    let lex = store.need_lex()?;
    let (mut defining, mut empty) = (0u64, 0u64);
    for segment in &lex.segments {
        for number in 0..segment.files() {
            let meta = segment.meta(number)?;
            defining += u64::from(meta.chunks.iter().flat_map(|chunk| &chunk.defs).any(|def| !def.is_part()));
            empty += u64::from(meta.chunks.is_empty());
        }
    }
    let vectors = store.vec(model)?.map_or(0, |vec| vec.manifest.files);
    let files = lex.manifest.files;
    let mut coverage = json!({ "files": files, "with_definitions": defining, "with_vectors": vectors, "empty": empty });
    let Some(options) = listing(env, place)? else {
        coverage["tree"] = Value::Null;
        return Ok(coverage);
    };
    let known = pipeline::known(store, None)?.unwrap_or_default();
    let held = known.files.len() as u64;
    let (mut skips, mut lost) = (BTreeMap::<String, u64>::new(), 0u64);
    let (mut new, mut changed, mut gone) = (0u64, 0u64, 0u64);
    let any = known.any.clone();
    let options = scan::Options { known: Some(known), stamps: None, text: false, rev: place.rev.clone(), ..options };
    for item in scan::scan(env, options)? {
        match item? {
            Record::File(file) if any.contains(&file.path) => changed += 1,
            Record::File(_) => new += 1,
            Record::Gone(_) => gone += 1,
            Record::Skip(skip) => *skips.entry(skip.reason).or_default() += 1,
            Record::Fault(fault) if fault.level == cw_records::Level::Loss => lost += 1,
            _ => {}
        }
    }
    let current = held.saturating_sub(changed + gone);
    let listed = current + changed + new + skips.values().sum::<u64>() + lost;
    let share = if listed > 0 { json!((current as f64 / listed as f64 * 1000.0).round() / 1000.0) } else { Value::Null };
    coverage["tree"] = json!({
        "listed": listed, "current": current, "changed": changed, "new": new, "gone": gone, "unreadable": lost, "left_out": skips, "share": share
    });
    Ok(coverage)
}
