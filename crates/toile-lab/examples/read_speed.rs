//! How fast the readers and writers are on one thread: a wavy sheet of a million triangles, the best of five runs.
//!
//! ```text
//! cargo run --release -p toile-lab --example read_speed
//! ```

use std::hint::black_box;
use std::time::Instant;

use glam::DVec3;
use toile_io::ply::{Encoding, PlyPrecision, WriteOptions};
use toile_io::{PolyMesh, WriteError, obj, ply, stl};

/// Vertices along one side; two triangles to each cell make a million.
const SIDE: u32 = 708;

const RUNS: usize = 5;

/// A sheet with positions rounded to micrometres, as most programs write them, or with all digits of an `f64`.
fn sheet(is_rounded: bool) -> PolyMesh {
    let mut mesh = PolyMesh::default();
    for row in 0..SIDE {
        for column in 0..SIDE {
            let (x, z) = (0.002 * f64::from(column), 0.002 * f64::from(row));
            let position = DVec3::new(x, 0.03 * (9.0 * x).sin() * (7.0 * z).cos() - 0.5, z);
            mesh.positions.push(if is_rounded { (position * 1e6).round() / 1e6 } else { position });
        }
    }
    for row in 0..SIDE - 1 {
        for column in 0..SIDE - 1 {
            let a = row * SIDE + column;
            mesh.corners.extend([a, a + SIDE, a + 1, a + 1, a + SIDE, a + SIDE + 1]);
        }
    }
    mesh.face_starts = (0..=mesh.corners.len() as u32 / 3).map(|face| 3 * face).collect();
    mesh
}

/// The shortest time of several runs, in seconds.
fn best_time(mut work: impl FnMut()) -> f64 {
    let time = |()| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    };
    std::iter::repeat_n((), RUNS).map(time).fold(f64::INFINITY, f64::min)
}

fn measure<T>(
    name: &str,
    write: impl Fn(&mut Vec<u8>) -> Result<T, WriteError>,
    read: impl Fn(&[u8]) -> PolyMesh,
) -> Result<(), WriteError> {
    let mut file = Vec::new();
    write(&mut file)?;
    let megabytes = file.len() as f64 / 1e6;
    let writing = best_time(|| {
        file.clear();
        let _ = black_box(write(&mut file));
    });
    let reading = best_time(|| {
        black_box(read(&file));
    });
    println!(
        "{name:<34} {megabytes:6.1} MB   read {:6.0} MB/s ({:4.0} ms)   write {:6.0} MB/s ({:4.0} ms)",
        megabytes / reading,
        1e3 * reading,
        megabytes / writing,
        1e3 * writing,
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounded = sheet(true);
    let full = sheet(false);
    let obj = |file: &[u8]| obj::read(file).unwrap_or_default();
    let ply = |file: &[u8]| ply::read(file).unwrap_or_default();
    let stl = |file: &[u8]| stl::read(file).unwrap_or_default();
    let options = |encoding, precision| WriteOptions { encoding, precision, ..WriteOptions::default() };

    println!("{} triangles, {} vertices", rounded.face_count(), rounded.positions.len());
    measure("OBJ, micrometres", |file| obj::write(file, &rounded), obj)?;
    measure("OBJ, all digits", |file| obj::write(file, &full), obj)?;
    let ascii = options(Encoding::Ascii, PlyPrecision::Double);
    measure("PLY text, micrometres", |file| ply::write(file, &rounded, ascii), ply)?;
    measure("PLY text, all digits", |file| ply::write(file, &full, ascii), ply)?;
    for (name, encoding) in [("little", Encoding::BinaryLittleEndian), ("big", Encoding::BinaryBigEndian)] {
        for (size, precision) in [("float", PlyPrecision::Single), ("double", PlyPrecision::Double)] {
            let options = options(encoding, precision);
            measure(
                &format!("PLY binary {name}-endian {size}"),
                |file| ply::write(file, &full, options),
                ply,
            )?;
        }
    }
    measure("STL binary", |file| stl::write(file, &full), stl)?;
    Ok(())
}
