//! Fabrics: what cloth is made of, in SI units, independent of any mesh.
//!
//! A [`Fabric`] is the record of a laboratory: mass, thickness, resistance to stretch, shear and bending along warp and
//! weft, friction within and without. It comes from the [library](library()), from a TOML file in which every number
//! carries its unit ([`Fabric::from_toml`]), or from the tables of the two usual testing systems ([`kes_fabric`],
//! [`fast_fabric`]). A solver takes from it [matrices](Fabric::membrane_matrix) that act on strains and curvatures.
//!
//! ```
//! use toile_cloth::fabric::{Fabric, ClothDirection};
//!
//! let denim = Fabric::named("denim").unwrap();
//! let lawn = Fabric::named("cotton-lawn").unwrap();
//! assert!(denim.density > lawn.density);
//!
//! // Cut on the bias, woven cloth stretches easily: only its shear stiffness resists.
//! let straight = denim.membrane.strip_stiffness(ClothDirection::Warp);
//! let bias = denim.membrane.strip_stiffness(ClothDirection::Bias);
//! assert!(bias < 0.5 * straight);
//! ```

mod curve;
mod error;
mod fast;
mod fields;
mod hysteresis;
mod kes;
mod library;
mod parameters;
mod ply;
mod properties;
mod quantity;
mod read;
mod stiffness;
mod table;
mod unit;
mod validate;
mod write;

pub use curve::{KesCurve, PointCurve, StretchCurve};
pub use error::{FabricError, InvalidFabric, Issue, line_of};
pub use fast::{fast_fabric, fast_shear_stiffness, formability};
pub use hysteresis::Hysteresis;
pub use kes::kes_fabric;
pub use library::{library, names};
pub use parameters::{Parameter, parameters};
pub use ply::{Bond, Ply};
pub use properties::{
    AirProperties, BendingProperties, ClothDirection, Damping, Evidence, Fabric, FabricCut, Friction,
    MembraneProperties,
};
pub use quantity::FabricQuantity;
pub use stiffness::rotated;
pub use table::{System, Table};
pub use unit::{Dimension, STANDARD_GRAVITY, Unit};
