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
    /// How far along the seam it begins.
    along: f64,
}

/// Takes seams apart.
pub(super) fn seam_parts(cloth: &FlatCloth, runs: &[SeamRun]) -> Result<Vec<SeamPart>, FlatError> {
    let mut parts = Vec::new();
    for (n, run) in runs.iter().enumerate() {
        run.look.check()?;
        for side in (0..2).filter(|&side| run.sides[side]) {
            let steps = steps(cloth, run, n, side)?;
            let part = |steps: &[Step]| part_of(steps, n as u32, side as u8);
            parts.extend(steps.chunk_by(goes_on).filter_map(part));
        }
    }
    Ok(parts)
}

/// The edges of a seam that have cloth on a side. A closed seam begins where it is interrupted, if it is anywhere.
fn steps(cloth: &FlatCloth, run: &SeamRun, line: usize, side: usize) -> Result<Vec<Step>, FlatError> {
    let mut steps: Vec<Step> = Vec::new();
    let mut along = 0.0;
    for ends in run.chain.windows(2) {
        let edge = [ends[0], ends[1]];
        let around = cloth.triangles_at(edge);
        let &any = around.first().ok_or(FlatError::NoEdge { line, edge })?;
        let here = around.iter().find(|&&t| cloth.is_forward(t, edge) == (side == 0));
        // The other side tells how long the edge is where this one has no cloth.
        let next = Step { along, ..step(cloth, here.copied().unwrap_or(any), edge, side) };
        along += next.ends[0].distance(next.ends[1]);
        steps.extend(here.map(|_| next));
    }
    let is_closed = steps.last().zip(steps.first()).is_some_and(|(last, first)| goes_on(last, first));
    if let Some(corner) = steps.windows(2).position(|pair| !goes_on(&pair[0], &pair[1])).filter(|_| is_closed)
    {
        steps.rotate_left(corner + 1);
    }
    Ok(steps)
}

fn step(cloth: &FlatCloth, triangle: u32, ends: [u32; 2], side: usize) -> Step {
    let free = cloth.triangles_at(ends).len() < 2;
    let ends = ends.map(|v| cloth.place(triangle, v).unwrap_or_default());
    let inward = cloth.handedness(triangle) * if side == 0 { 1.0 } else { -1.0 };
    Step { ends, piece: cloth.pieces()[triangle as usize], inward, free, along: 0.0 }
}

fn goes_on(last: &Step, next: &Step) -> bool {
    let way = |step: &Step| (step.ends[1] - step.ends[0]).normalize_or_zero();
    last.piece == next.piece
        && (last.inward, last.free) == (next.inward, next.free)
        && last.ends[1].distance(next.ends[0]) <= SAME
        && way(last).dot(way(next)) > POINTED
}

fn part_of(steps: &[Step], run: u32, side: u8) -> Option<SeamPart> {
    let (first, last) = (steps.first()?, steps.last()?);
    let points: Vec<DVec2> = steps.iter().map(|step| step.ends[0]).chain([last.ends[1]]).collect();
    let closed = steps.len() > 2 && goes_on(last, first);
    let line = FlatLine::new(points, closed)?;
    Some(SeamPart {
        run,
        side,
        piece: first.piece,
        line,
        inward: first.inward,
        free: first.free,
        begin: first.along,
    })
}
