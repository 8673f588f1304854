//! The linear algebra under the implicit solver, against dense references and against itself on other thread counts.

mod matrix;
mod preconditioners;
mod reference;
mod sheet;

use super::multigrid::COARSEST_VERTICES;
use super::{BlockPattern, LinearError, PcgReport, PcgSettings, Stencils};
use glam::{DMat3, DVec3};
use matrix::BlockMatrix;
use preconditioners::{BlockJacobi, ColouredGaussSeidel, GaussSeidel, Identity, Multigrid, Preconditioner};
use proptest::prelude::*;
use reference::{PcgWorkspace, pcg};
use sheet::{Shape, Sheet, vector};
use std::sync::Arc;
use toile_geom::random::Random;

/// Few vertices on the coarsest level, so that small problems have several levels.
const FEW: usize = 6;

/// The pattern of stencils of one size.
fn pattern_of<const K: usize>(count: usize, stencils: &[[u32; K]]) -> Result<BlockPattern, LinearError> {
    BlockPattern::from_stencils(count, stencils.iter().map(<[u32; K]>::as_slice))
}

/// Every preconditioner there is, with the relative error its precision allows.
fn all(matrix: &BlockMatrix, fixed: &[bool], rest: &[DVec3]) -> Vec<(Box<dyn Preconditioner>, f64)> {
    let mut list: Vec<(Box<dyn Preconditioner>, f64)> = vec![
        (Box::new(Identity), 1e-12),
        (Box::new(BlockJacobi::new(matrix, fixed)), 1e-12),
        (Box::new(GaussSeidel::new(matrix, fixed, 1.0)), 1e-12),
        (Box::new(GaussSeidel::new(matrix, fixed, 1.4)), 1e-12),
        (Box::new(ColouredGaussSeidel::new(matrix, fixed)), 1e-12),
    ];
    list.push((Box::new(Multigrid::<f32>::new(matrix, fixed, rest, FEW)), 1e-4));
    list.push((Box::new(Multigrid::<f64>::new(matrix, fixed, rest, FEW)), 1e-11));
    list
}

fn dense(matrix: &BlockMatrix) -> Vec<Vec<f64>> {
    let pattern = matrix.pattern();
    let size = 3 * pattern.row_count();
    let mut result = vec![vec![0.0; size]; size];
    for row in 0..pattern.row_count() {
        for slot in pattern.row(row) {
            let column = pattern.columns()[slot] as usize;
            for (k, value) in matrix.blocks()[slot].to_cols_array().into_iter().enumerate() {
                result[3 * row + k % 3][3 * column + k / 3] = value;
            }
        }
    }
    result
}

/// The solution for the free vertices by dense elimination, the fixed ones keeping their values.
fn dense_solution(matrix: &BlockMatrix, fixed: &[bool], b: &[DVec3], x: &[DVec3]) -> Vec<DVec3> {
    let mut a = dense(matrix);
    let size = a.len();
    let mut rhs: Vec<f64> = b.iter().flat_map(DVec3::to_array).collect();
    for (k, known) in x.iter().flat_map(DVec3::to_array).enumerate().filter(|&(k, _)| fixed[k / 3]) {
        for i in 0..size {
            rhs[i] -= a[i][k] * known;
            a[i][k] = 0.0;
        }
        a[k].fill(0.0);
        a[k][k] = 1.0;
        rhs[k] = known;
    }
    for i in 0..size {
        let (above, below) = a.split_at_mut(i + 1);
        let pivot = &above[i];
        for (k, row) in (i + 1..).zip(below) {
            let factor = row[i] / pivot[i];
            for (entry, pivot) in row.iter_mut().zip(pivot) {
                *entry -= factor * pivot;
            }
            rhs[k] -= factor * rhs[i];
        }
    }
    for i in (0..size).rev() {
        let sum: f64 = (i + 1..size).map(|j| a[i][j] * rhs[j]).sum();
        rhs[i] = (rhs[i] - sum) / a[i][i];
    }
    rhs.chunks(3).map(DVec3::from_slice).collect()
}

fn dot(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum()
}

fn noise(count: usize, seed: u64, fixed: &[bool]) -> Vec<DVec3> {
    let mut noise = Random::congruential(seed);
    let values = (0..count).map(|_| vector(&mut noise));
    values.zip(fixed).map(|(value, &fixed)| if fixed { DVec3::ZERO } else { value }).collect()
}

/// A random symmetric positive definite matrix on a random graph: springs with random tensors, and some mass.
fn random_problem(count: usize, edges: &[(usize, usize)], seed: u64) -> BlockMatrix {
    let edges: Vec<[u32; 2]> = edges.iter().map(|&(a, b)| [(a % count) as u32, (b % count) as u32]).collect();
    let edges: Vec<[u32; 2]> = edges.into_iter().filter(|[a, b]| a != b).collect();
    let pattern = Arc::new(pattern_of(count, &edges).unwrap());
    let stencils = Stencils::new(&pattern, &edges).unwrap();
    let mut matrix = BlockMatrix::new(pattern);
    let mut noise = Random::congruential(seed);
    let tensors: Vec<DMat3> = edges
        .iter()
        .map(|_| {
            let (a, b) = (vector(&mut noise), 3.0 * vector(&mut noise));
            DMat3::from_cols(a * a.x + b * b.x, a * a.y + b * b.y, a * a.z + b * b.z)
        })
        .collect();
    matrix.add_elements(&stencils, |element, row| {
        let tensor = tensors[element];
        if row == 0 { [tensor, -tensor] } else { [-tensor, tensor] }
    });
    matrix.add_diagonal(&vec![0.3; count]);
    matrix
}

fn solve(
    matrix: &BlockMatrix,
    fixed: &[bool],
    b: &[DVec3],
    x: &mut [DVec3],
    preconditioner: &mut dyn Preconditioner,
    relative_residual: f64,
) -> PcgReport {
    let settings = PcgSettings { relative_residual, max_iterations: 2000 };
    pcg(matrix, fixed, b, x, preconditioner, &settings, &mut PcgWorkspace::default())
}

#[test]
fn assembly_adds_what_elements_give() {
    let pattern = Arc::new(pattern_of(3, &[[0, 1], [1, 2]]).unwrap());
    assert_eq!(pattern.columns(), [0, 1, 0, 1, 2, 1, 2]);
    assert_eq!(pattern.diagonal(), [0, 3, 6]);
    assert_eq!((pattern.slot(1, 2), pattern.slot(0, 2), pattern.slot(9, 0)), (Some(4), None, None));
    let stencils = Stencils::new(&pattern, &[[1, 0], [1, 2]]).unwrap();
    let mut matrix = BlockMatrix::new(pattern.clone());
    matrix.add_scalar_elements(&stencils, |element, row| {
        [[1.0, 2.0], [3.0, 4.0]][row].map(|v| v + 10.0 * element as f64)
    });
    let values: Vec<f64> = matrix.blocks().iter().map(|block| block.x_axis.x).collect();
    assert_eq!(values, [4.0, 3.0, 2.0, 1.0 + 11.0, 12.0, 13.0, 14.0]);
    matrix.set_zero();
    assert!(matrix.blocks().iter().all(|&block| block == DMat3::ZERO));
    let far = Stencils::new(&pattern, &[[0, 2]]);
    assert_eq!(far, Err(LinearError::MissingBlock { stencil: 0, row: 0, column: 2 }));
    let outside = pattern_of(3, &[[0, 1], [1, 3]]);
    assert_eq!(outside, Err(LinearError::VertexOutOfRange { stencil: 1, vertex: 3, count: 3 }));
}

#[test]
fn preconditioners_are_symmetric_positive_definite_and_leave_fixed_vertices_alone() {
    for shape in [Shape::Flat, Shape::Crumpled] {
        let sheet = Sheet::new(20, true, shape);
        let count = sheet.rest.len();
        for (mut preconditioner, tolerance) in all(&sheet.matrix, &sheet.fixed, &sheet.rest) {
            for seed in 0..4 {
                let (a, b) = (noise(count, seed, &sheet.fixed), noise(count, seed + 50, &sheet.fixed));
                let (mut za, mut zb) = (a.clone(), b.clone());
                preconditioner.apply(&a, &mut za);
                preconditioner.apply(&b, &mut zb);
                let (ab, ba, aa) = (dot(&za, &b), dot(&a, &zb), dot(&za, &a));
                let scale = (aa * dot(&zb, &b)).sqrt();
                assert!(aa > 0.0, "{}", preconditioner.name());
                assert!((ab - ba).abs() < tolerance * scale, "{}: {ab} {ba} {scale}", preconditioner.name());
                assert!(za.iter().zip(&sheet.fixed).all(|(z, &fixed)| !fixed || *z == DVec3::ZERO));
            }
        }
    }
}

#[test]
fn multigrid_needs_about_as_many_iterations_on_a_finer_mesh() {
    let iterations = |cells, residual| {
        let sheet = Sheet::new(cells, true, Shape::Flat);
        let mut multigrid =
            Multigrid::<f32>::new(&sheet.matrix, &sheet.fixed, &sheet.rest, COARSEST_VERTICES);
        let mut x = vec![DVec3::ZERO; sheet.rest.len()];
        let report = solve(&sheet.matrix, &sheet.fixed, &sheet.force, &mut x, &mut multigrid, residual);
        assert!(!report.negative_curvature && report.relative_residual <= residual);
        report.iterations
    };
    assert!(iterations(16, 1e-4) <= 12);
    assert!(iterations(64, 1e-4) <= 14);
    assert!(iterations(64, 1e-8) <= 26);
}

#[test]
fn multigrid_works_with_current_positions() {
    let sheet = Sheet::new(40, true, Shape::Crumpled);
    for coordinates in [&sheet.positions, &sheet.rest] {
        let mut multigrid =
            Multigrid::<f32>::new(&sheet.matrix, &sheet.fixed, coordinates, COARSEST_VERTICES);
        let mut x = vec![DVec3::ZERO; sheet.rest.len()];
        let report = solve(&sheet.matrix, &sheet.fixed, &sheet.force, &mut x, &mut multigrid, 1e-4);
        assert!(report.iterations <= 40, "{report:?}");
    }
}

#[test]
fn refreshed_levels_equal_new_ones() {
    let mut sheet = Sheet::new(24, true, Shape::Flat);
    let mut multigrid = Multigrid::<f64>::new(&sheet.matrix, &sheet.fixed, &sheet.rest, FEW);
    let r = noise(sheet.rest.len(), 3, &vec![false; sheet.rest.len()]);
    let apply = |multigrid: &mut Multigrid<f64>| {
        let mut z = r.clone();
        multigrid.apply(&r, &mut z);
        z
    };
    let before = apply(&mut multigrid);
    let mut noise = Random::congruential(5);
    let moved: Vec<DVec3> = sheet.rest.iter().map(|&x| x * 1.05 + 0.002 * vector(&mut noise)).collect();
    let (values, fixed) = (sheet.matrix.clone(), sheet.fixed.clone());
    sheet.assemble(&moved);
    sheet.fixed[40] = true;
    multigrid.refresh(&sheet.matrix, &sheet.fixed);
    let changed = apply(&mut multigrid);
    assert_ne!(before, changed);
    multigrid.refresh(&values, &fixed);
    assert_eq!(before, apply(&mut multigrid));
}

#[test]
fn prescribed_values_stay_and_act_on_the_others() {
    let sheet = Sheet::new(5, true, Shape::Crumpled);
    let count = sheet.rest.len();
    let mut start = vec![DVec3::ZERO; count];
    for (start, _) in start.iter_mut().zip(&sheet.fixed).filter(|&(_, &fixed)| fixed) {
        *start = DVec3::new(0.1, -0.2, 0.3);
    }
    let expected = dense_solution(&sheet.matrix, &sheet.fixed, &sheet.force, &start);
    for (mut preconditioner, _) in all(&sheet.matrix, &sheet.fixed, &sheet.rest) {
        let mut x = start.clone();
        let report = solve(&sheet.matrix, &sheet.fixed, &sheet.force, &mut x, &mut *preconditioner, 1e-11);
        assert!(report.relative_residual <= 1e-11, "{} {report:?}", preconditioner.name());
        for i in 0..count {
            assert!((x[i] - expected[i]).length() < 1e-8, "{}", preconditioner.name());
            assert!(!sheet.fixed[i] || x[i] == start[i]);
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let sheet = Sheet::new(72, true, Shape::Crumpled);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let sheet_again = Sheet::new(72, true, Shape::Crumpled);
            assert!(sheet_again.matrix.blocks() == sheet.matrix.blocks());
            let mut answers = Vec::new();
            for (mut preconditioner, _) in all(&sheet.matrix, &sheet.fixed, &sheet.rest) {
                let mut x = vec![DVec3::ZERO; sheet.rest.len()];
                let settings = PcgSettings { relative_residual: 0.0, max_iterations: 6 };
                let mut workspace = PcgWorkspace::default();
                let (matrix, fixed) = (&sheet.matrix, &sheet.fixed);
                let report =
                    pcg(matrix, fixed, &sheet.force, &mut x, &mut *preconditioner, &settings, &mut workspace);
                let bits = x.iter().flat_map(|x| x.to_array().map(f64::to_bits)).collect::<Vec<_>>();
                answers.push((bits, report.relative_residual.to_bits()));
            }
            answers
        })
    };
    let one = run(1);
    assert!(one == run(2));
    assert!(one == run(5));
}

#[test]
fn negative_curvature_is_reported_and_the_iterate_kept() {
    let pattern = Arc::new(pattern_of::<0>(2, &[]).unwrap());
    let mut matrix = BlockMatrix::new(pattern);
    matrix.add_diagonal(&[1.0, -4.0]);
    let mut x = vec![DVec3::ZERO; 2];
    let report = solve(&matrix, &[false; 2], &[DVec3::X, DVec3::X], &mut x, &mut Identity, 1e-9);
    assert!(report.negative_curvature);
    assert_eq!((report.iterations, x), (0, vec![DVec3::ZERO; 2]));
    let bad = [DVec3::NAN, DVec3::X];
    let report = solve(&matrix, &[false; 2], &bad, &mut [DVec3::ZERO; 2], &mut Identity, 1e-9);
    assert!(report.negative_curvature && report.iterations == 0 && report.relative_residual == 1.0);
}

#[test]
fn empty_single_isolated_and_wholly_fixed_problems_work() {
    for count in [0, 1, 30] {
        let matrix = random_problem(count.max(1), &[], 1);
        let matrix =
            if count == 0 { BlockMatrix::new(Arc::new(pattern_of::<0>(0, &[]).unwrap())) } else { matrix };
        let (b, free) = (vec![DVec3::ONE; count], vec![false; count]);
        for (mut preconditioner, _) in all(&matrix, &free, &b) {
            let mut x = vec![DVec3::ZERO; count];
            solve(&matrix, &free, &b, &mut x, &mut *preconditioner, 1e-12);
            assert!(x.iter().all(|x| (*x - DVec3::ONE / 0.3).length() < 1e-9), "{}", preconditioner.name());
        }
    }
    let sheet = Sheet::new(8, true, Shape::Flat);
    let fixed = vec![true; sheet.rest.len()];
    for (mut preconditioner, _) in all(&sheet.matrix, &fixed, &sheet.rest) {
        let mut x = sheet.rest.clone();
        let report = solve(&sheet.matrix, &fixed, &sheet.force, &mut x, &mut *preconditioner, 1e-9);
        assert_eq!((report.iterations, report.relative_residual), (0, 0.0));
        assert_eq!(x, sheet.rest);
    }
}

#[test]
fn a_singular_matrix_gives_finite_answers() {
    // A free triangle of springs without mass: translations cost nothing.
    let edges = [[0, 1], [1, 2], [2, 0]];
    let pattern = Arc::new(pattern_of(3, &edges).unwrap());
    let stencils = Stencils::new(&pattern, &edges).unwrap();
    let mut matrix = BlockMatrix::new(pattern);
    matrix.add_scalar_elements(&stencils, |_, row| if row == 0 { [1.0, -1.0] } else { [-1.0, 1.0] });
    let b = [DVec3::X, -DVec3::X, DVec3::ZERO];
    let rest = [DVec3::ZERO, DVec3::X, DVec3::Y];
    for (mut preconditioner, _) in all(&matrix, &[false; 3], &rest) {
        let mut x = vec![DVec3::ZERO; 3];
        solve(&matrix, &[false; 3], &b, &mut x, &mut *preconditioner, 1e-6);
        let mut image = vec![DVec3::ZERO; 3];
        matrix.multiply(&x, &mut image);
        assert!(
            image.iter().zip(b).all(|(image, b)| (*image - b).length() < 1e-5),
            "{}",
            preconditioner.name()
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Random graphs: several components, isolated vertices, vertices with many neighbours.
    #[test]
    fn random_problems_agree_with_dense_algebra(
        count in 1_usize..28,
        edges in prop::collection::vec((0_usize..28, 0_usize..28), 0..60),
        fixed in prop::collection::vec(prop::bool::weighted(0.15), 28),
        seed in 0_u64..1000,
    ) {
        let matrix = random_problem(count, &edges, seed);
        let fixed = &fixed[..count];
        let x = noise(count, seed + 1, &vec![false; count]);
        let mut y = x.clone();
        matrix.multiply(&x, &mut y);
        let flat: Vec<f64> = x.iter().flat_map(DVec3::to_array).collect();
        for (row, value) in dense(&matrix).iter().zip(y.iter().flat_map(DVec3::to_array)) {
            let expected: f64 = row.iter().zip(&flat).map(|(a, x)| a * x).sum();
            prop_assert!((value - expected).abs() < 1e-10);
        }
        let b = noise(count, seed + 2, fixed);
        let expected = dense_solution(&matrix, fixed, &b, &x);
        let coordinates = noise(count, seed + 3, &vec![false; count]);
        for (mut preconditioner, tolerance) in all(&matrix, fixed, &coordinates) {
            let mut answer = x.clone();
            let report = solve(&matrix, fixed, &b, &mut answer, &mut *preconditioner, 1e-10);
            prop_assert!(!report.negative_curvature, "{}", preconditioner.name());
            for (answer, expected) in answer.iter().zip(&expected) {
                prop_assert!((*answer - *expected).length() < 1e-6, "{}", preconditioner.name());
            }
            let (mut za, c) = (b.clone(), noise(count, seed + 4, fixed));
            let mut zc = c.clone();
            preconditioner.apply(&b, &mut za);
            preconditioner.apply(&c, &mut zc);
            let scale = (dot(&za, &b) * dot(&zc, &c)).sqrt();
            prop_assert!((dot(&za, &c) - dot(&b, &zc)).abs() <= tolerance * scale + 1e-14);
        }
    }
}
