//! Which numbers a scene can have. What is beyond is a slip of a unit or of a key, and would end in a run that never ends, or
//! in one that takes all memory; so it is refused where it is written.

use glam::DVec3;
use toile_cloth::fabric::FabricQuantity;

/// How few and how many frames there are in a second.
pub(super) const FRAMES_PER_SECOND: [f64; 2] = [1.0, 10_000.0];
/// How far triangles may stretch beyond their rest shape before the limit holds them, as a ratio.
pub(super) const STRETCH_LIMIT: [f64; 2] = [1e-4, 10.0];
/// The least and the largest distance that cloth keeps from obstacles.
pub(super) const OBSTACLE_THICKNESS: [f64; 2] = [1e-6, 0.1];
/// The least and the largest distance that cloth keeps from cloth: that of a thick quilt. What is thick for its triangles is close to everything around, and
/// its contacts grow with the square.
pub(super) const CLOTH_THICKNESS: [f64; 2] = [1e-6, 0.02];
/// The finest and the coarsest distance field.
pub(super) const FIELD_CELL: [f64; 2] = [1e-4, 1.0];

/// The largest value of a quantity, in SI units and either direction.
pub(super) const fn most(quantity: FabricQuantity) -> f64 {
    match quantity {
        // A hurricane.
        FabricQuantity::Speed => 100.0,
        // Nobody's cloth is a kilometre away, weighs a hundred times as much, or spins faster than a drill.
        FabricQuantity::Length
        | FabricQuantity::Acceleration
        | FabricQuantity::AngularSpeed
        | FabricQuantity::Angle => 1000.0,
        // More than a day.
        FabricQuantity::Time => 1e5,
        // Denser than water; air has 1.2.
        FabricQuantity::Density => 2000.0,
        FabricQuantity::Number | FabricQuantity::Pressure => 1e6,
        _ => 1e9,
    }
}

/// The smallest value, in SI units, of what must be larger than zero: a micrometre, a microsecond.
pub(super) const LEAST: f64 = 1e-6;

/// Whether a value is one that a scene can have.
pub(super) fn bounded(quantity: FabricQuantity, value: f64) -> Result<f64, String> {
    let most = most(quantity);
    if value.abs() <= most {
        return Ok(value);
    }
    let [value, most] = [value, most].map(|number| quantity.write(number));
    Err(format!("{value} is out of range; at most {most} makes sense here: mind the unit"))
}

/// What is wrong with places that are too far away, if they are.
pub(super) fn too_far(positions: &[DVec3]) -> Option<String> {
    let most = most(FabricQuantity::Length);
    let reach = positions.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
    // Not a number is not within the range either.
    let is_near = reach <= most && positions.iter().all(|p| p.is_finite());
    (!is_near).then(|| {
        format!("it reaches as far as {reach:?} m, and a scene ends at {most:?} m; mind its unit, position and scale")
    })
}
