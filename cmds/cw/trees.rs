//! The trees that a question is asked of: folders, repositories at an address, those of a file that lists them, and indexes without a tree.
//!
//! A repository at an address is fetched by the system's git, shallow and bare, into the user's cache: nothing is checked out, no hook and no filter of it runs. What it holds is
//! read as a revision. It leaves out addresses of other schemes, submodules, and any login: git asks for none.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use cw_index::FOLDER;
use cw_records::Blob;
use cw_stages::Error;

use crate::exit::{Failure, say, visible};
use crate::services::bare;
use crate::{locate, state};

/// How long what was fetched is as good as new.
const FRESH: Duration = Duration::from_secs(3600);
/// The branch that holds what was fetched.
const BRANCH: &str = "cw";

/// A tree, and what its paths begin with where there are several.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// One word.
    pub name: String,
    /// A folder, or the repository that was fetched.
    pub path: PathBuf,
    /// The revision to ask.
    pub rev: Option<String>,
}

/// True for an address that git can be given.
pub fn is_address(word: &str) -> bool {
    ["https://", "ssh://", "file://"].iter().any(|scheme| word.starts_with(scheme)) && !word.contains(char::is_whitespace)
}

/// The trees that `words` name, each a folder or an address, perhaps with `name=` before it; `refresh`: fetch what is not fresh.
pub fn trees(words: &[OsString], refresh: bool, quiet: bool) -> Result<Vec<Tree>, Failure> {
    let mut trees: Vec<Tree> = Vec::new();
    for word in words {
        let (told, word) = told(word);
        let told = told.filter(|name| !name.is_empty());
        let address = word.to_str().filter(|text| text.contains("://"));
        let (path, rev) = match address {
            Some(address) => (fetched(address, refresh, quiet)?, Some(BRANCH.to_owned())),
            None => (PathBuf::from(word), None),
        };
        let of_address =
            |address: &str| address.trim_end_matches('/').trim_end_matches(".git").rsplit('/').next().unwrap_or_default().to_owned();
        let own = told.map(str::to_owned).or_else(|| address.map(of_address)).unwrap_or_else(|| last_name(&path));
        push(&mut trees, own, path, rev);
    }
    Ok(trees)
}

/// The indexes that `words` name, each perhaps with `name=` before it. One without a name has that of the folder that its `.cw` lies in, else its own; `=` alone leaves its paths as they are.
pub fn indexes(words: &[OsString]) -> Vec<Tree> {
    let mut trees: Vec<Tree> = Vec::new();
    for word in words {
        let (told, word) = told(word);
        let path = Path::new(word);
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let named = real.parent().filter(|_| real.file_name() == Some(FOLDER.as_ref())).unwrap_or(&real);
        let own = told.map_or_else(|| last_name(named), str::to_owned);
        push(&mut trees, own, real, None);
    }
    trees
}

/// The only index that is named: a name before it is for several.
pub fn index(word: &OsStr) -> &Path {
    Path::new(told(word).1)
}

/// What stands before `=`, and what is left.
fn told(word: &OsStr) -> (Option<&str>, &OsStr) {
    let is_told = |(name, _): &(&str, &str)| (name.is_empty() || is_name(name)) && !Path::new(word).exists();
    let told = word.to_str().and_then(|text| text.split_once('=')).filter(is_told);
    told.map_or((None, word), |(name, rest)| (Some(name), rest.as_ref()))
}

/// Adds a tree, once, by a name that no other has; those that have none share that.
fn push(trees: &mut Vec<Tree>, own: String, path: PathBuf, rev: Option<String>) {
    let taken = |name: &str| !name.is_empty() && trees.iter().any(|tree| tree.name == name);
    let name = if taken(&own) { (2..).map(|number| format!("{own}-{number}")).find(|name| !taken(name)).unwrap_or_default() } else { own };
    if !trees.iter().any(|other| other.path == path) {
        trees.push(Tree { name, path, rev });
    }
}

/// The lines of a file of trees: a folder (relative to the file) or an address, perhaps with `name=` before it; `#` begins a remark.
pub fn listed(file: &Path) -> Result<Vec<OsString>, Failure> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Error::system("C03", format!("cannot read the list '{}': {error}", file.display())))?;
    let base = file.parent().unwrap_or(Path::new(""));
    let lines =
        text.lines().map(|line| line.split(" #").next().unwrap_or(line).trim()).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let words: Vec<OsString> = lines
        .map(|line| {
            let (name, word) = match line.split_once('=') {
                Some((name, rest)) if is_name(name.trim()) => (format!("{}=", name.trim()), rest.trim()),
                _ => (String::new(), line),
            };
            let mut whole = OsString::from(name);
            whole.push(if word.contains("://") { OsString::from(word) } else { base.join(word).into() });
            whole
        })
        .collect();
    if words.is_empty() {
        return Err(Error::usage("C43", format!("'{}' lists no tree", file.display())).hint("one folder or address a line").into());
    }
    Ok(words)
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.'))
}

fn last_name(path: &Path) -> String {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    real.file_name().map_or_else(|| "root".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// An address for people: without the password that it may have.
fn shown(address: &str) -> String {
    visible(&bare(address))
}

/// The repository at an address, in the cache.
fn fetched(address: &str, refresh: bool, quiet: bool) -> Result<PathBuf, Failure> {
    let host = address.split_once("://").map_or("", |(_, rest)| rest.split('/').next().unwrap_or_default());
    if !is_address(address) || host.split('@').any(|part| part.starts_with('-')) || address.contains(char::is_control) {
        let error = Error::usage("C43", format!("'{}' is no address of a repository", shown(address)));
        return Err(error.hint("https://, ssh:// and file:// are taken").into());
    }
    let cache = locate::cache().ok_or_else(|| Error::usage("C43", "HOME is not set, so there is no folder for what is fetched"))?;
    let folder = cache.join("repositories").join(Blob::of(address.as_bytes()).to_string());
    let stamp = folder.join("fetched");
    let age = std::fs::metadata(&stamp).and_then(|meta| meta.modified()).ok().map(|time| time.elapsed().unwrap_or_default());
    let due = age.is_none_or(|age| refresh && age > FRESH);
    if !due {
        return Ok(folder);
    }
    match fetch(address, &folder, quiet) {
        Ok(()) => {
            std::fs::write(&stamp, b"").map_err(|error| Error::system("C04", format!("cannot write '{}': {error}", stamp.display())))?
        }
        Err(why) if age.is_some() => {
            if !quiet {
                say(format_args!("cw: note: the answer is from what was fetched before: {}", visible(&why)));
            }
        }
        Err(why) => {
            let error = Error::system("C44", format!("cannot fetch '{}': {why}", shown(address)));
            return Err(error.hint("look at git's message above; git must be installed, and must not need to ask for a password").into());
        }
    }
    Ok(folder)
}

fn fetch(address: &str, folder: &Path, quiet: bool) -> Result<(), String> {
    if !folder.join("HEAD").exists() {
        state::make_folder(folder).map_err(|error| error.to_string())?;
        run(&mut git(folder, quiet), &["init", "--quiet", "--bare", "--template="])?;
    }
    let refs = format!("+HEAD:refs/heads/{BRANCH}");
    run(&mut git(folder, quiet), &["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", address, &refs])
}

/// Git in this folder, without hooks, without helpers that run programs for other schemes, without questions.
fn git(folder: &Path, quiet: bool) -> Command {
    let mut git = Command::new("git");
    git.current_dir(folder).args(["-c", "core.hooksPath=/dev/null", "-c", "protocol.ext.allow=never", "-c", "core.fsmonitor=false"]);
    git.env("GIT_TERMINAL_PROMPT", "0").env("GIT_ALLOW_PROTOCOL", "https:ssh:file").env("GIT_LFS_SKIP_SMUDGE", "1");
    for name in ["GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"] {
        git.env_remove(name);
    }
    // Never a repository above this folder.
    git.env("GIT_DIR", folder);
    if std::env::var_os("GIT_SSH_COMMAND").is_none() {
        git.env("GIT_SSH_COMMAND", "ssh -oBatchMode=yes");
    }
    git.stdin(Stdio::null()).stdout(Stdio::null()).stderr(if quiet { Stdio::null() } else { Stdio::inherit() });
    git
}

fn run(git: &mut Command, words: &[&str]) -> Result<(), String> {
    let status = git.args(words).status().map_err(|error| format!("git cannot be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("git {} ended with {status}", words[0])) }
}
