//! The twelve scenes in which cloth is kept apart from itself and from bodies: runs them, tells what every frame was like, and paints pages of pictures.
//!
//! `cargo run --release --example scenes` runs them all and writes `drop.png`, `crumple.png` and so on: the pictures of the guide.
//! `cargo run --release --example scenes -- knot twist` runs some.

use std::error::Error;
use std::path::PathBuf;
use toile_io::file::write_png;
use toile_lab::bench::{BenchReport, Benchmark, Setup};

/// The scenes, each with the cells along the shorter side of a sheet that its pictures are made with.
const SCENES: [(&str, u32); 12] = [
    ("drop", 48),
    ("crumple", 48),
    ("ball", 48),
    ("funnel", 40),
    ("twist", 32),
    ("knot", 5),
    ("stack", 24),
    ("ribbon", 6),
    ("incline", 16),
    ("card", 8),
    ("capstan", 8),
    ("stickslip", 8),
];

fn main() -> Result<(), Box<dyn Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = wanted.iter().find(|name| !SCENES.iter().any(|(scene, _)| scene == name)) {
        let names: Vec<&str> = SCENES.iter().map(|(scene, _)| *scene).collect();
        return Err(format!("there is no scene {unknown}; there are {}", names.join(", ")).into());
    }
    for (scene, grid) in SCENES {
        if wanted.is_empty() || wanted.iter().any(|name| name == scene) {
            let setup = Setup { grid, pictures: 8, ..Setup::default() };
            let result = Benchmark::new(scene, &setup)?.run(|| {})?;
            tell(&result.report);
            if let Some(picture) = result.picture {
                write_png(&PathBuf::from(scene).with_extension("png"), &picture)?;
            }
        }
    }
    Ok(())
}

/// Prints a line about a run, and one for each figure that the scene is about.
fn tell(report: &BenchReport) {
    println!(
        "{:10} {:6} triangles, {} frames, {:6.1} ms a frame, {} with intersections, stretch {:4.1} % at most",
        report.scene,
        report.tris,
        report.frames,
        report.ms_median,
        report.bad_frames,
        100.0 * report.stretch.max
    );
    for figure in &report.figures {
        println!(
            "{:13}{}: {:.4} {}, expected {:.4}",
            "", figure.name, figure.measured, figure.unit, figure.expected
        );
    }
}
