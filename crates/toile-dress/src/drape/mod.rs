//! From a sewn garment around a body to a garment that hangs on it: seams shrink, then gravity sets in, until all is at rest.

mod draping;
mod patience;
mod settings;
mod turning;

pub use draping::{DrapeStep, Draping, Phase};
pub(crate) use patience::Watch;
pub use patience::{GaveUp, Patience};
pub use settings::DrapeSettings;
