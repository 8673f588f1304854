//! Which way is up, which way the body looks, and in which unit it is.

use glam::{DMat3, DVec3};
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;

/// How a body stands in its file: what turns it upright, facing +z, in metres, on the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// The axis of the file that points up.
    pub up: DVec3,
    /// The axis of the file that the body faces along.
    pub front: DVec3,
    /// Metres in a unit of the file.
    pub metres_per_unit: f64,
}

/// Metre, decimetre, centimetre, millimetre, inch, foot.
const UNITS: [f64; 6] = [1.0, 0.1, 0.01, 0.001, 0.0254, 0.3048];
/// A usual height: the unit that comes nearest to it is the one.
const USUAL_HEIGHT: f64 = 1.68;
/// Slices along an axis.
const BINS: usize = 64;

impl Stance {
    /// Finds out how a body stands; `None` if the mesh is empty or flat.
    ///
    /// A body is thin from front to back, the same on its left and right, and different above and below: one head above, two
    /// feet below, whose toes point to the front.
    pub fn detect(mesh: &TriMesh) -> Option<Self> {
        let size = surface_bounds(mesh).size();
        if mesh.triangles.is_empty() || !size.is_finite() || size.min_element() <= 0.0 {
            return None;
        }
        let depth = size.min_position();
        let others = [(depth + 1) % 3, (depth + 2) % 3];
        let up = upright_axis(mesh, others);
        let side = others[0] + others[1] - up;
        let axis = |i: usize| [DVec3::X, DVec3::Y, DVec3::Z][i];
        let mut upward = axis(up);
        // The head is narrow from side to side, two feet are not.
        if spread(mesh, upward, axis(side), [0.0, 0.12]) < spread(mesh, upward, axis(side), [0.88, 1.0]) {
            upward = -upward;
        }
        let middle = |range| mean(mesh, upward, axis(depth), range);
        let front = if middle([0.0, 0.025]) < middle([0.05, 0.10]) { -axis(depth) } else { axis(depth) };
        let away = |unit: &f64| (size[up] * unit / USUAL_HEIGHT).ln().abs();
        let unit = UNITS.into_iter().min_by(|a, b| away(a).total_cmp(&away(b)))?;
        Some(Self { up: upward, front, metres_per_unit: unit })
    }

    /// Turns the body upright, facing +z, into metres, with its feet on the floor and its middle above the origin.
    pub fn apply(&self, mesh: &mut TriMesh) {
        let side = self.up.cross(self.front);
        let rows = DMat3::from_cols(side, self.up, self.front).transpose() * self.metres_per_unit;
        mesh.positions.iter_mut().for_each(|p| *p = rows * *p);
        let bounds = surface_bounds(mesh);
        if bounds.is_empty() {
            return;
        }
        let center = bounds.center();
        mesh.positions.iter_mut().for_each(|p| *p -= DVec3::new(center.x, bounds.min.y, center.z));
    }
}

/// The box around all triangles; vertices that none of them uses are no part of the body.
fn surface_bounds(mesh: &TriMesh) -> Aabb {
    mesh.triangles.as_flattened().iter().map(|&v| mesh.positions[v as usize]).collect()
}

/// Triangle areas along an axis: where the middle of each is, as a fraction of the extent.
fn places(mesh: &TriMesh, axis: DVec3) -> impl Iterator<Item = (f64, DVec3, f64)> + '_ {
    let along = move |p: &DVec3| p.dot(axis);
    let used = mesh.triangles.as_flattened().iter().map(|&v| mesh.positions[v as usize].dot(axis));
    let (low, high) = used.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
    (0..mesh.triangles.len()).map(move |t| {
        let middle = mesh.corners(t).iter().sum::<DVec3>() / 3.0;
        ((along(&middle) - low) / (high - low).max(1e-12), middle, mesh.triangle_area(t))
    })
}

/// Which of two axes is upright: the one whose ends differ more, and rather the longer one. A body that lacks an arm is not the same on its
/// left and right, either, but it is less wide; two that stand beside each other are wide, but the same on both sides.
fn upright_axis(mesh: &TriMesh, axes: [usize; 2]) -> usize {
    let size = surface_bounds(mesh).size();
    let [a, b] = axes.map(|axis| asymmetry(mesh, axis) * size[axis].powi(2));
    if a > b { axes[0] } else { axes[1] }
}

/// How different the two sides of an axis are: 0 for mirror images of each other about any place on it. The middle will not do: where an arm is missing, the
/// trunk is not in the middle.
fn asymmetry(mesh: &TriMesh, axis: usize) -> f64 {
    let mut bins = [0.0; BINS];
    for (place, _, area) in places(mesh, [DVec3::X, DVec3::Y, DVec3::Z][axis]) {
        bins[((place * BINS as f64) as usize).min(BINS - 1)] += area;
    }
    let total: f64 = bins.iter().sum();
    // Bins whose numbers have one sum are mirror images of each other.
    let shared = |sum: usize| {
        let pairs = (0..BINS.min(sum + 1)).filter_map(|bin| Some((bins[bin], *bins.get(sum - bin)?)));
        pairs.map(|(one, image)| one.min(image)).sum::<f64>()
    };
    let most = (BINS / 2..3 * BINS / 2).map(shared).fold(0.0, f64::max);
    1.0 - most / total.max(1e-12)
}

/// How far the surface in a range of heights spreads from side to side.
fn spread(mesh: &TriMesh, up: DVec3, side: DVec3, range: [f64; 2]) -> f64 {
    let middle = mean(mesh, up, side, range);
    let (mut sum, mut total) = (0.0, 1e-12);
    for (place, p, area) in places(mesh, up) {
        if (range[0]..=range[1]).contains(&place) {
            sum += area * (p.dot(side) - middle).powi(2);
            total += area;
        }
    }
    (sum / total).sqrt()
}

/// The mean place along an axis of the surface in a range of heights.
fn mean(mesh: &TriMesh, up: DVec3, axis: DVec3, range: [f64; 2]) -> f64 {
    let (mut sum, mut total) = (0.0, 1e-12);
    for (place, p, area) in places(mesh, up) {
        if (range[0]..=range[1]).contains(&place) {
            sum += area * p.dot(axis);
            total += area;
        }
    }
    sum / total
}
