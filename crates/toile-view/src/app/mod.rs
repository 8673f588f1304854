//! The window: what is seen, and what can be done with it.
//!
//! | file | holds |
//! |---|---|
//! | [`App`] | all of it, in any egui |
//! | [`run`] | the same in a window of its own |
//! | `desk` | what panels work with: commands, changes, settings |
//! | `action` | what keys and buttons do, and the list of shortcuts |
//! | `viewport` | the picture: orbit, grab, pin |
//! | `canvas` | the renderer's picture inside of egui |
//! | `shots` | pictures for files |
//! | `hints` | hints for newcomers |
//!
//! The window never waits for the simulation: every frame it takes the newest complete [`LiveState`](crate::live::LiveState).

mod action;
mod application;
mod canvas;
mod desk;
mod hints;
mod overlay;
mod panels;
mod settings;
mod shots;
mod style;
mod viewport;
#[cfg(not(target_arch = "wasm32"))]
mod window;

pub(crate) use action::{Action, MOUSE, SHORTCUTS};
pub use application::App;
pub(crate) use desk::Desk;
pub(crate) use hints::read as read_hint;
pub(crate) use overlay::seen;
pub use settings::{AppSettings, Tab};
pub(crate) use shots::{film_frames, film_turn, shoot, shoot_frames};
pub(crate) use style::{ACCENT, TROUBLE};
#[cfg(not(target_arch = "wasm32"))]
pub use window::{Begin, WindowError, run};
