//! Freeing a mesh from the few places where its skin passes through itself.

use glam::DVec3;
use toile_geom::TriMesh;
use toile_geom::intersect::self_intersections;
use toile_geom::topology::Topology;

/// How often the places are evened out before giving up.
const MAX_SMOOTHING_ATTEMPTS: usize = 12;

/// Evens out the mesh where it intersects itself, as narrow clefts between fingers may, until it does not; tells whether it
/// came to that.
pub(crate) fn free(mesh: &mut TriMesh) -> bool {
    let mut topology = None;
    for attempt in 0..MAX_SMOOTHING_ATTEMPTS {
        let pairs = self_intersections(mesh);
        if pairs.is_empty() {
            return true;
        }
        let topology = topology.get_or_insert_with(|| Topology::new(mesh));
        let mut chosen = vec![false; mesh.positions.len()];
        for &t in pairs.as_flattened() {
            mesh.triangles[t as usize].iter().for_each(|&v| chosen[v as usize] = true);
        }
        for _ in 0..attempt.min(3) {
            grow(&mut chosen, topology);
        }
        for _ in 0..4 {
            even_out(mesh, &chosen, topology);
        }
    }
    false
}

/// Adds the neighbours of all chosen vertices.
fn grow(chosen: &mut [bool], topology: &Topology) {
    let before = chosen.to_vec();
    for &[a, b] in &topology.edges {
        if before[a as usize] || before[b as usize] {
            chosen[a as usize] = true;
            chosen[b as usize] = true;
        }
    }
}

/// Moves the chosen vertices half way to the mean of their neighbours.
fn even_out(mesh: &mut TriMesh, chosen: &[bool], topology: &Topology) {
    let mut sums = vec![(DVec3::ZERO, 0.0); mesh.positions.len()];
    for &[a, b] in &topology.edges {
        for (v, other) in [(a, b), (b, a)] {
            sums[v as usize].0 += mesh.positions[other as usize];
            sums[v as usize].1 += 1.0;
        }
    }
    for ((p, (sum, count)), _) in mesh.positions.iter_mut().zip(sums).zip(chosen).filter(|(_, c)| **c) {
        *p = p.midpoint(sum / f64::max(count, 1.0));
    }
}
