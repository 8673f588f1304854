//! The scenes that benchmarks run.

use glam::{DVec2, DVec3};
use toile_cloth::air::Air;
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::{self, Fabric, FabricError};
use toile_cloth::rest::{FlatTriangle, RestShape};
use toile_cloth::wind::Wind;
use toile_cloth::world::World;
use toile_geom::TriMesh;
use toile_geom::shapes::{self, SheetKind};
use toile_cloth::contact::{Body, ClothContact};

/// What to run.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Cells along the shorter side.
    pub grid: u32,
    /// How many frames to run; 0 for the scene's own number.
    pub frames: usize,
    /// The method, one of [`method_names`](toile_cloth::solver::method_names).
    pub method: String,
    /// How the sheet is cut into triangles.
    pub mesh: SheetKind,
    /// Whether to compare the stretch with an exact run in steps of 1/480 s: slow.
    pub reference: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self { grid: 64, frames: 0, method: "newton".into(), mesh: SheetKind::default(), reference: false }
    }
}

/// A scene that benchmarks run.
#[derive(Clone, Copy, Debug)]
pub struct Scenario {
    /// Its name on the command line.
    pub name: &'static str,
    /// What happens in it.
    pub description: &'static str,
    /// How many frames it runs if nothing else is said.
    pub frames: usize,
    /// Width and height of the sheet in metres.
    pub size: [f64; 2],
    pub(super) cloth: fn(DVec2, &TriMesh) -> Result<Cloth, ScenarioError>,
    pub(super) world: fn() -> World,
}

/// Why a scene could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// The mesh has a triangle without area.
    #[error(transparent)]
    Flat(#[from] FlatTriangle),
    /// There is no such fabric.
    #[error(transparent)]
    Fabric(#[from] FabricError),
}

/// All scenes.
pub const SCENARIOS: [Scenario; 4] = [
    Scenario {
        name: "hang",
        description: "a square of 1 m, let go from horizontal, hangs by two corners; no air",
        frames: 120,
        size: [1.0, 1.0],
        cloth: hung_sheet,
        world: World::default,
    },
    Scenario {
        name: "flag",
        description: "a polyester flag of 1.5 m by 1 m, held along its short side, in gusts",
        frames: 240,
        size: [1.5, 1.0],
        cloth: flag,
        world: gusty_world,
    },
    Scenario {
        name: "drop",
        description: "a square of 1 m falls on a ball and drapes itself over it",
        frames: 240,
        size: [1.0, 1.0],
        cloth: bench_sheet,
        world: ball_world,
    },
    Scenario {
        name: "crumple",
        description: "a square of 1 m, upright, falls on the floor and folds up",
        frames: 240,
        size: [1.0, 1.0],
        cloth: upright_sheet,
        world: floor_world,
    },
];

impl Scenario {
    /// The scene of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SCENARIOS.iter().find(|scenario| scenario.name == name)
    }

    /// Cells along both sides, for a number of cells along the shorter one.
    pub fn cells(&self, grid: u32) -> [u32; 2] {
        let shorter = self.size[0].min(self.size[1]);
        self.size.map(|length| (f64::from(grid) * length / shorter).round().max(1.0) as u32)
    }

    /// The number of cells along the shorter side that gives about so many triangles.
    pub fn grid_for_triangles(&self, triangles: u32) -> u32 {
        let longer_over_shorter = self.size[0].max(self.size[1]) / self.size[0].min(self.size[1]);
        (0.5 * f64::from(triangles) / longer_over_shorter).sqrt().round().max(1.0) as u32
    }
}

/// How far from a corner the hanging sheet is held, in metres: one vertex alone would be a point load, whose stretch has no
/// limit as the mesh gets finer.
const HOLD: f64 = 0.04;

/// 0.2 kg/m², 1000 N/m, shear 300 N/m, bending 1e-5 N·m, held at two neighbouring corners.
fn hung_sheet(size: DVec2, mesh: &TriMesh) -> Result<Cloth, ScenarioError> {
    let mut fabric = Fabric::isotropic("bench", 0.2, 0.5e-3, 1000.0, 0.0, 1e-5);
    fabric.membrane.shear = 300.0;
    let mut cloth = Cloth::of_fabric(mesh, lying(mesh), &fabric)?;
    let corners = [-0.5, 0.5].map(|x| DVec3::new(x * size.x, 0.0, -0.5 * size.y));
    let is_held = |p: &DVec3| corners.iter().any(|corner| corner.distance(*p) < HOLD + 1e-9);
    cloth.held = mesh.positions.iter().map(is_held).collect();
    Ok(cloth)
}

fn bench_fabric() -> Fabric {
    if let Ok(name) = std::env::var("FABRIC") { return fabric::named(&name).unwrap(); }
    let mut fabric = Fabric::isotropic("bench", 0.2, 0.5e-3, 1000.0, 0.0, 1e-5);
    fabric.membrane.shear = 300.0;
    if let Some(k) = std::env::var("STIFF").ok().and_then(|k| k.parse::<f64>().ok()) { fabric = Fabric::isotropic("bench", 0.2, 0.5e-3, k, 0.0, 1e-5); fabric.membrane.shear = 0.3 * k; }
    fabric
}

/// 2 cm above a ball.
fn bench_sheet(_: DVec2, mesh: &TriMesh) -> Result<Cloth, ScenarioError> {
    Ok(Cloth::of_fabric(mesh, lying(mesh), &bench_fabric())?)
}

fn ball_world() -> World {
    let mut ball = shapes::icosphere(0.2, 4);
    ball.positions.iter_mut().for_each(|p| p.y -= 0.22);
    World {
        bodies: vec![Body::still(&ball, 0.4)],
        thickness: 3e-3,
        cloth_contact: Some(ClothContact { thickness: 3e-3, friction: 0.4 }),
        ..World::default()
    }
}

/// Upright, 2 cm above the floor, with a little wave so that it knows where to fold.
fn upright_sheet(size: DVec2, mesh: &TriMesh) -> Result<Cloth, ScenarioError> {
    let rest = lying(mesh);
    let upright = |p: &DVec3| {
        let wave = 0.01 * (9.0 * p.x + 2.0 * (p.z / size.y)).sin() + 0.005 * (23.0 * p.z).cos();
        DVec3::new(p.x, 0.5 * size.y - p.z + 0.02, wave)
    };
    let mesh = TriMesh {
        positions: mesh.positions.iter().map(upright).collect(),
        triangles: mesh.triangles.clone(),
    };
    Ok(Cloth::of_fabric(&mesh, rest, &bench_fabric())?)
}

fn floor_world() -> World {
    let floor = shapes::regular_sheet(DVec2::splat(4.0), [8, 8]);
    World {
        bodies: vec![Body::still(&floor, 0.4)],
        thickness: 3e-3,
        cloth_contact: Some(ClothContact { thickness: 3e-3, friction: 0.4 }),
        ..World::default()
    }
}

/// Upright, held along its left side, the warp along the pole.
fn flag(size: DVec2, mesh: &TriMesh) -> Result<Cloth, ScenarioError> {
    let rest = lying(mesh);
    let upright = |p: &DVec3| DVec3::new(p.x + 0.5 * size.x, -p.z, 0.0);
    let mesh = TriMesh {
        positions: mesh.positions.iter().map(upright).collect(),
        triangles: mesh.triangles.clone(),
    };
    let mut cloth = Cloth::of_fabric(&mesh, rest, &fabric::named("polyester-faille")?)?;
    cloth.held = mesh.positions.iter().map(|p| p.x < 1e-9).collect();
    Ok(cloth)
}

/// A fresh breeze, a little aslant, so that the flag does not have to fall into its first fold.
fn gusty_world() -> World {
    World {
        air: Some(Air::default()),
        wind: Wind { velocity: DVec3::new(7.0, 0.0, 0.7), gusts: 0.3, gust_length: 1.5 },
        ..World::default()
    }
}

/// The rest shape of a sheet that lies: seen from above its `x` and `-z` are a right-handed pair.
fn lying(mesh: &TriMesh) -> RestShape {
    let places: Vec<DVec2> = mesh.positions.iter().map(|p| DVec2::new(p.x, -p.z)).collect();
    RestShape::from_flat(&places, &mesh.triangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hung_sheet_is_the_one_of_the_study() {
        let scenario = Scenario::named("hang").unwrap();
        for kind in SheetKind::ALL {
            let mesh = kind.sheet(DVec2::ONE, scenario.cells(64));
            let cloth = (scenario.cloth)(DVec2::ONE, &mesh).unwrap();
            assert!((cloth.mass() - 0.2).abs() < 1e-12);
            let held = cloth.held.iter().filter(|held| **held).count();
            assert!((10..=22).contains(&held), "{kind:?}: {held}");
        }
    }

    #[test]
    fn cells_and_triangles_agree() {
        let flag = Scenario::named("flag").unwrap();
        assert_eq!(flag.cells(20), [30, 20]);
        assert_eq!(flag.grid_for_triangles(1200), 20);
        assert!(Scenario::named("sail").is_none());
    }
}
