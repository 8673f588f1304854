//! A strip clamped at one end bends under its own weight: the heavy elastica.
//!
//! The ratio of the tip's drop to its reach depends on `Γ = ρ g L³ / B` alone. The expected values are those of the differential
//! equation `θ'' = -Γ (1 - s) cos θ`, `θ(0) = 0`, `θ'(1) = 0`.

use crate::sheets::{Sheet, all_kinds_of};
use toile_cloth::bending::{Bending, Clamp};
use toile_cloth::membrane::Membrane;
use toile_geom::glam::{DMat3, DVec2, DVec3};

/// Drop over reach of the tip, for each Γ.
const EXPECTED: [(f64, f64); 7] = [
    (0.1, 0.01250),
    (1.0, 0.12456),
    (5.0, 0.58572),
    (10.0, 1.06680),
    (50.0, 3.70556),
    (100.0, 5.88810),
    (200.0, 8.90677),
];

/// A clamped strip along `x` with unit bending stiffness and unit length.
struct Strip {
    positions: Vec<DVec3>,
    weights: Vec<f64>,
    fixed: Vec<bool>,
    membrane: Membrane,
    bending: Bending,
    tip: Vec<usize>,
}

impl Strip {
    fn new(sheet: &Sheet, stretch_stiffness: f64) -> Self {
        let scale = 1.0 / sheet.size.x;
        let places: Vec<DVec2> = sheet.places.iter().map(|p| *p * scale).collect();
        let sheet =
            Sheet { places, size: sheet.size * scale, name: sheet.name, triangles: sheet.triangles.clone() };
        let (mesh, rest) = (sheet.mesh(), sheet.rest());
        let clamped = |v: u32| sheet.places[v as usize].x < 1e-9;
        let clamps: Vec<Clamp> = mesh
            .triangles
            .iter()
            .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
            .filter(|edge| edge.iter().all(|&v| clamped(v)))
            .map(|edge| {
                let middle = sheet.places[edge[0] as usize].midpoint(sheet.places[edge[1] as usize]);
                Clamp { edge, beyond: (middle - DVec2::X).extend(0.0) }
            })
            .collect();
        let mut weights = vec![0.0; sheet.places.len()];
        for (t, triangle) in mesh.triangles.iter().enumerate() {
            for &v in triangle {
                weights[v as usize] += rest.area(t) / 3.0;
            }
        }
        // No Poisson's effect: a wide strip then bends as a beam does.
        let stiffness = DMat3::from_diagonal(DVec3::new(1.0, 1.0, 0.5));
        Self {
            fixed: (0..sheet.places.len() as u32).map(clamped).collect(),
            tip: (0..sheet.places.len()).filter(|&v| sheet.places[v].x > 1.0 - 1e-9).collect(),
            membrane: Membrane::new(&mesh, &rest, |_| stiffness * stretch_stiffness),
            bending: Bending::new(&mesh, &rest, |_| stiffness, &clamps),
            positions: mesh.positions,
            weights,
        }
    }

    fn energy(&self, x: &[DVec3], load: f64) -> f64 {
        let height: f64 = x.iter().zip(&self.weights).map(|(p, w)| w * p.z).sum();
        self.membrane.energy(x) + self.bending.energy(x) + load * height
    }

    /// The downhill direction of Newton's method, by a dense factorisation.
    fn newton_step(&self, load: f64) -> (Vec<DVec3>, f64) {
        let n = self.positions.len();
        let mut gradient: Vec<DVec3> = self.weights.iter().map(|w| DVec3::Z * (load * w)).collect();
        self.membrane.add_gradient(&self.positions, &mut gradient);
        self.bending.add_gradient(&self.positions, &mut gradient);
        let mut matrix = vec![0.0; 9 * n * n];
        let mut add = |i: u32, j: u32, block: DMat3| {
            if self.fixed[i as usize] || self.fixed[j as usize] {
                return;
            }
            for (c, column) in block.to_cols_array_2d().iter().enumerate() {
                for (r, value) in column.iter().enumerate() {
                    matrix[(3 * i as usize + r) * 3 * n + 3 * j as usize + c] += value;
                }
            }
        };
        self.membrane.hessian(&self.positions, &mut add);
        self.bending.hessian(&self.positions, &mut add);
        for k in 0..3 * n {
            // A whiff of stiffness keeps the matrix definite; fixed rows get the identity.
            matrix[k * 3 * n + k] += if self.fixed[k / 3] { 1.0 } else { 1e-9 };
        }
        let mut right: Vec<f64> = gradient
            .iter()
            .zip(&self.fixed)
            .flat_map(|(g, &fixed)| if fixed { [0.0; 3] } else { (-*g).to_array() })
            .collect();
        solve(&mut matrix, &mut right);
        let step: Vec<DVec3> = right.chunks_exact(3).map(DVec3::from_slice).collect();
        let slope = gradient.iter().zip(&step).map(|(g, d)| g.dot(*d)).sum();
        (step, slope)
    }

    /// Finds the equilibrium under a load, starting from where the strip is; tells whether it did.
    fn settle(&mut self, load: f64) -> bool {
        for _ in 0..200 {
            let (step, slope) = self.newton_step(load);
            let largest = step.iter().map(|d| d.length()).fold(0.0, f64::max);
            if largest < 1e-9 {
                return true;
            }
            let mut length = (0.1 / largest).min(1.0);
            let before = self.energy(&self.positions, load);
            loop {
                let moved: Vec<DVec3> =
                    self.positions.iter().zip(&step).map(|(x, d)| *x + *d * length).collect();
                let gained = self.energy(&moved, load) - before;
                if gained <= 1e-4 * length * slope || length < 1e-6 {
                    self.positions = moved;
                    break;
                }
                length *= 0.5;
            }
        }
        false
    }

    fn drop_over_reach(&self) -> f64 {
        let tip = self.tip.iter().map(|&v| self.positions[v]).sum::<DVec3>() / self.tip.len() as f64;
        -tip.z / tip.x
    }
}

/// Solves a symmetric positive definite system in place, by Cholesky's factorisation within the band of the matrix.
fn solve(matrix: &mut [f64], right: &mut [f64]) {
    let n = right.len();
    let first: Vec<usize> =
        (0..n).map(|i| (0..=i).find(|&j| matrix[i * n + j] != 0.0).unwrap_or(i)).collect();
    for i in 0..n {
        for j in first[i]..=i {
            let start = first[i].max(first[j]);
            let inner: f64 = (start..j).map(|k| matrix[i * n + k] * matrix[j * n + k]).sum();
            let value = matrix[i * n + j] - inner;
            matrix[i * n + j] = if i == j { value.sqrt() } else { value / matrix[j * n + j] };
        }
    }
    for i in 0..n {
        let inner: f64 = (first[i]..i).map(|k| matrix[i * n + k] * right[k]).sum();
        right[i] = (right[i] - inner) / matrix[i * n + i];
    }
    for i in (0..n).rev() {
        right[i] /= matrix[i * n + i];
        for k in first[i]..i {
            right[k] -= matrix[i * n + k] * right[i];
        }
    }
}

/// Settles strips under growing loads and compares them with the elastica, within two percent.
fn compare(sheets: &[Sheet], loads: &[f64]) {
    for sheet in sheets {
        let mut strip = Strip::new(sheet, 1e5);
        for (gamma, expected) in EXPECTED.into_iter().filter(|case| loads.contains(&case.0)) {
            assert!(strip.settle(gamma), "no equilibrium found");
            let error = strip.drop_over_reach() / expected - 1.0;
            eprintln!("{:28} {} cells, Γ {gamma:5}: {:+.2} %", sheet.name, sheet.size.x, 100.0 * error);
            assert!(error.abs() < 0.02, "{} at Γ = {gamma}: {error}", sheet.name);
        }
    }
}

#[test]
fn a_heavy_strip_hangs_as_the_elastica_does_on_every_mesh() {
    compare(&all_kinds_of(20, 4), &[0.1, 1.0, 5.0, 10.0, 50.0]);
}

#[test]
fn a_very_heavy_strip_bends_sharply_at_the_clamp() {
    // The sharper the bend, the finer the mesh must be.
    let irregular = |sheet: &Sheet| ["jittered grid", "jittered equilateral 0.25"].contains(&sheet.name);
    let sheets: Vec<Sheet> = all_kinds_of(40, 4).into_iter().filter(irregular).collect();
    assert_eq!(sheets.len(), 2);
    compare(&sheets, &[10.0, 100.0, 200.0]);
}
