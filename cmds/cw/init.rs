//! `cw init` and `cw init-project`: files of settings to begin with. What is there already stays.

use std::path::{Path, PathBuf};

use cw_stages::config::{FILE, Origin, Project};
use cw_stages::{Env, Error, Exit};

use crate::Done;
use crate::common::Work;
use crate::exit::{Failure, output, say, visible};
use crate::flow::human;
use crate::{models, settings};

/// What `cw init` writes: every setting with its usual value, as a remark.
pub const TEMPLATE: &str = include_str!("../help/template.env");
/// What `cw init-project` writes: everything belongs, nothing is left out on top.
const PROJECT: &str = "{\n  \"indexing\": {\n    \"ignorePatterns\": []\n  }\n}\n";

/// Flags of `cw init`.
#[derive(clap::Args, Debug)]
pub struct UserArgs {
    /// Try the model in this folder, and set it: an encoder embeds, a cross-encoder judges
    #[arg(long, value_name = "DIR")]
    model: Option<PathBuf>,
}

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

/// Writes the user's file of settings, for its owner only; with a model, sets it there.
pub fn user(args: UserArgs, work: &Work) -> Done {
    let env = work.env()?;
    let file = settings::new_user_file(&env).ok_or_else(|| Error::usage("C42", "HOME is not set, so there are no files of a user"))?;
    if let Some(folder) = args.model {
        model(&env, &file, &folder, work)?;
    } else if file.exists() {
        if !work.quiet {
            say(format_args!("cw: '{}' is there already; nothing was written", visible(&file.to_string_lossy())));
        }
    } else {
        write(&file, TEMPLATE, 0o600)?;
    }
    human(|out| writeln!(out, "{}", visible(&file.to_string_lossy())).map_err(output))?;
    Ok(Exit::Done)
}

/// Tries the model in `folder`, and sets it in the user's file. Lines that said another one go; all others stay.
fn model(env: &Env, file: &Path, folder: &Path, work: &Work) -> Result<(), Failure> {
    let found = models::look(env, folder)?;
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let shown = visible(&folder.to_string_lossy());
    let quoted = folder.to_str().filter(|path| !path.contains('\n')).and_then(|path| {
        let quote = ['\'', '"'].into_iter().find(|quote| !path.contains(*quote))?;
        Some(format!("{quote}{path}{quote}"))
    });
    let quoted = quoted.ok_or_else(|| {
        Error::usage("S37", format!("the path '{shown}' cannot be written into a file of settings")).hint("give the folder a plainer name")
    })?;
    let old = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => TEMPLATE.to_owned(),
        Err(error) => return Err(Error::system("C15", format!("cannot read '{}': {error}", file.display())).into()),
    };
    let names = ["PROVIDER", "MODEL"].map(|name| format!("{}_{name}", found.prefix));
    let is_other = |line: &&str| settings::line(line).is_none_or(|(name, _)| !names.contains(&name));
    let mut text: String = old.lines().filter(is_other).flat_map(|line| [line, "\n"]).collect();
    let [provider, model] = &names;
    text.push_str(&format!("{provider}=local\n{model}={quoted}\n"));
    write(file, &text, 0o600)?;
    if !work.quiet {
        say(format_args!("cw: '{shown}' is used from now on: {}; nothing leaves this machine", found.line));
        for name in names.iter().filter(|name| settings::origin(name) == Origin::Environment) {
            say(format_args!("cw: note: {name} of the environment counts before the file"));
        }
    }
    Ok(())
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
