//! DXF as the apparel industry writes it: AAMA (ANSI/AAMA-292) and ASTM D6673-10, of any version from R12 on.
//!
//! A block holds a piece in one size; its layers tell what is what: 1 the line to cut, 2 corners, 4 and 80 to 83 notches, 6 the mirror line of a half
//! piece, 7 the grain, 8 lines inside, 11 openings, 13 drill holes, 14 the line to sew, 84 and 87 the lines of 1 and 14 once more. Vendors differ in
//! all details, so the reader takes what it finds: boundaries in several parts are joined, blocks may be inserted scaled, turned or mirrored, names
//! that repeat are numbered, drawings without blocks are split into pieces. What is broken costs its entity. There are no seams.

mod blocks;
mod boundary;
mod damage;
mod groups;
mod layers;
mod loose;
mod piece;
mod read;
mod rules;
mod shapes;
mod sizes;
mod spline;
mod text;
mod units;
mod words;
mod write;

pub use read::{read, read_with_rules};
pub(crate) use text::BINARY;
pub use text::decoded;
pub use write::write;
