//! Toile: virtual garments, from sewing pattern to draped, intersection-free, measured cloth.

pub mod check;
pub mod dressing;
pub mod fit;
pub mod frame_report;
pub mod mesh_parts;
pub mod samples;
pub mod scene;
pub mod viewing;
