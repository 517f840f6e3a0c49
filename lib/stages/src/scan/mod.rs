//! Lists a tree: finds the files that belong to it, reads them, and says of every other one why it is left out.
//!
//! The listing is that of `git ls-files -co --exclude-standard` with `.cwignore` on top, less what `skip` records name; the same rules
//! hold where there is no git (there, `node_modules` is out too). The listing itself is a barrier (paths and sizes only); reading, hashing and decoding **stream** in path order.
//!
//! Left out: `includeIf` and `/etc/gitconfig`, split indexes, and any choice about folders that are too wide
//! (see [`is_too_wide`]).

mod content;
mod decode;
mod disk;
mod east_asian;
mod explain;
mod follow;
mod judge;
pub mod language;
mod places;
mod read;
mod repo;
mod revision;
mod rules;
mod skip;
mod slice;
mod stamp;
mod tracked;
mod walk;
mod wild;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use cw_records::{Blob, Counts, End, Fault, Gone, Header, Order, Record, RecordPath, Scope, Skip};
use serde_json::{Map, Value, json};

use crate::{Env, Error, Progress, Stream, in_order_map};
use disk::Kind;
use judge::Walk;
use read::{Done, Job, Origin, Reading};
use revision::Revision;
use walk::{Entry, Listing};

pub use decode::{Text, decode};
pub use explain::{explain, explain_empty};
pub use places::{Places, places};
pub use revision::{branch, is_git_folder};
pub use skip::Reason;
pub use slice::Slice;
pub use stamp::Stamps;

/// Files above this many bytes are left out unless the caller says otherwise.
pub const MAX_FILE_SIZE: u64 = 1 << 20;

/// What to list, and how.
#[derive(Clone)]
pub struct Options {
    /// The folder that paths are relative to.
    pub root: PathBuf,
    /// Only these files and folders below the root; empty: everything.
    pub paths: Vec<PathBuf>,
    /// Globs as of ripgrep's `--glob`: they win over ignore files, `!` leaves out, the last that matches counts. One that is a folder takes what ignore files leave in it.
    pub globs: Vec<String>,
    /// Also names that begin with a dot, as git does.
    pub hidden: bool,
    /// Follow links, only to what lies below the root, each file once.
    pub follow: bool,
    /// Larger files are left out.
    pub max_file_size: u64,
    /// Put the text on file records.
    pub text: bool,
    /// Also files that look like credentials.
    pub include_secrets: bool,
    /// Take lock, generated and minified files, too. Those that `.cwignore` takes back are taken anyway.
    pub include_generated: bool,
    /// These files are the listing: no walk, no ignore files; a missing one is a loss.
    pub files_from: Option<Vec<RecordPath>>,
    /// A revision of git instead of what is on disk: a branch, a tag, a commit, `HEAD~3`, `stash@{0}`.
    pub rev: Option<String>,
    /// Only this slice of the listing, for a build by several workers.
    pub slice: Option<Slice>,
    /// What an index holds already: only the differences flow.
    pub known: Option<Known>,
    /// The stat cache, read and brought up to date when the stream ends.
    pub stamps: Option<Arc<Mutex<Stamps>>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            root: PathBuf::from("."),
            paths: Vec::new(),
            globs: Vec::new(),
            hidden: true,
            follow: false,
            max_file_size: MAX_FILE_SIZE,
            text: true,
            include_secrets: false,
            include_generated: false,
            files_from: None,
            rev: None,
            slice: None,
            known: None,
            stamps: None,
        }
    }
}

/// What the parts of an index hold.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Files that every part holds with this content.
    pub files: BTreeMap<RecordPath, Blob>,
    /// Files that any part holds.
    pub any: BTreeSet<RecordPath>,
}

/// Lists the tree as a stream. The records of the same tree, options and home are the same bytes but for `mtime`. **Streams** after the listing.
pub fn scan<'a>(env: &'a Env, options: Options) -> Result<Stream<'a>, Error> {
    let (mut walk, mut start) = Walk::new(env, &options)?;
    let mut faults = Vec::new();
    let mut header = header(&walk.base, &options);
    header.scope = Some(match (options.slice, &options.known) {
        (Some(_), _) => Scope::Part,
        (None, Some(_)) => Scope::Changes,
        (None, None) => Scope::All,
    });
    header.slice = options.slice.map(|slice| (slice.number, slice.of));
    let mut revision = None;
    let listing = match (&options.files_from, &options.rev) {
        (Some(paths), _) => named(&walk, paths),
        (None, Some(_)) if options.follow => {
            return Err(Error::usage("S20", "links of a revision cannot be followed").hint("leave --follow out"));
        }
        (None, Some(rev)) => {
            let opened = revision.insert(Revision::open(Path::new(OsStr::from_bytes(&walk.base)), rev)?);
            if let Some(commit) = opened.commit {
                header.extra.insert("commit".into(), commit.to_string().into());
            }
            header.extra.insert("rev".into(), rev.clone().into());
            opened.list(&mut walk, start, &mut faults)?
        }
        (None, None) => {
            faults.extend(walk.root_verdict(&mut start).and_then(|why| walk.root_is_out(&why)));
            walk.run(start)?
        }
    };
    let Listing { mut entries, faults: lost, blind, .. } = listing;
    if let Some(slice) = options.slice {
        slice.keep(&mut entries, |entry| &entry.path);
    }
    faults.extend(lost);
    if blind.iter().any(Vec::is_empty) {
        return Err(Error::system("S01", format!("cannot read '{}'", options.root.display())).hint("look at its permissions"));
    }
    env.progress(Progress::Files(entries.len() as u64));
    let jobs = jobs(entries, options.known.as_ref(), &blind);
    let key = u8::from(options.include_secrets) | 2 | u8::from(options.rev.is_some()) << 2 | u8::from(options.include_generated) << 3;
    let stamps = options.stamps.clone();
    // The cache is copied out, so that no lock is held while files are read.
    let old = stamps.as_ref().map(|stamps| {
        let mut stamps = stamps.lock().unwrap_or_else(PoisonError::into_inner);
        stamps.ready(key);
        stamps.clone()
    });
    let whole = options.files_from.is_none() && options.paths.is_empty() && options.globs.is_empty();
    let sliced = options.slice.is_some();
    let origin = revision.map_or(Origin::Disk(walk.root), |revision| Origin::Revision(Box::new(revision)));
    let reading = Reading::new(origin, options, old);
    let done = in_order_map(env, jobs.into_iter(), |job: &Job| job.weight(), move |job| reading.look(job));
    let mut tail = Tail { env, stamps, whole, seen: Vec::new(), tree: Listed::default(), sliced, counts: Counts::default(), over: false };
    let mut ready: std::collections::VecDeque<Record> =
        std::iter::once(header.into()).chain(faults.into_iter().map(Record::from)).collect();
    let mut done = Box::new(done);
    Ok(Box::new(std::iter::from_fn(move || {
        loop {
            if let Some(mut record) = ready.pop_front() {
                tail.counts.take(&mut record);
                return Some(Ok(record));
            }
            if tail.over {
                return None;
            }
            if let Err(error) = env.check() {
                tail.over = true;
                return Some(Err(error));
            }
            match done.next() {
                Some(one) => tail.take(one, &mut ready),
                None => {
                    tail.over = true;
                    ready.push_back(tail.end());
                }
            }
        }
    })))
}

/// The commit (or the tree) that `rev` means in the repository around `root`.
pub fn resolve(root: &Path, rev: &str) -> Result<String, Error> {
    let root = root.canonicalize().map_err(|error| Error::usage("S04", format!("cannot use '{}': {error}", root.display())))?;
    Ok(Revision::open(&root, rev)?.name())
}

/// True for a root that holds far more than a project: the file system's top, the home folder, or a folder that holds the home folder.
pub fn is_too_wide(root: &Path, env: &Env) -> bool {
    let Ok(root) = root.canonicalize() else { return false };
    let home = env.home.as_ref().and_then(|home| home.canonicalize().ok());
    let system = [
        "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/media", "/mnt", "/opt", "/proc", "/run", "/sbin", "/sys", "/tmp", "/usr",
        "/var",
    ];
    root.parent().is_none() || system.iter().any(|folder| root == Path::new(folder)) || home.is_some_and(|home| home.starts_with(&root))
}

/// What gathers behind the workers, one file after the other.
struct Tail<'a> {
    env: &'a Env,
    stamps: Option<Arc<Mutex<Stamps>>>,
    whole: bool,
    seen: Vec<(RecordPath, stamp::Stamp)>,
    tree: Listed,
    sliced: bool,
    counts: Counts,
    over: bool,
}

impl Tail<'_> {
    fn take(&mut self, done: Done, ready: &mut std::collections::VecDeque<Record>) {
        if done.is_entry {
            self.env.progress(Progress::File);
        }
        if let Some(blob) = done.blob {
            self.tree.take(&done.path, &blob);
        }
        if let Some(stamp) = done.stamp
            && self.stamps.is_some()
        {
            self.seen.push((done.path.clone(), stamp));
        }
        if let Some(file) = done.file {
            ready.push_back(file.into());
        }
        if done.gone {
            ready.push_back(Gone { path: done.path.clone(), extra: Default::default() }.into());
        }
        if let Some(reason) = done.skip {
            ready.push_back(Skip { path: done.path, reason: reason.word().into(), extra: Default::default() }.into());
        }
        ready.extend(done.fault.map(Record::from));
    }

    fn end(&mut self) -> Record {
        if let Some(stamps) = &self.stamps {
            let mut stamps = stamps.lock().unwrap_or_else(PoisonError::into_inner);
            stamps.update(std::mem::take(&mut self.seen), self.whole);
        }
        // Nobody saw the whole listing who saw one slice.
        End { tree: (!self.sliced).then(|| self.tree.hash()), ..End::default() }.into()
    }
}

/// The hash of a listing, as it grows.
#[derive(Default)]
struct Listed(blake3::Hasher);

impl Listed {
    fn take(&mut self, path: &RecordPath, blob: &Blob) {
        self.0.update(path.as_bytes());
        self.0.update(b"\0");
        self.0.update(&blob.0);
        self.0.update(b"\n");
    }

    fn hash(&self) -> Blob {
        Blob::cut(&self.0.finalize())
    }
}

/// The hash of a listing of these files, which ascend by path: `tree` of an end.
pub fn tree_of<'a>(files: impl Iterator<Item = (&'a RecordPath, &'a Blob)>) -> Blob {
    let mut listed = Listed::default();
    files.for_each(|(path, blob)| listed.take(path, blob));
    listed.hash()
}

impl Options {
    /// The options that differ from the usual ones and shape the listing; what `made_with` of the header says of `scan`.
    pub fn made_with(&self) -> Map<String, Value> {
        let mut made = Map::new();
        let usual = Options::default();
        if !self.paths.is_empty() {
            // Relative, so that moving the tree changes nothing.
            let relative = |path: &PathBuf| path.strip_prefix(&self.root).unwrap_or(path).to_string_lossy().into_owned();
            let mut paths: Vec<String> = self.paths.iter().map(relative).collect();
            paths.sort();
            made.insert("paths".into(), json!(paths));
        }
        if !self.globs.is_empty() {
            made.insert("globs".into(), json!(self.globs));
        }
        for (name, value, usual) in [
            ("hidden", self.hidden, usual.hidden),
            ("follow", self.follow, usual.follow),
            ("include_secrets", self.include_secrets, usual.include_secrets),
            ("include_generated", self.include_generated, usual.include_generated),
            ("files_from", self.files_from.is_some(), false),
        ] {
            if value != usual {
                made.insert(name.into(), Value::Bool(value));
            }
        }
        if self.max_file_size != usual.max_file_size {
            made.insert("max_file_size".into(), json!(self.max_file_size));
        }
        made
    }

    /// Takes over what shaped an earlier listing: the `scan` entry of a header's or manifest's `made_with`. False if that listing cannot be
    /// repeated, because its paths were given from outside.
    pub fn recall(&mut self, made_with: &Map<String, Value>) -> bool {
        let Some(Value::Object(made)) = made_with.get("scan") else { return true };
        let texts = |name: &str| -> Vec<String> {
            let list = made.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let flag = |name: &str, usual: bool| made.get(name).and_then(Value::as_bool).unwrap_or(usual);
        self.paths = texts("paths").into_iter().map(|path| self.root.join(path)).collect();
        self.globs = texts("globs");
        self.hidden = flag("hidden", self.hidden);
        self.follow = flag("follow", self.follow);
        self.include_secrets = flag("include_secrets", self.include_secrets);
        self.include_generated = flag("include_generated", self.include_generated);
        self.max_file_size = made.get("max_file_size").and_then(Value::as_u64).unwrap_or(self.max_file_size);
        !flag("files_from", false)
    }
}

fn header(base: &[u8], options: &Options) -> Header {
    let root = Path::new(OsStr::from_bytes(if base.len() > 1 { &base[..base.len() - 1] } else { base }));
    let mut header = Header::new(Order::Path);
    header.set_root(root);
    header.repo = root.file_name().map(|name| name.to_string_lossy().into_owned());
    header.via = vec![crate::via("scan")];
    let made = options.made_with();
    if !made.is_empty() {
        header.made_with.insert("scan".into(), Value::Object(made));
    }
    header
}

/// The listing that the caller gave.
fn named(walk: &Walk<'_>, paths: &[RecordPath]) -> Listing {
    let mut listing = Listing::default();
    for path in paths.iter().collect::<BTreeSet<_>>() {
        let lost = |what: &str| Fault::loss("S01", Some(path), format!("cannot read '{}': {what}", path.display()));
        let reserved = path.as_bytes().split(|byte| *byte == b'/').any(|part| part == b".git" || part == b".cw");
        if !path.is_confined() || reserved {
            listing.faults.push(lost("it does not lie below the root"));
            continue;
        }
        match walk.root.meta(path.as_bytes()) {
            Ok(meta) if meta.kind == Kind::Folder => listing.faults.push(lost("it is a folder")),
            Ok(meta) => listing.entries.push(Entry { path: path.clone(), real: None, meta, object: None, asked: false }),
            Err(error) => {
                listing.faults.push(lost(&walk::plain(&error)));
                if error.kind() != std::io::ErrorKind::NotFound {
                    listing.blind.push(path.as_bytes().to_vec());
                }
            }
        }
    }
    listing
}

/// The listing and, between it, what the index holds and the tree does not.
fn jobs(entries: Vec<Entry>, known: Option<&Known>, blind: &[Vec<u8>]) -> Vec<Job> {
    let Some(known) = known else { return entries.into_iter().map(Job::Entry).collect() };
    let below = |path: &[u8], top: &[u8]| path.starts_with(top) && matches!(path.get(top.len()), None | Some(b'/'));
    let mut held = known.any.iter().peekable();
    let mut jobs = Vec::with_capacity(entries.len());
    let missing = |path: &RecordPath| {
        let hidden = blind.iter().any(|top| below(path.as_bytes(), top));
        if hidden { Job::Unseen(path.clone()) } else { Job::Gone(path.clone()) }
    };
    for entry in entries {
        while let Some(path) = held.next_if(|path| **path < entry.path) {
            jobs.push(missing(path));
        }
        held.next_if(|path| **path == entry.path);
        jobs.push(Job::Entry(entry));
    }
    jobs.extend(held.map(missing));
    jobs
}
