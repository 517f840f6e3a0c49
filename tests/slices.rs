//! One index made by several workers: whatever the partition, the order, the retries and the kills, it has the bytes that one process makes.

use std::path::Path;

use serde_json::Value;

use crate::support::tree::case;
use crate::support::{Case, assert_same, bytes_of};

/// The tree, with its index in `whole`.
fn indexed() -> Case {
    let case = case();
    case.sh("cw index -q . --index ../whole").exits(0);
    case
}

/// The segments below a folder, by name.
fn segments(folder: &Path) -> Vec<String> {
    let names = bytes_of(folder).into_keys().map(|path| path.file_name().unwrap().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".seg")).collect();
    names.sort();
    names
}

#[test]
fn slices_make_the_index_that_one_process_makes() {
    let case = indexed();
    // In another order, two at once, one twice, without any environment; a file that is left out and a line that is long are among them.
    case.write("huge.txt", format!("{}\n", "word ".repeat(500_000)));
    case.write("blob.bin", b"\0\x01\x02\0");
    let flags = "-q . --max-file-size 4M";
    case.sh(&format!("cw index {flags} --index ../whole --rebuild")).exits(0);
    let line = format!(
        "for k in 3 1 4; do env -i $(command -v cw) index {flags} --index ../s --slice $k/4 & done > ../receipts; wait; \
         env -i $(command -v cw) index {flags} --index ../s --slice 2/4 >> ../receipts; cw index {flags} --index ../s --slice 3/4 >> ../receipts"
    );
    case.sh(&line).exits(0);
    assert!(!case.beside("s").join("lex").exists(), "nothing is published before the commit");
    let receipts = std::fs::read_to_string(case.beside("receipts")).unwrap();
    let receipts: Vec<Value> = receipts.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(receipts.len(), 10);
    assert_eq!(receipts.iter().map(|receipt| receipt["skips"].as_u64().unwrap()).sum::<u64>() % 2, 0, "lex and vec saw the same");
    let done: Value = serde_json::from_str(&case.sh("cw commit --json --receipts ../receipts --index ../s").exits(0).out()).unwrap();
    assert_same(&case.beside("s"), &case.beside("whole"), "slices");
    // A commit that is run twice.
    case.sh("cw commit --receipts ../receipts --index ../s").exits(0);
    assert_same(&case.beside("s"), &case.beside("whole"), "slices, committed twice");
    // Nothing is made of no receipts.
    case.sh("true | cw commit --index ../new").exits(2).says("S13");
    assert!(!case.beside("new").exists());
    assert_eq!((&done["losses"], &done["changed"]), (&Value::from(0), &Value::from(true)));
    // The same receipts again: what they name is published.
    case.sh(&format!("for k in 1 2 3 4; do cw index {flags} --index ../s --slice $k/4; done | cw commit --index ../s")).exits(0);
    assert_same(&case.beside("s"), &case.beside("whole"), "slices, again");
    case.sh(&format!("cw index {flags} --index ../s")).exits(0);
    assert_same(&case.beside("s"), &case.beside("whole"), "brought up to date");
}

/// A partition that cuts through segments, given to the stages.
#[test]
fn any_partition_makes_the_same_bytes() {
    let case = indexed();
    let stream = case.sh("cw-scan -q .").exits(0).out();
    let (head, rest) = stream.split_once('\n').unwrap();
    let head = head.replacen("\"scope\":\"all\"", "\"scope\":\"part\"", 1);
    let files: Vec<&str> = rest.lines().filter(|line| line.starts_with("{\"type\":\"file\"")).collect();
    let tree = rest.lines().last().and_then(|end| serde_json::from_str::<Value>(end).unwrap()["tree"].as_str().map(str::to_owned)).unwrap();
    let worker = "cw-chunk | cw-lex add --index ../p | cw-embed add --index ../p | grep '\"type\":\"receipt\"'";
    let mut receipts = String::new();
    for number in 0..3 {
        let own: Vec<&str> = files.iter().skip(number).step_by(3).copied().collect();
        let slice = format!("{head}\n{}\n{{\"type\":\"end\"}}\n", own.join("\n"));
        let ran = case.feed(worker, slice.as_bytes()).exits(0);
        assert_eq!(case.feed(worker, slice.as_bytes()).exits(0).out(), ran.out(), "a worker that is run again says the same");
        // One that is cut says nothing.
        let cut = case.feed(worker, &slice.as_bytes()[..slice.len() - 20]);
        assert!(cut.out().is_empty() && cut.code() != 0, "{}", cut.out());
        receipts.push_str(&ran.out());
    }
    // One without files.
    let none = case.feed(worker, format!("{head}\n{{\"type\":\"end\"}}\n").as_bytes()).exits(0);
    assert!(
        none.out().lines().all(|line| line.contains("\"segments\":[],\"files\":0")) && none.out().lines().count() == 2,
        "{}",
        none.out()
    );
    receipts.push_str(&none.out());
    let lacking: String = receipts.lines().skip(2).map(|line| format!("{line}\n")).collect();
    case.feed(&format!("cw commit --index ../p --tree {tree}"), lacking.as_bytes()).exits(2).says("S13");
    assert!(segments(&case.beside("p").join("lex")).is_empty(), "a refused commit leaves nothing");
    let done: Value =
        serde_json::from_str(&case.feed(&format!("cw commit --json --index ../p --tree {tree}"), receipts.as_bytes()).exits(0).out())
            .unwrap();
    assert_eq!(done["tree"], tree);
    assert!(done["made_anew"].as_u64().unwrap() > 0);
    assert_same(&case.beside("p"), &case.beside("whole"), "any partition");
}

#[test]
fn workers_that_are_killed_leave_no_trace() {
    let case = indexed();
    for pause in ["0.02", "0.05", "0.1"] {
        case.sh(&format!("for k in 1 2; do timeout -s KILL {pause} cw index -q . --index ../k --slice $k/2; done"));
    }
    case.sh("mkdir -p ../k/slices/lex; echo half > ../k/slices/lex/.tmp-1-0; echo half > ../k/.tmp-1-0").exits(0);
    case.sh("for k in 2 1; do cw index -q . --index ../k --slice $k/2; done | cw commit -q --index ../k").exits(0);
    assert_same(&case.beside("k"), &case.beside("whole"), "kills");
    // A commit that was killed is gone on with by whoever builds.
    case.sh("for k in 2 1; do cw index -q . --index ../c --slice $k/2; done > ../receipts").exits(0);
    case.sh("timeout -s KILL 0.02 cw commit -q --index ../c --receipts ../receipts; cw commit -q --index ../c --receipts ../receipts || cw index -q . --index ../c")
        .exits(0);
    case.sh("rm -rf ../c/slices").exits(0);
    assert_same(&case.beside("c"), &case.beside("whole"), "a commit that was killed");
}

#[test]
fn receipts_that_make_no_index_publish_nothing() {
    let case = indexed();
    let worker = |k: u32| case.sh(&format!("cw index -q . --index ../r --slice {k}/3")).exits(0).out();
    let all: Vec<String> = (1..=3).map(worker).collect();
    let refused = |receipts: &str, exit: i32, code: &str, what: &str| {
        let ran = case.feed("cw commit --index ../r", receipts.as_bytes()).exits(exit).says(code).says(what);
        assert!(!case.beside("r").join("lex/manifest.json").exists(), "{}", ran.err());
    };
    refused("", 2, "S13", "no receipt");
    refused("not json\n", 2, "R01", "line 1");
    refused(&all[1..].concat(), 2, "S13", "lacks slice 1 of 3");
    refused(&all.concat().replacen("\"slice\":[1,3]", "\"slice\":[1,4]", 1), 2, "S13", "different partitions");
    refused(&all.concat().replacen("\"format\":1", "\"format\":9", 1), 3, "I03", "format 9");
    refused(&all.concat().replacen("1000", "999", 1), 3, "I05", "different options");
    // A file that changed between two workers that both took it.
    case.write("src/main.rs", "fn other() {}\n");
    let again: Vec<String> = (1..=3).map(worker).collect();
    let twice = (0..3).find(|number| all[*number] != again[*number]).unwrap();
    refused(&[all.concat(), again[twice].clone()].concat(), 2, "S13", "is there twice");
    let bare = |text: &str, k: usize| text.replace(&format!("\"slice\":[{},3],", k + 1), "");
    let bare: String = all.iter().enumerate().map(|(k, text)| bare(text, k)).collect::<String>() + &bare(&again[twice], twice);
    refused(&bare, 3, "I13", "lies among the files of");
    // A segment that is not what the receipt says.
    let name = segments(&case.beside("r").join("slices/lex")).into_iter().find(|name| all.concat().contains(&name[..32])).unwrap();
    let path = case.beside("r").join("slices/lex").join(&name);
    let bytes = std::fs::read(&path).unwrap();
    let mut bad = bytes.clone();
    bad[100] ^= 1;
    std::fs::write(&path, bad).unwrap();
    refused(&all.concat(), 3, "I04", &name);
    std::fs::remove_file(&path).unwrap();
    refused(&all.concat(), 3, "I04", &name);
    std::fs::write(&path, bytes).unwrap();
    case.feed("cw commit -q --index ../r", all.concat().as_bytes()).exits(0);
    assert_same(&case.beside("r"), &case.beside("whole"), "in the end");
    case.sh("cw index . --slice 4/3").exits(2);
    case.sh("cw-scan . --slice 1/2 --since ../whole").exits(2);
}
