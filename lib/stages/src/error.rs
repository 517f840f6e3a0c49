//! What ends a stage: the S codes, and the R and I codes of the floors below. An error carries its exit code; hints stand apart.

use std::fmt;

use cw_records::Order;

/// Exit codes, the same in every command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: done, something found.
    Done = 0,
    /// 1: done, but nothing found or items lost.
    Nothing = 1,
    /// 2: wrong use, or the input was cut.
    Usage = 2,
    /// 3: the index is not usable.
    Index = 3,
    /// 4: the system refused.
    System = 4,
}

/// A fatal error of a stage.
#[derive(Debug, Clone)]
pub struct Error {
    /// Stable code, such as `S01`.
    pub code: &'static str,
    /// The exit code of the command.
    pub exit: Exit,
    /// What failed first: lower case, the subject quoted, no full stop.
    pub message: String,
    /// The way out.
    pub hint: Option<String>,
}

impl Error {
    /// Wrong use: exit 2.
    pub fn usage(code: &'static str, message: impl Into<String>) -> Error {
        Error { code, exit: Exit::Usage, message: message.into(), hint: None }
    }

    /// The index is not usable: exit 3.
    pub fn index(code: &'static str, message: impl Into<String>) -> Error {
        Error { code, exit: Exit::Index, message: message.into(), hint: None }
    }

    /// The system refused: exit 4.
    pub fn system(code: &'static str, message: impl Into<String>) -> Error {
        Error { code, exit: Exit::System, message: message.into(), hint: None }
    }

    /// R05: a stage that needs hits best first got another order.
    pub(crate) fn wrong_order(what: &str, order: Order) -> Error {
        let (order, hint) = match order {
            Order::Path => ("path", "start with cw-lex find"),
            _ => ("none", "put cw-fuse before it"),
        };
        Error::usage("R05", format!("cannot {what} in order '{order}'")).hint(hint)
    }

    /// Adds the way out.
    pub fn hint(mut self, hint: impl Into<String>) -> Error {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for Error {}

impl From<cw_records::Error> for Error {
    fn from(error: cw_records::Error) -> Error {
        let exit = if let cw_records::Error::Io(_) = error { Exit::System } else { Exit::Usage };
        Error { code: error.code(), exit, message: error.to_string(), hint: error.hint().map(Into::into) }
    }
}

impl From<cw_index::Error> for Error {
    fn from(error: cw_index::Error) -> Error {
        let exit = if error.is_system() { Exit::System } else { Exit::Index };
        Error { code: error.code(), exit, message: error.to_string(), hint: Some(error.hint().into()) }
    }
}
