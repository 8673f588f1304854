//! What each triangle of cloth bears: strain and tension.

use glam::{DMat2, DMat3, DVec2, DVec3};
use rayon::prelude::*;
use toile_cloth::cloth::Cloth;
use toile_cloth::membrane::Law;
use toile_geom::outer;

/// Strain and tension of one triangle.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    /// Its area as cut, in m².
    pub area: f64,
    /// Strain of warp and weft, and the sine of the angle by which they are sheared.
    pub strain: DVec3,
    /// The largest stretch in any direction, as a share.
    pub principal_strain: f64,
    /// The tension as a tensor of the triangle's plane, in N per metre of its present width: a cut with the unit normal `n` in that plane is
    /// pulled by `tension · n`.
    pub tension: DMat3,
    /// The unit normal.
    pub normal: DVec3,
}

impl Element {
    /// The elements of a cloth as it is now.
    pub fn of(cloth: &Cloth) -> Vec<Self> {
        let positions = &cloth.state.positions;
        (0..cloth.triangles.len())
            .into_par_iter()
            .map(|t| {
                let corners = cloth.triangles[t].map(|v| positions[v as usize]);
                Self::new(cloth.rest.edges(t), corners, cloth.membrane.law(t))
            })
            .collect()
    }

    /// One triangle: the edges from its first corner as they were cut, its corners in space, and what it resists with.
    ///
    /// With `f₁` and `f₂` where unit vectors along warp and weft have gone, the law gives the stress `S` that goes with the strains
    /// `|f₁| − 1`, `|f₂| − 1` and `f₁·f₂`. Per present width that is
    /// `σ = (S₁ f₁ f₁ᵀ/|f₁| + S₂ f₂ f₂ᵀ/|f₂| + S₃ (f₁ f₂ᵀ + f₂ f₁ᵀ)) / |f₁ × f₂|`.
    fn new(flat: DMat2, [a, b, c]: [DVec3; 3], law: &Law) -> Self {
        let inverse = flat.inverse();
        let column = |i: usize| (b - a) * inverse.col(i).x + (c - a) * inverse.col(i).y;
        let (x, y) = (column(0), column(1));
        let (sin, cos) = law.grain.sin_cos();
        let (warp, weft) = (x * cos + y * sin, y * cos - x * sin);
        let (long, wide) = (warp.length().max(MIN_YARN_RATIO), weft.length().max(MIN_YARN_RATIO));
        let strain = DVec3::new(long - 1.0, wide - 1.0, warp.dot(weft));
        let stress = match &law.measured {
            Some(measured) => measured.evaluate(strain).stress,
            None => law.stiffness * strain,
        };
        let normal = warp.cross(weft);
        let spread = normal.length().max(MIN_YARN_RATIO);
        let sum = outer(warp, warp) * (stress.x / long)
            + outer(weft, weft) * (stress.y / wide)
            + (outer(warp, weft) + outer(weft, warp)) * stress.z;
        let squared = DMat2::from_cols(DVec2::new(x.dot(x), x.dot(y)), DVec2::new(x.dot(y), y.dot(y)));
        Self {
            area: 0.5 * flat.determinant(),
            strain: strain.with_z(warp.dot(weft) / (long * wide)),
            principal_strain: largest(squared).max(0.0).sqrt() - 1.0,
            tension: sum * spread.recip(),
            normal: normal / spread,
        }
    }

    /// The largest principal tension in N/m; 0 where the cloth is slack or compressed in every direction.
    pub fn principal_tension(&self) -> f64 {
        let (u, v) = self.normal.try_normalize().unwrap_or(DVec3::Y).any_orthonormal_pair();
        let (pu, pv) = (self.tension * u, self.tension * v);
        let plane = DMat2::from_cols(DVec2::new(u.dot(pu), v.dot(pu)), DVec2::new(u.dot(pv), v.dot(pv)));
        largest(plane).max(0.0)
    }

    /// The tension across a line of the triangle that runs in a direction, in N/m: negative if it is pushed together.
    pub fn across(&self, direction: DVec3) -> f64 {
        let normal = self.normal.cross(direction).normalize_or_zero();
        normal.dot(self.tension * normal)
    }
}

/// A yarn that has shrunk to less than this part of its length has no direction any more.
const MIN_YARN_RATIO: f64 = 1e-6;

/// The larger eigenvalue of a symmetric matrix.
fn largest(matrix: DMat2) -> f64 {
    let (a, b, c) = (matrix.x_axis.x, matrix.x_axis.y, matrix.y_axis.y);
    0.5 * (a + c) + (0.5 * (a - c)).hypot(b)
}

/// The mean of triangles around each vertex, by their area as cut.
pub fn at_vertices(cloth: &Cloth, elements: &[Element], value: impl Fn(&Element) -> f64) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); cloth.vertex_count()];
    for (corners, element) in cloth.triangles.iter().zip(elements) {
        let part = value(element) * element.area;
        for &v in corners {
            let sum = &mut sums[v as usize];
            *sum = (sum.0 + part, sum.1 + element.area);
        }
    }
    sums.into_iter().map(|(sum, area)| if area > 0.0 { sum / area } else { 0.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_cloth::fabric::Fabric;

    const FLAT: [DVec2; 3] = [DVec2::new(0.2, 0.1), DVec2::new(0.23, 0.12), DVec2::new(0.19, 0.14)];

    /// A triangle whose places in the plane are mapped linearly into space.
    fn mapped(columns: [DVec3; 2], law: &Law) -> Element {
        let flat = DMat2::from_cols(FLAT[1] - FLAT[0], FLAT[2] - FLAT[0]);
        Element::new(flat, FLAT.map(|p| columns[0] * p.x + columns[1] * p.y), law)
    }

    fn law(poisson: f64, grain: f64) -> Law {
        let stiffness = Fabric::isotropic("test", 0.2, 1e-3, 1000.0, poisson, 1e-5).membrane_matrix();
        Law { grain, ..Law::linear(stiffness) }
    }

    #[test]
    fn a_strip_pulled_along_its_warp_bears_what_the_stretch_asks_for() {
        let element = mapped([DVec3::Y * 1.05, DVec3::Z], &law(0.0, 0.0));
        assert!((element.strain - DVec3::new(0.05, 0.0, 0.0)).length() < 1e-12);
        assert!((element.principal_strain - 0.05).abs() < 1e-12);
        // 1000 N/m × 5 % on a width that has not changed.
        assert!((element.principal_tension() - 50.0).abs() < 1e-9);
        assert!((element.across(DVec3::Z) - 50.0).abs() < 1e-9, "a line across the pull is drawn open");
        assert!(element.across(DVec3::Y).abs() < 1e-9);
    }

    #[test]
    fn warp_and_weft_follow_the_grain() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let element = mapped([DVec3::X * 1.02, DVec3::Y * 0.99], &law(0.0, quarter));
        assert!((element.strain - DVec3::new(-0.01, 0.02, 0.0)).length() < 1e-12, "{}", element.strain);
        assert!((element.principal_strain - 0.02).abs() < 1e-12);
    }

    #[test]
    fn stretch_is_the_same_seen_along_any_grain() {
        let columns = [DVec3::new(1.03, 0.01, 0.0), DVec3::new(0.02, 1.01, 0.0)];
        let straight = mapped(columns, &law(0.0, 0.0));
        let turned = mapped(columns, &law(0.0, 0.7));
        assert!((straight.principal_strain - turned.principal_strain).abs() < 1e-12);
        // The law is linear in |f| − 1, so that it is isotropic to first order only.
        let (a, b) = (straight.principal_tension(), turned.principal_tension());
        assert!((a - b).abs() < 0.03 * a, "{a} {b}");
    }

    #[test]
    fn sheared_cloth_shows_shear_and_slack_cloth_no_tension() {
        let angle: f64 = 0.1;
        let element = mapped([DVec3::X, DVec3::new(angle.sin(), angle.cos(), 0.0)], &law(0.0, 0.0));
        assert!((element.strain.z - angle.sin()).abs() < 1e-12);
        assert!(element.principal_tension() > 0.0);
        let slack = mapped([DVec3::X * 0.9, DVec3::Y * 0.9], &law(0.0, 0.0));
        assert_eq!(slack.principal_tension(), 0.0);
    }
}
