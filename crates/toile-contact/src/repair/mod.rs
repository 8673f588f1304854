//! Repair of meshes that pass through themselves or each other.
//!
//! [`repair`] finds every intersection exactly, links the intersecting pairs of triangles into contours, decides for each contour
//! which way its two surfaces have to pass each other, and moves what can move until nothing intersects:
//!
//! - **Contours** (`contour`): closed loops, or paths that end at open borders, as in global intersection analysis (Baraff,
//!   Witkin and Kass 2003).
//! - **Sides** (`side`): of a few directions in which one surface could leave the other, the one that moves the smallest
//!   volume is taken, so the smaller part moves. Cloth leaves closed bodies that cannot move, outer layers stay outside.
//!   The part that moves is what lies behind the other surface along that direction, so a contour that ends inside a
//!   surface, because a border is hooked through it, needs no special treatment.
//! - **Relaxation** (`relax`): the parts are pushed to their sides, while the displacement of neighbours is kept alike, so
//!   that the cloth is neither stretched nor crumpled. A fold that is drawn through itself is made smooth (`fair`). What is left in the end, too small or too folded for a side to be
//!   clear, is pulled apart pair by pair, and along the gradient of the contour's length (Volino and Magnenat-Thalmann 2006).
//!
//! ```
//! use toile_contact::{features::Features, filter::Filter, repair::{RepairSettings, repair}};
//! use toile_geom::shapes;
//!
//! let sheet = shapes::sheet(glam::DVec2::ONE, [10, 10]);
//! let mut features = Features::default();
//! features.add(&sheet.triangles, sheet.positions.len());
//! features.add(&sheet.triangles, sheet.positions.len());
//! let mut positions = sheet.positions.clone();
//! positions.extend(sheet.positions.iter().map(|p| *p + glam::DVec3::Y * (0.01 + 0.04 * p.x)));
//! let report = repair(&features, &Filter::new(), &mut positions, &RepairSettings::default()).unwrap();
//! assert!(report.intersections_before > 0);
//! assert!(report.is_clean());
//! ```

mod close;
mod contour;
mod crossing;
mod exit;
mod fair;
mod relax;
mod report;
mod run;
mod settings;
mod side;
mod surface;
mod wrench;

pub(crate) use exit::ray_triangle;
pub use report::{RepairReport, Unrepaired};
pub use run::repair;
pub(crate) use settings::first_unusable;
pub use settings::{RepairError, RepairSettings};
pub(crate) use side::crossing_along;
pub(crate) use surface::stand_ins;
