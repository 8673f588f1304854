//! Elastic strips pressed onto a floor: their tips give way at the friction that the elastica predicts.

use super::super::figure::{KeyFigure, Measure};
use super::super::scenario::{Scenario, ScenarioError, Start};
use super::bodies::{THICKNESS, moved, vacuum};
use super::sheets::{limp, several};
use glam::{DVec2, DVec3};
use toile_cloth::simulation::{Guide, Simulation};
use toile_cloth::world::World;
use toile_contact::obstacle::Obstacle;
use toile_geom::{TriMesh, shapes};
use toile_look::View;

pub(super) const SCENE: Scenario = Scenario {
    name: "stickslip",
    description: "four strips, clamped upright, are pressed onto floors of growing friction until their tips give way; no gravity",
    frames: 480,
    grid: 4,
    size: [LENGTH, 0.02],
    sheets: 4,
    view: View::Custom { yaw: 0.5, pitch: 0.15 },
    ..Scenario::of(start)
};

const LENGTH: f64 = 0.2;

/// The shortening that the strips begin with and end with, over the length, and how long it takes in seconds.
const SHORTENING: [f64; 2] = [0.02, 0.34];
const TIME: f64 = 8.0;

/// Bending stiffness in N·m and its damping in seconds: so that the strips follow the clamps without swinging, and do not press harder than
/// contacts of a sixtieth of a second are stiff.
const BENDING: f64 = 5e-5;
const DAMPING: f64 = 0.1;

/// The shortening of an elastica with a tip that stands below its clamp, and the friction it needs there: the drag over the push.
const ELASTICA: [(f64, f64); 11] = [
    (0.0, 0.0),
    (0.01, 0.0449),
    (0.02, 0.0639),
    (0.05, 0.1035),
    (0.10, 0.1528),
    (0.15, 0.1959),
    (0.20, 0.2378),
    (0.25, 0.2807),
    (0.30, 0.3265),
    (0.40, 0.4344),
    (0.50, 0.5845),
];

/// Friction of the floors: the tips are to give way at 5, 10, 20 and 30 %.
const FRICTION: [f64; 4] = [0.1035, 0.1528, 0.2378, 0.3265];
const NAMES: [&str; 4] = ["gives way, first", "gives way, second", "gives way, third", "gives way, fourth"];

/// A tip that has moved so far has given way, in metres: it did when it began to move faster than this, in m/s, which is more than springs
/// creep. Tips find their hold before a time in seconds.
const MOVED: f64 = 2e-4;
const CREEP: f64 = 1e-4;
const SETTLED: f64 = 0.5;

fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let mut fabric = limp();
    (fabric.bending.warp, fabric.bending.weft, fabric.bending.twist) = (BENDING, BENDING, 0.5 * BENDING);
    fabric.damping.bending = DAMPING;
    let aside = |n: usize| DVec3::Z * (n as f64 - 1.5) * 0.06;
    // Two rows are held, so that the strip stays upright there. Triangles bend with their neighbours, those between the rows too: the strip is
    // clamped at the upper one.
    let clamp = rows(flat).get(1).copied().unwrap_or_default();
    let upright = |n: u16, p: DVec3| {
        let place = buckled(0.5 * LENGTH - p.x);
        DVec3::new(place.x, place.y + THICKNESS, p.z) + aside(usize::from(n))
    };
    let cloth = several(flat, &fabric, 4, upright)?;
    let each = flat.positions.len();
    let mut guides = Vec::new();
    let mut tips: [Vec<u32>; 4] = Default::default();
    for (v, &from) in cloth.state.positions.iter().enumerate() {
        let (strip, along) = (v / each, flat.positions[v % each].x);
        if along < clamp + 1e-9 {
            let down = DVec3::Y * ((SHORTENING[1] - SHORTENING[0]) * LENGTH);
            guides.push(Guide { vertex: v as u32, path: vec![(0.0, from), (TIME, from - down)] });
        } else if along > 0.5 * LENGTH - 1e-9 {
            tips[strip].push(v as u32);
        }
    }
    let floor = moved(shapes::regular_sheet(DVec2::new(0.3, 0.05), [6, 1]), DVec3::X * 0.02);
    let bodies = (0..4).map(|n| Obstacle::mesh(&moved(floor.clone(), aside(n))).with_friction(FRICTION[n]));
    let world = World { gravity: DVec3::ZERO, ..vacuum(bodies.collect()) };
    let measure = Tips { tips, tracks: Default::default() };
    Ok(Start { guides, measure: Some(Box::new(measure)), ..Start::new(cloth, world) })
}

/// Where a strip that has just buckled is at a length from its tip: the mode of a column whose upper end is clamped and whose lower end is free
/// to turn.
fn buckled(length: f64) -> DVec2 {
    /// The first solution of tan x = x, and steps of the integration.
    const WAVES: f64 = 4.493_409;
    const STEPS: u32 = 200;
    let slope = |s: f64| WAVES * (WAVES * s / LENGTH).cos() - WAVES.sin();
    let over = |end: f64, of: &dyn Fn(f64) -> f64| {
        let step = end / f64::from(STEPS);
        (0..STEPS).map(|i| of((f64::from(i) + 0.5) * step) * step).sum::<f64>()
    };
    let height =
        |amplitude: f64, end: f64| over(end, &|s| (1.0 - (amplitude * slope(s)).powi(2)).max(0.0).sqrt());
    let mut amplitudes = [0.0, 0.2];
    for _ in 0..50 {
        let middle = 0.5 * (amplitudes[0] + amplitudes[1]);
        amplitudes[usize::from(height(middle, LENGTH) < (1.0 - SHORTENING[0]) * LENGTH)] = middle;
    }
    DVec2::new(amplitudes[0] * over(length, &slope), height(amplitudes[0], length))
}

/// Where the rows of a sheet across its length are, in order.
fn rows(flat: &TriMesh) -> Vec<f64> {
    let mut rows: Vec<f64> = flat.positions.iter().map(|p| p.x).collect();
    rows.sort_by(f64::total_cmp);
    rows.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
    rows
}

/// When the tips give way.
#[derive(Debug)]
struct Tips {
    tips: [Vec<u32>; 4],
    /// The time and the place of each tip in each frame.
    tracks: [Vec<DVec2>; 4],
}

impl Tips {
    /// The shortening at which a tip gave way.
    fn gave_way(&self, tip: usize) -> Option<f64> {
        let track = &self.tracks[tip];
        let moved = track.iter().position(|at| (at.y - track[0].y).abs() > MOVED)?;
        let creeps = |pair: &[DVec2]| (pair[1].y - pair[0].y).abs() < CREEP * (pair[1].x - pair[0].x);
        let held = track[..=moved].windows(2).rposition(creeps)?;
        Some(SHORTENING[0] + (SHORTENING[1] - SHORTENING[0]) * track[held + 1].x / TIME)
    }
}

impl Measure for Tips {
    fn look_at(&mut self, simulation: &Simulation) {
        let time = simulation.world.time;
        if time < SETTLED {
            return;
        }
        let places = &simulation.cloth.state.positions;
        for (tips, track) in self.tips.iter().zip(&mut self.tracks) {
            let mean = tips.iter().map(|&v| places[v as usize].x).sum::<f64>() / tips.len().max(1) as f64;
            track.push(DVec2::new(time, mean));
        }
    }

    fn figures(&self) -> Vec<KeyFigure> {
        let figure = |n: usize| {
            let measured = needed(self.gave_way(n)?);
            Some(KeyFigure { name: NAMES[n], measured, expected: FRICTION[n], unit: "" })
        };
        (0..4).filter_map(figure).collect()
    }
}

/// The friction that an elastica needs at a shortening.
fn needed(shortening: f64) -> f64 {
    let next = ELASTICA.partition_point(|entry| entry.0 < shortening).clamp(1, ELASTICA.len() - 1);
    let ((from, low), (to, high)) = (ELASTICA[next - 1], ELASTICA[next]);
    low + (high - low) * (shortening - from) / (to - from)
}
