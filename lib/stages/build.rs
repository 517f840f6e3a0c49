//! Turns every file of `languages/` into a row of a Rust table, so that one file adds one language.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use serde::Deserialize;

#[derive(Deserialize, Default, Clone)]
#[serde(default, deny_unknown_fields)]
struct Language {
    word: String,
    grammar: String,
    like: String,
    comments: Vec<String>,
    trailing: Vec<String>,
    dedent: bool,
    begins: Vec<String>,
    prose: Vec<String>,
    attached: Vec<String>,
    groups: Vec<String>,
    wraps: Vec<String>,
    calls: Vec<String>,
    signs: Vec<String>,
    imports: toml::Table,
    definition: Vec<Definition>,
    example: String,
    expect: Vec<String>,
}

#[derive(Deserialize, Default, Clone)]
#[serde(default, deny_unknown_fields)]
struct Definition {
    nodes: Vec<String>,
    kind: String,
    name: String,
    by: String,
    kinds: toml::Table,
    needs: String,
    body: String,
    members: bool,
    inside: Vec<String>,
    same: bool,
    only: Vec<String>,
    unless: Vec<String>,
    has: Vec<String>,
    of: String,
    receiver: String,
    split: Vec<String>,
    drop: Vec<String>,
    hidden: Vec<String>,
    rest: bool,
    or: Vec<String>,
    also: Vec<String>,
    below: Vec<String>,
    within: Vec<String>,
    prefix: String,
    scope: String,
    other: String,
    local: bool,
    part: bool,
}

fn pairs(table: &toml::Table) -> Vec<(String, String)> {
    table.iter().map(|(key, value)| (key.clone(), value.as_str().unwrap_or_default().to_owned())).collect()
}

fn row(out: &mut String, language: &Language) {
    let Language {
        word,
        grammar,
        comments,
        trailing,
        dedent,
        begins,
        prose,
        attached,
        groups,
        wraps,
        calls,
        signs,
        imports,
        definition,
        example,
        expect,
        ..
    } = language;
    let imports = pairs(imports);
    let _ = write!(
        out,
        "Table {{ word: {word:?}, grammar: || {grammar}, comments: &{comments:?}, trailing: &{trailing:?}, dedent: {dedent}, begins: &{begins:?}, prose: &{prose:?}, attached: &{attached:?}, groups: &{groups:?}, \
         wraps: &{wraps:?}, calls: &{calls:?}, signs: &{signs:?}, imports: &{imports:?}, example: {example:?}, expect: &{expect:?}, definitions: &["
    );
    for definition in definition {
        let Definition { nodes, kind, name, by, kinds, needs, body, members, .. } = definition;
        let Definition { inside, same, only, unless, of, receiver, split, drop, hidden, rest, local, part, .. } = definition;
        let Definition { or, also, below, within, prefix, scope, other, has, .. } = definition;
        let (kinds, name) = (pairs(kinds), if name.is_empty() { "name" } else { name });
        let _ = write!(
            out,
            "Definition {{ nodes: &{nodes:?}, kind: {kind:?}, name: {name:?}, by: {by:?}, kinds: &{kinds:?}, needs: {needs:?}, \
             body: {body:?}, members: {members}, inside: &{inside:?}, same: {same}, only: &{only:?}, unless: &{unless:?}, of: {of:?}, receiver: {receiver:?}, \
             split: &{split:?}, drop: &{drop:?}, hidden: &{hidden:?}, rest: {rest}, local: {local}, part: {part}, or: &{or:?}, also: &{also:?}, below: &{below:?}, \
             within: &{within:?}, prefix: {prefix:?}, scope: {scope:?}, other: {other:?}, has: &{has:?} }},"
        );
    }
    out.push_str("]},\n");
}

fn main() {
    println!("cargo:rerun-if-changed=languages");
    let mut files: Vec<_> = fs::read_dir("languages").expect("languages/").map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let languages: Vec<Language> = files
        .iter()
        .map(|file| {
            let text = fs::read_to_string(file).expect("a language file");
            toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
        })
        .collect();
    let mut out = String::from("const TABLES: &[Table] = &[\n");
    for language in &languages {
        match languages.iter().find(|base| base.word == language.like) {
            Some(base) => {
                let Language { word, grammar, calls, example, expect, .. } = language.clone();
                let calls = if calls.is_empty() { base.calls.clone() } else { calls };
                row(&mut out, &Language { word, grammar, calls, example, expect, ..base.clone() });
            }
            None => row(&mut out, language),
        }
    }
    out.push_str("];\n");
    let target = Path::new(&env::var("OUT_DIR").expect("OUT_DIR")).join("languages.rs");
    fs::write(target, out).expect("a writable OUT_DIR");
}
