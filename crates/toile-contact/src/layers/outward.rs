//! Which way is outside.

use super::LayerError;
use super::setup::Setup;
use crate::features::Features;
use crate::obstacle::Obstacle;
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::bvh::Bvh;
use toile_geom::distance::point_triangle;

/// What tells the outside from the inside.
#[derive(Clone, Copy, Debug)]
pub enum Outward<'a> {
    /// One direction everywhere, of any length: up, for things on a table.
    Direction(DVec3),
    /// Away from the nearest surface of some obstacles, at a time in seconds. Cloth is not moved into them.
    Obstacles(&'a [Obstacle], f64),
    /// Away from a mesh of the features, closed and with its normals outside: the body. It is not moved, and cloth is not
    /// moved into it.
    Mesh(u16),
    /// Where the normals of the pieces themselves point, smoothed a little. For lack of anything better: it knows no body, and
    /// all pieces must have their right side out.
    Normals,
}

/// The outward directions at some positions.
pub(super) struct Field {
    /// The unit vector outwards at each vertex; zero where there is none.
    pub(super) directions: Vec<DVec3>,
    /// How far each vertex is from the body, negative inside; infinite if there is none.
    pub(super) distances: Vec<f64>,
}

/// What can be prepared once for many positions.
pub(super) enum Reference<'a> {
    Direction(DVec3),
    Obstacles(&'a [Obstacle], f64),
    Mesh(Box<BodyMesh>),
    Normals,
}

impl<'a> Reference<'a> {
    pub(super) fn new(
        outward: Outward<'a>,
        features: &Features,
        positions: &[DVec3],
    ) -> Result<Self, LayerError> {
        Ok(match outward {
            Outward::Direction(direction) => Self::Direction(direction.normalize_or_zero()),
            Outward::Obstacles(obstacles, time) => Self::Obstacles(obstacles, time),
            Outward::Normals => Self::Normals,
            Outward::Mesh(mesh) => Self::Mesh(Box::new(
                BodyMesh::new(features, mesh, positions).ok_or(LayerError::NoBody(mesh))?,
            )),
        })
    }

    /// The directions at the positions of a mesh.
    pub(super) fn field(&self, setup: &Setup<'_>, mesh: &TriMesh) -> Field {
        let nowhere = vec![f64::INFINITY; mesh.positions.len()];
        match self {
            Self::Direction(direction) => {
                Field { directions: vec![*direction; mesh.positions.len()], distances: nowhere }
            }
            Self::Normals => Field { directions: smooth_normals(setup, mesh), distances: nowhere },
            Self::Obstacles(obstacles, time) => gathered(mesh, |point| {
                let nearest = obstacles.iter().filter_map(|obstacle| obstacle.nearest(point, *time));
                let nearest = nearest.min_by(|a, b| a.distance.total_cmp(&b.distance));
                nearest.map_or((DVec3::ZERO, f64::INFINITY), |place| (place.normal, place.distance))
            }),
            Self::Mesh(body) => gathered(mesh, |point| body.away(point)),
        }
    }
}

fn gathered(mesh: &TriMesh, away: impl Fn(DVec3) -> (DVec3, f64) + Sync) -> Field {
    // The direction of a body may not be known everywhere.
    let sound = |(direction, distance): (DVec3, f64)| match direction.try_normalize() {
        Some(unit) if !distance.is_nan() => (unit, distance),
        _ => (DVec3::ZERO, f64::INFINITY),
    };
    let (directions, distances) = mesh.positions.par_iter().map(|&point| sound(away(point))).unzip();
    Field { directions, distances }
}

/// The vertex normals, each averaged with its neighbours a few times so that small wrinkles do not turn it.
fn smooth_normals(setup: &Setup<'_>, mesh: &TriMesh) -> Vec<DVec3> {
    const SWEEPS: usize = 4;
    let mut normals = mesh.vertex_normals();
    for _ in 0..SWEEPS {
        let mean = |(v, normal): (usize, &DVec3)| {
            let around = setup.neighbours.row(v).iter().map(|&w| normals[w as usize]);
            (*normal + around.sum::<DVec3>()).normalize_or_zero()
        };
        normals = normals.par_iter().enumerate().map(mean).collect();
    }
    normals
}

/// A body as a mesh, and a tree to find its nearest place.
pub(super) struct BodyMesh {
    mesh: TriMesh,
    normals: Vec<DVec3>,
    tree: Bvh,
}

impl BodyMesh {
    fn new(features: &Features, mesh: u16, positions: &[DVec3]) -> Option<Self> {
        if usize::from(mesh) >= features.mesh_count() {
            return None;
        }
        let range = features.vertices_of(mesh);
        let triangles: Vec<[u32; 3]> = features
            .triangles()
            .iter()
            .filter(|triangle| range.contains(&triangle[0]))
            .map(|triangle| triangle.map(|v| v - range.start))
            .collect();
        let mesh = TriMesh {
            positions: positions.get(range.start as usize..range.end as usize)?.to_vec(),
            triangles,
        };
        let (normals, tree) = (mesh.vertex_normals(), Bvh::over_triangles(&mesh));
        (!mesh.triangles.is_empty()).then_some(Self { mesh, normals, tree })
    }

    /// The way out and how far a point is from the surface. The normals of the vertices, blended at the nearest place, tell
    /// the inside from the outside.
    fn away(&self, point: DVec3) -> (DVec3, f64) {
        /// Closer to the surface than this the way to it is lost in rounding.
        const CLOSE: f64 = 1e-9;
        let corners = |t: u32| self.mesh.corners(t as usize);
        let nearest =
            self.tree.nearest(point, f64::INFINITY, |t| point_triangle(point, corners(t)).distance_squared);
        let Some((triangle, squared)) = nearest else { return (DVec3::ZERO, f64::INFINITY) };
        let place = point_triangle(point, corners(triangle));
        let around = self.mesh.triangles[triangle as usize].iter().zip(place.barycentric);
        let normal: DVec3 = around.map(|(&v, weight)| weight * self.normals[v as usize]).sum();
        let normal = normal.normalize_or_zero();
        let (way, distance) = (point - place.point, squared.sqrt());
        let side = if way.dot(normal) < 0.0 { -1.0 } else { 1.0 };
        let direction = if distance > CLOSE { way.normalize_or_zero() * side } else { normal };
        (direction, side * distance)
    }
}
