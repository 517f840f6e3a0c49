//! Says how the imports of some trees resolve, by language: `cargo run --release -p cw-stages --example imports -- TREE...`.
//! With `--lang WORD` it also lists each import of that language: `+` and the files it stands for, or `-`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a command")]

use std::collections::{BTreeMap, HashMap};

use cw_records::Record;
use cw_stages::expand::resolvers::{self, Source, Tree};
use cw_stages::{Env, Error, chunk, scan};

#[derive(Default)]
struct Files {
    texts: Vec<String>,
    defines: HashMap<String, Vec<(usize, String)>>,
}

impl Source for Files {
    fn text(&self, number: usize) -> Result<String, Error> {
        Ok(self.texts[number].clone())
    }

    fn defining(&self, name: &str) -> Result<Vec<(usize, String)>, Error> {
        Ok(self.defines.get(name).cloned().unwrap_or_default())
    }
}

fn main() -> Result<(), Error> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let lang = words.iter().position(|word| word == "--lang").map(|at| words.drain(at..at + 2).nth(1).unwrap_or_default());
    let env = Env::new(2)?;
    for root in words {
        let (mut paths, mut files, mut importing) = (Vec::new(), Files::default(), Vec::new());
        let options = scan::Options { root: root.clone().into(), ..scan::Options::default() };
        for record in scan::scan(&env, options)? {
            let Record::File(file) = record? else { continue };
            let Some(path) = file.path.as_str().map(str::to_owned) else { continue };
            let (number, text) = (paths.len(), file.text.clone().unwrap_or_default());
            let one = std::iter::once(Ok(Record::File(file)));
            for record in chunk::chunk(&env, Box::new(one), chunk::Options::default()) {
                match record? {
                    Record::File(file) => importing.push((path.clone(), file.lang.unwrap_or_default(), file.imports)),
                    Record::Chunk(chunk) => {
                        for def in chunk.defs {
                            files.defines.entry(def.name).or_default().push((number, def.kind));
                        }
                    }
                    _ => {}
                }
            }
            paths.push(path);
            files.texts.push(text);
        }
        let tree = Tree::new(paths, files);
        let mut counts: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
        let started = std::time::Instant::now();
        for (path, word, imports) in &importing {
            let resolver = resolvers::of(word);
            let count = counts.entry(word).or_default();
            for import in imports {
                let found = resolver.map(|resolver| resolver.resolve(path, import, &tree)).transpose()?.unwrap_or_default();
                count.0 += 1;
                count.1 += u32::from(!found.is_empty());
                if lang.as_ref() == Some(word) {
                    let mark = if found.is_empty() { "-".to_owned() } else { format!("+ {} {}", found.len(), found[0]) };
                    println!("{path}\t{import}\t{mark}");
                }
            }
        }
        let took = started.elapsed().as_millis();
        for (word, (all, resolved)) in counts.into_iter().filter(|(_, (all, _))| *all > 0) {
            eprintln!("{root}\t{word}\timports {all}\tresolved {resolved}\tnot {}", all - resolved);
        }
        eprintln!("{root}\tresolving took {took} ms");
    }
    Ok(())
}
