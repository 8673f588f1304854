//! Places that move along with cloth.

use super::FlatCloth;
use glam::{DMat3, DVec2, DVec3};

/// A place on or over a triangle of cloth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClothSpot {
    /// The triangle.
    pub triangle: u32,
    /// Its vertices.
    pub vertices: [u32; 3],
    /// How much each of them counts, 1 together.
    pub weights: [f64; 3],
    /// How far off the cloth along its normal, in metres; negative, be it negative zero, if it lies on the inner side.
    pub height: f64,
}

/// Where something small lies, and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpotFrame {
    /// Where.
    pub place: DVec3,
    /// What points away from the cloth.
    pub normal: DVec3,
    /// What points along it.
    pub along: DVec3,
}

impl SpotFrame {
    /// A place with two directions, made orthogonal: the normal stays.
    pub fn new(place: DVec3, normal: DVec3, along: DVec3) -> Self {
        let normal = normal.try_normalize().unwrap_or(DVec3::Y);
        let along = (along - normal * along.dot(normal)).try_normalize();
        Self { place, normal, along: along.unwrap_or_else(|| normal.any_orthonormal_vector()) }
    }

    /// The directions along `x`, off the cloth as `y`, and across as `z`.
    pub fn axes(&self) -> DMat3 {
        DMat3::from_cols(self.along, self.normal, self.along.cross(self.normal))
    }

    /// Where a point of something small is.
    pub fn lay(&self, point: DVec3) -> DVec3 {
        self.place + self.axes() * point
    }
}

impl ClothSpot {
    fn mix(&self, values: &[DVec3]) -> DVec3 {
        let value = |n: usize| values.get(self.vertices[n] as usize).copied().unwrap_or_default();
        (0..3).map(|n| value(n) * self.weights[n]).sum()
    }

    /// The spot as much farther off the cloth as its side is over the vertices; `heights` are those of the outer and the inner side, or none.
    #[must_use]
    pub fn lifted(self, heights: &[[f64; 2]]) -> Self {
        let side = usize::from(self.height.is_sign_negative());
        let height = |n: usize| heights.get(self.vertices[n] as usize).map_or(0.0, |height| height[side]);
        let lift: f64 = (0..3).map(|n| self.weights[n] * height(n)).sum();
        Self { height: self.height + if side == 1 { -lift } else { lift }, ..self }
    }

    /// Where it is, from the cloth's vertices and their normals.
    pub fn place(&self, positions: &[DVec3], normals: &[DVec3]) -> DVec3 {
        self.mix(positions) + self.mix(normals).normalize_or_zero() * self.height
    }

    /// Where it is, and where a direction of the pattern points there.
    pub fn frame(
        &self,
        cloth: &FlatCloth,
        direction: DVec2,
        positions: &[DVec3],
        normals: &[DVec3],
    ) -> SpotFrame {
        let normal = self.mix(normals);
        SpotFrame::new(self.place(positions, normals), normal, self.tangent(cloth, direction, positions))
    }

    /// The image of a direction in the pattern: the direction as a mix of two edges of the triangle, in space.
    fn tangent(&self, cloth: &FlatCloth, direction: DVec2, positions: &[DVec3]) -> DVec3 {
        let Some(&[a, b, c]) = cloth.corners().get(self.triangle as usize) else { return DVec3::X };
        let area = (b - a).perp_dot(c - a);
        let at = |n: usize| positions.get(self.vertices[n] as usize).copied().unwrap_or_default();
        let along_b = direction.perp_dot(c - a) / area;
        let along_c = (b - a).perp_dot(direction) / area;
        let tangent = (at(1) - at(0)) * along_b + (at(2) - at(0)) * along_c;
        if tangent.is_finite() { tangent } else { DVec3::ZERO }
    }
}
