//! T3: the power goes. What a run asked of the disk is replayed up to each call, and what was not synced by then is lost, cut, zeroed or there, name by name and file by
//! file. Every index that can come of it has to be the old or the new one; after the command said that it was done, the new one.

use std::collections::{BTreeMap, HashSet};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use cw_records::Blob;

use crate::lab::{Dice, Lab, all, is_full, report};
use crate::trace::{self, Call};

type Bytes = Vec<u8>;

/// A file, wherever it is named.
#[derive(Clone, Default)]
struct Node {
    synced: Bytes,
    now: Bytes,
}

/// What stands under a name: a file, or a folder.
#[derive(Clone, Copy, PartialEq)]
enum Named {
    File(usize),
    Folder,
}

/// A change of names that its folder has not synced.
#[derive(Clone)]
enum Change {
    Put(Bytes, Named),
    Remove(Bytes),
    Move(Bytes, Bytes),
}

/// A disk: what is on it for sure, and what is on its way.
#[derive(Clone, Default)]
struct Disk {
    nodes: Vec<Node>,
    synced: BTreeMap<Bytes, Named>,
    now: BTreeMap<Bytes, Named>,
    /// With the folder that has to be synced.
    pending: Vec<(Bytes, Change)>,
}

fn above(path: &[u8]) -> Bytes {
    Path::new(std::ffi::OsStr::from_bytes(path)).parent().unwrap().as_os_str().as_bytes().to_vec()
}

fn apply(names: &mut BTreeMap<Bytes, Named>, change: &Change) {
    match change {
        Change::Put(path, what) => drop(names.insert(path.clone(), *what)),
        Change::Remove(path) => drop(names.remove(path)),
        Change::Move(from, to) => {
            if let Some(what) = names.remove(from) {
                names.insert(to.clone(), what);
            }
        }
    }
}

impl Disk {
    /// A disk with everything below `folder` on it for sure.
    fn with(folder: &Path) -> Disk {
        let mut disk = Disk::default();
        disk.load(folder);
        disk.now = disk.synced.clone();
        disk
    }

    fn load(&mut self, folder: &Path) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        self.synced.insert(folder.as_os_str().as_bytes().to_vec(), Named::Folder);
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                self.load(&path);
            } else {
                let bytes = std::fs::read(&path).unwrap();
                self.nodes.push(Node { synced: bytes.clone(), now: bytes });
                self.synced.insert(path.as_os_str().as_bytes().to_vec(), Named::File(self.nodes.len() - 1));
            }
        }
    }

    fn change(&mut self, folder: Bytes, change: Change) {
        apply(&mut self.now, &change);
        self.pending.push((folder, change));
    }

    fn file(&mut self, path: &[u8]) -> Option<&mut Node> {
        match self.now.get(path) {
            Some(Named::File(number)) => self.nodes.get_mut(*number),
            _ => None,
        }
    }

    /// What a call does to the disk.
    fn take(&mut self, call: &Call) {
        if call.result < 0 {
            return;
        }
        let string = |at: usize| call.strings.get(at).cloned().unwrap_or_default();
        match call.name.as_str() {
            "openat" if call.line.contains("O_CREAT") => {
                // The folder of AT_FDCWD, the path, the path of the descriptor.
                let path = call.strings.last().cloned().unwrap_or_default();
                if !self.now.contains_key(&path) {
                    self.nodes.push(Node::default());
                    self.change(above(&path), Change::Put(path.clone(), Named::File(self.nodes.len() - 1)));
                }
            }
            "write" => {
                let data = string(1);
                if let Some(node) = self.file(&string(0)) {
                    node.now.extend_from_slice(&data);
                }
            }
            "ftruncate" => {
                if let Some(node) = self.file(&string(0)) {
                    node.now.clear();
                }
            }
            "fsync" | "fdatasync" => {
                let path = string(0);
                if let Some(node) = self.file(&path) {
                    node.synced = node.now.clone();
                }
                let (done, rest) = std::mem::take(&mut self.pending).into_iter().partition(|(folder, _)| *folder == path);
                self.pending = rest;
                for (_, change) in done as Vec<(Bytes, Change)> {
                    apply(&mut self.synced, &change);
                }
            }
            "rename" => self.change(above(&string(1)), Change::Move(string(0), string(1))),
            "unlink" => self.change(above(&string(0)), Change::Remove(string(0))),
            "mkdir" => self.change(above(&string(0)), Change::Put(string(0), Named::Folder)),
            "openat" | "flock" | "close" | "mmap" => {}
            other => panic!("the simulator does not know {other}: {}", call.line),
        }
    }

    /// The files after a crash: of the pending changes those that `there` says, of files that are not synced what `kept` says.
    fn crash(&self, mut there: impl FnMut() -> bool, mut kept: impl FnMut(&Node) -> Bytes) -> BTreeMap<Bytes, Bytes> {
        let mut names = self.synced.clone();
        self.pending.iter().filter(|_| there()).for_each(|(_, change)| apply(&mut names, change));
        let folders: HashSet<Bytes> = names.iter().filter(|(_, what)| **what == Named::Folder).map(|(path, _)| path.clone()).collect();
        let mut files = BTreeMap::new();
        for (path, what) in &names {
            let reachable = Path::new(std::ffi::OsStr::from_bytes(path)).ancestors().skip(1).all(|folder| {
                let folder = folder.as_os_str().as_bytes();
                folders.contains(folder) || !self.now.contains_key(folder)
            });
            if let (Named::File(number), true) = (what, reachable) {
                let node = &self.nodes[*number];
                files.insert(path.clone(), if node.synced == node.now { node.now.clone() } else { kept(node) });
            }
        }
        files
    }

    /// The crashes that are tried here: the plain ones, and some by lot.
    fn crashes(&self, dice: &mut Dice, lots: usize) -> Vec<BTreeMap<Bytes, Bytes>> {
        let cut = |node: &Node| node.now[..node.now.len() / 2].to_vec();
        let zero = |node: &Node| vec![0; node.now.len()];
        let mut all = vec![
            self.crash(|| false, |node| node.synced.clone()),
            self.crash(|| true, |node| node.synced.clone()),
            self.crash(|| true, |node| node.now.clone()),
            self.crash(|| true, cut),
            self.crash(|| true, zero),
        ];
        let mut other = Dice(dice.0 ^ 0x9e37);
        for _ in 0..if self.pending.is_empty() { 0 } else { lots } {
            all.push(self.crash(
                || dice.roll(2) == 0,
                |node| match other.roll(4) {
                    0 => node.synced.clone(),
                    1 => node.now.clone(),
                    2 => cut(node),
                    _ => zero(node),
                },
            ));
        }
        dice.0 ^= other.0;
        all
    }
}

/// Writes the files of a crash below `to`; they were below `from`.
fn write(files: &BTreeMap<Bytes, Bytes>, from: &Path, to: &Path) {
    for (path, bytes) in files {
        let path = Path::new(std::ffi::OsStr::from_bytes(path)).strip_prefix(from).unwrap();
        let place = to.join(path);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(place, bytes).unwrap();
    }
}

/// What can be left of one run, and the call after which the power went.
struct State<'a> {
    files: BTreeMap<Bytes, Bytes>,
    with_old: bool,
    after: bool,
    from: &'a Path,
    call: String,
}

impl State<'_> {
    /// Puts it down and asks `good` of it.
    fn check(&self, lab: &Lab, good: impl Fn(&Path) -> Result<(), String>) -> Result<(), String> {
        let place = lab.place();
        std::fs::create_dir(&place).unwrap();
        write(&self.files, self.from, &place);
        good(&place).map_err(|what| format!("after {} (old: {}): {what}", self.call, self.with_old))?;
        std::fs::remove_dir_all(&place).map_err(|error| error.to_string())
    }
}

#[test]
fn t3_the_power_goes() {
    if !trace::is_there() {
        return;
    }
    let lab = Lab::new();
    let (mut dice, mut count, mut mended, mut wrong) = (Dice(7), 0, 0, Vec::new());
    let (lots, every) = if is_full() { (1500, 60) } else { (8, 23) };
    for (words, with_old) in [(&["index", "-q", "."][..], true), (&["index", "-q", "."], false), (&["index", "-q", ".", "--rebuild"], true)]
    {
        let index = lab.start(with_old);
        let mut disk = Disk::with(&index);
        let (ran, calls) = trace::calls(&lab, words, &index);
        assert_eq!(ran.status.code(), Some(0));
        let mut seen = HashSet::new();
        for number in 0..=calls.len() {
            let call = number.checked_sub(1).map(|last| &calls[last]);
            if let Some(call) = call {
                disk.take(call);
            }
            let after = number == calls.len();
            let name = call.map_or("the beginning".to_owned(), |call| format!("{} {}", call.name, call.number));
            let mut states = Vec::new();
            for files in disk.crashes(&mut dice, lots) {
                let shown: Vec<_> = files.iter().map(|(path, bytes)| (path, Blob::of(bytes).to_string())).collect();
                if seen.insert((Blob::of(&serde_json::to_vec(&shown).unwrap()), after)) {
                    states.push(State { files, with_old, after, from: &index, call: name.clone() });
                }
            }
            wrong.extend(all(&states, |state| {
                state.check(&lab, |place| {
                    lab.judge(place, state.with_old)?;
                    if state.after && !lab.is_new(place) { Err("it was done, and is lost".into()) } else { Ok(()) }
                })
            }));
            count += states.len();
            // And the next command makes them whole.
            let some: Vec<&State<'_>> = states.iter().skip(number % every).step_by(every).collect();
            wrong.extend(all(&some, |state| state.check(&lab, |place| lab.converge(place))));
            mended += some.len();
        }
    }
    report(&format!("T3 states after a power cut, {mended} of them made whole"), count, &wrong);
}
