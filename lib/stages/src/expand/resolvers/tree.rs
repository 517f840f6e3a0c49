//! What a resolver sees of the index: sorted paths, folders, ends of paths, and the texts of the few files that name packages.

use std::any::{Any, TypeId};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use crate::Error;

/// Most build files of one name that are read to learn how a tree is built, and most bytes of one.
const MANIFESTS: usize = 512;
const MANIFEST_BYTES: usize = 512 << 10;

/// Where a tree gets what the paths alone do not say.
pub trait Source {
    /// The text of a file by its number.
    fn text(&self, number: usize) -> Result<String, Error>;
    /// Numbers of the files that define exactly `name`, with the kind of what is called so; in order.
    fn defining(&self, name: &str) -> Result<Vec<(usize, String)>, Error>;
}

/// A view of the paths of an index. Its tables are made when they are first needed and live as long as the view.
pub struct Tree<'a> {
    paths: Vec<String>,
    source: Box<dyn Source + 'a>,
    /// Numbers of the paths, ordered by the hash of the last component and then by path.
    files: OnceCell<Vec<(u64, u32)>>,
    /// Folders: the hash of their last component, a path within them and their length, ordered in the same way.
    folders: OnceCell<Vec<(u64, u32, u32)>>,
    memos: RefCell<HashMap<TypeId, Rc<dyn Any>>>,
}

impl<'a> Tree<'a> {
    /// A view of `paths`, which are sorted by bytes.
    pub fn new(paths: Vec<String>, source: impl Source + 'a) -> Tree<'a> {
        Tree { paths, source: Box::new(source), files: OnceCell::new(), folders: OnceCell::new(), memos: RefCell::default() }
    }

    /// The place of a path in the listing.
    pub fn number(&self, path: &str) -> Option<usize> {
        self.paths.binary_search_by(|other| other.as_str().cmp(path)).ok()
    }

    /// True if the index has this path.
    pub fn has(&self, path: &str) -> bool {
        self.number(path).is_some()
    }

    /// The text of a file, if the index has it.
    pub fn text(&self, path: &str) -> Result<Option<String>, Error> {
        self.number(path).map(|number| self.source.text(number)).transpose()
    }

    /// The text of a build file; none if it is longer than any that people write.
    pub fn manifest(&self, path: &str) -> Result<Option<String>, Error> {
        Ok(self.text(path)?.filter(|text| text.len() <= MANIFEST_BYTES))
    }

    /// The files that define exactly `name` as one of `kinds` (none: as anything), in order, each once.
    pub fn defining(&self, name: &str, kinds: &[&str]) -> Result<Vec<&str>, Error> {
        let found = self.source.defining(name)?;
        let fits = found.into_iter().filter(|(_, kind)| kinds.is_empty() || kinds.contains(&kind.as_str()));
        let mut paths: Vec<&str> = fits.filter_map(|(number, _)| self.paths.get(number)).map(String::as_str).collect();
        paths.dedup();
        Ok(paths)
    }

    /// What `make` makes of this tree, made once.
    pub fn memo<T: 'static>(&self, make: impl FnOnce(&Tree<'a>) -> Result<T, Error>) -> Result<Rc<T>, Error> {
        let known = self.memos.borrow().get(&TypeId::of::<T>()).cloned();
        if let Some(known) = known.and_then(|known| known.downcast().ok()) {
            return Ok(known);
        }
        let made = Rc::new(make(self)?);
        self.memos.borrow_mut().insert(TypeId::of::<T>(), made.clone());
        Ok(made)
    }

    /// The first of `paths` that the index has.
    pub fn first(&self, paths: impl IntoIterator<Item = String>) -> Option<String> {
        paths.into_iter().find(|path| self.has(path))
    }

    /// The files right in `folder`, in order. Folders in it are stepped over, not walked.
    pub fn files_in(&self, folder: &str) -> Vec<&str> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut at = self.paths.partition_point(|path| *path < prefix);
        let mut found = Vec::new();
        while let Some(rest) = self.paths.get(at).and_then(|path| path.strip_prefix(&prefix)) {
            match rest.split_once('/') {
                None => {
                    found.push(self.paths[at].as_str());
                    at += 1;
                }
                Some((below, _)) => {
                    let next = format!("{prefix}{below}0"); // '0' is what follows '/'
                    at += self.paths[at..].partition_point(|path| *path < next);
                }
            }
        }
        found
    }

    /// The files below `folder`, in order, at most `most`.
    pub fn files_below(&self, folder: &str, most: usize) -> impl Iterator<Item = &str> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let at = self.paths.partition_point(|path| *path < prefix);
        self.paths[at..].iter().map(String::as_str).take_while(move |path| path.starts_with(&prefix)).take(most)
    }

    /// True if a file stands below `folder`.
    pub fn has_folder(&self, folder: &str) -> bool {
        self.files_below(folder, 1).next().is_some()
    }

    fn files(&self) -> &[(u64, u32)] {
        self.files.get_or_init(|| {
            let mut files: Vec<(u64, u32)> = self.paths.iter().zip(0..).map(|(path, number)| (hash(name(path)), number)).collect();
            files.sort_unstable();
            files
        })
    }

    fn folder(&self, number: u32, length: u32) -> &str {
        &self.paths[number as usize][..length as usize]
    }

    fn folders(&self) -> &[(u64, u32, u32)] {
        self.folders.get_or_init(|| {
            let mut all: Vec<(u64, u32, u32)> = Vec::new();
            let mut last: &str = "";
            for (path, number) in self.paths.iter().zip(0..) {
                let mut folder = parent(path);
                while !folder.is_empty() && folder != last && !is_below(last, folder) {
                    all.push((hash(name(folder)), number, folder.len() as u32));
                    folder = parent(folder);
                }
                last = parent(path);
            }
            let key = |(_, number, length): &(u64, u32, u32)| self.folder(*number, *length);
            all.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| key(a).cmp(key(b))));
            all.dedup_by(|a, b| key(a) == key(b));
            all
        })
    }

    /// The files whose path is `end` or ends with `/` and `end`, in order.
    pub fn ending(&self, end: &str) -> Vec<&str> {
        let wanted = hash(name(end));
        let from = self.files().partition_point(|(hash, _)| *hash < wanted);
        let same = self.files()[from..].iter().take_while(|(hash, _)| *hash == wanted);
        same.map(|(_, number)| self.paths[*number as usize].as_str()).filter(|path| ends_with(path, end)).collect()
    }

    /// The folders whose path is `end` or ends with `/` and `end`, in order.
    pub fn folders_ending(&self, end: &str) -> Vec<&str> {
        let wanted = hash(name(end));
        let from = self.folders().partition_point(|(hash, ..)| *hash < wanted);
        let same = self.folders()[from..].iter().take_while(|(hash, ..)| *hash == wanted);
        same.map(|(_, number, length)| self.folder(*number, *length)).filter(|path| ends_with(path, end)).collect()
    }

    /// The build files called `file`, those nearest to the root first, with their texts.
    pub fn manifests(&self, file: &str) -> Result<Vec<(&str, String)>, Error> {
        let mut paths = self.ending(file);
        paths.sort_by_key(|path| path.matches('/').count());
        let texts = paths.into_iter().take(MANIFESTS).map(|path| Ok((path, self.manifest(path)?)));
        texts.filter_map(|item: Result<_, Error>| item.map(|(path, text)| Some((path, text?))).transpose()).collect()
    }

    /// The same of files whose name ends in `.` and `extension`.
    pub fn manifests_with(&self, extension: &str) -> Result<Vec<(&str, String)>, Error> {
        let mut paths: Vec<&str> = self.paths.iter().map(String::as_str).filter(|path| self::extension(path) == extension).collect();
        paths.sort_by_key(|path| path.matches('/').count());
        let texts = paths.into_iter().take(MANIFESTS).map(|path| Ok((path, self.manifest(path)?)));
        texts.filter_map(|item: Result<_, Error>| item.map(|(path, text)| Some((path, text?))).transpose()).collect()
    }
}

/// What stands after the last dot of the last component; empty without one.
pub(super) fn extension(path: &str) -> &str {
    name(path).rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn ends_with(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// What names are put in order by; two names with one hash are told apart by who asks.
fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

/// The last component.
pub(super) fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The folder around; empty at the root.
pub(super) fn parent(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..slash])
}

/// The folders around, innermost first, the root (empty) last.
pub(super) fn folders(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(parent(path)), |folder| (!folder.is_empty()).then(|| parent(folder)))
}

/// `folder` and `rest` with one `/` between, or none where one is empty.
pub(super) fn join(folder: &str, rest: &str) -> String {
    match (folder, rest) {
        ("", only) | (only, "") => only.to_owned(),
        _ => format!("{folder}/{rest}"),
    }
}

/// `relative` seen from `folder`, without `.` and `..`; `None` where it climbs out of the root.
pub(super) fn walk(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// How many leading folders two paths share.
fn shared(a: &str, b: &str) -> usize {
    parent(a).split('/').zip(parent(b).split('/')).take_while(|(a, b)| a == b && !a.is_empty()).count()
}

/// `paths`, nearest to `from` first: by shared leading folders, then shorter ones, then by bytes.
pub(super) fn nearest<'p>(from: &str, mut paths: Vec<&'p str>) -> Vec<&'p str> {
    paths.sort_by_key(|path| (std::cmp::Reverse(shared(from, path)), path.len(), *path));
    paths
}

/// The one of `paths` that shares most with `from`; none if two share as much.
pub(super) fn clear_nearest<'p>(from: &str, paths: Vec<&'p str>) -> Option<&'p str> {
    let paths = nearest(from, paths);
    match paths.as_slice() {
        [] => None,
        [one, other, ..] if shared(from, one) == shared(from, other) => None,
        [one, ..] => Some(one),
    }
}
