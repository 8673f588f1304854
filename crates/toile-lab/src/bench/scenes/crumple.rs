//! A sheet that falls over its own feet.

use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::{floor, world};
use super::sheets::{placed, woven};
use glam::DVec3;
use toile_geom::TriMesh;

pub(super) const SCENE: Scenario = Scenario {
    name: "crumple",
    description: "a square of 1 m, upright, falls on the floor and folds up",
    ..Scenario::of(start)
};

/// Upright, 2 cm above the floor, with a little wave so that it knows where to fold.
fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let upright = |p: DVec3| {
        let wave = 0.01 * (9.0 * p.x + 2.0 * (p.z / SCENE.size[1])).sin() + 0.005 * (23.0 * p.z).cos();
        DVec3::new(p.x, 0.5 * SCENE.size[1] - p.z + 0.02, wave)
    };
    Ok(Start::new(placed(flat, &woven(), upright)?, world(vec![floor(0.0)])).limited())
}
