//! Dressed bodies in motion: the garments follow the body through its frames.
//!
//! A body that walks takes its garments along. They are simulated in a frame that travels with it, in which only limbs and folds move: contacts are
//! looked for as far as things move in a step, and a step of a walk is longer than a sleeve is wide from the arm. The frame follows the body smoothly,
//! and what its acceleration does to cloth is added to gravity, so that nothing is left out.

use crate::drape::DrapeSettings;
use crate::outfit::DressedOutfit;
use crate::together::together;
use glam::DVec3;
use std::ops::Range;
use toile_cloth::contact::{Body, Motion};
use toile_cloth::rest::FlatTriangle;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{Budget, Newton, Scheme, SolverError, StepReport};
use toile_cloth::world::World;
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
    pub simulation: Simulation,
    garments: Vec<Range<usize>>,
    triangles: Vec<Vec<[u32; 3]>>,
    path: Path,
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

/// The way of the frame that travels with the body.
#[derive(Debug)]
struct Path {
    times: Vec<f64>,
    places: Vec<DVec3>,
}

/// Over this time to either side the way of the body is evened out, in seconds.
const EVEN: f64 = 0.5;
/// The difference of times from which accelerations are found, in seconds.
const BETWEEN: f64 = 1.0 / 30.0;

impl Path {
    /// The way of the middle of a body over the floor, evened out.
    fn of(keys: &[(f64, Vec<DVec3>)]) -> Self {
        let middle = |points: &[DVec3]| points.iter().sum::<DVec3>().with_y(0.0) / points.len().max(1) as f64;
        let middles: Vec<DVec3> = keys.iter().map(|key| middle(&key.1)).collect();
        let times: Vec<f64> = keys.iter().map(|key| key.0).collect();
        let evened = |k: usize| {
            // The same reach to both sides, so that the ends stay where they are.
            let reach = EVEN.min(times[k] - times[0]).min(times[times.len() - 1] - times[k]);
            let near = (0..times.len()).filter(|&i| (times[i] - times[k]).abs() <= reach + 1e-9);
            let (sum, count) = near.fold((DVec3::ZERO, 0.0), |(sum, n), i| (sum + middles[i], n + 1.0));
            sum / count
        };
        let places = (0..times.len()).map(evened).collect();
        Self { times, places }
    }

    fn at(&self, time: f64) -> DVec3 {
        let next = self.times.partition_point(|t| *t <= time);
        match (next.checked_sub(1), self.times.get(next)) {
            (Some(last), Some(end)) => {
                let share = (time - self.times[last]) / (end - self.times[last]);
                self.places[last].lerp(self.places[next], share)
            }
            (Some(last), None) => self.places[last],
            _ => self.places.first().copied().unwrap_or_default(),
        }
    }

    fn acceleration(&self, time: f64) -> DVec3 {
        let [before, now, after] = [-BETWEEN, 0.0, BETWEEN].map(|d| self.at(time + d));
        (before - 2.0 * now + after) / (BETWEEN * BETWEEN)
    }
}

impl Following {
    /// An outfit on a body whose vertices are known at some times, growing from 0 on, when it stands as it was dressed.
    ///
    /// # Errors
    /// If a triangle of the cloth has no area.
    pub fn new(
        outfit: &DressedOutfit,
        body: &TriMesh,
        keys: Vec<(f64, Vec<DVec3>)>,
        settings: &DrapeSettings,
    ) -> Result<Self, FlatTriangle> {
        let (mut cloth, garments) = together(&outfit.garments)?;
        let path = Path::of(&keys);
        let begin = path.at(0.0);
        cloth.state.positions.iter_mut().for_each(|p| *p -= begin);
        let keys = keys
            .into_iter()
            .zip(&path.places)
            .map(|((time, points), place)| (time, points.into_iter().map(|p| p - *place).collect()))
            .collect::<Vec<(f64, Vec<DVec3>)>>();
        let under: Vec<usize> = points_to_mesh(&body.positions, &outfit.mesh())
            .into_iter()
            .enumerate()
            .filter(|(_, distance)| *distance < UNDER)
            .map(|(v, _)| v)
            .collect();
        let speeds = speeds(&keys, &under);
        let body = Body {
            triangles: body.triangles.clone(),
            motion: Motion::Keys(keys),
            friction: settings.body_friction.into(),
        };
        let world = settings.world(body);
        let solver = Box::new(Newton::new(Scheme::BackwardEuler, Budget::INTERACTIVE));
        let triangles = outfit.garments.iter().map(|garment| garment.cloth.triangles.clone()).collect();
        Ok(Self { simulation: Simulation::new(cloth, world, solver), garments, triangles, path, speeds })
    }

    /// Lets some time pass, in steps of 1/60 s or less, shorter ones where the skin moves fast. Returns what the steps took together.
    ///
    /// # Errors
    /// If the cloth cannot be moved on even in the smallest steps.
    pub fn advance(&mut self, seconds: f64) -> Result<StepReport, SolverError> {
        let from = self.simulation.world.time;
        let keys = &self.path.times;
        let first = keys.partition_point(|t| *t <= from).saturating_sub(1);
        let last = keys.partition_point(|t| *t < from + seconds).min(self.speeds.len());
        let fastest = self.speeds[first.min(last)..last].iter().copied().fold(0.0, f64::max);
        let step = STEP.min((FARTHEST / fastest.max(1e-9)).max(STEP / MOST_PARTS));
        let steps = (seconds / step - 1e-9).ceil().max(1.0) as usize;
        let step = seconds / steps as f64;
        let mut whole = self.step(step)?;
        for _ in 1..steps {
            whole.add(&self.step(step)?);
        }
        Ok(whole)
    }

    fn step(&mut self, step: f64) -> Result<StepReport, SolverError> {
        let world = &mut self.simulation.world;
        world.gravity = World::default().gravity - self.path.acceleration(world.time + 0.5 * step);
        self.simulation.step(step)
    }

    /// Where the vertices of each garment are.
    pub fn positions(&self) -> Vec<Vec<DVec3>> {
        let all = &self.simulation.cloth.state.positions;
        let place = self.path.at(self.simulation.world.time);
        self.garments.iter().map(|range| all[range.clone()].iter().map(|p| *p + place).collect()).collect()
    }

    /// Each garment as it is now.
    pub fn meshes(&self) -> Vec<TriMesh> {
        let pairs = self.positions().into_iter().zip(&self.triangles);
        pairs.map(|(positions, triangles)| TriMesh { positions, triangles: triangles.clone() }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_begins_and_ends_with_the_body_and_does_not_jerk() {
        // A body of one point that lurches.
        let key = |k: usize| {
            let time = k as f64 / 60.0;
            (time, vec![DVec3::new(0.0, 1.0, time + 0.2 * (6.0 * time).sin())])
        };
        let keys: Vec<_> = (0..=240).map(key).collect();
        let path = Path::of(&keys);
        assert!(path.at(0.0).distance(DVec3::ZERO) < 1e-12);
        assert!((path.at(4.0).z - keys[240].1[0].z).abs() < 1e-12);
        let most = (60..180).map(|k| path.acceleration(f64::from(k) / 60.0).length()).fold(0.0, f64::max);
        assert!(most < 0.5 * 0.2 * 36.0, "{most}");
        assert_eq!(path.at(1.0).y, 0.0);
    }
}
