//! All contacts of a step as terms of an energy, for solvers that look for the balance of forces.

use super::ContactTerm;
use super::friction::FabricsOnSurfaces;
use crate::cloth::Cloth;
use crate::state::{ContactKind, StickState};
use crate::stretch::RestEdge;
use crate::world::World;
use glam::DVec3;
use rayon::prelude::*;
use toile_contact::touch::{Distances, InitialPenetration};

/// Stiffness of a contact over that of the inertia of its vertices: gravity then presses cloth some hundredths of a millimetre
/// into the layer that keeps it away from the surface.
pub(crate) const CONTACT_STIFFNESS: f64 = 50.0;

/// Stiffness of contacts that are pressed hard, over that of the cloth against stretch: where cloth is pulled tight over something, inertia is no
/// measure of what presses, and what springs do not stop is stopped by the guard, at the cost of single edges.
const HARDNESS: f64 = 0.1;

/// A pair that was taken to stick and is pulled by this part of what friction can hold is looked at again.
const NEAR_FRICTION_BOUND: f64 = 0.8;

/// A pair that moves along the surface by less than this part of the thickness is the pair that was found.
const WANDERED: f64 = 0.25;

/// A step of a cloth, and where inertia and outer forces alone would lead in it: by that contacts judge what they have to stop.
#[derive(Debug)]
pub(crate) struct FreeMotion<'a> {
    pub(crate) cloth: &'a Cloth,
    pub(crate) world: &'a World,
    /// The length of the step in seconds.
    pub(crate) time: f64,
    /// Where each vertex would be at its end.
    pub(crate) places: Vec<DVec3>,
    /// Velocity over displacement, in 1/s.
    pub(crate) rate: f64,
}

impl FreeMotion<'_> {
    /// Stiffness of the inertia of a vertex: `m r²`, N/m.
    pub(crate) fn inertia(&self, vertex: usize) -> f64 {
        self.cloth.masses[vertex] * self.rate * self.rate
    }

    /// Where a vertex would be; pinned vertices where their velocity leads them.
    pub(crate) fn place(&self, v: usize) -> DVec3 {
        let state = &self.cloth.state;
        if self.cloth.pinned[v] {
            state.positions[v] + state.velocities[v] * self.time
        } else {
            self.places[v]
        }
    }
}

/// The contacts of a step.
#[derive(Debug)]
pub(crate) struct ContactSet<'a> {
    /// On surfaces of obstacles: of vertices, then of midpoints of edges.
    pub(super) surfaces: Vec<ContactTerm>,
    /// Between features of cloth and meshes, in the order of their keys.
    pub(super) pairs: Vec<ContactTerm>,
    /// The edges, whose midpoints may be kept out of obstacles too.
    pub(super) edges: &'a [RestEdge],
    /// What began the step in an obstacle, once it was looked for.
    pub(super) penetration: Option<InitialPenetration>,
    /// How far vertices are from surfaces at the end of the step.
    pub(super) distances: Distances,
    /// The friction of fabrics on surfaces, if some have their own.
    pub(super) surface_laws: Option<FabricsOnSurfaces<'a>>,
    /// Where the vertices of meshes are at the end of the step.
    pub(super) mesh_places: Vec<DVec3>,
    /// Stiffness of what is pressed hard, N/m.
    pub(super) hardness: f64,
    /// How often pairs have been looked for.
    pub(super) searches: usize,
    /// Whether what presses pairs is found in the step itself, by many iterations, and not taken from the last one.
    is_exact: bool,
}

impl<'a> ContactSet<'a> {
    /// No contacts yet.
    pub(crate) fn new(free: &FreeMotion<'a>, edges: &'a [RestEdge], is_exact: bool) -> Self {
        Self {
            surfaces: Vec::new(),
            pairs: Vec::new(),
            edges,
            penetration: None,
            distances: Distances::default(),
            surface_laws: FabricsOnSurfaces::of(free.cloth, free.world),
            mesh_places: Vec::new(),
            hardness: HARDNESS * free.cloth.membrane.largest_stiffness(),
            searches: 0,
            is_exact,
        }
    }

    /// Whether pairs take what presses them from the last step in this search.
    pub(super) fn takes_pushes_from_memory(&self, search: usize) -> bool {
        search == 0 || !self.is_exact
    }

    /// All contacts, those on surfaces first.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &ContactTerm> {
        self.surfaces.iter().chain(&self.pairs)
    }

    /// Whether features of meshes are close to each other.
    pub(crate) fn has_pairs(&self) -> bool {
        !self.pairs.is_empty()
    }

    /// Where a vertex is; those of meshes come after those of the cloth.
    #[inline]
    pub(crate) fn place(&self, x: &[DVec3], v: u32) -> DVec3 {
        match (v as usize).checked_sub(x.len()) {
            Some(of_mesh) => self.mesh_places[of_mesh],
            None => x[v as usize],
        }
    }

    /// The difference of the sides of a contact.
    #[inline]
    pub(crate) fn difference(&self, term: &ContactTerm, x: &[DVec3]) -> DVec3 {
        term.difference(|v| self.place(x, v))
    }

    /// The energy at `x`.
    pub(crate) fn energy(&self, x: &[DVec3]) -> f64 {
        self.terms().map(|term| term.energy(self.difference(term, x))).sum()
    }

    /// Adds the gradient at `x`.
    pub(crate) fn add_gradient(&self, x: &[DVec3], gradient: &mut [DVec3]) {
        for term in self.terms() {
            let force = term.gradient(self.difference(term, x));
            for (v, weight) in term.parts() {
                if let Some(gradient) = gradient.get_mut(v as usize) {
                    *gradient += force * weight;
                }
            }
        }
    }

    /// The vertices that push something, those of meshes among them.
    pub(crate) fn touching(&self) -> impl Iterator<Item = u32> {
        let of_surfaces = self.surfaces.iter().flat_map(|term| term.parts().map(|(v, _)| v));
        let of_pairs = self.pairs.iter().filter(|pair| pair.push > 0.0).flat_map(|pair| pair.corners);
        of_surfaces.chain(of_pairs)
    }

    /// Whether no pair that was taken to stick is pulled by nearly as much as friction can hold, and none has moved far along the surface since it was found.
    pub(crate) fn pairs_hold(&self, x: &[DVec3]) -> bool {
        self.pairs.par_iter().all(|pair| {
            let difference = self.difference(pair, x);
            let push = pair.push_at(difference);
            let pull = pair.stiffness * pair.slip(difference).length;
            let gives_way =
                pair.friction_bound.is_infinite() && pull > NEAR_FRICTION_BOUND * pair.coefficient * push;
            let wandered = pair.along(difference - pair.found).length() > WANDERED * pair.offset;
            push == 0.0 || !(gives_way || wandered)
        })
    }

    /// What contacts remember of the step that ends at `x`.
    pub(crate) fn sticks(&self, x: &[DVec3]) -> Vec<StickState> {
        let stick = |term: &ContactTerm| {
            let difference = self.difference(term, x);
            let push = term.push_at(difference);
            // A vertex that sticks to a surface was put back: nothing of its spring is left.
            let is_vertex = matches!(term.kind, ContactKind::Surface(_)) && term.weights[1] == 0.0;
            let stretch = if is_vertex { DVec3::ZERO } else { term.stretch_left(difference) };
            (push > 0.0).then_some(StickState { kind: term.kind, corners: term.corners, stretch, push })
        };
        let mut sticks: Vec<StickState> = self.surfaces.par_iter().filter_map(stick).collect();
        sticks.sort_unstable_by_key(|stick| (stick.kind, stick.corners));
        sticks.par_extend(self.pairs.par_iter().filter_map(stick));
        sticks
    }
}
