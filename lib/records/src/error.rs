//! What can be wrong with a stream: the R codes. Every one of them ends a command with exit code 2, except `R00`, which is the system's refusal.

use std::fmt;
use std::io;

/// A stream that cannot be read further. `Display` says what failed first; [`Error::hint`] says the way out.
#[derive(Debug)]
pub enum Error {
    /// R00: the system refused to read or write.
    Io(io::Error),
    /// R01: the line is not one JSON object, or lacks what its type needs.
    Line {
        /// 1-based line number.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// R02: a record came before any header.
    NoHeader {
        /// 1-based line number.
        line: u64,
        /// The type that came instead.
        found: String,
    },
    /// R03: the input ended without an `end` record.
    Cut {
        /// Records read before the cut.
        records: u64,
    },
    /// R04: the stream is of a newer version.
    Version {
        /// The version found.
        found: u64,
    },
    /// R05: the order of the stream is not what the stage needs.
    Order {
        /// What is wrong with it.
        what: String,
        /// The way out.
        hint: &'static str,
    },
    /// R06: a line is longer than [`crate::LINE_MAX`].
    Long {
        /// 1-based line number.
        line: u64,
    },
}

impl Error {
    /// The stable code, such as `R03`.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Io(_) => "R00",
            Error::Line { .. } => "R01",
            Error::NoHeader { .. } => "R02",
            Error::Cut { .. } => "R03",
            Error::Version { .. } => "R04",
            Error::Order { .. } => "R05",
            Error::Long { .. } => "R06",
        }
    }

    /// The way out, for a line of its own.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Error::Io(_) => return None,
            Error::Line { .. } => "cw-records(5) describes what flows between commands; --keep-going passes over bad lines",
            Error::NoHeader { .. } => "start with cw-scan, or with cw-lex find",
            Error::Cut { records: 0 } => "start with cw-scan, or with cw-lex find; if you did, that command failed",
            Error::Cut { .. } => "an earlier command failed; its message is above. Nothing of this stream was committed",
            Error::Version { .. } => "use commands of one release",
            Error::Order { hint, .. } => hint,
            Error::Long { .. } => "no record is that long; --keep-going passes over it",
        })
    }

    /// True if reading can go on after this error (it concerns one line).
    pub fn is_local(&self) -> bool {
        matches!(self, Error::Line { .. } | Error::Long { .. })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => write!(f, "cannot read or write the stream: {error}"),
            Error::Line { line, what } => write!(f, "line {line} is not a record: {what}"),
            Error::NoHeader { line, found } => write!(f, "stream has no header before '{found}' on line {line}"),
            Error::Cut { records: 0 } => write!(f, "stream was empty: not even a header"),
            Error::Cut { records } => write!(f, "stream was cut after {records} records"),
            Error::Version { found } => {
                write!(f, "records version {found} is newer than this command, which reads {}", crate::VERSION)
            }
            Error::Order { what, .. } => write!(f, "wrong order: {what}"),
            Error::Long { line } => write!(f, "line {line} is longer than {} MiB", crate::LINE_MAX >> 20),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}
