//! An elastic strip that is clamped upright above a plane and pressed onto it: it buckles, and at some shortening its tip gives way.
//!
//! The strip is inextensible, weightless and bends with the stiffness `B`; its tip stands straight below the clamp and may turn. Pressed down, it
//! pushes the plane with `N` and drags at it with `T`; the tip slips when `T` exceeds the friction at rest. In the spirit of the stick-slip
//! test of Romero et al. 2021.

use toile_contact::friction::FrictionLaw;

/// What the tip of the strip does to the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StripSample {
    /// How much closer to the plane the clamp is than the strip is long, as a part of the length.
    pub shortening: f64,
    /// The push onto the plane, in units of `B/L²`.
    pub push: f64,
    /// The pull along the plane, in the same units.
    pub drag: f64,
    /// Whether the tip stays where it is.
    pub sticks: bool,
}

/// How often a shape is improved at most.
const ITERATIONS: usize = 60;

/// Presses a strip of straight segments down in even steps to a shortening below 0.6; ends early if the shape is lost.
pub fn press(law: &FrictionLaw, segments: usize, to: f64, steps: usize) -> Vec<StripSample> {
    let mut strip = Strip::buckled(segments.max(8), 0.005);
    let shortenings = (1..=steps).map(|step| to.clamp(0.0, 0.6) * step as f64 / steps as f64);
    shortenings
        .map_while(|shortening| {
            strip.settle(shortening).then(|| {
                let [drag, push] = strip.forces.map(f64::abs);
                StripSample { shortening, push, drag, sticks: law.friction_force(push, drag, 0.0).sticks }
            })
        })
        .collect()
}

/// Straight segments of a strip of unit length and stiffness, by the angles that they have with the vertical.
struct Strip {
    angles: Vec<f64>,
    /// What holds the tip, along the plane and up.
    forces: [f64; 2],
}

impl Strip {
    /// The shape a little beyond buckling: clamped above, pinned below, `tan k = k`.
    fn buckled(segments: usize, shortening: f64) -> Self {
        const WAVE: f64 = 4.493_409_457_909_064;
        let slope = |i: usize| {
            let s = (i as f64 + 0.5) / segments as f64;
            (WAVE * s).cos() + WAVE * (WAVE * s).sin() - 1.0
        };
        let squares = (0..segments).map(|i| slope(i).powi(2)).sum::<f64>() / segments as f64;
        let scale = (2.0 * shortening / squares).sqrt();
        let angles = (0..segments).map(|i| scale * slope(i)).collect();
        Self { angles, forces: [0.0, WAVE * WAVE] }
    }

    /// Newton's method for the balance of moments and the place of the tip; whether it got there.
    fn settle(&mut self, shortening: f64) -> bool {
        for _ in 0..ITERATIONS {
            let (mut matrix, mut rest) = self.equations(shortening);
            if rest.iter().all(|r| r.abs() < 1e-10) {
                return true;
            }
            if !eliminate(&mut matrix, &mut rest) {
                return false;
            }
            // Long steps would jump to another of the many shapes.
            let largest =
                rest[..self.angles.len()].iter().fold(0.0_f64, |most, change| most.max(change.abs()));
            let part = (0.3 / largest).min(1.0);
            let (angles, forces) = rest.split_at(self.angles.len());
            self.angles.iter_mut().zip(angles).for_each(|(angle, change)| *angle -= part * change);
            self.forces.iter_mut().zip(forces).for_each(|(force, change)| *force -= part * change);
        }
        false
    }

    /// What is left of the equations, and their derivatives: moments for each segment, then the tip's place.
    fn equations(&self, shortening: f64) -> (Vec<Vec<f64>>, Vec<f64>) {
        let n = self.angles.len();
        let length = 1.0 / n as f64;
        let [along, up] = self.forces;
        let mut matrix = vec![vec![0.0; n + 2]; n + 2];
        let mut rest = vec![0.0; n + 2];
        rest[n + 1] = shortening - 1.0;
        for i in 0..n {
            let (sine, cosine) = self.angles[i].sin_cos();
            // The clamp is half a segment away from the middle of the first one.
            let (before, stiffness) =
                if i == 0 { (0.0, 2.0 / length) } else { (self.angles[i - 1], 1.0 / length) };
            let moment = stiffness * (self.angles[i] - before);
            rest[i] += moment + length * (along * cosine - up * sine);
            matrix[i][i] += stiffness - length * (along * sine + up * cosine);
            if i > 0 {
                rest[i - 1] -= moment;
                matrix[i - 1][i - 1] += stiffness;
                matrix[i - 1][i] -= stiffness;
                matrix[i][i - 1] -= stiffness;
            }
            for (place, value) in [(n, length * cosine), (n + 1, -length * sine)] {
                matrix[i][place] = value;
                matrix[place][i] = value;
            }
            rest[n] += length * sine;
            rest[n + 1] += length * cosine;
        }
        (matrix, rest)
    }
}

/// Gauss's elimination with pivots: `right` becomes the solution; false if there is none.
fn eliminate(matrix: &mut [Vec<f64>], right: &mut [f64]) -> bool {
    let n = right.len();
    for k in 0..n {
        let pivot =
            (k..n).fold(k, |best, i| if matrix[i][k].abs() > matrix[best][k].abs() { i } else { best });
        matrix.swap(k, pivot);
        right.swap(k, pivot);
        let (top, below) = matrix.split_at_mut(k + 1);
        let row = &top[k];
        if row[k].abs() <= 1e-300 || row[k].is_nan() {
            return false;
        }
        for (i, other) in (k + 1..).zip(below) {
            let factor = other[k] / row[k];
            if factor != 0.0 {
                other[k..].iter_mut().zip(&row[k..]).for_each(|(value, above)| *value -= factor * above);
                right[i] -= factor * right[k];
            }
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| matrix[k][j] * right[j]).sum();
        right[k] = (right[k] - known) / matrix[k][k];
    }
    right.iter().all(|value| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortening and the friction below which the tip slips, from a solution of the elastica.
    const THRESHOLDS: [(f64, f64); 10] = [
        (0.01, 0.0449),
        (0.02, 0.0639),
        (0.05, 0.1035),
        (0.10, 0.1528),
        (0.15, 0.1959),
        (0.20, 0.2378),
        (0.25, 0.2807),
        (0.30, 0.3265),
        (0.40, 0.4344),
        (0.50, 0.5845),
    ];

    #[test]
    fn the_tip_gives_way_at_the_thresholds_of_the_elastica() {
        for (shortening, friction) in THRESHOLDS {
            let run = press(&friction.into(), 40, 0.6, 240);
            let gave_way = run.iter().find(|sample| !sample.sticks).unwrap();
            // A step of the pressing is 0.0025.
            assert!(
                (gave_way.shortening - shortening).abs() < 0.05 * shortening + 0.0025,
                "{friction}: {gave_way:?}"
            );
        }
        let run = press(&1.0.into(), 40, 0.5, 50);
        for (shortening, friction) in THRESHOLDS {
            let at = run[(shortening * 100.0_f64).round() as usize - 1];
            assert!((at.drag / at.push / friction - 1.0).abs() < 0.01, "{at:?} {friction}");
        }
        assert!((run[0].push - 20.27).abs() < 0.05 && (run[49].push - 22.92).abs() < 0.05, "{run:?}");
    }
}
