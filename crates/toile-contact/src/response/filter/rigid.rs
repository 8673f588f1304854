//! The motion of a rigid body that has the momentum of some vertices.

use glam::{DMat3, DQuat, DVec3};
use toile_geom::outer;

/// A vertex of a body: its mass, place and velocity.
pub(super) type Part = (f64, DVec3, DVec3);

/// How a body moves in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RigidMotion {
    center: DVec3,
    velocity: DVec3,
    turn: DQuat,
    step: f64,
    /// The spin at the end, which keeps the angular momentum.
    spin: DVec3,
}

/// More than this in a step, in radians, and the straight ways of a body's points come near to meeting in its middle.
const MAX_TURN_PER_STEP: f64 = 2.5;

impl RigidMotion {
    /// The motion that keeps the momentum and angular momentum of all parts.
    pub(super) fn of(parts: impl Iterator<Item = Part> + Clone, step: f64) -> Self {
        let mass: f64 = parts.clone().map(|part| part.0).sum();
        let mean = |of: fn(Part) -> DVec3| parts.clone().map(|part| part.0 * of(part)).sum::<DVec3>() / mass;
        let (center, velocity) = (mean(|part| part.1), mean(|part| part.2));
        let momentum: DVec3 = parts.clone().map(|(m, x, v)| m * (x - center).cross(v - velocity)).sum();
        let inertia =
            parts.map(|(m, x, _)| m * inertia(x - center)).fold(DMat3::ZERO, |sum, part| sum + part);
        let way = solve(inertia, momentum) * step;
        let turn = DQuat::from_scaled_axis(way * (MAX_TURN_PER_STEP / way.length().max(MAX_TURN_PER_STEP)));
        let turned = DMat3::from_quat(turn) * inertia * DMat3::from_quat(turn).transpose();
        Self { center, velocity, turn, step, spin: solve(turned, momentum) }
    }

    /// The motion that takes places from where they are to where they end, or as nearly as a rigid body can.
    pub(super) fn following(ways: impl Iterator<Item = [DVec3; 2]> + Clone, step: f64) -> Self {
        let count = ways.clone().count().max(1) as f64;
        let [start, end] = [0, 1].map(|side: usize| ways.clone().map(|way| way[side]).sum::<DVec3>() / count);
        let sum = |sum: DMat3, [from, to]: [DVec3; 2]| sum + outer(to - end, from - start);
        let turn = rotation(ways.fold(DMat3::ZERO, sum));
        Self { center: start, velocity: (end - start) / step, turn, step, spin: turn.to_scaled_axis() / step }
    }

    /// Where a place of the body is at the end.
    pub(super) fn end(&self, place: DVec3) -> DVec3 {
        self.center + self.step * self.velocity + self.turn * (place - self.center)
    }

    /// How fast it is there.
    pub(super) fn end_velocity(&self, place: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(self.turn * (place - self.center))
    }
}

/// The inertia of a unit mass.
fn inertia(arm: DVec3) -> DMat3 {
    DMat3::from_diagonal(DVec3::splat(arm.length_squared())) - outer(arm, arm)
}

/// The rotation nearest to a matrix, by Newton's method; directions that the matrix says nothing about turn as little as possible.
///
/// Turning `R` by `ω` changes the torque `Σ Rᵢ × Aᵢ` between the columns of both by `-(tr S - S) ω`, with `S` the symmetric part of `R Aᵀ`.
/// Far from the solution that may lead astray, and the scaled torque itself leads towards it (Müller et al. 2016).
fn rotation(matrix: DMat3) -> DQuat {
    let mut turn = DQuat::IDENTITY;
    for _ in 0..50 {
        let now = DMat3::from_quat(turn);
        let product = now * matrix.transpose();
        let symmetric = 0.5 * (product + product.transpose());
        let trace = symmetric.x_axis.x + symmetric.y_axis.y + symmetric.z_axis.z;
        let torque = now.x_axis.cross(matrix.x_axis)
            + now.y_axis.cross(matrix.y_axis)
            + now.z_axis.cross(matrix.z_axis);
        let newton = solve(DMat3::from_diagonal(DVec3::splat(trace)) - symmetric, torque);
        let short = newton != DVec3::ZERO && newton.length_squared() < 1.0;
        let way = if short { newton } else { torque / (trace.abs() + f64::MIN_POSITIVE) };
        if way.length_squared() < 1e-30 || !way.is_finite() {
            break;
        }
        turn = (DQuat::from_scaled_axis(way) * turn).normalize();
    }
    turn
}

/// The smallest solution of `matrix · x = right` for a symmetric matrix that may have no inverse: vertices on a line do not
/// resist turning about it. Conjugate gradients from zero stay where the matrix acts, and three steps are all there are.
fn solve(matrix: DMat3, right: DVec3) -> DVec3 {
    let (mut x, mut rest) = (DVec3::ZERO, right);
    let mut direction = rest;
    let enough = 1e-28 * right.length_squared();
    for _ in 0..6 {
        let size = rest.length_squared();
        let along = matrix * direction;
        let curvature = direction.dot(along);
        if size <= enough
            || curvature
                <= 1e-14 * matrix.col(0).length().max(matrix.col(1).length()) * direction.length_squared()
        {
            break;
        }
        let length = size / curvature;
        x += length * direction;
        rest -= length * along;
        direction = rest + direction * (rest.length_squared() / size);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn momenta_and_distances_are_kept(
            numbers in prop::collection::vec((0.1..3.0_f64, [-1.0..1.0_f64, -1.0..1.0, -1.0..1.0], [-1.0..1.0_f64, -1.0..1.0, -1.0..1.0]), 3..9),
        ) {
            let parts: Vec<Part> = numbers.iter().map(|&(m, x, v)| (m, x.into(), v.into())).collect();
            let motion = RigidMotion::of(parts.iter().copied(), 0.1);
            let [mut before, mut after] = [[DVec3::ZERO; 2]; 2];
            for &(m, x, v) in &parts {
                let (end, fast) = (motion.end(x), motion.end_velocity(x));
                before[0] += m * v;
                before[1] += m * x.cross(v);
                after[0] += m * fast;
                after[1] += m * end.cross(fast);
                for &(_, y, _) in &parts {
                    prop_assert!((motion.end(y).distance(end) - x.distance(y)).abs() < 1e-12);
                }
            }
            prop_assert!(before[0].distance(after[0]) < 1e-12);
            prop_assert!(before[1].distance(after[1]) < 1e-10, "{} {}", before[1], after[1]);
        }
    }

    #[test]
    fn a_motion_that_is_rigid_is_followed_exactly() {
        let turn = DQuat::from_scaled_axis(DVec3::new(0.3, -0.8, 0.5));
        let places = [DVec3::X, DVec3::new(0.2, 0.5, -1.0), DVec3::ONE, DVec3::new(-0.4, 0.1, 0.3)];
        for count in 1..=4 {
            let ways = places.iter().take(count).map(|&x| [x, turn * x + DVec3::Y]);
            let motion = RigidMotion::following(ways.clone(), 0.1);
            for [start, end] in ways {
                assert!(motion.end(start).distance(end) < 1e-9, "{count}: {} {end}", motion.end(start));
            }
        }
    }

    #[test]
    fn a_line_turns_about_what_it_can() {
        let parts = [-1.0, 0.0, 1.0].map(|x| (1.0, DVec3::X * x, DVec3::Y * x + DVec3::Z));
        let motion = RigidMotion::of(parts.into_iter(), 0.1);
        assert!(motion.end(DVec3::X).distance(DVec3::new(0.1_f64.cos(), 0.1_f64.sin(), 0.1)) < 1e-12);
        let point = RigidMotion::of([(2.0, DVec3::X, DVec3::Y)].into_iter(), 0.1);
        assert!(point.end(DVec3::X).distance(DVec3::new(1.0, 0.1, 0.0)) < 1e-15);
    }
}
