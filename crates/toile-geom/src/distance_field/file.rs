//! Sparse fields in files.
//!
//! Little-endian: the letters `TSDF`, a version, bytes a sample, the lattice (origin, cell, size), the band, the number of
//! references and of samples, then both.

use super::sparse::blocks_of;
use super::{Code, FieldError, Lattice, SparseGrid};
use glam::{DVec3, UVec3};
use std::io::{self, Write};

const LETTERS: &[u8; 4] = b"TSDF";
const VERSION: u8 = 1;
const HEADER: usize = 4 + 2 + 4 * 8 + 3 * 4 + 4 + 8;

/// Writes a field.
///
/// # Errors
///
/// If the writer fails.
pub fn write<C: Code>(mut writer: impl Write, grid: &SparseGrid<C>) -> io::Result<()> {
    let lattice = &grid.lattice;
    let mut bytes = Vec::with_capacity(HEADER + grid.bytes());
    bytes.extend_from_slice(LETTERS);
    bytes.extend([VERSION, C::BYTES]);
    for number in [lattice.origin.x, lattice.origin.y, lattice.origin.z, lattice.cell] {
        bytes.extend(number.to_le_bytes());
    }
    lattice.size.to_array().iter().for_each(|n| bytes.extend(n.to_le_bytes()));
    bytes.extend(grid.band.to_le_bytes());
    bytes.extend((grid.codes.len() as u64).to_le_bytes());
    grid.references.iter().for_each(|n| bytes.extend(n.to_le_bytes()));
    for code in &grid.codes {
        bytes.extend_from_slice(&(code.number() as u32).to_le_bytes()[..C::BYTES as usize]);
    }
    writer.write_all(&bytes)
}

/// Reads a field.
///
/// # Errors
///
/// If the bytes are not a field of this kind of samples.
pub fn read<C: Code>(bytes: &[u8]) -> Result<SparseGrid<C>, FieldError> {
    let mut rest = bytes;
    let mut take = |count: usize| {
        let (head, tail) = rest.split_at_checked(count).ok_or(FieldError::BadFile("it ends early"))?;
        rest = tail;
        Ok::<&[u8], FieldError>(head)
    };
    if take(4)? != LETTERS {
        return Err(FieldError::BadFile("it does not start with TSDF"));
    }
    if take(2)? != [VERSION, C::BYTES] {
        return Err(FieldError::BadFile("another version, or another size of samples"));
    }
    let mut doubles = [0.0; 4];
    for number in &mut doubles {
        *number = f64::from_le_bytes(fixed(take(8)?));
    }
    let mut size = [0; 3];
    for number in &mut size {
        *number = u32::from_le_bytes(fixed(take(4)?));
    }
    let band = f32::from_le_bytes(fixed(take(4)?));
    let count = u64::from_le_bytes(fixed(take(8)?));
    let lattice = Lattice {
        origin: DVec3::new(doubles[0], doubles[1], doubles[2]),
        cell: doubles[3],
        size: UVec3::from(size),
    };
    let sane = lattice.origin.is_finite() && lattice.cell > 0.0 && lattice.cell.is_finite() && band > 0.0;
    if !sane || size.iter().any(|n| !(2..=100_000).contains(n)) {
        return Err(FieldError::BadFile("its lattice makes no sense"));
    }
    let blocks = blocks_of(&lattice);
    let references = u64::from(blocks.x) * u64::from(blocks.y) * u64::from(blocks.z);
    let expected =
        references.checked_mul(4).and_then(|n| n.checked_add(count.checked_mul(u64::from(C::BYTES))?));
    if expected != Some(rest.len() as u64) || count % 27 != 0 {
        return Err(FieldError::BadFile("its length does not fit its header"));
    }
    let (first, second) = rest.split_at(references as usize * 4);
    let mut grid = SparseGrid::empty(lattice, band);
    grid.references = first.as_chunks::<4>().0.iter().map(|b| u32::from_le_bytes(*b)).collect();
    grid.codes = second.chunks_exact(C::BYTES as usize).map(number::<C>).collect();
    let stored = (grid.codes.len() / 27) as u32;
    if grid.references.iter().any(|&reference| reference >= stored) {
        return Err(FieldError::BadFile("a reference to a block that is not there"));
    }
    Ok(grid)
}

fn fixed<const N: usize>(bytes: &[u8]) -> [u8; N] {
    std::array::from_fn(|i| bytes.get(i).copied().unwrap_or(0))
}

fn number<C: Code>(bytes: &[u8]) -> C {
    C::from_number(u32::from_le_bytes(fixed(bytes)))
}
