//! Whatever was edited before, in whichever order, on whichever branch: the index is that of a fresh one, byte for byte.

use crate::stub::mix;
use crate::support::{Case, assert_same};

const GIT: &str = "git -c user.name=a -c user.email=a@b -c advice.detachedHead=false";

/// A shell line that changes the tree, by chance.
fn step(seed: u64, turn: u64) -> String {
    let chance = |number: u64, most: u64| mix(seed, turn * 100 + number) % most;
    let file =
        |number: u64| format!("d{}/f{}.{}", chance(number, 4), chance(number + 1, 6), ["py", "rs", "md"][chance(number + 2, 3) as usize]);
    let (one, two) = (file(10), file(20));
    let text = format!("def name{}x{}(): pass", chance(30, 50), turn);
    match chance(0, 9) {
        0 | 1 => format!("mkdir -p $(dirname {one}); echo '{text}' > {one}"),
        2 => format!("f=$(ls d*/f* 2>/dev/null | head -n {} | tail -n 1); test -z \"$f\" || echo '{text}' >> $f", chance(1, 9) + 1),
        3 => format!(
            "f=$(ls d*/f* 2>/dev/null | head -n {} | tail -n 1); test -z \"$f\" || {{ mkdir -p $(dirname {two}); mv $f {two}; }}",
            chance(1, 9) + 1
        ),
        4 => format!("rm -f d{}/f{}*", chance(1, 4), chance(2, 6)),
        5 => format!("test ! -e d{0} || {{ rm -rf e{0}; mv d{0} e{0}; }}", chance(1, 4)),
        6 => format!("echo 'd{}/f{}*' > .gitignore", chance(1, 4), chance(2, 6)),
        7 => format!("git add -A; {GIT} commit -q --allow-empty -m x; git checkout -q -B b{}", chance(1, 3)),
        _ => format!("git add -A; {GIT} commit -q --allow-empty -m x; git checkout -q b{} 2>/dev/null || true", chance(1, 3)),
    }
}

fn history(seed: u64) {
    let case = Case::with(&[("d0/f0.py", "def zero(): pass\n"), ("d1/f1.rs", "fn one() {}\n")]);
    let mut lines = vec!["git init -q -b b0".to_owned()];
    for turn in 0..10 {
        lines.push(step(seed, turn));
        // Not every change is seen by itself.
        if !mix(seed, turn + 1000).is_multiple_of(3) {
            lines.push("cw index -q".into());
        }
    }
    lines.push("cw index -q; cw index -q . --index ../fresh; cw verify -q".into());
    let line = lines.join("\n");
    case.sh(&line).exits(0);
    assert_same(&case.tree().join(".cw"), &case.beside("fresh"), &format!("history {seed}:\n{line}"));
}

#[test]
fn twenty_four_histories_leave_no_trace() {
    std::thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || (0..12).for_each(|number| history(half * 12 + number)));
        }
    });
}

/// The same with a watcher that looks every second, while the changes go on.
#[test]
fn a_watched_history_leaves_no_trace() {
    let case = Case::with(&[("d0/f0.py", "def zero(): pass\n")]);
    let steps: Vec<String> = (0..12).map(|turn| step(77, turn)).collect();
    let line = format!(
        "git init -q -b b0; cw watch -q --poll 1 --jsonl > ../records & pid=$!; while ! [ -s ../records ]; do sleep 0.05; done
        {}
        cw index -q . --index ../fresh
        i=0; until diff -rq -x stamps -x lock .cw ../fresh > ../differs; do i=$((i+1)); test $i -lt 600 || exit 9; sleep 0.1; done
        kill $pid; wait $pid",
        steps.join("; sleep 0.15\n")
    );
    case.sh(&line).exits(0);
    assert_same(&case.tree().join(".cw"), &case.beside("fresh"), "a watched history");
}
