//! What fabrics look like: weaves and knits as tiles of colour, relief and roughness, at their real scale.
//!
//! A [`FabricLook`] says how the yarns of a fabric lie, how thick they are, and how they shine. [`FabricLook::maps`] makes three pictures of it that can be
//! laid side by side without a seam: colour, normals and roughness, as exchange formats and renderers want them. [`FabricMaps::size`] tells how much cloth a tile
//! shows, so that a thread is as wide in a picture as it is on a loom.
//!
//! ```
//! use toile_finish::fabric::FabricLook;
//!
//! let denim = FabricLook::of_fabric("denim");
//! let indigo = [0.03, 0.06, 0.15];
//! let maps = denim.maps(indigo, 256);
//! assert_eq!(maps.color.width, 256);
//! // A thread of denim is almost a millimetre wide: a tile shows some centimetres.
//! assert!(maps.size[0] > 0.01 && maps.size[0] < 0.1);
//! ```

mod library;
mod look;
mod maps;
mod noise;
mod structure;
mod surface;

pub use look::FabricLook;
pub use maps::FabricMaps;
pub use structure::Structure;
