//! Builds that are killed: what they finished is used by the next one, publishes nothing before, and leaves no trace after.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cw_index::{Begin, Change, Commit, Entry, Error, LexFile, LexSegment, Made, Merge, Part, Store};
use cw_records::Blob;
use serde_json::{Map, json};

use support::{NOW, apply, bytes_of, lex_file, listed, make, tree};

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &place)
        } else {
            std::fs::copy(entry.path(), place).map(drop).unwrap()
        }
        // Its note is of the process that is gone.
        if entry.file_name() == "lock" {
            std::fs::write(to.join("lock"), "").unwrap();
        }
    }
}

fn push(merge: &mut Merge<LexSegment, LexFile>, path: &str, text: Option<&str>) {
    let file = text.map(|text| (lex_file(path, text), text.len() as u64));
    merge.push(Change { path: path.into(), file }, &mut make).unwrap();
}

/// What is on disk whenever a build of `tree` in `folder` has put down a draft: what it would leave if it were killed then.
fn killed(folder: &Path, states: &Path, begin: Begin, tree: &BTreeMap<String, String>) -> Vec<PathBuf> {
    let store = Store::create(folder).unwrap();
    let mut merge = store.write_lex(begin).unwrap().merge(true, Map::new()).unwrap();
    let (mut all, mut last) = (Vec::new(), None);
    for (path, text) in tree {
        push(&mut merge, path, Some(text));
        let draft = std::fs::read(folder.join("lex/draft.json")).ok();
        if draft != last {
            last = draft;
            all.push(states.join(all.len().to_string()));
            copy(folder, all.last().unwrap());
        }
    }
    merge.commit(None, &mut make).unwrap();
    all
}

/// Goes on as a build does: only what the base lacks is pushed. Returns the commit and how many files were pushed.
fn go_on(folder: &Path, rebuild: bool, tree: &BTreeMap<String, String>) -> (Commit, usize) {
    let store = Store::open(folder).unwrap();
    let base = store.lex_base(rebuild).unwrap();
    let known: BTreeMap<String, Blob> =
        base.iter().flat_map(|base| base.files().unwrap()).map(|(path, blob)| (path.as_str().unwrap().to_owned(), blob)).collect();
    let from = base.as_ref().map(|base| base.mark).filter(cw_index::Mark::is_draft);
    let all = base.is_none();
    drop(base);
    let mut merge = store.write_lex(Begin { rebuild, from, ..Begin::default() }).unwrap().merge(all, Map::new()).unwrap();
    let paths: BTreeSet<&String> = known.keys().chain(tree.keys()).collect();
    let mut pushed = 0;
    for path in paths {
        let text = tree.get(path);
        if text.is_none() || known.get(path) != text.map(|text| Blob::of(text.as_bytes())).as_ref() {
            push(&mut merge, path, text.map(String::as_str));
            pushed += 1;
        }
    }
    (merge.commit(None, &mut make).unwrap(), pushed)
}

/// The index of `tree` that nobody stopped.
fn fresh(tree: &BTreeMap<String, String>) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    apply(&store, true, &listed(tree));
    bytes_of(&folder.path().join("lex"))
}

#[test]
fn a_first_build_that_is_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let tree = tree(2500);
    let states = killed(&folder.path().join("i"), &folder.path().join("states"), Begin::default(), &tree);
    assert!(states.len() >= 4, "2,500 files make several segments: {}", states.len());
    let whole = fresh(&tree);
    assert!(bytes_of(&folder.path().join("i/lex")) == whole, "who is not killed leaves no draft");
    let mut before = usize::MAX;
    for state in states {
        let store = Store::open(&state).unwrap();
        assert_eq!(store.lex().err().unwrap().code(), "I10", "what is not whole is no index");
        assert_eq!(store.verify(false).unwrap().iter().map(|finding| finding.error.code()).collect::<Vec<_>>(), ["I10"]);
        let there = bytes_of(&state.join("lex"));
        assert_eq!(store.gc(NOW).unwrap(), (0, 0));
        assert!(bytes_of(&state.join("lex")) == there, "what gc keeps");
        let (_, pushed) = go_on(&state, false, &tree);
        assert!(pushed < before, "each segment is one less to make: {pushed} after {before}");
        before = pushed;
        assert!(bytes_of(&state.join("lex")) == whole);
    }
    assert!(before < 1000, "{before} of 2,500 were left for the last one");
}

#[test]
fn builds_that_are_killed_again_and_again_finish() {
    let folder = tempfile::tempdir().unwrap();
    let mut tree = tree(2000);
    let mut here = folder.path().join("0");
    Store::create(&here).unwrap();
    let mut rounds = 0;
    // Each round is killed when it has finished one segment, and meanwhile the tree changes where it was already made.
    loop {
        rounds += 1;
        let store = Store::open(&here).unwrap();
        let base = store.lex_base(false).unwrap();
        let known: BTreeMap<_, _> = base.iter().flat_map(|base| base.files().unwrap()).collect();
        let from = base.as_ref().map(|base| base.mark);
        drop(base);
        let next = folder.path().join(rounds.to_string());
        let before = std::fs::read(here.join("lex/draft.json")).ok();
        let mut merge = store.write_lex(Begin { from, ..Begin::default() }).unwrap().merge(from.is_none(), Map::new()).unwrap();
        let mut finished = 0;
        let mut last = before;
        for (path, text) in &tree {
            if known.get(&path.as_str().into()) == Some(&Blob::of(text.as_bytes())) {
                continue;
            }
            push(&mut merge, path, Some(text));
            let draft = std::fs::read(here.join("lex/draft.json")).ok();
            finished += usize::from(draft != last);
            last = draft;
            if finished == 2 {
                copy(&here, &next);
                break;
            }
        }
        if finished < 2 {
            merge.commit(None, &mut make).unwrap();
            break;
        }
        drop(merge);
        here = next;
        tree.insert("src/file0003.rs".into(), format!("changed {rounds}\n"));
        assert!(rounds < 20, "it never ends");
    }
    assert!(rounds > 2, "{rounds}");
    assert!(bytes_of(&here.join("lex")) == fresh(&tree));
}

#[test]
fn a_large_update_that_is_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let old = tree(2000);
    let new: BTreeMap<String, String> = old.iter().map(|(path, text)| (path.clone(), format!("{text}more\n"))).collect();
    let here = folder.path().join("i");
    apply(&Store::create(&here).unwrap(), true, &listed(&old));
    let states = killed(&here, &folder.path().join("states"), Begin::default(), &new);
    let last = states.last().unwrap();
    // Readers see the old state, whole.
    let store = Store::open(last).unwrap();
    assert!(store.verify(false).unwrap().is_empty());
    assert_eq!(store.need_lex().unwrap().segments[0].text(0).unwrap(), old["src/file0000.rs"]);
    let (_, pushed) = go_on(last, false, &new);
    assert!(pushed < 1500, "{pushed}");
    assert!(bytes_of(&last.join("lex")) == fresh(&new));
    // The tree may also have gone back.
    let (_, pushed) = go_on(&states[0], false, &old);
    assert!(bytes_of(&states[0].join("lex")) == fresh(&old));
    assert!(pushed > 0, "what the draft had has to be made again");
}

#[test]
fn a_damaged_draft_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let tree = tree(1300);
    let states = killed(&folder.path().join("i"), &folder.path().join("states"), Begin::default(), &tree);
    let (whole, state) = (fresh(&tree), states.last().unwrap());
    let names: Vec<String> = bytes_of(&state.join("lex")).into_keys().filter(|name| name != "lock").collect();
    assert!(names.len() > 2);
    for (number, name) in names.iter().enumerate() {
        for (what, mutate) in [
            ("flipped", (|bytes| bytes[20] ^= 16) as fn(&mut Vec<u8>)),
            ("cut", |bytes| bytes.truncate(bytes.len() / 3)),
            ("empty", Vec::clear),
        ] {
            let copied = folder.path().join(format!("{number}-{what}"));
            copy(state, &copied);
            let path = copied.join("lex").join(name);
            let mut bytes = std::fs::read(&path).unwrap();
            mutate(&mut bytes);
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(Store::open(&copied).unwrap().lex().err().unwrap().code(), "I10");
            go_on(&copied, false, &tree);
            assert!(bytes_of(&copied.join("lex")) == whole, "{name} {what}");
        }
    }
    // Without the draft, segments are damage and not a build that was begun.
    std::fs::remove_file(state.join("lex/draft.json")).unwrap();
    assert_eq!(Store::open(state).unwrap().lex().err().unwrap().code(), "I04");
}

#[test]
fn a_rebuild_goes_on_with_a_rebuild_only() {
    let folder = tempfile::tempdir().unwrap();
    let tree = tree(2000);
    let here = folder.path().join("i");
    apply(&Store::create(&here).unwrap(), true, &listed(&tree));
    let begin = Begin { rebuild: true, ..Begin::default() };
    let states = killed(&here, &folder.path().join("states"), begin, &tree);
    let whole = fresh(&tree);
    let last = states.last().unwrap();
    let base = Store::open(last).unwrap().lex_base(false).unwrap().unwrap();
    assert!(!base.mark.is_draft(), "an update takes nothing of a rebuild");
    let other = folder.path().join("other");
    copy(last, &other);
    assert!(go_on(last, true, &tree).1 < 1500);
    assert!(bytes_of(&last.join("lex")) == whole);
    // Who does not want it any more cleans up.
    Store::open(&other).unwrap().gc(NOW).unwrap();
    assert!(bytes_of(&other.join("lex")) == whole);
    // And a finished rebuild is none: the next one makes everything.
    assert!(Store::open(last).unwrap().lex_base(true).unwrap().is_none());
}

#[test]
fn who_fails_leaves_nothing_and_who_is_stopped_on_purpose_leaves_a_draft() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    let tree = tree(2000);
    let begin = |from| {
        let mut merge = store.write_lex(Begin { from, ..Begin::default() }).unwrap().merge(from.is_none(), Map::new()).unwrap();
        tree.iter().take(1700).for_each(|(path, text)| push(&mut merge, path, Some(text)));
        merge
    };
    drop(begin(None));
    assert_eq!(bytes_of(&folder.path().join("lex")).into_keys().collect::<Vec<_>>(), ["lock"]);
    begin(None).leave().unwrap();
    let mark = store.lex_base(false).unwrap().unwrap().mark;
    let left = bytes_of(&folder.path().join("lex"));
    assert!(left.len() > 3);
    let mut failing = store.write_lex(Begin { from: Some(mark), ..Begin::default() }).unwrap().merge(false, Map::new()).unwrap();
    let mut fail = |_: Vec<Entry<LexFile>>, _: Option<&Part<LexSegment>>| -> Result<Made, Error> { Err(Error::Missing("x".into())) };
    let change = Change { path: "zzz".into(), file: Some((lex_file("zzz", "new\n"), 4)) };
    failing.push(change, &mut fail).unwrap();
    assert!(failing.commit(None, &mut fail).is_err());
    assert!(bytes_of(&folder.path().join("lex")) == left, "what was there before stays");
    // The state that a build rests on may be gone when it gets the lock.
    drop(begin(None));
    assert_eq!(store.write_lex(Begin { from: Some(mark), ..Begin::default() }).err().unwrap().code(), "I12");
}

#[test]
fn a_draft_of_other_options_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    let tree = tree(2000);
    let options = |chars: u32| json!({ "chunk": { "max_chars": chars } }).as_object().unwrap().clone();
    let mut merge = store.write_lex(Begin::default()).unwrap().merge(true, options(1)).unwrap();
    tree.iter().for_each(|(path, text)| push(&mut merge, path, Some(text)));
    merge.commit(None, &mut make).unwrap();
    for (chars, counts) in [(1, true), (2, false)] {
        let mut merge = store.write_lex(Begin::default()).unwrap().merge(true, options(chars)).unwrap();
        tree.iter().for_each(|(path, _)| push(&mut merge, path, Some("other\n")));
        merge.leave().unwrap();
        let base = store.lex_base(false).unwrap().unwrap();
        assert_eq!(base.mark.is_draft(), counts, "{chars}");
        assert_eq!(base.files().unwrap().len(), 2000);
    }
}
