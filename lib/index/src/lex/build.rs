//! Makes a LEX segment from files in path order. A barrier over one segment; the bytes are a function of the files alone.

use std::collections::{BTreeMap, HashMap};

use cw_records::{Blob, Definition, RecordPath};
use rayon::prelude::*;

use super::{CHUNK_ROW, ChunkMeta, FILE_ROW, Field, Head, KIND, LexTotals, NO_WORD};
use crate::codec::{compress, encode as table, map_of, put_varint};
use crate::{frame, postings};

/// One file as it goes into a segment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LexFile {
    /// Where it is.
    pub path: RecordPath,
    /// Language word.
    pub lang: Option<String>,
    /// Hash of the bytes on disk.
    pub blob: Blob,
    /// Bytes on disk.
    pub size: u64,
    /// Encoding on disk, if not UTF-8.
    pub encoding: Option<String>,
    /// A class that the stage gave the path; opaque here.
    pub class: u8,
    /// Decoded text.
    pub text: String,
    /// What it imports, as written.
    pub imports: Vec<String>,
    /// Its chunks, which tile the text.
    pub chunks: Vec<LexChunk>,
}

/// One chunk of a file. Its text is `LexFile::text[bytes]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LexChunk {
    /// Half-open byte range in the text.
    pub bytes: (u32, u32),
    /// First and last line.
    pub lines: (u32, u32),
    /// What it mainly is.
    pub kind: String,
    /// Name of the definition.
    pub symbol: Option<String>,
    /// Names around it.
    pub breadcrumb: Vec<String>,
    /// What an embedder should see before the text.
    pub context: Option<String>,
    /// What is indexed and shown instead.
    pub view: Option<String>,
    /// Definitions that begin in it.
    pub defs: Vec<Definition>,
}

/// The terms of one file, as numbers into its own `words`. Lists are (word, frequency) without repeats.
#[derive(Clone, Debug, Default)]
pub struct FileTerms {
    /// Distinct terms of the file.
    pub words: Vec<Box<str>>,
    /// Terms of the name without extension.
    pub stem: Vec<(u32, u32)>,
    /// Terms of the last folders.
    pub directories: Vec<(u32, u32)>,
    /// For each chunk: terms of body, symbols, breadcrumb.
    pub chunks: Vec<[Vec<(u32, u32)>; 3]>,
}

fn length(list: &[(u32, u32)]) -> u32 {
    list.iter().map(|(_, frequency)| frequency).sum()
}

/// The bytes of a segment. `files` ascend by path; each comes with its terms.
pub fn encode(files: &[(LexFile, FileTerms)]) -> Vec<u8> {
    let mut words: Vec<&str> = Vec::new();
    for (file, _) in files {
        words.extend(file.lang.as_deref());
        words.extend(file.chunks.iter().map(|chunk| chunk.kind.as_str()));
    }
    words.sort_unstable();
    words.dedup();
    words.truncate(usize::from(NO_WORD));
    let word = |text: &str| words.binary_search(&text).map_or(NO_WORD, |place| place as u16);

    let packed: Vec<(Vec<u8>, Vec<u8>)> =
        files.par_iter().map(|(file, _)| (compress(&table(&meta(file))), compress(file.text.as_bytes()))).collect();
    let mut totals = LexTotals::default();
    let (mut file_rows, mut chunk_rows) = (Vec::with_capacity(files.len() * FILE_ROW), Vec::new());
    let (mut metas, mut texts) = (Vec::new(), Vec::new());
    for (number, ((file, terms), (meta, text))) in files.iter().zip(&packed).enumerate() {
        let mut lengths = [0u64; 5];
        let first_chunk = totals.chunks;
        for (chunk, lists) in file.chunks.iter().zip(&terms.chunks) {
            let [body, symbols, breadcrumb] = [length(&lists[0]), length(&lists[1]), length(&lists[2])];
            for (sum, one) in lengths.iter_mut().zip([body, symbols, breadcrumb]) {
                *sum += u64::from(one);
            }
            for part in [number as u32, chunk.bytes.0, chunk.bytes.1, chunk.lines.0, chunk.lines.1, body] {
                chunk_rows.extend_from_slice(&part.to_le_bytes());
            }
            for part in [short(symbols), short(breadcrumb), word(&chunk.kind), 0] {
                chunk_rows.extend_from_slice(&part.to_le_bytes());
            }
            totals.chunks += 1;
        }
        lengths[3] = length(&terms.stem).into();
        lengths[4] = length(&terms.directories).into();
        file_rows.extend_from_slice(&file.blob.0);
        file_rows.extend_from_slice(&file.size.to_le_bytes());
        file_rows.extend_from_slice(&(texts.len() as u64).to_le_bytes());
        file_rows.extend_from_slice(&(text.len() as u32).to_le_bytes());
        file_rows.extend_from_slice(&(file.text.len() as u32).to_le_bytes());
        file_rows.extend_from_slice(&(metas.len() as u64).to_le_bytes());
        for part in [meta.len() as u32, first_chunk, file.chunks.len() as u32, lengths[0] as u32, lengths[1] as u32] {
            file_rows.extend_from_slice(&part.to_le_bytes());
        }
        for part in [short(lengths[3] as u32), short(lengths[4] as u32), file.lang.as_deref().map_or(NO_WORD, word)] {
            file_rows.extend_from_slice(&part.to_le_bytes());
        }
        file_rows.extend_from_slice(&[file.class, 0, 0, 0, 0, 0]);
        texts.extend_from_slice(text);
        metas.extend_from_slice(meta);
        totals.files += 1;
        totals.text += file.text.len() as u64;
        for (sum, one) in totals.lengths.iter_mut().zip(lengths) {
            *sum += one;
        }
    }
    debug_assert_eq!(file_rows.len(), files.len() * FILE_ROW);
    debug_assert_eq!(chunk_rows.len(), totals.chunks as usize * CHUNK_ROW);
    let paths = map_of(files.iter().zip(0..).map(|((file, _), number)| (file.path.as_bytes(), number)));
    let (terms, lists) = invert(files);
    let (symbols, references) = symbols(files);
    let head = Head { totals, words: words.into_iter().map(str::to_owned).collect() };
    frame::assemble(
        KIND,
        &[
            ("HEAD", table(&head)),
            ("PATHS", paths),
            ("FILES", file_rows),
            ("CHUNKS", chunk_rows),
            ("META", metas),
            ("TEXT", texts),
            ("TERMS", terms),
            ("POSTINGS", lists),
            ("SYMBOLS", symbols),
            ("SYMREFS", references),
        ],
    )
}

fn short(number: u32) -> u16 {
    number.min(u16::MAX.into()) as u16
}

fn meta(file: &LexFile) -> (&Option<String>, &Vec<String>, Vec<ChunkMeta>) {
    let chunks = file.chunks.iter().map(|chunk| ChunkMeta {
        symbol: chunk.symbol.clone(),
        breadcrumb: chunk.breadcrumb.clone(),
        context: chunk.context.clone(),
        view: chunk.view.clone(),
        definitions: chunk.defs.iter().map(Into::into).collect(),
    });
    (&file.encoding, &file.imports, chunks.collect())
}

/// One posting on its way into its list.
struct Posting {
    key: u32,
    document: u32,
    frequency: u32,
}

/// TERMS and POSTINGS: numbers the words of the segment, then sorts all postings into their lists by counting.
fn invert(files: &[(LexFile, FileTerms)]) -> (Vec<u8>, Vec<u8>) {
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    let mut postings = Vec::new();
    let mut chunk = 0;
    for (file, (_, terms)) in files.iter().enumerate() {
        let local: Vec<u32> = terms
            .words
            .iter()
            .map(|text| {
                let next = numbers.len() as u32;
                *numbers.entry(text).or_insert(next)
            })
            .collect();
        let mut add = |field: usize, document: u32, list: &[(u32, u32)]| {
            postings.extend(list.iter().filter(|(_, frequency)| *frequency > 0).map(|(word, frequency)| Posting {
                key: local[*word as usize] * 5 + field as u32,
                document,
                frequency: *frequency,
            }));
        };
        for lists in &terms.chunks {
            for (field, list) in lists.iter().enumerate() {
                add(field, chunk, list);
            }
            chunk += 1;
        }
        add(3, file as u32, &terms.stem);
        add(4, file as u32, &terms.directories);
    }
    let mut starts = vec![0u32; numbers.len() * 5 + 1];
    for posting in &postings {
        starts[posting.key as usize + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut next = starts.clone();
    let mut lists = vec![(0, 0); postings.len()];
    for posting in &postings {
        let place = &mut next[posting.key as usize];
        lists[*place as usize] = (posting.document, posting.frequency);
        *place += 1;
    }
    drop(postings);
    let mut sorted: Vec<(&str, u32)> = numbers.into_iter().collect();
    sorted.sort_unstable();
    let mut fields: Vec<(u8, usize)> = Field::ALL.iter().enumerate().map(|(at, field)| (field.byte(), at)).collect();
    fields.sort_unstable();
    let mut out = Vec::new();
    let mut keys = Vec::new();
    let mut key = Vec::new();
    for (byte, at) in fields {
        for (text, number) in &sorted {
            let place = *number as usize * 5 + at;
            let list = &lists[starts[place] as usize..starts[place + 1] as usize];
            if !list.is_empty() {
                key.clear();
                key.push(byte);
                key.extend_from_slice(text.as_bytes());
                keys.push((key.clone(), postings::encode(list, &mut out)));
            }
        }
    }
    (map_of(keys.into_iter()), out)
}

/// SYMBOLS and SYMREFS.
fn symbols(files: &[(LexFile, FileTerms)]) -> (Vec<u8>, Vec<u8>) {
    let mut names: BTreeMap<String, Vec<[usize; 3]>> = BTreeMap::new();
    for (file_number, (file, _)) in files.iter().enumerate() {
        for (chunk_number, chunk) in file.chunks.iter().enumerate() {
            for (number, definition) in chunk.defs.iter().enumerate() {
                names.entry(definition.name.to_lowercase()).or_default().push([file_number, chunk_number, number]);
            }
        }
    }
    let mut out = Vec::new();
    let places: Vec<(String, u64)> = names
        .into_iter()
        .map(|(name, places)| {
            let at = out.len() as u64;
            put_varint(&mut out, places.len() as u64);
            places.iter().flatten().for_each(|number| put_varint(&mut out, *number as u64));
            (name, at)
        })
        .collect();
    (map_of(places.into_iter()), out)
}
