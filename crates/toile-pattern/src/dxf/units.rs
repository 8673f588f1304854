//! How long the file's unit is.

use super::blocks::{Block, Drawn, Sorted};
use super::groups::Entity;
use glam::DVec2;

const INCH: f64 = 0.0254;
/// If nothing tells the unit and no piece is larger than this in millimetres, the unit is no millimetre.
const TOO_SMALL: f64 = 0.12;

/// The unit in metres: by the text `Units:`, by `$INSUNITS` or `$MEASUREMENT`, else millimetres, or inches if the pieces would be tiny.
pub(super) fn unit(
    entities: &[Entity<'_>],
    sorted: &Sorted,
    pieces: &[Drawn],
    warnings: &mut Vec<String>,
) -> f64 {
    let told = sorted.everything().find_map(|block| block.told(&["units", "unit"]));
    if let Some(unit) = told.and_then(named) {
        return unit;
    }
    if let Some(told) = told {
        warnings.push(format!("`{told}` is no unit that is known; give `Units: METRIC` or `Units: ENGLISH`"));
    }
    let of_drawing = variable(entities, "$INSUNITS").and_then(of_insert).or_else(|| {
        // 0 is English, 1 is metric: in drawings of the trade inches and millimetres.
        variable(entities, "$MEASUREMENT").map(|measurement| if measurement == 0 { INCH } else { 0.001 })
    });
    // Programs write the header of an empty drawing: what would be tiny is not believed.
    let size = largest(std::iter::once(&sorted.loose).chain(pieces.iter().map(|drawn| &drawn.block)));
    match of_drawing {
        Some(unit) if size * unit > TOO_SMALL || size <= 0.0 => unit,
        None if size * 0.001 > TOO_SMALL || size <= 0.0 => {
            warnings.push("the file does not tell its unit; millimetres were taken".into());
            0.001
        }
        _ => {
            warnings.push(format!(
                "in the unit that the file tells, or in millimetres, its largest piece would be {:.0} mm; inches were taken",
                1000.0 * size * of_drawing.unwrap_or(0.001)
            ));
            INCH
        }
    }
}

fn named(unit: &str) -> Option<f64> {
    let unit = unit.to_uppercase();
    Some(match unit.trim_end_matches('.') {
        "ENGLISH" | "INCH" | "INCHES" | "IMPERIAL" | "IN" => INCH,
        "CM" | "CENTIMETER" | "CENTIMETERS" | "CENTIMETRE" | "CENTIMETRES" => 0.01,
        "M" | "METER" | "METERS" | "METRE" | "METRES" => 1.0,
        "METRIC" | "MM" | "MILLIMETER" | "MILLIMETERS" | "MILLIMETRE" | "MILLIMETRES" => 0.001,
        _ => return None,
    })
}

/// The unit of `$INSUNITS`, as far as patterns are drawn in it.
fn of_insert(number: i64) -> Option<f64> {
    Some(match number {
        1 => INCH,
        2 => 12.0 * INCH,
        4 => 0.001,
        5 => 0.01,
        6 => 1.0,
        8 => 1e-6 * INCH,
        9 => 1e-3 * INCH,
        10 => 36.0 * INCH,
        13 => 1e-6,
        14 => 0.1,
        _ => return None,
    })
}

/// A variable of the header.
fn variable(entities: &[Entity<'_>], name: &str) -> Option<i64> {
    let header =
        entities.iter().find(|entity| entity.kind == "SECTION" && entity.text(2) == Some("HEADER"))?;
    let at = header.pairs.iter().position(|pair| *pair == (9, name))?;
    header.pairs.get(at + 1)?.1.parse().ok()
}

/// The longest side of the box around any block, in the file's unit.
fn largest<'a>(blocks: impl Iterator<Item = &'a Block>) -> f64 {
    let side = |shapes: &[super::shapes::Shape]| {
        let start = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        let points = shapes.iter().flat_map(|shape| shape.curves.iter().map(crate::curve::Curve::from));
        let (low, high) = points.fold(start, |(low, high), at| (low.min(at), high.max(at)));
        if low.x <= high.x { (high - low).max_element() } else { 0.0 }
    };
    blocks.map(|block| side(&block.shapes)).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_by_name_and_number() {
        assert_eq!((named("Metric"), named("english"), named("ell")), (Some(0.001), Some(INCH), None));
        assert_eq!((of_insert(5), of_insert(0)), (Some(0.01), None));
    }
}
