//! Scenes for comparing ways to find collisions: no physics, only shapes and how they move in one step.
//!
//! | name | what it is like |
//! |---|---|
//! | `folded` | one sheet in many layers: even triangles, many neighbours |
//! | `n-body` | hundreds of balls of all sizes, cones and a floor falling on each other: very uneven triangles |
//! | `funnel` | a sheet pushed into a coarse funnel, pleated where it is narrow |
//! | `reef-knot`, `bowline`, `knots` | ropes in knots, pulled tighter: crowded in the middle, finer where they bend |
//! | `dressed-body` | a dress of few triangles around a held body of many |
//!
//! ```
//! use toile_contact::broad::{Candidates, BroadPhase};
//! use toile_lab::detection::scenes::DetectionScene;
//!
//! let scene = DetectionScene::named("reef-knot", 2000).unwrap();
//! let mut found = Candidates::default();
//! let mut method = <dyn BroadPhase>::named("octree").unwrap();
//! method.find(&scene.continuous(), &mut found).unwrap();
//! assert!(!found.is_empty());
//! ```

mod dressed_body;
mod folded;
mod funnel;
mod knots;
mod n_body;
mod swept_tube;

use glam::DVec3;
use toile_contact::broad::BroadQuery;
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_geom::TriMesh;
use toile_geom::names::UnknownName;

/// Meshes, where they are and where they go.
#[derive(Clone, Debug)]
pub struct DetectionScene {
    /// The meshes.
    pub features: Features,
    /// What is not asked for.
    pub filter: Filter,
    /// Where the vertices are at the beginning of the step.
    pub start: Vec<DVec3>,
    /// Where they are at its end.
    pub end: Vec<DVec3>,
    /// How near things are to be found as they are, in metres.
    pub distance: f64,
}

/// The names of all scenes.
pub const SCENES: &[&str] = &["folded", "n-body", "funnel", "reef-knot", "bowline", "knots", "dressed-body"];

impl DetectionScene {
    /// The scene of a name, of about as many triangles as asked for, but no fewer than it needs to look like itself.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str, triangles: u32) -> Result<Self, UnknownName> {
        Ok(match name {
            "folded" => folded::scene(triangles),
            "n-body" => n_body::scene(triangles),
            "funnel" => funnel::scene(triangles),
            "reef-knot" => knots::scene(&[&knots::REEF], triangles),
            "bowline" => knots::scene(&[&knots::BOWLINE], triangles),
            "knots" => knots::scene(&[&knots::REEF, &knots::BOWLINE], triangles),
            "dressed-body" => dressed_body::scene(triangles),
            _ => return Err(UnknownName::new("scene", name, SCENES.iter().copied())),
        })
    }

    fn new(distance: f64) -> Self {
        let (features, filter) = (Features::default(), Filter::new());
        Self { features, filter, start: Vec::new(), end: Vec::new(), distance }
    }

    /// Adds a mesh and where its vertices go.
    fn add(&mut self, mesh: &TriMesh, end: impl IntoIterator<Item = DVec3>) {
        self.features.add(&mesh.triangles, mesh.positions.len());
        self.start.extend_from_slice(&mesh.positions);
        self.end.extend(end);
    }

    /// Asks what is near as things are.
    pub fn discrete(&self) -> BroadQuery<'_> {
        BroadQuery::discrete(&self.features, &self.filter, &self.start, self.distance)
    }

    /// Asks what may touch during the step; a hundredth of the distance is added for safety.
    pub fn continuous(&self) -> BroadQuery<'_> {
        BroadQuery::continuous(&self.features, &self.filter, &self.start, &self.end, 0.01 * self.distance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_have_about_the_triangles_asked_for_and_move_a_little() {
        for name in SCENES {
            for wanted in [3000, 20_000] {
                let scene = DetectionScene::named(name, wanted).unwrap();
                let count = scene.features.triangles().len() as f64;
                assert!((count / f64::from(wanted) - 1.0).abs() < 0.25, "{name}: {count} for {wanted}");
                assert_eq!(scene.start.len(), scene.features.vertex_count(), "{name}");
                let ways = scene.start.iter().zip(&scene.end).map(|(start, end)| start.distance(*end));
                let longest = ways.fold(0.0, f64::max);
                assert!(longest > 1e-4 && longest < 0.2, "{name} moves by {longest}");
            }
        }
        assert!(DetectionScene::named("nothing", 10).is_err());
    }
}
