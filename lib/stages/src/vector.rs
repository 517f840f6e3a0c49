//! Vectors as records carry them: numbers in, numbers out, checked. **Pure.**

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cw_records::{Numbers, Vector};

use crate::providers::embedded::{normalise, quantise};

/// How the numbers of a vector are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Base64 of bytes with one scale; what the index stores.
    I8,
    /// Base64 of 32-bit floats.
    F32,
    /// Base64 of 16-bit floats.
    F16,
    /// A JSON array of numbers.
    Array,
}

/// The record of a vector.
pub(crate) fn record(model: &str, floats: Vec<f32>, format: Format) -> Vector {
    let dims = floats.len() as u32;
    let (dtype, scale, data, values) = match format {
        Format::I8 => {
            let (bytes, scale) = quantise(&floats);
            let bytes: Vec<u8> = bytes.iter().map(|byte| *byte as u8).collect();
            (Numbers::I8, Some(scale), Some(STANDARD.encode(bytes)), None)
        }
        Format::F32 => {
            let bytes: Vec<u8> = floats.iter().flat_map(|float| float.to_le_bytes()).collect();
            (Numbers::F32, None, Some(STANDARD.encode(bytes)), None)
        }
        Format::F16 => {
            let bytes: Vec<u8> = floats.iter().flat_map(|float| to_half(*float).to_le_bytes()).collect();
            (Numbers::F16, None, Some(STANDARD.encode(bytes)), None)
        }
        Format::Array => (Numbers::F32, None, None, Some(floats)),
    };
    Vector { model: model.into(), dims, dtype, scale, data, values }
}

/// How far from 1 the length of a normalised vector may be after its numbers were rounded to bytes.
const ROUNDED: f32 = 0.02;

/// A vector as it is stored. One that came normalised and rounded is stored as it is: doing that twice would not give the same bytes.
pub(crate) fn row(vector: &Vector, dims: usize) -> Result<(Vec<i8>, f32), String> {
    let floats = floats(vector, dims)?;
    if let (Numbers::I8, Some(scale), Some(data)) = (vector.dtype, vector.scale, &vector.data) {
        let bytes: Vec<i8> = STANDARD.decode(data).unwrap_or_default().into_iter().map(|byte| byte as i8).collect();
        let length = bytes.iter().map(|byte| (f32::from(*byte) * scale).powi(2)).sum::<f32>().sqrt();
        if scale > 0.0 && (length - 1.0).abs() < ROUNDED {
            return Ok((bytes, scale));
        }
    }
    Ok(quantise(&floats))
}

/// The numbers of a vector, normalised; `None` if it is no vector.
pub fn numbers(vector: &Vector) -> Option<Vec<f32>> {
    floats(vector, vector.dims as usize).ok()
}

/// The same, or why it is none.
pub(crate) fn floats(vector: &Vector, dims: usize) -> Result<Vec<f32>, String> {
    let mut floats = match (&vector.values, &vector.data) {
        (Some(values), None) => values.clone(),
        (None, Some(data)) => {
            let bytes = STANDARD.decode(data).map_err(|_| "its data is not base64".to_owned())?;
            match vector.dtype {
                Numbers::F32 => bytes.chunks(4).map(|four| four.try_into().map_or(f32::NAN, f32::from_le_bytes)).collect(),
                Numbers::I8 => {
                    let scale = vector.scale.filter(|scale| *scale >= 0.0).ok_or("it has dtype i8 and no scale, or a negative one")?;
                    bytes.iter().map(|byte| f32::from(*byte as i8) * scale).collect()
                }
                Numbers::F16 => bytes.chunks(2).map(|two| two.try_into().map_or(f32::NAN, |two| half(u16::from_le_bytes(two)))).collect(),
            }
        }
        _ => return Err("it needs 'data' or 'values', one of the two".into()),
    };
    if floats.is_empty() {
        return Err("it has no numbers".into());
    }
    if floats.len() != dims {
        return Err(format!("it has {} numbers, not {dims}", floats.len()));
    }
    if floats.iter().any(|float| !float.is_finite()) {
        return Err("it has a number that is not finite".into());
    }
    normalise(&mut floats);
    Ok(floats)
}

/// The nearest IEEE 754 half of a float within the range of halves, ties to even, as every number of a vector of length 1 is.
fn to_half(float: f32) -> u16 {
    let bits = float.to_bits();
    let sign = (bits >> 16) as u16 & 0x8000;
    let size = f32::from_bits(bits & 0x7fff_ffff);
    if size < 2f32.powi(-14) {
        // Below the least normal half: so many steps of the least one.
        return sign | (size * 2f32.powi(24)).round_ties_even() as u16;
    }
    let rest = (bits & 0x7fff_ffff) - (112 << 23);
    // The carry of rounding goes into the exponent, as it should.
    let rounded = (rest + 0xfff + (rest >> 13 & 1)) >> 13;
    sign | rounded.min(0x7bff) as u16
}

/// An IEEE 754 half as a float.
fn half(bits: u16) -> f32 {
    let (sign, exponent, fraction) = (u32::from(bits >> 15) << 31, u32::from(bits >> 10 & 31), u32::from(bits & 1023));
    match exponent {
        0 => f32::from_bits(sign | (fraction as f32 * 2f32.powi(-24)).to_bits()),
        31 => f32::NAN,
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves() {
        for (bits, value) in
            [(0, 0.0), (0x3c00, 1.0), (0xc000, -2.0), (0x3555, 0.333_251_95), (1, 2f32.powi(-24)), (0x03ff, 1023.0 * 2f32.powi(-24))]
        {
            assert_eq!(half(bits), value);
            assert_eq!(to_half(value), bits);
        }
        assert!((0..0x7c00).all(|bits| to_half(half(bits)) == bits && to_half(-half(bits)) == bits | 0x8000));
        // Halfway between two goes to the even one.
        assert_eq!([1.0 + 2f32.powi(-11), 1.0 + 3.0 * 2f32.powi(-11), 0.999_9].map(to_half), [0x3c00, 0x3c02, 0x3c00]);
        assert!(half(0x7c00).is_nan());
    }

    #[test]
    fn vectors_of_others_are_checked() {
        let vector = |dtype, scale, data: Option<&[u8]>, values| Vector {
            model: "m".into(),
            dims: 2,
            dtype,
            scale,
            data: data.map(|data| STANDARD.encode(data)),
            values,
        };
        let good = [
            vector(Numbers::F32, None, None, Some(vec![3.0, 4.0])),
            vector(Numbers::I8, Some(0.5), Some(&[3, 4]), None),
            vector(Numbers::F16, None, Some(&[0x00, 0x42, 0x00, 0x44]), None),
            vector(Numbers::F32, None, Some(&[0, 0, 64, 64, 0, 0, 128, 64]), None),
        ];
        for vector in good {
            assert_eq!(floats(&vector, 2).unwrap(), [0.6, 0.8]);
        }
        let bad = [
            vector(Numbers::F32, None, None, None),
            vector(Numbers::F32, None, None, Some(vec![1.0])),
            vector(Numbers::F32, None, None, Some(vec![f32::NAN, 1.0])),
            vector(Numbers::I8, None, Some(&[3, 4]), None),
            vector(Numbers::F32, None, Some(&[0, 0, 64, 64, 0, 0, 128]), None),
            vector(Numbers::F32, None, Some(&[0, 0]), Some(vec![1.0, 1.0])),
        ];
        for vector in bad {
            assert!(floats(&vector, 2).is_err(), "{vector:?}");
        }
    }
}
