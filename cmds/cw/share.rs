//! `cw push` and `cw pull`: an index to a share and back. What moves and what is checked is `cw_index::share`'s; here are addresses, names of refs, and talk.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cw_index::Store;
use cw_index::share::{self, Folder, Remote};
use cw_records::Blob;
use cw_stages::providers::http::{Missed, Share};
use cw_stages::{Env, Error, Exit, scan};
use serde_json::json;

use crate::Done;
use crate::common::{Wait, Where, Work};
use crate::exit::{Failure, output, say, visible};
use crate::flow::human;
use crate::locate;
use crate::services::{Model, bare, environment, service_at};

/// Flags of `cw push`.
#[derive(clap::Args, Debug)]
pub struct Push {
    /// The share: a folder, or an address that begins with http:// or https://
    #[arg(value_name = "TARGET", env = "CW_SHARE", hide_env_values = true)]
    target: String,
    /// The name under which the index is found there. May be repeated [default: the branch that is checked out; with --rev, REV]
    #[arg(long = "ref", value_name = "NAME")]
    refs: Vec<String>,
    #[command(flatten)]
    place: Common,
}

/// Flags of `cw pull`.
#[derive(clap::Args, Debug)]
pub struct Pull {
    /// The share: a folder, or an address that begins with http:// or https://
    #[arg(value_name = "SOURCE", env = "CW_SHARE", hide_env_values = true)]
    source: String,
    /// The name of the index there. May be repeated: the first that is there is taken [default: the branch that is checked out, then main, then master; with --rev, REV]
    #[arg(long = "ref", value_name = "NAME")]
    refs: Vec<String>,
    /// Take it only if it is what was pushed as this digest
    #[arg(long, value_name = "HEX")]
    digest: Option<Blob>,
    #[command(flatten)]
    place: Common,
}

#[derive(clap::Args, Debug)]
struct Common {
    /// The index of a revision (cw index --rev), not that of the tree
    #[arg(long, value_name = "REV")]
    rev: Option<String>,
    /// Print what was done as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    wait: Wait,
    #[command(flatten)]
    place: Where,
}

/// The prefix of the settings of a share that is a service.
const SETTINGS: &str = "CW_SHARE";
/// How long one file may take on its way, if nobody says.
const FILE: Duration = Duration::from_secs(600);

/// A share that was named.
enum Target<'a> {
    Folder(Folder),
    Http(Box<Share<'a>>),
}

impl<'a> Target<'a> {
    fn open(name: &str, env: &'a Env, wait: Duration) -> Result<Target<'a>, Failure> {
        if name.is_empty() || name.contains("://") && !["http://", "https://"].iter().any(|scheme| name.starts_with(scheme)) {
            let error = Error::usage("C16", format!("'{}' is no share", visible(&bare(name))));
            return Err(error.hint("name a folder, or an address that begins with https://").into());
        }
        if !name.contains("://") {
            return Ok(Target::Folder(Folder::new(Path::new(name), wait)));
        }
        let mut service = service_at(SETTINGS, name, &environment)?;
        if environment(&format!("{SETTINGS}_REQUEST_TIMEOUT_MS")).is_none() {
            service.timeout = FILE;
        }
        Ok(Target::Http(Box::new(Share::new(service, env))))
    }
}

impl From<Missed> for Failure {
    fn from(missed: Missed) -> Failure {
        match missed {
            Missed::Index(error) => error.into(),
            Missed::Service(message) => Error::system("C18", message)
                .hint("nothing was changed here; cw-push(1) lists the settings of a share (CW_SHARE_API_KEY)")
                .into(),
        }
    }
}

impl Remote for Target<'_> {
    type Error = Failure;

    fn length(&self, path: &str) -> Result<Option<u64>, Failure> {
        match self {
            Target::Folder(folder) => Ok(folder.length(path)?),
            Target::Http(share) => Ok(share.length(path)?),
        }
    }

    fn read(&self, path: &str, limit: u64) -> Result<Option<(Vec<u8>, String)>, Failure> {
        match self {
            Target::Folder(folder) => Ok(folder.read(path, limit)?),
            Target::Http(share) => Ok(share.read(path, limit)?),
        }
    }

    fn create(&self, path: &str, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Target::Folder(folder) => Ok(folder.create(path, bytes)?),
            Target::Http(share) => Ok(share.create(path, bytes)?),
        }
    }

    fn swap(&self, path: &str, seen: Option<&str>, bytes: &[u8]) -> Result<bool, Failure> {
        match self {
            Target::Folder(folder) => Ok(folder.swap(path, seen, bytes)?),
            Target::Http(share) => Ok(share.swap(path, seen, bytes)?),
        }
    }
}

/// Says what is wrong with an address or its settings, without asking it.
pub fn check(target: &str, env: &Env) -> Result<(), Failure> {
    Target::open(target, env, Duration::ZERO).map(drop)
}

/// Runs `cw push`.
pub fn push(args: Push, work: &Work) -> Done {
    let env = work.env()?;
    let common = &args.place;
    let place = locate::place(None, common.place.index.as_deref())?.at(common.rev.as_deref());
    let target = Target::open(&args.target, &env, common.wait.duration())?;
    let refs = names(&args.refs, common.rev.as_deref(), place.root.as_deref())?;
    if let (Target::Folder(_), Some(root)) = (&target, &place.root)
        && Path::new(&args.target).canonicalize().is_ok_and(|folder| folder == *root || folder.starts_with(&place.index))
    {
        let error = Error::usage("C16", format!("'{}' is the tree itself, and no share", visible(&args.target)));
        return Err(error.hint("name a folder of its own, beside the tree").into());
    }
    if refs.is_empty() {
        let error = Error::usage("C19", "no branch is checked out that the index could be named after");
        return Err(error.hint("name it: --ref NAME").into());
    }
    let store = Store::open(&place.index)?.patient(common.wait.duration());
    let done = share::push(&store, &target, &refs)?;
    if common.json {
        let object = json!({
            "index": store.folder().to_string_lossy(), "refs": refs, "moved": done.moved, "digest": done.digest.to_string(),
            "sent": done.sent, "bytes": done.bytes, "kept": done.kept,
        });
        human(|out| writeln!(out, "{object}").map_err(output))?;
    }
    if let Some(lost) = done.lost {
        let error = Error::system("C17", format!("the ref '{lost}' was moved by somebody else meanwhile"));
        return Err(error.hint("nothing is lost: look at what is there now, and push again").into());
    }
    if !work.quiet {
        say(format_args!(
            "cw: {} files sent ({} bytes), {} were there; {} is {}",
            done.sent,
            done.bytes,
            done.kept,
            quoted(&refs),
            done.digest
        ));
    }
    Ok(Exit::Done)
}

/// Runs `cw pull`.
pub fn pull(args: Pull, work: &Work) -> Done {
    let env = work.env()?;
    let common = &args.place;
    let place = locate::place(None, common.place.index.as_deref())?.at(common.rev.as_deref());
    let target = Target::open(&args.source, &env, common.wait.duration())?;
    let mut refs = names(&args.refs, common.rev.as_deref(), place.root.as_deref())?;
    if args.refs.is_empty() && common.rev.is_none() {
        refs.extend(["main", "master"].map(str::to_owned));
    }
    if let Target::Folder(_) = &target
        && !Path::new(&args.source).exists()
    {
        let error = Error::usage("C16", format!("there is no folder '{}'", visible(&args.source)));
        return Err(error.hint("cw push makes a share").into());
    }
    let offer = share::look(&target, &refs, args.digest)?;
    if common.rev.is_some() && offer.revision.is_none() {
        return Err(cw_index::Error::NoRef(format!("{} of a revision", offer.name)).into());
    }
    let store = place.create(true, common.wait.duration())?;
    if common.rev.is_some() && store.revision() != offer.revision {
        store.clear_revision()?;
    }
    let done = offer.take(&store, &target, common.wait.duration())?;
    if let (Some(rev), Some((_, commit))) = (&common.rev, &offer.revision) {
        store.set_revision(rev, commit)?;
    }
    if common.json {
        let object = json!({
            "index": store.folder().to_string_lossy(), "ref": offer.name, "digest": offer.digest.to_string(), "changed": done.changed,
            "fetched": done.fetched, "bytes": done.bytes, "kept": done.kept,
        });
        human(|out| writeln!(out, "{object}").map_err(output))?;
    }
    if !work.quiet {
        let place = store.folder().display();
        say(format_args!(
            "cw: '{}' is in '{place}': {} segments fetched ({} bytes), {} were here",
            visible(&offer.name),
            done.fetched,
            done.bytes,
            done.kept
        ));
        let model = Model::default().embedder(&environment)?.identity().part();
        if store.vec(&model)?.is_none() {
            say(format_args!("cw: note: it has no vectors of '{}'; cw index makes them", visible(&model)));
        }
    }
    Ok(Exit::Done)
}

/// The refs that are meant: those that were named, else the revision, else the branch.
fn names(told: &[String], rev: Option<&str>, root: Option<&Path>) -> Result<Vec<String>, Failure> {
    if let Some(odd) = told.iter().find(|name| name.trim().is_empty() || name.chars().any(char::is_control)) {
        let what =
            if odd.trim().is_empty() { "the name of a ref is empty".to_owned() } else { format!("'{}' is no name of a ref", visible(odd)) };
        return Err(Error::usage("C19", what).hint("a name is one word in one line, such as main").into());
    }
    if !told.is_empty() {
        return Ok(told.to_vec());
    }
    let here = || scan::branch(root.unwrap_or(&PathBuf::from(".")));
    Ok(rev.map(str::to_owned).or_else(here).into_iter().collect())
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("'{}'", visible(name))).collect::<Vec<_>>().join(", ")
}
