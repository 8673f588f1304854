//! Vertices, and the middles of edges, kept out of colliders by shifts.

use super::StepMotion;
use crate::collider::{Collider, SurfacePoint};
use crate::friction::FrictionLaw;
use glam::DVec3;

/// Shifts vertices that end inside of colliders out of them, with friction (Fuhrmann 2006, sections 4.2 to 4.5).
///
/// It is meant for cloth on bodies that know their nearest surface points. Middles of edges are treated like vertices and hand their whole shift to both
/// ends: the mesh counts as twice as fine, so that the cloth can lie four times as close without cutting into the body, and a vertex in a hollow is not left
/// alone with the pull of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeepOut {
    /// The distance that is kept from surfaces, in metres.
    pub offset: f64,
    /// Whether the middles of edges are kept out too.
    pub midpoints: bool,
    /// The law of friction; Coulomb's with each collider's own coefficient if there is none.
    pub friction: Option<FrictionLaw>,
}

impl KeepOut {
    /// Changes the ends of a step, which is `step` seconds long and ends at `time`; the velocities follow. Vertices without an inverse mass
    /// stay. Returns how many vertices and middles were shifted.
    ///
    /// Lists that are too short end it early: what has no start, end, velocity or mass is left alone.
    pub fn shift(
        &self,
        colliders: &[Box<dyn Collider>],
        edges: &[[u32; 2]],
        start: &[DVec3],
        inverse_masses: &[f64],
        motion: &mut StepMotion,
        [step, time]: [f64; 2],
    ) -> usize {
        let count = start.len().min(inverse_masses.len()).min(motion.ends.len()).min(motion.velocities.len());
        let mut shifted = 0;
        for collider in colliders {
            for v in (0..count).filter(|&v| inverse_masses[v] > 0.0) {
                if let Some(by) = self.correction(&**collider, start[v], motion.ends[v], step, time) {
                    motion.move_end(v, by, step);
                    shifted += 1;
                }
            }
            for [a, b] in edges.iter().map(|edge| edge.map(|v| v as usize)).filter(|_| self.midpoints) {
                if a >= count || b >= count || inverse_masses[a] + inverse_masses[b] <= 0.0 {
                    continue;
                }
                let middle = |of: &[DVec3]| of[a].midpoint(of[b]);
                let found = self.correction(&**collider, middle(start), middle(&motion.ends), step, time);
                if let Some(by) = found {
                    // If one end is held, the other goes twice as far.
                    let held = [a, b].iter().filter(|v| inverse_masses[**v] <= 0.0).count();
                    for v in [a, b].into_iter().filter(|&v| inverse_masses[v] > 0.0) {
                        motion.move_end(v, by * (1.0 + held as f64), step);
                    }
                    shifted += 1;
                }
            }
        }
        shifted
    }

    /// How a place is to be shifted, if it is too close.
    fn correction(
        &self,
        collider: &dyn Collider,
        start: DVec3,
        end: DVec3,
        step: f64,
        time: f64,
    ) -> Option<DVec3> {
        let SurfacePoint { distance, normal, velocity } = collider.nearest(end, time);
        if distance >= self.offset {
            return None;
        }
        let out = (self.offset - distance) * normal;
        let moved = end - start - step * velocity;
        let approach = -moved.dot(normal);
        let slip = moved + approach * normal;
        let speed = slip.length() / step;
        if approach <= 0.0 || speed <= 0.0 {
            return Some(out);
        }
        let law = self.friction.unwrap_or_else(|| collider.friction());
        let left = law.slow(approach / step, speed, 0.0).value;
        Some(out + slip * (left / speed - 1.0))
    }
}

impl StepMotion {
    fn move_end(&mut self, vertex: usize, by: DVec3, step: f64) {
        self.ends[vertex] += by;
        self.velocities[vertex] += by / step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collider::{Plane, Sphere};

    /// Where a particle on an incline is after a second.
    fn slid(degrees: f64, law: FrictionLaw) -> f64 {
        let normal = DVec3::new(degrees.to_radians().sin(), degrees.to_radians().cos(), 0.0);
        let plane: Vec<Box<dyn Collider>> = vec![Box::new(Plane { normal, ..Plane::floor(0.0) })];
        let keep = KeepOut { offset: 1e-3, midpoints: false, friction: Some(law) };
        let step = 1.0 / 120.0;
        let (mut place, mut velocity) = (normal * 1e-3, DVec3::ZERO);
        for _ in 0..120 {
            velocity -= 9.81 * step * DVec3::Y;
            let mut motion = StepMotion::from_velocities(&[place], vec![velocity], step);
            keep.shift(&plane, &[], &[place], &[1.0], &mut motion, [step, 0.0]);
            (place, velocity) = (motion.ends[0], motion.velocities[0]);
        }
        place.distance(normal * 1e-3)
    }

    /// With a friction of 0.5, 26° holds and 27° slides, with `g (sin - μ cos)`.
    #[test]
    fn a_particle_slides_where_coulomb_says() {
        assert!(slid(26.0, 0.5.into()) < 1e-12);
        assert!(slid(27.0, 0.5.into()) > 0.0);
        let (sine, cosine) = 40.0_f64.to_radians().sin_cos();
        let expected = 0.5 * 9.81 * (sine - 0.5 * cosine);
        // Symplectic steps go half a step's worth farther.
        assert!((slid(40.0, 0.5.into()) / expected - 1.0).abs() < 0.01);
        assert!(slid(40.0, FrictionLaw::coulomb(0.5).with_static(1.0)) < 1e-12);
    }

    /// An edge of length `L` dips `L²/8R` into a ball between its ends, a quarter of it if its middle is kept out as well.
    #[test]
    fn middles_of_edges_do_not_cut_into_the_body() {
        let ball: Vec<Box<dyn Collider>> = vec![Box::new(Sphere::new(DVec3::ZERO, 0.2))];
        let depth = |midpoints: bool| {
            let start = [DVec3::new(-0.02, 0.25, 0.0), DVec3::new(0.02, 0.25, 0.0)];
            let lower = |down: f64| start.map(|x| DVec3::new(x.x, x.y - down, 0.0)).to_vec();
            let mut motion = StepMotion { ends: lower(0.06), velocities: vec![DVec3::ZERO; 2] };
            let keep = KeepOut { offset: 0.0, midpoints, friction: Some(FrictionLaw::NONE) };
            keep.shift(&ball, &[[0, 1]], &start, &[1.0, 1.0], &mut motion, [0.01, 0.0]);
            let along = |i: i32| motion.ends[0].lerp(motion.ends[1], f64::from(i) / 100.0);
            (0..=100).map(|i| 0.2 - along(i).length()).fold(f64::NEG_INFINITY, f64::max)
        };
        let dip = 0.04 * 0.04 / (8.0 * 0.2);
        assert!((depth(false) / dip - 1.0).abs() < 0.2, "{} {dip}", depth(false));
        assert!(depth(true) < 0.25 * dip, "{} {dip}", depth(true));
    }

    #[test]
    fn short_lists_do_no_harm() {
        let plane: Vec<Box<dyn Collider>> = vec![Box::new(Plane::floor(0.0))];
        let keep = KeepOut { offset: 1e-3, midpoints: true, friction: None };
        let mut motion = StepMotion { ends: vec![DVec3::ZERO], velocities: vec![DVec3::ZERO] };
        assert_eq!(keep.shift(&plane, &[[0, 7]], &[DVec3::ZERO; 3], &[1.0; 2], &mut motion, [0.01, 0.0]), 1);
    }
}
