//! Conjugate gradients in double precision with any preconditioner, which the solver's own are compared with.

use super::matrix::BlockMatrix;
use super::preconditioners::Preconditioner;
use crate::linear::pattern::CHUNK;
use crate::linear::{PcgReport, PcgSettings};
use glam::DVec3;
use rayon::prelude::*;

/// The vectors of a solve, kept so that the next solve of the same size allocates nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct PcgWorkspace {
    residual: Vec<DVec3>,
    preconditioned: Vec<DVec3>,
    direction: Vec<DVec3>,
    image: Vec<DVec3>,
    partial: Vec<f64>,
}

/// Solves `A x = b` for the free vertices, starting from the given `x`.
///
/// Values of fixed vertices stay exactly as given and count as known, so that prescribed displacements are simply
/// written into `x` before the call. The matrix must be symmetric; the preconditioner symmetric and positive definite.
///
/// Hestenes & Stiefel 1952, in the form of Saad, *Iterative Methods for Sparse Linear Systems*, algorithm 9.1.
pub(super) fn pcg(
    matrix: &BlockMatrix,
    fixed: &[bool],
    b: &[DVec3],
    x: &mut [DVec3],
    preconditioner: &mut dyn Preconditioner,
    settings: &PcgSettings,
    workspace: &mut PcgWorkspace,
) -> PcgReport {
    let count = matrix.pattern().row_count();
    let PcgWorkspace { residual: r, preconditioned: z, direction: p, image: q, partial } = workspace;
    for vector in [&mut *r, &mut *z, &mut *p, &mut *q] {
        vector.clear();
        vector.resize(count, DVec3::ZERO);
    }

    masked_residual(matrix, fixed, b, x, r);
    let first = dot(r, r, partial).sqrt();
    let mut report =
        PcgReport { relative_residual: if first == 0.0 { 0.0 } else { 1.0 }, ..PcgReport::default() };
    let mut rz = 0.0;
    while report.iterations < settings.max_iterations && report.relative_residual > settings.relative_residual
    {
        // z = M⁻¹ r, β = r·z / (the last r·z), p = z + β p, α = r·z / p·A p, x += α p, r -= α A p.
        preconditioner.apply(r, z);
        let previous = rz;
        rz = dot(r, z, partial);
        let beta = if report.iterations == 0 { 0.0 } else { rz / previous };
        step_direction(p, z, beta, fixed);
        let curvature = masked_product(matrix, fixed, p, q, partial);
        if !(curvature > 0.0 && rz > 0.0) {
            report.negative_curvature = true;
            report.undefined = curvature.is_nan() || rz.is_nan();
            break;
        }
        let squared = step(x, r, p, q, rz / curvature, partial);
        report.iterations += 1;
        report.relative_residual = squared.sqrt() / first;
    }
    report
}

/// `r = b - A x`, zero where fixed.
fn masked_residual(matrix: &BlockMatrix, fixed: &[bool], b: &[DVec3], x: &[DVec3], r: &mut [DVec3]) {
    // Most solves start from zero, where the product can be spared.
    let zero = x.iter().all(|&x| x == DVec3::ZERO);
    r.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, r)| {
        for (row, r) in (chunk * CHUNK..).zip(r) {
            *r = match (fixed[row], zero) {
                (true, _) => DVec3::ZERO,
                (false, true) => b[row],
                (false, false) => b[row] - matrix.row_times(row, x),
            };
        }
    });
}

/// `p = z + beta p`, zero where fixed.
fn step_direction(p: &mut [DVec3], z: &[DVec3], beta: f64, fixed: &[bool]) {
    p.par_chunks_mut(CHUNK).zip(z.par_chunks(CHUNK)).zip(fixed.par_chunks(CHUNK)).for_each(
        |((p, z), fixed)| {
            for ((p, &z), &fixed) in p.iter_mut().zip(z).zip(fixed) {
                *p = if fixed { DVec3::ZERO } else { z + beta * *p };
            }
        },
    );
}

/// `q = A p`, zero where fixed; returns `p . q`.
fn masked_product(
    matrix: &BlockMatrix,
    fixed: &[bool],
    p: &[DVec3],
    q: &mut [DVec3],
    partial: &mut Vec<f64>,
) -> f64 {
    q.par_chunks_mut(CHUNK)
        .enumerate()
        .map(|(chunk, q)| {
            let first = chunk * CHUNK;
            for (row, q) in (first..).zip(q.iter_mut()) {
                *q = if fixed[row] { DVec3::ZERO } else { matrix.row_times(row, p) };
            }
            dot_chunk(&p[first..first + q.len()], q)
        })
        .collect_into_vec(partial);
    partial.iter().sum()
}

/// `x += alpha p`, `r -= alpha q`; returns `r . r`.
fn step(
    x: &mut [DVec3],
    r: &mut [DVec3],
    p: &[DVec3],
    q: &[DVec3],
    alpha: f64,
    partial: &mut Vec<f64>,
) -> f64 {
    x.par_chunks_mut(CHUNK)
        .zip(r.par_chunks_mut(CHUNK))
        .zip(p.par_chunks(CHUNK).zip(q.par_chunks(CHUNK)))
        .map(|((x, r), (p, q))| {
            for (((x, r), &p), &q) in x.iter_mut().zip(r.iter_mut()).zip(p).zip(q) {
                // A fixed vertex has p = 0; the test keeps its bits even where alpha is not finite.
                if p != DVec3::ZERO {
                    *x += alpha * p;
                }
                *r -= alpha * q;
            }
            dot_chunk(r, r)
        })
        .collect_into_vec(partial);
    partial.iter().sum()
}

/// The scalar product, chunk by chunk, the chunks added up in order.
fn dot(a: &[DVec3], b: &[DVec3], partial: &mut Vec<f64>) -> f64 {
    a.par_chunks(CHUNK).zip(b.par_chunks(CHUNK)).map(|(a, b)| dot_chunk(a, b)).collect_into_vec(partial);
    partial.iter().sum()
}

fn dot_chunk(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| a * b).sum::<DVec3>().element_sum()
}
