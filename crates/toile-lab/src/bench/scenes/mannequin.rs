//! The mannequin that scenes dress, and lines around it.

use glam::{DVec2, DVec3};
use toile_body::mannequin::{BuiltMannequin, Mannequin, MannequinError};
use toile_body::measures::{Figure, Measures};
use toile_body::section::cut;
use toile_body::tape::convex_hull;
use toile_geom::TriMesh;

/// Farther from the middle than this, a section is one of an arm.
const ARMS: f64 = 0.22;

/// A woman of usual measures.
pub(super) fn mannequin() -> Result<BuiltMannequin, MannequinError> {
    Mannequin::new(Figure::Woman, Measures::typical(Figure::Woman)).build()
}

/// Where a joint of the mannequin is.
pub(super) fn joint(body: &BuiltMannequin, name: &str) -> DVec3 {
    body.joints().into_iter().find(|joint| joint.0 == name).map_or(DVec3::ZERO, |joint| joint.1)
}

/// A tape around trunk, neck or both legs at a height, counter-clockwise in `x` and `z`.
pub(super) struct Ring(Vec<DVec2>);

impl Ring {
    pub(super) fn new(body: &TriMesh, height: f64) -> Self {
        let loops = cut(body, DVec3::Y * height, DVec3::Y);
        let of_trunk = loops.iter().filter(|line| line.centroid().x.abs() < ARMS);
        let points: Vec<DVec2> =
            of_trunk.flat_map(|line| &line.points).map(|p| DVec2::new(p.x, p.z)).collect();
        Self(convex_hull(&points))
    }

    /// How far it reaches from a vertical line.
    pub(super) fn radius(&self, middle: DVec3) -> f64 {
        let middle = DVec2::new(middle.x, middle.z);
        self.0.iter().map(|p| p.distance(middle)).fold(0.0, f64::max)
    }

    /// Whether a place above or below is within it, or not farther from one of its sides than a distance.
    pub(super) fn encloses(&self, place: DVec3, distance: f64) -> bool {
        let p = DVec2::new(place.x, place.z);
        let sides = self.0.iter().zip(self.0.iter().cycle().skip(1));
        sides.into_iter().all(|(from, to)| (*to - *from).normalize_or_zero().perp_dot(p - *from) > -distance)
    }
}
