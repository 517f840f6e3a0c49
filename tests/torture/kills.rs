//! T1 and T2: the command dies at each call it makes of the kernel, or the call fails; the index is the old or the new one, and the next command finishes the work.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::lab::{Lab, VEC, all, is_full, report, sane};
use crate::trace;

/// Something that writes an index.
#[derive(Clone, Copy, Debug)]
struct Scenario {
    what: &'static str,
    words: &'static [&'static str],
    with_old: bool,
    /// What is done to the old index before.
    prepare: fn(&Path),
}

fn nothing(_: &Path) {}

fn strays(index: &Path) {
    std::fs::write(index.join("lex/.tmp-1-1"), "left").unwrap();
    std::fs::write(index.join("lex/0123456789abcdef0123456789abcdef.seg"), "left").unwrap();
}

fn without_stamps(index: &Path) {
    std::fs::remove_file(index.join("lex/stamps")).unwrap();
}

fn damage_of_words(index: &Path) {
    damage(index, "lex");
}

fn damage_of_vectors(index: &Path) {
    damage(index, VEC);
}

fn damage(index: &Path, part: &str) {
    let segment = std::fs::read_dir(index.join(part))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|end| end == "seg"));
    let path = segment.unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[20] ^= 1;
    std::fs::write(path, bytes).unwrap();
}

const SCENARIOS: [Scenario; 9] = [
    Scenario { what: "first build", words: &["index", "-q", "."], with_old: false, prepare: nothing },
    Scenario { what: "update", words: &["index", "-q", "."], with_old: true, prepare: nothing },
    Scenario { what: "rebuild", words: &["index", "-q", ".", "--rebuild"], with_old: true, prepare: nothing },
    Scenario { what: "gc", words: &["gc", "-q"], with_old: true, prepare: strays },
    Scenario { what: "repair", words: &["index", "-q", "."], with_old: true, prepare: damage_of_words },
    Scenario { what: "repair", words: &["index", "-q", "."], with_old: true, prepare: damage_of_vectors },
    Scenario { what: "update", words: &["index", "-q", "."], with_old: true, prepare: without_stamps },
    Scenario { what: "update beside strays", words: &["index", "-q", "."], with_old: true, prepare: strays },
    Scenario { what: "question", words: &["query", "-q", "retry"], with_old: true, prepare: nothing },
];

/// The calls of a scenario, as strace names them.
fn points(lab: &Lab, scenario: &Scenario) -> Vec<(String, usize)> {
    let index = lab.start(scenario.with_old);
    if scenario.with_old {
        (scenario.prepare)(&index);
    }
    let (ran, calls) = trace::calls(lab, scenario.words, &index);
    assert_eq!(ran.status.code(), Some(0), "{}: {}", scenario.what, String::from_utf8_lossy(&ran.stderr));
    assert!(calls.len() >= 15, "{}: {} calls", scenario.what, calls.len());
    calls.into_iter().map(|call| (call.name, call.number)).collect()
}

/// Every `step`th, so that samples are spread.
fn sample<T>(items: Vec<T>, quick: usize) -> Vec<T> {
    let step = if is_full() { 1 } else { items.len().div_ceil(quick).max(1) };
    items.into_iter().step_by(step).collect()
}

/// Kills that came too late.
static MISSED: AtomicUsize = AtomicUsize::new(0);

/// One run with a fault, and what has to be true afterwards.
fn one(lab: &Lab, scenario: &Scenario, fault: &str, is_kill: bool) -> Result<(), String> {
    let index = lab.start(scenario.with_old);
    if scenario.with_old {
        (scenario.prepare)(&index);
    }
    let ran = trace::inject(lab, fault, scenario.words, &index);
    if is_kill && !matches!((ran.status.signal(), ran.status.code()), (Some(9), _) | (_, Some(137))) {
        MISSED.fetch_add(1, Ordering::Relaxed);
    }
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    let wrong = |what: String| Err(format!("{}, {fault}: {what}\n  {said}", scenario.what));
    if !is_kill {
        if said.contains("panicked") || !matches!(ran.status.code(), Some(0..=4)) {
            return wrong(format!("{:?}", ran.status));
        }
        let left: Vec<_> = crate::support::bytes_of(&index).into_keys().filter(|path| path.to_string_lossy().contains("/.tmp-")).collect();
        // A fault in deleting may leave one.
        if !left.is_empty() && !fault.starts_with("unlink") && !matches!(scenario.what, "gc" | "update beside strays") {
            return wrong(format!("it leaves {left:?}"));
        }
    }
    // What is damaged before is judged by what comes out in the end.
    if scenario.what != "repair" {
        lab.judge(&index, scenario.with_old).or_else(&wrong)?;
        // A question that cannot bring the index up to date is answered from what there is.
        if ran.status.code() == Some(0) && !matches!(scenario.what, "gc" | "question") && !lab.is_new(&index) {
            return wrong("it said that it was done, and was not".into());
        }
    }
    lab.converge(&index).or_else(&wrong)?;
    std::fs::remove_dir_all(&index).map_err(|error| error.to_string())
}

#[test]
fn t1_a_kill_at_every_call() {
    if !trace::is_there() {
        return;
    }
    let lab = Lab::new();
    let mut runs = Vec::new();
    for scenario in SCENARIOS {
        // What gives things their names is always among them: an order that is wrong shows only between two of these.
        let (names, others): (Vec<_>, Vec<_>) = points(&lab, &scenario).into_iter().partition(|(name, _)| name.starts_with("rename"));
        let chosen = names.into_iter().chain(sample(others, 12));
        runs.extend(chosen.map(|(name, number)| (scenario, format!("{name}:signal=SIGKILL:when={number}"))));
    }
    let wrong = all(&runs, |(scenario, fault)| one(&lab, scenario, fault, true));
    // Another run takes another course now and then; most must be killed, or this shows nothing.
    let missed = MISSED.load(Ordering::Relaxed);
    assert!(missed * 5 <= runs.len(), "{missed} of {} were not killed", runs.len());
    report("T1 kill points", runs.len(), &wrong);
}

#[test]
fn t2_a_fault_in_every_call() {
    if !trace::is_there() {
        return;
    }
    let lab = Lab::new();
    let faults = ["EIO", "ENOSPC", "EDQUOT", "EINTR", "EMFILE", "EACCES", "EROFS"];
    let mut runs = Vec::new();
    for scenario in SCENARIOS {
        for (at, (name, number)) in points(&lab, &scenario).into_iter().enumerate() {
            for (place, error) in faults.iter().enumerate() {
                // Calls that no such error comes from.
                let never = matches!(name.as_str(), "close" | "mmap")
                    || *error == "EINTR" && matches!(name.as_str(), "unlink" | "link" | "ftruncate");
                // Once, and from then on.
                for (more, from) in ["", "+"].iter().enumerate() {
                    if !never && (*error != "EINTR" || from.is_empty()) {
                        runs.push((at + place + more, (scenario, format!("{name}:error={error}:when={number}{from}"))));
                    }
                }
            }
        }
    }
    // Samples that go through calls and errors alike.
    let mut runs: Vec<_> = if is_full() { runs } else { runs.into_iter().filter(|(at, _)| at % 19 == 0).collect() };
    let step = if is_full() { 1 } else { runs.len().div_ceil(50).max(1) };
    runs = runs.into_iter().step_by(step).collect();
    let wrong = all(&runs, |(_, (scenario, fault))| one(&lab, scenario, fault, false));
    report("T2 faults", runs.len(), &wrong);
}

/// A lying disk: the call is not made, and says that it was.
#[test]
fn t2_a_lost_write_is_seen() {
    if !trace::is_there() {
        return;
    }
    let lab = Lab::new();
    let index = lab.start(true);
    let (_, calls) = trace::calls(&lab, &["index", "-q", "."], &index);
    let writes: Vec<_> = calls.into_iter().filter(|call| call.name == "write" && call.result > 30).collect();
    assert!(writes.len() >= 4, "{}", writes.len());
    let wrong = all(&writes, |call| {
        let index = lab.start(true);
        let ran = trace::inject(&lab, &format!("write:retval={}:when={}", call.result, call.number), &["index", "-q", "."], &index);
        sane(&ran);
        lab.converge(&index)?;
        std::fs::remove_dir_all(&index).map_err(|error| error.to_string())
    });
    report("T2 lost writes", writes.len(), &wrong);
}
