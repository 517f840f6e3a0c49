//! Writes a file of a person: wholly or not at all, through a link, with the mode it had.

use std::io::Write;
use std::path::Path;

/// Puts `bytes` under `path`, and makes the folders above it; a new file gets `mode`.
pub fn put(path: &Path, bytes: &[u8], mode: u32) -> std::io::Result<()> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let temporary = folder.join(format!(".cw-{}", std::process::id()));
    let written = (|| {
        let mut file = std::fs::File::create(&temporary)?;
        let meta = std::fs::metadata(&path);
        #[cfg(unix)]
        let fresh = std::os::unix::fs::PermissionsExt::from_mode(mode);
        #[cfg(not(unix))]
        let fresh = file.metadata()?.permissions();
        let _ = mode;
        file.set_permissions(meta.map_or(fresh, |meta| meta.permissions()))?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&temporary, &path)
    })();
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    written
}
