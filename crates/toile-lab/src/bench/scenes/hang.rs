//! A sheet that swings and comes to hang.

use super::super::scenario::{Scenario, ScenarioError, Start};
use super::sheets::{limp, placed};
use glam::DVec3;
use toile_cloth::world::World;
use toile_geom::TriMesh;

pub(super) const SCENE: Scenario = Scenario {
    name: "hang",
    description: "a square of 1 m, let go from horizontal, hangs by two corners; no air",
    frames: 120,
    ..Scenario::of(start)
};

/// How far from a corner the hanging sheet is held: one vertex alone would be a point load, whose stretch has no limit as the
/// mesh gets finer.
const HOLD: f64 = 0.04;

/// Held at two neighbouring corners.
fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let mut cloth = placed(flat, &limp(), |p| p)?;
    let corners = [-0.5, 0.5].map(|x| DVec3::new(x * SCENE.size[0], 0.0, -0.5 * SCENE.size[1]));
    let is_held = |p: &DVec3| corners.iter().any(|corner| corner.distance(*p) < HOLD + 1e-9);
    cloth.pinned = flat.positions.iter().map(is_held).collect();
    Ok(Start::new(cloth, World::default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;
    use toile_geom::sheets::SheetKind;

    #[test]
    fn the_hung_sheet_is_the_one_of_the_study() {
        for kind in [SheetKind::OneDiagonal, SheetKind::Alternating, SheetKind::Delaunay] {
            let cloth = start(&kind.lying(DVec2::ONE, SCENE.cells(64))).unwrap().cloth;
            assert!((cloth.mass() - 0.2).abs() < 1e-12);
            let held = cloth.pinned.iter().filter(|held| **held).count();
            assert!((10..=22).contains(&held), "{kind:?}: {held}");
        }
    }
}
