//! The folders that are watched, and which events count. What an event says is not used but for its place: the look that follows finds out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use cw_stages::scan::Places;
use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::alarm::Bell;

/// What the events are held against.
#[derive(Default)]
struct Seen {
    places: Places,
    /// Watched folders that left, or that others came in place of.
    gone: BTreeSet<PathBuf>,
    /// Events were lost: nothing is known of any folder.
    lost: bool,
}

/// Watches folders, each by itself, so that ignored ones cost nothing.
pub struct Eyes {
    watcher: RecommendedWatcher,
    seen: Arc<Mutex<Seen>>,
    watched: BTreeSet<PathBuf>,
}

impl Eyes {
    /// Nothing is watched yet. What counts rings `bell`; what happens in `index` never does. An error says why the system cannot.
    pub fn new(bell: Bell, index: &Path) -> Result<Eyes, String> {
        let seen = Arc::new(Mutex::new(Seen::default()));
        let (own, index) = (seen.clone(), index.to_owned());
        let hear = move |event: notify::Result<Event>| {
            let mut seen = own.lock().unwrap_or_else(PoisonError::into_inner);
            if seen.hear(&event, &index) {
                bell.ring();
            }
        };
        let watcher = notify::recommended_watcher(hear).map_err(|error| error.to_string())?;
        Ok(Eyes { watcher, seen, watched: BTreeSet::new() })
    }

    /// Watches `places`, and nothing else any more. An error says why the system cannot.
    pub fn turn(&mut self, places: Places) -> Result<(), String> {
        let mut wanted = places.folders.clone();
        wanted.extend(places.files.iter().filter_map(|file| file.parent()).filter(|folder| folder.is_dir()).map(Path::to_owned));
        let (gone, lost) = {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.places = places;
            (std::mem::take(&mut seen.gone), std::mem::take(&mut seen.lost))
        };
        let left = |folder: &PathBuf| lost || !wanted.contains(folder) || folder.ancestors().any(|above| gone.contains(above));
        let old: Vec<PathBuf> = self.watched.iter().filter(|folder| left(folder)).cloned().collect();
        for folder in old {
            // The system may have taken it off by itself.
            let _ = self.watcher.unwatch(&folder);
            self.watched.remove(&folder);
        }
        for folder in wanted {
            if self.watched.contains(&folder) {
                continue;
            }
            match self.watcher.watch(&folder, RecursiveMode::NonRecursive) {
                Ok(()) => drop(self.watched.insert(folder)),
                Err(error) if is_short(&error.kind) => return Err(format!("no more than {} folders can be watched", self.watched.len())),
                // Gone already, or closed to us: the look says so.
                Err(_) => {}
            }
        }
        Ok(())
    }
}

/// True if the system's room for watches is used up.
fn is_short(kind: &ErrorKind) -> bool {
    match kind {
        ErrorKind::MaxFilesWatch => true,
        ErrorKind::Io(error) => matches!(error.kind(), std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded),
        _ => false,
    }
}

impl Seen {
    /// True if the tree has to be looked at.
    fn hear(&mut self, event: &notify::Result<Event>, index: &Path) -> bool {
        let Ok(event) = event else {
            self.lost = true;
            return true;
        };
        if event.need_rescan() {
            self.lost = true;
            return true;
        }
        match event.kind {
            // Reading is no change; our own looks read.
            EventKind::Access(kind) if kind != AccessKind::Close(AccessMode::Write) => return false,
            EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)) => {
                self.gone.extend(event.paths.iter().filter(|path| self.places.folders.contains(*path)).cloned());
            }
            _ => {}
        }
        event.paths.iter().any(|path| self.counts(path, index))
    }

    fn counts(&self, path: &Path, index: &Path) -> bool {
        if path.starts_with(index) {
            return false;
        }
        let inside = |folder: Option<&Path>| folder.is_some_and(|folder| self.places.folders.contains(folder));
        self.places.files.contains(path) || inside(Some(path)) || inside(path.parent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::event::{CreateKind, DataChange, Flag, RemoveKind, RenameMode};

    #[test]
    fn what_counts() {
        let set = |paths: &[&str]| paths.iter().map(PathBuf::from).collect();
        let places = Places { folders: set(&["/t", "/t/a"]), files: set(&["/t/.git/index"]) };
        let mut seen = Seen { places, ..Seen::default() };
        let mut hear = |kind: EventKind, path: &str| seen.hear(&Ok(Event::new(kind).add_path(path.into())), Path::new("/t/.cw"));
        let write = EventKind::Modify(ModifyKind::Data(DataChange::Any));
        for path in ["/t/x", "/t/a/x", "/t/a", "/t/.git/index"] {
            assert!(hear(write, path), "{path}");
        }
        for path in ["/t/.cw", "/t/.cw/lex/manifest.json", "/t/.git/index.lock", "/t/target/x", "/u"] {
            assert!(!hear(write, path), "{path}");
        }
        assert!(!hear(EventKind::Access(AccessKind::Open(AccessMode::Any)), "/t/x"));
        assert!(hear(EventKind::Access(AccessKind::Close(AccessMode::Write)), "/t/x"));
        assert!(hear(EventKind::Create(CreateKind::Folder), "/t/new"));
        assert!(seen.gone.is_empty() && !seen.lost);
        for kind in [EventKind::Remove(RemoveKind::Folder), EventKind::Modify(ModifyKind::Name(RenameMode::From))] {
            seen.gone.clear();
            assert!(seen.hear(&Ok(Event::new(kind).add_path("/t/a".into())), Path::new("/t/.cw")));
            assert_eq!(seen.gone, set(&["/t/a"]));
        }
        assert!(seen.hear(&Ok(Event::new(EventKind::Other).set_flag(Flag::Rescan)), Path::new("/t/.cw")) && seen.lost);
    }
}
