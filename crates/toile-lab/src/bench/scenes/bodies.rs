//! Solid things, and the worlds they stand in.

use glam::{DVec2, DVec3};
use toile_cloth::air::Air;
use toile_cloth::world::{ClothContact, World};
use toile_contact::obstacle::Obstacle;
use toile_geom::{TriMesh, shapes};

/// How far cloth stays away from itself and from bodies.
pub(super) const THICKNESS: f64 = 3e-3;

/// Coulomb's coefficient of friction, of cloth on itself and on bodies.
pub(super) const FRICTION: f64 = 0.4;

/// A world of air and some bodies, in which cloth does not pass through itself.
pub(super) fn world(obstacles: Vec<Obstacle>) -> World {
    World { air: Some(Air::default()), ..vacuum(obstacles) }
}

/// The same without air, where figures are compared with theory.
pub(super) fn vacuum(obstacles: Vec<Obstacle>) -> World {
    World {
        obstacles,
        obstacle_thickness: THICKNESS,
        cloth_contact: Some(ClothContact { thickness: THICKNESS, friction: Some(FRICTION.into()) }),
        ..World::default()
    }
}

/// A mesh, displaced.
pub(super) fn moved(mut mesh: TriMesh, shift: DVec3) -> TriMesh {
    mesh.positions.iter_mut().for_each(|p| *p += shift);
    mesh
}

/// A floor of 4 m by 4 m at a height.
pub(super) fn floor(height: f64) -> Obstacle {
    let mesh = shapes::regular_sheet(DVec2::splat(4.0), [8, 8]);
    Obstacle::mesh(&moved(mesh, DVec3::Y * height)).with_friction(FRICTION)
}
