//! Getting free again: what becomes of cloth that could not be kept apart.
//!
//! The guard keeps whatever begins apart. Where that is impossible (bodies pinch cloth between two of their parts, pins lead it through something,
//! it begins tangled) the step goes on, and the cloth is *tangled*: sides are not clear any more, so that contact would hold it where it is for
//! ever. From then on every step is searched for intersections, exactly, and the cloth is [repaired](toile_contact::repair) as soon as that helps:
//! a body that still pinches it leaves no room, so after a repair that did not get all of it free the next one waits, twice as long each time.
//! When nothing passes through anything any more, all is as before.
//!
//! [`RecoveryReport::tangled`](crate::solver::RecoveryReport::tangled) tells how much is left after each step, and
//! [`Simulation::untangle`](crate::simulation::Simulation::untangle) does it at once, for starts.

use crate::cloth::Cloth;
use crate::contact::edges_at_rest;
use crate::layer_order::{LayerOrder, add_cloth, put};
use crate::solver::StepReport;
use crate::state::Tangle;
use crate::world::World;
use glam::DVec3;
use toile_contact::features::Features;
use toile_contact::filter::Filter;
use toile_contact::repair::{RepairError, RepairReport, RepairSettings, repair};
use toile_geom::allowance::Deadline;
use toile_geom::intersect::{mesh_intersections, self_intersections};

/// How far a repair may stretch edges: more than usual, since what was pinched was torn at already.
const STRETCH: f64 = 0.3;

/// Sees to a cloth at the end of a step, where bodies are at a time in seconds, until a deadline.
pub(crate) fn get_free(
    cloth: &mut Cloth,
    world: &World,
    layers: Option<&LayerOrder>,
    (at, deadline): (f64, Deadline),
    report: &mut StepReport,
) -> Result<(), RepairError> {
    if report.contact.failures > 0 && cloth.state.tangle.is_none() {
        cloth.state.tangle = Some(Tangle::default());
    }
    // Pieces on their way through each other are seen to by their order.
    let (Some(tangle), true) = (cloth.state.tangle, cloth.state.passing.is_empty()) else { return Ok(()) };
    report.recovery.tangled = intersections(cloth, world, at);
    cloth.state.tangle = match (report.recovery.tangled, tangle.wait) {
        (0, _) => None,
        (_, 0) => {
            let repaired = untangle(cloth, world, layers, (at, deadline))?;
            report.recovery.tangled = repaired.intersections_after;
            report.recovery.freed = repaired.moved_vertices;
            (!repaired.is_clean()).then(|| tangle.after_failure())
        }
        _ => Some(Tangle { wait: tangle.wait - 1, ..tangle }),
    };
    Ok(())
}

/// How many pairs of triangles pass through each other, of the cloth with itself, where it is to keep apart from itself, and with bodies at a time.
fn intersections(cloth: &Cloth, world: &World, at: f64) -> usize {
    let mesh = cloth.mesh();
    let itself = if world.cloth_contact.is_some() { self_intersections(&mesh).len() } else { 0 };
    itself
        + world
            .exact_meshes()
            .filter_map(|(_, obstacle, _)| obstacle.mesh_at(at))
            .map(|solid| mesh_intersections(&mesh, &solid).len())
            .sum::<usize>()
}

/// Repairs a cloth where bodies are at a time in seconds, until a deadline. What was moved stands still then.
pub(crate) fn untangle(
    cloth: &mut Cloth,
    world: &World,
    layers: Option<&LayerOrder>,
    (at, deadline): (f64, Deadline),
) -> Result<RepairReport, RepairError> {
    let mut scene = Scene::new(cloth, world, layers, at);
    scene.settings.deadline = deadline;
    let mut places = scene.places;
    let report = repair(&scene.features, &scene.filter, &mut places, &scene.settings)?;
    if report.intersections_after < report.intersections_before {
        places.truncate(cloth.vertex_count());
        stop_what_moves(cloth, &places);
        put(cloth, &places);
    }
    Ok(report)
}

/// Takes the speed from vertices that are put elsewhere: it was that of something that is torn at.
fn stop_what_moves(cloth: &mut Cloth, places: &[DVec3]) {
    let state = &mut cloth.state;
    for (v, _) in places.iter().enumerate().filter(|(v, place)| state.positions[*v] != **place) {
        state.velocities[v] = DVec3::ZERO;
        if let Some(earlier) = &mut state.earlier {
            earlier.velocities[v] = DVec3::ZERO;
            earlier.positions[v] = state.positions[v];
        }
    }
}

/// A cloth among bodies, as repairs know them.
struct Scene {
    features: Features,
    filter: Filter,
    places: Vec<DVec3>,
    settings: RepairSettings,
}

impl Scene {
    fn new(cloth: &Cloth, world: &World, layers: Option<&LayerOrder>, at: f64) -> Self {
        let mut features = Features::default();
        match layers {
            Some(order) => add_cloth(&mut features, cloth, &order.pieces),
            None => {
                features.add(&cloth.triangles, cloth.vertex_count());
            }
        }
        let sheets = features.mesh_count() as u16;
        let (mut places, mut fixed) = (cloth.state.positions.clone(), cloth.pinned.clone());
        for (_, obstacle, mesh) in world.exact_meshes() {
            features.add(&mesh.triangles, mesh.vertex_count());
            obstacle.add_places(at, &mut places);
        }
        fixed.resize(places.len(), true);
        let mut filter = Filter::new().with_fixed(fixed);
        if world.cloth_contact.is_none() {
            filter = filter.with_all_apart(0..sheets);
        }
        let of_cloth = world.cloth_reach();
        let has_meshes = world.exact_meshes().next().is_some();
        let settings = RepairSettings {
            thickness: if has_meshes { of_cloth.min(world.obstacle_reach()) } else { of_cloth },
            layers: layers.map_or_else(Vec::new, |order| numbers(order, sheets, &features, at)),
            rest_lengths: rest_lengths(cloth, &features, &places),
            max_stretch: STRETCH,
            ..RepairSettings::default()
        };
        Self { features, filter, places, settings }
    }
}

/// The layer of each mesh: pieces have theirs, if they are meshes of their own; bodies have none.
fn numbers(order: &LayerOrder, sheets: u16, features: &Features, at: f64) -> Vec<Option<i32>> {
    let of_pieces = order.numbers_at(at);
    let mut runs =
        order.pieces.chunk_by(|a, b| a == b).map(|run| of_pieces.get(run[0] as usize).copied().flatten());
    let is_each = usize::from(sheets) > 1;
    (0..features.mesh_count())
        .map(|mesh| if is_each && mesh < usize::from(sheets) { runs.next().flatten() } else { None })
        .collect()
}

/// How long the edges are at rest; those of bodies stay as they are.
fn rest_lengths(cloth: &Cloth, features: &Features, places: &[DVec3]) -> Vec<f64> {
    let mut known = edges_at_rest(cloth);
    for (ends, _) in &mut known {
        ends.sort_unstable();
    }
    known.sort_unstable_by_key(|(ends, _)| *ends);
    let length = |&[a, b]: &[u32; 2]| {
        let found = known.binary_search_by_key(&[a.min(b), a.max(b)], |(ends, _)| *ends);
        found.map_or_else(|_| places[a as usize].distance(places[b as usize]), |at| known[at].1)
    };
    features.edges().iter().map(length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repairs_that_fail_wait_longer_each_time_but_not_for_ever() {
        let mut tangle = Tangle::default();
        let waits: Vec<u32> = (0..8)
            .map(|_| {
                tangle = tangle.after_failure();
                tangle.wait
            })
            .collect();
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 32, 32]);
    }
}
