//! What shines from all around: a picture of the whole sphere, and what a renderer needs of it.
//!
//! | file | what it answers |
//! |---|---|
//! | [`Environment`] | how bright is it in a direction |
//! | [`RadianceError`] | why are these bytes no Radiance picture |
//! | [`Harmonics`] | how much light falls on a surface that looks in a direction |
//! | [`prefiltered`] | what does a rough surface mirror |

mod harmonics;
mod panorama;
mod prefilter;
mod radiance;
mod sky;

pub use harmonics::Harmonics;
pub use panorama::Environment;
pub use prefilter::{LEVELS, prefiltered};
pub use radiance::RadianceError;
