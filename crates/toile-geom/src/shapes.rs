//! Simple meshes to start from: sheets of cloth, balls and boxes to drop them on, tubes for sleeves.

mod accordion;

pub use accordion::Accordion;

use crate::TriMesh;
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// A flat sheet in the `xz` plane around the origin, facing up, with `cells` squares of two triangles each way.
///
/// Diagonals alternate, so that the mesh prefers no direction.
pub fn sheet(size: DVec2, cells: [u32; 2]) -> TriMesh {
    TriMesh { positions: sheet_positions(size, cells), triangles: grid_triangles(cells, false, alternating) }
}

/// The same sheet with all diagonals in one direction: for tests of what a mesh's direction does.
pub fn regular_sheet(size: DVec2, cells: [u32; 2]) -> TriMesh {
    TriMesh { positions: sheet_positions(size, cells), triangles: grid_triangles(cells, false, |_, _| true) }
}

pub(crate) fn sheet_positions(size: DVec2, cells: [u32; 2]) -> Vec<DVec3> {
    let at = |i: u32, j: u32| {
        let (u, v) = (f64::from(i) / f64::from(cells[0]), f64::from(j) / f64::from(cells[1]));
        DVec3::new((u - 0.5) * size.x, 0.0, (v - 0.5) * size.y)
    };
    (0..=cells[1]).flat_map(|j| (0..=cells[0]).map(move |i| at(i, j))).collect()
}

/// Whether the diagonal of a cell falls, in a pattern of squares of a chessboard.
fn alternating(i: u32, j: u32) -> bool {
    (i + j).is_multiple_of(2)
}

/// A tube around the `y` axis, open at both ends, facing outwards, from `y = 0` to `height`.
pub fn tube(radius: f64, height: f64, around: u32, along: u32) -> TriMesh {
    let at = |i: u32, j: u32| {
        let angle = TAU * f64::from(i) / f64::from(around);
        let y = height * (1.0 - f64::from(j) / f64::from(along));
        DVec3::new(radius * angle.sin(), y, radius * angle.cos())
    };
    let positions = (0..=along).flat_map(|j| (0..around).map(move |i| at(i, j))).collect();
    TriMesh { positions, triangles: grid_triangles([around, along], true, alternating) }
}

/// Triangles over a grid of vertices in rows; `closed` joins the last column to the first, `falls` says of each cell which way
/// its diagonal runs.
fn grid_triangles(cells: [u32; 2], closed: bool, falls: impl Fn(u32, u32) -> bool) -> Vec<[u32; 3]> {
    let columns = if closed { cells[0] } else { cells[0] + 1 };
    let mut triangles = Vec::with_capacity(2 * cells[0] as usize * cells[1] as usize);
    for j in 0..cells[1] {
        for i in 0..cells[0] {
            let next = (i + 1) % columns;
            let [a, b] = [j * columns + i, j * columns + next];
            let [c, d] = [a + columns, b + columns];
            if falls(i, j) {
                triangles.extend([[a, c, d], [a, d, b]]);
            } else {
                triangles.extend([[a, c, b], [b, c, d]]);
            }
        }
    }
    triangles
}

/// A ball around the origin: an icosahedron whose triangles are split in four `subdivisions` times.
pub fn icosphere(radius: f64, subdivisions: u32) -> TriMesh {
    let mut mesh = icosahedron();
    for _ in 0..subdivisions {
        mesh = split_in_four(&mesh);
        for p in &mut mesh.positions {
            *p = p.normalize();
        }
    }
    for p in &mut mesh.positions {
        *p *= radius;
    }
    mesh
}

fn icosahedron() -> TriMesh {
    let g = f64::midpoint(1.0, 5.0_f64.sqrt());
    let corners = [
        [-1.0, g, 0.0],
        [1.0, g, 0.0],
        [-1.0, -g, 0.0],
        [1.0, -g, 0.0],
        [0.0, -1.0, g],
        [0.0, 1.0, g],
        [0.0, -1.0, -g],
        [0.0, 1.0, -g],
        [g, 0.0, -1.0],
        [g, 0.0, 1.0],
        [-g, 0.0, -1.0],
        [-g, 0.0, 1.0],
    ];
    TriMesh {
        positions: corners.into_iter().map(|p| DVec3::from(p).normalize()).collect(),
        triangles: vec![
            [0, 11, 5],
            [0, 5, 1],
            [0, 1, 7],
            [0, 7, 10],
            [0, 10, 11],
            [1, 5, 9],
            [5, 11, 4],
            [11, 10, 2],
            [10, 7, 6],
            [7, 1, 8],
            [3, 9, 4],
            [3, 4, 2],
            [3, 2, 6],
            [3, 6, 8],
            [3, 8, 9],
            [4, 9, 5],
            [2, 4, 11],
            [6, 2, 10],
            [8, 6, 7],
            [9, 8, 1],
        ],
    }
}

/// Splits each triangle at its edges' midpoints; midpoints are shared between neighbours.
fn split_in_four(mesh: &TriMesh) -> TriMesh {
    let mut positions = mesh.positions.clone();
    let mut midpoints = BTreeMap::new();
    let mut midpoint = |a: u32, b: u32| {
        *midpoints.entry([a.min(b), a.max(b)]).or_insert_with(|| {
            positions.push(mesh.positions[a as usize].midpoint(mesh.positions[b as usize]));
            positions.len() as u32 - 1
        })
    };
    let split = |&[a, b, c]: &[u32; 3]| {
        let (ab, bc, ca) = (midpoint(a, b), midpoint(b, c), midpoint(c, a));
        [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
    };
    let triangles = mesh.triangles.iter().flat_map(split).collect();
    TriMesh { positions, triangles }
}

/// A closed box around the origin with edges of the given lengths.
pub fn cuboid(size: DVec3) -> TriMesh {
    let corner = |i: u32| {
        let sign = |bit: u32| if i >> bit & 1 == 1 { 0.5 } else { -0.5 };
        size * DVec3::new(sign(0), sign(1), sign(2))
    };
    let squares = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    TriMesh {
        positions: (0..8).map(corner).collect(),
        triangles: squares.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheets::delaunay_sheet;
    use crate::topology::Topology;

    #[test]
    fn closed_shapes_are_closed_and_face_outwards() {
        for mesh in [icosphere(1.0, 2), cuboid(DVec3::new(1.0, 2.0, 3.0))] {
            let topology = Topology::new(&mesh);
            assert!(topology.surface().is_closed_manifold());
            assert!(topology.surface().inconsistent_edges.is_empty());
            assert!(mesh.volume() > 0.0);
        }
        assert!((cuboid(DVec3::new(1.0, 2.0, 3.0)).volume() - 6.0).abs() < 1e-12);
    }

    #[test]
    fn sheets_face_up_and_tube_faces_out() {
        for make in [sheet, regular_sheet, delaunay_sheet] {
            let sheet = make(DVec2::new(2.0, 3.0), [4, 6]);
            assert!(sheet.triangle_normals().iter().all(|n| n.y > 0.99));
            assert!((sheet.area() - 6.0).abs() < 1e-12);
            assert_eq!((sheet.positions.len(), sheet.triangles.len()), (35, 48));
        }
        let tube = tube(0.5, 2.0, 12, 5);
        for (t, normal) in tube.triangle_normals().iter().enumerate() {
            let centre = tube.corners(t).iter().sum::<DVec3>() / 3.0;
            assert!(normal.dot(centre.with_y(0.0)) > 0.0);
        }
        assert_eq!(Topology::new(&tube).boundary_loops().len(), 2);
    }
}
