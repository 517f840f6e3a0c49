//! One tree in two states, its index before and after, and the question that every test asks: is this index one of the two?

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use cw_index::{Error, Store};

use crate::support::tree::{borders, plant, polyglot};
use crate::support::{Case, bytes_of};

/// True if everything is to be gone through.
pub fn is_full() -> bool {
    std::env::var("CW_TORTURE").is_ok_and(|lane| lane == "full")
}

/// The command under test: the built one, or a mutant.
pub fn program() -> PathBuf {
    std::env::var_os("CW_TORTURE_BIN").map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_cw")), PathBuf::from)
}

/// Numbers that look random and are the same in every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % below.max(1)
    }
}

/// What is asked of every index.
pub const QUESTIONS: [&str; 3] = ["where do we retry with backoff", "part_1_29", "connection pool"];

/// The part that vectors are in.
pub const VEC: &str = "vec/cw-static-2";

/// A tree, the index of what it was (`old`) and of what it is (`new`).
pub struct Lab {
    pub case: Case,
    pub old: PathBuf,
    pub new: PathBuf,
    places: AtomicUsize,
}

/// The bytes of the manifest of a part, if there is one.
fn manifest(index: &Path, part: &str) -> Option<Vec<u8>> {
    std::fs::read(index.join(part).join("manifest.json")).ok()
}

/// Copies a folder.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place = to.join(entry.file_name());
        if entry.path().is_dir() { copy(&entry.path(), &place) } else { std::fs::copy(entry.path(), place).map(drop).unwrap() }
    }
}

impl Lab {
    /// Two states of a small tree of several segments; it is left in the second.
    pub fn new() -> Lab {
        let case = Case::new();
        let entries: Vec<_> = polyglot().into_iter().filter(|entry| std::str::from_utf8(&entry.name).is_ok()).collect();
        plant(&case, &entries);
        let (old, new) = (case.beside("old"), case.beside("new"));
        let lab = Lab { case, old, new, places: AtomicUsize::new(0) };
        assert_eq!(lab.index(&lab.old).status.code(), Some(0));
        let name = borders(2).remove(1);
        lab.case.write(&name, "def part_1_29(value):\n    return 'another'\n");
        lab.case.write("src/retry.rs", "/// Gives up at once, without backoff.\npub fn retry() {}\n");
        lab.case.write("src/zzz.rs", "pub fn added() {}\n");
        std::fs::remove_file(lab.case.tree().join("srv/server.go")).unwrap();
        assert_eq!(lab.index(&lab.new).status.code(), Some(0));
        lab
    }

    /// A place for an index, not there yet.
    pub fn place(&self) -> PathBuf {
        self.case.beside(&format!("i{}", self.places.fetch_add(1, Ordering::Relaxed)))
    }

    /// A copy of the old index, or nothing.
    pub fn start(&self, with_old: bool) -> PathBuf {
        let place = self.place();
        if with_old {
            copy(&self.old, &place);
        }
        place
    }

    /// A command in the tree, with no settings from outside.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.case.tree()).env_clear().env("PATH", std::env::var("PATH").unwrap_or_default());
        command.env("HOME", self.case.beside("home")).env("GIT_CONFIG_NOSYSTEM", "1").env("LC_ALL", "C.UTF-8");
        if let Ok(mutant) = std::env::var("CW_MUTANT") {
            command.env("CW_MUTANT", mutant);
        }
        command
    }

    /// Runs `cw` with these words and the index.
    pub fn cw(&self, words: &[&str], index: &Path) -> Output {
        self.command(program()).args(words).arg("--index").arg(index).output().unwrap()
    }

    /// Brings an index up to date.
    pub fn index(&self, index: &Path) -> Output {
        self.cw(&["index", "-q", "."], index)
    }

    /// The answers of an index as it is.
    pub fn answers(&self, index: &Path) -> Vec<String> {
        let ask = |question: &&str| {
            let ran = self.cw(&["query", "-q", "--no-refresh", "-k", "3", question], index);
            sane(&ran);
            format!("{:?} {}", ran.status.code(), String::from_utf8_lossy(&ran.stdout))
        };
        QUESTIONS.iter().map(ask).collect()
    }

    /// Says what is wrong with an index that should be the old one or the new one, each part for itself. Without `with_old`, there may be none.
    pub fn judge(&self, index: &Path, with_old: bool) -> Result<(), String> {
        let store = match Store::open(index) {
            Ok(store) => store,
            Err(Error::Missing(_)) if !with_old => return Ok(()),
            Err(error) => return Err(error.to_string()),
        };
        for finding in store.verify(false).map_err(|error| error.to_string())? {
            if with_old || !matches!(finding.error, Error::Unfinished(_)) {
                return Err(finding.error.to_string());
            }
        }
        for part in ["lex", VEC] {
            match manifest(index, part) {
                None if !with_old => {
                    let opened = if part == "lex" {
                        store.lex().map(|part| part.is_some())
                    } else {
                        store.vec("cw-static-2").map(|part| part.is_some())
                    };
                    if !matches!(opened, Ok(false) | Err(Error::Unfinished(_))) {
                        return Err(format!("'{part}' has no manifest, and opens as {opened:?}"));
                    }
                }
                None => return Err(format!("'{part}' has lost its manifest")),
                Some(bytes) => {
                    let known = with_old && manifest(&self.old, part).as_ref() == Some(&bytes) || manifest(&self.new, part) == Some(bytes);
                    if !known {
                        return Err(format!("'{part}' is of no state that ever was"));
                    }
                }
            }
        }
        Ok(())
    }

    /// True if it is the new one.
    pub fn is_new(&self, index: &Path) -> bool {
        ["lex", VEC].iter().all(|part| manifest(index, part) == manifest(&self.new, part))
    }

    /// Says what is wrong after the next `cw index`, which has to give the bytes of a fresh one.
    pub fn converge(&self, index: &Path) -> Result<(), String> {
        let ran = self.index(index);
        if ran.status.code() != Some(0) {
            return Err(format!("the next cw index: {:?} {}", ran.status.code(), String::from_utf8_lossy(&ran.stderr)));
        }
        let (is, should) = (shown(index), shown(&self.new));
        if is == should { Ok(()) } else { Err(format!("it converged to {:?}, not {:?}", is.keys(), should.keys())) }
    }
}

/// What has to be the same in equal indexes.
fn shown(index: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    bytes_of(index).into_iter().filter(|(path, _)| !path.starts_with("damaged")).collect()
}

/// No command may panic, die by a signal of its own, or exit with a code that is not documented.
#[track_caller]
pub fn sane(ran: &Output) {
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(matches!(ran.status.code(), Some(0..=4)) && !said.contains("panicked"), "{:?}: {said}", ran.status);
}

/// Does `work` on all of `items`, two at a time, and returns what was wrong.
pub fn all<T: Sync>(items: &[T], work: impl Fn(&T) -> Result<(), String> + Sync) -> Vec<String> {
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(what) = work(item) {
                        wrong.lock().unwrap_or_else(PoisonError::into_inner).push(what);
                    }
                }
            });
        }
    });
    wrong.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Fails if anything was wrong, and shows the first of it.
#[track_caller]
pub fn report(what: &str, count: usize, wrong: &[String]) {
    eprintln!("torture: {what}: {count}, {} bad", wrong.len());
    assert!(wrong.is_empty(), "{what}: {} of {count} are bad:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}
