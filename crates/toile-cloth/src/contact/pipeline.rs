//! Cloth and bodies in one list of features, where they are in a step, and what is close to what.

use super::detect::{Meshes, Near};
use super::friction::Laws;
use super::guarded::Solids;
use super::project::Meeting;
use super::step::StepSpan;
use crate::cloth::Cloth;
use crate::state::ContactKind;
use crate::world::World;
use glam::{DVec2, DVec3};
use toile_contact::broad::QueryError;
use toile_contact::filter::Filter;
use toile_contact::friction::FrictionLaw;
use toile_contact::guard::{Failure, Guard, GuardInput, GuardReport, GuardSettings, Kin};
use toile_contact::narrow::StencilKind;
use toile_contact::obstacle::MovingPoint;
use toile_contact::response::Response;
use toile_contact::touch::Touch;
use toile_geom::allowance::Allowance;

/// The floor of the guard over the thickness.
const FLOOR_PER_THICKNESS: f64 = 0.1;
/// The slack of the guard over the thickness: so that cloth that sways stays within it for some steps.
const SLACK_PER_THICKNESS: f64 = 0.67;
/// How many steps and how many thicknesses candidates look ahead.
const STEPS_AHEAD: f64 = 16.0;
const FARTHEST_PER_THICKNESS: f64 = 4.0;
/// How far bodies go in a portion of their way, over the thickness.
const PORTION_PER_THICKNESS: f64 = 1.0;
/// How close features come at rest, at least, as a part of the way along edges between their corners: 0.7 in a square grid, less in slender
/// triangles.
const REST_ROOM: f64 = 0.5;

/// Keeps cloth apart during the steps of a simulation. All that a cloth has to remember is in its state; here are the candidates of earlier steps and
/// memory to work in. Candidates decide which pairs are looked at and how much room there is, which shows in the last bits; one that is made anew
/// goes on from any state.
#[derive(Debug, Default)]
pub struct ContactPipeline {
    pub(super) mesh: Meshes,
    pub(super) guard: Guard,
    /// Whether some edges are shorter at rest than the thickness of the cloth.
    is_fine: bool,
    /// Vertices that are so near each other along the sheet that features at them may be within reach of each other at rest.
    pub(super) neighbours: Kin,
    pub(super) filter: Filter,
    /// Which vertices are kinematic: where they end is prescribed. Pinned ones of the cloth, and those of bodies.
    pub(super) kinematic: Vec<bool>,
    /// All vertices at the beginning of the step, those of the cloth first.
    pub(super) start: Vec<DVec3>,
    /// Where they are now: free of intersections.
    pub(super) now: Vec<DVec3>,
    pub(super) next: Vec<DVec3>,
    /// How far each vertex was to go at the beginning of the step: in the next steps it is likely to go on so.
    pub(super) heading: Vec<DVec3>,
    /// Where bodies are at the end of the step.
    pub(super) bodies_end: Vec<DVec3>,
    pub(super) near: Vec<Near>,
    /// The pairs that may meet in a substep of a method that works with positions.
    pub(super) meetings: Vec<Meeting>,
    /// How far each vertex was moved only to undo that something was too close; empty if nothing was.
    pub(super) parted: Vec<DVec3>,
    active: bool,
    /// When the part of the step ends that was begun last.
    until: f64,
    walls: Vec<Touch>,
    /// The piece of each vertex of the cloth, if layers are seen to.
    pieces: Vec<u32>,
    /// What is done about close pairs, if it is not the method's own.
    pub(super) response: Option<Box<dyn Response>>,
    cloth_count: usize,
    /// How far cloth of the thickest fabric stays from cloth, and from bodies.
    pub(super) thickness: [f64; 2],
    /// How much thinner the cloth is at each vertex than the thickest fabric; empty if all is alike.
    thinner: Vec<f64>,
    pub(super) laws: Laws,
    failures: Vec<Failure>,
    pub(super) tally: Tally,
    allowance: Allowance,
}

/// The sums of a step so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tally {
    /// How often candidates were looked for.
    pub(crate) detections: usize,
    /// Pairs that the guard had to keep apart.
    pub(crate) held: usize,
    /// The length of the motion that the guard took away.
    pub(crate) lost: f64,
    /// The length of all motion.
    pub(crate) asked: f64,
}

/// What keeping apart took and did in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct KeptApart {
    /// How often candidates were looked for.
    pub(crate) detections: usize,
    /// Pairs that the guard had to keep apart.
    pub(crate) held: usize,
    /// The part of all motion that the guard took away.
    pub(crate) lost_motion: f64,
    /// Pairs that could not be kept apart.
    pub(crate) failures: usize,
    /// Vertices that are inside of a surface at the end.
    pub(crate) left_inside: usize,
}

impl ContactPipeline {
    /// Takes over where everything is at the beginning of a step, or a part of one, and where meshes are going.
    pub(super) fn take_over(&mut self, cloth: &Cloth, world: &World, span: StepSpan) {
        let begin = world.time + span.elapsed;
        let has_meshes = world.exact_meshes().next().is_some();
        self.active = world.cloth_contact.is_some() || has_meshes;
        self.until = begin + span.length;
        self.parted.clear();
        if span.elapsed == 0.0 {
            self.failures.clear();
            self.tally = Tally::default();
        }
        if !self.active {
            return;
        }
        self.choose_response(world);
        let thickness = [world.cloth_reach(), world.obstacle_reach()];
        self.thinner = thinner(cloth, world);
        if !self.mesh.fits(cloth, world) || thickness != self.thickness {
            self.mesh = Meshes::new(cloth, world);
            let thinnest = if has_meshes { thickness[0].min(thickness[1]) } else { thickness[0] };
            let settings = GuardSettings {
                floor: FLOOR_PER_THICKNESS * thinnest,
                slack: SLACK_PER_THICKNESS * thinnest,
                ahead: STEPS_AHEAD,
                farthest: FARTHEST_PER_THICKNESS * thinnest,
                portion: PORTION_PER_THICKNESS * thinnest,
            };
            self.guard = Guard::new(settings);
            let edges = edges_at_rest(cloth);
            self.is_fine = edges.iter().any(|(_, length)| *length < thickness[0]);
            self.neighbours = Kin::along_edges(cloth.vertex_count(), &edges, thickness[0] / REST_ROOM);
            self.thickness = thickness;
        }
        let filter = filter(world).with_pieces_apart(self.all_pieces(), cloth.state.passing.iter().copied());
        if filter != self.filter {
            // Candidates that are known are those of the old one.
            self.guard.reset();
            self.filter = filter;
        }
        self.guard.set_allowance(self.allowance.clone());
        self.laws.set(cloth, world);
        self.cloth_count = cloth.vertex_count();
        self.kinematic.clear();
        self.kinematic.extend_from_slice(&cloth.pinned);
        self.kinematic.resize(self.mesh.features.vertex_count(), true);
        self.start.clear();
        self.start.extend_from_slice(&cloth.state.positions);
        self.bodies_end.clear();
        for (_, obstacle, _) in world.exact_meshes() {
            obstacle.add_places(begin, &mut self.start);
            obstacle.add_places(begin + span.length, &mut self.bodies_end);
        }
        self.now.clone_from(&self.start);
        self.heading.clear();
    }

    /// The piece of each vertex; bodies are of none.
    fn all_pieces(&self) -> Vec<u32> {
        let mut pieces = self.pieces.clone();
        pieces.resize(self.mesh.features.vertex_count(), u32::MAX);
        pieces
    }

    /// Sets what may be taken from now on.
    pub(crate) fn set_allowance(&mut self, allowance: Allowance) {
        self.allowance = allowance;
    }

    /// What may be taken.
    pub(crate) fn allowance(&self) -> &Allowance {
        &self.allowance
    }

    /// Whether there is anything to keep apart.
    pub fn is_active(&self) -> bool {
        self.active
    }

    /// Sets the piece of each vertex of the cloth, where layers are seen to.
    pub(crate) fn set_pieces(&mut self, pieces: &[u32]) {
        self.pieces.clear();
        self.pieces.extend_from_slice(pieces);
    }

    /// How many pairs the guard had to keep apart in the step so far.
    pub(crate) fn held_pairs(&self) -> usize {
        self.tally.held
    }

    /// The thickness and the friction between the sides of a pair. What is closer than the thickness along the sheet at rest keeps the distance it has there, at
    /// most: else flat cloth of small triangles would push itself apart.
    pub(super) fn between(&self, kind: StencilKind, corners: [u32; 4]) -> (f64, FrictionLaw) {
        let is_body = corners.into_iter().any(|v| v as usize >= self.cloth_count);
        let law = self.laws.between(kind, corners, |v| self.mesh.features.mesh_of(v));
        let thickness = self.thickness[usize::from(is_body)] - self.thinner_by(kind, corners);
        // There is room for the thickness if triangles are larger.
        let at_rest = if self.is_fine { self.neighbours.distance_of_pair(kind, corners) } else { None };
        (at_rest.map_or(thickness, |distance| thickness.min(REST_ROOM * distance)), law)
    }

    /// How much thinner the two sides of a pair are than the thickest fabric: the mean of both, where each is half of what lies between their middles.
    fn thinner_by(&self, kind: StencilKind, corners: [u32; 4]) -> f64 {
        if self.thinner.is_empty() {
            return 0.0;
        }
        let sides = [corners[0], corners[ContactKind::from(kind).first_side()]];
        0.5 * sides.map(|v| self.thinner.get(v as usize).copied().unwrap_or(0.0)).iter().sum::<f64>()
    }

    /// Whether the sides of a pair are neighbours in the sheet, so near that they may be within reach of each other at rest.
    pub(super) fn are_neighbours(&self, kind: StencilKind, corners: [u32; 4]) -> bool {
        self.neighbours.distance_of_pair(kind, corners).is_some()
    }

    /// The friction between the sides of a pair that has slipped so far.
    pub(super) fn friction_towards(&self, kind: StencilKind, corners: [u32; 4], slip: DVec3) -> FrictionLaw {
        let (_, law) = self.between(kind, corners);
        self.laws.towards(&law, kind, corners, slip, &self.mesh.triangles[0], |v| self.now[v as usize])
    }

    /// Moves the cloth from where it is towards `ends`, and bodies to where they are at the end of the step; `ends` are changed so
    /// that nothing passes through anything on the way, and into nothing solid. All other changes of positions come before this.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(super) fn advance(&mut self, world: &World, ends: &mut [DVec3]) -> Result<(), QueryError> {
        if !self.active {
            return Ok(());
        }
        self.next.clear();
        self.next.extend_from_slice(ends);
        self.next.extend_from_slice(&self.bodies_end);
        if self.heading.is_empty() {
            self.heading.extend(self.next.iter().zip(&self.start).map(|(to, from)| *to - *from));
        }
        let Self { mesh, guard, filter, kinematic, now, next, walls, .. } = self;
        let solids = Solids { world, at: self.until };
        solids.find_walls(now, kinematic, next, walls);
        let input = GuardInput { features: &mesh.features, filter, kinematic, start: now };
        let report = guard.hold_outside(&input, walls, next)?;
        std::mem::swap(&mut self.now, &mut self.next);
        ends.copy_from_slice(&self.now[..self.cloth_count]);
        self.count(&report);
        Ok(())
    }

    fn count(&mut self, report: &GuardReport) {
        self.tally.detections += usize::from(report.detected);
        self.tally.held += report.held;
        self.tally.lost += report.lost;
        self.tally.asked += report.asked;
        for failure in self.guard.failures() {
            if !self.failures.contains(failure) {
                self.failures.push(*failure);
            }
        }
    }

    /// What keeping apart took and did in the step so far; none if there is nothing to keep apart.
    pub(super) fn kept_apart(&self, world: &World) -> Option<KeptApart> {
        if !self.active {
            return None;
        }
        let Tally { detections, held, lost, asked } = self.tally;
        let lost_motion = if asked > 0.0 { lost / asked } else { 0.0 };
        let solids = Solids { world, at: self.until };
        let cloth = self.now.iter().zip(&self.kinematic).take(self.cloth_count).enumerate();
        let left_inside = cloth
            .filter(|(v, (place, kinematic))| {
                !**kinematic && solids.contain(MovingPoint { before: self.start[*v], now: **place })
            })
            .count();
        Some(KeptApart { detections, held, lost_motion, failures: self.failures.len(), left_inside })
    }

    /// Pairs that could not be kept apart in the last step: pinched by bodies, or in each other from the start. Vertices of the
    /// cloth come first, then those of the bodies in their order.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }
}

/// The edges of the triangles with their lengths at rest; those of two triangles come twice.
pub(crate) fn edges_at_rest(cloth: &Cloth) -> Vec<([u32; 2], f64)> {
    let sides = [[0, 1], [1, 2], [2, 0]];
    let of_triangle = |(corners, rest): (&[u32; 3], &[DVec2; 3])| {
        sides.map(|[a, b]| ([corners[a], corners[b]], rest[a].distance(rest[b])))
    };
    cloth.triangles.iter().zip(&cloth.rest.corners).flat_map(of_triangle).collect()
}

/// How much thinner the cloth is at each vertex than its thickest fabric; empty if all fabrics are alike.
fn thinner(cloth: &Cloth, world: &World) -> Vec<f64> {
    if world.fabric_thickness.windows(2).all(|pair| pair[0] == pair[1]) {
        return Vec::new();
    }
    let mut thinner = vec![0.0; cloth.vertex_count()];
    for (corners, cut) in cloth.triangles.iter().zip(&cloth.fabric_of).rev() {
        for &v in corners {
            thinner[v as usize] = 2.0 * world.thinner_by(*cut);
        }
    }
    thinner
}

/// Bodies do not meet bodies, and cloth meets itself only if it is to.
fn filter(world: &World) -> Filter {
    let filter = Filter::new().with_all_apart(1..world.exact_meshes().count() as u16 + 1);
    if world.cloth_contact.is_some() { filter } else { filter.with_apart(0, 0) }
}
