//! Lengths between limits, and nothing else.

use super::flight::{Plan, Sweeper};
use super::sweep::{Constraint, Sweep};
use super::tie::Pulls;
use crate::cloth::Cloth;
use crate::contact::ContactPipeline;
use crate::mass_spring::{Link, LinkKind, links};
use crate::solver::{ClothProperty, Solver, SolverError, StepReport};
use crate::world::World;
use glam::{DVec2, DVec3};

/// The step that [`LengthLimitSettings::kept`] is given for, in seconds.
const REFERENCE_STEP: f64 = 1.0 / 120.0;

/// Settings of [`LengthLimit`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthLimitSettings {
    /// How short and how long an edge may be, as parts of its length at rest. Beyond 1.2 triangles lose their shape.
    pub edges: [f64; 2],
    /// How near the opposite corners of two neighbouring triangles may come, as a part of their distance when flat: 0.8 to
    /// 1, larger is stiffer.
    pub bending: f64,
    /// Sweeps over all lengths in a substep. More for larger meshes: a correction travels by one edge in a sweep.
    pub sweeps: usize,
    /// The part of the velocity that is kept over 1/120 s, for the resistance of the air: 1 for none.
    pub kept: f64,
    /// Parts that a step is cut into; 0 counts as 1. The source took substeps of 1/120 s.
    pub substeps: usize,
}

impl Default for LengthLimitSettings {
    /// Sweeps, substeps and damping are those of the source for about 2000 triangles; it does not print its limits.
    fn default() -> Self {
        Self { edges: [0.95, 1.05], bending: 0.9, sweeps: 4, kept: 0.99, substeps: 2 }
    }
}

/// Verlet steps with limited lengths (A. Fuhrmann, "Interaktive Animation textiler Materialien", 2006, chapter 5).
///
/// There are no forces within the cloth. Vertices fly on under outer forces, then edges that are too long or too short, and
/// neighbouring triangles that are folded too sharply, are corrected one after the other, the lighter end by more. Stable for
/// any step; real time for thousands of triangles. The limits are no material: shear and the direction of the weave are
/// unknown to it, and cloth that ought to be elastic is loose between the limits. For looks, not for measurements.
#[derive(Debug)]
pub struct LengthLimit {
    settings: LengthLimitSettings,
    /// The triangles that the limits were made for, and their rest shape.
    triangles: Vec<[u32; 3]>,
    rest: Vec<[DVec2; 3]>,
    limits: Sweep<Limit, 2>,
    pulls: Pulls,
}

/// A length that must stay between two others.
#[derive(Clone, Copy, Debug)]
struct Limit {
    vertices: [u32; 2],
    shortest: f64,
    longest: f64,
}

impl Limit {
    fn new(link: &Link, settings: &LengthLimitSettings) -> Self {
        let [shortest, longest] = match link.kind {
            LinkKind::Structural | LinkKind::Shear => settings.edges.map(|part| part * link.length),
            LinkKind::Bend => [settings.bending * link.length, f64::INFINITY],
        };
        Self { vertices: link.vertices, shortest, longest }
    }
}

impl Constraint<2> for Limit {
    type Memory = ();

    fn vertices(&self) -> [u32; 2] {
        self.vertices
    }

    fn correction(&self, [a, b]: [DVec3; 2], [wa, wb]: [f64; 2], (): ()) -> ([DVec3; 2], ()) {
        let span = b - a;
        let length = span.length();
        let wanted = length.max(self.shortest).min(self.longest);
        // Two vertices at one place have no direction to part in.
        if wanted == length || length == 0.0 || wa + wb == 0.0 {
            return ([DVec3::ZERO; 2], ());
        }
        let by = span * ((length - wanted) / (length * (wa + wb)));
        ([by * wa, by * -wb], ())
    }
}

impl LengthLimit {
    /// A solver with these settings.
    pub fn new(settings: LengthLimitSettings) -> Self {
        Self {
            settings,
            triangles: Vec::new(),
            rest: Vec::new(),
            limits: Sweep::default(),
            pulls: Pulls::default(),
        }
    }
}

impl Sweeper for LengthLimit {
    fn prepare(&mut self, cloth: &Cloth, substep: f64) {
        if self.triangles != cloth.triangles || self.rest != cloth.rest.corners {
            self.triangles.clone_from(&cloth.triangles);
            self.rest.clone_from(&cloth.rest.corners);
            let links = links(&cloth.mesh(), &cloth.rest);
            let limits: Vec<Limit> = links.iter().map(|link| Limit::new(link, &self.settings)).collect();
            self.limits.set(cloth.vertex_count(), &limits);
        }
        self.pulls.set(cloth, substep);
    }

    fn begin(&mut self) {
        self.pulls.forget();
    }

    fn sweep(&mut self, positions: &mut [DVec3], inverse_masses: &[f64]) {
        self.pulls.run(positions, inverse_masses);
        self.limits.run(positions, inverse_masses);
    }
}

impl Solver for LengthLimit {
    fn name(&self) -> &'static str {
        "length-limit"
    }

    /// Its limits are no material.
    fn honours(&self, property: ClothProperty) -> bool {
        use ClothProperty as P;
        matches!(property, P::Threads | P::StrainLimit | P::ObstacleFriction | P::ClothFriction | P::Air)
    }

    fn step(
        &mut self,
        cloth: &mut Cloth,
        world: &World,
        contacts: &mut ContactPipeline,
        time: f64,
    ) -> Result<StepReport, SolverError> {
        let LengthLimitSettings { sweeps, kept, substeps, .. } = self.settings;
        let substeps = substeps.max(1);
        let kept = kept.powf(time / substeps as f64 / REFERENCE_STEP);
        Plan { substeps, sweeps, kept }.take(cloth, world, contacts, time, self)
    }
}
