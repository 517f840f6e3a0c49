//! An index that is ready to answer questions in words: found, brought up to date, opened with its models, and its texts allowed to go where they are judged.

use std::path::Path;

use cw_stages::pipeline::Snapshot;
use cw_stages::{Env, Error};

use super::index::{Asker, Fresh, open, ready};
use super::trees::Tree;
use crate::common::Work;
use crate::consent;
use crate::exit::{Failure, say, visible};
use crate::flow::Talk;
use crate::locate;
use crate::services::{Judge, Model, environment, services};
use crate::settings;

/// Which index, and who answers from it.
#[derive(Clone, Copy)]
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

/// An index, and whether its tree was looked at before.
pub struct Opened {
    /// The index.
    pub snapshot: Snapshot,
    /// False: it is as it was.
    pub refreshed: bool,
}

/// Opens the index of each tree, and with several all of them as one.
pub fn of_trees(env: &mut Env, trees: &[Tree], wish: &Wish<'_>, work: &Work, talk: &Talk) -> Result<Opened, Failure> {
    let of = |tree: &Tree, env: &mut Env, wish: &Wish<'_>| {
        snapshot(env, &Wish { repo: Some(&tree.path), rev: tree.rev.as_deref().or(wish.rev), ..*wish }, work, talk)
    };
    match trees {
        [] => snapshot(env, wish, work, talk),
        [only] => of(only, env, wish),
        several => {
            if wish.index.is_some_and(|index| std::env::var_os("CW_INDEX").is_none_or(|set| set != *index)) {
                return Err(Error::usage("C43", "several trees have several indexes").hint("leave --index out").into());
            }
            let mut refreshed = true;
            let open = |tree: &Tree| {
                // What one project sets holds for that one.
                let opened = of(tree, &mut env.clone(), &Wish { index: None, ..*wish })?;
                note_settings(&tree.name, Some(&tree.path), work)?;
                refreshed &= opened.refreshed;
                Ok::<_, Failure>((tree.name.clone(), opened.snapshot))
            };
            let all = several.iter().map(open).collect::<Result<Vec<_>, _>>()?;
            Ok(Opened { snapshot: joined(all)?, refreshed })
        }
    }
}

/// Opens several indexes as one, as they are: their trees need not be here.
pub fn of_indexes(env: &Env, indexes: &[Tree], wish: &Wish<'_>, work: &Work, talk: &Talk) -> Result<Opened, Failure> {
    let open = |index: &Tree| {
        let wish = Wish { index: Some(&index.path), refresh: false, ..*wish };
        let opened = snapshot(&mut env.clone(), &wish, work, talk)?;
        let root = locate::place(None, Some(&index.path))?.root.filter(|root| root.is_dir());
        note_settings(&index.path.to_string_lossy(), root.as_deref(), work)?;
        Ok::<_, Failure>((index.name.clone(), opened.snapshot))
    };
    let all = indexes.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let by_words = all.iter().zip(indexes).filter(|((_, snapshot), _)| snapshot.vec().is_none());
    for (_, index) in by_words.filter(|_| !work.quiet && all.iter().any(|(_, snapshot)| snapshot.vec().is_some())) {
        say(format_args!("cw: note: '{}' has no vectors: its files are found by words only", visible(&index.path.to_string_lossy())));
    }
    Ok(Opened { snapshot: joined(all)?, refreshed: false })
}

/// Of several trees that are ranked as one, none says how: what the user sets holds, and what a project sets is told.
fn note_settings(name: &str, root: Option<&Path>, work: &Work) -> Result<(), Failure> {
    let project = if work.quiet { None } else { settings::project(root)? };
    let keys: Vec<String> = project.into_iter().flat_map(|project| project.numbers).map(|(key, _)| key).collect();
    let search: Vec<&str> = keys.iter().map(String::as_str).filter(|key| key.starts_with("search.")).collect();
    if !search.is_empty() {
        let (name, keys) = (visible(name), search.join(", "));
        say(format_args!("cw: note: what '{name}' sets of {keys} holds only where it is asked alone"));
    }
    Ok(())
}

fn joined(all: Vec<(String, Snapshot)>) -> Result<Snapshot, Failure> {
    Ok(Snapshot::joined(all)?.ok_or_else(|| Error::usage("C43", "no tree is named"))?)
}

/// Opens it. What could not be done is said. The project's settings come to those of `env`.
pub fn snapshot(env: &mut Env, wish: &Wish<'_>, work: &Work, talk: &Talk) -> Result<Opened, Failure> {
    let place = locate::place(wish.repo, wish.index)?.at(wish.rev);
    env.settings = settings::of_project(env, place.root.as_deref(), work.quiet)?;
    let env = &*env;
    let services = services(wish.model, wish.reranker, &environment)?;
    let asker = Asker { services: Some(&services), yes: wish.yes };
    let (store, fresh) = ready(env, &place, wish.refresh, asker, work, talk)?;
    if let (Fresh::No(why), true, false) = (&fresh, wish.refresh, work.quiet) {
        say(format_args!("cw: note: the answer is from the index as it is: {}", visible(why)));
    }
    if let (Some(root), None, false) = (locate::elsewhere(&place), wish.repo, work.quiet) {
        say(format_args!("cw: note: CW_INDEX is an index of '{}'", visible(&root.to_string_lossy())));
    }
    let snapshot = open(&store, services, &fresh)?;
    let judges = snapshot.services().reranker.as_deref().and_then(consent::Recipient::of_reranker);
    let root = place.root.as_deref().unwrap_or(Path::new(""));
    consent::for_index(judges.as_slice(), root, &snapshot.lex().manifest.made_with, wish.yes)?;
    Ok(Opened { snapshot, refreshed: matches!(fresh, Fresh::Yes) })
}
