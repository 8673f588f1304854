//! Tests of the rasteriser as a whole.

use super::*;
use crate::TriMesh;
use crate::bounds::Aabb;
use crate::random::Random;
use glam::DVec3;
use proptest::prelude::*;

const SIZE: ImageSize = ImageSize { width: 48, height: 40 };

/// One unit of space is one pixel: x to the right, y up, the origin at the bottom left corner of the image.
fn pixel_camera() -> Camera {
    let centre = DVec3::new(24.0, 20.0, 0.0);
    Camera::look_at(centre + 10.0 * DVec3::Z, centre, DVec3::Y, Projection::Orthographic { height: 40.0 })
        .with_aspect(SIZE.aspect())
        .with_range(0.0, 20.0)
}

/// How often each pixel of a band was covered.
struct Count {
    first_row: u32,
    hits: Vec<u32>,
}

impl FragmentSink for Count {
    fn fragment(&mut self, x: u32, y: u32, _depth: f32, _triangle: u32, _front_facing: bool) {
        self.hits[((y - self.first_row) * SIZE.width + x) as usize] += 1;
    }
}

fn coverage(mesh: &TriMesh, camera: &Camera, cull: Cull) -> Vec<u32> {
    let mut sinks: Vec<Count> = bands(SIZE)
        .map(|band| Count { first_row: band.first_row, hits: vec![0; (band.rows * SIZE.width) as usize] })
        .collect();
    rasterise(mesh, camera, SIZE, cull, &mut sinks);
    sinks.into_iter().flat_map(|sink| sink.hits).collect()
}

/// A grid of `n` by `n` cells over a rectangle larger than the image, with shaken inner vertices and random diagonals.
fn shaken_grid(n: u32, shake: f64, seed: u64) -> TriMesh {
    let mut random = Random::congruential(seed);
    let mut positions = Vec::new();
    for j in 0..=n {
        for i in 0..=n {
            let inner = i > 0 && j > 0 && i < n && j < n;
            let mut offset = || if inner { shake * (random.unit() - 0.5) } else { 0.0 };
            let x = (f64::from(i) + offset()) / f64::from(n);
            let y = (f64::from(j) + offset()) / f64::from(n);
            positions.push(DVec3::new(x * 56.0 - 4.0, y * 48.0 - 4.0, 0.0));
        }
    }
    let mut triangles = Vec::new();
    for j in 0..n {
        for i in 0..n {
            let [a, b] = [j * (n + 1) + i, j * (n + 1) + i + 1];
            let [c, d] = [b + n + 1, a + n + 1];
            if random.unit() < 0.5 {
                triangles.extend([[a, b, c], [a, c, d]]);
            } else {
                triangles.extend([[a, b, d], [b, c, d]]);
            }
        }
    }
    TriMesh { positions, triangles }
}

#[test]
fn a_tiling_covers_every_pixel_exactly_once() {
    // The grid with 28 cells has vertices and edges exactly on pixel centres, the worst place for gaps.
    for (cells, shake, seed) in [(28, 0.0, 1), (7, 0.5, 2), (40, 0.5, 3), (150, 0.5, 4), (1, 0.0, 5)] {
        let hits = coverage(&shaken_grid(cells, shake, seed), &pixel_camera(), Cull::None);
        let wrong = hits.iter().position(|&h| h != 1);
        assert_eq!(wrong.map(|k| (k % 48, k / 48, hits[k])), None, "{cells} cells");
    }
}

#[test]
fn a_tiling_seen_from_a_tilt_in_perspective_covers_every_pixel_at_most_once() {
    let camera = Camera::look_at(
        DVec3::new(20.0, -6.0, 3.0),
        DVec3::new(24.0, 20.0, 0.0),
        DVec3::Z,
        Projection::Perspective { fov_y: 1.2 },
    )
    .with_range(2.0, 30.0);
    let hits = coverage(&shaken_grid(40, 0.5, 9), &camera, Cull::None);
    assert!(hits.iter().all(|&h| h <= 1));
    assert!(hits.iter().filter(|&&h| h == 1).count() > 500);
    // Both ends of the range cut the plane inside of the image.
    let plane = TriMesh {
        positions: vec![DVec3::new(-1e9, -1e9, 0.0), DVec3::new(1e9, -1e9, 0.0), DVec3::new(0.0, 2e9, 0.0)],
        triangles: vec![[0, 1, 2]],
    };
    let buffer = VisibilityBuffer::render(&plane, &camera, SIZE, Cull::None);
    for y in 0..SIZE.height {
        for x in 0..SIZE.width {
            let ray = camera.ray(f64::from(x) + 0.5, f64::from(y) + 0.5, SIZE);
            let depth = -ray.origin.z / ray.direction.z * ray.direction.dot(camera.forward());
            let seen = buffer.depth[(y * SIZE.width + x) as usize];
            if depth > 2.05 && depth < 29.0 {
                assert!((f64::from(seen) - depth).abs() < 0.02 * depth, "{seen} {depth}");
            } else if !(1.95..31.0).contains(&depth) {
                assert_eq!(seen, f32::INFINITY);
            }
        }
    }
}

/// Whether a pixel centre is inside, by exact integers in 1/256 pixel and an explicit rule for points on the border:
/// the point is moved by an infinitesimal amount to the right and by an infinitely smaller one downwards.
fn brute_force(corners: [[i64; 2]; 3], column: i64, row: i64) -> bool {
    let p = [column * 256 + 128, row * 256 + 128];
    let side = |a: [i64; 2], b: [i64; 2]| -> i128 {
        let [dx, dy] = [i128::from(b[0] - a[0]), i128::from(b[1] - a[1])];
        let exact = dx * i128::from(p[1] - a[1]) - dy * i128::from(p[0] - a[0]);
        // Moving right changes it by -dy, moving down (as y does here) by dx.
        if exact != 0 {
            exact
        } else if dy != 0 {
            -dy
        } else {
            dx
        }
    };
    let [a, b, c] = corners;
    let sides = [side(a, b), side(b, c), side(c, a)];
    sides.iter().all(|&s| s > 0) || sides.iter().all(|&s| s < 0)
}

/// Random triangles rarely have a level edge through pixel centres: this one has, below, and its mirror image above.
#[test]
fn a_level_edge_through_pixel_centres_belongs_to_the_triangle_below_it() {
    for (corners, covered) in [([[0, 70], [3, 70], [0, 0]], 0), ([[0, 70], [3, 70], [0, 140]], 1)] {
        let corners = corners.map(|p: [i64; 2]| p.map(|v| v * 64));
        let point = |p: [i64; 2]| DVec3::new(p[0] as f64 / 256.0, 40.0 - p[1] as f64 / 256.0, 0.0);
        let mesh = TriMesh { positions: corners.map(point).to_vec(), triangles: vec![[0, 1, 2]] };
        let hits = coverage(&mesh, &pixel_camera(), Cull::None);
        assert_eq!((hits[17 * 48], u32::from(brute_force(corners, 0, 17))), (covered, covered));
    }
}

proptest! {
    #[test]
    fn random_triangles_cover_what_an_exact_test_says(
        // Multiples of 1/4 pixel meet pixel centres often.
        corners in prop::array::uniform3(prop::array::uniform2(-40_i64..240)),
        fine in any::<bool>(),
    ) {
        let unit = if fine { 37 } else { 64 };
        let corners = corners.map(|p| p.map(|v| v * unit));
        let point = |p: [i64; 2]| DVec3::new(p[0] as f64 / 256.0, 40.0 - p[1] as f64 / 256.0, 0.0);
        let mesh = TriMesh { positions: corners.map(point).to_vec(), triangles: vec![[0, 1, 2]] };
        let hits = coverage(&mesh, &pixel_camera(), Cull::None);
        for row in 0..40_i64 {
            for column in 0..48_i64 {
                let expected = u32::from(brute_force(corners, column, row));
                prop_assert_eq!(hits[(row * 48 + column) as usize], expected, "{} {}", column, row);
            }
        }
    }

    #[test]
    fn projecting_and_unprojecting_are_inverse(
        eye in prop::array::uniform3(-3.0_f64..3.0),
        x in 0.0_f64..48.0, y in 0.0_f64..40.0, depth in 0.5_f64..9.0, perspective in any::<bool>(),
    ) {
        let projection = if perspective {
            Projection::Perspective { fov_y: 0.8 }
        } else {
            Projection::Orthographic { height: 2.5 }
        };
        let target = DVec3::new(0.1, 7.0, 0.2);
        let camera = Camera::look_at(eye.into(), target, DVec3::Y, projection).with_aspect(1.3).with_shift(0.02, -0.1);
        let point = camera.unproject(x, y, depth, SIZE);
        let back = camera.project(point, SIZE).unwrap();
        prop_assert!((back.x - x).abs() < 1e-9 && (back.y - y).abs() < 1e-9 && (back.depth - depth).abs() < 1e-9);
        let ray = camera.ray(x, y, SIZE);
        prop_assert!((point - ray.origin).cross(ray.direction).length() < 1e-9);
    }
}

fn random_soup(count: u32, seed: u64) -> TriMesh {
    let mut random = Random::congruential(seed);
    let mut point = |scale: f64| {
        DVec3::new(random.unit() * 48.0, random.unit() * 40.0, random.unit() * 10.0 - 5.0) * scale
    };
    let mut positions = Vec::new();
    for k in 0..count {
        let centre = point(1.0);
        let reach = if k % 7 == 0 { 1.0 } else { 0.1 };
        positions.extend([centre, centre + point(reach), centre - point(reach)]);
    }
    TriMesh { positions, triangles: (0..count).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect() }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let mesh = random_soup(40_000, 3);
    let camera = Camera::look_at(
        DVec3::new(24.0, 20.0, 12.0),
        DVec3::new(24.0, 20.0, 0.0),
        DVec3::Y,
        Projection::Perspective { fov_y: 1.8 },
    );
    let render = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            VisibilityBuffer::render(&mesh, &camera, ImageSize { width: 300, height: 211 }, Cull::None)
        })
    };
    let one = render(1);
    assert_eq!(one, render(2));
    assert_eq!(one, render(5));
    assert!(one.ids.iter().filter(|&&id| id != EMPTY).count() > 10_000);
}

#[test]
fn of_equal_depths_the_lower_id_wins() {
    let square = shaken_grid(2, 0.0, 0);
    let mut mesh = square.clone();
    mesh.triangles.extend_from_slice(&square.triangles);
    let buffer = VisibilityBuffer::render(&mesh, &pixel_camera(), SIZE, Cull::None);
    assert!(buffer.ids.iter().all(|&id| (id as usize) < square.triangles.len()));
}

#[test]
fn the_nearest_triangle_is_seen_with_its_depth() {
    let mesh = random_soup(60, 11);
    let camera = pixel_camera();
    let buffer = VisibilityBuffer::render(&mesh, &camera, SIZE, Cull::None);
    let mut seen = 0;
    for y in 0..SIZE.height {
        for x in 0..SIZE.width {
            if let Some(fragment) = buffer.fragment(&mesh, &camera, x, y) {
                let point = fragment.interpolate(&mesh, &mesh.positions).unwrap();
                let screen = camera.project(point, SIZE).unwrap();
                assert!((screen.x - f64::from(x) - 0.5).abs() < 0.01, "{screen:?} {x}");
                assert!((screen.y - f64::from(y) - 0.5).abs() < 0.01, "{screen:?} {y}");
                seen += 1;
            }
        }
    }
    assert!(seen > 1000);
}

#[test]
fn interpolation_is_right_under_perspective() {
    // A floor that runs away from the eye: half way up the image is far from half way along the floor.
    let mesh = TriMesh {
        positions: [[-9.0, 0.0, -1.0], [9.0, 0.0, -1.0], [9.0, 0.0, -40.0], [-9.0, 0.0, -40.0]]
            .map(DVec3::from_array)
            .to_vec(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    };
    let camera = Camera::look_at(
        DVec3::Y,
        DVec3::new(0.0, 1.0, -1.0),
        DVec3::Y,
        Projection::Perspective { fov_y: 1.5 },
    );
    let buffer = VisibilityBuffer::render(&mesh, &camera, SIZE, Cull::None);
    let distance: Vec<f64> = mesh.positions.iter().map(|p| -p.z).collect();
    for y in 24..40 {
        let fragment = buffer.fragment(&mesh, &camera, 24, y).unwrap();
        let ray = camera.ray(24.5, f64::from(y) + 0.5, SIZE);
        let expected = ray.direction.z / ray.direction.y;
        let value = fragment.interpolate(&mesh, &distance).unwrap();
        assert!((value - expected).abs() < 1e-9 * expected, "{value} {expected}");
        assert!((f64::from(fragment.depth) - expected).abs() < 0.01 * expected);
    }
}

#[test]
fn sides_are_told_apart() {
    let mesh = shaken_grid(3, 0.5, 8);
    let front = pixel_camera();
    assert!(coverage(&mesh, &front, Cull::Back).iter().all(|&h| h == 1));
    assert!(coverage(&mesh, &front, Cull::Front).iter().all(|&h| h == 0));
    let centre = DVec3::new(24.0, 20.0, 0.0);
    let behind = Camera::look_at(
        centre - 10.0 * DVec3::Z,
        centre,
        DVec3::Y,
        Projection::Orthographic { height: 40.0 },
    )
    .with_aspect(SIZE.aspect());
    assert!(coverage(&mesh, &behind, Cull::Back).iter().all(|&h| h == 0));
    assert!(coverage(&mesh, &behind, Cull::Front).iter().all(|&h| h == 1));
}

#[test]
fn bad_triangles_are_left_out() {
    let p = DVec3::new;
    let mesh = TriMesh {
        positions: vec![
            p(0.0, 0.0, 0.0),
            p(40.0, 0.0, 0.0),
            p(0.0, 30.0, 0.0),
            p(f64::NAN, 1.0, 0.0),
            p(1.0, f64::INFINITY, 0.0),
            p(80.0, 0.0, 0.0),
        ],
        triangles: vec![[0, 1, 99], [0, 1, 3], [0, 4, 2], [0, 0, 1], [0, 1, 5], [u32::MAX, 0, 1]],
    };
    assert!(coverage(&mesh, &pixel_camera(), Cull::None).iter().all(|&h| h == 0));
    assert!(coverage(&TriMesh::default(), &pixel_camera(), Cull::None).iter().all(|&h| h == 0));
    let empty = ImageSize { width: 0, height: 7 };
    assert!(VisibilityBuffer::render(&mesh, &pixel_camera(), empty, Cull::None).ids.is_empty());
}

#[test]
fn huge_triangles_are_drawn() {
    let mesh = TriMesh {
        positions: vec![
            DVec3::new(-1e12, -1e12, 0.0),
            DVec3::new(1e12, -1e12, 0.0),
            DVec3::new(24.0, 1e12, 0.0),
            DVec3::new(24.0, -1e12, 0.0),
        ],
        triangles: vec![[0, 3, 2], [3, 1, 2]],
    };
    assert!(coverage(&mesh, &pixel_camera(), Cull::Back).iter().all(|&h| h == 1));
}

#[test]
fn a_fitted_camera_shows_the_box_and_no_more() {
    let (min, max) = (DVec3::new(-1.0, 0.0, 2.0), DVec3::new(3.0, 1.0, 4.0));
    let bounds = Aabb { min, max };
    let camera = Camera::fit(&bounds, DVec3::NEG_Z, 0.0);
    let size = ImageSize { width: 400, height: 100 };
    assert!((camera.aspect() - 4.0).abs() < 1e-12);
    let top_left = camera.project(DVec3::new(-1.0, 1.0, 3.0), size).unwrap();
    let bottom_right = camera.project(DVec3::new(3.0, 0.0, 3.0), size).unwrap();
    assert!(top_left.x.abs() < 1e-9 && top_left.y.abs() < 1e-9);
    assert!((bottom_right.x - 400.0).abs() < 1e-9 && (bottom_right.y - 100.0).abs() < 1e-9);
    for z in [2.0, 4.0] {
        let depth = camera.project(DVec3::new(0.0, 0.5, z), size).unwrap().depth;
        assert!(depth > camera.near() && depth < camera.far());
    }
    let down = Camera::fit(&bounds, DVec3::NEG_Y, 0.1);
    assert!((down.aspect() - 4.8 / 2.8).abs() < 1e-12);
}
