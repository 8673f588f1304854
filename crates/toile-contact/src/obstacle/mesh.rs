//! Meshes as obstacles, still or animated.

use crate::keys::at_key;
use glam::DVec3;
use toile_geom::TriMesh;

/// A solid mesh that cloth meets by its triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct SolidMesh {
    /// The corners of each triangle.
    pub triangles: Vec<[u32; 3]>,
    /// Where the vertices are at which time, apart from the motion of the obstacle.
    pub places: MeshPlaces,
}

/// Where the vertices of a solid mesh are.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshPlaces {
    /// Always in the same places.
    Still(Vec<DVec3>),
    /// Times in seconds, growing, and all vertices then; straight between, and at rest before and after.
    Keys(Vec<(f64, Vec<DVec3>)>),
}

impl SolidMesh {
    /// A mesh that keeps its shape.
    pub fn still(mesh: &TriMesh) -> Self {
        Self { triangles: mesh.triangles.clone(), places: MeshPlaces::Still(mesh.positions.clone()) }
    }

    /// Whether it keeps its shape.
    pub fn is_still(&self) -> bool {
        matches!(self.places, MeshPlaces::Still(_))
    }

    /// How many vertices it has.
    pub fn vertex_count(&self) -> usize {
        match &self.places {
            MeshPlaces::Still(places) => places.len(),
            MeshPlaces::Keys(keys) => keys.first().map_or(0, |key| key.1.len()),
        }
    }

    /// Adds the places of all vertices at a time to a list.
    pub(super) fn add_places(&self, time: f64, places: &mut Vec<DVec3>) {
        match &self.places {
            MeshPlaces::Still(still) => places.extend_from_slice(still),
            MeshPlaces::Keys(keys) => {
                let Some((before, after, part)) = at_key(keys, time) else { return };
                // A key with fewer vertices than the first leaves the others where they were.
                places.extend(keys[0].1.iter().enumerate().map(|(v, first)| {
                    let from = before.get(v).unwrap_or(first);
                    from.lerp(*after.get(v).unwrap_or(from), part)
                }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::obstacle::Obstacle;
    use glam::DVec3;
    use toile_geom::shapes;

    #[test]
    fn keys_are_straight_between_and_at_rest_outside() {
        let mesh = shapes::icosphere(1.0, 1);
        let up: Vec<DVec3> = mesh.positions.iter().map(|p| *p + DVec3::Y).collect();
        let keys = vec![(1.0, mesh.positions.clone()), (3.0, up.clone())];
        let body = Obstacle::animated(mesh.triangles.clone(), keys);
        let places = |time: f64| body.mesh_at(time).map_or_else(Vec::new, |mesh| mesh.positions);
        assert_eq!(places(0.0), mesh.positions);
        assert_eq!(places(9.0), up);
        assert!((places(1.5)[0] - mesh.positions[0]).distance(DVec3::Y * 0.25) < 1e-12);
    }
}
