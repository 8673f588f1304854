//! Symmetric 2 × 2 tensors as vectors: strain `[xx, yy, 2 xy]` and curvature in the same way.
//!
//! With the doubled mixed component an energy is `½ kᵀ D k`, and a stress or moment `D k` has the components `[xx, yy, xy]`.

use glam::{DMat3, DVec2, DVec3};

/// The tensor `n ⊗ n`, as a strain or curvature.
pub fn dyad(n: DVec2) -> DVec3 {
    DVec3::new(n.x * n.x, n.y * n.y, 2.0 * n.x * n.y)
}

/// The row `r` with `r · k = aᵀ K b` for the tensor `K` of a strain or curvature `k`.
pub fn component(a: DVec2, b: DVec2) -> DVec3 {
    DVec3::new(a.x * b.x, a.y * b.y, 0.5 * (a.x * b.y + a.y * b.x))
}

/// The matrix that turns a strain or curvature by an angle: the tensor `R K Rᵀ` of the tensor `K`.
pub fn rotation(angle: f64) -> DMat3 {
    let (sin, cos) = angle.sin_cos();
    let (cc, ss, sc) = (cos * cos, sin * sin, sin * cos);
    DMat3::from_cols(
        DVec3::new(cc, ss, 2.0 * sc),
        DVec3::new(ss, cc, -2.0 * sc),
        DVec3::new(-sc, sc, cc - ss),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotation_turns_dyads_and_keeps_components() {
        let (n, m) = (DVec2::new(0.6, 0.8), DVec2::new(-0.28, 0.96));
        let k = dyad(n) * 0.7 + dyad(m) * -0.2;
        for angle in [0.0, 0.3, -1.2, 2.9] {
            let turn = DVec2::from_angle(angle);
            let turned = rotation(angle) * k;
            let expected = dyad(turn.rotate(n)) * 0.7 + dyad(turn.rotate(m)) * -0.2;
            assert!((turned - expected).length() < 1e-14);
            let same = component(turn.rotate(n), turn.rotate(m)).dot(turned);
            assert!((same - component(n, m).dot(k)).abs() < 1e-14);
        }
    }
}
