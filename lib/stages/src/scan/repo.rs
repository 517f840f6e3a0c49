//! A git work tree: where it begins, and the rules that lie outside its folders (`info/exclude`, the user's excludes file).
//!
//! Reads files, runs no git. Left out: `includeIf` by remote.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::rules::{Chain, List};
use super::tracked::Tracked;
use super::wild;
use crate::Env;

/// No file of git's that is read here is larger: the index of a million files.
const MOST: u64 = 512 << 20;

/// A work tree of git.
#[derive(Debug, Default)]
pub struct Repo {
    /// Its top folder, absolute, with its slash.
    pub top: Vec<u8>,
    /// What is tracked.
    pub tracked: Tracked,
    /// `info/exclude` and the user's excludes.
    pub rules: Chain,
    /// `core.ignoreCase`.
    pub fold: bool,
}

/// What a `.git` stands for.
pub enum Found {
    /// A repository, a submodule, or the work tree that was asked for.
    Repo(Repo),
    /// A linked work tree of a repository (its git folder).
    Linked(PathBuf),
}

/// Looks at `top/.git`. `None` if it is not git's.
pub fn open(top: &Path, env: &Env, linked: bool) -> Option<Found> {
    let (folder, pointed) = git_folder(top)?;
    if pointed && !linked && folder.parent().and_then(Path::file_name) == Some(OsStr::new("worktrees")) {
        return Some(Found::Linked(folder));
    }
    if !folder.join("HEAD").exists() && folder.join("HEAD").symlink_metadata().is_err() {
        return None;
    }
    let common = common(&folder);
    let mut config = Config { git_folder: folder.canonicalize().unwrap_or_else(|_| folder.clone()), ..Config::default() };
    let home = env.home.as_ref().map(|home| home.join(".gitconfig"));
    let of_user: Vec<PathBuf> = match &env.global_git_config {
        Some(file) => vec![file.clone()],
        None => user_files(env, "config").into_iter().chain(home).collect(),
    };
    for file in env.system_git_config.iter().chain(&of_user) {
        config.read(file, env, 0);
    }
    config.read(&common.join("config"), env, 0);
    if config.by_worktree {
        config.read(&folder.join("config.worktree"), env, 0);
    }
    for (name, value) in &env.git_settings {
        if let Some((section, key)) = name.split_once('.') {
            config.set(&section.to_ascii_lowercase(), key, value, env);
        }
    }
    let hash = if config.sha256 { 32 } else { 20 };
    let tracked = read(&folder.join("index")).map(|bytes| Tracked::parse(&bytes, hash)).unwrap_or_default();
    let tracked = if tracked.is_split { Tracked::with_shared(&folder.join("index"), hash).unwrap_or(tracked) } else { tracked };
    let mut bytes = top.as_os_str().as_bytes().to_vec();
    if bytes.last() != Some(&b'/') {
        bytes.push(b'/');
    }
    let excludes = match config.excludes {
        Some(path) => Some(top.join(path)),
        None => user_files(env, "ignore").into_iter().next(),
    };
    let mut rules = Chain::default();
    for file in excludes.into_iter().chain([common.join("info/exclude")]) {
        if let Ok(text) = read(&file) {
            rules = rules.with(bytes.len(), List::parse(file.display().to_string(), &text, config.fold));
        }
    }
    Some(Found::Repo(Repo { top: bytes, tracked, rules, fold: config.fold }))
}

/// The git folder that `top/.git` is, or points to (then true).
fn git_folder(top: &Path) -> Option<(PathBuf, bool)> {
    let dot = top.join(".git");
    let kind = fs::symlink_metadata(&dot).ok()?;
    if !kind.is_file() {
        return Some((dot, false));
    }
    if kind.len() > 16 << 10 {
        return None;
    }
    let text = fs::read(&dot).ok()?;
    Some((top.join(OsStr::from_bytes(text.strip_prefix(b"gitdir:")?.trim_ascii())), true))
}

/// A linked work tree keeps its index to itself and shares the rest: where that is.
fn common(folder: &Path) -> PathBuf {
    match read(&folder.join("commondir")) {
        Ok(text) => folder.join(OsStr::from_bytes(text.trim_ascii())),
        Err(_) => folder.to_owned(),
    }
}

/// The files of the repository at `top` that decide what belongs to a listing.
pub fn files(top: &Path) -> Vec<PathBuf> {
    let Some((folder, _)) = git_folder(top) else { return Vec::new() };
    let common = common(&folder);
    vec![folder.join("index"), common.join("info").join("exclude"), common.join("config"), folder.join("config.worktree")]
}

/// The work tree around `root`, itself included.
pub fn around(root: &Path, env: &Env) -> Option<Repo> {
    root.ancestors().find_map(|top| match open(top, env, true) {
        Some(Found::Repo(repo)) => Some(repo),
        _ => None,
    })
}

/// The bytes of a file of git's. Nothing else is opened: a pipe would never end.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    let meta = fs::metadata(file)?;
    if !meta.is_file() || meta.len() > MOST {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    fs::read(file)
}

/// `$XDG_CONFIG_HOME/git/NAME`, or what stands in for it.
fn user_files(env: &Env, name: &str) -> Option<PathBuf> {
    let folder = match &env.config_home {
        Some(folder) if !folder.as_os_str().is_empty() => folder.clone(),
        _ => env.home.as_ref()?.join(".config"),
    };
    Some(folder.join("git").join(name))
}

#[derive(Default)]
struct Config {
    excludes: Option<PathBuf>,
    fold: bool,
    sha256: bool,
    /// `extensions.worktreeConfig`: a work tree has settings of its own.
    by_worktree: bool,
    /// Of the repository that asks, for `includeIf`.
    git_folder: PathBuf,
}

impl Config {
    fn read(&mut self, file: &Path, env: &Env, depth: u32) {
        let Ok(bytes) = read(file) else { return };
        let mut section = String::new();
        // A backslash at the end of a line goes on with the next.
        let text = String::from_utf8_lossy(&bytes).replace("\\\r\n", "").replace("\\\n", "");
        for line in text.lines() {
            let mut line = line.trim();
            if line.starts_with('[') {
                let Some((name, rest)) = heading(line) else { continue };
                section = name;
                line = rest.trim();
            }
            let (key, text) = line.split_once('=').map_or((line, "true".to_owned()), |(key, text)| (key, value(text)));
            let included = section == "include" || self.is_included(&section, file, env);
            if depth < 8 && included && key.trim().eq_ignore_ascii_case("path") {
                let base = file.parent().unwrap_or(Path::new("/"));
                self.read(&base.join(path(&text, env)), env, depth + 1);
            }
            self.set(&section, key.trim(), &text, env);
        }
    }

    /// Takes one setting; `section` is in lower case.
    fn set(&mut self, section: &str, key: &str, text: &str, env: &Env) {
        let yes = matches!(text.to_ascii_lowercase().as_str(), "true" | "yes" | "on" | "1");
        match (section, key.to_ascii_lowercase().as_str()) {
            ("core", "excludesfile") => self.excludes = Some(path(text, env)),
            ("core", "ignorecase") => self.fold = yes,
            ("extensions", "objectformat") => self.sha256 = text.eq_ignore_ascii_case("sha256"),
            ("extensions", "worktreeconfig") => self.by_worktree = yes,
            _ => {}
        }
    }

    /// True if the condition of an `includeIf` holds.
    fn is_included(&self, section: &str, file: &Path, env: &Env) -> bool {
        let Some((kind, pattern)) = section.strip_prefix("includeif ").and_then(|condition| condition.split_once(':')) else {
            return false;
        };
        if kind == "onbranch" {
            let head = read(&self.git_folder.join("HEAD")).unwrap_or_default();
            let Some(branch) = head.trim_ascii().strip_prefix(b"ref: refs/heads/") else { return false };
            let pattern = if pattern.ends_with('/') { format!("{pattern}**") } else { pattern.to_owned() };
            return wild::matches(pattern.as_bytes(), branch, true, false);
        }
        if kind != "gitdir" && kind != "gitdir/i" {
            return false;
        }
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let mut pattern = match (pattern.strip_prefix("~/"), pattern.strip_prefix("./"), &env.home) {
            (Some(rest), _, Some(home)) => real(home).join(rest).into_os_string().into_encoded_bytes(),
            (_, Some(rest), _) => real(file.parent().unwrap_or(Path::new("/"))).join(rest).into_os_string().into_encoded_bytes(),
            _ if pattern.starts_with('/') => pattern.as_bytes().to_vec(),
            _ => format!("**/{pattern}").into_bytes(),
        };
        if pattern.ends_with(b"/") {
            pattern.extend(b"**");
        }
        wild::matches(&pattern, self.git_folder.as_os_str().as_bytes(), true, kind == "gitdir/i")
    }
}

/// A path as git's settings write it.
fn path(text: &str, env: &Env) -> PathBuf {
    match (text.strip_prefix("~/"), &env.home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(text),
    }
}

/// A section's heading, its name in lower case, and what follows it on the line.
fn heading(line: &str) -> Option<(String, &str)> {
    let end = line.find(['"', ']'])?;
    let name = line[1..end].trim().to_ascii_lowercase();
    if line.as_bytes()[end] == b']' {
        return Some((name, &line[end + 1..]));
    }
    let (mut inner, mut letters) = (String::new(), line[end + 1..].char_indices());
    while let Some((place, letter)) = letters.next() {
        match letter {
            '"' => return line[end + 1 + place..].split_once(']').map(|(_, rest)| (format!("{name} {inner}"), rest)),
            '\\' => inner.extend(letters.next().map(|(_, letter)| letter)),
            other => inner.push(other),
        }
    }
    None
}

/// The value of a line of a git config: quotes and escapes undone, comment and outer spaces dropped.
fn value(text: &str) -> String {
    let (mut out, mut kept, mut quoted) = (String::new(), 0, false);
    let mut letters = text.trim_start().chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => quoted = !quoted,
            '#' | ';' if !quoted => break,
            '\\' => out.push(match letters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('b') => '\u{8}',
                Some(other) => other,
                None => break,
            }),
            other => out.push(other),
        }
        if quoted || !letter.is_whitespace() {
            kept = out.len();
        }
    }
    out.truncate(kept);
    out
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn values_of_git_config() {
        for (text, wanted) in [
            (" ~/x # why", "~/x"),
            (" \"a b # c\" ; why", "a b # c"),
            (" a\\\\b ", "a\\b"),
            (" \"q\\\"q\"", "q\"q"),
            (" two words  ", "two words"),
        ] {
            assert_eq!(value(text), wanted);
        }
    }
}
