//! A tree that is watched has the index of a fresh one, whatever happened to it.

use std::time::{Duration, Instant};

use crate::support::{Case, assert_same};

/// So long is waited for what has to happen; nothing is said of how fast it does.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running `cw watch` of the case's tree.
struct Watched<'a> {
    case: &'a Case,
    pid: String,
}

impl<'a> Watched<'a> {
    fn start(case: &'a Case, flags: &str) -> Watched<'a> {
        let line = format!("cw watch --jsonl {flags} > ../records 2> ../said & echo $!");
        let pid = case.sh(&line).exits(0).out().trim().to_owned();
        let watched = Watched { case, pid };
        watched.until("it watches", || !watched.read("records").is_empty());
        watched
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.case.beside(name)).unwrap_or_default()
    }

    #[track_caller]
    fn until(&self, what: &str, holds: impl Fn() -> bool) {
        let start = Instant::now();
        while !holds() {
            assert!(start.elapsed() < PATIENCE, "{what}: not yet\n{}{}", self.read("records"), self.read("said"));
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The index comes to be what a fresh one is.
    #[track_caller]
    fn settles(&self, what: &str) {
        self.case.sh("rm -rf ../fresh && cw index -q . --index ../fresh").exits(0);
        // A file may come or go while they are compared: then they are compared again.
        self.until(what, || self.case.sh("diff -rq -x stamps -x lock .cw ../fresh").code() == 0);
    }

    /// Ends it. The exit code is left by the shell.
    fn end(&self, signal: &str) {
        self.case.sh(&format!("kill -{signal} {}", self.pid)).exits(0);
        self.until("it ends", || self.case.sh(&format!("kill -0 {} 2>/dev/null", self.pid)).code() != 0);
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        self.case.sh(&format!("kill -9 {} 2>/dev/null", self.pid));
    }
}

fn tree() -> Case {
    let case = Case::with(&[
        ("a.py", "def alpha():\n    return 1\n"),
        ("src/b.rs", "fn beta() {}\n"),
        ("target/made.rs", "fn made() {}\n"),
        ("logs/x.txt", "noise\n"),
        (".gitignore", "/target\n"),
    ]);
    case.sh("git init -q -b main; git add -A; git -c user.name=a -c user.email=a@b commit -qm x; git branch old; echo 'fn new() {}' > new.rs; git add -A; git -c user.name=a -c user.email=a@b commit -qm y")
        .exits(0);
    case
}

/// What editors, git and people do to a tree.
const DANCES: &[(&str, &str)] = &[
    ("a save in place", "echo 'def one(): pass' >> a.py"),
    ("a save by rename", "echo 'def two(): pass' > .a.py.swp && mv .a.py.swp a.py"),
    ("a save with a backup", "mv a.py a.py~ && echo 'def three(): pass' > a.py && rm a.py~"),
    ("new folders", "mkdir -p deep/er/est && echo 'fn d() {}' > deep/er/est/d.rs && echo 'fn e() {}' > deep/e.rs"),
    ("a change in a new folder", "echo 'fn f() {}' >> deep/er/est/d.rs"),
    ("a folder that moves", "mv deep shallow && echo 'fn g() {}' >> shallow/er/est/d.rs"),
    ("a change in what moved", "echo 'fn h() {}' >> shallow/er/est/d.rs"),
    ("a folder that leaves and comes again", "rm -r shallow && mkdir shallow && echo 'fn i() {}' > shallow/i.rs"),
    ("a change in what came again", "echo 'fn j() {}' >> shallow/i.rs"),
    ("an ignore file", "echo '/logs' >> .gitignore && rm -f target/made.rs"),
    ("an ignore file that takes back", "echo 'def four(): pass' > logs/y.py && printf '' > .gitignore"),
    ("a change in what was ignored", "echo 'fn k() {}' > target/k.rs"),
    ("git's excludes", "echo 'logs/' >> .git/info/exclude"),
    ("a tracked file in an ignored folder", "git add -f logs/x.txt && git -c user.name=a -c user.email=a@b commit -qam z"),
    ("another branch", "git checkout -q -f old"),
    ("and back", "git checkout -q -f main"),
    (
        "ten thousand events",
        "i=0; while [ $i -lt 100 ]; do j=0; while [ $j -lt 50 ]; do echo \"fn x$i() {}\" >> src/m$j.rs; j=$((j+1)); done; i=$((i+1)); done; rm src/m1?.rs",
    ),
    (
        "settings that are wrong for a while",
        "echo '{' > cwconfig.json; sleep 0.3; echo '{\"indexing\": {\"ignorePatterns\": [\"shallow/\"]}}' > cwconfig.json",
    ),
];

#[test]
fn a_watched_tree_has_a_fresh_index() {
    let case = tree();
    let watched = Watched::start(&case, "");
    for (what, line) in DANCES {
        case.sh(line).exits(0);
        watched.settles(what);
    }
    // What is ignored, read, or the index's own wakes nobody; others read and write meanwhile.
    let before = watched.read("records");
    case.sh(
        "mkdir -p target; git status -s >/dev/null; cw index -q; cw query -q alpha; cw query -q alpha --no-refresh; cw verify -q; cw gc -q",
    )
    .exits(0);
    case.sh("echo 'fn last() {}' > ../last && mv ../last last.rs").exits(0);
    watched.settles("the last file");
    let lines = |text: &str| text.lines().count();
    watched.until("it is told", || lines(&watched.read("records")) > lines(&before));
    let after = watched.read("records");
    assert_eq!(lines(&after), lines(&before) + 1, "{before}\n{after}");
    let last: serde_json::Value = serde_json::from_str(after.lines().last().unwrap()).unwrap();
    assert_eq!((&last["changed"], &last["read"], &last["gone"]), (&true.into(), &1.into(), &0.into()));
    watched.end("TERM");
}

#[test]
fn a_tree_that_is_looked_at_by_the_clock() {
    let case = tree();
    let watched = Watched::start(&case, "--poll 1");
    case.sh("echo 'def two(): pass' > b.py; rm a.py; mkdir -p n/m; echo 'fn n() {}' > n/m/n.rs; git checkout -q -f old").exits(0);
    watched.settles("by the clock");
    watched.end("INT");
}

#[test]
fn a_watcher_ends_as_it_is_told() {
    let case = tree();
    for signal in ["INT", "TERM"] {
        // The shell waits for it, so that the exit code is known.
        let ran = case.sh(&format!(
            "cw watch --jsonl > ../records & pid=$!; while ! [ -s ../records ]; do sleep 0.05; done; kill -{signal} $pid; wait $pid"
        ));
        ran.exits(0).says("watching");
        std::fs::remove_file(case.beside("records")).unwrap();
    }
    // Whoever reads the records leaves.
    case.sh("(cw watch -q --jsonl; echo $? > ../code) | head -n 1 & sleep 0.5; while ! [ -s ../code ]; do echo x >> y.txt; sleep 0.3; done; cat ../code").exits(0);
    assert_eq!(std::fs::read_to_string(case.beside("code")).unwrap(), "0\n");
    case.sh("cw watch ../nowhere").exits(2).says("S04");
}

/// A tree that is taken away while it is watched stays away.
#[test]
fn a_watcher_ends_with_its_tree() {
    for away in ["rm -rf w", "mv w elsewhere"] {
        for flags in ["", "--poll 1"] {
            let case = Case::with(&[("w/a.py", "def alpha(): pass\n")]);
            let line = format!(
                "cw watch w --jsonl {flags} > ../records & pid=$!; while ! [ -s ../records ]; do sleep 0.05; done; {away}; code=0; wait $pid || code=$?; ls; exit $code"
            );
            let ran = case.sh(&line).exits(2).says("C24: there is nothing to watch");
            assert_eq!(ran.out(), if away.starts_with("rm") { "" } else { "elsewhere\n" }, "{away} {flags}");
        }
    }
}

#[test]
fn a_watcher_that_is_killed_leaves_a_whole_index() {
    let case = tree();
    for round in 0..3 {
        let watched = Watched::start(&case, "");
        case.sh(&format!("i=0; while [ $i -lt 40 ]; do echo \"fn r{round}x$i() {{}}\" > k$i.rs; i=$((i+1)); done; sleep 0.1{round}"))
            .exits(0);
        watched.end("KILL");
        case.sh("cw verify -q").exits(0);
        std::fs::remove_file(case.beside("records")).unwrap();
    }
    case.sh("cw index -q && cw index -q . --index ../fresh").exits(0);
    assert_same(&case.tree().join(".cw"), &case.beside("fresh"), "after three kills");
}

/// Where the system has too few watches the clock takes over, and that is said.
#[test]
fn too_few_watches_are_no_end() {
    let case = tree();
    let limit = "echo 2 > /proc/sys/user/max_inotify_watches";
    if case.sh(&format!("unshare -Ur sh -c '{limit}'")).code() != 0 {
        // Only a name space of its own has a limit of its own, and here is none.
        return;
    }
    let line = format!(
        "unshare -Ur sh -c '{limit}; exec cw watch --jsonl > ../records' 2> ../said & pid=$!; until grep -q 'looking at' ../said; do sleep 0.05; done; kill $pid; wait $pid; code=$?; cat ../said >&2; exit $code"
    );
    case.sh(&line).exits(0).says("C25: no more than 2 folders can be watched").says("max_user_watches");
}
