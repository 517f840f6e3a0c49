//! The scan stage against real trees.

mod tree;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cw_records::{Blob, Record, RecordPath};
use cw_stages::scan::{Known, Options, Stamps, is_too_wide, scan};
use tree::{Tree, files};

fn reasons(records: &[Record]) -> BTreeMap<String, String> {
    let skip = |record: &Record| {
        if let Record::Skip(skip) = record { Some((skip.path.display().into_owned(), skip.reason.clone())) } else { None }
    };
    records.iter().filter_map(skip).collect()
}

fn gone(records: &[Record]) -> Vec<String> {
    let gone = |record: &Record| if let Record::Gone(gone) = record { Some(gone.path.display().into_owned()) } else { None };
    records.iter().filter_map(gone).collect()
}

fn tree_hash(records: &[Record]) -> Blob {
    let Some(Record::End(end)) = records.last() else { panic!("no end") };
    end.tree.unwrap()
}

fn known(records: &[Record]) -> Known {
    let held: BTreeMap<RecordPath, Blob> = files(records).values().map(|file| (file.path.clone(), file.blob)).collect();
    Known { any: held.keys().cloned().collect(), files: held }
}

/// C1, C2, C4: nested, negated and anchored rules, and a folder whose name is a pattern.
#[test]
fn rules_as_git() {
    let tree = Tree::git_tree();
    tree.put(
        ".gitignore",
        "build/\n*.log\n!keep.log\n/top\nlogs/*\n!logs/keep.py\nfoo/**\n**/deep\na/**/z\ntrail\\ \n\\#x\n[!a]bc\ncr\r\n",
    );
    for path in
        ["build/a.py", "src/build.py", "x/build/b.py", "a.log", "keep.log", "x/keep.log", "top", "x/top", "logs/a.py", "logs/keep.py"]
    {
        tree.put(path, "x");
    }
    for path in [
        "foo/a/b",
        "x/foo/a",
        "deep/a",
        "x/y/deep/b",
        "a/z",
        "a/b/c/z",
        "trail ",
        "trail",
        "#x",
        "abc",
        "bbc",
        "cr",
        "sub/a.tmp",
        "sub/b.tmp",
        "sub/x/a.tmp",
    ] {
        tree.put(path, "x");
    }
    tree.put("sub/.gitignore", "*.tmp\n!b.tmp\n").put("sub/x/.gitignore", "!a.tmp\n");
    tree.put("app/[id]/.gitignore", "tmp\n").put("app/[id]/tmp", "x").put("app/[id]/page.ts", "x").put("app/i/tmp", "x");
    tree.put("inv/.gitignore", "*\n!.gitignore\n!src/\n!src/**\n").put("inv/a.py", "x").put("inv/src/b/c.py", "x");
    tree.put("bom/.gitignore", "\u{feff}a\nb  \n").put("bom/a", "x").put("bom/b", "x").put("bom/c", "x");
    tree.assert_as_git();
    // C5: the same from below.
    tree.assert_as_git_in(&tree.root.join("sub"));
    tree.assert_as_git_in(&tree.root.join("app/[id]"));
    tree.assert_as_git_in(&tree.root.join("build"));
    tree.git(&["add", "-f", "build/a.py", "logs/a.py", "foo/a/b"]);
    tree.assert_as_git();
    tree.assert_as_git_in(&tree.root.join("build"));
    fs::remove_file(tree.root.join("build/a.py")).unwrap();
    tree.assert_as_git();
    // C10: the same rules hold without git.
    let with = tree.listed();
    tree.git(&["rm", "-q", "--cached", "-r", "."]);
    let untracked = tree.listed();
    fs::remove_dir_all(tree.root.join(".git")).unwrap();
    assert_eq!(tree.listed(), untracked);
    assert_ne!(with, untracked);
}

/// Rules outside the tree: the user's excludes in each of their places, and `info/exclude`.
#[test]
fn excludes_outside_the_tree() {
    let tree = Tree::git_tree();
    tree.put("a.one", "x").put("a.two", "x").put("a.three", "x").put("a.four", "x").put("d/A.ONE", "x");
    fs::create_dir_all(tree.home.join(".config/git")).unwrap();
    fs::write(tree.home.join(".config/git/ignore"), "*.one\n").unwrap();
    tree.assert_as_git();
    assert!(!tree.listed().contains(&"a.one".to_owned()));
    fs::write(tree.home.join("own"), "*.two\n").unwrap();
    fs::write(tree.home.join(".gitconfig"), "[core]\n\texcludesFile = \"~/own\" # mine\n").unwrap();
    tree.assert_as_git();
    fs::write(tree.root.join(".git/info/exclude"), "*.three\n!a.two\n").unwrap();
    tree.assert_as_git();
    fs::write(tree.home.join("more"), "[core]\nexcludesfile=rel\n").unwrap();
    fs::write(tree.home.join(".gitconfig"), "[include]\npath = more\n").unwrap();
    tree.put("rel", "*.four\n").assert_as_git();
    tree.git(&["config", "core.ignorecase", "true"]);
    tree.put(".gitignore", "*.one\n");
    tree.assert_as_git();
    for version in ["2", "3", "4"] {
        tree.put("t/x.one", "x").put("t/y.one", "y").git(&["config", "index.version", version]);
        tree.git(&["add", "-f", "t"]);
        tree.git(&["update-index", "--index-version", version]);
        tree.assert_as_git();
        assert!(tree.listed().contains(&"t/y.one".to_owned()));
    }
}

/// C7, C8: a linked work tree is no copy; a submodule and an embedded repository have rules of their own.
#[test]
fn work_trees_inside() {
    let tree = Tree::git_tree();
    tree.put("a.py", "x").put(".gitignore", "*.out\n");
    tree.git(&["add", "-A"]);
    tree.git(&["commit", "-qm", "x"]);
    let lib = tree.root.with_file_name("lib");
    fs::create_dir_all(&lib).unwrap();
    tree.git_in(&lib, &["init", "-q"]);
    fs::write(lib.join("l.py"), "x").unwrap();
    fs::write(lib.join(".gitignore"), "*.tmp\n").unwrap();
    tree.git_in(&lib, &["add", "-A"]);
    tree.git_in(&lib, &["commit", "-qm", "x"]);
    tree.git(&["worktree", "add", "-q", ".worktrees/x"]);
    tree.git(&["submodule", "--quiet", "add", "../lib", "lib"]);
    tree.put("lib/n.out", "x").put("lib/n.tmp", "x").put("n.tmp", "x").put("n.out", "x");
    tree.put("emb/e.py", "x").put("emb/e.out", "x");
    tree.git_in(&tree.root.join("emb"), &["init", "-q"]);
    let wanted = [".gitignore", ".gitmodules", "a.py", "emb/e.out", "emb/e.py", "lib/.gitignore", "lib/l.py", "lib/n.out", "n.tmp"];
    assert_eq!(tree.listed(), wanted);
    // Inside it, it is its own root, and the shared excludes hold.
    fs::write(tree.root.join(".git/info/exclude"), "b.py\n").unwrap();
    tree.put(".worktrees/x/b.py", "x").put(".worktrees/x/c.py", "x");
    tree.assert_as_git_in(&tree.root.join(".worktrees/x"));
    tree.assert_as_git_in(&tree.root.join("lib"));
    assert!(tree.explain(".worktrees/x/c.py").contains("linked work tree"));
    // An ignored submodule is still tracked.
    tree.put(".gitignore", "*.out\nlib\n");
    assert!(tree.listed().contains(&"lib/n.out".to_owned()));
    // And one that is not there is no error.
    fs::remove_dir_all(tree.root.join("lib")).unwrap();
    assert!(!tree.listed().contains(&"lib/l.py".to_owned()));
}

/// `.cwignore` wins over git, also over what is tracked.
#[test]
fn own_ignore_file() {
    let tree = Tree::git_tree();
    tree.put(".gitignore", "*.log\ngen/\n").put("a.log", "x").put("b.log", "x").put("gen/a.py", "x").put("old/a.py", "x").put("c.py", "x");
    tree.put(".cwignore", "!a.log\n!gen/\nold/\n");
    tree.git(&["add", "-A"]);
    assert_eq!(tree.listed(), [".cwignore", ".gitignore", "a.log", "c.py", "gen/a.py"]);
    assert!(tree.explain("old/a.py").contains("folder 'old' matches 'old/' (.cwignore:3)"), "{}", tree.explain("old/a.py"));
    assert!(tree.explain("b.log").contains("matches '*.log' (.gitignore:1)"));
    assert!(tree.explain("a.log").contains("is in"));
    assert!(tree.explain(".git/config").contains("is never part of a tree"));
    assert!(tree.explain("nowhere").contains("no such file"));
}

/// Explanation and listing are one judgement.
#[test]
fn explanation_agrees_with_the_listing() {
    let tree = Tree::git_tree();
    tree.put(".gitignore", "gen/\n*.log\n")
        .put("gen/a.py", "x")
        .put("gen/b.py", "x")
        .put("x.log", "x")
        .put("a.py", "x")
        .put("e.py", "")
        .put(".env", "A=1");
    tree.put("n/b.png", "x").put("n/.cwignore", "c.py\n").put("n/c.py", "x");
    tree.git(&["add", "-f", "gen/a.py"]);
    let records = tree.records(tree.options());
    for path in ["gen/a.py", "gen/b.py", "x.log", "a.py", "e.py", ".env", "n/b.png", "n/c.py", ".gitignore"] {
        assert_eq!(tree.explain(path).contains("is in"), files(&records).contains_key(path), "{}", tree.explain(path));
    }
    assert!(tree.explain("e.py").contains("skip reason 'empty'"));
}

/// A10, A11: any name that a file system allows.
#[test]
fn any_name() {
    let tree = Tree::git_tree();
    for name in [
        &b"zo\xe8.py"[..],
        b"a\nb.py",
        b"-rf.py",
        b"sp ace .py",
        b"q\"uote.py",
        b"\xe9/\xff.py",
        "项目/核心.py".as_bytes(),
        b"a\\b.py",
        b"a.py/x",
        b"a.py-",
    ] {
        let file = tree.root.join(OsStr::from_bytes(name));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "def f(): pass\n").unwrap();
    }
    tree.assert_as_git();
    let records = tree.records(tree.options());
    assert_eq!(files(&records).len(), 10);
    for record in &records {
        let mut line = Vec::new();
        record.print(&mut line).unwrap();
        assert!(!line.contains(&b'\n'));
        assert_eq!(&Record::parse(std::str::from_utf8(&line).unwrap()).unwrap(), record);
    }
}

/// B1, B3, B4: links are told and not followed; with `follow` only below the root, each file once.
#[test]
fn links() {
    let tree = Tree::bare();
    tree.put("real/a.py", "a")
        .put("x/b.py", "b")
        .put("../outside.py", "secret")
        .put("gen/only.py", "c")
        .put("gen/in/d.py", "d")
        .put(".gitignore", "gen/\n.env\n");
    tree.put(".cw/e.py", "e").put(".env", "secret");
    for (target, link) in [
        ("..", "x/up"),
        (".", "self"),
        ("real", "again"),
        ("gen", "wanted"),
        ("gen/in", "part"),
        ("../outside.py", "out.py"),
        ("/etc", "etc"),
        ("x/b.py", "twice.py"),
        ("nowhere", "dangling"),
        (".cw", "index"),
        (".env", "note.txt"),
        ("loop2", "loop1"),
        ("loop1", "loop2"),
    ] {
        symlink(target, tree.root.join(link)).unwrap();
    }
    let records = tree.records(tree.options());
    assert_eq!(files(&records).keys().collect::<Vec<_>>(), [".gitignore", "real/a.py", "x/b.py"]);
    assert_eq!(reasons(&records).values().filter(|reason| *reason == "symlink").count(), 13);
    let followed = tree.records(Options { follow: true, ..tree.options() });
    assert_eq!(files(&followed).keys().collect::<Vec<_>>(), [".gitignore", "part/d.py", "real/a.py", "wanted/only.py", "x/b.py"]);
    assert!(!format!("{followed:?}").contains("secret"));
    assert_eq!(reasons(&followed)["note.txt"], "credential");
    // A linked root is a root.
    symlink("p", tree.root.with_file_name("link")).unwrap();
    let linked = tree.records(Options { root: tree.root.with_file_name("link"), ..tree.options() });
    assert_eq!(files(&linked), files(&records));
}

/// A pipe in the tree is told, not opened.
#[test]
fn pipes() {
    let tree = Tree::bare();
    tree.put("a.py", "x");
    assert!(Command::new("mkfifo").arg(tree.root.join("pipe.py")).status().unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(tree.root.join("s.py")).unwrap();
    let records = tree.records(tree.options());
    assert_eq!(reasons(&records), BTreeMap::from([("pipe.py".into(), "special".into()), ("s.py".into(), "special".into())]));
}

/// B5: what cannot be read is a loss and a skip, and nothing below it is gone.
#[test]
fn unreadable() {
    use std::os::unix::fs::PermissionsExt;
    let tree = Tree::bare();
    tree.put("a.py", "x").put("x/b.py", "x").put("c.py", "x").put("y/d.py", "x");
    let held = known(&tree.records(tree.options()));
    for path in ["x", "c.py"] {
        fs::set_permissions(tree.root.join(path), fs::Permissions::from_mode(0o0)).unwrap();
    }
    let root_may = fs::read(tree.root.join("c.py")).is_ok();
    if !root_may {
        fs::remove_file(tree.root.join("y/d.py")).unwrap();
        let records = tree.records(Options { known: Some(held), ..tree.options() });
        assert_eq!(gone(&records), ["y/d.py"]);
        assert_eq!(reasons(&records), BTreeMap::from([("c.py".into(), "unreadable".into())]));
        assert_eq!(records.iter().filter(|record| record.kind() == "fault").count(), 2);
    }
    for path in ["x", "c.py"] {
        fs::set_permissions(tree.root.join(path), fs::Permissions::from_mode(0o700)).unwrap();
    }
}

/// C13, D4, D5, D17, D18, D21 and the rest of the table, over the whole stage.
#[test]
fn skips_with_their_reasons() {
    let tree = Tree::bare();
    let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{:064}\nsize 14131452\n", 7);
    tree.put("model.R", &pointer).put("doc.md", format!("See:\n{pointer}"));
    tree.put("assets/app.js", "var a=1;".repeat(450_000))
        .put("assets/small.js", "var a=1;".repeat(50_000))
        .put("longline.py", format!("NEEDLE_URL = \"{:01170}\"\n", 0));
    tree.put("e.py", "").put("bom.py", "\u{feff}").put("w.py", "\n\n").put("n.py", "def x(): pass");
    tree.put("z.py", "\0abc").put("n.c", [0; 4096]).put("late.py", [&b"a = 1\n".repeat(4000)[..], b"\0"].concat());
    tree.put(".env", "API_TOKEN=abc123")
        .put(".npmrc", "x")
        .put("credentials.json", "{}")
        .put("secrets.py", "x")
        .put("token_utils.go", "x")
        .put(".env.example", "x");
    tree.put("id_rsa", "-----BEGIN OPENSSH PRIVATE KEY-----\nx\n")
        .put("deploy", format!("-----BEGIN OPENSSH PRIVATE KEY-----\n{}\n", "b3BlbnNzaC1rZXktdjEA".repeat(3)));
    tree.put("Cargo.lock", "x")
        .put("a.min.js", "x")
        .put("logo.png", "x")
        .put("big.py", "x = 1\n".repeat(200_000))
        .put("g.go", "// Code generated. DO NOT EDIT.\n");
    tree.put("node_modules/a/index.js", "x");
    let records = tree.records(tree.options());
    let wanted = [
        (".env", "credential"),
        (".npmrc", "credential"),
        ("Cargo.lock", "lock"),
        ("a.min.js", "minified"),
        ("assets/app.js", "minified"),
        ("assets/small.js", "minified"),
        ("big.py", "large"),
        ("bom.py", "empty"),
        ("credentials.json", "credential"),
        ("deploy", "credential"),
        ("e.py", "empty"),
        ("g.go", "generated"),
        ("id_rsa", "credential"),
        ("late.py", "binary"),
        ("logo.png", "binary"),
        ("model.R", "lfs-pointer"),
        ("n.c", "binary"),
        ("z.py", "binary"),
    ];
    assert_eq!(reasons(&records), wanted.map(|(path, reason)| (path.to_owned(), reason.to_owned())).into());
    let kept = [".env.example", "doc.md", "longline.py", "n.py", "secrets.py", "token_utils.go", "w.py"];
    assert_eq!(files(&records).keys().collect::<Vec<_>>(), kept);
    let with = tree.records(Options { include_secrets: true, max_file_size: 4 << 20, ..tree.options() });
    assert!([".env", "deploy", "big.py"].iter().all(|path| files(&with).contains_key(*path)));
    let Record::Header(header) = &with[0] else { panic!() };
    assert_eq!(serde_json::to_string(&header.made_with).unwrap(), r#"{"scan":{"include_secrets":true,"max_file_size":4194304}}"#);
    let Record::Header(header) = &records[0] else { panic!() };
    assert!(header.made_with.is_empty());
}

/// A2, A4, A5 over the whole stage.
#[test]
fn encodings() {
    let tree = Tree::bare();
    let utf16: Vec<u8> = "\u{feff}class Kunde {}\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    tree.put("K.cs", utf16).put("b.py", "\u{feff}def first():\r\n    pass\n");
    tree.put("l1.py", b"def ok():\n    s = \"caf\xe9\"\n    return s\n");
    let records = tree.records(tree.options());
    let files = files(&records);
    assert_eq!((files["K.cs"].text.as_deref(), files["K.cs"].encoding.as_deref()), (Some("class Kunde {}\n"), Some("utf-16le")));
    assert_eq!((files["b.py"].text.as_deref(), files["b.py"].encoding.as_deref()), (Some("def first():\r\n    pass\n"), None));
    assert_eq!(files["l1.py"].encoding.as_deref(), Some("windows-1252"));
    let bare = tree.records(Options { text: false, ..tree.options() });
    assert!(self::files(&bare).values().all(|file| file.text.is_none()));
}

/// Any number of workers, the same bytes.
#[test]
fn workers_do_not_matter() {
    let tree = Tree::git_tree();
    for number in 0..700 {
        tree.put(&format!("d{}/f{number}.py", number % 37), format!("x = {number}\n"));
    }
    tree.put(".gitignore", "d3/\n");
    let run = |threads: usize| -> Vec<Record> { scan(&tree.env(threads), tree.options()).unwrap().collect::<Result<_, _>>().unwrap() };
    assert_eq!(run(1), run(8));
}

/// `--since`: what changed, what left, and the same tree hash as a full listing.
#[test]
fn changes_only() {
    let tree = Tree::bare();
    tree.put("a.py", "a").put("b.py", "b").put("c.py", "c").put("d/e.py", "e");
    let first = tree.records(tree.options());
    let held = known(&first);
    tree.put("b.py", "B").put("c.py", "\0").put("new.py", "n");
    fs::remove_file(tree.root.join("d/e.py")).unwrap();
    let changes = tree.records(Options { known: Some(held.clone()), ..tree.options() });
    assert_eq!(files(&changes).keys().collect::<Vec<_>>(), ["b.py", "new.py"]);
    assert_eq!(gone(&changes), ["c.py", "d/e.py"]);
    assert_eq!(tree_hash(&changes), tree_hash(&tree.records(tree.options())));
    assert_ne!(tree_hash(&changes), tree_hash(&first));
    // A part that lacks a file gets it.
    let mut lacking = held;
    lacking.files.remove(&RecordPath::from("a.py"));
    assert!(files(&tree.records(Options { known: Some(lacking), ..tree.options() })).contains_key("a.py"));
}

/// B15: a file of the same size within the same second is noticed; touching alone changes nothing; what is certain is not read.
#[test]
fn stat_cache() {
    let tree = Tree::bare();
    tree.put("a.py", "a = 1").put("b.py", "b = 1").put("z.py", "\0");
    let held = known(&tree.records(tree.options()));
    let stamps = Arc::new(Mutex::new(Stamps::decode(b"rubbish")));
    let options = Options { known: Some(held), stamps: Some(stamps.clone()), ..tree.options() };
    let keep = |stamps: &Mutex<Stamps>| {
        let mut stamps = stamps.lock().unwrap();
        let was = stamps.is_changed();
        *stamps = Stamps::decode(&stamps.encode());
        was
    };
    assert!(files(&tree.records(options.clone())).is_empty());
    assert!(keep(&stamps));
    tree.put("a.py", "a = 2");
    assert_eq!(files(&tree.records(options.clone())).keys().collect::<Vec<_>>(), ["a.py"]);
    tree.put("a.py", "a = 1");
    std::thread::sleep(Duration::from_millis(120));
    assert!(files(&tree.records(options.clone())).is_empty());
    assert!(keep(&stamps));
    // Nothing moves: nothing to write, and the skip is remembered.
    let records = tree.records(options.clone());
    assert!(!keep(&stamps));
    assert_eq!(reasons(&records), BTreeMap::from([("z.py".into(), "binary".into())]));
    // Older times with other content.
    fs::write(tree.root.join("b.py"), "b = 2").unwrap();
    let file = fs::File::options().write(true).open(tree.root.join("b.py")).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    fs::File::options().write(true).open(tree.root.join("a.py")).unwrap().set_modified(std::time::SystemTime::now()).unwrap();
    assert_eq!(files(&tree.records(options)).keys().collect::<Vec<_>>(), ["b.py"]);
}

/// Paths, globs, hidden names and a given list.
#[test]
fn narrower_listings() {
    let tree = Tree::git_tree();
    tree.put("a/x.rs", "x")
        .put("a/y.py", "x")
        .put("b/x.rs", "x")
        .put(".github/w.yml", "x")
        .put("ab", "x")
        .put("gen/z.rs", "x")
        .put(".gitignore", "gen\n");
    tree.put(".env", "x");
    let list =
        |options: Options| -> Vec<String> { tree.listed_with(options).into_iter().map(|path| String::from_utf8(path).unwrap()).collect() };
    assert_eq!(list(Options { paths: vec!["a".into()], ..tree.options() }), ["a/x.rs", "a/y.py"]);
    assert_eq!(list(Options { paths: vec![tree.root.join("a/x.rs"), "./b/../ab".into()], ..tree.options() }), ["a/x.rs", "ab"]);
    assert_eq!(list(Options { globs: vec!["*.rs".into(), "!b/**".into()], ..tree.options() }), ["a/x.rs"]);
    for folder in ["a", "a/", "/a", "a/*"] {
        assert_eq!(list(Options { globs: vec![folder.into()], ..tree.options() }), ["a/x.rs", "a/y.py"], "{folder}");
    }
    assert_eq!(list(Options { globs: vec!["a".into(), "!a/y.py".into()], ..tree.options() }), ["a/x.rs"]);
    assert_eq!(list(Options { globs: vec!["gen".into()], ..tree.options() }), ["gen/z.rs"]);
    assert_eq!(list(Options { globs: vec!["!*.rs".into()], hidden: false, ..tree.options() }), ["a/y.py", "ab"]);
    let given = ["gen/z.rs", "missing.rs", ".env", "../outside", ".git/config", "a"].map(RecordPath::from).to_vec();
    let records = tree.records(Options { files_from: Some(given), ..tree.options() });
    assert_eq!(files(&records).keys().collect::<Vec<_>>(), ["gen/z.rs"]);
    assert_eq!(reasons(&records), BTreeMap::from([(".env".into(), "credential".into())]));
    assert_eq!(records.iter().filter(|record| record.kind() == "fault").count(), 4);
    for paths in [vec!["nowhere".into()], vec!["../p2".into()], vec![PathBuf::from("/etc/passwd")]] {
        let error = scan(&tree.env(1), Options { paths, ..tree.options() }).err().unwrap();
        assert_eq!(error.code, "S04");
    }
    assert_eq!(scan(&tree.env(1), Options { root: "/no/such".into(), ..Options::default() }).err().unwrap().code, "S04");
    let env = tree.env(1);
    assert!(is_too_wide(Path::new("/"), &env) && is_too_wide(&tree.home, &env) && is_too_wide(tree.root.parent().unwrap(), &env));
    assert!(!is_too_wide(&tree.root, &env));
}

/// A stop ends the stream with an error, and the cache stays as it was.
#[test]
fn cancelled() {
    let tree = Tree::bare();
    tree.put("a.py", "x").put("b.py", "x");
    let env = tree.env(1);
    let mut stream = scan(&env, tree.options()).unwrap();
    assert!(stream.next().unwrap().is_ok());
    env.cancel();
    assert!(stream.any(|record| record.is_err()));
}

/// A real tree, named by `CW_TEST_TREE`: as git, and nothing new the second time.
#[test]
#[ignore = "needs a tree"]
fn a_real_tree() {
    let tree = Tree::bare();
    for root in std::env::var("CW_TEST_TREE").unwrap().split(':').map(PathBuf::from) {
        tree.assert_as_git_in(&root);
        let options = Options { root, ..Options::default() };
        let records = tree.records(options.clone());
        let again = Options { known: Some(known(&records)), stamps: Some(Arc::default()), ..options };
        for _ in 0..2 {
            let again = tree.records(again.clone());
            assert_eq!((files(&again).len(), gone(&again).len(), tree_hash(&again)), (0, 0, tree_hash(&records)));
        }
    }
}
