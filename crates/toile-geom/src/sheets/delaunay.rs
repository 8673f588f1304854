//! Makes a triangulation Delaunay by flipping edges (Lawson 1977).

use glam::DVec2;
use std::collections::BTreeMap;

/// How much an edge must gain before it is flipped: with four points on a circle either diagonal will do.
const GAIN: f64 = 1e-9;

/// Flips every edge whose two opposite angles sum to more than half a turn, until none is left. Each flip is one of a convex
/// quadrilateral, so all triangles stay counter-clockwise.
pub(super) fn flipped(places: &[DVec2], mut triangles: Vec<[u32; 3]>) -> Vec<[u32; 3]> {
    let mut sides: BTreeMap<[u32; 2], usize> = BTreeMap::new();
    for (t, &[a, b, c]) in triangles.iter().enumerate() {
        sides.extend([([a, b], t), ([b, c], t), ([c, a], t)]);
    }
    let mut waiting: Vec<[u32; 2]> = sides.keys().copied().filter(|[a, b]| a < b).collect();
    while let Some([a, b]) = waiting.pop() {
        let (Some(&left), Some(&right)) = (sides.get(&[a, b]), sides.get(&[b, a])) else { continue };
        let (c, d) = (opposite(triangles[left], a, b), opposite(triangles[right], a, b));
        let cotangent = |o: u32| {
            let (p, q) = (places[a as usize] - places[o as usize], places[b as usize] - places[o as usize]);
            p.dot(q) / p.perp_dot(q).abs()
        };
        if cotangent(c) + cotangent(d) >= -GAIN {
            continue;
        }
        (triangles[left], triangles[right]) = ([a, d, c], [d, b, c]);
        sides.remove(&[a, b]);
        sides.remove(&[b, a]);
        sides.extend([([d, c], left), ([c, d], right), ([a, d], left), ([b, c], right)]);
        waiting.extend([[a, c], [c, b], [b, d], [d, a]]);
    }
    triangles
}

/// The corner of a triangle that is neither of two.
fn opposite(triangle: [u32; 3], a: u32, b: u32) -> u32 {
    triangle.into_iter().find(|&v| v != a && v != b).unwrap_or(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_diagonal_wins() {
        let places = [(0.0, 0.0), (3.0, -0.5), (6.0, 0.0), (3.0, 0.5)].map(DVec2::from);
        let good = flipped(&places, vec![[0, 1, 2], [0, 2, 3]]);
        assert!(good.iter().all(|t| t.contains(&1) && t.contains(&3)), "{good:?}");
        assert_eq!(flipped(&places, good.clone()), good);
    }
}
