//! Seams for the eye: coordinates to draw them with, and stitches as geometry.
//!
//! Threads are far too fine to be simulated, and a picture of each piece with its seams would have to be made anew whenever a style
//! changes. Instead triangles near a seam know where they are, seen from it (Fuhrmann 2006, section 6.2): `s` along it, `t` across it, `r` what is left until its
//! end. [`SeamMap`] holds these coordinates, in as few passes as keep seams out of each other's way; a shader draws a seam where `r ≥ 0`
//! and `0 ≤ t ≤` its width. [`Stitches`] are the same seams as small meshes, each stitch a few triangles that ride on the cloth.
//!
//! ```
//! use glam::{DVec2, Vec3Swizzles};
//! use toile_finish::flat::FlatCloth;
//! use toile_finish::seams::{SeamLook, SeamMap, SeamRun, SeamStyle, Stitches};
//! use toile_geom::shapes;
//!
//! // A pocket of 120 x 120 mm with a topstitch 6 mm beside its border.
//! let sheet = shapes::regular_sheet(DVec2::splat(0.12), [10, 10]);
//! let corners = sheet.triangles.iter().map(|t| t.map(|v| sheet.positions[v as usize].xz())).collect();
//! let cloth = FlatCloth::new(sheet.triangles.clone(), sheet.positions.len(), corners)?;
//! let mut border = cloth.topology().boundary_loops()[0].vertices.clone();
//! border.push(border[0]);
//! let runs = [SeamRun { chain: border, look: SeamLook::of(SeamStyle::named("topstitch").unwrap()), sides: [true; 2] }];
//!
//! let map = SeamMap::new(&cloth, &runs)?;
//! // The border turns at four corners: its edges take turns, since they share the triangles there.
//! assert_eq!((map.parts().len(), map.passes().len()), (4, 2));
//! let mut stitches = Stitches::new(&cloth, &runs, &map)?;
//! stitches.place(&sheet.positions, &sheet.vertex_normals(), &[])?;
//! assert!(stitches.count() > 4 * 40);
//! # Ok::<(), toile_finish::flat::FlatError>(())
//! ```

mod look;
mod map;
mod parts;
mod passes;
mod stitches;
mod thread;

pub use look::{SeamLook, SeamStyle, ThreadCourse, ThreadRow};
pub use map::{SeamMap, SeamTriangle};
pub use parts::{SeamPart, SeamRun};
pub use stitches::Stitches;
