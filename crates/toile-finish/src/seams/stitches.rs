//! Stitches as meshes that ride on cloth.

use super::look::{ThreadCourse, ThreadRow};
use super::map::SeamMap;
use super::parts::{SeamPart, SeamRun};
use super::thread::{Layer, Threads};
use crate::flat::{ClothSpot, FlatCloth, FlatError, PieceMap, check_length};
use glam::DVec3;
use rayon::prelude::*;
use std::collections::BTreeMap;
use toile_geom::TriMesh;

/// The most stitches that are made: some hundred times as many as a suit has.
const MOST: usize = 5_000_000;
/// At how many places a row is looked at to find where it begins and ends.
const SAMPLES: usize = 64;
/// How often the way to the end of a row is halved: to a hundredth of a stitch and better.
const BISECTIONS: usize = 24;

/// The stitches of all seams of some cloth: made once, placed each frame.
#[derive(Clone, Debug)]
pub struct Stitches {
    spots: Vec<ClothSpot>,
    run: Vec<u32>,
    count: usize,
    left_out: usize,
    vertices: usize,
    mesh: TriMesh,
}

impl Stitches {
    /// Lays the threads of seams whose coordinates are known.
    ///
    /// # Errors
    /// If there would be too many stitches.
    pub fn new(cloth: &FlatCloth, runs: &[SeamRun], map: &SeamMap) -> Result<Self, FlatError> {
        let look = |part: &SeamPart| runs.get(part.run as usize).map(|run| run.look);
        let stitches =
            |part: &SeamPart| look(part).map_or(0.0, |look| part.line.length() / look.stitch_length);
        let count: f64 = map.parts().iter().map(stitches).sum();
        if count > MOST as f64 {
            return Err(FlatError::TooMany { what: "seams", count, most: MOST });
        }
        let pieces: BTreeMap<u32, PieceMap<'_>> =
            map.parts().iter().map(|part| (part.piece, PieceMap::new(cloth, part.piece))).collect();
        let of_part = |part: &SeamPart| {
            let mut made = (Threads::default(), [0; 2]);
            let is_other = |other: &&SeamPart| {
                other.run == part.run && other.piece == part.piece && other.begin != part.begin
            };
            let others: Vec<&SeamPart> = map.parts().iter().filter(is_other).collect();
            let (Some(look), Some(map)) = (look(part), pieces.get(&part.piece)) else { return made };
            // A free edge is no seam: nothing is sewn together there.
            let rows = look.rows(usize::from(part.side)).into_iter();
            for row in rows.filter(|row| row.across > 0.0 || !part.free) {
                let layer = Layer { part, map, radius: 0.5 * look.thread, inside: row.inside };
                let Some(within) = part_within(&others, part, row.across) else { continue };
                for done in lay_row(&layer, &row, (look.stitch_length, within), &mut made.0) {
                    made.1[usize::from(done)] += 1;
                }
            }
            made
        };
        let made: Vec<(Threads, [usize; 2])> = map.parts().par_iter().map(of_part).collect();
        let mut stitches = Self {
            spots: Vec::new(),
            run: Vec::new(),
            count: 0,
            left_out: 0,
            vertices: cloth.vertices(),
            mesh: TriMesh::default(),
        };
        for (threads, [left_out, count]) in made {
            let base = stitches.spots.len() as u32;
            stitches.spots.extend(threads.spots);
            stitches.run.extend(threads.run);
            stitches.mesh.triangles.extend(threads.triangles.iter().map(|t| t.map(|v| v + base)));
            stitches.count += count;
            stitches.left_out += left_out;
        }
        stitches.mesh.positions = vec![DVec3::ZERO; stitches.spots.len()];
        Ok(stitches)
    }

    /// How many stitches there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many would lie beside their piece, and are left out.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The number of each triangle's seam: what its thread looks like is told there.
    pub fn run(&self) -> &[u32] {
        &self.run
    }

    /// The stitches where they were placed last.
    pub fn mesh(&self) -> &TriMesh {
        &self.mesh
    }

    /// Moves the stitches to where the cloth is, with its normals. `heights` tells how high its outer and its inner side are over each vertex
    /// ([`ThickCloth::heights`](crate::thickness::ThickCloth::heights)); if there are none, stitches lie on the thin cloth. Takes no memory.
    ///
    /// # Errors
    /// If there is not one position, normal and, if any, height for each vertex of the cloth.
    pub fn place(
        &mut self,
        positions: &[DVec3],
        normals: &[DVec3],
        heights: &[[f64; 2]],
    ) -> Result<(), FlatError> {
        check_length("positions", self.vertices, positions.len())?;
        check_length("normals", self.vertices, normals.len())?;
        if !heights.is_empty() {
            check_length("heights", self.vertices, heights.len())?;
        }
        let spots = &self.spots;
        self.mesh.positions.par_iter_mut().with_min_len(1024).zip(spots).for_each(|(place, spot)| {
            *place = spot.lifted(heights).place(positions, normals);
        });
        Ok(())
    }
}

/// From where to where along a part a row of stitches goes: at pointed corners it ends where it meets the row of the next part. None if it is met
/// everywhere.
fn part_within(others: &[&SeamPart], part: &SeamPart, across: f64) -> Option<[f64; 2]> {
    let length = part.line.length();
    let is_free = |along: f64| {
        let place = part.line.at(along, across * part.inward);
        !others.iter().any(|other| other.line.locate(place).distance < across)
    };
    let sample = |n: usize| length * n as f64 / SAMPLES as f64;
    let first = (0..=SAMPLES).find(|&n| is_free(sample(n)))?;
    let last = (first..=SAMPLES).rev().find(|&n| is_free(sample(n)))?;
    let between = |taken: usize, free: usize| {
        let (mut taken, mut free) = (sample(taken), sample(free));
        for _ in 0..BISECTIONS {
            let middle = taken.midpoint(free);
            if is_free(middle) {
                free = middle;
            } else {
                taken = middle;
            }
        }
        free
    };
    Some([between(first.saturating_sub(1), first), between((last + 1).min(SAMPLES), last)])
}

/// Lays a row of stitches, as many as fit at about their length between two places; says of each whether there was cloth for it.
fn lay_row(
    layer: &Layer<'_>,
    row: &ThreadRow,
    (stitch_length, [from, to]): (f64, [f64; 2]),
    threads: &mut Threads,
) -> Vec<bool> {
    let count = ((to - from) / stitch_length).round().max(1.0);
    let step = (to - from) / count;
    let mut lay = |begin: f64, way: &[[f64; 2]]| {
        let point = |&[along, across]: &[f64; 2]| [begin + step * along, row.across + across];
        layer.lay(&way.iter().map(point).collect::<Vec<_>>(), threads)
    };
    let mut done = Vec::new();
    for n in 0..count as usize {
        let begin = from + step * n as f64;
        match row.course {
            // A lockstitch is seen for about four fifths of its length.
            ThreadCourse::Straight => {
                done.push(lay(begin, &[0.1, 0.25, 0.75, 0.9].map(|along| [along, 0.0])));
            }
            ThreadCourse::Zigzag(width) => {
                let half = 0.5 * width;
                let way = |from: f64, to: f64| {
                    [0.0, 0.2, 0.8, 1.0].map(|part| [0.5 * part, from + (to - from) * part])
                };
                done.push(lay(begin, &way(-half, half)));
                done.push(lay(begin + 0.5 * step, &way(half, -half)));
            }
            ThreadCourse::Loops(width) => {
                let side = |half: f64| [[0.0, 0.0], [0.25, half], [0.7, half], [1.05, 0.0]];
                done.extend([0.5, -0.5].map(|part| lay(begin, &side(part * width))));
            }
        }
    }
    done
}
