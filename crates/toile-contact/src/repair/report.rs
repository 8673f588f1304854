//! What a repair found and did.

use glam::DVec3;

/// What a repair found and did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RepairReport {
    /// Pairs of triangles that met where they should not, by the exact test.
    pub intersections_before: usize,
    /// Those that still do.
    pub intersections_after: usize,
    /// How many closed contours there were.
    pub closed_contours: usize,
    /// How many contours there were that end at open borders or run into a vertex that both surfaces share.
    pub open_contours: usize,
    /// How many times everything was moved.
    pub iterations: usize,
    /// Whether it ended because the deadline was over.
    pub is_late: bool,
    /// How many vertices are somewhere else now.
    pub moved_vertices: usize,
    /// The farthest that a vertex was moved, in metres.
    pub max_displacement: f64,
    /// How much longer an edge became at most than it was or should be at rest, 0.1 for 10 %. Where no lengths at rest were
    /// given, an edge that was shorter than those around it counts as long as they are on average.
    pub max_stretch: f64,
    /// Pairs of features near what was moved that are closer than the thickness, though not intersecting.
    pub too_close: usize,
    /// What could not be repaired.
    pub unrepaired: Vec<Unrepaired>,
}

/// A pair of triangles that could not be parted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unrepaired {
    /// The triangles, by their numbers in the features.
    pub triangles: [u32; 2],
    /// Where they meet, roughly.
    pub position: DVec3,
}

impl RepairReport {
    /// Whether nothing intersects any more.
    pub fn is_clean(&self) -> bool {
        self.intersections_after == 0
    }
}
