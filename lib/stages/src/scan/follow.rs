//! What `--follow` adds: files and folders that links lead to, if they lie below the root, each of them once.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::disk::{Kind, Meta};
use super::judge::{Folder, Rules, Walk};
use super::walk::{Entry, Listing, join};
use crate::Error;

impl Walk<'_> {
    /// Takes in what links below the root lead to, each real file and folder once.
    pub fn follow(&self, top: &Folder, listing: &mut Listing, seen: &mut BTreeSet<Vec<u8>>) -> Result<(), Error> {
        let mut files: BTreeSet<Vec<u8>> =
            listing.entries.iter().filter(|entry| entry.meta.kind == Kind::File).map(|entry| entry.path.as_bytes().to_vec()).collect();
        let mut tried = BTreeSet::new();
        loop {
            let links = listing.entries.iter().filter(|entry| entry.meta.kind == Kind::Link && !tried.contains(entry.path.as_bytes()));
            let Some((link, target)) = links.map(|entry| (entry.path.clone(), entry.real.clone())).min() else { return Ok(()) };
            tried.insert(link.as_bytes().to_vec());
            let Some(real) = self.target(target.as_deref().unwrap_or(link.as_bytes())) else { continue };
            let Ok(meta) = (if real.is_empty() { self.root.folder(b"").and_then(Meta::of_open) } else { self.root.meta(&real) }) else {
                continue;
            };
            let drop = |listing: &mut Listing| listing.entries.retain(|entry| entry.path != link);
            match meta.kind {
                Kind::File if files.insert(real.clone()) => {
                    drop(listing);
                    listing.entries.push(Entry { path: link, real: Some(real), meta, object: None, asked: false });
                }
                Kind::Folder if !seen.contains(&real) => {
                    drop(listing);
                    let start = Folder {
                        path: link.as_bytes().to_vec(),
                        real: Some(real),
                        rules: self.rules_at(top, link.as_bytes()),
                        named: false,
                        closed: false,
                    };
                    let first = listing.entries.len();
                    self.levels(vec![start], listing, seen)?;
                    let mut place = 0;
                    listing.entries.retain(|entry| {
                        place += 1;
                        place <= first || entry.meta.kind != Kind::File || files.insert(entry.real.clone().unwrap_or_default())
                    });
                }
                _ => {}
            }
        }
    }

    /// Where the link `path` leads, if that is below the root and not in a reserved folder.
    fn target(&self, path: &[u8]) -> Option<Vec<u8>> {
        let full = Path::new(OsStr::from_bytes(&self.base)).join(OsStr::from_bytes(path)).canonicalize().ok()?;
        let full = full.as_os_str().as_bytes();
        let inside = if full == &self.base[..self.base.len() - 1] { b"" } else { full.strip_prefix(&self.base[..])? };
        let reserved = inside.split(|byte| *byte == b'/').any(|part| part == b".git" || part == b".cw");
        (!reserved).then(|| inside.to_vec())
    }

    /// The rules that hold for what lies behind the link `path`: those of the folders on the way to it.
    fn rules_at(&self, top: &Folder, path: &[u8]) -> Rules {
        let mut folder = top.clone();
        for part in path.split(|byte| *byte == b'/') {
            let Ok(inside) = self.enter(folder.clone(), |_| true) else { break };
            folder = self.child(&inside, join(&inside.path, part), false);
        }
        folder.rules
    }
}
