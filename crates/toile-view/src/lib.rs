//! The viewer: cloth that you can touch, and see how it fits.
//!
//! | module | what it answers |
//! |---|---|
//! | [`scene`] | what is there to be seen: plain data, no graphics card, no window |
//! | [`camera`] | from where is it seen |
//! | [`pick`] | what is under the pointer |
//! | [`live`] | what moves it, beside the window |
//! | [`timeline`] | what was seen before |
//! | [`pattern`] | what it looks like flat |
//! | [`undo`] | what was changed, and back |
//!
//! One code base for the desktop and the browser: nothing here knows a file's path, and nothing in what draws waits for
//! what simulates.

pub mod camera;
pub mod live;
pub mod pattern;
pub mod pick;
pub mod scene;
pub mod timeline;
pub mod undo;
