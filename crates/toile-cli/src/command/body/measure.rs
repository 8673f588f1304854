//! Measuring a body.

use super::picture;
use crate::command::error::CommandError;
use crate::command::output::Output;
use crate::command::within::picture_file;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;
use toile_body::landmarks::{self, Landmarks};
use toile_body::measure::measure;
use toile_body::segments::{Segment, Segmentation};
use toile_body::skeleton::Skeleton;
use toile_dress::body::{Cleaned, SourceBody};
use toile_io::file::read_bytes;

/// Measure a body: girths by a tape around it, lengths along its skin, landmarks with how sure they are, and segments.
///
/// The body stands upright and holds its arms and legs apart, clothed or not; a skeleton is not needed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The body: a file, a size or a figure.
    body: String,
    /// Write a picture with landmarks, girths and segments.
    #[arg(long, value_name = "PICTURE", value_parser = picture_file)]
    picture: Option<PathBuf>,
    /// Landmarks that are known, in metres: a JSON file of {name: {"position": [x, y, z]}}, or of a skeleton's joints, {"bones":
    /// [{"name", "parent", "head", "tail"}]}. They replace those found.
    #[arg(long, value_name = "JSON")]
    landmarks: Option<PathBuf>,
}

/// What was found.
#[derive(Serialize)]
struct Found {
    body: String,
    triangles: usize,
    seconds: f64,
    measures: BTreeMap<String, f64>,
    landmarks: Landmarks,
    /// Triangles of each segment.
    segments: BTreeMap<&'static str, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cleaned: Option<Cleaned>,
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let progress = output.progress();
        let SourceBody { mesh, cleaned } =
            progress.stage("Reading the body", || SourceBody::open(&self.body))?;
        let start = Instant::now();
        let found = progress.stage("Measuring", || landmarks::find(&mesh));
        let mut landmarks = found.map_err(|error| CommandError::Input(format!("{}: {error}", self.body)))?;
        if let Some(path) = &self.landmarks {
            let bytes = read_bytes(path)?;
            let known = match Skeleton::read(&bytes) {
                Ok(skeleton) => Landmarks::from_skeleton(&skeleton),
                Err(_) => serde_json::from_slice(&bytes)
                    .map_err(|error| CommandError::Input(format!("{}: {error}", path.display())))?,
            };
            landmarks.override_with(&known);
        }
        let measures = measure(&mesh, &landmarks);
        let segmentation = Segmentation::new(&mesh, &landmarks);
        let seconds = start.elapsed().as_secs_f64();
        if let Some(path) = &self.picture {
            progress.stage("Drawing", || {
                picture::draw(&mesh, &landmarks, segmentation.as_ref(), &self.body, path)
            })?;
        }
        let count = |segment: Segment| segmentation.as_ref().map_or(0, |s| s.triangles(segment).count());
        let found = Found {
            body: self.body,
            triangles: mesh.triangles.len(),
            seconds,
            measures,
            segments: Segment::ALL.into_iter().map(|segment| (segment.name(), count(segment))).collect(),
            landmarks,
            cleaned,
        };
        output.result(&found, || found.text())
    }
}

impl Found {
    fn text(&self) -> String {
        let mut text = format!("{}, {} triangles\n", self.body, self.triangles);
        for (name, metres) in &self.measures {
            let _ = writeln!(text, "  {:<22} {:7.1} cm", name.replace('_', " "), 100.0 * metres);
        }
        let unsure: Vec<&str> = self
            .landmarks
            .by_name
            .iter()
            .filter(|(_, l)| l.confidence < 0.5)
            .map(|(name, _)| name.as_str())
            .collect();
        if !unsure.is_empty() {
            let _ = writeln!(text, "Guessed from proportions: {}.", unsure.join(", "));
        }
        let _ = writeln!(text, "Measured in {:.2} s; --json has the landmarks.", self.seconds);
        text
    }
}
