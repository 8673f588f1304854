//! Dressed bodies in motion: the garments follow the body through its frames.
//!
//! A body that walks takes its garments along. They are simulated in a frame that travels with it, in which only limbs and folds move: contacts are
//! looked for as far as things move in a step, and a step of a walk is longer than a sleeve is wide from the arm. The frame follows the body smoothly,
//! and what its acceleration does to cloth is added to gravity, so that nothing is left out.

use super::dressed_outfit::Outfit;
use super::together::together;
use super::travel::Travel;
use crate::drape::floor_under;
use glam::DVec3;
use std::ops::Range;
use toile_cloth::rest::DegenerateTriangle;
use toile_cloth::run::Run;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{Budget, Newton, Scheme, SolverError, StepReport};
use toile_contact::obstacle::Obstacle;
use toile_geom::TriMesh;
use toile_geom::distance::points_to_mesh;

/// The longest step, in seconds.
const STEP: f64 = 1.0 / 60.0;
/// The farthest that skin under the cloth moves in a step, in metres: contacts are looked for as far as things move, and there are the more of them.
const FARTHEST: f64 = 0.006;
/// Steps are not cut into more than this.
const MOST_PARTS: f64 = 16.0;
/// Skin this near to the cloth when it is dressed is under it, in metres.
const UNDER: f64 = 0.05;

/// An outfit on a body that moves.
#[derive(Debug)]
pub struct Following {
    /// All garments as one cloth, and the body, in a frame that travels with it.
    pub run: Run,
    garments: Vec<Range<usize>>,
    triangles: Vec<Vec<[u32; 3]>>,
    path: Travel,
    /// How fast the skin under the cloth moves from each key to the next, in m/s, in the frame.
    speeds: Vec<f64>,
}

/// How fast the fastest of some vertices is from each key to the next.
fn speeds(keys: &[(f64, Vec<DVec3>)], vertices: &[usize]) -> Vec<f64> {
    let speed = |pair: &[(f64, Vec<DVec3>)]| {
        let way = |v: &usize| pair[0].1[*v].distance(pair[1].1[*v]);
        vertices.iter().map(way).fold(0.0, f64::max) / (pair[1].0 - pair[0].0).max(1e-9)
    };
    keys.windows(2).map(speed).collect()
}

impl Following {
    /// An outfit on a body whose vertices are known at some times, growing from 0 on, when it stands as it was dressed.
    ///
    /// # Errors
    /// If a triangle of the cloth has no area.
    pub fn new(outfit: &Outfit, keys: Vec<(f64, Vec<DVec3>)>) -> Result<Self, DegenerateTriangle> {
        let (body, settings) = (outfit.wearer.mesh(), &outfit.settings.drape);
        let (mut cloth, garments) = together(&outfit.garments)?;
        let (path, keys) = Travel::of(keys);
        let begin = path.at(0.0);
        cloth.state.positions.iter_mut().for_each(|p| *p -= begin);
        let under: Vec<usize> = points_to_mesh(&body.positions, &outfit.mesh())
            .into_iter()
            .enumerate()
            .filter(|(_, distance)| *distance < UNDER)
            .map(|(v, _)| v)
            .collect();
        let speeds = speeds(&keys, &under);
        // The floor is where the body treads lowest.
        let floor = floor_under(&keys.iter().flat_map(|key| &key.1).copied().collect::<Vec<_>>(), &[], 0.0);
        let mut world = settings.world(Obstacle::animated(body.triangles.clone(), keys), &cloth.fabrics);
        world.obstacles.extend(floor);
        world.wind = settings.wind;
        let solver = Box::new(Newton::new(Scheme::BackwardEuler, Budget::INTERACTIVE));
        let triangles = outfit.garments.iter().map(|garment| garment.cloth.triangles.clone()).collect();
        let run = Run::new(Simulation::new(cloth, world, solver), STEP);
        Ok(Self { run, garments, triangles, path, speeds })
    }

    /// Lets some time pass, in steps of 1/60 s or less, shorter ones where the skin moves fast. Returns what the steps took together.
    ///
    /// # Errors
    /// If the cloth cannot be moved on even in the smallest steps.
    pub fn advance(&mut self, seconds: f64) -> Result<StepReport, SolverError> {
        let from = self.run.simulation.world.time;
        let keys = self.path.times();
        let first = keys.partition_point(|t| *t <= from).saturating_sub(1);
        let last = keys.partition_point(|t| *t < from + seconds).min(self.speeds.len());
        let fastest = self.speeds[first.min(last)..last].iter().copied().fold(0.0, f64::max);
        let step = STEP.min((FARTHEST / fastest.max(1e-9)).max(STEP / MOST_PARTS));
        let steps = (seconds / step - 1e-9).ceil().max(1.0) as usize;
        self.run.step_time = seconds / steps as f64;
        self.run.advance(steps, &mut self.path, |_, _, _| ())
    }

    /// Where the vertices of each garment are.
    pub fn positions(&self) -> Vec<Vec<DVec3>> {
        let all = &self.run.simulation.cloth.state.positions;
        let place = self.path.at(self.run.simulation.world.time);
        self.garments.iter().map(|range| all[range.clone()].iter().map(|p| *p + place).collect()).collect()
    }

    /// Each garment as it is now.
    pub fn meshes(&self) -> Vec<TriMesh> {
        let pairs = self.positions().into_iter().zip(&self.triangles);
        pairs.map(|(positions, triangles)| TriMesh { positions, triangles: triangles.clone() }).collect()
    }
}
