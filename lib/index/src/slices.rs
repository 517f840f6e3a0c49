//! Slices of a part that workers made anywhere: put beside the part without a lock, and taken over by one commit. See `FORMAT.md`, Slices.
//!
//! Who partitions the files, and which slices there should be, is the stages' business.

use std::path::Path;
use std::time::Duration;

use cw_records::{Blob, RecordPath};
use serde_json::{Map, Value};

use crate::draft::{Base, Draft};
use crate::lock::Lock;
use crate::manifest::{Manifest, SegmentInfo};
use crate::part::{Part, Segment, remove_strays};
use crate::writer::{Begin, PartWriter};
use crate::{Error, LexSegment, Store, VecSegment, durable, vec_name};

/// The folder of segments that wait for a commit.
pub(crate) const SLICES: &str = "slices";

/// What a slice consists of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sliced {
    /// Its segments, in path order.
    pub segments: Vec<SegmentInfo>,
    /// Bytes of decoded text in them.
    pub text: u64,
}

impl Store {
    /// Begins a slice of the LEX part.
    pub fn slice_lex(&self) -> Result<PartWriter<LexSegment>, Error> {
        self.slice("lex")
    }

    /// Begins a slice of the VEC part of `model`.
    pub fn slice_vec(&self, model: &str) -> Result<PartWriter<VecSegment>, Error> {
        self.slice(&vec_name(model))
    }

    fn slice<S: Segment>(&self, part: &str) -> Result<PartWriter<S>, Error> {
        PartWriter::slice(part, self.folder().join(SLICES).join(part), self.folder().join(part))
    }

    /// Takes over the segments of slices of the LEX part: what is committed then consists of them and of nothing else.
    pub fn adopt_lex(
        &self,
        made_with: Map<String, Value>,
        segments: Vec<SegmentInfo>,
        wait: Duration,
    ) -> Result<PartWriter<LexSegment>, Error> {
        self.adopt("lex", made_with, segments, wait)
    }

    /// The same for the VEC part of this name.
    pub fn adopt_vec(
        &self,
        part: &str,
        made_with: Map<String, Value>,
        segments: Vec<SegmentInfo>,
        wait: Duration,
    ) -> Result<PartWriter<VecSegment>, Error> {
        self.adopt(part, made_with, segments, wait)
    }

    /// The slices become a draft, which a writer then goes on with: every byte of them is looked at. A commit that is killed in between is gone on with like any build.
    fn adopt<S: Segment>(
        &self,
        part: &str,
        made_with: Map<String, Value>,
        segments: Vec<SegmentInfo>,
        wait: Duration,
    ) -> Result<PartWriter<S>, Error> {
        let (folder, from) = (self.folder().join(part), self.folder().join(SLICES).join(part));
        durable::make_dir(&folder)?;
        let done = (|| {
            let _lock = Lock::take(&folder, wait)?;
            Draft::new(part, made_with, true, segments.clone()).write(&folder)?;
            for info in &segments {
                let (here, there) = (folder.join(info.file_name()), from.join(info.file_name()));
                if !is_whole(&here, info) && (!is_whole(&there, info) || !durable::link(&there, &here)) {
                    return Err(Error::damaged(
                        &there,
                        "it is not there, or not what its receipt says; if its receipts were committed before, the index has its files",
                    ));
                }
            }
            durable::sync_dir(&folder)
        })();
        let base = done.and_then(|()| Base::<S>::open(&folder, true)).and_then(|base| match base {
            Some(base) if base.part.segments.len() == segments.len() => no_file_twice(&base.part).map(|()| base),
            _ => Err(Error::damaged(&from, "a segment is not what its receipt says")),
        });
        let base = base.inspect_err(|_| drop(self.disown(part, wait)))?;
        let begin = Begin { wait, rebuild: true, from: Some(base.mark) };
        PartWriter::begin(part, folder, Vec::new(), begin)
    }

    /// Takes back what was taken over and not committed: the part is as it was.
    pub fn disown(&self, part: &str, wait: Duration) -> Result<(), Error> {
        let folder = self.folder().join(part);
        let _lock = Lock::take(&folder, wait)?;
        let manifest = Manifest::read(&folder)?;
        let keep: Vec<String> = manifest.iter().flat_map(|(manifest, _)| &manifest.segments).map(SegmentInfo::file_name).collect();
        remove_strays(&folder, &keep)?;
        Draft::remove(&folder)
    }

    /// Deletes all slices: a commit took over what it wanted.
    pub fn clear_slices(&self) -> Result<(), Error> {
        let folder = self.folder().join(SLICES);
        match std::fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::system(&folder, "delete", &error)),
            _ => Ok(()),
        }
    }
}

fn is_whole(path: &Path, info: &SegmentInfo) -> bool {
    std::fs::read(path).is_ok_and(|bytes| bytes.len() as u64 == info.bytes && Blob::of(&bytes) == info.name)
}

/// A file is in one slice, or nobody could tell which of its contents is the tree's.
fn no_file_twice<S: Segment>(part: &Part<S>) -> Result<(), Error> {
    let mut paths: Vec<RecordPath> = Vec::new();
    for segment in &part.segments {
        paths.extend(segment.paths()?);
    }
    paths.sort();
    match paths.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => {
            let path = pair[0].display().into_owned();
            Err(Error::Entwined { path, one: part.folder.clone(), other: part.folder.clone() })
        }
        None => Ok(()),
    }
}
