//! E1: the chunks just before and after a hit, in the same file.

use super::files::{Files, Place};
use super::pool::{Pool, Seed};
use crate::Error;

/// Offers up to `hops` chunks on both sides of the seed. Chunks that are in the input count as a hop.
pub(super) fn offer(seed: &Seed, files: &Files<'_>, pool: &mut Pool, hops: u32, decay: f64) -> Result<(), Error> {
    let Place { file, chunk } = seed.place;
    let chunks = files.chunks(file)?;
    for hop in 1..=hops.min(chunks) {
        if let Some(before) = chunk.checked_sub(hop) {
            pool.offer(Place { file, chunk: before }, seed, "E1", decay, hop);
        }
        if let Some(after) = chunk.checked_add(hop).filter(|after| *after < chunks) {
            pool.offer(Place { file, chunk: after }, seed, "E1", decay, hop);
        }
    }
    Ok(())
}
