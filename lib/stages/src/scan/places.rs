//! Where a change can change a listing, for somebody who waits for one. **Barrier**: it is the walk, without reading files.
//!
//! Left out: the user's own excludes file and settings of git.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use super::judge::Walk;
use super::{Options, repo};
use crate::config::FILE;
use crate::{Env, Error};

/// Folders and files, absolute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The folders that are looked into: every name in them counts. Ignored folders are not among them.
    pub folders: BTreeSet<PathBuf>,
    /// Files elsewhere that say what belongs to the listing: git's index, excludes and settings, ignore files above the root. They need not be there.
    pub files: BTreeSet<PathBuf>,
}

/// The places of the listing that `options` ask for.
pub fn places(env: &Env, options: &Options) -> Result<Places, Error> {
    let (walk, mut start) = Walk::new(env, options)?;
    let base = PathBuf::from(OsStr::from_bytes(&walk.base));
    let mut places = Places::default();
    if let Some(found) = &start.rules.repo {
        let top = PathBuf::from(OsStr::from_bytes(&found.top));
        places.files.extend(repo::files(&top));
        let above = base.ancestors().skip(1).take_while(|folder| folder.starts_with(&top));
        places.files.extend(above.flat_map(|folder| [".gitignore", ".cwignore", FILE].map(|name| folder.join(name))));
    }
    walk.root_verdict(&mut start);
    for folder in walk.run(start)?.folders {
        let folder = if folder.is_empty() { base.clone() } else { base.join(OsStr::from_bytes(&folder)) };
        if folder.join(".git").exists() {
            places.files.extend(repo::files(&folder));
        }
        places.folders.insert(folder);
    }
    Ok(places)
}
