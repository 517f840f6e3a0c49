//! What is asked of an index by those who look after it: who writes it, what was moved aside, what room there is.

use std::path::{Path, PathBuf};

use crate::lock::writer_of;
use crate::part::list;
use crate::{Error, Store};

impl Store {
    /// The parts that somebody writes right now, and who. Takes nothing.
    pub fn writers(&self) -> Result<Vec<(PathBuf, String)>, Error> {
        Ok(self.parts()?.into_iter().filter_map(|part| writer_of(&part).map(|who| (part, who))).collect())
    }

    /// Names of the files that were moved aside as damaged.
    pub fn moved_aside(&self) -> Result<Vec<String>, Error> {
        list(&self.folder().join("damaged"), |_| true)
    }
}

/// How many bytes are free for an index at `folder`, which may not be there yet; `None` if the system does not say.
pub fn free_space(folder: &Path) -> Option<u64> {
    let there = folder.ancestors().find(|folder| folder.is_dir())?;
    fs2::available_space(there).ok()
}
