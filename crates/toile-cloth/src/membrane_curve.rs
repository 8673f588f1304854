//! Stretch that follows measured curves: soft while the crimp of the yarns is pulled straight, stiff then, and softer
//! under compression.
//!
//! All is in the frame of the fabric: strain `E = [E₁, E₂, γ]` of warp, weft and the angle between them, stress `S = ∂W/∂E` in
//! N/m, as the [membrane](crate::membrane) has them. With the stiffness matrix `D` of the fabric at small strain, made of the
//! stiffnesses `k₁`, `k₂` of strips, the energy of an area is
//!
//! ```text
//! W(E) = ½ G γ² + c N(E) + (1 − c) R(E)
//! N(E) = ½ Eᵀ D E + Δ₁(E₁) + Δ₂(E₂)                  in the plane of warp and weft
//! R(E) = least N(E₁ + a, E₂ + b) with a, b ≥ 0
//! ```
//!
//! `Δ` is what the measured curve of a strip has beyond `½ k E²`, and zero under compression: `½ k E² + Δ(E) = ∫ T dE` with the
//! measured tension `T`. A strip pulled along the warp contracts to `E₂ = −ν E₁`, as without curves, and has exactly the
//! measured tension; likewise along the weft. The curves may stiffen, and the coupling stays what it is at small
//! strain.
//!
//! Under compression cloth buckles between its yarns: `R` is the energy of a cloth that gives way for nothing,
//! shortening `a` and `b` along warp and weft, and `c` the share of stiffness that is left (`compression` of the
//! fabric). `R` has four parts: nothing gives way where neither stress is negative; the weft gives way if pulled
//! along the warp alone, `R = ∫ T₁ dE`; the other way round; and where both are short, `R = 0`. It is convex and has
//! a continuous derivative, so `W` too; only the tangent jumps. Contraction that goes with a pull across is no
//! compression. With straight lines and `c = 1`, `W = ½ Eᵀ D E`.
//!
//! ```
//! use toile_cloth::{fabric::Fabric, membrane_curve::StretchLaw};
//! use toile_geom::glam::DVec3;
//!
//! let law = StretchLaw::new(&Fabric::named("denim").unwrap().membrane);
//! let slightly = law.evaluate(DVec3::new(0.01, 0.0, 0.0));
//! let strongly = law.evaluate(DVec3::new(0.05, 0.0, 0.0));
//! assert!(strongly.stress.x > 8.0 * slightly.stress.x);
//! ```

use crate::fabric::{MembraneProperties, StretchCurve};
use glam::{DMat2, DMat3, DVec2, DVec3};

/// What a strain costs and calls forth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The energy of an area, J/m².
    pub energy: f64,
    /// The stress `[S₁₁, S₂₂, S₁₂]`, N/m: the derivative of the energy.
    pub stress: DVec3,
    /// How the stress grows with strain, N/m; symmetric and positive semidefinite. Where a curve gets so flat that the
    /// energy is not convex, a bound.
    pub tangent: DMat3,
}

/// The stretch of a fabric, in its own frame. See the [module documentation](self).
#[derive(Clone, Debug, PartialEq)]
pub struct StretchLaw {
    /// The stiffness of warp and weft together, without shear.
    plane: DMat2,
    shear: f64,
    compression: f64,
    /// The stiffness of a strip at small strain, along warp and weft.
    strips: DVec2,
    /// What one direction contracts when the other is pulled: weft with warp, warp with weft.
    contraction: DVec2,
    /// The least tangent stiffness of a strip with which the whole is still positive semidefinite, as a part of that
    /// at rest.
    least: f64,
    /// What the curves have beyond the straight lines.
    excess: [Option<Excess>; 2],
}

impl StretchLaw {
    /// The law of a fabric. With a curve, the stiffness at small strain is that of the curve.
    pub fn new(membrane: &MembraneProperties) -> Self {
        let curves = [&membrane.warp_curve, &membrane.weft_curve].map(Option::as_ref);
        let at_rest =
            |curve: Option<&StretchCurve>, linear: f64| curve.map_or(linear, StretchCurve::initial_stiffness);
        let strips = DVec2::new(at_rest(curves[0], membrane.warp), at_rest(curves[1], membrane.weft));
        // Curves that start much softer along the warp than along the weft could not have the ratio of stiffer ones.
        let poisson = membrane.poisson.min((MAX_COUPLING * strips.x / strips.y).sqrt());
        let contraction = DVec2::new(poisson, poisson * strips.y / strips.x);
        let factor = 1.0 / (1.0 - contraction.x * contraction.y);
        let coupling = factor * poisson * strips.y;
        let excess = |k: usize| curves[k].map(|curve| Excess::new(curve, strips[k]));
        Self {
            plane: DMat2::from_cols_array(&[factor * strips.x, coupling, coupling, factor * strips.y]),
            shear: membrane.shear,
            compression: membrane.compression,
            strips,
            contraction,
            least: (factor * (factor - 1.0)).max(0.0).sqrt() - (factor - 1.0),
            excess: [excess(0), excess(1)],
        }
    }

    /// The stiffness at small strain, `[E₁, E₂, γ]` to stress, N/m.
    pub fn stiffness(&self) -> DMat3 {
        let [a, b] = [self.plane.x_axis, self.plane.y_axis];
        DMat3::from_cols(a.extend(0.0), b.extend(0.0), DVec3::Z * self.shear)
    }

    /// Energy, stress and tangent at a strain `[E₁, E₂, γ]` in the frame of the fabric.
    pub fn evaluate(&self, strain: DVec3) -> Stretch {
        let yarns = DVec2::new(strain.x, strain.y);
        let excess = [0, 1].map(|k| self.excess_at(k, yarns[k]));
        let held = self.held(yarns, &excess);
        let mut plane = held;
        if self.compression < 1.0
            && let Some(relaxed) = self.relaxed(yarns, &excess)
        {
            let (c, r) = (self.compression, 1.0 - self.compression);
            plane = Plane {
                energy: c * held.energy + r * relaxed.energy,
                stress: held.stress * c + relaxed.stress * r,
                tangent: held.tangent * c + relaxed.tangent * r,
            };
        }
        let [a, b] = [plane.tangent.x_axis, plane.tangent.y_axis];
        Stretch {
            energy: plane.energy + 0.5 * self.shear * strain.z * strain.z,
            stress: plane.stress.extend(self.shear * strain.z),
            tangent: DMat3::from_cols(a.extend(0.0), b.extend(0.0), DVec3::Z * self.shear),
        }
    }

    /// `N`: nothing gives way.
    fn held(&self, yarns: DVec2, excess: &[Piece; 2]) -> Plane {
        let linear = self.plane * yarns;
        let [warp, weft] = excess;
        Plane {
            energy: 0.5 * yarns.dot(linear) + warp.energy + weft.energy,
            stress: linear + DVec2::new(warp.stress, weft.stress),
            tangent: self.plane + DMat2::from_diagonal(DVec2::new(warp.slope, weft.slope)),
        }
    }

    /// `R`: what is short gives way; nothing, where nothing is.
    fn relaxed(&self, yarns: DVec2, excess: &[Piece; 2]) -> Option<Plane> {
        if yarns.max_element() <= 0.0 {
            return Some(Plane { energy: 0.0, stress: DVec2::ZERO, tangent: DMat2::ZERO });
        }
        // Pulled along one direction, and shorter across than the contraction that goes with it.
        let pulled = if yarns.x >= 0.0 && yarns.y + self.contraction.x * yarns.x < 0.0 {
            0
        } else if yarns.y >= 0.0 && yarns.x + self.contraction.y * yarns.y < 0.0 {
            1
        } else {
            return None;
        };
        let (strain, stiffness, piece) = (yarns[pulled], self.strips[pulled], excess[pulled]);
        let along = DVec2::AXES[pulled];
        Some(Plane {
            energy: 0.5 * stiffness * strain * strain + piece.energy,
            stress: along * (stiffness * strain + piece.stress),
            tangent: DMat2::from_diagonal(along * (stiffness + piece.slope)),
        })
    }

    /// What the curve of warp (0) or weft (1) adds at a strain, with a slope that leaves the tangent positive
    /// semidefinite.
    fn excess_at(&self, direction: usize, strain: f64) -> Piece {
        let piece = self.excess[direction].as_ref().map_or(Piece::default(), |excess| excess.at(strain));
        Piece { slope: piece.slope.max((self.least - 1.0) * self.strips[direction]), ..piece }
    }
}

/// Energy, stress and tangent of warp and weft without shear.
#[derive(Clone, Copy)]
struct Plane {
    energy: f64,
    stress: DVec2,
    tangent: DMat2,
}

/// Energy, stress and slope of one direction.
#[derive(Clone, Copy, Default)]
struct Piece {
    energy: f64,
    stress: f64,
    slope: f64,
}

/// The largest product of the two ratios of contraction; at one the sheet would not resist at all.
const MAX_COUPLING: f64 = 0.5;
/// How many cells the table of a curve has.
const CELLS: usize = 256;
/// How far a table goes, as a multiple of the strain up to which the curve was measured.
const TABLE_REACH: f64 = 2.0;

/// What a measured curve has beyond a straight line, as a table over strain: cubic in each cell with value
/// and slope of the curve at its ends, so that stress and tangent are continuous and nothing but a few products is
/// needed to read it. Beyond its end it goes on straight.
#[derive(Clone, Debug, PartialEq)]
struct Excess {
    cells_per_strain: f64,
    /// At each end of a cell: energy, stress, and slope times the width of a cell.
    knots: Vec<[f64; 3]>,
}

impl Excess {
    fn new(curve: &StretchCurve, stiffness: f64) -> Self {
        let width = TABLE_REACH * curve.measured_strain() / CELLS as f64;
        let mut energy = 0.0;
        let mut knots: Vec<[f64; 3]> = Vec::with_capacity(CELLS + 1);
        for i in 0..=CELLS {
            let strain = i as f64 * width;
            let (tension, slope) = curve.tension(strain);
            let (stress, slope) = (tension - stiffness * strain, slope - stiffness);
            if let Some(&[_, before, rise]) = knots.last() {
                energy += width * (0.5 * (before + stress) + (rise - slope * width) / 12.0);
            }
            knots.push([energy, stress, slope * width]);
        }
        Self { cells_per_strain: 1.0 / width, knots }
    }

    /// Zero under compression.
    fn at(&self, strain: f64) -> Piece {
        let place = strain * self.cells_per_strain;
        if place.is_nan() || place <= 0.0 {
            return Piece::default();
        }
        let (cell, width) = (place.min(CELLS as f64) as usize, 1.0 / self.cells_per_strain);
        let (Some(&left), Some(&right)) = (self.knots.get(cell), self.knots.get(cell + 1)) else {
            return self.beyond(strain);
        };
        let [energy, stress, rise] = left;
        let t = place - cell as f64;
        let quadratic = 3.0 * (right[1] - stress) - 2.0 * rise - right[2];
        let cubic = rise + right[2] - 2.0 * (right[1] - stress);
        Piece {
            energy: energy
                + width * t * (stress + t * (rise / 2.0 + t * (quadratic / 3.0 + t * cubic / 4.0))),
            stress: stress + t * (rise + t * (quadratic + t * cubic)),
            slope: self.cells_per_strain * (rise + t * (2.0 * quadratic + 3.0 * t * cubic)),
        }
    }

    fn beyond(&self, strain: f64) -> Piece {
        let Some(&[energy, stress, rise]) = self.knots.last() else { return Piece::default() };
        let slope = rise * self.cells_per_strain;
        let over = strain - (self.knots.len() - 1) as f64 / self.cells_per_strain;
        Piece { energy: energy + over * (stress + 0.5 * slope * over), stress: stress + slope * over, slope }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fabric::{Fabric, KesCurve, PointCurve, library};
    use proptest::prelude::*;

    /// The energy of a strip pulled in a direction, free to contract: the tension, and how much it contracts.
    fn pulled(law: &StretchLaw, direction: usize, strain: f64) -> (f64, f64) {
        let across = 1 - direction;
        let at = |contraction: f64| {
            let mut strains = DVec3::ZERO;
            (strains[direction], strains[across]) = (strain, contraction);
            law.evaluate(strains)
        };
        // Where no stress is left across.
        let (mut low, mut high) = (-0.49, 0.0);
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if at(middle).stress[across] > 0.0 { high = middle } else { low = middle }
        }
        (at(high).stress[direction], high / strain)
    }

    #[test]
    fn straight_lines_without_softening_are_the_linear_law() {
        let mut membrane = Fabric::named("silk-habotai").unwrap().membrane;
        membrane.compression = 1.0;
        assert!(membrane.warp_curve.is_none() && membrane.poisson > 0.0);
        let (law, matrix) = (StretchLaw::new(&membrane), membrane.matrix());
        for strain in
            [DVec3::new(0.02, -0.01, 0.05), DVec3::new(-0.03, -0.02, 0.01), DVec3::new(0.1, 0.3, -0.2)]
        {
            let found = law.evaluate(strain);
            assert!((found.energy / (0.5 * strain.dot(matrix * strain)) - 1.0).abs() < 1e-14);
            assert!((found.stress - matrix * strain).length() < 1e-12 * matrix.x_axis.x);
            let difference = found.tangent - matrix;
            assert!(difference.to_cols_array().iter().all(|x| x.abs() < 1e-12 * matrix.x_axis.x));
        }
    }

    #[test]
    fn strips_of_all_fabrics_have_their_measured_tension() {
        let mut curves = 0;
        for Fabric { name, membrane, .. } in library() {
            let law = StretchLaw::new(membrane);
            for (direction, curve) in [&membrane.warp_curve, &membrane.weft_curve].into_iter().enumerate() {
                let Some(curve) = curve else { continue };
                curves += 1;
                let end = curve.measured_strain();
                let mut strains: Vec<f64> = (1..20).map(|i| 0.1 * f64::from(i) * end).collect();
                if let StretchCurve::Points(points) = curve {
                    strains.extend(points.points().iter().map(|p| p.0));
                }
                for strain in strains {
                    let (found, _) = pulled(&law, direction, strain);
                    let expected = curve.tension(strain).0;
                    let error = (found / expected - 1.0).abs();
                    assert!(error < 1e-4, "{name} {direction} at {strain}: {found} {expected}");
                }
                let (_, contraction) = pulled(&law, direction, 0.2 * end);
                assert!(
                    (contraction / law.contraction[direction] + 1.0).abs() < 1e-6,
                    "{name}: {contraction}"
                );
            }
        }
        assert!(curves >= 4, "{curves}");
    }

    #[test]
    fn under_compression_a_part_of_the_stiffness_is_left() {
        let membrane = Fabric::named("wool-suiting").unwrap().membrane;
        let law = StretchLaw::new(&membrane);
        let strain = DVec3::new(-0.01, -0.02, 0.0);
        let whole = law.plane * DVec2::new(-0.01, -0.02);
        let found = law.evaluate(strain).stress;
        assert!((DVec2::new(found.x, found.y) / whole - membrane.compression).length() < 1e-12);
        // Pulled along the warp and pushed across: the warp still has its tension.
        let pushed = law.evaluate(DVec3::new(0.02, -0.1, 0.0)).stress;
        let free = law.evaluate(DVec3::new(0.02, -0.02 * law.contraction.x, 0.0)).stress;
        assert!(pushed.y < 0.0 && pushed.x > 0.5 * free.x && free.y.abs() < 1e-9 * free.x);
    }

    /// A fabric with one curve of points and one of KES, and any contraction and softening.
    fn any_law(most_linearity: f64) -> impl Strategy<Value = StretchLaw> {
        (0.0..0.4_f64, 0.1..1.0_f64, 0.3..most_linearity, 0.02..0.2_f64).prop_map(
            |(poisson, compression, linearity, end)| {
                let mut membrane = Fabric::isotropic("", 0.1, 1e-3, 800.0, poisson, 1e-5).membrane;
                membrane.compression = compression;
                membrane.warp_curve = KesCurve::new(linearity, end, 490.0).ok().map(StretchCurve::Kes);
                let points = [(0.3 * end, 20.0), (0.6 * end, 60.0), (end, 250.0)];
                membrane.weft_curve = PointCurve::new(&points).ok().map(StretchCurve::Points);
                StretchLaw::new(&membrane)
            },
        )
    }

    fn any_strain() -> impl Strategy<Value = DVec3> {
        [-0.2..0.3_f64, -0.2..0.3_f64, -0.5..0.5_f64].prop_map(DVec3::from)
    }

    proptest! {
        #[test]
        fn stress_and_tangent_are_derivatives(law in any_law(1.0), strain in any_strain()) {
            let found = law.evaluate(strain);
            for axis in 0..3 {
                let step = DVec3::AXES[axis] * 1e-6;
                let [low, high] = [strain - step, strain + step].map(|e| law.evaluate(e));
                let largest = high.tangent.col(axis).abs().max(low.tangent.col(axis).abs()).max_element();
                let slope = (high.energy - low.energy) / 2e-6;
                prop_assert!((slope - found.stress[axis]).abs() < 2e-6 * largest + 1e-4, "{} {}", slope, found.stress);
                // The stress has no jump anywhere; where the tangent has none either, it is its derivative.
                prop_assert!((high.stress - low.stress).abs().max_element() <= 4e-6 * largest + 1e-9);
                if (high.tangent.col(axis) - low.tangent.col(axis)).abs().max_element() < 1e-3 * largest {
                    let change = (high.stress - low.stress) / 2e-6;
                    prop_assert!((change - found.tangent.col(axis)).abs().max_element() < 2e-3 * largest);
                }
            }
        }

        #[test]
        fn the_tangent_is_never_negative(law in any_law(1.8), strain in any_strain()) {
            let tangent = law.evaluate(strain).tangent;
            let (a, b, c) = (tangent.x_axis.x, tangent.y_axis.y, tangent.x_axis.y);
            prop_assert!(c == tangent.y_axis.x && a >= 0.0 && b >= 0.0);
            prop_assert!(a * b - c * c >= -1e-9 * a * b, "{}", tangent);
        }

        #[test]
        fn more_strain_never_means_less_stress(law in any_law(1.0), from in any_strain(), to in any_strain()) {
            // Monotone, which is what convexity means for the stress.
            let change = law.evaluate(to).stress - law.evaluate(from).stress;
            prop_assert!(change.dot(to - from) >= -1e-9);
        }
    }
}
