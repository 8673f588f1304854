//! Symmetric Gauss-Seidel: row by row, and in coloured chunks on several threads.

use super::block::{Triple, positive_inverse};
use super::error::check_length;
use super::ordered::{OrderedMatrix, permute_in, permute_out};
use super::{BlockMatrix, LinearError, Preconditioner};
use glam::{DMat3, DVec3};

/// Symmetric successive over-relaxation in the order of the vertices, on one thread: the reference for
/// [`ColouredGaussSeidel`], and a good choice for small problems.
#[derive(Clone, Debug)]
pub struct GaussSeidel {
    matrix: BlockMatrix,
    inverse: Vec<DMat3>,
    relaxation: f64,
}

impl GaussSeidel {
    /// Takes a copy of the matrix. `relaxation` lies between 0 and 2 (and is kept there); 1 is plain Gauss-Seidel.
    ///
    /// # Errors
    /// If `fixed` has the wrong length.
    pub fn new(matrix: &BlockMatrix, fixed: &[bool], relaxation: f64) -> Result<Self, LinearError> {
        check_length("fixed", fixed.len(), matrix.pattern().row_count())?;
        let inverse = matrix.diagonal_blocks().zip(fixed);
        let inverse =
            inverse.map(|(block, &fixed)| if fixed { DMat3::ZERO } else { positive_inverse(&block) });
        let relaxation = if relaxation.is_finite() { relaxation.clamp(0.01, 1.99) } else { 1.0 };
        Ok(Self { inverse: inverse.collect(), matrix: matrix.clone(), relaxation })
    }

    /// Relaxes one row; a fixed one has a zero inverse and so stays zero.
    fn relax(&self, row: usize, r: &[DVec3], z: &mut [DVec3]) {
        let defect = r[row] - self.matrix.row_times(row, z);
        z[row] += self.relaxation * (self.inverse[row] * defect);
    }
}

impl Preconditioner for GaussSeidel {
    fn apply(&mut self, r: &[DVec3], z: &mut [DVec3]) {
        z.fill(DVec3::ZERO);
        for row in 0..self.inverse.len() {
            self.relax(row, r, z);
        }
        for row in (0..self.inverse.len()).rev() {
            self.relax(row, r, z);
        }
    }

    fn name(&self) -> &'static str {
        "SSOR"
    }
}

/// Symmetric Gauss-Seidel in coloured chunks of rows: all threads, the same bits on any number of them.
#[derive(Clone, Debug)]
pub struct ColouredGaussSeidel {
    matrix: OrderedMatrix<f64>,
    places: Vec<u32>,
    b: Vec<Triple<f64>>,
    x: Vec<Triple<f64>>,
    change: Vec<Triple<f64>>,
}

impl ColouredGaussSeidel {
    /// Orders the rows and takes a copy of the values.
    ///
    /// # Errors
    /// If `fixed` has the wrong length.
    pub fn new(matrix: &BlockMatrix, fixed: &[bool]) -> Result<Self, LinearError> {
        let count = matrix.pattern().row_count();
        let ordered = OrderedMatrix::new(matrix.pattern())?;
        let mut result = Self {
            places: ordered.ordering.places(),
            b: vec![Triple::<f64>::default(); count],
            x: vec![Triple::<f64>::default(); count],
            change: vec![Triple::<f64>::default(); count],
            matrix: ordered,
        };
        result.refresh(matrix, fixed)?;
        Ok(result)
    }

    /// Takes over new values of a matrix of the same pattern.
    ///
    /// # Errors
    /// If the pattern is another one.
    pub fn refresh(&mut self, matrix: &BlockMatrix, fixed: &[bool]) -> Result<(), LinearError> {
        check_length("fixed", fixed.len(), self.places.len())?;
        if matrix.pattern().row_count() != self.places.len()
            || matrix.blocks().len() != self.matrix.blocks.len()
        {
            return Err(LinearError::OtherPattern);
        }
        self.matrix.copy_from(matrix, fixed);
        Ok(())
    }
}

impl Preconditioner for ColouredGaussSeidel {
    fn apply(&mut self, r: &[DVec3], z: &mut [DVec3]) {
        permute_in::<f64>(&self.matrix.ordering.order, r, &mut self.b);
        self.matrix.forward_from_zero(&self.b, &mut self.x);
        self.matrix.backward(&self.b, &mut self.x, &mut self.change);
        permute_out::<f64>(&self.places, &self.x, z);
    }

    fn name(&self) -> &'static str {
        "coloured Gauss-Seidel"
    }
}
