//! `cw definition`, `cw references`, `cw symbols`, `cw list-files`: what the index knows of names and files, complete, with what is missing said on stderr.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use cw_records::{Context, RecordPath};
use cw_stages::evidence::Corpus;
use cw_stages::lookup::{self, Found, List, References, Symbols};
use cw_stages::pipeline::Snapshot;
use cw_stages::{Env, Error, Exit, Filter, pack};
use serde_json::{Map, Value, json};

use super::index::{Asker, Fresh, ready};
use super::ink::{NUMBER, PATH, paint};
use crate::Done;
use crate::common::{Scope, Where, Work, file};
use crate::exit::{Failure, output, say, untabled, visible};
use crate::flow::{Talk, human};
use crate::locate;
use crate::pack::{self as packing, style};

/// How a list is written.
#[derive(clap::Args, Debug)]
pub struct Manner {
    /// One JSON object
    #[arg(long, conflicts_with_all = ["jsonl", "format"])]
    json: bool,
    /// One JSON object a line
    #[arg(long, conflicts_with = "format")]
    jsonl: bool,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq)]
pub enum Format {
    /// For people
    Text,
    /// One object
    Json,
    /// One object a line
    Jsonl,
    /// A table with a head, without the texts
    Csv,
}

impl Manner {
    /// The format that was asked for.
    pub fn format(&self) -> Format {
        match (self.json, self.jsonl) {
            (true, _) => Format::Json,
            (_, true) => Format::Jsonl,
            _ => self.format,
        }
    }
}

/// Which tree, and how it is written.
#[derive(clap::Args, Debug)]
pub struct Common {
    #[command(flatten)]
    manner: Manner,
    /// Answer from the index as it is
    #[arg(long)]
    no_refresh: bool,
    /// The tree to ask [default: the project that the current folder is in]
    #[arg(long, visible_alias = "repo-path", value_name = "PATH")]
    repo: Option<PathBuf>,
    #[command(flatten)]
    place: Where,
}

impl Common {
    /// The filter of the scope. Older systems name the tree by `--path`: an absolute folder there is the tree, unless it is a part of the one that is asked.
    fn filter(&mut self, scope: &mut Scope) -> Result<Filter, Failure> {
        let root = locate::place(self.repo.as_deref(), self.place.index.as_deref())?.root;
        if let (None, [only]) = (&self.repo, scope.paths.as_slice())
            && let only = Path::new(only)
            && only.is_absolute()
            && only.is_dir()
            && root.as_deref().and_then(|root| locate::below(only, root)).is_none_or(|below| below.as_bytes().is_empty())
        {
            self.repo = scope.paths.pop().map(PathBuf::from);
        }
        scope.filter(root.as_deref())
    }
}

/// Flags of `cw definition`.
#[derive(clap::Args, Debug)]
pub struct Definition {
    /// The name, in any case; module.Type, Type::name, a/b.Type and (*Type).name are understood
    symbol: String,
    /// Definitions near this path come first
    #[arg(long, visible_alias = "hint-path", value_name = "PATH")]
    hint: Option<String>,
    /// The tree to ask, as --repo
    #[arg(long, short = 'p', hide = true, value_name = "PATH", conflicts_with = "repo")]
    path: Option<PathBuf>,
    /// Most definitions
    #[arg(short, long, visible_alias = "max-results", value_name = "N", default_value_t = 20)]
    limit: usize,
    #[command(flatten)]
    common: Common,
}

/// Flags of `cw references`.
#[derive(clap::Args, Debug)]
pub struct Uses {
    /// The name, letter for letter; if no line has a qualified name, its last part
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
    /// Only of these kinds, such as function,class, in any case
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
    /// The tree to ask, as --repo
    #[arg(value_name = "PATH", conflicts_with = "repo")]
    tree: Option<PathBuf>,
    /// Most files [default: all]
    #[arg(short, long, visible_alias = "max-results", value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    #[command(flatten)]
    scope: Scope,
    #[command(flatten)]
    common: Common,
}

/// Runs `cw definition`.
pub fn definition(mut args: Definition, work: &Work) -> Done {
    args.common.repo = args.common.repo.or(args.path);
    let symbol = symbol(&args.symbol)?;
    ask(&args.common, work, "definitions", |_, corpus| {
        let hint = args.hint.as_deref().map(|hint| file(hint.as_ref()).display().into_owned());
        let found = lookup::definitions(corpus, symbol, hint.as_deref(), args.limit)?;
        if found.items.iter().any(|found| !found.fits) && !work.quiet {
            let name = visible(lookup::qualified(symbol).name);
            say(format_args!("cw: note: no definition of '{}' found; these are all of '{name}'", visible(symbol)));
        }
        let mut first = true;
        let found = rows(found, |found| {
            let definition = &found.definition;
            let between = if std::mem::take(&mut first) { "" } else { "\n" };
            let fields = json!({
                "lang": found.lang, "lines": definition.lines, "name": definition.name, "kind": definition.kind, "breadcrumb": found.breadcrumb,
                "exact": found.exact, "text": found.text
            });
            Ok((format!("{between}{}", listing(found)?), found.path.clone(), fields))
        })?;
        Ok(Answer { found, nothing: format!("no definition of '{}' found", visible(symbol)) })
    })
}

/// Runs `cw references`.
pub fn references(mut args: Uses, work: &Work) -> Done {
    let options =
        References { filter: args.common.filter(&mut args.scope)?, exclude_definition: args.exclude_definition, limit: args.limit };
    let symbol = symbol(&args.symbol)?;
    let colour = style(packing::Format::Text).colour;
    ask(&args.common, work, "references", |env, corpus| {
        note_langs(&args.scope, corpus, work)?;
        let mut found = lookup::references(env, corpus, symbol, &options)?;
        let name = lookup::qualified(symbol).name;
        if found.total == 0 && name != symbol {
            found = lookup::references(env, corpus, name, &options)?;
            if found.total > 0 && !work.quiet {
                say(format_args!("cw: note: no line with '{}' found; these are all with '{}'", visible(symbol), visible(name)));
            }
        }
        let found = rows(found, |found| {
            let fields = json!({
                "line": found.line, "column": found.column, "breadcrumb": found.breadcrumb, "is_definition": found.is_definition, "text": found.text
            });
            let (path, line) = (paint(&path(&found.path), PATH, colour), paint(&found.line.to_string(), NUMBER, colour));
            Ok((format!("{path}:{line}:{}: {}\n", found.column, visible(&found.text)), found.path.clone(), fields))
        })?;
        Ok(Answer { found, nothing: format!("no line with '{}' found", visible(symbol)) })
    })
}

/// Runs `cw symbols`.
pub fn symbols(mut args: Outline, work: &Work) -> Done {
    let kinds = args.kind.iter().map(|kind| kind.trim().to_owned()).filter(|kind| !kind.is_empty()).collect();
    let options = Symbols { filter: args.common.filter(&mut args.scope)?, kinds, limit: args.limit };
    ask(&args.common, work, "symbols", |env, corpus| {
        note_langs(&args.scope, corpus, work)?;
        if !options.kinds.is_empty() && !work.quiet {
            note_unknown("kind", &options.kinds, lookup::kinds(env, corpus)?);
        }
        let found = rows(lookup::symbols(env, corpus, &options)?, |found| {
            let definition = &found.definition;
            let around = definition.container.as_deref().map(|name| format!(" in {}", visible(name))).unwrap_or_default();
            let place = format!("{}:{}-{}", path(&found.path), definition.lines.0, definition.lines.1);
            let fields = json!({
                "lang": found.lang, "lines": definition.lines, "name": definition.name, "kind": definition.kind, "container": definition.container
            });
            Ok((format!("{place} {} {}{around}\n", definition.kind, visible(&definition.name)), found.path.clone(), fields))
        })?;
        Ok(Answer { found, nothing: "no definition found".to_owned() })
    })
}

/// Runs `cw list-files`.
pub fn files(mut args: Files, work: &Work) -> Done {
    args.common.repo = args.common.repo.or(args.tree);
    let filter = args.common.filter(&mut args.scope)?;
    ask(&args.common, work, "files", |_, corpus| {
        note_langs(&args.scope, corpus, work)?;
        let found = rows(lookup::files(corpus, &filter, args.limit)?, |found| {
            let fields = json!({ "lang": found.lang, "size": found.size, "lines": found.lines });
            Ok((format!("{}\n", path(&found.path)), found.path.clone(), fields))
        })?;
        Ok(Answer { found, nothing: "no file found".to_owned() })
    })
}

/// What is written of one item: for people, and as fields beside its path.
type Row = (String, RecordPath, Value);

/// What was found, and what to say if that is nothing.
struct Answer {
    found: List<Row>,
    nothing: String,
}

fn rows<T>(found: List<T>, write: impl FnMut(&T) -> Result<Row, Failure>) -> Result<List<Row>, Failure> {
    Ok(List { items: found.items.iter().map(write).collect::<Result<_, _>>()?, total: found.total, files: found.files })
}

/// A name that can be looked for.
fn symbol(text: &str) -> Result<&str, Failure> {
    match text.trim() {
        "" => Err(Error::usage("C05", "the name is empty").hint("give a name: cw definition retry").into()),
        symbol => Ok(symbol),
    }
}

/// A definition as `cw query` would show it.
fn listing(found: &Found) -> Result<String, Failure> {
    let (path, lang, breadcrumb) = (found.path.clone(), found.lang.clone(), found.breadcrumb.clone());
    let context =
        Context { path, lang, lines: found.definition.lines, breadcrumb, text: found.text.clone(), view: found.view, ..Context::default() };
    Ok(packing::rendered([context], pack::Format::Text, style(packing::Format::Text))?)
}

/// Says which words of a flag the index does not know, and which it does.
fn note_unknown(flag: &str, words: &[String], known: BTreeSet<String>) {
    for word in words.iter().filter(|word| !known.contains(&word.to_lowercase())) {
        let known = known.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        say(format_args!("cw: note: the index has no {flag} '{}'; it has: {}", visible(word), visible(&known)));
    }
}

fn note_langs(scope: &Scope, corpus: &Corpus<'_>, work: &Work) -> Result<(), Failure> {
    if !scope.langs.is_empty() && !work.quiet {
        note_unknown("language", &scope.langs, lookup::languages(corpus)?.into_keys().collect());
    }
    Ok(())
}

fn path(path: &RecordPath) -> String {
    cw_stages::pack::shown_path(path)
}

/// The columns of each list as a table.
fn columns(what: &str) -> &'static [&'static str] {
    match what {
        "definitions" => &["path", "first", "last", "kind", "name", "breadcrumb"],
        "references" => &["path", "line", "column", "is_definition", "breadcrumb", "text"],
        "symbols" => &["path", "first", "last", "kind", "name", "container"],
        _ => &["path", "lang", "size", "lines"],
    }
}

/// Writes a table with these columns. `first` and `last` come out of `lines`; what is in what is one word, joined by ` > `.
pub fn table<'a>(out: &mut dyn Write, columns: &[&str], rows: impl Iterator<Item = (&'a RecordPath, Value)>) -> Result<(), Failure> {
    let mut table = csv::Writer::from_writer(out);
    let cell = |path: &RecordPath, fields: &Value, column: &str| match (column, &fields[column]) {
        ("path", _) => cw_stages::pack::shown_path(path),
        ("first", _) => fields["lines"][0].to_string(),
        ("last", _) => fields["lines"][1].to_string(),
        (_, Value::String(text)) => text.clone(),
        (_, Value::Array(parts)) => parts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" > "),
        (_, Value::Null) => String::new(),
        (_, other) => other.to_string(),
    };
    let written = table.write_record(columns);
    let mut rows = rows.map(|(path, fields)| columns.iter().map(|column| cell(path, &fields, column)).collect::<Vec<_>>());
    let written = written.and_then(|()| rows.try_for_each(|row| table.write_record(row)));
    written.map_err(untabled)?;
    table.flush().map_err(output)
}

/// A path and what is said of it, as an object without what is null.
pub fn object(path: &RecordPath, fields: Value) -> Value {
    let place = match path.as_str() {
        Some(text) => ("path".to_owned(), Value::from(text)),
        None => ("path_b64".to_owned(), path.to_base64().into()),
    };
    let fields = fields.as_object().cloned().unwrap_or_default().into_iter().filter(|(_, value)| !value.is_null());
    Value::Object(std::iter::once(place).chain(fields).collect::<Map<_, _>>())
}

fn ask(common: &Common, work: &Work, what: &str, find: impl FnOnce(&Env, &Corpus<'_>) -> Result<Answer, Failure>) -> Done {
    let place = locate::place(common.repo.as_deref(), common.place.index.as_deref())?;
    let env = work.env()?;
    let (store, fresh) = ready(&env, &place, !common.no_refresh, Asker::default(), work, &Talk::new("cw", work))?;
    if let (Fresh::No(why), false, false) = (&fresh, common.no_refresh, work.quiet) {
        say(format_args!("cw: note: the answer is from the index as it is: {}", visible(why)));
    }
    let snapshot = Snapshot::open(&store, cw_stages::providers::Services::default())?;
    let Answer { found, nothing } = find(&env, &Corpus::new(snapshot.lex()))?;
    let (total, is_cut, format) = (found.total, found.is_cut(), common.manner.format());
    human(|out: &mut dyn Write| match format {
        Format::Json => {
            let items: Vec<Value> = found.items.into_iter().map(|(_, path, fields)| object(&path, fields)).collect();
            writeln!(out, "{}", json!({ what: items, "total": total, "truncated": is_cut })).map_err(output)
        }
        Format::Csv => table(out, columns(what), found.items.iter().map(|(_, path, fields)| (path, fields.clone()))),
        Format::Jsonl => {
            found.items.into_iter().try_for_each(|(_, path, fields)| writeln!(out, "{}", object(&path, fields)).map_err(output))
        }
        Format::Text => found.items.iter().try_for_each(|(text, ..)| out.write_all(text.as_bytes()).map_err(output)),
    })?;
    if total == 0 && !work.quiet {
        say(format_args!("cw: {nothing}"));
    }
    if is_cut && !work.quiet && format != Format::Json {
        say(format_args!("cw: note: {total} {what} in all (--limit shows more)"));
    }
    Ok(if total == 0 { Exit::Nothing } else { Exit::Done })
}
