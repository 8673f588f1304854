//! The drape tester of Cusick: a round specimen is held between two smaller discs, and what sticks out is let down.

use super::ring::Ring;
use super::shadow::{Folds, Shadow};
use crate::validate::ValidateError;
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;
use toile_cloth::bending::{Bending, Clamp};
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::linear::PcgSettings;
use toile_cloth::rest::RestShape;
use toile_cloth::run::{Controller, Course, Deadline, GaveUp, Rest, RestSettings, Run, RunStep};
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{Budget, Newton, Scheme};
use toile_cloth::world::{ClothContact, World};
use toile_geom::random::Random;
use toile_geom::{TriMesh, intersect};

/// Acceleration of gravity, m/s².
const GRAVITY: f64 = 9.81;
/// Over this number of seconds the support is taken away, for a specimen of 30 cm.
const LOWERING: f64 = 1.0;
/// The length of a step in seconds, long enough that backward Euler swallows all swinging.
const STEP: f64 = 0.05;
/// A specimen hangs still when it moves slower than this, in m/s, on average and for some steps in a row. Within them the drape coefficient
/// changes by some tenths of a percent at most.
const STILL: f64 = 4e-3;
const STILL_STEPS: usize = 4;
/// After this number of seconds it has to.
const LONGEST: f64 = 5.0;
/// How far apart its layers stay if they touch, in metres.
const THICKNESS: f64 = 1e-3;
/// No specimen is flat: its border lies up to about so much of its radius above or below the disc.
const UNEVENNESS: f64 = 0.01;
/// The radius of the specimen that these numbers are for, in metres.
const USUAL: f64 = 0.15;

/// A drape tester, and how its specimen is meshed.
///
/// ```no_run
/// use toile_lab::validate::drape::Instrument;
/// use toile_cloth::fabric::Fabric;
///
/// let draped = Instrument::default().drape(&Fabric::named("cotton-plain")?)?;
/// println!("{:.0} %, {} folds", 100.0 * draped.coefficient, draped.folds.count);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instrument {
    /// Radius of the discs, m.
    pub disc: f64,
    /// Radius of the specimen, m.
    pub specimen: f64,
    /// Size of the cells of the mesh, m. At the discs they are half as large.
    pub cell: f64,
    /// Another mesh and another unevenness of the cloth for each number.
    pub seed: u64,
    /// Whether the friction of the fabric's yarns counts (KES's 2HB).
    pub friction: bool,
}

impl Default for Instrument {
    /// Discs of 18 cm and a specimen of 30 cm, as in ISO 9073-9.
    fn default() -> Self {
        Self { disc: 0.09, specimen: USUAL, cell: 0.008, seed: 1, friction: true }
    }
}

/// A specimen that hangs still.
#[derive(Clone, Debug)]
pub struct Draped {
    /// The cloth outside of the discs; `y` is up, and the discs are at zero.
    pub mesh: TriMesh,
    /// Its shadow, with that of the discs.
    pub shadow: Shadow,
    /// The drape coefficient, 0 to 1.
    pub coefficient: f64,
    /// The folds of the border.
    pub folds: Folds,
    /// How many pairs of triangles pass through each other.
    pub intersections: usize,
}

impl Instrument {
    /// The same instrument in another size, with its mesh.
    #[must_use]
    pub fn scaled(self, scale: f64) -> Self {
        Self { disc: scale * self.disc, specimen: scale * self.specimen, cell: scale * self.cell, ..self }
    }

    /// Lays a specimen of a fabric in, with its warp along `x`, takes the support away, and waits until it hangs still.
    ///
    /// # Errors
    /// If a step fails, if the specimen does not come to rest, or if the radii leave no ring to mesh.
    pub fn drape(&self, fabric: &Fabric) -> Result<Draped, ValidateError> {
        let lengths = [self.disc, self.cell, self.specimen - self.disc, 1e3 * self.cell - self.specimen];
        if !lengths.iter().all(|length| length.is_finite() && *length > 0.0) {
            return Err(ValidateError::Missed(format!("no specimen can be cut for {self:?}")));
        }
        let ring = self.ring();
        // Keeping apart what never touches takes a third of the time; where it does touch, all is done again.
        let free = self.hang(&ring, fabric, None)?;
        if free.intersections == 0 {
            return Ok(free);
        }
        let thickness = THICKNESS * self.specimen / USUAL;
        self.hang(
            &ring,
            fabric,
            Some(ClothContact { thickness, friction: Some(fabric.friction.cloth_kinetic.into()) }),
        )
    }

    /// What sticks out of the discs, flat.
    pub(super) fn ring(&self) -> Ring {
        Ring::new([self.disc, self.specimen], self.cell, self.seed)
    }

    fn hang(
        &self,
        ring: &Ring,
        fabric: &Fabric,
        cloth_contact: Option<ClothContact>,
    ) -> Result<Draped, ValidateError> {
        let mut cloth = self.lay(ring, &uncreasing(fabric))?;
        if self.friction {
            cloth.remember_bending();
        }
        let size = self.specimen / USUAL;
        let solver = Newton::new(Scheme::BackwardEuler, budget(size));
        let world = World { cloth_contact, ..World::default() };
        // A pendulum of twice the length takes √2 as long.
        let pace = size.sqrt();
        let mut run = Run::new(Simulation::new(cloth, world, Box::new(solver)), STEP * pace);
        let still = 0.5 * (STILL * pace) * (STILL * pace);
        run.rest = Rest::new(RestSettings { still, steps: STILL_STEPS, trembling: None });
        let end = run.until_rest(&mut Lowering { pace, time: 0.0 }, Deadline::NEVER, |_, _, _| ());
        if let Some(GaveUp::Stuck { error }) = end.gave_up {
            return Err(error.into());
        }
        if !end.at_rest {
            let name = &fabric.name;
            return Err(ValidateError::Missed(format!("the specimen of {name} does not come to rest")));
        }
        Ok(self.read(run.simulation.cloth.mesh(), ring.outer))
    }

    /// Reads off what hangs.
    fn read(&self, mesh: TriMesh, border: usize) -> Draped {
        let shadow = Shadow::new(&mesh, self.disc, self.specimen);
        Draped {
            coefficient: shadow.coefficient(self.disc, self.specimen),
            folds: Folds::of(&mesh.positions[mesh.positions.len().saturating_sub(border)..]),
            intersections: intersect::self_intersections(&mesh).len(),
            mesh,
            shadow,
        }
    }

    /// The cloth outside of the discs, nearly flat; where the discs hold it, it is level.
    fn lay(&self, ring: &Ring, fabric: &Fabric) -> Result<Cloth, ValidateError> {
        let sheet = &ring.sheet;
        let mut mesh = sheet.mesh();
        let height = self.unevenness();
        mesh.positions = sheet.places.iter().map(|&p| DVec3::new(p.x, height(p), -p.y)).collect();
        let rest = RestShape::from_flat(&sheet.places, &sheet.triangles);
        let clamp =
            |k: usize| Clamp { edge: [k, (k + 1) % ring.inner].map(|v| v as u32), beyond: DVec3::ZERO };
        let clamps: Vec<Clamp> = (0..ring.inner).map(clamp).collect();
        let bending = Bending::new(&mesh, &rest, |_| fabric.bending_matrix(), &clamps)
            .with_viscosity(|_| fabric.damping.bending);
        let mut cloth = Cloth::of_fabric(&mesh, rest, fabric)?;
        cloth.bending = bending;
        cloth.pinned[..ring.inner].fill(true);
        Ok(cloth)
    }

    /// By how much the cloth lies above the discs before it is let down: a few waves around, which grow outwards. Without them a perfect
    /// disc would wait for its mesh to say where the folds are to be.
    fn unevenness(&self) -> impl Fn(DVec2) -> f64 {
        let mut random = Random::new(super::spread(self.seed.wrapping_add(0x0C05_1C00)));
        let mut wave =
            |n: u32| (f64::from(n), (2.0 * random.unit() - 1.0) / f64::from(n), TAU * random.unit());
        let waves: Vec<(f64, f64, f64)> = (2..=8).map(&mut wave).collect();
        let (disc, specimen) = (self.disc, self.specimen);
        move |p| {
            let out = (p.length() - disc) / (specimen - disc);
            let sum: f64 =
                waves.iter().map(|(n, height, turn)| height * (n * p.to_angle() + turn).cos()).sum();
            UNEVENNESS * specimen * out * out * sum
        }
    }
}

/// Takes the support away, and gives up what does not come to rest.
struct Lowering {
    pace: f64,
    /// The time at the beginning of the step, in that of the usual specimen.
    time: f64,
}

impl Controller for Lowering {
    fn before(&mut self, simulation: &mut Simulation, _length: f64) {
        self.time = simulation.world.time / self.pace;
        simulation.world.gravity = DVec3::NEG_Y * (GRAVITY * ((self.time + STEP) / LOWERING).min(1.0));
    }

    fn is_free(&self) -> bool {
        self.time >= LOWERING
    }

    fn after(&mut self, simulation: &mut Simulation, _step: &RunStep) -> Course {
        if simulation.world.time / self.pace > LONGEST { Course::Done } else { Course::GoOn }
    }
}

/// The fabric without creases and fatigue: a specimen is bent once, and what swinging is left of its fall shall not count as use.
fn uncreasing(fabric: &Fabric) -> Fabric {
    let mut fabric = fabric.clone();
    (fabric.bending.residual_rate, fabric.bending.fatigue_rate) = (0.0, 0.0);
    fabric
}

/// A tenth of a millimetre is exact enough for a specimen of 30 cm.
fn budget(size: f64) -> Budget {
    Budget {
        tolerance: 1e-4 * size,
        linear: PcgSettings { relative_residual: 1e-2, ..Budget::ACCURATE.linear },
        ..Budget::ACCURATE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_cut_is_an_error() {
        let fabric = Fabric::named("cotton-plain").unwrap();
        let usual = Instrument::default();
        for wrong in [
            Instrument { disc: 0.15, ..usual },
            Instrument { disc: 0.0, ..usual },
            Instrument { cell: 0.0, ..usual },
            Instrument { cell: 1e-9, ..usual },
            Instrument { specimen: f64::NAN, ..usual },
            Instrument { specimen: f64::INFINITY, ..usual },
        ] {
            assert!(matches!(wrong.drape(&fabric), Err(ValidateError::Missed(_))), "{wrong:?}");
        }
    }
}
