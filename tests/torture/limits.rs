//! T8, T9, T10 and T13: no space, limits, no permission, and files that others cut under a reader.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::lab::{Lab, is_full, report, sane};
use crate::support::bytes_of;

/// A file system of its own, taken away when dropped.
struct Mount(PathBuf);

impl Mount {
    /// `None` if this process may not mount.
    fn new(folder: PathBuf, options: &str) -> Option<Mount> {
        std::fs::create_dir_all(&folder).unwrap();
        let ran = Command::new("mount").args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(&folder).output().ok()?;
        ran.status.success().then_some(Mount(folder))
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

fn size_of(folder: &Path) -> usize {
    bytes_of(folder).values().map(|bytes| bytes.len().next_multiple_of(4096)).sum()
}

#[test]
fn t8_a_disk_that_is_too_small_by_less_and_less() {
    let lab = Lab::new();
    let least = size_of(&lab.old) / 1024 + 4;
    let (mut wrong, mut count, mut refused) = (Vec::new(), 0, 0);
    for step in (0..).step_by(if is_full() { 4 } else { 24 }) {
        let Some(mount) = Mount::new(lab.place(), &format!("size={}k,mode=700", least + step)) else {
            eprintln!("torture: left out: file systems cannot be mounted here");
            return;
        };
        let index = mount.0.join("i");
        crate::lab::copy(&lab.old, &index);
        let before = lab.answers(&index);
        let ran = lab.index(&index);
        sane(&ran);
        count += 1;
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        if let Err(what) = lab.judge(&index, true) {
            wrong.push(format!("{step} KiB: {what}"));
        }
        if ran.status.code() == Some(0) {
            if !lab.is_new(&index) {
                wrong.push(format!("{step} KiB: it said that it was done"));
            }
            break;
        }
        refused += 1;
        let tidy = !bytes_of(&index).keys().any(|path| path.to_string_lossy().contains(".tmp-") || path.ends_with("draft.json"));
        if ran.status.code() != Some(4) || !said.contains("I07") || !tidy {
            wrong.push(format!("{step} KiB: {:?}, tidy: {tidy}, {said}", ran.status.code()));
        }
        if lab.answers(&index) != before && !lab.answers(&index).iter().zip(lab.answers(&lab.new)).all(|(is, new)| *is == new) {
            // One part may be new already: words and vectors are separate.
            let parts = lab.answers(&index);
            wrong.push(format!("{step} KiB: it answers {parts:?}"));
        }
    }
    report("T8 sizes of a disk", count, &wrong);
    assert!(refused > 0, "the smallest was not too small");
}

#[test]
fn t9_limits_of_the_process() {
    let lab = Lab::new();
    for (limit, code) in [("-f 0", 4), ("-f 8", 4), ("-f unlimited", 0)] {
        let index = lab.start(true);
        let line = format!("ulimit {limit}; exec \"$0\" index -q . --index \"$1\"");
        let ran = lab.command("sh").args(["-c", &line]).arg(crate::lab::program()).arg(&index).output().unwrap();
        sane(&ran);
        assert_eq!(ran.status.code(), Some(code), "{limit}: {}", String::from_utf8_lossy(&ran.stderr));
        assert_eq!(lab.judge(&index, true), Ok(()), "{limit}");
        assert_eq!(lab.converge(&index), Ok(()), "{limit}");
    }
    // So few open files that something cannot be opened; from some number on it works.
    let codes: Vec<Option<i32>> = (3..24)
        .step_by(if is_full() { 1 } else { 4 })
        .map(|files| {
            let index = lab.start(true);
            let line = format!("ulimit -n {files}; exec \"$0\" index -q . --index \"$1\"");
            let ran = lab.command("sh").args(["-c", &line]).arg(crate::lab::program()).arg(&index).output().unwrap();
            assert_eq!(lab.judge(&index, true), Ok(()), "{files} files");
            // Below six the loader or the shell fails.
            if files > 6 {
                sane(&ran);
            }
            ran.status.code()
        })
        .collect();
    assert!(codes.contains(&Some(0)), "{codes:?}");
}

#[test]
fn t10_without_permission_the_index_is_read_and_left_alone() {
    let lab = Lab::new();
    let case = &lab.case;
    case.sh("cp -r ../old ../locked; chmod -R a-w ../locked").exits(0);
    let before = bytes_of(&case.beside("locked"));
    case.sh("cw query -q --no-refresh --index ../locked 'where do we retry'").exits(0);
    case.sh("cw verify -q --index ../locked").exits(0);
    // Fresh it cannot be: the answer is of the index as it is.
    case.sh("cw query -q --index ../locked 'where do we retry'").exits(0);
    case.sh("cw index -q . --index ../locked").exits(4).says("I07");
    case.sh("cw gc -q --index ../locked").exits(4).says("I07");
    assert!(bytes_of(&case.beside("locked")) == before);
    // A folder that cannot be entered, and a segment that cannot be read.
    case.sh("cp -r ../old ../shut; chmod 0 ../shut/lex").exits(0);
    case.sh("cw query -q --no-refresh --index ../shut retry").exits(4).says("I07");
    case.sh("chmod 700 ../shut/lex; chmod 0 ../shut/lex/*.seg; cw query -q --no-refresh --index ../shut retry").exits(4).says("I07");
    case.sh("chmod -R u+rwX ../shut ../locked").exits(0);
    assert_eq!(lab.converge(&case.beside("shut")), Ok(()));
}

/// What is made is its owner's alone, whatever the umask says.
#[test]
fn modes_are_private() {
    let lab = Lab::new();
    lab.case.sh("umask 000; cw index -q . --index ../open; cw index -q . --index ../open --rebuild").exits(0);
    let mut folders = vec![lab.case.beside("open")];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        assert_eq!(std::fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700, "{}", folder.display());
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen >= 8, "{seen}");
}

/// An outsider that cuts a segment under a reader gets that reader an end with a reason, not a crash.
#[test]
fn t13_a_segment_that_is_cut_under_a_reader() {
    let lab = Lab::new();
    lab.case.sh("cw index -q").exits(0);
    let server = crate::lab::program().with_file_name("cw-mcp");
    let mut child = lab.command(server).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut send = |text: String| {
        // The server may be gone.
        let _ = to.write_all(format!("{text}\n").as_bytes()).and_then(|()| to.flush());
    };
    let root = lab.case.tree().display().to_string();
    let ask = |id: u32, words: &str| {
        let arguments = serde_json::json!({ "repo_path": root, "information_request": words });
        serde_json::json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "codebase-retrieval", "arguments": arguments } }).to_string()
    };
    send(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#.into());
    lines.next().unwrap().unwrap();
    send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.into());
    send(ask(2, "where do we retry"));
    let first = lines.next().unwrap().unwrap();
    assert!(first.contains("retry"), "{first}");
    for (path, _) in bytes_of(&lab.case.tree().join(".cw")).into_iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "seg"))
    {
        std::fs::File::options().write(true).open(lab.case.tree().join(".cw").join(path)).unwrap().set_len(0).unwrap();
    }
    send(ask(3, "how is the cart total summed"));
    drop(to);
    let ran = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    // It noticed before it read, or it read and ended with a reason; it never dies of a signal.
    match ran.status.code() {
        Some(0) => {}
        code => assert!(code == Some(3) && said.contains("I04") && said.contains("cut"), "{:?}: {said}", ran.status),
    }
}
