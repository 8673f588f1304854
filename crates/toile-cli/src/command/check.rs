//! `toile check`: is a mesh closed, clean, and free of intersections?

use super::error::CommandError;
use super::input::{Mesh, Weld};
use super::output::Output;
use super::verdict::Verdict;
use super::within::{picture_file, within};
use super::words::{decimal, plural};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use toile::check::{self, Check, CheckReport, PairPlace, Repaired};
use toile::mesh_parts::Parts;
use toile_contact::repair::RepairSettings;
use toile_geom::TriMesh;
use toile_geom::topology::Topology;
use toile_io::write_mesh;

const EXAMPLES: &str = "\
Examples:
  toile check body.obj
  toile check skirt.obj --against body.obj --picture problems.png
  toile check skirt.obj --against body.obj --repair -o mended.obj
  toile check tangled-skirt --against dress-form --repair -o mended.obj    with built-in meshes
  toile check lined.obj --repair --layers 2,1 -o mended.obj                the first of two parts lies outside";

/// Check a mesh: manifoldness, borders, degenerate and duplicate triangles, and self-intersections, exactly.
///
/// Intersections are decided in exact arithmetic: what is reported is there, and what is there is reported. Polygons are
/// cut into triangles for the check. With --json every place is listed.
///
/// With --repair vertices are moved until nothing intersects any more, and the result is written; the mesh of --against
/// stays as it is, and if it is closed, the other one is moved out of it. What could not be repaired is listed.
///
/// The exit code is 1 if there are faults: no triangles, non-manifold edges or vertices, flipped neighbours, degenerate or
/// duplicate triangles, or intersections; with --repair, if the mesh that was written still has any. A border is no fault.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The mesh: a file, or a built-in one (see toile list).
    mesh: String,
    /// Also find where it passes through this mesh.
    #[arg(long, value_name = "MESH")]
    against: Option<String>,
    /// Write a picture with the problems marked in red.
    #[arg(long, value_name = "PICTURE", value_parser = picture_file)]
    picture: Option<PathBuf>,
    /// Join vertices at exactly the same place before checking; auto does so for glTF, which splits them at UV seams.
    #[arg(long, value_enum, default_value_t)]
    weld: Weld,
    /// Move vertices until nothing intersects, and write the mesh to OUTPUT.
    #[arg(long, requires = "output")]
    repair: bool,
    /// Where to write the repaired mesh; the extension tells the format (OBJ keeps all digits).
    #[arg(short, long, value_name = "FILE", requires = "repair")]
    output: Option<PathBuf>,
    /// How far apart repaired surfaces should be, in metres.
    #[arg(long, value_name = "METRES", default_value_t = 0.001, value_parser = within(1e-6, 0.1, "metres"), requires = "repair")]
    thickness: f64,
    /// Which part of the mesh lies outside of which: a number for each connected part, in the order of their first vertices,
    /// the larger one outside; `-` for a part without order.
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', requires = "repair", value_parser = layer, allow_hyphen_values = true)]
    layers: Vec<Layer>,
    #[command(flatten)]
    verdict: Verdict,
}

/// How thick repaired surfaces may be, in edges of the mesh.
const MOST_EDGES_THICK: f64 = 6.0;

/// The layer of a part, if it has one.
#[derive(Clone, Copy)]
struct Layer(Option<i32>);

fn layer(text: &str) -> Result<Layer, String> {
    if text == "-" {
        return Ok(Layer(None));
    }
    text.parse().map(|number| Layer(Some(number))).map_err(|_| "a whole number, or - for none".to_owned())
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let progress = output.progress();
        let load = |name: &str| progress.stage(&format!("Reading {name}"), || Mesh::load(name, self.weld));
        let mesh = load(&self.mesh)?;
        let other = self.against.as_deref().map(load).transpose()?;
        let start = Instant::now();
        let mut check = progress.stage("Checking", || Check::of(&mesh.triangles));
        check.incomplete_faces = mesh.incomplete_faces;
        if let Some(other) = &other {
            progress.stage("Comparing", || check.compare(&other.triangles));
        }
        let seconds = start.elapsed().as_secs_f64();
        if let Some(path) = &self.picture {
            progress.stage("Drawing", || super::look::draw_problems(&mesh, other.as_ref(), &check, path))?;
        }
        let mut report = check.report();
        let mut left = fault_words(&report);
        if let Some(path) = &self.output {
            let (repaired, mended) =
                progress.stage("Repairing", || self.repair(&mesh, other.as_ref(), path))?;
            report.repair = Some(repaired);
            left = fault_words(&progress.stage("Checking again", || report_of(&mended, other.as_ref())));
            if other.as_ref().is_some_and(|other| !is_closed(other)) {
                output.note(
                    "note: the mesh of --against is not closed, so it has no inside that cloth must leave.",
                );
            }
        }
        output.result(&report, || self.text(&mesh, &report, seconds))?;
        self.verdict.of(left.is_empty(), || format!("{}: {}", self.judged(), left.join(", ")))
    }

    /// What the exit code is about: the mesh that was written, if there is one.
    fn judged(&self) -> String {
        self.output.as_ref().map_or_else(|| self.mesh.clone(), |path| path.display().to_string())
    }

    /// Repairs the mesh and writes it; also gives its triangles.
    fn repair(
        &self,
        mesh: &Mesh,
        other: Option<&Mesh>,
        path: &Path,
    ) -> Result<(Repaired, TriMesh), CommandError> {
        let layers: Vec<Option<i32>> = self.layers.iter().map(|layer| layer.0).collect();
        let count = Parts::of(&mesh.triangles).meshes.len();
        if !layers.is_empty() && layers.len() != count {
            let parts = plural(count, "connected part");
            return Err(CommandError::Input(format!(
                "{}: --layers has {}, and the mesh {parts}",
                mesh.name,
                plural(layers.len(), "number")
            )));
        }
        self.refuse_thick(&mesh.triangles)?;
        let settings = RepairSettings { thickness: self.thickness, layers, ..RepairSettings::default() };
        let (mended, report) =
            check::repaired(&mesh.triangles, other.map(|other| &other.triangles), &settings)
                .map_err(|error| CommandError::Input(format!("{}: {error}", mesh.name)))?;
        let mut polygons = mesh.polygons.clone();
        polygons.positions.copy_from_slice(&mended.positions);
        if report.moved_vertices > 0 {
            // They belonged to the old shape.
            polygons.normals = None;
        }
        write_mesh(path, &polygons)?;
        Ok(((&report).into(), mended))
    }

    /// Refuses a thickness of many edges: everything would be close to everything, and all memory would not hold the pairs.
    fn refuse_thick(&self, mesh: &TriMesh) -> Result<(), CommandError> {
        let topology = Topology::new(mesh);
        let length = |[a, b]: &[u32; 2]| mesh.positions[*a as usize].distance(mesh.positions[*b as usize]);
        let mean = topology.edges.iter().map(length).sum::<f64>() / topology.edges.len().max(1) as f64;
        let most = MOST_EDGES_THICK * mean;
        if topology.edges.is_empty() || self.thickness <= most {
            return Ok(());
        }
        Err(CommandError::Input(format!(
            "{}: --thickness {} is too much for edges of {mean:.2e} m: at most {most:.2e}",
            self.mesh, self.thickness
        )))
    }

    fn text(&self, mesh: &Mesh, report: &CheckReport, seconds: f64) -> String {
        let [x, y, z] = report.size_m.map(|metres| decimal(metres, 3));
        let mut text = format!(
            "{}: {} vertices, {} triangles{} in {}, {x} × {y} × {z} m, {} m²{}\n",
            mesh.name,
            report.vertices,
            report.triangles,
            mesh.cut_note(),
            plural(report.components, "part"),
            decimal(report.area_m2, 4),
            report.volume_m3.map(|v| format!(", {} m³", decimal(v, 5))).unwrap_or_default(),
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
        if report.incomplete_faces > 0 {
            line("incomplete faces", format!("{} with fewer than three corners", report.incomplete_faces));
        }
        line(
            "self-intersections",
            count(report.self_intersections) + &examples(&report.places.self_intersections),
        );
        if let (Some(number), Some(against)) = (report.intersections_against, &self.against) {
            let places = report.places.intersections_against.as_deref().unwrap_or_default();
            line(&format!("through {against}"), count(number) + &examples(places));
        }
        let verdict = if report.clean {
            "Clean.".to_owned()
        } else {
            format!("Not clean: {}; --json lists every place.", fault_words(report).join(", "))
        };
        let _ = writeln!(text, "{verdict} Checked in {seconds:.3} s.");
        if report.may_be_cut_short {
            text += "Is the file cut short? It has vertices that no face uses, or faces without all of their corners.\n";
        }
        if let Some(repair) = &report.repair {
            text += &repair_words(repair);
        }
        for path in self.picture.iter().chain(&self.output) {
            let _ = writeln!(text, "Wrote {}.", path.display());
        }
        text
    }
}

fn is_closed(mesh: &Mesh) -> bool {
    Topology::new(&mesh.triangles).surface().is_closed_manifold()
}

/// What is found in a mesh, and where it passes through the other one.
fn report_of(mesh: &TriMesh, other: Option<&Mesh>) -> CheckReport {
    let mut check = Check::of(mesh);
    if let Some(other) = other {
        check.compare(&other.triangles);
    }
    check.report()
}

/// What makes the mesh unusable, in a few words each.
fn fault_words(report: &CheckReport) -> Vec<String> {
    let name = |field: &str| field.replace("non_", "non-").replace("self_", "self-").replace('_', " ");
    report.faults.iter().map(|fault| format!("{}: {}", name(fault.field), count(fault.count))).collect()
}

/// What a repair did.
fn repair_words(repair: &Repaired) -> String {
    if repair.intersections_before == 0 {
        return "Nothing to repair: nothing intersects. The mesh was not changed.\n".into();
    }
    let moved = format!(
        "vertices moved: {}, by up to {:.1} mm; edges stretched by up to {:.1} %",
        repair.moved_vertices,
        1e3 * repair.max_displacement_m,
        1e2 * repair.max_stretch
    );
    if repair.repaired {
        let close = if repair.too_close == 0 {
            String::new()
        } else {
            format!(" Closer than the thickness: {}.", plural(repair.too_close, "pair"))
        };
        return format!(
            "Repaired: none of {} intersections is left; {moved}.{close}\n",
            repair.intersections_before
        );
    }
    format!(
        "Not all repaired: {} of {} intersections are left{}; {moved}.\n",
        repair.intersections_after,
        repair.intersections_before,
        examples(&repair.unrepaired)
    )
}

fn surface_words(report: &CheckReport) -> String {
    if report.triangles == 0 {
        return "none: there are no triangles".into();
    }
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

/// The first few places of a list, in words.
fn examples(places: &[PairPlace]) -> String {
    const SHOWN: usize = 3;
    let mut words: Vec<String> = places
        .iter()
        .take(SHOWN)
        .map(|place| {
            let ([a, b], [x, y, z]) = (place.triangles, place.at.map(|metres| decimal(metres, 3)));
            format!("triangles {a} and {b} at ({x}, {y}, {z})")
        })
        .collect();
    if places.len() > SHOWN {
        words.push(format!("and {} more", places.len() - SHOWN));
    }
    if words.is_empty() { String::new() } else { format!(": {}", words.join("; ")) }
}
