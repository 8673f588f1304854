//! A body that wears something already, for the next garment to go over.

use crate::body::{Body, BodyError};
use glam::DVec3;
use toile_body::segments::Segmentation;
use toile_geom::TriMesh;
use toile_geom::distance::point_triangle;

/// A body together with what it wears: the cloth counts as skin, of the part of the body that is nearest. Landmarks stay those of the body.
///
/// # Errors
/// If landmarks are missing that segments are cut at.
pub fn layered(body: &Body, worn: &TriMesh) -> Result<Body, BodyError> {
    let nearest = |place: DVec3| {
        let distance = |t: u32| point_triangle(place, body.mesh.corners(t as usize)).distance_squared;
        body.tree().nearest(place, f64::INFINITY, distance).map_or(0, |found| found.0 as usize)
    };
    let mut parts = body.segments.parts.clone();
    for t in 0..worn.triangles.len() {
        let middle = worn.corners(t).iter().sum::<DVec3>() / 3.0;
        parts.push(body.segments.parts[nearest(middle)]);
    }
    let mut mesh = body.mesh.clone();
    mesh.append(worn);
    let mut all = Body::with_landmarks(mesh, body.landmarks.clone())?;
    all.segments = Segmentation { parts };
    Ok(all)
}
