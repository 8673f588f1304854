//! A ribbon falls endwise on a table and lays itself down in folds.

use super::{Patch, PatchReport};
use glam::{DVec2, DVec3};
use toile_contact::friction::FrictionTable;
use toile_contact::response::{Response, ResponseError};
use toile_geom::shapes;

/// What became of the ribbon.
#[derive(Clone, Debug, PartialEq)]
pub struct Ribbon {
    /// What was seen, every hundredth of a second.
    pub series: Vec<PatchReport>,
    /// Pairs of triangles that intersect in the end.
    pub intersections: usize,
    /// The lowest vertex above the table in the end, in metres.
    pub lowest: f64,
}

/// Drops a ribbon of 3 cm by 30 cm with `cells` squares along it for a number of seconds, in steps of a millisecond.
///
/// # Errors
/// If the response throws it out of all bounds.
pub fn fall(response: &mut dyn Response, cells: u32, seconds: f64) -> Result<Ribbon, ResponseError> {
    const STEP: f64 = 1e-3;
    let mut strip = shapes::sheet(DVec2::new(0.03, 0.3), [(cells / 10).max(1), cells]);
    // Upright, its lower end just above the table, and leaning a little so that it knows where to fold.
    for place in &mut strip.positions {
        let up = place.z + 0.15;
        *place = DVec3::new(place.x, 0.01 + up, 0.02 * (up * 25.0).sin());
    }
    let table = shapes::sheet(DVec2::ONE, [4, 4]);
    let mut patch = Patch::new(2e-3).with_cloth(&strip, 2e-5).with_body(&table);
    patch.friction = FrictionTable::uniform(0.4);
    patch.damping = 20.0;
    let steps = (seconds / STEP).round() as usize;
    let mut series = Vec::new();
    for step in 1..=steps {
        let report = patch.step(response, STEP)?;
        if step % 10 == 0 {
            series.push(patch.report(step as f64 * STEP, report));
        }
    }
    let heights = patch.vertices_of(0).map(|v| patch.positions[v].y);
    Ok(Ribbon { series, intersections: patch.intersections(), lowest: heights.fold(f64::INFINITY, f64::min) })
}
