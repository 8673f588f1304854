//! Finish: cloth for the eye.
pub mod free;
pub mod subdivision;
