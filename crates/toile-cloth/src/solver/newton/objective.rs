//! The energy whose minimum is the state at the end of a step.
//!
//! `½ m r² |x − x̂|²` for inertia and outer forces, where `x̂` is where these alone would lead and `r` turns displacements into
//! velocities; plus stretch, bending, threads, grabs, what damping takes, and contacts.

use super::smooth::smoothed;
use super::system::LinearSystem;
use super::time_scheme::TimeScheme;
use crate::bending::{BendRate, BendingScratch};
use crate::cloth::Cloth;
use crate::contact::{ContactSet, ContactStep, FreeMotion};
use crate::membrane::{MembraneScratch, StrainRate, StrainTerms};
use crate::state::Earlier;
use crate::stretch::RestEdge;
use crate::world::{ExternalForces, World};
use glam::{DMat3, DVec3};
use rayon::prelude::*;
use toile_contact::broad::QueryError;

/// Cloth whose vertices go less far in a step than this part of the way that it would fall hardly moves.
const SLOW_MOTION: f64 = 0.25;

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

pub(super) struct StepObjective<'a> {
    pub(super) cloth: &'a Cloth,
    pub(super) world: &'a World,
    scheme: &'a TimeScheme,
    /// Where inertia and outer forces alone would lead.
    pub(super) free: FreeMotion<'a>,
    external: ExternalForces,
    /// Strains at the beginning, if the cloth is viscous.
    strains: Option<Vec<DVec3>>,
    /// Curvatures at the beginning, if bending is viscous.
    curvatures: Option<Vec<DVec3>>,
    /// What the chords of the triangles did not show of the strain at the beginning, if the cloth follows its arcs. In the matrix it would couple
    /// vertices far apart; kept through the step it is late by one step at most, and in balance where cloth is at rest.
    arcs: Option<Vec<DVec3>>,
    pub(super) contacts: ContactSet<'a>,
}

impl<'a> StepObjective<'a> {
    pub(super) fn new(
        cloth: &'a Cloth,
        edges: &'a [RestEdge],
        world: &'a World,
        scheme: &'a TimeScheme,
        time: f64,
        is_exact: bool,
    ) -> Self {
        let external = world.forces(cloth);
        let square = scheme.rate * scheme.rate;
        let places = (0..cloth.vertex_count())
            .map(|v| scheme.drifted[v] + external.force[v] / (cloth.masses[v] * square))
            .collect();
        let free = FreeMotion { cloth, world, time, places, rate: scheme.rate };
        let contacts = ContactSet::new(&free, edges, is_exact);
        let strains = cloth.membrane.is_viscous().then(|| cloth.membrane.strains(&cloth.state.positions));
        let bends = cloth.bending.largest_viscosity() > 0.0;
        let needed = bends || cloth.arcs.is_some();
        let curvatures = needed.then(|| cloth.bending.curvatures(&cloth.state.positions));
        let arcs =
            cloth.arcs.as_ref().zip(curvatures.as_ref()).map(|(arcs, curvatures)| arcs.strains(curvatures));
        let curvatures = curvatures.filter(|_| bends);
        Self { cloth, world, scheme, free, external, strains, curvatures, arcs, contacts }
    }

    /// Where inertia and outer forces lead; pinned vertices where their velocity leads them.
    pub(super) fn first_guess(&self) -> Vec<DVec3> {
        let state = &self.cloth.state;
        let guess = if state.has_pairs() { self.guess_in_contact() } else { self.free.places.clone() };
        let place =
            |(v, guess): (usize, DVec3)| if self.cloth.pinned[v] { self.free.place(v) } else { guess };
        guess.into_iter().enumerate().map(place).collect()
    }

    /// Where cloth touches something, outer forces are left out: most of it is borne, and a guess that sinks into what bears it is worse than one
    /// that does not fall fast enough.
    ///
    /// The difference quotients behind `drifted` make 8/3 of what few iterations left undone in the last step. Most of that are ripples of a few
    /// edges, so the way is smoothed; and where all of the cloth hardly moves, half of the last way is guessed, or it would never come to rest.
    fn guess_in_contact(&self) -> Vec<DVec3> {
        let drifted = &self.scheme.drifted;
        let Some(Earlier { positions: before, time: last, .. }) = &self.cloth.state.earlier else {
            return drifted.clone();
        };
        let now = &self.cloth.state.positions;
        let ratio = self.free.time / last;
        let square: f64 = now.iter().zip(before).map(|(now, before)| now.distance_squared(*before)).sum();
        let way = ratio * (square / now.len().max(1) as f64).sqrt();
        let liveliness =
            if way > 0.0 { (way / (SLOW_MOTION * self.fall()) - 1.0).clamp(0.0, 1.0) } else { 0.0 };
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
        self.world.gravity.length() / (self.scheme.rate * self.scheme.rate)
    }

    /// Stiffness of the inertia of a vertex, N/m.
    pub(super) fn inertia(&self, vertex: usize) -> f64 {
        self.free.inertia(vertex)
    }

    pub(super) fn strain_terms(&self) -> StrainTerms<'_> {
        StrainTerms {
            rate: self.strains.as_ref().map(|start| StrainRate { start, rate: 1.0 / self.free.time }),
            arcs: self.arcs.as_deref(),
        }
    }

    fn bend_rate(&self) -> Option<BendRate<'_>> {
        self.curvatures.as_ref().map(|start| BendRate { start, rate: 1.0 / self.free.time })
    }

    /// How much stiffer bending is for its viscosity, at most.
    pub(super) fn bending_scale(&self) -> f64 {
        1.0 + self.cloth.bending.largest_viscosity() / self.free.time
    }

    /// Finds what touches surfaces at `x`, at the end of the step.
    pub(super) fn find_surfaces(&mut self, x: &[DVec3]) {
        self.contacts.find_surfaces(&self.free, x);
    }

    /// Takes the pairs that are close where the cloth is now.
    ///
    /// # Errors
    /// If a place is not finite.
    pub(super) fn find_pairs(&mut self, step: &mut ContactStep<'_>) -> Result<(), QueryError> {
        self.contacts.find_pairs(&self.free, step)
    }

    /// Moves what is in an obstacle out of it; tells how many vertices touch and how many were moved out.
    pub(super) fn push_out(&mut self, x: &mut [DVec3]) -> (usize, usize) {
        self.contacts.push_out(&self.free, x)
    }

    /// Damping by the air, and grabs: what they add to the diagonal blocks.
    pub(super) fn add_diagonal(&self, mut add: impl FnMut(usize, DMat3)) {
        if let Some(damping) = &self.external.damping {
            for (v, damping) in damping.iter().enumerate() {
                add(v, *damping * self.scheme.rate);
            }
        }
        for grab in &self.cloth.grabs {
            for (v, weight) in grab.anchor.parts() {
                // The whole stiffness on the diagonal: a bound of the true coupling between the corners.
                add(v as usize, DMat3::from_diagonal(DVec3::splat(grab.stiffness * weight)));
            }
        }
    }

    /// Minus the gradient at `x`, zero at pinned vertices, into the scratch memory; the system learns of the membrane on the way.
    pub(super) fn residual(&self, x: &[DVec3], system: &mut dyn LinearSystem, scratch: &mut Scratch) {
        let Scratch { residual, membrane, bending, .. } = scratch;
        residual.clear();
        residual.resize(x.len(), DVec3::ZERO);
        residual.par_iter_mut().enumerate().with_min_len(1024).for_each(|(v, g)| {
            *g = self.inertia(v) * (x[v] - self.free.places[v]);
            if let Some(damping) = &self.external.damping {
                *g += damping[v] * self.speed_change(v, x[v]);
            }
        });
        system.linearise_membrane(x, self, membrane, residual);
        let history = self.cloth.state.history.as_ref();
        self.cloth.bending.add_step_gradient(x, history, self.bend_rate(), bending, residual);
        self.cloth.add_link_gradient(x, residual);
        self.contacts.add_gradient(x, residual);
        for (g, &pinned) in residual.iter_mut().zip(&self.cloth.pinned) {
            *g = if pinned { DVec3::ZERO } else { -*g };
        }
    }

    fn speed_change(&self, v: usize, place: DVec3) -> DVec3 {
        (place - self.scheme.base[v]) * self.scheme.rate - self.cloth.state.velocities[v]
    }

    /// The energy at `x`.
    pub(super) fn energy(&self, x: &[DVec3]) -> f64 {
        let of_vertex = |v: usize| {
            if self.cloth.pinned[v] {
                return 0.0;
            }
            let mut energy = 0.5 * self.inertia(v) * x[v].distance_squared(self.free.places[v]);
            if let Some(damping) = &self.external.damping {
                let change = self.speed_change(v, x[v]);
                energy += 0.5 * change.dot(damping[v] * change) / self.scheme.rate;
            }
            energy
        };
        (0..x.len()).map(of_vertex).sum::<f64>()
            + self.cloth.membrane.step_energy(x, self.strain_terms())
            + self.cloth.bending_energy(x)
            + self.bend_rate().map_or(0.0, |rate| self.cloth.bending.viscous_energy(x, rate))
            + self.cloth.link_energy(x)
            + self.contacts.energy(x)
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
