//! Sheets on slopes: one that holds, one that slides.

use super::super::figure::{KeyFigure, Measure};
use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::{FRICTION, THICKNESS, moved, vacuum};
use super::sheets::{limp, several};
use glam::{DQuat, DVec2, DVec3};
use toile_cloth::simulation::Simulation;
use toile_contact::obstacle::Obstacle;
use toile_geom::{TriMesh, shapes};
use toile_look::View;

pub(super) const SCENE: Scenario = Scenario {
    name: "incline",
    description: "two squares of 0.3 m on slopes of 9/10 and 5/4 of the friction's: one holds, the other slides",
    frames: 120,
    grid: 16,
    size: [0.3, 0.3],
    sheets: 2,
    view: View::Custom { yaw: 0.5, pitch: 0.35 },
    ..Scenario::of(start)
};

/// How steep the slopes are: the tangent of the angle over the coefficient of friction.
const STEEPNESS: [f64; 2] = [0.9, 1.25];

/// Length and width of a slope, and how far from its upper end the sheet begins.
const SLOPE: DVec2 = DVec2::new(3.0, 0.6);
const FROM_TOP: f64 = 0.4;

/// Sheets are looked at until they come this near to the lower end: farther than they slide in a frame.
const MARGIN: f64 = 0.1;

/// The sheets have come to their steady motion by then, in seconds.
const SETTLED: f64 = 0.5;

fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let on_slope = |n: u16, p: DVec3| {
        let above = DVec3::new(FROM_TOP - 0.5 * SLOPE.x, THICKNESS, 0.0);
        tilt(usize::from(n)) * (p + above) + aside(usize::from(n))
    };
    let cloth = several(flat, &limp(), STEEPNESS.len() as u16, on_slope)?;
    let bodies = (0..STEEPNESS.len()).map(|n| {
        let mut slope = shapes::regular_sheet(SLOPE, [20, 4]);
        slope.positions.iter_mut().for_each(|p| *p = tilt(n) * *p);
        Obstacle::mesh(&moved(slope, aside(n))).with_friction(FRICTION)
    });
    let measure = Sliding { tracks: Vec::new() };
    Ok(Start { measure: Some(Box::new(measure)), ..Start::new(cloth, vacuum(bodies.collect())) })
}

/// Downhill is along `x`.
fn tilt(slope: usize) -> DQuat {
    DQuat::from_rotation_z(-angle(slope))
}

fn angle(slope: usize) -> f64 {
    (STEEPNESS[slope] * FRICTION).atan()
}

fn aside(slope: usize) -> DVec3 {
    DVec3::Z * (slope as f64 - 0.5) * 1.2 * SLOPE.y
}

/// How far and how fast the sheets are on their slopes, in the mean.
#[derive(Debug)]
struct Sliding {
    /// For each frame the time, and for each sheet the way and the speed downhill.
    tracks: Vec<(f64, [DVec2; STEEPNESS.len()])>,
}

impl Sliding {
    /// Whether the sheets had not reached the lower ends of their slopes when they were last looked at.
    fn is_on_slope(&self) -> bool {
        let lowest = 0.5 * (SLOPE.x - SCENE.size[0]) - MARGIN;
        self.tracks.last().is_none_or(|(_, sheets)| sheets.iter().all(|sheet| sheet.x < lowest))
    }
}

impl Measure for Sliding {
    fn look_at(&mut self, simulation: &Simulation) {
        if !self.is_on_slope() {
            return;
        }
        let state = &simulation.cloth.state;
        let each = state.positions.len() / STEEPNESS.len();
        let track = std::array::from_fn(|n| {
            let downhill = tilt(n) * DVec3::X;
            let mean = |values: &[DVec3]| {
                let own = values.iter().skip(n * each).take(each);
                own.map(|v| v.dot(downhill)).sum::<f64>() / each as f64
            };
            DVec2::new(mean(&state.positions), mean(&state.velocities))
        });
        self.tracks.push((simulation.world.time, track));
    }

    fn figures(&self) -> Vec<KeyFigure> {
        let settled = self.tracks.iter().find(|track| track.0 >= SETTLED);
        let (Some((begin, from)), Some((end, to))) = (settled, self.tracks.last()) else { return Vec::new() };
        if end <= begin {
            return Vec::new();
        }
        let slip = KeyFigure {
            name: "slip where it holds",
            measured: 1e3 * (to[0].x - from[0].x),
            expected: 0.0,
            unit: "mm",
        };
        let slope = angle(1);
        let acceleration = KeyFigure {
            name: "acceleration sliding",
            measured: (to[1].y - from[1].y) / (end - begin),
            expected: 9.81 * (slope.sin() - FRICTION * slope.cos()),
            unit: "m/s²",
        };
        vec![slip, acceleration]
    }
}
