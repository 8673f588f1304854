//! The linear algebra under the implicit solver: sparse symmetric matrices of 3x3 blocks, conjugate gradients and
//! preconditioners.
//!
//! Nothing here knows of cloth. A problem is a graph of vertices with three unknowns each, one 3x3 block for every
//! pair of vertices that act on each other, and flags that say which vertices are fixed. Every result has the same
//! bits whatever the number of threads: rows are written by one task each, and sums are taken over chunks whose size
//! depends on the problem only.
//!
//! | file | what |
//! |---|---|
//! | [`BlockPattern`], [`Stencils`] | which blocks exist, and where an element's blocks go |
//! | [`BlockMatrix`] | the values: assembly and product |
//! | [`pcg`] | preconditioned conjugate gradients |
//! | [`Identity`], [`BlockJacobi`], [`GaussSeidel`], [`ColouredGaussSeidel`] | simple preconditioners |
//! | [`Multigrid`] | the preconditioner whose iteration count hardly grows with the mesh: the default choice |
//! | [`SkylineMatrix`] | direct factorisation: exact, tells stable from unstable, best for small and narrow cloth |
//!
//! ```
//! use glam::{DMat3, DVec3};
//! use std::sync::Arc;
//! use toile_cloth::linear::{BlockMatrix, BlockPattern, Multigrid, MultigridSettings, PcgSettings, PcgWorkspace};
//! use toile_cloth::linear::{Stencils, pcg};
//!
//! // A chain of springs between four vertices with some mass; the first one is held.
//! let springs = [[0, 1], [1, 2], [2, 3]];
//! let pattern = Arc::new(BlockPattern::from_stencils(4, &springs)?);
//! let stencils = Stencils::new(&pattern, &springs)?;
//! let mut matrix = BlockMatrix::new(pattern);
//! matrix.add_scalar_elements(&stencils, |_, row| if row == 0 { [9.0, -9.0] } else { [-9.0, 9.0] });
//! matrix.add_diagonal(&[1.0; 4]);
//!
//! let fixed = [true, false, false, false];
//! let mut preconditioner = Multigrid::new(&matrix, &fixed, None, MultigridSettings::default())?;
//! let force = [DVec3::Y; 4];
//! let mut x = [DVec3::ZERO; 4];
//! let settings = PcgSettings { relative_residual: 1e-10, max_iterations: 50 };
//! let report = pcg(&matrix, &fixed, &force, &mut x, &mut preconditioner, &settings, &mut PcgWorkspace::default())?;
//! assert!(report.relative_residual <= 1e-10);
//! assert_eq!(x[0], DVec3::ZERO);
//! # Ok::<(), toile_cloth::linear::LinearError>(())
//! ```

mod block;
mod block_rows;
mod conjugate_gradient;
mod cuthill_mckee;
mod error;
mod gauss_seidel;
mod matrix;
mod multigrid;
mod ordered;
mod ordering;
mod pattern;
mod preconditioner;
mod scalar_rows;
mod skyline;
mod vector;

pub use conjugate_gradient::{PcgReport, PcgSettings, PcgWorkspace, pcg};
pub use error::LinearError;
pub use gauss_seidel::{ColouredGaussSeidel, GaussSeidel};
pub use matrix::BlockMatrix;
pub use multigrid::{Multigrid, MultigridPrecision, MultigridSettings, Prolongation};
pub use pattern::{BlockPattern, Stencils};
pub use preconditioner::{BlockJacobi, Identity, Preconditioner};
pub use skyline::{SkylineFactor, SkylineMatrix};

pub(crate) use block::{
    Block, Lanes, Real, Triple, add_block, multiple_of_identity, round, round_vector, transposed, widen,
    zero_block,
};
pub(crate) use multigrid::Hierarchy;
pub(crate) use ordered::OrderedMatrix;
pub(crate) use scalar_rows::ScalarRows;
