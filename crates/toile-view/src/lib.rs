//! The viewer: cloth that you can touch, and see how it fits.
//!
//! | module | what it answers |
//! |---|---|
//! | [`scene`] | what is there to be seen: plain data, no graphics card, no window |
//! | [`camera`] | from where is it seen |
//!
//! One code base for the desktop and the browser: nothing here knows a file's path, and nothing in what draws waits for
//! what simulates.

pub mod camera;
pub mod scene;
