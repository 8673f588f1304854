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
use super::fields::fill_missing;
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
    let mut fabric = Fabric::blank();
    fabric.name = name.to_string();
    fabric.thickness_pressure = KES_THICKNESS_PRESSURE;
    let mut measured = vec!["thickness_pressure"];
    let mut set = |path: &'static str, slot: &mut f64, value: Option<f64>| {
        if let Some(value) = value {
            *slot = value;
            measured.push(path);
        }
    };
    let warp_curve = tensile(table, "warp")?;
    let weft_curve = tensile(table, "weft")?;
    set("density", &mut fabric.density, table.average("W"));
    set("thickness", &mut fabric.thickness, table.average("T"));
    let membrane = &mut fabric.membrane;
    set("membrane.warp", &mut membrane.warp, warp_curve.map(|curve| curve.tension(0.0).1));
    set("membrane.weft", &mut membrane.weft, weft_curve.map(|curve| curve.tension(0.0).1));
    set("membrane.shear", &mut membrane.shear, table.average("G"));
    set("membrane.shear_hysteresis", &mut membrane.shear_hysteresis, table.average("2HG"));
    set("membrane.shear_hysteresis_5", &mut membrane.shear_hysteresis_5, table.average("2HG5"));
    membrane.warp_curve = warp_curve.map(StretchCurve::Kes);
    membrane.weft_curve = weft_curve.map(StretchCurve::Kes);
    let bending = &mut fabric.bending;
    set("bending.warp", &mut bending.warp, table.along("warp", "B"));
    set("bending.weft", &mut bending.weft, table.along("weft", "B"));
    set("bending.hysteresis_warp", &mut bending.hysteresis_warp, table.along("warp", "2HB"));
    set("bending.hysteresis_weft", &mut bending.hysteresis_weft, table.along("weft", "2HB"));
    finish(fabric, table, &measured, "KES")
}

/// Fills what a testing system does not measure, notes what it did, and checks the result.
pub(super) fn finish(
    mut fabric: Fabric,
    table: &Table,
    measured: &[&str],
    system: &str,
) -> Result<Fabric, FabricError> {
    let missing = fill_missing(&mut fabric, |path| measured.contains(&path));
    if let Some(field) = missing.first() {
        return Err(table.complaint(format!("the table does not tell `{}`", field.path)));
    }
    for path in measured {
        fabric.evidence.insert((*path).to_string(), Evidence::Measured(system.to_string()));
    }
    fabric.validate()?;
    Ok(fabric)
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
