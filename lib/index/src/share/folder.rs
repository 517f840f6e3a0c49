//! A share that is a folder. Its files have the permissions that the user's mask leaves, since it is there for others.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cw_records::Blob;

use super::Remote;
use crate::lock::Lock;
use crate::{Error, durable};

/// A folder as a share; it is made with the first push.
pub struct Folder {
    root: PathBuf,
    wait: Duration,
}

impl Folder {
    /// The share at `root`. Who moves a ref waits for another as long as `wait`.
    pub fn new(root: &Path, wait: Duration) -> Folder {
        Folder { root: root.to_owned(), wait }
    }

    fn put(&self, path: &Path, bytes: &[u8]) -> Result<(), Error> {
        durable::make_dir_for(path.parent().unwrap_or(&self.root), 0o777)?;
        durable::write_file_for(path, bytes, 0o666)
    }
}

/// `None` for what is not there.
fn there<T>(path: &Path, done: std::io::Result<T>) -> Result<Option<T>, Error> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(Error::system(path, "read", &error)),
    }
}

impl Remote for Folder {
    type Error = Error;

    fn length(&self, path: &str) -> Result<Option<u64>, Error> {
        let path = self.root.join(path);
        Ok(there(&path, std::fs::metadata(&path))?.map(|meta| meta.len()))
    }

    fn read(&self, path: &str, limit: u64) -> Result<Option<(Vec<u8>, String)>, Error> {
        let file = self.root.join(path);
        let Some(open) = there(&file, std::fs::File::open(&file))? else { return Ok(None) };
        let mut bytes = Vec::new();
        open.take(limit + 1).read_to_end(&mut bytes).map_err(|error| Error::system(&file, "read", &error))?;
        if bytes.len() as u64 > limit {
            return Err(Error::Share { path: path.to_owned(), what: format!("it is longer than {limit} bytes") });
        }
        let tag = Blob::of(&bytes).to_string();
        Ok(Some((bytes, tag)))
    }

    fn create(&self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        self.put(&self.root.join(path), bytes)
    }

    fn swap(&self, path: &str, seen: Option<&str>, bytes: &[u8]) -> Result<bool, Error> {
        durable::make_dir_for(&self.root, 0o777)?;
        let _lock = Lock::of(&self.root, 0o666, self.wait)?;
        let now = self.read(path, super::REF)?.map(|(_, tag)| tag);
        if now.as_deref() != seen {
            return Ok(false);
        }
        self.put(&self.root.join(path), bytes)?;
        Ok(true)
    }
}
