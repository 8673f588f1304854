//! Buttons, zips, snaps and hooks, to be seen on a dressed garment.
//!
//! A closure that is closed is sewn as any seam; what holds it is drawn on it. Nothing of this takes part in the simulation.

use glam::{DQuat, DVec3};
use toile_dress::{Dressed, Outfit};
use toile_geom::bvh::Bvh;
use toile_geom::distance::point_triangle;
use toile_geom::{TriMesh, shapes};
use toile_pattern::seam::ClosureKind;

/// Radius and half the thickness of what is drawn, in metres.
fn size(kind: ClosureKind) -> [f64; 2] {
    match kind {
        ClosureKind::Buttons => [0.0055, 0.0016],
        ClosureKind::Snaps => [0.004, 0.0015],
        ClosureKind::Hooks => [0.003, 0.001],
        ClosureKind::Zip => [0.002, 0.0015],
    }
}

/// The teeth of a zip are this far apart, in metres.
const TEETH: f64 = 0.005;
/// How far above the cloth all of it lies, in metres.
const ABOVE: f64 = 0.002;

/// What is nearer to cloth of another garment than this, in metres, lies under it: drawn as thick as it is, it would show through.
const COVERED: f64 = 0.008;

/// All that holds the closed closures of an outfit's garments, one mesh for each garment; empty if there is nothing. What another garment covers is not there.
pub fn closures(outfit: &Outfit) -> Vec<TriMesh> {
    let mut over = TriMesh::default();
    let mut all: Vec<TriMesh> = Vec::new();
    for garment in outfit.garments.iter().rev() {
        all.push(closures_under(garment, &over));
        over.append(&garment.cloth.mesh());
    }
    all.reverse();
    all
}

fn closures_under(dressed: &Dressed, over: &TriMesh) -> TriMesh {
    let mut all = TriMesh::default();
    let tree = Bvh::over_triangles(over);
    let positions = &dressed.cloth.state.positions;
    let normals = dressed.cloth.mesh().vertex_normals();
    for (seam, particles) in dressed.meshed.seams.iter().zip(&dressed.sewn.seams) {
        let Some(closure) = dressed.meshed.garment.seams[seam.seam].closure else { continue };
        let line: Vec<[DVec3; 2]> =
            particles.iter().map(|&v| [positions[v as usize], normals[v as usize]]).collect();
        let length: f64 = line.windows(2).map(|ends| ends[0][0].distance(ends[1][0])).sum();
        let count =
            if closure.kind == ClosureKind::Zip { (length / TEETH) as usize } else { closure.count as usize };
        for n in 0..count {
            if let Some(place) = along(&line, length * (n as f64 + 0.5) / count as f64)
                && !is_covered(place[0], over, &tree)
            {
                all.append(&disc(size(closure.kind), place));
            }
        }
    }
    all
}

/// Whether cloth lies close to a place.
fn is_covered(place: DVec3, over: &TriMesh, tree: &Bvh) -> bool {
    let distance = |t: u32| point_triangle(place, over.corners(t as usize)).distance_squared;
    tree.nearest(place, COVERED, distance).is_some()
}

/// The place and the normal at a length along a line.
fn along(line: &[[DVec3; 2]], length: f64) -> Option<[DVec3; 2]> {
    let mut left = length;
    for ends in line.windows(2) {
        let step = ends[0][0].distance(ends[1][0]);
        if left <= step {
            let share = left / step.max(f64::MIN_POSITIVE);
            return Some([0, 1].map(|k| ends[0][k].lerp(ends[1][k], share)));
        }
        left -= step;
    }
    line.last().copied()
}

/// A flat ball on the cloth.
fn disc([radius, thickness]: [f64; 2], [place, normal]: [DVec3; 2]) -> TriMesh {
    let turn = DQuat::from_rotation_arc(DVec3::Z, normal.normalize_or(DVec3::Z));
    let mut ball = shapes::icosphere(1.0, 1);
    for p in &mut ball.positions {
        *p = place + turn * (*p * DVec3::new(radius, radius, thickness) + DVec3::Z * ABOVE);
    }
    ball
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    #[test]
    fn buttons_lie_on_the_line_and_face_outwards() {
        let line = [[DVec3::ZERO, DVec3::X], [DVec3::Y, DVec3::X], [DVec3::new(0.0, 3.0, 0.0), DVec3::X]];
        let [at, normal] = along(&line, 2.0).unwrap();
        assert!(at.distance(DVec3::new(0.0, 2.0, 0.0)) < 1e-12 && normal == DVec3::X);
        let button = disc([0.01, 0.001], [at, normal]);
        let reach = |axis: DVec3| button.positions.iter().map(|p| (*p - at).dot(axis)).fold(0.0, f64::max);
        assert!((reach(DVec3::X) - 0.003).abs() < 2e-4, "{}", reach(DVec3::X));
        assert!(reach(DVec3::Y) > 0.009);
        assert!(along(&[], 1.0).is_none());
    }

    #[test]
    fn buttons_under_cloth_are_not_seen() {
        let over = shapes::sheet(DVec2::splat(0.4), [3, 3]);
        let tree = Bvh::over_triangles(&over);
        assert!(is_covered(DVec3::new(0.01, -0.004, 0.02), &over, &tree));
        assert!(!is_covered(DVec3::new(0.01, -0.03, 0.02), &over, &tree), "it hangs well above");
        assert!(!is_covered(DVec3::new(0.3, 0.0, 0.0), &over, &tree), "it ends before");
        let nothing = TriMesh::default();
        assert!(!is_covered(DVec3::ZERO, &nothing, &Bvh::over_triangles(&nothing)));
    }
}
