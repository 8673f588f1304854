//! Sums over vectors that do not depend on the number of threads.

use glam::DVec3;
use rayon::prelude::*;

/// Rows one task works on. A constant, so that the partial sums are the same on any machine.
pub(crate) const CHUNK: usize = 512;

/// The scalar product, chunk by chunk, the chunks added up in order. `partial` is scratch memory.
pub(crate) fn dot(a: &[DVec3], b: &[DVec3], partial: &mut Vec<f64>) -> f64 {
    a.par_chunks(CHUNK).zip(b.par_chunks(CHUNK)).map(|(a, b)| dot_chunk(a, b)).collect_into_vec(partial);
    partial.iter().sum()
}

/// The scalar product of one chunk.
pub(crate) fn dot_chunk(a: &[DVec3], b: &[DVec3]) -> f64 {
    let mut sum = DVec3::ZERO;
    for (&a, &b) in a.iter().zip(b) {
        sum += a * b;
    }
    sum.element_sum()
}
