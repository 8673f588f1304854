//! Layers that lie flat on a fabric and move with it: hems, seam allowances, linings, interlinings.
//!
//! All layers of such a laminate stretch alike, so that what resists in the plane adds up. What bends depends on whether the layers can
//! slide on each other: those that are sewn on bend each for itself, those that are fused bend as one thicker sheet.

use super::{
    BendingProperties, ClothDirection, Fabric, FabricCut, MembraneProperties, PointCurve, StretchCurve,
};
use std::borrow::Cow;

/// The strains at which the curves of layers are added up, as parts of the farthest that one of them was measured to.
const CURVE_POINTS: usize = 12;

/// A layer that lies flat on a piece of cloth.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// What it is made of; the fabric under it, if not said, as in a hem that is turned in.
    pub fabric: Option<Fabric>,
    /// How many times it lies there: 2 for a hem that is turned in twice, and less than 1 where it covers a part of a triangle only.
    pub layers: f64,
    /// How it is held.
    pub bond: Bond,
}

/// How a layer is held on the one below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bond {
    /// Sewn on along its edges: between them the layers slide on each other.
    #[default]
    Sewn,
    /// Glued on all over, as fusible interlining: the layers cannot slide.
    Fused,
}

impl FabricCut {
    /// A fabric without other layers; the angle of its warp from the rest shape's `x` is given in radians.
    pub const fn new(fabric: Fabric, grain: f64) -> Self {
        Self { fabric, grain, plies: Vec::new() }
    }

    /// What all layers are together. Friction, drag and lift are those of the fabric itself, which is seen from outside.
    pub fn laminate(&self) -> Cow<'_, Fabric> {
        if self.plies.is_empty() {
            return Cow::Borrowed(&self.fabric);
        }
        let mut whole = self.fabric.clone();
        for ply in &self.plies {
            let fabric = ply.fabric.as_ref().unwrap_or(&self.fabric);
            whole = laid_on(&whole, fabric, ply.layers, ply.bond);
        }
        Cow::Owned(whole)
    }
}

/// A fabric with so many layers of another one on it.
fn laid_on(below: &Fabric, ply: &Fabric, layers: f64, bond: Bond) -> Fabric {
    let mut whole = below.clone();
    whole.density += layers * ply.density;
    whole.thickness += layers * ply.thickness;
    whole.membrane = membrane(&below.membrane, &ply.membrane, layers);
    whole.bending = bending(below, ply, layers, bond);
    // Viscous tension is a time times the rate of the elastic one: times weigh as the stiffness that they belong to.
    let mean = |a: f64, b: f64, of: fn(&Fabric) -> f64| weighed(a, of(below), b, layers * of(ply));
    whole.damping.membrane = mean(below.damping.membrane, ply.damping.membrane, |fabric| {
        fabric.membrane.warp + fabric.membrane.weft
    });
    whole.damping.bending =
        mean(below.damping.bending, ply.damping.bending, |fabric| fabric.bending.warp + fabric.bending.weft);
    whole.air.permeability = in_series(below.air.permeability, ply.air.permeability, layers);
    whole
}

/// The mean of two numbers with weights; the first, if neither weighs anything.
fn weighed(one: f64, weight: f64, other: f64, other_weight: f64) -> f64 {
    let sum = weight + other_weight;
    if sum > 0.0 { (weight * one + other_weight * other) / sum } else { one }
}

/// Air goes through all layers, one after another: 1/p = 1/p₁ + n/p₂.
fn in_series(one: f64, other: f64, layers: f64) -> f64 {
    if one <= 0.0 || other <= 0.0 { 0.0 } else { 1.0 / (1.0 / one + layers / other) }
}

/// Tensions add up at the same strain.
fn membrane(below: &MembraneProperties, ply: &MembraneProperties, layers: f64) -> MembraneProperties {
    let stiffness = [below, ply].map(|fabric| fabric.warp + fabric.weft);
    let mean = |a: f64, b: f64| weighed(a, stiffness[0], b, layers * stiffness[1]);
    MembraneProperties {
        warp: below.warp + layers * ply.warp,
        weft: below.weft + layers * ply.weft,
        shear: below.shear + layers * ply.shear,
        poisson: mean(below.poisson, ply.poisson),
        compression: mean(below.compression, ply.compression),
        shear_hysteresis: below.shear_hysteresis + layers * ply.shear_hysteresis,
        shear_hysteresis_5: below.shear_hysteresis_5 + layers * ply.shear_hysteresis_5,
        warp_curve: curve(below, ply, layers, ClothDirection::Warp, |fabric| &fabric.warp_curve),
        weft_curve: curve(below, ply, layers, ClothDirection::Weft, |fabric| &fabric.weft_curve),
        bias_curve: curve(below, ply, layers, ClothDirection::Bias, |fabric| &fabric.bias_curve),
    }
}

/// The sum of two curves, if one of the fabrics has any.
fn curve(
    below: &MembraneProperties,
    ply: &MembraneProperties,
    layers: f64,
    direction: ClothDirection,
    of: fn(&MembraneProperties) -> &Option<StretchCurve>,
) -> Option<StretchCurve> {
    let reach = [below, ply].into_iter().filter_map(|fabric| of(fabric).as_ref());
    let reach = reach.map(StretchCurve::measured_strain).fold(0.0, f64::max);
    let points: Vec<(f64, f64)> = (1..=CURVE_POINTS)
        .map(|n| reach * n as f64 / CURVE_POINTS as f64)
        .map(|strain| {
            (strain, below.tension(direction, strain).0 + layers * ply.tension(direction, strain).0)
        })
        .collect();
    PointCurve::new(&points).ok().filter(|_| reach > 0.0).map(StretchCurve::Points)
}

/// Moments add up at the same curvature. Where layers cannot slide, the outer ones are stretched, too.
fn bending(below: &Fabric, ply: &Fabric, layers: f64, bond: Bond) -> BendingProperties {
    let (one, other) = (&below.bending, &ply.bending);
    let stiffness = |a: f64, b: f64| {
        let fused = if bond == Bond::Fused { layers * parallel_axis(below, ply, a, b) } else { 0.0 };
        a + layers * b + fused
    };
    let friction = [one, other].map(|bending| bending.hysteresis_warp + bending.hysteresis_weft);
    let mean = |a: f64, b: f64| weighed(a, friction[0], b, layers * friction[1]);
    BendingProperties {
        warp: stiffness(one.warp, other.warp),
        weft: stiffness(one.weft, other.weft),
        twist: stiffness(one.twist, other.twist),
        coupling: one.coupling + layers * other.coupling,
        hysteresis_warp: one.hysteresis_warp + layers * other.hysteresis_warp,
        hysteresis_weft: one.hysteresis_weft + layers * other.hysteresis_weft,
        transition_curvature: mean(one.transition_curvature, other.transition_curvature),
        residual_rate: mean(one.residual_rate, other.residual_rate),
        fatigue_rate: mean(one.fatigue_rate, other.fatigue_rate),
    }
}

/// What two layers of bending stiffnesses `a` and `b` gain where they are glued together, N·m.
///
/// Which stiffness in the plane counts here is known of no fabric: its yarns slide, straighten and buckle. It is taken as that
/// which belongs to the bending of a solid sheet, E h = 12 B / h². With it ΔB = E₁h₁ E₂h₂ / (E₁h₁ + E₂h₂) · d², where d = (h₁ + h₂) / 2 lies between the middles.
/// Two equal layers become 8 times as stiff as one, as a sheet of twice the thickness is.
fn parallel_axis(below: &Fabric, ply: &Fabric, a: f64, b: f64) -> f64 {
    let in_plane = |stiffness: f64, thickness: f64| 12.0 * stiffness / thickness.powi(2);
    let (one, other) = (in_plane(a, below.thickness), in_plane(b, ply.thickness));
    let gain = one * other / (one + other) * (0.5 * (below.thickness + ply.thickness)).powi(2);
    if gain.is_finite() { gain } else { 0.0 }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A panic is how a test fails.
mod tests {
    use super::*;

    fn plate() -> Fabric {
        Fabric::isotropic("plate", 0.2, 5e-4, 1000.0, 0.3, 1e-5)
    }

    fn with(ply: Ply) -> Fabric {
        FabricCut { plies: vec![ply], ..FabricCut::new(plate(), 0.0) }.laminate().into_owned()
    }

    /// A sheet of twice the thickness is eight times as stiff in bending, two sheets that slide twice.
    #[test]
    fn glued_layers_bend_as_one_and_sewn_ones_each_for_itself() {
        let fused = with(Ply { fabric: None, layers: 1.0, bond: Bond::Fused });
        assert!(
            (fused.bending.warp - 8e-5).abs() < 1e-15
                && (fused.bending.twist / plate().bending.twist - 8.0).abs() < 1e-9
        );
        let sewn = with(Ply { fabric: None, layers: 1.0, bond: Bond::Sewn });
        assert!((sewn.bending.warp - 2e-5).abs() < 1e-15);
        for laminate in [fused, sewn] {
            assert!((laminate.density - 0.4).abs() < 1e-12 && (laminate.membrane.warp - 2000.0).abs() < 1e-9);
            assert!(
                (laminate.membrane.poisson - 0.3).abs() < 1e-12 && (laminate.thickness - 1e-3).abs() < 1e-15
            );
        }
    }

    #[test]
    fn curves_add_up_at_the_same_strain() {
        let denim = Fabric::named("denim").unwrap();
        let jersey = Fabric::named("jersey").unwrap();
        let ply = Ply { fabric: Some(jersey.clone()), layers: 0.5, bond: Bond::Sewn };
        let cut = FabricCut { plies: vec![ply], ..FabricCut::new(denim.clone(), 0.0) };
        let whole = cut.laminate();
        for direction in [ClothDirection::Warp, ClothDirection::Weft] {
            for strain in [0.01, 0.05, 0.1] {
                let [sum, one, other] =
                    [&*whole, &denim, &jersey].map(|f| f.membrane.tension(direction, strain).0);
                let expected = one + 0.5 * other;
                assert!(
                    (sum - expected).abs() < 0.05 * expected,
                    "{direction:?} at {strain}: {sum} for {expected}"
                );
            }
        }
    }

    #[test]
    fn air_goes_through_all_layers() {
        let mut open = plate();
        open.air.permeability = 4.0;
        let cut = FabricCut {
            plies: vec![Ply { fabric: None, layers: 1.0, bond: Bond::Sewn }],
            ..FabricCut::new(open, 0.0)
        };
        assert!((cut.laminate().air.permeability - 2.0).abs() < 1e-12);
    }
}
