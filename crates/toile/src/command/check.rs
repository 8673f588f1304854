//! `toile check`: is a mesh closed, clean, and free of intersections?

use super::error::CommandError;
use super::input::{Mesh, Weld};
use super::output::Output;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;
use toile::check::{Check, PairPlace, Report};

/// Check a mesh: manifoldness, borders, degenerate and duplicate triangles, and self-intersections, exactly.
///
/// Intersections are decided in exact arithmetic: what is reported is there, and what is there is reported. Polygons are
/// cut into triangles for the check. With --json every place is listed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The mesh: a file, or a built-in one (see toile list).
    mesh: String,
    /// Also find where it passes through this mesh.
    #[arg(long, value_name = "MESH")]
    against: Option<String>,
    /// Write a picture with the problems marked in red.
    #[arg(long, value_name = "PNG")]
    picture: Option<PathBuf>,
    /// Join vertices at exactly the same place before checking; auto does so for glTF, which splits them at UV seams.
    #[arg(long, value_enum, default_value_t)]
    weld: Weld,
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let progress = output.progress();
        let load = |name: &str| progress.stage(&format!("Reading {name}"), || Mesh::load(name, self.weld));
        let mesh = load(&self.mesh)?;
        let other = self.against.as_deref().map(load).transpose()?;
        let start = Instant::now();
        let mut check = progress.stage("Checking", || Check::of(&mesh.triangles));
        if let Some(other) = &other {
            progress.stage("Comparing", || check.compare(&other.triangles));
        }
        let seconds = start.elapsed().as_secs_f64();
        if let Some(path) = &self.picture {
            progress.stage("Drawing", || super::look::draw_problems(&mesh, other.as_ref(), &check, path))?;
        }
        let report = check.report();
        output.result(&report, || self.text(&mesh, &report, seconds))
    }

    fn text(&self, mesh: &Mesh, report: &Report, seconds: f64) -> String {
        let [x, y, z] = report.size_m;
        let mut text = format!(
            "{}: {} vertices, {} triangles{} in {}, {x:.3} × {y:.3} × {z:.3} m, {:.4} m²{}\n",
            mesh.name,
            report.vertices,
            report.triangles,
            mesh.cut_note(),
            plural(report.components, "part"),
            report.area_m2,
            report.volume_m3.map(|v| format!(", {v:.5} m³")).unwrap_or_default(),
        );
        let mut line = |label: &str, value: String| {
            let _ = writeln!(text, "  {label:<22}{value}");
        };
        line("surface", surface_words(report));
        line("non-manifold edges", count(report.non_manifold_edges));
        line("non-manifold vertices", count(report.non_manifold_vertices));
        line("flipped neighbours", count(report.inconsistent_edges));
        line("degenerate triangles", count(report.degenerate_triangles));
        line("duplicate triangles", count(report.duplicate_triangles));
        line("unused vertices", count(report.unused_vertices));
        line(
            "self-intersections",
            count(report.self_intersections) + &examples(&report.places.self_intersections),
        );
        if let (Some(number), Some(against)) = (report.intersections_against, &self.against) {
            let places = report.places.intersections_against.as_deref().unwrap_or_default();
            line(&format!("through {against}"), count(number) + &examples(places));
        }
        let verdict = if report.clean { "Clean." } else { "Not clean; --json lists every place." };
        let _ = writeln!(text, "{verdict} Checked in {seconds:.3} s.");
        if let Some(path) = &self.picture {
            let _ = writeln!(text, "Wrote {}.", path.display());
        }
        text
    }
}

fn surface_words(report: &Report) -> String {
    if report.closed_manifold {
        return "closed manifold".into();
    }
    let manifold = report.non_manifold_edges + report.non_manifold_vertices == 0;
    let kind = if manifold { "manifold" } else { "not manifold" };
    match report.boundary_edges {
        0 => format!("{kind}, no border"),
        edges => format!("{kind}, {} ({edges} edges)", plural(report.boundary_loops, "border")),
    }
}

fn count(number: usize) -> String {
    if number == 0 { "none".into() } else { number.to_string() }
}

fn plural(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The first few places of a list, in words.
fn examples(places: &[PairPlace]) -> String {
    const SHOWN: usize = 3;
    let mut words: Vec<String> = places
        .iter()
        .take(SHOWN)
        .map(|place| {
            let ([a, b], [x, y, z]) = (place.triangles, place.at);
            format!("triangles {a} and {b} at ({x:.3}, {y:.3}, {z:.3})")
        })
        .collect();
    if places.len() > SHOWN {
        words.push(format!("and {} more", places.len() - SHOWN));
    }
    if words.is_empty() { String::new() } else { format!(": {}", words.join("; ")) }
}
