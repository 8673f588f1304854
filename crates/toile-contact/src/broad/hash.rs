//! Plain spatial hashing: vertices, edges and triangles by the cells of a grid that their boxes reach.
//!
//! **When to use it:** as a yardstick; simple, and good enough for even meshes without large triangles.
//!
//! After Teschner et al. 2003: cells are as large as edges are on average, and a cell's number in a table of fixed size is a hash
//! of its coordinates, so that space needs no bounds. Features that meet in the table are compared where the cell that holds the
//! lower corner of their overlap belongs, so that each pair is found once. Should a few large features reach such a number of cells that
//! they would fill the memory, cells are made larger.

use super::boxes::{Box32, around};
use super::radix::{Entries, RadixSort};
use super::units::{Part, Units};
use super::{BroadPhase, BroadQuery, BroadReport, Candidates, QueryError};
use crate::filter::Filter;
use rayon::prelude::*;
use std::ops::Range;
use std::time::Instant;

/// Cells are this many times as large as edges are on average.
const CELL_FACTOR: f64 = 1.0;

/// Features may have this many entries on average; beyond, cells are made larger.
const ENTRIES_PER_FEATURE: f64 = 24.0;

/// What features a list is of.
const VERTICES: usize = 0;
const EDGES: usize = 1;
const TRIANGLES: usize = 2;
const KINDS: usize = 3;

/// Which lists are compared with which: the kind and whether it is held. Two that are both held are not compared.
const JOBS: [[(usize, bool); 2]; 5] = [
    [(VERTICES, false), (TRIANGLES, false)],
    [(VERTICES, false), (TRIANGLES, true)],
    [(VERTICES, true), (TRIANGLES, false)],
    [(EDGES, false), (EDGES, false)],
    [(EDGES, false), (EDGES, true)],
];

/// Features in a hash table.
#[derive(Debug, Default)]
pub struct Hash {
    /// The boxes of the vertices, edges and triangles.
    boxes: [Vec<Box32>; KINDS],
    cells: HashedCells,
    /// The entries of each kind, those that can move and those that are held.
    tables: [[Table; 2]; KINDS],
    ends: Vec<u64>,
    offsets: Vec<usize>,
    sort: RadixSort,
    units: Units<()>,
}

/// Cells without bounds in a table with bounds.
#[derive(Clone, Copy, Debug, Default)]
struct HashedCells {
    per_metre: f64,
    bits: u32,
}

impl HashedCells {
    #[inline]
    fn cell(&self, point: [f32; 3]) -> [i64; 3] {
        const FARTHEST_CELL: f64 = (1_u64 << 60) as f64;
        point.map(|x| (f64::from(x) * self.per_metre).floor().clamp(-FARTHEST_CELL, FARTHEST_CELL) as i64)
    }

    /// The place of a cell in the table.
    #[inline]
    fn bucket(&self, [x, y, z]: [i64; 3]) -> u64 {
        let mixed = (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
            ^ (z as u64).wrapping_mul(0x1656_67B1_9E37_79F9);
        mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> (u64::BITS - self.bits)
    }

    /// How many cells a box reaches. Not in integers, which would overflow.
    fn volume(&self, around: &Box32) -> f64 {
        let (low, high) = (self.cell(around.min), self.cell(around.max));
        (0..3).map(|axis| (high[axis] - low[axis] + 1) as f64).product()
    }
}

/// The entries of some features, sorted by their places in the table.
#[derive(Debug, Default)]
struct Table {
    entries: Entries,
    /// Where the entries of each place begin.
    starts: Vec<u32>,
}

impl Table {
    /// Enters the features that are chosen.
    fn fill(
        &mut self,
        boxes: &[Box32],
        cells: &HashedCells,
        chosen: impl Fn(usize) -> bool + Sync,
        offsets: &mut Vec<usize>,
        sort: &mut RadixSort,
    ) {
        offsets.clear();
        let mut total = 0;
        for (feature, around) in boxes.iter().enumerate() {
            offsets.push(total);
            total += if chosen(feature) { cells.volume(around) as usize } else { 0 };
        }
        self.entries.set_len(total);
        let entries = &self.entries;
        let each = boxes.par_iter().zip(&*offsets).with_min_len(1024).enumerate();
        each.filter(|&(feature, _)| chosen(feature)).for_each(|(feature, (around, &offset))| {
            let (low, high) = (cells.cell(around.min), cells.cell(around.max));
            let mut place = offset;
            for z in low[2]..=high[2] {
                for y in low[1]..=high[1] {
                    for x in low[0]..=high[0] {
                        entries.set(place, cells.bucket([x, y, z]), feature as u32);
                        place += 1;
                    }
                }
            }
        });
        sort.sort(&mut self.entries, 0, cells.bits);
        self.index(1 << cells.bits);
    }

    /// Finds where the entries of each place begin, and drops those of features that are there twice: two of its cells may share
    /// a place. They follow each other, since sorting keeps entries of the same place in order.
    fn index(&mut self, buckets: usize) {
        self.starts.clear();
        let mut kept = 0;
        for place in 0..self.entries.len() {
            let (word, item) = (self.entries.word(place), self.entries.item(place));
            if kept > 0 && (self.entries.word(kept - 1), self.entries.item(kept - 1)) == (word, item) {
                continue;
            }
            while self.starts.len() <= word as usize {
                self.starts.push(kept as u32);
            }
            self.entries.set(kept, word, item);
            kept += 1;
        }
        self.starts.resize(buckets + 1, kept as u32);
        self.entries.set_len(kept);
    }

    #[inline]
    fn at(&self, bucket: u64) -> Range<usize> {
        self.starts[bucket as usize] as usize..self.starts[bucket as usize + 1] as usize
    }

    fn memory(&self) -> usize {
        self.entries.memory() + 4 * self.starts.capacity()
    }
}

impl Hash {
    fn build(&mut self, query: &BroadQuery<'_>) -> Result<u64, QueryError> {
        let (features, filter) = (query.features, query.filter);
        query.vertex_boxes(&mut self.boxes[VERTICES])?;
        let [vertices, edges, triangles] = &mut self.boxes;
        edges.resize(features.edges().len(), Box32::default());
        triangles.resize(features.triangles().len(), Box32::default());
        let vertices = &*vertices;
        edges
            .par_iter_mut()
            .with_min_len(1024)
            .zip(features.edges())
            .for_each(|(place, &edge)| *place = around(vertices, edge));
        triangles
            .par_iter_mut()
            .with_min_len(1024)
            .zip(features.triangles())
            .for_each(|(place, &triangle)| *place = around(vertices, triangle));
        self.cells = self.choose_cells();
        let Self { boxes, cells, tables, offsets, sort, .. } = self;
        for (kind, (boxes, tables)) in boxes.iter().zip(tables).enumerate() {
            for (held, table) in [false, true].into_iter().zip(tables) {
                let chosen = |feature: usize| held == is_held(query, filter, kind, feature);
                table.fill(boxes, cells, chosen, offsets, sort);
            }
        }
        Ok(self.count_rows())
    }

    /// Cells as large as edges are on average, or larger if that needs too many entries.
    fn choose_cells(&self) -> HashedCells {
        let edges = &self.boxes[EDGES];
        let extent = |around: &Box32| {
            (0..3).map(|a| f64::from(around.max[a]) - f64::from(around.min[a])).fold(0.0, f64::max)
        };
        let mean = edges.iter().map(extent).sum::<f64>() / edges.len().max(1) as f64;
        let all = || self.boxes.iter().flatten();
        let count = all().count();
        let size = if mean.is_normal() { CELL_FACTOR * mean } else { 1.0 };
        let bits = (2 * count).max(64).ilog2();
        let mut cells = HashedCells { per_metre: 1.0 / size, bits };
        while all().map(|around| cells.volume(around)).sum::<f64>() > ENTRIES_PER_FEATURE * count as f64 {
            cells.per_metre *= 0.5;
        }
        cells
    }

    fn lists(&self, job: usize) -> [&Table; 2] {
        JOBS[job].map(|(kind, held)| &self.tables[kind][usize::from(held)])
    }

    /// How many comparisons there are up to the end of each row: an entry, and those at the same place of another list.
    fn count_rows(&mut self) -> u64 {
        let mut ends = std::mem::take(&mut self.ends);
        ends.clear();
        let mut total = 0;
        for job in 0..JOBS.len() {
            let [rows, _] = self.lists(job);
            for row in 0..rows.entries.len() {
                total += self.columns(job, row).len() as u64;
                ends.push(total);
            }
        }
        self.ends = ends;
        total
    }

    #[inline]
    fn columns(&self, job: usize, row: usize) -> Range<usize> {
        let [rows, columns] = self.lists(job);
        let all = columns.at(rows.entries.word(row));
        if JOBS[job][0] == JOBS[job][1] { row + 1..all.end } else { all }
    }

    fn compare(&self, range: Range<u64>, query: &BroadQuery<'_>, part: &mut Part) {
        let first = self.ends.partition_point(|&end| end <= range.start);
        let mut job = 0;
        let mut base = 0;
        for row in first..self.ends.len() {
            while row >= base + self.lists(job)[0].entries.len() {
                base += self.lists(job)[0].entries.len();
                job += 1;
            }
            let begin = if row == 0 { 0 } else { self.ends[row - 1] };
            if begin >= range.end {
                return;
            }
            let columns = self.columns(job, row - base);
            let low = columns.start + (range.start.max(begin) - begin) as usize;
            let high = columns.start + (range.end.min(self.ends[row]) - begin) as usize;
            self.compare_row(job, row - base, low..high, query, part);
        }
    }

    fn compare_row(
        &self,
        job: usize,
        row: usize,
        columns: Range<usize>,
        query: &BroadQuery<'_>,
        part: &mut Part,
    ) {
        let [rows, others] = self.lists(job);
        let [(kind, _), (other_kind, _)] = JOBS[job];
        let (bucket, feature) = (rows.entries.word(row), rows.entries.item(row));
        let one = self.boxes[kind][feature as usize];
        let (features, filter) = (query.features, query.filter);
        for other in columns.map(|place| others.entries.item(place)) {
            part.tests += 1;
            let second = &self.boxes[other_kind][other as usize];
            if !one.overlaps(second) || self.bucket_of_pair(&one, second) != bucket {
                continue;
            }
            if kind == VERTICES {
                if filter.vertex_triangle(features, feature, other) {
                    part.found.vertex_triangle.push([feature, other]);
                }
            } else if filter.edge_edge(features, feature, other) {
                part.found.edge_edge.push([feature.min(other), feature.max(other)]);
            }
        }
    }

    /// The place where two features are compared: that of the lower corner of their overlap.
    #[inline]
    fn bucket_of_pair(&self, one: &Box32, other: &Box32) -> u64 {
        let corner = std::array::from_fn(|axis| one.min[axis].max(other.min[axis]));
        self.cells.bucket(self.cells.cell(corner))
    }
}

/// Whether a feature cannot move.
fn is_held(query: &BroadQuery<'_>, filter: &Filter, kind: usize, feature: usize) -> bool {
    match kind {
        VERTICES => filter.all_fixed(&[feature as u32]),
        EDGES => filter.all_fixed(&query.features.edges()[feature]),
        _ => filter.all_fixed(&query.features.triangles()[feature]),
    }
}

impl BroadPhase for Hash {
    fn name(&self) -> &'static str {
        "hash"
    }

    fn find(&mut self, query: &BroadQuery<'_>, found: &mut Candidates) -> Result<BroadReport, QueryError> {
        let begin = Instant::now();
        found.clear();
        let total = self.build(query)?;
        let built = Instant::now();
        let mut units = std::mem::take(&mut self.units);
        let tests = units.run(total, found, |range, part, ()| self.compare(range, query, part));
        self.units = units;
        Ok(BroadReport { build: built - begin, query: built.elapsed(), tests })
    }

    fn memory(&self) -> usize {
        self.boxes.iter().map(|boxes| size_of::<Box32>() * boxes.capacity()).sum::<usize>()
            + self.tables.iter().flatten().map(Table::memory).sum::<usize>()
            + 8 * (self.ends.capacity() + self.offsets.capacity())
            + self.sort.memory()
            + self.units.memory(|()| 0)
    }
}
