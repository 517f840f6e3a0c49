//! What an index holds already, for a scan that emits only what it lacks: of what is published, or of what a build goes on from.

use cw_index::{Begin, Mark, Store};
use cw_records::{Blob, RecordPath};
use serde_json::{Map, Value};

use crate::{Error, chunk, scan};

/// One part: the options that shaped it, and its files in path order.
struct Held {
    made_with: Map<String, Value>,
    files: Vec<(RecordPath, Blob)>,
}

/// What the parts of an index hold, LEX and with `model` its VEC part, for a scan that emits only what either lacks. `None` if a part is missing.
pub fn known(store: &Store, model: Option<&str>) -> Result<Option<scan::Known>, Error> {
    let Some(lex) = whole(store.lex())? else { return Ok(None) };
    let lex = Held { files: lex.files()?, made_with: lex.manifest.made_with };
    let Some(model) = model else { return Ok(both(lex, None)) };
    let Some(vec) = whole(store.vec(model))? else { return Ok(None) };
    Ok(both(lex, Some(Held { files: vec.files()?, made_with: vec.manifest.made_with })))
}

/// A part, if it is whole.
pub fn whole<T>(part: Result<Option<T>, cw_index::Error>) -> Result<Option<T>, cw_index::Error> {
    match part {
        Err(cw_index::Error::Unfinished(_)) => Ok(None),
        other => other,
    }
}

/// What a build goes on from.
#[derive(Default)]
pub struct Going {
    /// What need not be made; `None`: all has to be.
    pub known: Option<scan::Known>,
    lex: Option<Mark>,
    vec: Option<Mark>,
    /// A rebuild published its LEX part before it was stopped.
    lex_is_done: bool,
}

impl Going {
    /// What a build with these options can go on from: what is published (unless it is a rebuild), and what one like it had finished when it was stopped.
    pub fn of(store: &Store, model: Option<&str>, rebuild: bool, made_with: &Map<String, Value>) -> Result<Going, Error> {
        let vec = model.map(|model| store.vec_base(model, rebuild)).transpose()?.flatten();
        if model.is_some() && vec.is_none() {
            return Ok(Going::default());
        }
        let lex = store.lex_base(rebuild)?;
        // The drafts of a rebuild are begun together, and LEX ends first.
        let lex_is_done = rebuild && lex.is_none() && vec.is_some();
        let lex = if lex_is_done { store.lex_base(false).unwrap_or_default() } else { lex };
        let Some(lex) = lex else { return Ok(Going::default()) };
        let marks = (lex.mark, vec.as_ref().map(|vec| vec.mark));
        let published = !rebuild && lex.mark.is_published() && marks.1.is_none_or(|mark| mark.is_published());
        let lex = Held { files: lex.files()?, made_with: lex.part.manifest.made_with };
        // A draft alone binds nobody to its options, and what another build read in another way is read again.
        let is_other = chunk::version(&lex.made_with) != chunk::version(made_with);
        if (!published || is_other) && lex.made_with != *made_with {
            return Ok(Going::default());
        }
        let vec = vec.map(|vec| Ok::<_, Error>(Held { files: vec.files()?, made_with: vec.part.manifest.made_with })).transpose()?;
        let known = both(lex, vec);
        Ok(if known.is_some() { Going { known, lex: Some(marks.0), vec: marks.1, lex_is_done } } else { Going::default() })
    }

    /// True if something is finished that is not published yet.
    pub fn is_draft(&self) -> bool {
        [self.lex, self.vec].iter().flatten().any(Mark::is_draft)
    }

    /// How the writers of LEX and VEC begin.
    pub fn begin(&self, begin: Begin) -> (Begin, Begin) {
        let rebuild = begin.rebuild && !self.lex_is_done;
        (Begin { from: self.lex, rebuild, ..begin }, Begin { from: self.vec, ..begin })
    }
}

/// What both parts hold; `None` if they were made with different options.
fn both(lex: Held, vec: Option<Held>) -> Option<scan::Known> {
    let Some(mut vec) = vec else {
        let any = lex.files.iter().map(|(path, _)| path.clone()).collect();
        return Some(scan::Known { files: lex.files.into_iter().collect(), any });
    };
    vec.made_with.shift_remove("embed");
    if lex.made_with != vec.made_with {
        return None;
    }
    let mut known = scan::Known::default();
    let mut others = vec.files.into_iter().peekable();
    for (path, blob) in lex.files {
        while let Some((other, _)) = others.next_if(|(other, _)| *other < path) {
            known.any.insert(other);
        }
        if others.next_if(|(other, other_blob)| *other == path && *other_blob == blob).is_some() {
            known.files.insert(path.clone(), blob);
        } else {
            others.next_if(|(other, _)| *other == path);
        }
        known.any.insert(path);
    }
    known.any.extend(others.map(|(path, _)| path));
    Some(known)
}
