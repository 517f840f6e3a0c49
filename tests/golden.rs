//! Golden cases: `tests/golden/STAGE/CASE/` (and `export/FORMAT/`) has `cmd` (a shell line), `in.jsonl` (its stdin), `out.jsonl` and, if it says something, `err.txt`; `tree/` is the tree it runs in.
//! Compared byte for byte, but for versions and the place of the tree. `CW_BLESS=1 cargo test -p cw golden` writes what comes out; look at the difference before you commit it.

use std::path::{Path, PathBuf};

use crate::support::{Case, bytes_of};

/// What differs between places and releases, spelled out.
fn plain(case: &Case, text: &str) -> String {
    let text = text.replace(case.tree().to_str().unwrap(), "TREE");
    let text = text.replace(&format!(" {}\"", cw_stages::VERSION), " VERSION\"");
    text.replace(&format!("\"version\":{}", cw_stages::chunk::VERSION), "\"version\":NUMBER")
}

fn folders(of: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(of).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    all.sort();
    all
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn golden() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let bless = std::env::var_os("CW_BLESS").is_some();
    let mut failures = Vec::new();
    let stages = folders(&root);
    assert_eq!(stages.len(), 9, "{stages:?}");
    for folder in stages.iter().flat_map(|stage| folders(stage)) {
        let case = Case::new();
        for (path, bytes) in bytes_of(&folder.join("tree")) {
            case.write(path, bytes);
        }
        let input = read(&folder.join("in.jsonl")).replace("TREE", case.tree().to_str().unwrap());
        let ran = case.feed(read(&folder.join("cmd")).trim_end(), input.as_bytes());
        for (name, came) in [("out.jsonl", plain(&case, &ran.out())), ("err.txt", plain(&case, &ran.err()))] {
            let path = folder.join(name);
            if came == read(&path) {
                continue;
            }
            if !bless {
                failures.push(format!("{}\n--- expected\n{}--- came\n{came}", path.display(), read(&path)));
            } else if came.is_empty() {
                std::fs::remove_file(&path).unwrap();
            } else {
                std::fs::write(&path, &came).unwrap();
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
