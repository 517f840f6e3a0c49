//! Where a name is defined, from the dictionary of symbols.

use std::cmp::Reverse;
use std::collections::HashMap;

use cw_index::{FileMeta, LexSegment, Place};
use cw_records::{Definition, RecordPath};

use super::qualified::{bare, fit};
use super::{List, Qualified, lines_of, qualified};
use crate::Error;
use crate::classes::Class;
use crate::evidence::Corpus;

/// A definition that was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The file.
    pub path: RecordPath,
    /// Its language word.
    pub lang: Option<String>,
    /// The definition.
    pub definition: Definition,
    /// Names around it, outermost first, itself last.
    pub breadcrumb: Vec<String>,
    /// False if the name is spelled with another case.
    pub exact: bool,
    /// False if the symbol was qualified and none of that stands around it.
    pub fits: bool,
    /// Its lines, whole, or the view of its chunk.
    pub text: String,
    /// The text is a view.
    pub view: bool,
}

/// Definitions of `symbol`: the same spelling first, then code before headings and titles of tests, then whole names before last parts of names, then those that are more than a declaration, then those near `hint` (a path), then primary code before
/// tests and the like, then in path order.
/// Of a qualified name (see `qualified`) those that fit best; if none fits, all of the last part. The best `limit` come with their text.
pub fn definitions(corpus: &Corpus<'_>, symbol: &str, hint: Option<&str>, limit: usize) -> Result<List<Found>, Error> {
    let symbol = symbol.trim().trim_end_matches("()");
    let mut places = look_up(corpus, symbol, &[])?;
    if places.is_empty() && bare(symbol) != symbol {
        places = look_up(corpus, bare(symbol), &[])?;
    }
    let Qualified { name, around } = qualified(symbol);
    // A heading, or the title of a test, has the text of what it is about.
    if name != symbol && places.iter().all(|place| place.is_title) {
        places.extend(best(look_up(corpus, name, &around)?));
    }
    // A macro is called with a sign that is no part of its name; in other languages it is.
    for trimmed in [name.trim_end_matches(['!', '?']), name.trim_matches(['_', '!', '?'])] {
        if places.is_empty() && trimmed != name && !trimmed.is_empty() {
            places = best(look_up(corpus, trimmed, &around)?);
        }
    }
    for place in &mut places {
        place.near = hint.map_or(0, |hint| near(&place.path, hint));
    }
    places.sort_by_cached_key(|place| {
        (
            !place.exact,
            place.is_title,
            place.partial,
            place.declares,
            Reverse(place.near),
            !place.primary,
            place.path.clone(),
            place.place.chunk,
            place.place.definition,
        )
    });
    let mut files: Vec<&RecordPath> = places.iter().map(|place| &place.path).collect();
    files.sort();
    files.dedup();
    let (files, total) = (files.len(), places.len());
    let items = places.into_iter().take(limit).map(Named::read).collect::<Result<_, _>>()?;
    Ok(List { items, total, files })
}

/// Those that fit best.
fn best(mut places: Vec<Named<'_>>) -> Vec<Named<'_>> {
    let best = places.iter().map(|place| place.fit).max().unwrap_or_default();
    places.retain(|place| place.fit == best);
    places
}

struct Named<'a> {
    segment: &'a LexSegment,
    place: Place,
    path: RecordPath,
    exact: bool,
    primary: bool,
    /// A prototype, whose name is defined elsewhere, or a key, whose name is no name of code.
    declares: bool,
    /// A heading, or the title of a test.
    is_title: bool,
    /// Only the last part of its name is what was asked for.
    partial: bool,
    near: usize,
    fit: (usize, usize),
    fits: bool,
}

impl Named<'_> {
    fn read(self) -> Result<Found, Error> {
        let (text, meta) = self.segment.content(self.place.file)?;
        let row = self.segment.file(self.place.file)?;
        let chunk = meta.chunks.get(self.place.chunk as usize);
        let definition = chunk.and_then(|chunk| chunk.defs.get(self.place.definition as usize));
        let (Some(chunk), Some(definition)) = (chunk, definition) else {
            return Err(Error::index("I04", format!("the definitions of '{}' do not fit its chunks", self.path.display())));
        };
        let text = match &chunk.view {
            Some(view) => view.clone(),
            None => lines_of(&text, definition.lines.0, definition.lines.1).to_owned(),
        };
        let mut breadcrumb = chunk.breadcrumb.clone();
        if breadcrumb.last() != Some(&definition.name) {
            breadcrumb = definition.container.iter().chain([&definition.name]).cloned().collect();
        }
        let lang = self.segment.lang(&row).map(str::to_owned);
        Ok(Found {
            path: self.path,
            lang,
            definition: definition.clone(),
            breadcrumb,
            exact: self.exact,
            fits: self.fits,
            view: chunk.view.is_some(),
            text,
        })
    }
}

/// All definitions of `name` in any case, and how they fit `around`.
fn look_up<'a>(corpus: &Corpus<'a>, name: &str, around: &[String]) -> Result<Vec<Named<'a>>, Error> {
    let mut found = Vec::new();
    for (segment, ..) in corpus.segments() {
        let mut metas: HashMap<u32, FileMeta> = HashMap::new();
        for spelling in segment.definitions(&name.to_lowercase())? {
            for place in spelling.places {
                let needs_meta = spelling.name.is_none() || !around.is_empty();
                if needs_meta && !metas.contains_key(&place.file) {
                    metas.insert(place.file, segment.meta(place.file)?);
                }
                let chunk = metas.get(&place.file).and_then(|meta| meta.chunks.get(place.chunk as usize));
                let definition = chunk.and_then(|chunk| chunk.defs.get(place.definition as usize));
                let whole = spelling.name.as_deref().or(definition.map(|definition| definition.name.as_str()));
                let last = whole
                    .filter(|whole| whole.len() > name.len())
                    .and_then(|whole| Definition::last_part_of(whole, segment.kind_of(&place)));
                let spelled = last.or(whole);
                let path = segment.path(place.file)?;
                let fit = if around.is_empty() {
                    (0, 0)
                } else {
                    let mut names = chunk.map(|chunk| chunk.breadcrumb.clone()).unwrap_or_default();
                    names.pop_if(|last| whole == Some(last.as_str()));
                    let container = definition.and_then(|definition| definition.container.clone());
                    names.extend(container.filter(|container| names.last() != Some(container)));
                    names.extend(whole.zip(last).and_then(|(whole, last)| whole.strip_suffix(last)).map(str::to_owned));
                    fit(around, &path, &names)
                };
                let row = segment.file(place.file)?;
                found.push(Named {
                    segment,
                    place,
                    path,
                    exact: spelled == Some(name),
                    primary: Class(row.class).is_primary(),
                    declares: matches!(segment.kind_of(&place), "declaration" | "key"),
                    is_title: matches!(segment.kind_of(&place), "section" | "test" | "suite"),
                    partial: last.is_some(),
                    near: 0,
                    fit,
                    fits: around.is_empty() || fit.0 > 0,
                });
            }
        }
    }
    Ok(found)
}

/// How near a path is to a hint: the file itself, then the shared folders.
fn near(path: &RecordPath, hint: &str) -> usize {
    let hint = hint.trim_start_matches("./").trim_matches('/');
    let path = path.display();
    if path == hint || path.ends_with(&format!("/{hint}")) {
        return usize::MAX;
    }
    path.split('/').zip(hint.split('/')).take_while(|(a, b)| a == b).count()
}
