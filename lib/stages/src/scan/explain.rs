//! Says of one path why it is in the listing or not. The same judgements as the walk's, asked along one path. Left out: what `--follow` adds.

use std::path::Path;

use cw_records::RecordPath;

use super::disk::{Kind, Meta};
use super::judge::{Verdict, Walk, Why};
use super::read::Origin;
use super::skip::Reason;
use super::walk::{Entry, join, plain};
use super::{Options, read};
use crate::{Env, Error};

/// One sentence about `path`: in, or out and which rule decided.
pub fn explain(env: &Env, options: &Options, path: &RecordPath) -> Result<String, Error> {
    let (walk, mut folder) = Walk::new(env, options)?;
    let shown = path.display();
    if !path.is_confined() {
        return Err(Error::usage("S04", format!("'{shown}' does not lie below the root")));
    }
    let out = |place: &[u8], kind: Kind, why: &Why| {
        let folder = if place == path.as_bytes() && kind != Kind::Folder {
            String::new()
        } else {
            format!("folder '{}' ", String::from_utf8_lossy(place))
        };
        Ok(format!("'{shown}' is out: {folder}{}", sentence(why)))
    };
    let listed = match &options.files_from {
        Some(paths) if !paths.contains(path) => return Ok(format!("'{shown}' is out: it is not in the list of files")),
        Some(_) => true,
        None => false,
    };
    let root_why = walk.root_verdict(&mut folder);
    let (mut tracked, mut asked) = (false, false);
    let parts: Vec<&[u8]> = path.as_bytes().split(|byte| *byte == b'/').collect();
    let mut place = Vec::new();
    for (depth, part) in parts.iter().enumerate() {
        let last = depth + 1 == parts.len();
        place = join(&place, part);
        let meta = match walk.root.meta(&place) {
            Ok(meta) => meta,
            Err(error) => return Ok(format!("'{shown}' is out: cannot read '{}': {}", String::from_utf8_lossy(&place), plain(&error))),
        };
        if listed {
            continue;
        }
        let above = place.len() - part.len();
        let there = |name: &[u8]| walk.root.meta(&join(place[..above].strip_suffix(b"/").unwrap_or_default(), name)).is_ok();
        folder = match walk.enter(folder, there) {
            Ok(folder) => folder,
            Err(why) => return out(&place[..above.saturating_sub(1)], Kind::Folder, &why),
        };
        match walk.judge(&folder, &place, meta.kind) {
            Verdict::Out(Why::Below) if root_why.is_some() => return out(&place, meta.kind, root_why.as_ref().unwrap_or(&Why::Below)),
            Verdict::Out(why) => return out(&place, meta.kind, &why),
            Verdict::Named => tracked = true,
            Verdict::Asked if last => asked = true,
            Verdict::In | Verdict::Asked => {}
        }
        if !last && meta.kind != Kind::Folder {
            return Ok(format!("'{shown}' is out: '{}' is not a folder", String::from_utf8_lossy(&place)));
        }
        if !walk.is_asked(&place, meta.kind == Kind::Folder) {
            return Ok(format!("'{shown}' is out: it is not one of the asked paths"));
        }
        folder = walk.child(&folder, place.clone(), matches!(walk.judge(&folder, &place, meta.kind), Verdict::Named));
    }
    let meta: Meta = walk.root.meta(&place).map_err(|error| Error::system("S01", format!("cannot read '{shown}': {}", plain(&error))))?;
    if meta.kind == Kind::Folder {
        return Ok(match walk.enter(folder, |name| walk.root.meta(&join(&place, name)).is_ok()) {
            Err(why) => format!("'{shown}' is out: {}", sentence(&why)),
            Ok(_) if tracked => format!("'{shown}' is ignored, but git tracks files in it"),
            Ok(_) => format!("'{shown}' is in: no rule leaves the folder out"),
        });
    }
    let entry = Entry { path: path.clone(), real: None, meta, object: None, asked };
    Ok(match read::reason(&Origin::Disk(walk.root), options, &entry) {
        Err(error) => format!("'{shown}' is out: cannot read it: {}", plain(&error)),
        Ok(Some(reason)) => {
            let way = if reason.is_of_programs() {
                "; a line '!' and its path in .cwignore takes it in, and so does --include-generated"
            } else {
                ""
            };
            format!("'{shown}' is out: {} (skip reason '{}'){way}", words(reason), reason.word())
        }
        Ok(None) if tracked => format!("'{shown}' is in: its folder is ignored, but git tracks it"),
        Ok(None) => format!("'{shown}' is in: no rule leaves it out"),
    })
}

/// Entries of a tree that are looked at before nobody knows why its listing is empty.
const LOOKED_AT: usize = 1000;

/// Why a listing is empty: what decides on the first thing in its tree that is left out, as one sentence; `None` if there is nothing.
pub fn explain_empty(env: &Env, options: &Options) -> Result<Option<String>, Error> {
    let mut open = vec![RecordPath::from("")];
    for _ in 0..LOOKED_AT {
        let Some(path) = open.pop() else { break };
        if !path.as_bytes().is_empty() {
            let said = explain(env, options, &path)?;
            if said.starts_with(&format!("'{}' is out: ", path.display())) {
                return Ok(Some(said));
            }
        }
        let Ok(entries) = std::fs::read_dir(options.root.join(path.to_os())) else { continue };
        let names = entries.flatten().map(|entry| RecordPath::from_os(Path::new(&entry.file_name())));
        let mut names: Vec<RecordPath> = names.filter(|name| !matches!(name.as_bytes(), b".git" | b".cw")).collect();
        // The last is looked at first. What begins with a dot is rarely what somebody misses.
        names.sort_by_key(|name| std::cmp::Reverse((name.as_bytes().starts_with(b"."), name.clone())));
        open.extend(names.iter().map(|name| RecordPath::from_bytes(join(path.as_bytes(), name.as_bytes()))));
    }
    Ok(None)
}

fn sentence(why: &Why) -> String {
    match why {
        Why::Reserved => "is never part of a tree".into(),
        Why::Hidden => "begins with a dot, and hidden files are not wanted".into(),
        Why::Glob => "is left out by a glob of the command line".into(),
        Why::Line(file, line, text) => format!("matches '{text}' ({file}:{line})"),
        Why::NotIncluded(file) => format!("matches none of the includePatterns of {file}"),
        Why::Below => "lies in an ignored folder, and git does not track it".into(),
        Why::NodeModules => "is left out where there is no git work tree".into(),
        Why::Linked(target) => format!("is a linked work tree of another checkout ({})", target.display()),
    }
}

fn words(reason: Reason) -> &'static str {
    match reason {
        Reason::Binary => "it is binary",
        Reason::Large => "it is larger than the limit",
        Reason::Minified => "it is minified",
        Reason::Generated => "a program wrote it",
        Reason::LfsPointer => "it only points to large file storage",
        Reason::Credential => "it looks like a credential",
        Reason::Lock => "it is a lock file",
        Reason::Symlink => "it is a symbolic link",
        Reason::Special => "it is a pipe, socket or device",
        Reason::Unreadable => "it cannot be read",
        Reason::Encoding => "nobody knows its encoding",
        Reason::Empty => "it is empty",
        Reason::Submodule => "it is a submodule whose commit is not here",
    }
}
