//! DXF as the apparel industry writes it: AAMA (ANSI/AAMA-292) and ASTM D6673.
//!
//! A block holds a piece in one size; its layers tell what is what: 1 the line to cut, 2 corners, 4 notches, 6 the mirror line of a half piece, 7 the grain,
//! 8 lines inside, 13 drill holes, 14 the line to sew. Vendors differ in all details, so the reader takes what it finds: boundaries in
//! several parts are joined, names that repeat are numbered, and the unit is that of the text `Units:`, else millimetres. There are no seams.

mod groups;
mod read;
mod sizes;
mod write;

pub use read::read;
pub use write::write;
