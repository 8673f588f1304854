//! A fabric for an instrument of another size, in which it hangs as before.

use toile_cloth::fabric::Fabric;

/// The fabric that hangs in an instrument `scale` times as large as this one does in the instrument: weight and gravity are the same.
///
/// The weight of a hanging strip grows as its length `L`, and so must tensions, N/m; the moments it makes, N·m/m, grow as `L²`, and with
/// curvatures that fall as `1/L` the bending stiffness as `L³`. Times grow as `√L`. Curves of tension are left out: a fabric with
/// some is no fabric for this test.
pub(super) fn scaled(fabric: &Fabric, scale: f64) -> Fabric {
    let mut scaled = fabric.clone();
    let membrane = &mut scaled.membrane;
    for tension in [&mut membrane.warp, &mut membrane.weft, &mut membrane.shear] {
        *tension *= scale;
    }
    (membrane.warp_curve, membrane.weft_curve, membrane.bias_curve) = (None, None, None);
    let bending = &mut scaled.bending;
    for stiffness in [&mut bending.warp, &mut bending.weft, &mut bending.twist, &mut bending.coupling] {
        *stiffness *= scale.powi(3);
    }
    for moment in [&mut bending.hysteresis_warp, &mut bending.hysteresis_weft] {
        *moment *= scale * scale;
    }
    bending.transition_curvature /= scale;
    scaled.thickness *= scale;
    scaled.damping.membrane *= scale.sqrt();
    scaled.damping.bending *= scale.sqrt();
    scaled
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_cloth::fabric::{ClothDirection, Fabric};

    #[test]
    fn the_bending_length_grows_with_the_instrument() {
        let fabric = Fabric::named("cotton-plain").unwrap();
        let large = scaled(&fabric, 1.5);
        for direction in [ClothDirection::Warp, ClothDirection::Weft] {
            let share = large.bending_length(direction) / fabric.bending_length(direction);
            assert!((share - 1.5).abs() < 1e-12, "{share}");
            // The yarns slip at the same angle over the bending length, and resist the same share of it.
            let [a, b] = [&fabric, &large]
                .map(|f| f.bending.hysteresis(direction).initial / f.bending.stiffness(direction));
            assert!((a - b).abs() < 1e-12 * a);
        }
    }
}
