//! Particles joined by threads: the least that falls like cloth.

use glam::DVec3;
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_contact::friction::{FrictionTable, MaterialId};
use toile_contact::guard::{Guard, GuardInput};
use toile_contact::response::{Response, ResponseError, ResponseInput, ResponseReport, StepMotion};
use toile_geom::TriMesh;
use toile_geom::intersect::self_intersections;

/// Meshes that move: those of cloth by gravity and threads, kinematic ones with prescribed velocities.
#[derive(Debug, Default)]
pub struct Patch {
    features: Features,
    filter: Filter,
    /// Where vertices are.
    pub positions: Vec<DVec3>,
    /// How fast they are.
    pub velocities: Vec<DVec3>,
    /// Which are kinematic; their velocities say where.
    pub kinematic: Vec<bool>,
    inverse_masses: Vec<f64>,
    materials: Vec<MaterialId>,
    threads: Vec<([u32; 2], f64)>,
    guard: Guard,
    /// The friction of everything.
    pub friction: FrictionTable,
    /// What cloth falls with, in m/s².
    pub gravity: DVec3,
    /// The distance that pairs should have, in metres.
    pub thickness: f64,
    /// Within this distance they count as close.
    pub reach: f64,
    /// How often threads are made as long as they should be in a step.
    pub iterations: usize,
    /// The part of their relative velocity that the ends of a thread lose in a second.
    pub damping: f64,
}

/// What is seen of a patch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PatchReport {
    /// Seconds from the start.
    pub time: f64,
    /// Half the mass times the square of the velocity of all cloth, in joules.
    pub kinetic: f64,
    /// The mean height of all cloth in metres.
    pub height: f64,
    /// What the response did in the last step.
    pub response: ResponseReport,
}

impl Patch {
    /// An empty scene with gravity, in which cloth keeps a distance.
    pub fn new(thickness: f64) -> Self {
        Self {
            gravity: DVec3::Y * -9.81,
            thickness,
            reach: 2.0 * thickness,
            iterations: 30,
            damping: 1.0,
            ..Self::default()
        }
    }

    /// Adds cloth with a mass for each vertex, in kilograms.
    #[must_use]
    pub fn with_cloth(mut self, mesh: &TriMesh, mass: f64) -> Self {
        let first = self.features.edges().len();
        self.add(mesh, false, mass.recip(), MaterialId::Cloth(0));
        let length = |&[a, b]: &[u32; 2]| self.positions[a as usize].distance(self.positions[b as usize]);
        let threads: Vec<_> =
            self.features.edges()[first..].iter().map(|edge| (*edge, length(edge))).collect();
        self.threads.extend(threads);
        self
    }

    /// Adds a thing that is kinematic, at rest to begin with.
    #[must_use]
    pub fn with_body(mut self, mesh: &TriMesh) -> Self {
        self.add(mesh, true, 0.0, MaterialId::Obstacle(0));
        self
    }

    fn add(&mut self, mesh: &TriMesh, kinematic: bool, inverse_mass: f64, material: MaterialId) {
        self.features.add(&mesh.triangles, mesh.positions.len());
        self.positions.extend_from_slice(&mesh.positions);
        let count = self.positions.len();
        self.velocities.resize(count, DVec3::ZERO);
        self.kinematic.resize(count, kinematic);
        self.inverse_masses.resize(count, inverse_mass);
        self.materials.resize(count, material);
    }

    /// The vertices of a mesh in the order in which it was added.
    pub fn vertices_of(&self, mesh: u16) -> std::ops::Range<usize> {
        let vertices = self.features.vertices_of(mesh);
        vertices.start as usize..vertices.end as usize
    }

    /// The mass of a vertex of cloth; 0 for what is kinematic.
    pub fn mass(&self, vertex: usize) -> f64 {
        if self.kinematic[vertex] { 0.0 } else { self.inverse_masses[vertex].recip() }
    }

    /// A step of a number of seconds with a response.
    ///
    /// # Errors
    /// If cloth has flown apart.
    pub fn step(&mut self, response: &mut dyn Response, step: f64) -> Result<ResponseReport, ResponseError> {
        let mut motion = self.propose(step);
        let guarded = GuardInput {
            features: &self.features,
            filter: &self.filter,
            kinematic: &self.kinematic,
            start: &self.positions,
        };
        let near = self.guard.near(&guarded, &motion.ends, self.reach)?;
        let input = ResponseInput {
            features: &self.features,
            filter: &self.filter,
            start: &self.positions,
            inverse_masses: &self.inverse_masses,
            kinematic: &self.kinematic,
            near,
            step,
            thickness: [self.thickness; 2],
            friction: &self.friction,
            materials: &self.materials,
            grain: &[],
        };
        let report = response.respond(&input, &mut motion)?;
        StepMotion { ends: self.positions, velocities: self.velocities } = motion;
        Ok(report)
    }

    /// Where everything would go without contact.
    fn propose(&self, step: f64) -> StepMotion {
        let fall = |(v, velocity): (usize, &DVec3)| {
            if self.kinematic[v] { *velocity } else { *velocity + step * self.gravity }
        };
        let mut velocities: Vec<DVec3> = self.velocities.iter().enumerate().map(fall).collect();
        let part = (self.damping * step).min(1.0);
        for &([a, b], _) in &self.threads {
            let (a, b) = (a as usize, b as usize);
            let slower = (velocities[b] - velocities[a]) * (0.5 * part);
            for (v, by) in [(a, slower), (b, -slower)] {
                velocities[v] += if self.kinematic[v] { DVec3::ZERO } else { by };
            }
        }
        let mut motion = StepMotion::from_velocities(&self.positions, velocities, step);
        for _ in 0..self.iterations {
            self.pull_threads(&mut motion.ends);
        }
        for v in 0..motion.ends.len() {
            if !self.kinematic[v] {
                motion.velocities[v] = (motion.ends[v] - self.positions[v]) / step;
            }
        }
        motion
    }

    /// Makes each thread as long as it should be, one after the other.
    fn pull_threads(&self, ends: &mut [DVec3]) {
        for &([a, b], length) in &self.threads {
            let (a, b) = (a as usize, b as usize);
            let [m, n] = [a, b].map(|v| if self.kinematic[v] { 0.0 } else { self.inverse_masses[v] });
            let difference = ends[b] - ends[a];
            let Some(direction) = difference.try_normalize().filter(|_| m + n > 0.0) else { continue };
            let excess = (difference.length() - length) / (m + n) * direction;
            ends[a] += m * excess;
            ends[b] -= n * excess;
        }
    }

    /// What is seen now.
    pub fn report(&self, time: f64, response: ResponseReport) -> PatchReport {
        let cloth = || (0..self.positions.len()).filter(|&v| !self.kinematic[v]);
        let mass: f64 = cloth().map(|v| self.mass(v)).sum();
        PatchReport {
            time,
            kinetic: cloth().map(|v| 0.5 * self.mass(v) * self.velocities[v].length_squared()).sum(),
            height: cloth().map(|v| self.mass(v) * self.positions[v].y).sum::<f64>() / mass,
            response,
        }
    }

    /// How many pairs of triangles intersect.
    pub fn intersections(&self) -> usize {
        let triangles = self.features.triangles().to_vec();
        self_intersections(&TriMesh { positions: self.positions.clone(), triangles }).len()
    }
}
