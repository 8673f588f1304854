//! What the scenes have in common.

use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::Fabric;
use toile_cloth::rest::RestShape;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{MethodSettings, Solver};
use toile_cloth::world::World;
use toile_geom::TriMesh;
use toile_geom::glam::DVec3;

pub(crate) const THICKNESS: f64 = 3e-3;
pub(crate) const STEP: f64 = 1.0 / 60.0;

/// 0.2 kg/m², 1000 N/m, shear 300 N/m, bending 1e-5 N·m.
pub(crate) fn fabric() -> Fabric {
    let mut fabric = Fabric::isotropic("strip", 0.2, 0.5e-3, 1000.0, 0.0, 1e-5);
    fabric.membrane.shear = 300.0;
    fabric
}

/// A sheet that lies, put in place by a function.
pub(crate) fn placed(flat: &TriMesh, fabric: &Fabric, place: impl Fn(DVec3) -> DVec3) -> Cloth {
    let rest = RestShape::of_lying(flat);
    let mesh = TriMesh {
        positions: flat.positions.iter().map(|p| place(*p)).collect(),
        triangles: flat.triangles.clone(),
    };
    Cloth::of_fabric(&mesh, rest, fabric).unwrap()
}

pub(crate) fn simulation(cloth: Cloth, world: World, method: &str) -> Simulation {
    Simulation::new(cloth, world, <dyn Solver>::named(method, &MethodSettings::default()).unwrap())
}
