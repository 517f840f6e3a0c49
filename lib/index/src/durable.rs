//! The only place that writes to an index. Every write is: temporary file, sync, rename, sync of the folder.
//!
//! It never changes or truncates a file in place (but for the lock's note), so a mapped segment cannot change under its reader.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::{Error, deed};

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// Prefix of temporary files; a writer that holds the lock may delete those of others.
pub(crate) const TEMPORARY: &str = ".tmp-";

/// Makes `path` and what is missing above it; afterwards their names survive a power cut. New folders are for their owner only: an index holds the code.
pub(crate) fn make_dir(path: &Path) -> Result<(), Error> {
    make_dir_for(path, 0o700)
}

/// The same with these permissions, as far as the user's mask lets them be.
pub(crate) fn make_dir_for(path: &Path, mode: u32) -> Result<(), Error> {
    let missing: Vec<&Path> = path.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists()).collect();
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, mode);
    #[cfg(not(unix))]
    let _ = mode;
    again(|| builder.create(path)).map_err(|error| Error::system(path, "make folder", &error))?;
    let above = missing.iter().rev().filter_map(|folder| folder.parent());
    above.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder }).try_for_each(sync_dir)
}

/// Puts `bytes` under `path`, wholly or not at all; afterwards they survive a power cut.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_file_for(path, bytes, 0o600)
}

/// The same with these permissions, as far as the user's mask lets them be.
pub(crate) fn write_file_for(path: &Path, bytes: &[u8], mode: u32) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    // On a folder of several machines, or in containers, another process may have the same number.
    let (temporary, opened) = loop {
        let temporary = folder.join(format!("{TEMPORARY}{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed)));
        match options.open(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => break (temporary, opened),
        }
    };
    let mut file = opened.map_err(|error| Error::system(path, "write", &error))?;
    let mut fill = || -> io::Result<()> {
        file.write_all(bytes)?;
        deed::sync(&file)
    };
    let done = fill().and_then(|()| again(|| deed::rename(&temporary, path)));
    if let Err(error) = done {
        let _ = fs::remove_file(&temporary);
        return Err(Error::system(path, "write", &error));
    }
    sync_dir(folder)
}

/// Gives the file `from`, which never changes, the name `to` too; copies it where there are no such links. False if `to` is not that file afterwards.
pub(crate) fn link(from: &Path, to: &Path) -> bool {
    match fs::hard_link(from, to) {
        Ok(()) => true,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::read(from).is_ok_and(|bytes| fs::read(to).is_ok_and(|other| other == bytes))
        }
        Err(_) => fs::read(from).is_ok_and(|bytes| write_file(to, &bytes).is_ok()),
    }
}

/// Makes the names in `folder` survive a power cut.
pub(crate) fn sync_dir(folder: &Path) -> Result<(), Error> {
    #[cfg(unix)]
    {
        let done = again(|| File::open(folder)).and_then(|dir| again(|| deed::sync(&dir)));
        done.map_err(|error| Error::system(folder, "sync", &error))?;
    }
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Moves a file to another folder of the same index.
pub(crate) fn move_file(from: &Path, folder: &Path) -> Result<PathBuf, Error> {
    make_dir(folder)?;
    let name = from.file_name().unwrap_or_default();
    // What was moved before stays.
    let free = |number: u32| {
        let mut name = name.to_owned();
        name.push(if number == 0 { String::new() } else { format!(".{number}") });
        Some(folder.join(name)).filter(|to| !to.exists())
    };
    let to = (0..1000).find_map(free).unwrap_or_else(|| folder.join(name));
    again(|| fs::rename(from, &to)).map_err(|error| Error::system(from, "move", &error))?;
    sync_dir(folder)?;
    Ok(to)
}

/// Repeats a call that a signal interrupted.
pub(crate) fn again<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
