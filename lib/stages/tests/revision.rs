//! Revisions without a checkout, with a checkout by git as the judge.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use cw_records::Record;
use cw_stages::Env;
use cw_stages::scan::{Options, scan};
use proptest::prelude::*;

/// A repository in a folder of its own, with a home of its own.
struct Repo {
    _temp: tempfile::TempDir,
    root: PathBuf,
}

impl Repo {
    fn new(init: &[&str]) -> Repo {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap().join("p");
        fs::create_dir_all(&root).unwrap();
        fs::create_dir_all(root.with_file_name("home")).unwrap();
        let repo = Repo { _temp: temp, root };
        repo.git(&[&["init", "-q", "-b", "main"], init].concat());
        repo
    }

    fn put(&self, path: &str, text: impl AsRef<[u8]>) -> &Repo {
        let file = self.root.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        self
    }

    fn git_in(&self, folder: &Path, arguments: &[&str]) -> String {
        let out = Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", "-c", "safe.directory=*"])
            .args(arguments)
            .current_dir(folder)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("HOME", self.root.with_file_name("home"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .output()
            .unwrap();
        assert!(out.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8_lossy(&out.stdout).trim().to_owned()
    }

    fn git(&self, arguments: &[&str]) -> String {
        self.git_in(&self.root.clone(), arguments)
    }

    fn commit(&self) -> String {
        self.git(&["add", "-A", "-f"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "x"]);
        self.git(&["rev-parse", "HEAD"])
    }

    /// A clone beside it, checked out at `rev` with its submodules.
    fn checkout(&self, rev: &str) -> PathBuf {
        let commit = self.git(&["rev-parse", rev]);
        let place = self.root.with_file_name(format!("checkout-{commit}"));
        if !place.exists() {
            let parent = self.root.parent().unwrap().to_owned();
            self.git_in(&parent, &["clone", "-q", "--no-checkout", "p", place.to_str().unwrap()]);
            self.git_in(&place, &["fetch", "-q", "origin", &commit]);
            self.git_in(&place, &["checkout", "-q", &commit]);
            self.git_in(&place, &["submodule", "--quiet", "update", "--init", "--recursive"]);
        }
        place
    }

    fn options(&self, rev: &str) -> Options {
        Options { root: self.root.clone(), rev: Some(rev.to_owned()), ..Options::default() }
    }

    /// The law: a revision is scanned as its checkout.
    #[track_caller]
    fn assert_as_checkout(&self, rev: &str) {
        let there = records(Options { root: self.checkout(rev), ..Options::default() });
        assert_eq!(show(&records(self.options(rev))), show(&there), "{rev}");
    }

    fn fails(&self, rev: &str) -> cw_stages::Error {
        scan(&Env::new(1).unwrap(), self.options(rev)).err().unwrap_or_else(|| panic!("'{rev}' is a revision"))
    }
}

fn records(options: Options) -> Vec<Record> {
    scan(&Env::new(2).unwrap(), options).unwrap().collect::<Result<_, _>>().unwrap()
}

/// Everything after the header, without times.
fn show(records: &[Record]) -> Vec<String> {
    let line = |record: &Record| {
        let mut record = record.clone();
        if let Record::File(file) = &mut record {
            file.mtime = None;
        }
        let mut bytes = Vec::new();
        record.print(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    records[1..].iter().map(line).collect()
}

fn paths(records: &[Record]) -> Vec<String> {
    let files = records.iter().filter(|record| matches!(record, Record::File(_)));
    files.map(|record| record.path().unwrap().display().into_owned()).collect()
}

/// A tree of everything that a scan has to decide about.
fn rich(repo: &Repo) {
    repo.put("a.py", "def a(): pass\n").put("src/b.rs", "fn b() {}\n").put("gen/c.py", "x = 1\n").put(".gitignore", "gen/\n*.log\n");
    repo.put("tracked.log", "x\n").put("old/d.py", "d\n").put(".cwignore", "old/\n").put("sub/.cwignore", "*.py\n!keep.py\n");
    repo.put("sub/keep.py", "k\n").put("sub/no.py", "n\n").put("empty.py", "").put("logo.png", b"\x89PNG\0").put(".env", "A=1\n");
    repo.put("Cargo.lock", "x\n").put("big.txt", "line\n".repeat(300_000)).put("big.js", "var a=1;".repeat(200_000));
    repo.put("latin.py", b"s = \"caf\xe9\"\n").put("node_modules/x/i.js", "x\n").put(".cw/e.py", "e\n").put("n\nl.py", "n\n");
    repo.put("model.bin", format!("version https://git-lfs.github.com/spec/v1\noid sha256:{:064}\nsize 14\n", 7));
    repo.put("run", "#!/usr/bin/env python3\nprint()\n").put(".hidden/h.py", "h\n").put("q/node_modules", "a file\n");
    symlink("a.py", repo.root.join("link.py")).unwrap();
    symlink("/etc", repo.root.join("etc")).unwrap();
}

#[test]
fn as_a_checkout() {
    let repo = Repo::new(&[]);
    rich(&repo);
    repo.commit();
    repo.put("a.py", "def a2(): pass\n").put("new/e.py", "e\n");
    fs::remove_file(repo.root.join("src/b.rs")).unwrap();
    repo.commit();
    repo.git(&["tag", "-a", "v1", "-m", "x", "HEAD~1"]);
    repo.git(&["branch", "feature/x", "HEAD~1"]);
    repo.put("a.py", "def stashed(): pass\n").git(&["stash", "-q"]);
    repo.put("a.py", "def on_disk(): pass\n");
    for rev in ["HEAD", "main", "HEAD~1", "v1", "feature/x", "main^{tree}", "stash@{0}", "@"] {
        if rev == "main^{tree}" {
            assert_eq!(show(&records(repo.options(rev))), show(&records(repo.options("main"))));
        } else {
            repo.assert_as_checkout(rev);
        }
    }
    // Packed, and with packed references.
    repo.git(&["gc", "-q"]);
    let commit = repo.git(&["rev-parse", "v1^{commit}"]);
    repo.assert_as_checkout(&commit[..12]);
    let header = records(repo.options("v1")).remove(0);
    let Record::Header(header) = header else { panic!("no header") };
    assert_eq!((header.extra["rev"].as_str(), header.extra["commit"].as_str()), (Some("v1"), Some(&*commit)));
    for rev in ["nowhere", "v1..main", "-x", "", "HEAD~99"] {
        assert_eq!(repo.fails(rev).code, "S20", "{rev}");
    }
    let outside = repo.root.with_file_name("home");
    assert_eq!(scan(&Env::new(1).unwrap(), Options { root: outside, ..repo.options("main") }).err().unwrap().code, "S20");
}

/// Below a folder the rules above it hold; paths restrict it, whether they are on disk or not.
#[test]
fn parts_of_a_revision() {
    let repo = Repo::new(&[]);
    rich(&repo);
    repo.commit();
    let checkout = repo.checkout("HEAD");
    for folder in ["sub", "src", "old"] {
        let ours = records(Options { root: repo.root.join(folder), ..repo.options("main") });
        let theirs = records(Options { root: checkout.join(folder), ..Options::default() });
        let without_notes = |records: &[Record]| show(records).into_iter().filter(|line| !line.contains("S06")).collect::<Vec<_>>();
        assert_eq!(without_notes(&ours).split_last().unwrap().1, without_notes(&theirs).split_last().unwrap().1, "{folder}");
    }
    fs::remove_dir_all(repo.root.join("sub")).unwrap();
    assert_eq!(
        paths(&records(Options { paths: vec!["sub".into(), "a.py".into()], ..repo.options("main") })),
        ["a.py", "sub/.cwignore", "sub/keep.py"]
    );
    assert_eq!(paths(&records(Options { globs: vec!["*.rs".into()], ..repo.options("main") })), ["src/b.rs"]);
    repo.put("late/f.py", "f\n");
    let late = Options { root: repo.root.join("late"), ..repo.options("main") };
    assert_eq!(scan(&Env::new(1).unwrap(), late).err().unwrap().code, "S04");
}

/// Bare, linked, shared by alternates, and with object names of SHA-256.
#[test]
fn kinds_of_repositories() {
    for init in [&[][..], &["--object-format=sha256"]] {
        let repo = Repo::new(init);
        rich(&repo);
        repo.commit();
        repo.assert_as_checkout("main");
        let wanted = show(&records(repo.options("main")));
        let parent = repo.root.parent().unwrap().to_owned();
        repo.git_in(&parent, &["clone", "-q", "--bare", "p", "bare.git"]);
        repo.git_in(&parent, &["clone", "-q", "-s", "p", "shared"]);
        repo.git(&["worktree", "add", "-q", "../linked"]);
        for name in ["bare.git", "shared", "linked", "p/.git"] {
            assert_eq!(show(&records(Options { root: parent.join(name), ..repo.options("HEAD") })), wanted, "{name}");
        }
    }
}

/// What `.gitattributes` do to a checkout, they do to a revision; programs of the repository are not run.
#[test]
fn attributes() {
    let repo = Repo::new(&[]);
    repo.put(
        ".gitattributes",
        "*.bat eol=crlf\n*.txt text=auto\n*.id ident\n*.ps1 text working-tree-encoding=UTF-16LE-BOM eol=crlf\n*.raw -text\n",
    );
    repo.put("a.bat", "one\ntwo\n")
        .put("b.txt", "one\r\ntwo\r\n")
        .put("c.id", "/* $Id$ */\n")
        .put("d.raw", "a\r\nb\n")
        .put("sub/.gitattributes", "*.bat -eol\n");
    repo.put("sub/a.bat", "one\ntwo\n")
        .put("e.ps1", "\u{feff}Write-Host 'é'\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>());
    repo.commit();
    repo.assert_as_checkout("main");
    assert!(show(&records(repo.options("main"))).iter().any(|line| line.contains("one\\r\\ntwo")));
    repo.put(".gitattributes", "*.py filter=evil\n").put("f.py", "def f(): pass\n").commit();
    repo.git(&["config", "filter.evil.smudge", "touch ../evil; cat"]);
    repo.git(&["config", "filter.evil.required", "true"]);
    assert!(paths(&records(repo.options("main"))).contains(&"f.py".to_owned()));
    assert!(!repo.root.with_file_name("evil").exists());
}

/// C8: a submodule is read from its git folder at the commit that the revision names; one that is not here is said.
#[test]
fn submodules() {
    let repo = Repo::new(&[]);
    let lib = Repo::new(&[]);
    let inner = Repo::new(&[]);
    inner.put("i.py", "i\n").commit();
    lib.put("l.py", "l = 1\n").put(".gitattributes", "*.py eol=crlf\n").git(&[
        "submodule",
        "--quiet",
        "add",
        inner.root.to_str().unwrap(),
        "in",
    ]);
    lib.commit();
    repo.put("a.py", "a\n").put(".cwignore", "no.py\n").git(&[
        "submodule",
        "--quiet",
        "add",
        "--name",
        "the lib",
        lib.root.to_str().unwrap(),
        "dep/lib",
    ]);
    repo.git(&["submodule", "--quiet", "update", "--init", "--recursive"]);
    repo.commit();
    repo.assert_as_checkout("main");
    let wanted = [".cwignore", ".gitmodules", "a.py", "dep/lib/.gitattributes", "dep/lib/.gitmodules", "dep/lib/in/i.py", "dep/lib/l.py"];
    assert_eq!(paths(&records(repo.options("main"))), wanted);
    fs::remove_dir_all(repo.root.join(".git/modules/the lib/modules")).unwrap();
    fs::remove_dir_all(repo.root.join("dep")).unwrap();
    let partly = records(repo.options("main"));
    assert!(show(&partly).contains(&r#"{"type":"skip","path":"dep/lib/in","reason":"submodule"}"#.to_owned()), "{:?}", show(&partly));
    assert!(paths(&partly).contains(&"dep/lib/l.py".to_owned()));
}

/// What a clone does not have is a loss with its name, not a gap.
#[test]
fn missing_objects() {
    let repo = Repo::new(&[]);
    repo.put("a.py", "a\n").put("sub/b.py", "b\n").put("c.py", "c\n").commit();
    let object = |rev: &str| {
        let id = repo.git(&["rev-parse", rev]);
        repo.root.join(".git/objects").join(&id[..2]).join(&id[2..])
    };
    fs::remove_file(object("main:a.py")).unwrap();
    fs::remove_file(object("main:sub")).unwrap();
    let there = records(repo.options("main"));
    assert_eq!(paths(&there), ["c.py"]);
    let faults: Vec<&Record> = there.iter().filter(|record| record.kind() == "fault").collect();
    assert_eq!(faults.len(), 2, "{faults:?}");
    fs::remove_file(object("main^{tree}")).unwrap();
    let error = repo.fails("main");
    assert!(error.hint.is_some() && ["S20", "S21"].contains(&error.code), "{error:?}");
}

/// Trees that no git would write: names that leave the tree, and twice the same.
#[test]
fn hostile_trees() {
    let repo = Repo::new(&[]);
    repo.put("a.py", "a\n").commit();
    let blob = repo.git(&["rev-parse", "main:a.py"]);
    let id: Vec<u8> = (0..blob.len()).step_by(2).map(|at| u8::from_str_radix(&blob[at..at + 2], 16).unwrap()).collect();
    let mut tree = Vec::new();
    for name in ["..", ".", ".git", "a/../../b", "a.py", "a.py", ""] {
        tree.extend([b"100644 ", name.as_bytes(), b"\0", &id[..]].concat());
    }
    fs::write(repo.root.join("tree"), tree).unwrap();
    let tree = repo.git(&["hash-object", "-t", "tree", "-w", "--literally", "tree"]);
    let all = records(repo.options(&tree));
    assert_eq!(paths(&all), ["a.py"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Any tree, any attributes, any rules of our own.
    #[test]
    fn any_tree_as_its_checkout(
        files in prop::collection::btree_map("[ab]{1,2}(/[ab]{1,2}){0,2}\\.(py|txt|bat)", "[a-c \\r\\n]{0,24}(\\$Id(: [a-f ]{0,5})?\\$)?[\\n]?", 1..14),
        attributes in prop::collection::vec("(\\*|\\*\\.txt|\\*\\.bat|a/\\*|/b/\\*\\*) (text|-text|text=auto|eol=crlf|eol=lf|ident|text eol=crlf|binary|!text|-ident)", 0..4),
        inner in prop::collection::vec("(\\*|\\*\\.py) (text|-text|text=auto|eol=crlf|-eol|ident)", 0..2),
        ignored in prop::collection::vec("!?(/?[ab]{1,2}/?|\\*\\.(py|txt)|a/\\*\\*)", 0..3),
    ) {
        let repo = Repo::new(&[]);
        for (path, text) in &files {
            let file = repo.root.join(path);
            if fs::create_dir_all(file.parent().unwrap()).is_ok() && !file.is_dir() {
                fs::write(file, text).unwrap();
            }
        }
        repo.put(".gitattributes", attributes.join("\n")).put(".cwignore", ignored.join("\n"));
        if repo.root.join("a").is_dir() {
            repo.put("a/.gitattributes", inner.join("\n"));
        }
        repo.commit();
        repo.assert_as_checkout("main");
    }
}

/// Real repositories, named by `CW_TEST_REPOSITORIES` (paths, separated by colons): HEAD as its checkout.
#[test]
#[ignore = "needs repositories"]
fn real_repositories() {
    for place in std::env::var("CW_TEST_REPOSITORIES").unwrap().split(':') {
        let temp = tempfile::tempdir().unwrap();
        let repo = Repo { root: PathBuf::from(place), _temp: tempfile::tempdir().unwrap() };
        let checkout = temp.path().canonicalize().unwrap().join("c");
        repo.git_in(temp.path(), &["clone", "-q", "-s", place, "c"]);
        let theirs = records(Options { root: checkout, ..Options::default() });
        let ours = records(repo.options("HEAD"));
        let ours: Vec<String> =
            show(&ours).into_iter().filter(|line| !line.contains("\"submodule\"") && !line.contains("\"end\"")).collect();
        let theirs: Vec<String> = show(&theirs).into_iter().filter(|line| !line.contains("\"end\"")).collect();
        assert!(ours == theirs, "{place}: {:?}", ours.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs));
    }
}
