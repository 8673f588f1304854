//! Keeping cloth apart: from itself, and from bodies that are meshes and may move.
//!
//! Two things work together. Inside a solver, things that are closer than the *thickness* push each other away, and friction holds
//! them along their surfaces; this is where impacts get their physics. After each change of the positions the
//! [guard](toile_contact::guard) shortens whatever would still lead through something; this is where the guarantee comes from:
//! a cloth that starts without intersections never has any.
//!
//! [`ContactPipeline`] holds what both need: all features of cloth and meshes in one list, and the candidates of earlier steps.
//!
//! ```
//! use toile_cloth::cloth::Cloth;
//! use toile_cloth::world::ClothContact;
//! use toile_cloth::simulation::Simulation;
//! use toile_cloth::solver::{Budget, Newton, Scheme};
//! use toile_cloth::{fabric::Fabric, world::World};
//! use toile_contact::obstacle::Obstacle;
//! use toile_geom::glam::{DVec2, DVec3};
//! use toile_geom::{intersect, shapes};
//!
//! let mesh = shapes::sheet(DVec2::splat(0.5), [16, 16]);
//! let cloth = Cloth::of_sheet(&mesh, &Fabric::named("cotton-poplin")?)?;
//! let mut ball = shapes::icosphere(0.1, 2);
//! ball.positions.iter_mut().for_each(|p| p.y -= 0.11);
//! let world = World {
//!     obstacles: vec![Obstacle::mesh(&ball)],
//!     cloth_contact: Some(ClothContact::default()),
//!     ..World::default()
//! };
//! let solver = Box::new(Newton::new(Scheme::Bdf2, Budget::INTERACTIVE));
//! let mut simulation = Simulation::new(cloth, world, solver);
//! for _ in 0..20 {
//!     simulation.step(1.0 / 60.0)?;
//!     let draped = simulation.cloth.mesh();
//!     assert!(intersect::self_intersections(&draped).is_empty());
//!     assert!(intersect::mesh_intersections(&draped, &ball).is_empty());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod detect;
mod friction;
mod guarded;
mod keep_out;
mod memory;
mod pairs;
mod pipeline;
mod project;
mod response;
mod search;
mod set;
mod step;
mod surfaces;
mod term;

pub use pipeline::ContactPipeline;

pub(crate) use keep_out::{KeepOut, Out, Substep, push_everywhere};
pub(crate) use pipeline::edges_at_rest;
pub(crate) use project::Ends;
pub(crate) use search::Look;
pub(crate) use set::{ContactSet, FreeMotion};
pub(crate) use step::{ContactStep, StepSpan};
pub(crate) use term::ContactTerm;
