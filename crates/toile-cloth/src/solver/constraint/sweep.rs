//! Going through constraints colour by colour.

use crate::colouring::Colouring;
use glam::DVec3;
use rayon::prelude::*;

/// Fewer constraints than this are not worth another thread: waking it takes as long as some hundreds of them.
const SMALLEST_SHARE: usize = 2048;

/// Something that wants `N` vertices elsewhere.
pub(super) trait Constraint<const N: usize>: Copy + Send + Sync {
    /// What it remembers from one sweep to the next: the force it has exerted so far, times the square of the substep.
    type Memory: Copy + Default + Send + Sync;

    /// Its vertices.
    fn vertices(&self) -> [u32; N];

    /// How to move its vertices from where they are, given one over their masses; and what to remember.
    fn correction(
        &self,
        places: [DVec3; N],
        inverse_masses: [f64; N],
        memory: Self::Memory,
    ) -> ([DVec3; N], Self::Memory);
}

/// Constraints of one kind, sorted by colour.
#[derive(Debug)]
pub(super) struct Sweep<C: Constraint<N>, const N: usize> {
    /// What the colouring was made for.
    stencils: Vec<[u32; N]>,
    colouring: Colouring,
    constraints: Vec<C>,
    memory: Vec<C::Memory>,
    corrections: Vec<([DVec3; N], C::Memory)>,
}

impl<C: Constraint<N>, const N: usize> Default for Sweep<C, N> {
    fn default() -> Self {
        Self {
            stencils: Vec::new(),
            colouring: Colouring::default(),
            constraints: Vec::new(),
            memory: Vec::new(),
            corrections: Vec::new(),
        }
    }
}

impl<C: Constraint<N>, const N: usize> Sweep<C, N> {
    /// Takes over constraints; they are coloured anew only if they join other vertices than those before.
    pub(super) fn set(&mut self, vertex_count: usize, constraints: &[C]) {
        let stencils: Vec<[u32; N]> = constraints.iter().map(C::vertices).collect();
        if stencils != self.stencils {
            self.colouring = Colouring::new(vertex_count, &stencils);
            self.stencils = stencils;
        }
        self.constraints = self.colouring.order().iter().map(|&i| constraints[i as usize]).collect();
        self.forget();
    }

    /// Forgets the forces exerted so far.
    pub(super) fn forget(&mut self) {
        self.memory.clear();
        self.memory.resize(self.constraints.len(), C::Memory::default());
    }

    /// Meets each constraint once, one colour after the other.
    pub(super) fn run(&mut self, positions: &mut [DVec3], inverse_masses: &[f64]) {
        for colour in self.colouring.colours() {
            let constraints = &self.constraints[colour.clone()];
            let memory = &mut self.memory[colour.clone()];
            let places = &*positions;
            let correct = |(constraint, memory): (&C, &C::Memory)| {
                let vertices = constraint.vertices();
                let at = |v: u32| places[v as usize];
                constraint.correction(vertices.map(at), vertices.map(|v| inverse_masses[v as usize]), *memory)
            };
            let pairs = constraints.par_iter().zip(&*memory).with_min_len(SMALLEST_SHARE);
            pairs.map(correct).collect_into_vec(&mut self.corrections);
            for ((constraint, memory), (moves, new)) in constraints.iter().zip(memory).zip(&self.corrections)
            {
                for (v, by) in constraint.vertices().into_iter().zip(moves) {
                    positions[v as usize] += *by;
                }
                *memory = *new;
            }
        }
    }
}
