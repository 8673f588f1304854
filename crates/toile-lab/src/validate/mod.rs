//! Physics against references: does the simulated cloth do what mechanics says it must?
//!
//! Tests are done on meshes of different kinds and at two resolutions: a fabric has one stiffness, whatever the mesh. The
//! references are formulas, or differential equations solved to many digits, or what laboratories measured; none is another simulator.
//!
//! ```
//! use toile_lab::validate::{Effort, family};
//!
//! let cases = (family("seam").ok_or("no such test")?.run)(Effort::Quick)?;
//! assert!(cases.iter().all(|case| case.pass));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bias_modulus;
mod cantilever;
mod case;
mod catenary;
mod cylinder;
pub mod drape;
mod elastica;
mod end_load;
mod energy;
mod frequency;
mod hanging_sheet;
mod heart_loop;
pub mod hysteresis;
mod lateral_buckling;
mod locking;
mod momentum;
mod picture_frame;
mod seam;
mod self_buckling;
mod specimen;
mod stability;
mod turned;

pub use case::{Effort, Family, ValidateError, ValidationCase};
pub use elastica::{Cantilever, cantilever};

/// All tests, in the order in which they are done.
pub const CASES: [Family; 17] = [
    Family::new(
        "cantilever",
        "a strip bends under its own weight (ASTM D1388 A): drop over reach of its tip",
        cantilever::run,
    ),
    Family::new(
        "end-load",
        "a strip bends under a weight at its tip: how far the tip moves down and back",
        end_load::run,
    ),
    Family::new(
        "locking",
        "a strip bends on meshes that lie across its fold, without and with the arcs over its triangles: drop over reach",
        locking::run,
    ),
    Family::new(
        "heart-loop",
        "a strip hangs as a heart-shaped loop (ASTM D1388 B): height of the loop over length",
        heart_loop::run,
    ),
    Family::new(
        "lateral-buckling",
        "a strip held out on edge falls over sideways: weight at which it does",
        lateral_buckling::run,
    ),
    Family::new(
        "self-buckling",
        "a standing strip falls over under its own weight: weight at which it does",
        self_buckling::run,
    ),
    Family::new("catenary", "a strip hangs between two points: sag over distance", catenary::run),
    Family::new(
        "hanging-sheet",
        "a sheet hangs by its upper edge: how much longer it gets",
        hanging_sheet::run,
    ),
    Family::new(
        "bias-modulus",
        "strips cut at an angle from the warp are pulled: stiffness of the strip",
        bias_modulus::run,
    ),
    Family::new(
        "picture-frame",
        "a square is sheared in a frame of hinged bars: shear stiffness",
        picture_frame::run,
    ),
    Family::new("frequency", "a clamped strip swings: its lowest frequency", frequency::run),
    Family::new("momentum", "a crumpled sheet unfolds in flight: change of its momentum", momentum::run),
    Family::new("energy", "a crumpled sheet unfolds: growth of its energy in any step", energy::run),
    Family::new(
        "cylinder",
        "a sheet is rolled up in every direction: bending energy over the exact one",
        cylinder::run,
    ),
    Family::new(
        "hysteresis",
        "a strip is bent to and fro and let go (KES-FB2): moments, creases and fatigue",
        hysteresis::run,
    ),
    Family::new(
        "drape",
        "round specimens hang over a smaller disc (Cusick, ISO 9073-9): drape coefficient and folds of four fabrics",
        drape::run,
    ),
    Family::new(
        "seam",
        "a sheet is sewn of two pieces laid out at an angle: its energy over that of one piece",
        seam::run,
    ),
];

/// The test of that name.
pub fn family(name: &str) -> Option<&'static Family> {
    CASES.iter().find(|family| family.name == name)
}
