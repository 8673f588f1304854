//! Which way out: the point of another surface that a vertex has to pass.

use super::crossing::State;
use super::surface::Surfaces;
use glam::DVec3;
use toile_geom::bounds::Aabb;

/// Where a ray from a vertex meets a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) triangle: u32,
    pub(super) barycentric: [f64; 3],
    pub(super) distance: f64,
}

/// Rays towards one part of the surfaces.
pub(super) struct Exits<'a> {
    pub(super) surfaces: &'a Surfaces<'a>,
    pub(super) state: &'a State,
    /// The part of the surfaces that they have to pass.
    pub(super) part: u32,
    /// On which side of that part they must be behind it: 1 if they leave it along its normals, -1 if against
    /// them, 0 if that does not matter.
    pub(super) facing: f64,
    /// How far is looked at most.
    pub(super) reach: f64,
}

impl Exits<'_> {
    /// The first place where the vertex, going along a unit vector, meets the part, if it comes from behind.
    pub(super) fn find(&self, vertex: u32, direction: DVec3) -> Option<Hit> {
        // Most exits are near; a short look is cheaper than a long one.
        let hit = self
            .first_hit(vertex, direction, 0.125 * self.reach)
            .or_else(|| self.first_hit(vertex, direction, self.reach))?;
        let facing = self.surfaces.normal(&self.state.mesh.positions, hit.triangle).dot(direction);
        (facing * self.facing >= 0.0).then_some(hit)
    }

    fn first_hit(&self, vertex: u32, direction: DVec3, reach: f64) -> Option<Hit> {
        let start = self.state.mesh.positions[vertex as usize];
        let end = start + direction * reach;
        let mut first: Option<Hit> = None;
        self.state.tree.query(&Aabb { min: start.min(end), max: start.max(end) }, |triangle| {
            let corners = self.surfaces.triangles[triangle as usize];
            if self.surfaces.part(triangle) != self.part || corners.contains(&vertex) {
                return;
            }
            let hit = ray_triangle(start, direction, corners.map(|v| self.state.mesh.positions[v as usize]));
            let Some((distance, barycentric)) = hit else { return };
            let nearer = first.is_none_or(|best| (distance, triangle) < (best.distance, best.triangle));
            if (0.0..=reach).contains(&distance) && nearer {
                first = Some(Hit { triangle, barycentric, distance });
            }
        });
        first
    }
}

/// Where the line through a point meets a triangle: the signed distance along the unit direction and the barycentric
/// coordinates. Borders are a little wide, so that nothing slips through between two triangles.
pub(crate) fn ray_triangle(start: DVec3, direction: DVec3, [a, b, c]: [DVec3; 3]) -> Option<(f64, [f64; 3])> {
    const WIDE: f64 = 1e-9;
    let (u, v) = (b - a, c - a);
    let normal = u.cross(v);
    let slope = normal.dot(direction);
    if slope.abs() <= 1e-9 * normal.length() || normal == DVec3::ZERO {
        return None;
    }
    let distance = normal.dot(a - start) / slope;
    let p = start + direction * distance - a;
    let squared = normal.length_squared();
    let beta = p.cross(v).dot(normal) / squared;
    let gamma = u.cross(p).dot(normal) / squared;
    let barycentric = [1.0 - beta - gamma, beta, gamma];
    barycentric.iter().all(|&weight| weight >= -WIDE).then_some((distance, barycentric))
}
