//! What lies between a garment and the skin: where garments are worn over each other, the outer one presses on the inner one, and this on the skin.
//!
//! Cloth on cloth is not cloth on skin: a pullover that lies on a shirt says nothing of its own size by that. What it presses with is handed down,
//! from cloth to cloth, to the one that touches the skin.

use super::skin::SkinPoint;
use crate::dressed::Dressed;
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::bvh::Bvh;
use toile_geom::distance::point_triangle;

/// What an outfit changes of how one of its garments presses.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Between {
    /// Which of its vertices lie on other cloth; none if it is worn alone.
    pub(super) covered: Vec<bool>,
    /// What other cloth presses each of its vertices with towards the skin, in N; none if it is worn alone.
    pub(super) loads: Vec<f64>,
}

/// Where a vertex lies on other cloth: the garment and its nearest vertex.
type Below = Option<(usize, u32)>;

impl Between {
    /// Whether a vertex lies on other cloth.
    pub(super) fn is_covered(&self, vertex: usize) -> bool {
        self.covered.get(vertex).copied().unwrap_or(false)
    }

    /// What other cloth presses a vertex with, in N.
    pub(super) fn load(&self, vertex: usize) -> f64 {
        self.loads.get(vertex).copied().unwrap_or(0.0)
    }

    /// For each garment of an outfit, from inside to outside: what lies below it, and what presses on it. `skins` is the skin below the vertices of each, `forces` what holds them.
    pub(super) fn of_all(
        garments: &[Dressed],
        skins: &[Vec<Option<SkinPoint>>],
        forces: &[Vec<DVec3>],
        touch: f64,
    ) -> Vec<Self> {
        let meshes: Vec<TriMesh> = garments.iter().map(|garment| garment.cloth.mesh()).collect();
        let trees: Vec<Bvh> = meshes.iter().map(Bvh::over_triangles).collect();
        let mut all: Vec<Self> = meshes
            .iter()
            .map(|mesh| Self { covered: Vec::new(), loads: vec![0.0; mesh.positions.len()] })
            .collect();
        for outer in (0..meshes.len()).rev() {
            let below = |(place, skin): (&DVec3, &Option<SkinPoint>)| -> Below {
                let skin = skin.filter(|skin| skin.distance < 2.0 * touch)?;
                let others = (0..meshes.len()).filter(|other| *other != outer);
                let found = others.filter_map(|other| {
                    let (vertex, distance) =
                        under(*place, skin.normal, touch, &meshes[other], &trees[other])?;
                    Some((other, vertex, distance))
                });
                found.min_by(|a, b| a.2.total_cmp(&b.2)).map(|(other, vertex, _)| (other, vertex))
            };
            let belows: Vec<Below> =
                meshes[outer].positions.par_iter().zip(&skins[outer]).map(below).collect();
            for (v, below) in belows.iter().enumerate() {
                let (Some((other, vertex)), Some(skin)) = (below, skins[outer][v]) else { continue };
                // Only what lies farther in is still to be asked: that hands on what it got.
                if *other < outer {
                    let load = forces[outer][v].dot(skin.normal) + all[outer].loads[v];
                    all[*other].loads[*vertex as usize] += load;
                }
            }
            all[outer].covered = belows.iter().map(Option::is_some).collect();
        }
        all
    }
}

/// The vertex of a mesh on which a point lies, and how far it is from the mesh: the mesh has to be nearer to the skin, whose normal is given.
fn under(point: DVec3, normal: DVec3, touch: f64, mesh: &TriMesh, tree: &Bvh) -> Option<(u32, f64)> {
    let nearest = |t: u32| point_triangle(point, mesh.corners(t as usize));
    let (t, squared) = tree.nearest(point, touch, |t| nearest(t).distance_squared)?;
    let weights = nearest(t).barycentric;
    let corners = mesh.corners(t as usize);
    let foot = (0..3).map(|i| corners[i] * weights[i]).sum::<DVec3>();
    if (point - foot).dot(normal) <= 0.0 {
        return None;
    }
    let vertex = (0..3).max_by(|&a, &b| weights[a].total_cmp(&weights[b]))?;
    Some((mesh.triangles[t as usize][vertex], squared.sqrt()))
}
