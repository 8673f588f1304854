//! The list of all numbers of a fabric: name, unit, permitted range, what to assume if it is not given.
//!
//! Reading, writing and checking all walk this one list, so that they cannot disagree.

use super::properties::{BendingProperties, Fabric};
use super::quantity::FabricQuantity;

/// What a field is if a file does not give it.
#[derive(Clone, Copy)]
pub(super) enum Missing {
    /// It must be given.
    Error,
    /// Then it is what [`Fabric::blank`] has.
    Blank,
    /// Then it is this number.
    Value(f64),
    /// Then it follows from the fields before it.
    From(fn(&Fabric) -> f64),
}

/// One number of a fabric.
pub(super) struct Field {
    /// Name in a file: `bending.warp`.
    pub(super) path: &'static str,
    pub(super) quantity: FabricQuantity,
    /// Smallest and largest permitted value, in SI. Wide: beyond them is a slip of units, not an unusual cloth.
    pub(super) permitted: (f64, f64),
    pub(super) missing: Missing,
    pub(super) get: fn(&Fabric) -> f64,
    pub(super) slot: fn(&mut Fabric) -> &mut f64,
}

macro_rules! field {
    ($first:ident $(.$rest:ident)?, $quantity:ident, $low:expr, $high:expr, $missing:expr) => {
        Field {
            path: concat!(stringify!($first) $(, ".", stringify!($rest))?),
            quantity: FabricQuantity::$quantity,
            permitted: ($low, $high),
            missing: $missing,
            get: |fabric| fabric.$first $(.$rest)?,
            slot: |fabric| &mut fabric.$first $(.$rest)?,
        }
    };
}

/// In the order in which they are written; a field that follows from others stands behind them.
pub(super) const FIELDS: &[Field] = &[
    field!(density, ArealDensity, 1e-3, 10.0, Missing::Error),
    field!(thickness, Length, 1e-6, 0.05, Missing::Error),
    field!(thickness_pressure, Pressure, 0.1, 1e6, Missing::Blank),
    field!(membrane.warp, Tension, 0.1, 1e8, Missing::Error),
    field!(membrane.weft, Tension, 0.1, 1e8, Missing::Error),
    field!(membrane.shear, ShearStiffness, 0.01, 1e8, Missing::Error),
    field!(membrane.poisson, Number, -10.0, 10.0, Missing::Blank),
    field!(membrane.compression, Number, 0.0, 1.0, Missing::Blank),
    field!(membrane.shear_hysteresis, Tension, 0.0, 1e4, Missing::Blank),
    field!(
        membrane.shear_hysteresis_5,
        Tension,
        0.0,
        1e4,
        Missing::From(|fabric| fabric.membrane.shear_hysteresis)
    ),
    field!(bending.warp, BendingStiffness, 1e-8, 10.0, Missing::Error),
    field!(bending.weft, BendingStiffness, 1e-8, 10.0, Missing::Error),
    field!(
        bending.twist,
        BendingStiffness,
        1e-9,
        10.0,
        Missing::From(|fabric| BendingProperties::estimated_twist(fabric.bending.warp, fabric.bending.weft))
    ),
    field!(bending.coupling, BendingStiffness, -10.0, 10.0, Missing::Blank),
    field!(bending.hysteresis_warp, BendingMoment, 0.0, 10.0, Missing::Blank),
    field!(bending.hysteresis_weft, BendingMoment, 0.0, 10.0, Missing::Blank),
    field!(bending.transition_curvature, Curvature, 0.1, 1e4, Missing::Blank),
    field!(bending.residual_rate, Number, 0.0, 1.0, Missing::Blank),
    field!(bending.fatigue_rate, Number, 0.0, 1.0, Missing::Blank),
    field!(damping.membrane, Time, 0.0, 10.0, Missing::Blank),
    field!(damping.bending, Time, 0.0, 10.0, Missing::Blank),
    field!(friction.cloth_static, Number, 0.0, 5.0, Missing::Value(0.4)),
    field!(
        friction.cloth_kinetic,
        Number,
        0.0,
        5.0,
        Missing::From(|fabric| 0.8 * fabric.friction.cloth_static)
    ),
    field!(friction.skin_static, Number, 0.0, 5.0, Missing::Value(0.4)),
    field!(
        friction.skin_kinetic,
        Number,
        0.0,
        5.0,
        Missing::From(|fabric| 0.8 * fabric.friction.skin_static)
    ),
    field!(air.drag, Number, 0.0, 10.0, Missing::Value(1.0)),
    field!(air.lift, Number, 0.0, 10.0, Missing::Value(1.0)),
    field!(air.permeability, Permeability, 0.0, 1.0, Missing::Blank),
];

/// The sections that hold the fields with a point in their name.
pub(super) const SECTIONS: [&str; 5] = ["membrane", "bending", "damping", "friction", "air"];

/// The stretch curves.
pub(super) const CURVES: [&str; 3] = ["membrane.warp_curve", "membrane.weft_curve", "membrane.bias_curve"];

/// The field of a name.
pub(super) fn field(path: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.path == path)
}

/// Sets what was not given to what is assumed then; returns the fields that may not be missing.
pub(super) fn fill_missing(fabric: &mut Fabric, given: impl Fn(&str) -> bool) -> Vec<&'static Field> {
    let mut required = Vec::new();
    for field in FIELDS.iter().filter(|field| !given(field.path)) {
        let value = match field.missing {
            Missing::Error => {
                required.push(field);
                continue;
            }
            Missing::Blank => continue,
            Missing::Value(value) => value,
            Missing::From(derive) => derive(fabric),
        };
        *(field.slot)(fabric) = value;
    }
    required
}
