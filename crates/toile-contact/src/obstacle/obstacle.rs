//! One solid thing: shape, motion, friction and name.

use super::field::FieldError;
use super::rigid::Posed;
use super::{
    FieldMesh, FieldMeshSettings, FieldSurface, MeshPlaces, MovingPoint, ObstacleSurface, Plane, RigidMotion,
    SolidMesh, Sphere, SurfacePoint, Turning,
};
use crate::friction::FrictionLaw;
use glam::DVec3;
use toile_geom::{TriMesh, shapes};

/// The friction of obstacles that are given none, with cloth of which nothing is known.
const FRICTION: f64 = 0.4;

/// How finely balls are drawn: 20 · 4⁴ triangles.
const BALL_SUBDIVISIONS: u32 = 4;

/// The key that ends a motion without end: after a day.
const LAST: f64 = 86_400.0;

/// A solid thing that cloth lies on.
#[derive(Debug)]
pub struct Obstacle {
    /// Its name in reports and scene files; may be empty.
    pub name: String,
    /// What it is.
    pub shape: ObstacleShape,
    /// How all of it moves; animated meshes and linked segments also have motions of their own.
    pub motion: RigidMotion,
    /// Its friction against cloth; what is known of the cloth on skin holds if it has none of its own.
    pub friction: Option<FrictionLaw>,
}

/// What an obstacle is.
#[derive(Debug)]
pub enum ObstacleShape {
    /// A half-space.
    Plane(Plane),
    /// A ball.
    Ball(Sphere),
    /// A mesh that cloth meets by its triangles.
    Mesh(SolidMesh),
    /// A distance field, maybe with the mesh that it was made of.
    Field(Box<FieldMesh>),
    /// Anything else that finds the nearest point of its surface.
    Custom(Box<dyn ObstacleSurface>),
}

impl Obstacle {
    /// A shape that rests, without a name and without a friction of its own.
    pub fn new(shape: ObstacleShape) -> Self {
        Self { name: String::new(), shape, motion: RigidMotion::Still, friction: None }
    }

    /// Its friction against cloth of which nothing is known: its own, or 0.4.
    pub fn friction_law(&self) -> FrictionLaw {
        self.friction.unwrap_or(const { FrictionLaw::coulomb(FRICTION) })
    }

    /// A half-space.
    pub fn plane(plane: Plane) -> Self {
        Self::new(ObstacleShape::Plane(plane))
    }

    /// A ball.
    pub fn ball(ball: Sphere) -> Self {
        Self::new(ObstacleShape::Ball(ball))
    }

    /// A mesh, which nothing passes through.
    pub fn mesh(mesh: &TriMesh) -> Self {
        Self::new(ObstacleShape::Mesh(SolidMesh::still(mesh)))
    }

    /// A mesh whose vertices are given at growing times in seconds; straight between, and at rest before and after.
    pub fn animated(triangles: Vec<[u32; 3]>, keys: Vec<(f64, Vec<DVec3>)>) -> Self {
        Self::new(ObstacleShape::Mesh(SolidMesh { triangles, places: MeshPlaces::Keys(keys) }))
    }

    /// A distance field of a body, of linked segments or of keyframes.
    pub fn field(field: FieldSurface) -> Self {
        Self::new(ObstacleShape::Field(Box::new(FieldMesh { field, mesh: None })))
    }

    /// A shape of your own.
    pub fn custom(surface: Box<dyn ObstacleSurface>) -> Self {
        Self::new(ObstacleShape::Custom(surface))
    }

    /// The same with a friction of its own, whatever the cloth is made of.
    #[must_use]
    pub fn with_friction(mut self, friction: impl Into<FrictionLaw>) -> Self {
        self.friction = Some(friction.into());
        self
    }

    /// The same with a name.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The same in motion.
    #[must_use]
    pub fn moving(mut self, motion: impl Into<RigidMotion>) -> Self {
        self.motion = motion.into();
        self
    }

    /// The same, turning about an axis through a point at a constant rate, in radians a second, from the time 0 on.
    #[must_use]
    pub fn turning(self, centre: DVec3, axis: DVec3, rate: f64) -> Self {
        let turn = vec![(0.0, 0.0), (LAST, rate * LAST)];
        self.moving(Turning { path: Vec::new(), centre, axis: axis.normalize_or(DVec3::Y), turn })
    }

    /// The same, displaced along a path without turning: times in seconds, growing, and by how much.
    #[must_use]
    pub fn travelling(self, path: Vec<(f64, DVec3)>) -> Self {
        self.moving(Turning { path, axis: DVec3::Y, ..Turning::default() })
    }

    /// A mesh met by its distance field from now on: quick, and near enough while somebody pulls at the cloth. What is no mesh stays as it is.
    ///
    /// # Errors
    /// If it has no triangles or places that are not finite, or if its fields would be too large.
    pub fn meet_by_field(&mut self, settings: &FieldMeshSettings) -> Result<(), FieldError> {
        if let ObstacleShape::Mesh(mesh) = &self.shape {
            self.shape = ObstacleShape::Field(Box::new(FieldMesh::new(mesh.clone(), settings)?));
        }
        Ok(())
    }

    /// A distance field's mesh takes its place: nothing passes through it from now on, if nothing does now. What is no field of a mesh stays
    /// as it is.
    pub fn meet_exactly(&mut self) {
        if let ObstacleShape::Field(field) = &mut self.shape
            && let Some(mesh) = field.mesh.take()
        {
            self.shape = ObstacleShape::Mesh(mesh);
        }
    }

    /// The mesh that cloth meets by its triangles, if it is one.
    pub fn exact_mesh(&self) -> Option<&SolidMesh> {
        match &self.shape {
            ObstacleShape::Mesh(mesh) => Some(mesh),
            _ => None,
        }
    }

    /// The mesh that is seen: also that of a field.
    pub fn solid_mesh(&self) -> Option<&SolidMesh> {
        match &self.shape {
            ObstacleShape::Mesh(mesh) => Some(mesh),
            ObstacleShape::Field(field) => field.mesh.as_ref(),
            _ => None,
        }
    }

    /// Whether it never moves.
    pub fn is_still(&self) -> bool {
        let shape = match &self.shape {
            ObstacleShape::Plane(plane) => plane.velocity == DVec3::ZERO,
            ObstacleShape::Ball(ball) => ball.velocity == DVec3::ZERO && ball.spin == DVec3::ZERO,
            ObstacleShape::Mesh(mesh) => mesh.is_still(),
            ObstacleShape::Field(field) => field.mesh.as_ref().is_some_and(SolidMesh::is_still),
            ObstacleShape::Custom(_) => false,
        };
        shape && self.motion == RigidMotion::Still
    }

    /// Adds the places of the vertices of its mesh at a time to a list.
    pub fn add_places(&self, time: f64, places: &mut Vec<DVec3>) {
        let Some(mesh) = self.solid_mesh() else { return };
        let first = places.len();
        mesh.add_places(time, places);
        if self.motion != RigidMotion::Still {
            let pose = self.motion.pose(time);
            places[first..].iter_mut().for_each(|place| *place = pose.apply(*place));
        }
    }

    /// Its mesh at a time, if it has one.
    pub fn mesh_at(&self, time: f64) -> Option<TriMesh> {
        let mesh = self.solid_mesh()?;
        let mut positions = Vec::with_capacity(mesh.vertex_count());
        self.add_places(time, &mut positions);
        Some(TriMesh { positions, triangles: mesh.triangles.clone() })
    }

    /// A mesh to look at: its own, or that of a ball. Planes have no end, and shapes of your own none that is known.
    pub fn visible_mesh(&self, time: f64) -> Option<TriMesh> {
        let ObstacleShape::Ball(ball) = &self.shape else { return self.mesh_at(time) };
        let mut mesh = shapes::icosphere(ball.radius, BALL_SUBDIVISIONS);
        let (center, pose) = (ball.center + ball.velocity * time, self.motion.pose(time));
        mesh.positions.iter_mut().for_each(|p| *p = pose.apply(*p + center));
        Some(mesh)
    }

    /// What finds the nearest point of its surface; none for a mesh, which is met by its triangles.
    fn surface(&self) -> Option<&dyn ObstacleSurface> {
        match &self.shape {
            ObstacleShape::Plane(plane) => Some(plane),
            ObstacleShape::Ball(ball) => Some(ball),
            ObstacleShape::Mesh(_) => None,
            ObstacleShape::Field(field) => Some(&field.field),
            ObstacleShape::Custom(surface) => Some(&**surface),
        }
    }

    /// Whether it is met by the nearest points of its surface, and not by its triangles.
    pub fn is_surface(&self) -> bool {
        self.surface().is_some()
    }

    /// The surface point nearest to a point at a time in seconds; none for a mesh.
    pub fn nearest(&self, point: impl Into<MovingPoint>, time: f64) -> Option<SurfacePoint> {
        let (surface, point) = (self.surface()?, point.into());
        Some(match Posed::of(&self.motion, time) {
            None => surface.nearest(point, time),
            Some(posed) => posed.place(point.now, surface.nearest(posed.own(point), time)),
        })
    }

    /// The surface points nearest to many points at one time, added to a list; nothing is added for a mesh.
    pub fn nearest_of_all(&self, points: &[MovingPoint], time: f64, found: &mut Vec<SurfacePoint>) {
        let Some(surface) = self.surface() else { return };
        let Some(posed) = Posed::of(&self.motion, time) else {
            return surface.nearest_of_all(points, time, found);
        };
        let (first, own) = (found.len(), points.iter().map(|point| posed.own(*point)).collect::<Vec<_>>());
        surface.nearest_of_all(&own, time, found);
        for (found, point) in found[first..].iter_mut().zip(points) {
            *found = posed.place(point.now, *found);
        }
    }

    /// Called once before the contacts of a step are looked for; see [`ObstacleSurface::prepare`].
    pub fn prepare(&mut self, from: f64, to: f64) {
        if let ObstacleShape::Custom(surface) = &mut self.shape {
            surface.prepare(from, to);
        }
    }

    /// Whether the midpoints of edges are kept out as vertices are.
    pub fn tests_edge_midpoints(&self) -> bool {
        self.surface().is_some_and(ObstacleSurface::tests_edge_midpoints)
    }

    /// How fast what penetrates it at the beginning of a step is let out, in m/s.
    pub fn max_depenetration_speed(&self) -> f64 {
        self.surface().map_or(f64::INFINITY, ObstacleSurface::max_depenetration_speed)
    }
}

impl Clone for Obstacle {
    fn clone(&self) -> Self {
        let Self { name, shape, motion, friction } = self;
        Self { name: name.clone(), shape: shape.clone(), motion: motion.clone(), friction: *friction }
    }
}

impl Clone for ObstacleShape {
    fn clone(&self) -> Self {
        match self {
            Self::Plane(plane) => Self::Plane(*plane),
            Self::Ball(ball) => Self::Ball(*ball),
            Self::Mesh(mesh) => Self::Mesh(mesh.clone()),
            Self::Field(field) => Self::Field(field.clone()),
            Self::Custom(surface) => Self::Custom(surface.boxed_clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wheel_turns_while_it_travels() {
        let mesh = shapes::icosphere(1.0, 1);
        let turning = Turning {
            path: vec![(0.0, DVec3::ZERO), (2.0, DVec3::X)],
            axis: DVec3::Y,
            turn: vec![(0.0, 0.0), (2.0, 2.0 * std::f64::consts::PI)],
            ..Turning::default()
        };
        let wheel = Obstacle::mesh(&mesh).moving(turning);
        let then = wheel.mesh_at(1.0).map_or_else(Vec::new, |mesh| mesh.positions);
        assert_eq!(then.len(), mesh.positions.len());
        for (before, after) in mesh.positions.iter().zip(&then) {
            let expected = DVec3::new(0.5 - before.x, before.y, -before.z);
            assert!(after.distance(expected) < 1e-12, "{after} {expected}");
        }
    }

    #[test]
    fn a_surface_in_motion_is_asked_where_it_is() {
        let velocity = DVec3::new(0.3, -0.2, 0.1);
        let shape = Sphere::new(DVec3::splat(0.1), 0.7);
        let moving = Obstacle::ball(shape).travelling(vec![(0.0, DVec3::ZERO), (2.0, velocity * 2.0)]);
        let own = Obstacle::ball(Sphere { velocity, ..shape });
        for point in [DVec3::X, DVec3::new(0.2, -3.0, 0.5)] {
            let [one, other] = [&moving, &own].map(|ball| {
                ball.nearest(point, 1.5).map(|found| (found.distance, found.normal, found.velocity))
            });
            let (Some(one), Some(other)) = (one, other) else { unreachable!("balls are surfaces") };
            assert!((one.0 - other.0).abs() < 1e-12 && one.1.distance(other.1) < 1e-12);
            assert!(one.2.distance(other.2) < 1e-9, "{one:?} {other:?}");
            let mut all = Vec::new();
            moving.nearest_of_all(&[point.into()], 1.5, &mut all);
            assert_eq!(all.first().map(|found| found.distance), Some(one.0));
        }
    }
}
