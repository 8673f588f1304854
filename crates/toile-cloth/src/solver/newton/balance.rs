//! The energy whose minimum is the state at the end of a step.
//!
//! `½ m r² |x − x̂|²` for inertia and outer forces, where `x̂` is where these alone would lead and `r` turns displacements into
//! velocities; plus stretch, bending, threads, grabs, what damping takes, and contacts.

use super::contact::ContactTerm;
use super::smooth::smoothed;
use super::start::Start;
use super::system::LinearSystem;
use crate::bending::{BendRate, BendingScratch};
use crate::cloth::Cloth;
use crate::contact::{AT_REST, Contacts, Near, PairTerm, Slipping, SurfaceLaws, key, pass_on, recall};
use crate::membrane::{MembraneScratch, StrainRate, StrainTerms};
use crate::state::Earlier;
use crate::state::StickState;
use crate::stretch::RestEdge;
use crate::world::{ExternalForces, World};
use glam::{DMat3, DVec3};
use rayon::prelude::*;
use toile_contact::broad::QueryError;
use toile_contact::touch::{Distances, Sunk};

/// Stiffness of a contact over that of the inertia of its vertex: gravity then presses cloth some hundredths of a millimetre
/// into the layer that keeps it away from the surface.
pub(super) const CONTACT_STIFFNESS: f64 = 50.0;

/// Stiffness of pairs that are pressed hard, over that of the cloth against stretch: where cloth is pulled tight over something, inertia is no
/// measure of what presses, and what springs do not stop is stopped by the guard, at the cost of single edges.
const HARDNESS: f64 = 0.1;

/// Pairs are taken so much farther apart than they push: several Newton steps use the same ones.
const REACH: f64 = 1.3;

/// A pair that was taken to stick gives way if it is pulled by so many times what friction can hold; less may be what few iterations leave of
/// a balance.
const CLEARLY: f64 = 1.1;

/// A pair that was taken to stick and is pulled by this part of what friction can hold is looked at again.
const NEARLY: f64 = 0.8;

/// What is stretched to this part of what friction can hold slides; the rest is rounding.
const BARELY: f64 = 1.0 - 1e-6;

/// How many times farther behind the spring of a pair that slides is relaxed than outer forces would lead the pair.
const FAR_BEHIND: f64 = 20.0;

/// Cloth whose vertices go less far in a step than this part of the way that it would fall hardly moves.
const SLOW: f64 = 0.25;

/// A pair that moves along the surface by less than this part of the thickness is the pair that was found.
const WANDERS: f64 = 0.25;

/// Memory for vectors, kept from one step to the next.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// Minus the gradient.
    pub(super) residual: Vec<DVec3>,
    /// The solution of the linear system.
    pub(super) change: Vec<DVec3>,
    membrane: MembraneScratch,
    bending: BendingScratch,
    trial: Vec<DVec3>,
}

pub(super) struct Balance<'a> {
    pub(super) cloth: &'a Cloth,
    pub(super) world: &'a World,
    start: &'a Start,
    pub(super) time: f64,
    /// Where inertia and outer forces alone would lead.
    pub(super) inertial: Vec<DVec3>,
    external: ExternalForces,
    /// Strains at the beginning, if the cloth is viscous.
    strains: Option<Vec<DVec3>>,
    /// Curvatures at the beginning, if bending is viscous.
    curvatures: Option<Vec<DVec3>>,
    /// What the chords of the triangles did not show of the strain at the beginning, if the cloth follows its arcs. In the matrix it would couple
    /// vertices far apart; kept through the step it is late by one step at most, and in balance where cloth is at rest.
    arcs: Option<Vec<DVec3>>,
    pub(super) contacts: Vec<ContactTerm>,
    /// The edges, whose middles may be kept out of colliders too.
    pub(super) edges: &'a [RestEdge],
    /// What began the step in a collider, once it was looked for.
    pub(super) sunk: Option<Sunk>,
    /// How far vertices are from colliders at the end of the step.
    pub(super) distances: Distances,
    /// The friction of fabrics on surfaces, if some have their own.
    pub(super) surface_laws: Option<SurfaceLaws<'a>>,
    /// Pairs of features of cloth and bodies that are close.
    pub(super) pairs: Vec<PairTerm>,
    /// Where bodies are at the end of the step.
    bodies: Vec<DVec3>,
    /// Stiffness of pairs that are pressed hard, N/m.
    pub(super) hardness: f64,
    /// How often pairs have been looked for.
    pub(super) searches: usize,
    /// Whether what presses pairs is found in the step itself, by many iterations, and not taken from the last one.
    pub(super) is_exact: bool,
}

impl<'a> Balance<'a> {
    pub(super) fn new(
        cloth: &'a Cloth,
        edges: &'a [RestEdge],
        world: &'a World,
        start: &'a Start,
        time: f64,
    ) -> Self {
        let external = world.forces(cloth);
        let square = start.rate * start.rate;
        let inertial = (0..cloth.vertex_count())
            .map(|v| start.drifted[v] + external.force[v] / (cloth.masses[v] * square))
            .collect();
        let strains = cloth.membrane.is_viscous().then(|| cloth.membrane.strains(&cloth.state.positions));
        let bends = cloth.bending.largest_viscosity() > 0.0;
        let needed = bends || cloth.arcs.is_some();
        let curvatures = needed.then(|| cloth.bending.curvatures(&cloth.state.positions));
        let arcs =
            cloth.arcs.as_ref().zip(curvatures.as_ref()).map(|(arcs, curvatures)| arcs.strains(curvatures));
        let curvatures = curvatures.filter(|_| bends);
        Self {
            cloth,
            world,
            start,
            time,
            inertial,
            external,
            strains,
            curvatures,
            arcs,
            contacts: Vec::new(),
            edges,
            sunk: None,
            distances: Distances::default(),
            surface_laws: SurfaceLaws::of(cloth, world),
            pairs: Vec::new(),
            bodies: Vec::new(),
            hardness: HARDNESS * cloth.membrane.largest_stiffness(),
            searches: 0,
            is_exact: false,
        }
    }

    /// Where inertia and outer forces lead; held vertices where they are led.
    pub(super) fn first_guess(&self) -> Vec<DVec3> {
        let state = &self.cloth.state;
        let guess = if state.sticks.is_empty() { self.inertial.clone() } else { self.guess_in_contact() };
        let place = |(v, guess): (usize, DVec3)| {
            if self.cloth.held[v] { state.positions[v] + state.velocities[v] * self.time } else { guess }
        };
        guess.into_iter().enumerate().map(place).collect()
    }

    /// Where cloth touches something, outer forces are left out: most of it is borne, and a guess that sinks into what bears it is worse than one
    /// that does not fall fast enough.
    ///
    /// The difference quotients behind `drifted` make 8/3 of what few iterations left undone in the last step. Most of that are ripples of a few
    /// edges, so the way is smoothed; and where all of the cloth hardly moves, half of the last way is guessed, or it would never come to rest.
    fn guess_in_contact(&self) -> Vec<DVec3> {
        let drifted = &self.start.drifted;
        let Some(Earlier { positions: before, time: last, .. }) = &self.cloth.state.earlier else {
            return drifted.clone();
        };
        let now = &self.cloth.state.positions;
        let ratio = self.time / last;
        let square: f64 = now.iter().zip(before).map(|(now, before)| now.distance_squared(*before)).sum();
        let way = ratio * (square / now.len().max(1) as f64).sqrt();
        let liveliness = if way > 0.0 { (way / (SLOW * self.fall()) - 1.0).clamp(0.0, 1.0) } else { 0.0 };
        let ways: Vec<DVec3> = now.iter().zip(drifted).map(|(now, drifted)| *drifted - *now).collect();
        let smooth = smoothed(&self.cloth.triangles, &ways);
        let guess = |v: usize| {
            let slow = (now[v] - before[v]) * (0.5 * ratio);
            now[v] + slow.lerp(smooth[v], liveliness)
        };
        (0..now.len()).map(guess).collect()
    }

    /// How far gravity leads in the step.
    pub(super) fn fall(&self) -> f64 {
        self.world.gravity.length() / (self.start.rate * self.start.rate)
    }

    /// Stiffness of the inertia of a vertex, N/m.
    pub(super) fn inertia(&self, vertex: usize) -> f64 {
        self.cloth.masses[vertex] * self.start.rate * self.start.rate
    }

    pub(super) fn strain_terms(&self) -> StrainTerms<'_> {
        StrainTerms {
            rate: self.strains.as_ref().map(|start| StrainRate { start, rate: 1.0 / self.time }),
            arcs: self.arcs.as_deref(),
        }
    }

    fn bend_rate(&self) -> Option<BendRate<'_>> {
        self.curvatures.as_ref().map(|start| BendRate { start, rate: 1.0 / self.time })
    }

    /// How much stiffer bending is for its viscosity, at most.
    pub(super) fn bending_scale(&self) -> f64 {
        1.0 + self.cloth.bending.largest_viscosity() / self.time
    }

    /// Takes the pairs that are close where the cloth is now, at the end of the step.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(super) fn find_pairs(&mut self, contacts: &mut Contacts) -> Result<(), QueryError> {
        let search = self.searches;
        self.searches += 1;
        self.pairs.clear();
        if !contacts.is_active() || contacts.has_response() {
            return Ok(());
        }
        contacts.find_near(REACH * contacts.reach())?;
        self.bodies.clear();
        self.bodies.extend_from_slice(&contacts.now()[self.cloth.vertex_count()..]);
        let contacts = &*contacts;
        let this = &*self;
        let mut pairs: Vec<PairTerm> = Vec::with_capacity(contacts.near().len());
        pairs.par_extend(contacts.near().par_iter().filter_map(|near| this.pair(near, contacts)));
        if search == 0 || !this.is_exact {
            let pushes = this.pushes(&pairs, search == 0);
            pairs.iter_mut().zip(pushes).for_each(|(pair, push)| pair.push = push);
        }
        pairs.par_iter_mut().for_each(|pair| this.rub(pair, contacts, search));
        self.pairs = pairs;
        Ok(())
    }

    /// What presses each pair, by the last step; where nothing touched then, by what would stop it at the first guess, and by its spring
    /// later.
    fn pushes(&self, pairs: &[PairTerm], at_first: bool) -> Vec<f64> {
        let fresh = |pair: &PairTerm, share: f64| {
            if at_first {
                let depth = pair.depth(pair.difference(|v| self.inertial_place(v)));
                share * pair.stiffness / CONTACT_STIFFNESS * depth
            } else {
                pair.push
            }
        };
        let is_free: Vec<bool> = self.cloth.held.iter().map(|held| !held).collect();
        pass_on(pairs, &self.cloth.state.sticks, &is_free, fresh)
    }

    /// Sets what friction can hold of a pair that was found in a search, counted from 0.
    fn rub(&self, pair: &mut PairTerm, contacts: &Contacts, search: usize) {
        let (_, law) = contacts.between(pair.kind, pair.corners);
        let mut stopping = law.kinetic;
        if contacts.laws.are_plain() {
            pair.grip = law.kinetic * pair.push;
        } else {
            let here = pair.difference(|v| contacts.now()[v as usize]);
            let slip = pair.along(here - pair.difference(|v| contacts.start()[v as usize]));
            let law = contacts.friction_towards(pair.kind, pair.corners, slip);
            let area = contacts.laws.drag_area(pair.kind, pair.corners);
            pair.grip = pair.grip_of(&law, here, Slipping { speed: slip.length() / self.time, area });
            let before = pair.along(pair.difference(|v| self.velocity(v, contacts))).length();
            stopping = law.coefficient(if before < AT_REST { 0.0 } else { before });
        }
        // What friction can stop sticks, however far the first guess has slid; unless something else pulls, as the next iterate shows.
        let guess = pair.difference(|v| self.inertial_place(v));
        let slip = pair.slip(guess);
        let stops = slip.length <= stopping * pair.depth(guess);
        if search == 0 && stops {
            pair.grip = f64::INFINITY;
        }
        let here = pair.difference(|v| contacts.now()[v as usize]);
        let is_known = pair.gives_way;
        let stretched = pair.slip(here).length / pair.slack().max(f64::MIN_POSITIVE);
        pair.gives_way &= search == 1 && stops && stretched > CLEARLY;
        // What lies still by other forces than friction pulls as it did.
        let slides = !stops && (!is_known || stretched > BARELY);
        if search == 0 && slides {
            // The first guess has not slid yet by what outer forces do. Relaxed so far behind, the spring pulls with what friction can hold from
            // the first on, and hardly more for each further bit of the way.
            pair.relaxed -= (slip.along - pair.slip(here).along) * FAR_BEHIND;
        }
    }

    /// The vertices that push something, those of bodies among them.
    pub(super) fn touching(&self) -> impl Iterator<Item = u32> {
        let of_pairs = self.pairs.iter().filter(|pair| pair.push > 0.0).flat_map(|pair| pair.corners);
        let of_contacts = self.contacts.iter().flat_map(|contact| contact.parts().map(|(v, _)| v));
        of_contacts.chain(of_pairs)
    }

    /// Whether no pair that was taken to stick is pulled by nearly as much as friction can hold, and none has moved far along the surface since it was found.
    pub(super) fn pairs_hold(&self, x: &[DVec3]) -> bool {
        self.pairs.par_iter().all(|pair| {
            let difference = pair.difference(|v| self.place(x, v));
            let push = pair.push_at(difference);
            let pull = pair.stiffness * pair.slip(difference).length;
            let gives_way = pair.grip.is_infinite() && pull > NEARLY * pair.coefficient * push;
            let wandered = pair.along(difference - pair.found).length() > WANDERS * pair.thickness;
            push == 0.0 || !(gives_way || wandered)
        })
    }

    /// How fast a vertex is at the beginning; those of bodies come after those of the cloth.
    fn velocity(&self, v: u32, contacts: &Contacts) -> DVec3 {
        let velocities = &self.cloth.state.velocities;
        velocities.get(v as usize).copied().unwrap_or_else(|| {
            let of_body = v as usize - velocities.len();
            (contacts.bodies_end()[of_body] - contacts.start()[v as usize]) / self.time
        })
    }

    /// The term of a pair, pressed as it is where the cloth is now; none if nothing of it can move, or it cannot touch.
    fn pair(&self, near: &Near, contacts: &Contacts) -> Option<PairTerm> {
        let Near { kind, corners, weights, normal, distance } = *near;
        let (thickness, law) = contacts.between(kind, corners);
        let neighbours = contacts.are_neighbours(kind, corners);
        // Where cells are as small as the thickness most close pairs are neighbours in the sheet, and nearly all of these are too far apart to touch.
        if neighbours && distance > REACH * thickness {
            return None;
        }
        let mut yielding = 0.0;
        for (&v, weight) in corners.iter().zip(weights) {
            let v = v as usize;
            if v < self.cloth.vertex_count() && !self.cloth.held[v] {
                yielding += weight * weight / self.inertia(v);
            }
        }
        if yielding == 0.0 {
            return None;
        }
        let known = recall(&self.cloth.state.sticks, key(kind, corners));
        let stiffness = CONTACT_STIFFNESS / yielding;
        let mut term = PairTerm {
            kind,
            corners,
            weights,
            normal,
            thickness,
            stiffness,
            hardness: self.hardness,
            push: 0.0,
            grip: 0.0,
            relaxed: DVec3::ZERO,
            gives_way: known.is_some(),
            found: normal * distance,
            coefficient: law.kinetic,
            neighbours,
        };
        term.push = term.push_at(normal * distance);
        let start = contacts.start();
        term.relaxed =
            term.difference(|v| start[v as usize]) - known.map_or(DVec3::ZERO, |stick| stick.stretch);
        Some(term)
    }

    /// Where a vertex would be led by inertia and outer forces alone; bodies where they are.
    fn inertial_place(&self, v: u32) -> DVec3 {
        let v = v as usize;
        match v.checked_sub(self.cloth.vertex_count()) {
            Some(of_body) => self.bodies[of_body],
            None if self.cloth.held[v] => {
                self.cloth.state.positions[v] + self.cloth.state.velocities[v] * self.time
            }
            None => self.inertial[v],
        }
    }

    /// Where a vertex is; those of bodies come after those of the cloth.
    #[inline]
    pub(super) fn place(&self, x: &[DVec3], v: u32) -> DVec3 {
        match (v as usize).checked_sub(x.len()) {
            Some(of_body) => self.bodies[of_body],
            None => x[v as usize],
        }
    }

    /// What contacts remember of the step that ends at `x`.
    pub(super) fn sticks(&self, x: &[DVec3]) -> Vec<StickState> {
        let stick = |term: &PairTerm| {
            let difference = term.difference(|v| self.place(x, v));
            let push = term.push_at(difference);
            (push > 0.0).then(|| StickState {
                kind: term.kind,
                corners: term.corners,
                stretch: term.stretch_left(difference),
                push,
            })
        };
        self.pairs.par_iter().filter_map(stick).collect()
    }

    /// Damping by the air and contacts: what they add to the diagonal blocks.
    pub(super) fn add_diagonal(&self, x: &[DVec3], mut add: impl FnMut(usize, DMat3)) {
        if let Some(damping) = &self.external.damping {
            for (v, damping) in damping.iter().enumerate() {
                add(v, *damping * self.start.rate);
            }
        }
        for contact in &self.contacts {
            let hessian = contact.hessian(contact.place(x));
            for (v, weight) in contact.parts() {
                add(v as usize, hessian * (weight * weight));
            }
        }
        for grab in &self.cloth.grabs {
            for (v, weight) in grab.anchor.parts() {
                // The whole stiffness on the diagonal: a bound of the true coupling between the corners.
                add(v as usize, DMat3::from_diagonal(DVec3::splat(grab.stiffness * weight)));
            }
        }
    }

    /// Minus the gradient at `x`, zero at held vertices, into the scratch memory; the system learns of the membrane on the way.
    pub(super) fn residual(&self, x: &[DVec3], system: &mut dyn LinearSystem, scratch: &mut Scratch) {
        let Scratch { residual, membrane, bending, .. } = scratch;
        residual.clear();
        residual.resize(x.len(), DVec3::ZERO);
        residual.par_iter_mut().enumerate().with_min_len(1024).for_each(|(v, g)| {
            *g = self.inertia(v) * (x[v] - self.inertial[v]);
            if let Some(damping) = &self.external.damping {
                *g += damping[v] * self.speed_change(v, x[v]);
            }
        });
        system.linearise_membrane(x, self, membrane, residual);
        let history = self.cloth.state.history.as_ref();
        self.cloth.bending.add_step_gradient(x, history, self.bend_rate(), bending, residual);
        self.cloth.add_link_gradient(x, residual);
        for contact in &self.contacts {
            let force = contact.gradient(contact.place(x));
            for (v, weight) in contact.parts() {
                residual[v as usize] += force * weight;
            }
        }
        for pair in &self.pairs {
            let force = pair.gradient(pair.difference(|v| self.place(x, v)));
            for (&v, weight) in pair.corners.iter().zip(pair.weights) {
                if let Some(residual) = residual.get_mut(v as usize) {
                    *residual += force * weight;
                }
            }
        }
        for (g, &held) in residual.iter_mut().zip(&self.cloth.held) {
            *g = if held { DVec3::ZERO } else { -*g };
        }
    }

    fn speed_change(&self, v: usize, place: DVec3) -> DVec3 {
        (place - self.start.base[v]) * self.start.rate - self.cloth.state.velocities[v]
    }

    /// The energy at `x`.
    pub(super) fn energy(&self, x: &[DVec3]) -> f64 {
        let of_vertex = |v: usize| {
            if self.cloth.held[v] {
                return 0.0;
            }
            let mut energy = 0.5 * self.inertia(v) * x[v].distance_squared(self.inertial[v]);
            if let Some(damping) = &self.external.damping {
                let change = self.speed_change(v, x[v]);
                energy += 0.5 * change.dot(damping[v] * change) / self.start.rate;
            }
            energy
        };
        let contacts = self.contacts.iter().map(|contact| contact.energy(contact.place(x)));
        (0..x.len()).map(of_vertex).sum::<f64>()
            + self.cloth.membrane.step_energy(x, self.strain_terms())
            + self.cloth.bending_energy(x)
            + self.bend_rate().map_or(0.0, |rate| self.cloth.bending.viscous_energy(x, rate))
            + self.cloth.link_energy(x)
            + contacts.sum::<f64>()
            + self.pairs.iter().map(|pair| pair.energy(pair.difference(|v| self.place(x, v)))).sum::<f64>()
    }

    /// By how much the change may be multiplied so that the energy falls: 1, or less (Armijo's rule).
    pub(super) fn search(&self, x: &[DVec3], scratch: &mut Scratch) -> f64 {
        const SUFFICIENT: f64 = 1e-4;
        const SHORTEST: f64 = 1e-6;
        let Scratch { residual, change, trial, .. } = scratch;
        let slope: f64 = -residual.iter().zip(&*change).map(|(r, d)| r.dot(*d)).sum::<f64>();
        let before = self.energy(x);
        let mut length = 1.0;
        while length > SHORTEST {
            trial.clear();
            trial.extend(x.iter().zip(&*change).map(|(x, d)| *x + *d * length));
            // What rounding may do to the sum of large energies counts as falling.
            let noise = 1e-12 * before.abs();
            if self.energy(trial) <= before + SUFFICIENT * length * slope + noise {
                break;
            }
            length *= 0.5;
        }
        length
    }
}
