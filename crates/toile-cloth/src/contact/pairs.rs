//! The terms of pairs of features that are close.

use super::detect::Near;
use super::friction::{Slipping, stopping};
use super::memory::{pass_on, recall};
use super::set::CONTACT_STIFFNESS;
use super::step::ContactStep;
use super::{ContactPipeline, ContactSet, ContactTerm, FreeMotion};
use glam::DVec3;
use rayon::prelude::*;
use toile_contact::broad::QueryError;

/// The part of the thickness within which a pair is hard.
const HARD_PAIR: f64 = 0.8;

/// Pairs are taken up to this many times as far apart as they push: several Newton steps use the same ones.
const PAIR_REACH: f64 = 1.3;

/// A pair that was taken to stick gives way if it is pulled by this many times what friction can hold; less may be what few iterations leave of
/// a balance.
const CLEARLY_SLIDING: f64 = 1.1;

/// What is stretched to this part of what friction can hold slides; the rest is rounding.
const AT_FRICTION_BOUND: f64 = 1.0 - 1e-6;

/// How many times farther behind the spring of a pair that slides is relaxed than outer forces would lead the pair.
const FAR_BEHIND: f64 = 20.0;

impl ContactSet<'_> {
    /// Takes the pairs that are close where the cloth is now, at the end of the step.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(crate) fn find_pairs(
        &mut self,
        free: &FreeMotion<'_>,
        step: &mut ContactStep<'_>,
    ) -> Result<(), QueryError> {
        let search = self.searches;
        self.searches += 1;
        self.pairs.clear();
        if !step.is_active() || step.has_response() {
            return Ok(());
        }
        let found = step.find_near(PAIR_REACH * step.reach())?;
        self.mesh_places.clear();
        self.mesh_places.extend_from_slice(&found.now[free.cloth.vertex_count()..]);
        let this = &*self;
        let mut pairs: Vec<ContactTerm> = Vec::with_capacity(found.near.len());
        pairs.par_extend(found.near.par_iter().filter_map(|near| this.pair(near, free, found)));
        if this.takes_pushes_from_memory(search) {
            let pushes = this.pushes(&pairs, free, search == 0);
            pairs.iter_mut().zip(pushes).for_each(|(pair, push)| pair.push = push);
        }
        pairs.par_iter_mut().for_each(|pair| this.set_friction(pair, free, found, search));
        self.pairs = pairs;
        Ok(())
    }

    /// The term of a pair, pressed as it is where the cloth is now; none if nothing of it can move, or it cannot touch.
    fn pair(&self, near: &Near, free: &FreeMotion<'_>, found: &ContactPipeline) -> Option<ContactTerm> {
        let Near { kind, corners, weights, normal, distance } = *near;
        let (thickness, law) = found.between(kind, corners);
        let neighbours = found.are_neighbours(kind, corners);
        // Where cells are as small as the thickness most close pairs are neighbours in the sheet, and nearly all of these are too far apart to touch.
        if neighbours && distance > PAIR_REACH * thickness {
            return None;
        }
        let cloth = free.cloth;
        let mut yielding = 0.0;
        for (&v, weight) in corners.iter().zip(weights) {
            let v = v as usize;
            if v < cloth.vertex_count() && !cloth.pinned[v] {
                yielding += weight * weight / free.inertia(v);
            }
        }
        if yielding == 0.0 {
            return None;
        }
        let kind = kind.into();
        let known = recall(&cloth.state.sticks, (kind, corners));
        let mut term = ContactTerm {
            kind,
            corners,
            weights,
            normal,
            offset: thickness,
            hard_offset: HARD_PAIR * thickness,
            stiffness: CONTACT_STIFFNESS / yielding,
            hardness: self.hardness,
            push: 0.0,
            friction_bound: 0.0,
            anchor: DVec3::ZERO,
            gives_way: known.is_some(),
            found: normal * distance,
            coefficient: law.kinetic,
            neighbours,
        };
        term.push = term.push_at(normal * distance);
        let start = &found.start;
        term.anchor =
            term.difference(|v| start[v as usize]) - known.map_or(DVec3::ZERO, |stick| stick.stretch);
        Some(term)
    }

    /// What presses each pair, by the last step; where nothing touched then, by what would stop it at the first guess, and by its spring
    /// later.
    fn pushes(&self, pairs: &[ContactTerm], free: &FreeMotion<'_>, at_first: bool) -> Vec<f64> {
        let fresh = |pair: &ContactTerm, share: f64| {
            if at_first {
                let depth = pair.depth(pair.difference(|v| self.free_place(free, v)));
                share * pair.stiffness / CONTACT_STIFFNESS * depth
            } else {
                pair.push
            }
        };
        let is_free: Vec<bool> = free.cloth.pinned.iter().map(|pinned| !pinned).collect();
        pass_on(pairs, &free.cloth.state.sticks, &is_free, fresh)
    }

    /// Sets what friction can hold of a pair that was found in a search, counted from 0.
    fn set_friction(
        &self,
        pair: &mut ContactTerm,
        free: &FreeMotion<'_>,
        found: &ContactPipeline,
        search: usize,
    ) {
        let here = pair.difference(|v| found.now[v as usize]);
        let (_, law) = found.between(pair.kind_of_pair(), pair.corners);
        let mut stopping_friction = law.kinetic;
        if found.laws.are_plain() {
            pair.friction_bound = law.kinetic * pair.push;
        } else {
            let slip = pair.along(here - pair.difference(|v| found.start[v as usize]));
            let law = found.friction_towards(pair.kind_of_pair(), pair.corners, slip);
            let area = found.laws.drag_area(pair.kind_of_pair(), pair.corners);
            let slipping = Slipping { speed: slip.length() / free.time, area };
            let pull = pair.stiffness * pair.slip(here).length;
            pair.friction_bound = slipping.friction_bound(&law, pair.push, pull);
            let before = pair.along(pair.difference(|v| velocity(free, v, found))).length();
            stopping_friction = stopping(&law, before);
        }
        // What friction can stop sticks, however far the first guess has slid; unless something else pulls, as the next iterate shows.
        let guess = pair.difference(|v| self.free_place(free, v));
        let slip = pair.slip(guess);
        let stops = slip.length <= stopping_friction * pair.depth(guess);
        if search == 0 && stops {
            pair.friction_bound = f64::INFINITY;
        }
        let is_known = pair.gives_way;
        let stretched = pair.slip(here).length / pair.slack().max(f64::MIN_POSITIVE);
        pair.gives_way &= search == 1 && stops && stretched > CLEARLY_SLIDING;
        // What lies still by other forces than friction pulls as it did.
        let slides = !stops && (!is_known || stretched > AT_FRICTION_BOUND);
        if search == 0 && slides {
            // The first guess has not slid yet by what outer forces do. Relaxed so far behind, the spring pulls with what friction can hold from
            // the first on, and hardly more for each further bit of the way.
            pair.anchor -= (slip.along - pair.slip(here).along) * FAR_BEHIND;
        }
    }

    /// Where inertia and outer forces alone would lead a vertex; those of meshes where they are.
    fn free_place(&self, free: &FreeMotion<'_>, v: u32) -> DVec3 {
        match (v as usize).checked_sub(free.cloth.vertex_count()) {
            Some(of_mesh) => self.mesh_places[of_mesh],
            None => free.place(v as usize),
        }
    }
}

/// How fast a vertex is at the beginning; those of meshes come after those of the cloth.
fn velocity(free: &FreeMotion<'_>, v: u32, found: &ContactPipeline) -> DVec3 {
    let velocities = &free.cloth.state.velocities;
    velocities.get(v as usize).copied().unwrap_or_else(|| {
        let of_mesh = v as usize - velocities.len();
        (found.bodies_end[of_mesh] - found.start[v as usize]) / free.time
    })
}
