//! A strip that is pulled over a post: Euler's belt.

use super::super::figure::{KeyFigure, Measure};
use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::{THICKNESS, moved, vacuum};
use super::sheets::{limp, placed, short_sides};
use glam::{DQuat, DVec3};
use std::f64::consts::{FRAC_PI_2, PI};
use toile_cloth::cloth::Grab;
use toile_cloth::simulation::{Guide, Simulation};
use toile_cloth::threads::Anchor;
use toile_cloth::world::World;
use toile_contact::obstacle::Obstacle;
use toile_geom::{TriMesh, shapes};
use toile_look::View;

pub(super) const SCENE: Scenario = Scenario {
    name: "capstan",
    description: "a strip over a post is pulled down at one end against a constant pull at the other; no gravity",
    grid: 6,
    size: [0.7, 0.04],
    view: View::Custom { yaw: 0.4, pitch: 0.25 },
    ..Scenario::of(start)
};

/// Radius of the post, and how long it is.
const RADIUS: f64 = 0.06;
const LENGTH: f64 = 0.2;

/// Friction of the strip on the post.
const FRICTION: f64 = 0.3;

/// The constant pull in newtons, and how far away it pulls from: so far that it hardly changes.
const PULL: f64 = 0.1;
const FAR: f64 = 100.0;

/// How fast the other end is pulled down, in m/s, and for how long, in seconds.
const SPEED: f64 = 0.03;
const TIME: f64 = 4.0;

/// The strip slides everywhere by then, in seconds.
const SETTLED: f64 = 2.0;

fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let mut cloth = placed(flat, &limp(), over_the_post)?;
    let [free, kinematic] = short_sides(flat);
    cloth.grabs = free
        .iter()
        .map(|&v| Grab {
            anchor: Anchor::vertex(v),
            target: cloth.state.positions[v as usize] + DVec3::NEG_Y * FAR,
            stiffness: PULL / (FAR * free.len() as f64),
        })
        .collect();
    let guide = |&v: &u32| {
        let from = cloth.state.positions[v as usize];
        Guide { vertex: v, path: vec![(0.0, from), (TIME, from + DVec3::NEG_Y * (SPEED * TIME))] }
    };
    let guides = kinematic.iter().map(guide).collect();
    let world = World { gravity: DVec3::ZERO, ..vacuum(vec![post()]) };
    Ok(Start {
        guides,
        measure: Some(Box::new(Tension { kinematic, seen: Vec::new() })),
        ..Start::new(cloth, world)
    })
}

/// Half a turn about the post's top, then straight down on both sides; longer on the side that is pulled over.
fn over_the_post(p: DVec3) -> DVec3 {
    let radius = RADIUS + THICKNESS;
    let along = p.x - 0.5 * SPEED * TIME;
    let turn = (along / radius).clamp(-FRAC_PI_2, FRAC_PI_2);
    let hangs = along.abs() - radius * turn.abs();
    DVec3::new(radius * turn.sin(), radius * turn.cos() - hangs, p.z)
}

/// A tube along `z`.
fn post() -> Obstacle {
    let mut tube = moved(shapes::tube(RADIUS, LENGTH, 96, 6), DVec3::NEG_Y * (0.5 * LENGTH));
    tube.positions.iter_mut().for_each(|p| *p = DQuat::from_rotation_x(FRAC_PI_2) * *p);
    Obstacle::mesh(&tube).with_friction(FRICTION)
}

/// The force that the kinematic end takes.
#[derive(Debug)]
struct Tension {
    kinematic: Vec<u32>,
    /// The force in newtons, of the frames in which the strip slides.
    seen: Vec<f64>,
}

impl Measure for Tension {
    fn look_at(&mut self, simulation: &Simulation) {
        let time = simulation.world.time;
        if !(SETTLED..=TIME).contains(&time) {
            return;
        }
        let cloth = &simulation.cloth;
        let mut gradient = vec![DVec3::ZERO; cloth.vertex_count()];
        cloth.add_elastic_gradient(&cloth.state.positions, &mut gradient);
        self.seen.push(-self.kinematic.iter().map(|&v| gradient[v as usize].y).sum::<f64>());
    }

    fn figures(&self) -> Vec<KeyFigure> {
        if self.seen.is_empty() {
            return Vec::new();
        }
        vec![KeyFigure {
            name: "ratio of tensions",
            measured: self.seen.iter().sum::<f64>() / (self.seen.len() as f64 * PULL),
            expected: (FRICTION * PI).exp(),
            unit: "",
        }]
    }
}
