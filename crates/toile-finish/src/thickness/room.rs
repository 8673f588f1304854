//! How thick cloth may be where something is near.

use super::thick::ThickCloth;
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::bounds::Aabb;
use toile_geom::bvh::Bvh;
use toile_geom::distance::point_triangle;

/// How much of the way to the middle between two layers each of them takes.
const OWN_PART: f64 = 0.9;
/// The thinnest that cloth becomes on each side, in metres.
pub(super) const THINNEST: f64 = 5e-8;

/// Trees over what is near; kept from frame to frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    boxes: Vec<Aabb>,
    own: Bvh,
}

impl Near {
    /// Takes over where the cloth is.
    fn set(&mut self, triangles: &[[u32; 3]], positions: &[DVec3]) {
        let bounds = |t: &[u32; 3]| -> Aabb { t.iter().map(|&v| positions[v as usize]).collect() };
        let is_first = self.boxes.len() != triangles.len();
        self.boxes.clear();
        self.boxes.par_extend(triangles.par_iter().map(bounds));
        if is_first {
            self.own = Bvh::new(&self.boxes);
        } else {
            self.own.refit(&self.boxes);
        }
    }
}

impl ThickCloth {
    /// Finds room for each vertex, and returns how many have less than they need.
    ///
    /// A sphere that touches the cloth from one side at a vertex `p`, with its centre along the normal `n`, meets a point `q` if its radius is
    /// `|q - p|² / (2 n·(q - p))`. Layers of the cloth meet at the centre of the largest sphere that meets none; an obstacle may be reached at its other end.
    pub(super) fn make_room(&mut self, positions: &[DVec3], obstacles: &[(&TriMesh, Bvh)]) -> usize {
        self.near.set(self.cloth.triangles(), positions);
        let (triangles, tree) = (self.cloth.triangles(), &self.near.own);
        let (normals, reach, gap) = (self.normals(), &self.reach, self.settings.gap);
        let of_vertex = |v: usize| {
            let (place, normal) = (positions[v], normals[v]);
            let farthest = 2.0 * reach[v][0].max(reach[v][1]) + gap;
            let around = Aabb { min: place, max: place }.inflated(farthest);
            // Twice the radii of the spheres on both sides.
            let (mut own, mut others) = ([f64::INFINITY; 2], [f64::INFINITY; 2]);
            tree.query(&around, |t| {
                let corners = triangles[t as usize];
                if !corners.contains(&(v as u32)) {
                    shrink(&mut own, place, normal, corners.map(|v| positions[v as usize]));
                }
            });
            for (mesh, tree) in obstacles {
                tree.query(&around, |t| shrink(&mut others, place, normal, mesh.corners(t as usize)));
            }
            [0, 1].map(|side| {
                let free = (0.5 * OWN_PART * own[side] - 0.5 * gap).min(others[side] - gap);
                (free.max(THINNEST) / reach[v][side]).min(1.0)
            })
        };
        let room: Vec<[f64; 2]> =
            (0..positions.len()).into_par_iter().with_min_len(256).map(of_vertex).collect();
        self.room = room;
        self.room.iter().filter(|room| room[0] < 1.0 || room[1] < 1.0).count()
    }
}

/// Makes spheres on both sides of a vertex small enough not to meet a triangle.
fn shrink(diameters: &mut [f64; 2], place: DVec3, normal: DVec3, triangle: [DVec3; 3]) {
    let way = point_triangle(place, triangle).point - place;
    let height = way.dot(normal);
    let side = usize::from(height < 0.0);
    if height != 0.0 {
        diameters[side] = diameters[side].min(way.length_squared() / height.abs());
    }
}
