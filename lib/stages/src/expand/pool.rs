//! What was offered so far: for each chunk the best offer. Decides nothing but which of two offers for a chunk stands.

use std::collections::{HashMap, HashSet};

use cw_records::{Blob, Hit, chunk_id, evidence, round};

use super::files::{Files, Place};
use crate::{Error, Filter};

/// A hit of the input that is expanded.
pub(super) struct Seed {
    /// Its id, as it came.
    pub id: Blob,
    /// Where the index has it.
    pub place: Place,
    /// Its score, as it came.
    pub score: f64,
}

impl Seed {
    /// Its score, so many steps away.
    pub fn score_at(&self, decay: f64, distance: u32) -> f64 {
        let decay = if decay.is_nan() { 0.0 } else { decay.clamp(0.0, 1.0) };
        let kept = decay.powi(i32::try_from(distance).unwrap_or(i32::MAX));
        round(if self.score < 0.0 { self.score * (2.0 - kept) } else { self.score * kept })
    }
}

struct Offer {
    score: f64,
    rule: &'static str,
    seed: Blob,
    distance: u32,
}

/// The offers.
#[derive(Default)]
pub(super) struct Pool {
    known: HashSet<Place>,
    offers: HashMap<Place, Offer>,
}

impl Pool {
    /// Notes that `place` is in the input and is never added; false if that was known.
    pub fn know(&mut self, place: Place) -> bool {
        self.known.insert(place)
    }

    /// Offers a chunk; false if it is in the input or there was an offer as good. Of equal offers the first stands.
    pub fn offer(&mut self, place: Place, seed: &Seed, rule: &'static str, decay: f64, distance: u32) -> bool {
        let score = seed.score_at(decay, distance);
        if self.known.contains(&place) || self.offers.get(&place).is_some_and(|old| old.score >= score) {
            return false;
        }
        self.offers.insert(place, Offer { score, rule, seed: seed.id, distance });
        true
    }

    /// The best `limit` offers as hits, by score, then path, then start. None has an id in `ids`; ranks go on after `last`.
    pub fn into_hits(self, files: &mut Files<'_>, filter: &Filter, ids: &HashSet<Blob>, last: u32, limit: u32) -> Result<Vec<Hit>, Error> {
        let mut offers: Vec<(Place, Offer)> = self.offers.into_iter().collect();
        offers.sort_by(|(a, one), (b, other)| other.score.total_cmp(&one.score).then(a.cmp(b)));
        let mut hits = Vec::new();
        for (place, offer) in offers {
            if hits.len() >= limit as usize {
                break;
            }
            let path = files.path(place.file)?;
            let lang = files.lang(place.file)?;
            if !filter.allows(&path, lang.as_deref()) {
                continue;
            }
            let text = files.text(place.file)?;
            let meta = files.meta(place.file)?;
            let chunk = files.chunk(&meta, place)?;
            let slice = files.slice(&text, chunk.bytes)?;
            let start = u64::from(chunk.bytes.0);
            let id = chunk_id(&path, start, &Blob::of(slice.as_bytes()));
            if ids.contains(&id) {
                continue;
            }
            let rank = last.saturating_add(hits.len() as u32 + 1);
            let mut expand = evidence(offer.score, rank);
            expand["rule"] = offer.rule.into();
            expand["seed"] = offer.seed.to_string().into();
            expand["distance"] = offer.distance.into();
            hits.push(Hit {
                id,
                path,
                lang,
                bytes: (start, chunk.bytes.1.into()),
                lines: chunk.lines,
                kind: Some(chunk.kind.clone()),
                symbol: chunk.symbol.clone(),
                breadcrumb: chunk.breadcrumb.clone(),
                score: offer.score,
                rank,
                from: [("expand".to_owned(), expand)].into_iter().collect(),
                ..Hit::default()
            });
        }
        Ok(hits)
    }
}
