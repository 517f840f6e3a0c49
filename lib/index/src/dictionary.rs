//! Whether a dictionary that somebody else made can be read at all: the `fst` crate panics at bytes that are no dictionary, so every node is looked at once.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fst::Map;

/// Checks the sum and every node of `map`; says what is wrong with it.
pub(crate) fn check(map: &Map<&[u8]>) -> Result<(), String> {
    map.as_fst().verify().map_err(|error| error.to_string())?;
    if is_sound(map) { Ok(()) } else { Err("it is no dictionary".into()) }
}

/// True if every node can be read, whatever the sum says.
fn is_sound(map: &Map<&[u8]>) -> bool {
    let fst = map.as_fst();
    let walk = || {
        let (mut seen, mut open) = (HashSet::new(), vec![fst.root().addr()]);
        while let Some(address) = open.pop() {
            if !seen.insert(address) {
                continue;
            }
            for transition in fst.node(address).transitions() {
                // Nodes point backwards, so that every search ends.
                if transition.addr >= address {
                    return false;
                }
                open.push(transition.addr);
            }
        }
        true
    };
    catch_unwind(AssertUnwindSafe(walk)).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::map_of;

    /// What was looked at can be listed and searched without a panic.
    #[test]
    fn every_flipped_byte_is_refused_or_harmless() {
        let names = ["a", "ab", "abc", "b", "bcd", "x", "xa", "xb", "xyz"];
        let whole = map_of(names.iter().zip([9, 8, 700, 6, 5, 1 << 40, 3, 2, 1]));
        assert_eq!(check(&Map::new(&*whole).unwrap()), Ok(()));
        let mut refused = 0;
        for at in 0..whole.len() {
            for flip in [1, 0x10, 0x80, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] ^= flip;
                let Ok(map) = Map::new(&*bytes) else { continue };
                assert!(check(&map).is_err(), "byte {at}");
                if is_sound(&map) {
                    names.iter().for_each(|name| assert!(map.get(name).is_none_or(|value| value < u64::MAX)));
                } else {
                    refused += 1;
                }
            }
        }
        assert!(refused > 100, "{refused}");
    }
}
