//! Rest geometry of hinges, and the weights that predict an edge's normal from the angles around it.

use crate::rest::RestShape;
use crate::voigt::component;
use glam::{DMat3, DVec2, DVec3};
use toile_geom::outer;
use toile_geom::topology::Topology;

/// An edge between two triangles, at rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RestHinge {
    /// The edge's ends `i`, `j` (in the order of the first triangle) and the other corners of the first and second triangle.
    pub(crate) vertices: [u32; 4],
    /// The two triangles.
    pub(crate) triangles: [u32; 2],
    /// For each triangle's own rest shape: the edge's direction and length, the height of the triangle over the edge, and
    /// where along the edge its other corner is.
    pub(crate) sides: [Side; 2],
    /// Which side of each triangle the edge is.
    places: [u8; 2],
}

/// An edge as one of its triangles has it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Side {
    pub(super) direction: DVec2,
    pub(crate) length: f64,
    pub(crate) height: f64,
    pub(crate) foot: f64,
}

impl Side {
    /// The unit normal of the edge, from the first triangle to the second.
    pub(crate) fn normal(&self) -> DVec2 {
        -self.direction.perp()
    }

    /// What one triangle contributes to the change of a flat hinge's angle, when the edge's ends and its other corner move along
    /// the normal.
    pub(super) fn flat_gradient(self) -> [f64; 3] {
        let along = self.foot / self.length;
        [(along - 1.0) / self.height, -along / self.height, 1.0 / self.height]
    }

    /// `a (L − a) / h`: the part that curvature along the edge plays in the angle.
    fn sag(&self) -> f64 {
        self.foot * (self.length - self.foot) / self.height
    }
}

impl RestHinge {
    /// The hinge at an edge of exactly two triangles that face the same side; others do not bend together.
    pub(crate) fn at(
        edge: usize,
        topology: &Topology,
        triangles: &[[u32; 3]],
        rest: &RestShape,
    ) -> Option<Self> {
        let &[first, second] = topology.edge_triangles.row(edge) else { return None };
        let corner_of = |t: u32| {
            let side = topology.triangle_edges[t as usize].iter().position(|&e| e as usize == edge)?;
            Some([side, (side + 1) % 3, (side + 2) % 3])
        };
        let [i1, j1, o1] = corner_of(first)?;
        let [j2, i2, o2] = corner_of(second)?;
        let (one, two) = (triangles[first as usize], triangles[second as usize]);
        if one[i1] != two[i2] || one[j1] != two[j2] {
            return None;
        }
        let mut hinge = Self {
            vertices: [one[i1], one[j1], one[o1], two[o2]],
            triangles: [first, second],
            sides: [Side::default(); 2],
            places: [i1 as u8, j2 as u8],
        };
        hinge.set_rest(rest);
        Some(hinge)
    }

    /// Takes over another rest shape.
    pub(super) fn set_rest(&mut self, rest: &RestShape) {
        let [first, second] = self.triangles.map(|t| rest.corners[t as usize]);
        let [i1, j2] = self.places.map(usize::from);
        self.sides =
            [side(first, [i1, (i1 + 1) % 3, (i1 + 2) % 3]), side(second, [(j2 + 1) % 3, j2, (j2 + 2) % 3])];
    }

    /// How the angle of the flat hinge changes when its corners move along the normal.
    pub(super) fn flat_gradient(&self) -> [f64; 4] {
        let [one, two] = self.sides.map(Side::flat_gradient);
        [one[0] + two[0], one[1] + two[1], one[2], two[2]]
    }

    /// Which of its triangles this is: 0 or 1.
    pub(super) fn place(&self, triangle: u32) -> usize {
        usize::from(self.triangles[1] == triangle)
    }

    /// The row `c` with `θ = c · k` for constant curvature `k`, in the frame of one of its triangles.
    pub(crate) fn response(&self, place: usize) -> DVec3 {
        let (nn, tt, tn) = self.rows(place);
        let [one, two] = self.sides;
        nn * (0.5 * (one.height + two.height)) + tn * (two.foot - one.foot)
            - tt * (0.5 * (one.sag() + two.sag()))
    }

    /// The row with `φ = row · k`: how far the edge's true normal turns from the mean of its triangles' normals under constant
    /// curvature, in the frame of the first triangle.
    fn director(&self) -> DVec3 {
        let (nn, tt, tn) = self.rows(0);
        let [one, two] = self.sides;
        let length = 0.5 * (one.length + two.length);
        tn * (0.5 * (length - one.foot - two.foot))
            - (nn * (two.height - one.height) - tt * (two.sag() - one.sag())) * 0.25
    }

    fn rows(&self, place: usize) -> (DVec3, DVec3, DVec3) {
        let side = &self.sides[place];
        let (n, t) = (side.normal(), side.direction);
        (component(n, n), component(t, t), component(t, n))
    }
}

/// An edge from corner `i` to `j` as a triangle with the other corner `o` has it.
pub(super) fn side(corners: [DVec2; 3], [i, j, o]: [usize; 3]) -> Side {
    let edge = corners[j] - corners[i];
    let length = edge.length();
    let direction = edge / length;
    let to_other = corners[o] - corners[i];
    Side { direction, length, height: direction.perp_dot(to_other).abs(), foot: to_other.dot(direction) }
}

/// The hinges around one, with the weights of their angles in its predictor `φ = Σ p θ`.
pub(super) fn predictor(
    hinge: u32,
    hinges: &[RestHinge],
    hinges_of: impl Fn(u32) -> [Option<u32>; 3],
) -> Vec<(u32, f64)> {
    let center = &hinges[hinge as usize];
    let mut around: Vec<(u32, DVec3)> = Vec::with_capacity(5);
    // Unfolded about the common edge, the second triangle's frame is turned against the first one's.
    let turn = RestShape::turn([center.sides[0].direction, center.sides[1].direction]);
    for (place, &triangle) in center.triangles.iter().enumerate() {
        for f in hinges_of(triangle).into_iter().flatten() {
            if place == 1 && f == hinge {
                continue;
            }
            let row = hinges[f as usize].response(hinges[f as usize].place(triangle));
            around.push((f, if place == 0 { row } else { turn.transpose() * row }));
        }
    }
    let weights = least_norm(&around, center.director());
    around.iter().zip(weights).map(|(&(f, _), weight)| (f, weight)).filter(|&(_, p)| p != 0.0).collect()
}

/// Singular values below this share of the largest are left out: the hinges around then say nothing about that kind of
/// curvature, as at a narrow border.
const TRUNCATION: f64 = 0.05;

/// The smallest weights `p` with `Σ p c = target`, as far as the rows determine it.
fn least_norm(rows: &[(u32, DVec3)], target: DVec3) -> Vec<f64> {
    // With the mixed component scaled so, turning the frame is a rotation of these vectors, and what is left out does not
    // depend on the frame.
    let scaled = |c: DVec3| c * DVec3::new(1.0, 1.0, std::f64::consts::SQRT_2);
    let (rows, target) = (rows.iter().map(|&(_, c)| scaled(c)), scaled(target));
    let mut gram = DMat3::ZERO;
    for c in rows.clone() {
        gram += outer(c, c);
    }
    let (values, vectors) = symmetric_eigen(gram);
    let largest = values.max_element();
    let mut solution = DVec3::ZERO;
    for k in 0..3 {
        if values[k] > TRUNCATION * TRUNCATION * largest {
            let axis = vectors.col(k);
            solution += axis * (axis.dot(target) / values[k]);
        }
    }
    // On meshes that repeat, the director is the mean exactly; do not carry rounding noise along.
    let noise = 1e-12;
    rows.map(|c| c.dot(solution)).map(|p| if p.abs() < noise { 0.0 } else { p }).collect()
}

/// Eigenvalues and eigenvectors (columns) of a symmetric matrix, by Jacobi's rotations.
fn symmetric_eigen(matrix: DMat3) -> (DVec3, DMat3) {
    let mut a = matrix.to_cols_array_2d();
    let mut v = DMat3::IDENTITY.to_cols_array_2d();
    for _ in 0..32 {
        let off = a[1][0].abs() + a[2][0].abs() + a[2][1].abs();
        if off <= 1e-16 * (a[0][0].abs() + a[1][1].abs() + a[2][2].abs()) {
            break;
        }
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let angle = 0.5 * (2.0 * a[p][q]).atan2(a[q][q] - a[p][p]);
            let (s, c) = angle.sin_cos();
            for row in &mut a {
                (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
            }
            let (mut rp, mut rq) = (a[p], a[q]);
            for k in 0..3 {
                (rp[k], rq[k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
            }
            (a[p], a[q]) = (rp, rq);
            let (mut vp, mut vq) = (v[p], v[q]);
            for k in 0..3 {
                (vp[k], vq[k]) = (c * v[p][k] - s * v[q][k], s * v[p][k] + c * v[q][k]);
            }
            (v[p], v[q]) = (vp, vq);
        }
    }
    (DVec3::new(a[0][0], a[1][1], a[2][2]), DMat3::from_cols_array_2d(&v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvectors_rebuild_the_matrix() {
        let matrix = DMat3::from_cols(
            DVec3::new(2.0, -1.0, 0.3),
            DVec3::new(-1.0, 3.0, 0.5),
            DVec3::new(0.3, 0.5, 1.0),
        );
        let (values, vectors) = symmetric_eigen(matrix);
        let rebuilt = vectors * DMat3::from_diagonal(values) * vectors.transpose();
        assert!((rebuilt - matrix).to_cols_array().iter().all(|x| x.abs() < 1e-12), "{rebuilt}");
        assert!(
            (vectors * vectors.transpose() - DMat3::IDENTITY).to_cols_array().iter().all(|x| x.abs() < 1e-12)
        );
    }
}
