//! Checks the files of a part against what they say of themselves and of each other. Changes nothing but the marks of what is right.

use std::path::{Path, PathBuf};

use cw_records::Blob;

use crate::Error;
use crate::checked::Checked;
use crate::draft::Draft;
use crate::manifest::{Manifest, SegmentInfo};
use crate::part::{Segment, segments_in};

/// One finding of [`crate::Store::verify`].
#[derive(Clone, Debug)]
pub struct Finding {
    /// The file or part.
    pub path: PathBuf,
    /// What is wrong.
    pub error: Error,
}

/// Checks one part. A writer that publishes meanwhile deletes what was being looked at; then the look begins again.
pub(crate) fn check<S: Segment>(folder: &Path, quick: bool, findings: &mut Vec<Finding>) {
    let before = findings.len();
    loop {
        let generation = check_once::<S>(folder, quick, findings);
        let is_gone = |finding: &Finding| matches!(finding.error, Error::System { what: "open", .. }) && !finding.path.exists();
        let moved = || Manifest::read(folder).ok().flatten().map(|(_, now)| now) != generation;
        if !findings[before..].iter().any(is_gone) || !moved() {
            return;
        }
        findings.truncate(before);
    }
}

/// Returns the generation that was checked.
fn check_once<S: Segment>(folder: &Path, quick: bool, findings: &mut Vec<Finding>) -> Option<Blob> {
    let (manifest, generation) = match Manifest::read(folder) {
        Ok(Some(read)) => read,
        Ok(None) if Draft::is_there(folder) => {
            findings.push(Finding { path: folder.join("manifest.json"), error: Error::Unfinished(folder.to_owned()) });
            return None;
        }
        Ok(None) => {
            if let Ok(Some(name)) = segments_in(folder).map(|names| names.into_iter().next()) {
                let path = folder.join("manifest.json");
                let error = Error::damaged(&path, format!("it is missing, but there is a segment '{name}'"));
                findings.push(Finding { path, error });
            }
            return None;
        }
        Err(error) => {
            findings.push(Finding { path: folder.join("manifest.json"), error });
            return None;
        }
    };
    check_segments::<S>(folder, &manifest, |_| quick, findings);
    Some(generation)
}

/// Checks the segments that `manifest` names; those that `is_quick` says not to the last byte, and their sums only if they have no mark.
pub(crate) fn check_segments<S: Segment>(
    folder: &Path,
    manifest: &Manifest,
    is_quick: impl Fn(&SegmentInfo) -> bool,
    findings: &mut Vec<Finding>,
) {
    let (known, nothing) = (Checked::read(folder), Checked::default());
    let mut checked = Checked::default();
    let mut last = None;
    for info in &manifest.segments {
        let (path, quick) = (folder.join(info.file_name()), is_quick(info));
        let mut look = || -> Result<(), Error> {
            let segment = S::open(&path, if quick { &known } else { &nothing })?;
            if segment.length() != info.bytes || segment.files() != info.files {
                return Err(Error::damaged(&path, "it is not the segment that the manifest names"));
            }
            if !quick && segment.digest() != info.name {
                return Err(Error::damaged(&path, "its bytes do not make its name"));
            }
            // Before anything of it is used.
            segment.verify(quick)?;
            let paths = segment.paths()?;
            if paths.iter().any(|path| !path.is_confined()) {
                return Err(Error::damaged(&path, "it names a path outside the tree"));
            }
            if last.as_ref() >= paths.first() && last.is_some() {
                return Err(Error::damaged(&path, "its paths do not follow those of the segment before"));
            }
            last = paths.into_iter().next_back();
            checked.add(&path, segment.meta());
            Ok(())
        };
        if let Err(error) = look() {
            findings.push(Finding { path, error });
        }
    }
    // What is damaged loses its mark.
    let names: Vec<String> = manifest.segments.iter().map(SegmentInfo::file_name).collect();
    checked.write(folder, &names, manifest.segments.iter().map(|info| info.bytes).sum());
}
