//! A share into an index. [`look`] reads and checks what is on offer and touches nothing here; [`Offer::take`] fetches, checks and publishes it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cw_records::Blob;

use super::{MANIFEST, REF, Ref, Remote, SEGMENT, SHARE, cas, ref_path};
use crate::care::free_space;
use crate::draft::Draft;
use crate::lock::Lock;
use crate::manifest::{FORMAT, Manifest, SegmentInfo, unseal};
use crate::part::remove_strays;
use crate::store::vec_name;
use crate::verify::check_segments;
use crate::{Error, LexSegment, Store, VecSegment, durable};

/// What a ref points to, checked as far as its manifests go.
pub struct Offer {
    /// The ref that was found.
    pub name: String,
    /// Names what it points to.
    pub digest: Blob,
    /// The revision that the index is of, as it was named, and the commit that it meant.
    pub revision: Option<(String, String)>,
    parts: Vec<Manifest>,
}

/// What a pull did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pulled {
    /// Segments that were fetched.
    pub fetched: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Segments that were here.
    pub kept: u64,
    /// False if the index was already so.
    pub changed: bool,
}

/// The first of the refs `names` that the share has. With `digest`, what it points to must have that name.
pub fn look<R: Remote>(remote: &R, names: &[String], digest: Option<Blob>) -> Result<Offer, R::Error> {
    let mut found = None;
    for name in names {
        if let Some((bytes, _)) = remote.read(&ref_path(name), REF)? {
            found = Some((name.clone(), bytes));
            break;
        }
    }
    let (name, bytes) = found.ok_or_else(|| Error::NoRef(names.join("', '")))?;
    let own = Blob::of(&bytes);
    let bad = |what: String| Error::Share { path: ref_path(&name), what };
    if let Some(wanted) = digest.filter(|wanted| *wanted != own) {
        return Err(bad(format!("its digest is {own}, not {wanted}")).into());
    }
    let said = read_ref(bytes).map_err(bad)?;
    let mut parts = Vec::new();
    for part in &said.parts {
        let path = cas(&part.manifest);
        let bytes = get(remote, &part.manifest, part.bytes.min(MANIFEST))?;
        let (manifest, check) = Manifest::parse(Path::new(&path), bytes).map_err(|error| match error {
            Error::Damaged { what, .. } => Error::Share { path: path.clone(), what },
            other => other,
        })?;
        if manifest.print().1 != check {
            return Err(Error::Share { path, what: "it says more than this build knows".into() }.into());
        }
        check_manifest(&part.part, &manifest).map_err(|what| Error::Share { path, what })?;
        parts.push(manifest);
    }
    Ok(Offer { name, digest: own, revision: said.rev.zip(said.commit), parts })
}

fn read_ref(bytes: Vec<u8>) -> Result<Ref, String> {
    let (said, _): (Ref, Blob) = unseal(bytes)?;
    if said.share != SHARE || said.format != FORMAT {
        return Err(format!("share {}, format {}; this build reads share {SHARE}, format {FORMAT}", said.share, said.format));
    }
    let mut names: Vec<&str> = said.parts.iter().map(|part| part.part.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let known = |name: &&str| *name == "lex" || name.strip_prefix("vec/").is_some_and(|model| vec_name(model) == **name);
    if names.len() != said.parts.len() || !names.iter().all(known) || !names.contains(&"lex") {
        return Err("its parts are not those of an index".into());
    }
    Ok(said)
}

/// What a manifest says of itself must agree with the ref, and with itself.
fn check_manifest(part: &str, manifest: &Manifest) -> Result<(), String> {
    if manifest.part != part {
        return Err(format!("it is of the part '{}', not of '{part}'", manifest.part.escape_debug()));
    }
    let embed = manifest.made_with.get("embed");
    let model = embed.and_then(|embed| embed.get("model")?.as_str());
    if model.map_or("lex".to_owned(), vec_name) != part {
        return Err(format!("its model is '{}', and its part '{part}'", model.unwrap_or_default().escape_debug()));
    }
    let sums = manifest.segments.iter().fold((0, 0), |sums, info| (sums.0 + u64::from(info.files), sums.1 + u64::from(info.chunks)));
    if sums != (manifest.files, manifest.chunks) {
        return Err("its segments do not make its sums".into());
    }
    match manifest.segments.iter().find(|info| info.bytes > SEGMENT || info.files == 0) {
        Some(info) => Err(format!("its segment '{}' has {} bytes and {} files", info.name, info.bytes, info.files)),
        None => Ok(()),
    }
}

/// The bytes with this name: all of them, and no more.
fn get<R: Remote>(remote: &R, name: &Blob, bytes: u64) -> Result<Vec<u8>, R::Error> {
    let path = cas(name);
    let found = remote.read(&path, bytes)?.map(|(bytes, _)| bytes);
    let what = match &found {
        None => "it is not there",
        Some(found) if found.len() as u64 != bytes => "it is shorter than what names it says",
        Some(found) if Blob::of(found) != *name => "its bytes do not make its name",
        Some(_) => "",
    };
    match found {
        Some(found) if what.is_empty() => Ok(found),
        _ => Err(Error::Share { path, what: what.into() }.into()),
    }
}

impl Offer {
    /// Fetches what is not here, checks it, and makes it the index. Waits for writers as long as `wait`.
    pub fn take<R: Remote>(&self, store: &Store, remote: &R, wait: Duration) -> Result<Pulled, R::Error> {
        let mut done = Pulled::default();
        let mut places = Vec::new();
        for manifest in &self.parts {
            let folder = store.folder().join(&manifest.part);
            durable::make_dir(&folder)?;
            let lock = Lock::take(&folder, wait)?;
            let old = Manifest::read(&folder)?.map(|(old, _)| old);
            if let Some(old) = old.as_ref().filter(|old| old.options() != manifest.options()) {
                let print = |manifest: &Manifest| serde_json::to_string(&manifest.made_with).unwrap_or_default();
                return Err(Error::Options { part: folder, theirs: print(old), ours: print(manifest) }.into());
            }
            // What is there without a manifest is then a build that was begun, and no damage; it is checked before anything goes on from it.
            if old.is_none() && !Draft::is_there(&folder) {
                Draft::new(&manifest.part, manifest.made_with.clone(), false, Vec::new()).write(&folder)?;
            }
            places.push(Place { folder, manifest, old, _lock: lock });
        }
        let mut missing = Vec::new();
        for place in &places {
            for info in place.missing(store)? {
                missing.push((place, info));
            }
        }
        room(store.folder(), missing.iter().map(|(_, info)| info.bytes).sum())?;
        done.kept = places.iter().map(|place| place.manifest.segments.len() as u64).sum::<u64>() - missing.len() as u64;
        for (place, info) in missing {
            let bytes = get(remote, &info.name, info.bytes)?;
            durable::write_file(&place.folder.join(info.file_name()), &bytes)?;
            done.fetched += 1;
            done.bytes += info.bytes;
        }
        places.iter().try_for_each(Place::check)?;
        for place in &places {
            done.changed |= place.publish()?;
        }
        Ok(done)
    }
}

/// True room on the disk for `bytes`, as far as the system can tell.
fn room(folder: &Path, bytes: u64) -> Result<(), Error> {
    match free_space(folder) {
        Some(free) if free < bytes => {
            let error = format!("{bytes} bytes are to be fetched, and {free} are free");
            Err(Error::System { path: folder.to_owned(), what: "write", error })
        }
        _ => Ok(()),
    }
}

/// A part that is being replaced.
struct Place<'a> {
    folder: PathBuf,
    manifest: &'a Manifest,
    old: Option<Manifest>,
    _lock: Lock,
}

impl<'a> Place<'a> {
    /// The segments that are not here. What has the name of one and not its bytes is moved to `damaged/`.
    fn missing(&self, store: &Store) -> Result<Vec<&'a SegmentInfo>, Error> {
        let is = |path: &Path, info: &SegmentInfo| {
            std::fs::metadata(path).is_ok_and(|meta| meta.len() == info.bytes)
                && std::fs::read(path).is_ok_and(|bytes| Blob::of(&bytes) == info.name)
        };
        let others = store.siblings()?;
        let mut missing = Vec::new();
        for info in &self.manifest.segments {
            let path = self.folder.join(info.file_name());
            if is(&path, info) {
                continue;
            }
            if path.exists() {
                durable::move_file(&path, &store.folder().join("damaged"))?;
            }
            let mut same = others.iter().map(|other| other.folder().join(&self.manifest.part).join(info.file_name()));
            if !same.any(|other| is(&other, info) && durable::link(&other, &path)) {
                missing.push(info);
            }
        }
        Ok(missing)
    }

    /// Looks at every byte of what is new. What is not fit to be used goes again.
    fn check(&self) -> Result<(), Error> {
        let mut findings = Vec::new();
        let is_known = |info: &SegmentInfo| self.old.as_ref().is_some_and(|old| old.segments.iter().any(|other| other.name == info.name));
        if self.manifest.part == "lex" {
            check_segments::<LexSegment>(&self.folder, self.manifest, is_known, &mut findings);
        } else {
            check_segments::<VecSegment>(&self.folder, self.manifest, is_known, &mut findings);
        }
        let Some(finding) = findings.into_iter().next() else { return Ok(()) };
        let mut keep: Vec<String> = self.old.iter().flat_map(|old| &old.segments).map(SegmentInfo::file_name).collect();
        keep.extend(Draft::to_keep(&self.folder, self.old.is_some())?);
        remove_strays(&self.folder, &keep)?;
        Err(match finding.error {
            Error::Damaged { path, what } => {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                Error::Share { path: name.parse().as_ref().map_or(name.clone(), cas), what }
            }
            other => other,
        })
    }

    /// Swaps the manifest and deletes what it does not name. False if it was already so.
    fn publish(&self) -> Result<bool, Error> {
        let changed = self.old.as_ref() != Some(self.manifest);
        if changed {
            durable::sync_dir(&self.folder)?;
            durable::write_file(&self.folder.join(Manifest::FILE), self.manifest.print().0.as_bytes())?;
        }
        Draft::remove(&self.folder)?;
        let keep: Vec<String> = self.manifest.segments.iter().map(SegmentInfo::file_name).collect();
        remove_strays(&self.folder, &keep)?;
        Ok(changed)
    }
}
