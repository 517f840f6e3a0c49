//! Exact dot products of one i8 query with many i8 rows. **Pure**, integers only: every path of the code gives the same numbers.
//!
//! Cosine of unit vectors = dot x query scale x row scale. Left out: top-k, threads and file access, which belong to the caller; f32 rows,
//! which the index does not store.

use multiversion::multiversion;

/// Components whose products cannot overflow one i32 sum on any path: 65,536 x 255 x 128 < 2^31. Longer rows go in pieces.
const PIECE: usize = 1 << 16;

/// `out[i]` = the dot product of `query` with row `i` of `rows`, which are `dims` components each, one after the other. Stops at the
/// shorter of `rows` and `out`; what is left of `out` is zero. Components beyond the shorter of `query` and `dims` do not count. A sum that
/// leaves i32 (beyond 131,071 components) stays at its limit.
pub fn dot_rows(query: &[i8], rows: &[i8], dims: usize, out: &mut [i32]) {
    out.fill(0);
    if dims == 0 {
        return;
    }
    let length = query.len().min(dims);
    for (start, piece) in query[..length].chunks(PIECE).enumerate() {
        dispatch(piece, rows, start * PIECE, dims, out);
    }
}

fn dispatch(query: &[i8], rows: &[i8], offset: usize, dims: usize, out: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    if vnni::available() {
        // SAFETY: the features were found on this machine.
        unsafe { vnni::dot(query, rows, offset, dims, out) };
        return;
    }
    portable(query, rows, offset, dims, out);
}

/// Adds `query . row[offset..]` for each row. Compiled for the widest vectors that the machine has.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
fn portable(query: &[i8], rows: &[i8], offset: usize, dims: usize, out: &mut [i32]) {
    for (row, sum) in rows.chunks_exact(dims).zip(out) {
        let row = &row[offset..][..query.len()];
        let dot: i32 = query.iter().zip(row).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
        *sum = sum.saturating_add(dot);
    }
}

/// AVX-512 VNNI multiplies unsigned by signed bytes, so the query goes in as q + 128 and 128 x (sum of the row) comes off.
#[cfg(target_arch = "x86_64")]
mod vnni {
    use std::arch::x86_64::{_mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_reduce_add_epi32, _mm512_set1_epi8, _mm512_setzero_si512};

    const LANES: usize = 64;

    pub(super) fn available() -> bool {
        is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vnni")
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub(super) fn dot(query: &[i8], rows: &[i8], offset: usize, dims: usize, out: &mut [i32]) {
        let shifted: Vec<u8> = query.iter().map(|component| component.cast_unsigned() ^ 0x80).collect();
        let ones = _mm512_set1_epi8(1);
        for (row, sum) in rows.chunks_exact(dims).zip(out) {
            let row = &row[offset..][..query.len()];
            let (mut product, mut total) = (_mm512_setzero_si512(), _mm512_setzero_si512());
            let (lanes, rest) = (row.chunks_exact(LANES), row.len() / LANES * LANES);
            for (q, r) in shifted.chunks_exact(LANES).zip(lanes) {
                // SAFETY: both pieces are 64 bytes long, and the loads need no alignment.
                let (q, r) = unsafe { (_mm512_loadu_si512(q.as_ptr().cast()), _mm512_loadu_si512(r.as_ptr().cast())) };
                product = _mm512_dpbusd_epi32(product, q, r);
                total = _mm512_dpbusd_epi32(total, ones, r);
            }
            let tail: i32 = query[rest..].iter().zip(&row[rest..]).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
            let dot = _mm512_reduce_add_epi32(product).wrapping_sub(_mm512_reduce_add_epi32(total).wrapping_mul(128)).wrapping_add(tail);
            *sum = sum.saturating_add(dot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive(query: &[i8], rows: &[i8], dims: usize) -> Vec<i32> {
        rows.chunks_exact(dims).map(|row| query.iter().zip(row).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()).collect()
    }

    fn noise(count: usize, mut state: u64) -> Vec<i8> {
        std::iter::repeat_with(|| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as i8
        })
        .take(count)
        .collect()
    }

    #[test]
    fn every_path_equals_the_plain_sum() {
        for dims in [1, 3, 63, 64, 65, 127, 128, 256, 300, 1024] {
            let (query, rows) = (noise(dims, 1), noise(dims * 37, 2));
            let want = naive(&query, &rows, dims);
            let mut got = vec![7; 37];
            dot_rows(&query, &rows, dims, &mut got);
            assert_eq!(got, want, "dims {dims}");
            let mut got = vec![0; 37];
            portable(&query, &rows, 0, dims, &mut got);
            assert_eq!(got, want, "dims {dims}");
        }
    }

    #[test]
    fn the_extremes_do_not_overflow() {
        let dims = PIECE + 100;
        for (a, b) in [(-128, -128), (127, -128), (-128, 127), (127, 127)] {
            let mut got = [0];
            dot_rows(&vec![a; dims], &vec![b; dims], dims, &mut got);
            assert_eq!(got[0], i32::from(a) * i32::from(b) * dims as i32);
        }
        let dims = 200_000;
        let mut got = [0];
        dot_rows(&vec![-128; dims], &vec![-128; dims], dims, &mut got);
        assert_eq!(got[0], i32::MAX);
    }

    #[test]
    fn odd_shapes_are_no_error() {
        let mut got = [5; 3];
        dot_rows(&[1, 2], &[3, 4, 5, 6, 7], 2, &mut got);
        assert_eq!(got, [11, 17, 0]);
        dot_rows(&[], &[1], 0, &mut got);
        assert_eq!(got, [0; 3]);
        dot_rows(&[1], &[3, 4, 5, 6], 2, &mut got);
        assert_eq!(got, [3, 5, 0]);
    }
}
