//! Where closed polygons cross themselves or each other.

use glam::DVec2;
use toile_geom::predicates::{Sign, orient2d};

/// A place where sides of closed polygons cross or touch, other than at the corner that neighbours share. Sides are sorted along `x` and
/// swept, which is quick for the outlines of pieces; signs are exact.
pub(crate) fn first_crossing(loops: &[Vec<DVec2>]) -> Option<DVec2> {
    crossings(loops).next()
}

fn crossings(loops: &[Vec<DVec2>]) -> impl Iterator<Item = DVec2> {
    struct Side {
        ends: [DVec2; 2],
        of: usize,
        index: usize,
    }
    let mut sides: Vec<Side> = Vec::new();
    for (of, points) in loops.iter().enumerate() {
        // Points that coincide make no side.
        let mut points = points.clone();
        points.dedup();
        if points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        let next = points.iter().cycle().skip(1);
        sides.extend(points.iter().zip(next).enumerate().map(|(index, (&a, &b))| Side {
            ends: [a, b],
            of,
            index,
        }));
    }
    let counts: Vec<usize> =
        (0..loops.len()).map(|of| sides.iter().filter(|side| side.of == of).count()).collect();
    let left = |side: &Side| side.ends[0].x.min(side.ends[1].x);
    sides.sort_by(|a, b| left(a).total_cmp(&left(b)));
    let mut found = Vec::new();
    for (i, a) in sides.iter().enumerate() {
        let right = a.ends[0].x.max(a.ends[1].x);
        for b in sides[i + 1..].iter().take_while(|b| left(b) <= right) {
            let (low, high) = (a.ends[0].y.min(a.ends[1].y), a.ends[0].y.max(a.ends[1].y));
            if b.ends[0].y.max(b.ends[1].y) < low || b.ends[0].y.min(b.ends[1].y) > high {
                continue;
            }
            let count = counts[a.of];
            let neighbours =
                a.of == b.of && (a.index.abs_diff(b.index) == 1 || a.index.abs_diff(b.index) == count - 1);
            if let Some(at) = if neighbours { doubled_back(a.ends, b.ends) } else { crossing(a.ends, b.ends) }
            {
                found.push(at);
                break;
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    found.into_iter()
}

/// Where two segments cross or touch.
pub(crate) fn crossing([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> Option<DVec2> {
    let signs = [orient2d(a, b, c), orient2d(a, b, d), orient2d(c, d, a), orient2d(c, d, b)];
    if signs[0].is_zero() && signs[1].is_zero() {
        // On one line: they touch if an end of one lies on the other.
        let on = |p: DVec2, a: DVec2, b: DVec2| (p - a).dot(p - b) <= 0.0;
        return [(c, a, b), (d, a, b), (a, c, d), (b, c, d)]
            .into_iter()
            .find(|&(p, a, b)| on(p, a, b))
            .map(|(p, ..)| p);
    }
    let apart = |one: Sign, two: Sign| one == two && !one.is_zero();
    if apart(signs[0], signs[1]) || apart(signs[2], signs[3]) {
        return None;
    }
    let (u, v) = (b - a, d - c);
    let determinant = u.perp_dot(v);
    let t = if determinant == 0.0 { 0.5 } else { (c - a).perp_dot(v) / determinant };
    Some(a + u * t.clamp(0.0, 1.0))
}

/// Where a side runs back along its neighbour.
fn doubled_back(a: [DVec2; 2], b: [DVec2; 2]) -> Option<DVec2> {
    let (shared, one, two) = if a[1] == b[0] { (a[1], a[0], b[1]) } else { (a[0], a[1], b[0]) };
    let back = orient2d(shared, one, two).is_zero() && (one - shared).dot(two - shared) > 0.0;
    back.then_some(shared)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(points: &[(f64, f64)]) -> Vec<DVec2> {
        points.iter().map(|&p| DVec2::from(p)).collect()
    }

    #[test]
    fn a_bow_tie_crosses_and_a_square_does_not() {
        let square = polygon(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]);
        assert_eq!(first_crossing(std::slice::from_ref(&square)), None);
        let tie = polygon(&[(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)]);
        assert_eq!(first_crossing(&[tie]), Some(DVec2::splat(0.5)));
        let inside = polygon(&[(0.2, 0.2), (0.4, 0.2), (0.3, 0.4)]);
        assert_eq!(first_crossing(&[square.clone(), inside]), None);
        let across = polygon(&[(0.5, 0.5), (1.5, 0.5), (0.5, 0.7)]);
        assert!(first_crossing(&[square, across]).is_some());
    }

    #[test]
    fn touching_and_doubling_back_count() {
        let touching = polygon(&[(0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)]);
        assert!(first_crossing(&[touching]).is_some());
        let spike = polygon(&[(0.0, 0.0), (1.0, 0.0), (0.5, 0.0), (0.5, 1.0)]);
        assert!(first_crossing(&[spike]).is_some());
        let doubled = polygon(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0)]);
        assert_eq!(first_crossing(&[doubled]), None, "a point given twice is no crossing");
    }
}
