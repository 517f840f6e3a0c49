//! Opens what lies below the root, and nothing else: no link on the way is followed, wherever it was put and whenever. On Linux the kernel
//! itself sees to that; elsewhere folder by folder.

use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, Stat};
use rustix::io::{Errno, retry_on_intr};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    File,
    Folder,
    Link,
    /// A pipe, socket or device.
    Special,
    /// In a revision: a submodule whose commit is not here.
    Submodule,
}

impl Kind {
    pub fn of(kind: FileType) -> Kind {
        match kind {
            FileType::RegularFile => Kind::File,
            FileType::Directory => Kind::Folder,
            FileType::Symlink => Kind::Link,
            _ => Kind::Special,
        }
    }
}

/// What the system knows of a file without opening it. Times in nanoseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meta {
    pub kind: Kind,
    pub size: u64,
    pub mtime: i64,
    pub ctime: i64,
    pub inode: u64,
}

impl Meta {
    #[allow(clippy::unnecessary_cast, clippy::useless_conversion)] // the types differ between systems
    fn of(stat: &Stat) -> Meta {
        let nanos = |seconds: i64, nanos: i64| seconds.saturating_mul(1_000_000_000).saturating_add(nanos);
        Meta {
            kind: Kind::of(FileType::from_raw_mode(stat.st_mode)),
            size: stat.st_size as u64,
            mtime: nanos(stat.st_mtime as i64, stat.st_mtime_nsec as i64),
            ctime: nanos(stat.st_ctime as i64, stat.st_ctime_nsec as i64),
            inode: stat.st_ino as u64,
        }
    }

    /// Of an open file.
    pub fn of_open(file: impl AsFd) -> io::Result<Meta> {
        Ok(Meta::of(&retry_on_intr(|| rustix::fs::fstat(&file))?))
    }

    /// Of `name` in an open folder; of a link, its own.
    pub fn of_name(folder: impl AsFd, name: &[u8]) -> io::Result<Meta> {
        Ok(Meta::of(&retry_on_intr(|| rustix::fs::statat(&folder, OsStr::from_bytes(name), AtFlags::SYMLINK_NOFOLLOW))?))
    }
}

/// An open root.
pub struct Root(OwnedFd);

impl Root {
    /// Opens the folder `path`, links allowed: the user named it.
    pub fn open(path: &Path) -> io::Result<Root> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Root(retry_on_intr(|| rustix::fs::openat(CWD, path, flags, Mode::empty()))?))
    }

    /// Opens the folder `path` below the root; the empty path is the root.
    pub fn folder(&self, path: &[u8]) -> io::Result<OwnedFd> {
        self.beneath(if path.is_empty() { b"." } else { path }, OFlags::DIRECTORY)
    }

    /// Opens the file `path` for reading. Never waits: look at its kind before reading.
    pub fn file(&self, path: &[u8]) -> io::Result<std::fs::File> {
        Ok(self.beneath(path, OFlags::NONBLOCK | OFlags::NOCTTY)?.into())
    }

    /// What the system knows of `path`.
    pub fn meta(&self, path: &[u8]) -> io::Result<Meta> {
        let cut = path.iter().rposition(|byte| *byte == b'/');
        let (folder, name) = cut.map_or((&b""[..], path), |cut| (&path[..cut], &path[cut + 1..]));
        Meta::of_name(self.folder(folder)?, name)
    }

    fn beneath(&self, path: &[u8], flags: OFlags) -> io::Result<OwnedFd> {
        let flags = flags | OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::ResolveFlags;
            let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
            match retry_on_intr(|| rustix::fs::openat2(&self.0, OsStr::from_bytes(path), flags, Mode::empty(), resolve)) {
                // Old kernels and sandboxes do not know the call; a rename on the way makes it give up.
                Err(Errno::NOSYS | Errno::PERM | Errno::AGAIN | Errno::INVAL) => {}
                other => return Ok(other?),
            }
        }
        self.step_by_step(path, flags)
    }

    fn step_by_step(&self, path: &[u8], flags: OFlags) -> io::Result<OwnedFd> {
        let walk = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        let mut folder: Option<OwnedFd> = None;
        let mut parts = path.split(|byte| *byte == b'/').peekable();
        while let Some(part) = parts.next() {
            if part == b".." || part.is_empty() {
                return Err(Errno::XDEV.into());
            }
            let flags = if parts.peek().is_some() { walk } else { flags };
            let above = folder.as_ref().map_or(self.0.as_fd(), AsFd::as_fd);
            folder = Some(retry_on_intr(|| rustix::fs::openat(above, OsStr::from_bytes(part), flags, Mode::empty()))?);
        }
        folder.ok_or_else(|| Errno::NOENT.into())
    }
}

/// Names in a folder; the kind is missing where the file system does not tell.
pub type Names = Vec<(Vec<u8>, Option<Kind>)>;

/// What is in an open folder, `.` and `..` left out.
pub fn names(folder: &OwnedFd) -> io::Result<Names> {
    let mut names = Vec::new();
    for entry in retry_on_intr(|| rustix::fs::Dir::read_from(folder))? {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name != b"." && name != b".." {
            let kind = entry.file_type();
            names.push((name.to_vec(), (kind != FileType::Unknown).then(|| Kind::of(kind))));
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_way_out() {
        let folder = tempfile::tempdir().unwrap();
        let root_path = folder.path().join("root");
        std::fs::create_dir_all(root_path.join("sub")).unwrap();
        std::fs::write(folder.path().join("outside"), "x").unwrap();
        std::fs::write(root_path.join("sub/in"), "x").unwrap();
        std::os::unix::fs::symlink("..", root_path.join("up")).unwrap();
        std::os::unix::fs::symlink("sub", root_path.join("link")).unwrap();
        let root = Root::open(&root_path).unwrap();
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        for path in ["sub/in", "../outside", "up/outside", "link/in", "link", "sub/../../outside"] {
            assert_eq!(root.file(path.as_bytes()).is_ok(), path == "sub/in", "{path}");
            assert_eq!(root.step_by_step(path.as_bytes(), flags).is_ok(), path == "sub/in", "{path}");
        }
        assert_eq!(root.meta(b"link").unwrap().kind, Kind::Link);
    }
}
