//! An index that is open to be asked: of one tree, of one that is still being made, or of several as one. Reads manifests and tables, no texts.

use std::path::PathBuf;

use cw_index::{LexSegment, Part, Store, VecSegment};
use cw_records::{Header, Order};

use crate::Error;
use crate::known::whole;
use crate::providers::Services;

/// An index, opened to be asked: one snapshot of each part, and who is asked about it.
pub struct Snapshot {
    pub(crate) lex: Part<LexSegment>,
    pub(crate) vec: Option<Part<VecSegment>>,
    folder: PathBuf,
    pub(crate) services: Services,
}

impl Snapshot {
    /// Opens the parts of `store`, the VEC part of the embedder's model if it is whole. The LEX part must be there.
    pub fn open(store: &Store, services: Services) -> Result<Snapshot, Error> {
        let vec = match whole(store.vec(&services.embedder.identity().part())) {
            // Its first build is under way: what there is of the index answers.
            Err(cw_index::Error::Locked { .. }) => None,
            other => other?,
        };
        Ok(Snapshot { lex: store.need_lex()?, vec, folder: store.folder().to_owned(), services })
    }

    /// Opens what is there of an index while its first build is under way; the VEC part only if it is whole.
    pub fn so_far(store: &Store, services: Services) -> Result<Snapshot, Error> {
        let whole = store.lex().ok().flatten();
        let vec = whole.as_ref().and_then(|_| store.vec(&services.embedder.identity().part()).ok().flatten());
        let lex = whole.map_or_else(|| store.lex_so_far(), Ok)?;
        Ok(Snapshot { lex, vec, folder: store.folder().to_owned(), services })
    }

    /// Several trees as one, each below the name that it is given, or as it is if that is empty: one ranking, with the statistics of all. Who is asked about it is what the first
    /// says. `None` if there is no tree.
    pub fn joined(trees: Vec<(String, Snapshot)>) -> Result<Option<Snapshot>, Error> {
        let (mut lexes, mut vecs, mut rest) = (Vec::new(), Vec::new(), None);
        for (name, Snapshot { lex, vec, folder, services }) in trees {
            vecs.extend(vec.map(|vec| (name.clone(), vec)));
            lexes.push((name, lex));
            rest.get_or_insert((folder, services));
        }
        let (Some((folder, services)), Some(lex)) = (rest, Part::joined(lexes)?) else { return Ok(None) };
        Ok(Some(Snapshot { lex, vec: Part::joined(vecs)?, folder, services }))
    }

    /// The LEX part.
    pub fn lex(&self) -> &Part<LexSegment> {
        &self.lex
    }

    /// The VEC part, if there is one.
    pub fn vec(&self) -> Option<&Part<VecSegment>> {
        self.vec.as_ref()
    }

    /// Who is asked about it.
    pub fn services(&self) -> &Services {
        &self.services
    }

    /// The header of a stream that asks this index.
    pub fn header(&self) -> Header {
        let mut header = Header::new(Order::Score);
        header.set_index(&self.folder);
        header
    }
}
