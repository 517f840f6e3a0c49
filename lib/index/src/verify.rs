//! Checks a part against its manifest: frames, sums, names, paths, and to the last byte if that is asked for. Changes nothing.

use std::path::Path;

use crate::Error;
use crate::manifest::{Manifest, SegmentInfo};
use crate::part::{Segment, segments_in};
use crate::store::Finding;

/// Checks the part in `folder`.
pub(crate) fn check<S: Segment>(folder: &Path, quick: bool, findings: &mut Vec<Finding>) {
    let manifest = match Manifest::read(folder) {
        Ok(Some((manifest, _))) => manifest,
        Ok(None) => {
            if let Ok(Some(name)) = segments_in(folder).map(|names| names.into_iter().next()) {
                let path = folder.join("manifest.json");
                let error = Error::damaged(&path, format!("it is missing, but there is a segment '{name}'"));
                findings.push(Finding { path, error });
            }
            return;
        }
        Err(error) => return findings.push(Finding { path: folder.join("manifest.json"), error }),
    };
    check_segments::<S>(folder, &manifest, |_| quick, findings);
}

/// Checks the segments that `manifest` names; those that `is_quick` says not to the last byte.
pub(crate) fn check_segments<S: Segment>(
    folder: &Path,
    manifest: &Manifest,
    is_quick: impl Fn(&SegmentInfo) -> bool,
    findings: &mut Vec<Finding>,
) {
    let mut last = None;
    for info in &manifest.segments {
        let (path, quick) = (folder.join(info.file_name()), is_quick(info));
        let mut look = || -> Result<(), Error> {
            let segment = S::open(&path)?;
            if segment.length() != info.bytes || segment.files() != info.files {
                return Err(Error::damaged(&path, "it is not the segment that the manifest names"));
            }
            let paths = segment.paths()?;
            if paths.iter().any(|path| !path.is_confined()) {
                return Err(Error::damaged(&path, "it names a path outside the tree"));
            }
            if last.as_ref() >= paths.first() && last.is_some() {
                return Err(Error::damaged(&path, "its paths do not follow those of the segment before"));
            }
            last = paths.into_iter().next_back();
            if !quick && segment.digest() != info.name {
                return Err(Error::damaged(&path, "its bytes do not make its name"));
            }
            segment.verify(quick)
        };
        if let Err(error) = look() {
            findings.push(Finding { path, error });
        }
    }
}
