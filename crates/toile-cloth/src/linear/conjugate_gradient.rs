//! Preconditioned conjugate gradients: when to stop, how it went, and sums that do not depend on the number of threads.
//!
//! The iteration itself is in the [hierarchy](super::multigrid), whose cycle is its preconditioner.

use super::block::{Real, Triple, widen_vector};
use super::pattern::CHUNK;
use glam::DVec3;
use rayon::prelude::*;

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PcgSettings {
    /// Stop when the residual has shrunk to this fraction of the first one. Zero: use up all iterations.
    pub relative_residual: f64,
    /// The most iterations to spend.
    pub max_iterations: usize,
}

/// How a solve went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct PcgReport {
    /// Iterations done.
    pub(crate) iterations: usize,
    /// Residual of the answer over the residual of the first guess; zero if the guess was exact.
    pub(crate) relative_residual: f64,
    /// A search direction was met along which the matrix is not positive (or the numbers are not finite). The answer
    /// is the iterate before it: still a descent direction for a Newton step.
    pub(crate) negative_curvature: bool,
    /// The numbers of the problem are not finite: there is no answer.
    pub(crate) undefined: bool,
}

/// The scalar product, chunk by chunk, the chunks added up in order. `partial` is scratch memory.
pub(crate) fn dot<T: Real>(a: &[Triple<T>], b: &[Triple<T>], partial: &mut Vec<f64>) -> f64 {
    a.par_chunks(CHUNK).zip(b.par_chunks(CHUNK)).map(|(a, b)| dot_chunk::<T>(a, b)).collect_into_vec(partial);
    partial.iter().sum()
}

/// The scalar product of one chunk.
pub(crate) fn dot_chunk<T: Real>(a: &[Triple<T>], b: &[Triple<T>]) -> f64 {
    let mut sum = DVec3::ZERO;
    for (&a, &b) in a.iter().zip(b) {
        sum += widen_vector::<T>(a) * widen_vector::<T>(b);
    }
    sum.element_sum()
}
