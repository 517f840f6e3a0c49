//! Makefiles, CMake and Meson: `include` of a file, `add_subdirectory` and `subdir` of a folder.

use super::tree::{folders, join, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["makefile", "cmake", "meson"], candidates };

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    const HERE: [&str; 7] =
        ["${CMAKE_CURRENT_SOURCE_DIR}/", "${CMAKE_CURRENT_LIST_DIR}/", "${PROJECT_SOURCE_DIR}/", "${CMAKE_SOURCE_DIR}/", "$(CURDIR)/", "$(srcdir)/", "$(top_srcdir)/"];
    let path = HERE.iter().find_map(|here| import.strip_prefix(here)).unwrap_or(import);
    if path.contains('$') || path.starts_with('/') {
        return Ok(Vec::new());
    }
    let has = |folder: &str| {
        let path = walk(folder, path)?;
        let inside = ["CMakeLists.txt", "meson.build", "Makefile"].map(|name| join(&path, name));
        tree.first([path.clone(), format!("{path}.cmake")].into_iter().chain(inside))
    };
    // A module of CMake stands in a folder of modules.
    let module = |folder: &str| ["cmake", "cmake/modules", "CMake"].iter().find_map(|below| has(&join(folder, below)));
    let found = has(parent(from)).or_else(|| folders(from).find_map(has)).or_else(|| folders(from).find_map(module));
    Ok(found.into_iter().collect())
}
