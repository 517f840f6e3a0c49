//! A part as readers see it: one manifest, its open segments. A snapshot: it stays as it is whatever writers do.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cw_records::{Blob, RecordPath};

use crate::checked::Checked;
use crate::draft::Draft;
use crate::lock::Lock;
use crate::manifest::Manifest;
use crate::{Error, LexSegment, VecSegment, durable};

/// What all kinds of segments can do.
pub trait Segment: Sized + Send + Sync {
    /// Opens a segment file and checks its frame and tables; the sums of one that is among `checked` are believed.
    fn open(path: &Path, checked: &Checked) -> Result<Self, Error>;
    /// How many files it has.
    fn files(&self) -> u32;
    /// All its paths, in order.
    fn paths(&self) -> Result<Vec<RecordPath>, Error>;
    /// The path of file `number`.
    fn path(&self, number: u32) -> Result<RecordPath, Error>;
    /// The path of its first file.
    fn first_path(&self) -> Result<&RecordPath, Error>;
    /// The number of the file with this path.
    fn find(&self, path: &RecordPath) -> Result<Option<u32>, Error>;
    /// Hash of the bytes on disk of file `number`, bytes of its text, and number of its chunks.
    fn measure(&self, number: u32) -> Result<(Blob, u64, u32), Error>;
    /// Checks the sums of all sections, and unless `quick` decodes every piece.
    fn verify(&self, quick: bool) -> Result<(), Error>;
    /// The hash of all its bytes.
    fn digest(&self) -> Blob;
    /// All its bytes.
    fn bytes(&self) -> &[u8];
    /// The length of its file.
    fn length(&self) -> u64 {
        self.bytes().len() as u64
    }
    /// What the file system said of its file.
    fn meta(&self) -> &Metadata;
    /// Its paths are those of a tree below `folder`, with a slash at its end.
    fn put_below(&mut self, folder: &[u8]);
}

impl Segment for LexSegment {
    fn open(path: &Path, checked: &Checked) -> Result<Self, Error> {
        LexSegment::open_checked(path, checked)
    }
    fn files(&self) -> u32 {
        LexSegment::files(self)
    }
    fn paths(&self) -> Result<Vec<RecordPath>, Error> {
        LexSegment::paths(self)
    }
    fn path(&self, number: u32) -> Result<RecordPath, Error> {
        LexSegment::path(self, number)
    }
    fn first_path(&self) -> Result<&RecordPath, Error> {
        LexSegment::first_path(self)
    }
    fn find(&self, path: &RecordPath) -> Result<Option<u32>, Error> {
        LexSegment::find(self, path)
    }
    fn measure(&self, number: u32) -> Result<(Blob, u64, u32), Error> {
        let row = self.file(number)?;
        Ok((row.blob, row.text.into(), row.chunks))
    }
    fn verify(&self, quick: bool) -> Result<(), Error> {
        LexSegment::verify(self, quick)
    }
    fn digest(&self) -> Blob {
        self.frame().digest()
    }
    fn bytes(&self) -> &[u8] {
        self.frame().bytes()
    }
    fn meta(&self) -> &Metadata {
        self.frame().meta()
    }
    fn put_below(&mut self, folder: &[u8]) {
        LexSegment::put_below(self, folder);
    }
}

impl Segment for VecSegment {
    fn open(path: &Path, checked: &Checked) -> Result<Self, Error> {
        VecSegment::open_checked(path, checked)
    }
    fn files(&self) -> u32 {
        VecSegment::files(self)
    }
    fn paths(&self) -> Result<Vec<RecordPath>, Error> {
        VecSegment::paths(self)
    }
    fn path(&self, number: u32) -> Result<RecordPath, Error> {
        VecSegment::path(self, number)
    }
    fn first_path(&self) -> Result<&RecordPath, Error> {
        VecSegment::first_path(self)
    }
    fn find(&self, path: &RecordPath) -> Result<Option<u32>, Error> {
        VecSegment::find(self, path)
    }
    fn measure(&self, number: u32) -> Result<(Blob, u64, u32), Error> {
        let row = self.file(number)?;
        Ok((row.blob, row.text.into(), row.chunks))
    }
    fn verify(&self, quick: bool) -> Result<(), Error> {
        VecSegment::verify(self, quick)
    }
    fn digest(&self) -> Blob {
        self.frame().digest()
    }
    fn bytes(&self) -> &[u8] {
        self.frame().bytes()
    }
    fn meta(&self) -> &Metadata {
        self.frame().meta()
    }
    fn put_below(&mut self, folder: &[u8]) {
        VecSegment::put_below(self, folder);
    }
}

/// A snapshot of one part.
pub struct Part<S> {
    /// The part's folder.
    pub folder: PathBuf,
    /// What it consists of.
    pub manifest: Manifest,
    /// Names the generation.
    pub generation: Blob,
    /// Its segments, in path order.
    pub segments: Vec<S>,
}

/// Opening races with writers that delete old segments; so often it starts again before it calls that damage.
const TRIES: usize = 8;

impl<S: Segment> Part<S> {
    /// Opens the part in `folder`; `None` if there is none. While somebody makes it for the first time, waits for as long as `patience`.
    pub(crate) fn open(folder: &Path, patience: Duration) -> Result<Option<Part<S>>, Error> {
        let mut last = None;
        for _ in 0..TRIES {
            let Some((manifest, generation)) = Manifest::read(folder)? else {
                // A first build is under way; its segments do not count yet.
                if let Some(holder) = crate::lock::writer_of(folder) {
                    if !patience.is_zero() {
                        drop(Lock::take(folder, patience)?);
                        continue;
                    }
                    return Err(Error::Locked { part: folder.to_owned(), holder });
                }
                return match segments_in(folder)?.first() {
                    _ if Draft::is_there(folder) && !folder.join("manifest.json").exists() => Err(Error::Unfinished(folder.to_owned())),
                    Some(name) if !folder.join("manifest.json").exists() => {
                        Err(Error::damaged(&folder.join("manifest.json"), format!("it is missing, but there is a segment '{name}'")))
                    }
                    // It was published meanwhile.
                    _ if folder.join("manifest.json").exists() => continue,
                    _ => Ok(None),
                };
            };
            if last == Some(generation) {
                break;
            }
            match open_all(folder, &manifest) {
                Ok(segments) => return Ok(Some(Part { folder: folder.to_owned(), manifest, generation, segments })),
                Err(error) if is_gone(&error) => last = Some(generation),
                Err(error) => return Err(error),
            }
        }
        Err(Error::damaged(&folder.join("manifest.json"), "it names a segment that is not there"))
    }

    /// What is there already of a part that is made for the first time: the segments that its draft lists, in path order. More may come, so nothing that is missing is damage.
    pub(crate) fn so_far(folder: &Path, part: &str) -> Result<Part<S>, Error> {
        let mut found = Vec::new();
        for info in Draft::listed(folder) {
            // It may go while it is looked at, with the writer that made it.
            let Ok(segment) = S::open(&folder.join(info.file_name()), &Checked::default()) else { continue };
            if segment.length() != info.bytes || segment.files() != info.files {
                continue;
            }
            let paths = segment.paths()?;
            if let (Some(first), Some(last)) = (paths.first().cloned(), paths.last().cloned()) {
                found.push((first, last, info, segment));
            }
        }
        found.sort_by(|left, right| left.0.cmp(&right.0));
        let (mut manifest, mut segments, mut end) = (Manifest::new(part), Vec::new(), None::<RecordPath>);
        for (first, last, info, segment) in found {
            // What an earlier writer left, which was killed, may be of the same files.
            if end.as_ref().is_some_and(|end| first <= *end) {
                continue;
            }
            for number in 0..segment.files() {
                manifest.text += segment.measure(number)?.1;
            }
            manifest.files += u64::from(info.files);
            manifest.chunks += u64::from(info.chunks);
            manifest.segments.push(info);
            segments.push(segment);
            end = Some(last);
        }
        let generation = manifest.print().1;
        Ok(Part { folder: folder.to_owned(), manifest, generation, segments })
    }

    /// Parts of several trees as one: the paths of each lie below the folder that it is given (a name, without a slash), or are as they are if that is empty. The sums are those of
    /// all, and there is no listing of the whole. Where two of them hold files between each other's, or the same, they are no shares of one tree (I13).
    pub fn joined(trees: Vec<(String, Part<S>)>) -> Result<Option<Part<S>>, Error> {
        let mut trees = trees.into_iter();
        let Some((name, mut whole)) = trees.next() else { return Ok(None) };
        let below = |name: &str, part: &mut Part<S>| {
            if !name.is_empty() {
                part.segments.iter_mut().for_each(|segment| segment.put_below(format!("{name}/").as_bytes()));
            }
        };
        below(&name, &mut whole);
        let mut folders: Vec<PathBuf> = whole.segments.iter().map(|_| whole.folder.clone()).collect();
        for (name, mut part) in trees {
            below(&name, &mut part);
            let sums = &mut whole.manifest;
            sums.tree = None;
            sums.files += part.manifest.files;
            sums.chunks += part.manifest.chunks;
            sums.text += part.manifest.text;
            sums.segments.extend(part.manifest.segments);
            folders.extend(part.segments.iter().map(|_| part.folder.clone()));
            whole.segments.extend(part.segments);
            whole.generation = Blob::of(&[whole.generation.0, part.generation.0].concat());
        }
        // The order of an index of the whole, on which look-ups and ties rest.
        let infos = std::mem::take(&mut whole.manifest.segments);
        let mut all = Vec::with_capacity(infos.len());
        for ((segment, info), folder) in std::mem::take(&mut whole.segments).into_iter().zip(infos).zip(folders) {
            let last = segment.path(segment.files().saturating_sub(1))?;
            all.push((segment.path(0)?, last, segment, info, folder));
        }
        all.sort_by(|left, right| left.0.cmp(&right.0));
        if let Some(pair) = all.windows(2).find(|pair| pair[1].0 <= pair[0].1) {
            let (one, other) = (pair[0].4.clone(), pair[1].4.clone());
            return Err(Error::Entwined { path: pair[1].0.display().into_owned(), one, other });
        }
        for (.., segment, info, _) in all {
            whole.segments.push(segment);
            whole.manifest.segments.push(info);
        }
        Ok(Some(whole))
    }

    /// All files with the hash of their bytes, in path order.
    pub fn files(&self) -> Result<Vec<(RecordPath, Blob)>, Error> {
        let mut all = Vec::with_capacity(self.segments.iter().map(|segment| segment.files() as usize).sum());
        for segment in &self.segments {
            for (path, number) in segment.paths()?.into_iter().zip(0..) {
                all.push((path, segment.measure(number)?.0));
            }
        }
        Ok(all)
    }

    /// The place of the segment that has this path, and the number of the file in it. Segments hold ranges of the sorted paths.
    pub fn find(&self, path: &RecordPath) -> Result<Option<(usize, u32)>, Error> {
        let after = self.segments.partition_point(|segment| segment.first_path().is_ok_and(|first| first <= path));
        let Some(place) = after.checked_sub(1) else { return Ok(None) };
        Ok(self.segments[place].find(path)?.map(|number| (place, number)))
    }
}

fn is_gone(error: &Error) -> bool {
    matches!(error, Error::System { path, what: "open", .. } if !path.exists())
}

fn open_all<S: Segment>(folder: &Path, manifest: &Manifest) -> Result<Vec<S>, Error> {
    let mut segments = Vec::with_capacity(manifest.segments.len());
    let checked = Checked::read(folder);
    for info in &manifest.segments {
        let path = folder.join(info.file_name());
        let segment = S::open(&path, &checked)?;
        if segment.length() != info.bytes || segment.files() != info.files {
            return Err(Error::damaged(&path, "it is not the segment that the manifest names"));
        }
        segments.push(segment);
    }
    Ok(segments)
}

/// Names of the segment files in `folder`, sorted.
pub(crate) fn segments_in(folder: &Path) -> Result<Vec<String>, Error> {
    list(folder, |name| name.ends_with(".seg"))
}

/// Names in `folder` that `wanted` accepts, sorted; none if there is no folder.
pub(crate) fn list(folder: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<String>, Error> {
    let entries = match durable::again(|| std::fs::read_dir(folder)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::system(folder, "list", &error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| Error::system(folder, "list", &error))?;
        names.extend(entry.file_name().into_string().ok().filter(|name| wanted(name)));
    }
    names.sort_unstable();
    Ok(names)
}

/// Deletes temporary files and the segments that are not in `keep`. The caller holds the lock. Returns the number and bytes of what went.
pub(crate) fn remove_strays(folder: &Path, keep: &[String]) -> Result<(u64, u64), Error> {
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
