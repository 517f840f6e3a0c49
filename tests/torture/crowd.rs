//! T6 and T12: many writers and readers, of which some are killed, and locks whose holders sleep or die.

use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use cw_index::{Begin, Store};
use cw_records::Blob;

use crate::lab::{Dice, Lab, is_full, program, report, sane};
use crate::trace;

fn spawn(lab: &Lab, words: &[&str], index: &Path) -> Child {
    let mut command = lab.command(program());
    command.args(words).arg("--index").arg(index).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// The content of a file in the index, by its hash.
fn blob_of(index: &Path, path: &str) -> Option<Blob> {
    let lex = Store::open(index).unwrap().lex().unwrap().unwrap();
    lex.segments.iter().find_map(|segment| {
        let number = segment.find(&path.into()).unwrap()?;
        Some(segment.file(number).unwrap().blob)
    })
}

#[test]
fn t6_writers_are_killed_and_readers_do_not_notice() {
    let lab = Lab::new();
    let index = lab.start(true);
    assert_eq!(lab.index(&index).status.code(), Some(0));
    let (writers, readers, time) = if is_full() { (8, 8, Duration::from_secs(600)) } else { (3, 2, Duration::from_secs(5)) };
    let (stop, kills, commits, reads) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let wrong = std::sync::Mutex::new(Vec::new());
    let say = |what: String| wrong.lock().unwrap().push(what);
    std::thread::scope(|scope| {
        for number in 0..writers {
            let (lab, index, stop, kills, commits, say) = (&lab, &index, &stop, &kills, &commits, &say);
            scope.spawn(move || {
                let mut dice = Dice(number);
                let path = format!("writer{number}.py");
                let mut round = 0;
                while !stop.load(Ordering::Relaxed) {
                    round += 1;
                    let text = format!("def writer_{number}_{round}():\n    return {round}\n");
                    lab.case.write(&path, &text);
                    let mut child = spawn(lab, &["index", "-q", ".", "--wait", "60"], index);
                    if dice.roll(10) < 6 {
                        std::thread::sleep(Duration::from_millis(dice.roll(60) as u64));
                        let _ = child.kill();
                        kills.fetch_add(1, Ordering::Relaxed);
                        let _ = child.wait();
                        continue;
                    }
                    let ran = child.wait_with_output().unwrap();
                    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
                    // A file may be written while it is read: that is a loss, which is said.
                    if !matches!(ran.status.code(), Some(0 | 1)) {
                        say(format!("writer: {:?} {said}", ran.status));
                    } else if ran.status.code() == Some(0) && blob_of(index, &path) != Some(Blob::of(text.as_bytes())) {
                        say(format!("{path} round {round}: it was done, and is lost"));
                    }
                    commits.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for number in 0..readers {
            let (lab, index, stop, reads, say) = (&lab, &index, &stop, &reads, &say);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let words: &[&str] = if number % 2 == 0 { &["query", "-q", "--no-refresh", "part_1_29"] } else { &["verify", "-q"] };
                    let ran = lab.cw(words, index);
                    if ran.status.code() != Some(0) {
                        let said = String::from_utf8_lossy(&ran.stderr);
                        say(format!("reader {words:?}: {:?} {said}{}", ran.status, String::from_utf8_lossy(&ran.stdout)));
                    }
                    reads.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let start = Instant::now();
        while start.elapsed() < time && wrong.lock().unwrap().is_empty() {
            std::thread::sleep(Duration::from_millis(50));
        }
        stop.store(true, Ordering::Relaxed);
    });
    let (kills, commits, reads) = (kills.into_inner(), commits.into_inner(), reads.into_inner());
    report(&format!("T6 kills, with {commits} commits and {reads} reads"), kills, &wrong.into_inner().unwrap());
    assert!(kills > 0 && commits > 0 && reads > 0);
    // In the end it is the index that nobody fought over, and nothing else is there.
    std::fs::remove_dir_all(&lab.new).unwrap();
    assert_eq!(lab.index(&lab.new).status.code(), Some(0));
    assert_eq!(lab.converge(&index), Ok(()));
}

#[test]
fn t12_who_waits_is_told_for_whom_and_readers_never_wait() {
    let lab = Lab::new();
    let index = lab.start(true);
    let store = Store::open(&index).unwrap();
    let writer = store.write_lex(Begin::default()).unwrap();
    for words in [&["index", "-q", "."][..], &["index", "-q", ".", "--wait", "1"], &["gc", "-q"]] {
        let ran = lab.cw(words, &index);
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(4), "{said}");
        assert!(said.contains("I02") && said.contains(&format!("process {}", std::process::id())), "{said}");
    }
    assert_eq!(lab.answers(&index), lab.answers(&lab.old), "readers never wait");
    // A question takes the index as it is.
    let ran = lab.cw(&["query", "-q", "retry"], &index);
    sane(&ran);
    assert_eq!(ran.status.code(), Some(0));
    drop(writer);
    assert_eq!(lab.converge(&index), Ok(()));
}

#[test]
fn t12_a_holder_that_is_stopped_or_dies() {
    if !trace::is_there() {
        return;
    }
    let lab = Lab::new();
    let index = lab.start(true);
    // It hangs in the first sync, with the lock.
    let mut command = lab.command("strace");
    command.args(["-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:delay_enter=60000000:when=1"]);
    let mut holder = command.arg(program()).args(["index", "-q", ".", "--index"]).arg(&index).spawn().unwrap();
    let lock = index.join("lex/lock");
    let note = loop {
        let note = std::fs::read_to_string(&lock).unwrap_or_default();
        if !note.is_empty() {
            break note;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let ran = lab.cw(&["index", "-q", ".", "--wait", "1"], &index);
    assert_eq!(ran.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&ran.stderr).contains(&note), "{note}");
    assert_eq!(lab.judge(&index, true), Ok(()));
    // The lock dies with its process.
    let process: libc::pid_t = note.rsplit(' ').next().unwrap().parse().unwrap();
    // SAFETY: a signal to the process that this test started.
    unsafe { libc::kill(process, libc::SIGKILL) };
    let _ = holder.kill();
    holder.wait().unwrap();
    let ran = lab.cw(&["index", "-q", ".", "--wait", "60"], &index);
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(lab.converge(&index), Ok(()));
}
