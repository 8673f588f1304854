//! Where the pieces of a ring lie around the body, and which arm or leg is the left one.
//!
//! Seen from outside, the cloth above it, a hem runs towards the left hand of the wearer in front. So the order of pieces along an opening tells left
//! from right as soon as it is known which of them is in front.

use super::openings::Opening;
use std::f64::consts::{PI, TAU};
use toile_pattern::intervals::Interval;

/// What is known of sides.
pub(super) struct Sides {
    /// The angle of the middle of each piece, from the front towards the left.
    pub(super) around: Vec<Option<f64>>,
    /// Whether the first of two arms or legs is the right one.
    pub(super) swapped: bool,
}

impl Sides {
    /// Nothing.
    pub(super) fn unknown(count: usize) -> Self {
        Self { around: vec![None; count], swapped: false }
    }
}

/// A part of an opening that is nearer to one arm or leg than to the other.
struct Run {
    side: std::cmp::Ordering,
    pieces: Vec<usize>,
    from: f64,
    to: f64,
}

/// The runs of an opening; positions are metres along it.
fn runs(opening: &Opening, near: &[Vec<usize>; 2]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut at = 0.0;
    for &(Interval { piece, .. }, length) in &opening.stretches {
        let side = near[0][piece].cmp(&near[1][piece]);
        match runs.last_mut().filter(|run| run.side == side) {
            Some(run) => {
                run.to += length;
                if !run.pieces.contains(&piece) {
                    run.pieces.push(piece);
                }
            }
            None => runs.push(Run { side, pieces: vec![piece], from: at, to: at + length }),
        }
        at += length;
    }
    // The walk may have begun within a run.
    if runs.len() > 1 && runs[0].side == runs[runs.len() - 1].side {
        let first = runs.remove(0);
        if let Some(last) = runs.last_mut() {
            last.to += first.to - first.from;
            last.pieces.extend(first.pieces);
        }
    }
    runs
}

/// A place where left and right meet: where it is, and the pieces there, from the first to the second side or back.
struct Middle {
    at: f64,
    pieces: Vec<usize>,
    leaves_first: bool,
}

/// The places along an opening where left and right meet.
fn middles(opening: &Opening, near: &[Vec<usize>; 2]) -> Vec<Middle> {
    use std::cmp::Ordering::{Equal, Less};
    let runs = runs(opening, near);
    let count = runs.len();
    let mut found = Vec::new();
    for (i, run) in runs.iter().enumerate() {
        let next = &runs[(i + 1) % count];
        let before = &runs[(i + count - 1) % count];
        if run.side == Equal {
            if before.side != next.side {
                let (at, pieces) = (0.5 * (run.from + run.to), run.pieces.clone());
                found.push(Middle { at, pieces, leaves_first: before.side == Less });
            }
        } else if next.side != Equal && count > 1 {
            let pieces = run.pieces.last().into_iter().chain(next.pieces.first()).copied().collect();
            found.push(Middle { at: run.to, pieces, leaves_first: run.side == Less });
        }
    }
    found
}

/// Angles of all pieces along an opening, if the front is somewhere along it; `upper` for the upper edge of a ring.
fn angles(opening: &Opening, count: usize, front: f64, upper: bool) -> Vec<Option<f64>> {
    let length = opening.length();
    let mut sums = vec![(glam::DVec2::ZERO, false); count];
    let mut at = 0.0;
    for &(Interval { piece, .. }, stretch) in &opening.stretches {
        let angle = TAU * (at + 0.5 * stretch - front) / length;
        // A long stretch counts less than its length, since it is bent around the body.
        let half = PI * stretch / length;
        sums[piece].0 += glam::DVec2::from_angle(if upper { -angle } else { angle }) * half.sin().max(0.0);
        sums[piece].1 = true;
        at += stretch;
    }
    let known = |(sum, there): (glam::DVec2, bool)| (there && sum.length() > 1e-6).then(|| sum.to_angle());
    sums.into_iter().map(known).collect()
}

/// Sides along an opening by how many seams its pieces are away from two arms or legs. The front is where the given
/// number is larger.
pub(super) fn sides(
    opening: &Opening,
    near: &[Vec<usize>; 2],
    upper: bool,
    frontness: impl Fn(&[usize]) -> f64,
) -> Sides {
    let count = near[0].len();
    let middles = middles(opening, near);
    let [one, other] = &middles[..] else { return Sides::unknown(count) };
    // All pieces that would be in front count, as those at the very middle may be as narrow as a placket.
    let in_front = |middle: &Middle| {
        let around = angles(opening, count, middle.at, upper);
        let ahead = |i: &usize| around[*i].is_some_and(|angle| angle.cos() > 0.05);
        frontness(&(0..count).filter(ahead).collect::<Vec<usize>>())
    };
    let front = if in_front(other) > in_front(one) + 1e-6 { other } else { one };
    Sides {
        around: angles(opening, count, front.at, upper),
        // Along a hem, left comes after the front; along an upper edge, before it.
        swapped: front.leaves_first != upper,
    }
}

/// Sides along a hem whose pieces all go from one arm to the other: the front is where the given number is largest, and `first` tells which of both
/// arms its outline comes to first after the hem, which is the one towards larger angles.
pub(super) fn sides_of_whole(
    hem: &Opening,
    count: usize,
    frontness: impl Fn(&[usize]) -> f64,
    first: impl Fn(usize) -> Option<usize>,
) -> Sides {
    let pieces = hem.pieces().into_iter().filter(|&piece| first(piece).is_some());
    let front = pieces.fold(None, |best: Option<(usize, f64)>, piece| {
        let own = frontness(&[piece]);
        best.filter(|best| best.1 + 1e-6 >= own).or(Some((piece, own)))
    });
    let Some((front, _)) = front else { return Sides::unknown(count) };
    let middle = angles(hem, count, 0.0, false)[front].map(|angle| angle / TAU * hem.length());
    Sides {
        around: middle.map_or_else(|| vec![None; count], |middle| angles(hem, count, middle, false)),
        swapped: first(front) == Some(1),
    }
}

/// Sides of what is open in front: along its rim come the left front, the back's hem and the right front.
pub(super) fn sides_of_open(rim: &Opening, near: &[Vec<usize>; 2]) -> Sides {
    let count = near[0].len();
    let mut around = vec![None; count];
    let backs = middles(rim, near).into_iter();
    let Some(back) = backs.max_by(|a, b| longest(rim, a).total_cmp(&longest(rim, b))) else {
        return Sides::unknown(count);
    };
    for piece in back.pieces.iter().copied().filter(|&i| near[0][i] == near[1][i]) {
        around[piece] = Some(PI);
    }
    Sides { around, swapped: !back.leaves_first }
}

/// The longest stretch that pieces at a middle have around it.
fn longest(rim: &Opening, middle: &Middle) -> f64 {
    let mut at = 0.0;
    let mut best = 0.0f64;
    for &(Interval { piece, .. }, length) in &rim.stretches {
        if middle.pieces.contains(&piece) && (at - 1e-9..=at + length + 1e-9).contains(&middle.at) {
            best = best.max(length);
        }
        at += length;
    }
    best
}

/// Angles along a hem with the middle of a piece in front, or a seam between two pieces that are alike.
pub(super) fn centred(
    hem: &Opening,
    count: usize,
    piece: Option<usize>,
    alike: impl Fn(usize, usize) -> bool,
) -> Sides {
    let mut at = 0.0;
    let mut starts = Vec::new();
    for &(Interval { piece, .. }, length) in &hem.stretches {
        starts.push((piece, at));
        at += length;
    }
    let middle = |piece: usize| angles(hem, count, 0.0, false)[piece].map(|angle| angle / TAU * hem.length());
    let between = || {
        let mut pairs = starts.iter().zip(starts.iter().cycle().skip(1));
        pairs.find(|(a, b)| alike(a.0, b.0)).map(|(_, b)| b.1)
    };
    let first = || starts.first().and_then(|(piece, _)| middle(*piece));
    let front = piece.map_or_else(between, middle).or_else(first);
    match front {
        Some(front) => Sides { around: angles(hem, count, front, false), swapped: false },
        None => Sides::unknown(count),
    }
}
