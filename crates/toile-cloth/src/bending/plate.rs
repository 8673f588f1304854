//! The bending energy of a cloth, its gradient and its second derivative.

use super::BendingHistory;
use super::facets::{FacetScratch, Facets, NONE};
use super::hinge::{angle as hinge_angle, angle_and_gradient};
use super::predictor::{RestHinge, predictor, side};
use crate::rest::RestShape;
use crate::voigt::dyad;
use glam::{DMat3, DVec2, DVec3};
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::topology::{Rows, Topology};

/// A border edge that is held at an angle, as in a clamp: the sheet goes on beyond it in the direction of a fixed point.
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
    /// For each triangle with a free edge, how the curvature that it takes on follows from that of its hinges.
    free: Vec<(u32, DMat3)>,
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

#[derive(Clone, Copy, Debug)]
struct Hinge {
    vertices: [u32; 4],
    /// The fourth corner if it is a fixed point.
    beyond: Option<DVec3>,
    /// How the angle of the flat hinge changes when its corners move along the normal.
    flat_gradient: [f64; 4],
}

#[derive(Clone, Copy, Debug)]
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
        let topology = Topology::new(mesh);
        let plan = Plan::new(mesh, rest, &topology, clamps);
        let triangle = |t: usize| Element {
            area: rest.area(t),
            viscosity: 0.0,
            stiffness: without_moment_across(stiffness(t), &plan.free_edges(t, rest)),
            rest: DVec3::ZERO,
        };
        let triangles: Vec<Element> = (0..mesh.triangles.len()).map(triangle).collect();
        let free = |t: usize| {
            let normals = plan.free_edges(t, rest);
            (!normals.is_empty()).then(|| (t as u32, free_curvature(stiffness(t), &normals)))
        };
        let free = (0..mesh.triangles.len()).filter_map(free).collect();
        let shares = plan.shares(rest);
        let facets = plan.facets(mesh);
        let hinges = plan.hinges;
        Self {
            terms: Rows::gather(triangles.len(), shares.iter().map(|&(t, h, share)| (t, (h, share)))),
            uses: Rows::gather(hinges.len(), shares.iter().map(|&(t, h, share)| (h, (t, share)))),
            triangles,
            facets,
            hinges,
            largest_viscosity: 0.0,
            free,
        }
    }

    /// Lets triangles resist the rate of bending: a moment of this time, in seconds, multiplied with the rate of the elastic one.
    #[must_use]
    pub fn with_viscosity(mut self, viscosity: impl Fn(usize) -> f64) -> Self {
        for (t, triangle) in self.triangles.iter_mut().enumerate() {
            triangle.viscosity = viscosity(t);
        }
        self.largest_viscosity = self.triangles.iter().map(|triangle| triangle.viscosity).fold(0.0, f64::max);
        self
    }

    /// The largest viscosity of all triangles, s.
    pub fn largest_viscosity(&self) -> f64 {
        self.largest_viscosity
    }

    /// Takes a shape as the one without bending, so that curved cloth stays curved.
    pub fn rest_at(&mut self, positions: &[DVec3]) {
        let curvatures = self.curvatures(positions);
        for (triangle, curvature) in self.triangles.iter_mut().zip(curvatures) {
            triangle.rest = curvature;
        }
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
        for t in 0..self.triangles.len() {
            self.triangles[t].rest = self.curvature(t, &angles);
        }
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
    pub(crate) fn free_curvatures(&self) -> &[(u32, DMat3)] {
        &self.free
    }

    /// For each angle that makes up the curvature of a triangle: its hinge, and its share.
    pub(crate) fn terms(&self, triangle: usize) -> &[(u32, DVec3)] {
        self.terms.row(triangle)
    }

    /// The energy in joules.
    pub fn energy(&self, positions: &[DVec3]) -> f64 {
        let energy = |(triangle, curvature): (&Element, DVec3)| {
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
        // How much energy each angle costs, times how each corner changes it.
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
                    let weight = moment.dot(other);
                    for (i, a) in self.hinges[h as usize].moving().zip(gradients[h as usize]) {
                        for (j, b) in self.hinges[g as usize].moving().zip(gradients[g as usize]) {
                            add(i, j, DMat3::from_cols(a * b.x, a * b.y, a * b.z) * weight);
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
    fn between(rest: &RestHinge) -> Self {
        Self { vertices: rest.vertices, beyond: None, flat_gradient: rest.flat_gradient() }
    }

    fn clamped(
        mesh: &TriMesh,
        rest: &RestShape,
        topology: &Topology,
        edge: u32,
        triangle: u32,
        beyond: DVec3,
    ) -> Self {
        let triangle = triangle as usize;
        let first = topology.triangle_edges[triangle].iter().position(|&e| e == edge).unwrap_or(0);
        let places = [first, (first + 1) % 3, (first + 2) % 3];
        let [i, j, o] = places.map(|place| mesh.triangles[triangle][place]);
        let [on_start, on_end, on_other] = side(rest.corners[triangle], places).flat_gradient();
        Self {
            vertices: [i, j, o, o],
            beyond: Some(beyond),
            flat_gradient: [on_start, on_end, on_other, 0.0],
        }
    }

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
            let adjusted = DMat3::from_cols(across * moment.x, across * moment.y, across * moment.z);
            taken *= DMat3::IDENTITY - adjusted * (1.0 / resistance);
        }
    }
    taken
}

/// What a triangle has at one of its edges.
#[derive(Clone, Copy)]
enum EdgeKind {
    Hinge(u32),
    Clamp(u32),
    Free,
}

/// Which edges bend, are clamped or are free.
struct Plan {
    hinges: Vec<Hinge>,
    rest_hinges: Vec<RestHinge>,
    kinds: Vec<[EdgeKind; 3]>,
}

impl Plan {
    fn new(mesh: &TriMesh, rest: &RestShape, topology: &Topology, clamps: &[Clamp]) -> Self {
        let mut rest_hinges = Vec::new();
        let mut kinds = vec![[EdgeKind::Free; 3]; mesh.triangles.len()];
        let mut set = |edge: usize, triangle: u32, kind: EdgeKind| {
            for (side, &e) in topology.triangle_edges[triangle as usize].iter().enumerate() {
                if e as usize == edge {
                    kinds[triangle as usize][side] = kind;
                }
            }
        };
        for edge in 0..topology.edges.len() {
            if let Some(hinge) = RestHinge::at(edge, topology, &mesh.triangles, rest) {
                hinge.triangles.iter().for_each(|&t| set(edge, t, EdgeKind::Hinge(rest_hinges.len() as u32)));
                rest_hinges.push(hinge);
            }
        }
        let mut hinges: Vec<Hinge> = rest_hinges.iter().map(Hinge::between).collect();
        for clamp in clamps {
            let [a, b] = clamp.edge;
            let Ok(edge) = topology.edges.binary_search(&[a.min(b), a.max(b)]) else { continue };
            let &[triangle] = topology.edge_triangles.row(edge) else { continue };
            set(edge, triangle, EdgeKind::Clamp(hinges.len() as u32));
            hinges.push(Hinge::clamped(mesh, rest, topology, edge as u32, triangle, clamp.beyond));
        }
        Self { hinges, rest_hinges, kinds }
    }

    fn facets(&self, mesh: &TriMesh) -> Facets {
        let hinge = |kind: EdgeKind| if let EdgeKind::Hinge(h) = kind { h } else { NONE };
        let sides = self.kinds.iter().map(|kinds| kinds.map(hinge)).collect();
        let edge = |hinge: &RestHinge| {
            let ([start, end, ..], [first, second]) = (hinge.vertices, hinge.triangles);
            [start, end, first, second]
        };
        let edges = self.rest_hinges.iter().map(edge).collect();
        Facets::new(mesh.positions.len(), &mesh.triangles, sides, edges)
    }

    /// The normals of a triangle's free edges, in its rest plane.
    fn free_edges(&self, triangle: usize, rest: &RestShape) -> Vec<DVec2> {
        let free = |side: &usize| matches!(self.kinds[triangle][*side], EdgeKind::Free);
        (0..3).filter(free).map(|side| edge_normal(rest.corners[triangle], side)).collect()
    }

    fn hinges_of(&self, triangle: u32) -> [Option<u32>; 3] {
        self.kinds[triangle as usize].map(|kind| if let EdgeKind::Hinge(h) = kind { Some(h) } else { None })
    }

    /// Which hinge has which share in which triangle's curvature: `(triangle, hinge, share)`, each pair once.
    fn shares(&self, rest: &RestShape) -> Vec<(u32, u32, DVec3)> {
        let predictors: Vec<Vec<(u32, f64)>> = (0..self.rest_hinges.len() as u32)
            .into_par_iter()
            .map(|hinge| predictor(hinge, &self.rest_hinges, |t| self.hinges_of(t)))
            .collect();
        let of_triangle = |t: usize| {
            let mut shares: Vec<(u32, DVec3)> = Vec::with_capacity(9);
            let mut add = |hinge: u32, share: DVec3| match shares.iter_mut().find(|(h, _)| *h == hinge) {
                Some((_, sum)) => *sum += share,
                None => shares.push((hinge, share)),
            };
            for (side, kind) in self.kinds[t].iter().enumerate() {
                let corners = rest.corners[t];
                let length = corners[side].distance(corners[(side + 1) % 3]);
                let whole = dyad(edge_normal(corners, side)) * (length / rest.area(t));
                match *kind {
                    EdgeKind::Free => {}
                    EdgeKind::Clamp(h) => add(h, whole),
                    EdgeKind::Hinge(h) => {
                        add(h, whole * 0.5);
                        let sign = if self.rest_hinges[h as usize].place(t as u32) == 0 { 1.0 } else { -1.0 };
                        for &(f, weight) in &predictors[h as usize] {
                            add(f, whole * (sign * weight));
                        }
                    }
                }
            }
            shares.into_iter().map(|(h, share)| (t as u32, h, share)).collect::<Vec<_>>()
        };
        (0..self.kinds.len()).flat_map(of_triangle).collect()
    }
}

/// The unit normal of a triangle's edge in its rest plane, outwards.
pub(super) fn edge_normal(corners: [DVec2; 3], side: usize) -> DVec2 {
    -(corners[(side + 1) % 3] - corners[side]).normalize_or_zero().perp()
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
