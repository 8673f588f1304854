//! From what Toile knows to what the viewer shows: dressed outfits, scenes and meshes as [`toile_view::scene`]s.
//!
//! | file | what it answers |
//! |---|---|
//! | [`objects`] | what does a cloth, a body, a mesh look like as data |
//! | [`material`], [`Dye`] | what does a fabric look like; what is it dyed and printed with |
//! | [`outfit_scene`], [`show_fit`] | a dressed body, and how it fits |
//! | [`run_scene`] | a scene file that runs |
//! | [`Subject`] | what do names on the command line stand for |
//! | [`camera_for`] | from where is all of it seen |
//! | [`live`] | what of it moves and can be touched |
//!
//! None of it needs a graphics card.

mod dye;
mod fabric_look;
mod fitting_camera;
pub mod live;
pub mod objects;
mod outfit;
mod run;
mod subject;

pub use dye::{Dye, PrintFigure};
pub use fabric_look::material;
pub use fitting_camera::camera_for;
pub use outfit::{outfit_scene, show_fit};
pub use run::run_scene;
pub use subject::{DEFAULT_OUTFIT, Subject};
