//! What a benchmark runs: a scene, and the choices that are left to the user.

use super::figure::Measure;
use super::scenes::SCENARIOS;
use std::path::PathBuf;
use toile_body::mannequin::MannequinError;
use toile_cloth::cloth::Cloth;
use toile_cloth::rest::DegenerateTriangle;
use toile_cloth::simulation::Guide;
use toile_cloth::world::{ResponseKind, World};
use toile_contact::obstacle::field::FieldError;
use toile_geom::TriMesh;
use toile_geom::names::UnknownName;
use toile_geom::sheets::SheetKind;
use toile_look::View;

/// What to run.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Cells along the shorter side of a sheet; 0 for the scene's own number.
    pub grid: u32,
    /// How many frames to run; 0 for the scene's own number.
    pub frames: usize,
    /// The method, one of [`method_names`](toile_cloth::solver::method_names).
    pub method: String,
    /// What becomes of cloth that is close to itself or to bodies.
    pub response: ResponseKind,
    /// How far triangles may stretch, 0.02 for two percent, 0 for no limit; the scene's own limit if nothing is said.
    pub strain_limit: Option<f64>,
    /// How the sheet is cut into triangles.
    pub mesh: SheetKind,
    /// Whether to compare the stretch with an exact run in steps of 1/480 s: slow.
    pub reference: bool,
    /// A folder for every frame of cloth and bodies, as OBJ.
    pub export: Option<PathBuf>,
    /// How many pictures of the run to make.
    pub pictures: usize,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            grid: 0,
            frames: 0,
            method: "newton".into(),
            response: ResponseKind::default(),
            strain_limit: None,
            mesh: SheetKind::default(),
            reference: false,
            export: None,
            pictures: 0,
        }
    }
}

/// A scene that benchmarks run.
#[derive(Clone, Copy, Debug)]
pub struct Scenario {
    /// Its name on the command line.
    pub name: &'static str,
    /// What happens in it.
    pub description: &'static str,
    /// How many frames it runs if nothing else is said.
    pub frames: usize,
    /// Cells along the shorter side if nothing else is said.
    pub grid: u32,
    /// Width and height of a sheet in metres.
    pub size: [f64; 2],
    /// How many sheets there are.
    pub sheets: u32,
    /// From where pictures are taken.
    pub view: View,
    pub(super) start: fn(&TriMesh) -> Result<Start, ScenarioError>,
}

/// How far triangles of woven cloth may stretch where nothing draws at it.
const WOVEN_LIMIT: f64 = 0.015;

/// A scene in its first state.
#[derive(Debug)]
pub(super) struct Start {
    /// All sheets, as one cloth.
    pub(super) cloth: Cloth,
    pub(super) world: World,
    pub(super) guides: Vec<Guide>,
    /// How far triangles may stretch with the method that is meant for scenes like this, if there is a limit.
    pub(super) strain_limit: Option<f64>,
    /// What the scene measures by itself.
    pub(super) measure: Option<Box<dyn Measure>>,
    /// How much of it pictures show to each side of the middle of the cloth, in metres; all of the cloth and of its bodies if nothing is said.
    pub(super) close_up: Option<f64>,
}

impl Start {
    /// A cloth that nothing leads, in its surroundings.
    pub(super) fn new(cloth: Cloth, world: World) -> Self {
        Self { cloth, world, guides: Vec::new(), strain_limit: None, measure: None, close_up: None }
    }

    /// The same, with triangles that stretch no further than woven cloth does where it falls and lies: a single one that is caught between layers
    /// would else do so for some frames.
    pub(super) fn limited(self) -> Self {
        Self { strain_limit: Some(WOVEN_LIMIT), ..self }
    }
}

/// Why a scene could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// The mesh has a triangle without area.
    #[error(transparent)]
    Flat(#[from] DegenerateTriangle),
    /// There is no such fabric.
    #[error(transparent)]
    Fabric(#[from] UnknownName),
    /// The body cannot be made.
    #[error(transparent)]
    Mannequin(#[from] MannequinError),
    /// The field of a body cannot be made.
    #[error(transparent)]
    Field(#[from] FieldError),
}

/// The benchmarks that move no cloth: see [`detection`](super::detection).
const DETECTION: [&str; 2] = ["broad", "ccd"];

impl Scenario {
    /// A sheet of 1 m by 1 m in 64 rows of cells for 4 s, from a name to be given.
    pub(super) const fn of(start: fn(&TriMesh) -> Result<Start, ScenarioError>) -> Self {
        let (name, description) = ("", "");
        Self {
            name,
            description,
            frames: 240,
            grid: 64,
            size: [1.0; 2],
            sheets: 1,
            view: View::ThreeQuarter,
            start,
        }
    }

    /// The scene of a name.
    ///
    /// # Errors
    /// If there is none; the error lists the scenes of [`detection`](super::detection) too.
    pub fn named(name: &str) -> Result<&'static Self, UnknownName> {
        let names = || SCENARIOS.iter().map(|scenario| scenario.name).chain(DETECTION);
        let found = SCENARIOS.iter().find(|scenario| scenario.name == name);
        found.ok_or_else(|| UnknownName::new("scene", name, names()))
    }

    /// Cells along both sides of a sheet, for a number of cells along the shorter one.
    pub fn cells(&self, grid: u32) -> [u32; 2] {
        let shorter = self.size[0].min(self.size[1]);
        self.size.map(|length| (f64::from(grid) * length / shorter).round().max(1.0) as u32)
    }

    /// The number of cells along the shorter side that gives about a number of triangles in all sheets together.
    pub fn grid_for_triangles(&self, triangles: u32) -> u32 {
        let longer_over_shorter = self.size[0].max(self.size[1]) / self.size[0].min(self.size[1]);
        let of_a_sheet = f64::from(triangles) / f64::from(self.sheets);
        (0.5 * of_a_sheet / longer_over_shorter).sqrt().round().max(1.0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_triangles_agree() {
        let flag = Scenario::named("flag").unwrap();
        assert_eq!(flag.cells(20), [30, 20]);
        assert_eq!(flag.grid_for_triangles(1200), 20);
        let stack = Scenario::named("stack").unwrap();
        assert_eq!(stack.grid_for_triangles(10 * 2 * 24 * 24), 24);
        assert!(Scenario::named("sail").is_err());
    }
}
