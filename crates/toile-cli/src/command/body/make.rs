//! Making a body.

use super::animate::{MotionArgs, contact_sheet};
use crate::command::error::CommandError;
use crate::command::output::Output;
use crate::command::within::{one_of, within};
use serde::Serialize;
use std::path::PathBuf;
use toile_body::mannequin::{BuiltMannequin, Mannequin, MannequinError, Pose};
use toile_body::measures::{BodySize, Figure, Measure, Measures};
use toile_dress::body::{Cleaned, SourceBody};
use toile_io::{PolyMesh, write_mesh};

/// How a body is made.
#[derive(clap::Args)]
// Its group would have the name of that which it is flattened into.
#[group(skip)]
pub(crate) struct Args {
    /// A scan or character to clean, or the name of a built-in body.
    body: Option<String>,
    /// A size, such as eu-38, us-12, uk-14, eu-50-men, child-128.
    #[arg(long, conflicts_with = "body")]
    size: Option<String>,
    /// Whose proportions.
    #[arg(long, value_parser = one_of(&Figure::ALL, Figure::name), conflicts_with_all = ["body", "size"])]
    figure: Option<Figure>,
    /// A measure of the mannequin with its unit (m, cm, mm, in; metres if none), such as waist=72cm. May be given many times.
    #[arg(short, long = "measure", value_name = "NAME=LENGTH", value_parser = parse_measure, conflicts_with = "body")]
    measures: Vec<(Measure, f64)>,
    /// How the mannequin stands.
    #[arg(long, default_value = "a", value_parser = one_of(&Pose::ALL, Pose::name), conflicts_with = "body")]
    pose: Pose,
    /// Metres in a unit of the scan, if it is not detected rightly.
    #[arg(long, value_name = "METRES", value_parser = within(1e-6, 1000.0, "metres"), requires = "body")]
    unit: Option<f64>,
    /// The mesh to write; the extension tells the format.
    #[arg(short, long, value_name = "FILE", default_value = "body.obj")]
    output: PathBuf,
    #[command(flatten)]
    motion: MotionArgs,
}

/// What was made of a body in motion.
#[derive(Serialize)]
struct Moved {
    output: PathBuf,
    vertices: usize,
    triangles: usize,
    frames: usize,
    seconds: f64,
}

/// What was made.
#[derive(Serialize)]
struct Made {
    output: PathBuf,
    vertices: usize,
    triangles: usize,
    height: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cleaned: Option<Cleaned>,
}

impl Args {
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        if self.motion.is_asked() {
            return self.run_motion(output);
        }
        let body = output.progress().stage("Making the body", || self.body())?;
        let made = Made {
            vertices: body.mesh.positions.len(),
            triangles: body.mesh.triangles.len(),
            height: body.mesh.bounds().size().y,
            cleaned: body.cleaned,
            output: self.output,
        };
        write_mesh(&made.output, &PolyMesh::from(body.mesh))?;
        output.result(&made, || {
            let note = made.cleaned.map_or_else(String::new, describe);
            let path = made.output.display();
            format!("{note}Wrote {path}: {} triangles, {:.3} m tall.\n", made.triangles, made.height)
        })
    }

    /// Moves the body and writes its frames.
    fn run_motion(&self, output: &Output) -> Result<(), CommandError> {
        let progress = output.progress();
        let moving = progress
            .stage("Moving the body", || self.motion.moving(self.body.as_deref(), &|| self.built()))?;
        let sequence = self.motion.frames(&moving);
        progress.stage("Writing frames", || self.motion.write(&moving, &sequence, &self.output))?;
        if let Some(path) = self.motion.picture() {
            let title = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            progress.stage("Drawing", || contact_sheet(&moving, &title, path))?;
        }
        let moved = Moved {
            output: self.output.clone(),
            vertices: moving.mesh().positions.len(),
            triangles: moving.mesh().triangles.len(),
            frames: sequence.frames.len(),
            seconds: moving.seconds(),
        };
        output.result(&moved, || {
            let (path, frames) = (moved.output.display(), moved.frames);
            format!("Wrote {path}: {frames} frames of a motion of {:.2} s.\n", moved.seconds)
        })
    }

    fn body(&self) -> Result<SourceBody, CommandError> {
        if let Some(name) = &self.body {
            let path = PathBuf::from(name);
            let read = || SourceBody::read(&path, self.unit);
            return Ok(if path.exists() { read() } else { SourceBody::open(name) }?);
        }
        Ok(SourceBody { mesh: self.built()?.mesh, cleaned: None })
    }

    /// The mannequin of the size, figure and measures that were asked for.
    fn built(&self) -> Result<BuiltMannequin, CommandError> {
        let (figure, mut asked) = match &self.size {
            Some(name) => {
                let size = BodySize::named(name)?;
                (size.figure, size.asked())
            }
            None => (self.figure.unwrap_or(Figure::Woman), Vec::new()),
        };
        asked.extend(&self.measures);
        let measures = Measures::fill(figure, &asked);
        Mannequin::new(figure, measures).in_pose(self.pose).build().map_err(|error| {
            match unusual(figure, &self.measures) {
                Some((given, metres)) if !names(&error, &self.measures) => {
                    let name = given.name();
                    let cm = 100.0 * metres;
                    CommandError::Input(format!(
                        "{name} of {cm:.1} cm leads to a body that cannot be: {error}"
                    ))
                }
                _ => CommandError::Input(error.to_string()),
            }
        })
    }
}

/// Of the given measures the one that is farthest from that of a typical body.
fn unusual(figure: Figure, given: &[(Measure, f64)]) -> Option<(Measure, f64)> {
    let typical = Measures::typical(figure);
    let away = |(measure, metres): &(Measure, f64)| (metres / typical.get(*measure)).ln().abs();
    given.iter().copied().max_by(|a, b| away(a).total_cmp(&away(b)))
}

/// Whether what is wrong with a mannequin is said of a measure that was given.
fn names(error: &MannequinError, given: &[(Measure, f64)]) -> bool {
    let is_given = |measure: &Measure| given.iter().any(|(other, _)| other == measure);
    match error {
        MannequinError::OutOfRange { measure, .. } => is_given(measure),
        MannequinError::OutOfOrder { lower, upper } => is_given(lower) || is_given(upper),
        MannequinError::NoSurface => true,
    }
}

fn describe(cleaned: Cleaned) -> String {
    let repair = cleaned.repair;
    let closed = if repair.closed { "closed" } else { "still not closed (toile check tells where)" };
    format!(
        "Read with a unit of {} m; {} triangles dropped, {} turned over, {} holes filled, {} parts removed: {closed}.\n",
        cleaned.metres_per_unit, repair.dropped, repair.flipped, repair.holes_filled, repair.shells_removed
    )
}

/// Shorter words that tailors use.
const SHORT: [(&str, Measure); 12] = [
    ("bust", Measure::BustGirth),
    ("chest", Measure::BustGirth),
    ("under_bust", Measure::UnderBustGirth),
    ("waist", Measure::WaistGirth),
    ("hip", Measure::HipGirth),
    ("hips", Measure::HipGirth),
    ("neck", Measure::NeckGirth),
    ("thigh", Measure::ThighGirth),
    ("calf", Measure::CalfGirth),
    ("upper_arm", Measure::UpperArmGirth),
    ("wrist", Measure::WristGirth),
    ("inseam", Measure::InsideLegHeight),
];

/// Reads `waist=72cm`.
fn parse_measure(text: &str) -> Result<(Measure, f64), String> {
    let (name, length) = text.split_once('=').ok_or("a measure is NAME=LENGTH, such as waist=72cm")?;
    let plain = name.trim().replace('-', "_");
    let short = SHORT.iter().find(|(word, _)| *word == plain).map(|(_, measure)| *measure);
    let measure = short.map_or_else(|| Measure::named(&plain), Ok).map_err(|error| error.to_string())?;
    let units = [("cm", 0.01), ("mm", 0.001), ("in", 0.0254), ("m", 1.0), ("", 1.0)];
    let length = length.trim();
    let metres = units.iter().find_map(|(unit, metres)| {
        let number: f64 = length.strip_suffix(unit)?.trim().parse().ok()?;
        Some(number * metres)
    });
    match metres {
        Some(metres) if metres > 0.0 && metres < 3.0 => Ok((measure, metres)),
        Some(metres) => Err(format!("{metres:?} m is no measure of a body; give a unit, as in 72cm")),
        None => Err(format!("{length} is no length; examples: 72cm, 0.72m, 28in")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_read_with_units_and_short_names() {
        assert_eq!(parse_measure("waist=72cm"), Ok((Measure::WaistGirth, 0.72)));
        assert_eq!(parse_measure("inside-leg-height = 0.8"), Ok((Measure::InsideLegHeight, 0.8)));
        assert_eq!(
            parse_measure("chest=40 in").map(|(m, l)| (m, (l * 1e4).round())),
            Ok((Measure::BustGirth, 10160.0))
        );
        for bad in ["waist", "waist=72", "elbow_room=1m", "hip=nan", "hip=", "hip=-3cm"] {
            assert!(parse_measure(bad).is_err(), "{bad}");
        }
    }
}
