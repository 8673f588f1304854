//! Scenes to compare responses on, each after an experiment of the sources: series of numbers to look at.
//!
//! | experiment | after | shows |
//! |---|---|---|
//! | [`ribbon`] | Kimmerle 2005, the ribbon that falls on a table | rest on a plane and on itself |
//! | [`drag`] | Kimmerle 2005, cloth over a rotating sphere | friction of a moving body |
//! | [`crash`] | Wong 2014, impact zones | several layers that meet at speed |
//! | [`hit`] | Fuhrmann 2006, a cloth that falls into a hanging one | momentum handed on |
//! | [`pull`] | Wong 2014, a hanging cloth that is dragged over the ground | sticking and slipping |
//!
//! The cloth is a [`Patch`]: particles joined by threads that do not stretch much. It has no other stiffness, which is enough to see what a response
//! does; it is not a model of fabric.

pub mod crash;
pub mod drag;
pub mod hit;
mod patch;
pub mod pull;
pub mod ribbon;

pub use patch::{Patch, PatchReport};
