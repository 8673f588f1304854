//! SVG: patterns as FreeSewing, Valentina and Inkscape draw them, and our own pictures of patterns, to scale.
//!
//! Pieces are found as closed outlines, lines that join among them; one that follows another inside of it at a small distance is the line to sew, and
//! the outer one is the line to cut. What style sheets, layers and attributes hide is not there, what is defined once and used often is. Names come
//! from titles, labels, groups, layers and the text inside. The scale is that of the document: its `width` in real units against its `viewBox`.
//! There are no seams.

mod drawing;
mod figures;
mod labels;
mod layout;
mod marks;
mod path;
mod pieces;
mod read;
mod style;
mod transform;
mod tree;
mod write;
mod xml;

pub use layout::{Layout, seam_color};
pub use read::read;
pub use write::{SvgSettings, write};
