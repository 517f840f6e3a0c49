//! `cw verify` and `cw gc`: the index as files.

use std::path::Path;
use std::time::Duration;

use cw_index::Finding;
use cw_stages::Exit;

use crate::Done;
use crate::common::Work;
use crate::exit::{output, say, visible};
use crate::flow::human;
use crate::{locate, services};

/// Checks everything, changes nothing. Every finding is a line on stdout.
pub fn verify(quick: bool, index: Option<&Path>, work: &Work) -> Done {
    let store = locate::to_read(index, None)?;
    let mut findings = store.verify(quick)?;
    // Nothing that is there is damaged, and yet nobody can ask it.
    let is_kept_for_revisions = store.folder().join("refs").is_dir();
    if let (true, Err(error)) = (findings.is_empty() && !is_kept_for_revisions, store.need_lex()) {
        findings.push(Finding { path: store.folder().to_owned(), error });
    }
    human(|out| findings.iter().try_for_each(|finding| writeln!(out, "{}: {}", finding.error.code(), finding.error)).map_err(output))?;
    if findings.is_empty() {
        if !work.quiet {
            say(format_args!("cw: '{}' is whole", visible(&store.folder().to_string_lossy())));
        }
        return Ok(Exit::Done);
    }
    say(format_args!("  hint: cw index moves damaged files to damaged/ and makes the part anew"));
    Ok(Exit::Index)
}

/// Deletes what no manifest names; with `other_models`, also the parts of models that are not set.
pub fn gc(other_models: bool, wait: Duration, index: Option<&Path>, work: &Work) -> Done {
    let store = locate::to_read(index, None)?;
    if other_models {
        let embedder = services::Model::default().embedder(&services::environment)?;
        for model in store.forget_models(&embedder.identity().part(), wait)? {
            say(format_args!("cw: the vectors of '{}' are deleted", visible(&model)));
        }
    }
    let (count, bytes) = store.gc(wait)?;
    if !work.quiet {
        say(format_args!("cw: {count} files deleted, {bytes} bytes"));
    }
    Ok(Exit::Done)
}
