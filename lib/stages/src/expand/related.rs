//! What stands around a place of the tree: the expansion of the one chunk that is there.

use cw_records::{End, Header, Hit, Order, Record, RecordPath};

use super::{Options, within};
use crate::evidence::Corpus;
use crate::{Env, Error, Filter};

/// Something around a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Related {
    /// The chunk, with the rule that found it in `from.expand`.
    pub hit: Hit,
    /// Its text.
    pub text: String,
}

impl Related {
    /// The rule that found it, such as `E3`.
    pub fn rule(&self) -> &str {
        self.hit.from.get("expand").and_then(|expand| expand["rule"].as_str()).unwrap_or_default()
    }

    /// What it is to the place, in a word.
    pub fn relation(&self) -> &'static str {
        relation(self.rule())
    }
}

/// What a rule looks for, in a word.
pub fn relation(rule: &str) -> &'static str {
    match rule {
        "E1" => "neighbour",
        "E2" => "sibling",
        "E3" => "import",
        "E4" => "importer",
        "E5" => "call",
        _ => "",
    }
}

/// The chunk at a line (1-based) of a file, and what stands around it, best first. `None` if the index has no such file or line.
pub fn related(
    env: &Env,
    corpus: &Corpus<'_>,
    (path, line): (&RecordPath, u32),
    options: Options,
    filter: Filter,
) -> Result<Option<(Hit, Vec<Related>)>, Error> {
    let Some(file) = corpus.find(path)? else { return Ok(None) };
    let mut at = None;
    for number in corpus.chunks_of(file)? {
        let lines = corpus.chunk(number)?.lines;
        if (lines.0..=lines.1).contains(&line) {
            at = Some(number);
        }
    }
    let Some(seed) = at.map(|number| corpus.hits(file, &[number])).transpose()?.and_then(|mut hits| hits.pop()) else {
        return Ok(None);
    };
    let seed = Hit { score: 1.0, rank: 1, ..seed };
    let records: [Record; 3] = [Header::new(Order::Score).into(), seed.clone().into(), End::default().into()];
    let mut found = Vec::new();
    for record in within(env, Box::new(records.into_iter().map(Ok)), corpus.part, options, filter) {
        let Record::Hit(hit) = record? else { continue };
        if hit.from.contains_key("expand") {
            let (segment, local) = match corpus.find(&hit.path)? {
                Some(file) => corpus.file(file),
                None => continue,
            };
            let text = segment.text(local)?;
            let text = text.get(hit.bytes.0 as usize..hit.bytes.1 as usize).unwrap_or_default().to_owned();
            found.push(Related { hit, text });
        }
    }
    Ok(Some((seed, found)))
}
