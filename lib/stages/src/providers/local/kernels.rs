//! The arithmetic of a transformer, one thread, **pure**. Products of matrices are `matrixmultiply`'s; what goes number by number is compiled for the widest vectors that the
//! machine has, and rounds the same on all of them.

use matrixmultiply::sgemm;
use multiversion::multiversion;

/// What stands between the two products of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activation {
    /// By the error function.
    Gelu,
    /// By the hyperbolic tangent, which is nearly the same.
    GeluTanh,
    Relu,
}

impl Activation {
    /// By its name in `config.json`.
    pub fn by_name(name: &str) -> Option<Activation> {
        match name {
            "gelu" => Some(Activation::Gelu),
            "gelu_new" | "gelu_pytorch_tanh" => Some(Activation::GeluTanh),
            "relu" => Some(Activation::Relu),
            _ => None,
        }
    }

    pub fn apply(self, numbers: &mut [f32]) {
        match self {
            Activation::Gelu => gelu(numbers),
            Activation::GeluTanh => gelu_tanh(numbers),
            Activation::Relu => numbers.iter_mut().for_each(|number| *number = number.max(0.0)),
        }
    }
}

/// A matrix within a slice: number (r, c) is at `r * down + c * right`.
#[derive(Clone, Copy)]
pub(super) struct Matrix<'a> {
    pub numbers: &'a [f32],
    pub rows: usize,
    pub columns: usize,
    pub down: usize,
    pub right: usize,
}

fn last(rows: usize, columns: usize, down: usize, right: usize) -> usize {
    (rows - 1) * down + (columns - 1) * right
}

/// `out = scale * left * right + keep * out`, with `down` numbers from one row of `out` to the next.
pub(super) fn product(out: &mut [f32], down: usize, left: Matrix<'_>, right: Matrix<'_>, scale: f32, keep: f32) {
    let (rows, inner, columns) = (left.rows, left.columns, right.columns);
    if rows == 0 || inner == 0 || columns == 0 {
        return;
    }
    assert_eq!(inner, right.rows);
    assert!(last(rows, inner, left.down, left.right) < left.numbers.len());
    assert!(last(inner, columns, right.down, right.right) < right.numbers.len());
    assert!(columns <= down && last(rows, columns, down, 1) < out.len());
    let (a, b) = (left.numbers.as_ptr(), right.numbers.as_ptr());
    let [ad, ar, bd, br, cd] = [left.down, left.right, right.down, right.right, down].map(|stride| stride as isize);
    // SAFETY: the last number of each matrix lies within its slice, by the checks above, and rows of `out` do not overlap.
    unsafe { sgemm(rows, inner, columns, scale, a, ad, ar, b, bd, br, keep, out.as_mut_ptr(), cd, 1) }
}

const LANES: usize = 16;

/// The sum of `each(number)`, in the same order whatever the machine.
#[inline(always)]
fn sum(numbers: &[f32], each: impl Fn(f32) -> f32) -> f32 {
    let mut lanes = [0f32; LANES];
    let (whole, rest) = numbers.as_chunks::<LANES>();
    for chunk in whole {
        for (lane, number) in lanes.iter_mut().zip(chunk) {
            *lane += each(*number);
        }
    }
    lanes.iter().sum::<f32>() + rest.iter().map(|number| each(*number)).sum::<f32>()
}

/// Each row of `weight.len()` numbers with mean 0 and variance 1, times `weight`, plus `bias`.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn layer_norm(numbers: &mut [f32], weight: &[f32], bias: &[f32], epsilon: f32) {
    for row in numbers.chunks_exact_mut(weight.len()) {
        let mean = sum(row, |number| number) / row.len() as f32;
        let variance = sum(row, |number| (number - mean) * (number - mean)) / row.len() as f32;
        let factor = 1.0 / (variance + epsilon).sqrt();
        for ((number, weight), bias) in row.iter_mut().zip(weight).zip(bias) {
            *number = (*number - mean) * factor * weight + bias;
        }
    }
}

/// Each row of `width` numbers as shares of 1.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn softmax(numbers: &mut [f32], width: usize) {
    for row in numbers.chunks_exact_mut(width) {
        let largest = row.iter().fold(f32::NEG_INFINITY, |most, number| if *number > most { *number } else { most });
        for number in row.iter_mut() {
            *number = exp(*number - largest);
        }
        let total = sum(row, |number| number);
        for number in row.iter_mut() {
            *number /= total;
        }
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
fn gelu(numbers: &mut [f32]) {
    for number in numbers {
        *number = *number * 0.5 * (1.0 + erf(*number * std::f32::consts::FRAC_1_SQRT_2));
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
fn gelu_tanh(numbers: &mut [f32]) {
    for number in numbers {
        let inner = 0.797_884_6 * (*number + 0.044_715 * *number * *number * *number);
        // 1 + tanh(x), by the exponential.
        *number *= 1.0 - 1.0 / (exp(2.0 * inner) + 1.0);
    }
}

/// e to the `x`, to a few units in the last place; Cephes' polynomial, without a branch.
#[inline(always)]
fn exp(x: f32) -> f32 {
    const ROUND: f32 = 12_582_912.0;
    let x = x.clamp(-87.0, 88.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let whole = shifted - ROUND;
    let rest = x - whole * 0.693_359_4 + whole * 2.121_944_4e-4;
    let mut sum = 1.987_569_1e-4 * rest + 1.398_199_9e-3;
    sum = sum * rest + 8.333_452e-3;
    sum = sum * rest + 4.166_579_6e-2;
    sum = sum * rest + 1.666_666_5e-1;
    sum = sum * rest + 0.5;
    let power = shifted.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127) << 23;
    (sum * rest * rest + rest + 1.0) * f32::from_bits(power)
}

/// The error function; Abramowitz and Stegun 7.1.26, within 2e-7.
#[inline(always)]
fn erf(x: f32) -> f32 {
    let size = x.abs();
    let t = 1.0 / (1.0 + 0.327_591_1 * size);
    let sum = ((((1.061_405_4 * t - 1.453_152) * t + 1.421_413_8) * t - 0.284_496_74) * t + 0.254_829_6) * t;
    (1.0 - sum * exp(-size * size)).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_those_of_the_tables() {
        for (x, wanted) in
            [(0.0, 0.0), (0.1, 0.112_462_9), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (2.0, 0.995_322_3), (-1.0, -0.842_700_8)]
        {
            assert!((erf(x) - wanted).abs() < 5e-7, "{x}: {}", erf(x));
        }
        for step in -870..=880 {
            let x = step as f32 / 10.0;
            let (found, wanted) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((found / wanted - 1.0).abs() < 1e-6, "{x}: {found} {wanted}");
        }
        assert!(exp(f32::NAN).is_nan() && erf(f32::NAN).is_nan());
        let mut found = [-1.0, 0.0, 1.0, 3.0];
        Activation::Gelu.apply(&mut found);
        for (found, wanted) in found.iter().zip([-0.158_655_25, 0.0, 0.841_344_8, 2.995_95]) {
            assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
        }
        let mut found = [-1.0, 0.0, 1.0, 3.0];
        Activation::GeluTanh.apply(&mut found);
        for (found, wanted) in found.iter().zip([-0.158_808, 0.0, 0.841_192, 2.996_363]) {
            assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
        }
    }

    #[test]
    fn products_and_norms() {
        let (left, right) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 0.0, -1.0, 2.0, 1.0, 0.5]);
        let mut out = [1.0; 4];
        let left = Matrix { numbers: &left, rows: 2, columns: 3, down: 3, right: 1 };
        // The right one lies transposed: two rows of three.
        let right = Matrix { numbers: &right, rows: 3, columns: 2, down: 1, right: 3 };
        product(&mut out, 2, left, right, 1.0, 1.0);
        assert_eq!(out, [-1.0, 6.5, -1.0, 17.0]);
        let mut shares = [0.0, 0.0, 1.0, 1.0 + 3f32.ln()];
        softmax(&mut shares, 2);
        assert!(shares.iter().zip([0.5, 0.5, 0.25, 0.75]).all(|(found, wanted)| (found - wanted).abs() < 1e-6), "{shares:?}");
        let mut row = [1.0, 3.0];
        layer_norm(&mut row, &[2.0, 2.0], &[0.5, 0.5], 1e-12);
        assert!(row.iter().zip([-1.5, 2.5]).all(|(found, wanted)| (found - wanted).abs() < 1e-6), "{row:?}");
    }
}
