//! SVG: patterns as FreeSewing, Valentina and Inkscape draw them, and our own pictures of patterns, to scale.
//!
//! Pieces are found as closed outlines; one that follows another inside of it at a small distance is the line to sew, and the outer one is the line to cut.
//! Names come from groups, labels and the text inside. The scale is that of the document: its `width` in real units against its `viewBox`.
//! There are no seams.

mod layout;
mod path;
mod read;
mod transform;
mod write;
mod xml;

pub use layout::{Layout, seam_color};
pub use read::read;
pub use write::{SvgSettings, write};
