//! Extended position-based dynamics: constraints with the compliance of the material, in small steps.

use super::flight::{Plan, Sweeper};
use super::hinge::Hinge;
use super::stretch::Stretch;
use super::sweep::Sweep;
use super::tie::Pulls;
use crate::cloth::Cloth;
use crate::contact::ContactPipeline;
use crate::solver::guard::inverse_masses;
use crate::solver::{ClothProperty, Solver, SolverError, StepReport};
use crate::world::World;
use glam::DVec3;

/// Settings of [`Xpbd`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XpbdSettings {
    /// Parts that a step is cut into, or more where grabs pull hard; 0 for as many as the cloth needs, at least 20.
    pub substeps: usize,
    /// Sweeps over all constraints in a substep; 0 counts as 1. Another substep helps more than another sweep, and costs about the same.
    pub sweeps: usize,
}

impl Default for XpbdSettings {
    fn default() -> Self {
        Self { substeps: 0, sweeps: 1 }
    }
}

/// Parts of a step for cloth of large cells.
const FEWEST_SUBSTEPS: usize = 20;

/// The longest substep over `√(m / E)`: light and stiff cells need shorter ones.
const LONGEST_SUBSTEP: f64 = 6.0;

/// Grabs pull no farther in a substep than this part of a mean edge.
const MAX_PULL_PER_SUBSTEP: f64 = 0.05;

/// Substeps are cut into no more parts than this.
const MAX_SUBSTEP_PARTS: f64 = 16.0;

/// Extended position-based dynamics (Macklin, Müller and Chentanez, "XPBD", 2016; small steps: Macklin and others, 2019).
///
/// Each substep is an implicit Euler step that a sweep over the constraints solves in part. It never explodes; with too few
/// substeps stiff cloth only sags, as if it were softer. What counts is the substep against `√(m / E)` with the mass of a
/// vertex and the stiffness in N/m: a hanging sheet is too long by a fifth of its elongation at 0.6, and by 0.2 % at 0.2. Far beyond that, where vertices weigh milligrams, corrections
/// do not get through the mesh, and edges become longer by tens of percents; so by default no substep is longer than 6.
///
/// Stretch and shear are the membrane's energy itself, a 3 × 3 compliance to a triangle. Bending is a hinge to an edge, with
/// the [stiffness of each hinge alone](crate::bending::Bending::hinge_stiffnesses). That depends on the mesh a little, as
/// [`Newton`](crate::solver::Newton)'s bending does not: a grid is as stiff as it should be along its lines, and a quarter stiffer
/// along its diagonals.
///
/// ```
/// use toile_cloth::cloth::Cloth;
/// use toile_cloth::contact::ContactPipeline;
/// use toile_cloth::solver::{Solver, Xpbd, XpbdSettings};
/// use toile_cloth::{fabric::Fabric, world::World};
/// use toile_geom::{glam::DVec2, shapes};
///
/// let mesh = shapes::sheet(DVec2::ONE, [8, 8]);
/// let mut cloth = Cloth::of_sheet(&mesh, &Fabric::named("jersey")?)?;
/// cloth.pinned[0] = true;
/// let mut solver = Xpbd::new(XpbdSettings { substeps: 10, ..XpbdSettings::default() });
/// for _ in 0..30 {
///     solver.step(&mut cloth, &World::default(), &mut ContactPipeline::default(), 1.0 / 60.0)?;
/// }
/// assert!(cloth.state.positions[80].y < -0.2, "it hangs from its corner");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Xpbd {
    settings: XpbdSettings,
    stretches: Sweep<Stretch, 3>,
    hinges: Sweep<Hinge, 4>,
    pulls: Pulls,
}

impl Xpbd {
    /// A solver with these settings.
    pub fn new(settings: XpbdSettings) -> Self {
        Self { settings, stretches: Sweep::default(), hinges: Sweep::default(), pulls: Pulls::default() }
    }

    /// How many parts a step is cut into.
    fn substeps(&self, cloth: &Cloth, time: f64) -> usize {
        let (usual, parts) = match self.settings.substeps {
            0 => (FEWEST_SUBSTEPS, parts_for_stiffness(cloth, time / FEWEST_SUBSTEPS as f64)),
            substeps => (substeps, 1.0),
        };
        let parts = parts_for_pulls(cloth, time / usual as f64).max(parts);
        usual * parts.clamp(1.0, MAX_SUBSTEP_PARTS) as usize
    }
}

impl Sweeper for Xpbd {
    fn prepare(&mut self, cloth: &Cloth, substep: f64) {
        let count = cloth.vertex_count();
        self.stretches.set(count, &Stretch::of_cloth(cloth, substep));
        self.hinges.set(count, &Hinge::of_cloth(cloth, substep));
        self.pulls.set(cloth, substep);
    }

    fn begin(&mut self) {
        self.pulls.forget();
        self.hinges.forget();
        self.stretches.forget();
    }

    fn sweep(&mut self, positions: &mut [DVec3], inverse_masses: &[f64]) {
        // What pulls comes first: a strong pull at a light vertex takes it farther than an edge is long.
        self.pulls.run(positions, inverse_masses);
        self.hinges.run(positions, inverse_masses);
        self.stretches.run(positions, inverse_masses);
    }
}

/// Into how many parts a substep is to be cut for the sake of grabs: sweeps over the constraints do not get hold of a vertex that is pulled farther in
/// it than edges are long.
fn parts_for_pulls(cloth: &Cloth, substep: f64) -> f64 {
    let inverse = inverse_masses(cloth);
    let pulled = cloth.grabs.iter().map(|grab| {
        let place: DVec3 =
            grab.anchor.parts().map(|(v, part)| cloth.state.positions[v as usize] * part).sum();
        let give: f64 = grab.anchor.parts().map(|(v, part)| part * part * inverse[v as usize]).sum();
        let part_of_way = (grab.stiffness * give * substep * substep).min(1.0);
        part_of_way * place.distance(grab.target)
    });
    let farthest = pulled.fold(0.0, f64::max);
    let area: f64 = (0..cloth.triangles.len()).map(|t| cloth.rest.area(t)).sum();
    let edge = (2.0 * area / cloth.triangles.len().max(1) as f64).sqrt();
    (farthest / (MAX_PULL_PER_SUBSTEP * edge).max(f64::MIN_POSITIVE)).sqrt().ceil()
}

/// Into how many parts a substep is to be cut for cloth of light and stiff cells, from the mean mass of a vertex and the mean stiffness.
fn parts_for_stiffness(cloth: &Cloth, substep: f64) -> f64 {
    let stiffness = |t: usize| {
        let of_triangle = cloth.membrane.law(t).stiffness;
        of_triangle.x_axis.x.max(of_triangle.y_axis.y)
    };
    let triangles = cloth.triangles.len().max(1);
    let mean = (0..cloth.triangles.len()).map(stiffness).sum::<f64>() / triangles as f64;
    let mass = cloth.mass() / cloth.vertex_count().max(1) as f64;
    let over = substep * (mean / mass.max(f64::MIN_POSITIVE)).sqrt();
    (over / LONGEST_SUBSTEP).ceil()
}

impl Solver for Xpbd {
    fn name(&self) -> &'static str {
        "xpbd"
    }

    /// Its constraints are linear and do not lose motion.
    fn honours(&self, property: ClothProperty) -> bool {
        use ClothProperty as P;
        !matches!(
            property,
            P::MeasuredStretch | P::StretchViscosity | P::BendingViscosity | P::Creases | P::Arcs
        )
    }

    fn step(
        &mut self,
        cloth: &mut Cloth,
        world: &World,
        contacts: &mut ContactPipeline,
        time: f64,
    ) -> Result<StepReport, SolverError> {
        let (substeps, sweeps) = (self.substeps(cloth, time), self.settings.sweeps.max(1));
        Plan { substeps, sweeps, kept: 1.0 }.take(cloth, world, contacts, time, self)
    }
}
