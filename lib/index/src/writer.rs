//! Writes one part: takes the lock, merges changes into the sorted files, rewrites only the segments they touch, swaps the manifest.
//!
//! It does not make segments; the stage does, from the entries it is given. Nothing is visible before `commit`; a writer that is dropped without it leaves the part as it was.

use std::path::PathBuf;
use std::time::Duration;

use cw_records::{Blob, RecordPath};
use serde_json::{Map, Value};

use crate::border::Borders;
use crate::lock::Lock;
use crate::manifest::{Manifest, SegmentInfo};
use crate::part::{Part, Segment, list, segments_in};
use crate::{Error, durable};

/// A file of the tree as it changed.
pub struct Change<F> {
    /// Where it is.
    pub path: RecordPath,
    /// The file and the bytes of its text; `None` if it is gone.
    pub file: Option<(F, u64)>,
}

/// One file of a segment to be made.
pub enum Entry<F> {
    /// It comes from the stream.
    New(F),
    /// It is in a segment of the old part.
    Kept {
        /// Which segment.
        segment: usize,
        /// Which file of it.
        file: u32,
    },
}

/// A segment that the stage made.
pub struct Made {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Chunks in it.
    pub chunks: u32,
}

/// What a commit did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Commit {
    /// False if the part was already so.
    pub changed: bool,
    /// Names the generation.
    pub generation: Blob,
    /// Segments written.
    pub written: usize,
    /// Segments kept.
    pub kept: usize,
}

/// The one writer of a part.
pub struct PartWriter<S> {
    part: String,
    folder: PathBuf,
    /// The same part of indexes that are kept together with this one.
    others: Vec<PathBuf>,
    old: Option<Part<S>>,
    infos: Vec<SegmentInfo>,
    fresh: Vec<String>,
    kept: usize,
    text: u64,
    committed: bool,
    _lock: Lock,
}

impl<S: Segment> PartWriter<S> {
    pub(crate) fn begin(part: &str, folder: PathBuf, others: Vec<PathBuf>, wait: Duration, rebuild: bool) -> Result<PartWriter<S>, Error> {
        durable::make_dir(&folder)?;
        let lock = Lock::take(&folder, wait)?;
        let old = if rebuild || !folder.join("manifest.json").exists() { None } else { Part::open(&folder, Duration::ZERO)? };
        Ok(PartWriter {
            part: part.to_owned(),
            folder,
            others,
            old,
            infos: Vec::new(),
            fresh: Vec::new(),
            kept: 0,
            text: 0,
            committed: false,
            _lock: lock,
        })
    }

    /// The part as it is on disk, if there is one (and this is not a rebuild).
    pub fn old(&self) -> Option<&Part<S>> {
        self.old.as_ref()
    }

    /// Begins to merge changes into the part. With `all`, they are the whole tree and nothing of the old part stays.
    pub fn merge<F>(self, all: bool) -> Result<Merge<S, F>, Error> {
        let mut kept: Vec<(RecordPath, usize, u32)> = Vec::new();
        if let (false, Some(old)) = (all, &self.old) {
            for (number, segment) in old.segments.iter().enumerate() {
                kept.extend(segment.paths()?.into_iter().zip(0..).map(|(path, file)| (path, number, file)));
            }
        }
        let group = Group { borders: Borders::default(), entries: Vec::new(), first: RecordPath::default() };
        Ok(Merge { writer: self, kept: kept.into_iter().peekable(), group })
    }

    fn add<F, E: From<Error>>(
        &mut self,
        group: &mut Group<F>,
        path: RecordPath,
        entry: Entry<F>,
        text: Option<u64>,
        make: &mut Maker<'_, S, F, E>,
    ) -> Result<(), E> {
        let text = match (&entry, text, &self.old) {
            (_, Some(text), _) => text,
            (Entry::Kept { segment, file }, None, Some(old)) => old.segments[*segment].measure(*file)?.1,
            _ => 0,
        };
        if group.borders.is_border(&path, text) {
            self.close(group, make)?;
        }
        if group.entries.is_empty() {
            group.first = path;
        }
        self.text += text;
        group.entries.push(entry);
        Ok(())
    }

    fn close<F, E: From<Error>>(&mut self, group: &mut Group<F>, make: &mut Maker<'_, S, F, E>) -> Result<(), E> {
        let entries = std::mem::take(&mut group.entries);
        let (Some(first), files) = (entries.first(), entries.len() as u32) else { return Ok(()) };
        if let (Entry::Kept { segment, .. }, Some(old)) = (first, &self.old) {
            let whole = old.segments[*segment].files() == files;
            if whole && entries.iter().all(|entry| matches!(entry, Entry::Kept { segment: other, .. } if other == segment)) {
                self.infos.push(old.manifest.segments[*segment].clone());
                self.kept += 1;
                return Ok(());
            }
        }
        let made = make(entries, self.old.as_ref())?;
        let name = Blob::of(&made.bytes);
        let info = SegmentInfo::new(name, &group.first, files, made.chunks, made.bytes.len() as u64);
        let path = self.folder.join(info.file_name());
        // A file of this name that does not hold these bytes is damaged, and replaced.
        let there = std::fs::read(&path).ok();
        if there.as_deref() != Some(&made.bytes) {
            let same = self.others.iter().map(|other| other.join(info.file_name()));
            let same = same.filter(|other| std::fs::read(other).is_ok_and(|bytes| bytes == made.bytes)).find(|_| there.is_none());
            if !same.is_some_and(|other| durable::link(&other, &path)) {
                durable::write_file(&path, &made.bytes)?;
            }
            if there.is_none() {
                self.fresh.push(info.file_name());
            }
        }
        self.infos.push(info);
        Ok(())
    }

    fn commit(mut self, made_with: Map<String, Value>, tree: Option<Blob>) -> Result<Commit, Error> {
        let mut manifest = Manifest::new(&self.part);
        manifest.made_with = made_with;
        manifest.tree = tree;
        manifest.files = self.infos.iter().map(|info| u64::from(info.files)).sum();
        manifest.chunks = self.infos.iter().map(|info| u64::from(info.chunks)).sum();
        manifest.text = self.text;
        manifest.segments = std::mem::take(&mut self.infos);
        let (line, generation) = manifest.print();
        let path = self.folder.join("manifest.json");
        let changed = std::fs::read(&path).ok().as_deref() != Some(line.as_bytes());
        if changed {
            durable::sync_dir(&self.folder)?;
            durable::write_file(&path, line.as_bytes())?;
        }
        self.committed = true;
        let keep: Vec<String> = manifest.segments.iter().map(SegmentInfo::file_name).collect();
        remove_strays(&self.folder, &keep)?;
        Ok(Commit { changed, generation, written: manifest.segments.len() - self.kept, kept: self.kept })
    }
}

impl<S> Drop for PartWriter<S> {
    fn drop(&mut self) {
        if self.committed || self.fresh.is_empty() {
            return;
        }
        // The new manifest may be in place although making it durable failed: what it names stays, and so does all if nobody can tell.
        let named = match Manifest::read(&self.folder) {
            Ok(manifest) => manifest.map(|(manifest, _)| manifest.segments).unwrap_or_default(),
            Err(_) => return,
        };
        for name in &self.fresh {
            if !named.iter().any(|info| info.file_name() == *name) {
                let _ = std::fs::remove_file(self.folder.join(name));
            }
        }
    }
}

/// Makes a segment of entries that ascend by path; the second argument is the old part, which `Kept` entries point into.
pub type Maker<'a, S, F, E> = dyn FnMut(Vec<Entry<F>>, Option<&Part<S>>) -> Result<Made, E> + 'a;

/// A merge under way. Dropping it leaves the part as it was.
pub struct Merge<S, F> {
    writer: PartWriter<S>,
    kept: std::iter::Peekable<std::vec::IntoIter<(RecordPath, usize, u32)>>,
    group: Group<F>,
}

impl<S, F> Merge<S, F> {
    /// The part's folder.
    pub(crate) fn folder(&self) -> &std::path::Path {
        &self.writer.folder
    }
}

impl<S: Segment, F> Merge<S, F> {
    /// The part as it is on disk, if there is one.
    pub fn old(&self) -> Option<&Part<S>> {
        self.writer.old()
    }

    /// Takes the next change; paths must ascend. Segments that are complete are made and written, but not yet visible.
    pub fn push<E: From<Error>>(&mut self, change: Change<F>, make: &mut Maker<'_, S, F, E>) -> Result<(), E> {
        while let Some((path, segment, file)) = self.kept.next_if(|(path, ..)| *path < change.path) {
            self.writer.add(&mut self.group, path, Entry::Kept { segment, file }, None, make)?;
        }
        self.kept.next_if(|(path, ..)| *path == change.path);
        match change.file {
            Some((file, text)) => self.writer.add(&mut self.group, change.path, Entry::New(file), Some(text), make),
            None => Ok(()),
        }
    }

    /// Publishes what was merged and deletes the segments that are no longer named.
    pub fn commit<E: From<Error>>(
        mut self,
        made_with: Map<String, Value>,
        tree: Option<Blob>,
        make: &mut Maker<'_, S, F, E>,
    ) -> Result<Commit, E> {
        for (path, segment, file) in self.kept.by_ref() {
            self.writer.add(&mut self.group, path, Entry::Kept { segment, file }, None, make)?;
        }
        self.writer.close(&mut self.group, make)?;
        Ok(self.writer.commit(made_with, tree)?)
    }
}

struct Group<F> {
    borders: Borders,
    entries: Vec<Entry<F>>,
    first: RecordPath,
}

/// Deletes temporary files and the segments that are not in `keep`. The caller holds the lock. Returns the number and bytes of what went.
pub(crate) fn remove_strays(folder: &std::path::Path, keep: &[String]) -> Result<(u64, u64), Error> {
    let mut strays = segments_in(folder)?;
    strays.retain(|name| !keep.contains(name));
    strays.extend(list(folder, |name| name.starts_with(durable::TEMPORARY))?);
    let (mut count, mut bytes) = (0, 0);
    for name in strays {
        let path = folder.join(name);
        let length = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
        // On a system that refuses to delete a mapped file, the next writer tries again.
        if std::fs::remove_file(&path).is_ok() {
            count += 1;
            bytes += length;
        }
    }
    Ok((count, bytes))
}
