//! Throughput of the stages over this project's own source: `cargo bench -p cw-stages`. Prints the median of several runs; asserts nothing.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use cw_records::Record;
use cw_stages::pack::tokens::{Encoding, count};
use cw_stages::pipeline::{Ask, Asking, Build, Snapshot, build};
use cw_stages::providers::Services;
use cw_stages::providers::embedded::{dot_rows, embed_chunk};
use cw_stages::terms::{Interner, term_counts};
use cw_stages::{Env, Error, Stream, chunk, scan};

const RUNS: usize = 7;

fn median(mut run: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[RUNS / 2]
}

fn rate(name: &str, bytes: usize, time: Duration) {
    println!("{name:<28} {:>9.2} ms {:>8.1} MB/s", time.as_secs_f64() * 1e3, bytes as f64 / time.as_secs_f64() / 1e6);
}

fn drain(stream: Stream<'_>) -> Result<Vec<Record>, Error> {
    stream.collect()
}

/// What all threads of this process have had of the processor, where Linux says it; elsewhere the time since the first call.
fn spent() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let ran = threads.filter_map(|thread| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    });
    let all: Duration = ran.sum();
    if all.is_zero() { start.elapsed() } else { all }
}

/// Chunking against the parse alone of the same files, language by language, over the trees in `CW_BENCH_TREES` (a list as `PATH` is).
fn by_language(env: &Env) -> Result<(), Error> {
    let mut files: BTreeMap<String, Vec<Record>> = BTreeMap::new();
    for tree in std::env::split_paths(&std::env::var_os("CW_BENCH_TREES").unwrap_or_default()) {
        for record in drain(scan::scan(env, scan::Options { root: tree, ..scan::Options::default() })?)? {
            if let Record::File(file) = &record
                && let (Some(lang), Some(text)) = (&file.lang, &file.text)
                && chunk::parses(lang, text)
            {
                files.entry(lang.clone()).or_default().push(record);
            }
        }
    }
    for (lang, files) in files {
        let texts: Vec<&str> =
            files.iter().filter_map(|record| if let Record::File(file) = record { file.text.as_deref() } else { None }).collect();
        let bytes = texts.iter().map(|text| text.len()).sum();
        if bytes < 200_000 {
            continue;
        }
        // Turn and turn about, and the best of each: what else the machine does costs neither more than the other.
        let (mut parse, mut cut) = (Duration::MAX, Duration::MAX);
        for _ in 0..RUNS {
            let start = spent();
            texts.iter().for_each(|text| {
                black_box(chunk::parses(&lang, text));
            });
            parse = parse.min(spent().saturating_sub(start));
            // A copy of the records is no part of the work.
            let copy = files.clone();
            let start = spent();
            drop(black_box(drain(chunk::chunk(env, Box::new(copy.into_iter().map(Ok)), chunk::Options::default()))));
            cut = cut.min(spent().saturating_sub(start));
        }
        println!("{lang:<12} {:>5} files, chunk / parse {:.2}", files.len(), cut.as_secs_f64() / parse.as_secs_f64());
        rate("  parse", bytes, parse);
        rate("  chunk", bytes, cut);
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().map_err(|error| Error::system("S01", error.to_string()))?;
    let env = Env::new(1)?;
    let options = scan::Options { root: root.clone(), ..scan::Options::default() };
    let listing = drain(scan::scan(&env, options.clone())?)?;
    let chunks = drain(chunk::chunk(&env, Box::new(listing.clone().into_iter().map(Ok)), chunk::Options::default()))?;
    let chunks: Vec<_> =
        chunks.into_iter().filter_map(|record| if let Record::Chunk(chunk) = record { Some(chunk) } else { None }).collect();
    let bytes = chunks.iter().map(|chunk| chunk.text.len()).sum();
    println!("{} chunks, {bytes} bytes, one thread, median of {RUNS}", chunks.len());

    rate("scan", bytes, median(|| drop(black_box(scan::scan(&env, options.clone()).and_then(drain)))));
    let cut = || drain(chunk::chunk(&env, Box::new(listing.clone().into_iter().map(Ok)), chunk::Options::default()));
    rate("chunk", bytes, median(|| drop(black_box(cut()))));
    by_language(&env)?;
    let mut interner = Interner::new();
    let terms = median(|| chunks.iter().for_each(|chunk| drop(black_box(term_counts(&chunk.text, &mut interner)))));
    rate("terms", bytes, terms);
    rate("embed", bytes, median(|| chunks.iter().for_each(|chunk| drop(black_box(embed_chunk(&chunk.text, &chunk.path))))));
    let tokens = median(|| {
        black_box(chunks.iter().map(|chunk| count(Encoding::O200k, &chunk.text)).sum::<u64>());
    });
    rate("count tokens (o200k)", bytes, tokens);
    let rows = vec![3i8; 128 << 20];
    let mut dots = vec![0; 1 << 20];
    rate("scan a million vectors", rows.len(), median(|| dot_rows(&[1i8; 128], black_box(&rows), 128, &mut dots)));

    let folder = tempfile::tempdir().map_err(|error| Error::system("S01", error.to_string()))?;
    let store = cw_index::Store::create(folder.path())?;
    let make = |rebuild| Build { rebuild, ..Build::new(options.clone()) };
    let start = Instant::now();
    build(&env, &store, make(true), |_| {})?;
    rate("index, cold", bytes, start.elapsed());
    rate("index, nothing changed", bytes, median(|| drop(black_box(build(&env, &store, make(false), |_| {})))));
    let answer = median(|| {
        let snapshot = Snapshot::open(&store, Services::default());
        if let Ok(snapshot) = &snapshot {
            let asking = Asking::new(&env, snapshot, Ask { query: "where do segments begin".into(), ..Ask::default() });
            drop(black_box(asking.answer().and_then(drain)));
        }
    });
    rate("open and answer", bytes, answer);
    Ok(())
}
