//! An index into a share: what is missing there, segments first, the ref last.

use cw_records::Blob;

use super::{Ref, RefPart, Remote, SHARE, cas, ref_path};
use crate::manifest::{FORMAT, Manifest, seal};
use crate::part::{Part, Segment};
use crate::{Error, Store};

/// What a push did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pushed {
    /// Names what was pushed, whatever refs point to it.
    pub digest: Blob,
    /// Files that the share lacked.
    pub sent: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Files that were there.
    pub kept: u64,
    /// Refs that point to something else than before.
    pub moved: Vec<String>,
    /// The ref that somebody else moved meanwhile; it and those after it are as they were.
    pub lost: Option<String>,
}

/// Pushes an index and lets the refs `names` point to it. What is pushed is one snapshot, whatever is written meanwhile.
pub fn push<R: Remote>(store: &Store, remote: &R, names: &[String]) -> Result<Pushed, R::Error> {
    let mut done = Pushed::default();
    let revision = store.revision();
    let lex = store.need_lex()?;
    let models = store.models()?;
    let vecs = models.iter().map(|model| store.vec(model)).collect::<Result<Vec<_>, _>>()?;
    // What the refs are now, before anything moves.
    let mut seen = Vec::new();
    for name in names {
        seen.push(remote.read(&ref_path(name), super::REF)?);
    }
    let mut parts = vec![send(&lex, remote, &mut done)?];
    for vec in vecs.iter().flatten() {
        parts.push(send(vec, remote, &mut done)?);
    }
    let (rev, commit) = revision.unzip();
    let line = seal(&Ref { share: SHARE, format: FORMAT, rev, commit, parts }).0.into_bytes();
    done.digest = Blob::of(&line);
    for (name, seen) in names.iter().zip(seen) {
        if seen.as_ref().is_some_and(|(bytes, _)| *bytes == line) {
            continue;
        }
        let tag = seen.as_ref().map(|(_, tag)| tag.as_str());
        let swapped = remote.swap(&ref_path(name), tag, &line)?;
        // A request that broke off and was sent again finds its own work.
        if !swapped && remote.read(&ref_path(name), super::REF)?.is_none_or(|(bytes, _)| bytes != line) {
            done.lost = Some(name.clone());
            break;
        }
        done.moved.push(name.clone());
    }
    Ok(done)
}

/// Sends the files of a part that the share lacks.
fn send<S: Segment, R: Remote>(part: &Part<S>, remote: &R, done: &mut Pushed) -> Result<RefPart, R::Error> {
    for (info, segment) in part.manifest.segments.iter().zip(&part.segments) {
        let check = || {
            let path = part.folder.join(info.file_name());
            if segment.digest() == info.name { Ok(()) } else { Err(Error::damaged(&path, "its bytes do not make its name")) }
        };
        put(remote, &info.name, segment.bytes(), check, done)?;
    }
    let (line, check) = part.manifest.print();
    if check != part.generation {
        let found = "it says more than this build knows".to_owned();
        return Err(Error::Version { path: part.folder.join(Manifest::FILE), found }.into());
    }
    let manifest = Blob::of(line.as_bytes());
    put(remote, &manifest, line.as_bytes(), || Ok(()), done)?;
    Ok(RefPart { part: part.manifest.part.clone(), manifest, bytes: line.len() as u64 })
}

fn put<R: Remote>(remote: &R, name: &Blob, bytes: &[u8], check: impl Fn() -> Result<(), Error>, done: &mut Pushed) -> Result<(), R::Error> {
    let path = cas(name);
    match remote.length(&path)? {
        Some(length) if length == bytes.len() as u64 => done.kept += 1,
        Some(length) => {
            let what = format!("it has {length} bytes instead of {}", bytes.len());
            return Err(Error::Share { path, what }.into());
        }
        None => {
            check()?;
            remote.create(&path, bytes)?;
            done.sent += 1;
            done.bytes += bytes.len() as u64;
        }
    }
    Ok(())
}
