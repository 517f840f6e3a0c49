//! The flags that mean the same on every command that has them, and the `Env` they make.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use cw_records::RecordPath;
use cw_stages::pack::{quoted_path, read_path};
use cw_stages::rerank::Weights;
use cw_stages::{Env, Error};

use crate::exit::Failure;
use crate::locate;

/// `--threads`, `--quiet`.
#[derive(Args, Clone, Debug, Default)]
pub struct Work {
    /// Worker threads [default: as many as there are cores]
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: Option<u16>,
    /// Say nothing on stderr but errors
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// List every file that is left out, with the reason, on stderr
    #[arg(long, short, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
}

impl Work {
    /// Takes a level of talk, as LOG_LEVEL names it, unless a flag said something.
    pub fn hear(&mut self, level: Option<&str>) {
        if self.quiet || self.verbose {
            return;
        }
        match level.unwrap_or_default().trim().to_lowercase().as_str() {
            "" | "info" | "warn" | "warning" => {}
            "error" | "fatal" | "silent" | "off" => self.quiet = true,
            "debug" | "trace" => self.verbose = true,
            other => crate::exit::say(format_args!(
                "cw: note: S22: LOG_LEVEL is '{}', which is none of error, warn, info, debug; info is used",
                crate::exit::visible(other)
            )),
        }
    }

    /// The one door to effects, with what the environment says.
    pub fn env(&self) -> Result<Env, Failure> {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let mut env = Env::new(self.threads.filter(|threads| *threads > 0).map_or_else(cores, usize::from))?;
        env = env.with_clock(cw_stages::Running::new(Some(std::time::SystemTime::now)));
        env.home = std::env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
        env.config_home = std::env::var_os("XDG_CONFIG_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
        env.system_git_config = std::env::var_os("GIT_CONFIG_NOSYSTEM").is_none().then(|| PathBuf::from("/etc/gitconfig"));
        env.global_git_config = std::env::var_os("GIT_CONFIG_GLOBAL").map(PathBuf::from);
        env.git_settings = git_settings();
        env.settings = crate::settings::of_user(&env, self.quiet)?;
        Ok(env)
    }
}

/// Git's settings of this process: GIT_CONFIG_KEY_0 and GIT_CONFIG_VALUE_0, as many as GIT_CONFIG_COUNT says.
fn git_settings() -> Vec<(String, String)> {
    let count = std::env::var("GIT_CONFIG_COUNT").ok().and_then(|count| count.trim().parse::<u16>().ok()).unwrap_or_default();
    let get = |what: &str, number: u16| std::env::var(format!("GIT_CONFIG_{what}_{number}")).ok();
    (0..count).filter_map(|number| Some((get("KEY", number)?, get("VALUE", number)?))).collect()
}

/// `--index`.
#[derive(Args, Clone, Debug, Default)]
pub struct Where {
    /// The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]
    #[arg(long, value_name = "DIR", env = "CW_INDEX")]
    pub index: Option<PathBuf>,
}

/// `--yes`.
#[derive(Args, Clone, Debug, Default)]
pub struct Yes {
    /// Agree that code is sent to the service, as a script must
    #[arg(long)]
    pub yes: bool,
}

/// `--wait`.
#[derive(Args, Clone, Debug)]
pub struct Wait {
    /// Wait so many seconds for another writer of the index
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    pub wait: u64,
}

impl Wait {
    /// As a duration.
    pub fn duration(&self) -> Duration {
        Duration::from_secs(self.wait)
    }
}

/// `--keep-going`, of commands that read records.
#[derive(Args, Clone, Debug)]
pub struct Input {
    /// Pass over lines that are no records (each becomes a fault) instead of stopping
    #[arg(long)]
    pub keep_going: bool,
}

/// `--path`, `--lang`.
#[derive(Args, Clone, Debug, Default)]
pub struct Scope {
    /// Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; '!' before it excludes. May be repeated
    #[arg(long = "path", visible_alias = "glob", value_name = "GLOB")]
    pub paths: Vec<String>,
    /// Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated
    #[arg(long = "lang", visible_alias = "language", value_name = "LANG", value_delimiter = ',')]
    pub langs: Vec<String>,
}

impl Scope {
    /// As a filter of the tree at `root`, if it is known: what is named from the current folder, or from the top of the disk, is then named from the root.
    pub fn filter(&self, root: Option<&Path>) -> Result<cw_stages::Filter, Failure> {
        let paths = self.paths.iter().map(|path| root.and_then(|root| below(path, root)).unwrap_or_else(|| path.clone()));
        Ok(cw_stages::Filter::new(&paths.collect::<Vec<_>>(), &self.langs)?)
    }
}

/// A path of `--path` that is not named from the root, named so; `None` if it is, or lies elsewhere.
fn below(path: &str, root: &Path) -> Option<String> {
    let (sign, name) = path.strip_prefix('!').map_or(("", path), |name| ("!", name));
    let here = std::env::current_dir().ok()?;
    let is_relative = matches!(name, "." | "..") || name.starts_with("./") || name.starts_with("../");
    // Only there.
    let is_here = || name.contains('/') && !root.join(name).exists() && here.join(name).exists();
    if !(name.starts_with('/') || is_relative || is_here()) {
        return None;
    }
    let found = locate::below(&here.join(name), root)?;
    Some(match (found.as_bytes(), name.contains(['*', '?', '[', '{'])) {
        (b"", _) => format!("{sign}."),
        (_, true) => format!("{sign}{}", found.as_str()?),
        (_, false) => format!("{sign}{}", quoted_path(&found)),
    })
}

/// The file that an argument names: as it stands, or as lists write odd names, in double quotes.
pub fn file(word: &OsStr) -> RecordPath {
    let written = word.to_str().filter(|_| !Path::new(word).exists()).and_then(read_path);
    written.filter(|(_, rest)| rest.is_empty()).map_or_else(|| RecordPath::from_os(Path::new(word)), |(path, _)| path)
}

/// `--weights`, of commands that rank.
#[derive(Args, Clone, Debug, Default)]
pub struct Ranking {
    /// Rank with the weights in this file, as cw eval --fit writes them
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
}

impl Ranking {
    /// The weights: those of the file, else those that are compiled in.
    pub fn weights(&self) -> Result<Weights, Failure> {
        let Some(path) = &self.weights else { return Ok(Weights::default()) };
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| Error::system("C03", format!("cannot read '{}': {error}", path.display())))?;
        Ok(Weights::parse(&text)?)
    }
}
