//! A revision of git as a tree to scan: names, kinds and bytes come from the repository's objects, so no checkout is needed and nothing is written.
//!
//! What a file's bytes are is what a checkout with git's own settings would write: `eol`, `text`, `ident` and `working-tree-encoding` of `.gitattributes`
//! hold. Programs that a repository names (`filter`) are never run, so a pointer of large file storage stays a pointer. The listing is a barrier; reading
//! is for any number of workers at once. Left out: the settings of the user, objects that would have to be fetched.

mod convert;
mod list;

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use cw_records::Blob;
use gix::ObjectId;

use super::disk::{Kind, Meta};
use super::walk::join;
use crate::Error;
use convert::{Attributes, Converter};

/// An object that the listing names.
#[derive(Clone, Copy, Debug)]
pub struct Object {
    /// Which repository: 0 is the one that was asked for, the others are its submodules.
    source: usize,
    id: ObjectId,
}

/// A revision, resolved.
pub struct Revision {
    sources: Vec<Source>,
    /// The commit, if the revision is one.
    pub commit: Option<ObjectId>,
    /// Where the root of the scan lies below the top of the repository, without slashes at its ends.
    prefix: Vec<u8>,
}

/// A repository that files come from.
struct Source {
    repo: gix::ThreadSafeRepository,
    /// Its place in the listing (of a submodule), without slashes at its ends.
    place: Vec<u8>,
    /// Put before a path of the listing, `place` taken off, it is a path of the repository.
    prefix: Vec<u8>,
    tree: ObjectId,
    attributes: Attributes,
    /// Workers that nobody uses just now.
    idle: Mutex<Vec<Worker>>,
}

struct Worker {
    repo: gix::Repository,
    converter: Option<Converter>,
}

/// True if `folder` is a repository without a work tree, or the `.git` of one.
pub fn is_git_folder(folder: &Path) -> bool {
    folder.join("HEAD").exists() && folder.join("objects").is_dir() && folder.join("refs").is_dir()
}

/// Opens the repository around `root`. Only its own settings are read.
fn open(root: &Path) -> Result<gix::ThreadSafeRepository, Error> {
    let place = root.ancestors().find(|folder| folder.join(".git").exists() || is_git_folder(folder));
    let Some(place) = place else {
        let error = Error::usage("S20", format!("'{}' is not in a git repository", root.display()));
        return Err(error.hint("--rev needs one; leave it out to list the files on disk"));
    };
    open_at(place).map_err(|error| Error::system("S21", format!("cannot open the repository '{}': {error}", place.display())))
}

/// The branch that is checked out around `root`; `None` if there is none, or no repository.
pub fn branch(root: &Path) -> Option<String> {
    let name = open(root).ok()?.to_thread_local().head_name().ok()??;
    std::str::from_utf8(name.shorten()).ok().map(str::to_owned)
}

fn open_at(place: &Path) -> Result<gix::ThreadSafeRepository, String> {
    gix::ThreadSafeRepository::open_opts(place, gix::open::Options::isolated()).map_err(|error| chain(&error))
}

/// An error and what is behind it, in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut inner = error.source();
    while let Some(next) = inner {
        let more = next.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        inner = next.source();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Revision {
    /// Resolves `rev` in the repository around `root`, which is absolute and free of links.
    pub fn open(root: &Path, rev: &str) -> Result<Revision, Error> {
        let shared = open(root)?;
        let repo = shared.to_thread_local();
        let unknown = |why: String| {
            let error = Error::usage("S20", format!("'{rev}' is no revision of '{}': {why}", root.display()));
            error
                .hint("a branch, a tag, a commit, HEAD~3, stash@{0}; git rev-parse says what is known. A clone that is shallow may lack it")
        };
        let id = repo.rev_parse_single(rev).map_err(|error| unknown(chain(&error)))?;
        let object = id.object().and_then(|object| object.peel_tags_to_end()).map_err(|error| unknown(chain(&error)))?;
        let commit = (object.kind == gix::object::Kind::Commit).then_some(object.id);
        let tree = object.peel_to_tree().map_err(|error| unknown(chain(&error)))?.id;
        let prefix = match repo.workdir() {
            Some(top) if !is_git_folder(root) => {
                let top = top.canonicalize().unwrap_or_else(|_| top.to_owned());
                root.strip_prefix(&top).map(|inside| inside.as_os_str().as_bytes().to_vec()).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let mut revision = Revision { sources: Vec::new(), commit, prefix: prefix.clone() };
        let attributes = Attributes::read(&repo, tree).map_err(|error| missing(root, &error))?;
        revision.sources.push(Source { repo: shared, place: Vec::new(), prefix, tree, attributes, idle: Mutex::default() });
        Ok(revision)
    }

    /// The name of what was resolved: of the commit, or of the tree.
    pub fn name(&self) -> String {
        self.commit.unwrap_or(self.sources[0].tree).to_string()
    }

    /// What stands for the state of `object` at `path` in the stat cache: it changes when the bytes or what is made of them changes.
    pub fn stamp(&self, object: Object, path: &[u8], kind: Kind) -> Meta {
        let attributes = self.sources[object.source].attributes.digest();
        let digest = Blob::of(&[object.id.as_slice(), &attributes.0, path].concat()).0;
        let (left, right) = digest.split_at(8);
        let number = |bytes: &[u8]| bytes.iter().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
        // The time of change is 0: old enough to be trusted.
        Meta { kind, size: number(left), mtime: number(right) as i64, ctime: 0, inode: 0 }
    }

    /// The bytes that a checkout would write for `object` at `path` of the listing.
    pub fn read(&self, object: Object, path: &[u8]) -> io::Result<Vec<u8>> {
        let source = &self.sources[object.source];
        let idle = source.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut worker = match idle {
            Some(worker) => worker,
            None => source.worker().map_err(io::Error::other)?,
        };
        let inside = path.get(if source.place.is_empty() { 0 } else { source.place.len() + 1 }..).unwrap_or_default();
        let bytes = worker.read(object.id, &join(&source.prefix, inside));
        source.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
        bytes.map_err(io::Error::other)
    }

    /// The root of the listing below the top of the repository, as a folder that has its slash.
    fn top(&self, base: &[u8]) -> Vec<u8> {
        let cut = if self.prefix.is_empty() { 0 } else { self.prefix.len() + 1 };
        base[..base.len() - cut.min(base.len())].to_vec()
    }
}

/// A repository that lacks what its revision needs.
fn missing(root: &Path, why: &str) -> Error {
    let error = Error::system("S21", format!("the repository of '{}' lacks what the revision needs: {why}", root.display()));
    error.hint("a partial or shallow clone has not everything: fetch the revision with git first")
}

impl Source {
    fn worker(&self) -> Result<Worker, String> {
        let repo = self.repo.to_thread_local();
        let converter = self.attributes.converter(&repo)?;
        Ok(Worker { repo, converter })
    }
}

impl Worker {
    fn read(&mut self, id: ObjectId, path: &[u8]) -> Result<Vec<u8>, String> {
        let mut blob = self.repo.find_blob(id).map_err(|error| format!("object {id} is not in the repository ({})", chain(&error)))?;
        let bytes = blob.take_data();
        drop(blob);
        match &mut self.converter {
            Some(converter) => converter.convert(&self.repo, id, bytes, path),
            None => Ok(bytes),
        }
    }
}

/// The repository of a submodule, if its git folder is here: below the modules of the repository around it, or in its work tree.
fn submodule(around: &gix::Repository, name: &[u8], path: &[u8]) -> Option<gix::ThreadSafeRepository> {
    let tame = |part: &[u8]| !part.is_empty() && part != b"." && part != b"..";
    let mut places: Vec<PathBuf> = Vec::new();
    if name.split(|byte| *byte == b'/').all(tame) {
        let inside = Path::new("modules").join(OsStr::from_bytes(name));
        places.extend([around.git_dir().join(&inside), around.common_dir().join(&inside)]);
    }
    if let Some(top) = around.workdir().and_then(|top| top.canonicalize().ok()) {
        let place = top.join(OsStr::from_bytes(path)).canonicalize().ok();
        places.extend(place.filter(|place| place.starts_with(&top) && place.join(".git").exists()));
    }
    places.into_iter().find_map(|place| open_at(&place).ok())
}
