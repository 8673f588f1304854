//! Contacts of a Newton step with colliders: of vertices, and of the middles of edges where a collider minds them.

use super::balance::{Balance, CONTACT_STIFFNESS};
use super::contact::{ContactTerm, TouchingPoint};
use glam::DVec3;
use toile_contact::obstacle::Obstacle;
use toile_contact::touch::{MovingPoints, ObstaclesAt, Sunk, Touch};

/// A collider bulges into an edge if the middle is deeper than the ends by this part of the thickness.
const BULGE: f64 = 0.05;

/// The part of the thickness that the middle of an edge is pressed in by before it becomes hard.
const HARD: f64 = 0.3;

impl<'a> Balance<'a> {
    /// Finds what touches colliders at `x`, at the end of the step.
    pub(super) fn find_contacts(&mut self, x: &[DVec3]) {
        let world = self.world;
        let (at, thickness) = (world.surfaces_at(world.time + self.time), world.obstacle_thickness);
        let tests_edges = world.obstacles.iter().any(Obstacle::tests_edge_midpoints);
        let mut of_vertices = self.touches(x, thickness);
        self.find_sunk(&of_vertices);
        let (mut of_edges, mut edges) = (Vec::new(), Vec::new());
        if tests_edges {
            edges = self.edges_near(x, 2.0 * thickness);
            of_edges = at.edge_touches(&edges, self.moving(x), |_| thickness);
            self.keep_bulges(&mut of_edges, &edges, &of_vertices, x);
        }
        if let Some(laws) = &self.surface_laws {
            laws.set_friction(&mut of_vertices, |vertex| vertex);
            laws.set_friction(&mut of_edges, |edge| edges[edge as usize][0]);
        }
        let sunk = self.sunk.get_or_insert_default();
        sunk.relax(&mut of_vertices, thickness, self.time);
        sunk.relax_edges(&mut of_edges, &edges, thickness, self.time);
        let drags = of_vertices.iter().chain(&of_edges).any(|touch| touch.friction.viscous > 0.0);
        let areas = if drags { self.cloth.vertex_areas() } else { Vec::new() };
        let with_ends = of_vertices.into_iter().map(|touch| (touch, [touch.vertex; 2]));
        let of_edges = of_edges.into_iter().map(|touch| (touch, edges[touch.vertex as usize]));
        let found: Vec<(Touch, [u32; 2])> = with_ends.chain(of_edges).collect();
        let bearers = if tests_edges { self.bearers(&found) } else { Vec::new() };
        let around = Around { areas: &areas, bearers: &bearers };
        self.contacts =
            found.iter().filter_map(|(touch, ends)| self.term(*touch, *ends, &around, x)).collect();
    }

    /// Finds which of the vertices that touch something began the step in it, once.
    fn find_sunk(&mut self, touching: &[Touch]) {
        if self.sunk.is_none() {
            let mut vertices: Vec<u32> = touching.iter().map(|touch| touch.vertex).collect();
            vertices.dedup();
            let places = &self.cloth.state.positions;
            self.sunk = Some(Sunk::find(places, &vertices, &self.world.surfaces_at(self.world.time)));
        }
    }

    /// How many contacts bear each vertex where inertia and outer forces alone would lead: so the number is the same throughout the step.
    fn bearers(&self, found: &[(Touch, [u32; 2])]) -> Vec<u32> {
        let mut bearers = vec![0; self.cloth.vertex_count()];
        for (touch, [a, b]) in found {
            if touch.depth(middle(&self.inertial, [*a, *b])) > 0.0 {
                bearers[*a as usize] += 1;
                bearers[*b as usize] += u32::from(a != b);
            }
        }
        bearers
    }

    /// The contacts of vertices that are kept so far away, and within the thickness beyond.
    fn touches(&mut self, x: &[DVec3], thickness: f64) -> Vec<Touch> {
        let world = self.world;
        let at = ObstaclesAt { thickness, ..world.surfaces_at(world.time + self.time) };
        let points = self.moving(x);
        self.distances.touches(points, &at, world.obstacle_thickness)
    }

    /// Where vertices are, and where they were when the step began.
    fn moving<'x>(&self, x: &'x [DVec3]) -> MovingPoints<'x>
    where
        'a: 'x,
    {
        MovingPoints { before: &self.cloth.state.positions, now: x }
    }

    /// The edges whose middles may be nearer than a distance, each once: they are nearer than the farther end by at most half their length.
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

    /// Keeps the contacts of edges into which a collider bulges between their ends; elsewhere the ends bear all that there is.
    fn keep_bulges(&self, of_edges: &mut Vec<Touch>, edges: &[[u32; 2]], of_vertices: &[Touch], x: &[DVec3]) {
        let mut depths = vec![f64::NEG_INFINITY; x.len()];
        for touch in of_vertices {
            let depth = &mut depths[touch.vertex as usize];
            *depth = depth.max(touch.depth(x[touch.vertex as usize]));
        }
        of_edges.retain(|touch| {
            let ends = edges[touch.vertex as usize];
            let of_ends = 0.5 * (depths[ends[0] as usize] + depths[ends[1] as usize]);
            touch.depth(middle(x, ends)) > of_ends + BULGE * self.world.obstacle_thickness
        });
    }

    /// The term of a contact; none if nothing of it can move. Contacts that bear the same vertex share its inertia: each by itself would be
    /// taken to stop all of it, and friction to hold as many times as much.
    fn term(&self, touch: Touch, ends: [u32; 2], around: &Around<'_>, x: &[DVec3]) -> Option<ContactTerm> {
        let state = &self.cloth.state;
        let share = |v: u32| {
            let of = around.bearers.get(v as usize).copied().unwrap_or(1).max(1);
            if self.cloth.held[v as usize] { 0.0 } else { self.inertia(v as usize) / f64::from(of) }
        };
        let [a, b] = ends;
        let inertia = if a == b { share(a) } else { share(a) + share(b) };
        if inertia == 0.0 {
            return None;
        }
        let area = |v: u32| around.areas.get(v as usize).copied().unwrap_or(0.0);
        let point = TouchingPoint {
            ends,
            before: middle(&state.positions, ends),
            inertial: middle(&self.inertial, ends),
            velocity: middle(&state.velocities, ends),
            inertia,
            area: 0.5 * (area(a) + area(b)),
        };
        let stiffness = CONTACT_STIFFNESS * inertia;
        let term = if self.searches == 0 {
            ContactTerm::at_first(touch, stiffness, point, self.time)
        } else {
            ContactTerm::at(touch, stiffness, middle(x, ends), point, self.time)
        };
        // Vertices that are pressed too far are moved out in the end; what is between them must be held off by springs.
        Some(if a == b { term } else { term.hardened(self.hardness, HARD * self.world.obstacle_thickness) })
    }

    /// Puts vertices that stick back where they stick, and moves those that are inside a collider to its surface; tells how
    /// many touch and how many were moved out.
    pub(super) fn push_out(&mut self, x: &mut [DVec3]) -> (usize, usize) {
        for contact in &self.contacts {
            if let Some(v) = contact.vertex() {
                x[v as usize] = contact.without_creep(x[v as usize]);
            }
        }
        let mut found = self.touches(x, 0.0);
        let held = &self.cloth.held;
        if let Some(sunk) = &self.sunk {
            sunk.relax(&mut found, 0.0, self.time);
        }
        let mut moved = 0;
        let mut count = 0;
        for touch in found.iter().filter(|touch| !held[touch.vertex as usize]) {
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

/// What contacts are told of the vertices.
struct Around<'a> {
    /// The area around each, if anything drags.
    areas: &'a [f64],
    /// How many contacts bear each, if edges count.
    bearers: &'a [u32],
}

/// The middle of an edge, or a vertex that is given twice.
#[inline]
fn middle(of: &[DVec3], [a, b]: [u32; 2]) -> DVec3 {
    if a == b { of[a as usize] } else { of[a as usize].midpoint(of[b as usize]) }
}
