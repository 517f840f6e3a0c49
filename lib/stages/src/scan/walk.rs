//! Finds the files. **Barrier**: the listing is complete before the first file is read.
//!
//! An ignored folder is not entered, except by name for what git tracks in it.

use std::collections::BTreeSet;
use std::io;
use std::os::fd::OwnedFd;

use cw_records::{Fault, RecordPath};
use rayon::prelude::*;

use super::disk::{self, Kind, Meta, Names};
use super::judge::{Folder, Verdict, Walk};
use super::revision::Object;
use crate::Error;

/// What the walk found.
#[derive(Default)]
pub struct Listing {
    /// Files, links and special files, ascending by path.
    pub entries: Vec<Entry>,
    /// What could not be looked at.
    pub faults: Vec<Fault>,
    /// Folders (and files) that could not be read: nothing is known of what lies there.
    pub blind: Vec<Vec<u8>>,
    /// Folders that were looked into.
    pub folders: Vec<Vec<u8>>,
}

/// One name that belongs to the listing.
pub struct Entry {
    pub path: RecordPath,
    /// Where it really lies, if a followed link led to it.
    pub real: Option<Vec<u8>>,
    pub meta: Meta,
    /// Its object, if it comes from a revision.
    pub object: Option<Object>,
    /// It is wanted even if a program wrote it.
    pub asked: bool,
}

impl Listing {
    /// Tells that nothing is known of what lies at `path`.
    pub fn lost(&mut self, path: Vec<u8>, why: &str) {
        let shown = RecordPath::from_bytes(path.clone());
        self.faults.push(Fault::loss("S01", Some(&shown), format!("cannot read '{}': {why}", shown.display())));
        self.blind.push(path);
    }
}

/// `folder` and `name` joined by a slash, unless `folder` is empty.
pub fn join(folder: &[u8], name: &[u8]) -> Vec<u8> {
    if folder.is_empty() { name.to_vec() } else { [folder, b"/", name].concat() }
}

impl Walk<'_> {
    /// Everything below `start`.
    pub fn run(&self, start: Folder) -> Result<Listing, Error> {
        let mut listing = Listing::default();
        let mut seen = BTreeSet::new();
        self.levels(vec![start.clone()], &mut listing, &mut seen)?;
        if self.options.follow {
            self.follow(&start, &mut listing, &mut seen)?;
        }
        listing.entries.sort_unstable_by(|left, right| left.path.cmp(&right.path));
        Ok(listing)
    }

    /// One level of the tree after the other, the folders of a level at once. `seen` gets the real path of every folder.
    pub fn levels(&self, mut level: Vec<Folder>, listing: &mut Listing, seen: &mut BTreeSet<Vec<u8>>) -> Result<(), Error> {
        while !level.is_empty() {
            self.env.check()?;
            if self.options.follow {
                level.retain(|folder| seen.insert(folder.real.as_ref().unwrap_or(&folder.path).clone()));
            }
            let looks: Vec<Look> = self.env.pool().install(|| level.into_par_iter().map(|folder| self.look(folder)).collect());
            level = Vec::new();
            for look in looks {
                level.extend(look.folders);
                listing.entries.extend(look.listing.entries);
                listing.blind.extend(look.listing.blind);
                listing.folders.extend(look.listing.folders);
                listing.faults.extend(look.listing.faults);
            }
        }
        Ok(())
    }

    fn look(&self, folder: Folder) -> Look {
        let mut out = Look::default();
        let place = folder.path.clone();
        if let Err(error) = self.try_look(folder, &mut out)
            && !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
        {
            out.listing.lost(place, &plain(&error));
        }
        out
    }

    fn try_look(&self, folder: Folder, out: &mut Look) -> io::Result<()> {
        let open = self.root.folder(folder.real.as_ref().unwrap_or(&folder.path))?;
        let names = if folder.named { self.named(&folder, &open) } else { disk::names(&open)? };
        let has = |wanted: &[u8]| names.iter().any(|(name, _)| name == wanted);
        let was_named = folder.named;
        let Ok(folder) = self.enter(folder, has) else { return Ok(()) };
        out.listing.folders.push(folder.path.clone());
        // A submodule in an ignored folder is read whole.
        let names = if was_named && !folder.named { disk::names(&open)? } else { names };
        for (name, kind) in names {
            let path = join(&folder.path, &name);
            let meta = || Meta::of_name(&open, &name);
            let kind = match kind.map_or_else(|| meta().map(|meta| meta.kind), Ok) {
                Ok(kind) => kind,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => {
                    out.listing.lost(path, &plain(&error));
                    continue;
                }
            };
            if !self.is_asked(&path, kind == Kind::Folder) {
                continue;
            }
            let (named, asked) = match self.judge(&folder, &path, kind) {
                Verdict::In => (false, false),
                Verdict::Asked => (false, true),
                Verdict::Named => (true, false),
                Verdict::Out(_) => continue,
            };
            if kind == Kind::Folder {
                out.folders.push(self.child(&folder, path, named));
                continue;
            }
            match meta() {
                Ok(meta) => {
                    let real = folder.real.as_ref().map(|real| join(real, &name));
                    out.listing.entries.push(Entry { path: RecordPath::from_bytes(path), real, meta, object: None, asked });
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => out.listing.lost(path, &plain(&error)),
            }
        }
        Ok(())
    }

    /// What git tracks in an ignored folder, as far as it is there; and `.git` and `.cwignore`, which say what holds in it.
    fn named(&self, folder: &Folder, open: &OwnedFd) -> Names {
        let mut wanted = vec![b".git".to_vec(), b".cwignore".to_vec()];
        if let Some(repo) = &folder.rules.repo {
            let full = [&self.base[..], &folder.path].concat();
            let inside = full.get(repo.top.len()..).unwrap_or_default();
            wanted.extend(repo.tracked.names(inside.strip_suffix(b"/").unwrap_or(inside)));
        }
        wanted.sort_unstable();
        wanted.dedup();
        let there = |name: Vec<u8>| Meta::of_name(open, &name).ok().map(|meta| (name, Some(meta.kind)));
        wanted.into_iter().filter_map(there).collect()
    }
}

#[derive(Default)]
struct Look {
    folders: Vec<Folder>,
    listing: Listing,
}

/// What the system said, lower case and without its number.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
