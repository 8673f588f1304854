//! STL: triangles without connectivity, the format of 3D printing.
//!
//! [`read`] takes text and binary files. A binary file may begin with the word `solid` too, so the size decides first: if
//! it is what the triangle count of a binary file asks for, the file is binary.
//!
//! STL repeats the coordinates of a vertex in each of its triangles. Corners whose coordinates are equal bit for bit
//! (`-0.0` counts as `0.0`) become one vertex; there is no tolerance, so corners that a program wrote with different
//! digits stay apart. Each named `solid` of a text file becomes a group. Facet normals follow from the corners and are
//! ignored, as are the two attribute bytes of binary files.
//!
//! [`write()`] makes binary files with the coordinates in single precision, which is all that STL has.
//!
//! ```
//! use toile_io::stl;
//!
//! let text = b"solid sheet
//! facet normal 0 0 1
//!   outer loop
//!     vertex 0 0 0
//!     vertex 1 0 0
//!     vertex 0 1 0
//!   endloop
//! endfacet
//! endsolid sheet
//! ";
//! let mesh = stl::read(text)?;
//! assert_eq!(mesh.positions.len(), 3);
//! assert_eq!(mesh.groups[0].name, "sheet");
//! # Ok::<(), toile_io::ReadError>(())
//! ```

mod read;
mod write;

pub(crate) use read::is_stl;
pub use read::read;
pub use write::write;

/// The length of the free text at the start of a binary file.
const PREFIX: usize = 80;

/// Where the triangles of a binary file begin, after the free text and the count.
const TRIANGLES_START: usize = PREFIX + 4;

/// The size of a triangle in a binary file: a normal, three corners, two attribute bytes.
const TRIANGLE_SIZE: usize = 50;
