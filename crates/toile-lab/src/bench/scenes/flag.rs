//! A flag in the wind.

use super::super::scenario::{Scenario, ScenarioError, Start};
use super::sheets::placed;
use glam::DVec3;
use toile_cloth::air::Air;
use toile_cloth::fabric::Fabric;
use toile_cloth::wind::Wind;
use toile_cloth::world::World;
use toile_geom::TriMesh;

pub(super) const SCENE: Scenario = Scenario {
    name: "flag",
    description: "a polyester flag of 1.5 m by 1 m, held along its short side, in gusts",
    size: [1.5, 1.0],
    ..Scenario::of(start)
};

/// Upright, held along its left side, the warp along the pole; a fresh breeze, a little aslant, so that the flag does not have to
/// fall into its first fold.
fn start(flat: &TriMesh) -> Result<Start, ScenarioError> {
    let upright = |p: DVec3| DVec3::new(p.x + 0.5 * SCENE.size[0], -p.z, 0.0);
    let mut cloth = placed(flat, &Fabric::named("polyester-faille")?, upright)?;
    cloth.pinned = cloth.state.positions.iter().map(|p| p.x < 1e-9).collect();
    let world = World {
        air: Some(Air::default()),
        wind: Wind { velocity: DVec3::new(7.0, 0.0, 0.7), gusts: 0.3, gust_length: 1.5 },
        ..World::default()
    };
    Ok(Start::new(cloth, world))
}
