//! `cw-lex add`: stores files, their texts and their terms in the LEX part, and passes everything on. **Streams**; holds the texts of one segment.

use std::cell::RefCell;

use cw_index::{Begin, Change, Commit, Entry, FileTerms, LexChunk, LexFile, LexSegment, Made, Merge, Part, PartWriter, Store};
use cw_records::{Blob, Chunk, End, File, Header, Record, Scope};
use rayon::prelude::*;
use serde_json::{Map, Value};

use crate::classes::classify;
use crate::intake::{Ready, Seen, Sink, tee};
use crate::terms::{Interner, directory_text, stem_text, term_counts};
use crate::{Env, Error, Stream};

/// How to add.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How the writer begins.
    pub begin: Begin,
}

/// Adds the files of `input` to the LEX part of `store`. What the commit did goes to `done`.
pub fn add<'a>(env: &'a Env, input: Stream<'a>, store: &'a Store, options: Options, done: impl Fn(Commit) + Send + 'a) -> Stream<'a> {
    tee(input, "lex", Adding { env, store, options, done, merge: None, slice: None })
}

/// Publishes the files that `writer` goes on from, as they are; segments whose borders are not those of the whole are made anew.
pub(crate) fn publish(env: &Env, writer: PartWriter<LexSegment>, tree: Blob) -> Result<Commit, Error> {
    let made_with = writer.old().map(|old| old.manifest.made_with.clone()).unwrap_or_default();
    writer.merge(false, made_with)?.commit(Some(tree), &mut |entries, old| make(env, entries, old))
}

struct Adding<'a, D> {
    env: &'a Env,
    store: &'a Store,
    options: Options,
    done: D,
    merge: Option<Merge<LexSegment, LexFile>>,
    /// The options of a stream that is a slice.
    slice: Option<Map<String, Value>>,
}

impl<D: Fn(Commit) + Send> Sink for Adding<'_, D> {
    fn begin(&mut self, header: &Header) -> Result<(), Error> {
        self.slice = (header.scope == Some(Scope::Part)).then(|| header.made_with.clone());
        let writer = if self.slice.is_some() { self.store.slice_lex()? } else { self.store.write_lex(self.options.begin)? };
        let all = header.scope == Some(Scope::All);
        if let (false, Some(old)) = (all, writer.old())
            && old.manifest.made_with != header.made_with
        {
            let print = |options: &Map<String, Value>| serde_json::to_string(options).unwrap_or_default();
            let (theirs, ours) = (print(&old.manifest.made_with), print(&header.made_with));
            return Err(cw_index::Error::Options { part: old.folder.clone(), theirs, ours }.into());
        }
        self.merge = Some(writer.merge(all, header.made_with.clone())?);
        Ok(())
    }

    fn take(&mut self, ready: Ready) -> Result<(), Error> {
        let change = match ready {
            Ready::Gone(path) => Change { path, file: None },
            Ready::File(file, chunks) => {
                let file = gather(*file, chunks);
                let text = file.text.len() as u64;
                Change { path: file.path.clone(), file: Some((file, text)) }
            }
        };
        let env = self.env;
        match &mut self.merge {
            Some(merge) => merge.push(change, &mut |entries, old| make(env, entries, old)),
            None => Ok(()),
        }
    }

    fn commit(&mut self, end: &End, seen: &Seen) -> Result<Vec<Record>, Error> {
        let env = self.env;
        if let Some(made_with) = self.slice.take()
            && let Some(merge) = self.merge.take()
        {
            let sliced = merge.slice(&mut |entries, old| make(env, entries, old))?;
            return Ok(vec![seen.receipt("lex".into(), made_with, sliced, &[]).into()]);
        }
        if let Some(merge) = &mut self.merge {
            merge.finish(&mut |entries, old| make(env, entries, old))?;
        }
        if let Some(merge) = self.merge.take() {
            (self.done)(merge.commit(end.tree, &mut |entries, old| make(env, entries, old))?);
        }
        Ok(Vec::new())
    }
}

impl<D> Drop for Adding<'_, D> {
    /// Who is cancelled may come again: what is finished stays.
    fn drop(&mut self) {
        if let (Some(merge), Err(_)) = (self.merge.take(), self.env.check()) {
            let _ = merge.leave();
        }
    }
}

/// One file out of its records.
fn gather(file: File, chunks: Vec<Chunk>) -> LexFile {
    let class = classify(&file.path, file.lang.as_deref()).0;
    let mut text = String::with_capacity(chunks.iter().map(|chunk| chunk.text.len()).sum());
    let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let chunks = chunks.into_iter().map(|chunk| {
        text.push_str(&chunk.text);
        LexChunk {
            bytes: (narrow(chunk.bytes.0), narrow(chunk.bytes.1)),
            lines: chunk.lines,
            kind: chunk.kind,
            symbol: chunk.symbol,
            breadcrumb: chunk.breadcrumb,
            context: chunk.context,
            view: chunk.view,
            defs: chunk.defs,
        }
    });
    let chunks = chunks.collect();
    let encoding = file.encoding.filter(|encoding| encoding != "utf-8");
    LexFile { path: file.path, lang: file.lang, blob: file.blob, size: file.size, encoding, class, text, imports: file.imports, chunks }
}

fn make(env: &Env, entries: Vec<Entry<LexFile>>, old: Option<&Part<LexSegment>>) -> Result<Made, Error> {
    env.check()?;
    env.pool().install(|| {
        let files: Result<Vec<(LexFile, FileTerms)>, Error> = entries
            .into_par_iter()
            .map(|entry| {
                let file = match (entry, old) {
                    (Entry::New(file), _) => file,
                    (Entry::Kept { segment, file }, Some(old)) => old.segments[segment].restore(file)?,
                    (Entry::Kept { .. }, None) => return Err(Error::index("I04", "the old part is gone")),
                };
                let terms = terms_of(&file);
                Ok((file, terms))
            })
            .collect();
        let files = files?;
        let chunks = files.iter().map(|(file, _)| file.chunks.len() as u32).sum();
        Ok(Made { bytes: cw_index::encode_lex(&files), chunks })
    })
}

/// Terms that a worker remembers before it starts anew.
const TERMS: usize = 1 << 18;

thread_local! {
    static INTERNER: RefCell<Interner> = RefCell::default();
}

fn terms_of(file: &LexFile) -> FileTerms {
    INTERNER.with_borrow_mut(|interner| {
        if interner.len() > TERMS {
            interner.clear();
        }
        let mut list = |text: &str| term_counts(text, interner).0;
        let mut terms =
            FileTerms { stem: list(&stem_text(&file.path)), directories: list(&directory_text(&file.path)), ..FileTerms::default() };
        for chunk in &file.chunks {
            let text = file.text.get(chunk.bytes.0 as usize..chunk.bytes.1 as usize).unwrap_or_default();
            let names: Vec<&str> =
                chunk.defs.iter().filter(|definition| !definition.is_part()).map(|definition| definition.name.as_str()).collect();
            terms.chunks.push([list(chunk.view.as_deref().unwrap_or(text)), list(&names.join("\n")), list(&chunk.breadcrumb.join("\n"))]);
        }
        // Numbers of the worker become numbers of the file, in the order of the worker's; the segment sorts by the words themselves.
        let mut used: Vec<u32> = lists(&mut terms).flat_map(|list| list.iter().map(|(word, _)| *word)).collect();
        used.sort_unstable();
        used.dedup();
        for list in lists(&mut terms) {
            for (word, _) in list {
                *word = used.binary_search(word).map_or(0, |place| place as u32);
            }
        }
        terms.words = used.into_iter().map(|word| interner.term(word).into()).collect();
        terms
    })
}

fn lists(terms: &mut FileTerms) -> impl Iterator<Item = &mut Vec<(u32, u32)>> {
    terms.chunks.iter_mut().flatten().chain([&mut terms.stem, &mut terms.directories])
}
