//! The strain of a triangle as a constraint with a 3 × 3 compliance: an orthotropic membrane.

use super::sweep::Constraint;
use crate::cloth::Cloth;
use crate::membrane::strain_and_rates;
use glam::{DMat3, DVec2, DVec3};

/// A triangle that resists strain.
///
/// Its energy `½ A Eᵀ D E` is that of a constraint `E = 0` with the compliance `(A D)⁻¹`. The three components of strain are
/// met together, so that Poisson's effect and the coupling in a turned piece are those of `D`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    vertices: [u32; 3],
    slopes: [DVec2; 3],
    /// Area times stiffness times the square of the substep.
    stiffness: DMat3,
}

impl Stretch {
    /// The triangles of a cloth that resist at all.
    pub(super) fn of_cloth(cloth: &Cloth, substep: f64) -> Vec<Self> {
        let of_triangle = |(t, &vertices): (usize, &[u32; 3])| {
            let stiffness = cloth.membrane.law(t).stiffness * (cloth.rest.area(t) * substep * substep);
            (stiffness != DMat3::ZERO).then_some(Self {
                vertices,
                slopes: cloth.membrane.slopes(t),
                stiffness,
            })
        };
        cloth.triangles.iter().enumerate().filter_map(of_triangle).collect()
    }
}

impl Constraint<3> for Stretch {
    type Memory = DVec3;

    fn vertices(&self) -> [u32; 3] {
        self.vertices
    }

    fn correction(&self, x: [DVec3; 3], w: [f64; 3], memory: DVec3) -> ([DVec3; 3], DVec3) {
        let column = |axis: usize| (0..3).map(|i| x[i] * self.slopes[i][axis]).sum::<DVec3>();
        let columns = [column(0), column(1)];
        let (strain, rates) = strain_and_rates(columns, self.slopes);
        let mut give = DMat3::ZERO;
        for (rate, w) in rates.iter().zip(w) {
            give += rate.transpose() * *rate * w;
        }
        // (G + S⁻¹) Δλ = −E − S⁻¹ λ, multiplied by S so that a triangle may be without resistance in some direction.
        let system = DMat3::IDENTITY + self.stiffness * give;
        let change = system.inverse() * -(self.stiffness * strain + memory);
        let moves = std::array::from_fn(|i| rates[i] * change * w[i]);
        (moves, memory + change)
    }
}
