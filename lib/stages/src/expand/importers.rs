//! E4: the files that import the file of a hit, those first that use a name which the hit defines.
//!
//! Nothing on disk says who imports a file. The posting lists say who has the words that an import of it has to have (its stem, or a name that it defines);
//! of these files the nearest are asked what they import.

use std::collections::{BTreeMap, BTreeSet};

use super::files::{FileAt, Files, Place};
use super::imports::Importer;
use super::pool::{Pool, Seed};
use super::{mentions, resolvers};
use crate::Error;

/// Most files that are asked what they import, for one hit and for all of them.
const LOOKED: usize = 128;
const LOOKED_IN_ALL: usize = 512;
/// Most chunks that a name is looked up in, and most names of a hit.
const MENTIONS: usize = 4096;
const NAMES: usize = 8;
/// Ends of names of which an import names the folder.
const FOLDERS: [&str; 6] = [".go", ".tf", ".hcl", "CMakeLists.txt", "meson.build", "Makefile"];
/// Stems that stand for their folder.
const ROOTS: [&str; 9] = ["index", "mod", "lib", "main", "__init__", "init", "default", "_index", "package"];

/// Offers importers, and remembers how many files it asked.
pub(super) struct Importers {
    files_each: u32,
    chunks_each: u32,
    decay: f64,
    left: usize,
}

impl Importers {
    pub fn new(files_each: u32, chunks_each: u32, decay: f64) -> Importers {
        Importers { files_each, chunks_each, decay, left: LOOKED_IN_ALL }
    }

    /// Offers the chunks of at most `files_each` files that import the file of `seed`.
    pub fn offer<'a>(&mut self, seed: &Seed, files: &mut Files<'a>, importer: &mut Importer<'a>, pool: &mut Pool) -> Result<(), Error> {
        if self.files_each == 0 || self.chunks_each == 0 {
            return Ok(());
        }
        let target = seed.place.file;
        let path = files.path(target)?;
        let mut using: BTreeMap<FileAt, BTreeSet<u32>> = BTreeMap::new();
        for name in names(seed, files)? {
            for place in mentions::chunks(files.part(), &name, MENTIONS)? {
                using.entry(place.file).or_default().insert(place.chunk);
            }
        }
        let mut others: BTreeSet<FileAt> = BTreeSet::new();
        for stem in stems(path.as_bytes()) {
            others.extend(mentions::chunks(files.part(), stem, MENTIONS)?.into_iter().map(|place| place.file));
        }
        others.extend(using.keys());
        others.remove(&target);
        let mut ranked = Vec::new();
        for file in others {
            let shared = mentions::shared(path.as_bytes(), files.path(file)?.as_bytes());
            ranked.push((!using.contains_key(&file), std::cmp::Reverse(shared), file));
        }
        ranked.sort_unstable();
        let mut wanted = self.files_each;
        for (_, _, file) in ranked.into_iter().take(LOOKED) {
            if wanted == 0 || self.left == 0 {
                break;
            }
            if resolvers::of(files.lang(file)?.as_deref().unwrap_or_default()).is_none() {
                continue;
            }
            self.left -= 1;
            let Some(distance) = importer.distance(file, target, files)? else { continue };
            let meta = files.meta(file)?;
            let is_import = |chunk: &u32| meta.chunks.get(*chunk as usize).is_some_and(|chunk| chunk.kind == "imports");
            let mut chunks: Vec<u32> = using.get(&file).into_iter().flatten().copied().filter(|chunk| !is_import(chunk)).collect();
            if chunks.is_empty() {
                chunks.push((0..meta.chunks.len() as u32).find(is_import).unwrap_or(0));
            }
            for chunk in chunks.into_iter().take(self.chunks_each as usize).filter(|chunk| (*chunk as usize) < meta.chunks.len()) {
                pool.offer(Place { file, chunk }, seed, "E4", self.decay, distance);
            }
            wanted -= 1;
        }
        Ok(())
    }
}

/// The names that the hit defines.
fn names(seed: &Seed, files: &mut Files<'_>) -> Result<Vec<String>, Error> {
    let meta = files.meta(seed.place.file)?;
    let chunk = files.chunk(&meta, seed.place)?;
    let mut names: Vec<String> = chunk.symbol.iter().chain(chunk.defs.iter().map(|def| &def.name)).cloned().collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| name.len() > 2);
    names.truncate(NAMES);
    Ok(names)
}

/// What an import of this path names: its name without extension, its folder, or either.
fn stems(path: &[u8]) -> impl Iterator<Item = &str> {
    let path = std::str::from_utf8(path).unwrap_or_default();
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let (stem, folder) = (name.split('.').next().unwrap_or_default(), folder.rsplit('/').next().unwrap_or_default());
    let is_root = ROOTS.contains(&stem);
    let has_folder = is_root || FOLDERS.iter().any(|end| name.ends_with(end));
    let stems = [(stem, !is_root), (folder, has_folder)];
    stems.into_iter().filter(|(stem, named)| *named && !stem.is_empty()).map(|(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_a_file() {
        let cases: [(&str, &[&str]); 8] = [
            ("a/b.ts", &["b"]),
            ("a/index.ts", &["a"]),
            ("mod.rs", &[]),
            ("x/__init__.py", &["x"]),
            ("a/b.test.ts", &["b"]),
            ("m/effect/reg.go", &["reg", "effect"]),
            ("library/CMakeLists.txt", &["CMakeLists", "library"]),
            ("modules/network/outputs.tf", &["outputs", "network"]),
        ];
        for (path, want) in cases {
            assert_eq!(stems(path.as_bytes()).collect::<Vec<_>>(), want, "{path}");
        }
    }
}
