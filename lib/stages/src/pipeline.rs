//! The stages composed in one process: `build` keeps an index, `ask` answers from one. The only file that names two stages.
//!
//! The same stage functions run here and in the ten commands, so a pipe and this give equal bytes.

mod notes;
mod slices;
mod stamps;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use cw_index::{Begin, Commit, LexSegment, Part, Store};
use cw_records::{End, Level, Record, RecordPath};
use serde_json::{Map, Value};

use crate::evidence::{Corpus, Vectors};
pub use crate::known::known;
use crate::known::{Going, whole};
use crate::providers::{Embedder, Services};
pub use crate::snapshot::Snapshot;
use crate::terms::{Query, analyse};
use crate::{Env, Error, Filter, Stream, chunk, embed, expand, fuse, lex, pack, rerank, scan};
use notes::between_commits;
pub use slices::{Published, are_receipts, commit, slice};
pub use stamps::{remember_root, stamps_root};

/// What to build and how.
#[derive(Clone)]
pub struct Build {
    /// Where the tree is and what belongs to it; `known` and `stamps` are set here.
    pub scan: scan::Options,
    /// How to cut it.
    pub chunk: chunk::Options,
    /// How long to wait for another writer.
    pub wait: Duration,
    /// Look at no old part.
    pub rebuild: bool,
    /// Use no vector that was kept.
    pub forget: bool,
    /// Who makes the vectors; nobody, if only words are to be brought up to date.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// Somebody waits for an answer: what cannot be embedded soon is left for the next run.
    pub hurry: bool,
}

impl Build {
    /// The tree of `scan` with the usual options, the embedded model, and no waiting.
    pub fn new(scan: scan::Options) -> Build {
        let embedder = Some(Services::default().embedder);
        let chunk = chunk::Options::default();
        Build { scan, chunk, wait: Duration::ZERO, rebuild: false, forget: false, embedder, hurry: false }
    }
}

/// What a build did.
#[derive(Clone, Debug, Default)]
pub struct Built {
    /// The LEX part's commit; `None` if nothing had to be done.
    pub lex: Option<Commit>,
    /// The VEC part's commit; `None` if nothing had to be done.
    pub vec: Option<Commit>,
    /// Files that were chunked anew.
    pub files: u64,
    /// Files that left.
    pub gone: u64,
}

impl Built {
    /// True if a part has another generation than before.
    pub fn is_changed(&self) -> bool {
        [self.lex, self.vec].into_iter().flatten().any(|commit| commit.changed)
    }
}

/// The options that an index was made with, so that a refresh makes it the same way; `None` if there is no LEX part.
pub fn made_with(store: &Store) -> Result<Option<Map<String, Value>>, Error> {
    Ok(whole(store.lex())?.map(|lex| lex.manifest.made_with))
}

/// True if another build of the program made the index, and reads files in another way than this one, so that all are read again.
pub fn is_read_anew(store: &Store) -> bool {
    made_with(store).is_ok_and(|made| made.is_some_and(|made| chunk::version(&made) != u64::from(chunk::VERSION)))
}

/// How often a build begins again because another one published what it rests on.
const TRIES: usize = 100;

/// Brings `store` up to date with a tree. Every record that is no chunk goes by `see`. If another build publishes between the look at the index and the lock, it looks again:
/// else it could put back what the other one saw later.
pub fn build(env: &Env, store: &Store, options: Build, mut see: impl FnMut(&Record)) -> Result<Built, Error> {
    // What a try published before it began again counts.
    let (lex, vec) = (Mutex::new(None), Mutex::new(None));
    let mut tries = 1;
    loop {
        match once(env, store, options.clone(), (&lex, &vec), &mut see) {
            Err(error) if error.code == "I12" && tries < TRIES => env.check()?,
            done => return done.map(|built| Built { lex: taken(&lex), vec: taken(&vec), ..built }),
        }
        tries += 1;
    }
}

/// Where commits go.
type Done<'a> = &'a Mutex<Option<Commit>>;

fn once(
    env: &Env,
    store: &Store,
    options: Build,
    (lex_done, vec_done): (Done<'_>, Done<'_>),
    see: &mut dyn FnMut(&Record),
) -> Result<Built, Error> {
    let Build { mut scan, chunk, wait, rebuild, forget, embedder, hurry } = options;
    let part = embedder.as_ref().map(|embedder| embedder.identity().part());
    let revision = match &scan.rev {
        Some(rev) => Some((rev.clone(), scan::resolve(&scan.root, rev)?)),
        None => None,
    };
    let mut made_with = Map::new();
    let listed = scan.made_with();
    if !listed.is_empty() {
        made_with.insert("scan".into(), listed.into());
    }
    made_with.insert("chunk".into(), chunk.made_with());
    let mut going = Going::of(store, part.as_deref(), rebuild, &made_with)?;
    scan.known = going.known.take();
    // A commit never changes.
    if revision.is_some() && scan.known.is_some() && !rebuild && !going.is_draft() && store.revision() == revision {
        return Ok(Built::default());
    }
    let mut losses = false;
    let mut see = |record: &Record| {
        losses |= matches!(record, Record::Fault(fault) if fault.level == Level::Loss);
        see(record);
    };
    let stamps = Arc::new(Mutex::new(stamps::read(store, &scan.root)));
    scan.stamps = Some(stamps.clone());
    let root = scan.root.clone();
    let changes = scan.known.is_some();
    let mut listing = scan::scan(env, scan)?;
    let mut built = Built::default();
    // Look ahead to the first change: without one, nobody takes a lock.
    let mut ahead = Vec::new();
    let mut changed = !changes || going.is_draft();
    for item in listing.by_ref() {
        let record = item?;
        changed |= matches!(record, Record::File(_) | Record::Gone(_));
        let last = matches!(record, Record::End(_));
        ahead.push(record);
        if changed || last {
            break;
        }
    }
    if !changed {
        ahead.iter().for_each(&mut see);
    } else {
        if revision.is_some() && store.revision() != revision {
            store.clear_revision()?;
        }
        let stream: Stream<'_> = Box::new(ahead.into_iter().map(Ok).chain(listing));
        let stream = chunk::chunk(env, stream, chunk);
        let (begin, vec_begin) = going.begin(Begin { wait, rebuild, from: None });
        let stream = lex::add(env, stream, store, lex::AddOptions { begin }, |commit| put(lex_done, commit));
        let stream = match &embedder {
            Some(embedder) => {
                embed::add(env, stream, store, &**embedder, embed::AddOptions { begin: vec_begin, forget, hurry }, |commit| {
                    put(vec_done, commit)
                })
            }
            None => stream,
        };
        for item in stream {
            let record = item?;
            match &record {
                Record::File(_) => built.files += 1,
                Record::Gone(_) => built.gone += 1,
                Record::Chunk(_) => continue,
                _ => {}
            }
            see(&record);
        }
    }
    let stamps = stamps.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    // An empty tree has no stamps, but a root.
    if stamps.is_changed() || stamps_root(store).is_none() {
        // Only a cache: an index that cannot keep it still answers.
        let _ = store.set_stamps(&stamps::frame(&root, &stamps));
    }
    if let (Some((rev, commit)), false) = (revision, losses) {
        store.set_revision(&rev, &commit)?;
    }
    Ok(built)
}

fn taken(place: Done<'_>) -> Option<Commit> {
    *place.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn put(place: Done<'_>, commit: Commit) {
    let changed = commit.changed || taken(place).is_some_and(|before| before.changed);
    *place.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(Commit { changed, ..commit });
}

/// The index as `pack` reads texts from it.
pub struct Texts<'a>(pub &'a Part<LexSegment>);

impl pack::Texts for Texts<'_> {
    fn file(&self, path: &RecordPath) -> Result<Option<pack::Content>, Error> {
        let Some((place, number)) = self.0.find(path)? else { return Ok(None) };
        let (text, meta) = self.0.segments[place].content(number)?;
        let views = meta.chunks.into_iter().filter_map(|chunk| Some((chunk.bytes.0.into(), chunk.view?.into())));
        Ok(Some(pack::Content { text: text.into(), views: views.collect() }))
    }
}

/// How far an answer looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Half the candidates, half the files; of what stands around a hit only its own file.
    Quick,
    /// As usual.
    #[default]
    Balanced,
    /// Twice the candidates, half as many files again; also who imports and who calls.
    Deep,
}

impl Mode {
    /// Files at most, if nobody says. A budget is a limit of its own, and takes them as far as it goes.
    fn limit(self, packing: bool) -> usize {
        let most = rerank::Options::default().limit;
        let usual = if packing { most } else { most / 2 };
        match self {
            Mode::Quick => usual / 2,
            Mode::Balanced => usual,
            Mode::Deep => usual + usual / 2,
        }
    }

    /// How many files the finders look for, of so many as usual.
    fn candidates(self, usual: usize) -> usize {
        match self {
            Mode::Quick => usual / 2,
            Mode::Balanced => usual,
            Mode::Deep => usual * 2,
        }
    }

    /// What of what stands around a hit is added.
    fn expansion(self) -> expand::Options {
        let usual = expand::Options::default();
        match self {
            Mode::Quick => expand::Options { imports: 0, ..usual },
            Mode::Balanced => usual,
            Mode::Deep => expand::Options { imports: 5, importers: 2, call_sites: 2, ..usual },
        }
    }
}

/// A question and how to answer it.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// The question.
    pub query: String,
    /// Where answers may come from.
    pub filter: Filter,
    /// Files at most; what the mode says if zero.
    pub limit: usize,
    /// How far to look.
    pub mode: Mode,
    /// What to give when nothing convinces; if it is not said, nothing, and the best of what a reranking service judged.
    pub low: Option<rerank::LowConfidence>,
    /// How to pack; a budget is what asks for expansion.
    pub pack: pack::Options,
    /// Keep the features of the ranking.
    pub explain: bool,
    /// What each feature of the ranking is worth.
    pub weights: rerank::Weights,
}

/// Everything an answer borrows from.
pub struct Asking<'a> {
    env: &'a Env,
    snapshot: &'a Snapshot,
    corpus: Corpus<'a>,
    vectors: Option<Vectors<'a>>,
    texts: Texts<'a>,
    query: Query,
    ask: Ask,
}

impl<'a> Asking<'a> {
    /// Reads the question.
    pub fn new(env: &'a Env, snapshot: &'a Snapshot, ask: Ask) -> Asking<'a> {
        let query = analyse(&ask.query);
        let vectors = snapshot.vec.as_ref().map(|vec| Vectors::new(env, vec));
        Asking { env, snapshot, corpus: Corpus::new(&snapshot.lex), vectors, texts: Texts(&snapshot.lex), query, ask }
    }

    /// True if the question has nothing that an index could know: no word, no number, no path.
    pub fn is_wordless(&self) -> bool {
        self.query.terms.is_empty() && self.query.paths.is_empty()
    }

    /// The same question, with another limit and another budget: what was worked out for it is used again.
    pub fn again(&mut self, limit: usize, pack: pack::Options) {
        (self.ask.limit, self.ask.pack, self.ask.explain) = (limit, pack, pack.explain);
    }

    /// The answer: header, contexts best first, end. The same as the pipe `cw-lex find | cw-embed find | cw-fuse | cw-rerank | cw-expand | cw-pack`;
    /// without a budget there is nothing to fill, so that is one hit a file, half as many files, and no expansion.
    pub fn answer(&self) -> Result<Stream<'_>, Error> {
        let env = self.env;
        // A mode that was chosen is over settings.
        let mode = self.ask.mode;
        let said = |key: &str| env.settings.said(key).map(|number| number as usize).filter(|_| mode == Mode::Balanced);
        let packing = self.ask.pack.tokens.is_some() || self.ask.pack.chars.is_some();
        let limit = match self.ask.limit {
            0 => said("search.rerankTopN").unwrap_or(mode.limit(packing)).min(said("search.smartMaxK").unwrap_or(usize::MAX)),
            limit => limit,
        };
        let filter = self.ask.filter.spelled(&self.corpus)?;
        // More is looked at when more is wanted.
        let candidates = self.ask.mode.candidates(candidates(limit));
        let find = lex::FindOptions { limit: candidates, filter: filter.clone(), ..Default::default() };
        // Only rules complete what is bare.
        let plain = self.snapshot.services.plain;
        let bare = self.vectors.as_ref().filter(|_| !plain);
        let mut stream = lex::find(env, &self.corpus, &self.query, self.snapshot.header(), &find, bare)?;
        if self.snapshot.vec.is_none() && self.snapshot.services.embedder.is_costly() {
            stream = embed::without(stream, self.snapshot.services.embedder.identity().part());
        }
        if let Some(vectors) = &self.vectors {
            let limit = said("search.vectorTopK").unwrap_or(candidates);
            let find = embed::FindOptions { limit, filter: filter.by_path(&self.corpus)?, ..Default::default() };
            stream = embed::find(env, stream, vectors, &*self.snapshot.services.embedder, find);
        }
        let weights = env.settings.weights().map_or_else(Default::default, |(lex, vec)| [("lex".into(), lex), ("vec".into(), vec)].into());
        stream = fuse::fuse(env, stream, fuse::Options { weights, ..fuse::Options::default() });
        let index = rerank::Index { corpus: &self.corpus, vectors: self.vectors.as_ref() };
        let per_file = if packing { rerank::Options::default().per_file } else { 1 };
        let (explain, low) = (self.ask.explain, self.ask.low);
        let options = rerank::Options { limit, per_file, explain, plain, weights: self.ask.weights.clone(), low };
        match &self.snapshot.services.reranker {
            None => stream = rerank::rerank(env, stream, Some(index), options),
            Some(reranker) => {
                let top = self.snapshot.services.top;
                let wide = rerank::Options { limit: limit.max(top), ..options.clone() };
                stream = rerank::rerank(env, stream, Some(index), wide);
                let mut cutoff = rerank::Cutoff::default();
                cutoff.low = low.unwrap_or(cutoff.low);
                let judging = rerank::Judging { top, options, cutoff: Some(cutoff), ..Default::default() };
                stream = rerank::judge(env, stream, &self.corpus, &**reranker, judging);
            }
        }
        if packing {
            let mut around = mode.expansion();
            around.imports = said("search.importFilesPerSeed").map_or(around.imports, |files| files as u32);
            stream = expand::within(env, stream, &self.snapshot.lex, around, filter);
        }
        Ok(Box::new(pack::pack(env, stream, &self.texts, self.ask.pack).map(between_commits)))
    }
}

/// How many files the finders look for when `limit` are wanted.
pub fn candidates(limit: usize) -> usize {
    lex::FindOptions::default().limit.max(limit * 2)
}

/// An `end` that stands for a stream without trouble.
pub fn end() -> Record {
    End::default().into()
}
