//! Bending hysteresis, measured on meshes: Wong's experiments on a strip that is bent to a cylinder and back.
//!
//! A strip of 12 mm, cut along warp or weft, is bent as in the instrument KES-FB2. What its vertices feel is compared with the
//! scalar model, with the geometric series of creases and friction, and with what an independent script prints that
//! follows the thesis (T. H. Wong, "Improvements to Physically Based Cloth Simulation", 2014, chapter 4) step by step.
//! Two strips are let go as well, and shall keep the curvature that friction leaves them, or none. Moments are in gf·cm/cm and
//! curvatures in 1/cm, the units of the instrument.
//!
//! ```no_run
//! use toile_lab::validate::hysteresis;
//!
//! assert_eq!(hysteresis::figure()?.width, 1400);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cases;
mod figure;
mod release;
mod strip;

pub(super) use cases::run;
pub use figure::figure;

use glam::DVec2;
use toile_cloth::fabric::{Fabric, Hysteresis};

const NAME: &str = "hysteresis";
/// Size of the strips in metres.
const SIZE: DVec2 = DVec2::new(0.012, 0.0048);
/// Cells along and across them.
const COARSE: [u32; 2] = [30, 12];
const FINE: [u32; 2] = [45, 18];
/// A strip is rolled up to a radius of ten coarse cells; so far is the mesh from a cylinder.
const TOLERANCE: f64 = 0.005;

/// A moment of one gf·cm/cm, the unit of KES, in N·m/m.
const GRAM_FORCE: f64 = 9.806_65e-3;
/// A curvature of 1/cm in 1/m.
const PER_CENTIMETRE: f64 = 100.0;

/// Wong's parameters `b₁`, `b₂`, `|c₁|`, `λ`, `μ` of the figure with measured data, in units of KES.
const ACRYLIC: Hysteresis =
    Hysteresis { initial: 0.76, lasting: 0.26, falloff: 0.38, residual_rate: 0.0, fatigue_rate: 0.0 };
/// Those of the experiment on fatigue.
const TIRING: Hysteresis =
    Hysteresis { initial: 5.20, lasting: 2.51, falloff: 4.45, residual_rate: 0.15, fatigue_rate: 0.1 };

/// A fabric with these parameters, in units of KES, along the warp, and along the weft with `weft` times the
/// stiffness and half of the friction if that is not one.
fn fabric_of(parameters: &Hysteresis, weft: f64) -> Fabric {
    let stiffness = parameters.lasting * GRAM_FORCE / PER_CENTIMETRE;
    let mut fabric = Fabric::isotropic("report", 0.2, 1e-3, 1000.0, 0.0, stiffness);
    let bending = &mut fabric.bending;
    bending.weft = weft * stiffness;
    bending.hysteresis_warp = 2.0 * parameters.friction_moment() * GRAM_FORCE;
    bending.hysteresis_weft = if weft == 1.0 { 1.0 } else { 0.5 } * bending.hysteresis_warp;
    bending.transition_curvature = parameters.slip_curvature() * PER_CENTIMETRE;
    bending.residual_rate = parameters.residual_rate;
    bending.fatigue_rate = parameters.fatigue_rate;
    fabric
}
