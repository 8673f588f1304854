//! The linear algebra under the implicit solver: sparse symmetric matrices of 3x3 blocks, conjugate gradients and
//! multigrid.
//!
//! Nothing here knows of cloth. A problem is a graph of vertices with three unknowns each, one 3x3 block for every
//! pair of vertices that act on each other, and flags that say which vertices are fixed. Every result has the same
//! bits whatever the number of threads: rows are written by one task each, and sums are taken over chunks whose size
//! depends on the problem only.
//!
//! | file | what |
//! |---|---|
//! | `pattern` | which blocks exist, and where an element's blocks go |
//! | `ordered` | the values in the order of a smoother, coloured Gauss-Seidel |
//! | `multigrid` | the preconditioner whose iteration count hardly grows with the mesh, with conjugate gradients around it |
//! | [`SkylineMatrix`] | direct factorisation: exact, tells stable from unstable, best for small and narrow cloth |

mod block;
mod block_rows;
mod conjugate_gradient;
mod cuthill_mckee;
mod error;
mod multigrid;
mod ordered;
mod ordering;
mod pattern;
mod scalar_rows;
mod skyline;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;

pub use conjugate_gradient::PcgSettings;
pub use error::LinearError;
pub use multigrid::MultigridPrecision;
pub use skyline::{SkylineFactor, SkylineMatrix};

pub(crate) use block::{
    Block, Lanes, Real, Triple, add_block, multiple_of_identity, round, round_vector, transposed, widen,
    zero_block,
};
pub(crate) use conjugate_gradient::PcgReport;
pub(crate) use multigrid::{COARSEST_VERTICES, Hierarchy};
pub(crate) use ordered::OrderedMatrix;
pub(crate) use pattern::{BlockPattern, Stencils};
pub(crate) use scalar_rows::ScalarRows;
