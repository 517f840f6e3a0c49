//! What `.gitattributes` make of a blob when it is checked out. Line ends, `$Id$` and encodings; no program is ever run.

use cw_records::Blob;
use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::filter::plumbing::{Pipeline, eol, pipeline};
use gix::index::entry::{Flags, Mode, Stat};
use gix::worktree::stack::state::attributes::Source;

use super::chain;
use crate::scan::walk::join;

/// The attribute files of a tree.
pub struct Attributes {
    /// They alone, as an index; `None` if nothing says anything.
    files: Option<gix::index::State>,
    digest: Blob,
}

impl Attributes {
    /// Finds the `.gitattributes` of `tree`, at any depth. `Err`: a tree is missing.
    pub fn read(repo: &gix::Repository, tree: ObjectId) -> Result<Attributes, String> {
        let mut found: Vec<(Vec<u8>, ObjectId)> = Vec::new();
        let mut folders = vec![(Vec::new(), tree)];
        while let Some((path, id)) = folders.pop() {
            let tree = match repo.find_tree(id) {
                Ok(tree) => tree,
                // What is missing below the top is told when it is listed.
                Err(_) if !path.is_empty() => continue,
                Err(error) => return Err(chain(&error)),
            };
            for entry in tree.iter().filter_map(Result::ok) {
                let name = entry.filename().as_bytes();
                if entry.mode().is_tree() {
                    folders.push((join(&path, name), entry.object_id()));
                } else if name == b".gitattributes" && entry.mode().is_blob() {
                    found.push((join(&path, name), entry.object_id()));
                }
            }
        }
        found.sort_unstable();
        let local = std::fs::read(repo.common_dir().join("info/attributes")).unwrap_or_default();
        let mut said = local.clone();
        let mut files = gix::index::State::new(repo.object_hash());
        for (path, id) in &found {
            said.extend([path, id.as_slice()].concat());
            files.dangerously_push_entry(Stat::default(), *id, Flags::empty(), Mode::FILE, path.as_bstr());
        }
        let files = (!found.is_empty() || !local.is_empty()).then_some(files);
        Ok(Attributes { files, digest: Blob::of(&said) })
    }

    /// Changes when any of them does.
    pub fn digest(&self) -> Blob {
        self.digest
    }

    /// What converts, for one worker; `None` if nothing is to be converted.
    pub fn converter(&self, repo: &gix::Repository) -> Result<Option<Converter>, String> {
        let Some(files) = &self.files else { return Ok(None) };
        let stack = repo.attributes_only(files, Source::IdMapping).map_err(|error| chain(&error))?.detach();
        // No driver, no setting of the user: a revision is the same for everybody.
        let eol_config = eol::Configuration { eol: Some(eol::Mode::Lf), ..Default::default() };
        let options = pipeline::Options { eol_config, ..Default::default() };
        let pipeline = Pipeline::new(gix::command::Context::default(), repo.object_hash(), options);
        Ok(Some(Converter { stack, pipeline }))
    }
}

/// Converts the blobs of one repository.
pub struct Converter {
    stack: gix::worktree::Stack,
    pipeline: Pipeline,
}

impl Converter {
    /// The bytes of the file `path` (below the top of the repository) whose blob `id` is `bytes`.
    pub fn convert(&mut self, repo: &gix::Repository, id: ObjectId, bytes: Vec<u8>, path: &[u8]) -> Result<Vec<u8>, String> {
        use pipeline::convert::ToWorktreeOutcome::{Buffer, Process, Unchanged};
        let mut selected = self.stack.selected_attribute_matches(["working-tree-encoding"]);
        let entry = self.stack.at_entry(path.as_bstr(), None, &repo.objects).map_err(|error| chain(&error))?;
        entry.matching_attributes(&mut selected);
        let wide = selected.iter_selected().find_map(|found| Wide::of(found.assignment.state.as_bstr()?));
        let mut attributes = |_: &gix::bstr::BStr, found: &mut _| {
            entry.matching_attributes(found);
        };
        let converted = match self.pipeline.convert_to_worktree(&bytes, path.as_bstr(), &mut attributes, Default::default()) {
            // Git puts a space before the last `$` of what it makes of `$Id$`; a blob cannot hold its own name, so nothing else is meant.
            Ok(Buffer(bytes)) => bytes.replace(format!("$Id: {id}$"), format!("$Id: {id} $")),
            Ok(Unchanged(bytes)) => bytes.to_vec(),
            Ok(Process(_)) => return Err("a program would have to be run for it".into()),
            Err(error) => return Err(chain(&error)),
        };
        Ok(wide.and_then(|wide| wide.encode(&converted)).unwrap_or(converted))
    }
}

/// An encoding that the pipeline cannot write.
struct Wide {
    four: bool,
    big: bool,
    mark: bool,
}

impl Wide {
    /// By its name in `working-tree-encoding`.
    fn of(name: &gix::bstr::BStr) -> Option<Wide> {
        let name = name.to_str().ok()?.to_ascii_uppercase();
        let (four, end) = match name.strip_prefix("UTF-").or(name.strip_prefix("UTF"))? {
            rest if rest.starts_with("16") => (false, &rest[2..]),
            rest if rest.starts_with("32") => (true, &rest[2..]),
            _ => return None,
        };
        Some(Wide { four, big: end.starts_with("BE"), mark: end.is_empty() || end.ends_with("-BOM") })
    }

    /// `None` if `bytes` are not UTF-8: then git leaves them as they are.
    fn encode(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let text = bytes.to_str().ok()?;
        let mut out = Vec::with_capacity(bytes.len() * 2);
        for letter in self.mark.then_some('\u{feff}').into_iter().chain(text.chars()) {
            let mut units = [0; 2];
            match (self.four, self.big) {
                (true, true) => out.extend(u32::from(letter).to_be_bytes()),
                (true, false) => out.extend(u32::from(letter).to_le_bytes()),
                (false, true) => out.extend(letter.encode_utf16(&mut units).iter().flat_map(|unit| unit.to_be_bytes())),
                (false, false) => out.extend(letter.encode_utf16(&mut units).iter().flat_map(|unit| unit.to_le_bytes())),
            }
        }
        Some(out)
    }
}
