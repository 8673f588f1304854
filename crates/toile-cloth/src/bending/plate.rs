//! The bending energy of a cloth, its gradient and its second derivative.

use super::BendingHistory;
use super::facets::{FacetScratch, Facets};
use super::hinge::{angle as hinge_angle, angle_and_gradient};
use super::plan::BendingPlan;
use crate::rest::RestShape;
use crate::voigt::dyad;
use glam::{DMat3, DVec2, DVec3};
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::outer;
use toile_geom::topology::Rows;

/// A border edge that is pinned at an angle, as in a clamp: the sheet goes on beyond it in the direction of a fixed point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clamp {
    /// The edge's vertices, in any order.
    pub edge: [u32; 2],
    /// A point in the plane of the clamp, beyond the edge.
    pub beyond: DVec3,
}

/// An edge between two triangles along which cloth is folded at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fold {
    /// The edge's vertices, in any order.
    pub edge: [u32; 2],
    /// The angle in radians: 0 is flat, positive lifts both sides towards the normal, π would lay them on each other.
    pub angle: f64,
}

/// The bending of a cloth. See the [module documentation](super).
#[derive(Clone, Debug, Default)]
pub struct Bending {
    hinges: Vec<Hinge>,
    /// The hinges between triangles, which come before the clamps.
    facets: Facets,
    triangles: Vec<Element>,
    /// For each triangle the hinges whose angles make up its curvature, each with its share.
    terms: Rows<(u32, DVec3)>,
    /// For each hinge the triangles it takes part in, with the same shares.
    uses: Rows<(u32, DVec3)>,
    /// Asked for in every step, so it is kept.
    largest_viscosity: f64,
    /// The triangles with a free edge.
    free: Vec<FreeTriangle>,
    /// The angle of each hinge at rest.
    rest_angles: Vec<f64>,
    plan: BendingPlan,
}

/// A triangle with a free edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FreeTriangle {
    pub(crate) triangle: u32,
    /// Its stiffness without the free edge.
    whole: DMat3,
    /// How the curvature that it takes on follows from that of its hinges.
    pub(crate) taken: DMat3,
}

impl FreeTriangle {
    fn condense(&mut self, normals: &[DVec2]) {
        self.taken = free_curvature(self.whole, normals);
    }
}

/// Hinges, triangles or vertices one task works on.
const CHUNK: usize = 1024;

/// The curvatures at the beginning of a step, and one over its length: what the viscous moment is measured against.
#[derive(Clone, Copy, Debug)]
pub struct BendRate<'a> {
    /// The curvature of each triangle at the beginning, 1/m.
    pub start: &'a [DVec3],
    /// One over the time since then, 1/s.
    pub rate: f64,
}

/// What an evaluation of the forces needs in between, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct BendingScratch {
    angles: Vec<f64>,
    facets: FacetScratch,
    moments: Vec<DVec3>,
    torques: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Hinge {
    vertices: [u32; 4],
    /// The fourth corner if it is a fixed point.
    beyond: Option<DVec3>,
    /// How the angle of the flat hinge changes when its corners move along the normal.
    flat_gradient: [f64; 4],
}

#[derive(Clone, Copy, Debug, Default)]
struct Element {
    area: f64,
    /// Viscous moment over the rate of the elastic one, s.
    viscosity: f64,
    /// Moment from curvature, N·m; without what a free edge cannot carry.
    stiffness: DMat3,
    /// The curvature at rest, 1/m.
    rest: DVec3,
}

impl Bending {
    /// The bending of a cloth with a stiffness (curvature `[xx, yy, 2 xy]` to moment, N·m) for each triangle.
    pub fn new(
        mesh: &TriMesh,
        rest: &RestShape,
        stiffness: impl Fn(usize) -> DMat3,
        clamps: &[Clamp],
    ) -> Self {
        let plan = BendingPlan::new(mesh, rest, clamps);
        let between = plan.hinges.iter().map(|hinge| Hinge { vertices: hinge.vertices, ..Hinge::default() });
        let clamped = plan.clamps.iter().map(|clamp| {
            let [i, j, o] = clamp.vertices;
            Hinge { vertices: [i, j, o, o], beyond: Some(clamp.beyond), ..Hinge::default() }
        });
        let hinges: Vec<Hinge> = between.chain(clamped).collect();
        let mut bending = Self {
            triangles: vec![Element::default(); mesh.triangles.len()],
            rest_angles: vec![0.0; hinges.len()],
            facets: plan.facets(mesh),
            hinges,
            plan,
            ..Self::default()
        };
        bending.set_stiffness(rest, stiffness);
        bending.follow_rest(rest);
        bending
    }

    /// Takes over another rest shape; angles at rest, stiffnesses and clamps stay.
    pub fn set_rest(&mut self, rest: &RestShape) {
        self.plan.set_rest(rest);
        for free in &mut self.free {
            free.condense(&self.plan.free_edges(free.triangle as usize, rest));
            self.triangles[free.triangle as usize].stiffness = free.whole * free.taken;
        }
        self.follow_rest(rest);
    }

    /// Takes over other stiffnesses (curvature `[xx, yy, 2 xy]` to moment, N·m).
    pub fn set_stiffness(&mut self, rest: &RestShape, stiffness: impl Fn(usize) -> DMat3) {
        self.free.clear();
        for (t, triangle) in self.triangles.iter_mut().enumerate() {
            let normals = self.plan.free_edges(t, rest);
            triangle.stiffness = stiffness(t);
            if !normals.is_empty() {
                let mut free =
                    FreeTriangle { triangle: t as u32, whole: triangle.stiffness, taken: DMat3::IDENTITY };
                free.condense(&normals);
                triangle.stiffness = free.whole * free.taken;
                self.free.push(free);
            }
        }
    }

    /// What follows from the rest shape by itself: areas, and how angles make up curvatures.
    fn follow_rest(&mut self, rest: &RestShape) {
        for (hinge, gradient) in self.hinges.iter_mut().zip(self.plan.flat_gradients(rest)) {
            hinge.flat_gradient = gradient;
        }
        let shares = self.plan.shares(rest);
        self.terms = Rows::gather(self.triangles.len(), shares.iter().map(|&(t, h, share)| (t, (h, share))));
        self.uses = Rows::gather(self.hinges.len(), shares.iter().map(|&(t, h, share)| (h, (t, share))));
        for (t, triangle) in self.triangles.iter_mut().enumerate() {
            triangle.area = rest.area(t);
        }
        self.rest_at_angles();
    }

    /// Finds the curvatures at rest from the angles at rest.
    fn rest_at_angles(&mut self) {
        for t in 0..self.triangles.len() {
            self.triangles[t].rest = self.curvature(t, &self.rest_angles);
        }
    }

    /// Lets triangles resist the rate of bending: a moment of this time, in seconds, multiplied with the rate of the elastic one.
    #[must_use]
    pub fn with_viscosity(mut self, viscosity: impl Fn(usize) -> f64) -> Self {
        self.set_viscosity(viscosity);
        self
    }

    /// As [`with_viscosity`](Self::with_viscosity), in place.
    pub fn set_viscosity(&mut self, viscosity: impl Fn(usize) -> f64) {
        for (t, triangle) in self.triangles.iter_mut().enumerate() {
            triangle.viscosity = viscosity(t);
        }
        self.largest_viscosity = self.triangles.iter().map(|triangle| triangle.viscosity).fold(0.0, f64::max);
    }

    /// The largest viscosity of all triangles, s.
    pub fn largest_viscosity(&self) -> f64 {
        self.largest_viscosity
    }

    /// Takes a shape as the one without bending, so that curved cloth stays curved.
    pub fn rest_at(&mut self, positions: &[DVec3]) {
        let mut scratch = BendingScratch::default();
        self.find_angles(positions, &mut scratch);
        self.rest_angles = scratch.angles;
        self.rest_at_angles();
    }

    /// Takes the cloth as folded at rest along some edges and flat everywhere else, as pressing it does.
    pub fn rest_folded(&mut self, folds: &[Fold]) {
        let mut angles = vec![0.0; self.hinges.len()];
        let mut by_edge: Vec<([u32; 2], f64)> =
            folds.iter().map(|fold| (sorted(fold.edge), fold.angle)).collect();
        by_edge.sort_by_key(|fold| fold.0);
        for (hinge, angle) in self.hinges.iter().zip(&mut angles).take(self.facets.hinge_count()) {
            let edge = sorted([hinge.vertices[0], hinge.vertices[1]]);
            if let Ok(found) = by_edge.binary_search_by_key(&edge, |fold| fold.0) {
                *angle = by_edge[found].1;
            }
        }
        self.rest_angles = angles;
        self.rest_at_angles();
    }

    /// The curvature `[xx, yy, 2 xy]` of each triangle in 1/m, along warp and weft; positive where the sheet is hollow on the
    /// side of its normal.
    pub fn curvatures(&self, positions: &[DVec3]) -> Vec<DVec3> {
        let mut scratch = BendingScratch::default();
        self.find_angles(positions, &mut scratch);
        let angles = scratch.angles;
        (0..self.triangles.len()).into_par_iter().map(|t| self.curvature(t, &angles)).collect()
    }

    /// How the curvature of triangles with a free edge follows from [`curvatures`](Self::curvatures), in which the curvature across that edge
    /// is left out: it adjusts itself so that there is no moment.
    pub(crate) fn free_triangles(&self) -> &[FreeTriangle] {
        &self.free
    }

    /// For each angle that makes up the curvature of a triangle: its hinge, and its share.
    pub(crate) fn terms(&self, triangle: usize) -> &[(u32, DVec3)] {
        self.terms.row(triangle)
    }

    /// The energy in joules.
    pub fn energy(&self, positions: &[DVec3]) -> f64 {
        let energy = |(triangle, curvature): (&Element, DVec3)| {
            // ½ A (κ - κ₀)·B (κ - κ₀)
            let bent = curvature - triangle.rest;
            0.5 * triangle.area * bent.dot(triangle.stiffness * bent)
        };
        self.triangles.iter().zip(self.curvatures(positions)).map(energy).sum()
    }

    /// Adds the gradient of the energy: minus the force on each vertex, in newtons.
    pub fn add_gradient(&self, positions: &[DVec3], gradient: &mut [DVec3]) {
        self.add_elastic_gradient(positions, &mut BendingScratch::default(), gradient);
    }

    /// As [`add_gradient`](Self::add_gradient), with memory that is kept from one evaluation to the next.
    pub fn add_elastic_gradient(
        &self,
        positions: &[DVec3],
        scratch: &mut BendingScratch,
        gradient: &mut [DVec3],
    ) {
        let moment = |t: usize, curvature: DVec3| {
            let triangle = &self.triangles[t];
            triangle.stiffness * (curvature - triangle.rest)
        };
        self.add_gradient_of(positions, moment, scratch, gradient);
    }

    /// Adds the gradient of the energy of a step: of bending, of creases and friction if there is a history, and of what the viscous
    /// moment takes.
    pub(crate) fn add_step_gradient(
        &self,
        positions: &[DVec3],
        history: Option<&BendingHistory>,
        rate: Option<BendRate<'_>>,
        scratch: &mut BendingScratch,
        gradient: &mut [DVec3],
    ) {
        let Some(rate) = rate else {
            match history {
                Some(history) => self.add_gradient_with(positions, history, scratch, gradient),
                None => self.add_elastic_gradient(positions, scratch, gradient),
            }
            return;
        };
        let moment = |t: usize, curvature: DVec3| {
            let triangle = &self.triangles[t];
            let bent = curvature - triangle.rest;
            let change = (curvature - rate.start[t]) * (triangle.viscosity * rate.rate);
            let remembered = history.map_or(DVec3::ZERO, |history| history.law(t, bent).0);
            triangle.stiffness * (bent + change) + remembered
        };
        self.add_gradient_of(positions, moment, scratch, gradient);
    }

    /// The work of the viscous moment in a step that ends at these positions, half of it: the energy whose derivative it is, J.
    pub(crate) fn viscous_energy(&self, positions: &[DVec3], rate: BendRate<'_>) -> f64 {
        let energy = |(t, curvature): (usize, DVec3)| {
            let triangle = &self.triangles[t];
            let change = curvature - rate.start[t];
            0.5 * triangle.area * triangle.viscosity * rate.rate * change.dot(triangle.stiffness * change)
        };
        self.curvatures(positions).into_iter().enumerate().map(energy).sum()
    }

    /// Adds the gradient of an energy whose derivative by a triangle's curvature is `moment(triangle, curvature)`, per area.
    pub(crate) fn add_gradient_of(
        &self,
        positions: &[DVec3],
        moment: impl Fn(usize, DVec3) -> DVec3 + Sync,
        scratch: &mut BendingScratch,
        gradient: &mut [DVec3],
    ) {
        self.find_angles(positions, scratch);
        let BendingScratch { angles, facets, moments, torques } = scratch;
        moments.resize(self.triangles.len(), DVec3::ZERO);
        torques.resize(self.hinges.len(), 0.0);
        moments.par_iter_mut().enumerate().with_min_len(CHUNK).for_each(|(t, bent)| {
            *bent = self.triangles[t].area * moment(t, self.curvature(t, angles));
        });
        // ∂E/∂θ = Σ A m·∂κ/∂θ over the triangles that use the hinge, and then ∂E/∂x = Σ ∂E/∂θ ∂θ/∂x.
        torques.par_iter_mut().enumerate().with_min_len(CHUNK).for_each(|(h, torque)| {
            *torque = self.uses.row(h).iter().map(|&(t, share)| share.dot(moments[t as usize])).sum();
        });
        self.facets.add_pushes(positions, torques, facets, gradient);
        for (clamp, &torque) in self.clamps().iter().zip(&torques[self.facets.hinge_count()..]) {
            let (_, changes) = angle_and_gradient(clamp.corners(positions));
            for (v, change) in clamp.moving().zip(changes) {
                gradient[v as usize] += change * torque;
            }
        }
    }

    fn find_angles(&self, positions: &[DVec3], scratch: &mut BendingScratch) {
        let BendingScratch { angles, facets, .. } = scratch;
        angles.resize(self.hinges.len(), 0.0);
        let (between, clamped) = angles.split_at_mut(self.facets.hinge_count());
        self.facets.angles(positions, facets, between);
        for (angle, clamp) in clamped.iter_mut().zip(self.clamps()) {
            *angle = hinge_angle(clamp.corners(positions));
        }
    }

    fn clamps(&self) -> &[Hinge] {
        &self.hinges[self.facets.hinge_count()..]
    }

    #[inline]
    fn curvature(&self, triangle: usize, angles: &[f64]) -> DVec3 {
        // κ = Σ (∂κ/∂θ) θ over the hinges around the triangle.
        self.terms.row(triangle).iter().map(|&(h, share)| share * angles[h as usize]).sum()
    }

    /// Calls `add` with the 3 × 3 blocks `(i, j)` of the second derivative of the energy in Gauss and Newton's form, which
    /// leaves out how the angles' own gradients change: positive semidefinite, and as good in practice. A block may come in
    /// several parts.
    pub fn hessian(&self, positions: &[DVec3], mut add: impl FnMut(u32, u32, DMat3)) {
        let gradients = self.angle_gradients(positions);
        for (triangle, terms) in self.triangles.iter().zip(self.terms.iter()) {
            for &(h, share) in terms {
                let moment = triangle.area * (triangle.stiffness * share);
                for &(g, other) in terms {
                    // A (∂κ/∂θₕ)·B (∂κ/∂θg), the factor of ∇θₕ ∇θgᵀ.
                    let weight = moment.dot(other);
                    for (i, a) in self.hinges[h as usize].moving().zip(gradients[h as usize]) {
                        for (j, b) in self.hinges[g as usize].moving().zip(gradients[g as usize]) {
                            add(i, j, outer(a, b) * weight);
                        }
                    }
                }
            }
        }
    }

    /// How the angles of hinges are coupled: pairs of hinges, the first not above the second, with the second derivative of the energy
    /// with respect to their angles, N·m. Each pair comes once, in order.
    pub(crate) fn hinge_couplings(&self) -> Vec<([u32; 2], f64)> {
        let of_triangle = |(triangle, terms): (&Element, &[(u32, DVec3)])| {
            let part = |&(h, share): &(u32, DVec3), &(g, other): &(u32, DVec3)| {
                ([h, g], triangle.area * share.dot(triangle.stiffness * other))
            };
            let pairs = terms.iter().flat_map(|a| terms.iter().map(move |b| part(a, b)));
            pairs.filter(|([h, g], _)| h <= g).collect::<Vec<_>>()
        };
        let mut couplings: Vec<([u32; 2], f64)> =
            self.triangles.iter().zip(self.terms.iter()).flat_map(of_triangle).collect();
        couplings.sort_by_key(|coupling| coupling.0);
        couplings.dedup_by(|next, first| {
            let same = next.0 == first.0;
            if same {
                first.1 += next.1;
            }
            same
        });
        couplings
    }

    /// The corners of each hinge; one with a fixed point repeats its third.
    pub(crate) fn hinge_vertices(&self) -> Vec<[u32; 4]> {
        self.hinges.iter().map(|hinge| hinge.vertices).collect()
    }

    /// How each hinge's angle changes with its corners; zero for a corner that is a fixed point.
    pub(crate) fn angle_gradients(&self, positions: &[DVec3]) -> Vec<[DVec3; 4]> {
        let of_hinge = |hinge: &Hinge| {
            let (_, mut gradient) = angle_and_gradient(hinge.corners(positions));
            if hinge.beyond.is_some() {
                gradient[3] = DVec3::ZERO;
            }
            gradient
        };
        self.hinges.par_iter().map(of_hinge).collect()
    }

    /// The second derivative of the energy at the flat shape, hinge by hinge, as entries `(row, column, value)` of a matrix of
    /// scalars that acts alike on all three coordinates. Each hinge has a stiffness in N·m.
    ///
    /// A flat sheet resists bending along its normal only; acting alike on all directions makes the matrix independent of
    /// where the normal points, so that it never changes. What it adds to the resistance in the plane is far less than
    /// what the membrane has there.
    pub(crate) fn flat_hessian(&self, stiffnesses: Vec<f64>) -> impl Iterator<Item = (u32, u32, f64)> {
        self.hinges.iter().zip(stiffnesses).flat_map(|(hinge, stiffness)| {
            let corners: Vec<(u32, f64)> = hinge.moving().zip(hinge.flat_gradient).collect();
            let pairs = corners
                .clone()
                .into_iter()
                .flat_map(move |a| corners.clone().into_iter().map(move |b| (a, b)));
            pairs.map(move |(a, b)| (a.0, b.0, stiffness * a.1 * b.1))
        })
    }

    /// The stiffness of each hinge by itself, N·m: the diagonal of what couples the angles. A sum of hinges with these
    /// is a cheap approximation of [`Bending::hessian`] with four vertices to a hinge.
    pub fn hinge_stiffnesses(&self) -> Vec<f64> {
        let part = |&(t, share): &(u32, DVec3)| {
            let triangle = &self.triangles[t as usize];
            triangle.area * share.dot(triangle.stiffness * share)
        };
        self.uses.iter().map(|uses| uses.iter().map(part).sum()).collect()
    }

    /// The curvature `[xx, yy, 2 xy]` of each triangle at rest, in 1/m.
    pub fn rest_curvatures(&self) -> Vec<DVec3> {
        self.triangles.iter().map(|triangle| triangle.rest).collect()
    }

    /// The fixed point of each hinge that is a clamp.
    pub(crate) fn hinge_clamps(&self) -> Vec<Option<DVec3>> {
        self.hinges.iter().map(|hinge| hinge.beyond).collect()
    }
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

impl Hinge {
    fn corners(&self, positions: &[DVec3]) -> [DVec3; 4] {
        let mut corners = self.vertices.map(|v| positions[v as usize]);
        if let Some(beyond) = self.beyond {
            corners[3] = beyond;
        }
        corners
    }

    /// The corners that are vertices.
    fn moving(&self) -> impl Iterator<Item = u32> {
        self.vertices.into_iter().take(if self.beyond.is_some() { 3 } else { 4 })
    }
}

/// The stiffness of a triangle whose edges with these normals are free: they carry no moment, so the curvature across them
/// adjusts itself.
pub(super) fn without_moment_across(stiffness: DMat3, normals: &[DVec2]) -> DMat3 {
    stiffness * free_curvature(stiffness, normals)
}

/// The curvature that a triangle with such edges takes on, from its curvature without that across them.
fn free_curvature(stiffness: DMat3, normals: &[DVec2]) -> DMat3 {
    let mut taken = DMat3::IDENTITY;
    // One after the other is the same as all at once, since each step leaves no moment along its own.
    for &normal in normals {
        let across = dyad(normal);
        let moment = stiffness * taken * across;
        let resistance = across.dot(moment);
        if resistance > 1e-12 * stiffness.determinant().abs().cbrt() {
            let adjusted = outer(across, moment);
            taken *= DMat3::IDENTITY - adjusted * (1.0 / resistance);
        }
    }
    taken
}

/// Bending with a [`BendingHistory`].
impl Bending {
    /// The curvature of each triangle beyond that at rest, 1/m: what a [`BendingHistory`] takes.
    pub fn bent(&self, positions: &[DVec3]) -> Vec<DVec3> {
        let rest = self.triangles.iter().map(|triangle| triangle.rest);
        self.curvatures(positions).into_iter().zip(rest).map(|(curvature, rest)| curvature - rest).collect()
    }

    /// The energy in joules, with creases and friction: see [`BendingHistory::energy`].
    pub fn energy_with(&self, positions: &[DVec3], history: &BendingHistory) -> f64 {
        let energy = |(t, (triangle, bent)): (usize, (&Element, DVec3))| {
            triangle.area * (0.5 * bent.dot(triangle.stiffness * bent) + history.energy(t, bent))
        };
        let energies: Vec<f64> =
            self.triangles.par_iter().zip(self.bent(positions)).enumerate().map(energy).collect();
        // Summed in order, so that the result does not depend on the number of threads.
        energies.iter().sum()
    }

    /// Adds the gradient of [`energy_with`](Self::energy_with).
    pub fn add_gradient_with(
        &self,
        positions: &[DVec3],
        history: &BendingHistory,
        scratch: &mut BendingScratch,
        gradient: &mut [DVec3],
    ) {
        let moment = |t: usize, curvature: DVec3| {
            let triangle = &self.triangles[t];
            let bent = curvature - triangle.rest;
            triangle.stiffness * bent + history.law(t, bent).0
        };
        self.add_gradient_of(positions, moment, scratch, gradient);
    }

    /// The stiffness of each hinge by itself, N·m, as [`hinge_stiffnesses`](Self::hinge_stiffnesses), with that of the friction of
    /// cloth that was never bent: the most there can be.
    pub fn hinge_stiffnesses_with(&self, fresh: &BendingHistory) -> Vec<f64> {
        let stiffness = |(t, triangle): (usize, &Element)| {
            (triangle.stiffness + fresh.law(t, DVec3::ZERO).1) * triangle.area
        };
        let stiffnesses: Vec<DMat3> = self.triangles.par_iter().enumerate().map(stiffness).collect();
        let part = |&(t, share): &(u32, DVec3)| share.dot(stiffnesses[t as usize] * share);
        self.uses.iter().map(|uses| uses.iter().map(part).sum()).collect()
    }
}
