//! Small encodings shared by the kinds: bincode tables, zstd frames, varints, and the `fst` of paths.
//!
//! Decoding is for untrusted bytes: it fails, it never panics, and it allocates no more than the sizes that the (checked) tables allow.

use std::cell::RefCell;

use serde::Serialize;
use serde::de::DeserializeOwned;
use zstd::bulk::Compressor;
use zstd::dict::EncoderDictionary;
use zstd::zstd_safe::{self, CParameter, DCtx, DDict};

/// Most bytes that one bincode table may make the decoder allocate.
const LIMIT: usize = 1 << 30;
/// zstd level of texts and metas: past it, time doubles for two per cent.
const LEVEL: i32 = 6;

pub(crate) fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    // Serialising our own plain structs into memory cannot fail.
    bincode::serde::encode_to_vec(value, bincode::config::standard()).unwrap_or_default()
}

pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let config = bincode::config::standard().with_limit::<LIMIT>();
    let (value, used) = bincode::serde::decode_from_slice(bytes, config).map_err(|error| error.to_string())?;
    if used == bytes.len() { Ok(value) } else { Err("bytes are left over".into()) }
}

/// What texts are compressed with: raw content, which may be empty, made ready once for all of them.
pub(crate) struct Press(EncoderDictionary<'static>);

impl Press {
    /// Of raw content.
    pub fn new(content: &[u8]) -> Press {
        Press(EncoderDictionary::copy(content, LEVEL))
    }

    /// One zstd frame with a content checksum. Each has a compressor of its own: what one keeps of a text before could change the bytes.
    pub fn compress(&self, bytes: &[u8]) -> Vec<u8> {
        let run = || -> std::io::Result<Vec<u8>> {
            let mut compressor = Compressor::with_prepared_dictionary(&self.0)?;
            compressor.set_parameter(CParameter::ChecksumFlag(true))?;
            compressor.compress(bytes)
        };
        // Only running out of memory can make it fail; an empty frame is then caught by the reader as damage.
        run().unwrap_or_default()
    }
}

/// What frames were compressed with, made ready.
pub(crate) struct Dictionary(DDict<'static>);

impl Dictionary {
    /// Of raw content, which may be empty.
    pub fn new(content: &[u8]) -> Dictionary {
        Dictionary(DDict::create(content))
    }
}

thread_local! {
    // Making one costs more than many a text.
    static CONTEXT: RefCell<DCtx<'static>> = RefCell::new(DCtx::create());
}

/// Decompresses one frame, at most `limit` bytes.
pub(crate) fn expand(frame: &[u8], limit: usize, dictionary: &Dictionary) -> Result<Vec<u8>, String> {
    let length = zstd_safe::get_frame_content_size(frame).ok().flatten().ok_or("it is no frame")?;
    let length = usize::try_from(length).ok().filter(|length| *length <= limit).ok_or("it is longer than its table says")?;
    let mut out = Vec::new();
    out.try_reserve_exact(length).map_err(|error| error.to_string())?;
    let done = CONTEXT.with_borrow_mut(|context| context.decompress_using_ddict(&mut out, frame, &dictionary.0));
    done.map(|_| out).map_err(|code| zstd_safe::get_error_name(code).to_owned())
}

pub(crate) fn put_varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a varint off the front of `bytes`.
pub(crate) fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// An `fst` map of sorted, distinct keys to values; the caller vouches for the order.
pub(crate) fn map_of<K: AsRef<[u8]>>(entries: impl Iterator<Item = (K, u64)>) -> Vec<u8> {
    let mut builder = fst::MapBuilder::memory();
    for (key, value) in entries {
        // Out of order keys are a bug of the caller; the map then lacks them and the tests of the caller fail.
        let inserted = builder.insert(key, value);
        debug_assert!(inserted.is_ok(), "{inserted:?}");
    }
    builder.into_inner().unwrap_or_default()
}
