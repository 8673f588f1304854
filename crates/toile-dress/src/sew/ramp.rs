//! Rest shapes that begin as the pieces lie and end as they were cut.
//!
//! A seam joins its partners from the first moment on: one particle, the helper of Fuhrmann's rubber threads, lies between them. The row of triangles
//! along the seam is drawn out to reach it, and *is* the thread: it begins without tension, and shrinks to the shape in which it was cut.

use glam::{DMat2, DVec2, DVec3};
use toile_cloth::rest::RestShape;

/// The least that a triangle may be compressed to at the start, so that it has an area.
const MIN_COMPRESSION: f64 = 0.05;

/// From the stretched shape of each triangle at the start to the shape in which it was cut.
#[derive(Clone, Debug)]
pub struct Ramp {
    /// The shape in which the triangles were cut.
    cut: RestShape,
    /// How each triangle is stretched at the start: symmetric and positive definite.
    stretch: Vec<DMat2>,
}

impl Ramp {
    /// Begins with triangles as they lie in space.
    pub fn new(cut: RestShape, triangles: &[[u32; 3]], positions: &[DVec3]) -> Self {
        let stretch = (0..triangles.len())
            .map(|t| stretch_of(cut.edges(t), triangles[t].map(|v| positions[v as usize])))
            .collect();
        Self { cut, stretch }
    }

    /// Begins with some triangles as they lie in space, and with all others as they were cut.
    pub(crate) fn of_some(
        cut: RestShape,
        triangles: &[[u32; 3]],
        positions: &[DVec3],
        is_one: &[bool],
    ) -> Self {
        let mut ramp = Self::new(cut, triangles, positions);
        for (stretch, _) in ramp.stretch.iter_mut().zip(is_one).filter(|(_, is_one)| !**is_one) {
            *stretch = DMat2::IDENTITY;
        }
        ramp
    }

    /// The largest stretch at the start, 1 for none.
    pub fn longest(&self) -> f64 {
        self.stretch.iter().map(|stretch| eigen(*stretch).0[0]).fold(1.0, f64::max)
    }

    /// The rest shape at a part of the way: 0 at the start, 1 when all triangles have the shape in which they were cut.
    pub fn at(&self, part: f64) -> RestShape {
        let corners = self.cut.corners.iter().zip(&self.stretch).map(|(corners, stretch)| {
            let now = *stretch * (1.0 - part) + DMat2::IDENTITY * part;
            // About a corner, so that rounding does not depend on where the piece lies.
            corners.map(|corner| corners[0] + now * (corner - corners[0]))
        });
        RestShape { corners: corners.collect() }
    }

    /// By how much each triangle is still longer at a part of the way than it was cut: 0.05 for five percent.
    pub fn drawn_out(&self, part: f64) -> Vec<f64> {
        self.stretch.iter().map(|stretch| ((eigen(*stretch).0[0] - 1.0) * (1.0 - part)).max(0.0)).collect()
    }

    /// The shape in which the triangles were cut.
    pub fn cut(&self) -> &RestShape {
        &self.cut
    }
}

/// The right stretch tensor of a triangle: `√(FᵀF)`, with `F` from the plane into space.
fn stretch_of(flat: DMat2, [a, b, c]: [DVec3; 3]) -> DMat2 {
    let inverse = flat.inverse();
    let (u, v) = (b - a, c - a);
    let [x, y] = [0, 1].map(|i| u * inverse.col(i).x + v * inverse.col(i).y);
    let squared = DMat2::from_cols(DVec2::new(x.dot(x), x.dot(y)), DVec2::new(x.dot(y), y.dot(y)));
    let (values, first) = eigen(squared);
    let [long, short] = values.map(|value| value.max(0.0).sqrt().max(MIN_COMPRESSION));
    let second = first.perp();
    outer(first) * long + outer(second) * short
}

/// The eigenvalues of a symmetric matrix, the larger one first, and its direction.
fn eigen(matrix: DMat2) -> ([f64; 2], DVec2) {
    let (a, b, c) = (matrix.x_axis.x, matrix.x_axis.y, matrix.y_axis.y);
    let (mean, half) = (0.5 * (a + c), 0.5 * (a - c));
    let radius = half.hypot(b);
    let angle = 0.5 * b.atan2(half);
    ([mean + radius, mean - radius], DVec2::from_angle(angle))
}

fn outer(v: DVec2) -> DMat2 {
    DMat2::from_cols(v * v.x, v * v.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_begins_as_the_triangles_lie_and_ends_as_they_were_cut() {
        let flat = [DVec2::new(1.0, 1.0), DVec2::new(1.02, 1.0), DVec2::new(1.01, 1.015)];
        let cut = RestShape { corners: vec![flat] };
        let space = [DVec3::new(0.3, 0.1, 0.0), DVec3::new(0.5, 0.1, 0.3), DVec3::new(0.31, 0.12, 0.01)];
        let ramp = Ramp::new(cut.clone(), &[[0, 1, 2]], &space);
        let start = ramp.at(0.0).corners[0];
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            let (now, was) = (start[i].distance(start[j]), space[i].distance(space[j]));
            assert!((now - was).abs() < 1e-9, "{now} {was}");
        }
        for (one, other) in ramp.at(1.0).corners[0].iter().zip(flat) {
            assert!(one.distance(other) < 1e-12);
        }
        for part in [0.0, 0.3, 0.7, 1.0] {
            assert!(ramp.at(part).validate().is_ok());
        }
        assert!(ramp.longest() > 5.0);
        let [start, half, end] = [0.0, 0.5, 1.0].map(|part| ramp.drawn_out(part)[0]);
        assert!((start - (ramp.longest() - 1.0)).abs() < 1e-12 && end == 0.0);
        assert!((half - 0.5 * start).abs() < 1e-12, "{half} {start}");
    }

    #[test]
    fn a_triangle_without_area_gets_some() {
        let cut = RestShape { corners: vec![[DVec2::ZERO, DVec2::X, DVec2::Y]] };
        let ramp = Ramp::new(cut, &[[0, 1, 2]], &[DVec3::ZERO, DVec3::X, DVec3::X]);
        assert!(ramp.at(0.0).validate().is_ok());
    }
}
