//! A sheet on a ball.

use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::{FRICTION, moved, world};
use super::sheets::{placed, woven};
use glam::DVec3;
use toile_contact::obstacle::Obstacle;
use toile_geom::{TriMesh, shapes};

pub(super) const SCENE: Scenario = Scenario {
    name: "drop",
    description: "a square of 1 m falls on a ball and drapes itself over it",
    ..Scenario::of(start)
};

/// 2 cm above the ball.
fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let ball = moved(shapes::icosphere(0.2, 4), DVec3::NEG_Y * 0.22);
    Ok(Start::new(placed(flat, &woven(), |p| p)?, world(vec![Obstacle::mesh(&ball).with_friction(FRICTION)]))
        .limited())
}
