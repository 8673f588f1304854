//! From a sewn garment around a body to a garment that hangs on it: seams shrink, then gravity sets in, until all is at rest.

mod draping;
mod phases;
mod settings;
mod turning;

pub use draping::{DrapeStep, Draping};
pub use phases::Phase;
pub use settings::DrapeSettings;
