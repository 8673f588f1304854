//! The wearer: a body with all that dressing asks of it, found once; by name, from a file, a mesh or a mannequin; and the two forms that it takes on
//! while it is dressed, slim and layered.

mod error;
mod layered;
mod measures;
mod moving;
mod open;
mod skin;
mod slim;
mod wearer;

pub use error::WearerError;
pub use measures::measures_of_size;
pub use moving::{MovingWearer, MovingWearerError, RigFiles, moving_body};
pub use open::{Cleaned, SourceBody};
pub use wearer::Wearer;
