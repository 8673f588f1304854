//! GarmentCode and NeuralTailor JSON (Korosteleva and Lee 2021, 2023): panels with placement in space, and stitches.
//!
//! Lengths are in units of which `units_in_meter` make a metre. A panel whose edges run clockwise faces away from its `z` axis: it is
//! mirrored here and its pose turned, so that all pieces are drawn from their outer side and stay where they were.

mod document;
mod read;
mod segment;
mod write;

pub use read::read;
pub use write::write;
