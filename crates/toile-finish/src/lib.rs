//! Finish: cloth for the eye.
pub mod free;
pub mod subdivision;
pub mod wrinkles;
