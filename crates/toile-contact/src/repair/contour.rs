//! Intersecting pairs of triangles linked into contours.
//!
//! Where an edge passes through a triangle, the contour goes on from one triangle at the edge to the next (Baraff, Witkin and
//! Kass 2003). At a border edge it ends.

use super::crossing::State;
use super::surface::Surfaces;
use glam::DVec3;
use toile_geom::intersect::segment_triangle;

/// A line along which two surfaces, or two places of one, pass through each other.
#[derive(Clone, Debug)]
pub(super) struct Contour {
    /// The pairs of triangles along it, the one of the first surface first.
    pub(super) pairs: Vec<[u32; 2]>,
    /// Whether it is a loop, and not a path that ends at borders or in a shared vertex.
    pub(super) closed: bool,
    /// Whether it runs into a vertex that both its surfaces share: a fold that is drawn through itself.
    pub(super) cusp: bool,
}

/// Sets that can be united, numbered by their smallest member.
struct Sets(Vec<u32>);

impl Sets {
    fn root(&mut self, mut i: u32) -> u32 {
        while self.0[i as usize] != i {
            let up = self.0[self.0[i as usize] as usize];
            self.0[i as usize] = up;
            i = up;
        }
        i
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}

/// Links the pairs of triangles, which must be in increasing order, into contours, in order of their first pairs.
pub(super) fn contours(surfaces: &Surfaces<'_>, state: &State, pairs: &[[u32; 2]]) -> Vec<Contour> {
    // Each pair has two traces: on its first triangle, number 2 i, and on its second, number 2 i + 1.
    let mut contour_sets = Sets((0..pairs.len() as u32).collect());
    let mut trace_sets = Sets((0..2 * pairs.len() as u32).collect());
    let mut ends = vec![false; pairs.len()];
    let mut cusps = ends.clone();
    for (i, &pair) in pairs.iter().enumerate() {
        let i = i as u32;
        cusps[i as usize] = share_vertex(surfaces, pair);
        for slot in 0..2 {
            let (triangle, through) = (pair[slot as usize], pair[1 - slot as usize]);
            for &edge in &surfaces.topology.triangle_edges[triangle as usize] {
                if !crosses(surfaces, state, edge, through) {
                    continue;
                }
                let beyond = surfaces.topology.edge_triangles.row(edge as usize);
                ends[i as usize] |= beyond.len() == 1;
                for &next in beyond.iter().filter(|&&next| next != triangle) {
                    let Ok(j) = pairs.binary_search(&[next.min(through), next.max(through)]) else {
                        continue;
                    };
                    let j = j as u32;
                    let next_slot = u32::from(next > through);
                    contour_sets.unite(i, j);
                    trace_sets.unite(2 * i + slot, 2 * j + next_slot);
                    trace_sets.unite(2 * i + 1 - slot, 2 * j + 1 - next_slot);
                }
            }
        }
    }
    gather(pairs, [&ends, &cusps], &mut contour_sets, &mut trace_sets)
}

fn gather(
    pairs: &[[u32; 2]],
    [ends, cusps]: [&[bool]; 2],
    contour_sets: &mut Sets,
    trace_sets: &mut Sets,
) -> Vec<Contour> {
    const NONE: usize = usize::MAX;
    let mut numbers = vec![NONE; pairs.len()];
    let mut contours: Vec<Contour> = Vec::new();
    for (i, &[a, b]) in pairs.iter().enumerate() {
        let root = contour_sets.root(i as u32);
        // The root is the smallest member, so it has been met before.
        if numbers[root as usize] == NONE {
            numbers[root as usize] = contours.len();
            contours.push(Contour { pairs: Vec::new(), closed: true, cusp: false });
        }
        let contour = &mut contours[numbers[root as usize]];
        let first_trace = trace_sets.root(2 * root);
        let swapped = trace_sets.root(2 * i as u32) != first_trace;
        contour.pairs.push(if swapped { [b, a] } else { [a, b] });
        contour.cusp |= cusps[i];
        contour.closed &= !ends[i] && !cusps[i];
    }
    contours
}

fn share_vertex(surfaces: &Surfaces<'_>, [a, b]: [u32; 2]) -> bool {
    let others = surfaces.triangles[b as usize];
    surfaces.triangles[a as usize].iter().any(|v| others.contains(v))
}

/// Whether an edge passes through a triangle that it has no vertex in common with.
pub(super) fn crosses(surfaces: &Surfaces<'_>, state: &State, edge: u32, triangle: u32) -> bool {
    let ends = surfaces.topology.edges[edge as usize];
    let corners = surfaces.triangles[triangle as usize];
    if ends.iter().any(|v| corners.contains(v)) {
        return false;
    }
    let at = |v: u32| state.mesh.positions[v as usize];
    segment_triangle(ends.map(at), corners.map(at))
}

impl Contour {
    /// How large the box around the contour's triangles is, from corner to corner.
    pub(super) fn extent(&self, state: &State) -> f64 {
        let mut low = DVec3::INFINITY;
        let mut high = DVec3::NEG_INFINITY;
        for &t in self.pairs.as_flattened() {
            let bounds = state.mesh.triangle_bounds(t as usize);
            (low, high) = (low.min(bounds.min), high.max(bounds.max));
        }
        (high - low).length()
    }

    /// The mean normal of the contour's triangles of the first surface (0) or the second (1); short if they differ.
    pub(super) fn mean_normal(&self, surfaces: &Surfaces<'_>, state: &State, slot: usize) -> DVec3 {
        let sum: DVec3 =
            self.pairs.iter().map(|pair| surfaces.normal(&state.mesh.positions, pair[slot])).sum();
        sum / self.pairs.len().max(1) as f64
    }
}
