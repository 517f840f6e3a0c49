//! An index folder: finding it, making it, opening and writing its parts, checking and cleaning them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cw_records::Blob;

use crate::draft::{Base, Draft};
use crate::lock::Lock;
use crate::manifest::{FORMAT, Manifest, SegmentInfo};
use crate::part::{Part, Segment, list, remove_strays};
use crate::revisions::REVISIONS;
use crate::slices::SLICES;
use crate::verify::{Finding, check};
use crate::writer::{Begin, PartWriter};
use crate::{Error, LexSegment, VecSegment, durable};

/// The name of an index folder at a project's root.
pub const FOLDER: &str = ".cw";

/// An index folder whose format this build reads.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    patience: Duration,
}

/// What keeps an index out of git.
const IGNORE: &[u8] = b"*\n";

impl Store {
    /// The nearest `.cw` with an index, from `start` upwards.
    pub fn find(start: &Path) -> Option<PathBuf> {
        start.ancestors().map(|folder| folder.join(FOLDER)).find(|folder| folder.join("format").is_file())
    }

    /// Opens an index folder.
    pub fn open(folder: &Path) -> Result<Store, Error> {
        let path = folder.join("format");
        match durable::again(|| std::fs::read(&path)) {
            Ok(bytes) if bytes.trim_ascii_end() == line().trim_ascii_end().as_bytes() => {
                Ok(Store { folder: folder.to_owned(), patience: Duration::ZERO })
            }
            Ok(bytes) => {
                let found = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).trim().escape_debug().to_string();
                let known = found.strip_prefix("cw-index ").is_some_and(|number| number.parse::<u32>().is_ok());
                Err(if known {
                    Error::Version { path, found: format!("'{found}', this build reads '{}'", line().trim()) }
                } else {
                    Error::damaged(&path, format!("'{found}' is not a format"))
                })
            }
            Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
                Err(Error::Missing(folder.to_owned()))
            }
            Err(error) => Err(Error::unread(&path, &error)),
        }
    }

    /// Opens an index folder, or makes an empty one.
    pub fn create(folder: &Path) -> Result<Store, Error> {
        match Store::open(folder) {
            Err(Error::Missing(_)) => {}
            other => return other,
        }
        durable::make_dir(folder)?;
        if !folder.join(".gitignore").exists() {
            durable::write_file(&folder.join(".gitignore"), IGNORE)?;
        }
        durable::write_file(&folder.join("format"), line().as_bytes())?;
        Ok(Store { folder: folder.to_owned(), patience: Duration::ZERO })
    }

    /// Opens an index folder whatever its `format` says, to make everything in it anew: a format that cannot be read is moved to `damaged/`.
    pub fn reset(folder: &Path) -> Result<Store, Error> {
        match Store::create(folder) {
            Err(Error::Damaged { path, .. } | Error::Version { path, .. }) if path.exists() => {
                durable::move_file(&path, &folder.join("damaged"))?;
                Store::create(folder)
            }
            other => other,
        }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The LEX part, if there is one.
    pub fn lex(&self) -> Result<Option<Part<LexSegment>>, Error> {
        Part::open(&self.folder.join("lex"), self.patience)
    }

    /// The VEC part of `model`, if there is one.
    pub fn vec(&self, model: &str) -> Result<Option<Part<VecSegment>>, Error> {
        Part::open(&self.folder.join(vec_name(model)), self.patience)
    }

    /// The LEX part, which must be there.
    pub fn need_lex(&self) -> Result<Part<LexSegment>, Error> {
        self.lex()?.ok_or_else(|| Error::NoPart(self.folder.join("lex")))
    }

    /// The VEC part of `model`, which must be there.
    pub fn need_vec(&self, model: &str) -> Result<Part<VecSegment>, Error> {
        self.vec(model)?.ok_or_else(|| Error::NoPart(self.folder.join(vec_name(model))))
    }

    /// What is there already of a LEX part that is made for the first time, to be asked until the rest is there.
    pub fn lex_so_far(&self) -> Result<Part<LexSegment>, Error> {
        Part::so_far(&self.folder.join("lex"), "lex")
    }

    /// Names of the models that have a VEC part, as folder names. One that was begun and never finished is none.
    pub fn models(&self) -> Result<Vec<String>, Error> {
        let vec = self.folder.join("vec");
        list(&vec, |name| !name.starts_with('.') && vec.join(name).join("manifest.json").exists())
    }

    /// The same, with those that were begun and never finished.
    fn begun_models(&self) -> Result<Vec<String>, Error> {
        list(&self.folder.join("vec"), |name| !name.starts_with('.'))
    }

    /// The model whose VEC part was written last, as a folder name.
    pub fn latest_model(&self) -> Result<Option<String>, Error> {
        let written = |model: &String| {
            let manifest = self.folder.join("vec").join(model).join("manifest.json");
            std::fs::metadata(manifest).and_then(|meta| meta.modified()).ok()
        };
        Ok(self.models()?.into_iter().max_by_key(written))
    }

    /// What a build of the LEX part goes on from, if there is anything.
    pub fn lex_base(&self, rebuild: bool) -> Result<Option<Base<LexSegment>>, Error> {
        Base::open(&self.folder.join("lex"), rebuild)
    }

    /// What a build of the VEC part of `model` goes on from.
    pub fn vec_base(&self, model: &str, rebuild: bool) -> Result<Option<Base<VecSegment>>, Error> {
        Base::open(&self.folder.join(vec_name(model)), rebuild)
    }

    /// Becomes the writer of the LEX part.
    pub fn write_lex(&self, begin: Begin) -> Result<PartWriter<LexSegment>, Error> {
        self.write("lex", begin)
    }

    /// Becomes the writer of the VEC part of `model`.
    pub fn write_vec(&self, model: &str, begin: Begin) -> Result<PartWriter<VecSegment>, Error> {
        self.write(&vec_name(model), begin)
    }

    fn write<S: Segment>(&self, part: &str, begin: Begin) -> Result<PartWriter<S>, Error> {
        let others = self.siblings()?.iter().map(|store| store.folder.join(part)).collect();
        PartWriter::begin(part, self.folder.join(part), others, begin)
    }

    /// What the last scan left, if anything; a local cache without promises.
    pub fn stamps(&self) -> Option<Vec<u8>> {
        std::fs::read(self.folder.join("lex").join("stamps")).ok()
    }

    /// Leaves `bytes` for the next scan.
    pub fn set_stamps(&self, bytes: &[u8]) -> Result<(), Error> {
        durable::write_file(&self.folder.join("lex").join("stamps"), bytes)
    }

    pub(crate) fn parts(&self) -> Result<Vec<PathBuf>, Error> {
        let vec = self.begun_models()?.into_iter().map(|model| self.folder.join("vec").join(model));
        Ok(std::iter::once(self.folder.join("lex")).chain(vec).filter(|folder| folder.is_dir()).collect())
    }

    /// The same store, but who opens a part that is made for the first time waits for that, as a writer must.
    pub fn patient(self, patience: Duration) -> Store {
        Store { patience, ..self }
    }

    /// Waits until nobody writes any part, as long as `wait`.
    pub fn settle(&self, wait: Duration) -> Result<(), Error> {
        self.parts()?.iter().try_for_each(|folder| Lock::take(folder, wait).map(drop))
    }

    /// True if a part was begun and never finished: it has no manifest, and nothing of it counts.
    pub fn is_unfinished(&self) -> Result<bool, Error> {
        Ok(self.parts()?.iter().any(|folder| !folder.join("manifest.json").exists()))
    }

    /// Checks everything and changes nothing but the marks of what was checked. `quick` checks frames, tables, and the section sums of what has no mark; else every byte is hashed
    /// and every piece decoded.
    pub fn verify(&self, quick: bool) -> Result<Vec<Finding>, Error> {
        let mut findings = Vec::new();
        for folder in self.parts()? {
            check_part(&folder, quick, &mut findings);
        }
        for store in self.revisions()? {
            findings.extend(store.verify(quick)?);
        }
        Ok(findings)
    }

    /// Deletes temporary files and segments that neither a manifest nor a draft names. Waits for writers as long as `wait`. Returns the number and bytes of what went.
    pub fn gc(&self, wait: Duration) -> Result<(u64, u64), Error> {
        let (mut count, mut bytes) = (0, 0);
        for name in list(&self.folder, |name| name.starts_with(durable::TEMPORARY))? {
            count += u64::from(std::fs::remove_file(self.folder.join(name)).is_ok());
        }
        for folder in self.parts()? {
            let _lock = Lock::take(&folder, wait)?;
            let manifest = Manifest::read(&folder)?;
            if manifest.is_none() && !Draft::is_there(&folder) {
                continue;
            }
            let mut keep = Draft::to_keep(&folder, manifest.is_some())?;
            keep.extend(manifest.iter().flat_map(|(manifest, _)| &manifest.segments).map(SegmentInfo::file_name));
            let gone = remove_strays(&folder, &keep)?;
            count += gone.0;
            bytes += gone.1;
        }
        for store in self.revisions()? {
            let gone = store.gc(wait)?;
            count += gone.0;
            bytes += gone.1;
        }
        Ok((count, bytes))
    }

    /// Deletes the VEC parts of all models but `keep`. Waits for writers as long as `wait`. Returns the names of those that went.
    pub fn forget_models(&self, keep: &str, wait: Duration) -> Result<Vec<String>, Error> {
        let keep = vec_name(keep);
        let mut gone = self.begun_models()?;
        gone.retain(|model| format!("vec/{model}") != keep);
        for model in &gone {
            let folder = self.folder.join("vec").join(model);
            let _lock = Lock::take(&folder, wait)?;
            std::fs::remove_dir_all(&folder).map_err(|error| Error::system(&folder, "delete", &error))?;
        }
        Ok(gone)
    }

    /// Deletes the index: all that a store makes, and the folder if nothing else is in it. Waits for writers as long as `wait`. Returns the bytes that went.
    pub fn remove(self, wait: Duration) -> Result<u64, Error> {
        let mut parts = self.parts()?;
        for store in self.revisions()? {
            parts.extend(store.parts()?);
        }
        let locks = parts.iter().map(|folder| Lock::take(folder, wait)).collect::<Result<Vec<_>, _>>()?;
        let mut bytes = 0;
        let mut delete = |path: PathBuf| {
            bytes += size_of(&path);
            let done = if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
            match done {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::system(&path, "delete", &error)),
                _ => Ok(()),
            }
        };
        // First what makes it an index: whoever comes in between finds none.
        delete(self.folder.join("format"))?;
        for name in ["lex", "vec", REVISIONS, SLICES] {
            remove_ours(&self.folder.join(name), &mut delete)?;
        }
        for name in ["damaged", "rev"] {
            delete(self.folder.join(name))?;
        }
        // One that was there before is somebody's.
        if std::fs::read(self.folder.join(".gitignore")).is_ok_and(|bytes| bytes == IGNORE) {
            delete(self.folder.join(".gitignore"))?;
        }
        for name in list(&self.folder, |name| name.starts_with(durable::TEMPORARY))? {
            delete(self.folder.join(name))?;
        }
        drop(locks);
        let _ = std::fs::remove_dir(&self.folder);
        Ok(bytes)
    }

    /// Moves damaged manifests and segments to `damaged/`, so that a rebuild overwrites nothing. Returns where they are now.
    pub fn set_aside(&self, wait: Duration) -> Result<Vec<PathBuf>, Error> {
        let mut parts: Vec<PathBuf> = self.verify(true)?.iter().filter_map(|finding| finding.path.parent().map(Path::to_owned)).collect();
        parts.dedup();
        let mut moved = Vec::new();
        for part in parts.iter().filter(|part| part.is_dir()) {
            let _lock = Lock::take(part, wait)?;
            // Somebody else may have mended it while this one waited.
            let mut findings = Vec::new();
            check_part(part, true, &mut findings);
            for finding in findings {
                if matches!(finding.error, Error::Damaged { .. } | Error::Version { .. }) && finding.path.exists() {
                    moved.push(durable::move_file(&finding.path, &self.folder.join("damaged"))?);
                }
            }
        }
        Ok(moved)
    }
}

/// Deletes what a store makes in `folder` and below it, and the folders that are empty then.
fn remove_ours(folder: &Path, delete: &mut impl FnMut(PathBuf) -> Result<(), Error>) -> Result<(), Error> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() && !path.is_symlink() {
            remove_ours(&path, delete)?;
        } else if is_ours(&path) {
            delete(path)?;
        }
    }
    // One that somebody keeps something in stays.
    let _ = std::fs::remove_dir(folder);
    Ok(())
}

/// True for the name of a file that a store makes in a part, or in the index of a revision.
fn is_ours(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_segment = || name.strip_suffix(".seg").is_some_and(|name| name.parse::<Blob>().is_ok());
    let is_ignore = || name == ".gitignore" && std::fs::read(path).is_ok_and(|bytes| bytes == IGNORE);
    let names = [Manifest::FILE, Draft::FILE, "lock", "stamps", "checked", "rows", "format", "rev"];
    names.contains(&name) || name.starts_with(durable::TEMPORARY) || is_segment() || is_ignore()
}

fn check_part(folder: &Path, quick: bool, findings: &mut Vec<Finding>) {
    if folder.ends_with("lex") {
        check::<LexSegment>(folder, quick, findings);
    } else {
        check::<VecSegment>(folder, quick, findings);
    }
}

/// Bytes of a file, or of all files below a folder.
fn size_of(path: &Path) -> u64 {
    let Ok(meta) = std::fs::symlink_metadata(path) else { return 0 };
    if !meta.is_dir() {
        return meta.len();
    }
    let entries = durable::again(|| std::fs::read_dir(path)).into_iter().flatten().flatten();
    entries.map(|entry| size_of(&entry.path())).sum()
}

fn line() -> String {
    format!("cw-index {FORMAT}\n")
}

/// The part name of a model.
pub fn vec_name(model: &str) -> String {
    format!("vec/{}", safe_name(model))
}

/// A folder name for `name`. Names that would make a bad one are made safe and told apart by a hash.
pub(crate) fn safe_name(name: &str) -> String {
    let safe = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    if !name.is_empty() && name.len() <= 64 && name.bytes().all(safe) && !name.starts_with('.') {
        return name.to_owned();
    }
    let stem: String = name.bytes().take(40).map(|byte| if safe(byte) && byte != b'.' { char::from(byte) } else { '_' }).collect();
    format!("{stem}-{}", &Blob::of(name.as_bytes()).to_string()[..8])
}
