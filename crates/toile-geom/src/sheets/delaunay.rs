//! Delaunay triangulations of sheets: of points at random places, and of a triangulation whose edges are flipped (Lawson 1977).

use crate::TriMesh;
use crate::random::Random;
use crate::shapes::{regular_sheet, sheet_positions};
use glam::{DVec2, DVec3};
use spade::{DelaunayTriangulation, Point2, Triangulation};
use std::collections::BTreeMap;

/// How often points are moved to the middle of their neighbours: enough to part those that are too close, too few to make
/// the mesh regular again.
const RELAXATIONS: usize = 3;

/// A flat sheet in the `xz` plane around the origin, facing up, with an irregular mesh of as many vertices and triangles
/// as [`sheet`](crate::shapes::sheet) with the same number of cells.
///
/// The border is divided evenly; inside there is one point at a random place in each cell, moved away from those next to it.
/// Always the same mesh for the same size and cells.
pub fn delaunay_sheet(size: DVec2, cells: [u32; 2]) -> TriMesh {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let step = size / DVec2::new(f64::from(cells[0]), f64::from(cells[1]));
    let border = |v: usize| {
        let columns = cells[0] as usize + 1;
        let (i, j) = (v % columns, v / columns);
        i == 0 || j == 0 || i == cells[0] as usize || j == cells[1] as usize
    };
    let mut places: Vec<DVec2> = sheet_positions(size, cells).iter().map(|p| DVec2::new(p.x, -p.z)).collect();
    for (v, place) in places.iter_mut().enumerate() {
        if !border(v) {
            *place += step * 0.98 * DVec2::new(random.unit() - 0.5, random.unit() - 0.5);
        }
    }
    for _ in 0..RELAXATIONS {
        let Some(triangles) = triangulated(&places) else { return regular_sheet(size, cells) };
        relax(&mut places, &triangles, border);
    }
    // Numbers from cells and sizes that are finite can always be triangulated; others give no sheet of any kind.
    let Some(triangles) = triangulated(&places) else { return regular_sheet(size, cells) };
    TriMesh { positions: places.iter().map(|p| DVec3::new(p.x, 0.0, -p.y)).collect(), triangles }
}

/// Delaunay's triangles of points in the plane, counter-clockwise; `None` if a point is not finite or two are the same.
fn triangulated(places: &[DVec2]) -> Option<Vec<[u32; 3]>> {
    let points = places.iter().map(|p| Point2::new(p.x, p.y)).collect();
    let triangulation = DelaunayTriangulation::<Point2<f64>>::bulk_load_stable(points).ok()?;
    let numbers = |face: spade::handles::FaceHandle<'_, spade::handles::InnerTag, _, _, _, _>| {
        face.vertices().map(|vertex| vertex.index() as u32)
    };
    let mut triangles: Vec<[u32; 3]> = triangulation.inner_faces().map(numbers).collect();
    // In the order of their points, which are in rows: neighbours in the sheet are neighbours in memory.
    for triangle in &mut triangles {
        let first = (0..3).min_by_key(|&k| triangle[k]).unwrap_or(0);
        triangle.rotate_left(first);
    }
    triangles.sort_unstable();
    (triangulation.num_vertices() == places.len()).then_some(triangles)
}

/// Moves each inner point to the mean of its triangles' centres, weighted by area.
fn relax(places: &mut [DVec2], triangles: &[[u32; 3]], border: impl Fn(usize) -> bool) {
    let mut sums = vec![(DVec2::ZERO, 0.0); places.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|v| places[v as usize]);
        let (center, area) = ((a + b + c) / 3.0, 0.5 * (b - a).perp_dot(c - a));
        for &v in triangle {
            let (sum, weight) = &mut sums[v as usize];
            *sum += center * area;
            *weight += area;
        }
    }
    for (v, (sum, weight)) in sums.into_iter().enumerate() {
        if weight > 0.0 && !border(v) {
            places[v] = sum / weight;
        }
    }
}

/// How much an edge must gain before it is flipped: with four points on a circle either diagonal will do.
const MIN_FLIP_GAIN: f64 = 1e-9;

/// Flips every edge whose two opposite angles sum to more than half a turn, until none is left. Each flip is one of a convex
/// quadrilateral, so all triangles stay counter-clockwise.
pub(super) fn flipped(places: &[DVec2], mut triangles: Vec<[u32; 3]>) -> Vec<[u32; 3]> {
    let mut sides: BTreeMap<[u32; 2], usize> = BTreeMap::new();
    for (t, &[a, b, c]) in triangles.iter().enumerate() {
        sides.extend([([a, b], t), ([b, c], t), ([c, a], t)]);
    }
    let mut waiting: Vec<[u32; 2]> = sides.keys().copied().filter(|[a, b]| a < b).collect();
    while let Some([a, b]) = waiting.pop() {
        let (Some(&left), Some(&right)) = (sides.get(&[a, b]), sides.get(&[b, a])) else { continue };
        let (c, d) = (opposite(triangles[left], a, b), opposite(triangles[right], a, b));
        let cotangent = |o: u32| {
            let (p, q) = (places[a as usize] - places[o as usize], places[b as usize] - places[o as usize]);
            p.dot(q) / p.perp_dot(q).abs()
        };
        if cotangent(c) + cotangent(d) >= -MIN_FLIP_GAIN {
            continue;
        }
        (triangles[left], triangles[right]) = ([a, d, c], [d, b, c]);
        sides.remove(&[a, b]);
        sides.remove(&[b, a]);
        sides.extend([([d, c], left), ([c, d], right), ([a, d], left), ([b, c], right)]);
        waiting.extend([[a, c], [c, b], [b, d], [d, a]]);
    }
    triangles
}

/// The corner of a triangle that is neither of two.
fn opposite(triangle: [u32; 3], a: u32, b: u32) -> u32 {
    triangle.into_iter().find(|&v| v != a && v != b).unwrap_or(a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::Topology;
    use crate::tri_mesh::angle_between;

    #[test]
    fn the_short_diagonal_wins() {
        let places = [(0.0, 0.0), (3.0, -0.5), (6.0, 0.0), (3.0, 0.5)].map(DVec2::from);
        let good = flipped(&places, vec![[0, 1, 2], [0, 2, 3]]);
        assert!(good.iter().all(|t| t.contains(&1) && t.contains(&3)), "{good:?}");
        assert_eq!(flipped(&places, good.clone()), good);
    }

    #[test]
    fn it_is_irregular_but_has_no_slivers() {
        let mesh = delaunay_sheet(DVec2::ONE, [40, 40]);
        let angles: Vec<f64> = (0..mesh.triangles.len())
            .flat_map(|t| {
                let [a, b, c] = mesh.corners(t);
                [angle_between(b - a, c - a), angle_between(c - b, a - b), angle_between(a - c, b - c)]
            })
            .collect();
        let smallest = angles.iter().copied().fold(f64::INFINITY, f64::min).to_degrees();
        assert!(smallest > 12.0, "{smallest}");
        let right = angles.iter().filter(|angle| (angle.to_degrees() - 90.0).abs() < 1.0).count();
        assert!(right * 20 < angles.len(), "{right} of {}", angles.len());
        let topology = Topology::new(&mesh);
        assert!(topology.surface().is_manifold() && topology.boundary_loops().len() == 1);
        assert_eq!(mesh, delaunay_sheet(DVec2::ONE, [40, 40]));
    }
}
