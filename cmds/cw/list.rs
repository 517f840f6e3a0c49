//! `cw list`, `cw forget`, `cw clean`: the indexes of this user. The list is a help for people; no command needs it.

use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use cw_index::Store;
use cw_stages::{Error, Exit, pipeline};
use serde_json::json;

use crate::common::{Wait, Where, Work};
use crate::exit::{output, say, visible};
use crate::flow::human;
use crate::registry::{self, Known};
use crate::{Done, locate};

/// Flags of `cw forget`.
#[derive(clap::Args, Debug)]
pub struct Forget {
    /// The tree, or its index folder
    #[arg(value_name = "PATH")]
    path: PathBuf,
}

/// Flags of `cw clean`.
#[derive(clap::Args, Debug)]
pub struct Clean {
    /// The tree [default: the project that the current folder is in]
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// The same, as other commands have it
    #[arg(long, hide = true, value_name = "PATH", conflicts_with = "path")]
    repo: Option<PathBuf>,
    /// The index of a revision, not that of the tree
    #[arg(long, value_name = "REV")]
    rev: Option<String>,
    /// Do it without asking
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    wait: Wait,
    #[command(flatten)]
    place: Where,
}

/// How a known index is, in a word, and how many files it has.
fn state(known: &Known) -> (&'static str, Option<u64>) {
    match known.lex() {
        Err(cw_index::Error::Missing(_)) => ("gone", None),
        Err(error) if error.is_system() => ("busy", None),
        Err(_) => ("damaged", None),
        Ok(None) => ("unfinished", None),
        Ok(Some(lex)) if known.has_tree() => ("ready", Some(lex.manifest.files)),
        Ok(Some(lex)) => ("no tree", Some(lex.manifest.files)),
    }
}

/// Runs `cw list`.
pub fn list(json: bool) -> Done {
    let all = registry::all();
    human(|out| {
        for known in &all {
            let (state, files) = state(known);
            let line = if json {
                let (root, index) = (known.root.display(), known.index.display());
                json!({ "root": root, "index": index, "state": state, "files": files, "updated": known.updated }).to_string()
            } else {
                let files = files.map(|files| format!("{files} files")).unwrap_or_default();
                format!("{state:<10} {files:>14}  {}", visible(&known.root.display()))
            };
            writeln!(out, "{line}").map_err(output)?;
        }
        Ok(())
    })?;
    Ok(if all.is_empty() { Exit::Nothing } else { Exit::Done })
}

/// Runs `cw forget`: takes an index off the list and leaves it where it is.
pub fn forget(args: &Forget, work: &Work) -> Done {
    let path = args.path.canonicalize().or_else(|_| std::path::absolute(&args.path)).unwrap_or_else(|_| args.path.clone());
    let shown = visible(&path.to_string_lossy());
    let known = registry::all().into_iter().map(|known| (known.root.to_os(), known.index.to_os()));
    let meant = known.filter(|(root, index)| *root == path || *index == path);
    if meant.filter(|(_, index)| registry::forget(index)).count() == 0 {
        say(format_args!("cw: '{shown}' is not on the list"));
        return Ok(Exit::Nothing);
    }
    if !work.quiet {
        say(format_args!("cw: '{shown}' is off the list; its index is as it was (cw clean deletes one)"));
    }
    Ok(Exit::Done)
}

/// Runs `cw clean`: deletes an index, and takes it off the list.
pub fn clean(args: &Clean, work: &Work) -> Done {
    let place = locate::place(args.path.as_deref().or(args.repo.as_deref()), args.place.index.as_deref())?.at(args.rev.as_deref());
    let shown = visible(&place.index.to_string_lossy());
    if matches!(Store::open(&place.index), Err(cw_index::Error::Missing(_))) {
        return Err(cw_index::Error::Missing(place.index).into());
    }
    // Not that of another tree, because CW_INDEX happens to be set.
    let of = || Store::open(&place.index).ok().and_then(|store| pipeline::stamps_root(&store));
    let other = match (args.path.as_ref().or(args.repo.as_ref()), &args.rev) {
        (_, Some(_)) => None,
        (Some(_), None) => of().filter(|of| place.root.as_ref() != Some(of)),
        (None, None) => locate::elsewhere(&place),
    };
    if let Some(other) = other {
        let error = Error::index("I05", format!("'{shown}' is the index of '{}'", visible(&other.to_string_lossy())));
        return Err(error.hint("unset CW_INDEX, or name the index alone: cw clean --index DIR").into());
    }
    if !args.yes && !is_agreed(&shown) {
        let error = Error::usage("C26", format!("'{shown}' would be deleted, and nobody agreed to that"));
        return Err(error.hint("in a script: --yes").into());
    }
    let bytes = delete(&place.index, args.wait.duration())?;
    registry::forget(&place.index);
    if place.index.exists() {
        say(format_args!("cw: note: what is left in '{shown}' is not of an index"));
    }
    if !work.quiet {
        say(format_args!("cw: '{shown}' is deleted, {bytes} bytes; cw index makes it anew"));
    }
    Ok(Exit::Done)
}

/// Deletes the index in `folder`, also one whose format this build does not read. A folder that only has a file `format` is none.
fn delete(folder: &Path, wait: Duration) -> Result<u64, cw_index::Error> {
    match Store::open(folder) {
        Err(cw_index::Error::Version { .. }) => Store::reset(folder),
        Err(cw_index::Error::Damaged { .. }) if folder.file_name() == Some(cw_index::FOLDER.as_ref()) => Store::reset(folder),
        store => store,
    }?
    .remove(wait)
}

/// Asks a person, if there is one.
fn is_agreed(shown: &str) -> bool {
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return false;
    }
    let _ = write!(std::io::stderr(), "Delete '{shown}'? [y/N] ");
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).is_ok() && matches!(line.trim(), "y" | "Y" | "yes")
}
