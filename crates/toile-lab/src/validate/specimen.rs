//! Specimens: strips and sheets of an ordinary cloth, meshed in different ways.

use super::case::{Effort, ValidateError, ValidationCase};
use glam::{DMat3, DVec2, DVec3};
use rayon::prelude::*;
use toile_cloth::bending::{Bending, Clamp};
use toile_cloth::cloth::Cloth;
use toile_cloth::membrane::Membrane;
use toile_cloth::rest::RestShape;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{Budget, Newton, Scheme};
use toile_cloth::world::World;
use toile_geom::sheets::{FlatSheet, SheetKind};

/// What a specimen is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Material {
    /// Membrane stiffness matrix, N/m.
    pub(super) stretch: DMat3,
    /// Bending stiffness matrix, N·m.
    pub(super) bend: DMat3,
    /// Mass of an area, kg/m².
    pub(super) density: f64,
}

/// The numbers of a shirt cloth, the same in all directions and without Poisson's effect, so that a strip is a beam.
pub(super) const BENDING: f64 = 1e-5;
pub(super) const STRETCH: f64 = 1000.0;
pub(super) const DENSITY: f64 = 0.2;
pub(super) const GRAVITY: f64 = 9.81;

impl Material {
    /// A shirt cloth.
    pub(super) fn shirt() -> Self {
        Self::isotropic(0.0)
    }

    /// A shirt cloth with Poisson's effect; a narrow strip of it bends as before, and resists stretch as before.
    pub(super) fn isotropic(poisson: f64) -> Self {
        let matrix = |stiffness: f64| {
            let (along, across) = (stiffness / (1.0 - poisson * poisson), stiffness / (2.0 + 2.0 * poisson));
            DMat3::from_cols(
                DVec3::new(along, poisson * along, 0.0),
                DVec3::new(poisson * along, along, 0.0),
                DVec3::new(0.0, 0.0, across),
            )
        };
        Self { stretch: matrix(STRETCH), bend: matrix(BENDING), density: DENSITY }
    }

    /// The length of a strip for which `Γ = ρ g L³ / B` has a value.
    pub(super) fn length_for(gamma: f64) -> f64 {
        (gamma * BENDING / (DENSITY * GRAVITY)).cbrt()
    }
}

/// Edges of a sheet that are held in a clamp.
pub(super) struct Grip {
    pub(super) edges: Vec<[u32; 2]>,
    /// From the edges into the clamp.
    pub(super) inwards: DVec3,
}

/// A cloth of a sheet that is laid into space by a function, with some of its edges clamped.
pub(super) fn clamped(
    sheet: &FlatSheet,
    material: &Material,
    place: impl Fn(DVec2) -> DVec3,
    grips: &[Grip],
) -> Cloth {
    let mut mesh = sheet.mesh();
    mesh.positions = sheet.places.iter().map(|&p| place(p)).collect();
    let rest = RestShape::from_flat(&sheet.places, &sheet.triangles);
    let clamp = |grip: &Grip, edge: [u32; 2]| {
        let [a, b] = edge.map(|v| mesh.positions[v as usize]);
        Clamp { edge, beyond: a.midpoint(b) + grip.inwards }
    };
    let clamps: Vec<Clamp> =
        grips.iter().flat_map(|grip| grip.edges.iter().map(|&edge| clamp(grip, edge))).collect();
    let membrane = Membrane::new(&mesh, &rest, |_| material.stretch);
    let bending = Bending::new(&mesh, &rest, |_| material.bend, &clamps);
    let masses = rest.masses(&mesh, |_| material.density);
    let mut cloth = Cloth::from_parts(&mesh, rest, masses, membrane, bending);
    for &v in clamps.iter().flat_map(|clamp| &clamp.edge) {
        cloth.pinned[v as usize] = true;
    }
    cloth
}

/// A strip in the `xy` plane whose end at `x = 0` is clamped.
pub(super) fn cantilever(sheet: &FlatSheet, material: &Material) -> Cloth {
    let grip = Grip { edges: sheet.edges(|p| p.x == 0.0), inwards: DVec3::NEG_X * sheet.size.x };
    clamped(sheet, material, |p| p.extend(0.0), &[grip])
}

/// A cloth that moves in a vacuum without weight.
pub(super) fn weightless(cloth: Cloth, scheme: Scheme, budget: Budget) -> Simulation {
    let world = World { gravity: DVec3::ZERO, ..World::default() };
    Simulation::new(cloth, world, Box::new(Newton::new(scheme, budget)))
}

/// The mean position of vertices, each with the length of edge that belongs to it.
pub(super) fn mean_of_edge(sheet: &FlatSheet, cloth: &Cloth, on_edge: impl Fn(DVec2) -> bool) -> DVec3 {
    edge_shares(sheet, on_edge).iter().map(|&(v, share)| cloth.state.positions[v as usize] * share).sum()
}

/// The vertices of a straight border with the share of its length that belongs to each, summing to 1.
pub(super) fn edge_shares(sheet: &FlatSheet, on_edge: impl Fn(DVec2) -> bool) -> Vec<(u32, f64)> {
    let edges = sheet.edges(on_edge);
    let length = |edge: &[u32; 2]| sheet.places[edge[0] as usize].distance(sheet.places[edge[1] as usize]);
    let whole: f64 = edges.iter().map(length).sum();
    edges.iter().flat_map(|edge| edge.map(|v| (v, 0.5 * length(edge) / whole))).collect()
}

/// Does a test on every kind of mesh, at the resolutions of an effort. The sheets have the given size.
pub(super) fn on_every_mesh(
    effort: Effort,
    size: DVec2,
    [coarse, fine]: [[u32; 2]; 2],
    test: impl Fn(&FlatSheet, [u32; 2]) -> Result<Vec<ValidationCase>, ValidateError> + Sync,
) -> Result<Vec<ValidationCase>, ValidateError> {
    let specimens: Vec<([u32; 2], SheetKind)> = effort
        .resolutions(coarse, fine)
        .into_iter()
        .flat_map(|cells| SheetKind::BY_REGULARITY.map(|kind| (cells, kind)))
        .collect();
    let results: Vec<Result<Vec<ValidationCase>, ValidateError>> =
        specimens.par_iter().map(|&(cells, kind)| test(&FlatSheet::new(kind, size, cells), cells)).collect();
    results.into_iter().collect::<Result<Vec<_>, _>>().map(|cases| cases.concat())
}

/// A place of a crumpled sheet: displaced by something smooth and something rough, the same for every mesh.
pub(super) fn crumpled(p: DVec2, size: DVec2) -> DVec3 {
    let at = p / size.x * 8.0;
    let rough =
        DVec3::new((7.0 * at.x + at.y).sin(), (5.0 * at.y).cos(), (6.0 * at.x - 4.0 * at.y).sin()) * 0.04;
    let smooth = DVec3::new(0.0, 0.3 * (0.5 * at.x).sin(), (0.6 * at.x).sin() + 0.5 * (0.8 * at.y).cos());
    (at.extend(0.0) + smooth + rough) * (size.x / 8.0)
}
