//! The user's state folder: what the commands remember from one run to the next, for its owner only.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The folder: below `$XDG_STATE_HOME`, or `~/.local/state`. It may not exist.
pub fn folder() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = from("XDG_STATE_HOME").or_else(|| from("HOME").map(|home| home.join(".local").join("state")))?;
    Some(state.join("contextweaver"))
}

/// Makes a folder, and what is missing above it, for its owner only.
pub fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Puts `bytes` under `path`, wholly or not at all; makes the folder.
pub fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let folder = path.parent().unwrap_or(Path::new("."));
    make_folder(folder)?;
    let temporary = folder.join(format!(".tmp-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed)));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&temporary, path)
}
