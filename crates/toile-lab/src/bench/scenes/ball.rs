//! A ball that turns under a sheet.

use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::{FRICTION, floor, moved, world};
use super::sheets::{placed, woven};
use glam::DVec3;
use std::f64::consts::TAU;
use toile_contact::obstacle::{Obstacle, Turning};
use toile_geom::{TriMesh, shapes};

pub(super) const SCENE: Scenario = Scenario {
    name: "ball",
    description: "a square of 1 m falls on a ball above the floor; after 1 s the ball turns and drags it along",
    ..Scenario::of(start)
};

/// Radius of the ball.
const RADIUS: f64 = 0.2;

/// How far the sheet's first place is above the ball, and the floor below it.
const ABOVE: f64 = 0.02;
const BELOW: f64 = 0.12;

/// When the ball begins to turn, how long it takes to its full speed, in seconds, and that speed in turns a second.
const BEGIN: f64 = 1.0;
const SPIN_UP: f64 = 0.5;
const SPEED: f64 = 0.5;

fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let centre = DVec3::NEG_Y * (RADIUS + ABOVE);
    let mesh = moved(shapes::icosphere(RADIUS, 4), centre);
    let turning = Turning { path: Vec::new(), centre, axis: DVec3::Y, turn: turn() };
    let ball = Obstacle::mesh(&mesh).moving(turning).with_friction(FRICTION);
    let ground = floor(-(ABOVE + 2.0 * RADIUS + BELOW));
    Ok(Start::new(placed(flat, &woven(), |p| p)?, world(vec![ball, ground])).limited())
}

/// Keys of the angle: evenly accelerated at first, then on for an hour.
fn turn() -> Vec<(f64, f64)> {
    const PARTS: u32 = 30;
    const LAST: f64 = 3600.0;
    let spin_up = (0..=PARTS).map(|part| {
        let time = SPIN_UP * f64::from(part) / f64::from(PARTS);
        (BEGIN + time, TAU * SPEED * 0.5 * time * time / SPIN_UP)
    });
    let last = (BEGIN + SPIN_UP + LAST, TAU * SPEED * (0.5 * SPIN_UP + LAST));
    spin_up.chain([last]).collect()
}
