//! Parts of ellipses.

use super::Curve;
use glam::DVec2;
use std::f64::consts::FRAC_PI_4;

impl Curve {
    /// The part of an ellipse from an angle on, turning by another one: the angles are those of a circle of which the ellipse, with two
    /// half axes square to each other or not, is an image.
    ///
    /// Bézier curves over an eighth of a turn each, with arms of `4/3 tan(turn/4)`, are within `5e-6` of the longer half axis.
    pub fn of_ellipse(centre: DVec2, axes: [DVec2; 2], from: f64, turn: f64) -> Self {
        let parts = (turn.abs() / FRAC_PI_4).ceil().clamp(1.0, 64.0);
        let step = turn / parts;
        let arm = 4.0 / 3.0 * (0.25 * step).tan();
        let image = |at: DVec2| centre + at.x * axes[0] + at.y * axes[1];
        let mut points = vec![image(DVec2::from_angle(from))];
        for part in 0..parts as u32 {
            let [a, b] = [part, part + 1].map(|part| DVec2::from_angle(from + step * f64::from(part)));
            points.extend([image(a + arm * a.perp()), image(b - arm * b.perp()), image(b)]);
        }
        Self::Path { points }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn half_an_ellipse_stays_on_it() {
        let axes = [DVec2::new(0.3, 0.0), DVec2::new(0.0, 0.1)];
        let curve = Curve::of_ellipse(DVec2::ONE, axes, 0.0, -PI);
        assert!(curve.to().distance(DVec2::new(0.7, 1.0)) < 1e-12);
        for i in 0..=100 {
            let at = curve.point(f64::from(i) / 100.0) - DVec2::ONE;
            assert!(at.y < 1e-12, "clockwise: below");
            assert!((at / DVec2::new(0.3, 0.1)).length() - 1.0 < 1e-5);
        }
    }
}
