//! What safety rests on, each a call of its own: syncing, naming, comparing sums. With the feature `mutants` a build can be told to get one of them wrong, so that the
//! torture suite shows that it would see it.

#[cfg(not(feature = "mutants"))]
mod right {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    /// Makes the content (or the names) behind `file` survive a power cut.
    pub(crate) fn sync(file: &File) -> io::Result<()> {
        file.sync_all()
    }

    /// Gives a file its name, in place of what had it.
    pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
        std::fs::rename(from, to)
    }

    /// True if `data` is what was written.
    pub(crate) fn is_sum(data: &[u8], sum: u64) -> bool {
        xxhash_rust::xxh3::xxh3_64(data) == sum
    }
}
#[cfg(not(feature = "mutants"))]
pub(crate) use right::{is_sum, rename, sync};

#[cfg(feature = "mutants")]
mod wrong {
    use std::fs::File;
    use std::io;
    use std::path::{Path, PathBuf};
    use std::sync::{Mutex, OnceLock};

    static WORD: OnceLock<String> = OnceLock::new();
    static LATE: Mutex<Vec<(PathBuf, PathBuf)>> = Mutex::new(Vec::new());

    /// Chooses what goes wrong: `no-sync`, `no-check` or `manifest-first`; any other word is nothing.
    pub fn set_mutant(word: &str) {
        let _ = WORD.set(word.to_owned());
    }

    fn is(word: &str) -> bool {
        WORD.get().is_some_and(|chosen| chosen == word)
    }

    pub(crate) fn sync(file: &File) -> io::Result<()> {
        if is("no-sync") { Ok(()) } else { file.sync_all() }
    }

    pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
        let mut late = LATE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if is("manifest-first") && to.extension().is_some_and(|end| end == "seg") {
            late.push((from.to_owned(), to.to_owned()));
            return Ok(());
        }
        std::fs::rename(from, to)?;
        if to.ends_with("manifest.json") {
            late.drain(..).try_for_each(|(from, to)| std::fs::rename(from, to))?;
        }
        Ok(())
    }

    pub(crate) fn is_sum(data: &[u8], sum: u64) -> bool {
        is("no-check") || xxhash_rust::xxh3::xxh3_64(data) == sum
    }
}
#[cfg(feature = "mutants")]
pub use wrong::set_mutant;
#[cfg(feature = "mutants")]
pub(crate) use wrong::{is_sum, rename, sync};
