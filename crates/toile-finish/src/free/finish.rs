//! All levels of a refinement, one after the other, free of collisions.

use super::{FreeReport, FreeSettings, Obstacles, PullBack};
use crate::subdivision::{Refinement, RefinementError};
use glam::DVec3;
use std::time::Instant;
use toile_geom::TriMesh;

/// Cloth refined without collisions: made once for a mesh, used for each frame.
#[derive(Clone, Debug)]
pub struct CollisionFree {
    refinement: Refinement,
    settings: FreeSettings,
    /// Where the coarse vertices were in the last frame.
    coarse: Vec<DVec3>,
    levels: Vec<Level>,
    obstacles: Obstacles,
}

#[derive(Clone, Debug)]
struct Level {
    pull_back: PullBack,
    start: Vec<DVec3>,
    end: Vec<DVec3>,
}

impl CollisionFree {
    /// Prepares for frames of a refined mesh.
    pub fn new(refinement: Refinement, settings: FreeSettings) -> Self {
        let mut before = refinement.coarse_triangles();
        let mut levels = Vec::with_capacity(refinement.levels().len());
        for level in refinement.levels() {
            let places = vec![DVec3::ZERO; level.stencils.len()];
            let pull_back = PullBack::of_level(before, level);
            levels.push(Level { pull_back, start: places.clone(), end: places });
            before = &level.triangles;
        }
        let coarse = vec![DVec3::ZERO; refinement.coarse_vertices()];
        Self { refinement, settings, coarse, levels, obstacles: Obstacles::default() }
    }

    /// Refines the positions of a frame, among obstacles where they are in that frame.
    ///
    /// # Errors
    /// If there is not one position for each vertex of the coarse mesh, a vertex is nowhere, or the mesh has collapsed.
    pub fn finish(
        &mut self,
        coarse: &[DVec3],
        obstacles: &[&TriMesh],
    ) -> Result<FreeReport, RefinementError> {
        let (expected, found) = (self.refinement.coarse_vertices(), coarse.len());
        if expected != found {
            return Err(RefinementError::Length { expected, found });
        }
        let clock = Instant::now();
        self.coarse.clear();
        self.coarse.extend_from_slice(coarse);
        self.obstacles.set(obstacles);
        let mut report = FreeReport { levels: Vec::new(), obstacles: clock.elapsed() };
        for n in 0..self.levels.len() {
            let (done, rest) = self.levels.split_at_mut(n);
            let before = done.last().map_or(coarse, |level| &level.end);
            let (Level { pull_back, start, end }, refined) = (&mut rest[0], &self.refinement.levels()[n]);
            let clock = Instant::now();
            refined.place_on_coarse(before, start);
            refined.place(before, end);
            let placing = clock.elapsed();
            let mut level = pull_back.hold(start, end, &self.obstacles, &self.settings)?;
            level.placing = placing;
            report.levels.push(level);
        }
        Ok(report)
    }

    /// The topology.
    pub fn refinement(&self) -> &Refinement {
        &self.refinement
    }

    /// What was around in the last frame.
    pub fn obstacles(&self) -> &Obstacles {
        &self.obstacles
    }

    /// The positions of the finest vertices in the last frame: those of the coarse mesh if there are no levels, and the origin before the first
    /// frame.
    pub fn positions(&self) -> &[DVec3] {
        self.levels.last().map_or(&self.coarse, |level| &level.end)
    }

    /// The mesh of a level in the last frame, counted from the coarsest one that is refined.
    pub fn mesh_of_level(&self, level: usize) -> Option<TriMesh> {
        let triangles = &self.refinement.levels().get(level)?.triangles;
        Some(TriMesh { positions: self.levels.get(level)?.end.clone(), triangles: triangles.clone() })
    }

    /// The finest mesh of the last frame.
    pub fn mesh(&self) -> TriMesh {
        TriMesh { positions: self.positions().to_vec(), triangles: self.refinement.triangles().to_vec() }
    }
}
