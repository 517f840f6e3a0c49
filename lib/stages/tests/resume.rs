//! Builds that are stopped again and again finish, and what was made is not made again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cw_index::Store;
use cw_records::{Blob, Chunk};
use cw_stages::pipeline::{Build, build};
use cw_stages::providers::embedded::Embedded;
use cw_stages::providers::{Embedder, Identity, Trouble, Wish};
use cw_stages::{Env, scan};

/// The embedded model, which stops the work when it was asked for too much.
struct Impatient {
    env: Env,
    left: AtomicUsize,
    asked: AtomicUsize,
}

impl Embedder for Impatient {
    fn identity(&self) -> &Identity {
        Embedded.identity()
    }
    fn window(&self) -> usize {
        50
    }
    fn input(&self, chunk: &Chunk) -> String {
        Embedded.input(chunk)
    }
    fn chunks(&self, env: &Env, chunks: &[&Chunk], wish: Wish) -> Vec<Result<Vec<f32>, Trouble>> {
        self.asked.fetch_add(chunks.len(), Ordering::Relaxed);
        if self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(chunks.len())).is_err() {
            self.env.cancel();
        }
        Embedded.chunks(env, chunks, wish)
    }
    fn query(&self, env: &Env, text: &str, dims: Option<u32>) -> Result<Vec<f32>, Trouble> {
        Embedded.query(env, text, dims)
    }
}

const FILES: usize = 900;

/// Six folders, each of which begins a segment.
fn tree(root: &Path) {
    let begins = |name: &String| {
        let hash = Blob::of(name.as_bytes());
        u16::from_le_bytes([hash.0[0], hash.0[1]]) & 511 == 0
    };
    for number in 0..FILES {
        let folder = format!("src/part{}", number / 150);
        let name = match number % 150 {
            0 => (0..).map(|salt| format!("{folder}/a{salt}.py")).find(begins).unwrap(),
            _ => format!("{folder}/file{number}.py"),
        };
        std::fs::create_dir_all(root.join(folder)).unwrap();
        std::fs::write(root.join(name), format!("def step_{number}(value):\n    return value + {number}\n")).unwrap();
    }
}

/// What may not differ between equal indexes.
fn bytes_of(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut all, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("stamps") {
                all.insert(path.strip_prefix(folder).unwrap().to_owned(), std::fs::read(path).unwrap());
            }
        }
    }
    all
}

/// Runs builds that are stopped after so many vectors until one is not. Returns how many there were, how many vectors were asked for, and how many files were chunked.
fn until_done(root: &Path, store: &Store, most: usize, rebuild: bool) -> (usize, usize, u64) {
    let (mut asked, mut read) = (0, 0);
    for round in 1..20 {
        let env = Env::new(2).unwrap();
        let embedder = Arc::new(Impatient { env: env.clone(), left: AtomicUsize::new(most), asked: AtomicUsize::new(0) });
        let mut options = Build::new(scan::Options { root: root.to_owned(), ..scan::Options::default() });
        options.embedder = Some(embedder.clone());
        options.rebuild = rebuild;
        let done = build(&env, store, options, |record| read += u64::from(matches!(record, cw_records::Record::File(_))));
        asked += embedder.asked.load(Ordering::Relaxed);
        match done {
            Ok(_) => return (round, asked, read),
            Err(error) => assert_eq!(error.code, "S09", "{error:?}"),
        }
        // A part is published when it is whole, and not before.
        let whole = match store.lex() {
            Ok(lex) => lex.is_some_and(|lex| lex.manifest.files == FILES as u64),
            Err(error) => error.code() == "I10",
        };
        assert!(whole, "an index that is not whole was published");
    }
    panic!("it never ends");
}

#[test]
fn builds_that_are_stopped_again_and_again_finish() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("tree");
    tree(&root);
    let whole = Store::create(&folder.path().join("whole")).unwrap();
    assert_eq!(until_done(&root, &whole, usize::MAX, false), (1, FILES, FILES as u64));
    let store = Store::create(&folder.path().join("i")).unwrap();
    for rebuild in [false, true] {
        let (rounds, asked, read) = until_done(&root, &store, 250, rebuild);
        assert!((3..=7).contains(&rounds), "{rounds}");
        // At most what lay between the last border and the stop is done again.
        assert!(asked <= FILES + (rounds - 1) * 200, "{asked} vectors in {rounds} rounds");
        assert!(read <= (FILES + rounds * 250) as u64, "{read} files in {rounds} rounds");
        assert!(bytes_of(&folder.path().join("i")) == bytes_of(&folder.path().join("whole")), "rebuild: {rebuild}");
    }
    assert!(store.verify(false).unwrap().is_empty());
    // A finished rebuild is not gone on with.
    let (_, asked, _) = until_done(&root, &store, usize::MAX, true);
    assert_eq!(asked, FILES);
}
