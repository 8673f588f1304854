//! Flat sheets meshed in different ways, and what tests do with them.

use toile_cloth::bending::{Bending, Clamp};
use toile_cloth::cloth::Cloth;
use toile_cloth::membrane::Membrane;
use toile_cloth::rest::RestShape;
use toile_geom::TriMesh;
use toile_geom::glam::{DMat3, DVec2, DVec3};
use toile_geom::sheets::{FlatSheet, SheetKind};

/// A flat sheet: places in the plane, and triangles.
pub(crate) struct Sheet {
    pub(crate) name: &'static str,
    pub(crate) places: Vec<DVec2>,
    pub(crate) triangles: Vec<[u32; 3]>,
    pub(crate) size: DVec2,
}

impl Sheet {
    pub(crate) fn mesh(&self) -> TriMesh {
        TriMesh {
            positions: self.places.iter().map(|p| p.extend(0.0)).collect(),
            triangles: self.triangles.clone(),
        }
    }

    pub(crate) fn rest(&self) -> RestShape {
        RestShape::from_flat(&self.places, &self.triangles)
    }

    /// Whether all of a triangle is at least so far from the border.
    pub(crate) fn is_inside(&self, triangle: usize, distance: f64) -> bool {
        self.triangles[triangle].iter().all(|&v| {
            let p = self.places[v as usize];
            p.cmpgt(DVec2::splat(distance)).all() && p.cmplt(self.size - distance).all()
        })
    }
}

/// Sheets of `n` cells of size 1 each way, in all kinds of meshes.
pub(crate) fn all_kinds(n: u32) -> Vec<Sheet> {
    all_kinds_of(n, n)
}

/// Sheets of `n` by `m` cells of size 1, in all kinds of meshes.
pub(crate) fn all_kinds_of(n: u32, m: u32) -> Vec<Sheet> {
    let size = DVec2::new(f64::from(n), f64::from(m));
    SheetKind::BY_REGULARITY.map(|kind| Sheet::from(FlatSheet::new(kind, size, [n, m]))).into()
}

impl From<FlatSheet> for Sheet {
    fn from(sheet: FlatSheet) -> Self {
        let FlatSheet { kind, size, places, triangles } = sheet;
        Self { name: kind.name(), places, triangles, size }
    }
}

/// A strip along `x`, clamped at `x = 0`, with unit bending stiffness and density.
pub(crate) fn clamped_strip(sheet: &FlatSheet, stretch_stiffness: f64) -> Cloth {
    let (mesh, rest) = (sheet.mesh(), RestShape::from_flat(&sheet.places, &sheet.triangles));
    let clamp = |edge: [u32; 2]| {
        let [a, b] = edge.map(|v| mesh.positions[v as usize]);
        Clamp { edge, beyond: a.midpoint(b) - DVec3::X }
    };
    let clamps: Vec<Clamp> = sheet.edges(|p| p.x == 0.0).into_iter().map(clamp).collect();
    // No Poisson's effect: a wide strip then bends as a beam does.
    let membrane = Membrane::new(&mesh, &rest, |_| isotropic() * stretch_stiffness);
    let bending = Bending::new(&mesh, &rest, |_| isotropic(), &clamps);
    let masses = rest.masses(&mesh, |_| 1.0);
    let mut cloth = Cloth::from_parts(&mesh, rest, masses, membrane, bending);
    for v in sheet.vertices(|p| p.x == 0.0) {
        cloth.pinned[v as usize] = true;
    }
    cloth
}

/// Orthotropic stiffness, four times as stiff along warp as along weft.
pub(crate) fn orthotropic() -> DMat3 {
    DMat3::from_cols(DVec3::new(4.0, 0.2, 0.0), DVec3::new(0.2, 1.0, 0.0), DVec3::new(0.0, 0.0, 0.8))
}

/// Isotropic stiffness without Poisson's effect.
pub(crate) fn isotropic() -> DMat3 {
    DMat3::from_diagonal(DVec3::new(1.0, 1.0, 0.5))
}

/// Positions with every coordinate displaced by something smooth and something rough.
pub(crate) fn crumpled(mesh: &TriMesh) -> Vec<DVec3> {
    let bump = |(i, p): (usize, &DVec3)| {
        let rough = DVec3::new((7.0 * i as f64).sin(), (5.0 * i as f64).cos(), (3.0 * i as f64).sin());
        let smooth = DVec3::new(0.0, 0.3 * (0.5 * p.x).sin(), (0.6 * p.x).sin() + 0.5 * (0.8 * p.y).cos());
        *p + smooth + rough * 0.08
    };
    mesh.positions.iter().enumerate().map(bump).collect()
}

/// Compares a gradient with central differences of the energy at some vertices.
pub(crate) fn check_gradient(positions: &[DVec3], gradient: &[DVec3], energy: impl Fn(&[DVec3]) -> f64) {
    let largest = gradient.iter().map(|g| g.length()).fold(0.0, f64::max);
    for v in (0..positions.len()).step_by(7) {
        for axis in DVec3::AXES {
            let at = |step: f64| {
                let mut moved = positions.to_vec();
                moved[v] += axis * step;
                energy(&moved)
            };
            let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
            assert!(
                (slope - gradient[v].dot(axis)).abs() < 1e-6 * largest,
                "vertex {v}: {slope} {}",
                gradient[v]
            );
        }
    }
}

/// The product of a second derivative, given in blocks, and a vector.
pub(crate) fn product(blocks: &[(u32, u32, DMat3)], vector: &[DVec3]) -> Vec<DVec3> {
    let mut result = vec![DVec3::ZERO; vector.len()];
    for &(i, j, block) in blocks {
        result[i as usize] += block * vector[j as usize];
    }
    result
}

pub(crate) fn dot(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x.dot(*y)).sum()
}

/// Vectors to try a second derivative on, of different roughness.
pub(crate) fn probes(count: usize) -> Vec<Vec<DVec3>> {
    let probe = |k: usize| {
        let wave = |v: usize| {
            let x = (v * (k + 1)) as f64;
            DVec3::new((0.37 * x).sin(), (0.11 * x + 1.0).cos(), (0.73 * x).sin())
        };
        (0..count).map(wave).collect()
    };
    (0..6).map(probe).collect()
}
