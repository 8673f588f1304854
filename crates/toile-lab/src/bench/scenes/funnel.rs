//! A sheet in a funnel.

use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::{FRICTION, world};
use super::sheets::{placed, woven};
use glam::DVec3;
use toile_contact::obstacle::Obstacle;
use toile_geom::{TriMesh, shapes};
use toile_look::View;

pub(super) const SCENE: Scenario = Scenario {
    name: "funnel",
    description: "a square of 0.5 m falls into a funnel with a spout of 12 cm",
    size: [0.5, 0.5],
    view: View::Custom { yaw: 0.6, pitch: 0.75 },
    ..Scenario::of(start)
};

/// Radius of the spout and of the rim.
const SPOUT: f64 = 0.06;
const RIM: f64 = 0.32;

/// Height of the rim above the spout, and how far the spout reaches down.
const HEIGHT: f64 = 0.28;
const DEPTH: f64 = 0.15;

/// Triangles around the funnel, and rows of them.
const AROUND: u32 = 48;
const ROWS: u32 = 16;

/// 1 cm above the rim, and a little to the side, as nobody drops a sheet into the very middle.
fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let above = DVec3::new(0.02, HEIGHT + 0.01, 0.01);
    let cloth = placed(flat, &woven(), |p| p + above)?;
    Ok(Start::new(cloth, world(vec![Obstacle::mesh(&funnel()).with_friction(FRICTION)])).limited())
}

/// A cone on a tube, both open.
fn funnel() -> TriMesh {
    let mut mesh = shapes::tube(1.0, 1.0, AROUND, ROWS);
    let slant = (RIM - SPOUT).hypot(HEIGHT);
    for p in &mut mesh.positions {
        let along = p.y * (slant + DEPTH) - DEPTH;
        let up = (along / slant).max(0.0);
        let radius = SPOUT + up * (RIM - SPOUT);
        *p = DVec3::new(radius * p.x, if along < 0.0 { along } else { up * HEIGHT }, radius * p.z);
    }
    mesh
}
