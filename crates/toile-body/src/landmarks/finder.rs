//! All landmarks of a body.

use super::slices::Slices;
use super::{Landmarks, PoseError, SIDES, arms, legs, trunk};
use toile_geom::TriMesh;

/// Finds the landmarks of an upright body that stands in metres, faces +z and holds its arms away.
///
/// # Errors
///
/// If the pose breaks a rule that the search depends on.
pub fn find(mesh: &TriMesh) -> Result<Landmarks, PoseError> {
    check_height(mesh)?;
    let slices = Slices::new(mesh);
    let mut landmarks = Landmarks::default();
    let levels = trunk::find(&slices, &mut landmarks)?;
    for (side, sign) in SIDES {
        legs::find(&slices, &levels, (side, sign), &mut landmarks)?;
        arms::find(&slices, &levels, (side, sign), &mut landmarks)?;
    }
    Ok(landmarks)
}

/// How tall bodies are, in metres, from the smallest child.
const HEIGHTS: std::ops::Range<f64> = 0.4..3.0;

/// Checks that a mesh has the height of a body in metres; whatever its pose, it is none otherwise.
///
/// # Errors
///
/// If it has not, or there are no triangles.
pub fn check_height(mesh: &TriMesh) -> Result<(), PoseError> {
    let height = mesh.bounds().size().y;
    if mesh.triangles.is_empty() || !HEIGHTS.contains(&height) {
        return Err(PoseError::NotABody { height });
    }
    Ok(())
}
