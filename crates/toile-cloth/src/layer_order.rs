//! Layers in a run: which piece of a cloth lies outside of which, put right at the start and changed on the way.
//!
//! Contact keeps whatever order there is. A [`LayerOrder`] knows which one there should be ([`toile_contact::layers`]):
//! [`Simulation::restore_layers`](crate::simulation::Simulation::restore_layers) brings a wrong start into it at once, and a
//! [`LayerChange`] turns it over at once while the cloth moves. Where that leaves a place in the wrong order or an intersection, by the exact
//! test, the pieces concerned are out of contact with each other and pass in the steps that follow, some millimetres in each, until all
//! is right; [`State::passing`](crate::state::State::passing) and [`RecoveryReport::passing`](crate::solver::RecoveryReport::passing) tell for how long. All
//! other contact, and the guard, go on meanwhile.
//!
//! ```
//! use toile_cloth::cloth::Cloth;
//! use toile_cloth::world::ClothContact;
//! use toile_cloth::layer_order::{LayerOrder, Outside};
//! use toile_cloth::rest::RestShape;
//! use toile_cloth::simulation::Simulation;
//! use toile_cloth::solver::{MethodSettings, Solver};
//! use toile_cloth::{fabric::Fabric, world::World};
//! use toile_geom::{glam::{DVec2, DVec3}, shapes};
//!
//! // Two sheets, 5 mm one above the other; the lower one is to be outside.
//! let sheet = shapes::sheet(DVec2::splat(0.2), [8, 8]);
//! let flat: Vec<DVec2> = sheet.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
//! let mut rest = RestShape::from_flat(&flat, &sheet.triangles);
//! rest.corners.extend(rest.corners.clone());
//! let mut mesh = sheet.clone();
//! mesh.append(&sheet);
//! mesh.positions.iter_mut().skip(81).for_each(|p| p.y += 5e-3);
//! let cloth = Cloth::of_fabric(&mesh, rest, &Fabric::named("silk-habotai")?)?;
//! let world = World { cloth_contact: Some(ClothContact::default()), ..World::default() };
//! let solver = <dyn Solver>::named("newton", &MethodSettings::default())?;
//! let mut simulation = Simulation::new(cloth, world, solver);
//! let pieces = (0..2 * 81).map(|v| u32::from(v >= 81)).collect();
//! simulation.layers = Some(LayerOrder::new(pieces, vec![Some(2), Some(1)], Outside::Direction(DVec3::Y)));
//!
//! assert!(simulation.restore_layers()?.is_right());
//! let positions = &simulation.cloth.state.positions;
//! assert!((0..81).all(|v| positions[v].y > positions[v + 81].y));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::cloth::Cloth;
use crate::contact::ContactPipeline;
use crate::solver::{SolverError, StepReport};
use crate::world::World;
use glam::DVec3;
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_contact::layers::{
    InferSettings, Inferred, LayerError, LayerInput, Layers, OrderReport, Outward, Passage, RestoreReport,
    RestoreSettings, check, infer, restore,
};
use toile_contact::obstacle::{Obstacle, ObstacleShape};
use toile_contact::repair::RepairSettings;
use toile_geom::allowance::Deadline;

/// How often pieces are moved in a step at most.
const MAX_LAYER_ROUNDS: usize = 8;

/// Which way is outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Outside {
    /// Away from the first obstacle that is met by its triangles, which must be closed; without one, away from the surfaces of the others.
    #[default]
    Bodies,
    /// One direction everywhere: up, for things on a table.
    Direction(DVec3),
    /// Where the cloth's own normals point.
    Normals,
}

/// A piece gets another number while the cloth moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerChange {
    /// When, in seconds.
    pub at: f64,
    /// The piece.
    pub piece: u32,
    /// Its number from then on; none for no order.
    pub number: Option<i32>,
}

/// Which piece of a cloth lies outside of which.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerOrder {
    /// The piece of each vertex.
    pub pieces: Vec<u32>,
    /// The number of each piece at the beginning: the larger one is outside, pieces without one have no order.
    pub numbers: Vec<Option<i32>>,
    /// Which way is outside.
    pub outside: Outside,
    /// What changes on the way.
    pub changes: Vec<LayerChange>,
    /// How fast pieces pass each other if it cannot be done at once, in m/s.
    pub speed: f64,
    /// How far it is looked for pieces above and below, in metres.
    pub reach: f64,
    /// When repairs end, however much is left.
    pub deadline: Deadline,
}

impl LayerOrder {
    /// How fast pieces pass each other if nothing else is said, in m/s: 5 mm in a step of 1/60 s.
    pub const SPEED: f64 = 0.3;

    /// An order that does not change.
    pub fn new(pieces: Vec<u32>, numbers: Vec<Option<i32>>, outside: Outside) -> Self {
        let reach = RestoreSettings::default().reach;
        Self {
            pieces,
            numbers,
            outside,
            changes: Vec::new(),
            speed: Self::SPEED,
            reach,
            deadline: Deadline::NEVER,
        }
    }

    /// The order in which the pieces of a cloth lie now: a layer number for each piece whose order can be decided.
    ///
    /// # Errors
    /// If there is not one piece for each vertex, or no body to look out from.
    pub fn find(
        cloth: &Cloth,
        world: &World,
        pieces: Vec<u32>,
        outside: Outside,
    ) -> Result<(Self, Inferred), LayerError> {
        let count = pieces.iter().max().map_or(0, |last| *last as usize + 1);
        let mut order = Self::new(pieces, vec![None; count], outside);
        let numbers = order.numbers.clone();
        let scene = Arrangement::new(&order, numbers, cloth, world, world.time, Taking::OnlyTheBody)?;
        let settings = InferSettings { reach: order.reach, ..InferSettings::default() };
        let mut found = infer(&scene.input(), &scene.positions, &settings)?;
        found.numbers.truncate(count);
        order.numbers.clone_from(&found.numbers);
        Ok((order, found))
    }

    /// The numbers at a time.
    pub fn numbers_at(&self, time: f64) -> Vec<Option<i32>> {
        let mut numbers = self.numbers.clone();
        for change in self.changes.iter().filter(|change| change.at < time) {
            if let Some(number) = numbers.get_mut(change.piece as usize) {
                *number = change.number;
            }
        }
        numbers
    }

    fn settings(&self, world: &World) -> RestoreSettings {
        let thickness = world.cloth_reach();
        RestoreSettings {
            reach: self.reach,
            repair: RepairSettings {
                thickness,
                deadline: self.deadline.clone(),
                ..RepairSettings::default()
            },
            ..RestoreSettings::default()
        }
    }

    /// Where the order is wrong now.
    pub(crate) fn check(&self, cloth: &Cloth, world: &World) -> Result<OrderReport, LayerError> {
        let numbers = self.numbers_at(world.time);
        let scene = Arrangement::new(self, numbers, cloth, world, world.time, Taking::All)?;
        check(&scene.input(), &scene.positions, self.reach)
    }

    /// Puts the order that holds from a time on right at once. If that does not get all of it right, the pieces concerned pass each
    /// other in the steps that follow.
    pub(crate) fn restore(
        &self,
        cloth: &mut Cloth,
        world: &World,
        from: f64,
    ) -> Result<RestoreReport, LayerError> {
        let numbers = self.numbers_at(from);
        let mut scene = Arrangement::new(self, numbers, cloth, world, world.time, Taking::All)?;
        let mut positions = std::mem::take(&mut scene.positions);
        let report = restore(&scene.input(), &mut positions, &self.settings(world))?;
        let count = cloth.vertex_count();
        put(cloth, &positions[..count]);
        if !report.is_right() {
            let both = report.before.pairs.iter().chain(&report.after.pairs);
            let passing = &mut cloth.state.passing;
            passing.extend(both.filter(|pair| pair.wrong > 0).map(|pair| pair.pieces));
            passing.sort_unstable();
            passing.dedup();
        }
        Ok(report)
    }

    /// Makes the changes that fall into a step of a time in seconds; returns at how many places the order was wrong then.
    pub(crate) fn begin(&self, cloth: &mut Cloth, world: &World, time: f64) -> Result<usize, LayerError> {
        let end = world.time + time;
        if !self.changes.iter().any(|change| world.time <= change.at && change.at < end) {
            return Ok(0);
        }
        Ok(self.restore(cloth, world, end)?.before.places.len())
    }

    /// Moves passing pieces on at the end of a step of a time in seconds. Velocities stay.
    pub(crate) fn pass(
        &self,
        cloth: &mut Cloth,
        world: &World,
        contacts: &mut ContactPipeline,
        time: f64,
        report: &mut StepReport,
    ) -> Result<(), SolverError> {
        if cloth.state.passing.is_empty() {
            return Ok(());
        }
        let end = world.time + time;
        let mut scene = Arrangement::new(self, self.numbers_at(end), cloth, world, end, Taking::All)?;
        let mut passage = Passage::resume(cloth.state.passing.iter().copied(), self.settings(world))?;
        let mut positions = std::mem::take(&mut scene.positions);
        let (count, mut left) = (cloth.vertex_count(), self.speed * time);
        // Until the next step the pieces would fall into each other again: what can be finished is finished now.
        for round in 0..MAX_LAYER_ROUNDS {
            let before = positions.clone();
            let step = passage.step(&scene.input(), &mut positions, left)?;
            if round == 0 {
                report.recovery.misplaced = step.wrong;
            }
            let moved = before.iter().zip(&positions).map(|(from, to)| from.distance(*to));
            let farthest = moved.fold(0.0, f64::max);
            if step.intersections.is_none() {
                // What does not pass stays apart. A repair looks by itself.
                if let Some(mut apart) = contacts.resume(world) {
                    apart.advance(&mut positions[..count])?;
                }
                left = (left - farthest).max(0.0);
            }
            if passage.is_over() || farthest == 0.0 {
                break;
            }
        }
        positions.truncate(count);
        put(cloth, &positions);
        cloth.state.passing = passage.passing().collect();
        report.recovery.passing = cloth.state.passing.len();
        Ok(())
    }
}

/// Puts the vertices of a cloth elsewhere without giving them speed.
pub(crate) fn put(cloth: &mut Cloth, positions: &[DVec3]) {
    let state = &mut cloth.state;
    if let Some(earlier) = &mut state.earlier {
        for ((before, from), to) in earlier.positions.iter_mut().zip(&state.positions).zip(positions) {
            *before += *to - *from;
        }
    }
    state.positions.copy_from_slice(positions);
}

/// Which bodies take part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taking {
    All,
    /// The one that tells the outside from the inside.
    OnlyTheBody,
}

/// A cloth and its surroundings as layers know them.
struct Arrangement<'a> {
    features: Features,
    filter: Filter,
    layers: Layers,
    outward: Outward<'a>,
    positions: Vec<DVec3>,
}

impl<'a> Arrangement<'a> {
    /// Everything where it is at a time, with some numbers for the pieces.
    fn new(
        order: &LayerOrder,
        mut numbers: Vec<Option<i32>>,
        cloth: &Cloth,
        world: &'a World,
        at: f64,
        taking: Taking,
    ) -> Result<Self, LayerError> {
        let (expected, found) = (cloth.vertex_count(), order.pieces.len());
        if expected != found {
            return Err(LayerError::Length { what: "pieces of vertices", expected, found });
        }
        let mut features = Features::default();
        add_cloth(&mut features, cloth, &order.pieces);
        let first_body = features.mesh_count() as u16;
        let most = if taking == Taking::All { usize::MAX } else { 1 };
        let meshes = || world.exact_meshes().take(most);
        let bodies = meshes().count();
        let (mut pieces, mut fixed) = (order.pieces.clone(), cloth.pinned.clone());
        for ((.., mesh), piece) in meshes().zip(numbers.len() as u32..) {
            features.add(&mesh.triangles, mesh.vertex_count());
            pieces.resize(features.vertex_count(), piece);
        }
        fixed.resize(features.vertex_count(), true);
        let is_body = |n: usize| (n == 0 && order.outside == Outside::Bodies).then_some(Layers::BODY);
        numbers.extend((0..bodies).map(is_body));
        let outward = match order.outside {
            Outside::Direction(direction) => Outward::Direction(direction),
            Outside::Normals => Outward::Normals,
            Outside::Bodies if bodies > 0 => Outward::Mesh(first_body),
            Outside::Bodies => Outward::Obstacles(bodies_of(&world.obstacles), at),
        };
        let filter = Filter::new().with_fixed(fixed).with_all_apart(first_body..first_body + bodies as u16);
        let layers = Layers::of_pieces(pieces, numbers)?;
        let mut positions = cloth.state.positions.clone();
        for (_, obstacle, _) in meshes() {
            obstacle.add_places(at, &mut positions);
        }
        Ok(Self { features, filter, layers, outward, positions })
    }

    fn input(&self) -> LayerInput<'_> {
        LayerInput {
            features: &self.features,
            filter: &self.filter,
            layers: &self.layers,
            outward: self.outward,
        }
    }
}

/// The obstacles that layers lie around: where there is a body, the floor that comes after it is none of them.
fn bodies_of(obstacles: &[Obstacle]) -> &[Obstacle] {
    let is_body = |obstacle: &Obstacle| obstacle.solid_mesh().is_some();
    let is_plane = |obstacle: &Obstacle| matches!(obstacle.shape, ObstacleShape::Plane(_));
    let floors = obstacles.iter().rev().take_while(|obstacle| is_plane(obstacle)).count();
    let (others, _) = obstacles.split_at(obstacles.len() - floors);
    if others.iter().any(is_body) { others } else { obstacles }
}

/// More pieces than this are not meshes of their own.
const MAX_PIECE_MESHES: usize = 10_000;

/// Adds each piece of a cloth as a mesh of its own, if vertices are in the order of their pieces and no triangle joins two; else all of
/// it as one mesh.
pub(crate) fn add_cloth(features: &mut Features, cloth: &Cloth, pieces: &[u32]) {
    let piece = |v: u32| pieces.get(v as usize).copied().unwrap_or_default();
    let joined = |t: &[u32; 3]| t.iter().any(|&v| piece(v) != piece(t[0]));
    let ordered = pieces.is_sorted() && cloth.triangles.is_sorted_by_key(|t| piece(t[0]));
    let runs = pieces.chunk_by(|a, b| a == b).count();
    if !ordered || runs > MAX_PIECE_MESHES || cloth.triangles.iter().any(joined) {
        features.add(&cloth.triangles, cloth.vertex_count());
        return;
    }
    let mut first = 0;
    for run in pieces.chunk_by(|a, b| a == b) {
        let own = cloth.triangles.iter().filter(|t| piece(t[0]) == run[0]);
        let triangles: Vec<[u32; 3]> = own.map(|t| t.map(|v| v - first)).collect();
        features.add(&triangles, run.len());
        first += run.len() as u32;
    }
}
