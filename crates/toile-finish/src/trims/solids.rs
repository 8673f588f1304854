//! What trims are made of: turned solids, bent wires, boxes.

use glam::{DVec2, DVec3};
use std::f64::consts::TAU;
use toile_geom::{TriMesh, shapes};

toile_geom::named_enum! {
    /// What a triangle of a trim is made of.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum TrimPart: name {
        /// The trim itself: horn, resin, metal.
        Body = "body",
        /// The thread that it is sewn on with.
        Thread = "thread",
    }
}

/// A trim with `x` along, `y` off the cloth and `z` across, in metres. Each of its solids is closed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrimMesh {
    /// The mesh.
    pub mesh: TriMesh,
    /// What each triangle is made of.
    pub parts: Vec<TrimPart>,
}

impl TrimMesh {
    /// Adds a solid.
    pub(super) fn add(&mut self, solid: &TriMesh, part: TrimPart) {
        self.mesh.append(solid);
        self.parts.extend(solid.triangles.iter().map(|_| part));
    }
}

/// A box around a place.
pub(super) fn block(center: DVec3, size: DVec3) -> TriMesh {
    let mut block = shapes::cuboid(size);
    let shift = center - block.bounds().center();
    block.positions.iter_mut().for_each(|p| *p += shift);
    block
}

/// What a profile of radii and heights describes that turns around `y`: from the axis below to the axis above, which the profile itself leaves out.
pub(super) fn turned(profile: &[DVec2], sides: u32) -> TriMesh {
    let rings = profile.len() as u32;
    let (Some(low), Some(high)) = (profile.first(), profile.last()) else { return TriMesh::default() };
    let mut mesh = TriMesh::default();
    for point in profile {
        for n in 0..sides {
            let (sin, cos) = (TAU * f64::from(n) / f64::from(sides)).sin_cos();
            mesh.positions.push(DVec3::new(point.x * cos, point.y, -point.x * sin));
        }
    }
    let [below, above] = [0, 1].map(|n| rings * sides + n);
    mesh.positions.extend([DVec3::Y * low.y, DVec3::Y * high.y]);
    for n in 0..sides {
        let next = (n + 1) % sides;
        mesh.triangles.push([below, next, n]);
        mesh.triangles.push([above, (rings - 1) * sides + n, (rings - 1) * sides + next]);
        for ring in 0..rings - 1 {
            let [a, b] = [n, next].map(|n| ring * sides + n);
            mesh.triangles.extend([[a, b, b + sides], [a, b + sides, a + sides]]);
        }
    }
    mesh
}

/// A wire bent along some points in a plane across `y`, at least two; its ends are flat.
pub(super) fn wire(points: &[DVec3], radius: f64, sides: u32) -> TriMesh {
    let mut mesh = TriMesh::default();
    let count = points.len();
    for n in 0..count {
        let way = points[(n + 1).min(count - 1)] - points[n.saturating_sub(1)];
        let across = way.cross(DVec3::Y).try_normalize().unwrap_or(DVec3::Z);
        let up = across.cross(way).normalize_or_zero();
        for side in 0..sides {
            let (sin, cos) = (TAU * f64::from(side) / f64::from(sides)).sin_cos();
            mesh.positions.push(points[n] + (across * cos + up * sin) * radius);
        }
    }
    let last = (count.max(1) as u32 - 1) * sides;
    let ends = mesh.positions.len() as u32;
    mesh.positions.extend([points[0], points[count - 1]]);
    for side in 0..sides {
        let next = (side + 1) % sides;
        mesh.triangles.push([ends, side, next]);
        mesh.triangles.push([ends + 1, last + next, last + side]);
        for ring in (0..last).step_by(sides as usize) {
            let [a, b] = [side, next].map(|side| ring + side);
            mesh.triangles.extend([[a, b + sides, b], [a, a + sides, b + sides]]);
        }
    }
    if mesh.volume() < 0.0 {
        mesh.flip();
    }
    mesh
}
