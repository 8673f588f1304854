//! Contacts of points with colliders, each as a half-space that the point may not enter.

use crate::collider::Collider;
use crate::friction::FrictionLaw;
use glam::DVec3;
use rayon::prelude::*;

/// So many points are looked at together.
const CHUNK: usize = 256;

/// How much farther than asked for distances are remembered, in metres.
const KNOWN: f64 = 0.02;

/// A point that is at a surface, or will be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The point's number: a vertex, or the edge whose middle it is.
    pub vertex: u32,
    /// The collider's number.
    pub collider: u32,
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

/// The contacts of points that are within `reach` of a surface at a time. Cloth stays `thickness` away from it.
///
/// `reach` must cover what a point may move in the step; a point has a contact for each collider near it, in the order of the
/// points and then of the colliders.
pub fn touches(
    points: &[DVec3],
    colliders: &[Box<dyn Collider>],
    time: f64,
    thickness: f64,
    reach: impl Fn(usize) -> f64 + Sync,
) -> Vec<Touch> {
    let all: Vec<u32> = (0..colliders.len() as u32).collect();
    find(points, colliders, &all, time, thickness, reach)
}

/// The contacts of the middles of edges with colliders that [mind edges](Collider::minds_edges). The number of a contact is that of its edge.
pub fn edge_touches(
    points: &[DVec3],
    edges: &[[u32; 2]],
    colliders: &[Box<dyn Collider>],
    time: f64,
    thickness: f64,
    reach: impl Fn(usize) -> f64 + Sync,
) -> Vec<Touch> {
    let minding: Vec<u32> =
        (0..).zip(colliders).filter(|(_, collider)| collider.minds_edges()).map(|(c, _)| c).collect();
    if minding.is_empty() {
        return Vec::new();
    }
    let middle = |[a, b]: &[u32; 2]| points[*a as usize].midpoint(points[*b as usize]);
    let middles: Vec<DVec3> = edges.iter().map(middle).collect();
    find(&middles, colliders, &minding, time, thickness, reach)
}

/// The contacts with some of the colliders.
fn find(
    points: &[DVec3],
    colliders: &[Box<dyn Collider>],
    chosen: &[u32],
    time: f64,
    thickness: f64,
    reach: impl Fn(usize) -> f64 + Sync,
) -> Vec<Touch> {
    if chosen.is_empty() {
        return Vec::new();
    }
    let of_chunk = |(chunk, points): (usize, &[DVec3])| {
        let mut nearest = Vec::with_capacity(points.len() * chosen.len());
        for &c in chosen {
            colliders[c as usize].nearest_of_all(points, time, &mut nearest);
        }
        let mut touches = Vec::new();
        for (i, &point) in points.iter().enumerate() {
            let v = chunk * CHUNK + i;
            let reach = thickness + reach(v);
            for (k, &c) in chosen.iter().enumerate() {
                let found = nearest[k * points.len() + i];
                if found.distance < reach {
                    touches.push(Touch {
                        vertex: v as u32,
                        collider: c,
                        normal: found.normal,
                        offset: found.normal.dot(point) - found.distance + thickness,
                        velocity: found.velocity,
                        friction: colliders[c as usize].friction(),
                    });
                }
            }
        }
        touches
    };
    points.par_chunks(CHUNK).enumerate().flat_map_iter(of_chunk).collect()
}

/// What is known of the distances of points to all colliders at one time, so that points which are far away need not be asked for again:
/// a distance changes by no more than the point moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distances {
    /// Where each point was when it was asked for, and its least distance then.
    known: Vec<(DVec3, f64)>,
}

impl Distances {
    /// The same as [`touches`] at the time that all calls are for.
    pub fn touches(
        &mut self,
        points: &[DVec3],
        colliders: &[Box<dyn Collider>],
        time: f64,
        thickness: f64,
        reach: f64,
    ) -> Vec<Touch> {
        self.known.resize(points.len(), (DVec3::ZERO, f64::NEG_INFINITY));
        let is_near = |v: &u32| self.at_least(*v, points) < thickness + reach;
        let asked: Vec<u32> = (0..points.len() as u32).filter(is_near).collect();
        let places: Vec<DVec3> = asked.iter().map(|&v| points[v as usize]).collect();
        // Whatever is found within a wider reach is known from then on.
        let mut found = touches(&places, colliders, time, thickness, |_| reach + KNOWN);
        for (&v, place) in asked.iter().zip(&places) {
            self.known[v as usize] = (*place, thickness + reach + KNOWN);
        }
        for touch in &mut found {
            touch.vertex = asked[touch.vertex as usize];
            let distance = thickness - touch.depth(points[touch.vertex as usize]);
            let known = &mut self.known[touch.vertex as usize].1;
            *known = known.min(distance);
        }
        found.retain(|touch| touch.depth(points[touch.vertex as usize]) > -reach);
        found
    }

    /// A distance that a point has at least.
    pub fn at_least(&self, vertex: u32, points: &[DVec3]) -> f64 {
        let (place, distance) = self.known[vertex as usize];
        distance - place.distance(points[vertex as usize])
    }
}

/// Points that begin a step too close to a collider, or in it, and are let out slowly: at once they would be thrown out.
///
/// How deep they may still be falls at the collider's [speed of recovery](Collider::recovery_speed).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sunk {
    /// Vertex, collider, and the distance at the beginning, in the order of the first two.
    starts: Vec<(u32, u32, f64)>,
    speeds: Vec<f64>,
}

impl Sunk {
    /// Finds which of some vertices are closer than the thickness at the time when a step begins; they come in growing order.
    pub fn find(
        points: &[DVec3],
        vertices: &[u32],
        colliders: &[Box<dyn Collider>],
        time: f64,
        thickness: f64,
    ) -> Self {
        let speeds: Vec<f64> = colliders.iter().map(|collider| collider.recovery_speed()).collect();
        let slow: Vec<u32> =
            (0..).zip(&speeds).filter(|(_, speed)| speed.is_finite()).map(|(c, _)| c).collect();
        if slow.is_empty() {
            return Self::default();
        }
        let places: Vec<DVec3> = vertices.iter().map(|&v| points[v as usize]).collect();
        let found = find(&places, colliders, &slow, time, thickness, |_| 0.0);
        let start = |touch: &Touch| {
            let lack = touch.depth(places[touch.vertex as usize]);
            (vertices[touch.vertex as usize], touch.collider, thickness - lack)
        };
        Self { starts: found.iter().map(start).collect(), speeds }
    }

    /// How much closer than a thickness a vertex may be to a collider, so many seconds after the beginning of the step.
    pub fn allowance(&self, vertex: u32, collider: u32, thickness: f64, elapsed: f64) -> f64 {
        let found = self.starts.binary_search_by_key(&(vertex, collider), |start| (start.0, start.1));
        let speed = self.speeds.get(collider as usize).copied().unwrap_or(f64::INFINITY);
        found.map_or(0.0, |at| (thickness - self.starts[at].2 - speed * elapsed).max(0.0))
    }

    /// Moves the half-spaces of vertices back by what they are allowed. What comes out of a body slides: held by friction, it would be stretched
    /// by what is around it, and flung away.
    pub fn relax(&self, touches: &mut [Touch], thickness: f64, elapsed: f64) {
        if !self.starts.is_empty() {
            for touch in touches {
                touch.yield_by(self.allowance(touch.vertex, touch.collider, thickness, elapsed));
            }
        }
    }

    /// Moves the half-spaces of the middles of edges back by what one of their ends is allowed.
    pub fn relax_edges(&self, touches: &mut [Touch], edges: &[[u32; 2]], thickness: f64, elapsed: f64) {
        if !self.starts.is_empty() {
            for touch in touches {
                let allowed = edges[touch.vertex as usize]
                    .map(|end| self.allowance(end, touch.collider, thickness, elapsed));
                touch.yield_by(allowed[0].max(allowed[1]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collider::{Plane, Sphere, SurfacePoint};

    #[test]
    fn only_points_within_reach_touch_and_depth_includes_the_thickness() {
        let colliders: Vec<Box<dyn Collider>> =
            vec![Box::new(Plane::floor(0.0)), Box::new(Sphere::new(DVec3::Y, 0.5))];
        let points = [DVec3::Y * 0.3, DVec3::Y * 1.52, DVec3::new(5.0, 0.001, 0.0)];
        let found = touches(&points, &colliders, 0.0, 0.002, |_| 0.05);
        let what: Vec<(u32, u32, f64)> = found.iter().map(|t| (t.vertex, t.collider, t.normal.y)).collect();
        assert_eq!(what, [(1, 1, 1.0), (2, 0, 1.0)]);
        assert!((found[0].depth(points[1]) + 0.018).abs() < 1e-12);
        assert!((found[1].depth(points[2]) - 0.001).abs() < 1e-12);
    }

    /// A floor that minds edges and lets things out at 0.1 m/s.
    #[derive(Debug)]
    struct Mud(Plane);

    impl Collider for Mud {
        fn nearest(&self, point: DVec3, time: f64) -> SurfacePoint {
            self.0.nearest(point, time)
        }

        fn friction(&self) -> FrictionLaw {
            self.0.friction
        }

        fn minds_edges(&self) -> bool {
            true
        }

        fn recovery_speed(&self) -> f64 {
            0.1
        }
    }

    #[test]
    fn middles_of_edges_touch_what_minds_them() {
        let colliders: Vec<Box<dyn Collider>> =
            vec![Box::new(Plane::floor(-0.1)), Box::new(Mud(Plane::floor(0.0)))];
        let points = [DVec3::Y * 0.1, DVec3::new(0.1, -0.1, 0.0), DVec3::Y];
        let found = edge_touches(&points, &[[0, 2], [0, 1]], &colliders, 0.0, 0.002, |_| 0.0);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].vertex, found[0].collider), (1, 1));
        assert!((found[0].depth(points[0].midpoint(points[1])) - 0.002).abs() < 1e-12);
    }

    #[test]
    fn remembered_distances_find_the_same_contacts() {
        let colliders: Vec<Box<dyn Collider>> =
            vec![Box::new(Plane::floor(0.0)), Box::new(Sphere::new(DVec3::Y * 0.1, 0.1))];
        let mut points: Vec<DVec3> = (0..200)
            .map(|i| DVec3::new(f64::from(i % 20) * 0.02 - 0.2, f64::from(i / 20) * 0.03, 0.03))
            .collect();
        let mut distances = Distances::default();
        for round in 0..6 {
            let found = distances.touches(&points, &colliders, 0.0, 0.002, 0.004);
            assert_eq!(found, touches(&points, &colliders, 0.0, 0.002, |_| 0.004), "{round}");
            for (i, p) in points.iter_mut().enumerate() {
                let i = i as f64;
                *p += DVec3::new((3.0 * i).sin(), (5.0 * i).cos(), (7.0 * i).sin()) * 0.004;
            }
        }
    }

    #[test]
    fn what_begins_inside_is_let_out_slowly() {
        let colliders: Vec<Box<dyn Collider>> =
            vec![Box::new(Plane::floor(0.0)), Box::new(Mud(Plane::floor(0.0)))];
        let points = [DVec3::Y * 0.5, DVec3::Y * -0.03];
        let sunk = Sunk::find(&points, &[1], &colliders, 0.0, 0.002);
        let mut found = touches(&points, &colliders, 0.0, 0.002, |_| 0.0);
        sunk.relax(&mut found, 0.002, 0.1);
        assert!((found[0].depth(points[1]) - 0.032).abs() < 1e-12, "a floor lets out at once");
        assert!((found[1].depth(points[1]) - 0.01).abs() < 1e-12);
        let mut edge = edge_touches(&points, &[[0, 1]], &colliders, 0.0, 0.002, |_| 1.0);
        sunk.relax_edges(&mut edge, &[[0, 1]], 0.002, 0.1);
        let middle = points[0].midpoint(points[1]);
        assert!((edge[0].depth(middle) - (0.002 - 0.235 - 0.022)).abs() < 1e-12);
    }
}
