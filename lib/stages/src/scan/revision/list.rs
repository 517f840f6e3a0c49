//! The files of a revision: the same judgements as on disk, names and kinds from git's trees. Tracked is everything, so only our own rules leave out.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use cw_records::{Fault, RecordPath};
use gix::ObjectId;
use gix::objs::tree::EntryKind;

use super::convert::Attributes;
use super::{Object, Revision, Source, chain, missing, submodule};
use crate::Error;
use crate::config;
use crate::scan::disk::{Kind, Meta};
use crate::scan::judge::{Folder, Verdict, Walk};
use crate::scan::repo::Repo;
use crate::scan::rules::List;
use crate::scan::walk::{Entry, Listing, join};

/// A folder to list.
struct Task {
    folder: Folder,
    source: usize,
    tree: ObjectId,
}

/// Names in a tree.
type Names = Vec<(Vec<u8>, EntryKind, ObjectId)>;

impl Revision {
    /// The folder that a listing starts in, with the rules above it; and its tree. `Err`: the revision has no such folder.
    fn start(&self, walk: &mut Walk<'_>, mut folder: Folder) -> Result<(Folder, ObjectId), Error> {
        let top = self.top(&walk.base);
        let repo_top = top.len();
        let repo = Repo { top: top.clone(), ..Repo::default() };
        folder.rules.repo = Some(Arc::new(repo));
        let repo = self.sources[0].repo.to_thread_local();
        let mut tree = self.sources[0].tree;
        let root = walk.options.root.clone();
        let root = &root;
        let mut base = top;
        for part in self.prefix.split(|byte| *byte == b'/').filter(|part| !part.is_empty()) {
            let names = names(&repo, tree).map_err(|error| missing(root, &error))?;
            own_rules(&mut folder, &repo, &names, base.len(), &String::from_utf8_lossy(&base));
            let inside = names.into_iter().find(|(name, kind, _)| name == part && *kind == EntryKind::Tree);
            tree = inside.map(|(.., id)| id).ok_or_else(|| {
                let rev = walk.options.rev.as_deref().unwrap_or_default();
                Error::usage("S04", format!("'{}' does not exist in '{rev}'", root.display())).hint("name a folder that the revision has")
            })?;
            base.extend(part);
            base.push(b'/');
        }
        let mut inside = self.prefix.clone();
        loop {
            let path = join(&inside, config::FILE.as_bytes());
            if let Some(text) = blob_at(&repo, self.sources[0].tree, Path::new(OsStr::from_bytes(&path))) {
                let slash = usize::from(!inside.is_empty());
                walk.configure(&mut folder.rules, repo_top + inside.len() + slash, &text)?;
                break;
            }
            if inside.is_empty() {
                break;
            }
            inside.truncate(inside.iter().rposition(|byte| *byte == b'/').unwrap_or(0));
        }
        Ok((folder, tree))
    }

    /// Lists the revision. The revision learns of its submodules on the way.
    pub fn list(&mut self, walk: &mut Walk<'_>, start: Folder, faults: &mut Vec<Fault>) -> Result<Listing, Error> {
        let (mut folder, tree) = self.start(walk, start)?;
        let walk = &*walk;
        if let Some(why) = walk.root_verdict(&mut folder) {
            faults.extend(walk.root_is_out(&why));
        }
        let mut listing = Listing::default();
        let mut modules: BTreeMap<usize, BTreeMap<Vec<u8>, Vec<u8>>> = BTreeMap::new();
        let mut repos = vec![Rc::new(self.sources[0].repo.to_thread_local())];
        let mut tasks = vec![Task { folder, source: 0, tree }];
        while let Some(Task { mut folder, source, tree }) = tasks.pop() {
            walk.env.check()?;
            let repo = repos[source].clone();
            let names = match names(&repo, tree) {
                Ok(names) => names,
                Err(error) if folder.path.is_empty() => return Err(missing(&walk.options.root, &error)),
                Err(error) => {
                    listing.lost(folder.path, &format!("{error}; a partial or shallow clone has not everything"));
                    continue;
                }
            };
            let base = [&walk.base[..], &folder.path, if folder.path.is_empty() { b"" } else { b"/" }].concat();
            let shown = if folder.path.is_empty() { String::new() } else { format!("{}/", String::from_utf8_lossy(&folder.path)) };
            own_rules(&mut folder, &repo, &names, base.len(), &shown);
            for (name, kind, id) in names {
                let path = join(&folder.path, &name);
                if name.is_empty() || name == b"." || name == b".." || name.contains(&b'/') {
                    let message = format!("a tree has the name '{}', which no file can have", String::from_utf8_lossy(&name));
                    listing.faults.push(Fault::loss("S01", None, message));
                    continue;
                }
                let found = match kind {
                    EntryKind::Tree | EntryKind::Commit => Kind::Folder,
                    EntryKind::Link => Kind::Link,
                    EntryKind::Blob | EntryKind::BlobExecutable => Kind::File,
                };
                let verdict = walk.judge(&folder, &path, found);
                if !walk.is_asked(&path, found == Kind::Folder) || matches!(verdict, Verdict::Out(_)) {
                    continue;
                }
                let asked = matches!(verdict, Verdict::Asked);
                let mut next = (source, id);
                if kind == EntryKind::Commit {
                    let inside = path.get(self.sources[source].place.len()..).unwrap_or_default();
                    let inside = join(&self.sources[source].prefix, inside.strip_prefix(b"/").unwrap_or(inside));
                    let names = modules.entry(source).or_insert_with(|| named_modules(&repo, self.sources[source].tree));
                    match self.enter(&repo, names.get(&inside).unwrap_or(&inside), &inside, &path, id) {
                        Some((there, tree)) => {
                            repos.push(Rc::new(there));
                            next = (repos.len() - 1, tree);
                        }
                        None => {
                            listing.entries.push(entry(path, Kind::Submodule, 0, None));
                            continue;
                        }
                    }
                }
                if found == Kind::Folder {
                    tasks.push(Task { folder: walk.child(&folder, path, false), source: next.0, tree: next.1 });
                    continue;
                }
                // A size that cannot be had is told when the file is read.
                let size = if found == Kind::File { repo.find_header(id).map_or(1, |header| header.size()) } else { 0 };
                listing.entries.push(Entry { asked, ..entry(path, found, size, Some(Object { source, id })) });
            }
        }
        listing.entries.sort_unstable_by(|left, right| left.path.cmp(&right.path));
        listing.entries.dedup_by(|left, right| left.path == right.path);
        Ok(listing)
    }

    /// Opens the submodule at `path` of the listing (`inside` the repository `around`) whose commit is `id`; its tree.
    fn enter(
        &mut self,
        around: &gix::Repository,
        name: &[u8],
        inside: &[u8],
        path: &[u8],
        id: ObjectId,
    ) -> Option<(gix::Repository, ObjectId)> {
        let shared = submodule(around, name, inside)?;
        let repo = shared.to_thread_local();
        let tree = repo.find_object(id).ok()?.peel_to_tree().ok()?.id;
        let attributes = Attributes::read(&repo, tree).ok()?;
        self.sources.push(Source { repo: shared, place: path.to_vec(), prefix: Vec::new(), tree, attributes, idle: Mutex::default() });
        Some((repo, tree))
    }
}

fn names(repo: &gix::Repository, id: ObjectId) -> Result<Names, String> {
    let tree = repo.find_tree(id).map_err(|error| format!("object {id} is not in the repository ({})", chain(&error)))?;
    let entries = tree.iter().map(|entry| entry.map(|entry| (entry.filename().to_vec(), entry.kind(), entry.object_id())));
    entries.collect::<Result<_, _>>().map_err(|error| chain(&error))
}

/// Adds the `.cwignore` among `names` to the rules.
fn own_rules(folder: &mut Folder, repo: &gix::Repository, names: &Names, base: usize, shown: &str) {
    let plain = |kind: &EntryKind| matches!(kind, EntryKind::Blob | EntryKind::BlobExecutable);
    let Some((.., id)) = names.iter().find(|(name, kind, _)| name == b".cwignore" && plain(kind)) else { return };
    let Ok(blob) = repo.find_blob(*id) else { return };
    folder.rules.own = folder.rules.own.with(base, List::parse(format!("{shown}.cwignore"), &blob.data, false));
}

/// Path and name of every submodule, as the `.gitmodules` of `tree` has them.
fn named_modules(repo: &gix::Repository, tree: ObjectId) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let mut names = BTreeMap::new();
    let Some(text) = blob_at(repo, tree, Path::new(".gitmodules")) else { return names };
    let text = String::from_utf8_lossy(&text).into_owned();
    let Ok(file) = gix::config::File::try_from(text.as_str()) else { return names };
    for section in file.sections_by_name("submodule").into_iter().flatten() {
        if let (Some(name), Some(path)) = (section.header().subsection_name(), section.value("path")) {
            names.insert(path.to_vec(), name.to_vec());
        }
    }
    names
}

fn blob_at(repo: &gix::Repository, tree: ObjectId, path: &Path) -> Option<Vec<u8>> {
    let entry = repo.find_tree(tree).ok()?.lookup_entry_by_path(path).ok()??;
    if !entry.mode().is_blob() {
        return None;
    }
    Some(entry.object().ok()?.detach().data)
}

fn entry(path: Vec<u8>, kind: Kind, size: u64, object: Option<Object>) -> Entry {
    let meta = Meta { kind, size, mtime: 0, ctime: 0, inode: 0 };
    Entry { path: RecordPath::from_bytes(path), real: None, meta, object, asked: false }
}
