//! A square sheet to try solvers on.

use toile_cloth::bending::Bending;
use toile_cloth::cloth::Cloth;
use toile_cloth::membrane::Membrane;
use toile_cloth::rest::RestShape;
use toile_cloth::solver::{
    Explicit, ExplicitScheme, ExplicitSettings, LengthLimit, LengthLimitSettings, Solver, Xpbd, XpbdSettings,
};
use toile_geom::glam::{DMat3, DVec2, DVec3};
use toile_geom::{TriMesh, shapes};

/// The mass of a square metre, in kg.
pub(crate) const DENSITY: f64 = 0.2;
/// The stiffness along warp and weft, in N/m.
pub(crate) const STIFFNESS: f64 = 1000.0;

/// A sheet of 1 m, flat in the plane `z = 0` with its lower left corner in the origin.
pub(crate) fn flat(cells: u32) -> (TriMesh, RestShape) {
    let sheet = shapes::sheet(DVec2::ONE, [cells, cells]);
    let places: Vec<DVec2> = sheet.positions.iter().map(|p| DVec2::new(p.x + 0.5, 0.5 - p.z)).collect();
    let rest = RestShape::from_flat(&places, &sheet.triangles);
    rest.validate().unwrap();
    let positions = places.iter().map(|place| place.extend(0.0)).collect();
    (TriMesh { positions, triangles: sheet.triangles }, rest)
}

/// A sheet of 1 m of an ordinary fabric.
pub(crate) fn cloth(cells: u32) -> Cloth {
    stiff_cloth(cells, STIFFNESS)
}

/// One with another stiffness along warp and weft, in N/m.
pub(crate) fn stiff_cloth(cells: u32, stiffness: f64) -> Cloth {
    let (mesh, rest) = flat(cells);
    let stretch = DMat3::from_diagonal(DVec3::new(stiffness, stiffness, 0.3 * stiffness));
    let membrane = Membrane::new(&mesh, &rest, |_| stretch);
    let bending = Bending::new(&mesh, &rest, |_| DMat3::from_diagonal(DVec3::new(1e-5, 1e-5, 5e-6)), &[]);
    let masses = rest.masses(&mesh, |_| DENSITY);
    Cloth::from_parts(&mesh, rest, masses, membrane, bending)
}

/// The vertices of a cloth that are at a height within a nanometre, in the plane it was made in.
pub(crate) fn at_height(cells: u32, height: f64) -> Vec<usize> {
    let (mesh, _) = flat(cells);
    (0..mesh.positions.len()).filter(|&v| (mesh.positions[v].y - height).abs() < 1e-9).collect()
}

/// Moves vertices a little, each in a way of its own.
pub(crate) fn crumple(cloth: &mut Cloth, by: f64) {
    for (i, place) in cloth.state.positions.iter_mut().enumerate() {
        let i = i as f64;
        *place += DVec3::new((7.0 * i).sin(), (5.0 * i).cos(), (3.0 * i).sin()) * by;
    }
}

pub(crate) fn explicit(scheme: ExplicitScheme) -> Box<dyn Solver> {
    Box::new(Explicit::new(ExplicitSettings { scheme, ..ExplicitSettings::default() }))
}

pub(crate) fn xpbd(substeps: usize) -> Box<dyn Solver> {
    Box::new(Xpbd::new(XpbdSettings { substeps, ..XpbdSettings::default() }))
}

/// One of each; Euler with the damping without which it would shake the cloth to pieces.
pub(crate) fn all() -> Vec<Box<dyn Solver>> {
    let euler =
        ExplicitSettings { scheme: ExplicitScheme::Euler, damping: 5e-4, ..ExplicitSettings::default() };
    vec![
        Box::new(Explicit::new(euler)),
        explicit(ExplicitScheme::Midpoint),
        explicit(ExplicitScheme::RungeKutta4),
        explicit(ExplicitScheme::Verlet),
        explicit(ExplicitScheme::MultiRate { bending_steps: 3 }),
        xpbd(20),
        Box::new(LengthLimit::new(LengthLimitSettings { kept: 1.0, ..LengthLimitSettings::default() })),
    ]
}
