//! E3: what a hit uses of the files that its own file imports.
//!
//! Of these files, those come first that define a name which stands in the hit, in the order of the imports; the chunks that define such names are offered, and where
//! there is none, the first chunk that defines anything. A file that only passes on what others define (`index.ts`, `mod.rs`, `lib.rs`,
//! `__init__.py`, any module of TypeScript) stands for the files that it imports, one step further away.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use cw_index::{FileMeta, LexSegment, Part};
use cw_records::Definition;

use super::files::{FileAt, Files, Place};
use super::pool::{Pool, Seed};
use super::resolvers::{self, Source, Tree};
use crate::Error;

/// Most imports of one file, and most files of one hit, that are looked at; most names of one hit.
const IMPORTS: usize = 256;
const TARGETS: usize = 1024;
const NAMES: usize = 512;
/// Shorter names say nothing.
const NAME_MIN: usize = 3;
/// Languages where a file passes on what it imports with a word of its own.
const PASSING: [&str; 8] = ["typescript", "tsx", "javascript", "dart", "css", "scss", "sass", "less"];

/// The paths of the index as the resolvers see them, and the file of each.
struct Listing<'a> {
    tree: Tree<'a>,
    places: Vec<FileAt>,
}

/// Offers imports and remembers what was resolved.
pub(super) struct Importer<'a> {
    files_each: u32,
    chunks_each: u32,
    decay: f64,
    listing: Option<Listing<'a>>,
    resolved: HashMap<FileAt, Rc<[FileAt]>>,
}

impl<'a> Importer<'a> {
    pub fn new(files_each: u32, chunks_each: u32, decay: f64) -> Importer<'a> {
        Importer { files_each, chunks_each, decay, listing: None, resolved: HashMap::new() }
    }

    /// Offers the chunks of at most `files_each` imported files.
    pub fn offer(&mut self, seed: &Seed, files: &mut Files<'a>, pool: &mut Pool) -> Result<(), Error> {
        if self.files_each == 0 || self.chunks_each == 0 {
            return Ok(());
        }
        let targets = self.targets(seed.place.file, files)?;
        if targets.is_empty() {
            return Ok(());
        }
        let meta = files.meta(seed.place.file)?;
        let text = files.text(seed.place.file)?;
        let chunk = files.chunk(&meta, seed.place)?;
        let names = names(chunk.view.as_deref().unwrap_or(files.slice(&text, chunk.bytes)?));
        let used = used(&targets, &names, files)?;
        let mut ranked = Vec::new();
        for (file, distance) in targets {
            let chunks = used.get(&file).map(Vec::as_slice).unwrap_or_default();
            let best = chunks.iter().map(|(weight, _)| (*weight).min(2)).max().unwrap_or(0);
            ranked.push((std::cmp::Reverse(best), distance, file, chunks));
        }
        ranked.sort_by_key(|(best, distance, ..)| (*best, *distance));
        for (_, distance, file, chunks) in ranked.into_iter().take(self.files_each as usize) {
            let mut chunks = chunks.to_vec();
            chunks.sort_by_key(|(weight, chunk)| (std::cmp::Reverse(*weight), *chunk));
            if chunks.is_empty() {
                let meta = files.meta(file)?;
                // A file that defines nothing is what it says first.
                let first = meta.chunks.iter().position(|chunk| !chunk.defs.is_empty()).or((!meta.chunks.is_empty()).then_some(0));
                chunks.extend(first.map(|chunk| (0, chunk as u32)));
            }
            for (_, chunk) in chunks.into_iter().take(self.chunks_each as usize) {
                pool.offer(Place { file, chunk }, seed, "E3", self.decay, distance);
            }
        }
        Ok(())
    }

    /// How many steps `from` is away from `target` by its imports; `None` if it does not import it.
    pub fn distance(&mut self, from: FileAt, target: FileAt, files: &mut Files<'a>) -> Result<Option<u32>, Error> {
        let direct = self.imported(from, files)?;
        if direct.contains(&target) {
            return Ok(Some(1));
        }
        for file in direct.iter().copied() {
            if is_barrel(file, files)? && self.imported(file, files)?.contains(&target) {
                return Ok(Some(2));
            }
        }
        Ok(None)
    }

    /// The files that `from` imports, each once, with their distance.
    fn targets(&mut self, from: FileAt, files: &mut Files<'a>) -> Result<Vec<(FileAt, u32)>, Error> {
        let direct = self.imported(from, files)?;
        let mut seen: HashSet<FileAt> = direct.iter().copied().chain([from]).collect();
        let mut targets = Vec::new();
        for file in direct.iter().copied() {
            if is_barrel(file, files)? {
                let behind = self.imported(file, files)?;
                targets.extend(behind.iter().filter(|file| seen.insert(**file)).map(|file| (*file, 2)));
            } else {
                targets.push((file, 1));
            }
        }
        targets.truncate(TARGETS);
        Ok(targets)
    }

    /// The files that `from` itself imports, in the order of its imports.
    fn imported(&mut self, from: FileAt, files: &mut Files<'a>) -> Result<Rc<[FileAt]>, Error> {
        if let Some(known) = self.resolved.get(&from) {
            return Ok(known.clone());
        }
        let mut found = Vec::new();
        let (path, lang) = (files.path(from)?, files.lang(from)?);
        if let (Some(path), Some(resolver)) = (path.as_str(), resolvers::of(lang.as_deref().unwrap_or_default())) {
            let meta = files.meta(from)?;
            if !meta.imports.is_empty() {
                if self.listing.is_none() {
                    self.listing = Some(listing(files)?);
                }
                if let Some(listing) = &self.listing {
                    let mut seen = HashSet::from([from]);
                    for import in meta.imports.iter().take(IMPORTS) {
                        let paths = resolver.resolve(path, import, &listing.tree)?;
                        let places = paths.iter().filter_map(|path| listing.tree.number(path)).map(|number| listing.places[number]);
                        found.extend(places.filter(|place| seen.insert(*place)));
                    }
                }
            }
        }
        let found: Rc<[FileAt]> = found.into();
        self.resolved.insert(from, found.clone());
        Ok(found)
    }
}

/// All paths of the index that are UTF-8, in order.
fn listing<'a>(files: &Files<'a>) -> Result<Listing<'a>, Error> {
    let part = files.part();
    let (mut paths, mut places) = (Vec::new(), Vec::new());
    for (segment, number) in part.segments.iter().zip(0..) {
        for (path, file) in segment.paths()?.into_iter().zip(0..) {
            if let Some(path) = path.as_str() {
                paths.push(path.to_owned());
                places.push(FileAt { segment: number, file });
            }
        }
    }
    let source = Indexed { part, places: places.clone() };
    Ok(Listing { tree: Tree::new(paths, source), places })
}

/// Texts and definitions of the index, for the resolvers.
struct Indexed<'a> {
    part: &'a Part<LexSegment>,
    /// By number; in order.
    places: Vec<FileAt>,
}

impl Source for Indexed<'_> {
    fn text(&self, number: usize) -> Result<String, Error> {
        match self.places.get(number) {
            Some(at) => Ok(self.part.segments[at.segment as usize].text(at.file)?),
            None => Ok(String::new()),
        }
    }

    fn defining(&self, name: &str) -> Result<Vec<(usize, String)>, Error> {
        let mut found = Vec::new();
        for (segment, number) in self.part.segments.iter().zip(0..) {
            for spelling in segment.definitions(&name.to_lowercase())? {
                if spelling.name.as_ref().is_some_and(|other| other != name) {
                    continue;
                }
                for place in spelling.places {
                    let is_it = spelling.name.is_some() || {
                        let meta = segment.meta(place.file)?;
                        let chunk = meta.chunks.get(place.chunk as usize);
                        chunk.and_then(|chunk| chunk.defs.get(place.definition as usize)).is_some_and(|def| def.name == name)
                    };
                    let at = FileAt { segment: number, file: place.file };
                    if let (true, Ok(number)) = (is_it, self.places.binary_search(&at)) {
                        found.push((number, segment.kind_of(&place).to_owned()));
                    }
                }
            }
        }
        Ok(found)
    }
}

/// True for a file that has the name of a barrel, or is in a language where any file may be one, and defines nothing but modules.
fn is_barrel(file: FileAt, files: &mut Files<'_>) -> Result<bool, Error> {
    let path = files.path(file)?;
    let name = path.name();
    let stem = name.split(|byte| *byte == b'.').next().unwrap_or_default();
    let is_named = matches!(name, b"mod.rs" | b"lib.rs" | b"__init__.py" | b"root.zig") || matches!(stem, b"index" | b"_index" | b"init");
    if !is_named && !files.lang(file)?.is_some_and(|lang| PASSING.contains(&lang.as_str())) {
        return Ok(false);
    }
    let meta: Rc<FileMeta> = files.meta(file)?;
    let mut defs = meta.chunks.iter().flat_map(|chunk| &chunk.defs);
    Ok(!meta.imports.is_empty() && defs.all(|def| matches!(def.kind.as_str(), "module" | "namespace") || def.name.starts_with("__")))
}

/// True for what is used by its own name: no member, or a type in a namespace.
fn stands_alone(def: &Definition) -> bool {
    def.container.is_none() || matches!(def.kind.as_str(), "class" | "struct" | "enum" | "interface" | "trait" | "type" | "record")
}

/// The distinct names in a text, at most so many.
fn names(text: &str) -> HashSet<&str> {
    let words = text.split(|char: char| !(char.is_alphanumeric() || char == '_' || char == '$'));
    words.filter(|word| word.len() >= NAME_MIN && !word.starts_with(|char: char| char.is_ascii_digit())).take(NAMES * 4).fold(
        HashSet::new(),
        |mut names, word| {
            if names.len() < NAMES {
                names.insert(word);
            }
            names
        },
    )
}

/// Of the target files, the chunks that define some of `names`, with a weight: 2 for each that stands alone, 1 for each member.
/// The dictionary of symbols says which files to look at, so that not all are.
fn used(targets: &[(FileAt, u32)], names: &HashSet<&str>, files: &mut Files<'_>) -> Result<BTreeMap<FileAt, Vec<(u32, u32)>>, Error> {
    let wanted: HashSet<FileAt> = targets.iter().map(|(file, _)| *file).collect();
    let segments: HashSet<u32> = wanted.iter().map(|file| file.segment).collect();
    let lower: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let mut places = std::collections::BTreeSet::new();
    for segment in segments {
        let open = files.segment(FileAt { segment, file: 0 })?;
        for name in &lower {
            for place in open.definitions(name)?.into_iter().flat_map(|spelling| spelling.places) {
                let file = FileAt { segment, file: place.file };
                if wanted.contains(&file) {
                    places.insert(Place { file, chunk: place.chunk });
                }
            }
        }
    }
    let mut used: BTreeMap<FileAt, Vec<(u32, u32)>> = BTreeMap::new();
    for place in places {
        let meta = files.meta(place.file)?;
        let mut seen = HashSet::new();
        let defs = files.chunk(&meta, place)?.defs.iter().filter(|def| names.contains(def.name.as_str()) && seen.insert(&def.name));
        let weight: u32 = defs.map(|def| if stands_alone(def) { 2 } else { 1 }).sum();
        if weight > 0 {
            used.entry(place.file).or_default().push((weight, place.chunk));
        }
    }
    Ok(used)
}
