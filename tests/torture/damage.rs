//! T7 and T14: files that are not what was written, and files of other versions. A question gets the right answer or a reason, never another answer; `cw verify` sees it;
//! `cw index` makes it whole.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use cw_index::{LexSegment, Segment, VecSegment};
use cw_records::Blob;

use crate::lab::{Dice, Lab, all, is_full, report, sane};
use crate::support::bytes_of;

/// Ways to hurt a file. `None`: it is gone.
const MUTATIONS: [&str; 8] = ["flip", "half", "empty", "zeros", "noise", "gone", "grown", "spliced"];

fn mutate(how: &str, bytes: &[u8], dice: &mut Dice) -> Option<Vec<u8>> {
    let mut bad = bytes.to_vec();
    let at = dice.roll(bad.len());
    let end = (at + 64).min(bad.len());
    match how {
        "flip" => bad[at] ^= 1 << dice.roll(8),
        "half" => bad.truncate(at),
        "empty" => bad.clear(),
        "zeros" => bad[at..end].fill(0),
        "noise" => bad[at..end].iter_mut().for_each(|byte| *byte = dice.roll(256) as u8),
        "gone" => return None,
        "grown" => bad.extend_from_slice(b"grown"),
        "spliced" => {
            let from = dice.roll(bad.len());
            let piece = bad[from..(from + 64).min(bad.len())].to_vec();
            bad.splice(at..end, piece);
        }
        other => panic!("{other}"),
    }
    Some(bad)
}

#[test]
fn t7_damage_is_told_and_mended() {
    let lab = Lab::new();
    let golden = lab.answers(&lab.new);
    let mut files: Vec<PathBuf> =
        bytes_of(&lab.new).into_keys().filter(|path| !path.ends_with(".gitignore") && !path.ends_with("lock")).collect();
    files.push("lex/stamps".into());
    let rounds = if is_full() { 150 } else { 1 };
    let mut runs = Vec::new();
    for file in &files {
        for (number, how) in MUTATIONS.iter().enumerate() {
            runs.extend((0..rounds).map(|round| (file, *how, (number * 1000 + round) as u64)));
        }
    }
    let wrong = all(&runs, |(file, how, seed)| {
        let index = lab.place();
        crate::lab::copy(&lab.new, &index);
        let path = index.join(file);
        let bytes = std::fs::read(&path).unwrap();
        let bad = mutate(how, &bytes, &mut Dice(*seed ^ bytes.len() as u64));
        match &bad {
            Some(bad) => std::fs::write(&path, bad).unwrap(),
            None => std::fs::remove_file(&path).unwrap(),
        }
        let wrong = |what: String| Err(format!("{} {how} {seed}: {what}", file.display()));
        // The cache of the scan decides nothing, nor does the end of the one line that says the format.
        let is_same = |bad: &Vec<u8>| *bad == bytes || file.ends_with("format") && bad.trim_ascii_end() == bytes.trim_ascii_end();
        let matters = !file.ends_with("stamps") && !bad.as_ref().is_some_and(is_same);
        for (answer, right) in lab.answers(&index).iter().zip(&golden) {
            let refused = answer.starts_with("Some(3) ");
            if answer != right && !refused {
                return wrong(format!("another answer: {answer}"));
            }
            if refused && !matters {
                return wrong("no answer".into());
            }
        }
        let verified = lab.cw(&["verify", "-q"], &index);
        sane(&verified);
        if (verified.status.code() == Some(3)) != matters {
            return wrong(format!("verify: {:?}", verified.status.code()));
        }
        if file.ends_with("format") && !matters {
            return std::fs::remove_dir_all(&index).map_err(|error| error.to_string());
        }
        // Another version is not overwritten unasked.
        let ran = lab.index(&index);
        if ran.status.code() == Some(3) && String::from_utf8_lossy(&ran.stderr).contains("I03") {
            lab.cw(&["index", "-q", ".", "--rebuild"], &index);
        }
        lab.converge(&index).or_else(&wrong)?;
        std::fs::remove_dir_all(&index).map_err(|error| error.to_string())
    });
    report("T7 damaged files", runs.len(), &wrong);
}

/// Reads everything that a segment has.
fn read_all(path: &Path, is_lex: bool) -> Result<(), cw_index::Error> {
    if is_lex {
        let segment = LexSegment::open(path)?;
        Segment::verify(&segment, false)?;
        (0..segment.files()).try_for_each(|number| segment.restore(number).map(drop))
    } else {
        let segment = VecSegment::open(path)?;
        Segment::verify(&segment, false)?;
        (0..segment.files()).try_for_each(|number| segment.restore(number).map(drop))
    }
}

#[test]
fn t7_no_bytes_break_a_reader() {
    let lab = Lab::new();
    let segments: Vec<(PathBuf, Vec<u8>)> =
        bytes_of(&lab.new).into_iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "seg")).collect();
    let count = if is_full() { 100_000 } else { 600 };
    let runs: Vec<u64> = (0..count).collect();
    let wrong = all(&runs, |seed| {
        let mut dice = Dice(*seed);
        let (name, bytes) = &segments[dice.roll(segments.len())];
        let how = MUTATIONS[dice.roll(5)];
        let bad = mutate(how, bytes, &mut dice).unwrap_or_default();
        let path = lab.place();
        std::fs::write(&path, &bad).unwrap();
        let read = catch_unwind(AssertUnwindSafe(|| read_all(&path, name.starts_with("lex"))));
        // Nothing is read from the bytes between sections.
        let same = bad.len() == bytes.len() && read.as_ref().is_ok_and(Result::is_ok);
        std::fs::remove_file(&path).map_err(|error| error.to_string())?;
        match read {
            Err(_) => Err(format!("{} {how} {seed}: a panic", name.display())),
            Ok(Ok(())) if !same => Err(format!("{} {how} {seed}: nobody saw it", name.display())),
            Ok(_) => Ok(()),
        }
    });
    report("T7 segments read in this process", runs.len(), &wrong);
}

/// A manifest with other words in it, and a check that is right.
fn forge(index: &Path, part: &str, change: impl Fn(&str) -> String) {
    let path = index.join(part).join("manifest.json");
    let line = std::fs::read_to_string(&path).unwrap();
    let (body, _) = line.rsplit_once(",\"check\":\"").unwrap();
    let body = change(body);
    std::fs::write(&path, format!("{body},\"check\":\"{}\"}}\n", Blob::of(body.as_bytes()))).unwrap();
}

#[test]
fn t14_other_versions_are_refused_by_name() {
    let lab = Lab::new();
    let index = lab.place();
    let refused = |words: &[&str]| {
        let ran = lab.cw(words, &index);
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(3), "{words:?}: {said}");
        assert!(said.contains("I03") && said.contains('2') && said.contains('1'), "{said}");
    };
    // The format of the whole: nobody touches it unasked.
    crate::lab::copy(&lab.new, &index);
    std::fs::write(index.join("format"), "cw-index 2\n").unwrap();
    let before = bytes_of(&index);
    refused(&["query", "-q", "--no-refresh", "retry"]);
    refused(&["query", "-q", "retry"]);
    refused(&["index", "-q", "."]);
    assert!(bytes_of(&index) == before);
    assert_eq!(lab.cw(&["index", "-q", ".", "--rebuild"], &index).status.code(), Some(0));
    assert_eq!(lab.converge(&index), Ok(()));
    // One manifest: it is moved away, kept, and the part made anew.
    forge(&index, "lex", |body| body.replace("\"format\":1", "\"format\":2"));
    let forged = std::fs::read(index.join("lex/manifest.json")).unwrap();
    refused(&["query", "-q", "--no-refresh", "retry"]);
    assert_eq!(lab.converge(&index), Ok(()));
    assert_eq!(std::fs::read(index.join("damaged/manifest.json")).unwrap(), forged);
}

/// A manifest that is right in itself and names what is not its own: nothing outside of the index is opened.
#[test]
fn forged_names_lead_nowhere() {
    let lab = Lab::new();
    let name = std::fs::read_to_string(lab.new.join("lex/manifest.json")).unwrap();
    let name = name.split("\"name\":\"").nth(1).unwrap()[..32].to_owned();
    let hostile = [
        "../../etc/passwd",
        "/etc/passwd",
        "..",
        ".",
        "",
        "a/b",
        "a\\\\b",
        "C:",
        "//",
        "\\u0000",
        "%2e%2e",
        "....//",
        "~",
        "$HOME",
        "-rf",
        "\\n",
        "*",
        "?",
        "con",
        "nul.seg",
        "../lex",
        "./",
        "a..b",
        "0123",
        "GGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGG",
        "\\u202e",
        "\\ud800",
        "0x10",
        "é",
        "..\\\\..\\\\x",
        "file:///etc/passwd",
        "/proc/self/mem",
        "/dev/zero",
        "../manifest.json",
        ".tmp-1-1",
        "lock",
        "stamps",
        "0123456789abcdef0123456789abcdef0",
        "0123456789ABCDEF0123456789ABCDEG",
        "                                ",
    ];
    assert!(hostile.len() >= 40);
    let wrong = all(&hostile, |bad| {
        let index = lab.place();
        crate::lab::copy(&lab.new, &index);
        forge(&index, "lex", |body| body.replacen(&name, bad, 1));
        for words in [&["query", "-q", "--no-refresh", "retry"][..], &["verify", "-q"], &["stats"]] {
            let ran = lab.cw(words, &index);
            if ran.status.code() != Some(3) || String::from_utf8_lossy(&ran.stdout).contains("root:") {
                return Err(format!("'{bad}' {words:?}: {:?} {}", ran.status.code(), String::from_utf8_lossy(&ran.stderr)));
            }
        }
        lab.converge(&index).map_err(|what| format!("'{bad}': {what}"))?;
        std::fs::remove_dir_all(&index).map_err(|error| error.to_string())
    });
    report("forged names in a manifest", hostile.len(), &wrong);
}
