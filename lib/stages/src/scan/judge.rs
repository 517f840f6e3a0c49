//! One judgement for every name, made in one place, for the walk and for its explanation: which rules hold in a folder, and what they say.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cw_records::{Fault, RecordPath};
use ignore::Match;
use ignore::overrides::{Override, OverrideBuilder};

use super::Options;
use super::disk::{Kind, Meta, Root};
use super::repo::{self, Found, Repo};
use super::rules::{Chain, List};
use super::walk::{join, plain};
use crate::config::{self, Project};
use crate::{Env, Error};

/// No more of an ignore file is read.
const RULES_MOST: u64 = 16 << 20;

/// Why a name is in or out.
pub enum Verdict {
    In,
    /// A rule of our own takes the file back: it is wanted whoever wrote it.
    Asked,
    /// The folder is ignored, but git tracks something in it: only that is looked at.
    Named,
    Out(Why),
}

/// What threw a name out.
pub enum Why {
    /// `.git` and `.cw` never belong to a tree.
    Reserved,
    Hidden,
    Glob,
    /// A line of an ignore file: its file, number and text.
    Line(String, u32, String),
    /// It lies in an ignored folder and is not tracked.
    Below,
    /// The project's `cwconfig.json` (its name) says which files belong, and this is none of them.
    NotIncluded(String),
    /// The built-in rule where there is no git.
    NodeModules,
    /// Another work tree of a repository.
    Linked(PathBuf),
}

/// A folder to look into, and the rules that hold there.
#[derive(Clone, Default)]
pub struct Folder {
    /// Below the root, without slashes at its ends.
    pub path: Vec<u8>,
    /// Where it really lies, if a followed link led to it.
    pub real: Option<Vec<u8>>,
    pub rules: Rules,
    /// It is ignored: only what git tracks in it counts.
    pub named: bool,
    /// Nothing in it counts: our own rules leave it out.
    pub closed: bool,
}

/// The rules of a folder.
#[derive(Clone, Default)]
pub struct Rules {
    pub repo: Option<Arc<Repo>>,
    /// `.cwignore`
    pub own: Chain,
    /// Git's.
    pub git: Chain,
}

/// What a walk needs to know.
pub struct Walk<'a> {
    pub root: Root,
    /// Absolute, real, with its slash.
    pub base: Vec<u8>,
    pub env: &'a Env,
    pub options: &'a Options,
    only: Vec<Vec<u8>>,
    globs: Override,
    /// The same where a glob that is a folder takes what is below it, as far as the ignore files let it.
    folders: Override,
    inside_git: bool,
    /// What the project says belongs to it, and how long the absolute path of its folder is, with its slash.
    include: Option<(usize, List)>,
}

impl<'a> Walk<'a> {
    /// Opens the root; with it comes the root as the first folder.
    pub fn new(env: &'a Env, options: &'a Options) -> Result<(Walk<'a>, Folder), Error> {
        let shown = options.root.display();
        let path = options.root.canonicalize().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Error::usage("S04", format!("'{shown}' does not exist")).hint("name an existing folder"),
            _ => Error::system("S01", format!("cannot read '{shown}': {}", plain(&error))),
        })?;
        if !path.is_dir() {
            return Err(Error::usage("S04", format!("'{shown}' is not a folder")).hint("name the folder that it lies in"));
        }
        // A work tree may lie in there all the same, and then has a `.git` of its own.
        let mut above = path.ancestors().skip_while(|folder| !folder.ends_with(".git") && !folder.join(".git").exists());
        if options.rev.is_none() && above.next().is_some_and(|folder| folder.ends_with(".git")) {
            return Err(Error::usage("S04", format!("'{shown}' is in git's own folder")).hint("name the work tree"));
        }
        let root = Root::open(&path).map_err(|error| Error::system("S01", format!("cannot read '{shown}': {}", plain(&error))))?;
        let (mut globs, mut folders) = (OverrideBuilder::new(&path), OverrideBuilder::new(&path));
        for glob in &options.globs {
            // A name with letters of globs is that name, where it is there.
            let name = glob.trim_start_matches('!');
            let is_name = options.rev.is_none() && name.contains(['*', '?', '[', '{']) && path.join(name.trim_matches('/')).exists();
            let spelled = if is_name { glob.replacen(name, &globset::escape(name), 1) } else { glob.clone() };
            let folder = spelled.trim_end_matches('/');
            let below = match (folder.starts_with('!'), folder.contains('/')) {
                (true, _) => spelled.clone(),
                (_, true) => format!("{folder}/**"),
                _ => format!("**/{folder}/**"),
            };
            let bad = |error| Error::usage("S05", format!("'{glob}' is not a glob: {error}"));
            globs.add(&spelled).map_err(bad)?;
            folders.add(&below).map_err(bad)?;
        }
        let unusable = |error| Error::usage("S05", format!("cannot use the globs: {error}"));
        let (globs, folders) = (globs.build().map_err(unusable)?, folders.build().map_err(unusable)?);
        let mut base = path.as_os_str().as_bytes().to_vec();
        if base.last() != Some(&b'/') {
            base.push(b'/');
        }
        // What a revision has is not asked of the disk.
        let on_disk = options.rev.is_none().then_some(&root);
        let only = options.paths.iter().map(|named| within(&path, named, on_disk)).collect::<Result<_, _>>()?;
        let repo = if options.rev.is_none() { repo::around(&path, env) } else { None };
        let inside_git = repo.is_some() || options.rev.is_some();
        let mut walk = Walk { root, base, env, options, only, globs, folders, inside_git, include: None };
        let mut rules = walk.above(&path, repo);
        let base = walk.base.len();
        let ignore: Vec<(u32, String)> = (1..).zip(env.settings.ignore.iter().cloned()).collect();
        rules.own = rules.own.with(base, List::of(config::IGNORE_PATTERNS.into(), &ignore, false));
        if options.rev.is_none() {
            let top = rules.repo.as_ref().map(|repo| repo.top.len());
            let near = path.ancestors().take_while(|folder| *folder == path || top.is_some_and(|top| folder.as_os_str().len() + 1 >= top));
            for folder in near {
                if let Some(text) = config_in(folder)? {
                    walk.configure(&mut rules, folder.as_os_str().len() + 1, &text)?;
                    break;
                }
            }
        }
        Ok((walk, Folder { rules, ..Folder::default() }))
    }

    /// Takes what the project's `cwconfig.json` says, which lies in the folder whose absolute path (with its slash) has `base` bytes.
    pub fn configure(&mut self, rules: &mut Rules, base: usize, text: &[u8]) -> Result<(), Error> {
        let project = Project::parse(text)?;
        rules.own = rules.own.with(base, List::of(config::FILE.into(), &project.ignore, false));
        self.include = project.include.map(|include| (base, List::of(config::FILE.into(), &include, false)));
        Ok(())
    }

    /// The rules of the folders above the root, up to the top of the work tree.
    fn above(&self, path: &Path, repo: Option<Repo>) -> Rules {
        let Some(repo) = repo else { return Rules::default() };
        let mut rules = Rules { own: Chain::default(), git: repo.rules.clone(), repo: None };
        let top = PathBuf::from(OsStr::from_bytes(&repo.top));
        let above: Vec<&Path> = path.ancestors().skip(1).take_while(|folder| folder.starts_with(&top)).collect();
        for folder in above.into_iter().rev() {
            let mut base = folder.as_os_str().as_bytes().to_vec();
            base.push(b'/');
            let read = |name: &str| {
                let file = folder.join(name);
                let plain = std::fs::symlink_metadata(&file).is_ok_and(|meta| meta.is_file() && meta.len() <= RULES_MOST);
                let text = if plain { std::fs::read(&file).unwrap_or_default() } else { Vec::new() };
                List::parse(file.display().to_string(), &text, repo.fold)
            };
            rules.git = rules.git.with(base.len(), read(".gitignore"));
            rules.own = rules.own.with(base.len(), read(".cwignore"));
        }
        rules.repo = Some(Arc::new(repo));
        rules
    }

    /// The line outside the root that throws the root itself out, as git would see it.
    pub fn root_verdict(&self, start: &mut Folder) -> Option<Why> {
        let repo = start.rules.repo.clone()?;
        let mut end = repo.top.len();
        while end < self.base.len() {
            end += self.base[end..].iter().position(|byte| *byte == b'/')?;
            let path = &self.base[..end];
            let found = start.rules.git.find(path, true).map(|found| (found, true));
            let found = start.rules.own.find(path, true).map(|found| (found, false)).or(found);
            if let Some(((list, pattern), git)) = found
                && !pattern.negated
            {
                // Git still lists what it tracks there; our own rules leave nothing.
                start.named = true;
                start.closed = !git;
                return Some(Why::Line(list.source.clone(), pattern.number, pattern.line.clone()));
            }
            end += 1;
        }
        None
    }

    /// What is said of a root that is itself left out.
    pub fn root_is_out(&self, why: &Why) -> Option<Fault> {
        let Why::Line(file, line, text) = why else { return None };
        Some(Fault::note("S06", None, format!("'{}' is itself ignored by '{text}' ({file}:{line})", self.options.root.display())))
    }

    /// Judges `name` in `folder`.
    pub fn judge(&self, folder: &Folder, path: &[u8], kind: Kind) -> Verdict {
        let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
        if name == b".git" || name == b".cw" {
            return Verdict::Out(Why::Reserved);
        }
        if folder.closed {
            return Verdict::Out(Why::Below);
        }
        if !self.options.hidden && name.first() == Some(&b'.') {
            return Verdict::Out(Why::Hidden);
        }
        let is_folder = kind == Kind::Folder;
        if !self.globs.is_empty() {
            let path = Path::new(OsStr::from_bytes(path));
            match self.globs.matched(path, is_folder) {
                Match::Ignore(_) if self.folders.matched(path, is_folder).is_whitelist() => {}
                Match::Ignore(_) => return Verdict::Out(Why::Glob),
                Match::Whitelist(_) => return Verdict::In,
                Match::None => {}
            }
        }
        let full = [&self.base[..], path].concat();
        if let (false, Some((base, list))) = (is_folder, &self.include)
            && !list.covers(full.get(*base..).unwrap_or_default())
        {
            return Verdict::Out(Why::NotIncluded(list.source.clone()));
        }
        if let Some((list, pattern)) = folder.rules.own.find(&full, is_folder) {
            let why = || Why::Line(list.source.clone(), pattern.number, pattern.line.clone());
            return match (pattern.negated, is_folder) {
                (true, true) => Verdict::In,
                (true, false) => Verdict::Asked,
                (false, _) => Verdict::Out(why()),
            };
        }
        let tracked = folder.rules.repo.as_ref().and_then(|repo| Some((&repo.tracked, full.get(repo.top.len()..)?)));
        let found = folder.rules.git.find(&full, is_folder);
        if folder.named || found.is_some_and(|(_, pattern)| !pattern.negated) {
            return match (tracked, found) {
                (Some((tracked, path)), _) if is_folder && tracked.has_below(path) => Verdict::Named,
                (Some((tracked, path)), _) if !is_folder && tracked.has(path) => Verdict::In,
                (_, Some((list, pattern))) if !pattern.negated => {
                    Verdict::Out(Why::Line(list.source.clone(), pattern.number, pattern.line.clone()))
                }
                _ => Verdict::Out(Why::Below),
            };
        }
        if found.is_some() {
            return Verdict::In;
        }
        if is_folder && name == b"node_modules" && !self.inside_git && folder.rules.repo.is_none() {
            return Verdict::Out(Why::NodeModules);
        }
        Verdict::In
    }

    /// True if `path` is one of the asked paths, lies below one, or (a folder) leads to one.
    pub fn is_asked(&self, path: &[u8], folder: bool) -> bool {
        let below = |path: &[u8], top: &[u8]| top.is_empty() || (path.starts_with(top) && matches!(path.get(top.len()), None | Some(b'/')));
        self.only.is_empty() || self.only.iter().any(|only| below(path, only) || (folder && below(only, path)))
    }

    /// Reads the rules of `folder` itself. `Err`: it is another work tree.
    pub fn enter(&self, mut folder: Folder, has: impl Fn(&[u8]) -> bool) -> Result<Folder, Why> {
        let full = [&self.base[..], &folder.path, if folder.path.is_empty() { b"" } else { b"/" }].concat();
        let known = folder.rules.repo.as_ref().is_some_and(|repo| repo.top == full);
        if has(b".git") && !known {
            match repo::open(Path::new(OsStr::from_bytes(&full)), self.env, false) {
                Some(Found::Linked(target)) => return Err(Why::Linked(target)),
                Some(Found::Repo(repo)) => {
                    folder.rules.git = repo.rules.clone();
                    folder.rules.repo = Some(Arc::new(repo));
                    folder.named = false;
                }
                None => {}
            }
        }
        let real = folder.real.as_ref().unwrap_or(&folder.path);
        let fold = folder.rules.repo.as_ref().is_some_and(|repo| repo.fold);
        let read = |name: &[u8]| -> Option<List> {
            let file = self.root.file(&join(real, name)).ok()?;
            let meta = Meta::of_open(&file).ok()?;
            if meta.kind != Kind::File {
                return None;
            }
            let mut text = Vec::new();
            file.take(RULES_MOST).read_to_end(&mut text).ok()?;
            let source = RecordPath::from_bytes(join(&folder.path, name));
            Some(List::parse(source.display().into_owned(), &text, fold))
        };
        if has(b".gitignore")
            && let Some(list) = read(b".gitignore")
        {
            folder.rules.git = folder.rules.git.with(full.len(), list);
        }
        if has(b".cwignore")
            && let Some(list) = read(b".cwignore")
        {
            folder.rules.own = folder.rules.own.with(full.len(), list);
        }
        Ok(folder)
    }

    /// Folder `name` of `folder`, with the rules so far.
    pub fn child(&self, folder: &Folder, path: Vec<u8>, named: bool) -> Folder {
        let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(&path);
        let real = folder.real.as_ref().map(|real| join(real, name));
        Folder { path, real, rules: folder.rules.clone(), named, closed: folder.closed }
    }
}

/// The bytes of the `cwconfig.json` in `folder`, if there is one. What is no plain file is none; what cannot be read is an error.
fn config_in(folder: &Path) -> Result<Option<Vec<u8>>, Error> {
    let file = folder.join(config::FILE);
    match std::fs::symlink_metadata(&file) {
        Ok(meta) if meta.is_file() && meta.len() <= RULES_MOST => {}
        _ => return Ok(None),
    }
    let failed =
        |error| Error::system("S01", format!("cannot read '{}': {}", file.display(), plain(&error))).hint("look at its permissions");
    std::fs::read(&file).map(Some).map_err(failed)
}

/// `named` relative to `root`; links in it are left as they are.
fn within(root: &Path, named: &Path, open: Option<&Root>) -> Result<Vec<u8>, Error> {
    let missing = || Error::usage("S04", format!("'{}' does not exist below '{}'", named.display(), root.display()));
    let inside = if named.is_absolute() {
        let resolved =
            named.parent().and_then(|parent| parent.canonicalize().ok()).zip(named.file_name()).map(|(parent, name)| parent.join(name));
        let resolved = if named.strip_prefix(root).is_ok() { Some(named.to_path_buf()) } else { resolved };
        let resolved = resolved.ok_or_else(missing)?;
        match resolved.strip_prefix(root) {
            Ok(inside) => inside.to_path_buf(),
            Err(_) if named.canonicalize().is_ok_and(|real| real == root) => PathBuf::new(),
            Err(_) => return Err(missing()),
        }
    } else {
        named.to_path_buf()
    };
    let mut clean: Vec<&OsStr> = Vec::new();
    for part in inside.components() {
        match part {
            std::path::Component::Normal(name) => clean.push(name),
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if clean.pop().is_some() => {}
            _ => return Err(missing().hint("paths must lie below the root")),
        }
    }
    let bytes = clean.iter().map(|part| part.as_bytes()).collect::<Vec<_>>().join(&b'/');
    if let (false, Some(open)) = (bytes.is_empty(), open) {
        open.meta(&bytes).map_err(|_| missing())?;
    }
    Ok(bytes)
}
