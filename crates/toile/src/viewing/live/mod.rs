//! What the viewer brings to life: outfits, scenes and meshes, behind [`toile_view::live::Live`].
//!
//! | file | holds |
//! |---|---|
//! | `opener` | from a name to something that lives |
//! | `dressing` | what is worn by whom, and how it is made |
//! | `asking` | a pattern that is asked about before it is sewn |
//! | `preview` | what is seen while it is sewn |
//! | `outfit`, `living_outfit` | a dressed outfit that can be touched |
//! | `scene` | a scene file that runs |
//! | `mesh` | something that only stands there |
//! | `motion` | a body that moves under its clothes |
//! | `touch` | hands and needles in a simulation |
//! | `heat` | values of the fit at every vertex, of any moment |
//! | `controls/` | what can be set, with names, units and ranges |
//! | `host` | files to open, and what is saved |
//! | `flat` | the pattern beside the cloth |
//! | `ways` | what can be done about a failure, as buttons |

mod asking;
mod controls;
mod dressing;
mod flat;
mod heat;
mod host;
mod living_outfit;
mod mesh;
mod motion;
mod opener;
mod outfit;
mod preview;
mod report;
mod scene;
#[cfg(test)]
mod tests;
mod threads;
mod touch;
mod ways;

pub use dressing::LiveDressing;
pub use host::Files;
pub use opener::WardrobeOpener;
pub use threads::{spawn, threads_beside_a_window};
