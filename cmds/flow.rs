//! Streams at the edges of a process: stdin to records, records to stdout, faults and skips to stderr. Stdout is data, stderr is talk.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{BufReader, BufWriter, IsTerminal, Read, Write};
use std::sync::{Arc, Mutex};

use cw_records::{Counts, Fault, Header, Level, Reader, Record, Skip, Writer};
use cw_stages::{Error, Exit, Stream};

use crate::common::Work;
use crate::exit::{Failure, output, say, visible};

/// Notes of one code that are said in full; more are counted.
const NOTES: u64 = 3;

/// Bytes of a question that are read.
const QUESTION: u64 = 1 << 20;

/// Says faults and skips on stderr; those that came in with the input were said by the command that found them.
#[derive(Clone, Default)]
pub struct Talk {
    name: String,
    quiet: bool,
    verbose: bool,
    /// What was said is not said again.
    once: bool,
    said: Arc<Mutex<HashSet<String>>>,
    heard: Arc<Mutex<HashMap<String, u32>>>,
    notes: Arc<Mutex<BTreeMap<String, u64>>>,
    losses: Arc<std::sync::atomic::AtomicU64>,
    skips: Arc<Mutex<BTreeMap<String, u64>>>,
}

impl Talk {
    /// Talk of the command `name`.
    pub fn new(name: &str, work: &Work) -> Talk {
        Talk { name: name.to_owned(), quiet: work.quiet, verbose: work.verbose, ..Talk::default() }
    }

    /// The same talk that repeats nothing, for work that is done again and again.
    pub fn once(self) -> Talk {
        Talk { once: true, ..self }
    }

    fn key(record: &Record) -> Option<String> {
        match record {
            Record::Fault(fault) => Some(format!("{}\0{:?}\0{}", fault.code, fault.path(), fault.message)),
            Record::Skip(skip) => Some(format!("{}\0{:?}", skip.reason, skip.path)),
            _ => None,
        }
    }

    fn hear(&self, record: &Record) {
        if let Some(key) = Talk::key(record) {
            let mut heard = self.heard.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            *heard.entry(key).or_default() += 1;
        }
    }

    /// Says what is new in `record`.
    pub fn see(&self, record: &Record) {
        let Some(key) = Talk::key(record) else { return };
        if self.once && !self.said.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(key.clone()) {
            return;
        }
        let mut heard = self.heard.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(times) = heard.get_mut(&key).filter(|times| **times > 0) {
            *times -= 1;
            return;
        }
        match record {
            Record::Fault(fault) => self.fault(fault),
            Record::Skip(skip) => self.skip(skip),
            _ => {}
        }
    }

    fn fault(&self, fault: &Fault) {
        if fault.level == Level::Loss {
            self.losses.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        } else {
            let mut notes = self.notes.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let count = notes.entry(fault.code.clone()).or_default();
            *count += 1;
            if self.quiet || *count > NOTES && !self.verbose {
                return;
            }
        }
        let note = if fault.level == Level::Note { "note: " } else { "" };
        let path = fault.path().map(|path| visible(&path.display()));
        let about = path.filter(|path| !fault.message.contains(path.as_str())).map(|path| format!("'{path}': ")).unwrap_or_default();
        say(format_args!("{}: {note}{}: {about}{}", self.name, fault.code, visible(&fault.message)));
        if let Some(hint) = fault.extra.get("hint").and_then(|hint| hint.as_str()) {
            say(format_args!("  hint: {}", visible(hint)));
        }
    }

    fn skip(&self, skip: &Skip) {
        if self.verbose {
            say(format_args!("{}: left out '{}': {}", self.name, visible(&skip.path.display()), skip.reason));
        }
        let mut skips = self.skips.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *skips.entry(skip.reason.clone()).or_default() += 1;
    }

    /// How many losses were said.
    pub fn losses(&self) -> u64 {
        self.losses.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Says in one line how much was left out.
    pub fn close(&self) {
        let notes = self.notes.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        for (code, count) in notes.iter().filter(|(_, count)| **count > NOTES && !self.quiet && !self.verbose) {
            say(format_args!("{}: note: {code}: {} more of these (--verbose lists them)", self.name, count - NOTES));
        }
        let skips = self.skips.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let total: u64 = skips.values().sum();
        if total > 0 && !self.quiet && !self.verbose {
            let reasons: Vec<String> = skips.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
            say(format_args!("{}: left out {total} files: {} (--verbose lists them)", self.name, reasons.join(", ")));
        }
    }
}

/// The records on stdin.
pub fn stdin(talk: &Talk, keep_going: bool) -> Stream<'static> {
    let talk = talk.clone();
    let reader = Reader::new(BufReader::with_capacity(1 << 16, std::io::stdin()), keep_going);
    Box::new(reader.map(move |item| match item {
        Ok(record) => {
            // A bad line that was passed over is news of this command.
            if !matches!(&record, Record::Fault(fault) if fault.code.starts_with('R')) {
                talk.hear(&record);
            }
            Ok(record)
        }
        Err(error) => Err(Error::from(error)),
    }))
}

/// Writes a stream to stdout and says what there is to say. The exit code: 1 if something was lost, or `asking` found nothing.
pub fn stdout(stream: Stream<'_>, talk: &Talk, asking: bool) -> Result<Exit, Failure> {
    let counts = pour(stream, talk, true)?;
    Ok(exit(&counts, asking))
}

/// Hands each of the streams that follow each other in `input` to `answer`, with its header, which writes what comes of it with [`write()`]. The exit code is that of all.
pub fn each(mut input: Stream<'_>, mut answer: impl FnMut(&Header, Stream<'_>) -> Result<Counts, Failure>) -> Result<Exit, Failure> {
    let mut all = Counts::default();
    let mut first = input.next();
    loop {
        let header = match first {
            Some(Ok(Record::Header(header))) => header,
            Some(Err(error)) => return Err(error.into()),
            _ => return Err(Error::from(cw_records::Error::Cut { records: 0 }).into()),
        };
        let mut is_open = true;
        let rest = std::iter::from_fn(|| {
            let item = if is_open { input.next() } else { None };
            is_open = matches!(&item, Some(Ok(record)) if !matches!(record, Record::End(_)));
            item
        });
        let counts = answer(&header, Box::new(std::iter::once(Ok(header.clone().into())).chain(rest)))?;
        (all.answers, all.losses) = (all.answers + counts.answers, all.losses + counts.losses);
        first = input.next();
        if first.is_none() {
            return Ok(exit(&all, true));
        }
    }
}

/// Writes one stream to stdout, as [`stdout`] does, for [`each`].
pub fn write(stream: Stream<'_>, talk: &Talk) -> Result<Counts, Failure> {
    pour(stream, talk, true)
}

/// The same for an `add`. Storing goes on when whoever reads what it passes on has left: exit 0 means stored.
pub fn store(stream: Stream<'_>, talk: &Talk) -> Result<Exit, Failure> {
    let counts = pour(stream, talk, false)?;
    Ok(exit(&counts, false))
}

/// Writes a stream to stdout. With `for_reader`, a reader that leaves ends it.
fn pour(stream: Stream<'_>, talk: &Talk, for_reader: bool) -> Result<Counts, Failure> {
    // A person or a line-by-line reader sees records as they come; a pipe gets blocks.
    let out = std::io::stdout().lock();
    let line_by_line = out.is_terminal();
    let mut writer = Writer::new(BufWriter::with_capacity(1 << 16, out));
    let written = |done: std::io::Result<()>| match done.map_err(output) {
        Err(Failure::BrokenPipe) if !for_reader => Ok(()),
        done => done,
    };
    let mut cut = Ok(());
    for item in stream {
        match item {
            Ok(record) => {
                talk.see(&record);
                written(writer.write(record))?;
                if line_by_line {
                    written(writer.flush())?;
                }
            }
            Err(error) => {
                cut = Err(error);
                break;
            }
        }
    }
    written(writer.flush())?;
    talk.close();
    cut?;
    Ok(writer.counts())
}

/// The exit code that `counts` make.
pub fn exit(counts: &Counts, asking: bool) -> Exit {
    if counts.losses > 0 || asking && counts.answers == 0 { Exit::Nothing } else { Exit::Done }
}

/// Stdout for what is no record: text for people.
pub fn human(write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    write(&mut out)?;
    out.flush().map_err(output)
}

/// The header of a stream, looked at without taking it away.
pub fn head(mut stream: Stream<'_>) -> Result<(cw_records::Header, Stream<'_>), Failure> {
    match stream.next() {
        Some(Ok(Record::Header(header))) => {
            let first: Stream<'_> = Box::new(std::iter::once(Ok(Record::Header(header.clone()))));
            Ok((header, Box::new(first.chain(stream))))
        }
        Some(Err(error)) => Err(error.into()),
        _ => Err(Error::from(cw_records::Error::Cut { records: 0 }).into()),
    }
}

/// The words of a question; from stdin if they are `-`, or if there are none and, with `alone`, nothing else asks.
pub fn asked(mut words: Vec<String>, alone: bool) -> Result<Vec<String>, Failure> {
    let piped = words == ["-"];
    if piped || words.is_empty() && alone && !std::io::stdin().is_terminal() {
        words.clear();
        let mut text = Vec::new();
        let read = std::io::stdin().take(QUESTION).read_to_end(&mut text);
        read.map_err(|error| Error::system("C03", format!("cannot read the question from stdin: {error}")))?;
        words.push(String::from_utf8_lossy(&text).into_owned());
    }
    Ok(words)
}

/// The words of a question, as one. Blank is wrong use.
pub fn question(words: &[String]) -> Result<String, Failure> {
    let text = words.join(" ");
    if text.trim().is_empty() {
        let error = Error::usage("C05", "the question is empty");
        return Err(error.hint("ask in words: cw query \"where do we retry\"").into());
    }
    Ok(text)
}
