//! Indexes of revisions: folders below that of the tree, which share segments with it and with each other by hard links.
//!
//! It leaves out what a revision has: the scan reads that.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::draft::Draft;
use crate::lock::Lock;
use crate::manifest::Manifest;
use crate::part::list;
use crate::store::{Store, safe_name};
use crate::{Error, durable};

/// The folder of the indexes of revisions.
pub(crate) const REVISIONS: &str = "refs";

impl Store {
    /// Where the index of the revision `rev` is: a folder like this one.
    pub fn revision_folder(folder: &Path, rev: &str) -> PathBuf {
        folder.join(REVISIONS).join(safe_name(rev))
    }

    /// What an index of a revision is of: the revision as it was named, and the commit that it meant. `None`: of no revision, or never finished.
    pub fn revision(&self) -> Option<(String, String)> {
        let text = std::fs::read_to_string(self.folder().join("rev")).ok()?;
        let (rev, commit) = text.strip_suffix('\n')?.rsplit_once('\n')?;
        Some((rev.to_owned(), commit.to_owned()))
    }

    /// From now on it is of no revision, until somebody says of which.
    pub fn clear_revision(&self) -> Result<(), Error> {
        match std::fs::remove_file(self.folder().join("rev")) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::system(&self.folder().join("rev"), "delete", &error)),
            Err(_) => Ok(()),
            Ok(()) => durable::sync_dir(self.folder()),
        }
    }

    /// Says what this index is of, once it is.
    pub fn set_revision(&self, rev: &str, commit: &str) -> Result<(), Error> {
        if self.revision().is_some_and(|(old, of)| old == rev && of == commit) {
            return Ok(());
        }
        durable::write_file(&self.folder().join("rev"), format!("{rev}\n{commit}\n").as_bytes())
    }

    /// The indexes of revisions below this one, by their folders.
    pub fn revisions(&self) -> Result<Vec<Store>, Error> {
        let folder = self.folder().join(REVISIONS);
        Ok(list(&folder, |name| !name.starts_with('.'))?.iter().filter_map(|name| Store::open(&folder.join(name)).ok()).collect())
    }

    /// The other indexes that are kept together with this one: they may have the same segments.
    pub(crate) fn siblings(&self) -> Result<Vec<Store>, Error> {
        let above = self.folder().parent().filter(|parent| parent.file_name() == Some(REVISIONS.as_ref())).and_then(Path::parent);
        let Some(main) = above.and_then(|above| Store::open(above).ok()) else { return self.revisions() };
        let mut all = main.revisions()?;
        all.retain(|store| store.folder() != self.folder());
        all.push(main);
        Ok(all)
    }

    /// Begins an empty index with what another one beside it holds, so that only what differs has to be made: its manifests, and links to its segments.
    /// The result is whole, but of another tree. Returns true if there was one to begin with.
    pub fn begin_alike(&self, wait: Duration) -> Result<bool, Error> {
        match self.lex() {
            Ok(None) => {}
            Ok(Some(_)) | Err(Error::Unfinished(_)) => return Ok(false),
            Err(error) => return Err(error),
        }
        for other in self.siblings()? {
            let Ok(Some(_)) = other.lex() else { continue };
            for part in other.parts()? {
                let Ok(Some((manifest, _))) = Manifest::read(&part) else { continue };
                let own = self.folder().join(part.strip_prefix(other.folder()).unwrap_or(&part));
                durable::make_dir(&own)?;
                let _lock = Lock::take(&own, wait)?;
                let name = manifest.part.clone();
                Draft::new(&name, manifest.made_with.clone(), false, manifest.segments.clone()).write(&own)?;
                let linked = manifest.segments.iter().all(|info| durable::link(&part.join(info.file_name()), &own.join(info.file_name())));
                // Without all of them it is no index: what is there is taken up by the writer, or goes.
                if linked {
                    durable::write_file(&own.join("manifest.json"), manifest.print().0.as_bytes())?;
                    Draft::remove(&own)?;
                }
            }
            if let Some(stamps) = other.revision().and_then(|_| other.stamps()) {
                self.set_stamps(&stamps)?;
            }
            return Ok(true);
        }
        Ok(false)
    }
}
