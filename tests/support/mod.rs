//! A case: a temporary tree with its own empty HOME, pipes of the built commands over it, and what they said.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub mod terminal;
pub mod tree;

/// A temporary folder with `tree/` and `home/`.
pub struct Case {
    folder: tempfile::TempDir,
}

/// What a shell line did.
pub struct Ran {
    line: String,
    output: Output,
}

impl Case {
    /// An empty case.
    pub fn new() -> Case {
        let folder = tempfile::tempdir().unwrap();
        for name in ["tree", "home"] {
            std::fs::create_dir(folder.path().join(name)).unwrap();
        }
        Case { folder }
    }

    /// A case with these files.
    pub fn with(files: &[(&str, &str)]) -> Case {
        let case = Case::new();
        files.iter().for_each(|(path, text)| case.write(path, text));
        case
    }

    /// Writes a file of the tree.
    pub fn write(&self, path: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        let path = self.tree().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// The tree.
    pub fn tree(&self) -> PathBuf {
        self.folder.path().join("tree")
    }

    /// A path beside the tree.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A POSIX shell line in the tree, with the commands first on PATH, an empty HOME, and no other settings.
    pub fn sh(&self, line: &str) -> Ran {
        self.feed(line, b"")
    }

    /// The same, not run yet.
    pub fn command(&self, line: &str) -> Command {
        let bin = Path::new(env!("CARGO_BIN_EXE_cw")).parent().unwrap();
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        let mut command = Command::new("sh");
        command.arg("-c").arg(line).current_dir(self.tree()).env_clear().env("PATH", path);
        bind(&mut command);
        command.env("HOME", self.beside("home")).env("GIT_CONFIG_NOSYSTEM", "1").env("LC_ALL", "C.UTF-8");
        command
    }

    /// The same with something on stdin.
    pub fn feed(&self, line: &str, stdin: &[u8]) -> Ran {
        let mut child = self.command(line).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut to = child.stdin.take().unwrap();
        let stdin = stdin.to_vec();
        let feeder = std::thread::spawn(move || {
            // A command that stops early is part of what is tested.
            let _ = to.write_all(&stdin);
        });
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        Ran { line: line.to_owned(), output }
    }
}

/// Takes away what lets root read and write in spite of permission bits, so that they bind whoever runs the tests.
fn bind(command: &mut Command) {
    const DAC_OVERRIDE: libc::c_ulong = 1;
    const DAC_READ_SEARCH: libc::c_ulong = 2;
    // SAFETY: between fork and exec nothing but two system calls. Whoever may not make them has nothing to give away.
    unsafe {
        std::os::unix::process::CommandExt::pre_exec(command, || {
            for capability in [DAC_OVERRIDE, DAC_READ_SEARCH] {
                libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0);
            }
            Ok(())
        });
    }
}

impl Ran {
    /// The exit code.
    pub fn code(&self) -> i32 {
        self.output.status.code().unwrap_or(-1)
    }

    /// Stdout.
    pub fn out(&self) -> String {
        String::from_utf8(self.output.stdout.clone()).unwrap()
    }

    /// Stdout, as bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.output.stdout
    }

    /// Stderr.
    pub fn err(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    /// Asserts the exit code, and shows what was said if it is another.
    #[track_caller]
    pub fn exits(self, code: i32) -> Ran {
        assert_eq!(self.code(), code, "{}\n{}{}", self.line, self.out(), self.err());
        self
    }

    /// Asserts that stderr has this.
    #[track_caller]
    pub fn says(self, text: &str) -> Ran {
        assert!(self.err().contains(text), "{}\nstderr lacks {text:?}:\n{}", self.line, self.err());
        self
    }

    /// Stdout as JSON Lines.
    pub fn records(&self) -> Vec<serde_json::Value> {
        self.out().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Every file below `folder` with its bytes, but for those that may differ between equal indexes.
pub fn bytes_of(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&next) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("lex/stamps") && !path.ends_with("rows") {
                all.insert(path.strip_prefix(folder).unwrap().to_owned(), std::fs::read(&path).unwrap());
            }
        }
    }
    all
}

/// Every `.rs` file of the project, sorted.
pub fn sources(root: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut folders: Vec<PathBuf> = ["cmds", "lib", "tests", "examples"].iter().map(|name| root.join(name)).collect();
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                all.push(path);
            }
        }
    }
    all.sort();
    all
}

/// True for sources that are no part of the program: tests and examples.
pub fn is_test(path: &Path) -> bool {
    let relative = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path);
    let inside = relative.components().any(|part| ["tests", "examples", "benches"].iter().any(|name| part.as_os_str() == *name));
    inside || relative.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("tests"))
}

/// Asserts that two indexes are the same, byte for byte.
#[track_caller]
pub fn assert_same(left: &Path, right: &Path, what: &str) {
    let (left, right) = (bytes_of(left), bytes_of(right));
    let names = |all: &BTreeMap<PathBuf, Vec<u8>>| all.keys().cloned().collect::<Vec<_>>();
    assert!(left.keys().any(|path| path.ends_with("manifest.json")), "{what}: there is no index");
    assert_eq!(names(&left), names(&right), "{what}");
    for (path, bytes) in left {
        assert!(bytes == right[&path], "{what}: '{}' differs", path.display());
    }
}
