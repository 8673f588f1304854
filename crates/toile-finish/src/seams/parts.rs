//! Seams taken apart into lines that each lie in one piece.

use super::look::SeamLook;
use crate::flat::{FlatCloth, FlatError, FlatLine, SAME};
use glam::DVec2;

/// The cosine of the turn from which a corner is pointed: below an inner angle of 100° coordinates of both sides would overlap.
const POINTED: f64 = 0.17;

/// A seam: a way over edges of the mesh, sewn in one go.
#[derive(Clone, Debug, PartialEq)]
pub struct SeamRun {
    /// The vertices in order; the first is the last as well if it is closed.
    pub chain: Vec<u32>,
    /// What it looks like.
    pub look: SeamLook,
    /// Whether the cloth to its left and right takes part, seen from the outer side.
    pub sides: [bool; 2],
}

/// A part of a seam that lies in one piece, without pointed corners.
#[derive(Clone, Debug)]
pub struct SeamPart {
    /// The number of the seam.
    pub run: u32,
    /// On which side of it the piece is: 0 to the left, 1 to the right.
    pub side: u8,
    /// The piece.
    pub piece: u32,
    /// The line in the piece.
    pub line: FlatLine,
    /// 1 if the piece lies to the left of the line in the pattern, -1 if to the right.
    pub inward: f64,
    /// Whether there is no cloth on its other side.
    pub free: bool,
    /// How far along the seam it begins, in metres.
    pub begin: f64,
}

/// An edge of a seam on one side.
struct Step {
    ends: [DVec2; 2],
    piece: u32,
    inward: f64,
    free: bool,
}

/// Takes seams apart.
pub(super) fn seam_parts(cloth: &FlatCloth, runs: &[SeamRun]) -> Result<Vec<SeamPart>, FlatError> {
    let mut parts = Vec::new();
    for (n, run) in runs.iter().enumerate() {
        run.look.check()?;
        for side in (0..2).filter(|&side| run.sides[side]) {
            let mut steps: Vec<Step> = Vec::new();
            let mut along = 0.0;
            let mut begin = 0.0;
            let mut close = |steps: &mut Vec<Step>, begin: f64| {
                parts.extend(part_of(steps, n as u32, side as u8, begin));
                steps.clear();
            };
            for ends in run.chain.windows(2) {
                let ends = [ends[0], ends[1]];
                let around = cloth.triangles_at(ends);
                if around.is_empty() {
                    return Err(FlatError::NoEdge { line: n, edge: ends });
                }
                let here = around.iter().find(|&&t| cloth.is_forward(t, ends) == (side == 0));
                // The other side tells how long the edge is where this one has no cloth.
                let length = step(cloth, here.copied().unwrap_or(around[0]), ends, side);
                let length = length.ends[0].distance(length.ends[1]);
                let next = here.map(|&t| step(cloth, t, ends, side));
                if !next.as_ref().is_some_and(|next| steps.last().is_some_and(|last| goes_on(last, next))) {
                    close(&mut steps, begin);
                    begin = along;
                }
                steps.extend(next);
                along += length;
            }
            close(&mut steps, begin);
        }
    }
    Ok(parts)
}

fn step(cloth: &FlatCloth, triangle: u32, ends: [u32; 2], side: usize) -> Step {
    let free = cloth.triangles_at(ends).len() < 2;
    let ends = ends.map(|v| cloth.place(triangle, v).unwrap_or_default());
    let inward = cloth.handedness(triangle) * if side == 0 { 1.0 } else { -1.0 };
    Step { ends, piece: cloth.pieces()[triangle as usize], inward, free }
}

fn goes_on(last: &Step, next: &Step) -> bool {
    let way = |step: &Step| (step.ends[1] - step.ends[0]).normalize_or_zero();
    last.piece == next.piece
        && (last.inward, last.free) == (next.inward, next.free)
        && last.ends[1].distance(next.ends[0]) <= SAME
        && way(last).dot(way(next)) > POINTED
}

fn part_of(steps: &[Step], run: u32, side: u8, begin: f64) -> Option<SeamPart> {
    let (first, last) = (steps.first()?, steps.last()?);
    let points: Vec<DVec2> = steps.iter().map(|step| step.ends[0]).chain([last.ends[1]]).collect();
    let closed = steps.len() > 2 && goes_on(last, first);
    let line = FlatLine::new(points, closed)?;
    Some(SeamPart { run, side, piece: first.piece, line, inward: first.inward, free: first.free, begin })
}
