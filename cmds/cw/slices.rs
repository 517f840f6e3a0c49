//! `cw index --slice` and `cw commit`: one index made by several workers, on this machine or others. A slice **streams**; a commit reads the receipts and swaps the manifests.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use cw_index::Store;
use cw_records::{Blob, Level, Receipt, Record};
use cw_stages::pipeline::{self, Build};
use cw_stages::scan::Slice;
use cw_stages::{Env, Error, Exit};
use serde_json::json;

use super::index::{self, agree};
use crate::Done;
use crate::common::{Wait, Where, Work};
use crate::exit::{Failure, output, say, visible};
use crate::flow::{Talk, human};
use crate::services::{environment, services};
use crate::{locate, settings};

/// Flags of `cw commit`.
#[derive(clap::Args, Debug)]
pub struct Commit {
    /// The receipts of all workers, in any order; other records between them do not matter. '-' reads them from stdin
    #[arg(long, value_name = "FILE", default_value = "-")]
    receipts: PathBuf,
    /// Publish only if the listing of all files has this hash: 'tree' at the end of cw-scan
    #[arg(long, value_name = "HEX")]
    tree: Option<Blob>,
    /// Print what was done as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    wait: Wait,
    #[command(flatten)]
    place: Where,
}

/// Makes one slice of a tree and prints its receipts.
pub fn build(args: index::Args, slice: Slice, work: &Work, env: &Env) -> Done {
    let place = locate::place(args.path.as_deref(), args.place.index.as_deref())?;
    let root = match place.root {
        Some(root) => root,
        None => locate::root(None)?,
    };
    let services = services(&args.model, None, &environment)?;
    let settings = settings::of_project(env, Some(&root), work.quiet)?;
    let mut scan = args.tree.options(root, &settings);
    (scan.slice, scan.rev) = (Some(slice), args.rev);
    agree(env, &services, &scan, args.yes)?;
    let store = Store::create(&place.index)?;
    let build = Build { chunk: args.size.options(&settings), embedder: Some(services.embedder.clone()), ..Build::new(scan) };
    let talk = Talk::new("cw", work);
    let mut losses = 0;
    let receipts = pipeline::slice(env, &store, build, |record| {
        losses += u64::from(matches!(record, Record::Fault(fault) if fault.level == Level::Loss));
        talk.see(record);
    })?;
    talk.close();
    human(|mut out: &mut dyn Write| {
        receipts
            .into_iter()
            .map(Record::from)
            .try_for_each(|record| record.print(&mut out).and_then(|()| out.write_all(b"\n")).map_err(output))
    })?;
    Ok(if losses > 0 { Exit::Nothing } else { Exit::Done })
}

/// Runs `cw commit`.
pub fn commit(args: &Commit, work: &Work) -> Done {
    let receipts = read(&args.receipts)?;
    // Before an index is made of nothing.
    pipeline::are_receipts(&receipts)?;
    let store = Store::create(&locate::place(None, args.place.index.as_deref())?.index)?;
    let count = receipts.len();
    let done = pipeline::commit(&work.env()?, &store, receipts, args.tree, args.wait.duration())?;
    super::index::sweep(&store)?;
    let of = |pick: fn(&cw_index::Commit) -> usize| done.parts.iter().map(|(_, commit)| pick(commit)).sum::<usize>();
    let (kept, written) = (of(|commit| commit.kept), of(|commit| commit.written));
    let changed = done.parts.iter().any(|(_, commit)| commit.changed);
    if args.json {
        let object = json!({
            "index": store.folder().to_string_lossy(), "changed": changed, "files": done.files, "chunks": done.chunks, "tree": done.tree.to_string(),
            "receipts": count, "segments": kept + written, "made_anew": written, "losses": done.losses,
        });
        human(|out| writeln!(out, "{object}").map_err(output))?;
    } else if !work.quiet {
        let place = visible(&store.folder().to_string_lossy());
        say(format_args!(
            "cw: {} files, {} chunks in '{place}' ({} segments, {written} of them made anew)",
            done.files,
            done.chunks,
            kept + written
        ));
    }
    if done.losses > 0 && !work.quiet {
        say(format_args!("cw: the workers could not take in everything: {} losses, which they said", done.losses));
    }
    Ok(if done.losses > 0 { Exit::Nothing } else { Exit::Done })
}

/// The receipts among the records of a file or of stdin.
fn read(path: &Path) -> Result<Vec<Receipt>, Failure> {
    let lost = |error: std::io::Error| Error::system("C03", format!("cannot read the receipts from '{}': {error}", path.display()));
    let input: Box<dyn Read> =
        if path.as_os_str() == "-" { Box::new(std::io::stdin()) } else { Box::new(std::fs::File::open(path).map_err(lost)?) };
    let mut receipts = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(input).lines()) {
        let line = line.map_err(lost)?;
        if line.trim().is_empty() {
            continue;
        }
        match Record::parse(line.trim()) {
            Ok(Record::Receipt(receipt)) => receipts.push(receipt),
            Ok(_) => {}
            Err(what) => {
                let error = cw_records::Error::Line { line: number, what };
                return Err(Error::from(error).into());
            }
        }
    }
    Ok(receipts)
}
