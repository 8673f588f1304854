//! How far apart two things are, at which points, and how that changes when they move.
//!
//! ```
//! use toile_geom::distance::{Feature, point_triangle};
//! use toile_geom::glam::DVec3;
//!
//! let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
//! let closest = point_triangle(DVec3::new(2.0, 0.0, 1.0), triangle);
//! assert_eq!(closest.point, DVec3::X);
//! assert_eq!(closest.distance_squared, 2.0);
//! assert_eq!(closest.feature, Feature::Vertex(1));
//!
//! // Moving the point away by one millimetre along the gradient changes the distance by one millimetre.
//! let gradient = closest.pair.distance_gradient();
//! assert!((gradient[0].length() - 1.0).abs() < 1e-12);
//! ```
//!
//! Every function accepts degenerate input (a segment that is a point, a triangle that is a segment) and gives a finite,
//! closest answer. Derivatives are those of [`Pair`].

mod depth;
mod edge_edge;
mod mesh;
mod pair;
mod point_edge;
mod point_triangle;

pub use depth::depths_in_mesh;
pub use edge_edge::{EdgeEdge, edge_edge};
pub use mesh::points_to_mesh;
pub use pair::Pair;
pub use point_edge::{PointEdge, point_edge};
pub use point_triangle::{Feature, PointTriangle, point_triangle};
