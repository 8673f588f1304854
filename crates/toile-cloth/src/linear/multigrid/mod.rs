//! Algebraic multigrid: a preconditioner whose iteration count hardly grows with the number of vertices.
//!
//! The smoother (Gauss-Seidel) removes errors that change from vertex to vertex; what is left is smooth along the
//! cloth and is corrected on a coarser copy of the problem, made from the matrix alone, and so on down to a problem
//! small enough to factor. The levels are chosen once per pattern; a refresh only recomputes values.

mod coarsening;
mod dense;
mod galerkin;
mod hierarchy;
mod interpolation;

pub(crate) use hierarchy::Hierarchy;

/// A level with no more vertices than this is solved exactly.
pub(crate) const COARSEST_VERTICES: usize = 32;

/// In which precision the insides of the preconditioner work; the residual outside stays `f64`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MultigridPrecision {
    /// `f32`: half the memory traffic.
    #[default]
    Single,
    /// `f64`: the reference, and for residuals below about 1e-7 of badly scaled problems.
    Double,
}
