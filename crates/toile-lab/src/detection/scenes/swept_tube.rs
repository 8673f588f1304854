//! A closed tube around a curve: ropes, arms and legs.

use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::TAU;
use toile_geom::TriMesh;

/// The outline around one point of the curve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    pub(super) centre: DVec3,
    /// Radii along the first and second direction of the frame.
    pub(super) radii: DVec2,
}

/// Joins rings of `around` vertices and closes both ends. The frame starts with `first` as its first direction and is carried on
/// without turning about the curve (parallel transport), so that the tube does not twist.
pub(super) fn swept_tube(rings: &[Ring], around: u32, first: DVec3) -> TriMesh {
    let tangent = |n: usize| {
        let (before, after) = (rings[n.saturating_sub(1)].centre, rings[(n + 1).min(rings.len() - 1)].centre);
        (after - before).normalize_or(DVec3::Y)
    };
    let mut along = tangent(0);
    let mut normal = first.reject_from(along).normalize_or(along.any_orthonormal_vector());
    let mut mesh = TriMesh::default();
    for (n, ring) in rings.iter().enumerate() {
        let next = tangent(n);
        normal = (DQuat::from_rotation_arc(along, next) * normal).reject_from(next).normalize_or(normal);
        along = next;
        let second = along.cross(normal);
        for k in 0..around {
            let (sine, cosine) = (TAU * f64::from(k) / f64::from(around)).sin_cos();
            let offset = ring.radii.x * cosine * normal + ring.radii.y * sine * second;
            mesh.positions.push(ring.centre + offset);
        }
    }
    let ring = |n: usize, k: u32| n as u32 * around + k % around;
    for n in 1..rings.len() {
        for k in 0..around {
            let [a, b, c, d] = [ring(n - 1, k), ring(n - 1, k + 1), ring(n, k + 1), ring(n, k)];
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    for (n, ends) in [(0, true), (rings.len() - 1, false)] {
        let centre = mesh.positions.len() as u32;
        mesh.positions.push(rings[n].centre);
        for k in 0..around {
            let (a, b) = (ring(n, k), ring(n, k + 1));
            mesh.triangles.push(if ends { [centre, b, a] } else { [centre, a, b] });
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn a_straight_tube_is_a_cylinder_that_faces_outwards() {
        let ring = |n: u32| Ring { centre: DVec3::Y * f64::from(n), radii: DVec2::splat(0.5) };
        let mesh = swept_tube(&[ring(0), ring(1), ring(2)], 64, DVec3::X);
        assert!((mesh.volume() - PI * 0.5).abs() < 0.01, "{}", mesh.volume());
        assert_eq!(mesh.triangles.len(), 2 * 64 * 2 + 2 * 64);
    }
}
