//! Cloth at rest that begins to meet obstacles in another way: what presses it there is known from its equilibrium.
//!
//! With `E` the elastic energy and `G` gravity, what holds vertex `i` is `c = ∂E/∂x − m G`, and the part of it along the normal of the surface below is what
//! presses it. Without that the first step would not know how much friction there is, and cloth that is held by nothing else would slide.

use crate::cloth::Cloth;
use crate::state::{ContactKind, StickState};
use crate::world::World;
use glam::DVec3;

use toile_contact::touch::{MovingPoints, ObstaclesAt, Touch};

/// How much farther off than usual cloth may lie on a surface: that of a distance field is not exactly where that of its mesh is. In metres.
const NEAR: f64 = 1.5e-3;

/// Lets cloth that is at rest remember what presses it on the obstacles that are met by the nearest points of their surfaces.
pub(crate) fn remember_pushes(cloth: &mut Cloth, world: &World) {
    let positions = &cloth.state.positions;
    let mut held = vec![DVec3::ZERO; positions.len()];
    cloth.add_elastic_gradient(positions, &mut held);
    held.iter_mut().zip(&cloth.masses).for_each(|(force, mass)| *force -= world.gravity * *mass);
    let surfaces = world.surfaces_at(world.time);
    let at = ObstaclesAt { thickness: surfaces.thickness + NEAR, ..surfaces };
    let all: Vec<u32> = (0..positions.len() as u32).filter(|v| !cloth.pinned[*v as usize]).collect();
    let reach = |_: u32| at.thickness;
    let touches = at.touches_of(&all, MovingPoints { before: positions, now: positions }, reach);
    let stick = |touch: &Touch| {
        let push = held[touch.vertex as usize].dot(touch.normal);
        let is_near = touch.depth(positions[touch.vertex as usize]) > 0.0;
        (push > 0.0 && is_near).then_some(StickState {
            kind: ContactKind::Surface(touch.obstacle),
            corners: [touch.vertex; 4],
            stretch: DVec3::ZERO,
            push,
        })
    };
    let mut sticks: Vec<StickState> = touches.iter().filter_map(stick).collect();
    sticks.extend(
        cloth.state.sticks.iter().filter(|stick| !matches!(stick.kind, ContactKind::Surface(_))).copied(),
    );
    sticks.sort_by_key(|stick| (stick.kind, stick.corners));
    sticks.dedup_by_key(|stick| (stick.kind, stick.corners));
    cloth.state.sticks = sticks;
}
