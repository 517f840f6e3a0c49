//! Adds to the hits what stands around them: neighbours in the file (E1), siblings under the same container (E2), what the file imports (E3), who
//! imports the file (E4), and where the names of a hit are used (E5). E4 and E5 are off unless they are asked for.
//!
//! **Streams**: header, hits and everything else go through untouched and in order; what is added follows the last hit, best first, with ranks
//! that go on counting. It holds the places of the hits, no texts. Several streams one after another are expanded one by one.
//!
//! Scores only shrink: a positive score is multiplied by `decay ^ distance`, a negative one grows in size by as much as that takes away. So the added
//! hits are in order among themselves, but may outscore a late hit of the input; `rank` is the order of the whole list.
//!
//! It leaves out: hits that are not where the index has a chunk (they pass, later stages say so), and imports of or from files whose path is not UTF-8.

mod breadcrumb;
mod calls;
mod files;
mod importers;
mod imports;
mod mentions;
mod neighbours;
mod pool;
mod related;
pub mod resolvers;

use std::collections::{HashSet, VecDeque};

use cw_index::{LexSegment, Part};
use cw_records::{Blob, Counts, Hit, Order, Record, RecordPath};

use crate::{Env, Error, Filter, Stream};
use files::Files;
use pool::{Pool, Seed};
pub use related::{Related, related};

/// What a step away from a hit costs: its score times one of these, once a step. From 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decay {
    /// E1: to the next chunk of the file.
    pub neighbour: f64,
    /// E2: to a chunk under the same container.
    pub breadcrumb: f64,
    /// E3: to a file that is imported.
    pub import: f64,
    /// E4: to a file that imports.
    pub importer: f64,
    /// E5: to a chunk that uses a name of the hit.
    pub call_site: f64,
}

impl Default for Decay {
    fn default() -> Decay {
        Decay { neighbour: 0.8, breadcrumb: 0.7, import: 0.6, importer: 0.5, call_site: 0.5 }
    }
}

/// How far and how much. 0 turns a rule off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// E1: so many chunks before and after a hit.
    pub neighbours: u32,
    /// E2: most chunks under the same container, for each hit.
    pub breadcrumb: u32,
    /// E3: most imported files, for each hit.
    pub imports: u32,
    /// E3 and E4: most chunks of one file, for each hit.
    pub chunks_per_import: u32,
    /// E4: most importing files, for each hit.
    pub importers: u32,
    /// E5: most chunks that use a name, for each name that a hit defines.
    pub call_sites: u32,
    /// What a step costs.
    pub decay: Decay,
    /// Most hits that are added.
    pub limit: u32,
    /// Only so many of the best hits are expanded.
    pub seeds: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            neighbours: 2,
            breadcrumb: 3,
            imports: 3,
            chunks_per_import: 3,
            importers: 0,
            call_sites: 0,
            decay: Decay::default(),
            limit: 60,
            seeds: 10,
        }
    }
}

/// Lets the stream through and adds, before its `end`, what stands around its best hits. See the module's page.
pub fn expand<'a>(env: &'a Env, input: Stream<'a>, part: &'a Part<LexSegment>, options: Options) -> Stream<'a> {
    within(env, input, part, options, Filter::default())
}

/// The same, adding only from files that `filter` lets through.
pub fn within<'a>(env: &'a Env, input: Stream<'a>, part: &'a Part<LexSegment>, options: Options, filter: Filter) -> Stream<'a> {
    let mut work = Expanding { env, part, options, filter, seen: Vec::new(), counts: Counts::default() };
    let mut input = input.fuse();
    let mut ready = VecDeque::new();
    let mut over = false;
    Box::new(std::iter::from_fn(move || {
        if let Some(record) = ready.pop_front() {
            return Some(Ok(record));
        }
        if over {
            return None;
        }
        let taken = input.next()?.and_then(|record| work.take(record, &mut ready));
        over = taken.is_err();
        Some(taken)
    }))
}

/// What is kept of a hit.
struct Seen {
    id: Blob,
    path: RecordPath,
    bytes: (u64, u64),
    score: f64,
    rank: u32,
    alone: bool,
}

struct Expanding<'a> {
    env: &'a Env,
    part: &'a Part<LexSegment>,
    options: Options,
    filter: Filter,
    seen: Vec<Seen>,
    counts: Counts,
}

impl Expanding<'_> {
    /// The next record of the output; those after it go to `ready`.
    fn take(&mut self, mut record: Record, ready: &mut VecDeque<Record>) -> Result<Record, Error> {
        match &mut record {
            Record::Header(header) => {
                if header.order != Order::Score {
                    return Err(Error::wrong_order("expand hits", header.order));
                }
                header.via.push(crate::via("expand"));
                self.seen.clear();
            }
            Record::Hit(hit) => {
                let Hit { id, bytes, score, rank, .. } = *hit;
                self.seen.push(Seen { id, path: hit.path.clone(), bytes, score, rank, alone: crate::is_alone(hit) });
            }
            Record::End(_) => {
                ready.extend(self.added()?.into_iter().map(Record::from));
                ready.iter_mut().for_each(|added| self.counts.take(added));
                self.counts.take(&mut record);
                ready.push_back(record);
                return Ok(ready.pop_front().unwrap_or_else(|| Record::End(Default::default())));
            }
            _ => {}
        }
        self.counts.take(&mut record);
        Ok(record)
    }

    /// The hits to add, best first.
    fn added(&mut self) -> Result<Vec<Hit>, Error> {
        let seen = std::mem::take(&mut self.seen);
        let Options { neighbours, breadcrumb, imports, chunks_per_import, importers, call_sites, decay, limit, seeds } = self.options;
        let files_off = chunks_per_import == 0 || imports == 0 && importers == 0;
        if limit == 0 || seeds == 0 || neighbours == 0 && breadcrumb == 0 && files_off && call_sites == 0 {
            return Ok(Vec::new());
        }
        self.env.check()?;
        let mut files = Files::new(self.part);
        let mut pool = Pool::default();
        let mut order: Vec<usize> = (0..seen.len()).collect();
        order.sort_by(|a, b| seen[*b].score.total_cmp(&seen[*a].score));
        let mut places = Vec::new();
        let mut best = order.len().min(seeds as usize);
        for (number, hit) in order.into_iter().map(|number| &seen[number]).enumerate() {
            let Some(place) = files.locate(&hit.path, hit.bytes)? else {
                best += usize::from(number < best && best < seen.len()); // what is not in the index takes no one's turn
                continue;
            };
            if pool.know(place) && number < best && !hit.alone {
                places.push(Seed { id: hit.id, place, score: hit.score });
            }
        }
        let mut importer = imports::Importer::new(imports, chunks_per_import, decay.import);
        let mut importing = importers::Importers::new(importers, chunks_per_import, decay.importer);
        for seed in &places {
            self.env.check()?;
            neighbours::offer(seed, &files, &mut pool, neighbours, decay.neighbour)?;
            breadcrumb::offer(seed, &mut files, &mut pool, breadcrumb, decay.breadcrumb)?;
            importer.offer(seed, &mut files, &mut pool)?;
            importing.offer(seed, &mut files, &mut importer, &mut pool)?;
            calls::offer(seed, &mut files, &mut importer, &mut pool, (call_sites, decay.call_site))?;
        }
        let ids: HashSet<Blob> = seen.iter().map(|hit| hit.id).collect();
        let last = seen.iter().map(|hit| hit.rank).max().unwrap_or(0).max(u32::try_from(seen.len()).unwrap_or(u32::MAX));
        pool.into_hits(&mut files, &self.filter, &ids, last, limit)
    }
}
