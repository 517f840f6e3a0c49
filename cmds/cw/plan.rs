//! What has to be done before an index is asked, and whether it can be asked without.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use cw_index::Store;
use cw_stages::evidence::Corpus;
use cw_stages::pipeline::{self, Build, Snapshot};
use cw_stages::providers::Embedder;
use cw_stages::{Env, Error, Filter, chunk, scan};

use crate::chunk::Size;
use crate::exit::{Failure, visible};
use crate::locate::{self, Place};
use crate::scan::Tree;
use crate::settings;

/// How long a question waits for the first build of another command.
pub const FIRST_BUILD: Duration = Duration::from_secs(10);

/// What of the tree an index lists, or would list; `None` without a tree, or if its listing was given from outside.
pub fn listing(env: &Env, place: &Place) -> Result<Option<scan::Options>, Failure> {
    let Some(root) = place.root.as_deref().filter(|root| root.is_dir()) else { return Ok(None) };
    let made_with = Store::open(&place.index).ok().and_then(|store| pipeline::made_with(&store).ok().flatten());
    Ok(again(env, root, made_with.as_ref())?.map(|build| build.scan))
}

/// Why an index has no files, and the way out, in one line.
pub fn emptiness(env: &Env, scan: Option<&scan::Options>) -> String {
    let why = scan.filter(|scan| scan.rev.is_none()).and_then(|scan| scan::explain_empty(env, scan).ok());
    match why {
        Some(Some(why)) => format!("the index has no files: {} (cw-scan --explain PATH says it of others)", visible(&why)),
        Some(None) => "the index has no files, and neither has its tree".to_owned(),
        None => "the index has no files (cw-scan --explain PATH says why one is left out)".to_owned(),
    }
}

/// That no file of the index is within `scope`, if none is.
pub fn outside(scope: &Filter, snapshot: &Snapshot) -> Result<Option<String>, Failure> {
    let corpus = Corpus::new(snapshot.lex());
    if scope.mask(&corpus)?.is_none_or(|mask| mask.contains(&true)) {
        return Ok(None);
    }
    let absent = scope.absent(&corpus)?;
    Ok(Some(if absent.is_empty() { "no file of the index is within --path, --lang and --content".to_owned() } else { absent.join("; ") }))
}

/// What has to be done before an index is asked.
pub enum Plan {
    /// Bring it up to date.
    Build(Box<Build>),
    /// Nothing can be done, for this reason: ask it as it is.
    AsIs(String),
}

/// Opens the index of a tree, makes an empty one on first use, and says what has to be done before it is asked; with `anew` that looks at no old part. Prints nothing.
pub fn plan(env: &Env, place: &Place, anew: bool, embedder: Option<Arc<dyn Embedder>>) -> Result<(Store, Plan), Failure> {
    let store = match Store::open(&place.index) {
        Ok(store) => store,
        Err(cw_index::Error::Missing(_)) if place.root.is_some() => {
            let root = place.root.clone().unwrap_or_default();
            if place.rev.is_none() && scan::is_too_wide(&root, env) {
                let error = Error::usage("C06", format!("'{}' is too wide to be one project", root.display()));
                return Err(error.hint("go to a project, or index it on purpose: cw index --yes").into());
            }
            place.create(anew, FIRST_BUILD)?
        }
        Err(error) => return Err(error.into()),
    };
    if place.rev.is_none()
        && let Some((rev, _)) = store.revision()
    {
        return Ok((store, Plan::AsIs(format!("it is the index of the revision '{rev}', which cw index --rev brings up to date"))));
    }
    let no_lex = !store.folder().join("lex").join("manifest.json").exists();
    let Some(root) = place.root.as_deref().filter(|root| no_lex || place.rev.is_some() || locate::is_tree(root, &store)) else {
        return Ok((store, Plan::AsIs("its tree is not here".into())));
    };
    // What has lost its manifest is made anew; a first build that was stopped, or is under way, goes on.
    let lost = |part: Option<cw_index::Error>| matches!(part, Some(cw_index::Error::Damaged { path, .. }) if !path.exists());
    let no_vec = embedder.as_ref().is_some_and(|embedder| lost(store.vec(&embedder.identity().part()).err()));
    let rebuild = anew || lost(store.lex().err()) || no_vec;
    let made_with = if anew || no_lex { None } else { pipeline::made_with(&store)? };
    let plan = match again(env, root, made_with.as_ref())? {
        Some(mut build) => {
            build.scan.rev.clone_from(&place.rev);
            Plan::Build(Box::new(Build { rebuild, embedder, ..build }))
        }
        None => Plan::AsIs("its listing was given from outside".into()),
    };
    Ok((store, plan))
}

/// True if an index was never finished.
pub fn is_first(store: &Store) -> bool {
    store.is_unfinished().unwrap_or(true) || !matches!(store.lex(), Ok(Some(_)))
}

/// True if an index still answers although it could not be brought up to date: somebody else is at it, or nobody may write.
pub fn is_stale_only(store: &Store, error: &Error) -> bool {
    matches!(error.code, "I02" | "I07" | "I12") && matches!(store.lex(), Ok(Some(_)))
}

/// The build that repeats an earlier one, or a first one as the settings say; `None` if it cannot be repeated.
fn again(env: &Env, root: &Path, made_with: Option<&serde_json::Map<String, serde_json::Value>>) -> Result<Option<Build>, Failure> {
    let settings = settings::of_project(env, Some(root), true)?;
    let Some(made_with) = made_with else {
        let scan = Tree::default().options(root.to_owned(), &settings);
        return Ok(Some(Build { chunk: Size::default().options(&settings), ..Build::new(scan) }));
    };
    let mut scan = scan::Options { root: root.to_owned(), ..scan::Options::default() };
    let mut chunk = chunk::Options::default();
    chunk.recall(made_with);
    Ok(scan.recall(made_with).then(|| Build { chunk, ..Build::new(scan) }))
}
