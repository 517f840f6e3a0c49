//! An index as the stream that it was made of: `file` and `chunk` records with texts and vectors, so that another engine can take them, or another index. **Streams**; holds one file.
//!
//! Law: adding the stream to an empty index gives the same bytes (`tests/export.rs`). It leaves out what no index keeps: times, and what was skipped.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cw_index::{LexFile, LexSegment, Part, VecSegment};
use cw_records::{Blob, Chunk, Counts, End, File, Header, Numbers, Order, Record, Scope, Vector, chunk_id};

use crate::{Env, Error, Stream};

/// The records of `lex`, with the vectors of `vec` where it has them.
pub fn export<'a>(env: &'a Env, lex: &'a Part<LexSegment>, vec: Option<&'a Part<VecSegment>>) -> Stream<'a> {
    let mut header = Header::new(Order::Path);
    header.scope = Some(Scope::All);
    header.made_with = lex.manifest.made_with.clone();
    header.via.push(crate::via("export"));
    let files = lex.segments.iter().flat_map(|segment| (0..segment.files()).map(move |number| (segment, number)));
    let records = files.flat_map(move |(segment, number)| {
        let done = env.check().and_then(|()| Ok(segment.restore(number)?)).and_then(|file| records(file, vec));
        match done {
            Ok(records) => records.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        }
    });
    let end = End { tree: lex.manifest.tree, ..End::default() };
    let mut counts = Counts::default();
    let whole = std::iter::once(Ok(header.into())).chain(records).chain([Ok(end.into())]);
    // An error is the last item.
    let mut over = false;
    Box::new(whole.take_while(move |item| !std::mem::replace(&mut over, item.is_err())).map(move |item| {
        item.map(|mut record| {
            counts.take(&mut record);
            record
        })
    }))
}

fn records(file: LexFile, vec: Option<&Part<VecSegment>>) -> Result<Vec<Record>, Error> {
    let mut vectors = vectors(&file, vec)?.into_iter();
    let LexFile { path, lang, blob, size, encoding, text, imports, chunks, .. } = file;
    let head = File { path: path.clone(), lang: lang.clone(), size, blob, encoding, imports, ..File::default() };
    let mut records = vec![head.into()];
    for chunk in chunks {
        let piece = text.get(chunk.bytes.0 as usize..chunk.bytes.1 as usize);
        let piece = piece.ok_or_else(|| Error::index("I04", format!("the chunks of '{}' do not fit its text", path.display())))?;
        let blob = Blob::of(piece.as_bytes());
        records.push(Record::Chunk(Chunk {
            id: chunk_id(&path, chunk.bytes.0.into(), &blob),
            blob,
            path: path.clone(),
            lang: lang.clone(),
            bytes: (chunk.bytes.0.into(), chunk.bytes.1.into()),
            lines: chunk.lines,
            kind: chunk.kind,
            symbol: chunk.symbol,
            breadcrumb: chunk.breadcrumb,
            text: piece.to_owned(),
            context: chunk.context,
            view: chunk.view,
            defs: chunk.defs,
            vector: vectors.next(),
            ..Chunk::default()
        }));
    }
    Ok(records)
}

/// The vectors of a file's chunks, in order; none if the part does not have it as it is.
fn vectors(file: &LexFile, vec: Option<&Part<VecSegment>>) -> Result<Vec<Vector>, Error> {
    let Some(part) = vec else { return Ok(Vec::new()) };
    let model =
        part.manifest.made_with.get("embed").and_then(|made| made.get("model")).and_then(|model| model.as_str()).unwrap_or_default();
    for segment in &part.segments {
        let Some(number) = segment.find(&file.path)? else { continue };
        let row = segment.file(number)?;
        if row.blob != file.blob || row.chunks as usize != file.chunks.len() {
            break;
        }
        let dims = segment.dims() as usize;
        let rows = segment.rows()?;
        return (row.first_chunk..row.first_chunk + row.chunks)
            .map(|chunk| {
                let numbers: Vec<u8> = rows[chunk as usize * dims..][..dims].iter().map(|number| *number as u8).collect();
                let (dtype, scale) = (Numbers::I8, Some(segment.scale(chunk)?));
                Ok(Vector { model: model.to_owned(), dims: dims as u32, dtype, scale, data: Some(STANDARD.encode(numbers)), values: None })
            })
            .collect();
    }
    Ok(Vec::new())
}
