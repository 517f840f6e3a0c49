//! Writes one part: takes the lock, merges changes into the sorted files, rewrites only the segments they touch, swaps the manifest.
//!
//! It does not make segments; the stage does, from the entries it is given. Nothing is visible before `commit`; a writer that is dropped without it leaves the part as it was. One
//! that is killed leaves a draft of what it finished.

use std::path::PathBuf;
use std::time::Duration;

use cw_records::{Blob, RecordPath};
use serde_json::{Map, Value};

use crate::border::Borders;
use crate::checked::Checked;
use crate::draft::{Base, Draft, Mark};
use crate::lock::Lock;
use crate::manifest::{Manifest, SegmentInfo};
use crate::part::{Part, Segment, remove_strays, segments_in};
use crate::slices::Sliced;
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

/// How a writer begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Begin {
    /// How long to wait for another writer.
    pub wait: Duration,
    /// Do not look at what is published.
    pub rebuild: bool,
    /// Go on from this state, draft included, and from no other. Without it what is published counts, whatever it is, and no draft.
    pub from: Option<Mark>,
}

/// The one writer of a part.
pub struct PartWriter<S> {
    part: String,
    folder: PathBuf,
    /// The same part of indexes that are kept together with this one.
    others: Vec<PathBuf>,
    anew: bool,
    base: Option<Base<S>>,
    made_with: Map<String, Value>,
    infos: Vec<SegmentInfo>,
    fresh: Vec<String>,
    /// Files that hold what was made here.
    right: Vec<PathBuf>,
    kept: usize,
    text: u64,
    notes: Notes,
    /// `None`: it makes a slice, which publishes nothing.
    lock: Option<Lock>,
}

/// What the draft on disk says.
#[derive(Default)]
struct Notes {
    /// One was written by this writer.
    written: bool,
    /// Segments of this writer that are in it.
    made: usize,
    /// Nothing of this writer is to go when it is dropped.
    stay: bool,
}

impl<S: Segment> PartWriter<S> {
    pub(crate) fn begin(part: &str, folder: PathBuf, others: Vec<PathBuf>, begin: Begin) -> Result<PartWriter<S>, Error> {
        durable::make_dir(&folder)?;
        let lock = Lock::take(&folder, begin.wait)?;
        let base = match begin.from {
            Some(mark) => match Base::again(&folder, begin.rebuild, mark)? {
                Some(base) => Some(base),
                None => return Err(Error::Moved(folder)),
            },
            None if begin.rebuild => None,
            None => Base::published(&folder)?,
        };
        let mut writer = PartWriter::idle(part, folder, others);
        (writer.anew, writer.base, writer.lock) = (begin.rebuild, base, Some(lock));
        Ok(writer)
    }

    /// Begins a slice of a part: segments of some of its files in `folder`, for a commit to take over. It takes no lock; any number may be made at once. What is published is not made
    /// again.
    pub(crate) fn slice(part: &str, folder: PathBuf, published: PathBuf) -> Result<PartWriter<S>, Error> {
        durable::make_dir(&folder)?;
        let mut writer = PartWriter::idle(part, folder, vec![published]);
        writer.notes.stay = true;
        Ok(writer)
    }

    fn idle(part: &str, folder: PathBuf, others: Vec<PathBuf>) -> PartWriter<S> {
        PartWriter {
            part: part.to_owned(),
            folder,
            others,
            anew: false,
            base: None,
            made_with: Map::new(),
            infos: Vec::new(),
            fresh: Vec::new(),
            right: Vec::new(),
            kept: 0,
            text: 0,
            notes: Notes::default(),
            lock: None,
        }
    }

    /// All files of what this writer goes on from, with the hash of their bytes, in path order.
    pub fn files(&self) -> Result<Vec<(RecordPath, Blob)>, Error> {
        self.base.as_ref().map_or(Ok(Vec::new()), Base::files)
    }

    /// What this writer goes on from, if there is anything.
    pub fn old(&self) -> Option<&Part<S>> {
        self.base.as_ref().map(|base| &base.part)
    }

    /// True if it goes on with the draft of a build that was stopped.
    pub fn is_resumed(&self) -> bool {
        self.base.as_ref().is_some_and(|base| base.mark.is_draft())
    }

    /// Begins to merge changes into the part. With `all`, they are the whole tree and nothing of the old part stays.
    pub fn merge<F>(mut self, all: bool, made_with: Map<String, Value>) -> Result<Merge<S, F>, Error> {
        self.made_with = made_with;
        let kept = match &mut self.base {
            Some(base) if !all => std::mem::take(&mut base.files),
            _ => Vec::new(),
        };
        let group = Group { borders: Borders::default(), entries: Vec::new(), first: RecordPath::default() };
        Ok(Merge { writer: self, kept: kept.into_iter().peekable(), group })
    }

    /// Puts down which segments are finished: those made so far, and those of the draft before that lie ahead of `path`.
    fn note(&mut self, path: &RecordPath) -> Result<(), Error> {
        let old = |name: Blob| self.base.as_ref().is_some_and(|base| base.has(name));
        let mut list: Vec<SegmentInfo> = self.infos.iter().filter(|info| !old(info.name)).cloned().collect();
        let carried = self.base.iter().flat_map(|base| &base.carried);
        let ahead: Vec<SegmentInfo> =
            carried.filter(|(first, info)| first >= path && !list.contains(info)).map(|(_, info)| info.clone()).collect();
        list.extend(ahead);
        Draft::new(&self.part, self.made_with.clone(), self.anew, list).write(&self.folder)?;
        self.notes.written = true;
        self.notes.made = self.infos.len() - self.kept;
        Ok(())
    }

    /// True if segments were finished that a draft should have and none has.
    fn fresh_since(&self) -> bool {
        self.lock.is_some() && self.infos.len() - self.kept > self.notes.made
    }

    fn add<F, E: From<Error>>(
        &mut self,
        group: &mut Group<F>,
        path: RecordPath,
        entry: Entry<F>,
        text: Option<u64>,
        make: &mut Maker<'_, S, F, E>,
    ) -> Result<(), E> {
        let text = match (&entry, text, self.old()) {
            (_, Some(text), _) => text,
            (Entry::Kept { segment, file }, None, Some(old)) => old.segments[*segment].measure(*file)?.1,
            _ => 0,
        };
        if group.borders.is_border(&path, text) {
            self.close(group, make)?;
            // Only what waits for more of the stream may have to wait long.
            if matches!(entry, Entry::New(_)) && self.fresh_since() {
                self.note(&path)?;
            }
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
        if let (Entry::Kept { segment, .. }, Some(old)) = (first, self.base.as_ref().map(|base| &base.part)) {
            let whole = old.segments[*segment].files() == files;
            if whole && entries.iter().all(|entry| matches!(entry, Entry::Kept { segment: other, .. } if other == segment)) {
                let info = old.manifest.segments[*segment].clone();
                if self.base.as_ref().is_some_and(|base| !base.has(info.name)) {
                    // Of a draft, every byte of which was looked at.
                    self.right.push(self.folder.join(info.file_name()));
                }
                self.infos.push(info);
                self.kept += 1;
                return Ok(());
            }
        }
        let made = make(entries, self.old())?;
        let name = Blob::of(&made.bytes);
        let info = SegmentInfo::new(name, &group.first, files, made.chunks, made.bytes.len() as u64);
        let path = self.folder.join(info.file_name());
        if self.lock.is_some() && !self.notes.written && !self.is_resumed() && (self.anew || !self.folder.join("manifest.json").exists()) {
            // What is there without a manifest is then a build that was begun, and no damage.
            self.note(&group.first)?;
        }
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
        self.right.push(path);
        self.infos.push(info);
        Ok(())
    }

    fn commit(mut self, tree: Option<Blob>) -> Result<Commit, Error> {
        let mut manifest = Manifest::new(&self.part);
        manifest.made_with.clone_from(&self.made_with);
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
        self.notes.stay = true;
        Draft::remove(&self.folder)?;
        let keep: Vec<String> = manifest.segments.iter().map(SegmentInfo::file_name).collect();
        remove_strays(&self.folder, &keep)?;
        let mut checked = Checked::read(&self.folder);
        for path in &self.right {
            if let Ok(meta) = path.metadata() {
                checked.add(path, &meta);
            }
        }
        checked.write(&self.folder, &keep, manifest.segments.iter().map(|info| info.bytes).sum());
        Ok(Commit { changed, generation, written: manifest.segments.len() - self.kept, kept: self.kept })
    }
}

impl<S> PartWriter<S> {
    /// Takes back what was not committed.
    fn take_back(&mut self) -> Result<(), Error> {
        let carried: Vec<SegmentInfo> = self.base.iter().flat_map(|base| &base.carried).map(|(_, info)| info.clone()).collect();
        // The new manifest may be in place although making it durable failed: what it names stays, and so does all if nobody can tell.
        let manifest = Manifest::read(&self.folder)?;
        let named = manifest.iter().flat_map(|(manifest, _)| &manifest.segments);
        let keep: Vec<String> = named.chain(&carried).map(SegmentInfo::file_name).collect();
        for name in self.fresh.iter().filter(|name| !keep.contains(name)) {
            let _ = std::fs::remove_file(self.folder.join(name));
        }
        if !self.notes.written {
            return Ok(());
        }
        // Segments without a manifest and without a draft would be damage.
        if carried.is_empty() && (manifest.is_some() || segments_in(&self.folder)?.is_empty()) {
            return Draft::remove(&self.folder);
        }
        Draft::new(&self.part, self.made_with.clone(), self.anew, carried).write(&self.folder)
    }
}

impl<S> Drop for PartWriter<S> {
    fn drop(&mut self) {
        if !self.notes.stay && (self.notes.written || !self.fresh.is_empty()) {
            let _ = self.take_back();
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

    /// True if it goes on with the draft of a build that was stopped.
    pub fn is_resumed(&self) -> bool {
        self.writer.is_resumed()
    }

    /// It will not be committed now, but somebody will go on: what is finished stays as a draft.
    pub fn leave(mut self) -> Result<(), Error> {
        let next = self.group.first.clone();
        if self.writer.fresh_since() {
            self.writer.note(&next)?;
        }
        self.writer.notes.stay = true;
        Ok(())
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

    /// Makes what is left to be made; `commit` does it too.
    pub fn finish<E: From<Error>>(&mut self, make: &mut Maker<'_, S, F, E>) -> Result<(), E> {
        for (path, segment, file) in self.kept.by_ref() {
            self.writer.add(&mut self.group, path, Entry::Kept { segment, file }, None, make)?;
        }
        self.writer.close(&mut self.group, make)
    }

    /// What a slice consists of, now that all of it is there. Nothing is published.
    pub fn slice<E: From<Error>>(mut self, make: &mut Maker<'_, S, F, E>) -> Result<Sliced, E> {
        self.finish(make)?;
        Ok(Sliced { segments: std::mem::take(&mut self.writer.infos), text: self.writer.text })
    }

    /// Publishes what was merged and deletes the segments that are no longer named.
    pub fn commit<E: From<Error>>(mut self, tree: Option<Blob>, make: &mut Maker<'_, S, F, E>) -> Result<Commit, E> {
        self.finish(make)?;
        Ok(self.writer.commit(tree)?)
    }
}

struct Group<F> {
    borders: Borders,
    entries: Vec<Entry<F>>,
    first: RecordPath,
}
