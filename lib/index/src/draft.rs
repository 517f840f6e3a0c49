//! What a build that was killed had finished, and what the next writer goes on from. See `FORMAT.md`, Drafts.
//!
//! A draft publishes nothing and is never read but by whoever writes the part, and by who asks for what there is of a first build. Every doubt about it ends in making the segment again.

use std::path::Path;

use cw_records::{Blob, RecordPath};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::checked::Checked;
use crate::manifest::{self, FORMAT, Manifest, SegmentInfo};
use crate::part::{Part, Segment};
use crate::{Error, durable};

const NAME: &str = Draft::FILE;

/// Segments that are finished and not yet published.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Draft {
    format: u32,
    part: String,
    made_with: Map<String, Value>,
    /// Of a build that looks at no old part.
    anew: bool,
    pub(crate) segments: Vec<SegmentInfo>,
}

impl Draft {
    /// Its name.
    pub(crate) const FILE: &str = "draft.json";

    pub(crate) fn new(part: &str, made_with: Map<String, Value>, anew: bool, segments: Vec<SegmentInfo>) -> Draft {
        Draft { format: FORMAT, part: part.to_owned(), made_with, anew, segments }
    }

    /// The draft in `folder`, and its check. One that cannot be read is none.
    fn read(folder: &Path) -> Option<(Draft, Blob)> {
        let (draft, check) = manifest::read::<Draft>(&folder.join(NAME)).ok()??;
        (draft.format == FORMAT).then_some((draft, check))
    }

    /// The segments of the draft in `folder`.
    pub(crate) fn listed(folder: &Path) -> Vec<SegmentInfo> {
        Draft::read(folder).map(|(draft, _)| draft.segments).unwrap_or_default()
    }

    /// Puts it down. The names of its segments are durable before.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), Error> {
        durable::sync_dir(folder)?;
        durable::write_file(&folder.join(NAME), manifest::seal(self).0.as_bytes())
    }

    /// Takes it away.
    pub(crate) fn remove(folder: &Path) -> Result<(), Error> {
        match durable::again(|| std::fs::remove_file(folder.join(NAME))) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::system(&folder.join(NAME), "delete", &error)),
            _ => Ok(()),
        }
    }

    /// True if there is a file of this name, whatever is in it.
    pub(crate) fn is_there(folder: &Path) -> bool {
        folder.join(NAME).exists()
    }

    /// The segments that are to be kept for the next writer. The caller holds the lock. Beside a manifest, a draft of a build that looked at nothing old goes.
    pub(crate) fn to_keep(folder: &Path, has_manifest: bool) -> Result<Vec<String>, Error> {
        match Draft::read(folder) {
            Some((draft, _)) if !(draft.anew && has_manifest) => Ok(draft.segments.iter().map(SegmentInfo::file_name).collect()),
            _ => Draft::remove(folder).map(|()| Vec::new()),
        }
    }
}

/// Names the state that a build rests on, so that its writer can tell whether that is still there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    generation: Option<Blob>,
    draft: Option<Blob>,
}

impl Mark {
    /// True if something is published.
    pub fn is_published(&self) -> bool {
        self.generation.is_some()
    }

    /// True if there is more than what is published.
    pub fn is_draft(&self) -> bool {
        self.draft.is_some()
    }
}

/// What a build goes on from: what is published and, in its place where both have a file, what a draft has.
pub struct Base<S> {
    /// The segments of the manifest, then those of the draft.
    pub part: Part<S>,
    /// Names this state.
    pub mark: Mark,
    /// Files in path order: path, number of the segment, number of the file in it.
    pub(crate) files: Vec<(RecordPath, usize, u32)>,
    /// The draft's segments, with their first paths.
    pub(crate) carried: Vec<(RecordPath, SegmentInfo)>,
}

impl<S: Segment> Base<S> {
    /// Reads the part in `folder`, and its draft if a build like this one left it; `None` if there is neither. With `rebuild`, what is published does not count.
    pub(crate) fn open(folder: &Path, rebuild: bool) -> Result<Option<Base<S>>, Error> {
        let published = folder.join("manifest.json").exists();
        let whole = if rebuild { None } else { Base::<S>::published(folder)? };
        let draft = Draft::read(folder).filter(|(draft, _)| {
            let alike = if rebuild { draft.anew } else { !(draft.anew && published) };
            alike && whole.as_ref().is_none_or(|base| base.part.manifest.made_with == draft.made_with)
        });
        let check = draft.as_ref().map(|(_, check)| *check);
        let mut base = match (whole, &draft) {
            (Some(base), _) => base,
            (None, Some((draft, _))) => {
                let mut manifest = Manifest::new(&draft.part);
                manifest.made_with.clone_from(&draft.made_with);
                let part = Part { folder: folder.to_owned(), manifest, generation: Blob::default(), segments: Vec::new() };
                Base { part, mark: Mark { generation: None, draft: None }, files: Vec::new(), carried: Vec::new() }
            }
            (None, None) => return Ok(None),
        };
        base.mark.draft = check;
        let Base { part, files, carried, .. } = &mut base;
        for info in draft.into_iter().flat_map(|(draft, _)| draft.segments) {
            let Some((segment, paths)) = look::<S>(folder, &info) else { continue };
            if part.manifest.segments.iter().any(|other| other.name == info.name) {
                continue;
            }
            let number = part.segments.len();
            carried.extend(paths.first().map(|first| (first.clone(), info.clone())));
            files.extend(paths.into_iter().zip(0..).map(|(path, file)| (path, number, file)));
            part.manifest.chunks += u64::from(info.chunks);
            part.manifest.segments.push(info);
            part.segments.push(segment);
        }
        if !carried.is_empty() {
            // A later segment of the list was there before: what was made last counts.
            let published = part.segments.len() - carried.len();
            files.sort_by(|left, right| {
                left.0.cmp(&right.0).then_with(|| (left.1 < published, left.1).cmp(&(right.1 < published, right.1)))
            });
            files.dedup_by(|later, first| later.0 == first.0);
        }
        Ok(Some(base))
    }

    /// What is published alone; `None` if nothing is.
    pub(crate) fn published(folder: &Path) -> Result<Option<Base<S>>, Error> {
        if !folder.join("manifest.json").exists() {
            return Ok(None);
        }
        let part = Part::<S>::open(folder, std::time::Duration::ZERO)?;
        let Some(part) = part else { return Ok(None) };
        let mut files = Vec::new();
        for (number, segment) in part.segments.iter().enumerate() {
            files.extend(segment.paths()?.into_iter().zip(0..).map(|(path, file)| (path, number, file)));
        }
        let mark = Mark { generation: Some(part.generation), draft: None };
        Ok(Some(Base { part, mark, files, carried: Vec::new() }))
    }

    /// The same once more, by the writer: `None` if it is not the state that `mark` names.
    pub(crate) fn again(folder: &Path, rebuild: bool, mark: Mark) -> Result<Option<Base<S>>, Error> {
        let base = Base::open(folder, rebuild)?;
        Ok(base.filter(|base| base.mark == mark))
    }

    /// True if a segment of this name is published.
    pub(crate) fn has(&self, name: Blob) -> bool {
        let published = self.part.segments.len() - self.carried.len();
        self.part.manifest.segments[..published].iter().any(|info| info.name == name)
    }

    /// All files with the hash of their bytes, in path order.
    pub fn files(&self) -> Result<Vec<(RecordPath, Blob)>, Error> {
        let measure = |(path, segment, file): &(RecordPath, usize, u32)| Ok((path.clone(), self.part.segments[*segment].measure(*file)?.0));
        self.files.iter().map(measure).collect()
    }
}

/// A segment of a draft, if every byte of it is what was written.
fn look<S: Segment>(folder: &Path, info: &SegmentInfo) -> Option<(S, Vec<RecordPath>)> {
    let segment = S::open(&folder.join(info.file_name()), &Checked::default()).ok()?;
    let same = segment.length() == info.bytes && segment.files() == info.files && segment.digest() == info.name;
    let paths = segment.paths().ok().filter(|paths| same && paths.iter().all(RecordPath::is_confined))?;
    Some((segment, paths))
}
