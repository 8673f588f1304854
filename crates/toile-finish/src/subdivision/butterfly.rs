//! Masks that go through the coarse vertices.

use super::star::Star;
use std::f64::consts::TAU;

/// The middle of a smooth edge by the eight-point mask: 1/2 of its ends, 1/8 of both tips, -1/16 of the four tips beyond.
///
/// Where a line is in the way, what is beyond is the tip mirrored in it: `g = a + b - c`.
pub(super) fn eight_point(star: &Star<'_>, edge: usize, row: &mut Vec<(u32, f64)>) {
    let [p, q] = star.topology.edges[edge];
    row.extend([(p, 0.5), (q, 0.5)]);
    for (triangle, tip) in star.sides(edge).into_iter().flatten() {
        row.push((tip, 0.125));
        for (near, far) in [(p, q), (q, p)] {
            match star.wing(triangle, [near, tip]) {
                Some(wing) => row.push((wing, -0.0625)),
                None => row.extend([(near, -0.0625), (tip, -0.0625), (far, 0.0625)]),
            }
        }
    }
}

/// The middle of the edge from an irregular vertex to the first of its `k` neighbours: 3/4 of the vertex, and shares of its
/// neighbours that add up to 1/4 (Zorin, Schröder and Sweldens 1996).
pub(super) fn irregular(neighbours: usize, share: impl FnMut(usize, f64)) -> f64 {
    let k = neighbours as f64;
    let weight = |i: usize| match neighbours {
        3 => [5.0, -1.0, -1.0][i] / 12.0,
        4 => [0.375, 0.0, -0.125, 0.0][i],
        _ => {
            let angle = TAU * i as f64 / k;
            (0.25 + angle.cos() + 0.5 * (2.0 * angle).cos()) / k
        }
    };
    let mut share = share;
    (0..neighbours).for_each(|i| share(i, weight(i)));
    0.75
}

/// The middle of an edge of a line by the four-point scheme; halfway where the line begins or ends.
pub(super) fn four_point(star: &Star<'_>, edge: usize, row: &mut Vec<(u32, f64)>) {
    let [p, q] = star.topology.edges[edge];
    match (star.along(q, p), star.along(p, q)) {
        (Some(before), Some(after)) => {
            row.extend([(before, -0.0625), (p, 0.5625), (q, 0.5625), (after, -0.0625)]);
        }
        _ => row.extend([(p, 0.5), (q, 0.5)]),
    }
}
