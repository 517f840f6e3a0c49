//! The laws of expand: its input is in its output, in order; never more than its caps; scores only shrink; nothing twice; always the same.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use cw_index::{Begin, Change, Entry, FileTerms, LexChunk, LexFile, LexSegment, Made, Part, Store};
use cw_records::{Blob, Definition, End, Fault, Header, Hit, Order, Record, chunk_id, evidence};
use cw_stages::expand::{Decay, Options, expand};
use cw_stages::terms::{Scratch, tokens};
use cw_stages::{Env, Error};
use proptest::prelude::*;
use serde_json::Map;

/// A file of blocks that are parted by blank lines. `Head > name: text` has a breadcrumb and defines its last name; other blocks define nothing.
fn file(path: &str, lang: &str, imports: &[&str], text: &str) -> LexFile {
    let mut chunks: Vec<LexChunk> = Vec::new();
    let (mut at, mut line) = (0u32, 1u32);
    for block in text.split_inclusive("\n\n") {
        let end = at + block.len() as u32;
        let last = line + block.matches('\n').count() as u32 - u32::from(block.ends_with('\n'));
        let title = block.split_once(": ").map(|(title, _)| title.trim()).unwrap_or_default();
        let breadcrumb: Vec<String> = title.split(" > ").filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let container = breadcrumb.iter().rev().nth(1).cloned();
        let defs = breadcrumb.last().map(|name| Definition { name: name.clone(), kind: "function".into(), lines: (line, last), container });
        chunks.push(LexChunk {
            bytes: (at, end),
            lines: (line, last),
            kind: if breadcrumb.is_empty() { "lines" } else { "function" }.into(),
            symbol: breadcrumb.last().cloned(),
            breadcrumb,
            defs: defs.into_iter().collect(),
            ..Default::default()
        });
        (at, line) = (end, last + 1);
    }
    LexFile {
        path: path.into(),
        lang: Some(lang.into()),
        blob: Blob::of(text.as_bytes()),
        size: text.len() as u64,
        text: text.into(),
        imports: imports.iter().map(|import| (*import).to_owned()).collect(),
        chunks,
        ..Default::default()
    }
}

/// The terms of the chunks' texts.
fn terms(file: &LexFile) -> FileTerms {
    let mut all = FileTerms::default();
    for chunk in &file.chunks {
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        tokens(&file.text[chunk.bytes.0 as usize..chunk.bytes.1 as usize], &mut Scratch::default(), &mut |term| {
            let known = all.words.iter().position(|word| **word == *term);
            let word = known.unwrap_or_else(|| {
                all.words.push(term.into());
                all.words.len() - 1
            });
            *counts.entry(word as u32).or_default() += 1;
        });
        all.chunks.push([counts.into_iter().collect(), Vec::new(), Vec::new()]);
    }
    all
}

struct Index {
    _folder: tempfile::TempDir,
    part: Part<LexSegment>,
}

fn index(mut files: Vec<LexFile>) -> Index {
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(&folder.path().join(".cw")).unwrap();
    let mut make = |entries: Vec<Entry<LexFile>>, _: Option<&Part<LexSegment>>| -> Result<Made, cw_index::Error> {
        let files = entries.into_iter().map(|entry| match entry {
            Entry::New(file) => {
                let terms = terms(&file);
                (file, terms)
            }
            Entry::Kept { .. } => unreachable!("the index is new"),
        });
        let files: Vec<_> = files.collect();
        let chunks = files.iter().map(|(file, _)| file.chunks.len() as u32).sum();
        Ok(Made { bytes: cw_index::encode_lex(&files), chunks })
    };
    let mut merge = store.write_lex(Begin::default()).unwrap().merge(true, Map::new()).unwrap();
    for file in files {
        let size = file.text.len() as u64;
        merge.push(Change { path: file.path.clone(), file: Some((file, size)) }, &mut make).unwrap();
    }
    merge.commit(None, &mut make).unwrap();
    Index { part: store.need_lex().unwrap(), _folder: folder }
}

impl Index {
    fn at(&self, path: &str) -> (&LexSegment, u32) {
        let path = path.into();
        self.part.segments.iter().find_map(|segment| Some((segment, segment.find(&path).unwrap()?))).unwrap()
    }

    /// A hit on chunk `number` of a file.
    fn hit(&self, path: &str, number: usize, score: f64, rank: u32) -> Hit {
        let (segment, file) = self.at(path);
        let chunk = segment.meta(file).unwrap().chunks.swap_remove(number);
        let text = segment.text(file).unwrap();
        let slice = &text[chunk.bytes.0 as usize..chunk.bytes.1 as usize];
        let start = u64::from(chunk.bytes.0);
        Hit {
            id: chunk_id(&path.into(), start, &Blob::of(slice.as_bytes())),
            path: path.into(),
            bytes: (start, chunk.bytes.1.into()),
            lines: chunk.lines,
            score,
            rank,
            from: [("lex".to_owned(), evidence(score, rank))].into_iter().collect(),
            ..Hit::default()
        }
    }

    fn run(&self, input: Vec<Record>, options: Options) -> Vec<Result<Record, Error>> {
        let env = Env::new(1).unwrap();
        expand(&env, Box::new(input.into_iter().map(Ok)), &self.part, options).collect()
    }

    /// The input, then what is added.
    fn expand(&self, hits: &[Hit], options: Options) -> Vec<Hit> {
        let output = self.run(stream(hits), options);
        let records: Vec<Record> = output.into_iter().collect::<Result<_, _>>().unwrap();
        let all = records.iter().filter_map(|record| if let Record::Hit(hit) = record { Some(hit.clone()) } else { None });
        let all: Vec<Hit> = all.collect();
        assert_eq!(&all[..hits.len()], hits, "the input is in the output, in order");
        let Some(Record::End(end)) = records.last() else { panic!("no end") };
        assert_eq!(end.records, records.len() as u64);
        let mut seen = HashSet::new();
        assert!(all.iter().all(|hit| seen.insert(hit.id)), "nothing twice");
        for (hit, rank) in all.iter().zip(1..) {
            assert_eq!(hit.rank, rank);
        }
        let added = &all[hits.len()..];
        assert!(added.len() <= options.limit as usize);
        assert!(added.is_sorted_by(|a, b| a.score >= b.score), "best first");
        all
    }

    /// `path symbol rule score` of what is added.
    fn added(&self, hits: &[Hit], options: Options) -> Vec<String> {
        let added = self.expand(hits, options).split_off(hits.len());
        let show = |hit: &Hit| {
            let from = &hit.from["expand"];
            assert_eq!(from["score"], hit.score);
            assert_eq!(from["rank"], hit.rank);
            assert!(hits.iter().any(|seed| from["seed"] == seed.id.to_string()));
            let (path, symbol) = (hit.path.as_str().unwrap(), hit.symbol.as_deref().unwrap_or("-"));
            format!("{path} {symbol} {} {}", from["rule"].as_str().unwrap(), hit.score)
        };
        added.iter().map(show).collect()
    }
}

fn stream(hits: &[Hit]) -> Vec<Record> {
    let mut records = vec![Record::Header(Header::new(Order::Score))];
    records.extend(hits.iter().cloned().map(Record::from));
    records.push(Record::End(End::default()));
    records
}

const NONE: Options = Options {
    neighbours: 0,
    breadcrumb: 0,
    imports: 0,
    chunks_per_import: 3,
    importers: 0,
    call_sites: 0,
    decay: Decay { neighbour: 0.8, breadcrumb: 0.7, import: 0.6, importer: 0.5, call_site: 0.5 },
    limit: 60,
    seeds: 10,
};

fn five() -> Index {
    index(vec![file("a.md", "markdown", &[], "a: x\n\nb: x\n\nc: x\n\nd: x\n\ne: x\n")])
}

#[test]
fn neighbours_decay_by_hop_and_stop_at_the_ends() {
    let index = five();
    let options = Options { neighbours: 2, ..NONE };
    let hits = [index.hit("a.md", 2, 1.0, 1)];
    assert_eq!(index.added(&hits, options), ["a.md b E1 0.8", "a.md d E1 0.8", "a.md a E1 0.64", "a.md e E1 0.64"]);
    let hits = [index.hit("a.md", 0, 1.0, 1)];
    assert_eq!(index.added(&hits, options), ["a.md b E1 0.8", "a.md c E1 0.64"]);
    assert_eq!(index.added(&hits, Options { neighbours: u32::MAX, ..NONE }).len(), 4);
    assert_eq!(index.added(&hits, Options { neighbours: 2, limit: 1, ..NONE }), ["a.md b E1 0.8"]);
}

#[test]
fn the_best_offer_stands_and_hits_are_never_added() {
    let index = five();
    let options = Options { neighbours: 2, ..NONE };
    let hits = [index.hit("a.md", 0, 1.0, 1), index.hit("a.md", 3, 0.9, 2)];
    // b: 0.8 from the first, 0.576 from the second; c: 0.64 from the first, 0.72 from the second.
    assert_eq!(index.added(&hits, options), ["a.md b E1 0.8", "a.md c E1 0.72", "a.md e E1 0.72"]);
    let first = Options { seeds: 1, ..options };
    assert_eq!(index.added(&hits, first), ["a.md b E1 0.8", "a.md c E1 0.64"]);
}

#[test]
fn negative_and_odd_scores_still_shrink() {
    let index = five();
    let options = Options { neighbours: 1, ..NONE };
    assert_eq!(index.added(&[index.hit("a.md", 0, -1.0, 1)], options), ["a.md b E1 -1.2"]);
    assert_eq!(index.added(&[index.hit("a.md", 0, 0.0, 1)], options), ["a.md b E1 0"]);
    for neighbour in [f64::NAN, -3.0, 0.0] {
        let decay = Decay { neighbour, ..Decay::default() };
        assert_eq!(index.added(&[index.hit("a.md", 0, 2.0, 1)], Options { decay, ..options }), ["a.md b E1 0"]);
    }
    let decay = Decay { neighbour: 9.0, ..Decay::default() };
    assert_eq!(index.added(&[index.hit("a.md", 0, 2.0, 1)], Options { decay, ..options }), ["a.md b E1 2"]);
}

#[test]
fn siblings_share_the_container_and_its_head_comes_along() {
    let text = "A: head\n\nA > p: x\n\nA > q: x\n\nB: head\n\nB > p: x\n\nA > r: x\n\nA > s: x\n\ntop: x\n";
    let index = index(vec![file("a.ts", "typescript", &[], text)]);
    let hits = [index.hit("a.ts", 5, 1.0, 1)];
    let options = Options { breadcrumb: 3, ..NONE };
    assert_eq!(index.added(&hits, options), ["a.ts A E2 0.7", "a.ts q E2 0.7", "a.ts s E2 0.7"]);
    assert_eq!(index.added(&hits, Options { breadcrumb: 1, ..NONE }), ["a.ts A E2 0.7"]);
    assert_eq!(index.added(&hits, Options { breadcrumb: 99, ..NONE }).len(), 4);
    assert_eq!(index.added(&[index.hit("a.ts", 7, 1.0, 1)], options), [""; 0], "a file is no container");
    // What E1 has already with a better score takes no place of E2.
    let both = Options { neighbours: 1, ..options };
    let want = ["a.ts p E1 0.8", "a.ts s E1 0.8", "a.ts A E2 0.7", "a.ts p E2 0.7", "a.ts q E2 0.7"];
    let found: HashSet<String> = index.added(&hits, both).into_iter().collect();
    assert_eq!(found, want.map(str::to_owned).into());
}

fn project() -> Index {
    index(vec![
        file("src/main.ts", "typescript", &["./api", "./log.js", "./util", "react"], "imports\n\nmain: parseAll(warn)\n\nother: nothing\n"),
        file("src/api/index.ts", "typescript", &["./parse", "./print"], "export * from './parse'\n"),
        file("src/api/parse.ts", "typescript", &["../main"], "intro\n\nparseOne: x\n\nparseAll: x\n"),
        file("src/api/print.ts", "typescript", &[], "printAll: x\n"),
        file("src/log.ts", "typescript", &[], "info: x\n\nLog > warn: x\n"),
        file("src/util.ts", "typescript", &[], "words\n\nfirst: x\n\nsecond: x\n"),
        file("odd.rs", "rust", &["../../../etc/passwd", "mod:../../etc/passwd", "::", "crate", "super::super::super"], "f: x\n"),
    ])
}

#[test]
fn imports_bring_what_is_used_first() {
    let index = project();
    let hits = [index.hit("src/main.ts", 1, 1.0, 1)];
    let options = Options { imports: 9, ..NONE };
    let all =
        ["src/log.ts warn E3 0.6", "src/util.ts first E3 0.6", "src/api/parse.ts parseAll E3 0.36", "src/api/print.ts printAll E3 0.36"];
    assert_eq!(index.added(&hits, options), all);
    let two = Options { imports: 2, ..options };
    assert_eq!(index.added(&hits, two), ["src/log.ts warn E3 0.6", "src/api/parse.ts parseAll E3 0.36"], "the used ones");
    assert_eq!(index.added(&hits, Options { chunks_per_import: 0, ..options }), [""; 0]);
    assert_eq!(index.added(&[index.hit("odd.rs", 0, 1.0, 1)], options), [""; 0]);
}

/// The chunks of this tree have terms, as an index of `cw-lex add` has.
fn shop() -> Index {
    index(vec![
        file("app/cart.py", "python", &[], "addItem: x\n\ntotalOf: addItem\n"),
        file("app/use.py", "python", &["app.cart", "app.cart.addItem"], "intro\n\npage: addItem(1)\n\nother: nothing\n\nlist: addItem\n"),
        file("app/pass.py", "python", &["app.cart"], "from app import cart\n\nquiet: nothing\n"),
        file("far/away.py", "python", &["cart"], "distant: addItem(2)\n"),
        file("far/cart.py", "python", &[], "addOther: x\n"),
        file("web/page.ts", "typescript", &["./api"], "show: printAll()\n"),
        file("web/api/index.ts", "typescript", &["./print"], "export * from './print'\n"),
        file("web/api/print.ts", "typescript", &[], "printAll: x\n"),
        file("web/other.ts", "typescript", &[], "printAll is a word of api\n"),
    ])
}

#[test]
fn importers_are_verified_and_those_that_use_the_name_come_first() {
    let index = shop();
    let hits = [index.hit("app/cart.py", 0, 1.0, 1)];
    let options = Options { importers: 9, ..NONE };
    // `far/away.py` has the words, and imports another `cart`.
    assert_eq!(index.added(&hits, options), ["app/pass.py - E4 0.5", "app/use.py page E4 0.5", "app/use.py list E4 0.5"]);
    assert_eq!(index.added(&hits, Options { importers: 1, chunks_per_import: 1, ..NONE }), ["app/use.py page E4 0.5"]);
    assert_eq!(index.added(&hits, Options { chunks_per_import: 0, ..options }), [""; 0]);
    // Through what passes it on: one step further.
    let hits = [index.hit("web/api/print.ts", 0, 1.0, 1)];
    assert_eq!(index.added(&hits, options), ["web/api/index.ts - E4 0.5", "web/page.ts show E4 0.25"]);
}

#[test]
fn call_sites_before_mentions_and_importers_before_others() {
    let index = shop();
    let hits = [index.hit("app/cart.py", 0, 1.0, 1)];
    let options = Options { call_sites: 9, ..NONE };
    let all = ["app/cart.py totalOf E5 0.5", "app/use.py page E5 0.5", "app/use.py list E5 0.5", "far/away.py distant E5 0.5"];
    assert_eq!(index.added(&hits, options), all);
    assert_eq!(index.added(&hits, Options { call_sites: 1, ..NONE }), ["app/use.py page E5 0.5"]);
    let twice = [index.hit("app/cart.py", 0, 1.0, 1), index.hit("app/use.py", 1, 0.5, 2)];
    let others = ["app/cart.py totalOf E5 0.5", "far/away.py distant E5 0.5"];
    assert_eq!(index.added(&twice, Options { call_sites: 2, ..NONE }), others, "a hit is not added, and takes no one's turn");
}

#[test]
fn a_name_of_many_places_counts_only_where_the_file_is_imported() {
    let many = (0..9).map(|number| file(&format!("lib/m{number}.py"), "python", &[], "setup: x\n"));
    let uses = [file("run.py", "python", &["lib.m3"], "go: setup()\n"), file("walk.py", "python", &["lib.m4"], "go: setup()\n")];
    let index = index(many.chain(uses).collect());
    let hits = [index.hit("lib/m3.py", 0, 1.0, 1)];
    assert_eq!(index.added(&hits, Options { call_sites: 9, ..NONE }), ["run.py go E5 0.5"]);
}

#[test]
fn only_so_many_chunks_of_an_import() {
    let files = vec![
        file("a.py", "python", &["b"], "f: one two three four\n"),
        file("b.py", "python", &[], "one: x\n\nK > two: x\n\nthree: x\n\nfour: x\n"),
    ];
    let index = index(files);
    let hits = [index.hit("a.py", 0, 1.0, 1)];
    let options = Options { imports: 1, chunks_per_import: 2, ..NONE };
    assert_eq!(index.added(&hits, options), ["b.py one E3 0.6", "b.py three E3 0.6"], "what stands alone before members");
}

#[test]
fn everything_off_is_the_identity() {
    let index = project();
    let mut input = stream(&[index.hit("src/main.ts", 1, 1.0, 1), index.hit("src/main.ts", 1, 0.5, 2)]);
    input.insert(1, Record::Other(r#"{"type":"x_mine"}"#.into()));
    input.insert(2, Record::Fault(Fault::note("S03", None, "hm")));
    let all = Options::default();
    for options in [NONE, Options { seeds: 0, ..all }, Options { limit: 0, ..all }] {
        let output: Vec<Record> = index.run(input.clone(), options).into_iter().collect::<Result<_, _>>().unwrap();
        assert_eq!(output[1..output.len() - 1], input[1..input.len() - 1]);
        assert_eq!(output.len(), input.len());
        let Record::Header(header) = &output[0] else { panic!("no header") };
        assert!(header.via[0].starts_with("cw-expand "));
    }
}

#[test]
fn a_hit_that_the_index_lacks_passes_and_takes_no_turn() {
    let index = five();
    let mut stale = index.hit("a.md", 1, 3.0, 1);
    stale.bytes.1 += 1;
    let mut gone = index.hit("a.md", 1, 2.0, 2);
    (gone.path, gone.id) = ("gone.md".into(), Blob::of(b"gone"));
    let hits = [stale, gone, index.hit("a.md", 2, 1.0, 3)];
    let options = Options { neighbours: 1, seeds: 1, ..NONE };
    // Chunk b has the id of the stale hit, so it is not added either.
    assert_eq!(index.added(&hits, options), ["a.md d E1 0.8"]);
}

#[test]
fn wrong_order_is_wrong_use_and_errors_end_the_stream() {
    let index = five();
    let output = index.run(vec![Header::new(Order::Path).into(), End::default().into()], Options::default());
    assert_eq!(output.len(), 1);
    let error = output.into_iter().next().unwrap().unwrap_err();
    assert_eq!((error.code, error.message.as_str()), ("R05", "cannot expand hits in order 'path'"));

    let env = Env::new(1).unwrap();
    let cut = vec![Ok(Header::new(Order::Score).into()), Err(Error::usage("R03", "cut")), Ok(End::default().into())];
    let output: Vec<_> = expand(&env, Box::new(cut.into_iter()), &index.part, Options::default()).collect();
    assert_eq!(output.len(), 2);
    assert!(output[1].is_err());
}

#[test]
fn streams_one_after_another_are_expanded_one_by_one() {
    let index = five();
    let hits = [index.hit("a.md", 0, 1.0, 1)];
    let once = index.run(stream(&hits), Options::default());
    let twice = index.run([stream(&hits), stream(&hits)].concat(), Options::default());
    let records = |list: Vec<Result<Record, Error>>| list.into_iter().collect::<Result<Vec<_>, _>>().unwrap();
    let once = records(once);
    assert_eq!(records(twice), [once.clone(), once].concat());
}

/// 1,000 files that import one another.
fn large() -> Index {
    let name = |number: usize| format!("pkg{:02}/file{number:04}", number / 25);
    let files = (0..1000usize).map(|number| {
        let imports: Vec<String> = (1..12).map(|step| name((number * 7 + step * 31) % 1000).replace('/', ".")).collect();
        let imports: Vec<&str> = imports.iter().map(String::as_str).collect();
        let other = (number * 7 + 31) % 1000;
        let body: String = (0..12).map(|at| format!("K{number} > f{at}_{number}: call{} f{at}_{other}\n\n", number % 9)).collect();
        file(&format!("{}.py", name(number)), "python", &imports, &format!("K{number}: head\n\n{body}"))
    });
    index(files.collect())
}

#[test]
fn large_is_capped_the_same_each_time_and_quick() {
    let index = large();
    let paths: Vec<String> = (0..10usize).map(|at| format!("pkg{:02}/file{:04}.py", at * 4, at * 100)).collect();
    let hits: Vec<Hit> = paths.iter().zip(1..).map(|(path, rank)| index.hit(path, 5, 1.0 / f64::from(rank), rank)).collect();
    let hits: Vec<Hit> = hits.into_iter().map(|hit| Hit { score: cw_records::round(hit.score), ..hit }).collect();
    let first = index.expand(&hits, Options::default());
    let start = std::time::Instant::now();
    let again = index.expand(&hits, Options::default());
    let took = start.elapsed();
    assert_eq!(first, again);
    assert_eq!(first.len(), 70);
    assert!(first.iter().any(|hit| hit.from.get("expand").is_some_and(|from| from["rule"] == "E3")));
    assert!(took < Duration::from_millis(500), "{took:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The laws, which `Index::expand` checks, hold for any hits and any options.
    #[test]
    fn laws(
        picks in proptest::collection::btree_set((0usize..7, 0usize..3), 0..8),
        score in -3.0..3.0f64,
        numbers in proptest::array::uniform8(0u32..5),
        decays in proptest::array::uniform5(-0.5..1.5f64),
    ) {
        let index = project();
        let paths = index.part.files().unwrap();
        let mut hits: Vec<Hit> = Vec::new();
        for (path, chunk) in picks {
            let path = paths[path].0.as_str().unwrap();
            let (segment, file) = index.at(path);
            if chunk < segment.file(file).unwrap().chunks as usize {
                let rank = hits.len() as u32 + 1;
                hits.push(index.hit(path, chunk, cw_records::round(score / f64::from(rank)), rank));
            }
        }
        let [neighbours, breadcrumb, imports, chunks_per_import, importers, call_sites, limit, seeds] = numbers;
        let [neighbour, sibling, import, importer, call_site] = decays;
        let decay = Decay { neighbour, breadcrumb: sibling, import, importer, call_site };
        let options = Options { neighbours, breadcrumb, imports, chunks_per_import, importers, call_sites, decay, limit: limit * 4, seeds };
        let all = index.expand(&hits, options);
        prop_assert_eq!(&all, &index.expand(&hits, options));
        let best = hits.iter().map(|hit| hit.score).fold(f64::NEG_INFINITY, f64::max);
        prop_assert!(all.iter().all(|hit| hit.score <= best));
        for seed in &hits {
            let from = |rule: &str| {
                let of = |hit: &&Hit| hit.from.get("expand").is_some_and(|from| from["rule"] == rule && from["seed"] == seed.id.to_string());
                all.iter().filter(of).count() as u32
            };
            prop_assert!(from("E1") <= 2 * neighbours && from("E2") <= breadcrumb && from("E3") <= imports * chunks_per_import);
            // The chunks of this project define one name each.
            prop_assert!(from("E4") <= importers * chunks_per_import && from("E5") <= call_sites);
        }
    }
}
