//! C#: `using A.B` is the files that declare the namespace `A.B`; a type named in full (`using static`, an alias) is the file of its namespace that defines it.
//!
//! Left out: namespaces that are declared inside of one another, word by word.

use std::collections::HashSet;

use super::tree::nearest;
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["csharp"], candidates };

const DEPTH: usize = 16;
const TYPES: [&str; 6] = ["class", "struct", "interface", "record", "enum", "delegate"];
/// Most files of one namespace.
const FILES: usize = 256;
/// Fewer files in a namespace of the framework are not the framework.
const FRAMEWORK: usize = 8;

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let name = import.split('<').next().unwrap_or_default().trim_start_matches("global::").replace("::", ".");
    let found = named(from, &name, DEPTH, tree)?;
    if !found.is_empty() || name.split('.').next() == Some("System") {
        return Ok(found);
    }
    // Below a namespace its own words may be left out.
    let text = tree.text(from)?.unwrap_or_default();
    let own = text.lines().find_map(|line| line.trim_start().strip_prefix("namespace ")?.split([' ', ';', '{']).next());
    let mut around = own.unwrap_or_default();
    for _ in 0..DEPTH {
        if around.is_empty() {
            break;
        }
        let found = named(from, &format!("{around}.{name}"), 1, tree)?;
        if !found.is_empty() {
            return Ok(found);
        }
        around = around.rsplit_once('.').map_or("", |(around, _)| around);
    }
    Ok(Vec::new())
}

/// The files of a namespace or type by its name in full, whose last `most` words may be types, one in another.
fn named(from: &str, name: &str, most: usize, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let declared = |name: &str| -> Result<Vec<String>, Error> {
        let files = nearest(from, tree.defining(name, &["namespace"])?);
        Ok(files.into_iter().take(FILES).map(str::to_owned).collect())
    };
    let whole = declared(name)?;
    let is_framework = name.split('.').next() == Some("System");
    if !whole.is_empty() {
        // A few files in a namespace of the framework stand in for what an older one lacks.
        return Ok(if is_framework && whole.len() < FRAMEWORK { Vec::new() } else { whole });
    }
    if !name.contains('.') {
        let types = tree.defining(name, &TYPES)?;
        return Ok(if let [one] = types[..] { vec![one.to_owned()] } else { Vec::new() });
    }
    let mut rest = name;
    for _ in 0..most {
        let Some((around, word)) = rest.rsplit_once('.') else { break };
        let inside: HashSet<&str> = tree.defining(around, &["namespace"])?.into_iter().collect();
        // A file is mostly called as the type in it, which counts where its text could not be read.
        let called = tree.ending(&format!("{word}.cs"));
        let types = tree.defining(word, &TYPES)?.into_iter().chain(called).filter(|path| inside.contains(path)).collect();
        if let Some(found) = nearest(from, types).first() {
            return Ok(vec![(*found).to_owned()]);
        }
        rest = around;
    }
    Ok(Vec::new())
}
