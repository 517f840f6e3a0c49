//! An index that is ready to answer questions in words: found, brought up to date, opened with its models, and its texts allowed to go where they are judged.

use std::path::Path;

use cw_stages::Env;
use cw_stages::pipeline::Snapshot;

use super::index::{Asker, Fresh, open, ready};
use crate::common::Work;
use crate::consent;
use crate::exit::{Failure, say, visible};
use crate::flow::Talk;
use crate::locate;
use crate::services::{Judge, Model, environment, services};

/// Which index, and who answers from it.
pub struct Wish<'a> {
    /// A tree that was named.
    pub repo: Option<&'a Path>,
    /// An index that was named.
    pub index: Option<&'a Path>,
    /// A revision of git.
    pub rev: Option<&'a str>,
    /// Bring it up to date before.
    pub refresh: bool,
    /// Who embeds.
    pub model: &'a Model,
    /// Who judges.
    pub reranker: Option<Judge>,
    /// Code may be sent to them, without a question.
    pub yes: bool,
}

/// Opens it. What could not be done is said.
pub fn snapshot(env: &Env, wish: &Wish<'_>, work: &Work, talk: &Talk) -> Result<Snapshot, Failure> {
    let place = locate::place(wish.repo, wish.index)?.at(wish.rev);
    let services = services(wish.model, wish.reranker, &environment)?;
    let asker = Asker { services: Some(&services), yes: wish.yes };
    let (store, fresh) = ready(env, &place, wish.refresh, asker, work, talk)?;
    if let (Fresh::No(why), true, false) = (&fresh, wish.refresh, work.quiet) {
        say(format_args!("cw: note: the answer is from the index as it is: {why}"));
    }
    if let (Some(root), None, false) = (locate::elsewhere(&place), wish.repo, work.quiet) {
        say(format_args!("cw: note: CW_INDEX is an index of '{}'", visible(&root.to_string_lossy())));
    }
    let snapshot = open(&store, services, &fresh)?;
    let judges = snapshot.services().reranker.as_deref().and_then(consent::Recipient::of_reranker);
    let root = place.root.as_deref().unwrap_or(Path::new(""));
    consent::for_index(judges.as_slice(), root, &snapshot.lex().manifest.made_with, wish.yes)?;
    Ok(snapshot)
}
