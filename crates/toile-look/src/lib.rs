//! Pictures of bodies, cloth and what is wrong with it, made on the CPU.
//!
//! A [`LookScene`] holds meshes with their surfaces, lines and points; a [`Look`] says how large and how good the pictures
//! are; a [`Sheet`] puts several of them on one page with labels and [`Legend`]s. The light is that of a photographer's
//! studio: bright from all sides, a soft key light from the upper left of the picture, a shadow on the ground.
//!
//! The same scene gives the same bytes on every run and with any number of threads.
//!
//! ```
//! use glam::DVec3;
//! use toile_look::{Color, Look, LookObject, LookScene, LookQuality, Sheet, LookSurface, View};
//! use toile_geom::TriMesh;
//!
//! let mesh = TriMesh {
//!     positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y],
//!     triangles: vec![[0, 1, 2]],
//! };
//! let linen = LookSurface::Solid(Color::hex(0xD8CDB8));
//! let scene = LookScene::of(LookObject::cloth(&mesh).with_surface(linen));
//! let look = Look { width: 80, height: 60, quality: LookQuality::Draft, ..Look::default() };
//! let page = Sheet::of_views(&look, &scene, &[View::Front, View::ThreeQuarter]).title("Test piece").compose();
//! assert!(page.width > 160);
//! ```

mod assembly;
mod backdrop;
mod canvas;
pub mod color;
pub mod color_map;
mod depth_map;
mod font;
mod ground;
mod legend;
mod light;
mod overlay;
pub mod palette;
mod pattern;
mod plot;
mod question_picture;
mod render;
mod scene;
mod shade;
mod sheet;
mod stroke;
mod text;
mod view;

pub use color::Color;
pub use color_map::ColorMap;
pub use legend::Legend;
pub use pattern::pattern_picture;
pub use plot::{Plot, PlotCurve, PlotScale, PlotStroke};
pub use question_picture::question_picture;
pub use render::{Look, LookQuality};
pub use scene::{
    Finish, HeatValues, LookGround, LookLine, LookObject, LookPoint, LookScene, LookSurface, Shading, Uvs,
    Wireframe,
};
pub use sheet::{Sheet, evenly_spaced};
pub use text::{Align, TextStyle};
pub use toile_io::png::Image;
pub use view::View;

#[cfg(test)]
mod tests;

/// The sample of the README is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
