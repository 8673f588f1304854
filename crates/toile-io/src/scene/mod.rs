//! Scenes: what an animated, skinned file holds, as plain arrays.
//!
//! A [`Scene`] is a list of [`Node`]s that form trees, and the things they name by index: meshes with morph targets
//! and joint influences ([`SceneMesh`]), [`Skin`]s, [`Material`]s with their pictures ([`SceneImage`]) and [`Animation`]s. Every field is public; nothing
//! is computed behind the user's back. Ask for a [`NodePose`] at a time, for world transforms, or for one merged mesh:
//!
//! ```
//! use glam::DVec3;
//! use toile_geom::TriMesh;
//! use toile_io::scene::Scene;
//!
//! let triangle = TriMesh {
//!     positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y],
//!     triangles: vec![[0, 1, 2]],
//! };
//! let mut scene = Scene::from_mesh("triangle", triangle.into());
//! scene.nodes[0].transform.translation = DVec3::new(0.0, 2.0, 0.0);
//!
//! let merged = scene.merged()?;
//! assert_eq!(merged.positions[1], DVec3::new(1.0, 2.0, 0.0));
//! # Ok::<(), toile_io::scene::SceneError>(())
//! ```
//!
//! The words are those of glTF 2.0, and so are the rules: a skinned mesh goes where its joints are and ignores the
//! transform of its own node, `y` is up, lengths are metres, times are seconds.

mod animation;
mod deform;
mod frames;
mod graph;
mod material;
mod merge;
mod mesh;
mod pose;
mod sample;
mod skin;
mod texture;
mod transform;
mod validate;
mod validate_material;
mod validate_mesh;

pub use animation::{Animation, Channel, ChannelPath, ChannelValues, Interpolation};
pub use graph::{Node, Scene};
pub use material::{AlphaMode, Material, MaterialSheen, MaterialTextures};
pub use mesh::{Influences, MorphTarget, SceneMesh};
pub use pose::NodePose;
pub use sample::ChannelValue;
pub use skin::Skin;
pub use texture::{SceneImage, SceneTexture, TextureWrap, UvTransform};
pub use transform::Transform;
pub use validate::SceneError;
