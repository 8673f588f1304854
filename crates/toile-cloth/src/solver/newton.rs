//! Implicit steps by Newton's method, with conjugate gradients and multigrid inside.

use super::{Solver, SolverError, StepReport};
use crate::cloth::{Cloth, Earlier, State};
use crate::linear::{
    BlockMatrix, BlockPattern, LinearError, Multigrid, MultigridSettings, PcgSettings, PcgWorkspace,
    Stencils, pcg,
};
use crate::world::{ExternalForces, World};
use glam::{DMat3, DVec3};
use std::sync::Arc;

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

/// Implicit steps by Newton's method.
#[derive(Debug)]
pub struct Newton {
    scheme: Scheme,
    budget: Budget,
    system: Option<System>,
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
    /// A solver that has not seen any cloth yet.
    pub fn new(scheme: Scheme, budget: Budget) -> Self {
        Self { scheme, budget, system: None }
    }

    /// One Newton step: linearises the forces at `x`, solves, and moves `x`. Returns the largest correction.
    fn correct(
        &self,
        system: &mut System,
        cloth: &Cloth,
        problem: &Problem<'_>,
        x: &mut [DVec3],
        report: &mut StepReport,
    ) -> Result<f64, SolverError> {
        let mut gradient = problem.gradient(x);
        for g in &mut gradient {
            *g = -*g;
        }
        system.assemble(x, problem);
        let mut change = vec![DVec3::ZERO; x.len()];
        let solved = system.solve(x, &cloth.held, &gradient, &mut change, &self.budget.linear)?;
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
}

impl Solver for Newton {
    fn name(&self) -> &'static str {
        "newton"
    }

    fn step(&mut self, cloth: &mut Cloth, world: &World, time: f64) -> Result<StepReport, SolverError> {
        let start = Start::new(&cloth.state, self.scheme, time);
        let external = world.forces(cloth);
        let problem = Problem::new(cloth, &start, &external);
        let mut x = problem.inertial.clone();
        for (v, place) in x.iter_mut().enumerate() {
            if cloth.held[v] {
                *place = cloth.state.positions[v] + cloth.state.velocities[v] * time;
            }
        }
        let mut system = match self.system.take() {
            Some(system) if system.fits(cloth) => system,
            _ => System::new(cloth)?,
        };
        let mut report = StepReport::default();
        for _ in 0..self.budget.newton_steps {
            let correction = self.correct(&mut system, cloth, &problem, &mut x, &mut report)?;
            report.last_correction = correction;
            if correction <= self.budget.tolerance {
                break;
            }
        }
        self.system = Some(system);
        if let Some(vertex) = x.iter().position(|p| !p.is_finite()) {
            return Err(SolverError::NotFinite { vertex, time });
        }
        start.finish(cloth, x, time);
        Ok(report)
    }
}

/// What the new positions are in balance with.
struct Problem<'a> {
    cloth: &'a Cloth,
    /// Where inertia and outer forces alone would lead.
    inertial: Vec<DVec3>,
    /// Velocity over displacement, in 1/s.
    rate: f64,
}

impl<'a> Problem<'a> {
    fn new(cloth: &'a Cloth, start: &Start, external: &ExternalForces) -> Self {
        let square = start.rate * start.rate;
        let inertial = (0..cloth.vertex_count())
            .map(|v| start.drifted[v] + external.force[v] / (cloth.masses[v] * square))
            .collect();
        Self { cloth, inertial, rate: start.rate }
    }

    fn gradient(&self, x: &[DVec3]) -> Vec<DVec3> {
        let square = self.rate * self.rate;
        let mut gradient: Vec<DVec3> =
            (0..x.len()).map(|v| self.cloth.masses[v] * square * (x[v] - self.inertial[v])).collect();
        self.cloth.add_elastic_gradient(x, &mut gradient);
        gradient
    }
}

/// Where a step starts from.
struct Start {
    /// What displacements are counted from.
    base: Vec<DVec3>,
    /// Where inertia alone would lead.
    drifted: Vec<DVec3>,
    /// Velocity over displacement, in 1/s.
    rate: f64,
}

impl Start {
    fn new(state: &State, scheme: Scheme, time: f64) -> Self {
        match (&state.earlier, scheme) {
            (Some(earlier), Scheme::Bdf2) if earlier.time == time => {
                let rate = 1.5 / time;
                let mix = |now: &[DVec3], before: &[DVec3]| -> Vec<DVec3> {
                    now.iter().zip(before).map(|(a, b)| (4.0 * *a - *b) / 3.0).collect()
                };
                let base = mix(&state.positions, &earlier.positions);
                let speed = mix(&state.velocities, &earlier.velocities);
                let drifted = base.iter().zip(speed).map(|(x, v)| *x + v / rate).collect();
                Self { base, drifted, rate }
            }
            // The first step, or a step of another length, has no history to lean on.
            _ => {
                let base = state.positions.clone();
                let drifted = base.iter().zip(&state.velocities).map(|(x, v)| *x + *v * time).collect();
                Self { base, drifted, rate: 1.0 / time }
            }
        }
    }

    /// Takes over the new positions and the velocities that follow from them.
    fn finish(&self, cloth: &mut Cloth, x: Vec<DVec3>, time: f64) {
        let state = &mut cloth.state;
        let velocity = |v: usize| {
            if cloth.held[v] { state.velocities[v] } else { (x[v] - self.base[v]) * self.rate }
        };
        let velocities = (0..x.len()).map(velocity).collect();
        let positions = std::mem::replace(&mut state.positions, x);
        let velocities = std::mem::replace(&mut state.velocities, velocities);
        state.earlier = Some(Earlier { positions, velocities, time });
    }
}

impl System {
    fn new(cloth: &Cloth) -> Result<Self, LinearError> {
        let hinges = cloth.bending.hinge_vertices();
        let stencils: Vec<&[u32]> = cloth
            .triangles
            .iter()
            .map(<[u32; 3]>::as_slice)
            .chain(hinges.iter().map(<[u32; 4]>::as_slice))
            .collect();
        let pattern = Arc::new(BlockPattern::from_stencils(cloth.vertex_count(), &stencils)?);
        Ok(Self {
            triangles: Stencils::new(&pattern, &cloth.triangles)?,
            hinges: Stencils::new(&pattern, &hinges)?,
            hinge_stiffnesses: cloth.bending.hinge_stiffnesses(),
            matrix: BlockMatrix::new(pattern),
            multigrid: None,
            workspace: PcgWorkspace::default(),
        })
    }

    /// Whether it was made for a cloth of this size.
    fn fits(&self, cloth: &Cloth) -> bool {
        self.matrix.pattern().row_count() == cloth.vertex_count()
    }

    /// Fills the matrix with inertia and the stiffness of stretch and bending at `x`. Bending enters hinge by hinge: the
    /// matrix only steers the search, the forces are exact.
    fn assemble(&mut self, x: &[DVec3], problem: &Problem<'_>) {
        let (membrane, bending) = (&problem.cloth.membrane, &problem.cloth.bending);
        self.matrix.set_zero();
        let square = problem.rate * problem.rate;
        let inertia: Vec<f64> = problem.cloth.masses.iter().map(|m| m * square).collect();
        self.matrix.add_diagonal(&inertia);
        let tangents = membrane.tangents(x);
        self.matrix.add_elements(&self.triangles, |element, corner| {
            membrane.tangent_row(&tangents[element], element, corner)
        });
        let gradients = bending.angle_gradients(x);
        let history = problem.cloth.state.history.as_ref();
        let remembered = history.map(|history| bending.hinge_stiffnesses_with(x, history));
        let stiffnesses = remembered.as_ref().unwrap_or(&self.hinge_stiffnesses);
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
