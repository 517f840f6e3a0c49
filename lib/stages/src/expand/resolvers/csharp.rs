//! C#: a namespace is mostly a folder. `A.B.C` is a folder that ends in `A/B/C`, `A.B/C` or `A.B.C`, else one that ends in `B/C`; a type named
//! in full is a file there. Namespaces that do not follow their folders do not resolve.

use super::tree::nearest;
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["csharp"], candidates };

const DEPTH: usize = 16;

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let parts: Vec<&str> = import.split('.').map(str::trim).filter(|part| !part.is_empty()).take(DEPTH).collect();
    if parts.first().is_none_or(|first| *first == "System") || parts.iter().any(|part| part.contains('/')) {
        return Ok(Vec::new());
    }
    // The first words may be one folder with dots; then the root namespace may be no folder at all.
    let dotted = (1..=parts.len()).map(|count| (parts[..count].join("."), &parts[count..]));
    let whole = dotted.map(|(first, rest)| std::iter::once(first.as_str()).chain(rest.iter().copied()).collect::<Vec<_>>().join("/"));
    let shorter = (1..parts.len().saturating_sub(1)).map(|from| parts[from..].join("/"));
    for end in whole.chain(shorter) {
        let types = tree.ending(&format!("{end}.cs"));
        if let Some(found) = nearest(from, types).first() {
            return Ok(vec![(*found).to_owned()]);
        }
        for folder in nearest(from, tree.folders_ending(&end)) {
            let files: Vec<String> = tree.files_in(folder).into_iter().filter(|path| path.ends_with(".cs")).map(str::to_owned).collect();
            if !files.is_empty() {
                return Ok(files);
            }
        }
    }
    Ok(Vec::new())
}
