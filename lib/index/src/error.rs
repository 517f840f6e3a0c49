//! What can be wrong with an index: the I codes.

use std::fmt;
use std::path::{Path, PathBuf};

/// A reason why an index cannot be used or written. `Display` says what failed first; [`Error::hint`] says the way out.
#[derive(Debug, Clone)]
pub enum Error {
    /// I01: no index here.
    Missing(PathBuf),
    /// I02: another process writes the part.
    Locked {
        /// The part's folder.
        part: PathBuf,
        /// What its lock file says of the holder.
        holder: String,
    },
    /// I03: a format or version that this build does not read.
    Version {
        /// The file.
        path: PathBuf,
        /// What was found.
        found: String,
    },
    /// I04: bytes that are not what was written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// I05: the part was made with other options.
    Options {
        /// The part's folder.
        part: PathBuf,
        /// What the part was made with.
        theirs: String,
        /// What was asked for.
        ours: String,
    },
    /// I06: the index has no such part.
    NoPart(PathBuf),
    /// I08: the share has none of these refs.
    NoRef(String),
    /// I09: a share holds what cannot be used.
    Share {
        /// The file of the share.
        path: String,
        /// What is wrong with it.
        what: String,
    },
    /// I07: the system refused.
    System {
        /// The file or folder.
        path: PathBuf,
        /// What was tried, such as `write`.
        what: &'static str,
        /// The system's answer.
        error: String,
    },
    /// I12: another command wrote the part between the look at it and the lock.
    Moved(PathBuf),
    /// I13: parts that were to be joined hold files between each other's.
    Entwined {
        /// A file of the one that lies between files of the other.
        path: String,
        /// The part that holds files around it.
        one: PathBuf,
        /// The part that holds it.
        other: PathBuf,
    },
    /// I10: the first build of the part was stopped before it was whole.
    Unfinished(PathBuf),
}

impl Error {
    /// The stable code, such as `I04`.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Missing(_) => "I01",
            Error::Locked { .. } => "I02",
            Error::Version { .. } => "I03",
            Error::Damaged { .. } => "I04",
            Error::Options { .. } => "I05",
            Error::NoPart(_) => "I06",
            Error::System { .. } => "I07",
            Error::NoRef(_) => "I08",
            Error::Share { .. } => "I09",
            Error::Unfinished(_) => "I10",
            Error::Moved(_) => "I12",
            Error::Entwined { .. } => "I13",
        }
    }

    /// True if the system refused (exit 4), false if the index is not usable (exit 3).
    pub fn is_system(&self) -> bool {
        matches!(self, Error::Locked { .. } | Error::System { .. } | Error::Moved(_))
    }

    /// The way out.
    pub fn hint(&self) -> &'static str {
        match self {
            Error::Missing(folder) if folder.file_name().is_none_or(|name| name != crate::FOLDER) => "make one: cw index PATH --index DIR",
            Error::Missing(_) => "make one: cw index",
            Error::Locked { .. } => "wait until the other command is done; cw index has --wait SECONDS",
            Error::Version { .. } => "rebuild it with this version: cw index --rebuild",
            Error::Damaged { .. } => {
                "cw verify lists all damage; cw index repairs it and keeps what was damaged; cw index --rebuild makes all anew"
            }
            Error::Options { .. } => "pass the same options, name another --index, or rebuild: cw index --rebuild",
            Error::NoPart(_) => "build it: cw index",
            Error::NoRef(_) => "cw push writes a ref; --ref names another",
            Error::Share { .. } => {
                "nothing was taken over; if it was damaged there, delete that file and push again from an index that cw verify finds whole"
            }
            Error::Unfinished(_) => "go on with it: cw index",
            Error::Moved(_) => "run it again",
            Error::Entwined { .. } => "give each a name, which its paths then begin with: --index NAME=DIR",
            Error::System { .. } => "check space and permissions; the old index is as it was. --index DIR puts it elsewhere",
        }
    }

    pub(crate) fn system(path: &Path, what: &'static str, error: &std::io::Error) -> Error {
        Error::System { path: path.to_owned(), what, error: error.to_string() }
    }

    /// A file of the index that could not be read. A folder in its place is damage.
    pub(crate) fn unread(path: &Path, error: &std::io::Error) -> Error {
        match error.kind() {
            std::io::ErrorKind::IsADirectory => Error::damaged(path, "it is a folder"),
            _ => Error::system(path, "read", error),
        }
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> Error {
        Error::Damaged { path: path.to_owned(), what: what.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Missing(path) => write!(f, "no index found in '{}'", path.display()),
            Error::Locked { part, holder } if holder.is_empty() => write!(f, "index part '{}' is being written", part.display()),
            Error::Locked { part, holder } => write!(f, "index part '{}' is being written by {holder}", part.display()),
            Error::Version { path, found } => write!(f, "cannot read '{}': {found}", path.display()),
            Error::Damaged { path, what } => write!(f, "damaged file '{}': {what}", path.display()),
            Error::Options { part, theirs, ours } => {
                write!(f, "index part '{}' was made with other options: {theirs}, not {ours}", part.display())
            }
            Error::NoPart(path) => write!(f, "index has no part '{}'", path.display()),
            Error::NoRef(names) => write!(f, "the share has no ref '{names}'"),
            Error::Share { path, what } => write!(f, "cannot use '{path}' of the share: {what}"),
            Error::Moved(path) => write!(f, "index part '{}' was written by another command meanwhile", path.display()),
            Error::Entwined { path, one, other } => {
                write!(f, "'{path}' of '{}' lies among the files of '{}'", other.display(), one.display())
            }
            Error::Unfinished(path) => write!(f, "index part '{}' is not whole: its first build was stopped", path.display()),
            Error::System { path, what, error } => write!(f, "cannot {what} '{}': {error}", path.display()),
        }
    }
}

impl std::error::Error for Error {}
