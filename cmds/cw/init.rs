//! `cw init` and `cw init-project`: files of settings to begin with. What is there already stays.

use std::path::{Path, PathBuf};

use cw_stages::config::{FILE, Project};
use cw_stages::{Error, Exit};

use crate::Done;
use crate::common::Work;
use crate::exit::{Failure, output, say, visible};
use crate::flow::human;
use crate::settings;

/// What `cw init` writes: every setting with its usual value, as a remark.
pub const TEMPLATE: &str = include_str!("../help/template.env");
/// What `cw init-project` writes: everything belongs, nothing is left out on top.
const PROJECT: &str = "{\n  \"indexing\": {\n    \"ignorePatterns\": []\n  }\n}\n";

/// Flags of `cw init-project`.
#[derive(clap::Args, Debug)]
pub struct ProjectArgs {
    /// The project's root [default: the current folder]
    #[arg(value_name = "PATH", default_value = ".")]
    path: PathBuf,
    /// Replace the one that is there
    #[arg(long, short)]
    force: bool,
}

/// Writes the user's file of settings, for its owner only.
pub fn user(work: &Work) -> Done {
    let file =
        settings::new_user_file(&work.env()?).ok_or_else(|| Error::usage("C42", "HOME is not set, so there are no files of a user"))?;
    if file.exists() {
        if !work.quiet {
            say(format_args!("cw: '{}' is there already; nothing was written", visible(&file.to_string_lossy())));
        }
    } else {
        write(&file, TEMPLATE, 0o600)?;
    }
    human(|out| writeln!(out, "{}", visible(&file.to_string_lossy())).map_err(output))?;
    Ok(Exit::Done)
}

/// Writes a project's file of settings.
pub fn project(args: ProjectArgs) -> Done {
    let file = args.path.join(FILE);
    if !args.path.is_dir() {
        return Err(Error::usage("S04", format!("'{}' is no folder", args.path.display())).hint("give a folder that exists").into());
    }
    if file.exists() && !args.force {
        return Err(Error::usage("C41", format!("'{}' is there already; nothing was written", file.display()))
            .hint("--force replaces it")
            .into());
    }
    Project::parse(PROJECT.as_bytes())?;
    write(&file, PROJECT, 0o644)?;
    human(|out| writeln!(out, "{}", visible(&file.to_string_lossy())).map_err(output))?;
    Ok(Exit::Done)
}

fn write(file: &Path, text: &str, mode: u32) -> Result<(), Failure> {
    crate::put::put(file, text.as_bytes(), mode)
        .map_err(|error| Error::system("C04", format!("cannot write '{}': {error}", file.display())).into())
}
