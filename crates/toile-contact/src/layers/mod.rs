//! Which piece lies outside of which, kept independently of what happened before.
//!
//! Shirt, trousers, coat: most pieces belong to a layer, and layers keep their order. Contact that goes by the past keeps an order,
//! right or wrong, for ever. Here the order is known: each piece has a number ([`Layers`], given from outside, or [found](infer)
//! from where the pieces are), and whatever the past was, wrong places can be [found](check) and [put right](restore). So faulty
//! starts do no harm, and an order can be changed while a simulation runs ([`Passage`]): the shirt is tucked in. That is the
//! semantic detection of self-collisions of Fuhrmann (2006).
//!
//! ```
//! use glam::{DVec2, DVec3};
//! use toile_contact::{features::Features, filter::Filter};
//! use toile_contact::layers::{LayerInput, Layers, Outward, RestoreSettings, check, restore};
//! use toile_geom::shapes;
//!
//! // A blanket lies 1 cm above a sheet, and shall be below it.
//! let sheet = shapes::sheet(DVec2::ONE, [20, 20]);
//! let (mut features, mut positions) = (Features::default(), Vec::new());
//! for height in [0.0, 0.01] {
//!     features.add(&sheet.triangles, sheet.positions.len());
//!     positions.extend(sheet.positions.iter().map(|p| *p + DVec3::Y * height));
//! }
//! let layers = Layers::of_meshes(&features, &[Some(2), Some(1)]).unwrap();
//! let up = Outward::Direction(DVec3::Y);
//! let input = LayerInput { features: &features, filter: &Filter::new(), layers: &layers, outward: up };
//!
//! let order = check(&input, &positions, 0.04).unwrap();
//! assert!((order.pairs[0].deepest - 0.01).abs() < 1e-12);
//!
//! let report = restore(&input, &mut positions, &RestoreSettings::default()).unwrap();
//! assert!(report.is_right());                                 // the order, and by the exact test no intersections
//! assert!((report.max_displacement - 0.011).abs() < 1e-4);    // past the other one, and a thickness of 1 mm
//! ```
//!
//! # How
//!
//! - **Outside** (`outward`): away from the body, along one direction, or where normals point.
//! - **What covers what** (`overlap`): vertices and triangles, and edges, seen along the outward direction. The thesis looks for the
//!   closest feature of another layer and compares distances to the body; seen along the direction it is clear which one is
//!   above, with no threshold for what is beside. Only the nearest triangle of a piece counts, and only if both face outwards:
//!   in a fold that hangs over, in and out are the other way round. Elements that join pieces of different
//!   numbers (the seam of a collar that is worn outside) are not looked at.
//! - **Shifts** (`shift`): all vertices move along their outward directions by amounts that put everything in order at once. The thesis
//!   moves the inner vertex only, a little in each step; so do we, but where the body is in the way the outer layer gives way.
//! - **Exact test and repair** (`restore`): what the shifts leave goes to [`repair`](crate::repair).
//!
//! # Limits
//!
//! A piece cannot be partly outside and partly inside of another one (a shirt half tucked in): cut it into pieces with numbers of
//! their own. What is farther away than the reach is not seen. Shifting needs room: pieces that are pinned on both sides
//! stay in the wrong order there, and are reported.

mod error;
mod graph;
mod infer;
mod numbers;
mod order;
mod outward;
mod overlap;
mod passage;
mod restore;
mod setup;
mod shift;

pub use error::LayerError;
pub use graph::numbers_from_order;
pub use infer::{InferSettings, Inferred, Tie, infer};
pub use numbers::Layers;
pub use order::{Disorder, OrderReport, PairOrder, check};
pub use outward::Outward;
pub use passage::{Passage, PassageStep};
pub use restore::{Correction, RestoreReport, RestoreSettings, correction, restore};
pub use setup::LayerInput;
