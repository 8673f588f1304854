//! Flat sheets meshed in different ways, and what tests do with them.

use toile_cloth::rest::RestShape;
use toile_geom::TriMesh;
use toile_geom::glam::{DMat3, DVec2, DVec3};

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
    let alternating = |i: u32, j: u32| (i + j).is_multiple_of(2);
    vec![
        grid("one diagonal", n, m, |_, _| true),
        grid("alternating diagonals", n, m, alternating),
        jittered("jittered grid", grid("", n, m, alternating), 0.2),
        triangular("equilateral", n, m),
        jittered("jittered equilateral 0.1", triangular("", n, m), 0.1),
        jittered("jittered equilateral 0.25", triangular("", n, m), 0.25),
    ]
}

fn grid(name: &'static str, n: u32, m: u32, rising: impl Fn(u32, u32) -> bool) -> Sheet {
    let places = (0..=m).flat_map(|j| (0..=n).map(move |i| DVec2::new(f64::from(i), f64::from(j)))).collect();
    let mut triangles = Vec::new();
    for j in 0..m {
        for i in 0..n {
            let [a, b] = [j * (n + 1) + i, j * (n + 1) + i + 1];
            let [d, c] = [a + n + 1, b + n + 1];
            triangles.extend(if rising(i, j) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
        }
    }
    Sheet { name, places, triangles, size: DVec2::new(f64::from(n), f64::from(m)) }
}

/// Rows of equilateral triangles; odd rows are shifted by half a cell, with half cells at their ends.
fn triangular(name: &'static str, n: u32, m: u32) -> Sheet {
    let height = 0.75_f64.sqrt();
    let (mut places, mut starts) = (Vec::new(), vec![0]);
    for j in 0..=m {
        let y = height * f64::from(j);
        let middle = |i: u32| if j % 2 == 0 { f64::from(i) } else { f64::from(i) + 0.5 };
        if j % 2 == 1 {
            places.push(DVec2::new(0.0, y));
        }
        let count = if j % 2 == 0 { n + 1 } else { n };
        places.extend((0..count).map(|i| DVec2::new(middle(i), y)));
        if j % 2 == 1 {
            places.push(DVec2::new(f64::from(n), y));
        }
        starts.push(places.len() as u32);
    }
    let mut triangles = Vec::new();
    for j in 0..m as usize {
        let row = |j: usize| (starts[j]..starts[j + 1]).collect::<Vec<u32>>();
        triangles.extend(zip_rows(&places, &row(j), &row(j + 1)));
    }
    Sheet { name, size: DVec2::new(f64::from(n), height * f64::from(m)), places, triangles }
}

/// Triangles between two rows of points, always along the shorter diagonal.
fn zip_rows(places: &[DVec2], low: &[u32], high: &[u32]) -> Vec<[u32; 3]> {
    let at = |v: u32| places[v as usize];
    let (mut i, mut j) = (0, 0);
    let mut triangles = Vec::new();
    while i + 1 < low.len() || j + 1 < high.len() {
        let next_low = (i + 1 < low.len()).then(|| at(low[i + 1]).distance(at(high[j])));
        let next_high = (j + 1 < high.len()).then(|| at(low[i]).distance(at(high[j + 1])));
        if next_high.is_none() || next_low.is_some_and(|a| next_high.is_none_or(|b| a <= b)) {
            triangles.push([low[i], low[i + 1], high[j]]);
            i += 1;
        } else {
            triangles.push([low[i], high[j + 1], high[j]]);
            j += 1;
        }
    }
    triangles
}

/// Moves the inner points by up to `amount` each way, always in the same way.
fn jittered(name: &'static str, sheet: Sheet, amount: f64) -> Sheet {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
    };
    let size = sheet.size;
    let move_it = |p: DVec2| {
        let inside = p.cmpgt(DVec2::splat(1e-9)).all() && p.cmplt(size - 1e-9).all();
        if inside { p + DVec2::new(random(), random()) * amount } else { p }
    };
    Sheet { name, places: sheet.places.into_iter().map(move_it).collect(), ..sheet }
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
