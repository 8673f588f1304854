//! Contact: what cloth touches, and where.
//!
//! | module | holds |
//! |---|---|
//! | [`features`], [`filter`] | the vertices, edges and triangles that take part, and the pairs that do not |
//! | [`broad`] | from all features to the few pairs that may touch: trees, grids, sampling, one trait |
//! | [`collider`] | solid things that cloth lies on: planes, spheres, whatever knows its nearest surface point |
//! | [`scenes`] | shapes in motion for comparing broad phases |
//! | [`touch`] | the contacts of points with colliders |

pub mod broad;
pub mod collider;
pub mod features;
pub mod filter;
pub mod scenes;
pub mod touch;
