//! `cw stats`: what an index holds and how it is, with the command that mends each trouble.

use std::collections::BTreeMap;
use std::io::Write;

use clap::ValueEnum;
use cw_index::Store;
use cw_stages::Exit;
use cw_stages::providers::embedded::Model;
use serde_json::{Value, json};

use super::coverage;
use crate::Done;
use crate::common::{Where, Work};
use crate::exit::{Failure, output, untabled};
use crate::flow::human;
use crate::{locate, services};

/// Flags of `cw stats`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// One JSON object
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Also list the tree again, and say what of it an answer cannot know of
    #[arg(long)]
    coverage: bool,
    /// The tree [default: the project that the current folder is in]
    #[arg(long, short = 'p', visible_aliases = ["repo-path", "path"], value_name = "PATH")]
    repo: Option<std::path::PathBuf>,
    #[command(flatten)]
    place: Where,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq)]
enum Format {
    /// For people
    Text,
    /// name,value
    Csv,
    /// One object
    Json,
}

/// Runs `cw stats`.
pub fn run(args: Args, work: &Work) -> Done {
    let place = locate::place(args.repo.as_deref(), args.place.index.as_deref())?;
    let store = Store::open(&place.index)?;
    let (mut values, troubles) = gather(&store)?;
    if args.coverage {
        values.push(("coverage".into(), coverage::gather(&work.env()?, &place, &store, &model_of(&store)?)?));
    }
    let format = if args.json { Format::Json } else { args.format };
    human(|out| match format {
        Format::Json => {
            let mut object: serde_json::Map<String, Value> = values.into_iter().collect();
            object.insert("diagnostics".into(), troubles.iter().map(|(what, how)| json!({ "message": what, "hint": how })).collect());
            writeln!(out, "{}", Value::Object(object)).map_err(output)
        }
        Format::Csv => {
            let mut table = csv::Writer::from_writer(out);
            let written = table.write_record(["name", "value"]).and_then(|()| {
                values.iter().flat_map(|(name, value)| flat(name, value)).try_for_each(|(name, value)| table.write_record([name, value]))
            });
            written.map_err(untabled)?;
            table.flush().map_err(output)
        }
        Format::Text => text(out, &values, &troubles).map_err(output),
    })?;
    Ok(if troubles.is_empty() { Exit::Done } else { Exit::Nothing })
}

fn text(out: &mut dyn Write, values: &[(String, Value)], troubles: &[(String, String)]) -> std::io::Result<()> {
    for (name, value) in values.iter().flat_map(|(name, value)| flat(name, value)) {
        writeln!(out, "{name:<24} {}", crate::exit::visible(&value))?;
    }
    for (what, how) in troubles {
        writeln!(out, "\ntrouble: {what}\n  hint: {how}")?;
    }
    Ok(())
}

fn flat(name: &str, value: &Value) -> Vec<(String, String)> {
    match value {
        Value::Object(fields) => fields.iter().flat_map(|(field, value)| flat(&format!("{name}.{field}"), value)).collect(),
        Value::String(text) => vec![(name.to_owned(), text.clone())],
        Value::Array(values) => {
            let words = values.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
            vec![(name.to_owned(), words.collect::<Vec<_>>().join(", "))]
        }
        other => vec![(name.to_owned(), other.to_string())],
    }
}

/// The model that questions are asked with: the one that is set, if the index has its part, else the one whose part was written last.
pub fn model_of(store: &Store) -> Result<String, Failure> {
    let set = services::Model::default().embedder(&services::environment).map(|embedder| embedder.identity().part());
    let set = set.unwrap_or_else(|_| Model::NAME.to_owned());
    if store.vec(&set)?.is_some() { Ok(set) } else { Ok(store.latest_model()?.unwrap_or(set)) }
}

/// Values by name, and troubles with the command that mends each.
pub type Gathered = (Vec<(String, Value)>, Vec<(String, String)>);

/// What there is to say of an index.
pub fn gather(store: &Store) -> Result<Gathered, Failure> {
    let mut values: Vec<(String, Value)> = vec![("index".into(), store.folder().to_string_lossy().into())];
    let mut troubles = Vec::new();
    let root = cw_stages::pipeline::stamps_root(store);
    values.push(("root".into(), root.map_or(Value::Null, |root| root.to_string_lossy().into())));
    let lex = store.lex()?;
    let model = model_of(store)?;
    let vec = store.vec(&model)?;
    let (mut files, mut chunks, mut text) = (BTreeMap::<String, u64>::new(), 0, 0);
    if let Some(lex) = &lex {
        (chunks, text) = (lex.manifest.chunks, lex.manifest.text);
        for segment in &lex.segments {
            for number in 0..segment.files() {
                let row = segment.file(number)?;
                *files.entry(segment.lang(&row).unwrap_or("other").to_owned()).or_default() += 1;
            }
        }
    } else {
        troubles.push(("there is no part 'lex'".into(), "cw index".into()));
    }
    values.push(("files".into(), files.values().sum::<u64>().into()));
    values.push(("chunks".into(), chunks.into()));
    values.push(("text_bytes".into(), text.into()));
    values.push(("languages".into(), json!(files)));
    let size = |segments: &[cw_index::SegmentInfo]| segments.iter().map(|segment| segment.bytes).sum::<u64>();
    let bytes = lex.as_ref().map_or(0, |lex| size(&lex.manifest.segments)) + vec.as_ref().map_or(0, |vec| size(&vec.manifest.segments));
    values.push(("index_bytes".into(), bytes.into()));
    // How many bytes of index there are for each byte of text.
    let share = if text > 0 { json!((bytes as f64 / text as f64 * 100.0).round() / 100.0) } else { Value::Null };
    values.push(("index_share".into(), share));
    if let Some(lex) = &lex {
        let part = json!({ "generation": lex.generation.to_string(), "segments": lex.segments.len(), "bytes": size(&lex.manifest.segments), "made_with": lex.manifest.made_with });
        values.push(("lex".into(), part));
    }
    if let Some(vec) = &vec {
        let part = json!({ "model": vec.manifest.made_with.get("embed").and_then(|made| made.get("model")), "dims": vec.manifest.made_with.get("embed").and_then(|made| made.get("dims")), "generation": vec.generation.to_string(), "segments": vec.segments.len(), "bytes": size(&vec.manifest.segments) });
        values.push(("vec".into(), part));
    } else {
        troubles.push((format!("there is no part '{}'", cw_index::vec_name(&model)), "cw index".into()));
    }
    values.push(("models".into(), json!(store.models()?)));
    let damage = store.verify(true)?;
    troubles.extend(damage.iter().map(|finding| (finding.error.to_string(), "cw index".to_owned())));
    if let (Some(lex), Some(vec)) = (&lex, &vec)
        && lex.manifest.files > vec.manifest.files
    {
        let missing = lex.manifest.files - vec.manifest.files;
        troubles.push((format!("{missing} files have no vectors of '{model}' yet and are found by words only"), "cw index".into()));
    } else if let (Some(lex), Some(vec)) = (&lex, &vec)
        && lex.manifest.tree != vec.manifest.tree
    {
        troubles.push(("the parts 'lex' and 'vec' are of different trees".into(), "cw index".into()));
    }
    let word = if troubles.is_empty() { "good" } else { "trouble" };
    let health = json!({ "state": word, "troubles": troubles.len(), "damaged": damage.len(), "unfinished": store.is_unfinished()? });
    values.push(("health".into(), health));
    Ok((values, troubles))
}
