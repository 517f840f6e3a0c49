//! Which segments were found right, as the file system knows them: so that a question to a large index does not sum up every byte again. See `FORMAT.md`, Files.
//!
//! Who checked or wrote a segment writes its mark: device, inode, length, and the times of its last change in nanoseconds. While the mark fits nobody has written to that file, and its sums need
//! not be looked at. A copy, a restored backup and a damaged file have another mark. A medium that loses bits by itself is not noticed by this, but by `cw verify`, which believes no mark.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::path::Path;

use crate::durable;

/// The file, in the folder of a part.
const NAME: &str = "checked";
const HEAD: &str = "cw-checked 1\n";
/// A part with fewer bytes is checked each time: that takes some milliseconds.
const LARGE: u64 = 64 << 20;

/// Marks by file name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked(BTreeMap<String, String>);

impl Checked {
    /// The marks in `folder`; none if they cannot be read.
    pub fn read(folder: &Path) -> Checked {
        let text = std::fs::read_to_string(folder.join(NAME)).unwrap_or_default();
        let lines = text.strip_prefix(HEAD).unwrap_or_default().lines();
        Checked(lines.filter_map(|line| line.split_once(' ')).map(|(name, mark)| (name.to_owned(), mark.to_owned())).collect())
    }

    /// True if the file of this name was checked as it is now.
    pub fn knows(&self, path: &Path, meta: &Metadata) -> bool {
        let noted = path.file_name().and_then(|name| self.0.get(name.to_str()?));
        noted.is_some_and(|noted| mark(meta).as_ref() == Some(noted))
    }

    /// Takes down a file that is right.
    pub fn add(&mut self, path: &Path, meta: &Metadata) {
        if let (Some(name), Some(mark)) = (path.file_name().and_then(|name| name.to_str()), mark(meta)) {
            self.0.insert(name.to_owned(), mark);
        }
    }

    /// Leaves the marks of `names` for the next who opens the part, if it is so large, of `bytes`, that this is worth it. Nothing depends on it, so nothing fails.
    pub fn write(mut self, folder: &Path, names: &[String], bytes: u64) {
        let path = folder.join(NAME);
        self.0.retain(|name, _| names.contains(name));
        if bytes < LARGE || self.0.is_empty() {
            let _ = std::fs::remove_file(path);
        } else if self != Checked::read(folder) {
            let lines = self.0.iter().map(|(name, mark)| format!("{name} {mark}\n"));
            let _ = durable::write_file(&path, (HEAD.to_owned() + &lines.collect::<String>()).as_bytes());
        }
    }
}

/// What changes whenever somebody writes to the file; `None` where the system does not tell.
fn mark(meta: &Metadata) -> Option<String> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let (changed, status) = ((meta.mtime(), meta.mtime_nsec()), (meta.ctime(), meta.ctime_nsec()));
        Some(format!("{}:{}:{}:{}.{}:{}.{}", meta.dev(), meta.ino(), meta.size(), changed.0, changed.1, status.0, status.1))
    }
    #[cfg(not(unix))]
    {
        let _ = meta;
        None
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_mark_fits_until_somebody_writes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.seg");
        std::fs::write(&path, "right").unwrap();
        let mut checked = Checked::default();
        let names = ["a.seg".to_owned()];
        checked.add(&path, &path.metadata().unwrap());
        assert!(checked.knows(&path, &path.metadata().unwrap()));
        checked.clone().write(folder.path(), &names, LARGE - 1);
        assert_eq!(Checked::read(folder.path()), Checked::default());
        checked.clone().write(folder.path(), &names, LARGE);
        assert_eq!(Checked::read(folder.path()), checked);

        // The same length and the same time of change, but written since.
        let before = path.metadata().unwrap().modified().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20));
        std::fs::write(&path, "wrong").unwrap();
        std::fs::File::options().write(true).open(&path).unwrap().set_modified(before).unwrap();
        assert_eq!(path.metadata().unwrap().modified().unwrap(), before);
        assert!(!checked.knows(&path, &path.metadata().unwrap()));
        // A copy is another file.
        std::fs::copy(&path, folder.path().join("b")).unwrap();
        std::fs::rename(folder.path().join("b"), &path).unwrap();
        assert!(!checked.knows(&path, &path.metadata().unwrap()));

        std::fs::write(folder.path().join(NAME), "cw-checked 2\na.seg 1:2\n").unwrap();
        assert_eq!(Checked::read(folder.path()), Checked::default());
    }
}
