//! How this build reads files, as one number.
//!
//! An index says by which number its files were read (`made_with`, `chunk`, `version`). A build with another number reads all of them again, once:
//! else what a file was cut into and what it defines would stay as it was until the file changes.

use serde_json::{Map, Value};

/// The number. It is raised when the test below finds that some file is read in another way than by the last number.
pub const VERSION: u32 = 1;

/// The number that a manifest's or a header's `made_with` tells; 0 if none.
pub fn version(made_with: &Map<String, Value>) -> u64 {
    made_with.get("chunk").and_then(|made| made.get("version")?.as_u64()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use cw_records::{Blob, File, RecordPath};

    use super::super::{Options, cut, languages, table};
    use super::VERSION;
    use crate::classes::classify;
    use crate::terms::{Scratch, tokens};

    /// The chunks, definitions and imports of every language's example, and of all of them read as each language that is read by its lines; the classes of some
    /// paths; the words of all examples.
    fn digest() -> String {
        let examples: String = table::tables().iter().map(|table| table.example).collect();
        let known = |word: &str| table::tables().iter().find(|table| table.word == word).map_or(&*examples, |table| table.example);
        let others = ["markdown", "rst", "html", "vue", "yaml", "toml", "json", "ini", "text"];
        let mut whole = Vec::new();
        for word in languages().chain(others) {
            let file = File { path: "a".into(), lang: Some(word.into()), ..File::default() };
            let options = Options { max_chars: 200, min_chars: 20, ..Options::default() };
            for record in cut(file, known(word), &options) {
                record.print(&mut whole).expect("memory takes all");
            }
        }
        let paths = ["src/a.rs", "tests/a.py", "src/a_test.go", "benches/b.rs", "examples/c.ts", "docs/d.md", "Cargo.toml", "vendor/e.c"];
        for path in paths.into_iter().chain(["CHANGELOG.md", ".github/w.yml", "a.d.ts", "migrations/1.sql", "main.tf"]) {
            whole.push(classify(&RecordPath::from(path), None).0);
        }
        tokens(&examples, &mut Scratch::default(), &mut |term| whole.extend(term.bytes()));
        Blob::of(&whole).to_string()
    }

    #[test]
    fn what_is_read_in_another_way_has_another_number() {
        // Each number, and the digest of what it makes of the samples.
        let place = concat!(env!("CARGO_MANIFEST_DIR"), "/data/versions.tsv");
        let known = std::fs::read_to_string(place).expect("a list");
        let last = known.lines().last().unwrap_or_default();
        assert_eq!(
            format!("{VERSION}\t{}", digest()),
            last,
            "files are read in another way than by version {VERSION}. Raise VERSION and add a row to data/versions.tsv; if no release has that version yet, \
             put the digest into its row instead"
        );
    }
}
