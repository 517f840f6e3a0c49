//! Exact dot products of one i8 query with many i8 rows. **Pure**, integers only: every path of the code gives the same numbers.
//!
//! Cosine of unit vectors = dot x query scale x row scale. The compiler makes the loop
//! as fast as memory on AVX-512, where hand-written VNNI was no faster. Left out: top-k, threads and file access, which belong to the caller; f32 rows,
//! which the index does not store.

use multiversion::multiversion;

/// Components whose products cannot overflow one i32 sum: 65,536 x 128 x 128 = 2^30. Longer rows go in pieces.
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
        add(piece, rows, start * PIECE, dims, out);
    }
}

/// The plain sum. Indexed by hand: iterators are not inlined into functions that are compiled for other features.
#[inline(always)]
fn plain(query: &[i8], row: &[i8]) -> i32 {
    let length = if query.len() < row.len() { query.len() } else { row.len() };
    let (query, row) = (&query[..length], &row[..length]);
    let (mut dot, mut at) = (0_i32, 0);
    while at < length {
        dot += query[at] as i32 * row[at] as i32;
        at += 1;
    }
    dot
}

/// Adds `query . row[offset..]` for each row. Compiled for the widest vectors that the machine has.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
fn add(query: &[i8], rows: &[i8], offset: usize, dims: usize, out: &mut [i32]) {
    let count = if rows.len() / dims < out.len() { rows.len() / dims } else { out.len() };
    let mut at = 0;
    while at < count {
        let start = at * dims + offset;
        out[at] = out[at].saturating_add(plain(query, &rows[start..start + query.len()]));
        at += 1;
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
    fn the_kernel_equals_the_plain_sum() {
        for dims in [1, 3, 63, 64, 65, 127, 128, 256, 300, 1024] {
            let (query, rows) = (noise(dims, 1), noise(dims * 37, 2));
            let want = naive(&query, &rows, dims);
            let mut got = vec![7; 37];
            dot_rows(&query, &rows, dims, &mut got);
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
