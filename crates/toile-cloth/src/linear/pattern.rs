//! Which pairs of vertices have a block, and where an element's blocks sit among them.

use super::LinearError;

/// Rows one task works on. A constant, so that partial sums are the same on any machine.
pub(crate) const CHUNK: usize = 512;

/// The places of the blocks of a symmetric sparse matrix, row by row, columns sorted, diagonal always present.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BlockPattern {
    row_start: Vec<u32>,
    columns: Vec<u32>,
    diagonal: Vec<u32>,
}

impl BlockPattern {
    /// The pattern in which all vertices of each stencil (edge, triangle, hinge ...) act on each other.
    ///
    /// # Errors
    /// If a stencil names a vertex at or beyond `vertex_count`, or there are more blocks than 32 bits can number.
    pub(crate) fn from_stencils<'a, I>(vertex_count: usize, stencils: I) -> Result<Self, LinearError>
    where
        I: Iterator<Item = &'a [u32]> + Clone,
    {
        check_index_range("vertices", vertex_count)?;
        let mut counts = vec![1_usize; vertex_count];
        for (index, stencil) in stencils.clone().enumerate() {
            for &vertex in stencil {
                let Some(count) = counts.get_mut(vertex as usize) else {
                    return Err(LinearError::VertexOutOfRange {
                        stencil: index,
                        vertex,
                        count: vertex_count,
                    });
                };
                *count += stencil.len();
            }
        }
        let mut next = vec![0_usize; vertex_count];
        let mut total = 0;
        for (start, count) in next.iter_mut().zip(&counts) {
            *start = total;
            total += count;
        }
        let starts = next.clone();
        let mut raw = vec![0_u32; total];
        for vertex in 0..vertex_count {
            raw[next[vertex]] = vertex as u32;
            next[vertex] += 1;
        }
        for stencil in stencils {
            for &vertex in stencil {
                let place = &mut next[vertex as usize];
                raw[*place..*place + stencil.len()].copy_from_slice(stencil);
                *place += stencil.len();
            }
        }
        let rows = starts.iter().zip(&next).map(|(&start, &end)| start..end);
        Self::from_unsorted_rows(&mut raw, rows)
    }

    /// Sorts each row, removes what occurs twice and finds the diagonal.
    pub(crate) fn from_unsorted_rows(
        raw: &mut [u32],
        rows: impl ExactSizeIterator<Item = std::ops::Range<usize>>,
    ) -> Result<Self, LinearError> {
        let mut pattern = Self {
            row_start: Vec::with_capacity(rows.len() + 1),
            columns: Vec::new(),
            diagonal: Vec::with_capacity(rows.len()),
        };
        pattern.row_start.push(0);
        for (vertex, range) in rows.enumerate() {
            let row = &mut raw[range];
            row.sort_unstable();
            let begin = pattern.columns.len();
            for &column in row.iter() {
                if pattern.columns.len() == begin || pattern.columns.last() != Some(&column) {
                    if column as usize == vertex {
                        pattern.diagonal.push(pattern.columns.len() as u32);
                    }
                    pattern.columns.push(column);
                }
            }
            pattern.row_start.push(pattern.columns.len() as u32);
        }
        check_index_range("blocks", pattern.columns.len())?;
        Ok(pattern)
    }

    /// How many rows (vertices) there are.
    pub(crate) fn row_count(&self) -> usize {
        self.diagonal.len()
    }

    /// How many blocks there are.
    pub(crate) fn block_count(&self) -> usize {
        self.columns.len()
    }

    /// The slots of a row's blocks.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> std::ops::Range<usize> {
        self.row_start[row] as usize..self.row_start[row + 1] as usize
    }

    /// The column of every slot, row by row.
    pub(crate) fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// The slot of every diagonal block.
    pub(crate) fn diagonal(&self) -> &[u32] {
        &self.diagonal
    }

    /// The slot of block `(row, column)`, if there is one.
    pub(crate) fn slot(&self, row: u32, column: u32) -> Option<u32> {
        if row as usize >= self.row_count() {
            return None;
        }
        let range = self.row(row as usize);
        let place = self.columns[range.clone()].binary_search(&column).ok()?;
        Some((range.start + place) as u32)
    }
}

fn check_index_range(what: &'static str, count: usize) -> Result<(), LinearError> {
    if u32::try_from(count).is_ok() { Ok(()) } else { Err(LinearError::TooLarge { what, count }) }
}

/// Where the blocks of elements with `K` vertices go, sorted by row, so that assembly is a scatter without search
/// and each row is written by one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stencils<const K: usize> {
    row_start: Vec<u32>,
    incidences: Vec<Incidence<K>>,
}

/// One element seen from one of its vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Incidence<const K: usize> {
    pub(crate) element: u32,
    pub(crate) local: u32,
    /// Slots of the blocks between this vertex and all vertices of the element, counted from the row's first slot.
    pub(crate) offsets: [u32; K],
}

impl<const K: usize> Stencils<K> {
    /// Looks up the slots of all elements.
    ///
    /// # Errors
    /// If an element names a vertex that does not exist or a pair that the pattern does not have.
    pub(crate) fn new(pattern: &BlockPattern, elements: &[[u32; K]]) -> Result<Self, LinearError> {
        check_index_range("element vertices", elements.len().saturating_mul(K))?;
        let count = pattern.row_count();
        let mut row_start = vec![0_u32; count + 1];
        for (stencil, element) in elements.iter().enumerate() {
            for &vertex in element {
                if vertex as usize >= count {
                    return Err(LinearError::VertexOutOfRange { stencil, vertex, count });
                }
                row_start[vertex as usize + 1] += 1;
            }
        }
        for row in 0..count {
            row_start[row + 1] += row_start[row];
        }
        let mut next = row_start.clone();
        let mut incidences = vec![Incidence { element: 0, local: 0, offsets: [0; K] }; elements.len() * K];
        for (stencil, element) in elements.iter().enumerate() {
            for (local, &row) in element.iter().enumerate() {
                let mut offsets = [0; K];
                for (offset, &column) in offsets.iter_mut().zip(element) {
                    let Some(slot) = pattern.slot(row, column) else {
                        return Err(LinearError::MissingBlock { stencil, row, column });
                    };
                    *offset = slot - pattern.row_start[row as usize];
                }
                let place = &mut next[row as usize];
                incidences[*place as usize] =
                    Incidence { element: stencil as u32, local: local as u32, offsets };
                *place += 1;
            }
        }
        Ok(Self { row_start, incidences })
    }

    /// The elements around a vertex, in the order of the elements.
    pub(crate) fn around(&self, row: usize) -> &[Incidence<K>] {
        &self.incidences[self.row_start[row] as usize..self.row_start[row + 1] as usize]
    }
}

/// Halves the range of rows, and the blocks and what else there is for each row with it, until it is small enough for one task.
pub(crate) fn split_rows<V: Send, W: Send>(
    pattern: &BlockPattern,
    rows: std::ops::Range<usize>,
    blocks: &mut [V],
    extras: &mut [W],
    work: &(impl Fn(usize, usize, &mut [V], &mut W) + Sync),
) {
    if rows.len() > CHUNK {
        let middle = rows.start + rows.len() / 2;
        let split = pattern.row(middle).start - pattern.row(rows.start).start;
        let (low, high) = blocks.split_at_mut(split);
        let (low_extras, high_extras) = extras.split_at_mut(rows.len() / 2);
        rayon::join(
            || split_rows(pattern, rows.start..middle, low, low_extras, work),
            || split_rows(pattern, middle..rows.end, high, high_extras, work),
        );
        return;
    }
    let mut rest = blocks;
    for (row, extra) in rows.zip(extras) {
        let range = pattern.row(row);
        let (own, others) = rest.split_at_mut(range.len());
        work(row, range.start, own, extra);
        rest = others;
    }
}
