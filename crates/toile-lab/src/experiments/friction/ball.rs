//! Cloth on a ball that turns faster and faster about its upright axis.
//!
//! The cloth is a cap over the pole that keeps its shape: rings of particles that turn together. Each presses the ball with what gravity leaves after the
//! centrifugal force, `N = m (g cos θ - ω² R sin² θ)`, since the cloth's own tension takes the part along the surface. Friction turns it;
//! when the rim presses no more, it lifts off.

use super::GRAVITY;
use toile_contact::friction::FrictionLaw;

/// The ball and the cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// The radius of the ball in metres.
    pub radius: f64,
    /// The angle from the axis to the rim of the cloth, in radians.
    pub rim: f64,
    /// Rings of particles from the pole to the rim.
    pub rings: usize,
    /// The mass of the particle at each contact, in kilograms.
    pub particle: f64,
    /// How fast the turning of the ball grows, in rad/s².
    pub acceleration: f64,
    /// The time step in seconds.
    pub step: f64,
}

impl Default for Ball {
    /// A ball of 30 cm radius that cloth with a friction of 0.35 cannot follow.
    fn default() -> Self {
        Self { radius: 0.3, rim: 0.6, rings: 12, particle: 2e-5, acceleration: 60.0, step: 1e-3 }
    }
}

/// The turning at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallSample {
    /// Seconds from the start.
    pub time: f64,
    /// The ball, in rad/s.
    pub ball: f64,
    /// The cloth, in rad/s.
    pub cloth: f64,
    /// Whether the rim has lifted off; the run ends there.
    pub lifted: bool,
}

impl Ball {
    /// Turns the ball until the rim of the cloth lifts off or the steps are over.
    pub fn turn(&self, law: &FrictionLaw, steps: usize) -> Vec<BallSample> {
        let rings = self.rings.max(1);
        // A ring has particles in proportion to its length, all of the same mass, which then cancels except against the drag.
        let angles: Vec<f64> = (0..rings).map(|i| self.rim * (i as f64 + 1.0) / rings as f64).collect();
        let inertia: f64 = angles.iter().map(|angle| angle.sin() * (self.radius * angle.sin()).powi(2)).sum();
        let mut cloth = 0.0;
        let mut run = Vec::new();
        for step in 1..=steps {
            let time = step as f64 * self.step;
            let ball = self.acceleration * time;
            let slip: f64 = ball - cloth;
            let torque: f64 =
                angles.iter().map(|&angle| angle.sin() * self.hold(law, angle, cloth, slip)).sum();
            cloth = (cloth + self.step * torque / inertia).min(ball);
            let lifted = self.press(self.rim, cloth) <= 0.0;
            run.push(BallSample { time, ball, cloth, lifted });
            if lifted {
                break;
            }
        }
        run
    }

    /// How hard a particle of a ring presses the ball, for its mass.
    fn press(&self, angle: f64, cloth: f64) -> f64 {
        GRAVITY * angle.cos() - self.radius * (cloth * angle.sin()).powi(2)
    }

    /// The torque about the axis that a particle of a ring can take, for its mass.
    fn hold(&self, law: &FrictionLaw, angle: f64, cloth: f64, slip: f64) -> f64 {
        let arm = self.radius * angle.sin();
        let push = self.particle * self.press(angle, cloth);
        arm * law.bound(push, slip * arm) / self.particle
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_contact::friction::FrictionModel;

    /// The law of the ball in Wong 2014, table 7.1.
    fn law() -> FrictionLaw {
        FrictionLaw::coulomb(0.2).with_static(0.35).with_stribeck(0.4, 0.2).with_viscous(6e-5, 1.0)
    }

    #[test]
    fn drag_turns_the_cloth_faster_and_faster_and_throws_it_off_earlier() {
        let ball = Ball::default();
        let [plain, _, stribeck, viscous] =
            FrictionModel::ALL.map(|model| ball.turn(&model.of(&law()), 20_000));
        let off = |run: &[BallSample]| {
            run.last().filter(|sample| sample.lifted).map_or(f64::INFINITY, |sample| sample.time)
        };
        assert!(off(&viscous) < 0.5 * off(&plain), "{} {}", off(&viscous), off(&plain));
        assert!(off(&viscous) < off(&stribeck) && off(&stribeck) <= off(&plain));
        let gain = |run: &[BallSample], from: usize, to: usize| run[to].cloth - run[from].cloth;
        let middle = viscous.len() / 2;
        assert!(gain(&viscous, middle - 50, middle) > 1.1 * gain(&viscous, 50, 100));
        assert!(gain(&plain, middle - 50, middle) <= gain(&plain, 50, 100));
    }

    #[test]
    fn cloth_follows_a_ball_that_is_slow_enough() {
        let slow = Ball { acceleration: 2.0, ..Ball::default() };
        let run = slow.turn(&FrictionModel::Coulomb.of(&law()), 2000);
        assert!(run.iter().all(|sample| (sample.ball - sample.cloth).abs() < 1e-9));
    }
}
