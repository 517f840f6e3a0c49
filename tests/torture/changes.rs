//! T4 and T11: calls that signals interrupt, and files that change while they are read.

use std::sync::atomic::{AtomicBool, Ordering};

use cw_index::Store;
use cw_records::RecordPath;

use crate::lab::{Dice, Lab, VEC, all, is_full, report, sane};
use crate::trace::{self, inject};

/// Calls that may be interrupted.
const INTERRUPTED: [&str; 6] = ["read", "openat", "write", "flock", "fsync", "close"];
/// Calls of these names that the loader makes, which gives up when one is interrupted.
const LOADING: usize = 20;

#[test]
fn t4_calls_that_are_interrupted() {
    if !trace::is_there() {
        return;
    }
    let lab = Lab::new();
    let mut dice = Dice(4);
    let runs = if is_full() { 200 } else { 4 };
    let mut cases = Vec::new();
    for call in INTERRUPTED {
        let loading = if matches!(call, "read" | "openat" | "close") { LOADING } else { 0 };
        cases.extend((0..runs).map(|_| (call, loading + 1 + dice.roll(60), 2 + dice.roll(6))));
    }
    let wrong = all(&cases, |(call, first, step)| {
        // The interrupted call was not done, but for `close`, which is done whatever it says.
        let what = format!("{call}:error=EINTR:when={first}+{step}");
        let index = lab.start(true);
        let ran = inject(&lab, &what, &["index", "-q", "."], &index);
        sane(&ran);
        lab.judge(&index, true).map_err(|why| format!("{what}: {why}"))?;
        let done = ran.status.code() == Some(0) && lab.is_new(&index);
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        if done { Ok(()) } else { Err(format!("{what}: {:?}: {said}", ran.status.code())) }
    });
    report("T4 interrupted calls", cases.len(), &wrong);
}

/// What the changing file may hold: each line names its state, so that a mixture shows.
fn state(number: usize) -> String {
    format!("// state {number}\n").repeat(400 + number * 13)
}

#[test]
fn t11_files_that_change_while_they_are_read() {
    let lab = Lab::new();
    let file = lab.case.tree().join("src/moving.rs");
    let (stop, mut wrong) = (AtomicBool::new(false), Vec::new());
    let index = lab.start(false);
    let runs = if is_full() { 500 } else { 12 };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut dice = Dice(11);
            while !stop.load(Ordering::Relaxed) {
                let text = state(dice.roll(9));
                let beside = lab.case.beside("next.rs");
                match dice.roll(4) {
                    // As editors save.
                    0 | 1 => {
                        let _ = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, &file));
                    }
                    // In place: cut, then written anew.
                    2 => drop(std::fs::write(&file, text)),
                    _ => drop(std::fs::remove_file(&file)),
                }
                std::thread::sleep(std::time::Duration::from_micros(300 + dice.roll(4000) as u64));
            }
        });
        for run in 0..runs {
            let ran = lab.index(&index);
            sane(&ran);
            // A file that is not there any more, or that changed too often, is said.
            let said = String::from_utf8_lossy(&ran.stderr).into_owned();
            if !matches!(ran.status.code(), Some(0)) && !said.contains("moving.rs") {
                wrong.push(format!("run {run}: {:?}: {said}", ran.status.code()));
            }
            match held(&index) {
                Ok(Some(text)) if !is_whole(&text) => wrong.push(format!("run {run}: it holds a mixture of {} bytes", text.len())),
                Err(why) => wrong.push(format!("run {run}: {why}")),
                Ok(_) => {}
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    let _ = std::fs::remove_file(&file);
    if let Err(why) = lab.converge(&index) {
        wrong.push(why);
    }
    assert!(index.join(VEC).exists());
    report("T11 runs while a file changes", runs, &wrong);
}

/// The text of the changing file in the index.
fn held(index: &std::path::Path) -> Result<Option<String>, String> {
    let said = |error: cw_index::Error| error.to_string();
    let Some(part) = Store::open(index).map_err(said)?.lex().map_err(said)? else { return Ok(None) };
    match part.find(&RecordPath::from("src/moving.rs")).map_err(said)? {
        Some((segment, number)) => part.segments[segment].text(number).map(Some).map_err(said),
        None => Ok(None),
    }
}

/// True if every line is of one state. A file that is written in place is a beginning of itself for a moment.
fn is_whole(text: &str) -> bool {
    let mut lines = text.split_inclusive('\n');
    let Some(first) = lines.next() else { return true };
    lines.all(|line| line == first || first.starts_with(line))
}
