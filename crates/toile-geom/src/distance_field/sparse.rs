//! The sparse integer distance grid: blocks of samples near the surface, in whole numbers (Fuhrmann 2006, §4.2).

use super::{DenseGrid, FieldSample, Lattice, trilinear};
use glam::{DVec3, UVec3, Vec3};
use std::fmt::Debug;

/// Samples along the edge of a block. Three needs least memory for bodies; the thesis found the same.
const EDGE: u32 = 3;
/// Samples in a block.
const BLOCK: usize = 27;
/// The block that is far outside everywhere.
pub(super) const OUTSIDE: u32 = 0;
/// The block that is far inside everywhere.
pub(super) const INSIDE: u32 = 1;

/// A whole number that stands for a distance.
pub trait Code: Copy + Debug + Default + PartialEq + Send + Sync {
    /// The largest number.
    const LARGEST: u32;
    /// Bytes in a file.
    const BYTES: u8;
    /// From a number that fits.
    fn from_number(number: u32) -> Self;
    /// To a number.
    fn number(self) -> usize;
}

impl Code for u8 {
    const LARGEST: u32 = 255;
    const BYTES: u8 = 1;
    fn from_number(number: u32) -> Self {
        number as Self
    }
    #[inline]
    fn number(self) -> usize {
        self.into()
    }
}

impl Code for u16 {
    const LARGEST: u32 = 65535;
    const BYTES: u8 = 2;
    fn from_number(number: u32) -> Self {
        number as Self
    }
    #[inline]
    fn number(self) -> usize {
        self.into()
    }
}

/// A two-level grid: one reference a block, and samples only for blocks that the surface is near to.
#[derive(Clone, Debug, PartialEq)]
pub struct SparseGrid<C: Code = u8> {
    pub(super) lattice: Lattice,
    pub(super) band: f32,
    /// The block at each place, x fastest, then z, then y.
    pub(super) references: Vec<u32>,
    /// The samples of all blocks; the first two blocks are constant.
    pub(super) codes: Vec<C>,
    /// For each coordinate its part of the reference's index and of the place in the block, along x, y and z.
    places: [Vec<(u32, u32)>; 3],
    /// The distance that each code stands for.
    table: Vec<f32>,
}

impl<C: Code> SparseGrid<C> {
    /// Packs a dense field.
    pub fn new(dense: &DenseGrid) -> Self {
        let mut grid = Self::empty(dense.lattice, dense.band);
        let blocks = blocks_of(&dense.lattice);
        for y in 0..blocks.y {
            for z in 0..blocks.z {
                for x in 0..blocks.x {
                    let reference = grid.pack(dense, UVec3::new(x, y, z) * EDGE);
                    grid.references.push(reference);
                }
            }
        }
        grid
    }

    /// A grid without references, with the two constant blocks.
    pub(super) fn empty(lattice: Lattice, band: f32) -> Self {
        let far = |inside: bool| if inside { C::from_number(0) } else { C::from_number(C::LARGEST) };
        let codes = [vec![far(false); BLOCK], vec![far(true); BLOCK]].concat();
        let blocks = blocks_of(&lattice);
        let place = |count: u32, reference: u32, local: u32| {
            (0..count).map(|i| (i / EDGE * reference, i % EDGE * local)).collect()
        };
        let places = [
            place(lattice.size.x, 1, 1),
            place(lattice.size.y, blocks.x * blocks.z, EDGE * EDGE),
            place(lattice.size.z, blocks.x, EDGE),
        ];
        let step = 2.0 * band / C::LARGEST as f32;
        let table = (0..=C::LARGEST).map(|i| i as f32 * step - band).collect();
        Self { lattice, band, references: Vec::new(), codes, places, table }
    }

    /// Stores a block if it is near the surface, and says which block stands there.
    fn pack(&mut self, dense: &DenseGrid, first: UVec3) -> u32 {
        let scale = C::LARGEST as f32 / (2.0 * self.band);
        let mut codes = [C::default(); BLOCK];
        for (i, code) in codes.iter_mut().enumerate() {
            let i = i as u32;
            let at = first + UVec3::new(i % EDGE, i / (EDGE * EDGE), i / EDGE % EDGE);
            // Beyond the lattice, where nobody looks, the last sample is repeated.
            let at = at.min(dense.lattice.size - 1);
            let value = dense.values[dense.lattice.index(at.x, at.y, at.z)];
            *code = C::from_number(((value.clamp(-self.band, self.band) + self.band) * scale).round() as u32);
        }
        let all = |wanted: u32| codes.iter().all(|code| code.number() as u32 == wanted);
        if all(C::LARGEST) {
            return OUTSIDE;
        }
        if all(0) {
            return INSIDE;
        }
        let reference = (self.codes.len() / BLOCK) as u32;
        self.codes.extend(codes);
        reference
    }

    /// Value and gradient at a point; far outside beyond the lattice.
    #[inline]
    pub fn sample(&self, p: DVec3) -> FieldSample {
        let g = ((p - self.lattice.origin) * (1.0 / self.lattice.cell)).as_vec3();
        let inside = g.cmpge(Vec3::ZERO).all() && g.cmplt((self.lattice.size - 1).as_vec3()).all();
        if !inside {
            return FieldSample { distance: self.band, gradient: Vec3::ZERO };
        }
        let cell = g.as_uvec3();
        let [px, py, pz] = [
            [self.places[0][cell.x as usize], self.places[0][cell.x as usize + 1]],
            [self.places[1][cell.y as usize], self.places[1][cell.y as usize + 1]],
            [self.places[2][cell.z as usize], self.places[2][cell.z as usize + 1]],
        ];
        let one_block = px[0].0 == px[1].0 && py[0].0 == py[1].0 && pz[0].0 == pz[1].0;
        let corners = if one_block {
            let block = self.references[(px[0].0 + py[0].0 + pz[0].0) as usize];
            if block <= INSIDE {
                let distance = if block == OUTSIDE { self.band } else { -self.band };
                return FieldSample { distance, gradient: Vec3::ZERO };
            }
            let first = block as usize * BLOCK + (px[0].1 + py[0].1 + pz[0].1) as usize;
            [0, 1, 9, 10, 3, 4, 12, 13].map(|offset| self.table[self.codes[first + offset].number()])
        } else {
            std::array::from_fn(|i| {
                let (x, y, z) = (px[i & 1], py[i >> 1 & 1], pz[i >> 2]);
                let block = self.references[(x.0 + y.0 + z.0) as usize] as usize;
                self.table[self.codes[block * BLOCK + (x.1 + y.1 + z.1) as usize].number()]
            })
        };
        trilinear(corners, g - cell.as_vec3(), (1.0 / self.lattice.cell) as f32)
    }

    /// Where the samples are.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Half the thickness of the layer that has distances.
    pub fn band(&self) -> f32 {
        self.band
    }

    /// How many bytes references and samples take.
    pub fn bytes(&self) -> usize {
        self.references.len() * size_of::<u32>() + self.codes.len() * size_of::<C>()
    }
}

/// How many blocks a lattice has along each axis.
pub(super) fn blocks_of(lattice: &Lattice) -> UVec3 {
    (lattice.size + EDGE - 1) / EDGE
}
