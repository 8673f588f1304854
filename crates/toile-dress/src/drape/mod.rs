//! From a sewn garment around a body to a garment that hangs on it: seams shrink, then gravity sets in, until all is at rest.

mod draping;
mod falling;
mod floor;
mod holding;
mod phases;
mod settings;
mod turning;

pub use draping::{DrapeStep, Draping};
pub(crate) use falling::{FALLEN, FallWatch, upper_end};
pub use floor::floor_under;
pub use phases::Phase;
pub use settings::DrapeSettings;
