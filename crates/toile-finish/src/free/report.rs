//! What a pass did, and how long it took.

use std::time::Duration;

/// What happened in one level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FreeLevelReport {
    /// Vertices of the fine mesh.
    pub vertices: usize,
    /// Triangles of the fine mesh.
    pub triangles: usize,
    /// The farthest that the scheme wants to move a vertex off the coarse mesh, in metres.
    pub max_displacement: f64,
    /// Pairs of triangles that no direction separates.
    pub close_pairs: usize,
    /// Vertices around which patches are no map over a plane, so that all pairs were tested.
    pub folded_stars: usize,
    /// Vertices that were pulled back.
    pub corrected: usize,
    /// How often something was pulled back.
    pub rounds: usize,
    /// Pairs that intersect in the end: none, if the coarse mesh has none.
    pub intersections: usize,
    /// Time to place vertices.
    pub placing: Duration,
    /// Time to find pairs that may touch.
    pub broad: Duration,
    /// Time for continuous and exact tests, and to pull back.
    pub narrow: Duration,
}

impl FreeLevelReport {
    /// Time to find and resolve collisions.
    pub fn detection(&self) -> Duration {
        self.broad + self.narrow
    }
}

/// What happened in all levels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FreeReport {
    /// The levels, the coarsest first.
    pub levels: Vec<FreeLevelReport>,
    /// Time to make the obstacles ready.
    pub obstacles: Duration,
}

impl FreeReport {
    /// Pairs that intersect in the finest mesh.
    pub fn intersections(&self) -> usize {
        self.levels.last().map_or(0, |level| level.intersections)
    }

    /// Time for everything.
    pub fn total(&self) -> Duration {
        let levels: Duration = self.levels.iter().map(|level| level.placing + level.detection()).sum();
        levels + self.obstacles
    }
}
