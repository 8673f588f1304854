//! Bodies by name or file: sizes, figures, scans and characters.

use super::{Wearer, WearerError};
use serde::Serialize;
use std::path::Path;
use toile_body::landmarks::check_height;
use toile_body::mannequin::{BuiltMannequin, Mannequin};
use toile_body::measures::{BodySize, Figure, Measures, SIZES};
use toile_body::scan::{Repair, Stance, count_bodies, repair};
use toile_geom::TriMesh;
use toile_io::{read_mesh, weld_positions};

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

/// The skin of a body as it was read or made, whatever its pose, and what was done to it if it came from a file.
#[derive(Clone, Debug)]
pub struct SourceBody {
    /// Its skin: metres, upright, facing `+z`.
    pub mesh: TriMesh,
    /// What was done to a scan.
    pub cleaned: Option<Cleaned>,
}

impl SourceBody {
    /// The skin of the body of that name: a size, a figure, or a file.
    ///
    /// # Errors
    /// If there is none.
    pub fn open(name: &str) -> Result<Self, WearerError> {
        let path = Path::new(name);
        if path.is_file() {
            return Self::read(path, None);
        }
        Ok(Self { mesh: mannequin(name)?.mesh, cleaned: None })
    }

    /// Reads a scan or character and turns it upright, into metres, and closed. The unit is found if it is not given.
    ///
    /// # Errors
    /// If the file cannot be read, or is not one body as tall as bodies are.
    pub fn read(path: &Path, metres_per_unit: Option<f64>) -> Result<Self, WearerError> {
        let mut mesh = weld_positions(&read_mesh(path)?).triangulate().mesh;
        let mut stance = Stance::detect(&mesh).ok_or_else(|| WearerError::Empty { path: path.to_owned() })?;
        stance.metres_per_unit = metres_per_unit.unwrap_or(stance.metres_per_unit);
        stance.apply(&mut mesh);
        let repair = repair(&mut mesh);
        check_height(&mesh).map_err(|error| WearerError::from(error).of(&path.to_string_lossy()))?;
        let count = count_bodies(&mesh);
        if count > 1 {
            return Err(WearerError::Several { path: path.to_owned(), count });
        }
        let cleaned = Cleaned {
            up: stance.up.to_array(),
            front: stance.front.to_array(),
            metres_per_unit: stance.metres_per_unit,
            repair,
        };
        Ok(Self { mesh, cleaned: Some(cleaned) })
    }
}

impl Wearer {
    /// The body of that name: a size such as `eu-38`, a figure (`woman`, `man`, `child`), or the file of a scan or a character.
    ///
    /// # Errors
    /// If there is none, or it cannot be dressed.
    pub fn open(name: &str) -> Result<Self, WearerError> {
        let path = Path::new(name);
        let found = if path.is_file() {
            Self::of_mesh(SourceBody::read(path, None)?.mesh)
        } else {
            Self::of_mannequin(mannequin(name)?)
        };
        found.map(|wearer| wearer.named(name)).map_err(|error| error.of(name))
    }

    /// A built-in body of some measures.
    ///
    /// # Errors
    /// If no body has them.
    pub fn of_measures(figure: Figure, measures: Measures) -> Result<Self, WearerError> {
        Self::of_mannequin(Mannequin::new(figure, measures).build()?)
    }
}

/// The built-in body of that name: a size or a figure.
///
/// # Errors
/// If there is none.
fn mannequin(name: &str) -> Result<BuiltMannequin, WearerError> {
    let figure = Figure::ALL.into_iter().find(|figure| figure.name() == name);
    let wanted = BodySize::named(name).ok().map(|size| (size.figure, size.measures()));
    let (figure, measures) = wanted
        .or_else(|| figure.map(|figure| (figure, Measures::typical(figure))))
        .ok_or_else(|| WearerError::Unknown { name: name.to_owned(), known: known() })?;
    Ok(Mannequin::new(figure, measures).build()?)
}

/// The names of built-in bodies.
fn known() -> String {
    let names: Vec<&str> = SIZES.iter().map(|size| size.name).collect();
    format!("{}, {}", Figure::ALL.map(Figure::name).join(", "), names.join(", "))
}
