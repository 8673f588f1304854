//! Where cloth comes to rest: balance of elastic forces, gravity and point loads, found without going through time.

use super::loads::Loads;
use super::stiffness::Stiffness;
use crate::cloth::Cloth;
use glam::DVec3;

/// Finds where a cloth comes to rest, by Newton's method with a direct factorisation.
///
/// Held vertices stay where they are, and clamps hold their angle. The search goes downhill in energy, so it ends in a balance that
/// cloth left to itself would keep, unless the start is perfectly symmetric: [`unstable_directions`](Self::unstable_directions) tells.
/// Colliders and air are not seen. For strips and pieces of up to some thousand vertices it takes a fraction of a second; larger
/// cloth is better left to [`Newton`](super::Newton) with backward Euler.
///
/// ```
/// use toile_cloth::{cloth::Cloth, fabric::Fabric, rest::RestShape, solver::{Equilibrium, Loads}};
/// use toile_geom::{glam::{DVec2, DVec3}, sheets::{FlatSheet, SheetKind}};
///
/// let strip = FlatSheet::new(SheetKind::Equilateral, DVec2::new(0.2, 0.05), [16, 4]);
/// let rest = RestShape::from_flat(&strip.places, &strip.triangles);
/// let mut cloth = Cloth::of_fabric(&strip.mesh(), rest, &Fabric::named("cotton-poplin")?)?;
/// for v in strip.vertices(|p| p.x < 0.02) {
///     cloth.pinned[v as usize] = true;
/// }
/// let mut equilibrium = Equilibrium::default();
/// let report = equilibrium.settle(&mut cloth, &Loads::gravity(DVec3::NEG_Z * 9.81))?;
/// assert!(report.last_correction < 1e-9);
/// let tip = strip.vertices(|p| p.x == 0.2)[0];
/// assert!(cloth.state.positions[tip as usize].z < -0.05, "it hangs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Equilibrium {
    /// Done when no vertex has to move further than this share of the cloth's extent.
    pub tolerance: f64,
    /// The most Newton steps.
    pub most_steps: usize,
    /// The longest move of a vertex in one Newton step, as a share of the cloth's extent.
    pub longest_move: f64,
    /// Before the search proper the membrane has only this share of its stiffness. Cloth bends easily and hardly stretches, so its energy
    /// is a narrow winding valley, which is better followed when it is wide: with 0.01 strips settle in less than half the steps. With
    /// 1 it is left out.
    pub softened: f64,
    stiffness: Option<Stiffness>,
}

/// How the search went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EquilibriumReport {
    /// Newton steps taken.
    pub newton_steps: usize,
    /// Steps that were shortened because the whole one did not lower the energy.
    pub shortened: usize,
    /// Steps for which the stiffness had to be raised to be positive definite.
    pub regularised: usize,
    /// The largest correction of the last step, in metres.
    pub last_correction: f64,
    /// The largest force that is left on a free vertex, in newtons.
    pub residual: f64,
}

/// A way to swing about a balance.
#[derive(Clone, Debug, PartialEq)]
pub struct VibrationMode {
    /// The square of the angular frequency, in 1/s²: negative for a balance that is lost.
    pub square_frequency: f64,
    /// How each vertex moves; the sum of mass times square is 1 kg·m².
    pub shape: Vec<DVec3>,
}

/// When the search with a softened membrane is good enough.
const SOFT_TOLERANCE: f64 = 3e-3;

/// Inverse iteration separates the lowest mode from the next by the ratio of their squares each time.
const MODE_ITERATIONS: usize = 200;

/// Why no balance was found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EquilibriumError {
    /// The steps were used up.
    #[error(
        "no balance after {steps} steps: a vertex still has to move by {correction:.1e} m; apply the load in several parts \
         (settle_in_parts), hold more vertices, or allow more steps"
    )]
    NotFound {
        /// How many steps were taken.
        steps: usize,
        /// The last correction in metres.
        correction: f64,
    },
    /// A load pulls at a vertex that the cloth does not have.
    #[error("a load pulls at vertex {vertex}, but the cloth has only {count}")]
    NoSuchVertex {
        /// The vertex.
        vertex: u32,
        /// How many there are.
        count: usize,
    },
    /// A position or a force is not a number.
    #[error("vertex {vertex} has no finite position or force; check the stiffnesses and loads around it")]
    NotFinite {
        /// The first such vertex.
        vertex: usize,
    },
}

impl Default for Equilibrium {
    fn default() -> Self {
        Self { tolerance: 1e-9, most_steps: 300, longest_move: 0.1, softened: 0.01, stiffness: None }
    }
}

impl Equilibrium {
    /// Brings the cloth from where it is to a place where nothing moves it any more. Its velocities are zero then.
    ///
    /// # Errors
    /// If there is none within reach; the cloth is then as it was.
    pub fn settle(
        &mut self,
        cloth: &mut Cloth,
        loads: &Loads,
    ) -> Result<EquilibriumReport, EquilibriumError> {
        let count = cloth.vertex_count();
        if let Some(&(vertex, _)) = loads.forces.iter().find(|force| force.0 as usize >= count) {
            return Err(EquilibriumError::NoSuchVertex { vertex, count });
        }
        let mut search = Search {
            problem: Problem { cloth, loads, softness: self.softened },
            stiffness: self.take_stiffness(cloth),
            positions: cloth.state.positions.clone(),
            report: EquilibriumReport::default(),
        };
        if self.softened < 1.0 {
            search.approach(self);
            search.problem.softness = 1.0;
        }
        let result = search.descend(self);
        let Search { stiffness, positions, report, .. } = search;
        self.stiffness = Some(stiffness);
        result?;
        cloth.state.positions = positions;
        cloth.state.velocities.fill(DVec3::ZERO);
        cloth.state.earlier = None;
        Ok(report)
    }

    /// Applies the loads part by part, settling after each, so that a cloth follows a long way without losing it.
    ///
    /// # Errors
    /// If one part does not settle; the cloth is then where the last one did.
    pub fn settle_in_parts(
        &mut self,
        cloth: &mut Cloth,
        loads: &Loads,
        parts: u32,
    ) -> Result<EquilibriumReport, EquilibriumError> {
        let mut report = EquilibriumReport::default();
        for part in 1..=parts.max(1) {
            let share = f64::from(part) / f64::from(parts.max(1));
            let later = self.settle(cloth, &loads.scaled(share))?;
            report = EquilibriumReport {
                newton_steps: report.newton_steps + later.newton_steps,
                shortened: report.shortened + later.shortened,
                regularised: report.regularised + later.regularised,
                ..later
            };
        }
        Ok(report)
    }

    /// In how many independent directions a cloth in balance would leave it if pushed: 0 means that it is stable. Counts the
    /// negative eigenvalues of the whole second derivative of the energy, dead loads having none.
    pub fn unstable_directions(&mut self, cloth: &Cloth) -> usize {
        let x = &cloth.state.positions;
        let mut stiffness = self.take_stiffness(cloth);
        // The cube root of the machine's precision balances the rounding and the curvature of central differences.
        stiffness.assemble_exactly(cloth, x, 1e-5 * shortest_edge(cloth));
        let count = stiffness.matrix.factor().negative_pivots();
        self.stiffness = Some(stiffness);
        count
    }

    /// The softest way in which a cloth in balance can swing, without air and friction, found by inverse iteration.
    ///
    /// Its frequency falls to nothing as a load approaches the one at which the cloth buckles; beyond, the square is negative.
    pub fn lowest_mode(&mut self, cloth: &Cloth) -> VibrationMode {
        let x = &cloth.state.positions;
        let mut stiffness = self.take_stiffness(cloth);
        stiffness.assemble_exactly(cloth, x, 1e-5 * shortest_edge(cloth));
        let factor = stiffness.matrix.factor();
        self.stiffness = Some(stiffness);
        let weighed = |shape: &[DVec3]| -> Vec<DVec3> {
            shape.iter().zip(&cloth.masses).map(|(d, mass)| *d * *mass).collect()
        };
        // Any start will do that no symmetry of a cloth makes blind to a mode.
        let start = |v: usize| DVec3::new((0.7 * v as f64).sin(), (1.1 * v as f64).cos(), 1.0);
        let mut mode = VibrationMode { square_frequency: 0.0, shape: (0..x.len()).map(start).collect() };
        for _ in 0..MODE_ITERATIONS {
            let right = weighed(&mode.shape);
            let shape = factor.solve(&right);
            let weights = weighed(&shape);
            let dot = |a: &[DVec3], b: &[DVec3]| a.iter().zip(b).map(|(p, q)| p.dot(*q)).sum::<f64>();
            let square = dot(&shape, &weights);
            let next = dot(&shape, &right) / square;
            let change = (next - mode.square_frequency).abs();
            mode = VibrationMode {
                square_frequency: next,
                shape: shape.iter().map(|d| *d / square.sqrt()).collect(),
            };
            if change <= 1e-10 * next.abs() {
                break;
            }
        }
        mode
    }

    fn take_stiffness(&mut self, cloth: &Cloth) -> Stiffness {
        let kept = self.stiffness.take().and_then(|stiffness| stiffness.refreshed(cloth));
        kept.unwrap_or_else(|| Stiffness::new(cloth))
    }
}

/// What is lowest in balance.
struct Problem<'a> {
    cloth: &'a Cloth,
    loads: &'a Loads,
    /// The share of the membrane's stiffness that counts.
    softness: f64,
}

impl Problem<'_> {
    /// The elastic energy, and the work of the loads.
    fn energies(&self, x: &[DVec3]) -> [f64; 2] {
        let mut elastic = self.cloth.elastic_energy(x);
        if self.softness < 1.0 {
            elastic -= (1.0 - self.softness) * self.cloth.stretch_energy(x);
        }
        [elastic, self.loads.work(self.cloth, x)]
    }

    /// The gradient of the energy, zero for pinned vertices.
    fn gradient(&self, x: &[DVec3]) -> Vec<DVec3> {
        let mut gradient = self.loads.gradient(self.cloth, x);
        if self.softness < 1.0 {
            let mut stretch = vec![DVec3::ZERO; x.len()];
            self.cloth.add_stretch_gradient(x, &mut stretch);
            gradient.iter_mut().zip(stretch).for_each(|(g, s)| *g -= s * (1.0 - self.softness));
        }
        for (g, &pinned) in gradient.iter_mut().zip(&self.cloth.pinned) {
            if pinned {
                *g = DVec3::ZERO;
            }
        }
        gradient
    }
}

/// A search for balance that is going on.
struct Search<'a> {
    problem: Problem<'a>,
    stiffness: Stiffness,
    positions: Vec<DVec3>,
    report: EquilibriumReport,
}

impl Search<'_> {
    /// Goes to where a softened cloth would come to rest, or as far as it takes no harm: a soft membrane may collapse under a point load.
    fn approach(&mut self, settings: &Equilibrium) {
        let extent = extent(&self.positions);
        while self.report.newton_steps < settings.most_steps / 2 {
            let before = self.positions.clone();
            let Ok(share) = self.newton_step(settings.longest_move * extent) else { return };
            if !self.is_sound() {
                self.positions = before;
                return;
            }
            if share < 1e-2 || (share == 1.0 && self.report.last_correction <= SOFT_TOLERANCE * extent) {
                return;
            }
        }
    }

    /// Whether no triangle is squeezed to less than half or pulled to more than twice its size.
    fn is_sound(&self) -> bool {
        let strains = self.problem.cloth.membrane.strains(&self.positions);
        strains.iter().all(|strain| {
            let (mean, half) = (0.5 * (strain.x + strain.y), 0.5 * (strain.x - strain.y));
            let radius = half.hypot(0.5 * strain.z);
            mean - radius > -0.5 && mean + radius < 1.0
        })
    }

    /// Goes downhill until nothing is left to correct.
    fn descend(&mut self, settings: &Equilibrium) -> Result<(), EquilibriumError> {
        let extent = extent(&self.positions);
        let mut enough = None;
        while self.report.newton_steps < settings.most_steps {
            let share = self.newton_step(settings.longest_move * extent)?;
            // A cloth that breaks down becomes so stiff that it hardly moves; the forces tell that it is not in balance.
            let enough = *enough.get_or_insert(1e-6 * extent * self.stiffness.matrix.mean_diagonal());
            let is_balanced = self.report.residual <= enough;
            if share == 1.0 && is_balanced && self.report.last_correction <= settings.tolerance * extent {
                return Ok(());
            }
        }
        let (steps, correction) = (self.report.newton_steps, self.report.last_correction);
        Err(EquilibriumError::NotFound { steps, correction })
    }

    /// One step of Newton's method, in which no vertex moves further than a length. Returns the share of the step that was taken.
    fn newton_step(&mut self, longest_move: f64) -> Result<f64, EquilibriumError> {
        let gradient = self.problem.gradient(&self.positions);
        if let Some(vertex) = gradient.iter().position(|g| !g.is_finite()) {
            return Err(EquilibriumError::NotFinite { vertex });
        }
        let step = self.downhill(&gradient);
        self.report.newton_steps += 1;
        self.report.last_correction = longest(&step);
        self.report.residual = longest(&gradient);
        let whole = (longest_move / self.report.last_correction).min(1.0);
        let share = self.advance(&gradient, &step, whole);
        self.report.shortened += usize::from(share < whole);
        Ok(share)
    }

    /// The Newton step, with a stiffness that is raised until it is positive definite.
    fn downhill(&mut self, gradient: &[DVec3]) -> Vec<DVec3> {
        let stiffness = &mut self.stiffness;
        stiffness.assemble(self.problem.cloth, &self.positions, self.problem.softness);
        let scale = stiffness.matrix.mean_diagonal();
        let right: Vec<DVec3> = gradient.iter().map(|g| -*g).collect();
        let mut factor = stiffness.matrix.factor();
        let mut raised = 1e-12 * scale;
        // Directions without any stiffness, such as turning about a line of pinned vertices, are given a little.
        while !factor.is_positive_definite(1e-14 * scale) && raised < scale {
            self.report.regularised += usize::from(raised == 1e-12 * scale);
            stiffness.matrix.add_to_diagonal(raised);
            raised *= 10.0;
            factor = stiffness.matrix.factor();
        }
        factor.solve(&right)
    }

    /// Moves along a step as far as the energy allows, and returns the share of it that was taken.
    fn advance(&mut self, gradient: &[DVec3], step: &[DVec3], whole: f64) -> f64 {
        let slope: f64 = gradient.iter().zip(step).map(|(g, d)| g.dot(*d)).sum();
        let [elastic, work] = self.problem.energies(&self.positions);
        // Near the balance the energy changes by less than its own rounding.
        let noise = 1e-13 * (elastic.abs() + work.abs());
        let mut share = whole;
        loop {
            let moved: Vec<DVec3> =
                self.positions.iter().zip(step).map(|(place, d)| *place + *d * share).collect();
            let [new_elastic, new_work] = self.problem.energies(&moved);
            let gained = (new_elastic - elastic) - (new_work - work);
            if gained <= 1e-4 * share * slope + noise || share < 1e-9 * whole {
                self.positions = moved;
                return share;
            }
            share *= 0.5;
        }
    }
}

fn longest(vectors: &[DVec3]) -> f64 {
    vectors.iter().map(|d| d.length()).fold(0.0, f64::max)
}

/// The length of the box around some points.
fn extent(points: &[DVec3]) -> f64 {
    let low = points.iter().copied().fold(DVec3::INFINITY, DVec3::min);
    let high = points.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
    (high - low).length()
}

fn shortest_edge(cloth: &Cloth) -> f64 {
    let x = &cloth.state.positions;
    let sides = cloth.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    sides.map(|[a, b]| x[a as usize].distance(x[b as usize])).fold(f64::INFINITY, f64::min)
}
