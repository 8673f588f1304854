//! Sheets on sheets.

use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::{floor, world};
use super::sheets::{several, woven};
use glam::{DQuat, DVec3};
use toile_geom::TriMesh;

pub(super) const SCENE: Scenario = Scenario {
    name: "stack",
    description: "ten squares of 0.4 m, each turned a little, fall on each other on the floor",
    grid: 24,
    size: [0.4, 0.4],
    sheets: COUNT as u32,
    ..Scenario::of(start)
};

const COUNT: u16 = 10;

/// From one sheet to the next: how much higher it is, and by how much it is turned, in radians.
const RISE: f64 = 0.02;
const TURN: f64 = 0.4;

fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let place = |sheet: u16, p: DVec3| {
        let n = f64::from(sheet);
        let aside = DVec3::new((1.7 * n).sin(), 0.0, (2.3 * n).cos()) * 0.02;
        DQuat::from_rotation_y(TURN * n) * p + aside + DVec3::Y * (RISE * (n + 1.0))
    };
    Ok(Start::new(several(flat, &woven(), COUNT, place)?, world(vec![floor(0.0)])).limited())
}
