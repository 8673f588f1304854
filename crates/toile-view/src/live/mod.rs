//! The simulation beside the window: it runs on its own, takes commands, and publishes finished states.
//!
//! | file | holds |
//! |---|---|
//! | [`Live`] | what can be simulated and touched: an outfit, a scene, a mesh |
//! | [`Command`], [`Value`] | what the window asks for |
//! | [`Offer`], [`Control`] | what can be asked for, with names, units and ranges |
//! | [`LiveLandmark`] | a named point of a body |
//! | [`Trouble`], [`WayOut`] | what went wrong, and what can be done about it |
//! | [`LiveState`] | one finished moment, complete and never changed again |
//! | [`Slot`] | where the newest state lies: written and read in the time of a pointer's copy |
//! | [`Player`] | takes commands, steps, keeps pace, survives failures |
//! | [`Handle`] | the window's end of it |
//!
//! Nothing here knows a window, a graphics card, a file or a clock: the program that runs a [`Player`] tells it the time. On the desktop
//! [`Handle::start`] gives it threads of its own; in a browser the window may call [`Player::turn`] once a frame.

mod command;
mod handle;
mod landmark;
mod making;
mod offer;
mod pace;
mod player;
mod slot;
mod state;
mod thing;
pub mod timeline;
mod trouble;

pub use command::{Command, Gesture, Opening, SurfacePlace, Value};
pub use handle::{Handle, OtherEnd, Spawn};
pub use landmark::LiveLandmark;
pub use making::{Job, Making, Say};
pub use offer::{Control, ControlKind, HeatQuantity, Offer, Panel, Worn};
pub use pace::Pace;
pub use player::{Elsewhere, Next, Player};
pub use slot::Slot;
pub use state::{Activity, GarmentFit, Heat, LiveReport, LiveState, Needle};
pub use thing::{Applied, Live, Opener};
pub use trouble::{Again, Trouble, WayOut};

#[cfg(test)]
mod tests;
