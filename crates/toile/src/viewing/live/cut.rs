//! Changing what cloth is made of while it hangs.

use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::fabric::FabricCut;

/// Gives some cuts of a cloth another fabric. It stays where it is; what holds and folds it stays too.
pub(super) fn recut(cloth: &mut Cloth, fabric_of: impl Fn(usize) -> Option<Fabric>) {
    let cuts: Vec<FabricCut> = cloth
        .fabrics
        .iter()
        .enumerate()
        .map(|(n, cut)| fabric_of(n).map_or_else(|| cut.clone(), |fabric| FabricCut { fabric, ..*cut }))
        .collect();
    let which = cloth.fabric_of.clone();
    // The rest shape was good before, so it is now.
    let Ok(mut next) = Cloth::of_cuts(&cloth.mesh(), cloth.rest.clone(), cuts, |t| which[t]) else { return };
    next.reference = std::mem::take(&mut cloth.reference);
    next.held = std::mem::take(&mut cloth.held);
    next.threads = std::mem::take(&mut cloth.threads);
    next.grabs = std::mem::take(&mut cloth.grabs);
    next.fold(std::mem::take(&mut cloth.folds));
    let remembers = cloth.state.history.is_some();
    next.state = std::mem::take(&mut cloth.state);
    // What is remembered of bending is that of the old fabric.
    next.state.history = None;
    next.state.sticks.clear();
    if remembers {
        next.remember_bending();
    }
    *cloth = next;
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail so")]
    use super::*;
    use glam::{DVec2, DVec3};
    use toile_cloth::fabric;
    use toile_cloth::rest::RestShape;
    use toile_geom::shapes;

    #[test]
    fn another_fabric_weighs_what_it_weighs_and_hangs_where_it_hung() {
        let mesh = shapes::sheet(DVec2::ONE, [6, 6]);
        let places: Vec<DVec2> = mesh.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
        let rest = RestShape::from_flat(&places, &mesh.triangles);
        let mut cloth = Cloth::of_fabric(&mesh, rest, &Fabric::named("chiffon").unwrap()).unwrap();
        cloth.held[3] = true;
        cloth.state.velocities[5] = DVec3::X;
        let before = cloth.clone();
        let denim = Fabric::named("denim").unwrap();
        recut(&mut cloth, |_| Some(denim.clone()));
        assert!((cloth.mass() - denim.density).abs() < 1e-9);
        assert_eq!(cloth.state.positions, before.state.positions);
        assert_eq!(cloth.state.velocities, before.state.velocities);
        assert_eq!(cloth.held, before.held);
    }
}
