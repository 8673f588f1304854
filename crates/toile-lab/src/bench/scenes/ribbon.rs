//! A ribbon that falls upright and lays itself in folds.

use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::{floor, world};
use super::sheets::{placed, woven};
use glam::DVec3;
use toile_geom::TriMesh;

pub(super) const SCENE: Scenario = Scenario {
    name: "ribbon",
    description: "an upright ribbon of 1 m by 3.2 cm falls on a table and folds zigzag",
    grid: 8,
    size: [1.0, 0.032],
    ..Scenario::of(start)
};

/// 1 cm above the table; a little wave says where it folds.
fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    const WAVE: f64 = 0.0015;
    const WAVE_LENGTH: f64 = 0.1;
    let upright = |p: DVec3| {
        let aside = WAVE * (std::f64::consts::TAU * p.x / WAVE_LENGTH).sin();
        DVec3::new(aside, p.x + 0.5 * SCENE.size[0] + 0.01, p.z)
    };
    Ok(Start::new(placed(flat, &woven(), upright)?, world(vec![floor(0.0)])).limited())
}
