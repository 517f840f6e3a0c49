//! Makes a LEX segment from files in path order. A barrier over one segment; the bytes are a function of the files alone.

use std::collections::{BTreeMap, HashMap};

use cw_records::{Blob, Definition, RecordPath};
use rayon::prelude::*;

use super::{CHUNK_ROW, ChunkMeta, FILE_ROW, Field, Head, KIND, LexTotals, NO_WORD};
use crate::codec::{Press, encode as table, map_of, put_varint};
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
        for chunk in &file.chunks {
            words.push(&chunk.kind);
            words.extend(chunk.defs.iter().map(|definition| definition.kind.as_str()));
        }
    }
    words.sort_unstable();
    words.dedup();
    words.truncate(usize::from(NO_WORD));
    let word = |text: &str| words.binary_search(&text).map_or(NO_WORD, |place| place as u16);

    let dictionary = dictionary(files);
    let press = Press::new(&dictionary);
    let packed: Vec<(u32, Vec<u8>)> = files
        .par_iter()
        .map(|(file, _)| {
            let notes = table(&notes(file));
            let mut content = Vec::with_capacity(file.text.len() + notes.len());
            content.extend_from_slice(file.text.as_bytes());
            content.extend_from_slice(&notes);
            (notes.len() as u32, press.compress(&content))
        })
        .collect();
    let mut totals = LexTotals::default();
    let (mut file_rows, mut chunk_rows) = (Vec::with_capacity(files.len() * FILE_ROW), Vec::new());
    let mut texts = Vec::new();
    for (number, ((file, terms), (notes, text))) in files.iter().zip(&packed).enumerate() {
        let mut lengths = [0u64; 5];
        let first_chunk = totals.chunks;
        for (chunk, lists) in file.chunks.iter().zip(&terms.chunks) {
            let [body, symbols, breadcrumb] = [length(&lists[0]), length(&lists[1]), length(&lists[2])];
            for (sum, one) in lengths.iter_mut().zip([body, symbols, breadcrumb]) {
                *sum += u64::from(one);
            }
            for part in [chunk.bytes.0, chunk.bytes.1, chunk.lines.0, chunk.lines.1] {
                chunk_rows.extend_from_slice(&part.to_le_bytes());
            }
            chunk_rows.extend_from_slice(&(number as u16).to_le_bytes());
            chunk_rows.extend_from_slice(&short(body).to_le_bytes());
            chunk_rows.extend_from_slice(&[symbols.min(255) as u8, breadcrumb.min(255) as u8]);
            chunk_rows.extend_from_slice(&word(&chunk.kind).to_le_bytes());
            totals.chunks += 1;
        }
        lengths[3] = length(&terms.stem).into();
        lengths[4] = length(&terms.directories).into();
        file_rows.extend_from_slice(&file.blob.0);
        file_rows.extend_from_slice(&file.size.to_le_bytes());
        file_rows.extend_from_slice(&(texts.len() as u64).to_le_bytes());
        let (body, symbols) = (lengths[0] as u32, lengths[1] as u32);
        for part in [text.len() as u32, file.text.len() as u32, *notes, first_chunk, file.chunks.len() as u32, body, symbols] {
            file_rows.extend_from_slice(&part.to_le_bytes());
        }
        for part in [short(lengths[3] as u32), short(lengths[4] as u32), file.lang.as_deref().map_or(NO_WORD, word)] {
            file_rows.extend_from_slice(&part.to_le_bytes());
        }
        file_rows.extend_from_slice(&[file.class, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        file_rows.truncate((number + 1) * FILE_ROW);
        texts.extend_from_slice(text);
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
    let (symbols, references) = symbols(files, word);
    let dictionary = if dictionary.is_empty() { dictionary } else { Press::new(&[]).compress(&dictionary) };
    let head = Head { totals, words: words.into_iter().map(str::to_owned).collect() };
    frame::assemble(
        KIND,
        &[
            ("HEAD", table(&head)),
            ("PATHS", paths),
            ("FILES", file_rows),
            ("CHUNKS", chunk_rows),
            ("DICT", dictionary),
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

/// The beginnings of files spread over the segment: what its texts have in common.
fn dictionary(files: &[(LexFile, FileTerms)]) -> Vec<u8> {
    const PIECES: usize = 32;
    let text: usize = files.iter().map(|(file, _)| file.text.len()).sum();
    if text < 256 << 10 {
        return Vec::new();
    }
    let size = (text / 512).min(2 << 10);
    let chosen = (0..PIECES).map(|piece| &files[piece * files.len() / PIECES].0.text);
    chosen.flat_map(|text| &text.as_bytes()[..text.len().min(size)]).copied().collect()
}

fn notes(file: &LexFile) -> (&Option<String>, &Vec<String>, Vec<ChunkMeta>) {
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
fn symbols(files: &[(LexFile, FileTerms)], word: impl Fn(&str) -> u16) -> (Vec<u8>, Vec<u8>) {
    let mut names: BTreeMap<String, BTreeMap<u64, Vec<[u64; 4]>>> = BTreeMap::new();
    for (file_number, (file, _)) in files.iter().enumerate() {
        for (chunk_number, chunk) in file.chunks.iter().enumerate() {
            for (number, definition) in chunk.defs.iter().enumerate() {
                let lower = definition.name.to_lowercase();
                let capitals = capitals(&definition.name, &lower);
                let place = [file_number as u64, chunk_number as u64, number as u64, word(&definition.kind).into()];
                if let Some(last) = definition.last_part() {
                    names.entry(last.to_lowercase()).or_default().entry(u64::MAX).or_default().push(place);
                }
                names.entry(lower).or_default().entry(capitals).or_default().push(place);
            }
        }
    }
    let mut out = Vec::new();
    let places: Vec<(String, u64)> = names
        .into_iter()
        .map(|(name, spellings)| {
            let at = out.len() as u64;
            put_varint(&mut out, spellings.len() as u64);
            for (capitals, places) in spellings {
                put_varint(&mut out, capitals);
                put_varint(&mut out, places.len() as u64);
                places.iter().flatten().for_each(|number| put_varint(&mut out, *number));
            }
            (name, at)
        })
        .collect();
    (map_of(places.into_iter()), out)
}

/// Which letters of `name` are capitals, as bits; all bits if `lower` and the bits would not give the name back.
fn capitals(name: &str, lower: &str) -> u64 {
    if name.len() > 63 || !name.is_ascii() || lower.len() != name.len() {
        return u64::MAX;
    }
    name.bytes().enumerate().map(|(at, letter)| u64::from(letter.is_ascii_uppercase()) << at).sum()
}
