//! What a resolver sees of the index: sorted paths, folders, ends of paths, and the texts of the few files that name packages.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::Error;

/// Most files of one name, such as `package.json`, that are read to learn what packages there are.
const MANIFESTS: usize = 128;

type Read<'a> = Box<dyn Fn(usize) -> Result<String, Error> + 'a>;

/// A view of the paths of an index.
pub struct Tree<'a> {
    paths: Vec<String>,
    read: Read<'a>,
    ends: OnceCell<Ends>,
    packages: RefCell<HashMap<&'static str, Rc<BTreeMap<String, String>>>>,
}

/// By last component: numbers of paths, and folders.
struct Ends {
    files: HashMap<String, Vec<usize>>,
    folders: HashMap<String, Vec<String>>,
}

impl<'a> Tree<'a> {
    /// A view of `paths`, which are sorted by bytes; `read` gives the text of one by its number.
    pub fn new(paths: Vec<String>, read: impl Fn(usize) -> Result<String, Error> + 'a) -> Tree<'a> {
        Tree { paths, read: Box::new(read), ends: OnceCell::new(), packages: RefCell::default() }
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
        self.number(path).map(|number| (self.read)(number)).transpose()
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

    fn ends(&self) -> &Ends {
        self.ends.get_or_init(|| {
            let mut ends = Ends { files: HashMap::new(), folders: HashMap::new() };
            let mut last: &str = "";
            for (number, path) in self.paths.iter().enumerate() {
                ends.files.entry(name(path).to_owned()).or_default().push(number);
                let mut folder = parent(path);
                while !folder.is_empty() && folder != last && !is_below(last, folder) {
                    ends.folders.entry(name(folder).to_owned()).or_default().push(folder.to_owned());
                    folder = parent(folder);
                }
                last = parent(path);
            }
            ends.folders.values_mut().for_each(|folders| {
                folders.sort_unstable();
                folders.dedup();
            });
            ends
        })
    }

    /// The files whose path is `end` or ends with `/` and `end`, in order.
    pub fn ending(&self, end: &str) -> Vec<&str> {
        let numbers = self.ends().files.get(name(end)).map(Vec::as_slice).unwrap_or_default();
        numbers.iter().map(|number| self.paths[*number].as_str()).filter(|path| ends_with(path, end)).collect()
    }

    /// The folders whose path is `end` or ends with `/` and `end`, in order.
    pub fn folders_ending(&self, end: &str) -> Vec<&str> {
        let folders = self.ends().folders.get(name(end)).map(Vec::as_slice).unwrap_or_default();
        folders.iter().map(String::as_str).filter(|path| ends_with(path, end)).collect()
    }

    /// Package names and their folders, from all files called `file`; `find` finds the name in a text. Read once.
    pub fn packages(&self, file: &'static str, find: fn(&str) -> Option<String>) -> Result<Rc<BTreeMap<String, String>>, Error> {
        if let Some(known) = self.packages.borrow().get(file) {
            return Ok(known.clone());
        }
        let mut names = BTreeMap::new();
        let mut paths = self.ending(file);
        paths.sort_by_key(|path| path.matches('/').count());
        for path in paths.into_iter().take(MANIFESTS) {
            if let Some(name) = self.text(path)?.as_deref().and_then(find) {
                names.entry(name).or_insert_with(|| parent(path).to_owned());
            }
        }
        let names = Rc::new(names);
        self.packages.borrow_mut().insert(file, names.clone());
        Ok(names)
    }
}

fn ends_with(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
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
