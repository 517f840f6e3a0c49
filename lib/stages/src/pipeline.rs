//! The stages composed in one process: `build` keeps an index, `ask` answers from one. The only file that names two stages.
//!
//! The same stage functions run here and in the ten commands, so a pipe and this give equal bytes.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cw_index::{Commit, LexSegment, Part, Store, VecSegment};
use cw_records::{End, Header, Order, Record, RecordPath};
use serde_json::{Map, Value};

use crate::evidence::Corpus;
use crate::providers::embedded::Model;
use crate::terms::{Query, analyse};
use crate::{Env, Error, Filter, Stream, chunk, embed, expand, fuse, lex, pack, rerank, scan};

/// What to build and how.
pub struct Build {
    /// Where the tree is and what belongs to it; `known` and `stamps` are set here.
    pub scan: scan::Options,
    /// How to cut it.
    pub chunk: chunk::Options,
    /// How long to wait for another writer.
    pub wait: Duration,
    /// Look at no old part.
    pub rebuild: bool,
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

/// What both parts of an index hold, for a scan that emits only what either lacks. `None` if a part is missing or `rebuild` asks for everything.
pub fn known(store: &Store) -> Result<Option<scan::Known>, Error> {
    let (Some(lex), Some(vec)) = (store.lex()?, store.vec(Model::NAME)?) else { return Ok(None) };
    let without_model = |options: &Map<String, Value>| {
        let mut options = options.clone();
        options.shift_remove("embed");
        options
    };
    if lex.manifest.made_with != without_model(&vec.manifest.made_with) {
        return Ok(None);
    }
    let mut known = scan::Known::default();
    let mut others = vec.files()?.into_iter().peekable();
    for (path, blob) in lex.files()? {
        while let Some((other, _)) = others.next_if(|(other, _)| *other < path) {
            known.any.insert(other);
        }
        if others.next_if(|(other, other_blob)| *other == path && *other_blob == blob).is_some() {
            known.files.insert(path.clone(), blob);
        } else {
            others.next_if(|(other, _)| *other == path);
        }
        known.any.insert(path);
    }
    known.any.extend(others.map(|(path, _)| path));
    Ok(Some(known))
}

/// The options that an index was made with, so that a refresh makes it the same way; `None` if there is no LEX part.
pub fn made_with(store: &Store) -> Result<Option<Map<String, Value>>, Error> {
    Ok(store.lex()?.map(|lex| lex.manifest.made_with))
}

/// Brings `store` up to date with a tree. Every record that is no chunk goes by `see`.
pub fn build(env: &Env, store: &Store, options: Build, mut see: impl FnMut(&Record)) -> Result<Built, Error> {
    let Build { mut scan, chunk, wait, rebuild } = options;
    scan.known = if rebuild { None } else { known(store)? };
    let stamps = Arc::new(Mutex::new(read_stamps(store, &scan.root)));
    scan.stamps = Some(stamps.clone());
    let root = scan.root.clone();
    let changes = scan.known.is_some();
    let mut listing = scan::scan(env, scan)?;
    let mut built = Built::default();
    // Look ahead to the first change: without one, nobody takes a lock.
    let mut ahead = Vec::new();
    let mut changed = !changes;
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
        ahead.iter().for_each(see);
    } else {
        let (lex_done, vec_done) = (Mutex::new(None), Mutex::new(None));
        let stream: Stream<'_> = Box::new(ahead.into_iter().map(Ok).chain(listing));
        let stream = chunk::chunk(env, stream, chunk);
        let stream = lex::add(env, stream, store, lex::AddOptions { wait, rebuild }, |commit| put(&lex_done, commit));
        let stream = embed::add(env, stream, store, embed::AddOptions { wait, rebuild }, |commit| put(&vec_done, commit));
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
        built.lex = lex_done.into_inner().unwrap_or_default();
        built.vec = vec_done.into_inner().unwrap_or_default();
    }
    let stamps = stamps.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if stamps.is_changed() {
        // Only a cache: an index that cannot keep it still answers.
        let _ = store.set_stamps(&frame_stamps(&root, &stamps));
    }
    Ok(built)
}

fn put<T>(place: &Mutex<Option<T>>, value: T) {
    *place.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(value);
}

/// The file of stamps: the root that they are about in a line of its own (base64), then the stamps.
fn frame_stamps(root: &std::path::Path, stamps: &scan::Stamps) -> Vec<u8> {
    let mut bytes = RecordPath::from_os(root).to_base64().into_bytes();
    bytes.push(b'\n');
    bytes.extend_from_slice(&stamps.encode());
    bytes
}

fn read_stamps(store: &Store, root: &std::path::Path) -> scan::Stamps {
    match (stamps_root(store), store.stamps()) {
        (Some(of), Some(bytes)) if of == root => {
            let start = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| end + 1);
            scan::Stamps::decode(&bytes[start..])
        }
        _ => scan::Stamps::decode(&[]),
    }
}

/// The root of the tree that `store` was last brought up to date with on this machine.
pub fn stamps_root(store: &Store) -> Option<PathBuf> {
    use base64::Engine;
    let bytes = store.stamps()?;
    let line = bytes.split(|byte| *byte == b'\n').next()?;
    let root = base64::engine::general_purpose::STANDARD.decode(line).ok()?;
    Some(RecordPath::from_bytes(root).to_os())
}

/// An index, opened to be asked: one snapshot of each part.
pub struct Snapshot {
    lex: Part<LexSegment>,
    vec: Option<Part<VecSegment>>,
    folder: PathBuf,
}

impl Snapshot {
    /// Opens the parts of `store`. The LEX part must be there.
    pub fn open(store: &Store) -> Result<Snapshot, Error> {
        Ok(Snapshot { lex: store.need_lex()?, vec: store.vec(Model::NAME)?, folder: store.folder().to_owned() })
    }

    /// The LEX part.
    pub fn lex(&self) -> &Part<LexSegment> {
        &self.lex
    }

    /// The VEC part, if there is one.
    pub fn vec(&self) -> Option<&Part<VecSegment>> {
        self.vec.as_ref()
    }

    /// The header of a stream that asks this index.
    pub fn header(&self) -> Header {
        let mut header = Header::new(Order::Score);
        header.set_index(&self.folder);
        header
    }
}

/// The index as `pack` reads texts from it.
pub struct Texts<'a>(pub &'a Part<LexSegment>);

impl pack::Texts for Texts<'_> {
    fn file(&self, path: &RecordPath) -> Result<Option<pack::Content>, Error> {
        for segment in &self.0.segments {
            if let Some(number) = segment.find(path)? {
                let (text, meta) = segment.content(number)?;
                let views = meta.chunks.into_iter().filter_map(|chunk| Some((chunk.bytes.0.into(), chunk.view?.into())));
                return Ok(Some(pack::Content { text: text.into(), views: views.collect() }));
            }
        }
        Ok(None)
    }
}

/// A question and how to answer it.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// The question.
    pub query: String,
    /// Where answers may come from.
    pub filter: Filter,
    /// Files at most; 10 if zero.
    pub limit: usize,
    /// How to pack; a budget is what asks for expansion.
    pub pack: pack::Options,
    /// Keep the features of the ranking.
    pub explain: bool,
}

/// Everything an answer borrows from.
pub struct Asking<'a> {
    env: &'a Env,
    snapshot: &'a Snapshot,
    corpus: Corpus<'a>,
    texts: Texts<'a>,
    query: Query,
    ask: Ask,
}

impl<'a> Asking<'a> {
    /// Reads the question.
    pub fn new(env: &'a Env, snapshot: &'a Snapshot, ask: Ask) -> Asking<'a> {
        let query = analyse(&ask.query);
        Asking { env, snapshot, corpus: Corpus::new(&snapshot.lex), texts: Texts(&snapshot.lex), query, ask }
    }

    /// The answer: header, contexts best first, end. The same as the pipe `cw-lex find | cw-embed find | cw-fuse | cw-rerank | cw-expand | cw-pack`;
    /// without a budget there is nothing to fill, so that is one hit a file and no expansion.
    pub fn answer(&self) -> Result<Stream<'_>, Error> {
        let env = self.env;
        let limit = if self.ask.limit == 0 { rerank::Options::default().limit } else { self.ask.limit };
        let packing = self.ask.pack.tokens.is_some() || self.ask.pack.chars.is_some();
        // More is looked at when more is wanted.
        let candidates = candidates(limit);
        let find = lex::FindOptions { limit: candidates, filter: self.ask.filter.clone(), ..Default::default() };
        let mut stream = lex::find(env, &self.corpus, &self.query, self.snapshot.header(), &find)?;
        if let Some(vec) = &self.snapshot.vec {
            let find = embed::FindOptions { limit: candidates, filter: self.ask.filter.by_path(&self.corpus)?, ..Default::default() };
            stream = embed::find(env, stream, vec, find);
        }
        stream = fuse::fuse(env, stream, fuse::Options::default());
        let index = rerank::Index { corpus: &self.corpus, vectors: self.snapshot.vec.as_ref() };
        let per_file = if packing { rerank::Options::default().per_file } else { 1 };
        stream = rerank::rerank(env, stream, Some(index), rerank::Options { limit, per_file, explain: self.ask.explain, plain: false });
        if packing {
            stream = expand::within(env, stream, &self.snapshot.lex, expand::Options::default(), self.ask.filter.clone());
        }
        Ok(pack::pack(env, stream, &self.texts, self.ask.pack))
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
