//! Python: relative imports, and absolute ones from the root, from `src`, from beside the script, or by a unique end of the path.
//!
//! The last words of an import may be names inside a module, so the longest beginning that is a module counts.

use super::tree::{clear_nearest, folders, join, parent};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["python"], candidates };

const DEPTH: usize = 32;

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let rest = import.trim_start_matches('.');
    let dots = import.len() - rest.len();
    let parts: Vec<&str> = rest.split('.').map(str::trim).filter(|part| !part.is_empty()).take(DEPTH).collect();
    if parts.iter().any(|part| part.contains('/')) {
        return Ok(Vec::new());
    }
    let found = if dots > 0 { relative(from, dots, &parts, tree) } else { absolute(from, &parts, tree) };
    Ok(found.into_iter().collect())
}

/// The file of a module or package.
fn module(tree: &Tree<'_>, path: &str) -> Option<String> {
    tree.first([format!("{path}.py"), join(path, "__init__.py"), format!("{path}.pyi")])
}

fn relative(from: &str, dots: usize, parts: &[&str], tree: &Tree<'_>) -> Option<String> {
    let folder = folders(from).nth(dots - 1)?;
    let longest = (1..=parts.len()).rev().find_map(|count| module(tree, &join(folder, &parts[..count].join("/"))));
    longest.or_else(|| tree.first([join(folder, "__init__.py")]))
}

fn absolute(from: &str, parts: &[&str], tree: &Tree<'_>) -> Option<String> {
    // A folder with `__init__.py` is a package: what is in it is not found from inside by its bare name.
    let open: Vec<&str> = folders(from).filter(|folder| !tree.has(&join(folder, "__init__.py"))).collect();
    let sources: Vec<String> = open.iter().map(|folder| join(folder, "src")).collect();
    let roots = || open.iter().copied().chain(sources.iter().map(String::as_str));
    for count in (1..=parts.len()).rev() {
        let path = parts[..count].join("/");
        if let Some(found) = roots().find_map(|root| module(tree, &join(root, &path))) {
            return Some(found);
        }
        if count > 1 {
            let ends = [format!("{path}.py"), format!("{path}/__init__.py")];
            if let Some(found) = ends.iter().find_map(|end| clear_nearest(from, tree.ending(end))) {
                return Some(found.to_owned());
            }
        }
    }
    // A package may be anywhere: the one folder of that name that is a package and not inside another.
    let tops = tree.ending(&format!("{}/__init__.py", parts.first()?));
    clear_nearest(from, tops.into_iter().filter(|path| !tree.has(&join(parent(parent(path)), "__init__.py"))).collect()).map(str::to_owned)
}
