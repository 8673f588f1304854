//! Which candidates are close, where, and in which direction.
//!
//! ```
//! use glam::DVec3;
//! use toile_contact::narrow::{StencilKind, proximity::proximity};
//!
//! let corners = [DVec3::new(0.2, 0.001, 0.3), DVec3::ZERO, DVec3::Z, DVec3::X];
//! let close = proximity(StencilKind::VertexTriangle, corners, 0.002).unwrap();
//! assert!((close.distance - 0.001).abs() < 1e-15);
//! assert!(close.normal.distance(DVec3::Y) < 1e-12);
//! assert!(proximity(StencilKind::VertexTriangle, corners, 0.0005).is_none());
//! ```

use super::stencil::{MissingCorner, StencilKind, check_corners};
use glam::DVec3;
use rayon::prelude::*;
use toile_geom::distance::{self, Pair};

/// Two things that are close to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proximity {
    /// The distance between the closest points, in metres.
    pub distance: f64,
    /// The unit vector from the second closest point to the first. Where the points coincide, a normal of what meets
    /// there, of either sign.
    pub normal: DVec3,
    /// The weights of the four corners in the difference of the closest points: those of the first one are positive
    /// and sum to 1, those of the second are negative and sum to -1.
    pub weights: [f64; 4],
}

/// The proximity of a pair if it is within a distance.
///
/// A vertex and a triangle, or two edges, in any position: closest points at a corner or a border count like those
/// inside, and degenerate triangles and edges are what is left of them. A pair with a corner that is not a finite number is
/// not close.
pub fn proximity(kind: StencilKind, corners: [DVec3; 4], within: f64) -> Option<Proximity> {
    let [a, b, c, d] = corners;
    let (pair, distance_squared) = match kind {
        StencilKind::VertexTriangle => {
            let closest = distance::point_triangle(a, [b, c, d]);
            (closest.pair, closest.distance_squared)
        }
        StencilKind::EdgeEdge => {
            let closest = distance::edge_edge([a, b], [c, d]);
            (closest.pair, closest.distance_squared)
        }
    };
    let distance = distance_squared.sqrt();
    (distance <= within).then(|| with_direction(&pair, distance))
}

fn with_direction(pair: &Pair, distance: f64) -> Proximity {
    Proximity { distance, normal: pair.direction(), weights: pair.weights }
}

/// The proximity of each query, none where it is not within the distance.
///
/// `found` is overwritten; if it is kept from call to call, nothing is allocated. Every query is decided, in order.
///
/// # Errors
///
/// If a query names a corner that does not exist.
pub fn proximities(
    kind: StencilKind,
    positions: &[DVec3],
    queries: &[[u32; 4]],
    within: f64,
    found: &mut Vec<Option<Proximity>>,
) -> Result<(), MissingCorner> {
    const CHUNK: usize = 512;
    found.resize(queries.len(), None);
    queries.par_chunks(CHUNK).zip(found.par_chunks_mut(CHUNK)).try_for_each(|(queries, found)| {
        check_corners(queries, positions.len())?;
        for (query, found) in queries.iter().zip(found) {
            let corners = query.map(|corner| positions[corner as usize]);
            *found = if boxes_apart(kind, corners, within) { None } else { proximity(kind, corners, within) };
        }
        Ok(())
    })
}

/// Whether the boxes of the two are farther apart than a distance along some axis. The bound is widened by more than the
/// rounding of a difference, so that a pair at exactly the distance is left to the precise test.
fn boxes_apart(kind: StencilKind, [a, b, c, d]: [DVec3; 4], within: f64) -> bool {
    let (low, high, other_low, other_high) = match kind {
        StencilKind::VertexTriangle => (a, a, b.min(c).min(d), b.max(c).max(d)),
        StencilKind::EdgeEdge => (a.min(b), a.max(b), c.min(d), c.max(d)),
    };
    let gap = (low - other_high).max(other_low - high);
    gap.max_element() > within * (1.0 + 1e-12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_batch_agrees_with_single_pairs_and_weights_give_the_difference() {
        let positions: Vec<DVec3> = (0..40_u32)
            .map(|i| DVec3::new((i * 37 % 11).into(), (i * 17 % 13).into(), (i * 7 % 5).into()) * 0.1)
            .collect();
        let queries: Vec<[u32; 4]> =
            (0..2000_u32).map(|i| [i % 40, (i * 3 + 1) % 40, (i * 7 + 2) % 40, (i * 11 + 5) % 40]).collect();
        for kind in [StencilKind::VertexTriangle, StencilKind::EdgeEdge] {
            let mut found = Vec::new();
            proximities(kind, &positions, &queries, 0.2, &mut found).unwrap();
            assert_eq!(found.len(), queries.len());
            assert!(found.iter().any(Option::is_some) && found.iter().any(Option::is_none));
            for (query, found) in queries.iter().zip(&found) {
                let corners = query.map(|i| positions[i as usize]);
                assert_eq!(*found, proximity(kind, corners, 0.2));
                if let Some(close) = found {
                    let difference: DVec3 = (0..4).map(|i| close.weights[i] * corners[i]).sum();
                    assert!((difference.length() - close.distance).abs() < 1e-12);
                    assert!((close.normal.length() - 1.0).abs() < 1e-12);
                    assert!(close.distance == 0.0 || difference.dot(close.normal) > 0.0);
                }
            }
        }
    }

    #[test]
    fn a_pair_at_exactly_the_distance_is_close_and_a_missing_corner_is_named() {
        let positions = [DVec3::Y, DVec3::NEG_X, DVec3::X, DVec3::Z];
        let mut found = Vec::new();
        proximities(StencilKind::VertexTriangle, &positions, &[[0, 1, 2, 3]], 1.0, &mut found).unwrap();
        assert_eq!(found[0].unwrap().weights, [1.0, -0.5, -0.5, 0.0]);
        let error =
            proximities(StencilKind::EdgeEdge, &positions, &[[0, 1, 2, 4]], 1.0, &mut found).unwrap_err();
        assert_eq!(error, MissingCorner { corner: 4, corners: 4 });
        assert!(proximity(StencilKind::EdgeEdge, [DVec3::NAN; 4], 1.0).is_none());
    }
}
