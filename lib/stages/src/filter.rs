//! Which files an answer may come from: path globs, languages, and the kind of content. Applied before any limit, so that a match inside the scope is never crowded out by ones outside.

use std::collections::HashSet;
use std::sync::Arc;

use cw_records::RecordPath;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::Error;
use crate::classes::{Class, classify};
use crate::evidence::Corpus;
use crate::lookup::languages;
use crate::scan::language::meant;
use crate::shown::read_path;

/// How many of `limit` files a finder takes whatever they are, and how many more places are kept for primary code. Small limits have room for anything.
pub(crate) fn rooms(limit: usize) -> (usize, usize) {
    ((limit / 4).max(limit.min(10)), limit * 2 / 5)
}

/// Languages of an index that are listed when one is not among them.
const LISTED: usize = 30;

/// A kind of content that answers may be limited to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Neither documents nor configuration: code of every class.
    Code,
    /// Documents, and files about the project.
    Docs,
    /// Configuration, build and data files.
    Config,
}

impl Content {
    fn has(self, class: Class) -> bool {
        let docs = class.has(Class(Class::DOCS.0 | Class::META.0));
        match self {
            Content::Code => !docs && !class.has(Class::CONFIG),
            Content::Docs => docs,
            Content::Config => class.has(Class::CONFIG),
        }
    }
}

/// A scope. The default lets everything through.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    include: Option<GlobSet>,
    exclude: Option<GlobSet>,
    /// Files and folders that are named letter for letter: what passes, and what does not.
    named: [Vec<RecordPath>; 2],
    /// The globs, as they were given, if one of them may also be the name of a file or folder.
    odd: Vec<String>,
    langs: Vec<String>,
    content: Option<Content>,
    /// All files are below this folder.
    below: Option<RecordPath>,
    /// Files in one of `langs`, once they were looked up.
    known: Option<Arc<HashSet<RecordPath>>>,
    /// Files that do not pass, whatever else holds.
    except: Arc<HashSet<RecordPath>>,
}

impl Filter {
    /// Files that match one of `paths` and have one of `langs` (words, extensions or names of modes); an empty list lets all through. A path is a glob relative to the root; a folder stands for what is below it, one without a slash
    /// inside matches at any depth (as in ignore files), `.` is everything, and `!` before it excludes. One in double quotes, as lists write odd names, is that file or folder.
    pub fn new(paths: &[String], langs: &[String]) -> Result<Filter, Error> {
        let of = |negated: bool| paths.iter().filter(move |path| path.starts_with('!') == negated);
        let named = |negated| of(negated).filter_map(|path| named(path)).collect();
        let build = |negated: bool| -> Result<Option<GlobSet>, Error> {
            let mut set = GlobSetBuilder::new();
            let mut any = false;
            for path in of(negated).filter(|path| self::named(path).is_none()) {
                let path = path.trim_start_matches('!');
                if path.starts_with('/') || path.split('/').any(|part| part == "..") {
                    let error = Error::usage("C02", format!("path '{path}' is not below the root"));
                    return Err(error.hint("name it relative to the root of the tree, such as src/net or '*.rs'"));
                }
                let mut path = path.trim_end_matches('/');
                while let Some(rest) = path.strip_prefix("./") {
                    path = rest;
                }
                let anywhere = if path.contains('/') { None } else { Some(format!("**/{path}")) };
                let path = if matches!(path, "" | ".") { "**" } else { path };
                let folders = [format!("{path}/**")].into_iter().chain(anywhere.iter().map(|path| format!("{path}/**")));
                for pattern in [path.to_owned()].into_iter().chain(anywhere.clone()).chain(folders) {
                    let glob = GlobBuilder::new(&pattern).literal_separator(true).build();
                    set.add(glob.map_err(|error| Error::usage("C02", format!("bad glob '{path}': {}", error.kind())))?);
                    any = true;
                }
            }
            let set = set.build().map_err(|error| Error::usage("C02", format!("globs cannot be used together: {error}")))?;
            Ok(any.then_some(set))
        };
        Ok(Filter {
            include: build(false)?,
            exclude: build(true)?,
            named: [named(false), named(true)],
            odd: if paths.iter().any(|path| is_glob(path)) { paths.to_vec() } else { Vec::new() },
            below: None,
            langs: langs.iter().map(|lang| meant(lang)).collect(),
            content: None,
            known: None,
            except: Arc::default(),
        })
    }

    /// The same, limited to what is below a folder.
    pub fn below(self, folder: Option<RecordPath>) -> Filter {
        Filter { below: folder, ..self }
    }

    /// The same, where a glob that names a file or folder of `corpus` letter for letter is that and nothing else: `[id]` is a usual name.
    pub fn spelled(&self, corpus: &Corpus<'_>) -> Result<Filter, Error> {
        if self.odd.is_empty() {
            return Ok(self.clone());
        }
        let bare = |path: &str| path.trim_start_matches('!').trim_start_matches("./").trim_end_matches('/').to_owned();
        let names: Vec<String> = self.odd.iter().filter(|path| is_glob(path)).map(|path| bare(path)).collect();
        let mut there = HashSet::new();
        for (segment, ..) in corpus.segments() {
            for path in segment.paths()? {
                let path = path.display();
                let is_named = |name: &&String| match name.contains('/') {
                    true => path.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
                    false => path.split('/').any(|part| part == **name),
                };
                there.extend(names.iter().filter(is_named));
            }
        }
        let spelled = self.odd.iter().map(|path| match there.contains(&bare(path)) {
            true => format!("{}{}", if path.starts_with('!') { "!" } else { "" }, globset::escape(&bare(path))),
            false => path.clone(),
        });
        let Filter { include, exclude, .. } = Filter::new(&spelled.collect::<Vec<_>>(), &[])?;
        Ok(Filter { include, exclude, odd: Vec::new(), ..self.clone() })
    }

    /// The same, without these files.
    pub fn except(self, paths: HashSet<RecordPath>) -> Filter {
        Filter { except: Arc::new(paths), ..self }
    }

    /// The same, limited to a kind of content.
    pub fn content(self, content: Option<Content>) -> Filter {
        Filter { content, ..self }
    }

    /// The same scope for who knows paths only: which files are in one of its languages is looked up in `corpus`.
    pub fn by_path(&self, corpus: &Corpus<'_>) -> Result<Filter, Error> {
        let spelled = self.spelled(corpus)?;
        if self.langs.is_empty() && self.content.is_none() {
            return Ok(spelled);
        }
        let mut known = HashSet::new();
        for (segment, ..) in corpus.segments() {
            for (path, number) in segment.paths()?.into_iter().zip(0..) {
                if spelled.allows(&path, segment.lang(&segment.file(number)?)) {
                    known.insert(path);
                }
            }
        }
        Ok(Filter { known: Some(Arc::new(known)), ..spelled })
    }

    /// True if everything passes.
    pub fn is_open(&self) -> bool {
        let is_open = self.include.is_none() && self.exclude.is_none() && self.langs.is_empty() && self.content.is_none();
        is_open && self.named.iter().all(Vec::is_empty) && self.below.is_none() && self.except.is_empty()
    }

    /// True if a file passes.
    pub fn allows(&self, path: &RecordPath, lang: Option<&str>) -> bool {
        self.allows_path(path)
            && self.content.is_none_or(|content| content.has(classify(path, lang)))
            && (self.langs.is_empty() || lang.is_some_and(|lang| self.langs.iter().any(|other| other == lang)))
    }

    /// True if a file passes as far as its path says, and what [`Filter::by_path`] looked up.
    pub fn allows_path(&self, path: &RecordPath) -> bool {
        if self.known.as_ref().is_some_and(|known| !known.contains(path)) || self.except.contains(path) {
            return false;
        }
        let rest = |folder: &RecordPath| path.as_bytes().strip_prefix(folder.as_bytes()).map(|rest| rest.first().copied());
        if self.below.as_ref().is_some_and(|folder| rest(folder) != Some(Some(b'/'))) {
            return false;
        }
        let is_named = |list: &[RecordPath]| list.iter().any(|name| path == name || rest(name) == Some(Some(b'/')));
        let [taken, left] = &self.named;
        let os = path.to_os();
        let is_in = |set: &Option<GlobSet>| set.as_ref().is_some_and(|set| set.is_match(&os));
        let is_taken = self.include.is_none() && taken.is_empty() || is_in(&self.include) || is_named(taken);
        is_taken && !is_in(&self.exclude) && !is_named(left)
    }

    /// What keeps the answer empty or small: a sentence for each of its languages that no file of `corpus` is in.
    pub fn absent(&self, corpus: &Corpus<'_>) -> Result<Vec<String>, Error> {
        if self.langs.is_empty() {
            return Ok(Vec::new());
        }
        let there = languages(corpus)?;
        let list = there.keys().map(String::as_str).take(LISTED).collect::<Vec<_>>().join(", ");
        let absent = self.langs.iter().filter(|lang| !there.contains_key(*lang));
        Ok(absent.map(|lang| format!("no file is in the language '{}'; there are {list}", lang.escape_debug())).collect())
    }

    /// For each file of `corpus`, whether it passes; `None` if all do.
    pub fn mask(&self, corpus: &Corpus<'_>) -> Result<Option<Vec<bool>>, Error> {
        if self.is_open() {
            return Ok(None);
        }
        let spelled = self.spelled(corpus)?;
        let mut mask = Vec::with_capacity(corpus.files as usize);
        for (segment, ..) in corpus.segments() {
            for (path, number) in segment.paths()?.into_iter().zip(0..) {
                mask.push(spelled.allows(&path, segment.lang(&segment.file(number)?)));
            }
        }
        Ok(Some(mask))
    }
}

/// The file or folder that a path in double quotes names.
fn named(path: &str) -> Option<RecordPath> {
    let (path, rest) = read_path(path.trim_start_matches('!'))?;
    let bytes = path.as_bytes().strip_suffix(b"/").unwrap_or(path.as_bytes());
    rest.is_empty().then(|| RecordPath::from_bytes(bytes))
}

/// True if a path has letters that mean something in a glob.
fn is_glob(path: &str) -> bool {
    path.trim_start_matches('!').contains(['*', '?', '[', '{'])
}
