//! A tree to scan, and git to compare with.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use cw_records::{Record, RecordPath};
use cw_stages::Env;
use cw_stages::scan::{Options, explain, scan};

/// A tree in a folder of its own, with a home of its own.
pub struct Tree {
    _temp: tempfile::TempDir,
    pub root: PathBuf,
    pub home: PathBuf,
}

impl Tree {
    pub fn bare() -> Tree {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap().join("p");
        let home = root.with_file_name("home");
        fs::create_dir_all(&root).unwrap();
        fs::create_dir_all(&home).unwrap();
        Tree { _temp: temp, root, home }
    }

    pub fn git_tree() -> Tree {
        let tree = Tree::bare();
        tree.git(&["init", "-q"]);
        tree
    }

    pub fn put(&self, path: &str, text: impl AsRef<[u8]>) -> &Tree {
        let file = self.root.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        self
    }

    pub fn git_in(&self, folder: &Path, arguments: &[&str]) -> Vec<u8> {
        let out = Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"])
            .args(arguments)
            .current_dir(folder)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("HOME", &self.home)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .output()
            .unwrap();
        assert!(out.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
        out.stdout
    }

    pub fn git(&self, arguments: &[&str]) -> Vec<u8> {
        self.git_in(&self.root, arguments)
    }

    /// What git lists, less what is not on disk and the marks of nested repositories.
    pub fn listed_by_git(&self, folder: &Path) -> BTreeSet<Vec<u8>> {
        let out = self.git_in(folder, &["ls-files", "-co", "--exclude-standard", "-z"]);
        let there = |path: &&[u8]| {
            let file = folder.join(OsStr::from_bytes(path));
            !path.is_empty() && path.last() != Some(&b'/') && fs::symlink_metadata(file).is_ok_and(|meta| !meta.is_dir())
        };
        out.split(|byte| *byte == 0).filter(there).map(<[u8]>::to_vec).collect()
    }

    pub fn env(&self, threads: usize) -> Env {
        let mut env = Env::new(threads).unwrap();
        env.home = Some(self.home.clone());
        env
    }

    pub fn options(&self) -> Options {
        Options { root: self.root.clone(), ..Options::default() }
    }

    pub fn records(&self, options: Options) -> Vec<Record> {
        scan(&self.env(2), options).unwrap().collect::<Result<_, _>>().unwrap()
    }

    /// Everything listed: files and skips.
    pub fn listed_with(&self, options: Options) -> BTreeSet<Vec<u8>> {
        let records = self.records(options);
        let mut listed = BTreeSet::new();
        let mut last = RecordPath::default();
        for record in &records {
            if let Record::File(_) | Record::Skip(_) = record {
                let path = record.path().unwrap().clone();
                assert!(last < path, "ascending and once each: {path:?}");
                listed.insert(path.as_bytes().to_vec());
                last = path;
            }
        }
        listed
    }

    pub fn listed(&self) -> Vec<String> {
        self.listed_with(self.options()).into_iter().map(|path| String::from_utf8_lossy(&path).into_owned()).collect()
    }

    pub fn assert_as_git(&self) {
        self.assert_as_git_in(&self.root.clone());
    }

    pub fn assert_as_git_in(&self, folder: &Path) {
        let show = |paths: BTreeSet<Vec<u8>>| paths.iter().map(|path| String::from_utf8_lossy(path).into_owned()).collect::<Vec<_>>();
        let ours = show(self.listed_with(Options { root: folder.to_path_buf(), ..Options::default() }));
        assert_eq!(ours, show(self.listed_by_git(folder)));
    }

    pub fn explain(&self, path: &str) -> String {
        explain(&self.env(1), &self.options(), &RecordPath::from(path)).unwrap()
    }
}

/// The file records by path.
pub fn files(records: &[Record]) -> BTreeMap<String, &cw_records::File> {
    let mut files = BTreeMap::new();
    for record in records {
        if let Record::File(file) = record {
            files.insert(file.path.display().into_owned(), file);
        }
    }
    files
}
