//! A fabric from measurements with FAST, fabric assurance by simple testing.
//!
//! FAST-1 presses, FAST-2 lets a strip hang over an edge, FAST-3 pulls with 5, 20 and 100 gf/cm (P. G. Minazio,
//! "FAST – Fabric Assurance by Simple Testing", Int. J. Clothing Science and Technology 7 (2/3), 1995).
//!
//! | column | is | becomes |
//! |---|---|---|
//! | E5, E20, E100 | strain at 5, 20, 100 gf/cm | a [`PointCurve`]; `membrane.warp`, `weft` are the slope from E5 to E20 |
//! | EB5 | strain on the bias at 5 gf/cm | `membrane.shear` = 123 / EB5\[%\] N/m, the bias curve |
//! | C | bending length | `bending.warp`, `weft` = W g C³ |
//! | T2, T100 | thickness at 2 and 100 gf/cm² | `thickness` is T2; T100 is read but not used |
//! | W | mass of an area | `density` |
//!
//! B and G may be given directly and are then used as they are. FAST knows nothing of friction within the cloth.

use super::curve::{PointCurve, StretchCurve};
use super::error::FabricError;
use super::kes::Measured;
use super::properties::Fabric;
use super::table::Table;
use super::unit::STANDARD_GRAVITY;

/// One gf/cm in N/m.
const GRAM_FORCE_PER_CM: f64 = 0.1 * STANDARD_GRAVITY;

/// Two gf/cm², the pressure of T2, in Pa.
const T2_PRESSURE: f64 = 20.0 * STANDARD_GRAVITY;

/// Shear stiffness in N/m per radian from the strain on the bias under 5 gf/cm.
///
/// FAST's own rule G = 123 / EB5\[%\]. It is what is left of the off-axis formula at 45° when the yarns do not
/// stretch, G = E45 / 4, with 123 for 5 · 0.980665 · 100 / 4 = 122.6.
pub fn fast_shear_stiffness(bias_strain: f64) -> f64 {
    1.23 / bias_strain
}

/// Formability in m²: bending stiffness over the stiffness to small tension. How much a fabric can be compressed in
/// its plane before it buckles; FAST's F, in mm² with strain in percent, is a hundred million times this.
pub fn formability(bending: f64, stiffness: f64) -> f64 {
    bending / stiffness
}

/// A fabric from a table of FAST measurements.
///
/// ```
/// use toile_cloth::fabric::{System, Table, fast_fabric};
/// let table = Table::from_csv(System::Fast, "lab.csv", "\
///     direction, E5, E20, E100, EB5, C, W, T2
///     warp, 0.67, 1.87, 4.60, , 15.0, 168, 0.6
///     weft, 0.40, 1.87, 5.87, , 14.5
///     bias, , , , 4.7").unwrap();
/// let fabric = fast_fabric(&table, "my-suiting").unwrap();
/// assert!((fabric.bending.warp - 5.56e-6).abs() < 1e-8);
/// ```
///
/// # Errors
/// If a number is missing that no fabric can do without, the strains do not grow with the load, or the fabric that
/// comes out cannot exist.
pub fn fast_fabric(table: &Table, name: &str) -> Result<Fabric, FabricError> {
    let mut found = Measured::new(table, name, T2_PRESSURE);
    let density = table.average("W");
    let bias_strain = table.average("EB5").filter(|&strain| strain > 0.0);
    let stiffness = |row: &str| {
        let from_length = || Some(density? * STANDARD_GRAVITY * table.along(row, "C")?.powi(3));
        table.along(row, "B").or_else(from_length)
    };
    found.set("density", density);
    found.set("thickness", table.average("T2"));
    let (warp_stiffness, warp_curve) = tensile(table, "warp")?;
    let (weft_stiffness, weft_curve) = tensile(table, "weft")?;
    found.set("membrane.warp", warp_stiffness);
    found.set("membrane.weft", weft_stiffness);
    found.set("membrane.shear", table.average("G").or(bias_strain.map(fast_shear_stiffness)));
    let membrane = &mut found.fabric.membrane;
    membrane.warp_curve = warp_curve;
    membrane.weft_curve = weft_curve;
    membrane.bias_curve = match bias_strain {
        Some(strain) => Some(curve(table, "bias", &[(strain, 5.0 * GRAM_FORCE_PER_CM)])?),
        None => None,
    };
    found.set("bending.warp", stiffness("warp"));
    found.set("bending.weft", stiffness("weft"));
    found.finish("FAST")
}

/// Stiffness at small tension and the curve of a direction, as far as the table tells.
fn tensile(table: &Table, row: &str) -> Result<(Option<f64>, Option<StretchCurve>), FabricError> {
    let at = |column: &str, load: f64| Some((table.along(row, column)?, load * GRAM_FORCE_PER_CM));
    let loads = [at("E5", 5.0), at("E20", 20.0), at("E100", 100.0)];
    // A strain too small for the instrument is reported as zero and tells nothing.
    let points: Vec<(f64, f64)> = loads.into_iter().flatten().filter(|&(strain, _)| strain > 0.0).collect();
    let Some(&first) = points.first() else { return Ok((None, None)) };
    let stiffness = match loads {
        [Some(at5), Some(at20), _] if at20.0 > at5.0 => (at20.1 - at5.1) / (at20.0 - at5.0),
        _ => first.1 / first.0,
    };
    Ok((Some(stiffness), Some(curve(table, row, &points)?)))
}

fn curve(table: &Table, row: &str, points: &[(f64, f64)]) -> Result<StretchCurve, FabricError> {
    PointCurve::new(points)
        .map(StretchCurve::Points)
        .map_err(|reason| table.complaint(format!("{row}: {reason}")))
}
