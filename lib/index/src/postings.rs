//! Posting lists: which documents have a term, and how often. See `FORMAT.md`, Postings.
//!
//! Block headers carry the last document and the greatest frequency, so that a reader may skip blocks; today's reader walks all.

use bitpacking::{BitPacker, BitPacker4x};

use crate::codec::{put_varint, take_varint};
use crate::frame::u32_at;

const BLOCK: usize = BitPacker4x::BLOCK_LEN;
const HEADER: usize = 10;

/// Appends the list to `out` if it does not fit into the value itself; returns the value for the dictionary. Documents ascend, frequencies are at least 1.
pub(crate) fn encode(list: &[(u32, u32)], out: &mut Vec<u8>) -> u64 {
    if let [(document, frequency)] = list
        && (1..16).contains(frequency)
    {
        return 1 | u64::from(*frequency) << 1 | u64::from(*document) << 5;
    }
    let place = out.len() as u64;
    put_varint(out, list.len() as u64);
    let packer = BitPacker4x::new();
    let mut base = 0;
    let mut blocks = list.chunks_exact(BLOCK);
    for block in &mut blocks {
        let mut documents = [0u32; BLOCK];
        let mut frequencies = [0u32; BLOCK];
        for (at, (document, frequency)) in block.iter().enumerate() {
            (documents[at], frequencies[at]) = (*document, frequency - 1);
        }
        let document_bits = packer.num_bits_sorted(base, &documents);
        let frequency_bits = packer.num_bits(&frequencies);
        let greatest = frequencies.iter().max().map_or(0, |frequency| frequency + 1);
        out.extend_from_slice(&documents[BLOCK - 1].to_le_bytes());
        out.extend_from_slice(&greatest.to_le_bytes());
        out.extend_from_slice(&[document_bits, frequency_bits]);
        let mut packed = [0u8; 4 * BLOCK];
        let used = packer.compress_sorted(base, &documents, &mut packed, document_bits);
        out.extend_from_slice(&packed[..used]);
        let used = packer.compress(&frequencies, &mut packed, frequency_bits);
        out.extend_from_slice(&packed[..used]);
        base = documents[BLOCK - 1];
    }
    for (document, frequency) in blocks.remainder() {
        put_varint(out, u64::from(document - base) << 1 | u64::from(*frequency == 1));
        if *frequency != 1 {
            put_varint(out, u64::from(*frequency));
        }
        base = *document;
    }
    place << 1
}

/// Calls `each` with every posting of the list that `value` stands for. `None` if the bytes make no list; `each` may then have been called. Documents are
/// below `limit`, or the list is refused.
pub(crate) fn walk(value: u64, postings: &[u8], limit: u32, mut each: impl FnMut(u32, u32)) -> Option<()> {
    if value & 1 == 1 {
        let document = u32::try_from(value >> 5).ok().filter(|document| *document < limit)?;
        each(document, (value >> 1) as u32 & 15);
        return Some(());
    }
    let mut rest = postings.get(usize::try_from(value >> 1).ok()?..)?;
    let count = usize::try_from(take_varint(&mut rest)?).ok()?;
    if count > limit as usize {
        return None;
    }
    let packer = BitPacker4x::new();
    let mut base = 0u32;
    for _ in 0..count / BLOCK {
        let header = rest.get(..HEADER)?;
        let (last, document_bits, frequency_bits) = (u32_at(header, 0), header[8], header[9]);
        let (documents_size, frequencies_size) = (16 * usize::from(document_bits), 16 * usize::from(frequency_bits));
        if document_bits > 32 || frequency_bits > 32 || last >= limit {
            return None;
        }
        let data = rest.get(HEADER..HEADER + documents_size + frequencies_size)?;
        let mut documents = [0u32; BLOCK];
        let mut frequencies = [0u32; BLOCK];
        packer.decompress_sorted(base, &data[..documents_size], &mut documents, document_bits);
        packer.decompress(&data[documents_size..], &mut frequencies, frequency_bits);
        for (document, frequency) in documents.into_iter().zip(frequencies) {
            if document >= limit {
                return None;
            }
            each(document, frequency.wrapping_add(1));
        }
        base = last;
        rest = &rest[HEADER + data.len()..];
    }
    for _ in 0..count % BLOCK {
        let number = take_varint(&mut rest)?;
        let document = base.checked_add(u32::try_from(number >> 1).ok()?).filter(|document| *document < limit)?;
        let frequency = if number & 1 == 1 { 1 } else { u32::try_from(take_varint(&mut rest)?).ok()? };
        each(document, frequency);
        base = document;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(value: u64, bytes: &[u8]) -> Option<Vec<(u32, u32)>> {
        let mut list = Vec::new();
        walk(value, bytes, u32::MAX, |document, frequency| list.push((document, frequency)))?;
        Some(list)
    }

    proptest! {
        #[test]
        fn lists_come_back(gaps in proptest::collection::vec((1u32..5000, 1u32..40), 1..700), first in 0u32..3) {
            let mut document = first;
            let list: Vec<_> = gaps.iter().map(|(gap, frequency)| { let here = document; document += gap; (here, *frequency) }).collect();
            let mut bytes = vec![7; 3];
            let value = encode(&list, &mut bytes);
            prop_assert_eq!(read(value, &bytes), Some(list));
        }

        #[test]
        fn junk_is_refused_or_read_but_never_panics(value: u64, bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = read(value, &bytes);
            let _ = read(value % 64 * 2, &bytes);
        }
    }

    #[test]
    fn block_borders() {
        for count in [1, 2, 127, 128, 129, 255, 256, 257, 1000] {
            let list: Vec<_> = (0..count).map(|at| (at * 3, at % 7 + 1)).collect();
            let mut bytes = Vec::new();
            let value = encode(&list, &mut bytes);
            assert_eq!(read(value, &bytes).unwrap(), list);
        }
    }
}
