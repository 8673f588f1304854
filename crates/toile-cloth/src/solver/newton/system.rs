//! The linear system of a Newton step.

use super::Caution;
use super::objective::StepObjective;
use crate::cloth::Cloth;
use crate::linear::{
    Block, BlockPattern, COARSEST_VERTICES, Hierarchy, LinearError, OrderedMatrix, PcgReport, PcgSettings,
    Real, ScalarRows, Stencils, add_block, multiple_of_identity, round, zero_block,
};
use crate::membrane::{Couplings, MembraneScratch, StrainTerms};
use crate::threads::Thread;
use glam::{DMat3, DVec3};
use std::fmt::Debug;

/// The linear system, in either precision.
pub(super) trait LinearSystem: Debug + Send {
    /// Whether it was made for this cloth.
    fn fits(&self, cloth: &Cloth) -> bool;
    /// Adds the membrane's gradient at `x`, and keeps its second derivative for [`assemble`](Self::assemble).
    fn linearise_membrane(
        &mut self,
        x: &[DVec3],
        objective: &StepObjective<'_>,
        scratch: &mut MembraneScratch,
        gradient: &mut [DVec3],
    );
    /// Fills the matrix with the second derivatives at the `x` at which the membrane was linearised.
    fn assemble(&mut self, x: &[DVec3], objective: &StepObjective<'_>);
    /// Carries the values to the coarser levels.
    fn refresh(&mut self);
    /// Solves for a change.
    fn solve(&mut self, residual: &[DVec3], change: &mut Vec<DVec3>, settings: &PcgSettings) -> PcgReport;
}

/// Blocks where triangles and threads couple vertices; bending, taken at the flat shape, as scalars.
#[derive(Debug)]
pub(super) struct System<T: Real> {
    hierarchy: Hierarchy<T>,
    /// The triangles, in the order of the matrix.
    triangles: Stencils<3>,
    /// What bending adds to each block: a multiple of the identity.
    bending: Vec<T>,
    /// How much stiffer bending is for its viscosity.
    bending_scale: f64,
    couplings: Vec<Couplings<T>>,
    /// New number of each vertex.
    places: Vec<u32>,
    triangle_count: usize,
    /// Whether the friction of bending is in the matrix.
    remembers: bool,
    /// Which points the threads join.
    links: Vec<Vec<u32>>,
    pinned: Vec<bool>,
    /// Slots of blocks that a pinned vertex takes part in.
    cleared: Vec<u32>,
    /// The rows of pinned vertices.
    held_rows: Vec<u32>,
    diagonal: Vec<DMat3>,
    /// What contacts couple: vertices of one side, which are neighbours, and those of both sides.
    couplings_within: Vec<(u32, u32, Block<T>)>,
    couplings_between: Vec<(u32, u32, Block<T>)>,
    caution: Caution,
}

impl<T: Real> System<T> {
    pub(super) fn new(cloth: &Cloth, caution: Caution) -> Result<Self, LinearError> {
        let count = cloth.vertex_count();
        let links: Vec<Vec<u32>> = cloth.threads.iter().map(vertices_of).collect();
        let stencils =
            cloth.triangles.iter().map(<[u32; 3]>::as_slice).chain(links.iter().map(Vec::as_slice));
        let pattern = BlockPattern::from_stencils(count, stencils)?;
        let (near, far) = ScalarRows::from_entries(count, bending_entries(cloth, caution)).split(&pattern);
        let mut matrix = OrderedMatrix::<T>::with_far(&pattern, &far)?;
        let far = far.permuted(&matrix.ordering);
        let bending = matrix.in_order(&pattern, &near);
        let places = matrix.ordering.places();
        let renumbered: Vec<[u32; 3]> =
            cloth.triangles.iter().map(|triangle| triangle.map(|v| places[v as usize])).collect();
        let triangles = Stencils::new(&matrix.pattern, &renumbered)?;
        let mut couplings = Vec::new();
        let (mut scratch, mut gradient) = (MembraneScratch::default(), vec![DVec3::ZERO; count]);
        let terms = StrainTerms::default();
        cloth.membrane.linearise(&cloth.reference, terms, 0.0, &mut couplings, &mut scratch, &mut gradient);
        fill(&mut matrix, &triangles, &couplings, (&bending, 1.0), |_| zero_block::<T>());
        let hierarchy = Hierarchy::new(matrix, far, &cloth.reference, COARSEST_VERTICES)?;
        let triangle_count = cloth.triangles.len();
        let mut system = Self {
            hierarchy,
            triangles,
            bending,
            bending_scale: 1.0,
            couplings,
            places,
            triangle_count,
            remembers: cloth.state.history.is_some(),
            links,
            pinned: Vec::new(),
            cleared: Vec::new(),
            held_rows: Vec::new(),
            diagonal: vec![DMat3::ZERO; count],
            couplings_within: Vec::new(),
            couplings_between: Vec::new(),
            caution,
        };
        system.hold(&cloth.pinned);
        Ok(system)
    }

    /// Adds what contacts have on the diagonal, and lists what they couple; returns whether there are any.
    fn couple(&mut self, x: &[DVec3], objective: &StepObjective<'_>) -> bool {
        let Self { couplings_within: within, couplings_between: between, diagonal, places, .. } = self;
        within.clear();
        between.clear();
        let cloth = objective.cloth;
        let contacts = &objective.contacts;
        for term in contacts.terms() {
            let hessian = term.hessian(contacts.difference(term, x));
            let middle = term.kind.first_side();
            for (i, (&a, weight)) in term.corners.iter().zip(term.weights).enumerate() {
                if weight == 0.0 || a as usize >= x.len() || cloth.pinned[a as usize] {
                    continue;
                }
                diagonal[a as usize] += hessian * (weight * weight);
                for (j, (&b, other)) in term.corners.iter().zip(term.weights).enumerate() {
                    if i == j || other == 0.0 || b as usize >= x.len() || cloth.pinned[b as usize] {
                        continue;
                    }
                    let list = if (i < middle) == (j < middle) { &mut *within } else { &mut *between };
                    list.push((
                        places[a as usize],
                        places[b as usize],
                        round::<T>(&(hessian * (weight * other))),
                    ));
                }
            }
        }
        self.hierarchy.beside_mut().set(places.len(), between);
        contacts.terms().next().is_some()
    }

    /// Takes over which vertices are pinned.
    fn hold(&mut self, pinned: &[bool]) {
        self.pinned = pinned.to_vec();
        self.hierarchy.set_fixed(pinned, self.bending_scale);
        let matrix = self.hierarchy.finest();
        let is_held = |row: u32| pinned[matrix.ordering.order[row as usize] as usize];
        self.cleared.clear();
        self.held_rows.clear();
        for row in 0..matrix.pattern.row_count() {
            for slot in matrix.pattern.row(row) {
                if is_held(row as u32) || is_held(matrix.pattern.columns()[slot]) {
                    self.cleared.push(slot as u32);
                }
            }
            if is_held(row as u32) {
                self.held_rows.push(row as u32);
            }
        }
    }
}

impl<T: Real + Debug> LinearSystem for System<T> {
    fn fits(&self, cloth: &Cloth) -> bool {
        self.places.len() == cloth.vertex_count()
            && self.triangle_count == cloth.triangles.len()
            && self.remembers == cloth.state.history.is_some()
            && self.links.len() == cloth.threads.len()
            && self.links.iter().zip(&cloth.threads).all(|(link, thread)| *link == vertices_of(thread))
    }

    fn linearise_membrane(
        &mut self,
        x: &[DVec3],
        objective: &StepObjective<'_>,
        scratch: &mut MembraneScratch,
        gradient: &mut [DVec3],
    ) {
        let (membrane, compression) = (&objective.cloth.membrane, self.caution.compression);
        membrane.linearise(x, objective.strain_terms(), compression, &mut self.couplings, scratch, gradient);
    }

    fn assemble(&mut self, x: &[DVec3], objective: &StepObjective<'_>) {
        let cloth = objective.cloth;
        let scale = objective.bending_scale();
        if self.pinned != cloth.pinned || self.bending_scale != scale {
            self.bending_scale = scale;
            self.hold(&cloth.pinned);
        }
        self.diagonal.fill(DMat3::ZERO);
        let mut any = false;
        objective.add_diagonal(|v, block| {
            self.diagonal[v] += block;
            any = true;
        });
        any |= self.couple(x, objective);
        let matrix = self.hierarchy.finest_mut();
        let order = std::mem::take(&mut matrix.ordering.order);
        fill(matrix, &self.triangles, &self.couplings, (&self.bending, scale), |row| {
            let v = order[row] as usize;
            let mut own = multiple_of_identity(T::of(objective.inertia(v)));
            if any {
                add::<T>(&mut own, &self.diagonal[v]);
            }
            own
        });
        matrix.ordering.order = order;
        let places = &self.places;
        for thread in &cloth.threads {
            thread.hessian(x, |i, j, block| {
                if let Some(slot) = matrix.pattern.slot(places[i as usize], places[j as usize]) {
                    add::<T>(&mut matrix.blocks[slot as usize], &block);
                }
            });
        }
        for (row, column, block) in &self.couplings_within {
            if let Some(slot) = matrix.pattern.slot(*row, *column) {
                add_block::<T>(&mut matrix.blocks[slot as usize], block);
            }
        }
        for &v in self.links.iter().flatten() {
            matrix.invert_row(places[v as usize] as usize);
        }
        for &slot in &self.cleared {
            matrix.blocks[slot as usize] = zero_block::<T>();
        }
        for &row in &self.held_rows {
            let slot = matrix.pattern.diagonal()[row as usize] as usize;
            matrix.blocks[slot] = multiple_of_identity(T::of(1.0));
            matrix.invert_row(row as usize);
        }
    }

    fn refresh(&mut self) {
        self.hierarchy.refresh();
    }

    fn solve(&mut self, residual: &[DVec3], change: &mut Vec<DVec3>, settings: &PcgSettings) -> PcgReport {
        change.resize(residual.len(), DVec3::ZERO);
        self.hierarchy.solve(residual, change, settings)
    }
}

/// Adds up the second derivatives of triangles, bending and what each vertex has by itself.
fn fill<T: Real>(
    matrix: &mut OrderedMatrix<T>,
    triangles: &Stencils<3>,
    couplings: &[Couplings<T>],
    (bending, scale): (&[T], f64),
    own: impl Fn(usize) -> Block<T> + Sync,
) {
    let (diagonal, scale) = (matrix.pattern.diagonal().to_vec(), T::of(scale));
    matrix.for_each_row(|row, first, blocks| {
        for (block, &value) in blocks.iter_mut().zip(&bending[first..]) {
            *block = multiple_of_identity(value * scale);
        }
        add_block::<T>(&mut blocks[diagonal[row] as usize - first], &own(row));
        for incidence in triangles.around(row) {
            let values = couplings[incidence.element as usize].row(incidence.local as usize);
            for (&offset, value) in incidence.offsets.iter().zip(&values) {
                add_block::<T>(&mut blocks[offset as usize], value);
            }
        }
    });
}

fn add<T: Real>(block: &mut Block<T>, value: &DMat3) {
    add_block::<T>(block, &round::<T>(value));
}

/// The second derivatives of bending, as entries of a matrix of scalars.
fn bending_entries(cloth: &Cloth, caution: Caution) -> impl Iterator<Item = (u32, u32, f64)> {
    cloth
        .bending
        .flat_hessian(cloth.hinge_stiffnesses())
        .map(move |(row, column, value)| (row, column, caution.bending * value))
}

/// The vertices that a thread joins.
fn vertices_of(thread: &Thread) -> Vec<u32> {
    thread.ends.iter().flat_map(|end| end.parts().map(|(v, _)| v)).collect()
}
