//! `cw export` for search engines: chunks with their vectors as floats, and their words as weights, so that a sum over the words of a question is our own lexical score. Chunks
//! **stream**; the weights are a barrier for OpenSearch, which wants them by chunk, and stream by word for PostgreSQL.
//!
//! It leaves out any network: what is written is loaded with the engine's own tools. The same index gives the same bytes.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use cw_index::{LexSegment, Part};
use cw_records::{Blob, Chunk, Record};
use cw_stages::Stream;
use cw_stages::evidence::{Corpus, Lexical};
use serde_json::{Map, Value, json};

use crate::exit::{Failure, output};

/// What a chunk has that has no word, so that no engine gets an empty sparse vector. No question has it.
const WORDLESS: &str = "%";

const SCHEMA: &str = "create table if not exists cw_chunk (
  id text primary key, path text not null, path_b64 text, lang text, first_line int not null, last_line int not null, start_byte bigint not null,
  end_byte bigint not null, kind text not null, symbol text, breadcrumb text, body text not null{vector});
create table if not exists cw_posting (term text not null, chunk text not null, weight real not null);
truncate cw_chunk, cw_posting;
\\copy cw_chunk from 'chunk.copy'
\\copy cw_posting from 'posting.copy'
create index if not exists cw_posting_term on cw_posting (term);
";

/// Writes `chunk.copy`, `posting.copy` and `load.sql` below `folder`.
pub fn pg_copy(stream: Stream<'_>, lex: &Part<LexSegment>, dims: Option<usize>, folder: &Path) -> Result<(), Failure> {
    let mut ids = Vec::new();
    let mut out = create(folder, "chunk.copy")?;
    each(stream, |chunk, numbers| {
        let utf8 = chunk.path.as_str().is_some();
        let or_null = |text: Option<&str>| text.map_or_else(|| "\\N".to_owned(), cell);
        let mut row = vec![
            chunk.id.to_string(),
            cell(&chunk.path.display()),
            if utf8 { "\\N".to_owned() } else { chunk.path.to_base64() },
            or_null(chunk.lang.as_deref()),
            chunk.lines.0.to_string(),
            chunk.lines.1.to_string(),
            chunk.bytes.0.to_string(),
            chunk.bytes.1.to_string(),
            cell(&chunk.kind),
            or_null(chunk.symbol.as_deref()),
            cell(&chunk.breadcrumb.join(" > ")),
            cell(shown(chunk)),
        ];
        if dims.is_some() {
            let numbers = numbers.map(|numbers| numbers.iter().map(f32::to_string).collect::<Vec<_>>().join(","));
            row.push(numbers.map_or_else(|| "\\N".to_owned(), |numbers| format!("[{numbers}]")));
        }
        ids.push(chunk.id);
        writeln!(out, "{}", row.join("\t")).map_err(output)
    })?;
    out.flush().map_err(output)?;
    let mut out = create(folder, "posting.copy")?;
    let corpus = Corpus::new(lex);
    let mut written = Ok(());
    Lexical::new(&corpus).weights(|term, weights| {
        for (chunk, weight) in weights {
            if written.is_ok() {
                written = writeln!(out, "{}\t{}\t{weight}", cell(term), id(&ids, *chunk)).map_err(output);
            }
        }
    })?;
    written?;
    out.flush().map_err(output)?;
    let extension = if dims.is_some() { "create extension if not exists vector;\n" } else { "" };
    let vector = dims.map_or_else(String::new, |dims| format!(", embedding vector({dims})"));
    let load = format!("\\set ON_ERROR_STOP on\nbegin;\n{extension}{}commit;\n", SCHEMA.replace("{vector}", &vector));
    create(folder, "load.sql")?.write_all(load.as_bytes()).map_err(output)
}

/// Writes `mapping.json` and `bulk.ndjson` below `folder`: two lines a chunk.
pub fn opensearch(stream: Stream<'_>, lex: &Part<LexSegment>, dims: Option<usize>, folder: &Path) -> Result<(), Failure> {
    let corpus = Corpus::new(lex);
    let (mut terms, mut by_chunk): (Vec<String>, Vec<Vec<(u32, f32)>>) = (Vec::new(), vec![Vec::new(); corpus.chunks as usize]);
    Lexical::new(&corpus).weights(|term, weights| {
        for (chunk, weight) in weights {
            by_chunk[*chunk as usize].push((terms.len() as u32, *weight));
        }
        terms.push(feature(term));
    })?;
    let mut out = create(folder, "bulk.ndjson")?;
    let mut by_chunk = by_chunk.into_iter();
    each(stream, |chunk, numbers| {
        let own = by_chunk.next().unwrap_or_default();
        let mut weights: Map<String, Value> = own.into_iter().map(|(term, weight)| (terms[term as usize].clone(), plain(weight))).collect();
        if weights.is_empty() {
            weights.insert(WORDLESS.into(), json!(1));
        }
        let mut document = json!({
            "path": chunk.path.display(), "lang": chunk.lang, "lines": [chunk.lines.0, chunk.lines.1], "bytes": [chunk.bytes.0, chunk.bytes.1], "kind": chunk.kind,
            "symbol": chunk.symbol, "breadcrumb": chunk.breadcrumb, "text": shown(chunk), "weights": weights,
        });
        if let Some(numbers) = numbers {
            document["vector"] = numbers.into_iter().map(plain).collect();
        }
        if chunk.path.as_str().is_none() {
            document["path_b64"] = chunk.path.to_base64().into();
        }
        writeln!(out, "{}\n{document}", json!({ "index": { "_id": chunk.id.to_string() } })).map_err(output)
    })?;
    out.flush().map_err(output)?;
    let keyword = json!({ "type": "keyword", "ignore_above": 8191 });
    let stored = json!({ "type": "text", "index": false });
    let mut properties = json!({ "path": keyword, "lang": keyword, "lines": { "type": "integer" }, "bytes": { "type": "long" }, "kind": keyword, "symbol": keyword, "breadcrumb": keyword,
        "path_b64": keyword, "text": stored, "weights": { "type": "rank_features" } });
    if let Some(dims) = dims {
        let method = json!({ "name": "hnsw", "engine": "lucene", "space_type": "cosinesimil" });
        properties["vector"] = json!({ "type": "knn_vector", "dimension": dims, "method": method });
    }
    let mapping =
        json!({ "settings": { "index": { "knn": dims.is_some() } }, "mappings": { "dynamic": "strict", "properties": properties } });
    writeln!(create(folder, "mapping.json")?, "{mapping:#}").map_err(output)
}

/// The words and the vector of a question, in the form of these exports.
pub fn question(text: &str, terms: &[(String, u32)], vector: Option<Vec<f32>>) -> Value {
    let words: Map<String, Value> = terms.iter().map(|(term, times)| (term.clone(), json!(times))).collect();
    let features: Map<String, Value> = terms.iter().map(|(term, times)| (feature(term), json!(times))).collect();
    json!({ "query": text, "terms": words, "features": features, "vector": vector.map(|numbers| numbers.into_iter().map(plain).collect::<Vec<_>>()) })
}

/// Each chunk of the stream with its vector.
fn each(stream: Stream<'_>, mut take: impl FnMut(&Chunk, Option<Vec<f32>>) -> Result<(), Failure>) -> Result<(), Failure> {
    for item in stream {
        if let Record::Chunk(chunk) = item? {
            let numbers = chunk.vector.as_ref().and_then(cw_stages::numbers);
            take(&chunk, numbers)?;
        }
    }
    Ok(())
}

fn shown(chunk: &Chunk) -> &str {
    chunk.view.as_deref().unwrap_or(&chunk.text)
}

fn id(ids: &[Blob], chunk: u32) -> String {
    ids.get(chunk as usize).map(Blob::to_string).unwrap_or_default()
}

/// A cell of COPY's text format. PostgreSQL has no NUL: its picture stands for it.
fn cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => cell.push_str("\\\\"),
            '\t' => cell.push_str("\\t"),
            '\n' => cell.push_str("\\n"),
            '\r' => cell.push_str("\\r"),
            '\0' => cell.push('\u{2400}'),
            other => cell.push(other),
        }
    }
    cell
}

/// A term as the name of a feature, which may have no dot.
fn feature(term: &str) -> String {
    term.replace('%', "%25").replace('.', "%2E")
}

/// A number with no more digits than it has.
fn plain(number: f32) -> Value {
    json!(number.to_string().parse::<f64>().unwrap_or_default())
}

fn create(folder: &Path, name: &str) -> Result<BufWriter<File>, Failure> {
    Ok(BufWriter::new(File::create(folder.join(name)).map_err(output)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_features_have_no_sign_that_means_something() {
        assert_eq!(cell("a\tb\\N\r\n\0ü"), "a\\tb\\\\N\\r\\n\u{2400}ü");
        assert_eq!((feature("a.b%"), feature("größe")), ("a%2Eb%25".into(), "größe".into()));
        assert_eq!(plain(0.1).to_string(), "0.1");
    }
}
