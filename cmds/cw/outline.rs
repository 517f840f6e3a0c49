//! `cw outline FILE`: what a file defines, as a tree. A file that is on disk is read and cut now, so this needs no index and is never stale; one that is not is looked up in the index.
//! **Barrier**, for one file.

use std::io::Write;
use std::path::{Path, PathBuf};

use cw_index::Store;
use cw_records::{Definition, Record, RecordPath};
use cw_stages::evidence::Corpus;
use cw_stages::pipeline::Snapshot;
use cw_stages::{Env, Error, Exit, chunk, scan};
use serde_json::{Value, json};

use super::lookup::{Format, Manner, object, table};
use super::related::candidates;
use crate::Done;
use crate::common::{Where, Work, file};
use crate::exit::{Failure, output, say, visible};
use crate::flow::human;
use crate::locate;

/// Flags of `cw outline`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The file; one that is not on disk is looked up in the index
    file: std::ffi::OsString,
    #[command(flatten)]
    manner: Manner,
    /// The tree of the index [default: the project that the current folder is in]
    #[arg(long, visible_alias = "repo-path", value_name = "PATH")]
    repo: Option<PathBuf>,
    #[command(flatten)]
    place: Where,
}

/// What a file defines.
struct Outline {
    path: RecordPath,
    lang: Option<String>,
    definitions: Vec<Definition>,
}

/// Runs `cw outline`.
pub fn run(args: Args, work: &Work) -> Done {
    let env = work.env()?;
    let file = file(&args.file).to_os();
    let mut outline = if file.is_file() { on_disk(&env, &file)? } else { indexed(&args)? };
    outline.definitions.sort_by_key(|definition| (definition.lines.0, std::cmp::Reverse(definition.lines.1)));
    let depths = depths(&outline.definitions);
    human(|out| write(out, args.manner.format(), &outline, &depths))?;
    if outline.definitions.is_empty() && !work.quiet {
        say(format_args!("cw: '{}' defines nothing that is known", visible(&args.file.to_string_lossy())));
    }
    Ok(if outline.definitions.is_empty() { Exit::Nothing } else { Exit::Done })
}

/// Reads and cuts one file.
fn on_disk(env: &Env, file: &Path) -> Result<Outline, Failure> {
    let real = file.canonicalize().map_err(|error| Error::system("S01", format!("cannot read '{}': {error}", file.display())))?;
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).map(|here| locate::project(&here)).ok();
    let root = here.filter(|here| real.starts_with(here)).unwrap_or_else(|| locate::project(real.parent().unwrap_or(&real)));
    let path = RecordPath::from_os(real.strip_prefix(&root).unwrap_or(&real));
    let options = scan::Options { root, files_from: Some(vec![path.clone()]), include_secrets: true, ..scan::Options::default() };
    let mut outline = Outline { path, lang: None, definitions: Vec::new() };
    for item in chunk::chunk(env, scan::scan(env, options)?, chunk::Options::default()) {
        match item? {
            Record::File(file) => outline.lang = file.lang,
            Record::Chunk(chunk) => outline.definitions.extend(chunk.defs),
            Record::Skip(skip) => return Err(Error::usage("C40", format!("'{}' has no outline: {}", file.display(), skip.reason)).into()),
            Record::Fault(fault) if fault.level == cw_records::Level::Loss => return Err(Error::system("S01", fault.message).into()),
            _ => {}
        }
    }
    Ok(outline)
}

/// The same of a file that only the index has.
fn indexed(args: &Args) -> Result<Outline, Failure> {
    let missing = || {
        let error = Error::usage("C40", format!("'{}' is neither on disk nor in the index", visible(&args.file.to_string_lossy())));
        Failure::Error(error.hint("cw list-files lists what is indexed"))
    };
    let place = locate::place(args.repo.as_deref(), args.place.index.as_deref())?;
    let store = match Store::open(&place.index) {
        Err(cw_index::Error::Missing(_)) if args.place.index.is_none() => return Err(missing()),
        store => store?,
    };
    let snapshot = Snapshot::open(&store, cw_stages::providers::Services::default())?;
    let corpus = Corpus::new(snapshot.lex());
    for path in candidates(&file(&args.file), place.root.as_deref()) {
        if let Some(number) = corpus.find(&path)? {
            let (segment, local) = corpus.file(number);
            let lang = segment.lang(&segment.file(local)?).map(str::to_owned);
            let definitions = segment.meta(local)?.chunks.into_iter().flat_map(|chunk| chunk.defs).collect();
            return Ok(Outline { path, lang, definitions });
        }
    }
    Err(missing())
}

/// How many definitions each one stands in; they are sorted by first line, the larger first.
fn depths(definitions: &[Definition]) -> Vec<usize> {
    let mut open: Vec<&Definition> = Vec::new();
    let mut depths = Vec::new();
    for definition in definitions {
        let around =
            |outer: &Definition| outer.lines.1 >= definition.lines.1 && (outer.lines != definition.lines || is_in(definition, outer));
        while open.last().is_some_and(|outer| !around(outer)) {
            open.pop();
        }
        depths.push(open.len());
        open.push(definition);
    }
    depths
}

fn is_in(inner: &Definition, outer: &Definition) -> bool {
    inner.container.as_deref() == Some(outer.name.as_str())
}

fn write(out: &mut dyn Write, format: Format, outline: &Outline, depths: &[usize]) -> Result<(), Failure> {
    let Outline { path, lang, definitions } = outline;
    let row = |(definition, depth): (&Definition, &usize)| json!({ "lines": definition.lines, "depth": depth, "kind": definition.kind, "name": definition.name, "container": definition.container });
    let rows = || definitions.iter().zip(depths).map(row);
    match format {
        Format::Json => {
            let whole = json!({ "lang": lang, "definitions": nested(definitions, depths), "total": definitions.len() });
            writeln!(out, "{}", object(path, whole)).map_err(output)
        }
        Format::Jsonl => rows().try_for_each(|row| writeln!(out, "{}", object(path, row)).map_err(output)),
        Format::Csv => table(out, &["path", "first", "last", "depth", "kind", "name", "container"], rows().map(|row| (path, row))),
        Format::Text => {
            if !definitions.is_empty() {
                writeln!(out, "{}", cw_stages::pack::shown_path(path)).map_err(output)?;
            }
            let mut around: Vec<&Definition> = Vec::new();
            for (definition, depth) in definitions.iter().zip(depths) {
                around.truncate(*depth);
                let shown = around.last().is_some_and(|outer| is_in(definition, outer));
                let container = definition.container.as_deref().filter(|_| !shown).map(|name| format!(" in {}", visible(name)));
                let (indent, container) = ("  ".repeat(depth + 1), container.unwrap_or_default());
                let (lines, name) = (definition.lines, visible(&definition.name));
                writeln!(out, "{indent}{}-{} {} {name}{container}", lines.0, lines.1, definition.kind).map_err(output)?;
                around.push(definition);
            }
            Ok(())
        }
    }
}

/// Definitions with what stands in them.
fn nested(definitions: &[Definition], depths: &[usize]) -> Vec<Value> {
    let mut whole = Vec::new();
    let mut at = 0;
    while at < definitions.len() {
        let own = depths[at];
        let end = depths[at + 1..].iter().position(|depth| *depth <= own).map_or(definitions.len(), |after| at + 1 + after);
        let Definition { name, kind, lines, container } = &definitions[at];
        let mut one = json!({ "name": name, "kind": kind, "lines": lines });
        if let Some(container) = container {
            one["container"] = container.as_str().into();
        }
        if end > at + 1 {
            one["definitions"] = nested(&definitions[at + 1..end], &depths[at + 1..end]).into();
        }
        whole.push(one);
        at = end;
    }
    whole
}
