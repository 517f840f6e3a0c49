//! `cw export`: an index for other engines: its chunks with their vectors, as records, as a table, or as files that a search engine loads. Reads the index as it is. **Streams.**

mod engines;

use std::path::PathBuf;

use clap::ValueEnum;
use cw_index::Store;
use cw_records::{Chunk, Record};
use cw_stages::{Exit, export};

use super::stats::model_of;
use crate::Done;
use crate::common::{Where, Work};
use crate::exit::{output, say, untabled};
use crate::flow::{Talk, human, stdout};
use crate::locate;
use crate::services::{Model, environment};

/// Flags of `cw export`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Jsonl)]
    format: Format,
    /// The folder that the files of opensearch-bulk and pg-copy go to; it is made
    #[arg(long, value_name = "DIR", required_if_eq_any([("format", "opensearch-bulk"), ("format", "pg-copy")]))]
    out: Option<PathBuf>,
    /// Write no export but a question as those engines have to be asked it, as one JSON object: its terms with how often they count, the same as names of features, its vector
    #[arg(long, value_name = "TEXT", conflicts_with = "out")]
    question: Option<String>,
    /// Leave the vectors out
    #[arg(long)]
    no_vectors: bool,
    /// The tree of the index [default: the project that the current folder is in]
    #[arg(long, visible_alias = "repo-path", value_name = "PATH")]
    repo: Option<PathBuf>,
    #[command(flatten)]
    place: Where,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq)]
enum Format {
    /// Records, as cw-embed writes them: header, files, chunks with vectors, end
    Jsonl,
    /// A row a chunk
    Csv,
    /// For OpenSearch, into --out: bulk.ndjson with weights of words and vectors, and mapping.json
    OpensearchBulk,
    /// For PostgreSQL with pgvector, into --out: chunk.copy, posting.copy, and load.sql for psql
    PgCopy,
}

const COLUMNS: [&str; 12] = ["id", "path", "lang", "first", "last", "start", "end", "kind", "symbol", "breadcrumb", "text", "vector"];

/// Runs `cw export`.
pub fn run(args: Args, work: &Work) -> Done {
    let store = Store::open(&locate::place(args.repo.as_deref(), args.place.index.as_deref())?.index)?;
    let lex = store.need_lex()?;
    let vec = if args.no_vectors { None } else { store.vec(&model_of(&store)?)? };
    if vec.is_none() && !args.no_vectors && !work.quiet {
        say(format_args!("cw: note: the index has no vectors"));
    }
    let env = work.env()?;
    let dims = vec.as_ref().and_then(|vec| vec.segments.first()).map(|segment| segment.dims() as usize);
    if let Some(text) = &args.question {
        let query = cw_stages::terms::analyse(&crate::flow::question(std::slice::from_ref(text))?);
        let embedder = Model::default().embedder(&environment)?;
        let same = vec.as_ref().is_some_and(|vec| vec.manifest.part == cw_index::vec_name(&embedder.identity().part()));
        let vector = if same { embedder.query(&env, text, dims.map(|dims| dims as u32)).ok() } else { None };
        let object = engines::question(text, &query.terms, vector);
        return human(|out| writeln!(out, "{object}").map_err(output)).map(|()| Exit::Done);
    }
    let stream = export::export(&env, &lex, vec.as_ref());
    match (args.format, args.out) {
        (Format::Jsonl, _) => return stdout(stream, &Talk::new("cw", work), false),
        (Format::OpensearchBulk | Format::PgCopy, Some(out)) => {
            std::fs::create_dir_all(&out).map_err(output)?;
            let write = if args.format == Format::PgCopy { engines::pg_copy } else { engines::opensearch };
            return write(stream, &lex, dims, &out).map(|()| Exit::Done);
        }
        _ => {}
    }
    human(|out| {
        let mut table = csv::Writer::from_writer(out);
        table.write_record(COLUMNS).map_err(untabled)?;
        for item in stream {
            if let Record::Chunk(chunk) = item? {
                table.write_record(row(&chunk)).map_err(untabled)?;
            }
        }
        table.flush().map_err(output)
    })?;
    Ok(Exit::Done)
}

/// A chunk as a row; the numbers of its vector stand with spaces between them.
fn row(chunk: &Chunk) -> [String; 12] {
    let numbers = chunk.vector.as_ref().and_then(cw_stages::numbers).unwrap_or_default();
    let numbers: Vec<String> = numbers.iter().map(f32::to_string).collect();
    [
        chunk.id.to_string(),
        chunk.path.display().into_owned(),
        chunk.lang.clone().unwrap_or_default(),
        chunk.lines.0.to_string(),
        chunk.lines.1.to_string(),
        chunk.bytes.0.to_string(),
        chunk.bytes.1.to_string(),
        chunk.kind.clone(),
        chunk.symbol.clone().unwrap_or_default(),
        chunk.breadcrumb.join(" > "),
        chunk.view.clone().unwrap_or_else(|| chunk.text.clone()),
        numbers.join(" "),
    ]
}
