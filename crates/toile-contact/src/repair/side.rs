//! Which way the two surfaces of a contour have to pass each other, and what has to move for it.
//!
//! There are a few ways: along and against the mean normals of either surface, or each vertex along or against its own
//! normal, which suits surfaces that curve around a body. For each the vertices are gathered that lie behind the other surface,
//! starting at the contour and going on from neighbour to neighbour; the way that moves the smallest volume is taken. For a
//! closed loop that is the side with the smaller area (Baraff, Witkin and Kass 2003), but it works for contours that
//! end inside a surface too.

use super::contour::Contour;
use super::crossing::State;
use super::exit::Exits;
use super::relax::Push;
use super::surface::Surfaces;
use glam::DVec3;
use std::collections::HashSet;

/// A way out: what has to be pushed, and the volume that moves.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) pushes: Vec<Push>,
    pub(super) volume: f64,
}

/// The best ways out of a contour, best first; `count` of them at most.
pub(super) fn ways_out(
    surfaces: &Surfaces<'_>,
    state: &State,
    contour: &Contour,
    thickness: f64,
    count: usize,
) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for heading in headings(surfaces, state, contour) {
        if !is_allowed(surfaces, contour, &heading) {
            continue;
        }
        let limit = if ways.len() < count { f64::INFINITY } else { ways[count - 1].volume };
        let search = Search { surfaces, state, contour, heading, thickness, limit };
        if let Some(way) = search.run() {
            let place = ways.partition_point(|other| other.volume <= way.volume);
            ways.insert(place, way);
            ways.truncate(count);
        }
    }
    ways
}

/// The way that the first surface of a contour goes relative to the second.
struct Heading {
    /// The unit vector along which all go; each vertex along its own normal if there is none.
    common: Option<DVec3>,
    /// How much the first surface's normals point where it goes, and the second's.
    along: [f64; 2],
}

/// The ways to be looked at.
fn headings(surfaces: &Surfaces<'_>, state: &State, contour: &Contour) -> Vec<Heading> {
    /// Normals that differ by more than this do not tell a direction.
    const MIN_NORMAL_LENGTH: f64 = 0.05;
    /// Surfaces that are steeper to each other than this do not slide along each other.
    const MAX_SLIDING_SLOPE: f64 = 0.3;
    let normals = [0, 1].map(|slot| contour.mean_normal(surfaces, state, slot));
    let mut headings = Vec::new();
    for direction in [normals[1], -normals[1], normals[0], -normals[0]] {
        if let (true, Some(common)) = (direction.length() > MIN_NORMAL_LENGTH, direction.try_normalize()) {
            let along = normals.map(|normal| normal.dot(common));
            headings.push(Heading { common: Some(common), along });
        }
    }
    let both = |&[a, b]: &[u32; 2]| {
        surfaces.normal(&state.mesh.positions, a).dot(surfaces.normal(&state.mesh.positions, b))
    };
    let agreement = contour.pairs.iter().map(both).sum::<f64>() / contour.pairs.len().max(1) as f64;
    if agreement.abs() > MAX_SLIDING_SLOPE {
        headings.extend([1.0, -1.0].map(|sign| Heading { common: None, along: [sign, sign * agreement] }));
    }
    headings
}

/// Whether the first surface may pass the second in a direction: not into a body, and not against the order of the layers.
fn is_allowed(surfaces: &Surfaces<'_>, contour: &Contour, heading: &Heading) -> bool {
    /// Across a body the normals of the contour cancel, and both ways are open.
    const INWARD: f64 = -0.2;
    let Some(&[first, second]) = contour.pairs.first() else { return false };
    let along = heading.along;
    if surfaces.is_solid(second) && along[1] < INWARD || surfaces.is_solid(first) && along[0] > -INWARD {
        return false;
    }
    match (surfaces.layer(first), surfaces.layer(second)) {
        (Some((one, one_facing)), Some((other, other_facing))) if one != other => {
            let outward = along[0] * one_facing + along[1] * other_facing;
            (one > other) == (outward > 0.0)
        }
        _ => true,
    }
}

struct Search<'a> {
    surfaces: &'a Surfaces<'a>,
    state: &'a State,
    contour: &'a Contour,
    heading: Heading,
    thickness: f64,
    /// Larger volumes are of no interest.
    limit: f64,
}

impl Search<'_> {
    fn run(&self) -> Option<Way> {
        let mut way = Way { pushes: Vec::new(), volume: 0.0 };
        for slot in 0..2 {
            if !self.gather_behind(slot, &mut way) {
                return None;
            }
        }
        self.part_edges(&mut way);
        (!way.pushes.is_empty() && way.volume <= self.limit).then_some(way)
    }

    /// Adds the vertices of one surface that are behind the other; false if the volume is too large.
    fn gather_behind(&self, slot: usize, way: &mut Way) -> bool {
        let Some(pair) = self.contour.pairs.first() else { return true };
        let other = 1 - slot;
        let along = self.heading.along[other] * if slot == 0 { 1.0 } else { -1.0 };
        let solid = self.surfaces.is_solid(pair[other]);
        // A surface that is seen edge-on has no side to come from.
        let facing = match along {
            _ if solid => 1.0,
            _ if along.abs() < 0.2 => 0.0,
            _ => along.signum(),
        };
        let exits = Exits {
            surfaces: self.surfaces,
            state: self.state,
            part: self.surfaces.part(pair[other]),
            facing,
            reach: self.contour.extent(self.state),
        };
        let mut seen: HashSet<u32> = HashSet::new();
        let mut queue: Vec<u32> = Vec::new();
        for pair in &self.contour.pairs {
            queue.extend(self.surfaces.triangles[pair[slot] as usize].iter().filter(|&&v| seen.insert(v)));
        }
        let mut next = 0;
        while next < queue.len() {
            let vertex = queue[next];
            next += 1;
            let direction = self.direction(vertex, slot);
            let Some(hit) = exits.find(vertex, direction) else { continue };
            way.volume += hit.distance * self.vertex_area(vertex);
            if way.volume > self.limit {
                return false;
            }
            let [a, b, c] = self.surfaces.triangles[hit.triangle as usize];
            let weights = [1.0, -hit.barycentric[0], -hit.barycentric[1], -hit.barycentric[2]];
            way.pushes.push(Push::of_four([vertex, a, b, c], weights, direction, self.thickness));
            queue.extend(self.surfaces.neighbours.row(vertex as usize).iter().filter(|&&v| seen.insert(v)));
        }
        true
    }

    /// The way that a vertex of one of the surfaces goes.
    fn direction(&self, vertex: u32, slot: usize) -> DVec3 {
        let sign = if slot == 0 { 1.0 } else { -1.0 };
        if let Some(common) = self.heading.common {
            return common * sign;
        }
        let around = self.surfaces.topology.vertex_triangles.row(vertex as usize);
        let normals = around.iter().map(|&t| self.surfaces.normal(&self.state.mesh.positions, t));
        normals.sum::<DVec3>().normalize_or_zero() * (sign * self.heading.along[slot].signum())
    }

    /// The way that a triangle of the first surface goes past one of the second.
    fn pair_direction(&self, [first, second]: [u32; 2]) -> DVec3 {
        self.heading.common.unwrap_or_else(|| {
            let [one, other] = [first, second].map(|t| self.surfaces.normal(&self.state.mesh.positions, t));
            let [along, other_along] = self.heading.along.map(f64::signum);
            (one * along + other * other_along).normalize_or_zero()
        })
    }

    /// A third of the area of the triangles around a vertex.
    fn vertex_area(&self, vertex: u32) -> f64 {
        let around = self.surfaces.topology.vertex_triangles.row(vertex as usize);
        around.iter().map(|&t| self.state.mesh.triangle_area(t as usize)).sum::<f64>() / 3.0
    }

    /// Adds the edges along the contour that cross each other, seen in the direction, in the wrong order.
    fn part_edges(&self, way: &mut Way) {
        let mut seen: HashSet<[u32; 2]> = HashSet::new();
        for &[first, second] in &self.contour.pairs {
            let direction = self.pair_direction([first, second]);
            for &one in &self.surfaces.topology.triangle_edges[first as usize] {
                for &other in &self.surfaces.topology.triangle_edges[second as usize] {
                    if seen.insert([one, other]) {
                        self.part_edge_pair([one, other], direction, way);
                    }
                }
            }
        }
    }

    fn part_edge_pair(&self, edges: [u32; 2], direction: DVec3, way: &mut Way) {
        let [a, b] = edges.map(|edge| self.surfaces.topology.edges[edge as usize]);
        if a.iter().any(|v| b.contains(v)) {
            return;
        }
        let at = |v: u32| self.state.mesh.positions[v as usize];
        let ([p, q], [r, s]) = (a.map(at), b.map(at));
        // The plane through the second edge along the direction cuts the first edge.
        let Some((t, u)) = crossing_along(direction, [p, q], [r, s]) else { return };
        let weights = [1.0 - t, t, u - 1.0, -u];
        let depth = -(p.lerp(q, t) - r.lerp(s, u)).dot(direction);
        if depth < 0.0 {
            return;
        }
        way.volume += depth * 0.25 * p.distance(q) * r.distance(s);
        let vertices = [a[0], a[1], b[0], b[1]];
        way.pushes.push(Push::of_four(vertices, weights, direction, self.thickness));
    }
}

/// The parameters on two segments where they cross, seen along a direction.
pub(crate) fn crossing_along(direction: DVec3, [p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> Option<(f64, f64)> {
    let (along, across) = (q - p, s - r);
    let turn = direction.dot(along.cross(across));
    if turn.abs() <= 1e-9 * along.length() * across.length() {
        return None;
    }
    let t = direction.dot((r - p).cross(across)) / turn;
    let u = direction.dot((r - p).cross(along)) / turn;
    ((0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u)).then_some((t, u))
}
