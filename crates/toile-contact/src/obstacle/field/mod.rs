//! Bodies of any shape, through signed distance fields: what a point costs does not depend on how many triangles the body has
//! (A. Fuhrmann, "Interaktive Animation textiler Materialien", 2006, chapter 4).
//!
//! ```
//! use std::sync::Arc;
//! use toile_contact::obstacle::field::{BodyField, FieldSettings};
//! use toile_contact::obstacle::{FieldSurface, Obstacle};
//! use toile_geom::{glam::DVec3, shapes};
//!
//! let field = BodyField::new(&shapes::icosphere(0.2, 4), &FieldSettings::default())?;
//! let ball = Obstacle::field(FieldSurface::still(Arc::new(field)).with_skin(1e-3));
//! let found = ball.nearest(DVec3::new(0.0, 0.21, 0.0), 0.0);
//! assert!(found.is_some_and(|found| (found.distance - 9e-3).abs() < 2e-4 && found.normal.y > 0.99));
//! # Ok::<(), toile_contact::obstacle::field::FieldError>(())
//! ```
//!
//! | body | made of | what it costs |
//! |---|---|---|
//! | still | one field | one look-up |
//! | moving rigid | one field, asked in the coordinates of the body | a look-up and two changes of coordinates |
//! | linked segments | a field for each rigid [`RigidPart`]; the nearest counts | a look-up for each segment whose box is near |
//! | animated | [`Keyframes`]: a field for each key, and velocities that lead from one to the next | two look-ups in fields and two in velocities |
//!
//! The [skin](FieldSurface::skin) is an offset of the surface, so that what a field leaves out, corners sharper than its cells, does not show.
//! A field knows only where a point is and not where it came from: what crosses a thin limb in one step is not seen. The guarantee is that of
//! a body as a mesh, with which a run can be continued at any time.

mod body_field;
mod keyframes;
mod surface;
mod velocities;

pub use body_field::{BodyField, FieldSettings, SurfaceDistance};
pub use keyframes::Keyframes;
pub use surface::{FieldSurface, RigidPart};
pub use toile_geom::distance_field::FieldError;
