//! The part of the specimen that hangs: a ring with an irregular mesh.

use glam::DVec2;
use std::f64::consts::TAU;
use toile_geom::random::Random;
use toile_geom::sheets::{FlatSheet, SheetKind};

/// How far inner points are moved from where they would lie in rings, as a share of a cell.
const SHAKE: f64 = 0.25;
/// The size of cells at the inner border and at the outer one, as shares of that in the middle. Cloth is bent most where it leaves the
/// disc, and a circle of few long edges would let it fold down along each of them.
const GRADING: [f64; 2] = [0.5, 1.5];
/// The distance of rows of equilateral triangles, over their side: √¾.
const HEIGHT: f64 = 0.866_025_403_784_438_6;

/// A flat ring around the origin.
#[derive(Clone, Debug)]
pub(super) struct Ring {
    pub(super) sheet: FlatSheet,
    /// Cells from the inner border to the outer one, and along the outer one.
    pub(super) cells: [u32; 2],
    /// How many vertices the inner border has. They are the first, and go round counter-clockwise from the `x` axis.
    pub(super) inner: usize,
    /// How many the outer border has. They are the last.
    pub(super) outer: usize,
}

impl Ring {
    /// A ring between two radii with cells of about a size, smaller inside and larger outside. Its borders are divided evenly; inner points lie in rings that are shaken,
    /// in another way for each seed.
    pub(super) fn new([near, far]: [f64; 2], cell: f64, seed: u64) -> Self {
        let mut random = Random::new(super::spread(seed));
        let rows = rows([near, far], cell);
        let last = rows.len() - 1;
        let (mut places, mut starts) = (Vec::new(), vec![0]);
        for (row, &(radius, step)) in rows.iter().enumerate() {
            let count = ((TAU * radius / (step / HEIGHT)).round() as u32).max(3);
            let is_border = row == 0 || row == last;
            let first = if is_border { 0.0 } else { random.unit() };
            for k in 0..count {
                let shake = if is_border {
                    DVec2::ZERO
                } else {
                    DVec2::new(random.unit(), random.unit()) * 2.0 - 1.0
                };
                let angle = TAU * (f64::from(k) + first + SHAKE * shake.x) / f64::from(count);
                places.push(DVec2::from_angle(angle) * (radius + SHAKE * shake.y * step));
            }
            starts.push(places.len());
        }
        let between = |pair: &[usize]| zip(&places, pair[0]..pair[1], pair[1]..pair[2]);
        let triangles = starts.windows(3).flat_map(between).collect();
        let outer = places.len() - starts[last];
        let sheet =
            FlatSheet { kind: SheetKind::Irregular, size: DVec2::splat(2.0 * far), places, triangles };
        Self { sheet, cells: [last as u32, outer as u32], inner: starts[1], outer }
    }
}

/// The radii of the rows of points, each with the distance between rows there.
fn rows([near, far]: [f64; 2], cell: f64) -> Vec<(f64, f64)> {
    let step = |radius: f64| {
        let out = (radius - near) / (far - near);
        HEIGHT * cell * (GRADING[0] + (GRADING[1] - GRADING[0]) * out)
    };
    let mut radii = vec![near];
    let mut radius = near;
    while radius < far {
        radius += step(radius);
        radii.push(radius);
    }
    if radii.len() > 3 && radius - far > 0.5 * step(far) {
        radii.pop();
    }
    // Stretched or squeezed a little, so that the last row is the border.
    let scale = (far - near) / (radii[radii.len() - 1] - near);
    radii.iter().map(|r| near + (r - near) * scale).map(|r| (r.min(far), step(r))).collect()
}

/// The triangles between two closed rows of points, the second outside, always along the shorter diagonal.
fn zip(places: &[DVec2], low: std::ops::Range<usize>, high: std::ops::Range<usize>) -> Vec<[u32; 3]> {
    let at = |row: &std::ops::Range<usize>, k: usize| row.start + k % row.len();
    let far = |a: usize, b: usize| places[a].distance_squared(places[b]);
    // The second row begins where it is nearest to the beginning of the first.
    let nearest = (0..high.len())
        .min_by(|&a, &b| far(low.start, high.start + a).total_cmp(&far(low.start, high.start + b)));
    let shift = nearest.unwrap_or(0);
    let (mut i, mut j) = (0, 0);
    let mut triangles = Vec::with_capacity(low.len() + high.len());
    while i < low.len() || j < high.len() {
        let (a, b) = (at(&low, i), at(&high, j + shift));
        let (next_a, next_b) = (at(&low, i + 1), at(&high, j + 1 + shift));
        if j == high.len() || (i < low.len() && far(next_a, b) <= far(a, next_b)) {
            triangles.push([a, b, next_a]);
            i += 1;
        } else {
            triangles.push([a, b, next_b]);
            j += 1;
        }
    }
    triangles.into_iter().map(|t| t.map(|v| v as u32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;
    use toile_geom::predicates::{Sign, orient2d};
    use toile_geom::topology::Topology;

    #[test]
    fn it_is_a_whole_ring_of_counter_clockwise_triangles_and_another_one_for_each_seed() {
        for (cell, seed) in [(0.02, 1), (0.01, 2), (0.006, 3), (0.004, 4)] {
            let ring = Ring::new([0.09, 0.15], cell, seed);
            for t in &ring.sheet.triangles {
                let [a, b, c] = t.map(|v| ring.sheet.places[v as usize]);
                assert_eq!(orient2d(a, b, c), Sign::Positive, "cells of {cell}");
            }
            let mesh = ring.sheet.mesh();
            let topology = Topology::new(&mesh);
            assert!(topology.surface().is_manifold() && topology.surface().lone_vertices.is_empty());
            let mut loops: Vec<usize> =
                topology.boundary_loops().iter().map(|border| border.vertices.len()).collect();
            loops.sort_unstable();
            assert_eq!(loops, [ring.inner.min(ring.outer), ring.inner.max(ring.outer)]);
            let share = mesh.area() / (PI * (0.15_f64.powi(2) - 0.09_f64.powi(2)));
            assert!((share - 1.0).abs() < 0.01, "{share}");
        }
        assert_ne!(Ring::new([1.0, 2.0], 0.1, 1).sheet, Ring::new([1.0, 2.0], 0.1, 2).sheet);
    }
}
