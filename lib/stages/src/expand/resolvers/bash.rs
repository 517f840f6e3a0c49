//! Shell: `source x` and `. x`, beside the script, below the folders around it, else by a clear end of the path. What stands before the path and is worked out when
//! the script runs (`$(dirname "$0")`, `${BASH_SOURCE%/*}`, `$DIR`) counts as a folder around. A variable that the script itself sets is what it sets first.

use super::tree::{clear_nearest, folders, join, parent, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["bash", "fish"], candidates };

/// Most variables that are followed, one in the value of another.
const STEPS: usize = 4;

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let mut words = vec![import.to_owned()];
    if import.starts_with('$') {
        let text = tree.text(from)?.unwrap_or_default();
        while let Some(next) = words.last().filter(|_| words.len() <= STEPS).and_then(|word| replaced(word, &text)) {
            words.push(next);
        }
    }
    // What is known best comes first. A value may lead out of the tree, to where the file is installed.
    Ok(words.iter().rev().find_map(|word| file(from, word, tree)).into_iter().collect())
}

/// The file that a word names, whose variables stand for folders.
fn file(from: &str, word: &str, tree: &Tree<'_>) -> Option<String> {
    let (mut path, mut is_open) = (word, false);
    while let Some(rest) = constant(path) {
        (path, is_open) = (rest.trim_start_matches('/'), true);
    }
    if path.is_empty() || path.starts_with(['/', '~']) || path.contains('$') {
        return None;
    }
    let has = |folder: &str| {
        let path = walk(folder, path)?;
        tree.first([path.clone(), format!("{path}.bash"), format!("{path}.sh")])
    };
    let found = has(parent(from)).or_else(|| folders(from).find_map(has));
    if found.is_some() || !is_open {
        return found;
    }
    let tail = path.trim_start_matches("../");
    let lib = folders(from).find_map(|folder| has(&join(folder, "lib")));
    // A bare word without an extension may be anything: only one file may be called so.
    let ends = tree.ending(tail);
    let is_clear = ends.len() == 1 || tail.contains(['.', '/']);
    let end = || clear_nearest(from, ends).filter(|_| is_clear).map(str::to_owned);
    lib.or_else(end)
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

/// A word whose variable at the beginning is replaced by what `text` sets it to.
fn replaced(word: &str, text: &str) -> Option<String> {
    let rest = constant(word)?;
    let name = word[1..word.len() - rest.len()].trim_matches(['{', '}']);
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return None;
    }
    let set = text.lines().find_map(|line| {
        let line = line.trim_start();
        let line = ["export ", "readonly ", "local ", "declare -r ", "typeset "].iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
        line.strip_prefix(name)?.strip_prefix('=')
    })?;
    let quote = set.chars().next().filter(|char| matches!(char, '"' | '\''));
    let value = set.trim_start_matches(['"', '\'']);
    // What a command says is a folder; its quotes are its own.
    let behind = if value.starts_with("$(") { constant(value)? } else { value };
    let end = behind.find(|char: char| quote.map_or(char.is_whitespace() || char == ';', |quote| char == quote)).unwrap_or(behind.len());
    let folder = if behind.len() == value.len() { "" } else { "$()" };
    Some(format!("{folder}{}{rest}", &behind[..end])).filter(|next| next != word)
}
