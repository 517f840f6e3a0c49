//! Lists in pages: what of a list goes into one answer, and the cursor to the rest. An answer has a cap in bytes and in tokens whatever was asked for, since clients cut or refuse what
//! is larger; the first item is always there, cut if it must be.

use std::collections::{BTreeSet, HashSet};

use cw_records::{Blob, RecordPath};
use cw_stages::evidence::Corpus;
use cw_stages::pack::{Encoding, tokens};
use serde_json::{Map, Value};

use super::reply::{Reply, Stop};
use super::schema::Arguments;
use super::trees::Ready;

/// Most bytes, and most tokens, of each of the two forms of an answer: the text, and the object.
pub const BYTES: usize = 60_000;
const TOKENS: u64 = 20_000;

/// Letters of a name in a cursor.
const NAME: usize = 10;

/// Where a page begins.
#[derive(Clone, Debug)]
pub struct Page {
    /// Items that were on the pages before.
    pub from: usize,
    /// Items of this page at most.
    pub most: usize,
    /// Says what was asked, so that no cursor is taken for another list's.
    mark: String,
    generation: String,
    /// True if the index is not the one of the page before.
    moved: bool,
}

impl Page {
    /// The page that the arguments ask for.
    pub fn of(arguments: &Arguments, ready: Option<&Ready>) -> Result<Page, Stop> {
        let mark = short(arguments.without("cursor").print().as_bytes());
        let generation = ready.map(|ready| short(&ready.snapshot.lex().generation.0)).unwrap_or_default();
        let mut page = Page { from: 0, most: arguments.count("max_results"), mark, generation, moved: false };
        if let Some(cursor) = arguments.text("cursor") {
            let parts: Vec<&str> = cursor.split('.').collect();
            let [from, mark, generation] = parts[..] else { return Err(bad_cursor()) };
            page.from = from.parse().ok().filter(|_| mark == page.mark).ok_or_else(bad_cursor)?;
            page.moved = generation != page.generation;
        }
        Ok(page)
    }

    /// Items that have to be looked for.
    pub fn limit(&self) -> usize {
        self.from.saturating_add(self.most)
    }

    fn cursor(&self, shown: usize) -> String {
        format!("{}.{}.{}", self.from + shown, self.mark, self.generation)
    }

    /// Puts as many of `rows` as fit below `head`, and says so in `fields`: `name` are the items, `total` how many there are in all.
    pub fn fill(&self, head: String, rows: Vec<(String, Value)>, name: &str, total: usize, fields: &mut Map<String, Value>) -> String {
        let mut shown = rows.len();
        let (mut text, mut object) = (head.len(), 0);
        for (number, (line, item)) in rows.iter().enumerate() {
            (text, object) = (text + line.len(), object + item.to_string().len() + 1);
            if number > 0 && text.max(object) > BYTES {
                shown = number;
                break;
            }
        }
        loop {
            let text: String = std::iter::once(head.as_str()).chain(rows[..shown].iter().map(|(line, _)| line.as_str())).collect();
            let items: Value = rows[..shown].iter().map(|(_, item)| item.clone()).collect();
            if shown > 1 && !(fits(&text) && fits(&items.to_string())) {
                shown -= shown.div_ceil(4);
                continue;
            }
            let more = self.from + shown < total;
            fields.insert(name.to_owned(), items);
            fields.insert("total".into(), total.into());
            fields.insert("truncated".into(), more.into());
            if more && shown > 0 {
                fields.insert("next_cursor".into(), self.cursor(shown).into());
            }
            return text;
        }
    }

    /// What there is to say of the page.
    pub fn warnings(&self) -> Vec<String> {
        moved(self.moved)
    }
}

/// Pages of a ranked answer: a page has the best files that were on none before. The cursor names those that were.
pub struct Pages {
    before: Vec<String>,
    mark: String,
    generation: String,
    moved: bool,
}

impl Pages {
    /// The page that the arguments ask for.
    pub fn of(arguments: &Arguments, ready: &Ready) -> Result<Pages, Stop> {
        let Page { mark, generation, .. } = Page::of(&arguments.without("cursor"), Some(ready))?;
        let mut pages = Pages { before: Vec::new(), mark, generation, moved: false };
        if let Some(cursor) = arguments.text("cursor") {
            let parts: Vec<&str> = cursor.split('.').collect();
            let [before, mark, generation] = parts[..] else { return Err(bad_cursor()) };
            if mark != pages.mark || !before.is_ascii() {
                return Err(bad_cursor());
            }
            pages.before = before.as_bytes().chunks(NAME).map(|name| String::from_utf8_lossy(name).into_owned()).collect();
            pages.moved = generation != pages.generation;
        }
        Ok(pages)
    }

    /// The files that were on the pages before.
    pub fn seen(&self, corpus: &Corpus<'_>) -> Result<HashSet<RecordPath>, Stop> {
        let mut seen = HashSet::new();
        if self.before.is_empty() {
            return Ok(seen);
        }
        let before: HashSet<&str> = self.before.iter().map(String::as_str).collect();
        for (segment, ..) in corpus.segments() {
            seen.extend(segment.paths()?.into_iter().filter(|path| before.contains(&*short(path.as_bytes()))));
        }
        Ok(seen)
    }

    /// The cursor to what follows a page with these files.
    pub fn cursor<'a>(&self, shown: impl Iterator<Item = &'a RecordPath>) -> String {
        let shown: BTreeSet<String> = shown.map(|path| short(path.as_bytes())).chain(self.before.iter().cloned()).collect();
        format!("{}.{}.{}", shown.into_iter().collect::<String>(), self.mark, self.generation)
    }

    /// What there is to say of the page.
    pub fn warnings(&self) -> Vec<String> {
        moved(self.moved)
    }
}

fn moved(moved: bool) -> Vec<String> {
    let text = "the index changed since the page before: something may be missing, or here twice";
    if moved { vec![text.to_owned()] } else { Vec::new() }
}

fn fits(text: &str) -> bool {
    tokens::count_up_to(Encoding::O200k, text, TOKENS).is_some()
}

/// What names a list in a cursor.
fn short(bytes: &[u8]) -> String {
    Blob::of(bytes).to_string()[..NAME].to_owned()
}

/// A cursor that cannot be used.
fn bad_cursor() -> Stop {
    Reply::bad_argument("'cursor' must be the next_cursor of an answer to the same arguments")
}
