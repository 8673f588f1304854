//! How much strain is plausible for cloth that is worn.
//!
//! Where a curve was measured, a fabric bears what it gave at its end (490 N/m for KES, 98 N/m for FAST), or what the curve gives at 245 N/m if that is more: half
//! the load of KES, which presses with 1.9 kPa on a hip of 13 cm radius. Where only a stiffness is known, a straight line is trusted up to 98 N/m: real curves
//! become steeper.
//! Cloth as a whole must stay near that. A single edge of a mesh may be longer, on the bias, where shear gives way for little force, and where it spans a sharp place of the body.

use toile_cloth::fabric::{Fabric, FabricCut, StretchCurve};
use toile_cloth::stretch::StretchSummary;

/// The load in N/m up to which a stiffness is trusted: the largest one of FAST, 100 gf/cm.
const LOAD: f64 = 98.0;
/// The load in N/m up to which a measured curve is followed: half of the 500 gf/cm at which KES ends.
const WORN: f64 = 245.0;
/// More than this is plausible for no fabric.
const MOST: f64 = 0.45;
/// By how much more a single edge may be stretched, ...
const SINGLE: f64 = 0.15;
/// ... and one of a hundred.
const HUNDREDTH: f64 = 0.05;

/// The largest strain as a share of what is plausible for the stretchiest of a garment's fabrics; more than 1 no cloth bears.
pub(super) fn overstretch(strain: &StretchSummary, fabrics: &[FabricCut]) -> f64 {
    let given = fabrics.iter().map(|cut| given(&cut.fabric)).fold(0.0, f64::max);
    (strain.max / (given + SINGLE)).max(strain.p99 / (given + HUNDREDTH))
}

/// By how much a fabric was seen to give, along the yarns that give more.
fn given(fabric: &Fabric) -> f64 {
    let membrane = &fabric.membrane;
    let along = |curve: &Option<StretchCurve>, stiffness: f64| {
        curve.as_ref().map_or(LOAD / stiffness, |curve| curve.measured_strain().max(strain_at(curve, WORN)))
    };
    let [warp, weft] =
        [along(&membrane.warp_curve, membrane.warp), along(&membrane.weft_curve, membrane.weft)];
    warp.max(weft).min(MOST)
}

/// The strain at which a curve has a tension, or the most that is plausible.
fn strain_at(curve: &StretchCurve, tension: f64) -> f64 {
    let [mut low, mut high] = [0.0, MOST];
    // Curves increase, so that halving finds it, to a millionth of a percent.
    for _ in 0..26 {
        let middle = 0.5 * (low + high);
        *(if curve.tension(middle).0 < tension { &mut low } else { &mut high }) = middle;
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(name: &str, max: f64, p99: f64) -> f64 {
        let cut = FabricCut::new(Fabric::named(name).unwrap(), 0.0);
        overstretch(&StretchSummary { max, p99 }, &[cut])
    }

    #[test]
    fn what_is_plausible_follows_the_fabric() {
        let bears = |name: &str| given(&Fabric::named(name).unwrap());
        assert!((bears("denim") - 0.055).abs() < 0.002, "the end of its curve: {}", bears("denim"));
        assert!((bears("cotton-poplin") - 98.0 / 800.0).abs() < 1e-12, "{}", bears("cotton-poplin"));
        let suiting = bears("wool-suiting");
        assert!(suiting > 0.0587 && suiting < 0.15, "beyond the 98 N/m of its measurement: {suiting}");
        assert_eq!(bears("jersey"), MOST);
        assert!(bears("leather") < bears("denim") && bears("wool-suiting") < bears("chiffon"));
    }

    #[test]
    fn good_garments_pass_and_torn_ones_do_not() {
        // The largest that trousers, skirts, shirts and T-shirts that fit have.
        for (name, max, p99) in [
            ("wool-suiting", 0.14, 0.051),
            ("cotton-poplin", 0.14, 0.029),
            ("jersey", 0.14, 0.074),
            ("denim", 0.11, 0.05),
        ] {
            assert!(judged(name, max, p99) < 0.8, "{name}: {}", judged(name, max, p99));
        }
        assert!(judged("denim", 0.25, 0.05) > 1.0, "a single edge of denim");
        assert!(judged("denim", 0.15, 0.12) > 1.0, "much of the denim");
        assert!(judged("jersey", 0.25, 0.2) < 1.0 && judged("jersey", 0.7, 0.2) > 1.0);
    }
}
