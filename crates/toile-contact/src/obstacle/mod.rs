//! Solid things that cloth lies on.
//!
//! An [`Obstacle`] has a shape, a rigid motion, a law of friction and a name. Cloth meets it in one of two ways:
//!
//! | shape | how cloth meets it |
//! |---|---|
//! | [`Plane`], [`Sphere`] | exactly, by the nearest point of the surface |
//! | [`SolidMesh`], still or animated | by its triangles: nothing passes through them, for certain |
//! | [`FieldSurface`] | by a distance field of one body, of linked segments, or of keyframes; quick, however many triangles there are |
//! | an [`ObstacleSurface`] of your own | by whatever finds the nearest point of its surface |
//!
//! ```
//! use toile_contact::obstacle::{Obstacle, Plane, Sphere};
//! use toile_geom::{glam::DVec3, shapes};
//!
//! let floor = Obstacle::plane(Plane::floor(0.0)).with_friction(0.5).named("floor");
//! let ball = Obstacle::ball(Sphere::new(DVec3::Y, 0.2)).turning(DVec3::Y, DVec3::Y, 1.0);
//! let wheel = Obstacle::mesh(&shapes::icosphere(0.3, 2)).turning(DVec3::ZERO, DVec3::Z, 2.0);
//! assert_eq!(floor.nearest(DVec3::Y, 0.0).map(|found| found.distance), Some(1.0));
//! assert!(ball.nearest(DVec3::ZERO, 3.0).is_some_and(|found| (found.distance - 0.8).abs() < 1e-12));
//! assert!(wheel.nearest(DVec3::ZERO, 0.0).is_none(), "a mesh is met by its triangles");
//! ```

pub mod field;
mod field_mesh;
mod mesh;
#[expect(clippy::module_inception, reason = "named after what it holds")]
mod obstacle;
mod plane;
mod rigid;
mod sphere;
mod surface;

pub use field::FieldSurface;
pub use field_mesh::{FieldMesh, FieldMeshSettings};
pub use mesh::{MeshPlaces, SolidMesh};
pub use obstacle::{Obstacle, ObstacleShape};
pub use plane::Plane;
pub use rigid::{RigidMotion, RigidPose, Turning};
pub use sphere::Sphere;
pub use surface::{MovingPoint, ObstacleSurface, SurfacePoint};
