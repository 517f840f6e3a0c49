//! What both adding stages need before they store: whole files out of a stream of `file` and `chunk` records, checked for order, confinement and tiling.
//! **Streams**; holds one file.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use cw_index::{FORMAT, Sliced};
use cw_records::{Chunk, End, Fault, File, Header, Level, Order, Receipt, Record, RecordPath, Scope};
use serde_json::{Map, Value};

use crate::{Error, Stream};

/// A file that is complete, or gone.
pub enum Ready {
    /// A file and its chunks, which tile its text.
    File(Box<File>, Vec<Chunk>),
    /// It left the tree.
    Gone(RecordPath),
}

/// What receives the files of a stream.
pub trait Sink: Send {
    /// A stream begins.
    fn begin(&mut self, header: &Header) -> Result<(), Error>;
    /// A file is complete.
    fn take(&mut self, ready: Ready) -> Result<(), Error>;
    /// The stream is whole: what was taken may be committed. What is to be said goes into the stream before its end.
    fn commit(&mut self, end: &End, seen: &Seen) -> Result<Vec<Record>, Error>;
}

/// What a stream brought.
#[derive(Default)]
pub struct Seen {
    slice: Option<(u32, u32)>,
    via: Vec<String>,
    records: u64,
    skips: u64,
    losses: u64,
}

impl Seen {
    fn see(&mut self, record: &Record) {
        if let Record::Header(header) = record {
            *self = Seen { slice: header.slice, via: header.via.clone(), ..Seen::default() };
        }
        self.records += 1;
        self.skips += u64::from(matches!(record, Record::Skip(_)));
        self.losses += u64::from(matches!(record, Record::Fault(fault) if fault.level == Level::Loss));
    }

    /// The receipt for a slice that was made of the stream; `faults` are what its making lost.
    pub fn receipt(&self, part: String, made_with: Map<String, Value>, sliced: Sliced, faults: &[Fault]) -> Receipt {
        let sum = |pick: fn(&cw_index::SegmentInfo) -> u32| sliced.segments.iter().map(|info| u64::from(pick(info))).sum();
        Receipt {
            part,
            format: FORMAT,
            slice: self.slice,
            made_with,
            files: sum(|info| info.files),
            chunks: sum(|info| info.chunks),
            text: sliced.text,
            records: self.records,
            skips: self.skips,
            losses: self.losses + faults.iter().filter(|fault| fault.level == Level::Loss).count() as u64,
            via: self.via.clone(),
            // Plain structs become JSON without fail.
            segments: sliced.segments.iter().filter_map(|info| serde_json::to_value(info).ok()).collect(),
            ..Receipt::default()
        }
    }
}

/// Collects the records of one file.
#[derive(Default)]
struct Intake {
    open: Option<(File, Vec<Chunk>)>,
    last: Option<RecordPath>,
}

impl Intake {
    fn close(&mut self) -> Result<Option<Ready>, Error> {
        let Some((file, chunks)) = self.open.take() else { return Ok(None) };
        let (mut at, mut line) = (0, 1);
        for chunk in &chunks {
            let whole = chunk.bytes.1.checked_sub(chunk.bytes.0) == Some(chunk.text.len() as u64);
            if chunk.bytes.0 != at || !whole || chunk.text.is_empty() || chunk.lines.0 < line || chunk.lines.1 < chunk.lines.0 {
                let message = format!("chunks of '{}' do not tile it at byte {at}", file.path.display());
                return Err(
                    Error::usage("S12", message).hint("chunks must follow each other without gap or overlap, as cw-chunk makes them")
                );
            }
            (at, line) = (chunk.bytes.1, chunk.lines.0);
        }
        // The bytes of an empty text are at most a byte order mark.
        if at == 0 && file.size > 4 {
            let message = format!("'{}' has {} bytes and no chunk", file.path.display(), file.size);
            return Err(
                Error::usage("S12", message).hint("put cw-chunk before this command, after a cw-scan with texts; let chunks through")
            );
        }
        if at >= u32::MAX.into() {
            return Err(Error::usage("S12", format!("'{}' has more than 4 GiB of text", file.path.display())));
        }
        Ok(Some(Ready::File(Box::new(file), chunks)))
    }

    fn advance(&mut self, path: &RecordPath) -> Result<(), Error> {
        if !path.is_confined() {
            return Err(Error::usage("S14", format!("path '{}' leaves the tree", path.display().escape_debug())));
        }
        if self.last.as_ref().is_some_and(|last| last >= path) {
            let what =
                format!("'{}' does not come after '{}'", path.display(), self.last.as_ref().map(|last| last.display()).unwrap_or_default());
            return Err(cw_records::Error::Order { what, hint: "sort files and what is gone by path, or start with cw-scan" }.into());
        }
        self.last = Some(path.clone());
        Ok(())
    }

    fn take(&mut self, record: &Record) -> Result<[Option<Ready>; 2], Error> {
        match record {
            Record::File(file) => {
                let before = self.close()?;
                self.advance(&file.path)?;
                if file.text.as_ref().is_some_and(|text| !text.is_empty()) {
                    return Err(
                        Error::usage("S12", format!("'{}' is not chunked", file.path.display())).hint("put cw-chunk before this command")
                    );
                }
                let mut file = file.clone();
                file.text = None;
                self.open = Some((file, Vec::new()));
                Ok([before, None])
            }
            Record::Chunk(chunk) => match &mut self.open {
                Some((file, chunks)) if file.path == chunk.path => {
                    chunks.push(chunk.clone());
                    Ok([None, None])
                }
                _ => Err(Error::usage("S12", format!("a chunk of '{}' does not follow its file", chunk.path.display()))),
            },
            Record::Gone(gone) => {
                let before = self.close()?;
                self.advance(&gone.path)?;
                Ok([before, Some(Ready::Gone(gone.path.clone()))])
            }
            Record::Header(_) => {
                *self = Intake::default();
                Ok([None, None])
            }
            Record::End(_) => Ok([self.close()?, None]),
            _ => Ok([None, None]),
        }
    }
}

/// Streams that follow each other go into one index, which is of one tree. Slices may be listed in several places.
fn one_tree(first: &Path, root: &Path) -> Result<(), Error> {
    if first == root {
        return Ok(());
    }
    let message = format!("a stream of the tree '{}' follows one of '{}'", root.display(), first.display());
    Err(Error::index("I05", message).hint("an index is of one tree: give each stream a command of its own; the streams before are stored"))
}

/// Passes `input` on while `sink` takes its files; `stage` adds itself to `via`. A stream that breaks is never committed.
pub fn tee<'a>(input: Stream<'a>, stage: &'static str, mut sink: impl Sink + 'a) -> Stream<'a> {
    let mut intake = Intake::default();
    let (mut seen, mut part) = (Seen::default(), false);
    let mut tree: Option<PathBuf> = None;
    let mut step = move |record: &mut Record| -> Result<Vec<Record>, Error> {
        let ready = intake.take(record)?;
        if let Record::Header(header) = record {
            if header.order == Order::Score || header.scope.is_none() {
                let what = "this stream does not list a tree".to_owned();
                return Err(cw_records::Error::Order { what, hint: "start with cw-scan" }.into());
            }
            part = header.scope == Some(Scope::Part);
            if let (false, Some(root)) = (part, header.root()) {
                one_tree(tree.get_or_insert_with(|| root.clone()), &root)?;
            }
            sink.begin(header)?;
            header.via.push(crate::via(stage));
        }
        if let (true, Record::Gone(gone)) = (part, &*record) {
            let error = Error::usage("S13", format!("a slice cannot say that '{}' is gone", gone.path.display()));
            return Err(error.hint("slices are of a whole listing: cw-scan --slice"));
        }
        seen.see(record);
        ready.into_iter().flatten().try_for_each(|ready| sink.take(ready))?;
        if let Record::End(end) = record { sink.commit(end, &seen) } else { Ok(Vec::new()) }
    };
    let mut input = Some(input);
    let mut ready = VecDeque::new();
    Box::new(std::iter::from_fn(move || {
        if let Some(record) = ready.pop_front() {
            return Some(Ok(record));
        }
        let item = input.as_mut()?.next()?;
        let item = item.and_then(|mut record| {
            let said = step(&mut record)?;
            ready.extend(said.into_iter().chain([record]));
            Ok(())
        });
        match item {
            Ok(()) => ready.pop_front().map(Ok),
            Err(error) => {
                input = None;
                Some(Err(error))
            }
        }
    }))
}
