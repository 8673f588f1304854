//! Contacts of points with the surfaces of obstacles, each as a half-space that the point may not enter.
//!
//! A point that begins inside has a penetration depth; it is let out with a bounded speed (depenetration), so that nothing is thrown.

use crate::friction::FrictionLaw;
use crate::obstacle::{MovingPoint, Obstacle};
use glam::DVec3;
use rayon::prelude::*;

/// The number of points that are looked at together.
const CHUNK: usize = 256;

/// How much farther than asked for distances are remembered, in metres.
const KNOWN: f64 = 0.02;

/// A point that is at a surface, or will be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The point's number: a vertex, or the edge whose middle it is.
    pub vertex: u32,
    /// The obstacle's number.
    pub obstacle: u32,
    /// The unit normal of the surface, outwards.
    pub normal: DVec3,
    /// The point stays out as long as `normal · x ≥ offset`; thickness is included.
    pub offset: f64,
    /// How fast the surface moves there, in m/s.
    pub velocity: DVec3,
    /// The friction of the surface.
    pub friction: FrictionLaw,
}

impl Touch {
    /// How deep a place is in the half-space, in metres; negative outside.
    pub fn depth(&self, place: DVec3) -> f64 {
        self.offset - self.normal.dot(place)
    }

    /// Moves the half-space back, without friction from then on.
    fn yield_by(&mut self, allowed: f64) {
        if allowed > 0.0 {
            self.offset -= allowed;
            self.friction = FrictionLaw::NONE;
        }
    }
}

/// Where points are, and where they were when the step began.
#[derive(Clone, Copy, Debug)]
pub struct MovingPoints<'a> {
    /// Where each was when the step began.
    pub before: &'a [DVec3],
    /// Where each is.
    pub now: &'a [DVec3],
}

impl<'a> MovingPoints<'a> {
    /// Points that are where they began.
    pub fn still(points: &'a [DVec3]) -> Self {
        Self { before: points, now: points }
    }

    fn vertex(&self, v: u32) -> MovingPoint {
        MovingPoint { before: self.before[v as usize], now: self.now[v as usize] }
    }

    fn middle(&self, edge: [u32; 2]) -> MovingPoint {
        let [a, b] = edge.map(|v| self.vertex(v));
        MovingPoint { before: a.before.midpoint(b.before), now: a.now.midpoint(b.now) }
    }
}

/// Obstacles at a time, and how far points stay away from their surfaces. Meshes, which are met by their triangles, are passed over.
#[derive(Clone, Copy, Debug)]
pub struct ObstaclesAt<'a> {
    /// The obstacles; their numbers are their places in this list.
    pub obstacles: &'a [Obstacle],
    /// The time in seconds.
    pub time: f64,
    /// How far points stay away, in metres.
    pub thickness: f64,
}

impl ObstaclesAt<'_> {
    /// The contacts of points that are within `reach` of a surface.
    ///
    /// `reach` must cover what a point may move in the step; a point has a contact for each obstacle near it, in the order of the
    /// points and then of the obstacles.
    pub fn touches(&self, points: MovingPoints<'_>, reach: impl Fn(u32) -> f64 + Sync) -> Vec<Touch> {
        self.find(points.now.len(), |i| (i, points.vertex(i)), &self.chosen(Obstacle::is_surface), reach)
    }

    /// The same for some of the points, which come in growing order.
    pub fn touches_of(
        &self,
        vertices: &[u32],
        points: MovingPoints<'_>,
        reach: impl Fn(u32) -> f64 + Sync,
    ) -> Vec<Touch> {
        let point = |i: u32| (vertices[i as usize], points.vertex(vertices[i as usize]));
        self.find(vertices.len(), point, &self.chosen(Obstacle::is_surface), reach)
    }

    /// The contacts of the midpoints of edges with obstacles that [test them](Obstacle::tests_edge_midpoints). The number of a contact is that
    /// of its edge.
    pub fn edge_touches(
        &self,
        edges: &[[u32; 2]],
        points: MovingPoints<'_>,
        reach: impl Fn(u32) -> f64 + Sync,
    ) -> Vec<Touch> {
        let point = |i: u32| (i, points.middle(edges[i as usize]));
        self.find(edges.len(), point, &self.chosen(Obstacle::tests_edge_midpoints), reach)
    }

    /// Whether a place is deeper than a tolerance inside of something.
    pub fn contain(&self, place: MovingPoint, tolerance: f64) -> bool {
        let distances = self.obstacles.iter().filter_map(|solid| solid.nearest(place, self.time));
        distances.into_iter().any(|found| found.distance < -tolerance)
    }

    fn chosen(&self, is_one: impl Fn(&Obstacle) -> bool) -> Vec<u32> {
        (0..).zip(self.obstacles).filter(|(_, obstacle)| is_one(obstacle)).map(|(o, _)| o).collect()
    }

    /// The contacts of points, which come with their numbers, with some of the obstacles.
    fn find(
        &self,
        count: usize,
        point: impl Fn(u32) -> (u32, MovingPoint) + Sync,
        chosen: &[u32],
        reach: impl Fn(u32) -> f64 + Sync,
    ) -> Vec<Touch> {
        if chosen.is_empty() {
            return Vec::new();
        }
        let of_chunk = |chunk: usize| {
            let of_chunk = CHUNK * chunk..count.min(CHUNK * (chunk + 1));
            let (numbers, points): (Vec<u32>, Vec<MovingPoint>) = of_chunk.map(|i| point(i as u32)).unzip();
            let mut nearest = Vec::with_capacity(points.len() * chosen.len());
            for &o in chosen {
                self.obstacles[o as usize].nearest_of_all(&points, self.time, &mut nearest);
            }
            let mut touches = Vec::new();
            for (i, (&vertex, point)) in numbers.iter().zip(&points).enumerate() {
                let reach = self.thickness + reach(vertex);
                for (k, &obstacle) in chosen.iter().enumerate() {
                    let found = nearest[k * points.len() + i];
                    if found.distance < reach {
                        touches.push(Touch {
                            vertex,
                            obstacle,
                            normal: found.normal,
                            offset: found.normal.dot(point.now) - found.distance + self.thickness,
                            velocity: found.velocity,
                            friction: self.obstacles[obstacle as usize].friction_law(),
                        });
                    }
                }
            }
            touches
        };
        (0..count.div_ceil(CHUNK)).into_par_iter().flat_map_iter(of_chunk).collect()
    }
}

/// What is known of the distances of points to all surfaces at one time, so that points which are far away need not be asked for again:
/// a distance changes by no more than the point moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distances {
    /// Where each point was when it was asked for, and its least distance then.
    known: Vec<(DVec3, f64)>,
}

impl Distances {
    /// The same as [`ObstaclesAt::touches`] at the time that all calls are for.
    pub fn touches(&mut self, points: MovingPoints<'_>, at: &ObstaclesAt<'_>, reach: f64) -> Vec<Touch> {
        let (now, thickness) = (points.now, at.thickness);
        self.known.resize(now.len(), (DVec3::ZERO, f64::NEG_INFINITY));
        let is_near = |v: &u32| self.at_least(*v, now) < thickness + reach;
        let asked: Vec<u32> = (0..now.len() as u32).filter(is_near).collect();
        // Whatever is found within a wider reach is known from then on.
        let mut found = at.touches_of(&asked, points, |_| reach + KNOWN);
        for &v in &asked {
            self.known[v as usize] = (now[v as usize], thickness + reach + KNOWN);
        }
        for touch in &found {
            let distance = thickness - touch.depth(now[touch.vertex as usize]);
            let known = &mut self.known[touch.vertex as usize].1;
            *known = known.min(distance);
        }
        found.retain(|touch| touch.depth(now[touch.vertex as usize]) > -reach);
        found
    }

    /// A distance that a point has at least.
    pub fn at_least(&self, vertex: u32, points: &[DVec3]) -> f64 {
        let (place, distance) = self.known[vertex as usize];
        distance - place.distance(points[vertex as usize])
    }
}

/// Points that begin a step too close to an obstacle, or in it, and are let out slowly: at once they would be thrown out.
///
/// How deep they may still be falls at the obstacle's [speed](Obstacle::max_depenetration_speed).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InitialPenetration {
    /// Vertex, obstacle, and the distance at the beginning, in the order of the first two.
    starts: Vec<(u32, u32, f64)>,
    speeds: Vec<f64>,
}

impl InitialPenetration {
    /// Finds which of some vertices are closer than the thickness when a step begins; they come in growing order.
    pub fn find(points: &[DVec3], vertices: &[u32], at: &ObstaclesAt<'_>) -> Self {
        let speeds: Vec<f64> = at.obstacles.iter().map(Obstacle::max_depenetration_speed).collect();
        let slow: Vec<u32> =
            (0..).zip(&speeds).filter(|(_, speed)| speed.is_finite()).map(|(o, _)| o).collect();
        let points = MovingPoints::still(points);
        let point = |i: u32| (vertices[i as usize], points.vertex(vertices[i as usize]));
        let found = at.find(vertices.len(), point, &slow, |_| 0.0);
        let start = |touch: &Touch| {
            let lack = touch.depth(points.now[touch.vertex as usize]);
            (touch.vertex, touch.obstacle, at.thickness - lack)
        };
        Self { starts: found.iter().map(start).collect(), speeds }
    }

    /// How much closer than a thickness a vertex may be to an obstacle, after a time in seconds from the beginning of the step.
    pub fn allowance(&self, vertex: u32, obstacle: u32, thickness: f64, elapsed: f64) -> f64 {
        let found = self.starts.binary_search_by_key(&(vertex, obstacle), |start| (start.0, start.1));
        let speed = self.speeds.get(obstacle as usize).copied().unwrap_or(f64::INFINITY);
        found.map_or(0.0, |at| (thickness - self.starts[at].2 - speed * elapsed).max(0.0))
    }

    /// Moves the half-spaces of vertices back by what they are allowed. What comes out of a body slides: held by friction, it would be stretched
    /// by what is around it, and flung away.
    pub fn relax(&self, touches: &mut [Touch], thickness: f64, elapsed: f64) {
        if !self.starts.is_empty() {
            for touch in touches {
                touch.yield_by(self.allowance(touch.vertex, touch.obstacle, thickness, elapsed));
            }
        }
    }

    /// Moves the half-spaces of the middles of edges back by what one of their ends is allowed.
    pub fn relax_edges(&self, touches: &mut [Touch], edges: &[[u32; 2]], thickness: f64, elapsed: f64) {
        if !self.starts.is_empty() {
            for touch in touches {
                let allowed = edges[touch.vertex as usize]
                    .map(|end| self.allowance(end, touch.obstacle, thickness, elapsed));
                touch.yield_by(allowed[0].max(allowed[1]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::obstacle::{ObstacleSurface, Plane, Sphere, SurfacePoint};

    #[test]
    fn only_points_within_reach_touch_and_depth_includes_the_thickness() {
        let obstacles = [Obstacle::plane(Plane::floor(0.0)), Obstacle::ball(Sphere::new(DVec3::Y, 0.5))];
        let points = [DVec3::Y * 0.3, DVec3::Y * 1.52, DVec3::new(5.0, 0.001, 0.0)];
        let found = at(&obstacles).touches(MovingPoints::still(&points), |_| 0.05);
        let what: Vec<(u32, u32, f64)> = found.iter().map(|t| (t.vertex, t.obstacle, t.normal.y)).collect();
        assert_eq!(what, [(1, 1, 1.0), (2, 0, 1.0)]);
        assert!((found[0].depth(points[1]) + 0.018).abs() < 1e-12);
        assert!((found[1].depth(points[2]) - 0.001).abs() < 1e-12);
    }

    fn at(obstacles: &[Obstacle]) -> ObstaclesAt<'_> {
        ObstaclesAt { obstacles, time: 0.0, thickness: 0.002 }
    }

    /// A floor that tests the midpoints of edges and lets things out at 0.1 m/s.
    #[derive(Clone, Debug)]
    struct Mud(Plane);

    impl ObstacleSurface for Mud {
        fn nearest(&self, point: MovingPoint, time: f64) -> SurfacePoint {
            self.0.nearest(point, time)
        }

        fn boxed_clone(&self) -> Box<dyn ObstacleSurface> {
            Box::new(self.clone())
        }

        fn tests_edge_midpoints(&self) -> bool {
            true
        }

        fn max_depenetration_speed(&self) -> f64 {
            0.1
        }
    }

    fn mud() -> Obstacle {
        Obstacle::custom(Box::new(Mud(Plane::floor(0.0))))
    }

    #[test]
    fn midpoints_of_edges_touch_what_tests_them() {
        let obstacles = [Obstacle::plane(Plane::floor(-0.1)), mud()];
        let points = [DVec3::Y * 0.1, DVec3::new(0.1, -0.1, 0.0), DVec3::Y];
        let found = at(&obstacles).edge_touches(&[[0, 2], [0, 1]], MovingPoints::still(&points), |_| 0.0);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].vertex, found[0].obstacle), (1, 1));
        assert!((found[0].depth(points[0].midpoint(points[1])) - 0.002).abs() < 1e-12);
    }

    #[test]
    fn remembered_distances_find_the_same_contacts() {
        let obstacles =
            [Obstacle::plane(Plane::floor(0.0)), Obstacle::ball(Sphere::new(DVec3::Y * 0.1, 0.1))];
        let mut points: Vec<DVec3> = (0..200)
            .map(|i| DVec3::new(f64::from(i % 20) * 0.02 - 0.2, f64::from(i / 20) * 0.03, 0.03))
            .collect();
        let mut distances = Distances::default();
        for round in 0..6 {
            let moving = MovingPoints::still(&points);
            let found = distances.touches(moving, &at(&obstacles), 0.004);
            assert_eq!(found, at(&obstacles).touches(moving, |_| 0.004), "{round}");
            for (i, p) in points.iter_mut().enumerate() {
                let i = i as f64;
                *p += DVec3::new((3.0 * i).sin(), (5.0 * i).cos(), (7.0 * i).sin()) * 0.004;
            }
        }
    }

    #[test]
    fn what_begins_inside_is_let_out_slowly() {
        let obstacles = [Obstacle::plane(Plane::floor(0.0)), mud()];
        let points = [DVec3::Y * 0.5, DVec3::Y * -0.03];
        let penetration = InitialPenetration::find(&points, &[1], &at(&obstacles));
        let moving = MovingPoints::still(&points);
        let mut found = at(&obstacles).touches(moving, |_| 0.0);
        penetration.relax(&mut found, 0.002, 0.1);
        assert!((found[0].depth(points[1]) - 0.032).abs() < 1e-12, "a floor lets out at once");
        assert!((found[1].depth(points[1]) - 0.01).abs() < 1e-12);
        let mut edge = at(&obstacles).edge_touches(&[[0, 1]], moving, |_| 1.0);
        penetration.relax_edges(&mut edge, &[[0, 1]], 0.002, 0.1);
        let middle = points[0].midpoint(points[1]);
        assert!((edge[0].depth(middle) - (0.002 - 0.235 - 0.022)).abs() < 1e-12);
    }
}
