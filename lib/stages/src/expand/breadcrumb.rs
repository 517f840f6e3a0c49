//! E2: what stands under the same container as a hit (the methods of its class, the sections of its chapter), and the head of the container.
//!
//! A file is no container: what stands at its top has neighbours (E1) and no siblings.

use super::files::{Files, Place};
use super::pool::{Pool, Seed};
use crate::Error;

/// Offers the container's head and then its nearest chunks, `limit` in all. Chunks that are in the input or have as good an offer do not count.
pub(super) fn offer(seed: &Seed, files: &mut Files<'_>, pool: &mut Pool, limit: u32, decay: f64) -> Result<(), Error> {
    if limit == 0 {
        return Ok(());
    }
    let Place { file, chunk } = seed.place;
    let meta = files.meta(file)?;
    let Some((_, parent)) = files.chunk(&meta, seed.place)?.breadcrumb.split_last() else { return Ok(()) };
    if parent.is_empty() {
        return Ok(());
    }
    let here = chunk as usize;
    // The head is the nearest before, because a name may come again in a file; else the nearest after.
    let is_head = |number: &usize| meta.chunks[*number].breadcrumb == parent;
    let head = (0..here).rev().find(is_head).or_else(|| (here + 1..meta.chunks.len()).find(is_head));
    let is_sibling = |number: usize| meta.chunks[number].breadcrumb.split_last().is_some_and(|(_, theirs)| theirs == parent);
    let nearest = (1..=meta.chunks.len().max(here)).flat_map(|hop| [here.checked_sub(hop), here.checked_add(hop)]);
    let siblings = nearest.flatten().filter(|number| *number < meta.chunks.len() && is_sibling(*number));
    let mut left = limit;
    for number in head.into_iter().chain(siblings) {
        if pool.offer(Place { file, chunk: number as u32 }, seed, "E2", decay, 1) {
            left -= 1;
            if left == 0 {
                break;
            }
        }
    }
    Ok(())
}
