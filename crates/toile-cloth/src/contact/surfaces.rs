//! The terms of contacts with surfaces of obstacles: of vertices, and of the midpoints of edges where an obstacle tests them.

use super::friction::{Slipping, stopping};
use super::memory::recall;
use super::set::CONTACT_STIFFNESS;
use super::{ContactSet, ContactTerm, FreeMotion};
use crate::state::ContactKind;
use glam::DVec3;
use toile_contact::obstacle::Obstacle;
use toile_contact::touch::{InitialPenetration, MovingPoints, ObstaclesAt, Touch};

/// An obstacle bulges into an edge if the midpoint is deeper than the ends by this part of the thickness.
const BULGE: f64 = 0.05;

/// The part of the thickness that the midpoint of an edge is pressed in by before it becomes hard.
const HARD_MIDPOINT: f64 = 0.3;

impl ContactSet<'_> {
    /// Finds what touches surfaces at `x`, at the end of the step.
    pub(crate) fn find_surfaces(&mut self, free: &FreeMotion<'_>, x: &[DVec3]) {
        let (world, state) = (free.world, &free.cloth.state);
        let thickness = world.obstacle_reach();
        let tests_edges = world.obstacles.iter().any(Obstacle::tests_edge_midpoints);
        let mut of_vertices = self.touches(free, x, thickness);
        self.find_penetration(free, &of_vertices);
        let (mut of_edges, mut edges) = (Vec::new(), Vec::new());
        if tests_edges {
            edges = self.edges_near(x, 2.0 * thickness);
            let points = MovingPoints { before: &state.positions, now: x };
            of_edges = world.surfaces_at(world.time + free.time).edge_touches(&edges, points, |_| thickness);
            keep_bulges(&mut of_edges, &edges, &of_vertices, x, BULGE * thickness);
        }
        if let Some(laws) = &self.surface_laws {
            laws.apply(&mut of_vertices, |vertex| vertex);
            laws.apply(&mut of_edges, |edge| edges[edge as usize][0]);
        }
        let penetration = self.penetration.get_or_insert_default();
        penetration.relax(&mut of_vertices, thickness, free.time);
        penetration.relax_edges(&mut of_edges, &edges, thickness, free.time);
        let drags = of_vertices.iter().chain(&of_edges).any(|touch| touch.friction.viscous > 0.0);
        let areas = if drags { free.cloth.vertex_areas() } else { Vec::new() };
        let with_ends = of_vertices.into_iter().map(|touch| (touch, [touch.vertex; 2]));
        let of_edges = of_edges.into_iter().map(|touch| (touch, edges[touch.vertex as usize]));
        let found: Vec<(Touch, [u32; 2])> = with_ends.chain(of_edges).collect();
        let bearers = if tests_edges { bearers(free, &found) } else { Vec::new() };
        let around = Around { areas: &areas, bearers: &bearers };
        self.surfaces =
            found.iter().filter_map(|(touch, ends)| self.surface(free, touch, *ends, &around, x)).collect();
    }

    /// Finds which of the vertices that touch something began the step in it, once.
    fn find_penetration(&mut self, free: &FreeMotion<'_>, touching: &[Touch]) {
        if self.penetration.is_none() {
            let mut vertices: Vec<u32> = touching.iter().map(|touch| touch.vertex).collect();
            vertices.dedup();
            let at_start = free.world.surfaces_at(free.world.time);
            self.penetration =
                Some(InitialPenetration::find(&free.cloth.state.positions, &vertices, &at_start));
        }
    }

    /// The contacts of vertices that are kept so far away, and within the thickness beyond.
    fn touches(&mut self, free: &FreeMotion<'_>, x: &[DVec3], thickness: f64) -> Vec<Touch> {
        let world = free.world;
        let at = ObstaclesAt { thickness, ..world.surfaces_at(world.time + free.time) };
        let points = MovingPoints { before: &free.cloth.state.positions, now: x };
        self.distances.touches(points, &at, world.obstacle_reach())
    }

    /// The edges whose midpoints may be nearer than a distance, each once: they are nearer than the farther end by at most half their length.
    fn edges_near(&self, x: &[DVec3], distance: f64) -> Vec<[u32; 2]> {
        let least: Vec<f64> = (0..x.len() as u32).map(|v| self.distances.at_least(v, x)).collect();
        let is_near = |ends: &[u32; 2]| {
            let [a, b] = ends.map(|v| v as usize);
            least[a].max(least[b]) - 0.5 * x[a].distance(x[b]) < distance
        };
        let mut edges: Vec<[u32; 2]> = self.edges.iter().map(|edge| edge.ends).filter(is_near).collect();
        // Where pieces are sewn together an edge is listed for both.
        edges.dedup();
        edges
    }

    /// The term of a contact; none if nothing of it can move. Contacts that bear the same vertex share its inertia: each by itself would be
    /// taken to stop all of it, and friction to hold as many times as much.
    fn surface(
        &self,
        free: &FreeMotion<'_>,
        touch: &Touch,
        ends: [u32; 2],
        around: &Around<'_>,
        x: &[DVec3],
    ) -> Option<ContactTerm> {
        let cloth = free.cloth;
        let share = |v: u32| {
            let of = around.bearers.get(v as usize).copied().unwrap_or(1).max(1);
            if cloth.pinned[v as usize] { 0.0 } else { free.inertia(v as usize) / f64::from(of) }
        };
        let [a, b] = ends;
        let is_vertex = a == b;
        let inertia = if is_vertex { share(a) } else { share(a) + share(b) };
        if inertia == 0.0 {
            return None;
        }
        let before = middle(&cloth.state.positions, ends);
        let kind = ContactKind::Surface(touch.obstacle);
        let corners = [a, b, b, b];
        let known = recall(&cloth.state.sticks, (kind, corners));
        let stretch = known.map_or(DVec3::ZERO, |stick| stick.stretch);
        let mut term = ContactTerm {
            kind,
            corners,
            weights: if is_vertex { [1.0, 0.0, 0.0, 0.0] } else { [0.5, 0.5, 0.0, 0.0] },
            normal: touch.normal,
            offset: touch.offset,
            // Vertices that are pressed too far are moved out in the end; what is between them must be pinned off by springs.
            hard_offset: touch.offset - HARD_MIDPOINT * free.world.obstacle_reach(),
            stiffness: CONTACT_STIFFNESS * inertia,
            hardness: if is_vertex { 0.0 } else { self.hardness },
            push: 0.0,
            friction_bound: 0.0,
            anchor: before + touch.velocity * free.time - stretch,
            gives_way: false,
            found: before,
            coefficient: touch.friction.kinetic,
            neighbours: false,
        };
        let area = |v: u32| around.areas.get(v as usize).copied().unwrap_or(0.0);
        let area = 0.5 * (area(a) + area(b));
        if self.searches > 0 {
            let place = middle(x, ends);
            term.push = term.stiffness * term.depth(place);
            set_friction(&mut term, touch, place, area, free.time);
        } else {
            term.push = known.map_or(term.stiffness * term.depth(before), |stick| stick.push);
            let (inertial, velocity) = (middle(&free.places, ends), middle(&cloth.state.velocities, ends));
            let point = FreePoint { inertial, velocity, inertia, area };
            decide_at_first(&mut term, touch, &point, free.time);
        }
        // Known to slide where the system is linearised, it is pulled on: one linear solve tells sticking from sliding.
        term.gives_way = term.slip(middle(x, ends)).length >= term.slack();
        Some(term)
    }

    /// Puts vertices that stick back where they stick, and moves those that are inside an obstacle to its surface; tells how
    /// many touch and how many were moved out.
    pub(crate) fn push_out(&mut self, free: &FreeMotion<'_>, x: &mut [DVec3]) -> (usize, usize) {
        for term in self.surfaces.iter().filter(|term| term.weights[1] == 0.0) {
            let place = &mut x[term.corners[0] as usize];
            *place = term.without_creep(*place);
        }
        let mut found = self.touches(free, x, 0.0);
        if let Some(penetration) = &self.penetration {
            penetration.relax(&mut found, 0.0, free.time);
        }
        let mut moved = 0;
        let mut count = 0;
        for touch in found.iter().filter(|touch| !free.cloth.pinned[touch.vertex as usize]) {
            count += 1;
            let place = &mut x[touch.vertex as usize];
            let depth = touch.depth(*place);
            if depth > 0.0 {
                *place += touch.normal * depth;
                moved += 1;
            }
        }
        (count, moved)
    }
}

/// A point that touches something, as it would be without that.
#[derive(Clone, Copy, Debug)]
struct FreePoint {
    /// Where inertia and outer forces alone would lead it.
    inertial: DVec3,
    /// How fast it is at the beginning of the step.
    velocity: DVec3,
    /// Stiffness of its inertia, N/m.
    inertia: f64,
    /// The area around it in m², that drag acts on.
    area: f64,
}

/// Sets push and friction at the first guess of a step, where the spring is pressed too far to tell the push: that of the last step, which the
/// term has, and the force that would stop the point tell it instead.
fn decide_at_first(term: &mut ContactTerm, touch: &Touch, point: &FreePoint, time: f64) {
    term.push = term.push.max(point.inertia * term.depth(point.inertial));
    set_friction(term, touch, point.inertial, point.area, time);
    // What friction can stop sticks, however far the first guess has slid.
    let slipped = term.along(point.velocity - touch.velocity).length();
    if point.inertia * term.slip(point.inertial).length <= stopping(&touch.friction, slipped) * term.push {
        term.friction_bound = f64::INFINITY;
    }
}

/// Sets what friction can hold where a point is at a place.
fn set_friction(term: &mut ContactTerm, touch: &Touch, place: DVec3, area: f64, time: f64) {
    let slid = term.slip(place).length;
    let slipping = Slipping { speed: slid / time, area };
    term.friction_bound = slipping.friction_bound(&touch.friction, term.push, term.stiffness * slid);
}

/// Keeps the contacts of edges into which an obstacle bulges between their ends by more than a length; elsewhere the ends bear all that there is.
fn keep_bulges(
    of_edges: &mut Vec<Touch>,
    edges: &[[u32; 2]],
    of_vertices: &[Touch],
    x: &[DVec3],
    bulge: f64,
) {
    let mut depths = vec![f64::NEG_INFINITY; x.len()];
    for touch in of_vertices {
        let depth = &mut depths[touch.vertex as usize];
        *depth = depth.max(touch.depth(x[touch.vertex as usize]));
    }
    of_edges.retain(|touch| {
        let ends = edges[touch.vertex as usize];
        let of_ends = 0.5 * (depths[ends[0] as usize] + depths[ends[1] as usize]);
        touch.depth(middle(x, ends)) > of_ends + bulge
    });
}

/// How many contacts bear each vertex where inertia and outer forces alone would lead: so the number is the same throughout the step.
fn bearers(free: &FreeMotion<'_>, found: &[(Touch, [u32; 2])]) -> Vec<u32> {
    let mut bearers = vec![0; free.cloth.vertex_count()];
    for (touch, [a, b]) in found {
        if touch.depth(middle(&free.places, [*a, *b])) > 0.0 {
            bearers[*a as usize] += 1;
            bearers[*b as usize] += u32::from(a != b);
        }
    }
    bearers
}

/// What contacts have to know of the vertices.
struct Around<'a> {
    /// The area around each, if anything drags.
    areas: &'a [f64],
    /// How many contacts bear each, if edges count.
    bearers: &'a [u32],
}

/// The midpoint of an edge, or a vertex that is given twice.
#[inline]
fn middle(of: &[DVec3], [a, b]: [u32; 2]) -> DVec3 {
    if a == b { of[a as usize] } else { of[a as usize].midpoint(of[b as usize]) }
}

#[cfg(test)]
mod tests {
    use super::super::term::tests::term;
    use super::*;
    use glam::DMat3;

    /// A point on a slope: one linear solve decides between sticking and sliding, whatever the length of the step.
    #[test]
    fn one_step_tells_sticking_from_sliding() {
        for (degrees, time) in [(20.0_f64, 1.0 / 60.0), (20.0, 1e-4), (30.0, 1.0 / 60.0), (30.0, 1e-4)] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let (along, normal) = (DVec3::new(cos, -sin, 0.0), DVec3::new(sin, cos, 0.0));
            let friction = 0.47.into();
            let touch =
                Touch { vertex: 0, obstacle: 0, normal, offset: 0.0, velocity: DVec3::ZERO, friction };
            let inertia = 1e-3 / (time * time);
            let inertial = DVec3::NEG_Y * (9.81 * time * time);
            let mut term = ContactTerm {
                normal,
                offset: 0.0,
                hardness: 0.0,
                stiffness: CONTACT_STIFFNESS * inertia,
                push: 0.0,
                anchor: DVec3::ZERO,
                ..term()
            };
            let point = FreePoint { inertial, velocity: DVec3::ZERO, inertia, area: 1e-4 };
            decide_at_first(&mut term, &touch, &point, time);
            term.gives_way = term.slip(inertial).length >= term.slack();
            let matrix = term.hessian(inertial) + DMat3::from_diagonal(DVec3::splat(inertia));
            let solved = inertial - matrix.inverse() * term.gradient(inertial);
            let slid = term.without_creep(solved).dot(along) / (9.81 * time * time);
            let expected = (sin - 0.47 * cos).max(0.0);
            assert!((slid - expected).abs() < 1e-9, "{degrees}°, {time} s: {slid} for {expected}");
        }
    }
}
