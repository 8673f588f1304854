//! What a test is, and what comes out of it.

use serde::Serialize;
use std::collections::BTreeMap;
use toile_cloth::rest::DegenerateTriangle;
use toile_cloth::solver::{EquilibriumError, SolverError};
use toile_geom::sheets::FlatSheet;

/// How much is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Coarse meshes only: a few seconds.
    Quick,
    /// Coarse and fine meshes.
    Full,
}

impl Effort {
    /// One of each few loads from the first on, or all.
    pub(super) fn some<T>(self, step: usize, all: &[T]) -> impl Iterator<Item = &T> {
        let step = if self == Self::Quick { step } else { 1 };
        all.iter().step_by(step)
    }

    /// Cells along and across a specimen: one or two resolutions.
    pub(super) fn resolutions(self, coarse: [u32; 2], fine: [u32; 2]) -> Vec<[u32; 2]> {
        match self {
            Self::Quick => vec![coarse],
            Self::Full => vec![coarse, fine],
        }
    }
}

/// A test on several meshes, or with several loads.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is done, and what is measured.
    pub description: &'static str,
    /// Does it.
    pub run: fn(Effort) -> Result<Vec<ValidationCase>, ValidateError>,
}

impl Family {
    pub(super) const fn new(
        name: &'static str,
        description: &'static str,
        run: fn(Effort) -> Result<Vec<ValidationCase>, ValidateError>,
    ) -> Self {
        Self { name, description, run }
    }
}

/// One measurement beside what it should be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValidationCase {
    /// The test.
    pub case: &'static str,
    /// What was varied, such as `Γ = 10`.
    pub variant: String,
    /// How the specimen was meshed.
    pub mesh: &'static str,
    /// Cells along and across the specimen.
    pub resolution: [u32; 2],
    /// What it should be.
    pub expected: f64,
    /// What it is.
    pub measured: f64,
    /// How far the one is from the other, as a share of what it should be; as it is where nothing should be.
    pub relative_error: f64,
    /// The largest error that is allowed.
    pub tolerance: f64,
    /// Whether it is small enough.
    pub pass: bool,
    /// What else was seen, by name: no reference says what it should be.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub also: BTreeMap<&'static str, f64>,
}

impl ValidationCase {
    /// Compares a measurement with what it should be.
    pub(super) fn new(
        case: &'static str,
        variant: impl Into<String>,
        sheet: &FlatSheet,
        resolution: [u32; 2],
        [measured, expected]: [f64; 2],
        tolerance: f64,
    ) -> Self {
        let difference = measured - expected;
        let relative_error = if expected == 0.0 { difference } else { difference / expected.abs() };
        Self {
            case,
            variant: variant.into(),
            mesh: sheet.kind.name(),
            resolution,
            expected,
            measured,
            relative_error,
            tolerance,
            pass: relative_error.abs() <= tolerance,
            also: BTreeMap::new(),
        }
    }

    /// The same case with something else that was seen.
    pub(super) fn with(mut self, name: &'static str, value: f64) -> Self {
        self.also.insert(name, value);
        self
    }
}

/// Why a test could not be done.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ValidateError {
    /// No balance was found.
    #[error(transparent)]
    Equilibrium(#[from] EquilibriumError),
    /// A step through time failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A specimen cannot be made.
    #[error(transparent)]
    Specimen(#[from] DegenerateTriangle),
    /// Something that should have happened did not.
    #[error("{0}")]
    Missed(String),
}
