//! What becomes of one file: looked up, or read, hashed and decoded. Each file by itself, so any number at once.

use std::io::{self, Read};
use std::time::{SystemTime, UNIX_EPOCH};

use cw_records::{Blob, Fault, File, RecordPath};

use super::content;
use super::decode::{self, Text};
use super::disk::{Kind, Meta, Root};
use super::revision::Revision;
use super::skip::{self, Reason};
use super::stamp::{Outcome, Stamp, Stamps};
use super::walk::{Entry, plain};
use super::{Known, Options};

/// So many bytes of a large script are looked at.
const START: u64 = 64 << 10;

/// One thing to do, in path order.
pub enum Job {
    /// Look at a file.
    Entry(Entry),
    /// The index holds it and the tree does not.
    Gone(RecordPath),
    /// The index holds it and nobody could look.
    Unseen(RecordPath),
}

impl Job {
    /// Bytes that it may hold in memory.
    pub fn weight(&self) -> usize {
        match self {
            Job::Entry(entry) => usize::try_from(entry.meta.size).unwrap_or(usize::MAX).min(4 << 20),
            _ => 0,
        }
    }
}

/// What became of it.
#[derive(Default)]
pub struct Done {
    pub path: RecordPath,
    pub is_entry: bool,
    /// Its content, if it belongs to the tree.
    pub blob: Option<Blob>,
    pub file: Option<File>,
    pub gone: bool,
    pub skip: Option<Reason>,
    pub fault: Option<Fault>,
    pub stamp: Option<Stamp>,
}

/// Where bytes come from.
pub enum Origin {
    Disk(Root),
    Revision(Box<Revision>),
}

/// What a look needs.
pub struct Reading {
    origin: Origin,
    pub options: Options,
    pub stamps: Option<Stamps>,
    now: i64,
}

/// A file whose bytes were read.
struct Content {
    meta: Meta,
    blob: Blob,
    text: Result<(Text, Option<&'static str>), Reason>,
}

impl Reading {
    pub fn new(origin: Origin, options: Options, stamps: Option<Stamps>) -> Reading {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| i64::try_from(since.as_nanos()).unwrap_or(0));
        Reading { origin, options, stamps, now }
    }

    /// Does one job.
    pub fn look(&self, job: Job) -> Done {
        let (path, is_entry) = match &job {
            Job::Entry(entry) => (entry.path.clone(), true),
            Job::Gone(path) | Job::Unseen(path) => (path.clone(), false),
        };
        let mut done = Done { path, is_entry, ..Done::default() };
        match job {
            Job::Entry(entry) => self.entry(&entry, &mut done),
            Job::Gone(_) => done.gone = true,
            Job::Unseen(path) => done.blob = self.known().and_then(|known| known.files.get(&path)).copied(),
        }
        done
    }

    fn known(&self) -> Option<&Known> {
        self.options.known.as_ref()
    }

    fn holds(&self, path: &RecordPath) -> bool {
        self.known().is_some_and(|known| known.any.contains(path))
    }

    fn leave_out(&self, done: &mut Done, reason: Reason) {
        done.skip = Some(reason);
        // What could not be read may be as it was; everything else must leave the index.
        done.gone = reason != Reason::Unreadable && self.holds(&done.path);
    }

    fn entry(&self, entry: &Entry, done: &mut Done) {
        if let Some(reason) = unread(&self.origin, &self.options, entry) {
            return self.leave_out(done, reason);
        }
        // What is asked for is read each time, so that nothing is known of it when it is no longer asked for.
        let stamp = self.stamps.as_ref().filter(|_| !entry.asked).and_then(|stamps| stamps.get(&entry.path));
        let meta = self.origin.stamp(entry);
        if let Some(stamp) = stamp
            && let Some(outcome) = stamp.outcome(&meta)
        {
            match outcome {
                Outcome::Skip(reason) => {
                    done.stamp = Some(*stamp);
                    return self.leave_out(done, reason);
                }
                Outcome::Blob(blob) if self.known().is_some_and(|known| known.files.get(&entry.path) == Some(&blob)) => {
                    (done.stamp, done.blob) = (Some(*stamp), Some(blob));
                    return;
                }
                Outcome::Blob(_) => {}
            }
        }
        match self.content(entry) {
            Ok(Ok(content)) => self.content_is(entry, content, done),
            Ok(Err(reason)) => self.leave_out(done, reason),
            // It went away since the listing.
            Err(error) if error.kind() == io::ErrorKind::NotFound => done.gone = self.holds(&done.path),
            Err(error) => {
                let message = format!("cannot read '{}': {}", done.path.display(), plain(&error));
                done.fault = Some(Fault::loss("S01", Some(&done.path), message));
                done.blob = self.known().and_then(|known| known.files.get(&done.path)).copied();
                self.leave_out(done, Reason::Unreadable);
            }
        }
    }

    fn content_is(&self, entry: &Entry, content: Content, done: &mut Done) {
        let Content { meta, blob, text } = content;
        let outcome = text.as_ref().map_or_else(|reason| Outcome::Skip(*reason), |_| Outcome::Blob(blob));
        let seen = if entry.object.is_some() { self.origin.stamp(entry) } else { meta };
        done.stamp = Some(Stamp::new(&seen, self.now, outcome)).filter(|_| !entry.asked);
        let (text, lang) = match text {
            Ok(text) => text,
            Err(reason) => return self.leave_out(done, reason),
        };
        done.blob = Some(blob);
        if self.known().is_some_and(|known| known.files.get(&entry.path) == Some(&blob)) {
            return;
        }
        if text.lost > 0 {
            let message = format!("'{}' is not all UTF-8: {} unreadable bytes replaced", done.path.display(), text.lost);
            done.fault = Some(Fault::note("S17", Some(&done.path), message));
        }
        done.file = Some(File {
            path: done.path.clone(),
            lang: lang.map(Into::into),
            size: meta.size,
            mtime: entry.object.is_none().then(|| meta.mtime.div_euclid(1_000_000)),
            blob,
            encoding: text.encoding,
            text: self.options.text.then_some(text.text),
            ..File::default()
        });
    }

    fn content(&self, entry: &Entry) -> io::Result<Result<Content, Reason>> {
        content(&self.origin, &self.options, entry)
    }
}

impl Origin {
    /// What the stat cache compares.
    fn stamp(&self, entry: &Entry) -> Meta {
        match (self, entry.object) {
            (Origin::Revision(revision), Some(object)) => revision.stamp(object, entry.path.as_bytes(), entry.meta.kind),
            _ => entry.meta,
        }
    }
}

/// What is clear before a byte is read.
fn before_reading(options: &Options, entry: &Entry, meta: &Meta) -> Option<Reason> {
    match meta.kind {
        Kind::Link => return Some(Reason::Symlink),
        Kind::Special | Kind::Folder => return Some(Reason::Special),
        Kind::Submodule => return Some(Reason::Submodule),
        Kind::File => {}
    }
    match kept(options, entry, skip::by_name(entry.path.as_bytes(), options.include_secrets)) {
        Some(reason) => Some(reason),
        None if meta.size == 0 => Some(Reason::Empty),
        None if meta.size > options.max_file_size => Some(Reason::Large),
        None => None,
    }
}

/// The reason, unless the file is wanted whoever wrote it.
fn kept(options: &Options, entry: &Entry, reason: Option<Reason>) -> Option<Reason> {
    reason.filter(|reason| !(reason.is_of_programs() && (entry.asked || options.include_generated)))
}

fn is_script(path: &RecordPath) -> bool {
    [&b".js"[..], b".mjs", b".cjs", b".css", b".json"].iter().any(|end| path.as_bytes().ends_with(end))
}

/// The reason not to read `entry`, if there is one. Of a script that is too large, the start tells whether anybody wrote it.
fn unread(origin: &Origin, options: &Options, entry: &Entry) -> Option<Reason> {
    // A link must not give a secret another name.
    if let Some(real) = &entry.real
        && skip::by_name(real, options.include_secrets) == Some(Reason::Credential)
    {
        return Some(Reason::Credential);
    }
    let reason = before_reading(options, entry, &entry.meta)?;
    if reason != Reason::Large {
        return Some(reason);
    }
    match origin {
        // What a checkout makes of it may be smaller.
        Origin::Revision(_) if is_script(&entry.path) || entry.meta.size / 4 <= options.max_file_size => None,
        Origin::Disk(root) if is_script(&entry.path) => {
            let mut start = Vec::new();
            let file = root.file(entry.real.as_deref().unwrap_or(entry.path.as_bytes()));
            let read = file.and_then(|file| file.take(START).read_to_end(&mut start));
            Some(if read.is_ok() { too_large(&entry.path, &start) } else { Reason::Large })
        }
        _ => Some(Reason::Large),
    }
}

/// Why a file that is too large and begins with `start` is left out.
fn too_large(path: &RecordPath, start: &[u8]) -> Reason {
    let start = &start[..start.len().min(START as usize)];
    if is_script(path) && content::is_minified_start(path, start) { Reason::Minified } else { Reason::Large }
}

fn content(origin: &Origin, options: &Options, entry: &Entry) -> io::Result<Result<Content, Reason>> {
    let (bytes, meta) = match (origin, entry.object) {
        (Origin::Revision(revision), Some(object)) => {
            let bytes = revision.read(object, entry.path.as_bytes())?;
            let meta = Meta { size: bytes.len() as u64, ..entry.meta };
            match before_reading(options, entry, &meta) {
                Some(Reason::Large) => return Ok(Err(too_large(&entry.path, &bytes))),
                Some(reason) => return Ok(Err(reason)),
                None => (bytes, meta),
            }
        }
        (Origin::Disk(root), _) => match from_disk(root, options, entry)? {
            Ok(read) => read,
            Err(reason) => return Ok(Err(reason)),
        },
        (Origin::Revision(_), None) => return Ok(Err(Reason::Special)),
    };
    let blob = Blob::of(&bytes);
    let text = if content::is_lfs_pointer(&bytes) { Err(Reason::LfsPointer) } else { decode::decode(bytes) };
    let text = text.and_then(|text| {
        let (lang, reason) = content::judge(&entry.path, &text.text, options.include_secrets);
        kept(options, entry, reason).map_or(Ok((text, lang)), Err)
    });
    Ok(Ok(Content { meta, blob, text }))
}

fn from_disk(root: &Root, options: &Options, entry: &Entry) -> io::Result<Result<(Vec<u8>, Meta), Reason>> {
    let place = entry.real.as_deref().unwrap_or(entry.path.as_bytes());
    let file = match root.file(place) {
        Ok(file) => file,
        // It became a link since the listing.
        Err(error) if error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error()) => return Ok(Err(Reason::Symlink)),
        Err(error) => return Err(error),
    };
    let meta = Meta::of_open(&file)?;
    if let Some(reason) = before_reading(options, entry, &meta) {
        return Ok(Err(reason));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(meta.size).unwrap_or(0) + 1);
    file.take(options.max_file_size.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > options.max_file_size {
        return Ok(Err(Reason::Large));
    }
    // A file that grew while it was read: what is said of it is what was read.
    let meta = Meta { size: bytes.len() as u64, ..meta };
    Ok(Ok((bytes, meta)))
}

/// Why the file would be left out, if it would. For `explain`.
pub fn reason(origin: &Origin, options: &Options, entry: &Entry) -> io::Result<Option<Reason>> {
    if let Some(reason) = unread(origin, options, entry) {
        return Ok(Some(reason));
    }
    Ok(match content(origin, options, entry)? {
        Ok(content) => content.text.err(),
        Err(reason) => Some(reason),
    })
}
