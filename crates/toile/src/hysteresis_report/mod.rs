//! Bending hysteresis, measured on meshes: Wong's experiments on a strip that is bent to a cylinder and back.
//!
//! A strip of 12 mm, meshed in three ways and cut along warp or weft, is bent as in the instrument KES-FB2. What its
//! vertices feel is compared with the scalar model, with the geometric series of creases and friction, and with what
//! an independent script prints that follows the thesis (T. H. Wong, "Improvements to Physically Based Cloth
//! Simulation", 2014, chapter 4) step by step. Two strips are let go as well, and shall keep the curvature that
//! friction leaves them, or none.
//!
//! ```no_run
//! use toile::hysteresis_report::{figure, run};
//!
//! for case in run()? {
//!     println!("{} {}: {} instead of {}", case.case, case.variant, case.measured, case.expected);
//! }
//! assert_eq!(figure()?.width, 1400);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cases;
mod figure;
mod release;
mod strip;

pub use cases::{Case, ReportError, run};
pub use figure::figure;

use toile_cloth::bending::Hysteresis;
use toile_cloth::fabric::Fabric;

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
