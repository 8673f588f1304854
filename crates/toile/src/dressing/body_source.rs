//! Bodies by name or file: sizes, figures, scans and characters.

use serde::Serialize;
use std::path::{Path, PathBuf};
use toile_body::mannequin::{BuiltMannequin, Mannequin, MannequinError, Pose};
use toile_body::measures::{Figure, Measures, SIZES, size};
use toile_body::scan::{Repair, Stance, repair};
use toile_geom::TriMesh;
use toile_io::{ReadError, read_mesh, weld_positions};

/// A body, and what was done to it if it came from a file.
#[derive(Clone, Debug)]
pub struct SourceBody {
    /// Its skin: metres, upright, facing `+z`.
    pub mesh: TriMesh,
    /// What was done to a scan.
    pub cleaned: Option<Cleaned>,
}

/// Why there is no such body.
#[derive(Debug, thiserror::Error)]
pub enum BodySourceError {
    /// No file, size or figure has that name.
    #[error("{name}: no such file, and no built-in body of that name (there are {known})")]
    Unknown {
        /// The name.
        name: String,
        /// The names of bodies.
        known: String,
    },
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file holds no body.
    #[error("{}: no body: the mesh is empty or flat", .path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// There is no mannequin of these measures.
    #[error(transparent)]
    Mannequin(#[from] MannequinError),
}

/// What was done to a scan.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Cleaned {
    /// The axis of the file that points up.
    pub up: [f64; 3],
    /// The axis of the file that points to the front.
    pub front: [f64; 3],
    /// Metres in a unit of the file.
    pub metres_per_unit: f64,
    /// What was mended.
    pub repair: Repair,
}

/// The body of that name: a size, a figure, or a file.
///
/// # Errors
/// If there is none.
pub fn body_named(name: &str) -> Result<SourceBody, BodySourceError> {
    if Path::new(name).is_file() {
        return read_scan(Path::new(name), None);
    }
    Ok(SourceBody { mesh: mannequin_named(name)?.mesh, cleaned: None })
}

/// The built-in body of that name: a size or a figure.
///
/// # Errors
/// If there is none.
pub fn mannequin_named(name: &str) -> Result<BuiltMannequin, BodySourceError> {
    let figure = Figure::ALL.into_iter().find(|figure| figure.name() == name);
    let wanted = size(name).map(|size| (size.figure, size.measures()));
    let (figure, measures) = wanted
        .or_else(|| figure.map(|figure| (figure, Measures::typical(figure))))
        .ok_or_else(|| BodySourceError::Unknown { name: name.to_owned(), known: known() })?;
    mannequin(figure, measures, Pose::default())
}

/// A mannequin of some measures.
///
/// # Errors
/// If no body has them.
pub fn mannequin(figure: Figure, measures: Measures, pose: Pose) -> Result<BuiltMannequin, BodySourceError> {
    Ok(Mannequin::new(figure, measures).in_pose(pose).build()?)
}

/// Reads a scan or character and turns it upright, into metres, and closed.
///
/// # Errors
/// If the file cannot be read or is no body.
pub fn read_scan(path: &Path, metres_per_unit: Option<f64>) -> Result<SourceBody, BodySourceError> {
    let mut mesh = weld_positions(&read_mesh(path)?).triangulate().mesh;
    let mut stance = Stance::detect(&mesh).ok_or_else(|| BodySourceError::Empty { path: path.to_owned() })?;
    stance.metres_per_unit = metres_per_unit.unwrap_or(stance.metres_per_unit);
    stance.apply(&mut mesh);
    let repair = repair(&mut mesh);
    let cleaned = Cleaned {
        up: stance.up.to_array(),
        front: stance.front.to_array(),
        metres_per_unit: stance.metres_per_unit,
        repair,
    };
    Ok(SourceBody { mesh, cleaned: Some(cleaned) })
}

/// The names of built-in bodies.
fn known() -> String {
    let names: Vec<&str> = SIZES.iter().map(|size| size.name).collect();
    format!("{}, {}", Figure::ALL.map(Figure::name).join(", "), names.join(", "))
}
