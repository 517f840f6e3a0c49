//! Runs a command under strace: what it asked of the kernel, and what happens when one of these calls fails or is the last.

use std::path::Path;
use std::process::{Command, Output};

use crate::lab::{Lab, program};

/// One call that has to do with the index.
#[derive(Clone, Debug)]
pub struct Call {
    /// Its name.
    pub name: String,
    /// The how manieth of this name it is.
    pub number: usize,
    /// The arguments, strings decoded to bytes; paths of file descriptors are strings, too.
    pub strings: Vec<Vec<u8>>,
    /// The whole line.
    pub line: String,
    /// What came back.
    pub result: i64,
}

/// The calls that change something or begin to.
pub const CALLS: &str =
    "openat,write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,link,linkat,mkdir,mkdirat,unlink,unlinkat,ftruncate,flock,close,mmap";

/// True if strace can be used here; says so if not.
pub fn is_there() -> bool {
    let there = Command::new("strace").args(["-qq", "-o", "/dev/null", "true"]).output().is_ok_and(|ran| ran.status.success());
    if !there {
        eprintln!("torture: left out: strace is not here, or may not trace");
    }
    there
}

/// Runs `cw` with these words and the index and lists the calls of its main thread that name something in the index.
pub fn calls(lab: &Lab, words: &[&str], index: &Path) -> (Output, Vec<Call>) {
    let log = lab.place();
    let mut command = lab.command("strace");
    command.args(["-qq", "-y", "-xx", "-s", "100000000", "-e"]).arg(format!("trace={CALLS}")).arg("-o").arg(&log);
    let ran = command.arg(program()).args(words).arg("--index").arg(index).output().unwrap();
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_file(&log).unwrap();
    let mut counts = std::collections::HashMap::new();
    let mut calls = Vec::new();
    for line in text.lines() {
        let Some((name, _)) = line.split_once('(') else { continue };
        let number = counts.entry(name.to_owned()).or_insert(0);
        *number += 1;
        let strings = strings(line);
        // The index, and the folder that it is in.
        let above = index.parent().unwrap().as_os_str().as_encoded_bytes();
        let inside =
            strings.iter().any(|string| string.starts_with(index.as_os_str().as_encoded_bytes()) || name == "fsync" && string == above);
        // A descriptor that was opened is shown with its path, too.
        let result = line.rsplit_once("= ").map_or("", |(_, result)| result).split([' ', '<']).next().unwrap_or_default();
        if inside {
            let result = result.parse().unwrap_or(-1);
            calls.push(Call { name: name.to_owned(), number: *number, strings, line: line.to_owned(), result });
        }
    }
    (ran, calls)
}

/// Everything between quotes or angle brackets, decoded.
fn strings(line: &str) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(['"', '<']) {
        let close = if rest.as_bytes()[start] == b'"' { '"' } else { '>' };
        let body = &rest[start + 1..];
        let Some(end) = body.find(close) else { break };
        all.push(decode(&body[..end]));
        rest = &body[end + 1..];
    }
    all
}

fn decode(text: &str) -> Vec<u8> {
    let hex = |digit: u8| (digit as char).to_digit(16).unwrap_or(0) as u8;
    let mut bytes = text.bytes();
    let mut out = Vec::new();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' if bytes.clone().next() == Some(b'x') => {
                bytes.next();
                let (high, low) = (bytes.next().unwrap_or(b'0'), bytes.next().unwrap_or(b'0'));
                out.push(hex(high) << 4 | hex(low));
            }
            other => out.push(other),
        }
    }
    out
}

/// Runs `cw` while something happens to one of its calls, such as `fsync:signal=SIGKILL:when=3`.
pub fn inject(lab: &Lab, what: &str, words: &[&str], index: &Path) -> Output {
    let call = what.split(':').next().unwrap_or_default();
    let mut command = lab.command("strace");
    command.args(["-qq", "-o", "/dev/null", "-e"]).arg(format!("trace={call}")).arg("-e").arg(format!("inject={what}"));
    command.arg(program()).args(words).arg("--index").arg(index).output().unwrap()
}
