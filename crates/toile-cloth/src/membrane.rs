//! Stretch and shear: an orthotropic membrane on constant-strain triangles.
//!
//! Warp and weft are followed as they stretch and turn: with `f₁`, `f₂` where unit vectors along them go, the strain of a triangle is
//! `E = (|f₁| − 1, |f₂| − 1, f₁·f₂)`: what a laboratory reads off a stretched strip and a sheared frame. The energy is
//! `½ A Eᵀ D E` with the measured stiffness `D`. It does not depend on rotations; for small strains it is that of any other
//! orthotropic sheet. (Baraff and Witkin 1998 take the same three quantities. Against the strain of Green and Lagrange, force
//! stays proportional to stretch, and Newton's method needs fewer steps: docs/decisions/006.)
//!
//! Fabric also resists the *rate* of strain. A step from strain `E₀` costs `½ A (η/Δt) (E − E₀)ᵀ D (E − E₀)` more: the
//! viscous stress is `η D Ė`, and, as it depends on strains alone, turning cloth is not slowed down.

use crate::linear::{
    Block, Lanes, Real, Triple, multiple_of_identity, round_vector, transposed, widen, zero_block,
};
use crate::membrane_curve::StretchLaw;
use crate::rest::RestShape;
use glam::{DMat3, DVec2, DVec3};
use rayon::prelude::*;
use toile_geom::TriMesh;
use toile_geom::topology::Rows;

/// Triangles one task works on; sums are taken chunk by chunk, so that they do not depend on the number of threads.
const CHUNK: usize = 1024;

/// The membrane of a cloth.
#[derive(Clone, Debug)]
pub struct Membrane {
    elements: Vec<Element>,
    /// The different stiffnesses that elements have.
    laws: Vec<Law>,
    /// For each vertex its elements, and which corner it is there.
    corners: Rows<(u32, u8)>,
}

/// What a kind of cloth resists stretch and shear with.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// Stress from small strain `[xx, yy, 2 xy]`, N/m, with `x` along the warp.
    pub stiffness: DMat3,
    /// What it does beyond small strain and under compression; without, stress goes on in proportion.
    pub measured: Option<StretchLaw>,
    /// The angle of the warp from the rest shape's `x`, in radians, counter-clockwise.
    pub grain: f64,
    /// Viscous stress over the rate of the elastic one, s.
    pub viscosity: f64,
}

impl Law {
    /// Stress in proportion to strain, warp along the rest shape's `x`, no viscosity.
    pub fn linear(stiffness: DMat3) -> Self {
        Self { stiffness, measured: None, grain: 0.0, viscosity: 0.0 }
    }

    /// The stress, and how it grows with strain.
    fn response(&self, t: usize, corners: DVec3, terms: StrainTerms<'_>) -> (DVec3, DMat3) {
        let strain = terms.whole(t, corners);
        let (elastic, tangent) = match &self.measured {
            Some(measured) => {
                let found = measured.evaluate(strain);
                (found.stress, found.tangent)
            }
            None => (self.stiffness * strain, self.stiffness),
        };
        let viscosity = terms.rate.map_or(0.0, |rate| self.viscosity * rate.rate);
        (elastic + self.viscous_stress(t, corners, terms.rate), tangent + self.stiffness * viscosity)
    }

    #[inline]
    fn viscous_stress(&self, t: usize, strain: DVec3, rate: Option<StrainRate<'_>>) -> DVec3 {
        let Some(rate) = rate else { return DVec3::ZERO };
        self.stiffness * ((strain - rate.start[t]) * (self.viscosity * rate.rate))
    }
}

/// One triangle.
#[derive(Clone, Debug)]
struct Element {
    vertices: [u32; 3],
    law: u32,
    area: f64,
    /// How warp and weft depend on the corners: `f = Σ xᵢ slopesᵢ`.
    slopes: [DVec2; 3],
}

/// The strains at the beginning of a step, and one over its length: what the viscous stress is measured against.
#[derive(Clone, Copy, Debug)]
pub struct StrainRate<'a> {
    /// The strain of each triangle at the beginning.
    pub start: &'a [DVec3],
    /// One over the time since then, 1/s.
    pub rate: f64,
}

/// What the stress of triangles depends on, beside their corners.
#[derive(Clone, Copy, Debug, Default)]
pub struct StrainTerms<'a> {
    /// What the viscous stress is measured against, if there is any.
    pub rate: Option<StrainRate<'a>>,
    /// For each triangle the strain that its corners do not show: see [`arcs`](crate::arcs).
    pub arcs: Option<&'a [DVec3]>,
}

impl StrainTerms<'_> {
    /// The strain of a triangle, from that of its corners.
    #[inline]
    fn whole(&self, t: usize, corners: DVec3) -> DVec3 {
        self.arcs.map_or(corners, |arcs| corners + arcs[t])
    }
}

/// The blocks of the second derivative of an element's energy from each corner to the next; the others follow from them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Couplings<T: Real>([Block<T>; 3]);

/// What the second derivative of an element's energy is made of, at some positions.
struct Tangent<T: Real> {
    /// The directions of warp and weft.
    columns: [Triple<T>; 2],
    /// How long a unit of warp and of weft has become.
    stretch: [T; 2],
    /// The slopes of the corners, times the root of the area.
    slopes: [[T; 2]; 3],
    /// The stress over the stretch, compression filtered out: `[xx, yy, xy]`.
    tension: [T; 3],
    /// Stress from strain: `[xx·xx, xx·yy, xx·xy, yy·yy, yy·xy, xy·xy]`.
    stiffness: [T; 6],
}

/// The forces on the corners of each triangle, kept from one evaluation to the next.
#[derive(Clone, Debug, Default)]
pub struct MembraneScratch {
    forces: Vec<[DVec3; 3]>,
}

impl Membrane {
    /// The membrane of a cloth with a stiffness (strain `[xx, yy, 2 xy]` to stress, N/m) for each triangle.
    pub fn new(mesh: &TriMesh, rest: &RestShape, stiffness: impl Fn(usize) -> DMat3) -> Self {
        let mut laws: Vec<Law> = Vec::new();
        let mut which = Vec::with_capacity(mesh.triangles.len());
        for t in 0..mesh.triangles.len() {
            let law = Law::linear(stiffness(t));
            // Neighbours are mostly of one kind; looking back a little finds it.
            let known = laws.iter().rev().take(64).position(|other| *other == law);
            if known.is_none() {
                laws.push(law);
            }
            which.push((laws.len() - 1 - known.unwrap_or(0)) as u32);
        }
        Self::with_laws(mesh, rest, laws, |t| which[t])
    }

    /// The membrane of a cloth of several kinds; `which` says of which each triangle is.
    ///
    /// # Panics
    /// If `which` names a law that is not there.
    pub fn with_laws(mesh: &TriMesh, rest: &RestShape, laws: Vec<Law>, which: impl Fn(usize) -> u32) -> Self {
        let element = |(t, &vertices): (usize, &[u32; 3])| Element {
            vertices,
            law: which(t),
            area: 0.0,
            slopes: [DVec2::ZERO; 3],
        };
        let elements = mesh.triangles.iter().enumerate().map(element).collect();
        let sides =
            mesh.triangles.iter().enumerate().flat_map(|(t, triangle)| {
                (0..3).map(move |corner| (triangle[corner], (t as u32, corner as u8)))
            });
        let mut membrane = Self { corners: Rows::gather(mesh.positions.len(), sides), elements, laws };
        membrane.set_rest(rest);
        membrane
    }

    /// Takes over another rest shape.
    pub fn set_rest(&mut self, rest: &RestShape) {
        let laws = &self.laws;
        self.elements.par_iter_mut().enumerate().with_min_len(CHUNK).for_each(|(t, element)| {
            let inverse = rest.edges(t).inverse();
            let [b, c] = [inverse.row(0), inverse.row(1)];
            let to_grain = DVec2::from_angle(-laws[element.law as usize].grain);
            element.slopes = [-b - c, b, c].map(|slope| to_grain.rotate(slope));
            element.area = rest.area(t);
        });
    }

    /// Lets the kinds of cloth resist as these laws say, one for each kind; further ones are left as they are.
    pub(crate) fn set_laws(&mut self, laws: impl IntoIterator<Item = Law>) {
        for (law, next) in self.laws.iter_mut().zip(laws) {
            *law = next;
        }
    }

    /// The strain `[xx, yy, 2 xy]` of each triangle, `x` along its warp.
    pub fn strains(&self, positions: &[DVec3]) -> Vec<DVec3> {
        self.elements.par_iter().map(|element| Yarns::new(element.gradient(positions)).strain()).collect()
    }

    /// Whether any part of the cloth resists the rate of strain.
    pub fn is_viscous(&self) -> bool {
        self.laws.iter().any(|law| law.viscosity > 0.0)
    }

    /// The energy in joules.
    pub fn energy(&self, positions: &[DVec3]) -> f64 {
        self.step_energy(positions, StrainTerms::default())
    }

    /// The energy in joules, with the strain of arcs and what the viscous stress of a step takes.
    pub fn step_energy(&self, positions: &[DVec3], terms: StrainTerms<'_>) -> f64 {
        let energy = |(t, element): (usize, &Element)| {
            let corners = Yarns::new(element.gradient(positions)).strain();
            let strain = terms.whole(t, corners);
            let law = &self.laws[element.law as usize];
            // A (½ ε·C ε + ½ η r Δε·C Δε), with the viscosity η in s and the rate r of the step in 1/s.
            let mut density = match &law.measured {
                Some(measured) => measured.evaluate(strain).energy,
                None => 0.5 * strain.dot(law.stiffness * strain),
            };
            if let Some(rate) = terms.rate {
                let change = corners - rate.start[t];
                density += 0.5 * law.viscosity * rate.rate * change.dot(law.stiffness * change);
            }
            element.area * density
        };
        let chunk = |(chunk, elements): (usize, &[Element])| -> f64 {
            (chunk * CHUNK..).zip(elements).map(energy).sum()
        };
        let parts: Vec<f64> = self.elements.par_chunks(CHUNK).enumerate().map(chunk).collect();
        parts.iter().sum()
    }

    /// Adds the gradient of the energy: minus the force on each vertex, in newtons.
    pub fn add_gradient(&self, positions: &[DVec3], gradient: &mut [DVec3]) {
        self.add_step_gradient(positions, StrainTerms::default(), &mut MembraneScratch::default(), gradient);
    }

    /// Adds the gradient of [`step_energy`](Self::step_energy).
    pub fn add_step_gradient(
        &self,
        positions: &[DVec3],
        terms: StrainTerms<'_>,
        scratch: &mut MembraneScratch,
        gradient: &mut [DVec3],
    ) {
        scratch.forces.resize(self.elements.len(), [DVec3::ZERO; 3]);
        let on_corners = |(t, (forces, element)): (usize, (&mut [DVec3; 3], &Element))| {
            let yarns = Yarns::new(element.gradient(positions));
            *forces = element.forces(&yarns, self.stress(t, element, yarns.strain(), terms));
        };
        let pairs = scratch.forces.par_iter_mut().zip(self.elements.par_iter());
        pairs.enumerate().with_min_len(CHUNK).for_each(on_corners);
        self.gather(scratch, gradient);
    }

    /// Adds what pulls at the corners of the triangles.
    fn gather(&self, scratch: &MembraneScratch, gradient: &mut [DVec3]) {
        let forces = &scratch.forces;
        gradient.par_iter_mut().enumerate().with_min_len(CHUNK).for_each(|(v, sum)| {
            for &(element, corner) in self.corners.row(v) {
                *sum += forces[element as usize][corner as usize];
            }
        });
    }

    /// The stress `[xx, yy, xy]` of each triangle in N/m, with the strain of arcs.
    pub(crate) fn stresses(&self, positions: &[DVec3], arcs: &[DVec3]) -> Vec<DVec3> {
        let terms = StrainTerms { rate: None, arcs: Some(arcs) };
        let stress = |(t, element): (usize, &Element)| {
            self.stress(t, element, Yarns::new(element.gradient(positions)).strain(), terms)
        };
        self.elements.par_iter().enumerate().map(stress).collect()
    }

    /// The stress `[xx, yy, xy]` in N/m.
    #[inline]
    fn stress(&self, t: usize, element: &Element, corners: DVec3, terms: StrainTerms<'_>) -> DVec3 {
        let law = &self.laws[element.law as usize];
        let strain = terms.whole(t, corners);
        let elastic = match &law.measured {
            Some(measured) => measured.evaluate(strain).stress,
            None => law.stiffness * strain,
        };
        elastic + law.viscous_stress(t, corners, terms.rate)
    }

    /// The stress, and how it grows with strain.
    #[inline]
    fn response(
        &self,
        t: usize,
        element: &Element,
        corners: DVec3,
        terms: StrainTerms<'_>,
    ) -> (DVec3, DMat3) {
        let law = &self.laws[element.law as usize];
        if law.measured.is_none() && terms.rate.is_none() {
            return (law.stiffness * terms.whole(t, corners), law.stiffness);
        }
        law.response(t, corners, terms)
    }

    /// Calls `add` with each 3 × 3 block `(i, j)` of the second derivative of the energy, made positive semidefinite by
    /// leaving out the compressive part of the stress: cloth under compression buckles, it does not push its neighbours
    /// aside.
    pub fn hessian(&self, positions: &[DVec3], add: impl FnMut(u32, u32, DMat3)) {
        self.step_hessian(positions, StrainTerms::default(), add);
    }

    /// As [`hessian`](Self::hessian), of [`step_energy`](Self::step_energy) by the corners of the triangles.
    pub(crate) fn step_hessian(
        &self,
        positions: &[DVec3],
        terms: StrainTerms<'_>,
        mut add: impl FnMut(u32, u32, DMat3),
    ) {
        let mut couplings: Vec<Couplings<f64>> = Vec::new();
        let mut forces = vec![DVec3::ZERO; positions.len()];
        self.linearise(positions, terms, 0.0, &mut couplings, &mut MembraneScratch::default(), &mut forces);
        for (element, couplings) in self.elements.iter().zip(couplings) {
            for i in 0..3 {
                for (j, block) in couplings.row(i).into_iter().enumerate() {
                    add(element.vertices[i], element.vertices[j], widen::<f64>(&block));
                }
            }
        }
    }

    /// Adds the gradient of [`step_energy`](Self::step_energy) and finds its second derivative, in one go. Compression pushes
    /// cloth out of its plane, which would make the latter indefinite; this share of it is counted as tension instead.
    pub(crate) fn linearise<T: Real>(
        &self,
        positions: &[DVec3],
        terms: StrainTerms<'_>,
        compression: f64,
        couplings: &mut Vec<Couplings<T>>,
        scratch: &mut MembraneScratch,
        gradient: &mut [DVec3],
    ) {
        couplings.resize(self.elements.len(), Couplings::default());
        scratch.forces.resize(self.elements.len(), [DVec3::ZERO; 3]);
        let results = couplings.par_iter_mut().zip(scratch.forces.par_iter_mut());
        results.zip(self.elements.par_iter()).enumerate().with_min_len(CHUNK).for_each(
            |(t, ((couplings, forces), element))| {
                let yarns = Yarns::new(element.gradient(positions));
                let (stress, stiffness) = self.response(t, element, yarns.strain(), terms);
                *forces = element.forces(&yarns, stress);
                *couplings = self.tangent::<T>(element, &yarns, stress, stiffness, compression).couplings();
            },
        );
        self.gather(scratch, gradient);
    }

    /// What the second derivative of an element's energy is made of.
    #[inline]
    fn tangent<T: Real>(
        &self,
        element: &Element,
        yarns: &Yarns,
        stress: DVec3,
        mut stiffness: DMat3,
        compression: f64,
    ) -> Tangent<T> {
        let whole = &self.laws[element.law as usize].stiffness;
        if compression > 0.0 && stiffness.x_axis.x + stiffness.y_axis.y < whole.x_axis.x + whole.y_axis.y {
            // Softened by compression: a step that ends in tension would go too far.
            stiffness = *whole;
        }
        let [x, y, z] = [stiffness.x_axis, stiffness.y_axis, stiffness.z_axis];
        let [tx, ty] = yarns.turning(stress, stiffness);
        let [txx, tyy, txy] =
            filtered(stress.x / yarns.lengths[0], stress.y / yarns.lengths[1], stress.z, compression);
        let root = element.area.sqrt();
        let scaled = |slope: DVec2| [T::of(slope.x * root), T::of(slope.y * root)];
        Tangent {
            columns: [round_vector::<T>(yarns.directions[0]), round_vector::<T>(yarns.directions[1])],
            stretch: [T::of(yarns.lengths[0]), T::of(yarns.lengths[1])],
            slopes: [scaled(element.slopes[0]), scaled(element.slopes[1]), scaled(element.slopes[2])],
            tension: [T::of(txx), T::of(tyy), T::of(txy)],
            stiffness: [T::of(x.x - tx), T::of(x.y), T::of(x.z), T::of(y.y - ty), T::of(y.z), T::of(z.z)],
        }
    }

    /// How the strain of a triangle with that of its arc changes with each of its corners (the derivatives of its components as columns), and
    /// the stress and how it grows with strain.
    pub(crate) fn linearised(&self, t: usize, positions: &[DVec3], arc: DVec3) -> ([DMat3; 3], DVec3, DMat3) {
        let element = &self.elements[t];
        let (corners, rates) = strain_and_rates(element.gradient(positions), element.slopes);
        let (stress, tangent) =
            self.laws[element.law as usize].response(t, corners + arc, StrainTerms::default());
        (rates, stress, tangent)
    }

    /// The largest resistance to stretch along warp or weft of any part, N/m.
    pub(crate) fn largest_stiffness(&self) -> f64 {
        let of_law = |law: &Law| law.stiffness.x_axis.x.max(law.stiffness.y_axis.y);
        self.laws.iter().map(of_law).fold(0.0, f64::max)
    }

    /// What a triangle resists with.
    pub fn law(&self, triangle: usize) -> &Law {
        &self.laws[self.elements[triangle].law as usize]
    }

    /// How warp and weft of a triangle depend on its corners: `f = Σ xᵢ slopesᵢ`.
    pub(crate) fn slopes(&self, triangle: usize) -> [DVec2; 3] {
        self.elements[triangle].slopes
    }
}

impl<T: Real> Tangent<T> {
    /// With `B` from a corner's displacement to strain, `K = A B D Bᵀ + A (sᵢ·T sⱼ) I`; as `B` is made of the two columns of
    /// the deformation gradient, the first part is `Σ mₐᵦ fₐ fᵦᵀ` with four numbers `m`.
    #[inline]
    fn couplings(&self) -> Couplings<T> {
        Couplings([self.coupling(0, 1), self.coupling(1, 2), self.coupling(2, 0)])
    }

    #[inline]
    fn coupling(&self, corner: usize, other: usize) -> Block<T> {
        let [sx, sy] = self.slopes[corner];
        let [d00, d01, d02, d11, d12, d22] = self.stiffness;
        let [lx, ly] = self.stretch;
        let (zx, zy) = (lx * sy, ly * sx);
        let along = [sx * d00 + zx * d02, sx * d01 + zx * d12, sx * d02 + zx * d22];
        let across = [sy * d01 + zy * d02, sy * d11 + zy * d12, sy * d12 + zy * d22];
        let [txx, tyy, txy] = self.tension;
        let [ox, oy] = self.slopes[other];
        let (px, py) = (lx * oy, ly * ox);
        let (xx, xy) = (along[0] * ox + along[2] * px, along[1] * oy + along[2] * py);
        let (yx, yy) = (across[0] * ox + across[2] * px, across[1] * oy + across[2] * py);
        let [x, y] = self.columns;
        let (parts_x, parts_y) = (x.parts(), y.parts());
        // Column c of the block: (xx x + yx y) x_c + (xy x + yy y) y_c.
        let (left, right) = (x * xx + y * yx, x * xy + y * yy);
        let geometric = (txx * sx + txy * sy) * ox + (txy * sx + tyy * sy) * oy;
        let mut block = multiple_of_identity::<T>(geometric);
        for c in 0..3 {
            block[c] += left * parts_x[c] + right * parts_y[c];
        }
        block
    }
}

impl<T: Real> Couplings<T> {
    /// The blocks between one corner and all of them.
    #[inline]
    pub(crate) fn row(&self, corner: usize) -> [Block<T>; 3] {
        let (next, previous) = ((corner + 1) % 3, (corner + 2) % 3);
        let mut blocks = [zero_block::<T>(); 3];
        blocks[next] = self.0[corner];
        blocks[previous] = transposed::<T>(&self.0[previous]);
        // Moving the whole triangle takes no force.
        let (one, two) = (blocks[next], blocks[previous]);
        blocks[corner] = [-(one[0] + two[0]), -(one[1] + two[1]), -(one[2] + two[2])];
        blocks
    }
}

impl Element {
    /// The columns of the deformation gradient: where the unit vectors along warp and weft go.
    #[inline]
    fn gradient(&self, positions: &[DVec3]) -> [DVec3; 2] {
        let [a, b, c] = self.vertices;
        let [a, b, c] = [positions[a as usize], positions[b as usize], positions[c as usize]];
        let (ab, ac) = (b - a, c - a);
        // F = Σ xᵢ ∇Nᵢᵀ; the three slopes ∇Nᵢ sum to zero, so that two edges do.
        [ab * self.slopes[1].x + ac * self.slopes[2].x, ab * self.slopes[1].y + ac * self.slopes[2].y]
    }

    /// The derivative of the energy by each corner, at a stress.
    #[inline]
    fn forces(&self, yarns: &Yarns, stress: DVec3) -> [DVec3; 3] {
        // ∂E/∂xᵢ = A (∂ε/∂F)ᵀσ ∇Nᵢ
        let (along, across) = yarns.pulls(self.area * stress);
        let [a, b, c] = self.slopes;
        [along * a.x + across * a.y, along * b.x + across * b.y, along * c.x + across * c.y]
    }
}

/// Warp and weft of a triangle, as they are now.
struct Yarns {
    directions: [DVec3; 2],
    /// How long a unit of each has become.
    lengths: [f64; 2],
}

impl Yarns {
    #[inline]
    fn new(gradient: [DVec3; 2]) -> Self {
        let [x, y] = gradient;
        let lengths = [x.length().max(MIN_YARN_RATIO), y.length().max(MIN_YARN_RATIO)];
        Self { directions: [x * lengths[0].recip(), y * lengths[1].recip()], lengths }
    }

    /// `[xx, yy, 2 xy]`: `|F₁| - 1`, `|F₂| - 1` and `F₁ · F₂`, for the columns of the deformation gradient.
    #[inline]
    fn strain(&self) -> DVec3 {
        let [x, y] = self.lengths;
        DVec3::new(x - 1.0, y - 1.0, x * y * self.directions[0].dot(self.directions[1]))
    }

    /// What a stress pulls with along the two rows of the slopes.
    #[inline]
    fn pulls(&self, stress: DVec3) -> (DVec3, DVec3) {
        let [x, y] = self.directions;
        let shear = stress.z;
        // F₁/|F₁| σxx + F₂ σxy, and the same with warp and weft exchanged.
        (x * stress.x + y * (self.lengths[1] * shear), y * stress.y + x * (self.lengths[0] * shear))
    }

    /// The part of the resistance against turning that a yarn does not have along itself.
    #[inline]
    fn turning(&self, stress: DVec3, stiffness: DMat3) -> [f64; 2] {
        [
            (stress.x / self.lengths[0]).clamp(0.0, 0.5 * stiffness.x_axis.x),
            (stress.y / self.lengths[1]).clamp(0.0, 0.5 * stiffness.y_axis.y),
        ]
    }
}

/// The strain `[xx, yy, 2 xy]` of a triangle whose warp and weft have become `columns`, and how it changes with each corner: the
/// derivatives of its components as columns.
pub(crate) fn strain_and_rates(columns: [DVec3; 2], slopes: [DVec2; 3]) -> (DVec3, [DMat3; 3]) {
    let yarns = Yarns::new(columns);
    let [x, y] = yarns.directions;
    let shear = [x * yarns.lengths[0], y * yarns.lengths[1]];
    let rate =
        |slope: DVec2| DMat3::from_cols(x * slope.x, y * slope.y, shear[0] * slope.y + shear[1] * slope.x);
    (yarns.strain(), slopes.map(rate))
}

/// A yarn that has shrunk to less than this part of its length has no direction any more.
const MIN_YARN_RATIO: f64 = 1e-6;

/// A stress `[xx, yy, xy]` whose negative principal parts are replaced by `share` of their amount.
#[inline]
fn filtered(x: f64, y: f64, shear: f64, share: f64) -> [f64; 3] {
    // Principal stresses: (σxx + σyy)/2 ± √((σxx - σyy)²/4 + σxy²).
    let (mean, half_difference) = (0.5 * (x + y), 0.5 * (x - y));
    let radius = (half_difference * half_difference + shear * shear).sqrt();
    let (high, low) = (mean + radius, mean - radius);
    if low >= 0.0 {
        return [x, y, shear];
    }
    let filter = |value: f64| if value < 0.0 { -share * value } else { value };
    // Nearly the same in all directions: their difference may be lost in rounding.
    if radius <= 1e-9 * mean.abs() {
        return [filter(x), filter(y), 0.0];
    }
    // The same principal directions: a combination of the identity and the stress itself.
    let slope = (filter(high) - filter(low)) / (high - low);
    let constant = filter(high) - slope * high;
    [constant + slope * x, constant + slope * y, slope * shear]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Differences of principal stresses that rounding swallows made the matrix of unstressed cloth undefined.
    #[test]
    fn a_filtered_stress_is_finite_and_not_negative() {
        let values = [0.0, 1e-140, -1e-140, 1e-30, -1e-30, -1e-13, 2e-13, -1.0, 1.0, -1.0 - 1e-15, -3e5];
        for x in values {
            for y in values {
                for shear in values {
                    for share in [0.0, 0.5, 1.0] {
                        let [a, b, c] = filtered(x, y, shear, share);
                        assert!(a.is_finite() && b.is_finite() && c.is_finite(), "{x} {y} {shear}");
                        let size = x.abs() + y.abs() + shear.abs();
                        assert!(a >= -1e-9 * size && b >= -1e-9 * size, "{x} {y} {shear}: {a} {b}");
                        assert!(a * b - c * c >= -1e-8 * size * size, "{x} {y} {shear}: {a} {b} {c}");
                    }
                }
            }
        }
    }
}
