//! Packs hits into what a reader with a budget can take: chunks, adjacent ones joined, long ones cut to their share, best first. **Barrier**: nothing comes out
//! before the last hit is in, but header, faults and foreign records pass at once.
//!
//! - [`pack`] turns hits into `context` records (`select` resolves and merges, `share` cuts what is too long, `budget` decides how far down the list it goes).
//! - [`render`] prints what `pack` gave as text, markdown, JSON or records (`formats`, one file each).
//! - [`tokens`] counts exactly.
//!
//! Laws: what is printed is never above the budget; a larger budget never loses a hit; seeds come before what `cw-expand` added; a text is
//! always a slice of the indexed file, or the views of its chunks where they have one, and its chunk is the one that was found, or the hit
//! is dropped with a fault.
//!
//! **What the budget counts.** In `text` and `markdown`: everything that is printed for the answer, headings, fences and line numbers
//! included, colours not. In `json` and `jsonl`: the texts of the contexts, each counted alone, and nothing else, because the reader takes
//! the fields apart before a model sees them.
//!
//! It leaves out ranking, reading the index ([`Texts`] is the door), and telling people about faults (the caller prints them).

mod budget;
mod formats;
mod select;
mod share;
mod show;
pub mod tokens;

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::Arc;

use cw_records::{End, Fault, Hit, Order, Record, RecordPath};

use crate::{Env, Error, Stream};

pub use crate::shown::{quoted_path, read_path, shown_path, visible};
pub use formats::{Format, Rendered, Style, render};
pub use show::heading;
pub use tokens::Encoding;

/// What packing needs from an index.
pub trait Texts: Sync {
    /// The file as it was when it was indexed; `None` if the index does not hold the path.
    fn file(&self, path: &RecordPath) -> Result<Option<Content>, Error>;
}

/// A file as it was indexed.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// The text that the `bytes` of its hits point into.
    pub text: Arc<str>,
    /// First byte of each chunk that has a `view`, and the view, ascending.
    pub views: Vec<(u64, Arc<str>)>,
}

/// As many shares as a budget has in the commands: at 500 tokens seven files instead of two, and from about 4,000 on nothing is cut.
pub const SHARES: NonZeroU32 = NonZeroU32::new(8).unwrap();

/// How to pack. The default is no budget, no caps, plain text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Most tokens.
    pub tokens: Option<u64>,
    /// Most characters (Unicode scalar values). With `tokens`, both hold.
    pub chars: Option<u64>,
    /// What counts tokens.
    pub encoding: Encoding,
    /// No hit takes more than one of so many shares of the budget; a longer one is cut to the lines that have most of the question's words.
    /// `None`: no hit is cut, and the answer ends at the first that does not fit whole.
    pub shares: Option<NonZeroU32>,
    /// Most segments of one file; a hit that would begin one more is left out.
    pub per_file: Option<usize>,
    /// Keep the evidence of the best hit (`from`).
    pub explain: bool,
    /// The format that the budget is for. `render` must be given the same one.
    pub format: Format,
    /// The style that the budget is for. `render` must be given the same one.
    pub style: Style,
}

/// Hits to contexts. The input is one stream in the order `score`; its hits without `from.expand` are seeds and come first, whatever the
/// scores of the others. Header, faults, skips and foreign records pass through.
///
/// A hit whose text is no longer what was found is dropped with a fault `S07` of level loss, one a file. A hit of which not even one
/// line fits, or only one that would take most of the budget, is left out with a fault `S08`: a note, or a loss if nothing is left. The `end` tells in `left_out` how many hits the budget left out, if any; a context that was cut to fit
/// has `truncated`.
pub fn pack<'a>(env: &'a Env, input: Stream<'a>, texts: &'a dyn Texts, options: Options) -> Stream<'a> {
    Box::new(Packing { env, input, texts, options, state: State::Before, query: String::new(), hits: Vec::new(), ready: VecDeque::new() })
}

#[derive(PartialEq)]
enum State {
    Before,
    Open,
    Ended,
    Failed,
}

struct Packing<'a> {
    env: &'a Env,
    input: Stream<'a>,
    texts: &'a dyn Texts,
    options: Options,
    state: State,
    query: String,
    hits: Vec<Hit>,
    ready: VecDeque<Record>,
}

impl Packing<'_> {
    /// What passes through for one record of the input, if anything.
    fn take(&mut self, record: Record) -> Result<Option<Record>, Error> {
        match record {
            Record::Header(mut header) => {
                if self.state != State::Before {
                    return Err(Error::usage("R05", "cannot pack several streams as one answer")
                        .hint("cw-fuse makes one list of those of one question and index; several indexes are asked as one by cw query --index A --index B"));
                }
                if header.order != Order::Score {
                    return Err(Error::wrong_order("pack records", header.order));
                }
                header.via.push(crate::via("pack"));
                self.query = header.query.clone().unwrap_or_default();
                self.state = State::Open;
                Ok(Some(header.into()))
            }
            Record::Hit(hit) => {
                self.hits.push(hit);
                Ok(None)
            }
            Record::Context(_) => Err(Error::usage("R05", "cannot pack what is packed").hint("give the budget to the first cw-pack")),
            Record::End(end) => {
                self.state = State::Ended;
                self.finish(end)?;
                Ok(self.ready.pop_front())
            }
            other => Ok(Some(other)),
        }
    }

    /// The barrier: all hits are in.
    fn finish(&mut self, mut end: End) -> Result<(), Error> {
        let (seeds, expanded): (Vec<Hit>, Vec<Hit>) =
            std::mem::take(&mut self.hits).into_iter().partition(|hit| !hit.from.contains_key("expand"));
        let hits = seeds.into_iter().chain(expanded).collect();
        let packed = budget::choose(self.env, &self.query, hits, self.texts, &self.options)?;
        for (path, why, hits) in packed.dropped {
            let plural = if hits == 1 { "" } else { "s" };
            let message = format!("{} {why}; skipped {hits} hit{plural}", show::subject(&path));
            let mut fault = Fault::loss("S07", Some(&path), message);
            fault
                .extra
                .insert("hint".into(), "ask again; if it stays, the hit is of another index, or the index is older: cw index".into());
            self.ready.push_back(fault.into());
        }
        for path in packed.too_long {
            let message = format!("budget is too small for a line of {}, which is left out", show::subject(&path));
            let of = if packed.contexts.is_empty() { Fault::loss } else { Fault::note };
            let mut fault = of("S08", Some(&path), message);
            fault.extra.insert("hint".into(), "give more tokens or characters".into());
            self.ready.push_back(fault.into());
        }
        self.ready.extend(packed.contexts.into_iter().map(Record::from));
        crate::leave_out(&mut end, packed.left_out as usize);
        self.ready.push_back(end.into());
        Ok(())
    }
}

impl Iterator for Packing<'_> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(record) = self.ready.pop_front() {
            return Some(Ok(record));
        }
        while self.state != State::Failed {
            let step = match self.input.next() {
                None if self.state == State::Ended => return None,
                None => Err(cw_records::Error::Cut { records: self.hits.len() as u64 }.into()),
                Some(record) => record.and_then(|record| self.take(record)),
            };
            match step {
                Ok(None) => continue,
                Ok(Some(record)) => return Some(Ok(record)),
                Err(error) => {
                    self.state = State::Failed;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}
