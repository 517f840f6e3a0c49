//! `cw export`: an index for other engines: its chunks with their vectors, as records or as a table. Reads the index as it is. **Streams.**

use clap::ValueEnum;
use cw_index::Store;
use cw_records::{Chunk, Record};
use cw_stages::{Exit, export};

use super::stats::model_of;
use crate::Done;
use crate::common::{Where, Work};
use crate::exit::{output, say};
use crate::flow::{Talk, human, stdout};
use crate::locate;

/// Flags of `cw export`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Jsonl)]
    format: Format,
    /// Leave the vectors out
    #[arg(long)]
    no_vectors: bool,
    /// The tree of the index [default: the project that the current folder is in]
    #[arg(long, visible_alias = "repo-path", value_name = "PATH")]
    repo: Option<std::path::PathBuf>,
    #[command(flatten)]
    place: Where,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq)]
enum Format {
    /// Records, as cw-embed writes them: header, files, chunks with vectors, end
    Jsonl,
    /// A row a chunk
    Csv,
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
    let stream = export::export(&env, &lex, vec.as_ref());
    if args.format == Format::Jsonl {
        return stdout(stream, &Talk::new("cw", work), false);
    }
    human(|out| {
        let mut table = csv::Writer::from_writer(out);
        table.write_record(COLUMNS).map_err(|error| output(error.into()))?;
        for item in stream {
            if let Record::Chunk(chunk) = item? {
                table.write_record(row(&chunk)).map_err(|error| output(error.into()))?;
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
