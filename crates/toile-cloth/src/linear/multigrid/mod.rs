//! Algebraic multigrid: a preconditioner whose iteration count hardly grows with the number of vertices.
//!
//! The smoother (Gauss-Seidel) removes errors that change from vertex to vertex; what is left is smooth along the
//! cloth and is corrected on a coarser copy of the problem, made from the matrix alone, and so on down to a problem
//! small enough to factor. The levels are chosen once per pattern; [`Multigrid::refresh`] only recomputes values.

mod coarsening;
mod dense;
mod galerkin;
mod hierarchy;
mod interpolation;

pub(crate) use hierarchy::Hierarchy;
pub use interpolation::Prolongation;

use super::error::check_length;
use super::{BlockMatrix, LinearError, Preconditioner};
use glam::DVec3;

/// In which precision the insides of the preconditioner work; the residual outside stays `f64`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MultigridPrecision {
    /// `f32`: half the memory traffic.
    #[default]
    Single,
    /// `f64`: the reference, and for residuals below about 1e-7 of badly scaled problems.
    Double,
}

/// How the levels are built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MultigridSettings {
    /// How coarse values are carried to the finer level.
    pub interpolation: Prolongation,
    /// Precision of the insides.
    pub precision: MultigridPrecision,
    /// A pair of vertices is strongly tied if its block norm is at least this fraction of the largest in its rows.
    pub strength: f64,
    /// A level with no more vertices than this is solved exactly.
    pub coarsest_vertices: usize,
}

impl Default for MultigridSettings {
    fn default() -> Self {
        Self {
            interpolation: Prolongation::Linear,
            precision: MultigridPrecision::Single,
            strength: 0.08,
            coarsest_vertices: 32,
        }
    }
}

/// A V-cycle of algebraic multigrid.
#[derive(Clone, Debug)]
pub struct Multigrid {
    inside: Inside,
}

#[derive(Clone, Debug)]
enum Inside {
    Single(Hierarchy<f32>),
    Double(Hierarchy<f64>),
}

impl Multigrid {
    /// Chooses the levels and takes over the values of the matrix.
    ///
    /// `coordinates` are what [`Prolongation::Linear`] reproduces: any positions that are continuous along the cloth
    /// and nearly isometric to it, for instance the current ones or those at rest.
    ///
    /// # Errors
    /// If `fixed` or `coordinates` have the wrong length.
    pub fn new(
        matrix: &BlockMatrix,
        fixed: &[bool],
        coordinates: Option<&[DVec3]>,
        settings: MultigridSettings,
    ) -> Result<Self, LinearError> {
        let count = matrix.pattern().row_count();
        check_length("fixed", fixed.len(), count)?;
        if let Some(coordinates) = coordinates {
            check_length("coordinates", coordinates.len(), count)?;
        }
        let inside = match settings.precision {
            MultigridPrecision::Single => {
                Inside::Single(Hierarchy::of_matrix(matrix, coordinates, &settings)?)
            }
            MultigridPrecision::Double => {
                Inside::Double(Hierarchy::of_matrix(matrix, coordinates, &settings)?)
            }
        };
        let mut multigrid = Self { inside };
        multigrid.refresh(matrix, fixed)?;
        Ok(multigrid)
    }

    /// Takes over new values of a matrix of the same pattern, and which vertices are fixed now.
    ///
    /// # Errors
    /// If the size is another one than that of the matrix the levels were chosen for.
    pub fn refresh(&mut self, matrix: &BlockMatrix, fixed: &[bool]) -> Result<(), LinearError> {
        let (blocks, rows) = match &self.inside {
            Inside::Single(levels) => levels.size(),
            Inside::Double(levels) => levels.size(),
        };
        check_length("fixed", fixed.len(), rows)?;
        if matrix.blocks().len() != blocks || matrix.pattern().row_count() != rows {
            return Err(LinearError::OtherPattern);
        }
        match &mut self.inside {
            Inside::Single(levels) => levels.refresh_from(matrix, fixed),
            Inside::Double(levels) => levels.refresh_from(matrix, fixed),
        }
        Ok(())
    }

    /// How many vertices each level has, finest first.
    pub fn level_rows(&self) -> Vec<usize> {
        match &self.inside {
            Inside::Single(levels) => levels.level_rows(),
            Inside::Double(levels) => levels.level_rows(),
        }
    }

    /// How many blocks all levels have together, over those of the matrix itself.
    pub fn complexity(&self) -> f64 {
        match &self.inside {
            Inside::Single(levels) => levels.complexity(),
            Inside::Double(levels) => levels.complexity(),
        }
    }
}

impl Preconditioner for Multigrid {
    fn apply(&mut self, r: &[DVec3], z: &mut [DVec3]) {
        match &mut self.inside {
            Inside::Single(levels) => levels.apply(r, z),
            Inside::Double(levels) => levels.apply(r, z),
        }
    }

    fn name(&self) -> &'static str {
        "multigrid"
    }
}
