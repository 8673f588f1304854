//! The viewer: cloth that you can touch, and see how it fits.
//!
//! | module | what it answers |
//! |---|---|
//! | [`scene`] | what is there to be seen: plain data, no graphics card, no window |
//! | [`asking`] | what is asked about a pattern before it is sewn |
//! | [`camera`] | from where is it seen |
//! | [`pick`] | what is under the pointer |
//! | [`live`] | what moves it, beside the window |
//! | [`host`] | where files are |
//! | [`pattern`] | what it looks like flat |
//! | [`undo`] | what was changed, and back |
//! | [`view_settings`] | how is it seen: material or heat map, overlays, lights, ground |
//! | [`environment`] | what shines from all around: a built-in sky, or a Radiance picture |
//! | `render` | the renderer on wgpu, with the feature `gpu` |
//! | `shot` | a picture without a window, with the feature `gpu` |
//! | `app` | the window, with the feature `window` |
//! | `script` | the same without a screen, with the feature `script` |
//!
//! One code base for the desktop and the browser: nothing here knows a file's path, and nothing in what draws waits for
//! what simulates.

#[cfg(feature = "window")]
pub mod app;
pub mod asking;
pub mod camera;
pub mod environment;
pub mod host;
pub mod live;
pub mod pattern;
pub mod pick;
#[cfg(feature = "gpu")]
pub mod render;
pub mod scene;
#[cfg(feature = "script")]
pub mod script;
#[cfg(all(feature = "gpu", not(target_arch = "wasm32")))]
pub mod shot;
pub mod undo;
pub mod view_settings;

/// The sample of the README is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
