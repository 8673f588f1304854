//! What passes through what, exactly.

use serde::Serialize;
use toile_geom::TriMesh;
use toile_geom::intersect::{mesh_intersections, self_intersections};

/// Pairs of triangles that pass through each other, by the exact test; `self_intersections` and `body_intersections` in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Intersections {
    /// Of the cloth with itself.
    #[serde(rename = "self_intersections")]
    pub itself: usize,
    /// Of the cloth with bodies.
    #[serde(rename = "body_intersections")]
    pub bodies: usize,
}

impl Intersections {
    /// Those of a cloth with itself and with bodies.
    pub fn of(cloth: &TriMesh, bodies: impl IntoIterator<Item = TriMesh>) -> Self {
        let with_body = |body: TriMesh| mesh_intersections(cloth, &body).len();
        Self { itself: self_intersections(cloth).len(), bodies: bodies.into_iter().map(with_body).sum() }
    }

    /// All of them.
    pub fn count(&self) -> usize {
        self.itself + self.bodies
    }

    /// The larger of each of the two.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { itself: self.itself.max(other.itself), bodies: self.bodies.max(other.bodies) }
    }
}
