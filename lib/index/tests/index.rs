//! The laws of the index: what goes in comes out, history leaves no trace, damage is named, a snapshot stands still.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use cw_index::{Begin, Change, Entry, Error, Field, Made, Part, Row, Store, VecChunk, VecFile, VecSegment};
use cw_records::{Blob, RecordPath};
use proptest::prelude::*;
use serde_json::Map;

use support::{NOW, apply, bytes_of, lex_file, listed, make, tree};

#[test]
fn what_goes_in_comes_out() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(&folder.path().join(".cw")).unwrap();
    let tree = tree(1500);
    apply(&store, true, &listed(&tree));
    let part = store.need_lex().unwrap();
    assert!(part.segments.len() > 1, "1500 files make more than one segment");
    assert_eq!(part.manifest.files, 1500);
    assert_eq!(part.files().unwrap().len(), 1500);
    let (mut seen, mut named) = (0, 0);
    for segment in &part.segments {
        for number in 0..segment.files() {
            let path = segment.path(number).unwrap();
            let text = &tree[path.as_str().unwrap()];
            assert_eq!(segment.restore(number).unwrap(), lex_file(path.as_str().unwrap(), text));
            assert_eq!(segment.find(&path).unwrap(), Some(number));
            seen += 1;
        }
        let mut documents = Vec::new();
        segment.postings(Field::Body, "alpha", |document, frequency| documents.push((document, frequency))).unwrap();
        assert_eq!(documents, (0..segment.files()).map(|file| (file * 2, 1)).collect::<Vec<_>>());
        let mut none = 0;
        segment.postings(Field::Body, "absent", |_, _| none += 1).unwrap();
        segment.postings(Field::Stem, "alpha", |_, _| none += 1).unwrap();
        assert_eq!(none, 0);
        for spelling in segment.definitions("gamma 700").unwrap() {
            assert_eq!(spelling.name.as_deref(), Some("gamma 700"));
            assert_eq!(segment.kind_of(&spelling.places[0]), "function");
            named += 1;
        }
    }
    assert_eq!(seen, 1500);
    assert_eq!(named, 1);
    let named: usize = part.segments.iter().map(|segment| segment.terms(Field::Stem, "file070").unwrap().len()).sum();
    assert_eq!(named, 10);
    assert!(store.verify(false).unwrap().is_empty());
}

#[test]
fn an_edit_rewrites_only_its_segment() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    apply(&store, true, &listed(&tree(3000)));
    let commit = apply(&store, false, &[("src/file1000.rs".into(), Some("new\n".into()))]);
    assert!(commit.changed && commit.written == 1 && commit.kept >= 2, "{commit:?}");
    let again = apply(&store, false, &[("src/file1000.rs".into(), Some("new\n".into()))]);
    assert!(!again.changed, "adding twice is adding once");
}

#[test]
fn dropped_writers_and_second_writers() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    apply(&store, true, &listed(&tree(10)));
    let before = bytes_of(&folder.path().join("lex"));
    {
        let mut merge = store.write_lex(Begin::default()).unwrap().merge(true, Map::new()).unwrap();
        let second = store.write_lex(Begin::default()).err().unwrap();
        assert_eq!((second.code(), second.is_system()), ("I02", true));
        assert!(second.to_string().contains(&format!("process {}", std::process::id())), "{second}");
        for (path, text) in tree(2000) {
            let file = Some((lex_file(&path, &text), text.len() as u64));
            merge.push(Change { path: path.as_str().into(), file }, &mut make).unwrap();
        }
    }
    assert_eq!(bytes_of(&folder.path().join("lex")), before, "nothing is left of a writer that did not commit");
}

#[test]
fn snapshots_stand_still() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    apply(&store, true, &[("a".into(), Some("one\n".into()))]);
    let before = store.need_lex().unwrap();
    apply(&store, false, &[("a".into(), Some("two\n".into()))]);
    assert_eq!(before.segments[0].text(0).unwrap(), "one\n", "although its file is deleted");
    let after = store.need_lex().unwrap();
    assert_eq!(after.segments[0].text(0).unwrap(), "two\n");
    assert_ne!(before.generation, after.generation);
    assert_eq!(bytes_of(&folder.path().join("lex")).keys().filter(|name| name.ends_with(".seg")).count(), 1);
}

/// Each single flipped bit, each truncation, a missing file, a foreign file: a named error, no panic, no silent difference.
#[test]
fn damage_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    apply(&store, true, &listed(&tree(12)));
    let lex = folder.path().join("lex");
    let files: Vec<_> = bytes_of(&lex).into_iter().filter(|(name, _)| name != "lock").collect();
    for (name, bytes) in files {
        let path = lex.join(&name);
        let step = (bytes.len() / 300).max(1);
        let flips = (0..bytes.len()).step_by(step).map(|at| {
            let mut bad = bytes.clone();
            bad[at] ^= 1 << (at % 8);
            bad
        });
        let cuts = (0..bytes.len()).step_by(step * 3).map(|at| bytes[..at].to_vec());
        let grown = std::iter::once([&bytes[..], b"x"].concat());
        for bad in flips.chain(cuts).chain(grown) {
            std::fs::write(&path, &bad).unwrap();
            let findings = store.verify(false).unwrap();
            assert!(!findings.is_empty(), "{name}: damage was not seen");
            assert!(!store.verify(true).unwrap().is_empty(), "{name}: damage was not seen at a glance, so nobody would mend it");
            for finding in findings {
                assert!(matches!(finding.error.code(), "I03" | "I04"), "{}", finding.error);
            }
            // Readers may succeed (padding between sections carries nothing) but never panic.
            if let Ok(Some(part)) = store.lex() {
                for segment in &part.segments {
                    for number in 0..segment.files() {
                        let _ = segment.restore(number);
                    }
                    let _ = segment.postings(Field::Body, "alpha", |_, _| {});
                    let _ = segment.definitions("gamma 3");
                }
            }
        }
        std::fs::remove_file(&path).unwrap();
        let findings = store.verify(false).unwrap();
        assert!(!findings.is_empty(), "{name}: its absence was not seen");
        assert!(store.lex().is_err(), "{name}: absent, yet opened");
        std::fs::write(&path, &bytes).unwrap();
    }
    assert!(store.verify(false).unwrap().is_empty());
    assert!(store.lex().unwrap().is_some());
}

#[test]
fn damage_is_set_aside_and_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    apply(&store, true, &listed(&tree(12)));
    let whole = bytes_of(&folder.path().join("lex"));
    let name = whole.keys().find(|name| name.ends_with(".seg")).unwrap();
    let path = folder.path().join("lex").join(name);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&path, bytes).unwrap();
    let moved = store.set_aside(NOW).unwrap();
    assert_eq!(moved, [folder.path().join("damaged").join(name)]);
    let mut merge = store.write_lex(Begin { rebuild: true, ..Begin::default() }).unwrap().merge(true, Map::new()).unwrap();
    for (path, text) in tree(12) {
        let file = Some((lex_file(&path, &text), text.len() as u64));
        merge.push(Change { path: path.as_str().into(), file }, &mut make).unwrap();
    }
    merge.commit(None, &mut make).unwrap();
    assert_eq!(bytes_of(&folder.path().join("lex")), whole);
}

#[test]
fn formats_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(Store::open(folder.path()).err().unwrap().code(), "I01");
    std::fs::write(folder.path().join("format"), "cw-index 9\n").unwrap();
    assert_eq!(Store::open(folder.path()).err().unwrap().code(), "I03");
    std::fs::write(folder.path().join("format"), "\u{0}\n").unwrap();
    assert_eq!(Store::open(folder.path()).err().unwrap().code(), "I04");
    assert_eq!(Store::create(folder.path()).err().unwrap().code(), "I04", "what is there is never overwritten");
}

#[test]
fn gc_takes_only_strays() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    apply(&store, true, &listed(&tree(5)));
    let before = bytes_of(&folder.path().join("lex"));
    std::fs::write(folder.path().join("lex").join(".tmp-1-1"), "abc").unwrap();
    std::fs::write(folder.path().join("lex").join(format!("{}.seg", Blob::of(b"x"))), "abcd").unwrap();
    assert_eq!(store.gc(NOW).unwrap(), (2, 7));
    assert_eq!(bytes_of(&folder.path().join("lex")), before);
}

#[test]
fn vectors_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    let row = |seed: i8| Row { bytes: (0..8).map(|at| at * seed).collect(), scale: 0.5 };
    let files: Vec<VecFile> = [("a", 0), ("b", 3), ("c", 0), ("d", 1)]
        .into_iter()
        .map(|(path, chunks)| VecFile {
            path: path.into(),
            blob: Blob::of(path.as_bytes()),
            text: chunks,
            lines: chunks + 1,
            length: 0.5,
            chunks: (0..chunks)
                .map(|at| VecChunk { blob: Blob::of(&[at as u8]), start: at, line: at + 1, ends_inside: at == 1, row: row(at as i8) })
                .collect(),
        })
        .collect();
    let mut merge = store.write_vec("m-1", Begin::default()).unwrap().merge(true, Map::new()).unwrap();
    let mut build = |entries: Vec<Entry<VecFile>>, _: Option<&Part<VecSegment>>| -> Result<Made, Error> {
        let files: Vec<VecFile> =
            entries.into_iter().filter_map(|entry| if let Entry::New(file) = entry { Some(file) } else { None }).collect();
        Ok(Made { chunks: 4, bytes: cw_index::encode_vec(8, &files) })
    };
    for file in &files {
        merge.push(Change { path: file.path.clone(), file: Some((file.clone(), 1)) }, &mut build).unwrap();
    }
    merge.commit(None, &mut build).unwrap();
    let part = store.need_vec("m-1").unwrap();
    let segment = &part.segments[0];
    for (number, file) in files.iter().enumerate() {
        assert_eq!(&segment.restore(number as u32).unwrap(), file);
    }
    let row = segment.file(1).unwrap();
    let spans: Vec<_> = (0..3).map(|place| segment.span(&row, place).unwrap()).collect();
    assert_eq!(spans, [[(0, 1), (1, 1)], [(1, 2), (2, 3)], [(2, 3), (3, 4)]]);
    assert_eq!((0..4).map(|chunk| segment.file_of(chunk).unwrap()).collect::<Vec<_>>(), [1, 1, 1, 3]);
    assert_eq!(store.models().unwrap(), ["m-1"]);
    assert_eq!(store.need_vec("other").err().unwrap().code(), "I06");
}

/// Who has marked a segment as checked is believed by readers, never by a full check.
#[cfg(unix)]
#[test]
fn marks_save_sums_but_hide_nothing() {
    use std::os::unix::fs::MetadataExt;
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    apply(&store, true, &listed(&tree(20)));
    let lex = folder.path().join("lex");
    let name = std::fs::read_dir(&lex)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .find(|name| name.ends_with(".seg"))
        .unwrap();
    let path = lex.join(&name);
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    assert!(!store.verify(true).unwrap().is_empty());
    let meta = path.metadata().unwrap();
    let times = format!("{}.{}:{}.{}", meta.mtime(), meta.mtime_nsec(), meta.ctime(), meta.ctime_nsec());
    std::fs::write(lex.join("checked"), format!("cw-checked 1\n{name} {}:{}:{}:{times}\n", meta.dev(), meta.ino(), meta.size())).unwrap();
    assert!(store.verify(true).unwrap().is_empty());
    assert_eq!(store.verify(false).unwrap()[0].error.code(), "I04");
    // Written again, whatever is written: the mark does not fit.
    std::thread::sleep(Duration::from_millis(20));
    std::fs::write(&path, &bytes).unwrap();
    assert!(!store.verify(true).unwrap().is_empty());
    // A small part has no marks: a check that finds it right removes them.
    bytes[last] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    assert!(store.verify(false).unwrap().is_empty());
    assert!(!lex.join("checked").exists());
}

/// Deleting an index waits for whoever writes any part of it, and leaves what is not of an index.
#[test]
fn what_is_not_of_an_index_stays() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(".gitignore"), "target\n").unwrap();
    std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    let store = Store::create(folder.path()).unwrap();
    apply(&store, true, &listed(&tree(3)));
    let revision = Store::create(&Store::revision_folder(folder.path(), "v1")).unwrap();
    let writer = revision.write_lex(Begin::default()).unwrap();
    assert_eq!(Store::open(folder.path()).unwrap().remove(Duration::ZERO).err().unwrap().code(), "I02");
    assert!(store.verify(false).unwrap().is_empty());
    drop(writer);
    assert!(Store::open(folder.path()).unwrap().remove(Duration::from_secs(60)).unwrap() > 0);
    let mut left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    left.sort();
    assert_eq!(left, [".gitignore", "notes.txt"]);
}

/// Who waited for a lock that went with its part has the lock of nothing, and takes the new one.
#[cfg(unix)]
#[test]
fn a_lock_that_was_deleted_is_no_lock() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    let writer = store.write_lex(Begin::default()).unwrap();
    let other = Store::open(folder.path()).unwrap();
    let waiting = std::thread::spawn(move || other.write_lex(Begin { wait: Duration::from_secs(60), ..Begin::default() }).map(drop));
    std::thread::sleep(Duration::from_millis(100));
    std::fs::remove_file(folder.path().join("lex/lock")).unwrap();
    drop(writer);
    waiting.join().unwrap().unwrap();
    assert!(folder.path().join("lex/lock").exists());
}

/// Two first builds at once: who reads on the way to a write waits for the other one; who only asks is told.
#[test]
fn a_first_build_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    let writer = store.write_lex(Begin::default()).unwrap();
    assert_eq!(store.lex().err().unwrap().code(), "I02");
    let other = Store::open(folder.path()).unwrap().patient(Duration::from_secs(60));
    let (sender, receiver) = std::sync::mpsc::channel();
    let waiting = std::thread::spawn(move || {
        sender.send(()).unwrap();
        other.lex().map(|part| part.is_none())
    });
    receiver.recv().unwrap();
    assert!(!waiting.is_finished());
    drop(writer);
    assert!(waiting.join().unwrap().unwrap(), "the build that was given up left nothing");
}

#[test]
fn model_names_make_safe_folders() {
    assert_eq!(cw_index::vec_name("cw-static-2"), "vec/cw-static-2");
    let names: BTreeSet<String> =
        ["BAAI/bge-m3", "BAAI_bge-m3", "../x", "", ".hidden", "ü"].iter().map(|name| cw_index::vec_name(name)).collect();
    assert_eq!(names.len(), 6);
    for name in names {
        let path = RecordPath::from(name.as_str());
        assert!(path.is_confined() && name.matches('/').count() == 1, "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Law: any history of edits leaves the bytes of a fresh index.
    #[test]
    fn history_leaves_no_trace(edits in proptest::collection::vec(proptest::collection::vec((0usize..1400, proptest::option::of("[a-c]{1,3} [a-c]\n")), 1..12), 1..4)) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::create(&folder.path().join("a")).unwrap();
        let mut tree = tree(1300);
        apply(&store, true, &listed(&tree));
        for edit in edits {
            let changes: BTreeMap<String, Option<String>> = edit.into_iter().map(|(at, text)| (format!("src/file{at:04}.rs"), text)).collect();
            for (path, text) in &changes {
                match text {
                    Some(text) => tree.insert(path.clone(), text.clone()),
                    None => tree.remove(path),
                };
            }
            apply(&store, false, &changes.into_iter().collect::<Vec<_>>());
        }
        let fresh = Store::create(&folder.path().join("b")).unwrap();
        apply(&fresh, true, &listed(&tree));
        prop_assert_eq!(bytes_of(&folder.path().join("a/lex")), bytes_of(&folder.path().join("b/lex")));
    }
}

/// A share is a stranger: paths that leave the tree, parts and digests that are none, sizes that are exceeded.
#[test]
fn shares_are_not_trusted() {
    use cw_index::share::{Folder, look, push};
    let folder = tempfile::tempdir().unwrap();
    let [evil, good, mine, place] = ["evil", "good", "mine", "share"].map(|name| folder.path().join(name));
    let share = Folder::new(&place, NOW);
    for (path, text) in [(&evil, "../../outside"), (&good, "inside")] {
        apply(&Store::create(path).unwrap(), true, &[(text.into(), Some("one\n".into()))]);
    }
    push(&Store::open(&good).unwrap(), &share, &["main".into(), "../../x".into()]).unwrap();
    let store = Store::create(&mine).unwrap();
    let pull = |name: &str| look(&share, &[name.to_owned()], None).and_then(|offer| offer.take(&store, &share, NOW));
    assert!(pull("main").unwrap().changed && !pull("../../x").unwrap().changed);
    assert!(std::fs::read_dir(folder.path()).unwrap().all(|entry| !entry.unwrap().file_name().to_string_lossy().starts_with('x')));
    let before = bytes_of(&mine.join("lex"));
    push(&Store::open(&evil).unwrap(), &share, &["evil".into()]).unwrap();
    let error = pull("evil").unwrap_err();
    assert!(error.code() == "I09" && error.to_string().contains("a path outside the tree"), "{error}");
    // Refs that are sealed as they should be, and say what they should not.
    let main = std::fs::read_to_string(place.join("refs/main.json")).unwrap();
    let body = main.split(",\"check\"").next().unwrap();
    for (from, to) in [
        ("\"lex\"", "\"../lex\""),
        ("\"lex\"", "\"vec/..\""),
        ("\"lex\"", "\"vec/a/b\""),
        ("\"lex\"", "\"vec/cw-static-2\""),
        ("\"parts\":[", "\"parts\":[{\"part\":\"lex\",\"manifest\":\"00000000000000000000000000000000\",\"bytes\":1},"),
        ("\"manifest\":\"", "\"manifest\":\"../"),
        ("\"bytes\":", "\"bytes\":1"),
        ("\"bytes\":", "\"bytes\":-"),
        ("\"share\":1", "\"share\":2"),
        ("\"format\":1", "\"format\":2"),
    ] {
        let line = body.replacen(from, to, 1);
        assert_ne!(line, body);
        std::fs::write(place.join("refs/bad.json"), format!("{line},\"check\":\"{}\"}}\n", Blob::of(line.as_bytes()))).unwrap();
        assert_eq!(pull("bad").unwrap_err().code(), "I09", "{to}");
    }
    std::fs::write(place.join("refs/bad.json"), vec![b' '; 70_000]).unwrap();
    assert_eq!((pull("bad").unwrap_err().code(), pull("none").unwrap_err().code()), ("I09", "I08"));
    assert_eq!(bytes_of(&mine.join("lex")), before, "nothing of it is here");
}
