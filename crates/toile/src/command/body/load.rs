//! Bodies from the command line: sizes, figures, or files.

use crate::command::error::CommandError;
use serde::Serialize;
use std::path::Path;
use toile_body::mannequin::{BuiltMannequin, Mannequin, Pose};
use toile_body::measures::{Figure, Measures, SIZES, size};
use toile_body::scan::{Repair, Stance, repair};
use toile_geom::TriMesh;
use toile_io::{read_mesh, weld_positions};

/// A body, and what was done to it if it came from a file.
pub(super) struct Body {
    pub(super) mesh: TriMesh,
    pub(super) cleaned: Option<Cleaned>,
}

/// What was done to a scan.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Cleaned {
    /// The axes of the file that point up and to the front.
    pub(super) up: [f64; 3],
    pub(super) front: [f64; 3],
    pub(super) metres_per_unit: f64,
    pub(super) repair: Repair,
}

/// The body of that name: a size, a figure, or a file.
pub(super) fn load(name: &str) -> Result<Body, CommandError> {
    if Path::new(name).exists() {
        return scan(Path::new(name), None);
    }
    Ok(Body { mesh: built(name)?.mesh, cleaned: None })
}

/// The built-in body of that name: a size or a figure.
pub(super) fn built(name: &str) -> Result<BuiltMannequin, CommandError> {
    let figure = Figure::ALL.into_iter().find(|figure| figure.name() == name);
    let wanted = size(name).map(|size| (size.figure, size.measures()));
    let (figure, measures) = wanted
        .or_else(|| figure.map(|figure| (figure, Measures::typical(figure))))
        .ok_or_else(|| CommandError::Input(unknown(name)))?;
    mannequin(figure, measures, Pose::default())
}

/// The mannequin with these measures.
pub(super) fn mannequin(
    figure: Figure,
    measures: Measures,
    pose: Pose,
) -> Result<BuiltMannequin, CommandError> {
    let built = Mannequin::new(figure, measures).in_pose(pose).build();
    built.map_err(|error| CommandError::Input(error.to_string()))
}

/// Reads a scan or character and turns it upright, into metres, and closed.
pub(super) fn scan(path: &Path, metres_per_unit: Option<f64>) -> Result<Body, CommandError> {
    let mut mesh = weld_positions(&read_mesh(path)?).triangulate().mesh;
    let mut stance = Stance::detect(&mesh).ok_or_else(|| {
        CommandError::Input(format!("{}: no body: the mesh is empty or flat", path.display()))
    })?;
    stance.metres_per_unit = metres_per_unit.unwrap_or(stance.metres_per_unit);
    stance.apply(&mut mesh);
    let repair = repair(&mut mesh);
    let cleaned = Cleaned {
        up: stance.up.to_array(),
        front: stance.front.to_array(),
        metres_per_unit: stance.metres_per_unit,
        repair,
    };
    Ok(Body { mesh, cleaned: Some(cleaned) })
}

fn unknown(name: &str) -> String {
    let names: Vec<&str> = SIZES.iter().map(|size| size.name).collect();
    let figures = Figure::ALL.map(Figure::name).join(", ");
    format!(
        "{name}: no such file, and no built-in body of that name (there are {figures}, {})",
        names.join(", ")
    )
}
