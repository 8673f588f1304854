//! A sheet that is wrung.

use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::world;
use super::sheets::{placed, short_sides, woven};
use glam::{DQuat, DVec3};
use std::f64::consts::TAU;
use toile_cloth::simulation::Guide;
use toile_geom::TriMesh;
use toile_look::View;

pub(super) const SCENE: Scenario = Scenario {
    name: "twist",
    description: "a sheet of 1 m by 0.4 m is twisted by five turns about its long axis",
    grid: 32,
    size: [1.0, 0.4],
    view: View::Front,
    ..Scenario::of(start)
};

/// Turns of one end against the other.
const TURNS: f64 = 5.0;

/// How long it takes, in seconds.
const TIME: f64 = 4.0;

/// How much nearer the ends come to each other: the sheet becomes a rope, at the ends of which its edges come from the side.
const NEARER: f64 = 0.6;

/// Parts of the path, which are straight: fine enough for the ends to stay on their circle to a tenth of a millimetre.
const PARTS: u32 = 480;

fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let cloth = placed(flat, &woven(), |p| DVec3::new(p.x, -p.z, 0.0))?;
    let mut guides = Vec::new();
    for (side, sign) in short_sides(flat).into_iter().zip([1.0, -1.0]) {
        guides.extend(
            side.into_iter()
                .map(|v| Guide { vertex: v, path: path(cloth.state.positions[v as usize], sign) }),
        );
    }
    Ok(Start { guides, ..Start::new(cloth, world(Vec::new())) })
}

/// Around the `x` axis and towards the middle.
fn path(from: DVec3, sign: f64) -> Vec<(f64, DVec3)> {
    let key = |part: u32| {
        let part = f64::from(part) / f64::from(PARTS);
        let turn = DQuat::from_rotation_x(0.5 * sign * TURNS * TAU * part);
        // Most of it at the beginning: half a turn already leads the edges a fifth of their length around the axis.
        let near = NEARER * (1.0 - (1.0 - part).powi(4));
        (TIME * part, turn * from - DVec3::X * (from.x.signum() * 0.5 * near))
    };
    (0..=PARTS).map(key).collect()
}
