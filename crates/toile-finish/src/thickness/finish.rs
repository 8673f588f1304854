//! A frame: placed with room, and tested exactly.

use super::room::THINNEST;
use super::thick::{ThickCloth, ThickPart};
use crate::flat::FlatError;
use glam::DVec3;
use std::time::{Duration, Instant};
use toile_geom::TriMesh;
use toile_geom::bvh::Bvh;
use toile_geom::intersect::{mesh_triangles_intersect, triangles_intersect};

/// What a round leaves of the thickness where something is passed through.
const LESS: f64 = 0.25;

/// What became of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThickReport {
    /// Vertices of the cloth that had no room for all of their thickness.
    pub thinned: usize,
    /// Vertices that were made thinner since the exact test found something.
    pub corrected: usize,
    /// How often that was done.
    pub rounds: usize,
    /// Pairs of triangles that intersect in the end, among themselves or with obstacles: none, if the thin cloth has none.
    pub intersections: usize,
    /// Time to place vertices and to find room.
    pub placing: Duration,
    /// Time for the exact test.
    pub testing: Duration,
}

impl ThickCloth {
    /// Moves the mesh to where the cloth is, as thick as there is room for among its own layers and obstacles. Obstacles count as thick as they
    /// are: of outfits, lower garments are finished first.
    ///
    /// # Errors
    /// If there is not one position for each vertex of the cloth, or one is no number.
    pub fn finish(&mut self, positions: &[DVec3], obstacles: &[&TriMesh]) -> Result<ThickReport, FlatError> {
        let clock = Instant::now();
        self.place(positions)?;
        let obstacles: Vec<(&TriMesh, Bvh)> =
            obstacles.iter().map(|&mesh| (mesh, Bvh::over_triangles(mesh))).collect();
        let mut report =
            ThickReport { thinned: self.make_room(positions, &obstacles), ..ThickReport::default() };
        let mut corrected = vec![false; positions.len()];
        self.set_positions(positions);
        report.placing = clock.elapsed();
        let clock = Instant::now();
        loop {
            let crossing = self.crossing(&obstacles);
            report.intersections = crossing.len();
            if crossing.is_empty() || report.rounds == self.settings.rounds {
                break;
            }
            report.rounds += 1;
            let least = report.rounds == self.settings.rounds;
            for &(v, side) in &self.sides_below(&crossing) {
                corrected[v as usize] = true;
                let thinnest = THINNEST / self.reach[v as usize][side];
                let room = &mut self.room[v as usize][side];
                *room = if least { thinnest } else { (*room * LESS).max(thinnest) };
            }
            self.set_positions(positions);
        }
        report.corrected = corrected.iter().filter(|&&was| was).count();
        report.testing = clock.elapsed();
        Ok(report)
    }

    /// The pairs that intersect: each triangle of the mesh, and with what of its own, or with itself for something else.
    fn crossing(&self, obstacles: &[(&TriMesh, Bvh)]) -> Vec<[u32; 2]> {
        let tree = Bvh::over_triangles(&self.mesh);
        let mut crossing = tree.self_pairs(|a, b| mesh_triangles_intersect(&self.mesh, a, b));
        for (obstacle, other) in obstacles {
            let meet = |a: u32, b: u32| {
                triangles_intersect(self.mesh.corners(a as usize), obstacle.corners(b as usize))
            };
            crossing.extend(tree.pairs(other, meet).into_iter().map(|[a, _]| [a, a]));
        }
        crossing
    }

    /// The cloth's vertices, each with a side, that some triangles of the mesh are made from, in order.
    fn sides_below(&self, pairs: &[[u32; 2]]) -> Vec<(u32, usize)> {
        let mut below = Vec::new();
        for &t in pairs.as_flattened() {
            let sides = match self.parts()[t as usize] {
                ThickPart::Outer => 0..1,
                ThickPart::Inner | ThickPart::Hem => 1..2,
                ThickPart::Rim | ThickPart::Step => 0..2,
            };
            let vertices = self.cloth.triangles()[self.origin()[t as usize] as usize];
            below.extend(vertices.into_iter().flat_map(|v| sides.clone().map(move |side| (v, side))));
        }
        below.sort_unstable();
        below.dedup();
        below
    }
}
