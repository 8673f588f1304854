//! The test problem of the linear algebra: the matrix of one implicit step of a square sheet, `M / dt² + K`, with the
//! membrane of Baraff & Witkin 1998 (compression clamped) and quadratic bending (Bergou et al. 2006). Written here
//! without any cloth code.

use super::matrix::BlockMatrix;
use crate::linear::{BlockPattern, Stencils};
use glam::{DMat3, DVec2, DVec3};
use std::sync::Arc;
use toile_geom::outer;
use toile_geom::random::Random;

/// The shape the sheet is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Flat, stretched by one percent.
    Flat,
    /// Waves of several lengths and noise, partly compressed.
    Crumpled,
}

/// A sheet and its matrix.
pub(super) struct Sheet {
    /// Values and pattern.
    pub(super) matrix: BlockMatrix,
    /// Two corners are fixed.
    pub(super) fixed: Vec<bool>,
    /// Positions at rest, in the plane.
    pub(super) rest: Vec<DVec3>,
    /// Positions now.
    pub(super) positions: Vec<DVec3>,
    /// A right-hand side: weight and some noise.
    pub(super) force: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    hinges: Vec<[u32; 4]>,
    triangle_stencils: Stencils<3>,
    hinge_stencils: Stencils<4>,
}

/// A vector with components from -1 to 1.
pub(super) fn vector(random: &mut Random) -> DVec3 {
    DVec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0))
}

const WARP: f64 = 1e3;
const SHEAR: f64 = 3e2;
const BENDING: f64 = 1e-5;
const DENSITY: f64 = 0.2;
const STEP: f64 = 1.0 / 60.0;

impl Sheet {
    /// A sheet of one metre with `cells` x `cells` cells; `irregular` moves vertices and turns diagonals.
    pub(super) fn new(cells: usize, irregular: bool, shape: Shape) -> Self {
        let mut noise = Random::congruential(7);
        let side = cells + 1;
        let spacing = 1.0 / cells as f64;
        let mut rest = Vec::with_capacity(side * side);
        for index in 0..side * side {
            let (i, j) = (index % side, index / side);
            let inner = |k: usize| if k > 0 && k < cells && irregular { 0.2 } else { 0.0 };
            let offset =
                DVec3::new(inner(i) * noise.between(-1.0, 1.0), inner(j) * noise.between(-1.0, 1.0), 0.0);
            rest.push((DVec3::new(i as f64, j as f64, 0.0) + offset) * spacing);
        }
        let triangles = triangulate(cells, irregular, &mut noise);
        let hinges = find_hinges(&triangles);
        let stencils = triangles.iter().map(|t| &t[..]).chain(hinges.iter().map(|h| &h[..]));
        let pattern = Arc::new(BlockPattern::from_stencils(rest.len(), stencils).expect("indices in range"));
        let triangle_stencils = Stencils::new(&pattern, &triangles).expect("pattern has them");
        let hinge_stencils = Stencils::new(&pattern, &hinges).expect("pattern has them");
        let mut fixed = vec![false; rest.len()];
        fixed[cells * side] = true;
        fixed[side * side - 1] = true;
        let force = rest.iter().map(|_| DVec3::new(0.0, 0.0, -9.81) + vector(&mut noise)).collect();
        let matrix = BlockMatrix::new(pattern);
        let positions = shaped(&rest, shape, spacing, &mut noise);
        let mut sheet = Self {
            matrix,
            fixed,
            rest,
            positions,
            force,
            triangles,
            hinges,
            triangle_stencils,
            hinge_stencils,
        };
        sheet.assemble(&sheet.positions.clone());
        let masses = sheet.masses();
        for (force, mass) in sheet.force.iter_mut().zip(masses) {
            *force *= mass;
        }
        sheet
    }

    fn area(&self, triangle: [u32; 3]) -> f64 {
        let [a, b, c] = triangle.map(|vertex| self.rest[vertex as usize]);
        0.5 * (b - a).cross(c - a).length()
    }

    fn masses(&self) -> Vec<f64> {
        let mut masses = vec![0.0; self.rest.len()];
        for &triangle in &self.triangles {
            for vertex in triangle {
                masses[vertex as usize] += DENSITY * self.area(triangle) / 3.0;
            }
        }
        masses
    }

    /// Fills the matrix for the given positions.
    pub(super) fn assemble(&mut self, positions: &[DVec3]) {
        let masses: Vec<f64> = self.masses().iter().map(|mass| mass / (STEP * STEP)).collect();
        let membranes: Vec<_> = self.triangles.iter().map(|&t| self.membrane(t, positions)).collect();
        let bendings: Vec<_> = self.hinges.iter().map(|&h| self.bending(h)).collect();
        self.matrix.set_zero();
        self.matrix.add_diagonal(&masses);
        self.matrix.add_elements(&self.triangle_stencils, |element, row| {
            membranes[element].map(|column| column[row])
        });
        self.matrix.add_scalar_elements(&self.hinge_stencils, |element, row| {
            let (factor, weights) = bendings[element];
            weights.map(|weight| factor * weights[row] * weight)
        });
    }

    /// The 3 x 3 blocks of a triangle, column by column.
    fn membrane(&self, triangle: [u32; 3], positions: &[DVec3]) -> [[DMat3; 3]; 3] {
        let [a, b, c] = triangle.map(|vertex| self.rest[vertex as usize].truncate());
        let area = self.area(triangle);
        let across = |edge: DVec2| edge.perp() / (b - a).perp_dot(c - a);
        let gradients = [across(c - b), across(a - c), across(b - a)];
        let [mut wu, mut wv] = [DVec3::ZERO; 2];
        for (vertex, gradient) in triangle.iter().zip(gradients) {
            wu += gradient.x * positions[*vertex as usize];
            wv += gradient.y * positions[*vertex as usize];
        }
        let stretch = |w: DVec3| {
            let unit = w.normalize_or_zero();
            let along = outer(unit, unit);
            (along + (DMat3::IDENTITY - along) * (1.0 - 1.0 / w.length()).max(0.0)) * WARP
        };
        let (stretch_u, stretch_v, shear) = (stretch(wu), stretch(wv), wu.dot(wv));
        gradients.map(|right| {
            gradients.map(|left| {
                let geometric = |g: DVec2| g.x + shear.signum() * g.y;
                let rank_one = outer(left.x * wv + left.y * wu, right.x * wv + right.y * wu);
                let spread = DMat3::IDENTITY * (0.5 * shear.abs() * geometric(left) * geometric(right));
                let sheared = (rank_one + spread) * SHEAR;
                (stretch_u * (left.x * right.x) + stretch_v * (left.y * right.y) + sheared) * area
            })
        })
    }

    /// Stiffness and weights of a hinge: energy `factor / 2 |sum weight x|²`.
    fn bending(&self, hinge: [u32; 4]) -> (f64, [f64; 4]) {
        let [a, b, c, d] = hinge.map(|vertex| self.rest[vertex as usize]);
        let cotangent = |p: DVec3, q: DVec3| p.dot(q) / p.cross(q).length();
        let (ac, ad) = (cotangent(b - a, c - a), cotangent(b - a, d - a));
        let (bc, bd) = (cotangent(a - b, c - b), cotangent(a - b, d - b));
        let areas = self.area([hinge[0], hinge[1], hinge[2]]) + self.area([hinge[0], hinge[1], hinge[3]]);
        (3.0 * BENDING / areas, [bc + bd, ac + ad, -ac - bc, -ad - bd])
    }
}

/// The sheet in its shape.
fn shaped(rest: &[DVec3], shape: Shape, spacing: f64, noise: &mut Random) -> Vec<DVec3> {
    let waves: Vec<_> =
        [0.5, 0.3, 0.15, 0.08].iter().map(|&l| (l, vector(noise), 9.0 * vector(noise))).collect();
    let place = |&x: &DVec3| match shape {
        Shape::Flat => x * DVec3::new(1.01, 1.01, 0.0),
        Shape::Crumpled => {
            let mut y = x * 0.97;
            for &(length, direction, phase) in &waves {
                let across = direction.truncate().normalize_or(DVec2::X);
                let angle = std::f64::consts::TAU * across.dot(x.truncate()) / length;
                y.z += 0.06 * length * (angle + phase.x).sin();
                y.x += 0.01 * length * (1.3 * angle + phase.y).sin();
                y.y += 0.01 * length * (1.7 * angle + phase.z).sin();
            }
            y + 0.03 * spacing * vector(noise)
        }
    };
    rest.iter().map(place).collect()
}

fn triangulate(cells: usize, irregular: bool, noise: &mut Random) -> Vec<[u32; 3]> {
    let side = (cells + 1) as u32;
    let mut triangles = Vec::with_capacity(2 * cells * cells);
    for cell in 0..(cells * cells) as u32 {
        let corner = cell / cells as u32 * side + cell % cells as u32;
        let [a, b, c, d] = [corner, corner + 1, corner + side + 1, corner + side];
        if irregular && noise.between(-1.0, 1.0) > 0.0 {
            triangles.extend([[a, b, d], [b, c, d]]);
        } else {
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    triangles
}

fn find_hinges(triangles: &[[u32; 3]]) -> Vec<[u32; 4]> {
    let mut sides: Vec<(u32, u32, u32)> = Vec::new();
    for &[a, b, c] in triangles {
        for (a, b, c) in [(a, b, c), (b, c, a), (c, a, b)] {
            sides.push((a.min(b), a.max(b), c));
        }
    }
    sides.sort_unstable();
    let twins = sides.windows(2).filter(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1));
    twins.map(|pair| [pair[0].0, pair[0].1, pair[0].2, pair[1].2]).collect()
}

#[test]
fn the_sheet_is_symmetric_and_moves_rigidly_against_its_mass_only() {
    let sheet = Sheet::new(6, true, Shape::Crumpled);
    let pattern = sheet.matrix.pattern();
    for row in 0..pattern.row_count() as u32 {
        for slot in pattern.row(row as usize) {
            let column = pattern.columns()[slot];
            let mirror = pattern.slot(column, row).expect("symmetric pattern") as usize;
            let difference = sheet.matrix.blocks()[slot] - sheet.matrix.blocks()[mirror].transpose();
            assert!(difference.to_cols_array().iter().all(|value| value.abs() < 1e-9));
        }
    }
    let translation = vec![DVec3::new(1.0, -2.0, 0.5); pattern.row_count()];
    let mut image = translation.clone();
    sheet.matrix.multiply(&translation, &mut image);
    for ((image, mass), translation) in image.iter().zip(sheet.masses()).zip(translation) {
        assert!((*image - translation * mass / (STEP * STEP)).length() < 1e-8);
    }
}
