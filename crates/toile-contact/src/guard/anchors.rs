//! Where vertices could be at the end with no contact on the way: what the guard falls back to.
//!
//! As long as nothing is kinematic that is where they are. A kinematic thing that moves takes what is close along, the closer the
//! more of it, and pushes what it still meets out of its way.

use super::GuardInput;
use super::suspects::{Bounds, Hold, Suspect, Suspects};
use glam::DVec3;
use rayon::prelude::*;

/// How often pairs are pushed apart before those that still meet are given up.
const PUSHES: u32 = 24;

/// By how much more than needed they are pushed apart.
const EXCESS: f64 = 1.25;

/// Fills in the anchors: kinematic vertices at their ends, others where kinematic ones do not meet them. No vertex goes farther than
/// its reach, and those that nothing kinematic can come to do not move at all. Pairs for which that fails are marked as lost.
pub(super) fn find(suspects: &mut Suspects, end: &[DVec3], bounds: &Bounds<'_>, anchors: &mut Vec<DVec3>) {
    let Bounds { input, reach, floor, .. } = *bounds;
    anchors.clear();
    anchors.extend_from_slice(input.start);
    let all = &*suspects;
    anchors.par_iter_mut().enumerate().for_each(|(v, anchor)| {
        if input.kinematic[v] {
            *anchor = end[v];
        } else if bounds.is_exposed(v) {
            let carried = carried(all, v as u32, input, end, floor);
            let place = bounds.outside(v, input.start[v] + carried);
            *anchor = limited(input.start[v], place, reach[v]);
        }
    });
    for round in 1..=PUSHES {
        let places = &*anchors;
        let any = |one: bool, other: bool| one | other;
        let pushed =
            suspects.pairs.par_iter_mut().map(|pair| push_planes(pair, places, input.kinematic, round));
        if !pushed.reduce(|| false, any) {
            break;
        }
        let all = &*suspects;
        anchors.par_iter_mut().enumerate().for_each(|(v, anchor)| {
            if !input.kinematic[v] && bounds.is_exposed(v) {
                let place = pushed_out(all, v as u32, *anchor, round);
                if place != *anchor {
                    *anchor = limited(input.start[v], bounds.outside(v, place), reach[v]);
                }
            }
        });
    }
    settle_all(suspects, input.start, anchors);
}

/// Makes all pairs ready for the rounds, given the anchors.
pub(super) fn settle_all(suspects: &mut Suspects, start: &[DVec3], anchors: &[DVec3]) {
    suspects.pairs.par_iter_mut().for_each(|pair| settle(pair, start, anchors));
}

fn limited(start: DVec3, place: DVec3, reach: f64) -> DVec3 {
    start + (place - start).clamp_length_max(reach)
}

/// How far kinematic things take a vertex along: their own motion where they touch it, less the farther they are away, so that
/// what lies between is not squeezed flat.
fn carried(all: &Suspects, vertex: u32, input: &GuardInput<'_>, end: &[DVec3], floor: f64) -> DVec3 {
    let (mut motion, mut total) = (DVec3::ZERO, 0.0);
    for pair in all.of(vertex as usize) {
        if !pair.other_side(vertex).all(|(v, _)| input.kinematic[v as usize]) {
            continue;
        }
        let moved = |(v, weight)| weight * (end[v as usize] - input.start[v as usize]);
        let kinematic: DVec3 = pair.other_side(vertex).map(moved).sum();
        let part = (1.0 - pair.distance / (2.0 * kinematic.length() + 2.0 * floor)).max(0.0);
        let weight = part / (pair.distance + floor).powi(2);
        motion += weight * part * kinematic;
        total += weight;
    }
    if total > 0.0 { motion / total } else { DVec3::ZERO }
}

/// Sets the planes between which the sides of a pair that is too close are pushed; returns whether it is.
fn push_planes(pair: &mut Suspect, places: &[DVec3], kinematic: &[bool], round: u32) -> bool {
    if pair.kinematic || pair.start_gap <= 0.0 || pair.has_gap(places) {
        return false;
    }
    let [above, below] = pair.heights(places);
    // More than is wanted, since pushing comes ever closer to what is asked for but does not get there.
    let half = 0.5 * EXCESS * pair.wanted;
    let middle = pair.kind.first_side();
    let held = |range: std::ops::Range<usize>| range.into_iter().any(|i| kinematic[pair.corners[i] as usize]);
    let center = match (held(0..middle), held(middle..4)) {
        // A side that is kinematic stays where it is, and the other makes all the room.
        (true, false) => above - half,
        (false, true) => below + half,
        _ => f64::midpoint(above, below),
    };
    pair.planes = [center + half, center - half];
    pair.changed = round;
    true
}

/// A vertex moved beyond the planes of all pairs that are too close, one after the other.
fn pushed_out(all: &Suspects, vertex: u32, place: DVec3, round: u32) -> DVec3 {
    let mut moved = place;
    for pair in all.of(vertex as usize).filter(|pair| pair.changed == round) {
        let plane = pair.half_space(vertex);
        let missing = plane.offset - plane.normal.dot(moved - plane.origin);
        if missing > 0.0 {
            moved += missing * plane.normal;
        }
    }
    moved
}

/// Makes a pair ready for the rounds: what is wanted is what the anchors have, and a pair that turns gets another normal.
fn settle(pair: &mut Suspect, start: &[DVec3], anchors: &[DVec3]) {
    pair.hold = Hold::Free;
    pair.planes = [f64::NEG_INFINITY, f64::INFINITY];
    pair.changed = 0;
    if pair.start_gap <= 0.0 || pair.has_gap(anchors) {
        return;
    }
    // Nothing is asked of the anchors but that they are what is asked about.
    let best = pair.direction(start, start, anchors);
    (pair.normal, pair.start_gap) = (best.normal, best.start);
    pair.wanted = pair.wanted.min(best.end);
    pair.lost = pair.wanted <= 0.0;
}
