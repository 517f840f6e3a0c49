//! Which folders may be looked at: real, absolute, narrow enough to be a project, and below the roots that the server was started with.

use std::path::{Path, PathBuf};

use cw_stages::{Env, Error, scan};

use super::reply::{Reply, Stop};
use crate::exit::Failure;

/// The rules. Roots are free of links, and so is what is compared with them.
pub struct Policy {
    roots: Vec<PathBuf>,
    env: Env,
}

impl Policy {
    /// Only what lies below `roots`; everything if there are none.
    pub fn new(roots: &[PathBuf], env: Env) -> Result<Policy, Failure> {
        let real = |root: &PathBuf| {
            let error = |error| Error::usage("S04", format!("cannot use '{}': {error}", root.display())).hint("give a folder that exists");
            match root.canonicalize() {
                Ok(real) if real.is_dir() => Ok(real),
                Ok(_) => Err(error(std::io::ErrorKind::NotADirectory.into())),
                Err(why) => Err(error(why)),
            }
        };
        Ok(Policy { roots: roots.iter().map(real).collect::<Result<_, _>>()?, env })
    }

    /// The folder that `text` names, free of links. `client` are the roots that the client has; they only narrow.
    pub fn admit(&self, text: &str, client: Option<&[PathBuf]>) -> Result<PathBuf, Stop> {
        let refuse = |why: &str, hint: Option<&str>| Err(Reply::refusal("bad_path", format!("'{text}' {why}"), hint));
        let absolute = Some("give the absolute path of the repository");
        if text.trim().is_empty() {
            return refuse("is empty", absolute);
        }
        if text.contains('\0') {
            return refuse("has a NUL in it", None);
        }
        if text.starts_with('~') {
            return refuse("begins with '~', which nobody expands here", absolute);
        }
        let path = Path::new(text);
        if !path.is_absolute() {
            let drive = text.as_bytes();
            if drive.len() >= 2 && drive[0].is_ascii_alphabetic() && drive[1] == b':' || text.starts_with("\\\\") {
                return refuse("is a path of Windows, and this is none", absolute);
            }
            return refuse("is not absolute", absolute);
        }
        let outside = "is outside the folders that this server may look at";
        let real = match path.canonicalize() {
            Ok(real) => real,
            // What does not exist outside the roots is outside first.
            Err(_) if !self.allows(path, client) => return refuse(outside, None),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return refuse("does not exist", absolute),
            Err(error) => return refuse(&format!("cannot be looked at: {error}"), None),
        };
        if !self.allows(&real, client) {
            return refuse(outside, None);
        }
        if !real.is_dir() {
            return refuse("is not a folder", Some("give the folder of the repository"));
        }
        if scan::is_too_wide(&real, &self.env) {
            return refuse("is too wide to be one project", Some("give the folder of one repository"));
        }
        Ok(real)
    }

    /// True if a folder that is free of links may be looked at.
    pub fn allows(&self, path: &Path, client: Option<&[PathBuf]>) -> bool {
        let below = |roots: &[PathBuf]| roots.iter().any(|root| path.starts_with(root));
        (self.roots.is_empty() || below(&self.roots)) && client.is_none_or(below)
    }
}
