//! `cw-scan`: lists a tree.

use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{CommandFactory, Parser};
use cw_records::RecordPath;
use cw_stages::config::Settings;
use cw_stages::pack::read_path;
use cw_stages::{Error, pipeline, scan};

use crate::common::{Work, file};
use crate::exit::{Failure, name, output, say, visible};
use crate::flow::{Talk, human, stdout};
use crate::{Done, locate, settings};

/// List the files of a tree as records, with their decoded text
#[derive(Parser, Debug)]
#[command(name = "cw-scan", version, after_long_help = include_str!("help/scan.txt"))]
pub struct Args {
    /// The folder to list; further paths restrict the listing to files and folders below it. Paths side by side are listed below the folder that they share
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    tree: Tree,
    /// Leave the texts out
    #[arg(long)]
    no_text: bool,
    /// Only these paths (one a line, relative to PATH, or absolute); '-' reads them from stdin
    #[arg(long, value_name = "FILE")]
    files_from: Option<PathBuf>,
    /// Paths of --files-from end with NUL instead of LF
    #[arg(short = '0', long = "null", requires = "files_from")]
    null: bool,
    /// A revision of git instead of the files on disk: a branch, a tag, a commit, HEAD~3, stash@{0}. PATH may be a bare repository
    #[arg(long, value_name = "REV", conflicts_with_all = ["files_from", "explain", "follow"])]
    rev: Option<String>,
    /// Only slice K of N, for a build by several workers: cw-index(1), Slices
    #[arg(long, value_name = "K/N", conflicts_with_all = ["since", "explain"])]
    slice: Option<scan::Slice>,
    /// Only what this index lacks, and 'gone' for what left
    #[arg(long, value_name = "INDEX")]
    since: Option<PathBuf>,
    /// Say why a file is in the listing or left out, and do nothing else
    #[arg(long, value_name = "FILE")]
    explain: Option<PathBuf>,
    #[command(flatten)]
    work: Work,
}

/// What belongs to a tree.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Tree {
    /// Take or leave out by glob, over the ignore files; a folder stands for what they leave below it; '!' before it leaves out. May be repeated
    #[arg(long = "glob", short = 'g', value_name = "GLOB")]
    globs: Vec<String>,
    /// Leave out names that begin with a dot
    #[arg(long)]
    no_hidden: bool,
    /// Follow symbolic links to what lies below the root
    #[arg(long)]
    follow: bool,
    /// Leave out files that are larger (bytes; suffix K or M) [default: 1M]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    max_file_size: Option<u64>,
    /// Take files that look like credentials
    #[arg(long)]
    include_secrets: bool,
    /// Take lock, generated and minified files. Single ones are taken by a line '!' and their path in .cwignore
    #[arg(long)]
    include_generated: bool,
}

impl Tree {
    /// As options of the stage, over what the settings say.
    pub fn options(&self, root: PathBuf, settings: &Settings) -> scan::Options {
        let mut options = scan::Options { root, ..scan::Options::default() };
        options.globs.clone_from(&self.globs);
        options.hidden = !self.no_hidden;
        options.follow = self.follow;
        options.max_file_size = self.max_file_size.or(settings.said("indexing.maxFileSize")).unwrap_or(options.max_file_size);
        options.include_secrets = self.include_secrets;
        options.include_generated = self.include_generated;
        options
    }
}

fn size(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.to_ascii_uppercase().strip_suffix('B').unwrap_or(&text.to_ascii_uppercase()) {
        text if text.ends_with('K') => (text[..text.len() - 1].to_owned(), 1 << 10),
        text if text.ends_with('M') => (text[..text.len() - 1].to_owned(), 1 << 20),
        text => (text.to_owned(), 1u64),
    };
    let number: u64 = digits.parse().map_err(|_| "not a size such as 500K or 2M".to_owned())?;
    number.checked_mul(unit).ok_or_else(|| "too large".to_owned())
}

/// The flags.
pub fn command() -> clap::Command {
    Args::command()
}

/// Runs the command.
pub fn run(words: Vec<OsString>) -> Done {
    let args = Args::try_parse_from(&words)?;
    let talk = Talk::new(&name(&words), &args.work);
    let env = args.work.env()?;
    let (root, restrict) = split(args.paths, args.rev.is_some())?;
    // Of a revision the scan itself reads what the project says.
    let project = Some(root.as_path()).filter(|_| args.rev.is_none());
    let settings = settings::of_project(&env, project, args.work.quiet)?;
    let mut options = args.tree.options(root, &settings);
    options.paths = restrict;
    options.text = !args.no_text;
    (options.rev, options.slice) = (args.rev, args.slice);
    if let Some(path) = &args.explain {
        let path = file(path.as_os_str()).to_os();
        let relative = std::path::absolute(&path).ok().and_then(|path| path.strip_prefix(&options.root).map(PathBuf::from).ok());
        let record = RecordPath::from_os(relative.as_deref().unwrap_or(&path));
        let there = options.root.join(record.to_os());
        if matches!(there.symlink_metadata(), Err(error) if error.kind() == std::io::ErrorKind::NotFound) {
            say(format_args!("{}: '{}' does not exist", name(&words), visible(&path.display().to_string())));
            return Ok(cw_stages::Exit::Nothing);
        }
        let reason = scan::explain(&env, &options, &record)?;
        human(|out| writeln!(out, "{}", visible(&reason)).map_err(output))?;
        return Ok(cw_stages::Exit::Done);
    }
    if let Some(from) = &args.files_from {
        options.files_from = Some(listing(from, args.null, &options.root)?);
    }
    if let Some(index) = &args.since {
        let store = locate::to_read(Some(index), None)?;
        let model = store.latest_model()?;
        // A part that is not there lacks everything.
        let known = if model.is_some() { pipeline::known(&store, model.as_deref())? } else { None };
        options.known = Some(known.unwrap_or_default());
    }
    let stream = scan::scan(&env, options)?;
    stdout(stream, &talk, false)
}

/// The root, and what the listing is restricted to. A single file is listed below its folder. Of a revision only the root must be on disk.
fn split(mut paths: Vec<PathBuf>, revision: bool) -> Result<(PathBuf, Vec<PathBuf>), Failure> {
    let missing = |path: &PathBuf, error: std::io::Error| {
        Failure::Error(Error::usage("S04", format!("cannot list '{}': {error}", path.display())).hint("give a folder that exists"))
    };
    if revision {
        let root = paths[0].canonicalize().map_err(|error| missing(&paths[0], error))?;
        return Ok((root, paths.split_off(1)));
    }
    let mut real = Vec::new();
    for path in &paths {
        real.push(path.canonicalize().map_err(|error| missing(path, error))?);
    }
    let first = real[0].clone();
    if real.len() == 1 && first.is_dir() {
        return Ok((first, Vec::new()));
    }
    if first.is_dir() && real[1..].iter().all(|path| path.starts_with(&first)) {
        return Ok((first, real.split_off(1)));
    }
    let mut root = if first.is_dir() { first } else { first.parent().unwrap_or(&first).to_owned() };
    while !real.iter().all(|path| path.starts_with(&root)) && root.pop() {}
    if root.parent().is_none() {
        let error = Error::usage("S04", format!("'{}' does not lie below '{}'", paths[1].display(), paths[0].display()));
        return Err(error.hint("list trees one by one").into());
    }
    Ok((root, real))
}

/// The paths of a list, relative to `root`; those that lie elsewhere are left as they are. A line may end with CR LF, and an odd name may stand as lists write it: if it is no file as it stands.
fn listing(from: &PathBuf, null: bool, root: &Path) -> Result<Vec<RecordPath>, Failure> {
    let mut bytes = Vec::new();
    let done = if from.as_os_str() == "-" {
        std::io::stdin().read_to_end(&mut bytes)
    } else {
        std::fs::File::open(from).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    done.map_err(|error| Error::system("C03", format!("cannot read the list '{}': {error}", from.display())))?;
    let separator = if null { 0 } else { b'\n' };
    let is_there = |line: &[u8]| root.join(RecordPath::from_bytes(line).to_os()).symlink_metadata().is_ok();
    let meant = |line: &[u8]| -> Vec<u8> {
        let bare = line.strip_suffix(b"\r").unwrap_or(line);
        let written = std::str::from_utf8(bare).ok().and_then(read_path).filter(|(_, rest)| rest.is_empty());
        match written {
            _ if null || line == bare && written.is_none() || is_there(line) => line.to_vec(),
            Some((path, _)) => path.as_bytes().to_vec(),
            None => bare.to_vec(),
        }
    };
    let top = RecordPath::from_os(root);
    let below = |line: &[u8]| Some(line.strip_prefix(top.as_bytes())?.strip_prefix(b"/")?.to_vec());
    let lines =
        bytes.split(|byte| *byte == separator).map(|line| meant(line.strip_prefix(b"./").unwrap_or(line))).filter(|line| !line.is_empty());
    Ok(lines.map(|line| RecordPath::from_bytes(below(&line).unwrap_or(line))).collect())
}
