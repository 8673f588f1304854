//! Keeping vertices out of colliders by moving them back to the surface, with friction.
//!
//! A vertex that is found inside at the end of a substep is put back on the surface. What it was moved by is the measure
//! of the contact's impulse, so friction may take back as much of the tangential motion times the coefficient of friction,
//! and not more than all of it (A. Fuhrmann, "Interaktive Animation textiler Materialien", 2006, 4.4). On a slope this sticks
//! as long as the slope is not steeper than the coefficient.

use super::friction::FabricsOnSurfaces;
use super::{ContactPipeline, StepSpan};
use crate::cloth::Cloth;
use crate::stretch::rest_edges;
use crate::world::World;
use glam::DVec3;
use rayon::prelude::*;
use toile_contact::broad::QueryError;
use toile_contact::friction::FrictionLaw;
use toile_contact::obstacle::Obstacle;
use toile_contact::touch::{InitialPenetration, MovingPoints, ObstaclesAt, Touch};

/// How often vertices are looked at that have been moved out of several colliders.
const PUSH_OUT_ROUNDS: usize = 8;
/// Deeper than this, in metres, a vertex is moved out.
const DEPTH_ROUNDING: f64 = 1e-12;

/// The vertices that may come near a collider in a step.
#[derive(Debug)]
pub(crate) struct KeepOut<'a> {
    world: &'a World,
    near: Vec<u32>,
    /// The edges whose middles may come near a collider that minds them.
    edges: Vec<[u32; 2]>,
    /// What begins the step in a collider.
    penetration: InitialPenetration,
    /// The friction of fabrics on surfaces, if some have their own.
    laws: Option<FabricsOnSurfaces<'a>>,
    /// The area around each vertex over its mass, in m²/kg; empty if nothing drags.
    areas: Vec<f64>,
}

impl<'a> KeepOut<'a> {
    /// Finds the vertices that may touch something within a time. The last substep looks at all of them, so a vertex that
    /// is faster than expected is late, but not lost.
    pub(crate) fn new(cloth: &Cloth, world: &'a World, time: f64) -> Self {
        let fall = world.gravity.length() * time * time;
        let tests_edges = world.obstacles.iter().any(Obstacle::tests_edge_midpoints);
        let edges = if tests_edges { rest_edges(cloth) } else { Vec::new() };
        let half_edge = 0.5 * edges.iter().map(|edge| edge.length).fold(0.0, f64::max);
        let is_near = |v: usize| {
            let place = cloth.state.positions[v];
            let reach = 2.0 * (cloth.state.velocities[v].length() * time + fall + world.obstacle_reach());
            world
                .obstacles
                .iter()
                .filter_map(|obstacle| obstacle.nearest(place, world.time))
                .any(|found| found.distance < reach + half_edge + found.velocity.length() * time)
        };
        let is_near: Vec<bool> = (0..cloth.vertex_count()).into_par_iter().map(is_near).collect();
        let mut edges: Vec<[u32; 2]> = edges.iter().map(|edge| edge.ends).collect();
        edges.dedup();
        edges.retain(|ends| {
            ends.iter().any(|&v| is_near[v as usize]) && ends.iter().any(|&v| !cloth.pinned[v as usize])
        });
        let drags = world.obstacles.iter().any(|obstacle| obstacle.friction_law().viscous > 0.0);
        let areas = if drags { cloth.vertex_areas() } else { Vec::new() };
        let near: Vec<u32> = (0..).zip(&is_near).filter(|(_, is_near)| **is_near).map(|(v, _)| v).collect();
        Self {
            world,
            edges,
            penetration: InitialPenetration::find(
                &cloth.state.positions,
                &near,
                &world.surfaces_at(world.time),
            ),
            near,
            laws: FabricsOnSurfaces::of(cloth, world),
            areas: areas.iter().zip(&cloth.masses).map(|(area, mass)| area / mass).collect(),
        }
    }

    /// How much a pressure accelerates a vertex, in m/s² for 1 Pa.
    fn mobility(&self, vertex: usize) -> f64 {
        self.areas.get(vertex).copied().unwrap_or(0.0)
    }

    /// Gives the middles of edges the friction of their fabric.
    fn rub_edges(&self, found: &mut [Touch]) {
        if let Some(laws) = &self.laws {
            laws.apply(found, |edge| self.edges[edge as usize][0]);
        }
    }

    /// Moves vertices that begin a step inside a collider out of it, without giving them speed and through nothing else. Returns how
    /// many.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(crate) fn free(
        &self,
        cloth: &mut Cloth,
        contacts: &mut ContactPipeline,
    ) -> Result<usize, QueryError> {
        let at = self.world.surfaces_at(self.world.time);
        let mut found = at.touches(MovingPoints::still(&cloth.state.positions), |_| 0.0);
        self.penetration.relax(&mut found, at.thickness, 0.0);
        let is_inside =
            |touch: &&Touch| touch.depth(cloth.state.positions[touch.vertex as usize]) > DEPTH_ROUNDING;
        let mut inside: Vec<u32> = found.iter().filter(is_inside).map(|touch| touch.vertex).collect();
        inside.dedup();
        inside.retain(|&v| !cloth.pinned[v as usize]);
        if !inside.is_empty() {
            // No time passes.
            let mut step = contacts.begin(cloth, self.world, StepSpan::whole(0.0));
            let out = Out { at, penetration: &self.penetration, elapsed: 0.0 };
            let start = cloth.state.positions.clone();
            push_everywhere(&start, &mut cloth.state.positions, &cloth.pinned, &out);
            step.advance(&mut cloth.state.positions)?;
        }
        Ok(inside.len())
    }

    /// The surfaces at the end of a substep.
    fn surfaces(&self, substep: &Substep) -> ObstaclesAt<'a> {
        self.world.surfaces_at(self.world.time + substep.end)
    }

    /// The contacts at the end of a substep, each with what lies around the vertex: putting it out of one collider may put it
    /// into another.
    fn touches(&self, positions: &[DVec3], start: &[DVec3], substep: &Substep) -> Vec<Touch> {
        let at = self.surfaces(substep);
        let reach = |v: u32| positions[v as usize].distance(start[v as usize]) + at.thickness;
        let mut found = at.touches_of(&self.near, MovingPoints { before: start, now: positions }, reach);
        if let Some(laws) = &self.laws {
            laws.apply(&mut found, |vertex| vertex);
        }
        self.penetration.relax(&mut found, at.thickness, substep.end);
        found
    }

    /// Moves both ends of edges whose middles are inside out by what the middle needs: so the mesh counts as twice as fine
    /// (Fuhrmann 2006, 4.3).
    fn correct_edges(&self, positions: &mut [DVec3], start: &[DVec3], pinned: &[bool], substep: &Substep) {
        let at = self.surfaces(substep);
        let points = MovingPoints { before: start, now: positions };
        let mut found = at.edge_touches(&self.edges, points, |_| at.thickness);
        self.rub_edges(&mut found);
        self.penetration.relax_edges(&mut found, &self.edges, at.thickness, substep.end);
        for touch in &found {
            let [a, b] = self.edges[touch.vertex as usize].map(|v| v as usize);
            let place = positions[a].midpoint(positions[b]);
            if touch.depth(place) > 0.0 {
                let mobility = 0.5 * (self.mobility(a) + self.mobility(b));
                let shift = rubbed(touch, place, start[a].midpoint(start[b]), mobility, substep);
                // If one end is pinned, the other goes twice as far.
                let share = if pinned[a] || pinned[b] { 2.0 } else { 1.0 };
                for v in [a, b].into_iter().filter(|&v| !pinned[v]) {
                    positions[v] += shift * share;
                }
            }
        }
    }

    /// Moves vertices out at the end of a substep that began in `start`; velocities follow from positions. Returns the
    /// number of contacts.
    pub(crate) fn correct_positions(
        &self,
        positions: &mut [DVec3],
        start: &[DVec3],
        pinned: &[bool],
        substep: &Substep,
    ) -> usize {
        let found = self.touches(positions, start, substep);
        let mut contacts = 0;
        for touch in &found {
            let v = touch.vertex as usize;
            let depth = touch.depth(positions[v]);
            if depth > 0.0 && !pinned[v] {
                contacts += 1;
                positions[v] += rubbed(touch, positions[v], start[v], self.mobility(v), substep);
            }
        }
        if !self.edges.is_empty() {
            self.correct_edges(positions, start, pinned, substep);
        }
        push(&found, pinned, positions);
        if substep.is_last {
            let at = ObstaclesAt { thickness: self.world.thinnest_reach(), ..self.surfaces(substep) };
            let out = Out { at, penetration: &self.penetration, elapsed: substep.end };
            push_everywhere(start, positions, pinned, &out);
        }
        contacts
    }

    /// Moves vertices out at the end of a substep that began in `start`, and takes away the velocity that leads inwards.
    /// Returns the number of contacts.
    pub(crate) fn correct_velocities(&self, cloth: &mut Cloth, start: &[DVec3], substep: &Substep) -> usize {
        let state = &mut cloth.state;
        for touch in &self.touches(&state.positions, start, substep) {
            let v = touch.vertex as usize;
            let relative = state.velocities[v] - touch.velocity;
            let inwards = -relative.dot(touch.normal);
            if touch.depth(state.positions[v]) > 0.0 && inwards > 0.0 && !cloth.pinned[v] {
                let along = relative.reject_from_normalized(touch.normal);
                let rub = Rub { law: &touch.friction, mobility: self.mobility(v) * substep.length };
                state.velocities[v] = touch.velocity + rub.leaves(along, inwards);
            }
        }
        if !self.edges.is_empty() {
            self.stop_edges(start, &state.positions, &mut state.velocities, &cloth.pinned, substep);
        }
        self.correct_positions(&mut state.positions, start, &cloth.pinned, substep)
    }

    /// Takes away the velocity of both ends that leads the middles of edges inwards.
    fn stop_edges(
        &self,
        start: &[DVec3],
        positions: &[DVec3],
        velocities: &mut [DVec3],
        pinned: &[bool],
        substep: &Substep,
    ) {
        let points = MovingPoints { before: start, now: positions };
        let mut found = self.surfaces(substep).edge_touches(&self.edges, points, |_| 0.0);
        self.rub_edges(&mut found);
        for touch in &found {
            let [a, b] = self.edges[touch.vertex as usize].map(|v| v as usize);
            let relative = velocities[a].midpoint(velocities[b]) - touch.velocity;
            let inwards = -relative.dot(touch.normal);
            if inwards > 0.0 {
                let along = relative.reject_from_normalized(touch.normal);
                let mobility = 0.5 * (self.mobility(a) + self.mobility(b)) * substep.length;
                let left = Rub { law: &touch.friction, mobility }.leaves(along, inwards);
                let share = if pinned[a] || pinned[b] { 2.0 } else { 1.0 };
                for v in [a, b].into_iter().filter(|&v| !pinned[v]) {
                    velocities[v] += (left - relative) * share;
                }
            }
        }
    }
}

/// How far out of colliders vertices are moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Out<'a> {
    /// The surfaces, and how far away they are kept.
    pub(crate) at: ObstaclesAt<'a>,
    /// What may stay inside for a while.
    pub(crate) penetration: &'a InitialPenetration,
    /// How long the step has lasted.
    pub(crate) elapsed: f64,
}

/// Moves all vertices out of what they are in at a time, and a thickness away from it. Where two colliders leave no room it may take
/// several rounds.
pub(crate) fn push_everywhere(start: &[DVec3], positions: &mut [DVec3], pinned: &[bool], out: &Out<'_>) {
    let Out { at, penetration, elapsed } = *out;
    for _ in 0..PUSH_OUT_ROUNDS {
        let points = MovingPoints { before: start, now: positions };
        let mut found = at.touches(points, |_| at.thickness);
        penetration.relax(&mut found, at.thickness, elapsed);
        if !found.iter().any(|touch| is_inside(touch, pinned, positions)) {
            break;
        }
        push(&found, pinned, positions);
    }
}

/// How a point is to be moved that is in the half-space of a contact: out of it, and back along it as far as friction holds.
fn rubbed(touch: &Touch, place: DVec3, start: DVec3, mobility: f64, substep: &Substep) -> DVec3 {
    let depth = touch.depth(place);
    let slid = place - start - touch.velocity * substep.length;
    let along = slid.reject_from_normalized(touch.normal);
    let rub = Rub { law: &touch.friction, mobility: mobility * substep.length };
    let left = rub.leaves(along / substep.length, depth / substep.length) * substep.length;
    left - along + touch.normal * depth
}

/// A part of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Substep {
    /// Its length in seconds.
    pub(crate) length: f64,
    /// When it ends, from the beginning of the step.
    pub(crate) end: f64,
    /// How many there are before it, and in all.
    pub(crate) number: usize,
    pub(crate) count: usize,
    /// Whether the step ends with it.
    pub(crate) is_last: bool,
}

impl Substep {
    /// When it is.
    pub(crate) fn span(&self) -> StepSpan {
        StepSpan { elapsed: self.end - self.length, length: self.length }
    }

    /// Cuts a step into equal parts.
    pub(crate) fn parts(time: f64, count: usize) -> impl Iterator<Item = Self> {
        let length = time / count as f64;
        (1..=count).map(move |i| Self {
            length,
            end: length * i as f64,
            number: i - 1,
            count,
            is_last: i == count,
        })
    }
}

/// A surface that rubs a vertex.
#[derive(Clone, Copy, Debug)]
struct Rub<'a> {
    law: &'a FrictionLaw,
    /// How much faster the vertex becomes by a pressure of 1 Pa.
    mobility: f64,
}

impl Rub<'_> {
    /// What friction leaves of a velocity along the surface, if so much of one onto it is stopped.
    fn leaves(&self, along: DVec3, stopped: f64) -> DVec3 {
        let speed = along.length();
        if speed == 0.0 {
            return along;
        }
        let left = if self.law.is_coulomb() {
            (speed - self.law.kinetic * stopped).max(0.0)
        } else {
            self.law.slow(stopped, speed, self.mobility).value
        };
        along * (left / speed)
    }
}

/// Whether a vertex that can be moved is inside.
fn is_inside(touch: &Touch, pinned: &[bool], positions: &[DVec3]) -> bool {
    touch.depth(positions[touch.vertex as usize]) > DEPTH_ROUNDING && !pinned[touch.vertex as usize]
}

/// Moves places out of all half-spaces that they are in.
fn push(touches: &[Touch], pinned: &[bool], positions: &mut [DVec3]) {
    for of_vertex in touches.chunk_by(|a, b| a.vertex == b.vertex) {
        if of_vertex.iter().any(|touch| is_inside(touch, pinned, positions)) {
            let place = &mut positions[of_vertex[0].vertex as usize];
            *place = nearest_outside(of_vertex, *place);
        }
    }
}

/// The nearest place outside of one half-space or of two; with more than two in the way the best that is found.
fn nearest_outside(touches: &[Touch], place: DVec3) -> DVec3 {
    let on_plane = |touch: &Touch| place + touch.normal * touch.depth(place).max(0.0);
    let planes = touches.iter().map(on_plane);
    let lines = touches
        .iter()
        .enumerate()
        .flat_map(|(i, one)| touches[i + 1..].iter().filter_map(move |two| on_both(one, two, place)));
    let rank = |candidate: &DVec3| {
        let depth = touches.iter().map(|touch| touch.depth(*candidate)).fold(DEPTH_ROUNDING, f64::max);
        (depth, candidate.distance(place))
    };
    let better = |a: DVec3, b: DVec3| if rank(&b) < rank(&a) { b } else { a };
    planes.chain(lines).reduce(better).unwrap_or(place)
}

/// The nearest place on the line in which two planes meet, if they do.
fn on_both(one: &Touch, two: &Touch, place: DVec3) -> Option<DVec3> {
    let cos = one.normal.dot(two.normal);
    let sin_squared = 1.0 - cos * cos;
    if sin_squared < 1e-9 {
        return None;
    }
    let (a, b) = (one.depth(place), two.depth(place));
    Some(place + (one.normal * (a - cos * b) + two.normal * (b - cos * a)) / sin_squared)
}
