//! A room with one file a language family: what an import means, as paths of the index. Add a file and its name below, nothing else.
//!
//! A resolver gets the path that imports, the import as it is written, and a view of the index. It may build any candidate it likes: what is not in the
//! index is dropped here, so a hostile import reaches nothing. Nothing is read but the index.

mod tree;
mod yaml;

pub use tree::{Source, Tree};

use crate::Error;

/// How the imports of some languages are resolved.
pub struct Resolver {
    /// The language words.
    pub languages: &'static [&'static str],
    /// Candidates for `import` in the file `from`, best first.
    candidates: fn(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error>,
}

macro_rules! room {
    ($($file:ident)*) => {
        $(mod $file;)*
        /// All resolvers.
        pub static RESOLVERS: &[Resolver] = &[$($file::RESOLVER),*];
    };
}

room! { bash build c csharp css dart elixir go haskell hcl html java lua nix node php protobuf python r ruby rust starlark swift zig }

/// The resolver of a language.
pub fn of(lang: &str) -> Option<&'static Resolver> {
    RESOLVERS.iter().find(|resolver| resolver.languages.contains(&lang))
}

impl Resolver {
    /// The files of the index that `import`, as written in the file `from`, stands for; best first, each once, never `from` itself.
    pub fn resolve(&self, from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
        let mut found = Vec::new();
        if import.is_empty() || import.contains('\0') {
            return Ok(found);
        }
        for path in (self.candidates)(from, import, tree)? {
            if path != from && tree.has(&path) && !found.contains(&path) {
                found.push(path);
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests;
