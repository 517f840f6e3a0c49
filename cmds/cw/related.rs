//! `cw related FILE:LINE`: what stands around a place, by which rule.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use cw_records::{Hit, RecordPath};
use cw_stages::evidence::Corpus;
use cw_stages::expand::{self, Related};
use cw_stages::pack::{read_path, shown_path};
use cw_stages::pipeline::Snapshot;
use cw_stages::providers::Services;
use cw_stages::{Error, Exit};
use serde_json::{Value, json};

use super::index::{Asker, Fresh, ready};
use crate::Done;
use crate::common::{Scope, Where, Work};
use crate::exit::{Failure, output, say, untabled, visible};
use crate::flow::{Talk, human};
use crate::locate;

/// Flags of `cw related`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A file and a line in it, such as src/main.rs:12; without a line the first
    #[arg(value_name = "FILE:LINE")]
    place: std::ffi::OsString,
    /// Only by these rules, such as import,importer
    #[arg(long, value_enum, ignore_case = true, value_name = "RULES", value_delimiter = ',')]
    rule: Vec<Rule>,
    /// Most of what each rule finds
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    each: u32,
    /// Most chunks
    #[arg(short, long, visible_alias = "max-results", value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    limit: u32,
    /// One JSON object, with the texts
    #[arg(long, conflicts_with_all = ["jsonl", "csv"])]
    json: bool,
    /// One JSON object a line, with the texts
    #[arg(long, conflicts_with = "csv")]
    jsonl: bool,
    /// The same as --format csv
    #[arg(long, hide = true)]
    csv: bool,
    /// How it is written
    #[arg(long, value_enum, conflicts_with_all = ["json", "jsonl", "csv"])]
    format: Option<Format>,
    /// Answer from the index as it is
    #[arg(long)]
    no_refresh: bool,
    /// The tree to ask [default: the project that the current folder is in]
    #[arg(long, visible_alias = "repo-path", value_name = "PATH")]
    repo: Option<PathBuf>,
    #[command(flatten)]
    scope: Scope,
    #[command(flatten)]
    index: Where,
}

/// How the answer is written.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq)]
enum Format {
    /// For people
    Text,
    /// One object, with the texts
    Json,
    /// One object a line, with the texts
    Jsonl,
    /// rule,path,first,last,symbol,score
    Csv,
}

/// The rules of cw-expand.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// E1: just before and after
    #[value(alias = "e1")]
    Neighbour,
    /// E2: under the same container
    #[value(alias = "e2")]
    Sibling,
    /// E3: in a file that is imported
    #[value(alias = "e3")]
    Import,
    /// E4: in a file that imports
    #[value(alias = "e4")]
    Importer,
    /// E5: uses a name of the place
    #[value(alias = "e5")]
    Call,
}

/// The expansion with these rules; none means all.
pub fn options(rules: &[Rule], each: u32, limit: u32) -> expand::Options {
    let on = |rule: Rule| if rules.is_empty() || rules.contains(&rule) { each } else { 0 };
    expand::Options {
        neighbours: on(Rule::Neighbour),
        breadcrumb: on(Rule::Sibling),
        imports: on(Rule::Import),
        importers: on(Rule::Importer),
        call_sites: on(Rule::Call),
        chunks_per_import: each,
        limit,
        seeds: 1,
        ..expand::Options::default()
    }
}

/// Runs `cw related`.
pub fn run(mut args: Args, work: &Work) -> Done {
    args.json |= args.format == Some(Format::Json);
    args.jsonl |= args.format == Some(Format::Jsonl);
    args.csv |= args.format == Some(Format::Csv);
    let (file, line) = split(&args.place)?;
    let place = locate::place(args.repo.as_deref(), args.index.index.as_deref())?;
    let env = work.env()?;
    let (store, fresh) = ready(&env, &place, !args.no_refresh, Asker::default(), work, &Talk::new("cw", work))?;
    if let (Fresh::No(why), false, false) = (&fresh, args.no_refresh, work.quiet) {
        say(format_args!("cw: note: the answer is from the index as it is: {why}"));
    }
    let snapshot = Snapshot::open(&store, Services::default())?;
    let corpus = Corpus::new(snapshot.lex());
    let options = options(&args.rule, args.each, args.limit);
    let mut answer = None;
    for path in candidates(&file, place.root.as_deref()) {
        answer = expand::related(&env, &corpus, (&path, line), options, args.scope.filter(place.root.as_deref())?)?;
        if answer.is_some() {
            break;
        }
    }
    let Some((seed, found)) = answer else {
        let hint = "cw list-files lists what is indexed; cw-scan --explain FILE says why a file is not";
        return Err(Error::usage("C05", format!("'{}' is no line of an indexed file", visible(&args.place.to_string_lossy())))
            .hint(hint)
            .into());
    };
    human(|out| write(out, &args, &seed, &found))?;
    if found.is_empty() && !work.quiet {
        say(format_args!("cw: nothing stands around '{}'", visible(&args.place.to_string_lossy())));
    }
    Ok(if found.is_empty() { Exit::Nothing } else { Exit::Done })
}

fn write(out: &mut dyn Write, args: &Args, seed: &Hit, found: &[Related]) -> Result<(), Failure> {
    if args.json {
        let items: Vec<Value> = found.iter().map(object).collect();
        return writeln!(out, "{}", json!({ "place": place(seed), "related": items, "total": found.len() })).map_err(output);
    }
    if args.csv {
        let mut table = csv::Writer::from_writer(out);
        let rows = found.iter().map(|related| {
            let Hit { path, lines, symbol, score, .. } = &related.hit;
            let path = shown_path(path);
            [
                related.relation().to_owned(),
                path,
                lines.0.to_string(),
                lines.1.to_string(),
                symbol.clone().unwrap_or_default(),
                score.to_string(),
            ]
        });
        let written = table.write_record(["rule", "path", "first", "last", "symbol", "score"]);
        let written = rows.fold(written, |written, row| written.and_then(|()| table.write_record(row)));
        written.map_err(untabled)?;
        return table.flush().map_err(output);
    }
    for related in found {
        if args.jsonl {
            writeln!(out, "{}", object(related)).map_err(output)?;
            continue;
        }
        let Hit { path, lines, breadcrumb, .. } = &related.hit;
        let around = if breadcrumb.is_empty() { String::new() } else { format!(" {}", visible(&breadcrumb.join(" > "))) };
        writeln!(out, "{}:{}-{} {}{around}", shown_path(path), lines.0, lines.1, related.relation()).map_err(output)?;
    }
    Ok(())
}

/// Where a hit is, as an object.
fn place(hit: &Hit) -> Value {
    let mut object = json!({ "lang": hit.lang, "lines": hit.lines, "symbol": hit.symbol, "breadcrumb": hit.breadcrumb });
    match hit.path.as_str() {
        Some(path) => object["path"] = path.into(),
        None => object["path_b64"] = hit.path.to_base64().into(),
    }
    object
}

fn object(related: &Related) -> Value {
    let mut object = place(&related.hit);
    object["rule"] = related.rule().into();
    object["relation"] = related.relation().into();
    object["score"] = related.hit.score.into();
    object["text"] = related.text.clone().into();
    object
}

/// A file, as it stands or as lists write an odd one, and a line. What stands behind the last colon is a line if it is a number, or two as lists write them; a column behind it says nothing.
fn split(word: &OsStr) -> Result<(RecordPath, u32), Failure> {
    let place = match word.to_str().and_then(read_path) {
        Some((path, "")) => return Ok((path, 1)),
        Some((path, rest)) if rest.starts_with(':') => {
            let line = split(OsStr::new(&format!("x{rest}")))?;
            return Ok((path, line.1));
        }
        _ => RecordPath::from_os(Path::new(word)),
    };
    let wrong = || Error::usage("C05", format!("'{}' is no FILE:LINE", visible(&place.display()))).hint("such as src/main.rs:12");
    let number = |word: &[u8]| {
        let (first, last) = std::str::from_utf8(word).ok().map(|word| word.split_once('-').unwrap_or((word, "1")))?;
        last.parse::<u32>().ok().and_then(|_| first.parse::<u32>().ok())
    };
    let cut = |text: &'_ [u8]| text.iter().rposition(|byte| *byte == b':');
    let bytes = place.as_bytes();
    let (file, line) = match cut(bytes).and_then(|colon| Some((&bytes[..colon], number(&bytes[colon + 1..])?))) {
        Some((before, last)) => match cut(before).and_then(|colon| Some((&before[..colon], number(&before[colon + 1..])?))) {
            Some((file, line)) => (file, line),
            None => (before, last),
        },
        None => (bytes, 1),
    };
    if line == 0 || file.is_empty() {
        return Err(wrong().into());
    }
    Ok((RecordPath::from_bytes(file), line))
}

/// What a file that is named from the current folder, or from the root, may be called in the index.
pub fn candidates(file: &RecordPath, root: Option<&Path>) -> Vec<RecordPath> {
    let here = std::env::current_dir().unwrap_or_default().join(file.to_os());
    let below = root.and_then(|root| locate::below(&here, root));
    below.into_iter().chain([RecordPath::from_bytes(file.as_bytes().strip_prefix(b"./").unwrap_or(file.as_bytes()))]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        for (text, want) in [
            ("a.rs:3", ("a.rs", 3)),
            ("a.rs", ("a.rs", 1)),
            ("a.rs:3:7", ("a.rs", 3)),
            ("C:x:2", ("C:x", 2)),
            ("a:b", ("a:b", 1)),
            ("a.rs:3-9", ("a.rs", 3)),
            ("\"a\\nb\":4", ("a\nb", 4)),
            ("\"a:1-2 b\":4-6", ("a:1-2 b", 4)),
            ("\"a\\tb\"", ("a\tb", 1)),
        ] {
            assert_eq!(split(OsStr::new(text)).ok(), Some((RecordPath::from(want.0), want.1)), "{text}");
        }
        for odd in ["", ":3", "a.rs:0", "a.rs:0:1", "\"a\":0"] {
            assert!(split(OsStr::new(odd)).is_err(), "{odd}");
        }
    }
}
