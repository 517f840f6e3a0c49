//! Definitions that the query names: exactly, by another case, or as two or three adjacent words that make one name.

use std::collections::{BTreeMap, BTreeSet};

use cw_records::Definition;

use super::Corpus;
use crate::Error;
use crate::terms::Query;

/// What one file defines of what the query names.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Named {
    /// 1 for a definition of exactly this name, 0.7 for another case, for a declaration, and for a name that is written almost so if there is none.
    pub exact: f32,
    /// 1 if the name is defined letter for letter.
    pub literal: f32,
    /// It is defined here in some case, and not only declared or a title.
    pub defines: bool,
    /// 1 if adjacent words make the name of a type, 0.7 of anything else.
    pub compound: f32,
    /// The chunk (number through all segments) where the best definition begins.
    pub chunk: Option<u32>,
}

/// Files that define what the query names.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// By file.
    pub files: BTreeMap<u32, Named>,
    /// The question is a name with signs in it, and something has that name.
    pub whole: bool,
}

/// Letters of a name in which slips are looked for, and what is similar is worth.
const SHORT: usize = 5;
const LONG: usize = 40;
const SLIP: f32 = 0.7;
/// What the last part of a dotted name is worth until it is known whether anything has it as a whole.
const PARTIAL: f32 = 0.9;

const TYPES: [&str; 13] =
    ["class", "struct", "enum", "trait", "interface", "protocol", "object", "module", "type", "record", "union", "namespace", "data"];

impl Names {
    /// Looks up the names and compounds of `query`.
    pub fn new(corpus: &Corpus<'_>, query: &Query) -> Result<Names, Error> {
        let mut names = Names::default();
        // Some definitions have a name with signs in it, such as `New-PesterState`, `one!` or `print.data_frame`: then that is the name, and not its last part.
        let whole = query.whole();
        if let Some(whole) = whole {
            names.look_up_name(corpus, query, whole)?;
        }
        names.whole = names.files.values().any(|named| named.defines);
        // A sign before a name is a part of it in JavaScript.
        let dollars: Vec<String> = query.names.iter().map(|name| format!("${name}")).filter(|name| query.text.contains(name)).collect();
        let last = if names.whole { [].iter() } else { query.names.iter() };
        for name in last.chain(&dollars) {
            names.look_up_name(corpus, query, name)?;
        }
        names.settle();
        if names.files.is_empty() && query.symbol && query.paths.is_empty() {
            names.slips(corpus, query)?;
        }
        for compound in &query.compounds {
            names.look_up(corpus, compound, query.symbol, |named, _, kind| {
                let value = if TYPES.contains(&kind) { 1.0 } else { 0.7 };
                named.compound = named.compound.max(value);
                named.chunk.is_none()
            })?;
        }
        Ok(names)
    }

    /// Definitions of `name` in any case.
    fn look_up_name(&mut self, corpus: &Corpus<'_>, query: &Query, name: &str) -> Result<(), Error> {
        let lower = name.trim_matches('_').to_lowercase();
        for key in [name.to_lowercase(), lower].iter().collect::<BTreeSet<_>>() {
            self.look_up(corpus, key, query.symbol, |named, definition, kind| {
                // What is only declared is defined elsewhere.
                let exact = match Definition::last_part_of(definition, kind) {
                    _ if definition == name && kind != "declaration" => 1.0,
                    Some(last) if last == name => PARTIAL,
                    _ => SLIP,
                };
                let better = exact > named.exact;
                named.exact = named.exact.max(exact);
                named.literal = named.literal.max(if exact > SLIP { exact } else { 0.0 });
                // A heading, or the title of a test, has the text of what it is about.
                named.defines |= !matches!(kind, "declaration" | "section" | "test" | "suite");
                better
            })?;
        }
        Ok(())
    }

    /// The last part of a name counts as the name if nothing is called so as a whole.
    fn settle(&mut self) {
        let worth = if self.files.values().any(|named| named.literal == 1.0) { (SLIP, 0.0) } else { (1.0, 1.0) };
        for named in self.files.values_mut().filter(|named| named.literal == PARTIAL) {
            (named.exact, named.literal) = worth;
        }
    }

    /// Names that are written almost as the one that is asked for, if no file defines that: by one letter, of longer ones by two (two that changed places are two).
    fn slips(&mut self, corpus: &Corpus<'_>, query: &Query) -> Result<(), Error> {
        let Some(name) = query.names.first().filter(|name| name.len() >= SHORT && name.len() <= LONG) else { return Ok(()) };
        let lower = name.to_lowercase();
        for letters in 1..=if lower.len() >= 2 * SHORT { 2 } else { 1 } {
            let mut near = BTreeSet::new();
            for (segment, ..) in corpus.segments() {
                near.extend(segment.similar(&lower, letters)?);
            }
            for key in near {
                self.look_up(corpus, &key, query.symbol, |named, _, kind| {
                    named.exact = named.exact.max(SLIP);
                    named.chunk.is_none() && kind != "declaration"
                })?;
            }
            if !self.files.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Members count for who asks for nothing but a name: in a sentence `json` is a word, whatever enum has it. Keys never do: `serde` is one in every manifest.
    fn look_up(
        &mut self,
        corpus: &Corpus<'_>,
        key: &str,
        parts: bool,
        mut judge: impl FnMut(&mut Named, &str, &str) -> bool,
    ) -> Result<(), Error> {
        for (segment, file_base, chunk_base) in corpus.segments() {
            for spelling in segment.definitions(key)? {
                for place in spelling.places {
                    let kind = segment.kind_of(&place);
                    if kind == "key" || !parts && Definition::is_part_kind(kind) {
                        continue;
                    }
                    let name = match &spelling.name {
                        Some(name) => name.clone(),
                        None => {
                            let meta = segment.meta(place.file)?;
                            let chunk = meta.chunks.get(place.chunk as usize);
                            chunk
                                .and_then(|chunk| chunk.defs.get(place.definition as usize))
                                .map(|found| found.name.clone())
                                .unwrap_or_default()
                        }
                    };
                    // Every file of a namespace opens it anew.
                    if kind == "namespace" && name.len() > key.len() && Definition::last_part_of(&name, kind).is_some() {
                        continue;
                    }
                    let named = self.files.entry(file_base + place.file).or_default();
                    if judge(named, &name, segment.kind_of(&place)) {
                        named.chunk = Some(chunk_base + segment.file(place.file)?.first_chunk + place.chunk);
                    }
                }
            }
        }
        Ok(())
    }
}
