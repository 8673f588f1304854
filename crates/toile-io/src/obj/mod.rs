//! Wavefront OBJ: the text format that every 3D tool reads and writes.
//!
//! # What is read
//!
//! | line | meaning |
//! |---|---|
//! | `v x y z [w]`, `v x y z r g b [a]` | a vertex; the weight `w` is ignored, the colour is sRGB between 0 and 1 |
//! | `vt u [v [w]]`, `vn x y z` | a texture coordinate (`w` is ignored), a normal |
//! | `f 1 2 3`, `f 1/1 2/2 3/3`, `f 1//1 ...`, `f 1/1/1 ...` | a polygon; negative indices count back from the last definition |
//! | `l 1 2 3` | a chain of free edges |
//! | `g name`, `o name`, `usemtl name` | the following faces belong to this group, object, material |
//! | `stitch a b c r` | sew vertex a to the point (1 - r) b + r c; these indices count **from 0**, see below |
//!
//! A backslash at the end of a line joins it with the next, except in comments. Faces may use vertices that are defined
//! later. All other keywords (smoothing groups, material libraries, free-form curves) are skipped. A group ends at the
//! next `g`, `o` or `usemtl` that changes something; `o` and `g` set the same name, the later one wins. Empty groups are
//! dropped, and neighbouring groups of the same name and material become one.
//!
//! `stitch` is not part of OBJ; the staged garments of Codim-IPC carry it. There its indices count from 0, unlike those
//! of the faces: the dress of its examples sews vertex 0, and only counted so do its stitches lie on panel borders.
//!
//! Colours are sRGB in the file because that is what Blender, three.js and `MeshLab` write; [`PolyMesh::colors`] is linear.
//!
//! # What is written
//!
//! Everything above, with the fewest digits that read back as the same number: [`read`] gives back exactly what
//! [`write()`] got. OBJ holds one set of texture coordinates; [`write()`] reports further sets as left out. [`write_scene`]
//! also writes a library of materials (`.mtl`) and their pictures.
//!
//! ```
//! use toile_io::obj;
//!
//! let square = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
//! let mesh = obj::read(square)?;
//! assert_eq!(mesh.face(0), [0, 1, 2, 3]);
//!
//! let mut file = Vec::new();
//! obj::write(&mut file, &mesh).unwrap();
//! assert_eq!(file, square);
//!
//! let error = obj::read(b"v 0 0 0\nf 1 2 3\n").unwrap_err();
//! assert_eq!(error.to_string(), "line 2: vertex 2 does not exist, the file defines only 1");
//! # Ok::<(), toile_io::ReadError>(())
//! ```
//!
//! [`PolyMesh::colors`]: crate::PolyMesh::colors

mod groups;
mod materials;
mod read;
mod references;
mod write;

pub use materials::write_scene;
pub use read::read;
pub use write::write;
