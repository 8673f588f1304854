//! How long the rasteriser takes for many small triangles: `cargo run --release --example raster_speed [cells]`.

use glam::DVec3;
use std::time::Instant;
use toile_geom::TriMesh;
use toile_geom::raster::{Camera, Cull, EMPTY, ImageSize, Projection, VisibilityBuffer};

/// A wavy sheet of `cells` by `cells` squares, two triangles each.
fn sheet(cells: u32) -> TriMesh {
    let side = cells + 1;
    let position = |k: u32| {
        let (x, y) = (f64::from(k % side) / f64::from(cells), f64::from(k / side) / f64::from(cells));
        DVec3::new(x - 0.5, y - 0.5, 0.05 * (20.0 * x).sin() * (17.0 * y).cos())
    };
    let square = |k: u32| {
        let a = k / cells * side + k % cells;
        [[a, a + 1, a + side + 1], [a, a + side + 1, a + side]]
    };
    TriMesh {
        positions: (0..side * side).map(position).collect(),
        triangles: (0..cells * cells).flat_map(square).collect(),
    }
}

fn main() {
    let cells = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(708);
    let mesh = sheet(cells);
    let size = ImageSize { width: 1024, height: 1024 };
    let eye = DVec3::new(0.2, 0.1, 1.6);
    for (name, projection) in [
        ("orthographic", Projection::Orthographic { height: 1.1 }),
        ("perspective", Projection::Perspective { fov_y: 0.7 }),
    ] {
        let camera = Camera::look_at(eye, DVec3::ZERO, DVec3::Y, projection);
        let mut times: Vec<f64> = (0..15)
            .map(|_| {
                let start = Instant::now();
                let buffer = VisibilityBuffer::render(&mesh, &camera, size, Cull::None);
                std::hint::black_box(&buffer);
                start.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let buffer = VisibilityBuffer::render(&mesh, &camera, size, Cull::None);
        let covered = buffer.ids.iter().filter(|&&id| id != EMPTY).count();
        println!(
            "{name}: {} triangles, {covered} pixels, median {:.1} ms, best {:.1} ms on {} threads",
            mesh.triangles.len(),
            times[times.len() / 2],
            times[0],
            rayon::current_num_threads()
        );
    }
}
