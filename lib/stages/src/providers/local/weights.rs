//! `model.safetensors`, mapped: tensors by name, each with the shape that is expected of it. 32-bit floats are used where they lie, halves are widened when they are opened.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memmap2::Mmap;
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, Metadata};

use super::unusable;
use crate::Error;

/// Weights of one file.
pub(super) struct Weights {
    path: PathBuf,
    map: Arc<Mmap>,
    /// Where the numbers begin.
    start: usize,
    metadata: Metadata,
}

impl Weights {
    /// Maps a file and checks its table: every tensor lies within it.
    pub fn open(path: &Path) -> Result<Weights, Error> {
        if !path.is_file() {
            let hint = "one file 'model.safetensors' is read; weights in another format or in several files have to be converted";
            return Err(unusable(path, "there is no such file").hint(hint));
        }
        let file = std::fs::File::open(path).map_err(|error| unusable(path, error))?;
        // SAFETY: nobody here writes to it; an outsider that cuts it while it is in use ends the process by a signal, as with segments.
        let map = unsafe { Mmap::map(&file) }.map_err(|error| unusable(path, error))?;
        let (length, metadata) = SafeTensors::read_metadata(&map).map_err(|error| unusable(path, error))?;
        Ok(Weights { path: path.to_owned(), map: Arc::new(map), start: length + 8, metadata })
    }

    /// All bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// True if there is a tensor of this name.
    pub fn has(&self, name: &str) -> bool {
        self.metadata.info(name).is_some()
    }

    /// S37 about this file.
    pub fn unusable(&self, what: impl std::fmt::Display) -> Error {
        unusable(&self.path, what)
    }

    /// The numbers of a tensor, whose shape has to be `shape`.
    pub fn tensor(&self, name: &str, shape: &[usize]) -> Result<Floats, Error> {
        let info =
            self.metadata.info(name).ok_or_else(|| self.unusable(format_args!("it has no tensor '{name}', which config.json asks for")))?;
        if info.shape != shape {
            let what = format!("the tensor '{name}' has the shape {:?}, not {shape:?} as config.json says", info.shape);
            return Err(self.unusable(what));
        }
        let (from, to) = info.data_offsets;
        let bytes = self.map.get(self.start + from..self.start + to).unwrap_or_default();
        let count: usize = shape.iter().product();
        let width = match info.dtype {
            Dtype::F32 => 4,
            Dtype::F16 | Dtype::BF16 => 2,
            other => return Err(self.unusable(format_args!("the tensor '{name}' is of {other:?}; known: F32, F16, BF16"))),
        };
        if bytes.len() != count * width {
            return Err(self.unusable(format_args!("the tensor '{name}' has {} bytes, not {}", bytes.len(), count * width)));
        }
        let pairs = || bytes.as_chunks::<2>().0.iter().map(|pair| u16::from_le_bytes(*pair));
        Ok(match info.dtype {
            Dtype::F16 => Floats::Own(pairs().map(half).collect()),
            Dtype::BF16 => Floats::Own(pairs().map(|bits| f32::from_bits(u32::from(bits) << 16)).collect()),
            _ if cfg!(target_endian = "little") && bytes.as_ptr().cast::<f32>().is_aligned() => {
                Floats::Mapped { map: self.map.clone(), start: self.start + from, count }
            }
            _ => Floats::Own(bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()),
        })
    }
}

/// The numbers of a tensor.
pub(super) enum Floats {
    Own(Vec<f32>),
    /// `count` aligned floats from byte `start` on, which lie within the map.
    Mapped {
        map: Arc<Mmap>,
        start: usize,
        count: usize,
    },
}

impl Deref for Floats {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        match self {
            Floats::Own(numbers) => numbers,
            Floats::Mapped { map, start, count } => {
                let bytes = &map[*start..*start + *count * 4];
                // SAFETY: the slice has 4 x count bytes, was found to be aligned when it was made and does not move; any bits are a float.
                unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), *count) }
            }
        }
    }
}

/// A 16-bit float as a 32-bit one.
fn half(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let rest = u32::from(bits & 0x7fff);
    let widened = match rest >> 10 {
        // Below the normal ones: a count of 2^-24.
        0 => (rest as f32 * f32::from_bits(0x3380_0000)).to_bits(),
        0x1f => 0x7f80_0000 | rest << 13,
        _ => (rest << 13) + (112 << 23),
    };
    f32::from_bits(sign | widened)
}

#[cfg(test)]
mod tests {
    use super::half;

    #[test]
    fn halves_are_widened() {
        for (bits, wanted) in [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x3555, 0.333_251_95),
            (0x7bff, 65504.0),
            (0x0001, 5.960_464_5e-8),
            (0x03ff, 6.097_555e-5),
            (0x0400, 6.103_515_6e-5),
            (0x7c00, f32::INFINITY),
            (0xfc00, f32::NEG_INFINITY),
        ] {
            assert_eq!(half(bits), wanted, "{bits:#x}");
        }
        assert!(half(0x7e00).is_nan() && half(0x8000).is_sign_negative());
    }
}
