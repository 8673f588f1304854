//! What a preconditioner is, and the two simplest.

use super::block::positive_inverse;
use super::error::check_length;
use super::vector::CHUNK;
use super::{BlockMatrix, LinearError};
use glam::{DMat3, DVec3};
use rayon::prelude::*;

/// An approximate inverse `M⁻¹` of a matrix: linear, symmetric, positive definite on the free vertices.
pub trait Preconditioner {
    /// `z = M⁻¹ r`. Entries of fixed vertices are zero in `z` if they are zero in `r`.
    fn apply(&mut self, r: &[DVec3], z: &mut [DVec3]);

    /// A name for reports.
    fn name(&self) -> &'static str;
}

/// No preconditioner: plain conjugate gradients, for comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Identity;

impl Preconditioner for Identity {
    fn apply(&mut self, r: &[DVec3], z: &mut [DVec3]) {
        z.copy_from_slice(r);
    }

    fn name(&self) -> &'static str {
        "identity"
    }
}

/// Inverts the diagonal blocks. Nearly free; good enough where masses dominate (small time steps, soft cloth).
#[derive(Clone, Debug)]
pub struct BlockJacobi {
    inverse: Vec<DMat3>,
}

impl BlockJacobi {
    /// Inverts the diagonal blocks of the free vertices.
    ///
    /// # Errors
    /// If `fixed` has the wrong length.
    pub fn new(matrix: &BlockMatrix, fixed: &[bool]) -> Result<Self, LinearError> {
        let mut jacobi = Self { inverse: vec![DMat3::ZERO; matrix.pattern().row_count()] };
        jacobi.refresh(matrix, fixed)?;
        Ok(jacobi)
    }

    /// Takes over new values of a matrix of the same size.
    ///
    /// # Errors
    /// If the size is another one.
    pub fn refresh(&mut self, matrix: &BlockMatrix, fixed: &[bool]) -> Result<(), LinearError> {
        check_length("fixed", fixed.len(), self.inverse.len())?;
        check_length("the matrix", matrix.pattern().row_count(), self.inverse.len())?;
        for ((inverse, block), &fixed) in self.inverse.iter_mut().zip(matrix.diagonal_blocks()).zip(fixed) {
            *inverse = if fixed { DMat3::ZERO } else { positive_inverse(&block) };
        }
        Ok(())
    }
}

impl Preconditioner for BlockJacobi {
    fn apply(&mut self, r: &[DVec3], z: &mut [DVec3]) {
        let inverse = self.inverse.par_chunks(CHUNK);
        z.par_chunks_mut(CHUNK).zip(r.par_chunks(CHUNK)).zip(inverse).for_each(|((z, r), inverse)| {
            for ((z, &r), inverse) in z.iter_mut().zip(r).zip(inverse) {
                *z = *inverse * r;
            }
        });
    }

    fn name(&self) -> &'static str {
        "block Jacobi"
    }
}
