//! A fabric from measurements with Kawabata's evaluation system.
//!
//! KES-FB1 stretches and shears, FB2 bends, FB3 presses (S. Kawabata, "The Standardization and Analysis of Hand
//! Evaluation", 2nd ed., Textile Machinery Society of Japan, 1980). What is used of it:
//!
//! | column | is | becomes |
//! |---|---|---|
//! | LT, WT, EMT | tension to 500 gf/cm | a [`KesCurve`] and, as its stiffness at rest, `membrane.warp` and `weft` |
//! | G | slope of shear force per width against shear angle | `membrane.shear`, mean of both directions |
//! | 2HG, 2HG5 | width of the shear loop at 0.5° and 5° | `membrane.shear_hysteresis`, `shear_hysteresis_5` |
//! | B | slope of moment against curvature between 0.5 and 1.5 per cm | `bending.warp` and `weft` |
//! | 2HB | width of the bending loop at 1 per cm | `bending.hysteresis_warp` and `weft` |
//! | T, W | thickness at 0.5 gf/cm², mass of an area | `thickness`, `density` |
//!
//! RT, the resilience of stretch, is read but nothing is made of it.

use super::curve::{KesCurve, StretchCurve};
use super::error::FabricError;
use super::fields::{field, fill_missing};
use super::properties::{Evidence, Fabric, KES_THICKNESS_PRESSURE};
use super::table::Table;

/// A fabric from a table of KES measurements.
///
/// ```
/// use toile_cloth::fabric::{System, Table, kes_fabric};
/// let table = Table::from_csv(System::Kes, "lab.csv", "\
///     direction, LT, EMT, G, 2HG, 2HG5, B, 2HB, T, W
///     warp, 0.62, 4.1, 0.7, 0.6, 1.9, 0.09, 0.05, 0.5, 18
///     weft, 0.58, 7.9, 0.6, 0.6, 1.8, 0.07, 0.04").unwrap();
/// let fabric = kes_fabric(&table, "my-suiting").unwrap();
/// assert!((fabric.bending.warp - 8.826e-6).abs() < 1e-9);
/// ```
///
/// # Errors
/// If a number is missing that no fabric can do without, LT, WT and EMT contradict each other, or the fabric that
/// comes out cannot exist.
pub fn kes_fabric(table: &Table, name: &str) -> Result<Fabric, FabricError> {
    let mut found = Measured::new(table, name, KES_THICKNESS_PRESSURE);
    let warp_curve = tensile(table, "warp")?;
    let weft_curve = tensile(table, "weft")?;
    found.set("density", table.average("W"));
    found.set("thickness", table.average("T"));
    found.set("membrane.warp", warp_curve.map(|curve| curve.tension(0.0).1));
    found.set("membrane.weft", weft_curve.map(|curve| curve.tension(0.0).1));
    found.set("membrane.shear", table.average("G"));
    found.set("membrane.shear_hysteresis", table.average("2HG"));
    found.set("membrane.shear_hysteresis_5", table.average("2HG5"));
    found.fabric.membrane.warp_curve = warp_curve.map(StretchCurve::Kes);
    found.fabric.membrane.weft_curve = weft_curve.map(StretchCurve::Kes);
    found.set("bending.warp", table.along("warp", "B"));
    found.set("bending.weft", table.along("weft", "B"));
    found.set("bending.hysteresis_warp", table.along("warp", "2HB"));
    found.set("bending.hysteresis_weft", table.along("weft", "2HB"));
    found.finish("KES")
}

/// A fabric that is filled from a table, and which of its fields were.
pub(super) struct Measured<'a> {
    table: &'a Table,
    pub(super) fabric: Fabric,
    fields: Vec<&'static str>,
}

impl<'a> Measured<'a> {
    /// A fabric of which only the name is known, and the pressure at which its thickness is measured.
    pub(super) fn new(table: &'a Table, name: &str, thickness_pressure: f64) -> Self {
        let fabric = Fabric { name: name.to_string(), thickness_pressure, ..Fabric::blank() };
        Self { table, fabric, fields: vec!["thickness_pressure"] }
    }

    /// Sets a field, if the table has it.
    pub(super) fn set(&mut self, path: &'static str, value: Option<f64>) {
        if let (Some(field), Some(value)) = (field(path), value) {
            *(field.slot)(&mut self.fabric) = value;
            self.fields.push(path);
        }
    }

    /// Fills what a testing system does not measure, notes what it did, and checks the result.
    pub(super) fn finish(self, system: &str) -> Result<Fabric, FabricError> {
        let Self { table, mut fabric, fields } = self;
        let missing = fill_missing(&mut fabric, |path| fields.contains(&path));
        if let Some(field) = missing.first() {
            return Err(table.complaint(format!("the table does not tell `{}`", field.path)));
        }
        for path in fields {
            fabric.evidence.insert(path.to_string(), Evidence::Measured(system.to_string()));
        }
        fabric.validate()?;
        Ok(fabric)
    }
}

/// The tensile curve of a direction, if the table has it.
fn tensile(table: &Table, row: &str) -> Result<Option<KesCurve>, FabricError> {
    let Some(strain) = table.along(row, "EMT") else { return Ok(None) };
    let triangle = 0.5 * KesCurve::STANDARD_LOAD * strain;
    let from_work = table.along(row, "WT").map(|work| work / triangle);
    let linearity = match (table.along(row, "LT"), from_work) {
        // Three numbers for two unknowns: a tenth covers rounding, more is a misprint.
        (Some(linearity), Some(other)) if (linearity / other - 1.0).abs() > 0.1 => {
            return Err(table.complaint(format!(
                "{row}: LT is {linearity}, but WT and EMT make it {other:.3}; one of the three is wrong"
            )));
        }
        (Some(linearity), _) | (None, Some(linearity)) => linearity,
        (None, None) => return Err(table.complaint(format!("{row}: EMT needs LT or WT beside it"))),
    };
    KesCurve::new(linearity, strain, KesCurve::STANDARD_LOAD)
        .map(Some)
        .map_err(|reason| table.complaint(format!("{row}: {reason}")))
}
