//! Moving a cloth on, step after step: until it rests, for some time, or until it is given up.
//!
//! A [`Run`] is the one loop around a [`Simulation`](crate::simulation::Simulation): draping, settling, following a motion, scene files,
//! benchmarks and the viewer all go through it. What they want is plain data: when cloth is at rest ([`RestSettings`]), what is borne before a run is
//! given up ([`GiveUp`]), how much of its velocity cloth keeps. What changes between steps, as seams that close, is a [`Controller`]. The clock on the
//! wall is an argument ([`Deadline`]), since what is reached by it depends on the machine; its [`CancelToken`] ends a run from another thread.
//!
//! ```
//! use toile_cloth::cloth::Cloth;
//! use toile_cloth::run::{Deadline, Run};
//! use toile_cloth::simulation::Simulation;
//! use toile_cloth::solver::{Budget, Newton, Scheme};
//! use toile_cloth::{fabric::Fabric, world::World};
//! use toile_geom::{glam::DVec2, shapes};
//!
//! let mesh = shapes::sheet(DVec2::splat(0.3), [4, 4]);
//! let mut cloth = Cloth::of_sheet(&mesh, &Fabric::named("denim")?)?;
//! (cloth.pinned[0], cloth.pinned[4]) = (true, true);
//! let solver = Box::new(Newton::new(Scheme::BackwardEuler, Budget::INTERACTIVE));
//! let mut run = Run::new(Simulation::new(cloth, World::default(), solver), 1.0 / 60.0);
//! run.velocity_kept = 0.9;
//! let end = run.until_rest(&mut (), Deadline::after(60.0), |_, _, step| assert!(step.motion.is_finite()));
//! assert!(end.at_rest && end.gave_up.is_none(), "it hangs after {} steps", end.steps);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod control;
mod give_up;
mod intersections;
mod rest;
#[expect(clippy::module_inception, reason = "named after what it holds")]
mod run;

pub use control::{Controller, Course};
pub use give_up::{GaveUp, GiveUp};
pub use intersections::Intersections;
pub use rest::{Rest, RestSettings, Trembling};
pub use run::{Run, RunEnd, RunStep};
pub use toile_geom::allowance::{CancelToken, Deadline};
