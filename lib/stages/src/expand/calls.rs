//! E5: where the name of a hit is used: chunks that have it as a whole word, calls before other uses, files that import the hit's before others, near ones first.
//!
//! A name that many places define says little: then only files that import the hit's count. Two things of one name are not told apart otherwise.

use cw_records::Definition;

use super::files::Files;
use super::imports::Importer;
use super::mentions;
use super::pool::{Pool, Seed};
use crate::Error;

/// Most chunks that a name is looked up in, and most of these whose text is read.
const MENTIONS: usize = 4096;
const LOOKED: usize = 96;
/// Most names of a hit.
const NAMES: usize = 4;
/// Shorter names say nothing.
const NAME_MIN: usize = 3;
/// A name with more definitions is not unique enough.
const DEFINITIONS: usize = 4;

/// Offers for each name that the hit defines at most `limit` chunks that use it.
pub(super) fn offer<'a>(
    seed: &Seed,
    files: &mut Files<'a>,
    importer: &mut Importer<'a>,
    pool: &mut Pool,
    (limit, decay): (u32, f64),
) -> Result<(), Error> {
    if limit == 0 {
        return Ok(());
    }
    let home = seed.place.file;
    let path = files.path(home)?;
    let meta = files.meta(home)?;
    for name in names(&files.chunk(&meta, seed.place)?.defs) {
        let mut definitions = 0;
        for segment in &files.part().segments {
            definitions += segment.definitions(&name.to_lowercase())?.iter().map(|spelling| spelling.places.len()).sum::<usize>();
        }
        let mut places = Vec::new();
        for place in mentions::chunks(files.part(), name, MENTIONS)? {
            if place != seed.place {
                let shared = mentions::shared(path.as_bytes(), files.path(place.file)?.as_bytes());
                places.push((std::cmp::Reverse(shared), place));
            }
        }
        places.sort_unstable();
        let mut uses = Vec::new();
        for (shared, place) in places.into_iter().take(LOOKED) {
            let meta = files.meta(place.file)?;
            let chunk = files.chunk(&meta, place)?;
            if chunk.kind == "imports" || chunk.defs.iter().any(|def| def.name == name) {
                continue;
            }
            let text = files.text(place.file)?;
            let text = chunk.view.as_deref().unwrap_or(files.slice(&text, chunk.bytes)?);
            let Some(is_call) = mentions::as_call(text, name) else { continue };
            let imports = place.file == home || importer.distance(place.file, home, files)?.is_some();
            if imports || definitions <= DEFINITIONS {
                uses.push((!is_call, !imports, shared, place));
            }
        }
        uses.sort_unstable();
        // What is in the input or has as good an offer does not count.
        let mut left = limit;
        for (_, _, _, place) in uses {
            left -= u32::from(pool.offer(place, seed, "E5", decay, 1));
            if left == 0 {
                break;
            }
        }
    }
    Ok(())
}

/// The names to look for.
fn names(defs: &[Definition]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for def in defs.iter().filter(|def| def.name.len() >= NAME_MIN && def.kind != "section" && !def.is_part()) {
        if names.len() < NAMES && !names.contains(&def.name.as_str()) {
            names.push(&def.name);
        }
    }
    names
}
