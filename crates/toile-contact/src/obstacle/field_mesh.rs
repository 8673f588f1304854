//! Meshes that are met by their distance fields: quick, and near enough while a garment is draped. To end with the guarantee of the mesh itself,
//! [`Obstacle::meet_exactly`](super::Obstacle::meet_exactly) puts the mesh in the place of its field.

use super::field::{BodyField, FieldError, FieldSettings, Keyframes};
use super::{FieldSurface, MeshPlaces, SolidMesh};
use glam::DVec3;
use std::sync::Arc;
use toile_geom::TriMesh;

/// A distance field as an obstacle.
#[derive(Clone, Debug)]
pub struct FieldMesh {
    /// The field that cloth meets.
    pub field: FieldSurface,
    /// The mesh that it was made of, if there is one: what is seen, and what can take the place of the field.
    pub mesh: Option<SolidMesh>,
}

/// How a mesh gets its distance field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldMeshSettings {
    /// How its fields are made.
    pub field: FieldSettings,
    /// How far outside of the mesh its surface is, in metres.
    pub skin: f64,
    /// The least time between keys that get a field, in seconds; keys in between are passed over.
    pub key_seconds: f64,
}

impl Default for FieldMeshSettings {
    /// The usual fields with a skin of 1 mm, and 15 keys a second.
    fn default() -> Self {
        Self { field: FieldSettings::default(), skin: 1e-3, key_seconds: 1.0 / 15.0 }
    }
}

impl FieldMesh {
    /// A mesh with its field.
    ///
    /// # Errors
    /// If it has no triangles or places that are not finite, or if its fields would be too large.
    pub fn new(mesh: SolidMesh, settings: &FieldMeshSettings) -> Result<Self, FieldError> {
        let surface = match &mesh.places {
            MeshPlaces::Still(places) => {
                let mesh = TriMesh { positions: places.clone(), triangles: mesh.triangles.clone() };
                FieldSurface::still(Arc::new(BodyField::new(&mesh, &settings.field)?))
            }
            MeshPlaces::Keys(keys) => {
                let keys = thinned(keys, settings.key_seconds);
                FieldSurface::animated(Arc::new(Keyframes::new(&mesh.triangles, &keys, &settings.field)?))
            }
        };
        Ok(Self { field: surface.with_skin(settings.skin), mesh: Some(mesh) })
    }
}

/// Keys that are not closer than a time, the first and the last among them.
fn thinned(keys: &[(f64, Vec<DVec3>)], apart: f64) -> Vec<(f64, Vec<DVec3>)> {
    // Times that were computed are not exact.
    let apart = apart * (1.0 - 1e-6);
    let mut kept: Vec<(f64, Vec<DVec3>)> = Vec::new();
    for (k, key) in keys.iter().enumerate() {
        let is_last = k + 1 == keys.len();
        let is_apart = kept.last().is_none_or(|last| key.0 - last.0 >= apart);
        if is_last && !is_apart && kept.len() > 1 {
            kept.pop();
        }
        if is_last || is_apart {
            kept.push(key.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_thinned_but_for_the_ends() {
        let keys: Vec<(f64, Vec<DVec3>)> = (0..=8).map(|k| (f64::from(k) * 0.1, Vec::new())).collect();
        let times = |apart: f64| -> Vec<f64> { thinned(&keys, apart).iter().map(|key| key.0).collect() };
        assert_eq!(times(0.3), [0.0, 0.3 + 0.1 * f64::EPSILON, 0.8].map(|t| (t * 10.0_f64).round() * 0.1));
        assert_eq!(times(0.05).len(), 9);
        assert_eq!(times(5.0), [0.0, 0.8]);
        assert!(thinned(&[], 1.0).is_empty());
    }
}
