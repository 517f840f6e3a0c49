//! What a refresh costs, counted in files opened and written, not in time.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::lab::{Lab, program};
use crate::support::bytes_of;
use crate::trace;

/// The files below `folder` that `cw index` opens, with all its threads.
fn opened(lab: &Lab, folder: &Path, index: &Path) -> BTreeSet<PathBuf> {
    let log = lab.place();
    let mut command = lab.command("strace");
    command.args(["-f", "-qq", "-y", "-e", "trace=openat,openat2", "-e", "signal=none", "-o"]).arg(&log);
    let ran = command.arg(program()).args(["index", "-q", ".", "--index"]).arg(index).output().unwrap();
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
    let text = std::fs::read_to_string(&log).unwrap();
    // What was opened stands behind the result, as `= 3</path>`.
    let of = |line: &str| Some(PathBuf::from(line.rsplit_once("= ")?.1.split_once('<')?.1.trim_end().strip_suffix('>')?));
    text.lines().filter_map(of).filter(|path| path.starts_with(folder) && path.is_file()).collect()
}

#[test]
fn a_refresh_reads_what_changed_and_writes_its_segments() {
    if !trace::is_there() {
        return;
    }
    let lab = Lab::new();
    let tree = lab.case.tree();
    let index = lab.place();
    assert!(opened(&lab, &tree, &index).len() > 10, "the first reads everything");
    // What was written just now is not trusted; then it is.
    std::thread::sleep(std::time::Duration::from_millis(60));
    opened(&lab, &tree, &index);
    let before = bytes_of(&index);
    assert_eq!(opened(&lab, &tree, &index), BTreeSet::new(), "nothing changed");
    assert!(bytes_of(&index) == before);
    let file = tree.join("src/main.rs");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{text}// more\n")).unwrap();
    assert_eq!(opened(&lab, &tree, &index), [file.clone()].into());
    let after = bytes_of(&index);
    let new: Vec<_> =
        after.iter().filter(|(path, bytes)| before.get(*path) != Some(bytes)).map(|(path, _)| path.display().to_string()).collect();
    let segments = new.iter().filter(|path| path.ends_with(".seg")).count();
    let manifests = new.iter().filter(|path| path.ends_with("manifest.json")).count();
    assert_eq!((segments, manifests, new.len()), (2, 2, 4), "{new:?}");
    assert!(before.len() >= 10, "there are others that could have been written");
}

/// The same size, the same time of change, within the same moment: it is noticed all the same.
#[test]
fn an_edit_that_hides_is_noticed() {
    let lab = Lab::new();
    let index = lab.place();
    lab.case
        .sh("cp src/main.rs ../kept; cw index -q . --index ../hide; sed -i 's/policy/polity/g' src/main.rs; touch -r ../kept src/main.rs")
        .exits(0);
    lab.case.sh("cw index -q . --index ../hide").exits(0);
    assert_eq!(lab.index(&index).status.code(), Some(0));
    assert!(bytes_of(&index) == bytes_of(&lab.case.beside("hide")));
    for round in 0..20 {
        lab.case.sh(&format!("printf 'def f{round:02}(): pass\\n' > src/racy.py; cw index -q . --index ../hide")).exits(0);
        let ran = lab.case.sh(&format!("cw definition -q --no-refresh --index ../hide f{round:02}"));
        assert_eq!(ran.code(), 0, "round {round}");
    }
}
