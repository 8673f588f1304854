//! Distance fields: all generators against brute force and against formulas, the sparse grid against the dense one.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use proptest::prelude::*;
use toile_body::mannequin::Mannequin;
use toile_body::measures::{Figure, Measures};
use toile_geom::TriMesh;
use toile_geom::distance::points_to_mesh;
use toile_geom::distance_field::{
    DenseGrid, Generator, Lattice, SparseGrid, fill_signs, generate, read, write,
};
use toile_geom::shapes;

fn field(mesh: &TriMesh, cell: f64, band: f64, method: Generator) -> DenseGrid {
    generate(mesh, &Lattice::around(mesh, cell, band).unwrap(), band, method)
}

/// A ball with a bump and a dent: convex and concave edges and vertices.
fn lump() -> TriMesh {
    let mut ball = shapes::icosphere(0.1, 2);
    for p in &mut ball.positions {
        *p *= 1.0 + 0.3 * (25.0 * p.x).sin() * (20.0 * p.y).cos();
    }
    ball
}

#[test]
fn all_generators_agree_with_brute_force() {
    for mesh in [lump(), shapes::cuboid(DVec3::new(0.1, 0.2, 0.15)), shapes::icosphere(0.08, 1)] {
        let truth = field(&mesh, 0.0123, 0.05, Generator::BruteForce);
        for method in Generator::ALL {
            let found = field(&mesh, 0.0123, 0.05, method);
            let worst =
                truth.values.iter().zip(&found.values).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            let tolerance = if method == Generator::Propagation { 2e-3 } else { 2e-6 };
            assert!(worst < tolerance, "{}: {worst}", method.name());
        }
    }
}

#[test]
fn a_ball_has_the_distances_and_normals_of_a_ball() {
    // Corner values that are nearly exact, cells of a twentieth of the radius: the interpolation's own error is left.
    let ball = shapes::icosphere(0.2, 5);
    let grid = field(&ball, 0.01, 0.02, Generator::Voronoi);
    for i in 0..2000 {
        let t = f64::from(i) * 0.618_033_988_75;
        let (y, angle) = (1.0 - 2.0 * (t % 1.0), f64::from(i) * 2.4);
        let direction = DVec3::new((1.0 - y * y).sqrt() * angle.cos(), y, (1.0 - y * y).sqrt() * angle.sin());
        let p = direction * (0.195 + 0.01 * (t * 7.0 % 1.0));
        let sample = grid.sample(p);
        assert!((f64::from(sample.distance) - (p.length() - 0.2)).abs() < 0.0004);
        assert!(sample.gradient.as_dvec3().normalize().dot(direction) > 0.998);
    }
}

#[test]
fn the_sparse_grid_differs_from_the_dense_one_by_half_a_step() {
    let mesh = lump();
    let dense = field(&mesh, 0.006, 0.03, Generator::Voronoi);
    let bytes: SparseGrid<u8> = SparseGrid::new(&dense);
    let words: SparseGrid<u16> = SparseGrid::new(&dense);
    for (x, y, z) in [(3, 4, 5), (20, 22, 17), (10, 30, 25), (1, 1, 1), (22, 20, 20)] {
        let p = dense.lattice.point(x, y, z) + DVec3::splat(0.0021);
        let truth = dense.sample(p).distance;
        assert!((bytes.sample(p).distance - truth).abs() <= 0.5 * 0.06 / 255.0 + 1e-6);
        assert!((words.sample(p).distance - truth).abs() <= 0.5 * 0.06 / 65535.0 + 1e-6);
    }
    assert!(bytes.bytes() < dense.bytes() / 3);
}

#[test]
fn files_give_back_the_same_field_and_refuse_others() {
    let grid: SparseGrid<u8> = SparseGrid::new(&field(&lump(), 0.01, 0.03, Generator::Voronoi));
    let mut bytes = Vec::new();
    write(&mut bytes, &grid).unwrap();
    assert!(read::<u8>(&bytes).unwrap() == grid);
    assert!(read::<u16>(&bytes).is_err());
    for length in [0, 3, 10, 50, bytes.len() - 1] {
        assert!(read::<u8>(&bytes[..length]).is_err());
    }
    let mut lying = bytes.clone();
    lying[6 + 32..6 + 36].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(read::<u8>(&lying).is_err());
}

#[test]
fn winding_signs_hold_for_overlapping_shells_and_small_holes() {
    let mut mesh = shapes::icosphere(0.1, 3);
    let mut second = shapes::icosphere(0.1, 3);
    second.positions.iter_mut().for_each(|p| p.x += 0.12);
    mesh.append(&second);
    mesh.triangles.remove(40);
    let lattice = Lattice::around(&mesh, 0.01, 0.02).unwrap();
    let mut grid = DenseGrid::far(lattice, 0.02);
    fill_signs(&mut grid, &mesh);
    for (p, inside) in [
        (DVec3::ZERO, true),
        (DVec3::X * 0.06, true),
        (DVec3::X * 0.12, true),
        (DVec3::Y * 0.115, false),
        (DVec3::new(0.06, 0.1, 0.0), false),
    ] {
        assert_eq!(grid.sample(p).distance < 0.0, inside, "{p}");
    }
}

#[test]
fn a_mannequin_is_within_the_error_that_its_grid_allows() {
    let body = Mannequin::new(Figure::Woman, Measures::typical(Figure::Woman)).build().unwrap();
    let grid = field(&body.mesh, 0.01, 0.03, Generator::Voronoi);
    let spheres = field(&body.mesh, 0.01, 0.03, Generator::ShrinkingSpheres);
    let wrong = grid.values.iter().zip(&spheres.values).filter(|(a, b)| (**a - **b).abs() > 1e-5).count();
    assert_eq!(wrong, 0, "of {}", grid.values.len());
    let sparse: SparseGrid<u8> = SparseGrid::new(&grid);
    for p in body.mesh.positions.iter().step_by(7) {
        assert!(sparse.sample(*p).distance.abs() < 0.004, "{p}: {}", sparse.sample(*p).distance);
    }
}

/// A field of a surface without jumps is off between its samples by no more than the way to them.
fn assert_within_bound(mesh: &TriMesh, cell: f64) {
    let grid: SparseGrid<u8> = SparseGrid::new(&field(mesh, cell, 0.03, Generator::Voronoi));
    let shake = |i: usize, k: f64| (i as f64 * k).sin();
    let points: Vec<DVec3> = mesh
        .positions
        .iter()
        .enumerate()
        .map(|(i, p)| p + DVec3::new(shake(i, 1.3), shake(i, 2.1), shake(i, 3.7)) * 0.01)
        .collect();
    let exact = points_to_mesh(&points, mesh);
    let interpolation = 0.5 * 3.0_f64.sqrt() * cell;
    let mut sum = 0.0;
    for (p, exact) in points.iter().zip(&exact) {
        let error = (f64::from(grid.sample(*p).distance).abs() - exact).abs();
        assert!(error < 0.0003 + interpolation, "{p}: {:.2} mm", 1e3 * error);
        sum += error;
    }
    assert!(sum / (points.len() as f64) < 0.0003, "mean {}", sum / points.len() as f64);
}

#[test]
fn bodies_that_pass_through_themselves_have_fields_without_jumps() {
    // Signs by the nearest triangle's side jump where one ball's skin lies inside of the other.
    let mut balls = shapes::icosphere(0.1, 4);
    let mut second = shapes::icosphere(0.05, 4);
    second.positions.iter_mut().for_each(|p| p.x += 0.09);
    balls.append(&second);
    assert_within_bound(&balls, 0.005);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/bodies/makehuman/mh_female.obj");
    match toile_io::read_mesh(std::path::Path::new(path)) {
        Ok(mesh) => assert_within_bound(&mesh.triangulate().mesh, 0.005),
        Err(_) => eprintln!("skipped: {path} is absent"),
    }
}

#[test]
fn fields_do_not_depend_on_the_number_of_threads() {
    let mesh = lump();
    let build = |threads: usize, method| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| field(&mesh, 0.008, 0.03, method))
    };
    for method in Generator::ALL {
        assert!(build(1, method) == build(3, method), "{}", method.name());
    }
}

proptest! {
    #[test]
    fn the_gradient_is_the_derivative(x in 0.02..0.08_f64, y in 0.02..0.08_f64, z in 0.02..0.08_f64) {
        let grid = DenseGrid {
            values: (0..1000).map(|i| ((i * 7919) % 101) as f32 * 0.01).collect(),
            ..DenseGrid::far(Lattice { origin: DVec3::ZERO, cell: 0.0111, size: glam::UVec3::splat(10) }, 2.0)
        };
        let p = DVec3::new(x, y, z);
        let sample = grid.sample(p);
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            let step = 1e-4;
            let (low, high) = (grid.sample(p - axis * step), grid.sample(p + axis * step));
            let same_cell = ((p - axis * step) / 0.0111).floor() == ((p + axis * step) / 0.0111).floor();
            let slope = f64::from(high.distance - low.distance) / (2.0 * step);
            let along = sample.gradient.as_dvec3().dot(axis);
            prop_assert!(!same_cell || (slope - along).abs() < 0.05 * (1.0 + along.abs()), "{slope} {along}");
        }
    }
}
