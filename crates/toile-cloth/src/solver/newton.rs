//! Implicit steps by Newton's method, with conjugate gradients and multigrid inside.

use crate::bending::Bending;
use crate::fabric::Fabric;
use crate::linear::{
    BlockMatrix, BlockPattern, LinearError, Multigrid, MultigridSettings, PcgSettings, PcgWorkspace,
    Stencils, pcg,
};
use crate::membrane::Membrane;
use crate::rest::RestShape;
use glam::{DMat3, DVec3};
use std::sync::Arc;
use toile_geom::TriMesh;

/// How the motion is cut into steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// Backward Euler: never gains energy, and loses a lot of it. For settling to rest.
    BackwardEuler,
    /// Second-order backward differences: keeps most of the energy of a swinging cloth.
    #[default]
    Bdf2,
}

/// How much work goes into a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// The most Newton steps.
    pub newton_steps: usize,
    /// When to stop each linear solve.
    pub linear: PcgSettings,
    /// Stop when the largest correction is below this length in metres.
    pub tolerance: f64,
}

impl Budget {
    /// A fixed, small amount of work: two linearisations, three iterations each.
    ///
    /// Enough for a sheet that swings. On cloth full of folds three iterations leave an error, and even backward Euler may
    /// then gain a little energy from step to step; [`Budget::ACCURATE`] does not.
    pub const INTERACTIVE: Self = Self {
        newton_steps: 2,
        linear: PcgSettings { relative_residual: 0.0, max_iterations: 3 },
        tolerance: 0.0,
    };

    /// As much work as it takes to make corrections smaller than a tenth of a micrometre.
    pub const ACCURATE: Self = Self {
        newton_steps: 60,
        linear: PcgSettings { relative_residual: 1e-3, max_iterations: 200 },
        tolerance: 1e-7,
    };
}

/// Why a step could not be taken.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SolverError {
    /// The matrix could not be set up.
    #[error(transparent)]
    Linear(#[from] LinearError),
    /// Positions or velocities are not numbers any more.
    #[error(
        "vertex {vertex} has no finite position after the step; take smaller steps or check the stiffnesses"
    )]
    NotFinite {
        /// The first such vertex.
        vertex: usize,
    },
}

/// How a step went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepReport {
    /// Newton steps taken.
    pub newton_steps: usize,
    /// Iterations of conjugate gradients in all.
    pub linear_iterations: usize,
    /// The largest correction in the last Newton step, in metres.
    pub last_correction: f64,
    /// Linear solves that met a direction of negative curvature and stopped there.
    pub negative_curvatures: usize,
}

/// A cloth that moves by implicit steps.
#[derive(Debug)]
pub struct Newton {
    /// Where each vertex is, in metres.
    pub positions: Vec<DVec3>,
    /// How fast each vertex moves, in m/s. A fixed vertex moves with its velocity, whatever pulls at it.
    pub velocities: Vec<DVec3>,
    /// Which vertices are held.
    pub fixed: Vec<bool>,
    /// The acceleration of gravity in m/s².
    pub gravity: DVec3,
    /// The mass of each vertex in kg.
    masses: Vec<f64>,
    membrane: Membrane,
    bending: Bending,
    scheme: Scheme,
    budget: Budget,
    /// Positions and velocities one step earlier, for the second-order scheme, and the length of that step.
    earlier: Option<(Vec<DVec3>, Vec<DVec3>, f64)>,
    system: System,
}

/// The linear system and what it is assembled from.
#[derive(Debug)]
struct System {
    matrix: BlockMatrix,
    triangles: Stencils<3>,
    hinges: Stencils<4>,
    hinge_stiffnesses: Vec<f64>,
    multigrid: Option<Multigrid>,
    workspace: PcgWorkspace,
}

impl Newton {
    /// A cloth at rest in the given mesh's positions.
    ///
    /// # Errors
    /// If the mesh is too large for 32-bit indices.
    pub fn new(
        mesh: &TriMesh,
        masses: Vec<f64>,
        membrane: Membrane,
        bending: Bending,
        scheme: Scheme,
        budget: Budget,
    ) -> Result<Self, SolverError> {
        let count = mesh.positions.len();
        Ok(Self {
            positions: mesh.positions.clone(),
            velocities: vec![DVec3::ZERO; count],
            fixed: vec![false; count],
            gravity: DVec3::NEG_Y * 9.81,
            masses,
            system: System::new(mesh, &bending)?,
            membrane,
            bending,
            scheme,
            budget,
            earlier: None,
        })
    }

    /// A cloth of one fabric, at rest in the given mesh's positions, with its warp along the rest shape's `x`.
    ///
    /// # Errors
    /// If the mesh is too large for 32-bit indices.
    pub fn of_fabric(
        mesh: &TriMesh,
        rest: &RestShape,
        fabric: &Fabric,
        scheme: Scheme,
        budget: Budget,
    ) -> Result<Self, SolverError> {
        let membrane = Membrane::new(mesh, rest, |_| fabric.membrane_matrix());
        let bending = Bending::new(mesh, rest, |_| fabric.bending_matrix(), &[]);
        let masses = rest.masses(mesh, |_| fabric.density);
        Self::new(mesh, masses, membrane, bending, scheme, budget)
    }

    /// Moves the cloth on by a time in seconds.
    ///
    /// # Errors
    /// If the positions are not finite afterwards; the cloth then stays as it was.
    pub fn step(&mut self, time: f64) -> Result<StepReport, SolverError> {
        let Start { base, inertial, rate } = self.start(time);
        let mut x = inertial.clone();
        for (v, place) in x.iter_mut().enumerate() {
            if self.fixed[v] {
                *place = self.positions[v] + self.velocities[v] * time;
            }
        }
        let mut report = StepReport::default();
        for _ in 0..self.budget.newton_steps {
            let correction = self.correct(&mut x, &inertial, rate, &mut report)?;
            report.last_correction = correction;
            if correction <= self.budget.tolerance {
                break;
            }
        }
        if let Some(vertex) = x.iter().position(|p| !p.is_finite()) {
            return Err(SolverError::NotFinite { vertex });
        }
        self.finish(x, &base, rate, time);
        Ok(report)
    }

    /// Where the vertices would be without forces but gravity, and what turns displacements into velocities.
    fn start(&self, time: f64) -> Start {
        let fall = |rate: f64| self.gravity / (rate * rate);
        match (&self.earlier, self.scheme) {
            (Some((positions, velocities, last)), Scheme::Bdf2) if *last == time => {
                let rate = 1.5 / time;
                let mix = |now: &[DVec3], before: &[DVec3]| -> Vec<DVec3> {
                    now.iter().zip(before).map(|(a, b)| (4.0 * *a - *b) / 3.0).collect()
                };
                let base = mix(&self.positions, positions);
                let drift = mix(&self.velocities, velocities);
                let inertial = base.iter().zip(drift).map(|(x, v)| *x + v / rate + fall(rate)).collect();
                Start { base, inertial, rate }
            }
            // The first step, or a step of another length, has no history to lean on.
            _ => {
                let base = self.positions.clone();
                let rate = 1.0 / time;
                let inertial =
                    base.iter().zip(&self.velocities).map(|(x, v)| *x + *v * time + fall(rate)).collect();
                Start { base, inertial, rate }
            }
        }
    }

    /// One Newton step: linearises the forces at `x`, solves, and moves `x`. Returns the largest correction.
    fn correct(
        &mut self,
        x: &mut [DVec3],
        inertial: &[DVec3],
        rate: f64,
        report: &mut StepReport,
    ) -> Result<f64, SolverError> {
        let square = rate * rate;
        let mut gradient: Vec<DVec3> =
            (0..x.len()).map(|v| self.masses[v] * square * (x[v] - inertial[v])).collect();
        self.membrane.add_gradient(x, &mut gradient);
        self.bending.add_gradient(x, &mut gradient);
        for g in &mut gradient {
            *g = -*g;
        }
        self.system.assemble(x, &self.membrane, &self.bending, &self.masses, square);
        let mut change = vec![DVec3::ZERO; x.len()];
        let solved = self.system.solve(x, &self.fixed, &gradient, &mut change, &self.budget.linear)?;
        report.newton_steps += 1;
        report.linear_iterations += solved.iterations;
        report.negative_curvatures += usize::from(solved.negative_curvature);
        let mut largest = 0.0_f64;
        for (place, change) in x.iter_mut().zip(change) {
            *place += change;
            largest = largest.max(change.length());
        }
        Ok(largest)
    }

    /// Takes over the new positions and the velocities that follow from them.
    fn finish(&mut self, x: Vec<DVec3>, base: &[DVec3], rate: f64, time: f64) {
        let velocity = |v: usize| {
            if self.fixed[v] { self.velocities[v] } else { (x[v] - base[v]) * rate }
        };
        let velocities = (0..x.len()).map(velocity).collect();
        let before = std::mem::replace(&mut self.positions, x);
        let slower = std::mem::replace(&mut self.velocities, velocities);
        self.earlier = Some((before, slower, time));
    }

    /// The energy of motion, height, stretch and bending, in joules.
    pub fn energy(&self) -> f64 {
        let of_vertex = |v: usize| {
            self.masses[v] * (0.5 * self.velocities[v].length_squared() - self.gravity.dot(self.positions[v]))
        };
        (0..self.masses.len()).map(of_vertex).sum::<f64>()
            + self.membrane.energy(&self.positions)
            + self.bending.energy(&self.positions)
    }

    /// The momentum in kg·m/s.
    pub fn momentum(&self) -> DVec3 {
        self.masses.iter().zip(&self.velocities).map(|(m, v)| *v * *m).sum()
    }
}

struct Start {
    /// What displacements are counted from.
    base: Vec<DVec3>,
    /// Where inertia and gravity alone would lead.
    inertial: Vec<DVec3>,
    /// Velocity over displacement, in 1/s.
    rate: f64,
}

impl System {
    fn new(mesh: &TriMesh, bending: &Bending) -> Result<Self, LinearError> {
        let hinges = bending.hinge_vertices();
        let stencils: Vec<&[u32]> = mesh
            .triangles
            .iter()
            .map(<[u32; 3]>::as_slice)
            .chain(hinges.iter().map(<[u32; 4]>::as_slice))
            .collect();
        let pattern = Arc::new(BlockPattern::from_stencils(mesh.positions.len(), &stencils)?);
        Ok(Self {
            triangles: Stencils::new(&pattern, &mesh.triangles)?,
            hinges: Stencils::new(&pattern, &hinges)?,
            hinge_stiffnesses: bending.hinge_stiffnesses(),
            matrix: BlockMatrix::new(pattern),
            multigrid: None,
            workspace: PcgWorkspace::default(),
        })
    }

    /// Fills the matrix with inertia and the stiffness of stretch and bending at `x`. Bending enters hinge by hinge: the
    /// matrix only steers the search, the forces are exact.
    fn assemble(&mut self, x: &[DVec3], membrane: &Membrane, bending: &Bending, masses: &[f64], square: f64) {
        self.matrix.set_zero();
        let inertia: Vec<f64> = masses.iter().map(|m| m * square).collect();
        self.matrix.add_diagonal(&inertia);
        let tangents = membrane.tangents(x);
        self.matrix.add_elements(&self.triangles, |element, corner| {
            membrane.tangent_row(&tangents[element], element, corner)
        });
        let gradients = bending.angle_gradients(x);
        let stiffnesses = &self.hinge_stiffnesses;
        self.matrix.add_elements(&self.hinges, |hinge, corner| {
            let push = gradients[hinge][corner] * stiffnesses[hinge];
            gradients[hinge].map(|other| DMat3::from_cols(push * other.x, push * other.y, push * other.z))
        });
    }

    fn solve(
        &mut self,
        x: &[DVec3],
        fixed: &[bool],
        right: &[DVec3],
        change: &mut [DVec3],
        settings: &PcgSettings,
    ) -> Result<crate::linear::PcgReport, LinearError> {
        let multigrid = match &mut self.multigrid {
            Some(multigrid) => {
                multigrid.refresh(&self.matrix, fixed)?;
                multigrid
            }
            none => none.insert(Multigrid::new(&self.matrix, fixed, Some(x), MultigridSettings::default())?),
        };
        pcg(&self.matrix, fixed, right, change, multigrid, settings, &mut self.workspace)
    }
}
