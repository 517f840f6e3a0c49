//! `cw index`: builds the index of a tree or brings it up to date, and the same for `cw query` before it answers.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cw_index::Store;
use cw_records::{Level, Record};
use cw_stages::pipeline::{self, Build, Built, Snapshot};
use cw_stages::providers::{Embedder, Services, other_model};
use cw_stages::{Env, Error, Exit, Progress, chunk, scan};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use super::is_watched;
use super::plan::{FIRST_BUILD, Plan, emptiness, is_first, is_stale_only, listing, plan};
use crate::Done;
use crate::chunk::Size;
use crate::common::{Wait, Where, Work};
use crate::consent::{self, Manner};
use crate::exit::{Failure, output, say};
use crate::flow::{Talk, human};
use crate::locate::{self, Place};
use crate::scan::Tree;
use crate::services::{Model, environment, services};
use crate::{registry, settings};

/// Flags of `cw index`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The tree [default: the project that the current folder is in]
    #[arg(value_name = "PATH")]
    pub path: Option<PathBuf>,
    /// Index a revision of git, beside the index of the tree: a branch, a tag, a commit. PATH may be a bare repository
    #[arg(long, value_name = "REV")]
    pub rev: Option<String>,
    /// Make slice K of N, for cw commit, and print its receipts: several workers make one index
    #[arg(long, value_name = "K/N", conflicts_with_all = ["rebuild", "json"])]
    pub slice: Option<scan::Slice>,
    /// Make everything anew, whatever is there
    #[arg(long, short = 'f', visible_alias = "force")]
    pub rebuild: bool,
    /// Do it without asking: index a folder as wide as a home folder, send code to the service
    #[arg(long)]
    pub yes: bool,
    /// Print what was done as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub tree: Tree,
    #[command(flatten)]
    pub size: Size,
    #[command(flatten)]
    pub model: Model,
    #[command(flatten)]
    pub wait: Wait,
    #[command(flatten)]
    pub place: Where,
}

/// Runs `cw index`.
pub fn run(args: Args, work: &Work, env: &Env) -> Done {
    if let Some(slice) = args.slice {
        return super::slices::build(args, slice, work, env);
    }
    let place = locate::place(args.path.as_deref(), args.place.index.as_deref())?.at(args.rev.as_deref());
    let root = match &place.root {
        Some(root) => root.clone(),
        None => locate::place(None, None)?.root.unwrap_or_default(),
    };
    if place.rev.is_none() && scan::is_too_wide(&root, env) && !args.yes {
        let error = Error::usage("C06", format!("'{}' is too wide to be one project", root.display()));
        return Err(error.hint("name the folder of a project, or pass --yes").into());
    }
    let services = services(&args.model, None, &environment)?;
    let start = Instant::now();
    let settings = settings::of_project(env, Some(&root), work.quiet)?;
    let (tree, size) = (args.tree.options(root.clone(), &settings), args.size.options(&settings));
    let told = tree.made_with() != scan::Options::default().made_with() || size != chunk::Options::default();
    if !place.index.join("format").exists() {
        // Before a first index leaves anything on disk.
        agree(env, &services, &tree, args.yes)?;
    }
    let store = match place.create(told || args.rebuild, args.wait.duration()) {
        Err(error @ cw_index::Error::Version { .. }) if !args.rebuild => return Err(error.into()),
        Err(error @ (cw_index::Error::Damaged { .. } | cw_index::Error::Version { .. })) => {
            say(format_args!("cw: {}: {}", error.code(), crate::exit::visible(&error.to_string())));
            Store::reset(&place.index)?
        }
        other => other?,
    };
    let store = store.patient(args.wait.duration());
    store.settle(args.wait.duration())?;
    check_tree(&store, &place, &root, &args, work)?;
    let mut build = Build {
        scan: tree,
        chunk: size,
        wait: args.wait.duration(),
        rebuild: args.rebuild,
        forget: args.rebuild,
        embedder: Some(services.embedder.clone()),
        hurry: false,
    };
    build.scan.rev.clone_from(&place.rev);
    // What is not finished is no damage: the build goes on.
    let findings = if args.rebuild { Vec::new() } else { store.verify(true)? };
    let damage = findings.iter().find(|finding| !matches!(finding.error, cw_index::Error::Unfinished(_)));
    build.rebuild |= damage.is_some();
    let told = check_options(&store, &args, &mut build);
    if let Some(finding) = damage {
        say(format_args!("cw: {}: {}", finding.error.code(), finding.error));
        for path in store.set_aside(args.wait.duration())? {
            say(format_args!("cw: moved to '{}'; the part is made anew", crate::exit::visible(&path.to_string_lossy())));
        }
    } else {
        told?;
    }
    agree(env, &services, &build.scan, args.yes)?;
    let talk = Talk::new("cw", work);
    let scan = build.scan.clone();
    let outcome = bring_up(env, &store, build, work, &talk)?;
    sweep(&store)?;
    talk.close();
    let seconds = start.elapsed().as_secs_f64();
    let files = report(&args, work, &store, &outcome, seconds)?;
    if files == 0 && !work.quiet {
        say(format_args!("cw: note: {}", emptiness(env, Some(&scan))));
    }
    Ok(if outcome.losses > 0 { Exit::Nothing } else { Exit::Done })
}

/// Deletes what a writer that was killed left without a name, unless somebody writes.
pub fn sweep(store: &Store) -> Result<(), Failure> {
    match store.gc(Duration::ZERO) {
        Ok(_) | Err(cw_index::Error::Locked { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Code is sent to another machine only if somebody agreed.
pub fn agree(env: &Env, services: &Services, scan: &scan::Options, yes: bool) -> Result<(), Failure> {
    let recipients = consent::recipients(services);
    consent::for_tree(env, &recipients, scan, if yes { Manner::Agreed } else { Manner::Ask })
}

/// An index that lies apart from its tree is not given to another tree by accident: named by a flag, that is said; set by CW_INDEX, it takes `--rebuild`.
fn check_tree(store: &Store, place: &Place, root: &Path, args: &Args, work: &Work) -> Result<(), Failure> {
    if let (None, Some((rev, _)), false) = (&place.rev, store.revision(), args.rebuild) {
        let message = format!("index '{}' is of the revision '{rev}', not of what is on disk", store.folder().display());
        return Err(Error::index("I05", message).hint("cw index --rev brings it up to date; or pass --rebuild to replace it").into());
    }
    let Some(other) = pipeline::stamps_root(store) else {
        // Nobody knows what it is of: whoever means this tree says so.
        if args.rebuild || args.path.is_some() || place.root.is_some() || !matches!(store.lex(), Ok(Some(_))) {
            return Ok(());
        }
        let message = format!("nobody knows of which tree the index '{}' is", store.folder().display());
        return Err(Error::index("I05", message).hint("name the tree: cw index PATH --index DIR; or pass --rebuild to replace it").into());
    };
    if args.rebuild || other == root || !other.is_dir() || place.index == root.join(cw_index::FOLDER) {
        return Ok(());
    }
    let message = format!("index '{}' is of the tree '{}', not of '{}'", store.folder().display(), other.display(), root.display());
    if std::env::var_os("CW_INDEX").is_some_and(|set| Some(set.as_os_str()) == args.place.index.as_deref().map(Path::as_os_str)) {
        return Err(Error::index("I05", message).hint("name another --index, or pass --rebuild to replace it").into());
    }
    if !work.quiet {
        say(format_args!("cw: note: {}; it is replaced", crate::exit::visible(&message)));
    }
    Ok(())
}

/// An index keeps the options it was made with: flags must say the same, or nothing; only `--rebuild` with flags changes them.
fn check_options(store: &Store, args: &Args, build: &mut Build) -> Result<(), Failure> {
    let made_with = match pipeline::made_with(store) {
        Ok(Some(made_with)) => made_with,
        Ok(None) => return Ok(()),
        // Nothing to keep can be read.
        Err(_) if build.rebuild => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let mut recalled = scan::Options { root: build.scan.root.clone(), ..scan::Options::default() };
    let repeatable = recalled.recall(&made_with);
    let mut chunks = chunk::Options::default();
    chunks.recall(&made_with);
    let told_tree = build.scan.made_with() != scan::Options::default().made_with();
    let told_size = build.chunk != chunk::Options::default();
    if args.rebuild {
        if !told_tree && repeatable {
            build.scan = scan::Options { rev: build.scan.rev.take(), ..recalled };
        }
        if !told_size {
            build.chunk = chunks;
        }
        return Ok(());
    }
    let differs = told_tree && build.scan.made_with() != recalled.made_with() || told_size && build.chunk != chunks;
    if differs || !repeatable {
        let theirs = serde_json::to_string(&made_with).unwrap_or_default();
        let error = Error::index("I05", format!("index '{}' was made with other options: {theirs}", store.folder().display()));
        return Err(error.hint("pass the same options, name another --index, or pass --rebuild").into());
    }
    recalled.rev = build.scan.rev.take();
    (build.scan, build.chunk) = (recalled, chunks);
    Ok(())
}

/// How long a person waits without a bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// What bringing an index up to date did.
pub struct Outcome {
    /// What the pipeline did.
    pub built: Built,
    /// Things that are missing from the index.
    pub losses: u64,
    /// Files that were left out on purpose.
    pub skips: u64,
}

/// Brings an index up to date, with a progress bar if a person watches and it takes long enough to matter.
pub fn bring_up(env: &Env, store: &Store, build: Build, work: &Work, talk: &Talk) -> Result<Outcome, Failure> {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {pos}/{len} files {wide_bar} {eta}") {
        bar.set_style(style);
    }
    let progress = bar.clone();
    let (start, watched) = (Instant::now(), std::sync::atomic::AtomicBool::new(is_watched(work)));
    if !work.quiet && !build.rebuild && pipeline::is_read_anew(store) {
        say(format_args!("cw: note: another build of cw made this index, and read files in another way; all of them are read again"));
    }
    let env = env.clone().with_progress(move |step| {
        // What is done at once needs no bar.
        if start.elapsed() > PATIENCE && watched.swap(false, std::sync::atomic::Ordering::Relaxed) {
            progress.set_draw_target(ProgressDrawTarget::stderr_with_hz(8));
        }
        match step {
            Progress::Files(count) => progress.set_length(count),
            Progress::File => progress.inc(1),
        }
    });
    let (mut losses, mut skips) = (0, 0);
    // Indexes of revisions stand below that of the tree.
    let root = build.scan.rev.is_none().then(|| build.scan.root.clone());
    let built = pipeline::build(&env, store, build, |record| {
        match record {
            Record::Fault(fault) => losses += u64::from(fault.level == Level::Loss),
            Record::Skip(_) => skips += 1,
            _ => {}
        }
        // Only what is said disturbs the bar.
        match record {
            Record::Fault(_) | Record::Skip(_) => bar.suspend(|| talk.see(record)),
            _ => talk.see(record),
        }
    });
    bar.finish_and_clear();
    let built = built?;
    if let Some(root) = root {
        registry::remember(&root, store.folder(), built.is_changed());
    }
    Ok(Outcome { built, losses, skips })
}

/// Who asks, of which models.
#[derive(Clone, Copy, Default)]
pub struct Asker<'a> {
    /// The models; none for those who ask for words and names only.
    pub services: Option<&'a Services>,
    /// Code may be sent to them, without a question.
    pub yes: bool,
}

impl Asker<'_> {
    /// Who makes vectors while the index is brought up to date. Whoever needs none asks no service.
    fn embedder(&self) -> Option<Arc<dyn Embedder>> {
        match self.services {
            Some(services) => Some(services.embedder.clone()),
            None => Model::default().embedder(&environment).ok().filter(|embedder| !embedder.is_costly()),
        }
    }
}

/// Opens an index for questions. One that was not brought up to date must have the model's vectors, if it has any.
pub fn open(store: &Store, services: Services, fresh: &Fresh) -> Result<Snapshot, Failure> {
    let snapshot = Snapshot::open(store, services.clone())?;
    if let (None, Fresh::No(_)) = (snapshot.vec(), fresh) {
        let there = store.models()?;
        if !there.is_empty() {
            return Err(other_model(&services.embedder.identity().part(), &there).into());
        }
    }
    Ok(snapshot)
}

/// How fresh an answer is.
pub enum Fresh {
    /// The tree was looked at.
    Yes,
    /// It was not, for this reason.
    No(String),
}

/// Makes sure that there is an index to ask: builds it on first use, refreshes it by stat. A tree that cannot be looked at leaves the index as it is, and says so.
pub fn ready(env: &Env, place: &Place, refresh: bool, asker: Asker<'_>, work: &Work, talk: &Talk) -> Result<(Store, Fresh), Failure> {
    if !refresh {
        // One that was begun with another tree's files is not yet an index of the revision.
        if place.rev.is_some() && Store::open(&place.index)?.revision().is_none() {
            return Err(cw_index::Error::Missing(place.index.clone()).into());
        }
        return Ok((Store::open(&place.index)?, Fresh::No("--no-refresh".into())));
    }
    // Two questions at once on a new tree: the second waits for the first one's build.
    if let Ok(store) = Store::open(&place.index)
        && is_first(&store)
    {
        store.settle(FIRST_BUILD)?;
    }
    if let Some(services) = asker.services.filter(|services| !consent::recipients(services).is_empty())
        && let Some(scan) = listing(env, place)?
    {
        agree(env, services, &scan, asker.yes)?;
    }
    let (store, mut build) = match plan(env, place, false, asker.embedder())? {
        (store, Plan::Build(build)) => (store, build),
        (store, Plan::AsIs(why)) => return Ok((store, Fresh::No(why))),
    };
    if is_first(&store) {
        build.wait = FIRST_BUILD;
    } else {
        build.hurry = true;
    }
    match bring_up(env, &store, *build, work, talk) {
        Ok(_) => Ok((store, Fresh::Yes)),
        Err(Failure::Error(error)) if is_stale_only(&store, &error) => Ok((store, Fresh::No(error.message))),
        Err(failure) => Err(failure),
    }
}

fn report(args: &Args, work: &Work, store: &Store, outcome: &Outcome, seconds: f64) -> Result<u64, Failure> {
    let lex = store.need_lex()?;
    let manifest = &lex.manifest;
    let changed = outcome.built.is_changed();
    if args.json {
        let object = json!({
            "index": store.folder().to_string_lossy(), "generation": lex.generation.to_string(), "changed": changed, "files": manifest.files, "chunks": manifest.chunks,
            "read": outcome.built.files, "gone": outcome.built.gone, "skips": outcome.skips, "losses": outcome.losses, "seconds": (seconds * 1000.0).round() / 1000.0,
        });
        human(|out| writeln!(out, "{object}").map_err(output))?;
    } else if !work.quiet {
        let idle = outcome.built.lex.is_none() && outcome.built.vec.is_none();
        let what =
            if idle { "nothing changed".to_owned() } else { format!("{} files read, {} gone", outcome.built.files, outcome.built.gone) };
        say(format_args!(
            "cw: {} files, {} chunks in '{}' ({what}; {seconds:.2} s)",
            manifest.files,
            manifest.chunks,
            store.folder().display()
        ));
    }
    Ok(manifest.files)
}
