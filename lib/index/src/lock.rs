//! One writer a part. A kernel lock on a permanent file: it dies with its process, so there is nothing to clean up by hand.
//!
//! The file's content (process and command) is a courtesy for messages and decides nothing; it is emptied when the lock is given back.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::{Error, durable};

/// Less is not waited.
const INSTANT: Duration = Duration::from_millis(50);

/// The lock of one part, held until dropped.
pub(crate) struct Lock {
    file: File,
}

impl Lock {
    /// Takes the lock of the part in `folder`, trying for as long as `wait`.
    pub(crate) fn take(folder: &Path, wait: Duration) -> Result<Lock, Error> {
        Lock::of(folder, 0o600, wait)
    }

    /// The same with these permissions of the file, as far as the user's mask lets them be.
    pub(crate) fn of(folder: &Path, mode: u32, wait: Duration) -> Result<Lock, Error> {
        let path = folder.join("lock");
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
        #[cfg(not(unix))]
        let _ = mode;
        let open = || durable::again(|| options.open(&path)).map_err(|error| Error::system(&path, "open", &error));
        let mut file = open()?;
        let start = Instant::now();
        loop {
            match durable::again(|| fs2::FileExt::try_lock_exclusive(&file)) {
                Ok(()) if is_named(&file, &path) => break,
                // It was deleted with its part while this one waited: the lock of nothing.
                Ok(()) => {
                    durable::make_dir(folder)?;
                    file = open()?;
                }
                Err(error) if error.kind() == fs2::lock_contended_error().kind() => {
                    // Who only looks whether somebody writes holds it for an instant.
                    if start.elapsed() >= wait.max(INSTANT) {
                        return Err(Error::Locked { part: folder.to_owned(), holder: holder(&path) });
                    }
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(error) => return Err(Error::system(&path, "lock", &error)),
            }
        }
        let _ = file.set_len(0);
        let _ = file.rewind();
        let _ = write!(file, "process {}", std::process::id());
        Ok(Lock { file })
    }
}

/// True if the file of this name is still this one.
fn is_named(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |meta: std::fs::Metadata| (meta.dev(), meta.ino());
        file.metadata().map(place).ok() == std::fs::metadata(path).map(place).ok()
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// Who writes the part in `folder` right now, if somebody does.
pub(crate) fn writer_of(folder: &Path) -> Option<String> {
    let path = folder.join("lock");
    let file = File::open(&path).ok()?;
    match fs2::FileExt::try_lock_shared(&file) {
        Err(error) if error.kind() == fs2::lock_contended_error().kind() => Some(holder(&path)),
        _ => None,
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.file.set_len(0);
    }
}

fn holder(path: &PathBuf) -> String {
    let mut note = String::new();
    if let Ok(file) = File::open(path) {
        let _ = file.take(100).read_to_string(&mut note);
    }
    note.chars().filter(|letter| !letter.is_control()).collect()
}
