//! PLY, the polygon file format of the Stanford scans: a text header that declares the data, then text or binary data.
//!
//! # What is read
//!
//! All three encodings, all scalar types, properties in any order:
//!
//! | element | properties |
//! |---|---|
//! | `vertex` | `x y z`; `nx ny nz`; `s t`, `u v` or `texture_u texture_v`; `red green blue` and maybe `alpha` |
//! | `face` | a list `vertex_indices` or `vertex_index`; maybe a list `texcoord` with two numbers for each corner |
//! | `edge` | `vertex1 vertex2` |
//! | `stitch` | `vertex start end ratio`, Toile's own (see [`Stitch`](crate::Stitch)) |
//!
//! Other elements and properties are skipped, lists too. Texture coordinates of vertices become the first UV set, those
//! of corners the next; equal ones are stored once. In text files an element takes exactly one line.
//!
//! Integer colours are taken as sRGB (0 to 65535 for `ushort`, otherwise 0 to 255) and converted to linear, because that
//! is what scanners and modelling tools store; floating-point colours are taken as linear. Alpha is linear in both.
//!
//! # What is written
//!
//! Everything above, by default binary little-endian, positions and all other vectors as `double`, colours as 8-bit sRGB.
//! [`WriteOptions`] has the alternatives. PLY has no place for groups and for normals that differ between the corners of
//! one vertex; [`write()`] reports what it leaves out.
//!
//! ```
//! use toile_io::ply;
//!
//! let text = b"ply
//! format ascii 1.0
//! element vertex 3
//! property float x
//! property float y
//! property float z
//! element face 1
//! property list uchar int vertex_indices
//! end_header
//! 0 0 0
//! 1 0 0
//! 0 1 0
//! 3 0 1 2
//! ";
//! let mesh = ply::read(text)?;
//! assert_eq!(mesh.face(0), [0, 1, 2]);
//!
//! let mut file = Vec::new();
//! ply::write(&mut file, &mesh, ply::WriteOptions::default()).unwrap();
//! assert_eq!(ply::read(&file)?, mesh);
//! # Ok::<(), toile_io::ReadError>(())
//! ```

mod elements;
mod header;
mod read;
mod source;
mod write;

pub use header::Encoding;
pub use read::read;
pub use write::{ColorType, PlyPrecision, WriteOptions, write};
