//! Finish: cloth for the eye.
pub mod subdivision;
