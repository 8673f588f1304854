//! Solid things that are meshes, at rest or in motion.

use glam::DVec3;
use toile_contact::collider::Turning;
use toile_contact::friction::FrictionLaw;
use toile_contact::keys::at_key;
use toile_geom::TriMesh;

/// A solid thing that cloth lies on: a mesh, which may move.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// The corners of each triangle.
    pub triangles: Vec<[u32; 3]>,
    /// Where the vertices are at which time.
    pub motion: Motion,
    /// Friction against cloth.
    pub friction: FrictionLaw,
}

/// Where the vertices of a body are at which time.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// Always in the same place.
    Still(Vec<DVec3>),
    /// A rigid thing that travels and turns: where the vertices are without any motion, and how it moves.
    Rigid(Vec<DVec3>, Turning),
    /// Times in seconds, growing, and all vertices then; straight between, and at rest before and after.
    Keys(Vec<(f64, Vec<DVec3>)>),
}

impl Body {
    /// A body that does not move.
    pub fn still(mesh: &TriMesh, friction: impl Into<FrictionLaw>) -> Self {
        let friction = friction.into();
        Self { triangles: mesh.triangles.clone(), motion: Motion::Still(mesh.positions.clone()), friction }
    }

    /// A body that turns about an axis through a point at a constant rate, in radians a second, from the time 0 on.
    pub fn turning(
        mesh: &TriMesh,
        friction: impl Into<FrictionLaw>,
        centre: DVec3,
        axis: DVec3,
        rate: f64,
    ) -> Self {
        // Keys must end somewhere: a day.
        const LAST: f64 = 86_400.0;
        let turning = Turning {
            path: Vec::new(),
            centre,
            axis: axis.normalize_or(DVec3::Y),
            turn: vec![(0.0, 0.0), (LAST, rate * LAST)],
        };
        let motion = Motion::Rigid(mesh.positions.clone(), turning);
        Self { triangles: mesh.triangles.clone(), motion, friction: friction.into() }
    }

    /// A body that is displaced along a path without turning.
    pub fn travelling(mesh: &TriMesh, friction: impl Into<FrictionLaw>, path: Vec<(f64, DVec3)>) -> Self {
        let turning = Turning { path, axis: DVec3::Y, ..Turning::default() };
        let motion = Motion::Rigid(mesh.positions.clone(), turning);
        Self { triangles: mesh.triangles.clone(), motion, friction: friction.into() }
    }

    /// How many vertices it has.
    pub fn vertex_count(&self) -> usize {
        match &self.motion {
            Motion::Still(places) | Motion::Rigid(places, _) => places.len(),
            Motion::Keys(keys) => keys.first().map_or(0, |key| key.1.len()),
        }
    }

    /// Adds the places of all vertices at a time to a list.
    pub fn add_places(&self, time: f64, places: &mut Vec<DVec3>) {
        match &self.motion {
            Motion::Still(still) => places.extend_from_slice(still),
            Motion::Rigid(shape, turning) => {
                let pose = turning.pose(time);
                places.extend(shape.iter().map(|p| pose.apply(*p)));
            }
            Motion::Keys(keys) => {
                let Some((before, after, part)) = at_key(keys, time) else { return };
                // A key with fewer vertices than the first leaves the others where they were.
                places.extend(keys[0].1.iter().enumerate().map(|(v, first)| {
                    let from = before.get(v).unwrap_or(first);
                    from.lerp(*after.get(v).unwrap_or(from), part)
                }));
            }
        }
    }

    /// The mesh at a time.
    pub fn mesh(&self, time: f64) -> TriMesh {
        let mut positions = Vec::with_capacity(self.vertex_count());
        self.add_places(time, &mut positions);
        TriMesh { positions, triangles: self.triangles.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_geom::shapes;

    #[test]
    fn a_wheel_turns_while_it_travels() {
        let mesh = shapes::icosphere(1.0, 1);
        let mut wheel = Body::turning(&mesh, 0.5, DVec3::ZERO, DVec3::Y, std::f64::consts::PI);
        if let Motion::Rigid(_, turning) = &mut wheel.motion {
            turning.path = vec![(0.0, DVec3::ZERO), (2.0, DVec3::X)];
        }
        let then = wheel.mesh(1.0);
        for (before, after) in mesh.positions.iter().zip(&then.positions) {
            let expected = DVec3::new(0.5 - before.x, before.y, -before.z);
            assert!(after.distance(expected) < 1e-12, "{after} {expected}");
        }
        assert_eq!(wheel.mesh(5.0).positions.len(), mesh.positions.len());
    }

    #[test]
    fn keys_are_straight_between_and_at_rest_outside() {
        let mesh = shapes::icosphere(1.0, 1);
        let up: Vec<DVec3> = mesh.positions.iter().map(|p| *p + DVec3::Y).collect();
        let motion = Motion::Keys(vec![(1.0, mesh.positions.clone()), (3.0, up.clone())]);
        let body = Body { motion, ..Body::still(&mesh, 0.0) };
        assert_eq!(body.mesh(0.0).positions, mesh.positions);
        assert_eq!(body.mesh(9.0).positions, up);
        assert!((body.mesh(1.5).positions[0] - mesh.positions[0]).distance(DVec3::Y * 0.25) < 1e-12);
    }
}
