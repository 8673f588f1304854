//! Toile: virtual garments, from sewing pattern to draped, intersection-free, measured cloth.

pub mod check;
pub mod look;
pub mod samples;
pub mod validate;
