//! An order of the rows in which Gauss-Seidel runs on several threads and still is Gauss-Seidel.
//!
//! A breadth-first numbering (`Cuthill & McKee` 1969) cuts the graph into thin layers. Consecutive rows form chunks of
//! one size, and chunks that touch get different colours. Chunks of one colour do not see each other, so they may run
//! at the same time, each going through its own rows in order. Compared with colouring single rows this keeps the
//! data of a task together and needs a handful of synchronisations a sweep. Chunk size and colours follow from the
//! graph alone.

use super::BlockPattern;

/// The order, and where its parts begin.
#[derive(Clone, Debug)]
pub(crate) struct Ordering {
    /// Old number of each new row. Rows of one colour are contiguous, chunk after chunk.
    pub(crate) order: Vec<u32>,
    /// New numbers in an order in which neighbours are near each other.
    pub(crate) sequence: Vec<u32>,
    /// First new row of each colour, and the number of rows.
    pub(crate) colour_start: Vec<usize>,
    /// Rows a chunk; only the very last chunk of a colour may be shorter.
    pub(crate) chunk: usize,
}

impl Ordering {
    /// Orders the rows of a pattern.
    pub(crate) fn new(pattern: &BlockPattern) -> Self {
        let count = pattern.row_count();
        let chunk = (count / 48).clamp(64, 512);
        // The caller's order is kept where it has thin layers already: then values are copied in one stream.
        let given: Vec<u32> = (0..count as u32).collect();
        let (given_colours, given_count) = colour_chunks(pattern, &given, chunk);
        let spread = breadth_first(pattern);
        let (spread_colours, spread_count) = colour_chunks(pattern, &spread, chunk);
        let (sequence, colours, colour_count) = if given_count <= spread_count + 1 {
            (given, given_colours, given_count)
        } else {
            (spread, spread_colours, spread_count)
        };
        let mut order = Vec::with_capacity(count);
        let mut place = vec![0_u32; count];
        let mut colour_start = vec![0];
        for colour in 0..colour_count {
            for (rows, _) in sequence.chunks(chunk).zip(&colours).filter(|&(_, &other)| other == colour) {
                for &row in rows {
                    place[row as usize] = order.len() as u32;
                    order.push(row);
                }
            }
            colour_start.push(order.len());
        }
        let sequence = sequence.iter().map(|&row| place[row as usize]).collect();
        Self { order, sequence, colour_start, chunk }
    }

    /// New number of each old row.
    pub(crate) fn places(&self) -> Vec<u32> {
        let mut places = vec![0; self.order.len()];
        for (place, &row) in self.order.iter().enumerate() {
            places[row as usize] = place as u32;
        }
        places
    }
}

/// Greedy colours of the chunks, chunk after chunk, and how many there are.
fn colour_chunks(pattern: &BlockPattern, sequence: &[u32], chunk: usize) -> (Vec<usize>, usize) {
    let mut chunk_of = vec![0_usize; sequence.len()];
    for (place, &row) in sequence.iter().enumerate() {
        chunk_of[row as usize] = place / chunk;
    }
    let mut colours: Vec<usize> = Vec::with_capacity(sequence.len().div_ceil(chunk));
    let mut used = Vec::new();
    for (index, rows) in sequence.chunks(chunk).enumerate() {
        used.clear();
        for &row in rows {
            for &column in &pattern.columns()[pattern.row(row as usize)] {
                let other = chunk_of[column as usize];
                if other < index {
                    let colour = colours[other];
                    if used.len() <= colour {
                        used.resize(colour + 1, false);
                    }
                    used[colour] = true;
                }
            }
        }
        colours.push(used.iter().position(|&taken| !taken).unwrap_or(used.len()));
    }
    let count = colours.iter().map(|&colour| colour + 1).max().unwrap_or(0);
    (colours, count)
}

/// All rows, component after component, each breadth first from a vertex far from the others.
fn breadth_first(pattern: &BlockPattern) -> Vec<u32> {
    let count = pattern.row_count();
    let mut visited = vec![false; count];
    let mut sequence = Vec::with_capacity(count);
    for seed in 0..count {
        if visited[seed] {
            continue;
        }
        // The last vertex reached from any vertex lies at the rim: a start from which the layers are thin.
        let begin = sequence.len();
        spread(pattern, seed as u32, &mut visited, &mut sequence);
        let rim = sequence.last().copied().unwrap_or(seed as u32);
        for row in sequence.drain(begin..) {
            visited[row as usize] = false;
        }
        spread(pattern, rim, &mut visited, &mut sequence);
    }
    sequence
}

/// Appends everything that can be reached from `start`.
fn spread(pattern: &BlockPattern, start: u32, visited: &mut [bool], sequence: &mut Vec<u32>) {
    let mut next = sequence.len();
    visited[start as usize] = true;
    sequence.push(start);
    while next < sequence.len() {
        let row = sequence[next] as usize;
        next += 1;
        for &column in &pattern.columns()[pattern.row(row)] {
            if !visited[column as usize] {
                visited[column as usize] = true;
                sequence.push(column);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The grid graph, its vertices renumbered by a stride.
    fn grid(side: u32, stride: u32) -> (BlockPattern, Vec<[u32; 2]>) {
        let number = |i: u32| i * stride % (side * side);
        let mut edges = Vec::new();
        for i in 0..side * side {
            if i % side + 1 < side {
                edges.push([number(i), number(i + 1)]);
            }
            if i + side < side * side {
                edges.push([number(i), number(i + side)]);
            }
        }
        (
            BlockPattern::from_stencils((side * side) as usize, edges.iter().map(|edge| &edge[..])).unwrap(),
            edges,
        )
    }

    #[test]
    fn chunks_of_one_colour_do_not_touch() {
        for stride in [1, 37] {
            let (pattern, edges) = grid(40, stride);
            let ordering = Ordering::new(&pattern);
            let places = ordering.places();
            let part = |row: u32| {
                let place = places[row as usize] as usize;
                let colour = ordering.colour_start.iter().rposition(|&start| start <= place).unwrap();
                (colour, (place - ordering.colour_start[colour]) / ordering.chunk)
            };
            assert!((3..8).contains(&ordering.colour_start.len()));
            for [a, b] in edges {
                let (a, b) = (part(a), part(b));
                assert!(a.0 != b.0 || a.1 == b.1, "{a:?} {b:?}");
            }
            let mut sorted = ordering.order.clone();
            sorted.sort_unstable();
            assert!(sorted.iter().copied().eq(0..1600));
            // Scrambled numbers are put in order, good ones kept.
            assert_eq!(
                ordering
                    .sequence
                    .windows(2)
                    .all(|pair| ordering.order[pair[0] as usize] < ordering.order[pair[1] as usize]),
                stride == 1
            );
        }
    }
}
