//! Orthotropic stiffness matrices: of the sheet in its plane, and of its bending.
//!
//! Both act on three numbers with a doubled off-diagonal, `[εxx, εyy, γxy]` and `[κxx, κyy, 2κxy]`, where x is the warp
//! and y the weft; so both are turned by the same rotation.

use crate::voigt::rotation;
use glam::DMat3;

use super::properties::{BendingProperties, ClothDirection, Fabric, MembraneProperties};
use super::unit::STANDARD_GRAVITY;

impl MembraneProperties {
    /// Contraction along the warp when the weft is pulled: what symmetry leaves of the other ratio.
    pub fn poisson_weft(&self) -> f64 {
        self.poisson * self.weft / self.warp
    }

    /// Plane-stress stiffness: strain `[εxx, εyy, γxy]` to tension `[Nxx, Nyy, Nxy]` in N/m.
    pub fn matrix(&self) -> DMat3 {
        let factor = 1.0 / (1.0 - self.poisson * self.poisson_weft());
        symmetric(factor * self.warp, factor * self.weft, factor * self.poisson * self.weft, self.shear)
    }
}

impl BendingProperties {
    /// Bending stiffness: curvature `[κxx, κyy, 2κxy]` to moment `[Mxx, Myy, Mxy]` in N·m/m.
    pub fn matrix(&self) -> DMat3 {
        symmetric(self.warp, self.weft, self.coupling, self.twist)
    }

    /// Stiffness of a strip cut at an angle (radians) from the warp and bent to a cylinder, N·m.
    pub fn stiffness_at(&self, angle: f64) -> f64 {
        rotated(self.matrix(), angle).x_axis.x
    }

    /// Stiffness of a strip cut in a direction, N·m.
    pub fn stiffness(&self, direction: ClothDirection) -> f64 {
        self.stiffness_at(direction.angle())
    }
}

impl Fabric {
    /// Plane-stress stiffness: strain `[εxx, εyy, γxy]` to tension in N/m, x along the warp.
    pub fn membrane_matrix(&self) -> DMat3 {
        self.membrane.matrix()
    }

    /// Bending stiffness: curvature `[κxx, κyy, 2κxy]` to moment in N·m/m, x along the warp.
    pub fn bending_matrix(&self) -> DMat3 {
        self.bending.matrix()
    }

    /// Bending length `c = (B / ρg)^⅓` in metres: the length that cloth can hold up against its own weight.
    ///
    /// It is half the overhang of the cantilever test at 41.5° (ASTM D1388), and what the eye sees of stiffness: two
    /// fabrics with the same bending length hang alike.
    pub fn bending_length(&self, direction: ClothDirection) -> f64 {
        (self.bending.stiffness(direction) / (self.density * STANDARD_GRAVITY)).cbrt()
    }
}

fn symmetric(xx: f64, yy: f64, xy: f64, twist: f64) -> DMat3 {
    DMat3::from_cols_array(&[xx, xy, 0.0, xy, yy, 0.0, 0.0, 0.0, twist])
}

/// A stiffness matrix seen from axes turned by `angle` (radians, from the warp towards the weft).
///
/// Exact: with `R` taking strains in the turned axes to strains in the old ones, the result is `Rᵀ D R`.
pub fn rotated(matrix: DMat3, angle: f64) -> DMat3 {
    let turn = rotation(angle);
    turn.transpose() * matrix * turn
}

/// Whether a symmetric matrix of this form stores energy in every deformation (Sylvester's criterion).
pub(super) fn is_positive_definite(matrix: DMat3) -> bool {
    let xx = matrix.x_axis.x;
    let minor = xx * matrix.y_axis.y - matrix.y_axis.x * matrix.x_axis.y;
    xx > 0.0 && minor > 0.0 && matrix.determinant() > 0.0
}
