//! Sheets of cloth: what they are made of, and how they are put in place.

use glam::{DVec2, DVec3};
use toile_cloth::cloth::Cloth;
use toile_cloth::fabric::{Fabric, FabricCut};
use toile_cloth::rest::{DegenerateTriangle, RestShape};
use toile_geom::TriMesh;

/// A limp sheet: 0.2 kg/m², 1000 N/m, shear 300 N/m, bending 1e-5 N·m.
pub(super) fn limp() -> Fabric {
    let mut fabric = Fabric::isotropic("limp", 0.2, 0.5e-3, 1000.0, 0.0, 1e-5);
    fabric.membrane.shear = 300.0;
    fabric
}

/// Woven cloth as stiff as it is when it is pulled: 0.2 kg/m², 10 kN/m, shear 3 kN/m, bending 1e-5 N·m. It loses an eighth of the energy of a
/// swing of 1 Hz.
pub(super) fn woven() -> Fabric {
    let mut fabric = Fabric::isotropic("woven", 0.2, 0.5e-3, 10_000.0, 0.0, 1e-5);
    fabric.membrane.shear = 3000.0;
    fabric.damping.membrane = 0.02;
    fabric.damping.bending = 0.02;
    fabric
}

/// A sheet that lies, put in place by a function.
pub(super) fn placed(
    flat: &TriMesh,
    fabric: &Fabric,
    place: impl Fn(DVec3) -> DVec3,
) -> Result<Cloth, DegenerateTriangle> {
    several(flat, fabric, 1, |_, p| place(p))
}

/// Copies of a sheet that lies, each put in place by a function, as one cloth. Each is a cut of its own, so that they can be distinguished.
pub(super) fn several(
    flat: &TriMesh,
    fabric: &Fabric,
    count: u16,
    place: impl Fn(u16, DVec3) -> DVec3,
) -> Result<Cloth, DegenerateTriangle> {
    let (vertices, triangles) = (flat.positions.len() as u32, flat.triangles.len());
    let mut mesh = TriMesh::default();
    let mut places: Vec<DVec2> = Vec::new();
    for sheet in 0..count {
        let first = u32::from(sheet) * vertices;
        mesh.positions.extend(flat.positions.iter().map(|p| place(sheet, *p)));
        mesh.triangles.extend(flat.triangles.iter().map(|corners| corners.map(|v| first + v)));
        // Seen from above `x` and `-z` are a right-handed pair.
        places.extend(flat.positions.iter().map(|p| DVec2::new(p.x, -p.z)));
    }
    let rest = RestShape::from_flat(&places, &mesh.triangles);
    let cuts = vec![FabricCut::new(fabric.clone(), 0.0); usize::from(count)];
    Cloth::of_cuts(&mesh, rest, cuts, |t| (t / triangles.max(1)) as u16)
}

/// The vertices of a flat sheet at its ends: those with the smallest and with the largest `x`.
pub(super) fn short_sides(flat: &TriMesh) -> [Vec<u32>; 2] {
    let bound = |least: f64, pick: fn(f64, f64) -> f64| flat.positions.iter().map(|p| p.x).fold(least, pick);
    let ends = [bound(f64::INFINITY, f64::min), bound(f64::NEG_INFINITY, f64::max)];
    ends.map(|end| {
        let at_end = |v: &u32| (flat.positions[*v as usize].x - end).abs() < 1e-9;
        (0..flat.positions.len() as u32).filter(at_end).collect()
    })
}
