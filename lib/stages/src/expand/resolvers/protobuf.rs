//! Protobuf, Thrift, FlatBuffers and Cap'n Proto: a path below one of the folders around the file, or below `proto` in one, else by a clear end of the path.

use super::tree::{clear_nearest, folders, join, walk};
use super::{Resolver, Tree};
use crate::Error;

pub(super) const RESOLVER: Resolver = Resolver { languages: &["protobuf", "thrift", "flatbuffers", "capnp"], candidates };

fn candidates(from: &str, import: &str, tree: &Tree<'_>) -> Result<Vec<String>, Error> {
    let path = import.trim_start_matches('/');
    let has = |folder: &str| walk(folder, path).filter(|path| tree.has(path));
    let below = |folder: &str| ["", "proto", "protos", "src", "src/main/proto"].iter().find_map(|place| has(&join(folder, place)));
    let clear = || clear_nearest(from, tree.ending(path)).filter(|_| path.contains('/')).map(str::to_owned);
    Ok(folders(from).find_map(below).or_else(clear).into_iter().collect())
}
