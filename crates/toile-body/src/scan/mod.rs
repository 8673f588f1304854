//! Bodies from anywhere: scans and characters in any unit and with any axis up, with holes and loose parts.
//!
//! ```
//! use glam::DVec3;
//! use toile_body::mannequin::Mannequin;
//! use toile_body::measures::{Figure, Measures};
//! use toile_body::scan::{Stance, repair};
//!
//! // A body in centimetres, with z up, with a hole.
//! let mut scan = Mannequin::new(Figure::Man, Measures::typical(Figure::Man)).build()?.mesh;
//! scan.positions.iter_mut().for_each(|p| *p = DVec3::new(p.x, -p.z, p.y) * 100.0);
//! scan.triangles.pop();
//!
//! let stance = Stance::detect(&scan).unwrap();
//! stance.apply(&mut scan);
//! assert!((scan.bounds().size().y - 1.78).abs() < 1e-6 && scan.bounds().min.y.abs() < 1e-9);
//! let report = repair(&mut scan);
//! assert!(report.closed && report.holes_filled == 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod people;
mod repair;
mod stance;

pub use people::count_bodies;
pub use repair::{Repair, repair};
pub use stance::Stance;
