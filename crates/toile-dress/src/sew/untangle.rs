//! Takes garments out of bodies and of themselves.

use glam::DVec3;
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_contact::repair::{RepairError, RepairReport, RepairSettings, repair};
use toile_geom::TriMesh;
use toile_geom::allowance::Deadline;

/// Moves cloth until it passes neither through itself nor through a body, which stays. Triangles that seams draw out over an edge of the body
/// begin in it. It ends at the deadline with as little of that as was reached.
///
/// # Errors
/// If a place is not a number.
pub fn untangle(
    positions: &mut [DVec3],
    triangles: &[[u32; 3]],
    body: &TriMesh,
    thickness: f64,
    deadline: Deadline,
) -> Result<RepairReport, RepairError> {
    let cloth_count = positions.len();
    let mut features = Features::default();
    features.add(triangles, cloth_count);
    features.add(&body.triangles, body.positions.len());
    let mut all = positions.to_vec();
    all.extend_from_slice(&body.positions);
    let fixed = (0..all.len()).map(|v| v >= cloth_count).collect();
    let filter = Filter::new().with_fixed(fixed);
    let settings = RepairSettings { thickness, max_stretch: 0.5, deadline, ..RepairSettings::default() };
    let report = repair(&features, &filter, &mut all, &settings)?;
    positions.copy_from_slice(&all[..cloth_count]);
    Ok(report)
}
