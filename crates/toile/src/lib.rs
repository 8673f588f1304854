//! Toile: virtual garments, from sewing pattern to draped, intersection-free, measured cloth.

pub mod check;
pub mod dressing;
pub mod fit;
pub mod frame_report;
pub mod mesh_parts;
pub mod prelude;
pub mod samples;
pub mod scene;
pub mod viewing;

pub use dressing::Export;
pub use toile_body::motion::Playing;
pub use toile_cloth::fabric::Fabric;
pub use toile_dress::{
    DressError, DressSettings, Dressed, Dressing, Fit, Outfit, Progress, Remedy, Wearer, WearerError,
};
pub use toile_geom::TriMesh;
pub use toile_pattern::Garment;
pub use toile_pattern::draft::Looseness;
