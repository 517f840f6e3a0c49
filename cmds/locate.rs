//! Where an index is: `--index` or CW_INDEX, else the nearest `.cw` upwards, else a new one at the project's root; for a root that cannot be written, in the user's cache folder.

use std::path::{Component, Path, PathBuf};

use cw_index::{FOLDER, Store};
use cw_records::{Blob, RecordPath};
use cw_stages::{Error, pipeline, scan};

use crate::exit::Failure;

/// An index folder and the tree it is about.
pub struct Place {
    /// The index folder; it may not exist yet.
    pub index: PathBuf,
    /// The root of the tree, if it is known.
    pub root: Option<PathBuf>,
    /// The revision that the index is of, if it is not of what is on disk.
    pub rev: Option<String>,
}

impl Place {
    /// The place of the index of a revision, below that of the tree.
    pub fn at(mut self, rev: Option<&str>) -> Place {
        if let Some(rev) = rev {
            self.index = Store::revision_folder(&self.index, rev);
            self.rev = Some(rev.to_owned());
        }
        self
    }

    /// Makes the index folder, and the one that it is kept in; an index of a revision begins with what is there already unless `fresh`.
    pub fn create(&self, fresh: bool, wait: std::time::Duration) -> Result<Store, cw_index::Error> {
        if let (Some(_), Some(main)) = (&self.rev, self.index.parent().and_then(Path::parent)) {
            Store::create(main)?;
        }
        let store = Store::create(&self.index)?;
        if self.rev.is_some() && !fresh {
            store.begin_alike(wait)?;
        }
        Ok(store)
    }
}

/// `path` made absolute and free of links, so that one tree has one name.
fn real(path: &Path) -> Result<PathBuf, Failure> {
    path.canonicalize().map_err(|error| {
        let error = Error::usage("S04", format!("cannot use '{}': {error}", path.display()));
        Failure::Error(error.hint("give a folder that exists"))
    })
}

/// The root of the project that `start` is in: the nearest folder upwards with `.cw`, `.git` or `cwconfig.json`, else `start`.
pub fn project(start: &Path) -> PathBuf {
    let marked = |folder: &&Path| [FOLDER, ".git", "cwconfig.json"].iter().any(|name| folder.join(name).exists());
    start.ancestors().find(marked).unwrap_or(start).to_owned()
}

/// The root of the tree that was named, or of the project that the current folder is in.
pub fn root(path: Option<&Path>) -> Result<PathBuf, Failure> {
    match path {
        Some(path) => real(path),
        None => Ok(project(&real(Path::new("."))?)),
    }
}

/// The index of a tree that is asked or brought up to date. `path` is a tree that was named; `index` an index that was named.
pub fn place(path: Option<&Path>, index: Option<&Path>) -> Result<Place, Failure> {
    let named = path.map(real).transpose()?;
    if let Some(index) = index {
        refuse_empty(index)?;
        let index = index.canonicalize().or_else(|_| std::path::absolute(index)).unwrap_or_else(|_| index.to_owned());
        // An index that is not there yet will be of the project that the current folder is in.
        let here = || if index.join("format").exists() { None } else { Some(project(&real(Path::new(".")).ok()?)) };
        let root = named.or_else(|| remembered(&index)).or_else(here);
        return Ok(Place { index, root, rev: None });
    }
    let root = root(path)?;
    let inside = root.join(FOLDER);
    let index = if inside.exists() || !scan::is_git_folder(&root) && is_writable(&root) { inside } else { cached(&root).unwrap_or(inside) };
    refuse_foreign(&index)?;
    Ok(Place { index, root: Some(root), rev: None })
}

/// An index that is named by a variable that is not set is none: it must not become the current folder.
fn refuse_empty(index: &Path) -> Result<(), Failure> {
    if index.as_os_str().is_empty() {
        return Err(Error::usage("S04", "the name of the index is empty")
            .hint("--index DIR names one; without the flag, the nearest is taken")
            .into());
    }
    Ok(())
}

/// An index that was found, and not named, must be of whoever runs this: whoever can write to a folder above could leave one there.
fn refuse_foreign(index: &Path) -> Result<(), Failure> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let Ok(meta) = std::fs::metadata(index) else { return Ok(()) };
        // SAFETY: a system call without arguments, which cannot fail.
        let own = unsafe { libc::geteuid() };
        // Root who came by sudo is still the one who came.
        let came = || std::env::var("SUDO_UID").ok().and_then(|uid| uid.parse().ok()) == Some(meta.uid());
        if meta.uid() != own && meta.uid() != 0 && !(own == 0 && came()) {
            let error = Error::index("I11", format!("index '{}' belongs to another user", index.display()));
            return Err(error.hint("if you trust it, name it: --index DIR").into());
        }
    }
    Ok(())
}

/// The tree that an index set by CW_INDEX is of, if that is not the project that the current folder is in.
pub fn elsewhere(place: &Place) -> Option<PathBuf> {
    let set = std::env::var_os("CW_INDEX")?;
    let here = project(&real(Path::new(".")).ok()?);
    let by_setting = Path::new(&set).canonicalize().ok()? == place.index;
    place.root.clone().filter(|root| by_setting && *root != here)
}

/// The tree of an index that lies apart from it: its parent, if it is a `.cw`, else what its last scan looked at.
pub fn remembered(index: &Path) -> Option<PathBuf> {
    let store = Store::open(index).ok()?;
    if index.file_name() == Some(FOLDER.as_ref()) {
        return index.parent().map(Path::to_owned);
    }
    pipeline::stamps_root(&store)
}

/// What a path of the disk is called in the tree at `root`, empty if it is the root; `None` if it lies elsewhere. It need not be there.
pub fn below(path: &Path, root: &Path) -> Option<RecordPath> {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = whole.pop(),
            Component::CurDir => {}
            part => whole.push(part),
        }
    }
    let real = root.canonicalize().ok();
    [Some(root), real.as_deref()].into_iter().flatten().find_map(|root| whole.strip_prefix(root).ok()).map(RecordPath::from_os)
}

/// True unless there is nothing at `root` but an index that came from elsewhere, and perhaps a repository that is not checked out. One that was last built from there is the
/// index of an empty tree.
pub fn is_tree(root: &Path, store: &Store) -> bool {
    let Ok(entries) = std::fs::read_dir(root) else { return false };
    let mut index = false;
    let more = entries.flatten().any(|entry| {
        let name = entry.file_name();
        index |= name == FOLDER;
        name != FOLDER && name != ".git"
    });
    more || !index || pipeline::stamps_root(store).as_deref() == Some(root)
}

/// True if a folder can be made in `root`.
fn is_writable(root: &Path) -> bool {
    let probe = root.join(format!("{FOLDER}.probe-{}", std::process::id()));
    match std::fs::create_dir(&probe) {
        Ok(()) => {
            let _ = std::fs::remove_dir(&probe);
            true
        }
        Err(_) => false,
    }
}

/// The user's cache folder for these commands: below `$XDG_CACHE_HOME`, or `~/.cache`.
pub fn cache() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = from("XDG_CACHE_HOME").or_else(|| from("HOME").map(|home| home.join(".cache")))?;
    Some(cache.join("contextweaver"))
}

/// The folder for the index of a tree that cannot be written.
fn cached(root: &Path) -> Option<PathBuf> {
    let name = Blob::of(RecordPath::from_os(root).as_bytes());
    Some(cache()?.join("index").join(name.to_string()))
}

/// The index that a stage command reads: `--index`, else the one that the stream names, else the nearest upwards, or that of a project that cannot be written.
pub fn to_read(flag: Option<&Path>, header: Option<PathBuf>) -> Result<Store, Failure> {
    let folder = match flag.map(Path::to_owned).or(header) {
        Some(folder) => {
            refuse_empty(&folder)?;
            folder
        }
        None => {
            let here = real(Path::new("."))?;
            let found = nearest(&here);
            refuse_foreign(&found)?;
            found
        }
    };
    Ok(Store::open(&folder)?)
}

/// The index that is there already for whoever stands at `here`, where [`place`] looks for it.
fn nearest(here: &Path) -> PathBuf {
    let root = project(here);
    let inside = root.join(FOLDER);
    let cached = || cached(&root).filter(|index| index.join("format").is_file() && (scan::is_git_folder(&root) || !is_writable(&root)));
    let apart = if inside.exists() { None } else { cached() };
    apart.or_else(|| Store::find(here)).unwrap_or(inside)
}

/// The index that a stage command adds to: `--index`, else `.cw` at the root that the stream names.
pub fn to_write(flag: Option<&Path>, root: Option<PathBuf>) -> Result<Store, Failure> {
    let folder = match (flag, root) {
        (Some(folder), _) => {
            refuse_empty(folder)?;
            folder.to_owned()
        }
        (None, Some(root)) => place(Some(&root), None)?.index,
        (None, None) => place(None, None)?.index,
    };
    Ok(Store::create(&folder)?)
}
