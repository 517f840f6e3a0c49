//! `cw definition`, `cw references`, `cw symbols`, `cw list-files`: what the index knows of names and files, complete, with the total on stderr if there is more.

use std::io::Write;
use std::path::PathBuf;

use cw_records::RecordPath;
use cw_stages::evidence::Corpus;
use cw_stages::lookup::{self, List, References, Symbols};
use cw_stages::pipeline::Snapshot;
use cw_stages::{Env, Exit};
use serde_json::{Map, Value, json};

use super::index::{Fresh, ready};
use crate::Done;
use crate::common::{Scope, Where, Work};
use crate::exit::{Failure, output, say, visible};
use crate::flow::{Talk, human};
use crate::locate;

/// Which tree, and how it is written.
#[derive(clap::Args, Debug)]
pub struct Common {
    /// One JSON object
    #[arg(long, conflicts_with = "jsonl")]
    json: bool,
    /// One JSON object a line
    #[arg(long)]
    jsonl: bool,
    /// Answer from the index as it is
    #[arg(long)]
    no_refresh: bool,
    /// The tree to ask [default: the project that the current folder is in]
    #[arg(long, visible_alias = "repo-path", value_name = "PATH")]
    repo: Option<PathBuf>,
    #[command(flatten)]
    place: Where,
}

/// Flags of `cw definition`.
#[derive(clap::Args, Debug)]
pub struct Definition {
    /// The name; Type.name and Type::name are understood
    symbol: String,
    /// Definitions near this path come first
    #[arg(long, value_name = "PATH")]
    hint: Option<String>,
    /// Most definitions
    #[arg(short, long, visible_alias = "max-results", value_name = "N", default_value_t = 20)]
    limit: usize,
    #[command(flatten)]
    common: Common,
}

/// Flags of `cw references`.
#[derive(clap::Args, Debug)]
pub struct Uses {
    /// The name, letter for letter
    symbol: String,
    /// Leave out the lines that define it
    #[arg(long)]
    exclude_definition: bool,
    /// Most lines [default: all]
    #[arg(short, long, visible_alias = "max-results", value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    #[command(flatten)]
    scope: Scope,
    #[command(flatten)]
    common: Common,
}

/// Flags of `cw symbols`.
#[derive(clap::Args, Debug)]
pub struct Outline {
    /// Only of these kinds, such as function,class
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    kind: Vec<String>,
    /// Most definitions [default: all]
    #[arg(short, long, visible_alias = "max-results", value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    #[command(flatten)]
    scope: Scope,
    #[command(flatten)]
    common: Common,
}

/// Flags of `cw list-files`.
#[derive(clap::Args, Debug)]
pub struct Files {
    /// Most files [default: all]
    #[arg(short, long, visible_alias = "max-results", value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    #[command(flatten)]
    scope: Scope,
    #[command(flatten)]
    common: Common,
}

/// Runs `cw definition`.
pub fn definition(args: Definition, work: &Work) -> Done {
    ask(&args.common, work, "definitions", |_, corpus| {
        let found = lookup::definitions(corpus, &args.symbol, args.hint.as_deref(), args.limit)?;
        Ok(rows(found, |found| {
            let definition = &found.definition;
            let crumbs = visible(&found.breadcrumb.join(" > "));
            let head = format!("{}:{}-{} {crumbs}", path(&found.path), definition.lines.0, definition.lines.1);
            let end = if found.text.ends_with('\n') { "" } else { "\n" };
            let fields = json!({
                "lang": found.lang, "lines": definition.lines, "name": definition.name, "kind": definition.kind, "breadcrumb": found.breadcrumb,
                "exact": found.exact, "text": found.text
            });
            (format!("{head}\n{}{end}", found.text), object(&found.path, fields))
        }))
    })
}

/// Runs `cw references`.
pub fn references(args: Uses, work: &Work) -> Done {
    let options = References { filter: args.scope.filter()?, exclude_definition: args.exclude_definition, limit: args.limit };
    ask(&args.common, work, "references", |env, corpus| {
        Ok(rows(lookup::references(env, corpus, &args.symbol, &options)?, |found| {
            let fields = json!({
                "line": found.line, "column": found.column, "breadcrumb": found.breadcrumb, "is_definition": found.is_definition, "text": found.text
            });
            (format!("{}:{}:{}: {}\n", path(&found.path), found.line, found.column, visible(&found.text)), object(&found.path, fields))
        }))
    })
}

/// Runs `cw symbols`.
pub fn symbols(args: Outline, work: &Work) -> Done {
    let options = Symbols { filter: args.scope.filter()?, kinds: args.kind, limit: args.limit };
    ask(&args.common, work, "symbols", |env, corpus| {
        Ok(rows(lookup::symbols(env, corpus, &options)?, |found| {
            let definition = &found.definition;
            let around = definition.container.as_deref().map(|name| format!(" in {}", visible(name))).unwrap_or_default();
            let place = format!("{}:{}-{}", path(&found.path), definition.lines.0, definition.lines.1);
            let fields = json!({
                "lang": found.lang, "lines": definition.lines, "name": definition.name, "kind": definition.kind, "container": definition.container
            });
            (format!("{place} {} {}{around}\n", definition.kind, visible(&definition.name)), object(&found.path, fields))
        }))
    })
}

/// Runs `cw list-files`.
pub fn files(args: Files, work: &Work) -> Done {
    let filter = args.scope.filter()?;
    ask(&args.common, work, "files", |_, corpus| {
        Ok(rows(lookup::files(corpus, &filter, args.limit)?, |found| {
            let fields = json!({ "lang": found.lang, "size": found.size, "lines": found.lines });
            (format!("{}\n", path(&found.path)), object(&found.path, fields))
        }))
    })
}

/// What is written of one item: for people, and as an object.
type Row = (String, Value);

fn rows<T>(found: List<T>, write: impl Fn(&T) -> Row) -> List<Row> {
    List { items: found.items.iter().map(write).collect(), total: found.total, files: found.files }
}

fn path(path: &RecordPath) -> String {
    visible(&path.display())
}

fn object(path: &RecordPath, fields: Value) -> Value {
    let place = match path.as_str() {
        Some(text) => ("path".to_owned(), Value::from(text)),
        None => ("path_b64".to_owned(), path.to_base64().into()),
    };
    let fields = fields.as_object().cloned().unwrap_or_default().into_iter().filter(|(_, value)| !value.is_null());
    Value::Object(std::iter::once(place).chain(fields).collect::<Map<_, _>>())
}

fn ask(common: &Common, work: &Work, what: &str, find: impl FnOnce(&Env, &Corpus<'_>) -> Result<List<Row>, Failure>) -> Done {
    let place = locate::place(common.repo.as_deref(), common.place.index.as_deref())?;
    let env = work.env()?;
    let (store, fresh) = ready(&env, &place, !common.no_refresh, work, &Talk::new("cw", work))?;
    if let (Fresh::No(why), false, false) = (&fresh, common.no_refresh, work.quiet) {
        say(format_args!("cw: note: the answer is from the index as it is: {why}"));
    }
    let snapshot = Snapshot::open(&store)?;
    let found = find(&env, &Corpus::new(snapshot.lex()))?;
    let (total, is_cut) = (found.total, found.is_cut());
    human(|out: &mut dyn Write| {
        if common.json {
            let items: Vec<Value> = found.items.into_iter().map(|(_, object)| object).collect();
            return writeln!(out, "{}", json!({ what: items, "total": total, "truncated": is_cut })).map_err(output);
        }
        for (text, object) in found.items {
            if common.jsonl { writeln!(out, "{object}") } else { out.write_all(text.as_bytes()) }.map_err(output)?;
        }
        Ok(())
    })?;
    if is_cut && !work.quiet && !common.json {
        say(format_args!("cw: note: {total} {what} in all (--limit shows more)"));
    }
    Ok(if total == 0 { Exit::Nothing } else { Exit::Done })
}
