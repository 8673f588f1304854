//! The numbers of a fabric by name, for programs that let people change them.

use super::fields::{FIELDS, field};
use super::properties::Fabric;

/// One number of a fabric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name in files: `bending.warp`.
    pub path: &'static str,
    /// Its SI unit; empty for a pure number.
    pub unit: &'static str,
    /// The smallest and the largest permitted value. Wide: beyond them is a slip of units, not an unusual cloth.
    pub permitted: [f64; 2],
}

/// All numbers of a fabric, in the order in which files have them.
///
/// ```
/// use toile_cloth::fabric::{self, Fabric};
///
/// let mut denim = Fabric::named("denim")?;
/// assert!(fabric::parameters().all(|parameter| denim.parameter(parameter.path).is_some()));
/// assert!(denim.set_parameter("density", 0.5));
/// assert_eq!(denim.density, 0.5);
/// assert!(!denim.set_parameter("colour", 1.0));
/// # Ok::<(), fabric::FabricError>(())
/// ```
pub fn parameters() -> impl Iterator<Item = Parameter> {
    FIELDS.iter().map(|field| Parameter {
        path: field.path,
        unit: field.quantity.unit(),
        permitted: [field.permitted.0, field.permitted.1],
    })
}

impl Fabric {
    /// The number of a name, in SI units.
    pub fn parameter(&self, path: &str) -> Option<f64> {
        field(path).map(|field| (field.get)(self))
    }

    /// Changes the number of a name; `false` if there is none. Whether the fabric can exist then, [`validate`](Self::validate) tells.
    pub fn set_parameter(&mut self, path: &str, value: f64) -> bool {
        field(path).map(|field| *(field.slot)(self) = value).is_some()
    }
}
