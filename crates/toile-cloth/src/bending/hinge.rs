//! The angle at an edge, and how it changes.

use glam::DVec3;

/// The angle between two triangles that share the edge `i j`, with the other corners `o1` and `o2`: positive where the sheet
/// is hollow on the side of its normal, as `z = x²` is from above.
pub(crate) fn angle([i, j, o1, o2]: [DVec3; 4]) -> f64 {
    let edge = j - i;
    let (n1, n2) = (edge.cross(o1 - i), (o2 - i).cross(edge));
    let length = edge.length();
    if length == 0.0 {
        return 0.0;
    }
    (n2.cross(n1).dot(edge) / length).atan2(n1.dot(n2))
}

/// The derivative of the angle with respect to each of the four corners; zero where a triangle has collapsed and the
/// angle means nothing.
pub(crate) fn angle_gradient([i, j, o1, o2]: [DVec3; 4]) -> [DVec3; 4] {
    let edge = j - i;
    let (n1, n2) = (edge.cross(o1 - i), (o2 - i).cross(edge));
    let (length, square) = (edge.length(), edge.length_squared());
    let (s1, s2) = (n1.length_squared(), n2.length_squared());
    if square == 0.0 || s1 == 0.0 || s2 == 0.0 {
        return [DVec3::ZERO; 4];
    }
    let (d1, d2) = (n1 * (length / s1), n2 * (length / s2));
    let (b1, b2) = ((o1 - i).dot(edge) / square, (o2 - i).dot(edge) / square);
    [-(1.0 - b1) * d1 - (1.0 - b2) * d2, -b1 * d1 - b2 * d2, d1, d2]
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

    proptest! {
        #[test]
        fn the_gradient_matches_differences(a in point(), b in point(), c in point(), d in point()) {
            let corners = [a, b, c, d];
            let edge = b - a;
            prop_assume!(edge.length() > 0.1);
            prop_assume!(edge.cross(c - a).length() > 0.1 && edge.cross(d - a).length() > 0.1);
            // At a flat fold the angle jumps from π to -π.
            prop_assume!(angle(corners).abs() < 3.0);
            let gradient = angle_gradient(corners);
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
