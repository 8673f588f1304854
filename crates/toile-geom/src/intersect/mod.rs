//! Do these two touch? Exactly, with no epsilon, in every degenerate case.
//!
//! All shapes are closed: a segment has its ends, a triangle its edges and corners, and a triangle whose corners lie on
//! one line is a segment, or a point. Two shapes intersect if they have a point in common, be it a single one; every
//! answer is the answer for the real numbers that the coordinates stand for.
//!
//! ```
//! use toile_geom::intersect::segment_triangle;
//! use toile_geom::glam::DVec3;
//!
//! let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
//! let foot = DVec3::new(0.25, 0.25, 0.0);
//! assert!(segment_triangle([foot, foot + DVec3::Z], triangle));                  // it just touches
//! assert!(!segment_triangle([foot + DVec3::Z * 1e-300, foot + DVec3::Z], triangle)); // it does not
//! ```

mod mesh;
mod segment_segment;
mod segment_triangle;
mod triangle_triangle;

pub use mesh::{degenerate_triangles, mesh_intersections, mesh_triangles_intersect, self_intersections};
pub use segment_segment::{point_on_segment, segment_segment};
pub use segment_triangle::{point_in_triangle, segment_triangle};
pub use triangle_triangle::{
    triangles_beyond_shared_edge, triangles_beyond_shared_vertex, triangles_intersect,
};
