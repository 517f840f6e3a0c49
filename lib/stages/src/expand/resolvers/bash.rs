//! Shell: `source x` and `. x`, beside the script, below the folders around it, else by a clear end of the path. What stands before the path and is worked out when
//! the script runs (`$(dirname "$0")`, `${BASH_SOURCE%/*}`, `$DIR`) counts as a folder around.

use super::tree::{clear_nearest, folders, join, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["bash", "fish"], candidates };

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let (mut path, mut is_open) = (import, false);
    while let Some(rest) = constant(path) {
        (path, is_open) = (rest.trim_start_matches('/'), true);
    }
    if path.is_empty() || path.starts_with(['/', '~']) || path.contains('$') {
        return Ok(Vec::new());
    }
    let has = |folder: &str| {
        let path = walk(folder, path)?;
        tree.first([path.clone(), format!("{path}.bash"), format!("{path}.sh")])
    };
    let mut found = has(parent(from)).or_else(|| folders(from).find_map(has));
    if found.is_none() && is_open && path.contains('.') {
        let tail = path.trim_start_matches("../");
        found = folders(from).find_map(|folder| has(&join(folder, "lib"))).or_else(|| clear_nearest(from, tree.ending(tail)).map(str::to_owned));
    }
    Ok(found.into_iter().collect())
}

/// What stands behind the expansion at the beginning of a word; none if there is no expansion.
fn constant(word: &str) -> Option<&str> {
    let rest = word.strip_prefix('$')?;
    let (open, close) = match rest.chars().next()? {
        '(' => ('(', ')'),
        '{' => ('{', '}'),
        _ => {
            let end = rest.find(|char: char| !(char.is_alphanumeric() || char == '_')).unwrap_or(rest.len());
            return Some(&rest[end..]);
        }
    };
    let mut depth = 0usize;
    for (at, char) in rest.char_indices() {
        if char == open {
            depth += 1;
        } else if char == close {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return Some(&rest[at + 1..]);
            }
        }
    }
    None
}
