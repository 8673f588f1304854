//! Masks that smooth: those of Loop's scheme and of its modification with bounded curvature.

use super::VertexMask;
use super::star::Star;
use std::f64::consts::TAU;

/// The second eigenvalue around a vertex with `k` neighbours: `3/8 + cos(2π/k)/4`.
fn second_eigenvalue(k: f64) -> f64 {
    0.375 + 0.25 * (TAU / k).cos()
}

/// What a vertex takes of all its neighbours together.
pub(super) fn from_neighbours(mask: VertexMask, neighbours: usize) -> f64 {
    let k = neighbours as f64;
    let squared = second_eigenvalue(k).powi(2);
    match mask {
        VertexMask::Loop => 0.625 - squared,
        VertexMask::Warren if neighbours == 3 => 9.0 / 16.0,
        VertexMask::Warren => 0.375,
        // The eigenvalue of equal values on the ring is what edges take of them less what the vertex takes.
        VertexMask::BoundedCurvature => edge_total(neighbours) - squared,
    }
}

/// The middle of a smooth edge: 3/8 of its ends, 1/8 of both tips.
pub(super) fn four_vertices(star: &Star<'_>, edge: usize, row: &mut Vec<(u32, f64)>) {
    let [p, q] = star.topology.edges[edge];
    row.extend([(p, 0.375), (q, 0.375)]);
    row.extend(star.sides(edge).into_iter().flatten().map(|(_, tip)| (tip, 0.125)));
}

/// The middle of the edge from an irregular vertex to the first of its `k` neighbours: shares `M_k(cos(2πi/k))` of the neighbours, the
/// rest of the vertex itself (Loop 2002). Returns the share of the vertex.
pub(super) fn irregular(neighbours: usize, mut share: impl FnMut(usize, f64)) -> f64 {
    let mut total = 0.0;
    for i in 0..neighbours {
        let weight = edge_share(neighbours, (TAU * i as f64 / neighbours as f64).cos());
        total += weight;
        share(i, weight);
    }
    1.0 - total
}

/// `M_k(u)`, which is nowhere negative for `u` from -1 to 1.
fn edge_share(neighbours: usize, u: f64) -> f64 {
    match neighbours {
        3 => (1.25 + u) / 6.0,
        4 => 0.5 * (0.5 + 0.375 * u).powi(2),
        5 => {
            let root = 5.0_f64.sqrt();
            (3.0 + root) / 32.0 * ((5.0 - root) / 5.0 + u).powi(2)
        }
        _ => {
            let k = neighbours as f64;
            let lambda = second_eigenvalue(k);
            let a = 2.0 * lambda.powi(3) / (k * (1.0 - lambda));
            let b = 1.0 / lambda - 1.5;
            a * (1.0 + u) * (b + u).powi(2)
        }
    }
}

/// What the middle of an edge takes of all neighbours together.
fn edge_total(neighbours: usize) -> f64 {
    1.0 - irregular(neighbours, |_, _| {})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_edges_add_up_to_the_closed_forms() {
        let root = 5.0_f64.sqrt();
        for (k, total) in [(3, 5.0 / 8.0), (4, 41.0 / 64.0), (5, (31.0 + 5.0 * root) / 64.0)] {
            assert!((edge_total(k) - total).abs() < 1e-14, "{k}");
        }
        for k in 6..20 {
            let lambda = second_eigenvalue(k as f64);
            let total = 2.0 * lambda * (1.0 - 2.0 * lambda + 1.25 * lambda * lambda) / (1.0 - lambda);
            assert!((edge_total(k) - total).abs() < 1e-13, "{k}");
        }
    }

    #[test]
    fn six_neighbours_give_the_regular_mask_and_no_share_is_negative() {
        let mut shares = Vec::new();
        assert!((irregular(6, |_, share| shares.push(share)) - 0.375).abs() < 1e-15);
        for (share, expected) in shares.iter().zip([0.375, 0.125, 0.0, 0.0, 0.0, 0.125]) {
            assert!((share - expected).abs() < 1e-15);
        }
        for k in 3..40 {
            irregular(k, |i, share| assert!(share >= -1e-17, "{k} {i}"));
        }
    }

    #[test]
    fn bounded_vertex_masks_are_those_of_the_source() {
        for (k, expected) in [(3, 0.5625), (4, 0.5), (5, 0.4545), (6, 0.375), (7, 0.3757), (8, 0.3776)] {
            let found = from_neighbours(VertexMask::BoundedCurvature, k);
            assert!((found - expected).abs() < 5e-5, "{k}: {found}");
        }
        for mask in VertexMask::ALL {
            assert!((from_neighbours(mask, 6) - 0.375).abs() < 1e-14, "{mask:?}");
        }
    }
}
