//! The angle at an edge, and how it changes.

use glam::DVec3;

/// The angle between two triangles that share the edge `i j`, with the other corners `o1` and `o2`: positive where the sheet
/// is hollow on the side of its normal, as `z = x²` is from above.
#[inline]
pub(super) fn angle(corners: [DVec3; 4]) -> f64 {
    let Wings { edge, normals: [n1, n2], .. } = Wings::new(corners);
    let square = edge.length_squared();
    if square == 0.0 {
        return 0.0;
    }
    atan2(n2.cross(n1).dot(edge) * square.sqrt().recip(), n1.dot(n2))
}

/// The angle, and its derivative with respect to each of the four corners; zero where a triangle has collapsed and the
/// angle means nothing.
#[inline]
pub(crate) fn angle_and_gradient(corners: [DVec3; 4]) -> (f64, [DVec3; 4]) {
    let Wings { edge, normals: [n1, n2], sides: [to1, to2] } = Wings::new(corners);
    let (s1, s2) = (n1.length_squared(), n2.length_squared());
    let square = edge.length_squared();
    let product = s1 * s2;
    if square == 0.0 || product == 0.0 {
        return (0.0, [DVec3::ZERO; 4]);
    }
    // Divisions are what costs here: two serve for all quotients.
    let (length, inverse) = (square.sqrt(), product.recip());
    let inverse_length = length.recip();
    let inverse_square = inverse_length * inverse_length;
    let angle = atan2(n2.cross(n1).dot(edge) * inverse_length, n1.dot(n2));
    let (d1, d2) = (n1 * (length * s2 * inverse), n2 * (length * s1 * inverse));
    let (b1, b2) = (to1.dot(edge) * inverse_square, to2.dot(edge) * inverse_square);
    let to_end = d1 * b1 + d2 * b2;
    (angle, [to_end - d1 - d2, -to_end, d1, d2])
}

/// Two triangles at an edge.
struct Wings {
    edge: DVec3,
    /// From the edge's start to the other corners.
    sides: [DVec3; 2],
    /// Normals of the triangles, as long as twice their areas.
    normals: [DVec3; 2],
}

impl Wings {
    #[inline]
    fn new([i, j, o1, o2]: [DVec3; 4]) -> Self {
        let edge = j - i;
        let sides = [o1 - i, o2 - i];
        Self { edge, sides, normals: [edge.cross(sides[0]), sides[1].cross(edge)] }
    }
}

/// The angle of a direction. Most hinges are nearly flat, and there a series is exact to rounding and several times faster; up
/// to about a right angle a quotient of polynomials in the tangent of half the angle is.
#[inline]
pub(super) fn atan2(sine: f64, cosine: f64) -> f64 {
    const NEARLY_FLAT: f64 = 0.06;
    if sine.abs() < NEARLY_FLAT * cosine {
        let t = sine / cosine;
        let s = t * t;
        // The next term is t^13/13: below 1e-16 of t.
        return t * (1.0 - s * (1.0 / 3.0 - s * (1.0 / 5.0 - s * (1.0 / 7.0 - s * (1.0 / 9.0 - s / 11.0)))));
    }
    let radius = (sine * sine + cosine * cosine).sqrt();
    if cosine > 0.4 * radius {
        return 2.0 * small_atan(sine / (cosine + radius));
    }
    sine.atan2(cosine)
}

/// The arc tangent of numbers up to 0.66, with the coefficients of the Cephes library (Moshier 1989).
#[inline]
fn small_atan(x: f64) -> f64 {
    let z = x * x;
    let p = (((-8.750_608_600_031_904e-1 * z - 1.615_753_718_733_365e1) * z - 7.500_855_792_314_705e1) * z
        - 1.228_866_684_490_136_1e2)
        * z
        - 6.485_021_904_942_025e1;
    let q = ((((z + 2.485_846_490_142_306_4e1) * z + 1.650_270_098_316_988_6e2) * z
        + 4.328_810_604_912_903e2)
        * z
        + 4.853_903_996_359_137e2)
        * z
        + 1.945_506_571_482_614e2;
    x + x * z * p / q
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = DVec3> {
        [-1.0..1.0, -1.0..1.0, -1.0..1.0_f64].prop_map(DVec3::from)
    }

    #[test]
    fn a_valley_is_positive() {
        let valley = |z: f64| [DVec3::ZERO, DVec3::Y, DVec3::new(-1.0, 0.5, z), DVec3::new(1.0, 0.5, z)];
        assert!((angle(valley(1.0)) - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
        assert!(angle(valley(-0.1)) < 0.0);
        assert_eq!(angle(valley(0.0)), 0.0);
    }

    #[test]
    fn the_short_cuts_are_as_good_as_the_function() {
        for k in -3100..3100 {
            let angle = 1e-3 * f64::from(k);
            let (sine, cosine) = angle.sin_cos();
            let (found, exact) = (atan2(sine * 2.0, cosine * 2.0), sine.atan2(cosine));
            assert!((found - exact).abs() <= 5e-16 * exact.abs(), "{angle}: {found} for {exact}");
        }
    }

    proptest! {
        #[test]
        fn the_gradient_matches_differences(a in point(), b in point(), c in point(), d in point()) {
            let corners = [a, b, c, d];
            let edge = b - a;
            prop_assume!(edge.length() > 0.1);
            prop_assume!(edge.cross(c - a).length() > 0.1 && edge.cross(d - a).length() > 0.1);
            // At a flat fold the angle jumps from π to -π.
            prop_assume!(angle(corners).abs() < 3.0);
            let (value, gradient) = angle_and_gradient(corners);
            prop_assert_eq!(value, angle(corners));
            for k in 0..4 {
                for axis in DVec3::AXES {
                    let at = |step: f64| {
                        let mut moved = corners;
                        moved[k] += axis * step;
                        angle(moved)
                    };
                    let slope = (at(1e-6) - at(-1e-6)) / 2e-6;
                    prop_assert!((slope - gradient[k].dot(axis)).abs() < 1e-5, "{} {}", slope, gradient[k].dot(axis));
                }
            }
            // Moving the whole changes nothing.
            prop_assert!(gradient.iter().sum::<DVec3>().length() < 1e-10);
        }
    }
}
